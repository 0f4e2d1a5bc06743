"""Sums over the depths, pairs and items of two lists, by what these share: their values, and what they fall short of.

Lists that are no more than told to be other ones have sums that are unknown; rules tell how large they are at most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    ONE,
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    at_least,
    flattened,
    parsed,
    require,
    sign_of,
    written,
)
from axiometrics.recheck.ranks import names_of, same_sizes
from axiometrics.recheck.values import Number, Place, Point

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output

MINUS = Fraction(-1)
_DEPTH: Flat = {(("d", 1),): Fraction(1)}
_SHARED: Flat = {(("x", 1),): Fraction(1)}
STRICT: dict[str, Flat] = {"e": {}, "z": _SHARED, "g": _DEPTH, "h": _DEPTH}
"""What lists of one length without ties have at a depth: as many items as the depth, and no further ones."""
SAME: dict[str, Flat] = {"e": {}, "t": ONE, "c": ONE, **dict.fromkeys("xzgh", _DEPTH)}
"""What both lists have at a depth where they are one: the depth itself, and every pair is in one order."""
_DEPTHS = {f"{kind}_{ties}" for kind in ("depths", "shared", "end") for ties in "abw"}
ROWS = {"beyond", "pairs", "items", "whole", *_DEPTHS}
"""What a reduction of two lists may run over; one over the whole is a power of a number by a quantity."""
TIED = ("apart", "any", "exchanged")
"""What lists with ties may share; all others have none."""
WAYS = ("near", "middle", "far")
"""Of three lists the first and the second, the second and the third, the first and the third."""
GOING_ON = ("begun", "continued")
"""Any two lists, and the same with one rank more each."""
KINDS, OF_ITEMS = {*TIED, *WAYS, *GOING_ON, "same", "other", "exchange"}, ("pairs", "items")
_DISCOUNT = re.compile(r"power\((\d+(?:/\d+)?), -1 \+ 1\*d\^1\)")
_POWER = re.compile(r"power\((\d+(?:/\d+)?), ([-+*^/ \dd]+)\)")
"""A power of a number by how many depths are above, and one by a sum of depths."""


def require_agreement(data: Mapping[str, Any], signs: Mapping[str, str]) -> None:
    """Require that what is told of two lists does not contradict what they share. Raises NotCoveredError."""
    unknown = {each["domain"] for each in data["reductions"].values()} - ROWS
    if unknown:
        raise NotCoveredError(f"{min(unknown)} of two lists")
    every: dict[str, Flat] = {}
    sizes = {
        name: {size: flattened(parsed(text)) for size, text in told["quantities"].items()}
        for name, told in data["outputs"].items()
    }
    for name, told in data["outputs"].items():
        kind = told["agreement"]
        holds = kind in KINDS and not _above(sizes[name], signs)
        if kind in ("same", "exchange") or sizes[name].get("q") == ONE:
            holds = holds and sizes[name].get("q", ONE) == ONE and _alike(sizes[name])
        if kind == "apart":
            holds = holds and _share_nothing(sizes[name], signs)
        elif kind in TIED:
            holds = holds and all(every.setdefault(n, size) == size for n, size in sizes[name].items())
        elif kind != "same":
            holds = holds and _of_one_length(sizes[name], signs)
        require(holds, f"lists that share {kind}, with other sizes")
    _require_together(data, sizes, signs)
    for name, told in data["outputs"].items():
        value, known = data["where"].get(f"q@{name}"), sizes[name]
        fits = (known.get("q"), value) in (({}, 0), (ONE, 1))
        told_of_all = {*known.get("q", {("q",): ONE})} - {()} and ("X" not in known or not _alike(known))
        open_ = told["agreement"] not in ("other", *WAYS, *GOING_ON) or told_of_all
        require(
            fits if value is not None else open_, "lists with the same items, or others, as if these were all"
        )


def _alike(sizes: Mapping[str, Flat]) -> bool:
    return len({frozenset(sizes[name].items()) for name in "slXF" if name in sizes}) < 2


def _share_nothing(sizes: Mapping[str, Flat], signs: Mapping[str, str]) -> bool:
    fits = not {"s", "l", "F"} <= sizes.keys() or sizes["F"] == added(sizes["s"], sizes["l"])
    less = {name: added(size, ONE, MINUS) if name == "F" else size for name, size in sizes.items()}
    return fits and not (sizes.get("X") or sizes.get("q") or _above(less, signs))


def _of_one_length(sizes: Mapping[str, Flat], signs: Mapping[str, str]) -> bool:
    """Whether two lists have one length, which is told, and share no more; if all, they have the same items."""
    length = sizes.get("l", sizes.get("s", {}))
    missed = added(length, sizes.get("X", length), MINUS)
    fits = sizes.get("s", length) == length and sizes.get("F", added(length, missed)) == added(length, missed)
    same = sizes.get("q", ONE if not missed else {}) == ONE
    return bool(length) and fits and at_least(missed, 0, signs) and (same != bool(missed) or "X" not in sizes)


def _above(sizes: Mapping[str, Flat], signs: Mapping[str, str]) -> bool:
    """Whether what is never more than something else is evidently more."""
    known = {"1": ONE, **sizes}
    for less, more in ("sl", "Xs", "Xl", "sF", "lF", "q1"):
        if less in known and more in known:
            with suppress(RefusedError):
                if sign_of(added(known[less], known[more], MINUS), signs) == (1, True):
                    return True
    return False


def _require_together(
    data: Mapping[str, Any], sizes: Mapping[str, Mapping[str, Flat]], signs: Mapping[str, str]
) -> None:
    """Require that lists of several outputs can be those of one case: of one length, and with the ranks there are."""
    told = {name: each for name, each in data["outputs"].items() if each["agreement"] not in TIED}
    kinds = Counter(each["agreement"] for each in told.values())
    for group in (WAYS, GOING_ON):
        there = [kinds[kind] for kind in group]
        require(not any(there) or there == [1] * len(group), "lists that are told without the others")
    lengths = []
    for name, each in told.items():
        known = next((sizes[name][size] for size in "lsXF" if size in sizes[name]), None)
        if known is None:  # which the values of its sums ask for
            continue
        lengths.append(added(known, ONE, MINUS) if each["agreement"] == "continued" else known)
        if each["agreement"] == "exchange":
            rank = flattened(parsed(each["rank"]))
            below = added(added(known, rank, MINUS), ONE, MINUS)
            holds = at_least(rank, 1, signs) and at_least(below, 0, signs)
            require(holds, "neighbours at ranks that a list may not have")
    require(all(each == lengths[0] for each in lengths), "lists of several lengths")
    equal = [sizes[name].get("q") == ONE for name, each in told.items() if each["agreement"] in WAYS]
    require(sum(equal) != 2, "two pairs of lists with the same items, and a third one without")


def every_pair_of_lists(document: Mapping[str, Any]) -> None:
    """Require cases of lists with the same items, and of others, where some tell which they are.

    Of three lists no two pairs have the same items where the third has not.
    """
    outputs = [each for part in document["parts"] for each in part["outputs"].items()]
    kinds = {name: told.get("agreement") for name, told in outputs}
    places = sorted({place for case in document["cases"] for place in case if place.startswith("q@")})
    of_three = {*WAYS} <= {kinds.get(place[2:]) for place in places}
    every = {same for same in product((0, 1), repeat=len(places)) if not of_three or sum(same) != 2}
    there = {tuple(case.get(place) for place in places) for case in document["cases"]}
    require(there == every or not places, "lists with the same items, or others, are left out")


# --- what their sums are


def of_lists(output: Output, domain: str, body: str) -> Number:
    """Return what a reduction over depths, pairs or items of two lists adds up to, by what is told of them.

    Of lists that only change their places, or names, it is an unknown which is the same in every output.
    """
    told, point, step = output.told, output.point, parsed(body)
    kind, rows = told["agreement"], domain.partition("_")[0]
    flat, found = flattened(step), f"{domain}[{written(flattened(step))}] of lists"
    if domain == "whole":
        return _power_of(output, step)
    if kind in TIED[1:]:
        turned = flattened(step, {"g": {(("h", 1),): Fraction(1)}, "h": {(("g", 1),): Fraction(1)}})
        alike = all(each["agreement"] in TIED[1:] for each in output.part.data["outputs"].values())
        require(alike and same_sizes(output.part.data, step), "lists that are others in some output")
        require(kind == "any" or (rows != "items" and turned == flat), "lists that cannot be exchanged")
        return point.named(found)
    require(is_plain(step), "a term that may have no value, or hangs on a convention")
    if kind == "apart":
        none = rows in OF_ITEMS or not flattened(step, {"x": {}, "z": {}})
        require(none and rows != "beyond", "lists that share something")
        return point.number(Fraction(0))
    if kind == "same":
        return full_sum(output, rows, step)
    require(names_of(step) <= {*"dxzghetc"}, "terms that read sizes")
    return _of_strict(output, kind, rows, step, f"{found} of ")


def _power_of(output: Output, step: Step) -> Number:
    """Return a power of a number by a quantity: an unknown function of that."""
    base, name = flattened(step.parts[0]), step.parts[1]
    require(step.kind == "power" and {*base} == {()} and base[()] > 0, "no power of a positive number")
    require(name.kind == "name" and name.value in output.told["quantities"], "a power by what is not told")
    point, exponent = output.point, output.named(str(name.value))
    return (
        point.number(Fraction(1)) if exponent == 0 else point.drawn("power", point.number(base[()]), exponent)
    )


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


def _of_strict(output: Output, kind: str, rows: str, step: Step, found: str) -> Number:
    """Return a sum of lists of one length without ties; of which nothing is known, one of its own in each output."""
    flat, point, sizes = flattened(step, STRICT), output.point, output.told["quantities"]
    if kind == "exchange":
        return _exchanged(output, rows, step, flat)
    counted = rows != "beyond" if rows not in OF_ITEMS else flattened(parsed(sizes.get("q", "0"))) == ONE
    if counted and not names_of(step) & {*"xzetc"}:
        return full_sum(output, rows, step)
    if kind == "other" and rows == "end" and ("X" in sizes or _equal_items(output.part, kind)):
        length = _length(output)
        return _at(point, flat, {"d": length, "x": output.text(sizes["X"]) if "X" in sizes else length})
    if kind == "other" and rows == "items" and flattened(parsed(sizes.get("q", "1"))) == {}:
        return point.number(Fraction(0))  # which are told of lists with the same items alone
    if kind == "continued" and rows in OF_ITEMS and _equal_items(output.part, *GOING_ON):
        (before,) = (
            name for name, told in output.part.data["outputs"].items() if told["agreement"] == "begun"
        )
        length = _length(output)
        more = [
            _closed(point, rows, flattened(step, SAME), each) for each in (length, point.plus(length, -1))
        ]
        gained = point.plus(more[0], point.times(point.number(MINUS), more[1]))
        return point.plus(point.named(f"{found}{before}"), gained)
    return point.named(f"{found}{output.name}")


def _length(output: Output) -> Number:
    sizes = output.told["quantities"]
    require({*"slXF"} & {*sizes}, "lists of unknown lengths")
    return output.text(next(sizes[name] for name in "lsXF" if name in sizes))


def _equal_items(part: Part, *kinds: str) -> bool:
    """Whether both lists have the same items in all outputs of some kinds."""
    asked = [told for told in part.data["outputs"].values() if told["agreement"] in kinds]
    return all(flattened(parsed(told["quantities"].get("q", "0"))) == ONE for told in asked)


def full_sum(output: Output, rows: str, step: Step) -> Number:
    """Return a sum as it is where a list of an output's length is compared with itself."""
    return _closed(output.point, rows, flattened(step, SAME), _length(output))


def _closed(point: Point, rows: str, flat: Flat, length: Number) -> Number:
    """Return the sum over all depths, pairs or items of a list that is compared with itself; Raises NotCoveredError."""
    if rows == "end":
        return _at(point, flat, {"d": length})
    less = point.plus(length, point.number(MINUS))
    halves = point.times(point.number(Fraction(1, 2)), point.times(length, less))
    times = {"depths": length, "shared": length, "pairs": halves, "items": less}.get(rows)
    if times is not None and set(flat) <= {()}:
        return point.times(times, point.number(flat.get((), Fraction(0))))
    ((powers, value),) = flat.items() if len(flat) == 1 else (((("", 0),), Fraction(0)),)
    found = _DISCOUNT.fullmatch(powers[0][0]) if len(powers) == 1 and powers[0][1] == 1 else None
    if found is None or rows not in ("depths", "shared") or Fraction(found[1]) == 1:
        raise NotCoveredError("a sum over the depths of a list that has no closed form here")
    factor = value / (1 - Fraction(found[1]))
    beyond = point.drawn("power", point.number(Fraction(found[1])), length)
    return point.plus(point.number(factor), point.times(point.number(-factor), beyond))


def _at(point: Point, flat: Flat, names: Mapping[str, Number]) -> Number:
    """Return a term at one depth, pair or item: a sum of products of what is told and of powers of numbers."""
    total = point.number(Fraction(0))
    for powers, value in flat.items():
        term = point.number(value)
        for name, times in powers:
            found = _POWER.fullmatch(name)
            if name not in names and not (found and "d" in names):
                raise NotCoveredError(f"what {name} is at a depth")
            own = names.get(name)
            if found is not None:
                exponent = _at(point, flattened(parsed(found[2].replace("^", "**"))), names)
                own = point.drawn("power", point.number(Fraction(found[1])), exponent)
            term = point.times(term, point.raised(own, times))
        total = point.plus(total, term)
    return total


def _exchanged(output: Output, rows: str, step: Step, flat: Flat) -> Number:
    """Return a sum where neighbours are exchanged: at the upper one's depth one item less is shared.

    The pair of them is in two orders, and the lower one has one item less above it in both lists.
    """
    point, full = output.point, full_sum(output, rows, step)
    if rows == "end":
        return full
    rank, one = output.text(output.told["rank"]), point.number(Fraction(1))
    above = point.plus(rank, point.number(MINUS))
    names: dict[str, tuple[str, Number, Number]] = {
        "pairs": ("t", one, point.number(MINUS)),
        "items": ("c", one, point.times(above, point.inverse(rank))),
    }
    name, most, less = names.get(rows, ("x", rank, above))
    beside = {} if rows in OF_ITEMS else {"d": rank}
    sides = [_at(point, flat, {**beside, name: each}) for each in (less, most)]
    return reduce(point.plus, (full, sides[0], point.times(point.number(MINUS), sides[1])))


# --- how large their sums are


def list_signs(part: Part, name: str, definition: str) -> Iterator[str]:
    """Yield the signs of a symbol as a power, or as what a sum is less, or more, than that of equal lists."""
    yield _power_sign(part, part.in_sizes(definition))
    for key, atom in part.data["reductions"].items():
        rows, step = atom["domain"].partition("_")[0], parsed(atom["body"])
        if rows in ("beyond", "whole") or not (is_plain(step) and names_of(step) <= {*"dxzghetc"}):
            continue
        for output, told in part.data["outputs"].items():
            sign = _shortfall(part, told, rows)
            turn = turn_of(rows, step, linear="far" in told["agreement"]) if sign else 0
            if turn and part.same(
                name, lambda outputs, o=output, k=key, n=turn: _gap(part, outputs, o, k, n)
            ):
                yield sign


def _shortfall(part: Part, told: Mapping[str, Any], rows: str) -> str:
    """Return the sign of what a sum of terms that rise with what is shared falls short of that of equal lists.

    Other lists share less at some depth, and if they have the same items, some pair is in two orders, and some item
    has fewer above it in both. Of three lists, a depth has d or less, and of those that the second shares with the
    first and with the third at least what both are beyond d are in these, too; so a detour is no shorter.
    """
    match told["agreement"]:
        case "other" if rows in ("depths", "shared") or (rows in OF_ITEMS and _equal_items(part, "other")):
            return "positive"
        case "begun" if rows in OF_ITEMS and _equal_items(part, *GOING_ON):
            return "nonnegative"
        case "far" if rows in ("depths", "shared", "end") or (rows == "pairs" and _equal_items(part, *WAYS)):
            return "nonnegative"
    return ""


def _gap(part: Part, outputs: Mapping[str, Output], name: str, key: str, turn: int) -> Number:
    """Return how much a sum is below that of equal lists; of the ends of a detour, above what both ways leave."""
    about, output = part.data["reductions"][key], outputs[name]
    point, rows = output.point, about["domain"].partition("_")[0]
    full = full_sum(output, rows, parsed(about["body"]))
    own, less = part.measured(output, key), point.number(Fraction(-turn))
    if output.told["agreement"] != "far":
        return point.times(less, point.plus(own, point.times(point.number(MINUS), full)))
    ways = [part.measured(each, key) for each in outputs.values() if each.told["agreement"] in WAYS[:2]]
    both = reduce(point.plus, ways)
    beyond = point.plus(point.plus(own, full), point.times(point.number(MINUS), both))
    return point.times(point.number(Fraction(turn)), beyond)


def turn_of(rows: str, step: Step, *, linear: bool = False) -> int:
    """Return 1 where terms rise with what lists of one length share, -1 where they fall; 0 where neither is evident.

    They are sums of powers of that with factors of one sign: numbers, times powers of a depth and of numbers.
    """
    name, found = {"pairs": "t", "items": "c"}.get(rows, "x"), set()
    for powers, value in flattened(step, STRICT).items():
        times = dict(powers).get(name, 0)
        beside = [each for each, _ in powers if each != name]
        plain = all((each == "d" and rows not in OF_ITEMS) or _POWER.fullmatch(each) for each in beside)
        if not plain or times < 0 or (times > 1 and (linear or rows == "pairs")):
            return 0
        if times:
            found.add(1 if value > 0 else -1)
    return found.pop() if len(found) == 1 else 0


def _power_sign(part: Part, step: Step) -> str:
    """Return the sign of a power of a positive number, or of the difference of two of one number."""
    free = {each["name"]: each["sign"] for each in part.data["symbols"] if "definition" not in each}
    one, other = step, None
    if step.kind == "sum" and step.parts[1].kind == "product":
        one, (factor, other) = step.parts[0], step.parts[1].parts
        if flattened(factor) != {(): MINUS} or other.kind != "power":
            return ""
    base = flattened(one.parts[0]) if one.kind == "power" else {}
    if set(base) != {()} or base[()] <= 0:
        return ""
    if other is None:
        return "positive"
    with suppress(RefusedError):
        apart = added(flattened(one.parts[1]), flattened(other.parts[1]), MINUS)
        direction, strict = sign_of(apart, free)
        larger = direction > 0 if base[()] > 1 else direction < 0
        return "positive" if strict and larger and base != ONE and flattened(other.parts[0]) == base else ""
    return ""
