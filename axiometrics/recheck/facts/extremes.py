"""Extremes: the larger or smaller of some values, and what the best rows of a reduction add up to; and discounts.

Which of several is the largest is left open where coefficients do not show it. Extremes are unknown functions of their
parts, whatever the order of these; what a symbol tells of one is its value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING, Any

from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    at_least,
    ends,
    flattened,
    multiplied,
    parsed,
    sign_of,
)
from axiometrics.recheck.partitions import rows_of
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import PRIME, ROOTED, Number, Point, Value, plain

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output


def extreme_of(output: Output, step: Step, place: str) -> Number:
    """Return an extreme, whose parts are known, and of one of its kind in it, that one's: whichever their order is.

    It is that of numbers, or what a symbol tells of it, or an unknown function of its parts.
    """
    point, parts = output.point, _of_kind(output, step, place, step.kind)
    known = [each for part in parts if (each := point.small(part)) is not None]
    if len(known) == len(parts):
        return parts[known.index(max(known) if step.kind == "maximum" else min(known))]
    for kind, others, value in output.extremes:
        if kind == step.kind and _alike(point, parts, others):
            return value
    single = list({str(part): part for part in parts}.values())
    if len(single) > 1 and "cells" in output.told and all(map(output.part.is_above_zero, step.parts)):
        return _of_shares(output, step.kind, single)
    return single[0] if len(single) == 1 else point.drawn(step.kind, *sorted(single, key=str))


def _of_shares(output: Output, kind: str, values: Sequence[Number]) -> Number:
    """Return an extreme of positive values: their sum times that of their shares, since it grows in proportion."""
    point = output.point
    whole = reduce(point.plus, values)
    shares = (point.times(value, point.inverse(whole)) for value in values)
    return point.times(whole, point.drawn(f"{kind} of shares", *sorted(shares, key=str)))


def by_distance(output: Output, step: Step, parts: list[Value]) -> Value:
    """Return an extreme, or an even power, by a symbol that is the distance |x - y|; None for all others.

    The larger of x and y is (x + y + |x - y|)/2, the smaller (x + y - |x - y|)/2; an even power of a difference is
    that of its distance.
    """
    if not output.part.distances or any(isinstance(part, ROOTED) for part in parts):
        return None
    point, half = output.point, output.point.number(Fraction(1, 2))
    if step.kind == "power" and step.parts[1].kind == "number":
        power = step.parts[1].value
        if power <= 0 or power % 2:
            return None
        square = output.near(output.told_apart[1], parts[0]) if power == 2 else None
        known = output.distance(parts[0]) if square is None else None
        return square if known is None else point.raised(known, int(power))
    if step.kind not in ("maximum", "minimum"):
        return None
    apart = point.plus(parts[0], output.less(parts[1]))
    known, middle = output.distance(apart), point.times(point.plus(*parts), half)
    if known is not None:
        known = point.times(known, half)
    elif (known := output.distance(point.times(apart, half))) is None:
        return None
    return point.plus(middle, known if step.kind == "maximum" else output.less(known))


def _of_kind(output: Output, step: Step, place: str, kind: str) -> list[Number]:
    if step.kind != kind:
        return [plain(output.value(step, None, place))]
    return [found for part in step.parts for found in _of_kind(output, part, place, kind)]


def _alike(point: Point, parts: Sequence[Number], others: Sequence[Number]) -> bool:
    """Whether each of some values is one of others, and the other way round."""
    minus = point.number(Fraction(-1))
    same = [[point.plus(one, point.times(minus, other)) == 0 for other in others] for one in parts]
    return all(map(any, same)) and all(map(any, zip(*same, strict=True)))


# --- best rows


def best_of(output: Output, domain: str, body: str, rest: Number) -> Number:
    """Return what the best rows of all groups add up to, and a rest.

    Where all cells are told, each group has a largest term, which is positive; else the sum is an unknown function of
    what it may be, one for each choice of rows.
    """
    point, part = output.point, output.part
    if "cells" not in output.told:
        found = list(
            {
                str(value): value for value in map(output.text, _picks(part, domain, body, output.name))
            }.values()
        )
        return (
            point.plus(found[0], rest)
            if len(found) == 1
            else point.drawn(domain, body, sorted(found, key=str))
        )
    if not names_of(parsed(body)) <= {"n", "a", "b"}:
        raise NotCoveredError("a best cell by more than its sizes")
    for _, texts in _options(part, domain, body, output.name).values():
        found = list({str(value): value for value in map(output.text, texts)}.values())
        if len(found) > 1 and not all(part.is_above_zero(parsed(text)) for text in texts):
            raise NotCoveredError("a best cell of terms that may be negative")
        rest = point.plus(rest, found[0] if len(found) == 1 else _of_shares(output, "maximum", found))
    return rest


def gain_signs(part: Part, name: str, key: str, atom: Mapping[str, str]) -> Iterator[str]:
    """What one output's best rows add up to, less another's, where each choice there is met by one here."""
    for small, large in product(part.data["outputs"], repeat=2):
        for amount in (0, 1):

            def gain(outputs: Any, s: str = small, b: str = large, a: int = amount) -> Number:
                return (outputs[b].atom(key) - outputs[s].atom(key) - a) % PRIME

            if small != large and part.same(name, gain):
                here, there = (
                    [parsed(text) for text in _picks(part, atom["domain"], atom["body"], output)]
                    for output in (large, small)
                )
                found = [[e for e in (_excess(part, h, t, amount) for h in here) if e] for t in there]
                if all(found):
                    yield "positive" if all("positive" in each for each in found) else "nonnegative"


def _picks(part: Part, domain: str, body: str, output: str) -> list[str]:
    """Return what the best rows may add up to: one for each way to pick a row of every group that may be best."""
    key = f"{domain} {body} {output}"
    if key not in part.options:
        groups = _options(part, domain, body, output).values()
        picked = product(*([f"({times})*({each})" for each in known] for times, known in groups))
        part.options[key] = [" + ".join(pick) for pick in picked]
    return part.options[key]


def _options(part: Part, domain: str, body: str, output: str) -> dict[str, tuple[str, list[str]]]:
    """Return how often each group is there, and its terms that may be the largest ones, as texts in the symbols."""
    groups: dict[str, tuple[str, list[str]]] = {}
    for row in rows_of(part.data, part.data["outputs"][output], domain) or ():
        worth = " ".join(
            f"({row.get(word, word)})" if word in row and len(word) == 1 else word
            for word in re.split(r"\b", body)
        )
        worth = f"elsewhere_{row['elsewhere']}" if "elsewhere" in row else worth
        _, known = groups.setdefault(row["group"], (row.get("times", "1"), []))
        if not any(_excess(part, parsed(other), parsed(worth), 0) for other in known):
            known[:] = [other for other in known if not _excess(part, parsed(worth), parsed(other), 0)]
            known.append(worth)
    return groups


def _excess(part: Part, large: Step, small: Step, amount: int) -> str:
    known = part.signs | {f"elsewhere_{name}": "nonnegative" for name in part.data.get("categories", ())}
    (top, bottom), (less, under) = ends(large), ends(small)
    try:
        difference = added(
            multiplied(top, under),
            multiplied(added(less, under, Fraction(amount)), bottom),
            Fraction(-1),
        )
        if sign_of(multiplied(bottom, under), known) != (1, True):
            return ""
        direction, strict = sign_of(difference, known)
    except RefusedError:
        return ""
    return "" if direction < 0 else "positive" if strict else "nonnegative"


# --- discounts by rank

Calls = tuple[str, list[tuple[int, Flat]]]
"""A function, and where it is added (1) or taken away (-1)."""


def is_above(flat: Flat, signs: Mapping[str, str]) -> bool:
    """Whether something is evidently above zero."""
    try:
        return sign_of(flat, signs) == (1, True)
    except RefusedError:
        return False


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
        function = step.kind if step.kind == "ideal_gain" else _discount(step)
        if not function:
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
        return "positive" if is_above(added(less[0], more[0], Fraction(-1)), signs) else ""
    if len(more) == len(less) == 2:
        return "positive" if any(_earlier(more, lows, signs) for lows in (less, less[::-1])) else ""
    return ""


def _earlier(more: list[Flat], less: list[Flat], signs: Mapping[str, str]) -> bool:
    """Whether f(a) - f(b) - f(c) + f(d) has equal steps from a to b and from c to d, the first one earlier."""
    for first, last in (more, more[::-1]):
        step = added(less[0], first, Fraction(-1))
        earlier = is_above(added(less[1], first, Fraction(-1)), signs)
        if step == added(last, less[1], Fraction(-1)) and is_above(step, signs) and earlier:
            return True
    return False


def cut_sign(text: str, signs: Mapping[str, str]) -> str:
    """Return the sign of a discount up to a cut-off, or of its fall; "" where none is evident.

    min(1, max(0, e)) is at least 0 and never falls where e rises, a discount f(t) is positive and falls where t rises.
    So f(t) min(1, max(0, e)) is never negative, and no less than the same of another t and e where t is no more than
    that and e no less. A whole number e is how many ranks there are from a rank to the cut-off, that rank included.

    >>> signs, upper = {"r": "nonnegative"}, "InverseLog(r + 2)*Smaller(1, Larger(0, 5 - r))"
    >>> cut_sign(f"{upper} - InverseLog(r + 3)*Smaller(1, Larger(0, 4 - r))", signs)
    'nonnegative'
    >>> cut_sign(f"{upper} - InverseLog(r + 3)*Smaller(1, Larger(0, 6 - r))", signs)
    ''
    """
    found = _cut_calls(parsed(text), Fraction(1))
    if not found or len({function for _, function, _, _ in found}) > 1:
        return ""
    if found[0][1] == "inverse_log2" and not all(at_least(t, 2, signs) for _, _, t, _ in found):
        return ""
    more, less = ([(t, e) for times, _, t, e in found if times == side] for side in (1, -1))
    if len(more) != 1 or len(more) + len(less) < len(found) or len(less) > 1:
        return ""
    t, e = more[0]
    falls = all(_no_less(later, t, signs) and _no_less(e, left, signs) for later, left in less)
    return "nonnegative" if falls else ""


def _no_less(one: Flat, other: Flat, signs: Mapping[str, str]) -> bool:
    return at_least(added(one, other, Fraction(-1)), 0, signs)


def _cut_calls(step: Step, times: Fraction) -> list[tuple[Fraction, str, Flat, Flat]]:
    """Return the terms f(t) min(1, max(0, e)) of a sum: how often, f, t and e; none if another term is among them."""
    if step.kind == "sum":
        found = [_cut_calls(part, times) for part in step.parts]
        return [each for part in found for each in part] if all(found) else []
    function, t, inside, open_ = "1", Flat(), [], [step]
    while open_:
        part = open_.pop()
        if part.kind == "product":
            open_ += part.parts
        elif part.kind == "number":
            times *= part.value
        elif part.kind == "minimum":
            inside.append(part)
        elif function == "1" and (discount := _discount(part)):
            function, t = discount, flattened(part.parts[-1])
        else:
            return []
    left = [_up_to(part) for part in inside]
    return [(times, function, t, left[0])] if len(left) == 1 and left[0] is not None else []


def _discount(step: Step) -> str:
    """Return what names a function of one place that is a discount; "" for any other step."""
    if step.kind != "power":
        return step.kind if step.kind == "inverse_log2" else ""
    base = flattened(step.parts[0])
    share = base.get((), Fraction(0)) if set(base) <= {()} else Fraction(0)
    return f"power of {share}" if 0 < share < 1 else ""


def _up_to(step: Step) -> Flat | None:
    """Return e of min(1, max(0, e))."""
    one = [part for part in step.parts if part.kind == "number" and part.value == 1]
    inner = [part for part in step.parts if part.kind == "maximum"]
    zero = [part for each in inner for part in each.parts if part.kind == "number" and part.value == 0]
    rest = [part for each in inner for part in each.parts if part.kind != "number"]
    return flattened(rest[0]) if len(one) == len(inner) == len(zero) == len(rest) == 1 else None


# --- between what a step lies


def is_above_for_classes(step: Step) -> bool:
    """Whether a step is positive for two classes or more, where the smallest gold share is not zero."""
    if step.kind in ("product", "quotient") and all(map(is_above_for_classes, step.parts)):
        return True
    return bool(_range(step)[0] > 0)


def _range(step: Step) -> tuple[Any, Any]:
    """Return between what a step lies, for K from 2 on and L from 0 to 1/2. Raises NotCoveredError."""
    if step.kind == "number":
        return step.value, step.value
    if step.kind == "name" and step.value in ("K", "L"):
        return (Fraction(2), math.inf) if step.value == "K" else (Fraction(0), Fraction(1, 2))
    ends = [_range(part) for part in step.parts]
    (low, high), (least, most) = (*ends, *ends)[:2]
    if step.kind == "sum":
        return sum(low for low, _ in ends), sum(high for _, high in ends)
    if step.kind == "product" and (low == high or least == most):
        times, within = (low, (least, most)) if low == high else (least, (low, high))
        both = sorted(times * end if times else times for end in within)
        return both[0], both[1]
    above = all(low >= 0 for low, _ in ends)
    if step.kind == "quotient" and above and least > 0:
        return low / most, high / least
    if step.kind in ("product", "ratio") and above:
        return Fraction(0), math.inf
    raise NotCoveredError(f"between what a {step.kind} lies")
