"""What every task's rows must keep: error bounds that contain the exact value, and what its view says of quantities."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from axiometrics.formulas.nodes import Over
from axiometrics.formulas.undefined import absent

DIGITS = 40


def assert_honest(task: Any, metric: Any, outputs: Sequence[Any]) -> None:
    """The exact value of every output lies within the radius of its float, which is small as a rule."""
    found = task.batch(outputs).bounded(metric.formula)
    values, radii = (np.broadcast_to(part, (len(outputs),)) for part in (found.value, found.radius))
    assert np.median(radii) < 1e-12
    for output, value, radius in zip(outputs, values.tolist(), radii.tolist(), strict=True):
        arithmetic = task.algebra(output)
        exact = task.value(metric, output, arithmetic)
        if absent(exact) or np.isnan(value):
            assert radius == np.inf or (absent(exact) and np.isnan(value) and radius == 0), output
            continue
        expression = arithmetic.expression(exact)
        if expression == sympy.oo:
            assert value == np.inf
            continue
        off = abs(sympy.N(expression - sympy.Rational(value), DIGITS))
        assert radius == np.inf or off <= sympy.Rational(radius) + sympy.Rational(1, 10**30), (
            output,
            value,
            radius,
        )


def assert_as_the_view_says(rules: Any, view: Any, batch: Any, formula: Any) -> None:
    """Every row of every domain has the signs, and the whole numbers, that proofs and recording rest on."""
    quantities = {name: _fractions(part, len(batch)) for name, part in batch.quantities.items()}
    _signs(rules, "", quantities, batch, formula)
    _whole(view, batch.quantities)
    for domain in [domain for domain in rules.signs.positive if domain] + list(rules.signs.filled - {""}):
        rows = batch.rows(domain)
        _whole(view, rows.columns)
        offered = {name: _fractions(part, len(rows.case)) for name, part in rows.columns.items()}
        own = {name: part[rows.case] for name, part in quantities.items()}
        _signs(rules, domain, own | offered, batch, formula)
        if domain in rules.signs.filled:
            assert (np.bincount(rows.case, minlength=len(batch)) > 0).all(), domain


def _signs(rules: Any, domain: str, known: dict[str, Any], batch: Any, formula: Any) -> None:
    evident = () if rules.signs.nonnegative else (each for each in rules.variables if each.is_nonnegative)
    for expression in (*rules.signs.nonnegative, *evident):
        names = sorted(symbol.name for symbol in expression.free_symbols)
        if known.keys() >= set(names):
            found = sympy.lambdify(names, expression)(*(known[name] for name in names))
            assert (found >= 0).all(), (domain, expression)
    for expression in rules.signs.positive.get(domain, ()):
        if isinstance(expression, Over):
            found = batch.measured(formula, f"{expression.domain}[{expression.body}]").value
        else:
            names = sorted(symbol.name for symbol in expression.free_symbols)
            found = sympy.lambdify(names, expression)(*(known[name] for name in names))
        assert (found > 0).all(), (domain, expression)


def _whole(view: Any, columns: Any) -> None:
    for name, part in columns.items():
        assert name in view.fractional or not isinstance(part, tuple), name


def _fractions(part: Any, count: int) -> Any:
    top, bottom = part if isinstance(part, tuple) else (part, 1)
    pairs = zip(*(np.broadcast_to(side, (count,)).tolist() for side in (top, bottom)), strict=True)
    found = np.empty(count, dtype=object)
    found[:] = [Fraction(*pair) for pair in pairs]
    return found
