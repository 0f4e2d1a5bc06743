"""Whether a formula's function gives on plain numbers what its graph says it gives."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula, written_graph
from axiometrics.formulas.graph import text
from axiometrics.formulas.plain import Sample, numbers

__all__ = ["require_agreement"]

ALONE = (
    "a formula is a function of its view alone: it must not read or keep anything else, draw random numbers, or ask "
    "what kind of thing it is given; if it must, state how it reads its input with reads=..."
)
CLOSE = 1e-9
"""Values that differ by more than this share, and by more than rounding explains, are different."""


def require_agreement(formula: Formula, sample: Sample) -> None:
    """Call the function on the outputs of a sample, and record it again.

    Raises NotSymbolicError where its graph has another value, or has become another one.
    """
    if formula.written is None or formula.graph.has("letter"):
        return
    found = sample.outputs.bounded(formula)
    values, radius = (np.broadcast_to(part, (len(sample),)).tolist() for part in (found.value, found.radius))
    for place, (value, spread) in enumerate(zip(values, radius, strict=True)):
        if math.isinf(spread):
            continue
        plain = _called(formula, sample, place)
        if not _same(plain, value, spread):
            raise NotSymbolicError(_refusal(formula, sample, place, plain, value))
    if text(written_graph(*formula.written)) != text(formula.graph):
        raise NotSymbolicError(f"{_name(formula)!r} is another formula once it was called before; {ALONE}")


def _called(formula: Formula, sample: Sample, place: int) -> Any:
    function, view, given = formula.written  # type: ignore[misc]
    try:
        with numbers():
            return function(view.over(sample.numbers(formula, place)), **given)
    except Exception as error:  # the function is somebody's code
        return error


def _same(plain: Any, value: float, spread: float) -> bool:
    if not isinstance(plain, int | float | Fraction):
        return False
    if math.isnan(value) or math.isinf(value):
        return repr(float(plain)) == repr(value)
    apart = abs(float(plain) - value)
    return apart <= CLOSE * max(abs(value), CLOSE) + 1000 * spread + 1e-13


def _refusal(formula: Formula, sample: Sample, place: int, plain: Any, value: float) -> str:
    told = f"{type(plain).__name__}: {plain}" if isinstance(plain, Exception) else repr(plain)
    return (
        f"{_name(formula)!r} gives {told} on {sample.outputs.table(place)}, but what it does to its view's quantities "
        f"gives {value!r}; {ALONE}"
    )


def _name(formula: Formula) -> str:
    return str(getattr(formula.written and formula.written[0], "__name__", "the function"))
