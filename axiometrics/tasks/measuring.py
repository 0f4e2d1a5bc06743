"""What certificates name, measured on the cases of a batch, or on some of them, in any arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.rows import ratios

__all__ = ["Chosen", "as_numbers", "reduction"]


@dataclass(frozen=True)
class Chosen:
    """Some cases of a batch: their places, and their outputs by themselves."""

    places: NDArray[np.int64]
    outputs: Mapping[str, Any]


def as_numbers(values: Any, arithmetic: Any, chosen: Chosen | None) -> Any:
    """Return whole numbers or fractions, of all cases or of the chosen ones, as values of an arithmetic."""
    known = np.asarray(values)
    known = known if chosen is None else known[chosen.places]
    if known.dtype == object:
        tops, bottoms = ratios([Fraction(each) for each in known.tolist()])
        return arithmetic.column(tops) if (bottoms == 1).all() else arithmetic.column(tops, bottoms)
    return arithmetic.column(known)


def reduction(metric: Any, cases: Any, name: str, arithmetic: Any, chosen: Chosen | None) -> Any:
    """Return a quantity or a reduction of an output, such as ``cells[n**2]@better``."""
    what, _, output = name.rpartition("@")
    outputs = cases.outputs if chosen is None else chosen.outputs
    return outputs[output].measured(metric.formula, what, arithmetic)
