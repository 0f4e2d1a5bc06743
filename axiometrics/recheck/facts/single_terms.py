"""What single terms of the shares of each class, or of what is below each cut, show of sums of any number of them.

So are terms of what two lists share at each depth, which may rise with that.
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
)
from axiometrics.recheck.facts.class_sums import Rise, Single, rise_of
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import Place

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

DEPTH: Flat = {(("d", 1),): Fraction(1)}
_SHARED: Flat = {(("x", 1),): Fraction(1)}
STRICT: dict[str, Flat] = {"e": {}, "z": _SHARED, "g": DEPTH, "h": DEPTH}
"""What lists of one length without ties have at a depth: as many items as the depth, and no further ones."""
OF_ITEMS = ("pairs", "items")
POWER = re.compile(r"power\((\d+(?:/\d+)?), ([-+*^/ \dd]+)\)")
"""A power of a number by a sum of depths."""


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


def is_of_depth(name: str) -> bool:
    """Whether a factor of a term hangs on the depth alone: that, or a power of a number by it."""
    return name == "d" or POWER.fullmatch(name) is not None


def is_plain(step: Step) -> bool:
    """Whether a step has a value at every depth, which is that of its products multiplied out."""
    if step.kind == "power" and step.parts[1].kind == "number":
        return step.parts[1].value in range(9) and is_plain(step.parts[0])
    if step.kind == "power":
        base = flattened(step.parts[0])
        return set(base) == {()} and base[()] > 0 and names_of(step.parts[1]) <= {"d"}
    if step.kind in ("quotient", "root") and Place("rank_similarity", "depths").sign(step.parts[-1]) <= 0:
        return False
    kinds = ("number", "name", "sum", "product", "quotient", "root")
    return step.kind in kinds and all(map(is_plain, step.parts))


def turn_of(rows: str, step: Step, *, linear: bool = False) -> int:
    """Return 1 where terms rise with what lists of one length share, -1 where they fall; 0 where neither is evident.

    They are sums of powers of that with factors of one sign: numbers, times powers of a depth and of numbers.
    """
    name, found = {"pairs": "t", "items": "c"}.get(rows, "x"), set()
    for powers, value in flattened(step, STRICT).items():
        times = dict(powers).get(name, 0)
        beside = [each for each, _ in powers if each != name]
        plain = all(is_of_depth(each) and (each != "d" or rows not in OF_ITEMS) for each in beside)
        if not plain or times < 0 or (times > 1 and (linear or rows == "pairs")):
            return 0
        if times:
            found.add(1 if value > 0 else -1)
    return found.pop() if len(found) == 1 else 0


def power_sign(part: Part, step: Step) -> str:
    """Return the sign of a power of a positive number, or of the difference of two of one number."""
    free = {each["name"]: each["sign"] for each in part.data["symbols"] if "definition" not in each}
    one, other = step, None
    if step.kind == "sum" and step.parts[1].kind == "product":
        one, (factor, other) = step.parts[0], step.parts[1].parts
        if flattened(factor) != {(): Fraction(-1)} or other.kind != "power":
            return ""
    base = flattened(one.parts[0]) if one.kind == "power" else {}
    if set(base) != {()} or base[()] <= 0:
        return ""
    if other is None:
        return "positive"
    with suppress(RefusedError):
        apart = added(flattened(one.parts[1]), flattened(other.parts[1]), Fraction(-1))
        direction, strict = sign_of(apart, free)
        larger = direction > 0 if base[()] > 1 else direction < 0
        return "positive" if strict and larger and base != ONE and flattened(other.parts[0]) == base else ""
    return ""
