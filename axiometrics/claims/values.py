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

    ``agrees`` says how they agree: "rounded", "cut" to the printed digits, or "" when they do not.
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
    """Say whether a value is the printed one after rounding ("rounded") or cutting ("cut") it, decided exactly.

    A value printed without decimals must be it exactly.

    >>> from axiometrics.formulas.exact import exact_algebra
    >>> tools = exact_algebra(2)
    >>> [agreement("0.66", 2, tools, tools.number(Fraction(number))) for number in ("2/3", "0.664", "0.65")]
    ['cut', 'rounded', '']
    """
    target = Fraction(printed)
    unit = Fraction(1, 10**digits) if digits else Fraction(0)

    def side(bound: Fraction) -> int:
        return int(arithmetic.compare(value, arithmetic.number(bound)))

    if side(target - unit / 2) >= 0 and side(target + unit / 2) <= 0:
        return "rounded"
    inner = side(target) >= 0 and side(target + unit) < 0
    outer = side(target) <= 0 and side(target - unit) > 0
    return "cut" if (outer if printed.startswith("-") else inner) else ""
