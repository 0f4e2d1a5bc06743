"""Rows that stand for each of any number of classes or cells: for further ones, or for all that an output has.

What they add up to is an unknown function of their terms, the same where these and what counts are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain
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
    is_there,
    multiplied,
    number,
    parsed,
    put_in,
    require,
    sign_of,
    support_of,
    total,
    words_of,
)
from axiometrics.recheck.facts.class_sums import Rise, Single, rise_of
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
    columns = {}
    for name in {*"dte"} & row.keys():
        terms = flattened(parsed(row[name]))
        plain = all(
            value > 0 and min((n for _, n in powers), default=1) > 0 for powers, value in terms.items()
        )
        require(plain, "a distance that is a difference")
        factors = {one: Step("name", value=f"far{n}") for n, (one, _) in enumerate(chain(*terms))}
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


# --- single terms of shares of each class


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
