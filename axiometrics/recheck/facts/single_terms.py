"""What single terms of the shares of each class, or of what is below each cut, show of sums of any number of them.

Then sums over the depths, pairs and items of two lists, by what these share.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    ONE,
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    distance_of,
    ends,
    flattened,
    multiplied,
    number,
    parsed,
    put_in,
    require,
    sign_of,
    written,
)
from axiometrics.recheck.facts.class_sums import Rise, Single, rise_of
from axiometrics.recheck.ranks import names_of, same_sizes
from axiometrics.recheck.values import Number, Place, Point

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output


def few_of(part: Part, name: str) -> int:
    """Return how many rows, the first ones, are of a class each; all others are of each one of further classes."""
    kinds = [row.get("each") for row in part.data["outputs"][name]["rows"].get("classes", [])]
    few = sum(kind is None for kind in kinds)
    require(kinds == [None] * few + ["one"] * (len(kinds) - few), "rows of further classes before others")
    return few


def same_terms(
    part: Part, formula: Step, rise: Rise, *outputs: tuple[str, Sequence[tuple[Flat, Flat]]]
) -> str:
    """Return "zero" where outputs have the same terms, unless p is q and they are 0, and all else is the same."""
    kinds: list[Any] = []
    for name, rows in outputs:
        few = few_of(part, name)
        told = [(place >= few, p, q) for place, (p, q) in enumerate(rows)]
        if rise.guarded and not all(q for _, q in rows[:few]):
            return ""
        golds = Counter((each, _key(q)) for each, _, q in told) if rise.of_gold else None
        numbers = (few, len(rows)) if _reads_number(formula) else None
        places = (
            max(place - few, -1) for place in range(len(rows))
        )  # one row is of as many classes in each output
        terms = Counter(
            (each, *_asked(rise, p, q)) for each, (p, q) in zip(places, rows, strict=True) if p != q
        )
        kinds.append((golds, numbers, terms))
    return "zero" if kinds[0] == kinds[1] else ""


def _reads_number(formula: Step) -> bool:
    """Whether a formula reads the number of classes beside its sums."""
    if formula.kind == "reduction":
        return False
    return (formula.kind == "name" and formula.value == "K") or any(map(_reads_number, formula.parts))


def _asked(rise: Rise, p: Flat, q: Flat) -> Iterator[Any]:
    """Yield what the terms of a class hang on: distances on |p - q|, and on q if they are divided by it."""
    distances = all(term.power for term in rise.terms)
    errors = (added(p, q, Fraction(-1)), added(q, p, Fraction(-1)))
    yield frozenset(map(_key, errors)) if distances else _key(p)
    yield None if distances and not any(term.divided for term in rise.terms) else _key(q)


def _key(flat: Flat) -> Any:
    return frozenset(flat.items())


def detour(rise: Rise, rows: Mapping[str, Sequence[tuple[Flat, Flat]]], form: Mapping[str, int]) -> str:
    """Return the sign of a detour less the direct way: the root of a sum of squares is a length, as a distance is."""
    powers = [term.power for term in rise.terms]
    length = (powers == [2] and rise.roots == 1) or ({*powers} == {1} and not rise.roots)
    length = length and not any(term.divided for term in rise.terms)
    require(length and not (rise.guarded or rise.of_gold or rise.saturated), "what is no length of errors")
    require(sorted(form.values()) in ([-1, 1, 1], [-1, -1, 1]), "no two ways")
    turn = sum(form.values())
    require(len({len(each) for each in rows.values()}) == 1, "ways of other numbers of classes")
    for shares in zip(*(rows[name] for name in form), strict=True):
        errors = (added(p, q, Fraction(-1)) for p, q in shares)
        total = reduce(
            lambda one, each: added(one, each[0], Fraction(each[1])),
            zip(errors, form.values(), strict=True),
            Flat(),
        )
        require(not total, "errors that do not add up")
    return "nonnegative" if turn > 0 else "nonpositive"


def by_cut(step: Step) -> tuple[Step, bool]:
    """Return a formula whose terms read what all classes up to one have, P and Q, as one of p and q of each cut."""
    if step.kind != "reduction":
        parts = tuple(by_cut(part)[0] for part in step.parts)
        return Step(step.kind, parts, step.value), False
    read = set().union(*map(names_of, step.parts))
    require(step.value == "classes" and read and read <= {"P", "Q"}, "terms of classes alone")
    names = {"P": parsed("p"), "Q": parsed("q")}
    return Step(step.kind, tuple(put_in(part, names) for part in step.parts), step.value), False


def by_weight(step: Step) -> tuple[Step, bool]:
    """Return a formula of terms with weights as one without these, and whether they are by the system's shares.

    A weight adds up how far a class is from all others, or from those with a share, whose number is one or more.
    """
    if step.kind != "reduction":
        found = [by_weight(part) for part in step.parts]
        return Step(step.kind, tuple(part for part, _ in found), step.value), any(side for _, side in found)
    (body,), side = step.parts, ""
    if body.kind == "guard" and body.parts[1].value in ("p", "q") and not flattened(body.parts[2]):
        body, side = body.parts[0], str(body.parts[1].value)
    if step.value == "classes":
        require(bool(side) and flattened(body) == ONE, "no number of classes with a share")
        return parsed("K - 1"), side == "p"  # any number from 1 on, as far as ranges go
    require(step.value == "class_pairs", "sums over something else")
    factors = [body]
    while any(each.kind == "product" for each in factors):
        factors = [part for each in factors for part in (each.parts if each.kind == "product" else [each])]
    terms = [each for each in factors if names_of(each) & {"r", "s"}]
    require(len(terms) == 1 and names_of(terms[0]) <= {"r", "s"}, "no term of the other class")
    ways = flattened(parsed("k - l")), flattened(parsed("l - k"))
    for each in factors:
        far = distance_of(each)
        known = far is not None and flattened(far) in ways
        plain = each.kind == "number" and each.value > 0
        require(each is terms[0] or known or plain, "another weight")
    term = put_in(terms[0], {"r": parsed("p"), "s": parsed("q")})
    return Step("reduction", (term,), "classes"), side == "p"


def same_by_class(*outputs: tuple[str, Sequence[tuple[Flat, Flat]]]) -> str:
    """Return "zero" where two outputs have the same gold, and errors as large in each class."""
    (_, one), (_, other) = outputs
    pairs = list(zip(one, other, strict=False))
    errors = [[added(p, q, Fraction(-1)) for p, q in pair] for pair in pairs]
    same = all(x == y or not added(x, y) for x, y in errors)
    return "zero" if len(one) == len(other) and same and all(a[1] == b[1] for a, b in pairs) else ""


# --- how large sums of single terms can be


def up_to_one(formula: Step, rest: Step | None) -> bool:
    """Whether a formula is at most 1 where each distance adds up to twice the ``rest``, or its power, at most.

    At cuts, of which there is one less than classes, each is at most 1, which is told by no rest.
    """
    if formula.kind in ("root", "maximum"):
        return up_to_one(next(each for each in formula.parts if flattened(each)), rest)
    found = _largest(formula, rest)
    top, bottom = (flattened(found), ONE) if set(flattened(found)) <= {()} else ends(found)
    if {name for flat in (top, bottom) for powers in flat for name, _ in powers} == {"K"}:
        left = added(_beyond_two(bottom), _beyond_two(top), Fraction(-1))
        return sign_of(left, {"K": "nonnegative"})[0] >= 0
    share = top.get(next(iter(bottom)), Fraction(0)) / next(iter(bottom.values()))
    return share <= 1 and not added(top, bottom, -share)


def _beyond_two(flat: Flat) -> Flat:
    """Write K as 2 and what there are more, since there are two classes or more."""
    more: Flat = {(("K", 1),): Fraction(1), (): Fraction(2)}
    found = Flat()
    for powers, value in flat.items():
        term: Flat = {(): value}
        found = added(found, reduce(multiplied, [more] * dict(powers)["K"] if powers else [], term))
    return found


def _largest(step: Step, rest: Step | None) -> Step:
    """Return a formula of as large sums as there can be."""
    if step.kind in ("root", "maximum", "tanh", "guard"):
        raise NotCoveredError(f"how large a {step.kind} can be")
    if step.kind == "reduction":
        bounds = [(each.weight, _most_of(each, rest)) for each in rise_of(step).terms]
        return _sum([Step("product", (_step(weight), most)) for weight, most in bounds])
    parts = tuple(_largest(part, rest) for part in step.parts)
    return Step("quotient", parts[:2]) if step.kind == "ratio" else Step(step.kind, parts, step.value)


def _sum(parts: Sequence[Step]) -> Step:
    return reduce(lambda one, other: Step("sum", (one, other)), parts)


def _step(flat: Flat) -> Step:
    """Return a product of numbers and logarithms of numbers as a step."""
    ((powers, value),) = flat.items()
    found = number(value)
    for name, power in powers:
        log = Step("log", (number(int(name.removeprefix("log:"))),))
        found = Step("product", (found, Step("power", (log, number(power)))))
    return found


def _most_of(term: Single, rest: Step | None) -> Step:
    if rest is None:
        return parsed("K - 1")
    if term.power:
        require(not term.divided, "a distance that may be infinite")
        return _sum([Step("power", (rest, number(term.power)))] * 2)
    require(not term.infinite(0) and not term.infinite(1), "a divergence that may be infinite")
    ends = [(above, above / below) for above, below in zip(term.upper, term.lower, strict=True) if above]
    return _sum([Step("product", (number(above), Step("log", (number(part),)))) for above, part in ends])


# --- two lists, at any number of depths

_DEPTH: Flat = {(("d", 1),): Fraction(1)}
SAME: dict[str, Flat] = {"e": {}, "t": ONE, "c": ONE, **dict.fromkeys("xzgh", _DEPTH)}
"""What both lists have at a depth where they are one: the depth itself, and every pair is in one order."""


ROWS = {"beyond", "pairs", "items"} | {
    f"{kind}_{ties}" for kind in ("depths", "shared", "end") for ties in "abw"
}
"""What a reduction of two lists may run over."""


def require_agreement(data: Mapping[str, Any], signs: Mapping[str, str]) -> None:
    """Require that what is told of two lists does not contradict what they share. Raises NotCoveredError."""
    unknown = {each["domain"] for each in data["reductions"].values()} - ROWS
    if unknown:
        raise NotCoveredError(f"{min(unknown)} of two lists")
    every: dict[str, Flat] = {}
    for told in data["outputs"].values():
        kind, sizes = told["agreement"], {n: flattened(parsed(t)) for n, t in told["quantities"].items()}
        alike = [sizes[name] for name in "slXF" if name in sizes]
        holds = kind in ("same", "apart", "any", "exchanged") and not _above(sizes, signs)
        if kind == "same" or sizes.get("q") == ONE:
            holds = holds and sizes.get("q", ONE) == ONE and all(each == alike[0] for each in alike)
        if kind == "apart":
            holds = holds and not (sizes.get("X") or sizes.get("q") or _above(_one_less(sizes, "F"), signs))
            whole = {"s", "l", "F"} <= sizes.keys()
            holds = holds and (not whole or sizes["F"] == added(sizes["s"], sizes["l"]))
        elif kind != "same":
            holds = holds and all(every.setdefault(name, size) == size for name, size in sizes.items())
        require(holds, f"lists that share {kind}, with other sizes")


def _one_less(sizes: Mapping[str, Flat], name: str) -> Mapping[str, Flat]:
    return {**sizes, name: added(sizes[name], ONE, Fraction(-1))} if name in sizes else sizes


def _above(sizes: Mapping[str, Flat], signs: Mapping[str, str]) -> bool:
    """Whether what is never more than something else is evidently more."""
    known = {"1": ONE, **sizes}
    for less, more in ("sl", "Xs", "Xl", "sF", "lF", "q1"):
        if less in known and more in known:
            with suppress(RefusedError):
                if sign_of(added(known[less], known[more], Fraction(-1)), signs) == (1, True):
                    return True
    return False


def of_lists(output: Output, domain: str, body: str) -> Number:
    """Return what a reduction over depths, pairs or items of two lists adds up to, by what is told of them.

    Of lists that only change their places, or names, it is an unknown which is the same in every output.
    """
    told, point, step = output.told, output.point, parsed(body)
    kind, sizes, kind_of_rows = told["agreement"], told["quantities"], domain.partition("_")[0]
    flat, found = flattened(step), f"{domain}[{written(flattened(step))}] of lists"
    if kind in ("any", "exchanged"):
        turned = flattened(step, {"g": {(("h", 1),): Fraction(1)}, "h": {(("g", 1),): Fraction(1)}})
        alike = all(
            {"any", "exchanged"} >= {each.get("agreement")} for each in output.part.data["outputs"].values()
        )
        require(alike and same_sizes(output.part.data, step), "lists that are others in some output")
        require(
            kind == "any" or (kind_of_rows != "items" and turned == flat), "lists that cannot be exchanged"
        )
        return point.named(found)
    require(_is_plain(step), "a term that may have no value, or hangs on a convention")
    if kind == "apart":
        none = kind_of_rows in ("pairs", "items") or not flattened(step, {"x": {}, "z": {}})
        require(none and kind_of_rows != "beyond", "lists that share something")
        return point.number(Fraction(0))
    require({*"slXF"} & {*sizes}, "lists of unknown lengths")
    length = output.text(next(sizes[name] for name in "slXF" if name in sizes))
    return _of_same(point, kind_of_rows, flattened(step, SAME), length)


def _is_plain(step: Step) -> bool:
    """Whether a step has a value at every depth, which is that of its products multiplied out."""
    if step.kind == "power":
        base = flattened(step.parts[0])
        return set(base) == {()} and base[()] > 0 and names_of(step.parts[1]) <= {"d"}
    place = Place("rank_similarity", "depths")
    if step.kind in ("quotient", "root") and place.sign(step.parts[-1]) <= 0:
        return False
    kinds = ("number", "name", "sum", "product", "quotient", "root")
    return step.kind in kinds and all(map(_is_plain, step.parts))


def _of_same(point: Point, kind_of_rows: str, flat: Flat, length: Number) -> Number:
    """Return the sum over all depths, pairs or items of a list that is compared with itself; Raises NotCoveredError."""
    one, less = point.number(Fraction(1)), point.plus(length, point.number(Fraction(-1)))
    if kind_of_rows == "end" and all(name == "d" for powers in flat for name, _ in powers):
        terms = [
            point.times(point.number(value), point.raised(length, sum(power for _, power in powers)))
            for powers, value in flat.items()
        ]
        return reduce(point.plus, terms, point.number(Fraction(0)))
    halves = point.times(point.number(Fraction(1, 2)), point.times(length, less))
    times = {"depths": length, "shared": length, "end": one, "pairs": halves, "items": less}.get(kind_of_rows)
    if times is not None and set(flat) <= {()}:
        return point.times(times, point.number(flat.get((), Fraction(0))))
    ((powers, value),) = flat.items() if len(flat) == 1 else (((("", 0),), Fraction(0)),)
    found = _DISCOUNT.fullmatch(powers[0][0]) if len(powers) == 1 and powers[0][1] == 1 else None
    if found is None or kind_of_rows not in ("depths", "shared") or Fraction(found[1]) == 1:
        raise NotCoveredError("a sum over the depths of a list that has no closed form here")
    base = Fraction(found[1])
    beyond = point.drawn("power", point.number(base), length)
    whole = point.plus(one, point.times(point.number(Fraction(-1)), beyond))
    return point.times(point.number(value / (1 - base)), whole)


_DISCOUNT = re.compile(r"power\((\d+(?:/\d+)?), -1 \+ 1\*d\^1\)")
"""A power of a number by how many depths are above."""
