"""How much every occurrence of a document weighs, and how much the tail below the lowest level.

Position i weighs c/((c + i - 1)(c + i)) with c = n(1 - w)/w, so that the first n positions weigh w together; a level
shares the weight of its positions equally among its occurrences. What lies below the lowest level, an unlimited number
of documents, weighs T = c/(c + m) after m positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from axiometrics.errors import InputError
from axiometrics.parameters import Parameter, bind
from axiometrics.tasks.ranking.weighing import spread

__all__ = ["PARAMETERS", "Weighting", "level_weights", "weighting"]

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


def level_weights(
    sizes: Sequence[int], weights: Weighting, number: Callable[[Fraction], Any] = Fraction
) -> tuple[list[Any], Any]:
    """Return what one occurrence weighs in each level, given the levels' sizes, and what the tail weighs.

    The product of a level's weight and size, added over the levels, and the tail's weight make 1.

    >>> level_weights([1, 2], Weighting(Fraction(1), "open"))
    ([Fraction(1, 2), Fraction(1, 8)], Fraction(1, 4))
    """
    total = sum(sizes)
    if weights.tail == "none":
        return [number(Fraction(1, total))] * len(sizes), number(Fraction(0))
    c, above, found = number(weights.c), 0, []
    for size in sizes:
        found.append(c / ((c + above) * (c + above + size)))
        above += size
    return found, c / (c + total)
