"""Where the probabilities of a case are: in which order, inside the unit interval or at an end, on which side of 1/2.

Gaps between probabilities that follow each other are generators, those at the ends never negative, all others positive.
A probability is the sum of the gaps up to it by that of all. Where it matters which class has the larger forecast there
are gaps up to one half, and gaps from there on. Where it matters whether what happened may have had no probability, the
gaps at the ends are either positive, or nothing. What a sum gains on the way between two places is seen by its slope.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Protocol

import sympy
from sympy import Expr

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics import signs as known_signs
from axiometrics.formulas.arithmetics.quotients import in_lowest_terms
from axiometrics.formulas.arithmetics.signs import Sign, flip, rational_sign
from axiometrics.formulas.lemmas import sign_with_logarithms
from axiometrics.tasks.choosing import Answers
from axiometrics.tasks.parametric import Unread, measured, unread
from axiometrics.tasks.probabilistic.chooser import Counts, Table, Template

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
        yield Places(values, known, ends={order[0]: low, order[-1]: high})


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
    forecast: Any, known: Mapping[Any, tuple[Any, str, Any]], sizes: Sequence[Any], signs: Signs
) -> Iterator[tuple[int, dict[Any, Any], dict[Any, tuple[Any, str, Any]]]]:
    """Yield each side of one half on which a forecast may be, with what a size is there, and what is known then.

    The forecast has ``sizes`` in it, of which two weigh what is below one half and what is above it.
    """
    top, _ = sympy.fraction(in_lowest_terms(sympy.together(forecast - HALF)))
    weights = {size: sympy.expand(top).coeff(size) for size in sizes}
    order = {size: rational_sign(weight, *signs) for size, weight in weights.items()}
    rest = sympy.expand(top - sum(size * weight for size, weight in weights.items()))
    if rest != 0 or sorted(map(str, order.values())) != ["negative", "positive"]:
        raise NotSymbolicError("on which side of one half a forecast is, is not known")
    excess, spare = sympy.Symbol("excess"), {name: each[2] for name, each in known.items()}
    for side in (-1, 0, 1):
        solved = next(
            size for size, sign in order.items() if sign == ("positive" if side > 0 else "negative")
        )
        (other,) = {*sizes} - {solved}
        value = (excess * abs(side) - (side or 1) * weights[other] * other) / ((side or 1) * weights[solved])
        left = {name: each for name, each in known.items() if name != solved}
        if side:
            told = "by how much the items on one side of one half outweigh those on the other"
            left[excess] = ("positive", told, side * top.xreplace(spare))
        yield side, {solved: value}, left


PLACES: Mapping[str, Callable[..., Iterable[Places]]] = {
    "order": lambda order, shown: [in_order(order, shown)],
    "ends": at_the_ends,
    "sides": with_sides,
}
"""The places of points in an order, by what is asked of them."""


# --- what is gained on the way from one place to another

PLACE = sympy.Symbol("place", real=True)
_ROOT, _BEFORE, _AFTER = sympy.symbols("root before after")
"""A place, the one root in a body, and the two parts of the way to the place."""


def gain(
    body: Expr, low: Expr, high: Expr, signs: Signs, *, there: Collection[Expr] = (), bent: bool = False
) -> Sign | None:
    """Return the sign of what a body in `PLACE` gains from a lower place to a higher one, by its slope between them.

    It must have a slope all the way, and what is to be ``there`` must be positive; None where that, or the sign, is
    open. Where ``bent``, it is the sign of what both places have more than twice the one halfway between them.
    """
    roots = {
        power.base for power in body.atoms(sympy.Pow) if power.exp.is_Rational and not power.exp.is_Integer
    }
    square = roots.pop() if roots else sympy.S.One
    if roots or sympy.sympify(square).atoms(sympy.log) or (bent and square != 1):
        return None
    plain = body.replace(
        lambda part: part.is_Pow and part.base == square, lambda part: _ROOT ** (2 * part.exp)
    )
    slope = sympy.diff(plain, PLACE) + sympy.diff(plain, _ROOT) * sympy.diff(square, PLACE) / (2 * _ROOT)
    slope = sympy.diff(slope, PLACE) if bent else slope
    inside = [square, *there, *(part.args[0] for part in plain.atoms(sympy.log))]
    divisors = [part.base for part in plain.atoms(sympy.Pow) if part.exp.is_negative and part.base != _ROOT]
    between = (low * _AFTER + high * _BEFORE) / (_BEFORE + _AFTER)

    def sign(value: Expr, positive: Sequence[Any], loose: Sequence[Any] = ()) -> Sign | None:
        at = sympy.sympify(value).xreplace({PLACE: between})
        return sign_with_logarithms(at, ([*signs[0], *positive], [*signs[1], *loose]))

    for ways in ((_BEFORE, _AFTER), (_AFTER, _BEFORE)):
        if any(sign(value, ways[:1], ways[1:]) != "positive" for value in inside) or any(
            sign(value, ways[:1], ways[1:]) not in ("positive", "negative") for value in divisors
        ):
            return None
    ends = [_of_square(part, square) for part in sympy.fraction(sympy.together(slope))]
    if None in ends:
        return None
    return known_signs.product(*(sign(end, (_BEFORE, _AFTER)) for end in ends))


def gained(
    body: Expr, start: Expr, end: Expr, signs: Signs, *, there: Collection[Expr] = (), bent: bool = False
) -> Sign | None:
    """Return the sign of what a body gains from one place to another, or where ``bent``; None where it is open."""
    order = rational_sign(end - start, *signs)
    if order == "zero":
        return "zero"
    if order not in ("positive", "negative"):
        return None
    ends = (start, end) if order == "positive" else (end, start)
    found = gain(body, *ends, signs, there=there, bent=bent)
    return found if bent or order == "positive" else flip(found)


def _of_square(value: Expr, square: Expr) -> Expr | None:
    """Return a polynomial in a root over the root, or its square, as one in what is below it; None of a mixed one."""
    terms = sympy.Poly(value, _ROOT).terms()
    if len({power % 2 for (power,), _ in terms}) > 1:
        return None
    return sympy.Add(*(factor * square ** (power // 2) for (power,), factor in terms))


# --- tables with places in them

REST, CALIBRATED, UNCALIBRATED, RECALIBRATED = "rest", "calibrated", "uncalibrated", "recalibrated"
"""What stands in a table for any other items, or for all items of one that is calibrated, is not, or was not."""


@dataclass(frozen=True)
class Part:
    """One choice of classes and one order of forecasts: the tables, whose probabilities and sizes are generators.

    ``known`` says of each generator its sign, its meaning, and what it is in a concrete case; ``asked`` what matters of
    places: see `asked_of`. Of whole tables it is told whether something was ``missed``: it had no probability.
    """

    tables: Mapping[str, Table]
    known: Mapping[Any, tuple[Any, str, Any]]
    where: Mapping[str, int]
    asked: str = "order"
    missed: bool = False

    @property
    def alone(self) -> bool:
        """Whether there are no other items."""
        return not any(map(unread, self.tables.values()))

    @property
    def whole(self) -> bool:
        """Whether the tables are of any items."""
        return not any(is_shown(entry) for table in self.tables.values() for entry in table)

    @property
    def signs(self) -> tuple[list[Any], list[Any]]:
        """The generators that are positive, and those that are never negative."""
        kinds = [[name for name, (sign, *_) in self.known.items() if sign == kind] for kind in SIGNS]
        return kinds[0], kinds[1]


def is_shown(entry: Any) -> bool:
    """Whether an entry of a table is of items, and not what stands for any of them."""
    return not isinstance(entry, Unread)


class Asked(Protocol):
    """What a chooser was asked for: groups, and points, with the orders in which these may be."""

    answers: Answers
    groups: list[Counts]
    wholes: int

    @property
    def orders(self) -> list[tuple[Any, ...]]:
        """All orders in which the points may be."""


def ways(chooser: Asked, template: Template, order: Sequence[Any], asked: str) -> Iterator[Part]:
    """Yield every way in which the points are placed, as far as that matters."""
    tables: Mapping[str, Table] = template.outputs
    _check_unread(chooser, tables)
    if not order:  # whole tables
        first = next(iter(tables))
        for missed in (0, 1) if asked == "ends" else (0,):
            yield Part(
                tables, {}, {f"missed@{first}": missed} if asked == "ends" else {}, asked, bool(missed)
            )
        return
    where = _where(chooser, tables, order)
    if asked == "ends" and any(map(unread, tables.values())):
        where[f"others_missed@{next(iter(tables))}"] = 0
    shown = {point: _shown(point, chooser.groups, tables) for point in order}
    for places in PLACES[asked](order, shown):
        more = {
            "_".join((what, "@".join(_place(point, chooser.groups, tables)))): value
            for what, known in (("half", places.sides), ("end", places.ends))
            for point, value in known.items()
        }
        yield from _placed(chooser, tables, places, where | more, asked)


def _placed(
    chooser: Asked, tables: Mapping[str, Table], places: Places, where: Mapping[str, int], asked: str
) -> Iterator[Part]:
    """Yield the tables with places in the place of points, for each side of one half on which pooled ones may be."""
    known, values = dict(places.known), dict(places.values)
    sizes = []
    for place in range(len(chooser.groups)):
        sizes.append(sympy.Symbol(f"group_{place + 1}"))
        known[sizes[-1]] = ("positive", f"items of group {place + 1}", _size(place, chooser.groups, tables))
        values[sympy.Symbol(f"items_{place + 1}", positive=True)] = sizes[-1]
    made = {name: [_entry(entry, values) for entry in table] for name, table in tables.items()}
    made = {
        name: [each for each in table if not is_shown(each) or each[2] != 0] for name, table in made.items()
    }
    part = Part(made, known, where, asked)
    name, forecast = next(
        (
            (n, e[0][1])
            for n, t in made.items()
            for e in filter(is_shown, t)
            if side_of(e[0][1], part.signs) is None
        ),
        ("", None),
    )
    if asked != "sides" or not name:
        yield part
        return
    for side, solved, left in of_a_size(forecast, known, sizes, part.signs):
        told = {n: [_entry(each, solved, short=True) for each in table] for n, table in made.items()}
        yield Part(told, left, {**where, f"half_p_1@{name}": side}, asked)


def _entry(entry: Any, values: Mapping[Any, Any], *, short: bool = False) -> Any:
    """Return an entry of a table with others in the place of symbols, if ``short`` with few terms."""
    if not is_shown(entry):
        return entry
    forecast, happened, times = entry
    *shares, times = (sympy.sympify(each).xreplace(dict(values)) for each in (*forecast, times))
    if short:
        *shares, times = map(in_lowest_terms, (*shares, times))
    return tuple(shares), happened, times


def _check_unread(chooser: Asked, tables: Mapping[str, Table]) -> None:
    """Raise NotSymbolicError where outputs have different other items, or a whole table beside anything else."""
    if chooser.wholes:
        if chooser.wholes > 1 or any(
            [is_shown(each) for each in table] != [False] for table in tables.values()
        ):
            raise NotSymbolicError("whole tables of which one is more than another are swept only")
        return
    others = [sorted(map(id, unread(table))) for table in tables.values()]
    if any(each != others[0] or len(set(each)) < len(each) for each in others):
        raise NotSymbolicError("other items that are not the same in every output are swept only")


def _where(chooser: Asked, tables: Mapping[str, Table], order: Sequence[Any]) -> dict[str, int]:
    """Say which concrete cases have a choice of classes and an order of points."""
    first = {name: table[0] for name, table in tables.items()}
    found = {f"y_1@{name}": entry[1] for name, entry in first.items()} if "y" in chooser.answers.made else {}
    if len(chooser.orders) > 1:
        name, point = next((name, q[1]) for name, (q, *_) in first.items() if q[1] in order)
        others = [q[1] for q, *_ in first.values() if q[1] in order and q[1] != point]
        found[f"below@{name}"] = int(order.index(point) < max(map(order.index, others), default=0))
        if not others:  # beside the share of all
            found[f"below@{name}"] = int(point == order[0])
    return found


def _place(point: Any, groups: Sequence[Counts], tables: Mapping[str, Table]) -> tuple[str, str]:
    """Return what shows a point alone in a concrete case, and in which output."""
    for name, table in tables.items():
        own = list(filter(is_shown, table))
        labels = {0: "p_1", len(own) - 1: "p_last"}
        for at, label in labels.items():
            if own[at][0][1] == point:
                return label, name
    if len(groups) == 1 and groups[0].shares[1] == point:
        return "share", next(iter(tables))
    raise NotSymbolicError(f"no output shows {point} alone")


def _shown(point: Any, groups: Sequence[Counts], tables: Mapping[str, Table]) -> Any:
    """Return the probability of the event in a concrete case that a point stands for."""
    label, name = _place(point, groups, tables)
    if label == "share":
        return measured("changed_events", name) / measured("changed", name)
    return measured(label, name)


def _size(place: int, groups: Sequence[Counts], tables: Mapping[str, Table]) -> Any:
    """Return the number of items of a group in a concrete case."""
    every = measured("changed", next(iter(tables)))
    if len(groups) == 1:
        return every
    name = next(name for name, table in tables.items() if table[0][0][1] == groups[0].shares[1])
    first = measured("changed_alike", name)
    return every - first if place else first
