"""What tests of rows share: exact values within the error bounds, and assumptions about rows that hold."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.errors import UnknownPrimeError
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.undefined import NO_VALUE
from axiometrics.tasks import get_task

__all__ = ["outside", "unmet"]


def outside(metric: Any, batch: Outputs, outputs: Iterable[Any]) -> list[Any]:
    """Return the outputs whose exact value is not within the error bound of the float in a batch."""
    found = batch.bounded(metric.formula)
    values, radii = (np.broadcast_to(part, (len(batch),)) for part in (found.value, found.radius))
    rows = zip(outputs, values.tolist(), radii.tolist(), strict=True)
    return [output for output, value, radius in rows if not _within(metric, output, value, radius)]


def _within(metric: Any, output: Any, value: float, radius: float) -> bool:
    task = get_task(metric.task)
    algebra = task.algebra(output)
    try:
        exact = task.value(metric, output, algebra)
    except UnknownPrimeError as error:
        algebra = algebra.knowing(error.primes)
        exact = task.value(metric, output, algebra)
    if radius == np.inf:
        return True
    if exact is NO_VALUE or np.isnan(value):
        return exact is NO_VALUE and bool(np.isnan(value))
    low, high = (algebra.number(Fraction(value) + side * Fraction(radius)) for side in (-1, 1))
    return bool(algebra.compare(low, exact) <= 0 <= algebra.compare(high, exact))


def unmet(rules: Any, batch: Outputs, domain: str) -> list[str]:
    """Return what a view says of the rows of a domain, and does not hold on those of a batch."""
    rows = batch.known_rows(domain)
    given = {name: np.atleast_1d(column) for name, column in rows.columns.items()}
    symbols = {symbol.name: symbol for symbol in rules.variables}
    positive = rules.signs.positive.get(domain, ())
    found = [
        f"{name} is not positive" for name in given if symbols[name] in positive and (given[name] <= 0).any()
    ]
    found += [
        f"{name} is negative" for name in given if symbols[name].is_nonnegative and (given[name] < 0).any()
    ]
    found += [f"{name} is no whole number" for name in given if given[name].dtype.kind not in "iuO"]
    owners = np.unique(rows.case if rows.shared is None else rows.shared)
    if domain in rules.signs.filled and len(owners) < len(batch):
        found.append("some output has no row")
    return (
        found if (np.diff(rows.case) >= 0).all() else [*found, "rows are not in the order of their outputs"]
    )
