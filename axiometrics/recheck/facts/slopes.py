"""What terms gain where a forecast moves, by the sign of their slope on the way.

On a closed interval a sum of quotients, logarithms and one square root is continuous where no divisor vanishes and
whatever has a logarithm, or stands below the root, is positive; and it has a slope there. Where the slope is positive
between the ends, the sum is larger at the upper end. Where the slope of the slope is, the sum is strictly convex: both
ends together have more than twice what is halfway between them. Logarithms are negative below 1, and positive above.
Places in between are (v low + u high)/(u + v), with u, v > 0; one of u and v is zero at an end. With a root R of a/b
every value is (A + B R)/C, where A, B and C are polynomials.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import permutations
from typing import TYPE_CHECKING

from axiometrics.recheck.expressions import (
    ONE,
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    ends,
    flattened,
    is_infinite,
    multiplied,
    number,
    parsed,
    put_in,
    require,
    sign_of,
    total,
    written,
)
from axiometrics.recheck.partitions import Item, items_of
from axiometrics.recheck.ranks import names_of
from axiometrics.recheck.values import INFINITE, PRIME

if TYPE_CHECKING:
    from axiometrics.recheck.cases import Part
    from axiometrics.recheck.outputs import Output

SIGN = {(1, True): "positive", (1, False): "nonnegative", (0, False): "zero"}
BEFORE, AFTER = (Step("name", value=name) for name in ("way before", "way after"))  # no text has such names
SIDES = tuple(
    {BEFORE.value: one, AFTER.value: other}
    for one, other in (("positive", "nonnegative"), ("nonnegative", "positive"))
)
"""The signs of what places an interval is divided into, up to its upper and its lower end."""
Signs = Mapping[str, str]
Steps = Sequence[Step]


def slope(step: Step) -> Step:
    """Return the derivative of a step in x. Raises NotCoveredError."""
    match step.kind:
        case "number":
            return number(0)
        case "name":
            return number(int(step.value == "x"))
        case "sum":
            return total([(Fraction(1), slope(part)) for part in step.parts])
        case "product":
            one, other = step.parts
            return total([
                (Fraction(1), Step("product", (slope(one), other))),
                (Fraction(1), Step("product", (one, slope(other)))),
            ])  # fmt: skip
        case "quotient":
            one, other = step.parts
            top = total([
                (Fraction(1), Step("product", (slope(one), other))),
                (Fraction(-1), Step("product", (one, slope(other)))),
            ])  # fmt: skip
            return Step("quotient", (top, Step("product", (other, other))))
        case "root":
            return Step("quotient", (slope(step.parts[0]), Step("product", (number(2), step))))
        case "log":
            return Step("quotient", (slope(step.parts[0]), step.parts[0]))
    raise NotCoveredError(f"the slope of a {step.kind}")


def _multiplied_out(step: Step) -> Step:
    """Return a step with whole powers as products. Raises NotCoveredError."""
    parts = tuple(map(_multiplied_out, step.parts))
    if step.kind != "power":
        return Step(step.kind, parts, step.value)
    power = parts[1].value if parts[1].kind == "number" else None
    if power is None or power.denominator != 1 or power < 0:
        raise NotCoveredError("a power that is not whole")
    found = number(1)
    for _ in range(int(power)):
        found = Step("product", (found, parts[0]))
    return found


Divisors = dict[str, tuple[Flat, int]]
"""Polynomials with the powers that they have below a fraction bar, by their texts."""


def _times(one: Divisors, other: Divisors) -> Divisors:
    found = dict(one)
    for text, (flat, power) in other.items():
        found[text] = flat, power + found.get(text, (flat, 0))[1]
    return found


def _over(flat: Flat) -> Divisors:
    return {} if flat == ONE else {written(flat): (flat, 1)}


def _lifted(flat: Flat, own: Divisors, common: Divisors) -> Flat:
    """Return what stands above a larger denominator."""
    for text, (factor, power) in common.items():
        for _ in range(power - own.get(text, (factor, 0))[1]):
            flat = multiplied(flat, factor)
    return flat


@dataclass(frozen=True)
class _Rooted:
    """(A + B R)/C, where R is the positive root of a quotient of polynomials."""

    plain: Flat
    rooted: Flat
    below: Divisors


class _Values:
    """Values with one square root, and what must not vanish on the way to them."""

    def __init__(self) -> None:
        self.square: tuple[Flat, Flat] | None = None
        """What stands below the root, as a quotient."""
        self.strict: list[_Rooted] = []
        """What divides."""
        self.positive: list[_Rooted] = []
        """What has a logarithm, or a root."""
        self.logs: dict[str, _Rooted] = {}
        """What logarithms are of, by the names that these have."""

    def of(self, step: Step) -> _Rooted:
        """Return the value of a step; a logarithm is some number. Raises NotCoveredError."""
        if step.kind in ("number", "name"):
            return _Rooted(flattened(step), {}, {})
        parts = [self.of(part) for part in step.parts]
        match step.kind:
            case "sum":
                return self._sum(*parts)
            case "product":
                return self._product(*parts)
            case "quotient":
                self.strict.append(parts[1])
                return self._product(parts[0], self._inverse(parts[1]))
            case "root":
                self.positive.append(parts[0])
                self._know(ends(step.parts[0]))
                return _Rooted({}, ONE, {})
            case "log":
                self.positive.append(parts[0])
                name = f"logarithm {parts[0]}"
                self.logs[name] = self._sum(parts[0], _Rooted({(): Fraction(-1)}, {}, {}))
                return _Rooted({((name, 1),): Fraction(1)}, {}, {})
        raise NotCoveredError(f"the value of a {step.kind}")

    def _know(self, found: tuple[Flat, Flat]) -> None:
        self.square = self.square or found
        (one, under), (other, below) = self.square, found
        if added(multiplied(one, below), multiplied(other, under), Fraction(-1)):
            raise NotCoveredError("roots of different numbers")

    def _sum(self, one: _Rooted, other: _Rooted) -> _Rooted:
        common = {**one.below, **other.below}
        for text, (flat, power) in one.below.items():
            common[text] = flat, max(power, common[text][1])
        plain, rooted = (
            added(_lifted(mine, one.below, common), _lifted(its, other.below, common))
            for mine, its in ((one.plain, other.plain), (one.rooted, other.rooted))
        )
        return _Rooted(plain, rooted, common)

    def _product(self, one: _Rooted, other: _Rooted) -> _Rooted:
        both = bool(one.rooted and other.rooted)
        top, bottom = self.square if both and self.square else (ONE, ONE)
        plain = added(
            multiplied(multiplied(one.plain, other.plain), bottom),
            multiplied(multiplied(one.rooted, other.rooted), top),
        )
        rooted = added(multiplied(one.plain, other.rooted), multiplied(one.rooted, other.plain))
        return _Rooted(
            plain, multiplied(rooted, bottom), _times(_times(one.below, other.below), _over(bottom))
        )

    def _inverse(self, value: _Rooted) -> _Rooted:
        above = _lifted(ONE, {}, value.below)
        if not value.rooted:
            return _Rooted(above, {}, _over(value.plain))
        if value.plain:
            raise NotCoveredError("a division by a sum with a root")
        top, bottom = self.square or (ONE, ONE)
        return _Rooted({}, multiplied(above, bottom), _times(_over(value.rooted), _over(top)))


@dataclass(frozen=True)
class _Way:
    """The way from a lower place to a higher one, in symbols of known sign."""

    top: Flat
    bottom: Flat
    known: Mapping[str, str]
    turned: frozenset[str] = frozenset()
    """Logarithms of what is below 1, in whose place there is minus a number."""

    def with_logs(self, logs: Mapping[str, _Rooted]) -> _Way:
        """Return the way with the signs of logarithms of what is above 1, or below, all the way; others are open."""
        turned, known = set(), dict(self.known)
        for name, beyond in logs.items():
            try:
                direction, strict = self.sign(beyond)
            except RefusedError:
                continue
            known[name] = "positive" if strict else "nonnegative"
            turned |= {name} if direction < 0 else set()
        return _Way(self.top, self.bottom, known, frozenset(turned))

    def sign(self, value: _Rooted) -> tuple[int, bool]:
        """Return the sign of a value in x that coefficients show. Raises RefusedError."""
        require(not (value.plain and value.rooted), "a sum with a root")
        above, strict = self._of(value.rooted or value.plain)
        for flat, power in value.below.values():
            one, sure = self._of(flat)
            require(sure, "a division by what may vanish")
            above *= one**power
        return above, strict

    def _of(self, flat: Flat) -> tuple[int, bool]:
        require(sign_of(self.bottom, self.known) == (1, True), "a place that is none")
        by_power: dict[int, Flat] = {}
        for powers, size in flat.items():
            value = size * (-1) ** sum(power for name, power in powers if name in self.turned)
            often = dict(powers).get("x", 0)
            rest = tuple(pair for pair in powers if pair[0] != "x")
            by_power.setdefault(often, {})[rest] = value
        highest = max(by_power, default=0)
        whole: Flat = {}
        for often, factor in by_power.items():
            for side, times in ((self.top, often), (self.bottom, highest - often)):
                factor = reduce(multiplied, [side] * times, factor)
            whole = added(whole, factor)
        return sign_of(whole, self.known)


def gain(terms: Step, low: Step, high: Step, signs: Signs, there: Steps = (), *, bent: bool = False) -> str:
    """Return the sign of what terms in x are more at a higher place than at a lower one; "" where it is open.

    What is asked to be ``there`` must be positive all the way. Where ``bent``, it is the sign of what the terms at both
    places are more than twice those halfway between them.

    >>> t = parsed("x/sqrt(x**2 + (1 - x)**2)")
    >>> gain(t, parsed("a/(a + b)"), parsed("1"), {"a": "nonnegative", "b": "positive"})
    'positive'
    >>> gain(parsed("x*(1 - x)"), parsed("0"), parsed("1"), {})
    ''
    """
    halves = total([
        (Fraction(1), Step("product", (AFTER, low))),
        (Fraction(1), Step("product", (BEFORE, high))),
    ])  # fmt: skip
    place = ends(Step("quotient", (halves, Step("sum", (BEFORE, AFTER)))))
    terms = _multiplied_out(terms)
    way, ascent = _Values(), _Values()
    way.of(terms)
    way.positive += map(way.of, there)
    rise = ascent.of(slope(slope(terms)) if bent else slope(terms))
    try:
        require("x" not in signs, "a symbol with the name of a place")
        for side in SIDES:
            reached = _Way(*place, dict(signs) | side)
            for value in way.strict:
                require(reached.sign(value)[1], "a division by what may vanish")
            for value in way.positive:
                require(reached.sign(value) == (1, True), "a root, or logarithm, of what may be 0")
        inside = dict(signs) | dict.fromkeys((BEFORE.value, AFTER.value), "positive")
        up, under = ends(total([(Fraction(1), high), (Fraction(-1), low)]))
        require(sign_of(under, inside) == (1, True) and sign_of(up, inside)[1], "places that may be the same")
        require(sign_of(up, inside)[0] > 0, "places in no order")
        return SIGN.get(_Way(*place, inside).with_logs(ascent.logs).sign(rise), "")
    except RefusedError:
        return ""


def bare(body: Step) -> tuple[Step, bool]:
    """Return a term where what happened has a probability t, and whether it is infinite elsewhere."""
    if body.kind == "guard" and is_infinite(body.parts[2]):
        require(body.parts[1].value == "t" and body.parts[2].kind == "infinite", "infinite in other places")
        return body.parts[0], True
    require(not is_infinite(body), "a term that is infinite in some places")
    return body, False


def item_at(body: str, happened: str) -> tuple[Step, list[Step]]:
    """Return a term as one in the event's forecast x of two classes, and what must be positive for it."""
    if happened not in ("0", "1"):
        raise NotCoveredError("an item of which it is not known what happened")
    known = {"p": "x", "s": "x**2 + (1 - x)**2", "t": "x" if happened == "1" else "1 - x", "y": happened}
    names = {name: parsed(text) for name, text in known.items()}
    term, endless = bare(parsed(body))
    if not names_of(term) <= set(names):
        raise NotCoveredError("terms that look at more than forecasts")
    return put_in(term, names), [names["t"]] if endless else []


def moved_signs(part: Part, name: str) -> Iterator[str]:
    """Yield the sign of a symbol that is what a sum over items gains from one output to another, or how it bends."""
    if part.task != "probabilistic":
        return
    for about in (each for each in part.data["reductions"].values() if each["domain"] == "items"):
        sums = [
            {o: each.over(about["domain"], about["body"]) for o, each in outputs.items()}
            for _, outputs in part.points
        ]
        known = [o for o in part.data["outputs"] if all(each[o] is not INFINITE for each in sums)]
        places = [point.values[name] for point, _ in part.points]
        for one, other in permutations(known, 2):
            if all((p - s[other] + s[one]) % PRIME == 0 for p, s in zip(places, sums, strict=True)):
                yield _of_pairs(part, about["body"], items_of(part, one), items_of(part, other))
        for one, other, half in permutations(known, 3):
            apart = ((p - s[one] - s[other] + 2 * s[half]) % PRIME for p, s in zip(places, sums, strict=True))
            if not any(apart):
                yield _between(part, about["body"], [items_of(part, each) for each in (one, other, half)])


def _between(part: Part, body: str, items: Sequence[Sequence[Item]]) -> str:
    """Return the sign of what one item has with two forecasts more than twice with the one halfway between them."""
    if any(len(each) != 1 for each in items) or len({each[0][1:] for each in items}) > 1:
        return ""
    (start, happened, times), (end, *_), (half, *_) = (each[0] for each in items)
    places = [outputs[next(iter(outputs))] for _, outputs in part.points]
    require(all(o.text(f"2*({half}) - ({start}) - ({end})") == 0 for o in places), "not halfway between")
    require(names_of(parsed(times)) <= {*part.signs}, "a number of items that is no size")
    term, there = item_at(body, happened)
    return along(Step("product", (parsed(times), term)), start, end, part.signs, there, bent=True)


def _of_pairs(part: Part, body: str, before: Sequence[Item], after: Sequence[Item]) -> str:
    """Return the sign of what the same items gain by other forecasts, those that move alike together."""
    if [each[1:] for each in before] != [each[1:] for each in after]:
        return ""
    moves: dict[tuple[str, str], tuple[list[tuple[Fraction, Step]], list[Step]]] = {}
    for (start, happened, times), (end, *_) in zip(before, after, strict=True):
        require(names_of(parsed(times)) <= {*part.signs}, "a number of items that is no size")
        term, asked = item_at(body, happened)
        terms, there = moves.setdefault((start, end), ([], []))
        terms.append((Fraction(1), Step("product", (parsed(times), term))))
        there += asked
    found = {along(total(terms), *place, part.signs, there) for place, (terms, there) in moves.items()}
    if not found <= {"positive", "nonnegative", "zero"}:
        return ""
    return "positive" if "positive" in found else "nonnegative"


def along(terms: Step, start: str, end: str, signs: Signs, there: Steps = (), *, bent: bool = False) -> str:
    """Return the sign of what terms gain from one place to another, whichever of the two is the lower one."""
    if start == end:
        return "zero"
    one, other = parsed(start), parsed(end)
    less = terms if bent else total([(Fraction(-1), terms)])
    return gain(terms, one, other, signs, there, bent=bent) or gain(less, other, one, signs, there, bent=bent)


def is_endless(output: Output, domain: str, step: Step, rows: Sequence[Mapping[str, str]]) -> bool:
    """Whether a sum over items is infinite, as it is where one happened that had no probability; or certainly not."""
    if not is_infinite(step):
        return False
    require(output.part.task == "probabilistic" and domain == "items", "what may be infinite elsewhere")
    bare(step)
    if not output.told["complete"]:
        require(output.told.get("misses") is False, "whether others miss something is not told")
    missed = [row for row in rows if output.text(row["t"]) == 0]
    kept = [parsed(row["t"]) for row in rows if row not in missed]
    require(all(map(output.part.is_above_zero, kept)), "whether what happened had a probability is open")
    sure = all(output.part.is_above_zero(parsed(row["times"])) for row in missed)
    require(sure, "whether there is an item that misses is open")
    return bool(missed)
