"""Tables of few forecasts in symbols: what their items, groups and bins add up to, with every row written out.

Which forecasts share a bin is not known, but where each of them is the share of its events, forecasts less events are
0 in every bin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import sympy
from sympy import Expr

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.quotients import in_lowest_terms
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Larger, Over, Ratio, Smaller
from axiometrics.tasks.parametric import ParametricCase, measured
from axiometrics.tasks.probabilistic.chooser import Table
from axiometrics.tasks.probabilistic.forecast_order import PLACE, SIGNS, Part, gained, is_shown, side_of
from axiometrics.tasks.probabilistic.view import (
    QUANTITIES,
    VARIABLES,
    E,
    K,
    N,
    bare,
    in_multiples,
    item_at,
    moves,
    of_either_sign,
)

VARIABLE = {str(symbol): symbol for symbol in VARIABLES}
Row = Mapping[str, Any]


class Terms:
    """Evaluates bodies of reductions in rows, where the signs of some generators are known."""

    def __init__(self, signs: tuple[list[Any], list[Any]], *, curved: bool = False) -> None:
        self.signs = signs
        self.curved = curved
        """Whether logarithms stay."""

    def of(self, body: Any, rows: Sequence[Row]) -> list[Any]:
        """Return what a body adds in each row."""
        found = []
        for row in rows:
            known = {VARIABLE[key]: value for key, value in row.items() if key in VARIABLE}
            unknown = body.free_symbols & {*VARIABLES} - {*known}
            if unknown:
                raise NotSymbolicError(f"what {min(map(str, unknown))} is of a forecast is not known")
            found.append(row.get("times", 1) * self.folded(body.xreplace(known)))
        return found

    def folded(self, body: Any) -> Any:
        """Take the side of every extreme, quotient and guard that the signs of symbols tell."""
        if not body.args:
            return body
        parts = [self.folded(part) for part in body.args]
        if isinstance(body, Ratio | Guard):
            value, quantity, _ = parts
            if rational_sign(quantity, *self.signs) not in ("positive", "negative"):
                raise NotSymbolicError(f"cannot see whether {quantity} vanishes")
            return value / quantity if isinstance(body, Ratio) else value
        if isinstance(body, Larger | Smaller):
            return self.extreme(type(body), parts)
        if isinstance(body, sympy.log) and not self.curved:
            raise NotSymbolicError("logarithms of forecasts are swept only")
        return body.func(*parts)

    def extreme(self, kind: Any, values: Sequence[Any]) -> Expr:
        """Return the largest, or the smallest, of some values of which the signs of symbols tell which is larger."""
        found = values[0]
        for value in values[1:]:
            sign = rational_sign(found - value, *self.signs)
            if sign is None:
                raise NotSymbolicError(f"cannot see which is larger, {found} or {value}")
            at_least = sign in ("positive", "nonnegative", "zero")
            found = found if at_least == (kind is Larger) else value
        return found


M, R, X = sympy.symbols("m r x")
IN_BINS = {"largest": "c", "width": "d", "widest": "d", "mass": "d"}
"""The column that tells how far forecasts and events of a group, or bin, are apart: any number."""
EMPTY = ("largest", "width", "widest")
"""Domains where it is 0 in calibrated tables: all items with one forecast are in one bin."""


def in_bin(atom: Over, apart: Expr) -> Expr:
    """Return the value of a body at a group, or in a bin, where forecasts and events are so far apart."""
    kind = atom.domain.split("_")[0]
    if kind not in IN_BINS:
        raise NotSymbolicError(f"what {atom.domain} add up to in a whole table is not known")
    row = {IN_BINS[kind]: apart, "n": M, "r": R}
    return Terms(([M, R], [X])).of(atom.body.xreplace({K: sympy.Integer(2)}), [row])[0]


def is_nothing(atom: Over) -> bool:
    """Whether all bins, or groups up to one, add nothing wherever forecasts are shares of events."""
    return atom.domain.split("_")[0] in EMPTY and in_bin(atom, sympy.S.Zero) == 0


class FewForecasts:
    """Fills a case of tables whose items are shown, all of them or beside others."""

    def __init__(self, part: Part, formula: Formula) -> None:
        self.part, self.terms = part, Terms(part.signs)
        self.case = case = ParametricCase(where=dict(part.where), substituted=part.alone)
        for gap, (sign, meaning, definition) in part.known.items():
            case.generator(str(gap), sign, meaning, definition)
        case.outputs = {name: self._sizes(name, table) for name, table in part.tables.items()}
        either = of_either_sign(formula)
        for symbol, atom in formula.normal.atoms.items():
            if moves(atom):
                self._move(symbol, atom)
                continue
            values = {
                name: self._reduced(atom, Rows(table, part.signs, decided=part.asked == "sides"), name)
                for name, table in part.tables.items()
            }
            first = next(iter(values))
            asked = symbol in either and not part.alone
            known = in_multiples(case, symbol, values, part.signs) if asked else {}
            for name, value in known.items():
                case.outputs[name][symbol] = value
            if known:
                continue
            rest = 0
            if not part.alone:
                rest = case.rest_of(symbol, values[first], first, "real", f"{symbol} of all other items")
            for name, value in values.items():
                case.outputs[name][symbol] = value + rest
        domains = sorted({atom.domain for atom in formula.normal.atoms.values()})
        case.told = lambda: {"outputs": {name: self._told(name, domains) for name in case.outputs}}

    def _move(self, symbol: Expr, atom: Over) -> None:
        """Set a sum by what the items gain from one output to the other, where each has another forecast."""
        tables = {name: [*filter(is_shown, table)] for name, table in self.part.tables.items()}
        endless = bare(atom)[1]
        self.case.there |= {symbol} if endless else set()
        missed = {
            name: endless and any(in_lowest_terms(q[y - 1]) == 0 for q, y, _ in shown)
            for name, shown in tables.items()
        }
        if any(missed.values()):
            if all(missed.values()):
                raise NotSymbolicError("every output is infinite")
            for name, is_endless in missed.items():
                known = sympy.oo if is_endless else self._whole(symbol, name)
                self.case.outputs[name][symbol] = known
            return
        if len({tuple(each[1:] for each in shown) for shown in tables.values()}) > 1:
            raise NotSymbolicError("what roots of other items add up to is not known")
        (self._bend if len(tables) == 3 else self._shift)(symbol, atom, tables)

    def _whole(self, symbol: Expr, name: str) -> Any:
        return self.case.unnamed("real", f"{symbol} of all items", measured(symbol, name))

    def _shift(self, symbol: Expr, atom: Over, tables: Mapping[str, Sequence[Any]]) -> None:
        """Set a sum in one output, and what it gains from there to the other one."""
        if len(tables) != 2:
            raise NotSymbolicError("what roots of more outputs add up to is not known")
        moved: dict[tuple[Any, Any], tuple[Any, list[Any]]] = {}
        for (before, y, times), (after, *_) in zip(*tables.values(), strict=True):
            place = before[1], after[1]
            body, there = moved.get(place, (0, []))
            asked = [1 - PLACE if y == 1 else PLACE] if bare(atom)[1] else []
            moved[place] = body + times * item_at(atom, y, PLACE), there + asked
        signs = self.part.signs
        found = {gained(body, *place, signs, there=there) for place, (body, there) in moved.items()}
        names = [*tables]
        start, end = (measured(symbol, name) for name in names)
        base = self._whole(symbol, names[0])
        for turn, some in ((1, SIGNS), (-1, ("negative", "nonpositive"))):
            if found <= {*some, "zero"}:
                sign: Any = SIGNS[some[0] not in found]
                more = self.case.unnamed(
                    sign, f"what {symbol} gains by other forecasts", turn * (end - start)
                )
                for name, value in zip(names, (base, base + turn * more), strict=True):
                    self.case.outputs[name][symbol] = value
                return
        raise NotSymbolicError("what roots gain has no sign")

    def _bend(self, symbol: Expr, atom: Over, tables: Mapping[str, Sequence[Any]]) -> None:
        """Set a sum halfway between two others, in one of these, and what both have more than twice the former."""
        if any(len(shown) != 1 for shown in tables.values()):
            raise NotSymbolicError("what roots of several items in more outputs add up to is not known")
        places = {name: shown[0][0][1] for name, shown in tables.items()}
        _, y, times = next(iter(tables.values()))[0]
        asked = [1 - PLACE if y == 1 else PLACE] if bare(atom)[1] else []
        for half in places:
            one, other = (name for name in places if name != half)
            if in_lowest_terms(2 * places[half] - places[one] - places[other]) == 0:
                body = times * item_at(atom, y, PLACE)
                found = gained(body, places[one], places[other], self.part.signs, there=asked, bent=True)
                if found not in ("positive", "negative"):
                    raise NotSymbolicError("how sums bend has no sign")
                turn = 1 if found == "positive" else -1
                base, first, second = (measured(symbol, name) for name in (half, one, other))
                whole = self._whole(symbol, half)
                apart = self.case.unnamed("real", f"what {symbol} gains from halfway to {one}", first - base)
                more = self.case.unnamed(
                    "positive",
                    f"how {symbol} bends between {one} and {other}",
                    turn * (first + second - 2 * base),
                )
                values = {half: whole, one: whole + apart, other: whole - apart + turn * more}
                for name, value in values.items():
                    self.case.outputs[name][symbol] = value
                return
        raise NotSymbolicError("no output is halfway between the others")

    def _told(self, name: str, domains: Sequence[str]) -> dict[str, Any]:
        """Return the rows of an output as data, and what is named of it; other items are not among them."""
        rows = Rows(self.part.tables[name], self.part.signs, decided=self.part.asked == "sides")
        first, last = (rows.entries[at][0] for at in (0, -1))
        alike = [times for forecast, _, times in rows.entries if forecast == first]
        events = [times for _, happened, times in rows.entries if happened == 2]
        named = {"p_1": first[1], "p_last": last[1], "changed_alike": sum(alike)}
        named["changed_events"] = sum(events)
        named["changed"] = sum(times for *_, times in rows.entries)
        return {
            "quantities": {str(symbol): self.case.outputs[name][symbol] for symbol in QUANTITIES} | named,
            "rows": dict(map(rows.told, domains)),
            "complete": self.part.alone,
            **({} if self.part.alone or self.part.asked != "ends" else {"misses": False}),
        }

    def _sizes(self, name: str, table: Table) -> dict[Any, Any]:
        shown = list(filter(is_shown, table))
        events = sympy.Add(*(times for _, happened, times in shown if happened == 2))
        others = sympy.Add(*(times for _, happened, times in shown if happened == 1))
        if len(shown) < len(table):
            events += self._others("further_events", measured(E, name) - self.case.measured(events))
            others += self._others(
                "further_others", measured(N, name) - measured(E, name) - self.case.measured(others)
            )
        return {N: events + others, E: events, K: sympy.Integer(2)}

    def _values(self, quantity: Any) -> set[Any]:
        return {sympy.expand(known[quantity]) for known in self.case.outputs.values()}

    def _others(self, name: str, definition: Any) -> Any:
        return self.case.generator(name, "nonnegative", name.replace("_", " "), definition)

    def _reduced(self, atom: Over, rows: Rows, name: str) -> Any:
        """Return what a reduction adds up to over the items that are shown."""
        if not self.part.alone and atom.domain not in ("items", "entries"):
            raise NotSymbolicError(f"what {atom.domain} become beside other items is not known")
        read = [symbol for symbol in QUANTITIES if symbol in atom.body.free_symbols]
        if not self.part.alone and any(len(self._values(symbol)) > 1 for symbol in read):
            raise NotSymbolicError(f"{atom.domain} of other items read what is not the same in every output")
        body = atom.body.xreplace({symbol: self.case.outputs[name][symbol] for symbol in read})
        if rows.unseen(atom.domain) and is_nothing(atom):
            return sympy.S.Zero
        ways = [self.terms.of(body, found) for found in rows.of(atom.domain)]
        if any(in_lowest_terms(one - other) != 0 for one, other in zip(ways[0], ways[-1], strict=True)):
            raise NotSymbolicError("cannot see which class has the largest forecast")
        largest = atom.domain.startswith(("largest", "widest"))
        return self.terms.extreme(Larger, ways[0]) if largest else sympy.Add(*ways[0])


def _told_rows(ways: Sequence[Sequence[Row]]) -> Sequence[Row]:
    """Return the rows as data; where one of several ways is right, each row says of which way it is."""
    many = [{**row, "either": number} for number, rows in enumerate(ways) for row in rows]
    return many if len(ways) > 1 else ways[0]


class Rows:
    """What the domains of one table run over, as far as items are shown."""

    def __init__(self, table: Table, signs: tuple[list[Any], list[Any]], *, decided: bool = False) -> None:
        self.entries = list(filter(is_shown, table))
        self.signs = signs
        self.decided = decided
        """Whether it is told which class has the larger forecast."""

    def of(self, domain: str) -> list[list[Row]]:
        """Return the rows in all ways of which one is right. Raises NotSymbolicError."""
        kind = domain.split("_")[0]
        known: Mapping[str, Callable[[], list[Row]]] = {
            "items": self._items,
            "entries": self._classes,
            "forecast": self._classes_of_groups,
            "groups": self._groups,
            "largest": self._groups,
            "blocks": self._blocks,
        }
        if kind in known:
            return [known[kind]()]
        if kind not in ("width", "widest"):
            raise NotSymbolicError(f"what {domain} run over is swept only")
        one, other = self._bin(1), self._bin(-1)
        return {"event": [[one]], "classes": [[other, one]], "top": [[one], [other]]}[domain.split("_")[-1]]

    def told(self, domain: str) -> tuple[str, Sequence[Row]]:
        """Return rows as data, by their domain; groups in the place of bins that are not known."""
        seen = "groups" if self.unseen(domain) else domain
        return seen, _told_rows(self.of(seen))

    def unseen(self, domain: str) -> bool:
        """Whether the items are of several forecasts, each the share of its events, whose bins are not known."""
        if domain.split("_")[0] not in ("width", "widest") or len({q[1] for q, *_ in self.entries}) == 1:
            return False
        return all(in_lowest_terms(n * p - e) == 0 for p, n, e in self._forecasts())

    def _items(self) -> list[Row]:
        return [
            {
                "t": q[y - 1],
                "s": sum(each**2 for each in q),
                "p": q[1],
                "y": sympy.Integer(y == 2),
                "times": n,
                **(self._decision(q[1], y) if self.decided else {}),
            }
            for q, y, n in self.entries
        ]

    def _decision(self, forecast: Any, happened: int) -> Row:
        """Say how many classes share the larger forecast, whether what happened is one, and whether it is the first."""
        side = side_of(forecast, self.signs)
        if side is None:
            raise NotSymbolicError("which class has the larger forecast is not known")
        first = happened == (2 if side > 0 else 1)
        found = {"m": 1 + (side == 0), "h": first or side == 0, "f": first}
        return {name: sympy.Integer(value) for name, value in found.items()}

    def _classes(self) -> list[Row]:
        return [
            {
                "q": q[k],
                "o": sympy.Integer(y == k + 1),
                "Q": sum(q[: k + 1]),
                "O": sympy.Integer(y <= k + 1),
                "times": n,
            }
            for q, y, n in self.entries
            for k in range(len(q))
        ]

    def _forecasts(self) -> list[tuple[Any, Any, Any]]:
        """Return the different probabilities of the event, ascending, with their items and events."""
        found: dict[Any, list[Any]] = {}
        for q, y, n in self.entries:
            items = found.setdefault(q[1], [sympy.S.Zero, sympy.S.Zero])
            items[0] += n
            items[1] += n * int(y == 2)
        ordered = [(p, n, e) for p, (n, e) in found.items()]
        if any(rational_sign(b[0] - a[0], *self.signs) == "negative" for a, b in pairwise(ordered)):
            ordered = ordered[::-1]
        if any(rational_sign(b[0] - a[0], *self.signs) != "positive" for a, b in pairwise(ordered)):
            raise NotSymbolicError("cannot see in which order the forecasts are")
        return ordered

    def _groups(self) -> list[Row]:
        known = self._forecasts()
        return [
            {
                "p": p,
                "n": n,
                "e": e,
                "A": sum(items for _, items, _ in known[place:]),
                "B": sum(events for *_, events in known[place:]),
                "c": sum(items * each - events for each, items, events in known[: place + 1]),
            }
            for place, (p, n, e) in enumerate(known)
        ]

    def _classes_of_groups(self) -> list[Row]:
        known = self._forecasts()
        items, events = (sum(each[side] for each in known) for side in (1, 2))
        return [
            {"q": q, "n": n, "e": happened, "b": total}
            for p, n, e in known
            for q, happened, total in ((1 - p, n - e, items - events), (p, e, events))
        ]

    def _blocks(self) -> list[Row]:
        """Return the blocks of the isotonic fit: of one forecast, or of several that are the shares of events."""
        known = self._forecasts()
        if len(known) > 1 and any(in_lowest_terms(n * p - e) != 0 for p, n, e in known):
            raise NotSymbolicError("cannot see which forecasts are pooled")
        return [{"n": n, "e": e} for _, n, e in known]

    def _bin(self, sign: int) -> Row:
        """Return the one bin of one forecast, whichever it is: of the event, or of the other class."""
        known = self._forecasts()
        if len(known) > 1:
            raise NotSymbolicError("cannot see which forecasts share a bin")
        ((p, n, e),) = known
        return {"n": n, "d": sign * (n * p - e), "r": sympy.S.One}
