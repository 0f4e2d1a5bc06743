"""How much every rank of a list, or position of an occurrence, weighs, and the tail below; and what is right.

Position i weighs c/((c + i - 1)(c + i)) with c = n(1 - w)/w, so that the first n positions weigh w together; a level
shares the weight of its positions equally among its occurrences. What lies below the lowest level, an unlimited number
of documents, weighs T = c/(c + m) after m positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from axiometrics.errors import InputError
from axiometrics.formulas import named, ratio
from axiometrics.parameters import Combined, Parameter, bind

__all__ = ["PARAMETERS", "SPREAD", "Weighting", "predicted", "spread", "weight", "weighting"]


def spread(n: Any, w: Any) -> Any:
    """The constant c of the weights.

    >>> from fractions import Fraction
    >>> spread(30, Fraction(4, 5))
    Fraction(15, 2)
    """
    return n * (1 - w) / w


SPREAD = Combined("c", "n(1 - w)/w", of=spread, parameter="n", at=(("w", Fraction(1, 2)),))
"""The parameters n and w matter only through c; with w = 1/2 it is n."""


def weight(c: Any, rank: Any) -> Any:
    """The weight of a rank."""
    return named(c / ((c + rank - 1) * (c + rank)), "w_{%s}", rank)


def odds(c: Any, rank: Any) -> Any:
    """w(i)/(1 - w(i))."""
    return named(c / ((c + rank - 1) * (c + rank) - c), "v_{%s}", rank)


def predicted(listing: Any, c: Any, tail: str) -> Any:
    """Share of the list's priorities that a gold of one level has, weighted by rank.

    The priorities over what is not listed count in both readings. Those of a listed relevant document over a listed
    non-relevant one, which the gold leaves in its tail, count when the tail is open.
    """
    below = named(c / (c + listing.listed), "T")
    over_tail = listing.ranks(lambda at: at.b * weight(c, at.i)) * ratio(c, listing.listed, 0)
    unlisted = below * listing.ranks(lambda at: at.b * odds(c, at.i)) + over_tail
    if tail == "closed":
        return named(unlisted, _RELIABILITY)
    inside = listing.pairs(
        lambda at, low: (
            at.b * (1 - low.e) * (odds(c, at.i) * weight(c, low.j) + odds(c, low.j) * weight(c, at.i))
        )
    )
    return named(inside + unlisted, _RELIABILITY)


_RELIABILITY = r"\mathrm{rel}"


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


def weighting(**given: object) -> Weighting:
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
