"""The parametric case of a constraint on overlapping families: any gold, and families that compare as it is known.

In every family the sum over the d companions of an item of 1/d is 1, so that the sum over all pairs of companions is
the number of items; likewise for the pairs in a cluster and the number of occurrences. A sum of shares min(x, g)/x, or
min(x, g)/g, over such pairs is that total where all shares are 1, and else a part of it, above 0: an item and itself
are together on both sides, for some item.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, NoReturn

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import Sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Over, Smaller
from axiometrics.tasks.clustering.chooser import Group
from axiometrics.tasks.clustering.symbolic import Focus, rational_at_least, template_of
from axiometrics.tasks.overlapping import chooser
from axiometrics.tasks.overlapping.chooser import ANYTHING, Beside, Change, Comparison, Embedded, Template
from axiometrics.tasks.overlapping.view import QUANTITIES, a, b, d, g, h, n, x
from axiometrics.tasks.parametric import ParametricCase, measured

if TYPE_CHECKING:
    from sympy import Expr, Symbol

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
    """A family of which only its comparison with the gold is known; it refuses to tell its sets.

    ``made`` is the change that made it of gold, ``choice`` which of the things that the change makes it is, and
    ``times`` how often.
    """

    comparison: Comparison
    gold: _Reading | None = None
    flat: bool = False
    made: Change | None = None
    choice: object = None
    times: Any = 0

    def _refuse(self, *_: object) -> NoReturn:
        raise NotSymbolicError("what a generator makes of single sets is swept only")

    __iter__ = __len__ = __getitem__ = __contains__ = __add__ = __radd__ = __eq__ = __hash__ = _refuse


class _Chooser:
    """Answers with any gold, and with what is known of families beside it."""

    def family(self, *, overlap: bool = True) -> _Reading:
        return _Reading(chooser.SAME, flat=not overlap)

    def beside(self, family: Any, *, overlap: bool = True) -> _Reading:
        return _Reading(ANYTHING, _gold(family))

    def part(self, family: Any) -> _Reading:
        return _Reading(chooser.PART if family.gold is None else ANYTHING, _gold(family))

    def changed(self, family: Any, change: Change) -> Any:
        if change.flat and not family.flat:
            raise NotSymbolicError("nothing is known of such a change of a family that may overlap")
        known, gold = change.comparison, _gold(family)
        if family.gold is not None:
            return _Reading(ANYTHING, gold)
        choice = object()
        if isinstance(known, Comparison):
            return _Reading(known, gold, made=change, choice=choice)
        return lambda size: _Reading(known(size), gold, made=change, choice=choice, times=size)

    def size(self, name: str, low: int = 1) -> Expr:
        return low + sympy.Symbol(name, integer=True, nonnegative=True)

    def one_of(self, name: str, options: Sequence[Any]) -> NoReturn:
        raise NotSymbolicError(f"a choice of {name} among single options is swept only")


def _gold(family: _Reading) -> _Reading:
    return family if family.gold is None else family.gold


def parametric_case(generator: Callable[..., Any], formula: Formula) -> ParametricCase:
    """Return the values of a formula's symbols in every output of a generator. Raises NotSymbolicError."""
    template = generator(_Chooser())
    plain = isinstance(template, Embedded)
    compared, beside = _of_plain(template) if plain else _of_readings(template)
    case = ParametricCase()
    if beside is None or not _side_by_side(case, compared, beside, formula):
        if plain:
            raise NotSymbolicError("no fact tells how sets that stand among others change this")
        case = ParametricCase()
        for name, known in compared.items():
            case.outputs[name] = _Values(case, name, known).of(formula)
        beside = None
    case.told = lambda: {"outputs": {name: _told(name, known, beside) for name, known in compared.items()}}
    return case


Pair = tuple[str, str, Beside]
"""Two outputs, and how the first one's family compares with the second one's."""


def _of_readings(template: Any) -> tuple[dict[str, Comparison], Pair | None]:
    """Return how families compare with gold, and two of them with one another, where that is known."""
    gold = getattr(template, "gold", None)
    if not isinstance(template, Template):
        raise NotSymbolicError("what a generator returns is no template")
    for name, family in template.outputs.items():
        if not isinstance(family, _Reading) or _gold(family) is not gold:
            raise NotSymbolicError(f"it is not known how {name} compares with the gold")
    families: Mapping[str, Any] = template.outputs
    found = None
    for one, other in permutations(families, 2) if len(families) == 2 else ():
        known = _known_beside(families[one], families[other])
        found = (one, other, known) if known else found
    return {name: family.comparison for name, family in families.items()}, found


def _known_beside(one: _Reading, other: _Reading) -> Beside | None:
    if one.made is None or other.made is None:
        return None
    further = one.choice is other.choice and sympy.sympify(one.times - other.times).is_positive
    return chooser.BESIDE.get((one.made, other.made)) if further or one.made is not other.made else None


def _of_plain(template: Embedded) -> tuple[dict[str, Comparison], Pair | None]:
    """Return how two outputs of a plain constraint compare among other sets: by two clusters as one, or by pure ones.

    Focal items that stand in the same places of both outputs are the same items, so the other clusters must be equal,
    and in the same order.
    """
    focus = Focus(*template_of(template.generator))
    groups = {name: list(found) for name, found in focus.template.outputs.items()}
    pure = all(
        len(group.parts) == 1 and group.parts[0].members == 1 for found in groups.values() for group in found
    )
    pair: Pair | None = None
    if len(groups) == 2:
        first, second = groups
        pair = (first, second, Beside(pure=True)) if pure else None
        for one, other in permutations(groups):
            if _is_joined(groups[one], groups[other], focus.case):
                pair = one, other, Beside(template.changed, joined=True, pure=pure)
    return dict.fromkeys(groups, ANYTHING), pair


def _is_joined(one: Sequence[Group], other: Sequence[Group], case: ParametricCase) -> bool:
    """Whether two clusters that follow one another are one, and all other clusters are the same in the same places."""
    for place, group in enumerate(one):
        parts = other[place : place + 2]
        if [*one[:place], *parts, *one[place + 1 :]] == list(other) and len(parts) == 2:
            counts = [_counts(each, case) for each in (group, *parts)]
            if not all(counts):
                continue
            whole, left, right = counts
            names = {*whole, *left, *right}
            sums = (whole.get(n, 0) - left.get(n, 0) - right.get(n, 0) for n in names)
            return all(sympy.expand(each) == 0 for each in sums)
    return False


def _counts(group: Group, case: ParametricCase) -> dict[str, Any]:
    """Return how many items of each category a single cluster has, at least 1; nothing of other clusters."""
    single = group.times == 1 and all(part.members == 1 for part in group.parts)
    some = all(rational_at_least(part.count, 1, case) for part in group.parts)
    return {part.category: part.count for part in group.parts} if single and some else {}


def _side_by_side(
    case: ParametricCase, compared: Mapping[str, Comparison], pair: Pair, formula: Formula
) -> bool:
    """Give the outputs their values by what is known of two of them; return whether it is known of all symbols."""
    one, other, known = pair
    values = {name: _Values(case, name, compared[name]) for name in (other, one)}
    parts = {name: each.parts(formula) for name, each in values.items()}
    full = all(each.items in ("same", "more") for each in compared.values())  # with all occurrences of gold
    if known.items == "more" and not full:
        return False
    before = values[other].beside(parts[other], full=full)
    totals = {other: before, one: before if known.items == "same" else values[one].with_more(before, other)}
    found: dict[str, dict[Any, Any]] = {one: {}, other: {}}
    for symbol, part in parts[other].items():
        if part.complete and parts[one][symbol].complete:
            continue
        sign = known.gain(formula.normal.atoms[symbol].domain)
        if sign is None or part.complete or parts[one][symbol].complete:
            return False
        low, high = (other, one) if sign in ("zero", "positive", "nonnegative") else (one, other)
        found[low][symbol], more = values[low].low_and_more(symbol, parts[low][symbol], high, sign)
        found[high][symbol] = found[low][symbol] + more
    for name in compared:
        case.outputs[name] = _valued(parts[name], totals[name], found[name], {})
    return True


def _valued(
    parts: Mapping[Any, _Part], totals: Mapping[Any, Any], found: Mapping[Any, Any], sums: Mapping[Any, Any]
) -> dict[Any, Any]:
    """Return totals, and reductions as all of one or as the part of it that was found."""
    whole = {name: total.xreplace(sums) for name, total in totals.items()}
    return whole | {
        symbol: part.factor * (found[symbol] if symbol in found else whole[part.total])
        for symbol, part in parts.items()
    }


def _told(name: str, known: Comparison, pair: Pair | None) -> dict[str, Any]:
    """Return an output as data: how its family compares with the gold, and with that of another output."""
    found = {**asdict(known), "differs": sorted(known.differs)}
    further = {"beside": {"output": pair[1], **asdict(pair[2])}} if pair and pair[0] == name else {}
    return {"comparison": {**found, **further}}


def _name(symbol: Symbol) -> str:
    return f"{symbol}".partition("[")[0]


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
        short = "pairs" in known.differs and known.pairs != "any"
        found = _Part(atom.body * size * own / COMMON, total, complete, short)
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
        parts = self.parts(formula)
        totals = self.totals(parts)
        shares = {symbol: part for symbol, part in parts.items() if not part.complete}
        found = {symbol: self._found(symbol, part) for symbol, part in shares.items()}
        rests = {symbol: self.rest_of(symbol, part) for symbol, part in shares.items()}
        if self.known.pairs == "any" and "pairs" in self.known.differs:
            self._some_pair(formula, rests)
        sums: dict[Any, Any] = {}
        for symbol, part in sorted(shares.items(), key=lambda pair: not totals[pair[1].total].is_Symbol):
            unit, both = totals[part.total], found[symbol] + rests[symbol]
            if unit.is_Symbol and unit not in sums:
                sums[unit] = both
            else:  # of a sum, or of a total that is written otherwise, it is the same share
                found[symbol] = unit.xreplace(sums) * found[symbol] / both
        return _valued(parts, totals, found, sums)

    def parts(self, formula: Formula) -> dict[Any, _Part]:
        """Return what the formula's reductions are parts of."""
        return {symbol: _part(symbol, atom, self.known) for symbol, atom in formula.normal.atoms.items()}

    def totals(self, parts: Mapping[Any, _Part]) -> dict[Any, Any]:
        """Return what the reductions are parts of, and the other quantities."""
        common = self._common(parts)
        shares = any(not part.complete for part in parts.values())
        return self._totals(common) if common is not None or not shares else self._apart()

    def _common(self, parts: Mapping[Any, _Part]) -> Any:
        """Return the common occurrences in terms of a concrete case, if the formula has them."""
        return next((self._measured(s, part) for s, part in parts.items() if part.total == "common"), None)

    def beside(self, parts: Mapping[Any, _Part], *, full: bool) -> dict[Any, Any]:
        """Return the totals as they are, for two families; common ones are all of gold where all of these are there."""
        totals = self._apart()
        if (common := self._common(parts)) is None or full:
            return {**totals, "common": totals[O_L]}
        return {
            **totals,
            "common": self._generator("m", "positive", "occurrences that both sides have", common),
        }

    def with_more(self, totals: Mapping[Any, Any], other: str) -> dict[Any, Any]:
        """Return the totals of a family with more occurrences; those of another one, of which gold has all items."""
        listed, before = measured(O_C, self.output), measured(O_C, other)
        more = self._generator(
            "more", "positive", "occurrences in clusters beyond those of the other", listed - before
        )
        return {**totals, O_C: totals[O_C] + more}

    def _some_pair(self, formula: Formula, rests: Mapping[Any, Any]) -> None:
        """Say that shares are missing on one side or the other: of two items that are together more, or less, often."""
        own: dict[Any, list[Any]] = {x: [], g: []}
        for symbol, rest in rests.items():
            domain = formula.normal.atoms[symbol].domain
            if domain in SHARES:
                own[SHARES[domain][1]].append(rest)
        self.case.sums += product(own[x], own[g])

    def _measured(self, symbol: Symbol, part: _Part) -> Expr:
        """Return what a reduction is without its factor, in terms of a concrete case."""
        return measured(symbol, self.output) / part.factor

    def _found(self, symbol: Symbol, part: _Part) -> Any:
        """Return a generator for a part of a total."""
        meaning = f"{symbol}, at most {part.total}"
        return self._generator(_name(symbol), "positive", meaning, self._measured(symbol, part))

    def rest_of(self, symbol: Symbol, part: _Part) -> Any:
        """Return a generator for what a total has beyond a part of it."""
        sign = "positive" if part.short else "nonnegative"
        definition = measured(part.total, self.output) - self._measured(symbol, part)
        return self._generator(
            f"no_{_name(symbol)}", sign, f"what {symbol} is less than {part.total}", definition
        )

    def low_and_more(self, symbol: Symbol, part: _Part, high: str, sign: Sign) -> tuple[Any, Any]:
        """Return generators for a part of a total, and for what another output has more of it."""
        found = self._found(symbol, part)
        if sign == "zero":
            return found, sympy.S.Zero
        definition = measured(symbol, high) / part.factor - self._measured(symbol, part)
        strict: Any = "positive" if sign in ("positive", "negative") else "nonnegative"
        meaning = f"what {symbol} is more in {high} than"
        return found, self._generator(f"more_{_name(symbol)}", strict, meaning, definition)

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
