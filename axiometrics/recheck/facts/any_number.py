"""Rows that stand for each of any number of classes or cells: for further ones, or for all that an output has.

What they add up to is an unknown function of their terms, the same where these and what counts are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING

from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    ends,
    flattened,
    is_there,
    number,
    parsed,
    put_in,
    require,
    sign_of,
    support_of,
    total,
    words_of,
)
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import Number, Place, Value, plain

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output
    from axiometrics.recheck.partitions import Row

WHOLE = ("cell", "class")
"""What one row may stand for: every cell, or every class, of an output of any number of classes."""


def of_each(output: Output, row: Row, step: Step, domain: str, place: int) -> Number:
    """Return what a row stands for that tells of each of any number of classes, or of pairs of them.

    Nothing is known of the sum over these but that it is the same where the terms are, or as many times as much; that
    a multiple of what one class has adds up to that multiple of what all have, where it is zero in each class that does
    not count; and that a number adds up to as many times that number as there are classes that count.
    """
    if row["each"] in WHOLE and (found := of_whole(output, row, step, domain)) is not None:
        return found
    point, (left, whole, there) = output.point, left_of(output, row, step, f"{domain}#{place}")
    if point.small(left) is not None:
        for known in output.part.data.get("each", ()) if "if" in row and row["each"] == "one" else ():
            least = support_of(flattened(parsed(known.get("there", "0"))), output.part.signs)
            if least == there:
                return point.plus(whole, point.times(left, output.text(known["all"])))
    drawn = point.drawn("each", row["each"], str(left), there)
    times = point.number(Fraction(1))
    if left != 0 and (found := as_in_first(output, row, step, domain, place)) is not None:
        times, drawn = found
    return whole if left == 0 else point.plus(whole, point.times(times, drawn))


def extreme_of_each(output: Output, rows: list[Row], step: Step, domain: str) -> Number:
    """Return an extreme over classes, of cells that tell of each class or pair of them, and of no others.

    Nothing is known of it but that it is the same where all terms are, and what counts, and the groups.
    """
    require(output.told["complete"], "an extreme beside rows that are not told")
    told = []
    for place, row in enumerate(rows):
        require("group" in row and not {"times", "either"} & row.keys(), "an extreme of no groups")
        there = support_of(flattened(parsed(row.get("if", "1"))), output.part.signs)
        known = row.get("each") in ("one", "two") and bool(there)
        require(known, "an extreme of some classes and of all others")
        value = plain(output.value(step, row, f"{domain}#{place}:{sorted(row.items())}"))
        told.append((row["each"], row["group"], str(value), there))
    if all(group == "gold" and value == "0" for _, group, value, _ in told):  # some class has items
        return output.point.number(Fraction(0))
    return output.point.drawn("each", domain, sorted(told))


def as_in_first(
    output: Output, row: Row, step: Step, domain: str, place: int
) -> tuple[Number, Number] | None:
    """Return how many times as much something is as in the first output, and what it is there; None of any other.

    A term is so many times as much where it is a power of how many times as many items there are. It is compared once
    more with its conventions told by shares of all items, which are zero where the counts are.
    """
    point, outputs = output.point, output.part.data["outputs"]
    first, rows = next((name, told["rows"].get(domain, ())) for name, told in outputs.items())
    sized = output.name != first and all("N" in told["quantities"] for told in outputs.values())
    if not sized or place >= len(rows) or rows[place].get("each") != row["each"]:
        return None

    def told(name: str, row: Row, by_share: bool) -> tuple[Number, tuple[tuple[str, ...], ...]]:
        found = type(output)(output.part, name, point, output.claims, measured=output.measured)
        found.by_share = by_share
        left, _, there = left_of(found, row, step, f"{domain}#{place}")
        return left, there

    before = type(output)(output.part, first, point, output.claims, measured=output.measured).named("N")
    scale = point.times(output.named("N"), point.inverse(before))
    for by_share in (False, True):
        (left, there), (once, same) = told(output.name, row, by_share), told(first, rows[place], by_share)
        for power in (0, 1, 2, 3, 4, -1, -2) if same == there else ():
            if point.times(once, point.raised(scale, power)) == left:
                alone, _ = told(first, rows[place], False)
                return point.raised(scale, power), point.drawn("each", row["each"], str(alone), there)
    return None


def by_share(output: Output, step: Step, parts: list[Value]) -> Value:
    """Return either side of a convention, by whether what it asks of is a share of all items, which are some."""
    point, items = output.point, flattened(parsed(output.told["quantities"]["N"]))
    some = support_of(items, output.part.signs)
    if None in parts or not some or not is_there(some, output.part.sums):
        return point.drawn(step.kind, *parts)
    power = max((sum(power for _, power in powers) for powers in flattened(step.parts[1])), default=0)
    there = point.drawn("present", point.times(parts[1], point.raised(output.named("N"), -power)))
    value = point.times(parts[0], point.inverse(parts[1])) if step.kind == "ratio" else parts[0]
    return either(output, there, value, parts[2])


def either(output: Output, there: Number, value: Value, otherwise: Value) -> Value:
    """Return a value where something is there, 1 or 0, and another one where it is not."""
    point, absent = output.point, output.point.plus(output.point.number(Fraction(1)), output.less(there))
    return point.plus(point.times(there, value), point.times(absent, otherwise))


def left_of(
    output: Output, row: Row, step: Step, place: str
) -> tuple[Number, Number, tuple[tuple[str, ...], ...]]:
    """Return a term less all multiples of what one class has, what these add up to, and where the term counts."""
    require(not {"times", "group", "either"} & row.keys(), "a row of each class that is there several times")
    point, there = output.point, support_of(flattened(parsed(row.get("if", "1"))), output.part.signs)
    require(bool(there), "a class that counts where what may be negative is not zero")
    require(not place.startswith(("largest", "smallest")), "an extreme over any number of classes")
    left, whole = plain(output.value(step, row, f"{place}:{sorted(row.items())}")), point.number(Fraction(0))
    told = output.part.data.get("each", ())
    known = {each["one"]: each["all"] for each in told if "one" in each and each.get("of") != "two"}
    columns = {name: parsed(text) for name, text in row.items() if len(name) == 1}
    try:
        terms = flattened(put_in(step, columns)) if row["each"] == "one" else {}
    except (RefusedError, NotCoveredError):
        terms = {}
    for powers, value in terms.items():
        own = [(name, power) for name, power in powers if not name.isidentifier() or name in known]
        if (
            len(own) == 1
            and own[0][1] == 1
            and known.get(own[0][0])
            and ("if" not in row or (own[0][0],) in there)
        ):
            others = (point.raised(output.text(name), power) for name, power in powers if name != own[0][0])
            often = reduce(point.times, others, point.number(value))
            left = point.plus(left, output.less(point.times(often, point.named(own[0][0]))))
            whole = point.plus(whole, point.times(often, output.text(known[own[0][0]])))
    return left, whole, there


# --- the sides of extremes


def larger(part: Part, step: Step, row: Row, parts: Sequence[Value]) -> Value:
    """Return the side of an extreme that it is in a row, as coefficients show; None where that is open."""
    if step.kind not in ("maximum", "minimum") or not names_of(step) <= set(row):
        return None
    columns = {name: parsed(row[name]) for name in names_of(step)}
    found = _side(part, step.kind, *(sided(part, put_in(each, columns), {}) for each in step.parts))
    return None if found is None else parts[found]


def sided(part: Part, step: Step, row: Row) -> Step:
    """Return a step with the columns of a row in it, and with sides that coefficients show in place of extremes."""
    if step.kind == "name":
        return parsed(row[step.value]) if len(step.value) == 1 and step.value in row else step
    parts = tuple(sided(part, each, row) for each in step.parts)
    if step.kind in ("maximum", "minimum"):
        found = _side(part, step.kind, *parts)
        return Step(step.kind, parts, step.value) if found is None else parts[found]
    return Step(step.kind, parts, step.value) if parts else step


def _side(part: Part, kind: str, one: Step, other: Step) -> int | None:
    """Return which of two sides, written in symbols, is an extreme of them; None where that is open."""
    top, bottom = ends(Step("sum", (one, Step("product", (number(-1), other)))))
    free = {each["name"]: each["sign"] for each in part.data["symbols"] if "definition" not in each}
    try:
        if sign_of(bottom, free) != (1, True):
            return None
        return int((sign_of(top, free)[0] >= 0) != (kind == "maximum"))
    except RefusedError:
        return None


def some_there(part: Part, output: str, atom: Mapping[str, str]) -> bool:
    """Whether a sum over cells with items, or the largest of a class, has a positive term, and no negative one.

    There is a cell of one of any number of classes where what all these cells hold is not zero. That is looked up; so
    all that cells are told to hold must be all items. How far two classes are apart, and whether they are two, is told.
    """
    told, step, domain = part.data["outputs"][output], parsed(atom["body"]), atom["domain"]
    rows, place = told["rows"].get(domain, ()), Place(part.task, domain)
    if domain not in ("cells", "largest") or part.task != "ordinal" or not told["complete"]:
        return False
    known = {each["one"]: each for each in part.data.get("each", ()) if "one" in each}
    held = Flat()
    for row in rows:
        there = row.get("if", "")
        about = known.get(there, {"all": ""}) if "each" in row else {"all": there}
        own = row.get("c", there) == there and about.get("of", "one") == row.get("each", "one")
        own = own and row.get("group", "gold") == "gold"
        if not own or not about["all"]:
            return False
        held = added(held, flattened(parsed(about["all"])))
    if held != flattened(parsed(told["quantities"]["N"])) or place.sign(step) < 0:
        return False
    return any(
        part.is_positive(known[row["if"]]["all"]) and place.sign(_with_distances(step, row)) > 0
        for row in rows
        if "each" in row
    )


def _with_distances(step: Step, row: Row) -> Step:
    """Return a body with how far the classes of a row are apart, in names for what is never negative."""
    columns, factors = {}, dict[str, Step]()
    for name in {*"dte"} & row.keys():
        terms = flattened(parsed(row[name]))
        plain = all(
            value > 0 and min((n for _, n in powers), default=1) > 0 for powers, value in terms.items()
        )
        require(plain, "a distance that is a difference")
        for one, _ in chain(*terms):
            factors.setdefault(one, Step("name", value=f"far{len(factors)}"))
        columns[name] = total(
            [
                (
                    value,
                    reduce(_times, (factors[one] for one, power in powers for _ in range(power)), number(1)),
                )
                for powers, value in terms.items()
            ]
        )
    return put_in(step, columns)


def _times(one: Step, other: Step) -> Step:
    return Step("product", (one, other))


def of_whole(output: Output, row: Row, step: Step, domain: str) -> Number | None:
    """Return what all cells or classes add up to, or the extreme of what those of each class do; None of no polynomial.

    Nothing is known of it but that it is the same where the terms are, and so are the groups; and that of a sum of
    multiples, by what is the same in every row, there are as many sums, of which that of a count may be told.
    """
    extreme, point = domain in ("largest", "smallest"), output.point
    require(output.told["complete"] and not {"times", "either"} & row.keys(), "rows beside those of all")
    require(("group" in row) == extreme, "an extreme of no groups, or groups of a sum")
    require(not extreme or len(output.told["rows"][domain]) == 1, "an extreme of several kinds of cells")
    there = support_of(flattened(parsed(row.get("if", "1"))), output.part.signs)
    require(bool(there), "a cell that counts where what may be negative is not zero")
    varying = {each["one"]: each for each in output.part.data.get("each", ()) if "one" in each}
    others = {name for name, each in varying.items() if each.get("of") != row["each"]}
    require(
        not any(others & words_of(text) for text in row.values()), "what cells and classes have, together"
    )
    fixed = (*output.told["quantities"].values(), *(each["all"] for each in varying.values()))
    require(
        not any(varying.keys() & words_of(text) for text in fixed),
        "a number that cells have each their own of",
    )
    told = {**output.told["quantities"], **{name: text for name, text in row.items() if len(name) == 1}}
    terms = {} if extreme else flattened(put_in(step, {name: parsed(text) for name, text in told.items()}))
    names = {name for powers in terms for name, _ in powers}
    if extreme:
        value = plain(output.value(step, row, f"{domain}:{sorted(row.items())}"))
        return value and point.drawn("each", row["each"], domain, row["group"], str(value), there)
    if not names <= output.part.signs.keys() | {f"log:{name}" for name in varying}:
        return None
    total = point.number(Fraction(0))
    for powers, often in terms.items():
        factors: list[list[Number]] = [[], []]
        for name, power in powers:
            base = point.log(point.named(name[4:])) if name.startswith("log:") else point.named(name)
            factors[name.removeprefix("log:") in varying].append(point.raised(base, power))
        times, one = (reduce(point.times, some, point.number(Fraction(1))) for some in factors)
        own = [(name, power) for name, power in powers if name in varying]
        alone = own[0][0] if len(factors[1]) == 1 and own and own[0][1] == 1 else ""
        whole = varying[alone]["all"] if alone and (there == ((),) or (alone,) in there) else ""
        found = output.text(whole) if whole else point.drawn("each", row["each"], str(one), there)
        total = point.plus(total, point.times(point.times(point.number(often), times), found))
    return total
