"""Facts that signs are shown by: sums of c t log t, discounts by rank or count, bodies that are never negative.

And what sums over classes differ by, class by class: no class has less in one of them than in the other. Each term is
in one class, whichever it is put into, so that the sums are those of all classes.
"""

from __future__ import annotations

import re
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
    require,
    sign_of,
    total,
)
from axiometrics.recheck.presence import Term, shown_by_cases
from axiometrics.recheck.ranks import names_of

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part

__all__ = [
    "body_sign", "calls_of", "class_sign", "discount_sign", "lemma_holds", "terms_of",
]  # fmt: skip


def body_sign(body: str) -> str:
    """Return the sign of a reduction's terms, where they are sums of products of counts, of their logarithms and so on.

    >>> body_sign("n**2/a"), body_sign("n*log(n)"), body_sign("n - a")
    ('positive', 'nonnegative', 'real')
    """
    flat = flattened(parsed(body))
    names = {name for powers in flat for name, _ in powers if not name.isidentifier()}
    known = ("log:", "log_binomial(", "inverse_log2(", "inverse(")
    if any(value < 0 for value in flat.values()) or any(not n.startswith(known) or "-" in n for n in names):
        return "real"
    sure = all(name.startswith(("inverse_log2(", "inverse(")) for name in names)
    return "positive" if sure else "nonnegative"


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
    more = [t for (t, _, _), count in zip(terms, counts, strict=True) for _ in range(max(0, int(count)))]
    less = [t for (t, _, _), count in zip(terms, counts, strict=True) for _ in range(max(0, -int(count)))]
    spare = added(reduce(added, more, Flat()), reduce(added, less, Flat()), Fraction(-1))
    if all(at_least(t, 1, signs) for t in (*more, *less)):
        ones = spare.get((), Fraction(0)) if set(spare) <= {()} else Fraction(-1)
        if len(more) == 1 and ones >= 0 and ones.denominator == 1 and len(less) + ones >= 2:
            return True
        inside = [big for big in more if all(_above(added(big, t, Fraction(-1)), signs) for t in less)]
        if len(more) == len(less) == 2 and not spare and inside:
            return True
    return _grows(terms, signs)


def _above(flat: Flat, signs: Mapping[str, str]) -> bool:
    try:
        return sign_of(flat, signs) == (1, True)
    except RefusedError:
        return False


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
        start, end = start * least ** max(0, int(fixed)), end * least ** max(0, -int(fixed))
        slope = added(slope, value, t.get(first, Fraction(0)))
        above = multiplied(above, reduce(multiplied, [t] * max(0, int(power)), ONE))
        under = multiplied(under, reduce(multiplied, [t] * max(0, -int(power)), ONE))
    return start > end and not slope and at_least(added(above, under, Fraction(-1)), 0, signs)


Calls = tuple[str, list[tuple[int, Flat]]]
"""A function, and where it is added (1) or taken away (-1)."""


def calls_of(text: str) -> Calls | None:
    """Return the calls that a text adds up, all of one function of the rank; None for any other text."""
    found: list[tuple[int, Flat]] = []
    functions: set[str] = set()

    def collect(step: Step, times: Fraction) -> bool:
        if step.kind == "sum":
            return all(collect(part, times) for part in step.parts)
        if step.kind == "product":
            numbers = [flattened(part) for part in step.parts]
            plain = [set(number) <= {()} for number in numbers]
            if True not in plain:
                return False
            place = plain.index(True)
            return collect(step.parts[1 - place], times * numbers[place].get((), Fraction(0)))
        function = step.kind
        if function == "power":
            base = flattened(step.parts[0])
            share = base.get((), Fraction(0)) if set(base) <= {()} else Fraction(0)
            function = f"power of {share}" if 0 < share < 1 else ""
        if function not in ("inverse_log2", "ideal_gain") and not function.startswith("power of"):
            return False
        functions.add(function)
        if times.denominator != 1 or abs(times) > 4:
            return False
        found.extend([(1 if times > 0 else -1, flattened(step.parts[-1]))] * abs(int(times)))
        return True

    return (functions.pop(), found) if collect(parsed(text), Fraction(1)) and len(functions) == 1 else None


def discount_sign(calls: Calls | None, signs: Mapping[str, str]) -> str:
    """Return the sign of a sum of discounts, or of ideal gains; "" where none is evident.

    1/log2(t) for t >= 2 and p^t for 0 < p < 1 are positive, strictly falling and strictly convex: of two equal steps
    the earlier one falls more. The ideal gain is not negative and never falls.

    >>> signs = {"r": "nonnegative"}
    >>> discount_sign(calls_of("InverseLog(r + 2) - InverseLog(r + 3)"), signs)
    'positive'
    >>> discount_sign(calls_of("InverseLog(r + 3) - InverseLog(r + 2)"), signs)
    ''
    """
    if calls is None:
        return ""
    function, found = calls
    more, less = ([where for turn, where in found if turn == side] for side in (1, -1))
    if function == "ideal_gain":
        grows = len(more) == 1 and (
            not less or (len(less) == 1 and at_least(added(more[0], less[0], Fraction(-1)), 0, signs))
        )
        return "nonnegative" if grows else ""
    if function == "inverse_log2" and not all(at_least(where, 2, signs) for where in (*more, *less)):
        return ""
    if len(more) == 1 and not less:
        return "positive"
    if len(more) == len(less) == 1:
        return "positive" if _above(added(less[0], more[0], Fraction(-1)), signs) else ""
    if len(more) == len(less) == 2:
        return "positive" if any(_earlier(more, lows, signs) for lows in (less, less[::-1])) else ""
    return ""


def _earlier(more: list[Flat], less: list[Flat], signs: Mapping[str, str]) -> bool:
    """Whether f(a) - f(b) - f(c) + f(d) has equal steps from a to b and from c to d, the first one earlier."""
    for first, last in (more, more[::-1]):
        step = added(less[0], first, Fraction(-1))
        earlier = _above(added(less[1], first, Fraction(-1)), signs)
        if step == added(last, less[1], Fraction(-1)) and _above(step, signs) and earlier:
            return True
    return False


# --- what sums over classes differ by, class by class

ALWAYS, ONCE, NEVER = number(1), Fraction(1), Fraction(0)
TURNS = {"smallest": Fraction(1), "largest": Fraction(-1)}
"""The largest is the smallest of what is turned round."""
Told = tuple[Step, Step, tuple[Flat, ...]]
"""What must not be zero for a term to count, the term, and all sums of counts that these read."""


def class_sign(part: Part, text: str) -> str:
    """Return the sign of sums over classes, or of what an extreme over classes is more than another; "" where open."""
    form, measured = flattened(parsed(text)), part.data["measured"]
    linear = all(len(powers) == 1 and powers[0][1] == 1 and powers[0][0] in measured for powers in form)
    if part.task not in ("classification", "ordinal") or not linear:
        return ""
    told = [(value, *measured[powers[0][0]]) for powers, value in form.items()]
    domains = {part.data["reductions"].get(what, {}).get("domain") for _, what, _ in told}
    try:
        if not domains & TURNS.keys():
            return _sum_sign(part, _by_class(part, told))
        (more, what, high), (less, same, low) = sorted(told, reverse=True)
        require(what == same and (more, less) == (1, -1), "other multiples of extremes")
        turn = TURNS[domains.pop()]
        return _extreme_sign(
            part, turn, *(list(_groups(part, what, each)) for each in (high, low)[:: int(turn)])
        )
    except (RefusedError, NotCoveredError, LookupError, ValueError):
        return ""


def _shown(part: Part, terms: Sequence[Term], read: Sequence[Flat], sure: str = "") -> tuple[bool, bool]:
    """Return whether terms add up to what is not negative, and is positive, where a count is surely not zero.

    Counts that are in the same of the sums that are read, equally often, are one count.
    """
    known = {each["name"]: each["sign"] for each in part.data["symbols"] if "definition" not in each}
    names = {name for flat in read for powers in flat for name, _ in powers}
    require(names <= known.keys() and all(known[name] != "real" for name in names), "counts without a sign")
    alike: dict[Any, str] = {}
    first: dict[str, str] = {}
    for name in sorted(names):
        alone = all(powers == ((name, 1),) for flat in read for powers in flat if name in dict(powers))
        kind = tuple(flat.get(((name, 1),)) for flat in read) if alone else name
        first[name] = alike.setdefault(kind, name)
    zero = {name: number(0) for name, own in first.items() if name != own}
    signs = {own: known[own] for own in first.values()}
    signs |= {first[name]: "positive" for name in names if known[name] == "positive" or name == sure}
    made = [(o, [put_in(each, zero) for each in there], put_in(step, zero)) for o, there, step in terms]
    return shown_by_cases(made, signs, [{first.get(name, name) for name in each} for each in part.sums])


Class = list[tuple[Fraction, Told]]
"""Terms of one class, each with how often it is added."""


def _sum_sign(part: Part, classes: Sequence[Class]) -> str:
    """Return the sign of a sum in which no class has less than nothing; some has more if some count is not zero."""

    def shown(each: Class, sure: str = "") -> tuple[bool, bool]:
        terms = [(often, [there], step) for often, (there, step, _) in each]
        return _shown(part, terms, [flat for _, (_, _, read) in each for flat in read], sure)

    found = [shown(each) for each in classes]
    if not all(weak for weak, _ in found):
        return ""
    more = any(sure for _, sure in found) or any(
        all(any(shown(each, name)[1] for each in classes if name in _counts(each)) for name in members)
        for members in part.sums
    )
    return "positive" if more else "nonnegative"


def _counts(each: Class) -> set[str]:
    return {name for _, (_, _, read) in each for flat in read for powers in flat for name, _ in powers}


def _by_class(part: Part, told: Sequence[tuple[Fraction, str, str]]) -> list[Class]:
    """Put each term of a sum to those of another class: those that it has most counts in common with."""
    found: list[Class] = []
    for often, what, output in told:
        left, rows = list(found), [[(often, row)] for row in _rows(part, what, output)]
        while rows:
            pairs = product(range(len(rows)), range(len(left)))
            alike = {(k, n): len(_counts(rows[k]) & _counts(left[n])) for k, n in pairs}
            k, n = max(alike, key=lambda pair: (alike[pair], -len(_counts(left[pair[1]]))), default=(0, -1))
            if n < 0:
                found.append(rows.pop(k))
            else:
                left.pop(n).extend(rows.pop(k))
    return found


def _rows(part: Part, what: str, output: str) -> list[Told]:
    """Return the terms that a sum over classes, or a number of classes, adds up."""
    told, about = part.data["outputs"][output], part.data["reductions"].get(what)
    require(told["complete"], "classes that are not told")
    if about is not None:
        require(about["domain"] in ("present", "assigned", "used"), "no sum over classes")
        return [_term(parsed(about["body"]), row) for row in told["rows"][about["domain"]]]
    text = told["quantities"][what].replace(" ", "")
    known = (
        re.fullmatch(r"(\+(present\([^()]*\)|[01]))*", f"+{text}") if what in ("P", "S", "U") else what == "K"
    )
    require(known, "no number of classes")
    asked = ["1"] * int(text) if what == "K" else re.split(r"\+(?![^()]*\))", text)
    steps = [parsed(each.removeprefix("present")) for each in asked]
    return [(step, ALWAYS, (flattened(step),)) for step in steps]


def _term(body: Step, row: Mapping[str, str]) -> Told:
    """Return the term of a row, which may have a condition and a group, and offers all that its body reads."""
    columns = {name: parsed(text) for name, text in row.items() if name not in ("if", "group")}
    require({*map(len, columns)} <= {1} and names_of(body) <= columns.keys(), "a row of another kind")
    there = parsed(row["if"]) if "if" in row else ALWAYS
    return there, put_in(body, columns), tuple(map(flattened, (there, *columns.values())))


Group = tuple[str, Step, Step, tuple[Flat, ...]]
"""A class of a reduction to an extreme: how many items it has, what its cells add up to, and the sums that are read."""


def _groups(part: Part, what: str, output: str) -> Iterator[Group]:
    told, about = part.data["outputs"][output], part.data["reductions"][what]
    body, rows = parsed(about["body"]), told["rows"][about["domain"]]
    require(told["complete"] and not flattened(put_in(body, {"c": number(0)})), "empty cells that count")
    for label in dict.fromkeys(row["group"] for row in rows):
        here = [row for row in rows if row["group"] == label]
        asked = [flattened(parsed(row.get("if", row["c"]))) for row in here]
        require(asked == [flattened(parsed(row["c"])) for row in here], "cells that count without items")
        cells = [_term(body, row) for row in here]
        items, value = (
            total([(ONCE, step) for step in steps]) for steps in list(zip(*cells, strict=True))[:2]
        )
        yield label, items, value, tuple(flat for cell in cells for flat in cell[2])


def _extreme_sign(part: Part, turn: Fraction, one: Sequence[Group], other: Sequence[Group]) -> str:
    """Return the sign of the smallest of all classes on one side, less that on the other; both turned round."""

    def apart(here: Group, there: Group, else_: Fraction) -> tuple[bool, bool]:
        (_, a, value, read), (_, b, less, further) = here, there
        terms = [(turn, [a], value), (-turn, [a, b], less), (else_, [], ALWAYS), (-else_, [a], ALWAYS)]
        return _shown(part, terms, (*read, *further))

    def is_there(here: Group, there: Group) -> bool:
        terms = [(ONCE, [here[1], there[1]], ALWAYS), (-ONCE, [here[1]], ALWAYS)]
        return _shown(part, terms, (*here[3], *there[3]))[0]

    sure = [each for each in other if _shown(part, [(ONCE, [], each[1])], each[3])[1]]
    least = [each for each in sure if all(apart(here, each, NEVER)[0] for here in one)]
    if any(all(apart(here, each, ONCE)[1] for here in one) for each in least):
        return "positive"
    for bound in (NEVER, turn):
        far = all(_shown(part, [(turn, [a], v), (-bound, [a], ALWAYS)], read)[0] for _, a, v, read in one)
        near = [[(bound, (b, ALWAYS, read)), (-turn, (b, less, read))] for _, b, less, read in other]
        sign = _sum_sign(part, near) if far else ""
        if sign == "positive":
            return sign
        least += other if sign else []
    same = {each[0]: each for each in other}
    pairs = [(here, same.get(here[0])) for here in one]
    every = all(each and is_there(here, each) and apart(here, each, NEVER)[0] for here, each in pairs)
    return "nonnegative" if least or every else ""
