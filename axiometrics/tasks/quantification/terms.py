"""What sums over classes show term by term: divergences, and distances of shares, for any number of classes.

A divergence is a log(a/b) at each class, of two sums of multiples of p and q that are equal where p = q; with
f(x) = q f(x/q), which is strictly convex unless a = b. So it is 0 where p = q, and less a multiple of p - q, which all
classes together have none of, it falls as p comes nearer to q, and falls as q grows while p - q stays. A distance is
|p - q| or its square, which may be divided by q. A metric that rises with the sum of such terms has the order of these.
Infinite terms are larger than all others. The last rows of an output may tell each one of the classes that are not
chosen, of which there are any number, or none: they show no strict sign, and that nothing is infinite, but not that
something is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import Sign, flip, rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Larger, Ratio
from axiometrics.tasks.choosing import GeneratorKey
from axiometrics.tasks.parametric import ParametricCase, ShownByTerms
from axiometrics.tasks.quantification.chooser import Generator
from axiometrics.tasks.quantification.many_classes import ManyPart, ManySymbols, many_parts
from axiometrics.tasks.quantification.symbolic import Part, parts_of
from axiometrics.tasks.quantification.view import QUANTITIES, Reading, Term, range_of, reading
from axiometrics.tasks.quantification.whole_distributions import Cuts

if TYPE_CHECKING:
    from sympy import Expr

Row = tuple[Any, Any]
"""The system's and the gold share of a class."""


class Rows(list[Row]):
    """The classes of an output; the last ones, so many ``others``, stand for any number of classes each."""

    others = 0

    @property
    def few(self) -> int:
        """How many classes are told by themselves."""
        return len(self) - self.others


K, L = QUANTITIES


RISES = "The value rises with what divergences, or distances, of the classes add up to."
RULES = {
    "same": "The value hangs on what terms of the classes add up to. In both outputs the terms are the same, in one "
    "order or another, but for terms of classes where p = q, which are 0.",
    "nearer": f"{RISES} Less a multiple of p - q, which all classes together have none of, each is no more in one "
    "output than in the other: p is as near to q or nearer, or q is larger and p - q is the same; all empty gold "
    "classes of divergences count as one.",
    "near": f"{RISES} Each is no more in one output than in the other: p is as near to q or nearer.",
    "least": f"{RISES} That is never negative, and the value is 0 where it is 0.",
    "most": f"{RISES} The largest sum that there can be gives a value of at most 1, or no value is larger than 1.",
    "detour": "The value is the length of the vector of all errors, or the sum of theirs, up to a constant factor. The "
    "errors of one output are those of two others together, and a detour is no shorter.",
    "same order": f"{RISES} Two outputs differ in some classes alone, and two others are these classes, divided by "
    "what they add up to. So all sums differ by multiples of one number, and both differences of values have its sign, "
    "unless other classes are infinite.",
}
"""What is said of each rule."""
KINDS = {
    "": "",
    "cumulative": "Here a share is that of a class and all lower ones, p of the system's and q of the gold. ",
    "weighted": "Here a term counts as often as its class is far from those with a share: never in one class at most. ",
}
"""What is said first of terms of another kind than those of single classes, by which rules are called."""


def by_terms(
    generator: Generator, formula: Formula, forms: Sequence[Mapping[str, int]], *, wider: bool
) -> list[ShownByTerms]:
    """Return what terms show of every choice of class numbers: the sign of one form, or that of two together.

    With ``wider`` there are any number of classes, else some numbers. Raises NotSymbolicError.
    """
    read, key, found = reading(formula), GeneratorKey(generator), NotSymbolicError("no sign is seen")
    turn = -1 if read.falls else 1
    forms = [{name: weight * (turn if name else 1) for name, weight in form.items()} for form in forms]
    few = partial(parts_of, key, of_shares=True)
    any_number = partial(many_parts, key, Cuts if read.kind == "cumulative" else ManySymbols)
    ways: list[Callable[[], Sequence[Part | ManyPart]]] = [any_number] if wider else []
    if not wider and not read.kind:
        ways = [few, partial(few, summed=True)]
    for parts in ways:
        try:
            return [_shown(part, read, formula, forms) for part in parts()]
        except NotSymbolicError as error:
            found = error
    raise found


def _shown(part: Any, read: Reading, formula: Formula, forms: Sequence[Mapping[str, int]]) -> ShownByTerms:
    shares = {name: Rows(zip(*pair, strict=True)) for name, pair in part.shares.items()}
    if read.kind == "weighted" and any(each.path or each.zones for each, _ in part.outputs.values()):
        raise NotSymbolicError("classes that have other numbers")
    for name, rows in shares.items():
        rows.others = part.others(name) if isinstance(part, ManyPart) else 0
    if len(forms) > 1 and read.kind:
        found = None
    elif len(forms) > 1:
        order = same_order(read, forms, shares)
        found = (order, "same order") if order else None
    else:
        found = sign_of_form(read, forms[0], shares, part.chooser.case, part.apart)
    if found is None:
        raise NotSymbolicError("no sign is seen")
    case = replace(part.chooser.case, outputs={name: {} for name in shares}, told=lambda: part.told(formula))
    alone, known = sum(1 for name in forms[0] if name) == 1, _Known(read, part.chooser.case)
    finite = read.saturated or (found[1] == "nearer" and any(map(known.is_finite, shares.values())))
    total = alone or found[1] == "same" or ((finite or not read.is_infinite) and not read.guarded)
    told = RULES["near" if read.kind and found[1] == "nearer" else found[1]]
    return ShownByTerms(case, found[0], f"{read.kind} {found[1]}".strip(), KINDS[read.kind] + told, total)


def sign_of_form(
    read: Reading,
    form: Mapping[str, int],
    rows: Mapping[str, Rows],
    case: ParametricCase,
    apart: Sequence[Sequence[tuple[Any, Any]]] = (),
) -> tuple[str, str] | None:
    """Return the sign of a linear form in the values of outputs, and the rule that shows it; None where none does.

    ``apart`` are pairs of distributions that are not the same. Where no output has a finite value, the sign is
    "undefined".
    """
    named = {name: weight for name, weight in form.items() if name and weight}
    unit = form.get("", 0)
    if len(named) == 1:
        if not (unit or read.guarded) and all(sympy.expand(p - q) == 0 for p, q in rows[next(iter(named))]):
            return "zero", "least"
        return _bounded(read, next(iter(named.values())), unit)
    if unit or set(named.values()) - {1, -1}:
        return None
    if len(named) == 2 and sum(named.values()) == 0:
        far, near = sorted(named, key=lambda name: -named[name])
        if _have_same_terms(_Known(read, case), rows[far], rows[near]):
            return "zero", "same"
        for one, other, turned in ((far, near, False), (near, far, True)):
            sign = _nearer(read, rows[one], rows[other], case, apart)
            if sign is not None:
                return (flip(sign) or sign if turned else sign), "nearer"
    if len(named) == 3 and abs(sum(named.values())) == 1:
        lone = next(name for name in named if named[name] != sum(named.values()))
        ways = [rows[name] for name in named if name != lone]
        if _is_detour(read, ways, rows[lone]):
            return ("nonnegative" if named[lone] < 0 else "nonpositive"), "detour"
    return None


def _bounded(read: Reading, weight: int, unit: int) -> tuple[str, str] | None:
    """Compare a value with 0, or with 1, which it is at most."""
    if unit == 0:
        return ("nonnegative" if weight > 0 else "nonpositive"), "least"
    if unit == -weight and (read.outer.func is sympy.tanh or (read.kind != "weighted" and _most(read))):
        return ("nonpositive" if weight > 0 else "nonnegative"), "most"
    return None


def _most(read: Reading) -> bool:
    """Whether the formula is at most 1 where every sum of terms is as large as it can be."""
    for least in (L, sympy.S.Zero):
        bounds = {
            symbol: sum(term.weight * (K - 1) if read.kind else _largest(term, least) for term in terms)
            for symbol, terms in read.parts.items()
        }
        value = read.outer.xreplace(bounds)
        value = value.replace(Ratio, lambda top, bottom, _: sympy.cancel(top / bottom))
        value = value.replace(Larger, sympy.Max).doit()
        if value.is_number and value.is_real and sympy.simplify(value - 1).is_nonpositive:
            return True
        most = range_of(value)[1]
        if most is not None and most.is_rational and most <= 1:
            return True
    return False


def _largest(term: Term, least: Expr) -> Expr:
    """Return what the terms of all classes add up to at most, where no gold share is less than a number.

    A divergence of p and q is at most that of p and nothing, and that of nothing and q, one after another.
    """
    if term.power:
        return sympy.oo if term.divided else term.weight * 2 * (1 - least) ** term.power
    ends = (a * sympy.log(a / b) if b else sympy.oo for a, b in zip(term.upper, term.lower, strict=True) if a)
    return term.weight * sympy.Add(*ends)


def _have_same_terms(known: _Known, one: Rows, other: Rows) -> bool:
    """Whether two outputs have the same terms, wherever p and q are not the same, and all else that is read."""
    read = known.read
    no_gold = read.guarded and any(q == 0 for _, q in one[: one.few])
    if not read.saturated and (no_gold or known.is_infinite(one)):
        return False
    if (read.outer.has(K) or read.kind) and (one.few, one.others) != (other.few, other.others):
        return False
    if read.kind == "weighted":
        pairs = zip(one, other, strict=True)
        same = (
            known.sign(q - s) == "zero" == known.sign((p - q) ** 2 - (r - s) ** 2) for (p, q), (r, s) in pairs
        )
        return not read.of_system and all(same)
    if read.of_gold and Counter(_golds(one)) != Counter(_golds(other)):
        return False
    return Counter(_keys(read, one)) == Counter(_keys(read, other))


def _golds(rows: Rows) -> Iterator[Any]:
    return ((place >= rows.few, sympy.expand(q)) for place, (_, q) in enumerate(rows))


def _keys(read: Reading, rows: Rows) -> Iterator[Any]:
    """Yield what the terms of each class hang on, unless they are 0."""
    for place, (p, q) in enumerate(rows):
        error = sympy.expand(p - q)
        if error == 0:
            continue
        key, kind = frozenset({error, sympy.expand(-error)}), max(place - rows.few, -1)
        if not all(term.power for term in read.terms):
            yield kind, sympy.expand(p), sympy.expand(q)
        else:
            yield kind, key, sympy.expand(q) if any(t.divided for t in read.terms) else None


def _nearer(
    read: Reading,
    far: Rows,
    near: Rows,
    case: ParametricCase,
    apart: Sequence[Sequence[tuple[Any, Any]]],
) -> Sign | Any:
    """Return the sign of what one output has more than another that is nearer to its gold, class by class."""
    known = _Known(read, case)
    if (far.few, far.others) != (near.few, near.others):
        return None
    weighted = read.kind == "weighted"
    if (read.of_gold or weighted) and any(
        known.sign(one[1] - other[1]) != "zero" for one, other in zip(far, near, strict=True)
    ):
        return None
    if not read.saturated and known.is_infinite(far) and known.is_infinite(near):
        return "undefined"
    found = [known.compared(*pair) for pair in known.joined(far[: far.few], near[: near.few])]
    others = list(zip(far[far.few :], near[near.few :], strict=True))
    perfect = all(known.sign(p - q) == "zero" for p, q in near)
    errors = sum(p - q for p, q in far[: far.few]) - sum(p - q for p, q in near[: near.few])
    apart_by = [errors, *(p - q - r + s for (p, q), (r, s) in others)]
    if None in [*found, *(known.compared(*pair) for pair in others)] or (read.of_system and not perfect):
        return None
    if not (perfect or read.kind == "cumulative") and any(known.sign(each) != "zero" for each in apart_by):
        return None
    rows = [tuple(map(sympy.sympify, row)) for row in far]
    differ = perfect and any([tuple(map(sympy.sympify, pair)) for pair in each] == rows for each in apart)
    strict = read.is_strict and (differ or found.count(True) > weighted)
    return "positive" if strict and (not read.saturated or known.is_finite(near)) else "nonnegative"


@dataclass(frozen=True)
class _Known:
    """The signs of differences of shares in a parametric case."""

    read: Reading
    case: ParametricCase

    def sign(self, value: Any) -> str:
        """Return the sign that coefficients show; "" where they show none."""
        found = rational_sign(sympy.expand(value), self.case.positive, self.case.nonnegative)
        return found or ""

    def is_above(self, value: Any) -> bool:
        return self.sign(value) in ("positive", "nonnegative", "zero")

    def joined(self, far: Sequence[Row], near: Sequence[Row]) -> list[tuple[Row, Row]]:
        """Return the classes of both; those without gold are one class of what grows in proportion with p there."""
        pairs = list(zip(far, near, strict=True))
        if self.read.kind == "weighted" or any(term.power > 1 or term.divided for term in self.read.terms):
            return pairs
        empty = [pair for pair in pairs if pair[0][1] == 0 and pair[1][1] == 0]
        one, other = ((sympy.Add(*(pair[side][0] for pair in empty)), sympy.S.Zero) for side in (0, 1))
        return [*(pair for pair in pairs if pair not in empty), (one, other)]

    def compared(self, far: Row, near: Row) -> bool | None:
        """Whether a class has strictly more in one output than in the other; None where it may have less."""
        (p, q), (r, s) = far, near
        moved, gold = self.sign(p - r), self.sign(q - s)
        if gold == "zero" and moved == "zero":
            return False
        if self.sign(p - q) == "zero" and self.sign(r - s) == "zero":
            return False
        if gold == "zero":
            sides = [(r - p, s - r), (p - r, r - s)]
            between = any(self.is_above(one) and self.is_above(other) for one, other in sides)
            if between or self.sign(r - s) == "zero":
                return moved in ("positive", "negative")
        apart = all(not term.power for term in self.read.terms)
        if apart and self.sign(p - q - r + s) == "zero" and self.is_above(s - q):
            return self.sign(s - q) == "positive" and self.sign(p - q) in ("positive", "negative")
        return None

    def is_infinite(self, rows: Rows) -> bool:
        """Whether some class evidently has an infinite term."""
        return any(
            term.is_infinite(at) and row[1 - at] == 0 and self.sign(row[at]) == "positive"
            for term in self.read.terms
            for row in rows[: rows.few]
            for at in (0, 1)
        )

    def is_finite(self, rows: Sequence[Row]) -> bool:
        """Whether no class has an infinite term."""
        return not self.read.is_infinite or all(
            self.sign(p - q) == "zero" or (self.sign(p) == "positive" and self.sign(q) == "positive")
            for p, q in rows
        )


def _is_detour(read: Reading, ways: Sequence[Rows], direct: Rows) -> bool:
    """Whether errors add up to those of a direct way, whose length, or sum, is no more than those of both together."""
    powers = [term.power for term in read.terms]
    lengths = (read.roots == 1 and powers == [2]) or (read.roots == 0 and {*powers} == {1})
    if not lengths or read.of_gold or read.saturated or read.kind == "weighted":
        return False
    if any(term.divided for term in read.terms):
        return False
    if len({(each.few, each.others) for each in (*ways, direct)}) > 1:
        return False
    return all(
        sympy.expand(p - q - sum(each[k][0] - each[k][1] for each in ways)) == 0
        for k, (p, q) in enumerate(direct)
    )


def same_order(read: Reading, forms: Sequence[Mapping[str, int]], rows: Mapping[str, Rows]) -> str | None:
    """Return "positive" where two differences of values have one sign, "nonnegative" where they have no opposite ones.

    The outputs of the one agree outside of some classes; those of the other are these classes alone, divided by what
    they add up to. None where that is not so.
    """
    if any(sorted(form.values()) != [-1, 1] or "" in form for form in forms):
        return None
    ordered = [sorted(form, key=lambda name: form[name]) for form in forms]
    for whole, part in (ordered, ordered[::-1]):
        (first, second), (third, fourth) = ([rows[name] for name in names] for names in (whole, part))
        if len(first) < len(third) or not _told_alike(first, second, third, fourth):
            continue
        for offset in range(len(first) - len(third) + 1):
            inside = slice(offset, offset + len(third))
            if _agree_outside(first, second, inside) and _are_parts(
                read, (first[inside], second[inside]), (third, fourth)
            ):
                return "nonnegative" if read.saturated else "positive"
    return None


def _told_alike(first: Rows, second: Rows, third: Rows, fourth: Rows) -> bool:
    """Whether two outputs have the same gold, and all classes, or none, stand for any number of them each."""
    kinds = {each.others for each in (first, second)}, {each.others for each in (third, fourth)}
    if kinds not in (({0}, {0}), ({len(first)}, {len(third)})):
        return False
    return all(_is_zero(one[1] - other[1]) for one, other in zip(first, second, strict=True))


def _is_zero(value: Any) -> bool:
    return bool(sympy.expand(value) == 0 or sympy.cancel(value) == 0)


def _agree_outside(first: Sequence[Row], second: Sequence[Row], inside: slice) -> bool:
    places = set(range(len(first))) - set(range(len(first))[inside])
    return all(_is_zero(first[k][0] - second[k][0]) for k in places)


def _are_parts(read: Reading, wholes: Sequence[Sequence[Row]], parts: Sequence[Sequence[Row]]) -> bool:
    """Whether two outputs have the shares of others, each side divided by one number, and terms in proportion."""
    numbers = [sympy.cancel(wholes[0][0][side] / parts[0][0][side]) for side in (0, 1)]
    divided = all(
        _is_zero(row[side] - numbers[side] * part[side])
        for whole, some in zip(wholes, parts, strict=True)
        for row, part in zip(whole, some, strict=True)
        for side in (0, 1)
    )
    if not divided or any(len(whole) != len(some) for whole, some in zip(wholes, parts, strict=True)):
        return False
    if _is_zero(numbers[0] - numbers[1]):
        return len({term.degree for term in read.terms}) == 1
    sides = {(term.upper[1] == 0, term.lower[0] == 0) for term in read.terms}
    alone = all(0 in term.upper and 0 in term.lower for term in read.terms)
    return (
        alone and sides in ({(True, True)}, {(False, False)}) and not any(term.power for term in read.terms)
    )
