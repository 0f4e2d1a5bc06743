"""The parametric case of a constraint on overlapping families: any gold, and outputs that compare with it as known.

In every family the sum over the d companions of an item of 1/d is 1, so that the sum over all pairs of companions is
the number of items; likewise for the pairs in a cluster and the number of occurrences. A sum of shares min(x, g)/x, or
min(x, g)/g, over such pairs is that total where all shares are 1, and else a part of it, above 0: an item and itself
are together on both sides, for some item.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Over, Smaller
from axiometrics.tasks.overlapping.chooser import ANYTHING, PART, SAME, Change, Comparison, Template
from axiometrics.tasks.overlapping.view import QUANTITIES, a, b, d, g, h, n, x
from axiometrics.tasks.parametric import ParametricCase, measured

if TYPE_CHECKING:
    from sympy import Expr, Symbol

__all__ = ["parametric_case"]

N_C, N_L, O_C, O_L = QUANTITIES
SHARES = {
    "companions": (d, x, N_C),
    "gold_companions": (h, g, N_L),
    "occurrence_pairs": (a, x, O_C),
    "gold_occurrence_pairs": (b, g, O_L),
}
"""By domain: what the terms are divided by, what the common sets are a share of, and the total if all shares are 1."""
COMMON = Smaller(x, g)
MEANINGS = (
    "items in clusters",
    "items in categories",
    "occurrences in clusters",
    "occurrences in categories",
)


@dataclass(frozen=True, eq=False)
class _Reading:
    """A family of which only its comparison with the gold is known; it refuses to tell its sets."""

    comparison: Comparison
    gold: _Reading | None = None
    flat: bool = False

    def _refuse(self, *_: object) -> NoReturn:
        raise NotSymbolicError("what a generator makes of single sets is swept only")

    __iter__ = __len__ = __getitem__ = __contains__ = __add__ = __radd__ = __eq__ = __hash__ = _refuse


class _Chooser:
    """Answers with any gold, and with what is known of families beside it."""

    def family(self, *, overlap: bool = True) -> _Reading:
        return _Reading(SAME, flat=not overlap)

    def beside(self, family: Any, *, overlap: bool = True) -> _Reading:
        return _Reading(ANYTHING, _gold(family))

    def part(self, family: Any) -> _Reading:
        return _Reading(PART if family.gold is None else ANYTHING, _gold(family))

    def changed(self, family: Any, change: Change) -> Expr:
        if change.flat and not family.flat:
            raise NotSymbolicError("nothing is known of such a change of a family that may overlap")
        known, gold = change.comparison, _gold(family)
        if family.gold is not None:
            known = ANYTHING
        return (
            _Reading(known, gold)
            if isinstance(known, Comparison)
            else (lambda size: _Reading(known(size), gold))
        )

    def size(self, name: str, low: int = 1) -> Expr:
        return low + sympy.Symbol(name, integer=True, nonnegative=True)

    def one_of(self, name: str, options: Sequence[Any]) -> NoReturn:
        raise NotSymbolicError(f"a choice of {name} among single options is swept only")


def _gold(family: _Reading) -> _Reading:
    return family if family.gold is None else family.gold


def parametric_case(generator: Callable[..., Any], formula: Formula) -> ParametricCase:
    """Return the values of a formula's symbols in every output of a generator. Raises NotSymbolicError."""
    template = generator(_Chooser())
    gold: Any = getattr(template, "gold", None)
    if not isinstance(template, Template):
        raise NotSymbolicError("plain constraints among overlapping sets are swept only")
    case = ParametricCase()
    compared: dict[str, Comparison] = {}
    for name, family in template.outputs.items():
        if not isinstance(family, _Reading) or _gold(family) is not gold:
            raise NotSymbolicError(f"it is not known how {name} compares with the gold")
        compared[name] = family.comparison
        case.outputs[name] = _Values(case, name, family.comparison).of(formula)
    case.told = lambda: {"outputs": {name: _told(known) for name, known in compared.items()}}
    return case


def _told(known: Comparison) -> dict[str, Any]:
    """Return an output as data: how its family compares with the gold."""
    found = {"items": known.items, "pairs": known.pairs, "differs": sorted(known.differs)}
    return {"comparison": {**found, "contained": known.contained, "containing": known.containing}}


@dataclass(frozen=True)
class _Part:
    """A reduction as a number times a total, or times a part of it, which may be known to be ``short`` of it."""

    factor: Expr
    total: Expr
    complete: bool
    short: bool = False


def _part(symbol: Symbol, atom: Over, known: Comparison) -> _Part:
    """Return what a reduction is a part of. Raises NotSymbolicError."""
    if atom.domain == "items":
        found = _Part(atom.body / COMMON, "common", complete=True)
    elif atom.domain == "best_in_cluster":
        found = _Part(atom.body / n, O_C, known.contained)
    elif atom.domain == "best_in_category":
        found = _Part(atom.body / n, O_L, known.containing)
    else:
        size, own, total = SHARES[atom.domain]
        complete = known.pairs in ("same", "fewer" if own == x else "more")
        found = _Part(atom.body * size * own / COMMON, total, complete, "pairs" in known.differs)
    if not found.factor.is_number or not found.factor.is_positive:
        raise NotSymbolicError(f"{symbol} is no sum of shares")
    return found


@dataclass(frozen=True)
class _Values:
    """The values of a formula's symbols in one output."""

    case: ParametricCase
    output: str
    known: Comparison

    def of(self, formula: Formula) -> dict[Any, Any]:
        """Return them all."""
        parts = {symbol: _part(symbol, atom, self.known) for symbol, atom in formula.normal.atoms.items()}
        common = next((self._measured(s, part) for s, part in parts.items() if part.total == "common"), None)
        shares = {symbol: part for symbol, part in parts.items() if not part.complete}
        totals = self._totals(common) if common is not None or not shares else self._apart()
        units = [totals[part.total] for part in shares.values()]
        if len(set(units)) < len(units) or not all(unit.is_Symbol for unit in units):
            raise NotSymbolicError("several parts of one total are swept only")
        split = {symbol: self._split(symbol, part) for symbol, part in shares.items()}
        sums = {totals[shares[symbol].total]: found + rest for symbol, (found, rest) in split.items()}
        whole = {name: total.xreplace(sums) for name, total in totals.items()}
        return whole | {
            symbol: part.factor * (split[symbol][0] if symbol in split else whole[part.total])
            for symbol, part in parts.items()
        }

    def _measured(self, symbol: Symbol, part: _Part) -> Expr:
        """Return what a reduction is without its factor, in terms of a concrete case."""
        return measured(symbol, self.output) / part.factor

    def _split(self, symbol: Symbol, part: _Part) -> tuple[Any, Any]:
        """Return generators for a part of a total and for the rest of it."""
        name = f"{symbol}".partition("[")[0]
        found, total = self._measured(symbol, part), measured(part.total, self.output)
        first = self._generator(name, "positive", f"{symbol}, at most {part.total}", found)
        sign = "positive" if part.short else "nonnegative"
        return first, self._generator(
            f"no_{name}", sign, f"what {symbol} is less than {part.total}", total - found
        )

    def _apart(self) -> dict[Any, Any]:
        """Return each of the totals as it is."""
        return {
            symbol: self._generator(f"{symbol}", "positive", meaning, measured(symbol, self.output))
            for symbol, meaning in zip(QUANTITIES, MEANINGS, strict=True)
        }

    def _totals(self, common: Expr) -> dict[Any, Any]:
        """Return items and occurrences on both sides, and the common occurrences.

        Items of clusters are in the gold. Where no item is in more clusters than categories, the occurrences in
        clusters are those that both sides have, and so on.
        """
        listed, wanted, items, needed = (measured(symbol, self.output) for symbol in (O_C, O_L, N_C, N_L))
        order = self.known.items
        if order == "any" and common is None:
            return self._apart()
        both = {"fewer": listed, "more": wanted, "same": wanted}.get(order, common)
        q = self._generator("q", "positive", "items in clusters", items)
        w = self._further("w", "items in no cluster", needed - items, among=("any", "fewer"), strict=False)
        m = self._generator("m", "positive", "occurrences that both sides have", both)
        u = self._further("u", "further occurrences in clusters", listed - both, among=("any", "more"))
        v = self._further("v", "further occurrences in categories", wanted - both, among=("any", "fewer"))
        return {N_C: q, N_L: q + w, O_C: m + u, O_L: m + v, "common": m}

    def _further(
        self, name: str, meaning: str, definition: Expr, *, among: Sequence[str], strict: bool = True
    ) -> Expr:
        """Return a generator for what one of the totals has more, zero where items are known to have no more."""
        if self.known.items not in among:
            return sympy.S.Zero
        sure = strict and "items" in self.known.differs
        return self._generator(name, "positive" if sure else "nonnegative", meaning, definition)

    def _generator(self, name: str, sign: Any, meaning: str, definition: object) -> Expr:
        return self.case.generator(f"{name}_{self.output}", sign, f"{meaning}, {self.output}", definition)
