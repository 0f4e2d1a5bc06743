"""Sums over the depths, pairs and items of two lists, by what these share: their values, and what they fall short of.

Lists that are no more than told to be other ones have sums that are unknown; rules tell how large they are at most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    ONE,
    Flat,
    NotCoveredError,
    Step,
    added,
    flattened,
    parsed,
    require,
    written,
)
from axiometrics.recheck.facts.single_terms import (
    DEPTH,
    OF_ITEMS,
    POWER,
    STRICT,
    is_of_depth,
    is_plain,
    power_sign,
    turn_of,
)
from axiometrics.recheck.ranks import names_of, same_sizes
from axiometrics.recheck.values import Number, Point

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output

MINUS = Fraction(-1)
SAME: dict[str, Flat] = {"e": {}, "t": ONE, "c": ONE, **dict.fromkeys("xzgh", DEPTH)}
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
KINDS = {
    "any": "any lists", "exchanged": "any lists, exchanged", "apart": "lists that share nothing", "same": "the same",
    "other": "other lists", "near": "the first two of three lists", "middle": "the last two of three lists",
    "far": "the first and the last of three lists", "begun": "any lists of one length",
    "continued": "these with one rank more each", "exchange": "neighbours exchanged at rank",
}  # fmt: skip
"""What lists may share, and what is said of it."""
_DISCOUNT = re.compile(r"power\((\d+(?:/\d+)?), -1 \+ 1\*d\^1\)")
PARTS = {"where", "form", "sign", "symbols", "not_all_zero", "outputs", "reductions", "measured", "branches"}
OUTPUT = {"agreement", "rank", "complete", "quantities", "rows", "values"}
"""What is told of a case of two lists, and of an output; anything else may leave lists out."""


def require_agreement(data: Mapping[str, Any]) -> None:
    """Require that what is told of two lists fits what they share, and leaves none out. Raises NotCoveredError."""
    unknown = {each["domain"] for each in data["reductions"].values()} - ROWS
    if unknown:
        raise NotCoveredError(f"{min(unknown)!r} of two lists")
    free = {each["name"]: each["sign"] for each in data["symbols"] if "definition" not in each}
    beside = {*data} - PARTS | {key for told in data["outputs"].values() for key in {*told} - OUTPUT}
    beside |= {name for each in data["not_all_zero"] if free.keys() >= {*each} for name in each}
    require(not beside, f"more is told of lists: {min(beside, default='')!r}")
    sizes, kinds = {}, {told["agreement"] for told in data["outputs"].values()}
    every: dict[str, Flat] = {}
    names: list[str] = []  # of what each pair of lists has by itself
    for name, told in data["outputs"].items():
        kind = told["agreement"]
        require(kind in KINDS, f"{kind!r} is nothing that lists share")
        own = sizes[name] = {size: flattened(parsed(text)) for size, text in told["quantities"].items()}
        if kind in TIED[1:]:
            fits = kinds <= {*TIED[1:]} and all(every.setdefault(n, size) == size for n, size in own.items())
        elif kind == "apart":
            fits = _share_nothing(own, free)
        elif kind in ("same", "exchange") or own.get("q") == ONE:
            known = {frozenset(own[size].items()) for size in "slXF" if size in own}
            fits = own.get("q", ONE) == ONE and len(known) < 2
        else:
            names += _missed(own, free, f"lists that share {kind!r}, with other sizes")
            fits = True
        require(fits, f"lists that share {kind!r}, with other sizes")
        _require_open(kind, own, data["where"].get(f"q@{name}"))
    names += [each for n, size in every.items() for each in symbols_of(size, free, int(n in "slF"))]
    names += _require_together(data, sizes, free)
    require(len(names) == len({*names}), "sizes of lists that hang together")


def symbols_of(flat: Flat, free: Mapping[str, str], least: int) -> list[str]:
    """Return the symbols of a size that is any number from the least one on: their sum, and a number.

    >>> symbols_of({(("k", 1),): Fraction(1), (): Fraction(1)}, {"k": "nonnegative"}, 1)
    ['k']
    """
    found = [powers[0][0] for powers in flat if powers]
    plain = all(value == 1 and sum(n for _, n in powers) == 1 for powers, value in flat.items() if powers)
    signs = [free.get(name) for name in found]
    first = flat.get((), 0) + signs.count("positive")
    known = found and plain and {*signs} <= {"positive", "nonnegative"} and first <= least
    require(known, f"a size that is not every number from {least} on: {written(flat)}")
    return found


def _share_nothing(sizes: Mapping[str, Flat], free: Mapping[str, str]) -> bool:
    """Whether two lists have any lengths, and no item together."""
    names = [each for size in "sl" if size in sizes for each in symbols_of(sizes[size], free, 1)]
    both = {"s", "l"} <= {*sizes} and added(sizes["s"], sizes["l"])
    return (
        not (sizes.get("X") or sizes.get("q"))
        and len(names) == len({*names})
        and sizes.get("F", both) == both
    )


def _missed(sizes: Mapping[str, Flat], free: Mapping[str, str], refused: str) -> list[str]:
    """Return the symbols of what one list has alone, and of whether both have the same items, if that is open.

    They have one length, which is told, and any number of items together; all of them if these are the same.
    """
    length, names = sizes.get("l", sizes.get("s", {})), list[str]()
    missed = added(length, sizes.get("X", length), MINUS)
    fits = sizes.get("s", length) == length and sizes.get("F", added(length, missed)) == added(length, missed)
    told = "X" in sizes or "F" not in sizes
    require(length and fits and told and bool(missed) == ("X" in sizes), refused)
    if missed:
        names += symbols_of(missed, free, int(sizes.get("q") == {}))
    return names + (symbols_of(sizes["q"], free, 0) if sizes.get("q") else [])


def _require_open(kind: str, known: Mapping[str, Flat], same: Any) -> None:
    """Require that lists have the same items, or others, in a case of these; and that it is open in any other."""
    fits = (known.get("q"), same) in (({}, 0), (ONE, 1))
    open_ = kind in ("same", "exchange", *TIED) or known.get("q", {("q",): ONE}).keys() - {()}
    require(open_ if same is None else fits, "lists with the same items, or others, as if these were all")


def _require_together(
    data: Mapping[str, Any], sizes: Mapping[str, Mapping[str, Flat]], free: Mapping[str, str]
) -> list[str]:
    """Return the symbols of the length of all lists of a case, and of the ranks at which they are exchanged.

    These are any ranks one below the other, and the length any from 1 on, or from 2 on for other lists of one's items.
    """
    told = {name: each for name, each in data["outputs"].items() if each["agreement"] not in TIED}
    kinds = Counter(each["agreement"] for each in told.values())
    for group in (WAYS, GOING_ON):
        there = [kinds[kind] for kind in group]
        require(not any(there) or there == [1] * len(group), "lists that are told without the others")
    equal = [sizes[name].get("q") == ONE for name, each in told.items() if each["agreement"] in WAYS]
    require(sum(equal) != 2, "two pairs of lists with the same items, and a third one without")
    lengths, least = [], 1
    for name, each in told.items():
        known = next((sizes[name][size] for size in "lsXF" if size in sizes[name]), None)
        if known is not None:  # else the values of its sums ask for it
            lengths.append(added(known, ONE, MINUS) if each["agreement"] == "continued" else known)
        least = 2 if each["agreement"] == "other" and sizes[name].get("q") == ONE else least
    require(all(each == lengths[0] for each in lengths), "lists of several lengths")
    texts = [each["rank"] for each in told.values() if each["agreement"] == "exchange"]
    require(all(re.fullmatch(r"[\w+ ]+", text) for text in texts), "a rank that is no sum")
    ranks = [flattened(parsed(text)) for text in texts]
    ends = [Flat(), *sorted(ranks, key=len), *lengths[:1]]
    gaps = [added(high, low, MINUS) for low, high in pairwise(ends)]
    return [name for gap in gaps for name in symbols_of(gap, free, 1 if ranks else least)]


def every_pair_of_lists(document: Mapping[str, Any]) -> None:
    """Require cases of lists with the same items, and of others, where some tell which they are.

    Of three lists no two pairs have the same items where the third has not. What lists share is told once for all.
    """
    kinds: dict[str, Any] = {}
    for name, told in _outputs_of(document["parts"]):
        own = told.get("agreement"), told.get("rank")
        require(kinds.setdefault(name, own) == own, f"{name!r} shares something else in another case")
    places = sorted({place for case in document["cases"] for place in case if place.startswith("q@")})
    of_three = {*WAYS} <= {kinds.get(place[2:], ("",))[0] for place in places}
    every = {same for same in product((0, 1), repeat=len(places)) if not of_three or sum(same) != 2}
    there = {tuple(case.get(place) for place in places) for case in document["cases"]}
    require(there == every or not places, "lists with the same items, or others, are left out")


def lists_told(parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield which lists outputs are of, which is for a reader to judge, and whether they have no ties."""
    told = {name: each for name, each in _outputs_of(parts) if "agreement" in each}
    ranks = {name: f" {each['rank']}" for name, each in told.items() if each["agreement"] == "exchange"}
    words = (f"{name}: {KINDS[each['agreement']]}{ranks.get(name, '')}" for name, each in told.items())
    yield from [", ".join(words)] if told else ()
    yield from ["of lists without ties"] if {each["agreement"] for each in told.values()} - {*TIED} else ()


def _outputs_of(parts: Sequence[Mapping[str, Any]]) -> list[tuple[str, Mapping[str, Any]]]:
    return [each for part in parts for each in part["outputs"].items()]


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


def _of_strict(output: Output, kind: str, rows: str, step: Step, found: str) -> Number:
    """Return a sum of lists of one length without ties; of which nothing is known, one of its own in each output."""
    flat, point, sizes = flattened(step, STRICT), output.point, output.told["quantities"]
    if kind == "exchange":
        return _exchanged(output, rows, step, flat)
    counted = rows != "beyond" if rows not in OF_ITEMS else flattened(parsed(sizes.get("q", "0"))) == ONE
    known = {name for powers in flat for name, _ in powers}
    if counted and (all(map(is_of_depth, known)) or not names_of(step) & {*"xzetc"}):
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
    if rows in ("end", "beyond"):  # which there are no depths for
        return _at(point, flat if rows == "end" else {}, {"d": length})
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
            found = POWER.fullmatch(name)
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
    yield power_sign(part, part.in_sizes(definition))
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
