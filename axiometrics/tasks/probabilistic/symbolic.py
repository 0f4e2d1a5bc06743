"""The parametric cases of a constraint on two classes: a few forecasts in every order, and groups of any size.

The probabilities of the event are points of the unit interval. The gaps between them are generators: those at the ends
are never negative, the others are positive, and a point is the sum of the gaps up to it by that of all. Where the other
items are arbitrary, sums over them are symbols. Where there are none, the rows of every domain are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise, permutations
from typing import Any

import sympy
from sympy import Expr

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.quotients import in_lowest_terms
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.lemmas import sign_with_logarithms
from axiometrics.formulas.nodes import Over, Ratio
from axiometrics.tasks.choosing import Answers, GeneratorKey, each_choice
from axiometrics.tasks.parametric import ParametricCase, UnreadTable, measured, unread
from axiometrics.tasks.probabilistic.chooser import Chooser, Counts, Generator, Shares, Table
from axiometrics.tasks.probabilistic.forecast_order import (
    CALIBRATED,
    PLACE,
    PLACES,
    RECALIBRATED,
    REST,
    SIGNS,
    UNCALIBRATED,
    Part,
    gained,
    ways,
    with_sides,
)
from axiometrics.tasks.probabilistic.symbolic_tables import (
    FewForecasts,
    M,
    R,
    Rows,
    Terms,
    X,
    in_bin,
    is_nothing,
)
from axiometrics.tasks.probabilistic.view import (
    E,
    K,
    N,
    asked_of,
    bare,
    item_at,
    moves,
    of_either_sign,
    signed,
)


class _Symbols(Chooser):
    """Answers with points of the unit interval that differ, of which some are known to be in ``order``."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers, 0)
        self.points: list[Any] = []
        self.groups: list[Counts] = []
        self.order: list[tuple[Any, ...]] = []
        """Points of which each is below the next one, or, where that is not known, each above it."""
        self.below: list[tuple[Any, Any]] = []
        self.differ: set[frozenset[Any]] = set()
        self.wholes = 0
        """Whole tables that were asked for."""

    def counts(self, classes: int, taken: int = 0, least: int = 1) -> Counts:
        """Return the outcome counts of a group of any size."""
        share = self.forecast(classes)
        items = sympy.Symbol(f"items_{len(self.groups) + 1}", positive=True)
        self.groups.append(Counts([items * part for part in share], share))
        return self.groups[-1]

    def forecast(self, classes: int) -> Shares:
        if classes != 2:
            raise NotSymbolicError("forecasts of more than two classes are swept only")
        point = sympy.Symbol(f"point_{len(self.points) + 1}", real=True)
        self.points.append(point)
        return 1 - point, point

    def apart(self, first: Shares, second: Shares) -> None:
        self.differ.add(frozenset((first[1], second[1])))

    def towards(self, goal: Shares) -> tuple[Shares, Shares]:
        far, near = self.forecast(len(goal)), self.forecast(len(goal))
        self.order.append((far[1], near[1], goal[1]))
        return far, near

    def moved(self, source: Shares, origin: int, target: int, *, all_of_it: bool = False) -> Shares:
        if all_of_it:
            raise NotSymbolicError("forecasts of which all mass moves are swept only")
        found = self.forecast(len(source))
        self.below.append((source[1], found[1]) if target == 2 else (found[1], source[1]))
        return found

    def require(self, condition: object) -> None:
        if isinstance(condition, sympy.StrictLessThan) and {condition.lhs, condition.rhs} <= {*self.points}:
            self.below.append((condition.lhs, condition.rhs))
        elif isinstance(condition, sympy.Basic) and condition not in (sympy.true, sympy.false):
            raise NotSymbolicError("such a condition on forecasts is swept only")
        else:
            super().require(condition)

    def items(self, classes: int, least: int, most: int) -> Table:
        if least:
            raise NotSymbolicError("whole tables are swept only")
        return UnreadTable(REST)

    def context(self, classes: int, taken: int, kind: str = "any") -> Table:
        return [] if kind == "none" else UnreadTable(REST)  # calibrated ones are some of these

    def calibrated(self, classes: int, notion: str = "rows") -> Table:
        """Stand for any table of which each forecast is the share of its events."""
        if notion != "rows":
            raise NotSymbolicError("weaker calibrations are swept only")
        return self._any(classes, CALIBRATED)

    def uncalibrated(self, classes: int) -> Table:
        """Stand for any table of which some forecast is not the share of its events."""
        return self._any(classes, UNCALIBRATED)

    def recalibrated(self, table: Table) -> Table:
        """Stand for the same table with the shares as forecasts."""
        if [each.kind for each in unread(table)] != [UNCALIBRATED]:
            raise NotSymbolicError("recalibration of parts of tables is swept only")
        return UnreadTable(RECALIBRATED)

    def _any(self, classes: int, kind: str) -> Table:
        if classes != 2:
            raise NotSymbolicError("forecasts of more than two classes are swept only")
        self.wholes += 1
        return UnreadTable(kind)

    @property
    def orders(self) -> list[tuple[Any, ...]]:
        """All orders in which the points may be. Raises NotSymbolicError where some of them may be equal."""
        chains = [*self.order, *self.below]
        differ = self.differ | {frozenset(pair) for chain in chains for pair in combinations(chain, 2)}
        if any(frozenset(pair) not in differ for pair in combinations(self.points, 2)):
            raise NotSymbolicError("forecasts that may be equal are swept only")
        return [order for order in permutations(self.points) if self._admits(order)]

    def _admits(self, order: Sequence[Any]) -> bool:
        place = {point: at for at, point in enumerate(order)}
        steps = [[place[b] - place[a] for a, b in pairwise(points)] for points in self.order]
        one_way = all(all(step > 0 for step in each) or all(step < 0 for step in each) for each in steps)
        return one_way and all(place[low] < place[high] for low, high in self.below)


def parametric_cases(generator: Generator, formula: Formula) -> Sequence[ParametricCase]:
    """Return a case for each choice of classes and each order of forecasts; raises NotSymbolicError.

    Of a sum that may be infinite there are none in which it is so in every output: no two of them differ.
    """
    return [
        (_WholeTables if part.whole else FewForecasts)(part, formula).case
        for part in _parts(GeneratorKey(generator), asked_of(formula))
    ]


@lru_cache(maxsize=128)
def _parts(key: GeneratorKey, asked: str) -> tuple[Part, ...]:
    """Return every choice of classes and order of points of a generator; raises NotSymbolicError."""
    return tuple(
        part
        for chooser, template in each_choice(key.generator, _Symbols)
        for order in chooser.orders
        for part in ways(chooser, template, order, asked)
    )


GAPS = sympy.symbols("gap_0 gap_1")
_INSIDE = GAPS[0] / (GAPS[0] + GAPS[1])
Group = tuple[tuple[Any, Any], tuple[list[Any], list[Any]]]
"""A forecast of a group, the share of its events, and the signs of what they are written in."""
EQUAL: list[Group] = [((each, each), ([M, *GAPS[:2]], [])) for each in (_INSIDE, sympy.S.Zero, sympy.S.One)]


@lru_cache(maxsize=4)
def groups_of(asked: str) -> tuple[Sequence[Group], Sequence[Group]]:
    """Return every way in which a forecast differs from its share, and is the same, as far as that is asked.

    Where ends are asked for, those are left out in which something happened that had no probability.
    """
    points = sympy.symbols("low high")
    shown = {point: point for point in points}
    apart: list[Group] = []
    for forecast, share in (points, points[::-1]):
        for places in PLACES[asked](points, shown):
            if not places.ends.get(forecast):
                positive, loose = places.signs
                apart.append(((places.values[forecast], places.values[share]), ([M, *positive], loose)))
    if asked != "sides":
        return apart, EQUAL
    alone = [(each.values[points[0]], each.signs) for each in with_sides(points[:1], shown)]
    return apart, [((value, value), ([M, *signs[0]], signs[1])) for value, signs in alone]


OF_ONE_GROUP = ("items", "entries", "groups", "forecast", "blocks")
"""Domains whose sums are sums over groups of items with one forecast; blocks where the table is calibrated."""
OF_FORECASTS = ("groups", "forecast_groups")
OF_OTHERS = {"A", "B", "c", "b"}
"""What a group's rows have of other groups."""


class _WholeTables:
    """Fills a case of tables of any items, by what one group adds to each sum."""

    def __init__(self, part: Part, formula: Formula) -> None:
        self.case = ParametricCase(where=dict(part.where))
        self.kinds = {name: unread(table)[0].kind for name, table in part.tables.items()}
        self.first = next(iter(self.kinds))
        events, items = (measured(each, self.first) for each in (E, N))
        pairs = (("events", events), ("others", items - events))
        counts = [self.case.generator(name, "nonnegative", name, each) for name, each in pairs]
        self.case.sums.append(tuple(counts))
        sizes = {N: sum(counts), E: counts[0], K: sympy.Integer(2)}
        self.case.outputs = {name: dict(sizes) for name in self.kinds}
        told: dict[str, Any] = {"quantities": {str(symbol): value for symbol, value in sizes.items()}}
        if part.asked == "ends":
            told["misses"] = part.missed
        self.missed = part.missed
        self.groups = {each: groups_of(each) for each in {"order", part.asked}}
        self.case.told = lambda: {"outputs": {k: {"table": v, **told} for k, v in self.kinds.items()}}
        self.sums: dict[Any, Any] = {}
        self.either = of_either_sign(formula)
        for symbol, atom in formula.normal.atoms.items():
            self._fill(symbol, atom)

    def _fill(self, symbol: Expr, atom: Over) -> None:
        """Set a sum, or extreme, in every output."""
        kinds, endless = {*self.kinds.values()}, atom.domain == "items" and bare(atom)[1]
        self.asked = "ends" if endless else "sides" if "sides" in self.groups else "order"
        if atom.body.free_symbols & {N, E} and (RECALIBRATED not in kinds or atom.domain not in OF_FORECASTS):
            raise NotSymbolicError(f"{symbol} reads the numbers of items or events")
        if endless:
            self.case.there |= {symbol}
            if CALIBRATED in kinds:
                raise NotSymbolicError("what may be infinite is swept only in calibrated tables")
        if endless and self.missed:
            self._beyond(symbol)
        elif kinds == {CALIBRATED}:
            self._calibrated(symbol, atom)
        elif atom.domain.split("_")[0] not in OF_ONE_GROUP[:-1]:
            self._in_bins(symbol, atom)
        elif RECALIBRATED in kinds:
            (self._moved if moves(atom) else self._recalibrated)(symbol, atom)
        else:
            apart, same = [
                [sign_with_logarithms(self._value(atom, *each), each[1]) for each in every]
                for every in self.groups[self.asked]
            ]
            self._set(symbol, self._known(symbol, apart, same, measured(symbol, self.first)))

    def _beyond(self, symbol: Expr) -> None:
        """Set a sum that is infinite, unless the forecasts are shares."""
        for name, kind in self.kinds.items():
            known: Any = sympy.oo
            if kind == RECALIBRATED:
                known = self.case.unnamed("real", f"{symbol} of shares", measured(symbol, name))
            self.case.outputs[name][symbol] = known

    def _set(self, symbol: Expr, value: Any) -> None:
        for known in self.case.outputs.values():
            known[symbol] = value

    def _value(self, atom: Over, points: tuple[Any, Any], signs: tuple[list[Any], list[Any]]) -> Any:
        """Return what a group with a forecast and a share of events adds to a sum."""
        forecast, share = points
        table = [((1 - forecast, forecast), 1, M * (1 - share)), ((1 - forecast, forecast), 2, M * share)]
        table = [each for each in table if self.asked != "ends" or each[2] != 0]
        (rows,) = Rows(table, signs, decided=self.asked == "sides").of(atom.domain)
        own = [{name: value for name, value in row.items() if name not in OF_OTHERS} for row in rows]
        if atom.domain == OF_FORECASTS[1]:
            own = [{**row, "b": every} for row, every in zip(own, (N - E, E), strict=True)]
        signs = [*signs[0], N], [*signs[1], E]
        terms = Terms(signs, curved=self.asked == "ends")
        found = sympy.Add(*terms.of(atom.body.xreplace({K: sympy.Integer(2)}), own))
        return found if found.atoms(sympy.log) else in_lowest_terms(found)

    def _known(self, symbol: Expr, apart: Sequence[Any], same: Sequence[Any], definition: Any) -> Any:
        """Return a generator whose sign is that of what groups add, those that are not calibrated and the others."""
        sign: Any = "real"
        if all(each in (*SIGNS, "zero") for each in (*apart, *same)):
            sign = SIGNS[any(each != "positive" for each in apart)]
        if sign == "real" and symbol in self.either:
            return signed(self.case, symbol, definition)
        told = {"real": "", "positive": ", to which each group adds that is not calibrated"}
        meaning = f"{symbol}{told.get(sign, ', to which no group adds less than zero')}"
        return self.case.unnamed(sign, meaning, definition)

    def _in_bins(self, symbol: Expr, atom: Over) -> None:
        """Set what bins add up to: nothing where shares are the forecasts, and else, if none adds less, not less."""
        signs = {rational_sign(in_bin(atom, apart), [M, R], [X]) for apart in (X, -X)}
        kinds = self.kinds.values()
        if not signs <= {*SIGNS, "zero"} or (RECALIBRATED in kinds and not is_nothing(atom)):
            raise NotSymbolicError(f"what {atom.domain} add up to in a whole table is not known")
        name = next((name for name, kind in self.kinds.items() if kind == UNCALIBRATED), self.first)
        meaning, sign = f"{symbol}, to which no bin adds less than zero", SIGNS[1]
        if atom.domain == "largest" and all(
            rational_sign(in_bin(atom, apart), [M, R, X], []) == "positive" for apart in (X, -X)
        ):  # sums up to a forecast are not all zero where some group is not calibrated
            meaning, sign = f"{symbol}, positive where forecasts and events up to one differ", SIGNS[0]
        self._set(symbol, self.case.unnamed(sign, meaning, measured(symbol, name)))  # type: ignore[arg-type]
        for name, kind in self.kinds.items():
            if kind == RECALIBRATED:
                self.case.outputs[name][symbol] = sympy.S.Zero

    def _recalibrated(self, symbol: Expr, atom: Over) -> None:
        """Set a sum by what recalibration takes from each group's part; groups may become one by it."""
        worse, better = (measured(symbol, name) for name in self.kinds)
        lost: list[Any] = []
        left = []
        apart, same = self.groups[self.asked]
        for (forecast, share), signs in (*apart, *same):
            left.append(self._value(atom, (share, share), signs))
            less = in_lowest_terms(self._value(atom, (forecast, share), signs) - left[-1])
            lost.append("zero" if less == 0 else rational_sign(less, *signs))
        base = sympy.S.Zero
        if any(value != 0 for value in left):
            together = atom.domain in OF_FORECASTS and not any(
                in_lowest_terms(value / M).has(M) for value in left
            )  # groups with one share add what they do together
            if atom.domain not in ("items", "entries") and not together:
                raise NotSymbolicError(f"what {atom.domain} add up to where groups become one is not known")
            if together and atom.body.is_rational_function(*atom.body.atoms(sympy.Symbol, Ratio)):
                self.case.there.add(symbol)  # each quotient was seen to have a value
            base = self.case.unnamed("real", f"{symbol} of shares", better)
        excess = (
            sympy.S.Zero
            if {*lost} == {"zero"}
            else self._known(symbol, lost[: len(apart)], lost[len(apart) :], worse - better)
        )
        for name, value in zip(self.kinds, (base + excess, base), strict=True):
            self.case.outputs[name][symbol] = value

    def _moved(self, symbol: Expr, atom: Over) -> None:
        """Set a sum with roots by what each group that is not calibrated gains, or loses, by its share as forecast."""
        worse, better = self.kinds
        start, end = (measured(symbol, name) for name in self.kinds)
        found = set()
        for place, signs in self.groups[self.asked][0]:
            parts = (1 - place[1], 1), (place[1], 2)
            body = M * sympy.Add(*(share * item_at(atom, y, PLACE) for share, y in parts if share != 0))
            there = [(1 - PLACE, PLACE)[y - 1] for share, y in parts if share != 0 and bare(atom)[1]]
            found.add(gained(body, *place, signs, there=there))
        if found not in ({"positive"}, {"negative"}):
            raise NotSymbolicError("what roots gain has no sign")
        turn = 1 if found == {"positive"} else -1
        base = self.case.unnamed("real", f"{symbol} of forecasts", start)
        gain = self._known(symbol, ["positive"], [], turn * (end - start))
        self.case.outputs[worse][symbol], self.case.outputs[better][symbol] = base, base + turn * gain

    def _calibrated(self, symbol: Expr, atom: Over) -> None:
        """Set a sum of a calibrated table: nothing, or the same as another one to which each group adds as much."""
        if atom.domain.split("_")[0] not in OF_ONE_GROUP:
            if not is_nothing(atom):
                raise NotSymbolicError(f"what {atom.domain} are in a calibrated table is not known")
            self._set(symbol, sympy.S.Zero)
            return
        parts = tuple(self._value(atom, *each) for each in EQUAL)
        nothing = all(part == 0 for part in parts)
        if not nothing and parts not in self.sums:
            definition = measured(symbol, self.first)
            self.sums[parts] = self.case.unnamed("real", f"{symbol} of shares", definition)
        self._set(symbol, sympy.S.Zero if nothing else self.sums[parts])
