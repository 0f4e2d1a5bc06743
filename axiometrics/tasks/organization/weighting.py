"""How much every occurrence of a document weighs, and how much the tail below the lowest level.

Position i weighs c/((c + i - 1)(c + i)) with c = n(1 - w)/w, so that the first n positions weigh w together; a level
shares the weight of its positions equally among its occurrences. What lies below the lowest level, an unlimited number
of documents, weighs T = c/(c + m) after m positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from axiometrics.errors import InputError
from axiometrics.parameters import Parameter, bind
from axiometrics.tasks.ranking.weighing import spread

__all__ = ["PARAMETERS", "Weighting", "weighting"]

PARAMETERS = (
    Parameter("n", default=10, above=0),
    Parameter("w", default=Fraction(4, 5), above=0, below=1),
    Parameter("tail", default="open", choices=("open", "closed", "none")),
)
"""The first n positions weigh w together; the tail's reading."""


@dataclass(frozen=True)
class Weighting:
    """The constant c, and the reading of the tail.

    ``open``: an organized document has priority over every one that its side leaves out; ``closed``: only over those
    that both sides leave out; ``none``: the levels are the whole collection, and all occurrences weigh the same.
    """

    c: Any
    tail: Literal["open", "closed", "none"]


def weighting(**given: Any) -> Weighting:
    """Return the weighting of parameters n, w and tail; raises InputError for values out of range.

    Parameters that are left open are symbols, and so is c.

    >>> weighting(n=30)
    Weighting(c=Fraction(15, 2), tail='open')
    """
    letters = {name: value for name, value in given.items() if getattr(value, "free_symbols", None)}
    values: dict[str, Any] = {
        **bind("the weighting", PARAMETERS, {name: given[name] for name in given if name not in letters}),
        **letters,
    }
    n, w, tail = (values[each.name] for each in PARAMETERS)
    if isinstance(n, str) or isinstance(w, str):
        raise InputError(f"n={n} and w={w} must be numbers")
    return Weighting(spread(n, w), tail)
