"""Where the probabilities of a case are: in which order, inside the unit interval or at an end, on which side of 1/2.

Gaps between probabilities that follow each other are generators, those at the ends never negative, all others positive.
A probability is the sum of the gaps up to it by that of all. Where it matters which class has the larger forecast there
are gaps up to one half, and gaps from there on. Where it matters whether what happened may have had no probability, the
gaps at the ends are either positive, or nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign

__all__ = ["HALF", "SIGNS", "Places", "at_the_ends", "in_order", "of_a_size", "side_of", "with_sides"]

SIGNS = ("positive", "nonnegative")
HALF = sympy.Rational(1, 2)
Signs = tuple[list[Any], list[Any]]
"""What is positive, and what is never negative."""


@dataclass(frozen=True)
class Places:
    """What probabilities are in gaps, and of each gap its sign, its meaning, and what it is in a concrete case.

    ``sides`` says of probabilities on which side of one half they are, and ``ends`` whether the lowest and the highest
    one are at an end.
    """

    values: Mapping[Any, Any]
    known: Mapping[Any, tuple[Any, str, Any]] = field(default_factory=dict)
    sides: Mapping[Any, int] = field(default_factory=dict)
    ends: Mapping[Any, int] = field(default_factory=dict)

    @property
    def signs(self) -> Signs:
        """The gaps that are positive, and those that are never negative."""
        kinds = [[name for name, (sign, *_) in self.known.items() if sign == kind] for kind in SIGNS]
        return kinds[0], kinds[1]


def _gaps(
    names: Sequence[Any], shown: Sequence[Any], loose: Collection[int], meaning: str
) -> dict[Any, tuple[Any, str, Any]]:
    """Return the gaps between numbers that are shown; the ``loose`` ones may be nothing."""
    return {
        gap: (
            SIGNS[place in loose],
            meaning.format(place, place + 1),
            shown[place + 1] - shown[place],
        )
        for place, gap in enumerate(names)
    }


def in_order(order: Sequence[Any], shown: Mapping[Any, Any]) -> Places:
    """Return places of probabilities in an order, where ``shown`` says what they are in a concrete case."""
    gaps = [sympy.Symbol(f"gap_{place}") for place in range(len(order) + 1)]
    ends = [sympy.S.Zero, *(shown[point] for point in order), sympy.S.One]
    known = _gaps(gaps, ends, (0, len(order)), "between probabilities {} and {}")
    return Places({point: sum(gaps[: place + 1]) / sum(gaps) for place, point in enumerate(order)}, known)


def at_the_ends(order: Sequence[Any], shown: Mapping[Any, Any]) -> Iterator[Places]:
    """Yield places with the lowest probability at 0 or above, and the highest one at 1 or below."""
    plain = in_order(order, shown)
    first, *_, last = plain.known
    if len(order) < 2:
        raise NotSymbolicError("whether one forecast alone is certain is not asked")
    for low, high in product((0, 1), repeat=2):
        gone = {gap: sympy.S.Zero for gap, is_end in ((first, low), (last, high)) if is_end}
        values = {point: value.xreplace(gone) for point, value in plain.values.items()}
        known = {gap: ("positive", *rest) for gap, (_, *rest) in plain.known.items() if gap not in gone}
        yield Places(values, known, ends={order[0]: low, order[-1]: high})  # type: ignore[arg-type]


def with_sides(order: Sequence[Any], shown: Mapping[Any, Any]) -> Iterator[Places]:
    """Yield places with some probabilities below one half and the others above it, or one of them there."""
    count = len(order)
    for below, above in sorted([*((k, k) for k in range(count + 1)), *((k, k + 1) for k in range(count))]):
        values: dict[Any, Any] = dict.fromkeys(order[below:above], HALF)
        known: dict[Any, tuple[Any, str, Any]] = {}
        for name, points, start in (("low", order[:below], 0), ("high", order[above:], 1)):
            if not points:
                continue
            gaps = [sympy.Symbol(f"{name}_{place}") for place in range(len(points) + 1)]
            ends = [start * HALF, *(shown[point] for point in points), (start + 1) * HALF]
            side = "above" if start else "below"
            text = f"between probabilities {{}} and {{}} {side} one half"
            known |= _gaps(gaps, ends, [start * len(points)], text)
            values |= {
                point: start * HALF + sum(gaps[: place + 1]) / (2 * sum(gaps))
                for place, point in enumerate(points)
            }
        sides = {point: int(place >= above) - int(place < below) for place, point in enumerate(order)}
        yield Places(values, known, sides=sides)


def side_of(forecast: Any, signs: Signs) -> int | None:
    """Return on which side of one half a probability of the event is: 1, 0 or -1; None where that is open."""
    found = rational_sign(sympy.sympify(forecast) - HALF, *signs)
    return {"positive": 1, "zero": 0, "negative": -1}.get(found or "")


def of_a_size(
    forecast: Any, known: Mapping[Any, tuple[Any, str, Any]], sizes: Sequence[Any]
) -> Iterator[tuple[int, dict[Any, Any], dict[Any, tuple[Any, str, Any]]]]:
    """Yield each side of one half on which a forecast may be, with what a size is there, and what is known then.

    The forecast has ``sizes`` in it, of which two weigh what is below one half and what is above it.
    """
    signs: Signs = (
        [name for name, (sign, *_) in known.items() if sign == SIGNS[0]],
        [name for name, (sign, *_) in known.items() if sign == SIGNS[1]],
    )
    top, _ = sympy.fraction(sympy.cancel(sympy.together(forecast - HALF)))
    weights = {size: sympy.expand(top).coeff(size) for size in sizes}
    order = {size: rational_sign(weight, *signs) for size, weight in weights.items()}
    rest = sympy.expand(top - sum(size * weight for size, weight in weights.items()))
    if rest != 0 or sorted(map(str, order.values())) != ["negative", "positive"]:
        raise NotSymbolicError("on which side of one half a forecast is, is not known")
    excess, spare = sympy.Symbol("excess"), {name: each[2] for name, each in known.items()}
    for side in (-1, 0, 1):
        solved = next(size for size, sign in order.items() if sign == ("positive" if side > 0 else "negative"))
        (other,) = {*sizes} - {solved}
        more = excess if side else sympy.S.Zero
        value = (more - side_or_one(side) * weights[other] * other) / (
            side_or_one(side) * weights[solved]
        )
        left = {name: each for name, each in known.items() if name != solved}
        if side:
            told = "by how much the items on one side of one half outweigh those on the other"
            left[excess] = ("positive", told, side * top.xreplace(spare))
        yield side, {solved: value}, left


def side_or_one(side: int) -> int:
    """Return a side, or 1 for neither."""
    return side or 1
