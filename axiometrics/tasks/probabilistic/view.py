"""What a metric of forecasts sees: items, their classes, and groups, bins and blocks of items.

Metrics are traced over symbols; the same formula is then evaluated on one table, on a batch, exactly, or in a proof.
At an item, ``t`` is the probability of what happened, ``s`` the sum of the squares of its probabilities, ``m`` how many
classes share the largest one, ``h`` whether what happened is one of these, ``f`` whether it is the first of them, ``p``
the event's probability and ``y`` whether it happened. At a class of an item, ``q`` and ``o`` are its probability and
whether it happened, ``Q`` and ``O`` those of it and all lower classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray
from sympy import Expr

from axiometrics.errors import InputError, NotSymbolicError
from axiometrics.formulas.arithmetics.quotients import in_lowest_terms
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.existence import Existence, Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.nodes import Guard, Larger, Over, Ratio, Smaller
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Columns, Integers, Part, Rows, before, changes, stretches
from axiometrics.formulas.view import QuantityOf, ReductionOver, View
from axiometrics.tasks.probabilistic import Forecasts
from axiometrics.tasks.shared_tables import places_of

ITEMS, ENTRIES, GROUPS = "tsmhfpy", "qoQO", "pneABc"
_NAMES = "qoQOtsmhfpyneABcbdr"
VARIABLES = tuple(sympy.Symbol(name, real=True) for name in _NAMES)
_OF = dict(zip(_NAMES, VARIABLES, strict=True))
N, K = sympy.symbols("N K", positive=True)
E = sympy.Symbol("E", real=True)
QUANTITIES = (N, K, E)
FRACTIONAL = "qQtspcd"

RULES = Rules(
    QUANTITIES,
    VARIABLES,
    extremes=frozenset({"largest", "widest"}),
    kept=frozenset({"items", "entries", "groups", "forecast_groups", "blocks"}),
    signs=Signs(
        nonnegative=frozenset({E, N - E, *(_OF[name] for name in "qoQOthfpyeAB"), _OF["b"]}),
        positive={"": (_OF["n"], _OF["s"], _OF["m"], _OF["r"])},
        filled=frozenset({"items", "entries", "groups", "forecast_groups"}),
    ),
)


class ForecastsView(View):
    """The forecasts and outcomes as a metric author sees them."""

    fractional = frozenset(FRACTIONAL)

    rules = RULES

    count = QuantityOf("N", "Number of items.")
    classes = QuantityOf("K", "Number of classes.")
    events = QuantityOf("E", "The items in which the event, class 2, happened.")

    items = ReductionOver("items", ITEMS, "Sum over the items.")
    entries = ReductionOver("entries", ENTRIES, "Sum over all classes of all items.")
    groups = ReductionOver(
        "groups", GROUPS, "Sum over the different forecasts of the event p, with n items and e events each."
    )
    largest_group = ReductionOver("largest", GROUPS, "The largest value at any forecast of the event.")
    forecast_groups = ReductionOver(
        "forecast_groups", "qneb", "Sum over the different forecasts, and over the classes of each."
    )
    blocks = ReductionOver("blocks", "ne", "Sum over the blocks of the isotonic fit.")

    def bins(
        self, kind: str, of: str, size: Any, body: Callable[..., Any], closed: str = "right"
    ) -> Quantity:
        """Sum over the bins that are not empty; the body is given n items, the difference d, and r bins.

        ``kind`` is ``width``, ``widest`` for the largest instead of the sum, or ``mass``. They are bins ``of`` the
        event's forecast (``event``), of the largest one (``top``), or of the forecast of each class (``classes``).
        """
        return self._reduced(f"{kind}_{int(size)}_{closed}_{of}", "ndr", body)


formula = ForecastsView.formula


def asked_of(formula: Any) -> str:
    """Say what a formula asks of places: their order, the sides of one half (m, h and f), or whether they are ends."""
    bodies = [atom.body for atom in formula.normal.atoms.values()]
    sides = any(body.free_symbols & {_OF[name] for name in "mhf"} for body in bodies)
    endless = [symbol for symbol, atom in formula.normal.atoms.items() if atom.body.has(sympy.oo)]
    if endless and (sides or len(endless) > 1 or not _carries(formula.normal.expression, endless[0])):
        raise NotSymbolicError("what comes of infinite sums is swept only")
    return "sides" if sides else "ends" if endless else "order"


def _carries(value: Expr, endless: Expr) -> bool:
    """Whether a value is infinite wherever a sum is: it is a multiple of it by sizes, and something else beside it."""
    if value == endless:
        return True
    inside = [part for part in value.args if endless in part.free_symbols]
    if len(inside) != 1 or not _carries(inside[0], endless):
        return False
    others = [part for part in value.args if part is not inside[0]]
    if isinstance(value, Ratio):
        return value.args[0] is inside[0] and others[0] in (N, K)
    sizes = all(part.is_number or part.as_base_exp()[0] in (N, K) for part in others)
    return bool(value.is_Add or (value.is_Mul and sizes))


def bare(atom: Over) -> tuple[Expr, bool]:
    """Return what a sum over items adds where what happened has a probability, and whether it is infinite elsewhere."""
    body = atom.body
    if not isinstance(body, Guard) or body.args[1:] != (_OF["t"], sympy.oo):
        return body, False
    if Existence(RULES.signs).where_positive(_OF["t"], "items").partial(body.args[0], "items"):
        raise NotSymbolicError("what may have no value though something has a probability is swept only")
    return body.args[0], True


def of_either_sign(formula: Any) -> set[Any]:
    """Return the sums that stand in an extreme of the whole formula, such as the size of a sum."""
    every = formula.normal.expression.atoms(Larger, Smaller)
    return {symbol for part in every for symbol in part.free_symbols & {*formula.normal.atoms}}


def signed(case: Any, symbol: Expr, value: Any) -> Any:
    """Return what a sum is above zero, less what it is below, as generators of which neither is negative."""
    above = case.unnamed("nonnegative", f"how far {symbol} is above 0", Larger(value, 0))
    return above - case.unnamed("nonnegative", f"how far {symbol} is below 0", Larger(value, 0) - value)


def in_multiples(
    case: Any, symbol: Expr, values: Mapping[str, Any], signs: tuple[list[Any], list[Any]]
) -> Mapping[str, Any]:
    """Return a sum above zero or below in one output, and in others by multiples of one difference that has a sign.

    The values are those of what is shown; nothing where there is no such difference.
    """
    first, *_ = values
    apart = {name: in_lowest_terms(value - values[first]) for name, value in values.items()}
    other = next((name for name, each in apart.items() if each != 0), first)
    sign = {"positive": 1, "negative": -1}.get(rational_sign(apart[other], *signs) or "", 0)
    times = {
        name: sign * in_lowest_terms(each / apart[other]) if sign else sympy.S.Zero
        for name, each in apart.items()
    }
    if (other != first and not sign) or not all(each.is_Rational for each in times.values()):
        return {}
    whole, more = signed(case, symbol, sympy.Symbol(f"{symbol}@{first}")), sympy.S.Zero
    if sign:
        gap = sign * (sympy.Symbol(f"{symbol}@{other}") - sympy.Symbol(f"{symbol}@{first}"))
        more = case.unnamed("positive", f"what {symbol} gains by other forecasts", gap)
    return {name: whole + often * more for name, often in times.items()}


def moves(atom: Over) -> bool:
    """Whether a sum over items has roots or logarithms, so that only what it gains by other forecasts is known."""
    powers = (part.exp for part in atom.body.atoms(sympy.Pow))
    curved = bool(atom.body.atoms(sympy.log)) or any(not power.is_Integer for power in powers)
    return atom.domain == "items" and (curved or atom.body.has(sympy.oo))


def item_at(atom: Over, happened: int, place: Expr) -> Expr:
    """Return the term of an item of two classes at a forecast of the event. Raises NotSymbolicError."""
    forecast = place, 1 - place
    row = {"p": place, "t": forecast[happened == 1], "s": sum(each**2 for each in forecast)}
    row["y"] = sympy.Integer(happened == 2)
    body = bare(atom)[0].xreplace({_OF[name]: value for name, value in row.items()})
    if body.free_symbols - place.free_symbols or body.has(Ratio, Guard, Larger, Smaller, sympy.oo, sympy.zoo):
        raise NotSymbolicError("terms that look at more than forecasts, or have conventions, are swept only")
    return body


LARGEST = 2**62
"""Whole numbers from here on are Python's."""


class ForecastsBatch(Outputs):
    """Tables one after the other: of every item its table, numerators of shape (items, most classes), and outcome."""

    remembered = 200

    def __init__(self, tables: Sequence[Forecasts]) -> None:
        self._tables = tables
        sizes = [len(table.items) for table in tables]
        self.case = np.repeat(np.arange(len(tables)), sizes)
        self.count = np.array(sizes, dtype=np.int64)
        self.classes = np.array([table.classes for table in tables], dtype=np.int64)
        bottoms = [table.denominator for table in tables]
        largest = max((size * bottom**2 for size, bottom in zip(sizes, bottoms, strict=True)), default=1)
        kind: Any = np.int64 if 4 * largest < LARGEST else object
        most = int(self.classes.max(initial=2))
        self.bottom = np.array(bottoms, dtype=kind)
        self.top = np.array(
            [
                [*numerators, *[0] * (most - len(numerators))]
                for table in tables
                for numerators in table.numerators
            ],
            dtype=kind,
        ).reshape(-1, most)
        outcomes = [outcome - 1 for table in tables for outcome in table.outcomes]
        self.happened = np.array(outcomes, dtype=np.int64)

    def __len__(self) -> int:
        return len(self.count)

    def table(self, index: int) -> Forecasts:
        """Return one table."""
        return self._tables[index]

    @cached_property
    def quantities(self) -> dict[str, Integers]:
        """Items and classes of each table, and its events: how often class 2 happened."""
        events = np.bincount(self.case, weights=self.happened == 1, minlength=len(self)).astype(np.int64)
        return {"N": self.count, "K": self.classes, "E": events}

    def rows(self, domain: str) -> Rows:
        """Return what a domain runs over."""
        plain: Mapping[str, Callable[[], Rows]] = {
            "items": self._items,
            "entries": self._entries,
            "groups": lambda: self._groups,
            "largest": lambda: self._each_alone(self._groups),
            "forecast_groups": self._forecast_groups,
            "blocks": self._blocks,
        }
        return plain[domain]() if domain in plain else self._bins(*domain.split("_"))

    @property
    def _at(self) -> Integers:
        return np.arange(len(self.case))

    @property
    def _inside(self) -> NDArray[np.bool_]:
        return np.arange(self.top.shape[1]) < self.classes[self.case][:, None]

    def _items(self) -> Rows:
        bottom, top, happened = self.bottom[self.case], self.top, self.happened
        largest = top == top.max(axis=1)[:, None]
        columns: dict[str, Callable[[], Part]] = {
            "t": lambda: (top[self._at, happened], bottom),
            "s": lambda: ((top**2).sum(axis=1), bottom**2),
            "m": lambda: largest.sum(axis=1),
            "h": lambda: largest[self._at, happened].astype(np.int64),
            "f": lambda: (largest.argmax(axis=1) == happened).astype(np.int64),
            "p": lambda: (top[:, 1], bottom),
            "y": lambda: (happened == 1).astype(np.int64),
        }
        return Rows(self.case, Columns(columns))

    def _entries(self) -> Rows:
        item, k = places_of(self._inside)
        bottom = self.bottom[self.case[item]]
        columns: dict[str, Callable[[], Part]] = {
            "q": lambda: (self.top[item, k], bottom),
            "o": lambda: (self.happened[item] == k).astype(np.int64),
            "Q": lambda: (self.top.cumsum(axis=1)[item, k], bottom),
            "O": lambda: (self.happened[item] <= k).astype(np.int64),
        }
        return Rows(self.case[item], Columns(columns))

    @cached_property
    def _groups(self) -> Rows:
        """The different forecasts of the event in each table, smallest first."""
        event = self.top[:, 1]
        order = np.lexsort((_ranks(event), self.case))
        starts = changes(self.case[order] * (len(order) + 1) + _ranks(event[order]))
        case, happened = self.case[order], (self.happened[order] == 1).astype(np.int64)
        owner = case[starts]
        n, e, c = (
            _added(each, starts)
            for each in (np.ones_like(case), happened, event[order] - self.bottom[case] * happened)
        )
        whole = {"n": n, "e": e}
        above = {name: _from_here(each, owner, len(self)) for name, each in whole.items()}
        columns = {
            "p": (event[order][starts], self.bottom[owner]),
            **whole,
            "A": above["n"],
            "B": above["e"],
            "c": (_up_to_here(c, owner, len(self)), self.bottom[owner]),
        }
        return Rows(owner, columns)

    def _each_alone(self, rows: Rows) -> Rows:
        return Rows(rows.case, rows.columns, "largest", np.arange(len(rows.case)))

    def _forecast_groups(self) -> Rows:
        """The different forecasts of each table class by class, with how often the class happens there and in all."""
        marks = np.stack([self.case, *(_ranks(each) for each in self.top.T)])
        order, most = np.lexsort(marks[::-1]), self.top.shape[1]
        new = np.any(np.diff(marks[:, order], axis=1, prepend=-1), axis=0)
        first, group = order[new], (np.cumsum(new) - 1)[np.argsort(order)]
        counts = np.zeros((len(first), most), dtype=np.int64)
        np.add.at(counts, (group, self.happened), 1)
        owner, totals = self.case[first], np.zeros((len(self), most), dtype=np.int64)
        np.add.at(totals, (self.case, self.happened), 1)
        row, k = places_of(np.arange(most) < self.classes[owner][:, None])
        columns = {
            "q": (self.top[first[row], k], self.bottom[owner[row]]),
            "n": counts.sum(axis=1)[row],
            "e": counts[row, k],
            "b": totals[owner[row], k],
        }
        return Rows(owner[row], columns)

    def _blocks(self) -> Rows:
        """Pool neighbouring forecasts of the event until the shares of events grow."""
        rows = self._groups
        found: list[list[int]] = []
        for case, n, e in np.column_stack([rows.case, rows.columns["n"], rows.columns["e"]]).tolist():
            found.append([case, n, e])
            while (
                len(found) > 1
                and found[-2][0] == case
                and found[-2][2] * found[-1][1] >= found[-1][2] * found[-2][1]
            ):
                _, further, events = found.pop()
                found[-1][1] += further
                found[-1][2] += events
        table = np.array(found, dtype=np.int64).reshape(-1, 3)
        return Rows(table[:, 0], {"n": table[:, 1], "e": table[:, 2]})

    def _bins(self, kind: str, size: str, closed: str, of: str) -> Rows:
        """Return bins by width or by mass: of one column of forecasts, or of every class."""
        item, series, value, hit = self._binned(of)
        case, bins = self.case[item], int(size)
        if kind == "mass":
            bin_ = _runs(case, series, value, item, bins)
        else:
            scaled, bottom = value * bins, self.bottom[case]
            low = scaled // bottom if closed == "left" else (scaled + bottom - 1) // bottom - 1
            bin_ = np.clip(low.astype(np.int64), 0, bins - 1)
        order = np.lexsort((bin_, series, case))
        width = self.top.shape[1] * bins
        starts = changes((case * width + series * bins + bin_)[order])
        owner = case[order][starts]
        used = np.bincount(case[order][starts] * self.top.shape[1] + series[order][starts])
        columns = {
            "n": _added(np.ones_like(case), starts),
            "d": (_added((value - self.bottom[case] * hit)[order], starts), self.bottom[owner]),
            "r": used[owner * self.top.shape[1] + series[order][starts]],
        }
        found = Rows(owner, columns)
        return self._each_alone(found) if kind == "widest" else found

    def _binned(self, of: str) -> tuple[Integers, Integers, Any, Integers]:
        """Return, for every binned forecast, its item, its series, its numerator, and whether its class happened."""
        if of == "top":
            best = self.top.argmax(axis=1)
            return self._at, 0 * self._at, self.top[self._at, best], (best == self.happened).astype(np.int64)
        if of == "classes":
            item, k = places_of(self._inside)
            return item, k, self.top[item, k], (self.happened[item] == k).astype(np.int64)
        if of != "event":
            raise InputError(f"there are no bins of {of!r}; they are of 'event', 'top' or 'classes'")
        return self._at, 0 * self._at, self.top[:, 1], (self.happened == 1).astype(np.int64)


def _ranks(values: Any) -> Integers:
    """Return whole numbers in the order of some, which may be of any size."""
    return np.asarray(np.unique(values, return_inverse=True)[1].reshape(-1))


def _added(values: Any, starts: Integers) -> Any:
    return np.add.reduceat(values, starts) if len(starts) else values[:0]


def _up_to_here(values: Any, owner: Integers, count: int) -> Any:
    """Return running sums within the rows of each owner."""
    sums = np.cumsum(values)
    first = stretches(owner, count)[0][owner]
    return sums - (sums[first] - values[first]) if len(sums) else sums


def _from_here(values: Any, owner: Integers, count: int) -> Any:
    """Return the sums of each row and all later ones of its owner."""
    return _up_to_here(values[::-1], count - 1 - owner[::-1], count)[::-1]


def _runs(case: Integers, series: Integers, value: Any, item: Integers, bins: int) -> Integers:
    """Return the run of each forecast: sorted, equal ones in the order of items, longer runs first."""
    width = int(series.max(initial=0)) + 1
    owner = case * width + series
    order = np.lexsort((item, _ranks(value), owner))
    sizes = np.bincount(owner)
    place = np.arange(len(order)) - before(sizes)[owner[order]]
    short, longer = np.divmod(sizes[owner[order]], bins)
    edge = longer * (short + 1)
    found = np.where(place < edge, place // (short + 1), longer + (place - edge) // np.maximum(short, 1))
    runs = np.empty_like(found)
    runs[order] = found
    return np.asarray(runs)
