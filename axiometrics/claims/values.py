"""Printed values beside exact ones."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.claims.cells import metric_of
from axiometrics.claims.claim import Printed
from axiometrics.formulas.undefined import absent
from axiometrics.tasks import get_task

__all__ = ["Beside", "agreement", "beside"]


@dataclass(frozen=True)
class Beside:
    """A printed value and ours: exact as text (None where the metric has no value), and as a float.

    ``agrees`` says how they agree: "rounded", "cut", "fewer digits", or "" when they do not.
    """

    metric: str
    printed: str
    exact: str | None
    value: float | None
    agrees: str


def beside(about: Printed, label: str) -> Beside:
    """Compute what is printed for one reading of the metric's name."""
    home = get_task(about.task)
    metric = metric_of(about.task, label)
    output = home.batch_of(["judged"], [{"judged": about.output}]).outputs["judged"].table(0)
    arithmetic = home.algebra(output)
    value = home.value(metric, output, arithmetic)
    if value is None or absent(value) or value != value:
        return Beside(label, about.printed, None, None, "")
    if isinstance(value, float):
        value = arithmetic.number(Fraction(value))
    value = -value if about.negated else value
    shown = arithmetic.text(value), float(arithmetic.expression(value))
    return Beside(label, about.printed, *shown, agreement(about.printed, about.digits, arithmetic, value))


def agreement(printed: str, digits: int, arithmetic: Any, value: Any) -> str:
    """Say how a value agrees with a printed one, decided exactly: "rounded" or "cut" to the table's digits, or "".

    A value printed with fewer digits than the table has may be one with zeros left out, or one with "fewer digits". A
    value printed without decimals, where the table has none, must be it exactly.

    >>> from axiometrics.formulas.exact import exact_algebra
    >>> tools = exact_algebra(2)
    >>> [agreement("0.66", 2, tools, tools.number(Fraction(number))) for number in ("2/3", "0.664", "0.65")]
    ['cut', 'rounded', '']
    >>> [agreement("0.7", 2, tools, tools.number(Fraction(number))) for number in ("0.704", "0.72")]
    ['rounded', 'fewer digits']
    """
    target, shown = Fraction(printed), len(printed.partition(".")[2])

    def within(low: Fraction, high: Fraction) -> bool:
        least, most = (int(arithmetic.compare(value, arithmetic.number(bound))) for bound in (low, high))
        return least >= 0 and most <= 0

    unit = Fraction(1, 10**digits) if digits else Fraction(0)
    if within(target - unit / 2, target + unit / 2):
        return "rounded"
    sign = -1 if printed.startswith("-") else 1
    beyond = target + sign * unit
    if within(min(target, beyond), max(target, beyond)) and arithmetic.compare(
        value, arithmetic.number(beyond)
    ):
        return "cut"
    coarse = Fraction(1, 10**shown) if 0 < shown < digits else Fraction(0)
    return "fewer digits" if within(target - coarse / 2, target + coarse / 2) else ""
