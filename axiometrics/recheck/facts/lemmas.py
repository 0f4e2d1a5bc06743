"""Facts that signs are shown by: sums of c t log t, and bodies that are never negative.

And what the cost of counts gains where a cluster is split, and sums over items or labels, compared one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    multiplied,
    number,
    parsed,
    put_in,
    repeats,
    require,
    total,
    words_of,
    written,
)
from axiometrics.recheck.facts.extremes import is_above
from axiometrics.recheck.partitions import rows_of
from axiometrics.recheck.presence import Term, shown_by_cases
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import ANY_SIGN, COMMON, EITHER, PRIME, Number, Place, informed, plain

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output


def body_sign(body: str, task: str = "") -> str:
    """Return the sign of a reduction's terms, where they are sums of products of counts, of their logarithms and so on.

    Of columns of any sign, which some tasks have, even powers are never negative.

    >>> body_sign("n**2/a"), body_sign("n*log(n)"), body_sign("n - a")
    ('positive', 'nonnegative', 'real')
    >>> body_sign("c*x**2", "ordinal"), body_sign("c*x*y", "ordinal"), body_sign("c*x*y")
    ('nonnegative', 'real', 'positive')
    """
    flat, signed = flattened(parsed(body)), {*ANY_SIGN.get(task, "")}
    used = [pair for powers in flat for pair in powers if signed & words_of(pair[0])]
    if any(name not in signed or power % 2 for name, power in used):
        return "real"
    names = {name for powers in flat for name, _ in powers if not name.isidentifier()}
    known = ("log:", "log_binomial(", "inverse_log2(", "inverse(")
    if any(value < 0 for value in flat.values()) or any(not n.startswith(known) or "-" in n for n in names):
        return "real"
    sure = all(name.startswith(("inverse_log2(", "inverse(")) for name in names)
    return "positive" if sure and not used else "nonnegative"


Logs = tuple[Flat, Flat, Flat]
"""Of a term c t log t: t, c and c t."""


def terms_of(text: str) -> list[Logs] | None:
    """Return the terms of a sum of c t log t; None for any other sum."""
    found: list[Logs] = []

    def collect(step: Step) -> bool:
        if step.kind == "sum":
            return all(map(collect, step.parts))
        logs, factor, open_ = [], ONE, [step]
        while open_:
            each = open_.pop()
            if each.kind == "product":
                open_.extend(each.parts)
            elif each.kind == "log":
                logs.append(flattened(each.parts[0]))
            else:
                factor = multiplied(factor, flattened(each))
        if len(logs) != 1 or not factor or not logs[0]:
            return False
        t = logs[0]
        place = max(t)
        times: Flat = multiplied(factor, {(): 1 / t[()]}) if set(t) <= {()} else {}
        if not times:
            times = {(): factor.get(place, Fraction(0)) / t[place]}
        found.append((t, times, factor))
        return multiplied(t, times) == factor

    return found if collect(parsed(text)) else None


def log_of(output: Output, value: Number) -> Number:
    """Return a logarithm: of a size of told cells that is another size so many times, the sum of both logarithms.

    How many times is what some symbol is the logarithm of, and at least 2.
    """
    point = output.point
    for factor in output.part.factors if "cells" in output.told else ():
        times = plain(output.value(factor, None, "symbols"))
        rest = point.times(value, point.inverse(times))
        same = (point.plus(rest, output.less(output.text(size))) for size in output.part.sizes)
        if any(each == 0 for each in same):
            return point.plus(point.log(times), log_of(output, rest))
    return point.log(value)


def lemma_holds(terms: list[Logs] | None, signs: Mapping[str, str]) -> bool:
    """Whether a sum of terms c t log t is positive: t log t is strictly convex, 0 at 1, and grows from there."""
    if not terms:
        return False
    counts = [value.get((), Fraction(0)) for _, value, _ in terms]
    if any(
        set(value) > {()} or count.denominator > 1 or abs(count) > 4
        for (_, value, _), count in zip(terms, counts, strict=True)
    ):
        return _grows(terms, signs)
    more = [t for (t, _, _), count in zip(terms, counts, strict=True) for _ in repeats(count)]
    less = [t for (t, _, _), count in zip(terms, counts, strict=True) for _ in repeats(-count)]
    spare = added(reduce(added, more, Flat()), reduce(added, less, Flat()), Fraction(-1))
    if all(at_least(t, 1, signs) for t in (*more, *less)):
        ones = spare.get((), Fraction(0)) if set(spare) <= {()} else Fraction(-1)
        if len(more) == 1 and ones >= 0 and ones.denominator == 1 and len(less) + ones >= 2:
            return True
        inside = [big for big in more if all(is_above(added(big, t, Fraction(-1)), signs) for t in less)]
        if len(more) == len(less) == 2 and not spare and inside:
            return True
    return _grows(terms, signs)


def _grows(terms: list[Logs], signs: Mapping[str, str]) -> bool:
    """Whether a sum in one size is positive at its least value, with a derivative that is a logarithm above 0."""
    names = {name for term in terms for flat in term for powers in flat for name, _ in powers}
    if len(names) != 1 or any(signs.get(name) not in ("positive", "nonnegative") for name in names):
        return False
    first = ((min(names), 1),)
    start, end, slope = Fraction(1), Fraction(1), Flat()
    above, under = ONE, ONE
    for t, value, both in terms:
        least, fixed, power = t.get((), Fraction(0)), both.get((), Fraction(0)), both.get(first, Fraction(0))
        if (
            not {*t, *both} <= {(), first}
            or least < 1
            or any(each.denominator > 1 for each in (least, fixed, power))
        ):
            return False
        start, end = start * least ** len(repeats(fixed)), end * least ** len(repeats(-fixed))
        slope = added(slope, value, t.get(first, Fraction(0)))
        above = multiplied(above, reduce(multiplied, [t for _ in repeats(power)], ONE))
        under = multiplied(under, reduce(multiplied, [t for _ in repeats(-power)], ONE))
    return start > end and not slope and at_least(added(above, under, Fraction(-1)), 0, signs)


def split_sizes(joined: Sequence[Mapping[str, str]], parts: Sequence[Mapping[str, str]]) -> list[Flat]:
    """Return the sizes that one of the joined clusters is split into, all others being the same; none for any other.

    Of x + y things of K kinds a multiset is a union of one of x and one of y, in at most binom(x + y, x) ways. So the
    cost of counts g(x) = log binom(x + K - 1, K - 1) does not fall by a split, and rises by no more than log
    binom(x + y, x), which is less than d = (x + y) log (x + y) - x log x - y log y for x, y >= 1, since
    binom(x + y, x) x^x y^y is one of several terms of (x + y)^(x + y).
    """
    change: dict[str, tuple[Flat, Flat]] = {}
    for weight, rows in ((1, parts), (-1, joined)):
        for row in rows:
            size, times = flattened(parsed(row["a"])), flattened(parsed(row.get("times", "1")))
            before = change.get(written(size), (size, Flat()))[1]
            change[written(size)] = size, added(before, times, Fraction(weight))
    left = [
        (size, times.get((), Fraction(0)), set(times) <= {()}) for size, times in change.values() if times
    ]
    more = [size for size, times, _ in left for _ in repeats(times)]
    less = [size for size, times, _ in left for _ in repeats(-times)]
    whole = all(plain and times.denominator == 1 for _, times, plain in left)
    found = whole and len(more) == 2 and len(less) == 1 and added(more[0], more[1]) == less[0]
    return more if found else []


COUNTS_COST = written(flattened(parsed("LogBinomial(a + K - 1, K - 1)")))


def count_signs(part: Part, name: str) -> Iterator[str]:
    """What a split adds to the cost of counts is not negative, and less than what it takes from a log a."""
    bodies = [each["body"] for each in part.data["reductions"].values()]
    costs = [body for body in bodies if written(flattened(parsed(body))) == COUNTS_COST]
    for cost, joined, parts in product(costs, part.data["outputs"], part.data["outputs"]):
        rows = [rows_of(part.data, part.data["outputs"][output], "clusters") for output in (joined, parts)]
        sizes = split_sizes(*(each or [] for each in rows))
        if not sizes or not all(at_least(size, 1, part.signs) for size in sizes):
            continue

        def change(outputs: Any, body: str, j: str = joined, p: str = parts) -> Number:
            return outputs[p].over("clusters", body) - outputs[j].over("clusters", body)

        if part.same(name, lambda outputs, c=change, g=cost: c(outputs, g) % PRIME):
            yield "nonnegative"
        if part.same(name, lambda outputs, c=change, g=cost: -c(outputs, "a*log(a)") - c(outputs, g)):
            yield "positive"


def each_sign(part: Part, text: str) -> str:
    """Return the sign of what a sum over sets of labels, or lists, is more in one output; "" where it is open.

    A row of ``each`` tells what any one item, label or hit has in an output, by counts of its own that are the same in
    all outputs; what it calls ``some`` is not zero for some one. One of ``further`` tells of more in that output alone.
    What no row tells of is the same in all outputs, or makes such a change several times.
    """
    form, measured = flattened(parsed(text)), part.data["measured"]
    linear = all(len(powers) == 1 and powers[0][1] == 1 and powers[0][0] in measured for powers in form)
    if part.task != "multilabel" or not linear or sorted(form.values()) != [-1, 1]:
        return ""
    told = [(often, *measured[powers[0][0]]) for powers, often in form.items()]
    if len({what for _, what, _ in told}) > 1 or told[0][1] not in part.data["reductions"]:
        return ""
    about = part.data["reductions"][told[0][1]]
    body, listed = (
        parsed(about["body"]),
        [(often, part.data["outputs"][output]["rows"].get(about["domain"], ())) for often, _, output in told],
    )
    if about["domain"] == "contents":
        return content_sign(part, body, listed)
    if not any(row.get("many") == "each" for _, rows in listed for row in rows):
        return _row_sign(part, body, listed)
    moved = _moved(part, about["domain"], body, listed)
    told_each = _each_row(moved, listed)
    if told_each is None:
        return ""
    terms, more, some = told_each
    names = {name for _, _, step in (*terms, *more) for name in names_of(step)}
    if names & (part.signs.keys() | part.variables):
        return ""
    sure = some[0] and some[0] == some[1] and moved is body  # what is left out may be zero
    among = names_of(parsed(some[0])) if sure else frozenset()
    signs = dict.fromkeys({*names, *among}, "nonnegative")
    try:
        if not all(shown_by_cases([each], signs, [])[0] for each in more):
            return ""
        if among and shown_by_cases(terms, signs, [set(among)])[1] and shown_by_cases(terms, signs, [])[0]:
            return "positive"
        return "nonnegative" if shown_by_cases(terms, signs, [])[0] else ""
    except (RefusedError, NotCoveredError):
        return ""


def _moved(
    part: Part, domain: str, step: Step, listed: Sequence[tuple[Fraction, Sequence[Mapping[str, str]]]]
) -> Step:
    """Leave out what hangs on the label of a hit alone, where it is not negative: it is the same further up."""
    alone = {row.get("n") for _, rows in listed for row in rows if row.get("many") == "each"}
    sizes = {*alone, *(row.get("n") for _, rows in listed for row in rows)}
    known = all(text and at_least(flattened(parsed(text)), 1, _counts(text)) for text in sizes)
    if domain != "hits" or len(alone) != 1 or not known:
        return step
    parts = [step]
    while (split := next((k for k, each in enumerate(parts) if each.kind == "product"), None)) is not None:
        parts[split : split + 1] = parts[split].parts
    kept = [e for e in parts if names_of(e) != {"n"} or Place(part.task, domain).sign(e) < 0]
    return step if len(kept) == len(parts) else reduce(_product, kept, number(1))


def _counts(text: str) -> Mapping[str, str]:
    return dict.fromkeys(names_of(parsed(text)), "nonnegative")


def _each_row(
    body: Step, listed: Sequence[tuple[Fraction, Sequence[Mapping[str, str]]]]
) -> tuple[list[Term], list[Term], list[str]] | None:
    """Return what any one adds in each output, what further ones add, and what is not zero for some one.

    None where an output has no such row, or a row has not all that the body reads.
    """
    terms: list[Term] = []
    more: list[Term] = []
    some: list[str] = []
    for often, rows in listed:
        own = [row for row in rows if row.get("many") == "each"]
        if len(own) != 1:
            return None
        some.append(own[0].get("some", ""))
        for row in (own[0], *(row for row in rows if row.get("many") == "further")):
            columns = {name: parsed(each) for name, each in row.items() if name not in ("many", "some")}
            if not names_of(body) <= columns.keys():
                return None
            (terms if row is own[0] else more).append((often, [number(1)], put_in(body, columns)))
    return terms, more, some


def _row_sign(part: Part, step: Step, listed: Sequence[tuple[Fraction, Sequence[Mapping[str, str]]]]) -> str:
    """Return the sign of what the told rows of one output add beyond those of another; "" where that is open.

    All other rows are the same in both. Columns are counts, in symbols that stand for whole numbers themselves.
    """
    (_, first), (_, last) = listed
    others = [[row for row in rows if "many" in row] for rows in (first, last)]
    if others[0] != others[1] or any(row["many"] != "others" for row in others[0]):
        return ""
    names, terms = names_of(step), []
    for often, rows in listed:
        for row in rows:
            if "many" not in row:
                if not names <= row.keys() or not all(len(name) == 1 for name in row):
                    return ""
                columns = {name: parsed(row[name]) for name in names}
                terms.append((often, [number(1)], put_in(step, columns)))
    counts = {each["name"] for each in part.data["symbols"] if "definition" not in each}
    if not {name for *_, term in terms for name in names_of(term)} <= counts:
        return ""
    try:
        weak, strict = shown_by_cases(terms, part.signs, part.sums)
    except (RefusedError, NotCoveredError, KeyError):
        return ""
    return "positive" if weak and strict else "nonnegative" if weak else ""


INFORMATION = ("common", "missed", "extra")


def content_sign(
    part: Part, step: Step, listed: Sequence[tuple[Fraction, Sequence[Mapping[str, str]]]]
) -> str:
    """Return the sign of what changed items add in one output beyond another, by information; "" where that is open.

    Rows of ``each`` tell of the information of a changed item, or of two, that is in common, missed and extra, in
    amounts of their own that are not negative, of which ``some`` is not zero for some one. The gold is the same in both
    outputs, and with it the information of all labels; all other items are, too, or change in this way as well.
    """
    told = [output.get("quantities", {}).get("T") for output in part.data["outputs"].values()]
    if None in told or len({*told}) > 1:
        return ""
    try:
        rows = [[(often, _information(row)) for row in rows] for often, rows in listed]
        some = {row["some"] for _, each in listed for row in each}
        gold = [[added(flattened(c), flattened(m)) for _, (c, m, _) in side] for side in rows]
        body = _in_information(step)
    except (RefusedError, NotCoveredError, KeyError):
        return ""
    if len(some) != 1 or gold[0] != gold[1]:
        return ""
    terms: list[Term] = []
    for often, known in (each for side in rows for each in side):
        either = total([(Fraction(1), each) for each in known])
        terms.append((often, [number(1)], put_in(body, {COMMON: known[0], EITHER: either})))
    signs = dict.fromkeys(
        {name for side in rows for _, known in side for each in known for name in names_of(each)},
        "nonnegative",
    )
    among = {*names_of(parsed(some.pop() or "0"))}
    if signs.keys() & (part.signs.keys() | part.variables) or not among <= signs.keys():
        return ""
    try:
        weak, _ = shown_by_cases(terms, signs, [])
        strict = bool(among) and shown_by_cases(terms, signs, [among])[1]
    except (RefusedError, NotCoveredError):
        return ""
    return "positive" if weak and strict else "nonnegative" if weak else ""


def _information(row: Mapping[str, str]) -> list[Step]:
    """Return the information of a changed item, which is a sum of amounts. Raises RefusedError."""
    require({*row} == {*INFORMATION, "some", "many"} and row["many"] == "each", "a row of another kind")
    found = [parsed(row[name]) for name in INFORMATION]
    for powers, value in (term for each in found for term in flattened(each).items()):
        require(value > 0 and len(powers) == 1 and powers[0][1] == 1, "information that is no sum")
    return found


def _in_information(step: Step) -> Step:
    """Write a body over closures by the information of their labels. Raises NotCoveredError where it reads more.

    Not all items have some label of either closure exactly where the labels of either tell something.
    """
    if step.kind == "guard" and step.parts[1].kind == "name" and step.parts[1].value == "c":
        value, otherwise = map(_in_information, step.parts[::2])
        return Step("guard", (value, Step("name", value=EITHER), otherwise))
    flat = flattened(informed(step))
    whole = all(name in (COMMON, EITHER) and power > 0 for powers in flat for name, power in powers)
    if whole:
        names = [
            (value, [Step("name", value=n) for n, p in powers for _ in range(p)])
            for powers, value in flat.items()
        ]
        return total([(value, reduce(_product, each, number(1))) for value, each in names])
    if step.kind not in ("sum", "product", "quotient", "ratio", "guard"):
        raise NotCoveredError(f"a {step.kind} of more than the information of an item's labels")
    return Step(step.kind, tuple(map(_in_information, step.parts)))


def _product(one: Step, other: Step) -> Step:
    return Step("product", (one, other))
