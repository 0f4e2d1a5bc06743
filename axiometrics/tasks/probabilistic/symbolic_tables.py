"""Tables of forecasts in symbols: what their items, groups and bins add up to, and what whole tables are known to have.

Of a table of few forecasts every row is written out. Of a whole table that is calibrated, or is not, it is known what
one group adds to a sum: nothing, or something of one sign wherever its forecast is not the share of its events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller
from axiometrics.tasks.parametric import ParametricCase, Unread, measured, unread
from axiometrics.tasks.probabilistic.chooser import Table
from axiometrics.tasks.probabilistic.view import QUANTITIES, VARIABLES, E, K, N

__all__ = ["CALIBRATED", "RECALIBRATED", "REST", "SIGNS", "UNCALIBRATED", "Part", "is_shown", "written"]

VARIABLE = {str(symbol): symbol for symbol in VARIABLES}
SIGNS = ("positive", "nonnegative")
REST, CALIBRATED, UNCALIBRATED, RECALIBRATED = "rest", "calibrated", "uncalibrated", "recalibrated"
"""What stands in a table for any other items, or for all items of one that is calibrated, is not, or was not."""
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Part:
    """One choice of classes and one order of forecasts: the tables, whose probabilities and sizes are generators.

    ``known`` says of each generator its sign, its meaning, and what it is in a concrete case.
    """

    tables: Mapping[str, Table]
    known: Mapping[Any, tuple[Any, str, Any]]
    where: Mapping[str, int]

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


def written(part: Part, formula: Formula) -> ParametricCase:
    """Return the case with the values of a formula's symbols in every output; raises NotSymbolicError."""
    return (_WholeTables if part.whole else _FewForecasts)(part, formula).case


class _Terms:
    """Evaluates bodies of reductions in rows, where the signs of some generators are known."""

    def __init__(self, signs: tuple[list[Any], list[Any]]) -> None:
        self.signs = signs

    def of(self, body: Any, rows: Sequence[Row]) -> list[Any]:
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
        if isinstance(body, sympy.log):
            raise NotSymbolicError("logarithms of forecasts are swept only")
        return body.func(*parts)

    def extreme(self, kind: Any, values: Sequence[Any]) -> Any:
        """Return the largest, or the smallest, of some values of which the signs of symbols tell which is larger."""
        found = values[0]
        for value in values[1:]:
            sign = rational_sign(found - value, *self.signs)
            if sign is None:
                raise NotSymbolicError(f"cannot see which is larger, {found} or {value}")
            at_least = sign in ("positive", "nonnegative", "zero")
            found = found if at_least == (kind is Larger) else value
        return found


class _FewForecasts:
    """Fills a case of tables whose items are shown, all of them or beside others."""

    def __init__(self, part: Part, formula: Formula) -> None:
        self.part, self.terms = part, _Terms(part.signs)
        self.case = case = ParametricCase(where=dict(part.where), substituted=part.alone)
        for gap, (sign, meaning, definition) in part.known.items():
            case.generator(str(gap), sign, meaning, definition)
        case.outputs = {name: self._sizes(name, table) for name, table in part.tables.items()}
        for symbol, atom in formula.normal.atoms.items():
            values = {
                name: self._reduced(atom, _Rows(table, part.signs), name)
                for name, table in part.tables.items()
            }
            first = next(iter(values))
            rest = 0
            if not part.alone:
                rest = case.rest_of(symbol, values[first], first, "real", f"{symbol} of all other items")
            for name, value in values.items():
                case.outputs[name][symbol] = value + rest
        domains = sorted({atom.domain for atom in formula.normal.atoms.values()})
        case.told = lambda: {"outputs": {name: self._told(name, domains) for name in case.outputs}}

    def _told(self, name: str, domains: Sequence[str]) -> dict[str, Any]:
        """Return the rows of an output as data, and what is named of it; other items are not among them."""
        rows = _Rows(self.part.tables[name], self.part.signs)
        first, last = (rows.entries[at][0] for at in (0, -1))
        alike = [times for forecast, _, times in rows.entries if forecast == first]
        events = [times for _, happened, times in rows.entries if happened == 2]
        named = {"p_1": first[1], "p_last": last[1], "changed_alike": sum(alike)}
        named["changed_events"] = sum(events)
        named["changed"] = sum(times for *_, times in rows.entries)
        return {
            "quantities": {str(symbol): self.case.outputs[name][symbol] for symbol in QUANTITIES} | named,
            "rows": {domain: _told_rows(rows.of(domain)) for domain in domains},
            "complete": self.part.alone,
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

    def _reduced(self, atom: Any, rows: _Rows, name: str) -> Any:
        """Return what a reduction adds up to over the items that are shown."""
        if not self.part.alone and atom.domain not in ("items", "entries"):
            raise NotSymbolicError(f"what {atom.domain} become beside other items is not known")
        read = [symbol for symbol in QUANTITIES if symbol in atom.body.free_symbols]
        if not self.part.alone and any(len(self._values(symbol)) > 1 for symbol in read):
            raise NotSymbolicError(f"{atom.domain} of other items read what is not the same in every output")
        body = atom.body.xreplace({symbol: self.case.outputs[name][symbol] for symbol in read})
        ways = [self.terms.of(body, found) for found in rows.of(atom.domain)]
        if any(sympy.cancel(one - other) != 0 for one, other in zip(ways[0], ways[-1], strict=True)):
            raise NotSymbolicError("cannot see which class has the largest forecast")
        largest = atom.domain.startswith(("largest", "widest"))
        return self.terms.extreme(Larger, ways[0]) if largest else sympy.Add(*ways[0])


def _told_rows(ways: Sequence[Sequence[Row]]) -> Sequence[Row]:
    """Return the rows as data; where one of several ways is right, each row says of which way it is."""
    many = [{**row, "either": number} for number, rows in enumerate(ways) for row in rows]
    return many if len(ways) > 1 else ways[0]


class _Rows:
    """What the domains of one table run over, as far as items are shown."""

    def __init__(self, table: Table, signs: tuple[list[Any], list[Any]]) -> None:
        self.entries = list(filter(is_shown, table))
        self.signs = signs

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

    def _items(self) -> list[Row]:
        return [
            {
                "t": q[y - 1],
                "s": sum(each**2 for each in q),
                "p": q[1],
                "y": sympy.Integer(y == 2),
                "times": n,
            }
            for q, y, n in self.entries
        ]

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
        if len(known) > 1 and any(sympy.cancel(n * p - e) != 0 for p, n, e in known):
            raise NotSymbolicError("cannot see which forecasts are pooled")
        return [{"n": n, "e": e} for _, n, e in known]

    def _bin(self, sign: int) -> Row:
        """Return the one bin of one forecast, whichever it is: of the event, or of the other class."""
        known = self._forecasts()
        if len(known) > 1:
            raise NotSymbolicError("cannot see which forecasts share a bin")
        ((p, n, e),) = known
        return {"n": n, "d": sign * (n * p - e), "r": sympy.S.One}


M, R = sympy.symbols("m r")
GAPS = sympy.symbols("gap_0 gap_1 gap_2")
_LOW, _HIGH = GAPS[0] / sum(GAPS), (GAPS[0] + GAPS[1]) / sum(GAPS)
APART = (
    ((_LOW, _HIGH), ([M, GAPS[1]], [GAPS[0], GAPS[2]])),
    ((_HIGH, _LOW), ([M, GAPS[1]], [GAPS[0], GAPS[2]])),
)
"""A forecast of a group, the share of its events, and the signs of what they are written in."""
_INSIDE = GAPS[0] / (GAPS[0] + GAPS[1])
EQUAL: Any = tuple(((each, each), ([M, R, *GAPS[:2]], [])) for each in (_INSIDE, sympy.S.Zero, sympy.S.One))
OF_ONE_GROUP = ("items", "entries", "groups", "forecast", "blocks")
"""Domains whose sums are sums over groups of items with one forecast; blocks where the table is calibrated."""
OF_OTHERS = {"A", "B", "c", "b"}
"""What a group's rows have of other groups."""


class _WholeTables:
    """Fills a case of tables of any items, by what one group adds to each sum."""

    def __init__(self, part: Part, formula: Formula) -> None:
        self.case = ParametricCase()
        self.kinds = {name: unread(table)[0].kind for name, table in part.tables.items()}
        self.first = next(iter(self.kinds))
        events, items = (measured(each, self.first) for each in (E, N))
        pairs = (("events", events), ("others", items - events))
        counts = [self.case.generator(name, "nonnegative", name, each) for name, each in pairs]
        self.case.sums.append(tuple(counts))
        sizes = {N: sum(counts), E: counts[0], K: sympy.Integer(2)}
        self.case.outputs = {name: dict(sizes) for name in self.kinds}
        told = {"quantities": {str(symbol): value for symbol, value in sizes.items()}}
        self.case.told = lambda: {"outputs": {k: {"table": v, **told} for k, v in self.kinds.items()}}
        self.sums: dict[Any, Any] = {}
        for symbol, atom in formula.normal.atoms.items():
            if atom.body.free_symbols & {N, E}:
                raise NotSymbolicError(f"{symbol} reads the numbers of items or events")
            if {*self.kinds.values()} == {CALIBRATED}:
                self._calibrated(symbol, atom)
            elif atom.domain.split("_")[0] not in OF_ONE_GROUP[:-1]:
                raise NotSymbolicError(f"what {atom.domain} add up to in a whole table is not known")
            elif RECALIBRATED in self.kinds.values():
                self._recalibrated(symbol, atom)
            else:
                signs = [rational_sign(self._value(atom, *each), *each[1]) for each in (*APART, *EQUAL)]
                self._set(symbol, self._known(symbol, signs, measured(symbol, self.first)))

    def _set(self, symbol: Any, value: Any) -> None:
        for known in self.case.outputs.values():
            known[symbol] = value

    def _value(self, atom: Any, points: tuple[Any, Any], signs: tuple[list[Any], list[Any]]) -> Any:
        """Return what a group with a forecast and a share of events adds to a sum."""
        forecast, share = points
        table = [((1 - forecast, forecast), 1, M * (1 - share)), ((1 - forecast, forecast), 2, M * share)]
        (rows,) = _Rows(table, signs).of(atom.domain)
        own = [{name: value for name, value in row.items() if name not in OF_OTHERS} for row in rows]
        return sympy.cancel(sympy.Add(*_Terms(signs).of(atom.body.xreplace({K: sympy.Integer(2)}), own)))

    def _known(self, symbol: Any, signs: Sequence[Any], definition: Any) -> Any:
        """Return a generator whose sign is that of what groups add, of which the first are those not calibrated."""
        sign: Any = "real"
        if all(each in (*SIGNS, "zero") for each in signs):
            sign = SIGNS[any(each != "positive" for each in signs[: len(APART)])]
        told = {"real": "", "positive": ", to which each group adds that is not calibrated"}
        meaning = f"{symbol}{told.get(sign, ', to which no group adds less than zero')}"
        return self.case.unnamed(sign, meaning, definition)

    def _recalibrated(self, symbol: Any, atom: Any) -> None:
        """Set a sum by what recalibration takes from each group's part; groups may become one by it."""
        worse, better = (measured(symbol, name) for name in self.kinds)
        names = [*self.kinds]
        lost, left = [], []
        for (forecast, share), signs in (*APART, *EQUAL):
            left.append(self._value(atom, (share, share), signs))
            lost.append(rational_sign(self._value(atom, (forecast, share), signs) - left[-1], *signs))
        base = sympy.S.Zero
        if any(value != 0 for value in left):
            if atom.domain not in ("items", "entries"):
                raise NotSymbolicError(f"what {atom.domain} add up to where groups become one is not known")
            base = self.case.unnamed("real", f"{symbol} of shares", better)
        excess = self._known(symbol, lost, worse - better)
        self.case.outputs[names[0]][symbol] = base + excess
        self.case.outputs[names[1]][symbol] = base

    def _calibrated(self, symbol: Any, atom: Any) -> None:
        """Set a sum of a calibrated table: nothing, or the same as another one to which each group adds as much."""
        kind = atom.domain.split("_")[0]
        if kind in OF_ONE_GROUP:
            parts = tuple(self._value(atom, *each) for each in EQUAL)
        else:
            parts = tuple(self._extreme(atom, kind, *each) for each in EQUAL)
        nothing = all(part == 0 for part in parts)
        if not nothing and kind not in OF_ONE_GROUP:
            raise NotSymbolicError(f"what {atom.domain} are in a calibrated table is not known")
        if not nothing and parts not in self.sums:
            definition = measured(symbol, self.first)
            self.sums[parts] = self.case.unnamed("real", f"{symbol} of shares", definition)
        self._set(symbol, sympy.S.Zero if nothing else self.sums[parts])

    def _extreme(
        self, atom: Any, kind: str, points: tuple[Any, Any], signs: tuple[list[Any], list[Any]]
    ) -> Any:
        """Return the value at a group, or in a bin, in which forecasts and events add up to the same."""
        forecast, _ = points
        row = {"p": forecast, "n": M, "c": sympy.S.Zero} if kind == "largest" else {"d": sympy.S.Zero}
        if kind not in ("largest", "width", "widest"):
            raise NotSymbolicError(f"what {atom.domain} are in a calibrated table is not known")
        return _Terms(signs).of(atom.body.xreplace({VARIABLE["n"]: M, VARIABLE["r"]: R}), [row])[0]
