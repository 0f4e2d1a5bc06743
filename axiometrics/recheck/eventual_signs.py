"""Signs for every n from some start on: of polynomials in n, in powers q^n, and in sums that lie between bounds.

With n = start + m, q^n = q^start/(1 + t) and a sum (low + w high)/(1 + w), for m, t, w >= 0, a polynomial has a sign
if all its coefficients have it. The sign is strict if the value at every corner (m = t = 0, each w zero or without end)
is not zero.

How products of discounts by rank, and of factors in a count, change from one to the next is here, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from axiometrics.recheck.expressions import (
    ONE,
    Flat,
    NotCoveredError,
    Step,
    added,
    flattened,
    multiplied,
    require,
)

Quotient = tuple[Flat, Flat]
"""What stands above and below the fraction bar."""
MINUS = Fraction(-1)


def plain(flat: Flat) -> Quotient:
    """Return a polynomial as a quotient."""
    return flat, ONE


def plus(one: Quotient, other: Quotient, weight: Fraction = Fraction(1)) -> Quotient:
    """Return one quotient plus a multiple of another."""
    if one[1] == other[1]:
        return added(one[0], other[0], weight), one[1]
    top = added(multiplied(one[0], other[1]), multiplied(other[0], one[1]), weight)
    return top, multiplied(one[1], other[1])


def times(one: Quotient, other: Quotient) -> Quotient:
    """Return a product; equal parts above and below are left out."""
    if one[0] == other[1] or one[1] == other[0]:
        return (other[0], one[1]) if one[0] == other[1] else (one[0], other[1])
    return multiplied(one[0], other[0]), multiplied(one[1], other[1])


def divided(one: Quotient, other: Quotient) -> Quotient:
    """Return a quotient of two."""
    return times(one, (other[1], other[0]))


def over(flat: Flat, number: int) -> Flat:
    """Return a fraction of a polynomial."""
    return {powers: value / number for powers, value in flat.items()}


def degree(flat: Flat, name: str) -> int:
    """Return the highest power of a name."""
    return max((dict(powers).get(name, 0) for powers in flat), default=0)


def raised(flat: Flat, power: int) -> Flat:
    """Return a whole power."""
    found = ONE
    for _ in range(power):
        found = multiplied(found, flat)
    return found


def replaced(flat: Flat, name: str, value: Quotient, highest: int | None = None) -> Flat:
    """Replace a name by a quotient, and multiply by its denominator as often as the name's highest power."""
    top, highest = Flat(), degree(flat, name) if highest is None else highest
    for powers, number in flat.items():
        power = dict(powers).get(name, 0)
        rest: Flat = {tuple(pair for pair in powers if pair[0] != name): number}
        factor = multiplied(raised(value[0], power), raised(value[1], highest - power))
        top = added(top, multiplied(rest, factor))
    return top


def derivative(flat: Flat, name: str) -> Flat:
    """Return the derivative of a polynomial."""
    found = Flat()
    for powers, number in flat.items():
        power = dict(powers).get(name, 0)
        if power:
            one: Flat = {tuple((n, p - (n == name)) for n, p in powers if p - (n == name)): number * power}
            found = added(found, one)
    return found


class Growing:
    """What is known for every n from the start on: powers of shares, and bounds of sums."""

    def __init__(self, start: int) -> None:
        require(start >= 1, "n starts before 1")
        self.start = start
        self.powers: dict[str, Fraction] = {}
        self.bounds: dict[str, tuple[Quotient, Quotient] | None] = {}

    def power(self, base: Fraction, exponent: Flat) -> Flat:
        """Return a power whose exponent is a whole linear form in n with a slope that is not negative."""
        require(0 < base < 1, "a power that does not fall")
        slope, rest = exponent.get((("n", 1),), Fraction(0)), exponent.get((), Fraction(0))
        whole = (
            set(exponent) <= {(), (("n", 1),)} and slope.denominator == rest.denominator == 1 and slope >= 0
        )
        if not whole:
            raise NotCoveredError("a power with another exponent")
        name = f"power of {base}"
        if slope:
            self.powers[name] = base
        place = ((name, int(slope)),) if slope else ()
        return {place: base ** int(rest)}

    def sign(self, flat: Flat) -> tuple[int, bool] | None:
        """Return the sign of a polynomial and whether it is strict; None where it is open."""
        used = {name for powers in flat for name, _ in powers}
        sums = sorted(used & set(self.bounds))
        highest = {name: degree(flat, name) for name in sums}
        for name in sums:
            bounds = self.bounds[name]
            if bounds is None:
                return None
            flat = replaced(flat, name, self._between(name, *bounds), highest[name])
        for name, base in self.powers.items():
            flat = replaced(
                flat, name, ({(): base**self.start}, {(): Fraction(1), ((f"t{name}", 1),): Fraction(1)})
            )
        flat = replaced(flat, "n", ({(): Fraction(self.start), (("m", 1),): Fraction(1)}, ONE))
        if not flat:
            return 0, False
        known = {"m", "k", "l", *(f"t{name}" for name in self.powers), *(f"w{name}" for name in sums)}
        signs = {value > 0 for value in flat.values()}
        if len(signs) > 1 or any(name not in known for powers in flat for name, _ in powers):
            return None
        alone = {tuple(pair for pair in powers if pair[0] != "l") for powers in flat}
        corners = product(*([(), ((f"w{name}", highest[name]),)] for name in sums))
        strict = all(tuple(pair for part in corner for pair in part) in alone for corner in corners)
        return (1 if signs == {True} else -1), strict

    def _between(self, name: str, low: Quotient, high: Quotient) -> Quotient:
        """Return (low + w high)/(1 + w)."""
        way: Flat = {((f"w{name}", 1),): Fraction(1)}
        top = added(multiplied(low[0], high[1]), multiplied(way, multiplied(high[0], low[1])))
        return top, multiplied(added(ONE, way), multiplied(low[1], high[1]))

    def sign_of(self, value: Quotient) -> tuple[int, bool] | None:
        """Return the sign of a quotient, whose denominator must not vanish."""
        top, bottom = map(self.sign, value)
        if top is None or bottom is None or not bottom[1]:
            return None
        return top[0] * bottom[0], top[1]

    def positive(self, flat: Flat) -> bool:
        """Whether a polynomial is evidently positive."""
        return self.sign(flat) == (1, True)

    def along(self, value: Quotient, first: Flat, last: Flat) -> tuple[int, bool] | None:
        """Return the sign of a quotient for every index of a range, seen from one of its ends."""
        away: Flat = {(("k", 1),): Fraction(1)}
        for place in (added(first, away), added(last, away, MINUS)):
            found = self.sign_of(
                (replaced(value[0], "i", plain(place)), replaced(value[1], "i", plain(place)))
            )
            if found is not None:
                return found
        return None

    # --- bounds of sums

    def sum_of(self, name: str, bounds: tuple[Quotient, Quotient] | None) -> Flat:
        """Return a name for a sum that lies between bounds, or of which nothing is known."""
        if bounds is not None:
            low, high = map(self._above_zero, bounds)
            bounds = (low, high) if low is not None and high is not None else None
        self.bounds.setdefault(name, bounds)
        return {((name, 1),): Fraction(1)}

    def _above_zero(self, value: Quotient) -> Quotient | None:
        """Return a quotient with a positive denominator, None where the sign of that is open."""
        found = self.sign(value[1])
        return (over(value[0], found[0]), over(value[1], found[0])) if found and found[1] else None

    def shaped(
        self, body: Quotient, first: Flat, last: Flat, weight: Quotient, *, flat: bool
    ) -> tuple[Quotient, Quotient] | None:
        """Return bounds of a sum by the shape of its terms; ``weight`` is the sum of weights, which ``flat`` are 1.

        Convex terms add up to no less than their number times the middle one, and to no more than their number times
        the mean of the ends; concave ones the other way round. Terms that rise or fall lie between the ends.
        """
        slope = _slope(body)
        ends = [at(body, place) for place in (first, last)]
        curve = self.along(_slope(slope), first, last) if flat else None
        if curve is not None:
            centre = at(body, over(added(first, last), 2))
            mean = times(plus(ends[0], ends[1]), plain({(): Fraction(1, 2)}))
            low, high = (centre, mean) if curve[0] >= 0 else (mean, centre)
        else:
            rise = self.along(slope, first, last)
            if rise is None:
                return None
            low, high = ends if rise[0] >= 0 else ends[::-1]
        return times(weight, low), times(weight, high)

    def logarithmic(
        self, inside: Flat, first: Flat, last: Flat, count: Flat
    ) -> tuple[Quotient, Quotient] | None:
        """Return bounds of a sum of 1/log2, which is convex: for t >= 2^k the logarithm lies between two quotients.

        These are k + 36/25 (1 - 2^k/t) and k + 3/2 (t/2^k - 1), since 1 - 1/u <= log u <= u - 1 and
        36/25 < 1/log 2 < 3/2.
        """
        middle = over(added(first, last), 2)
        parts = []
        for place, above in ((first, False), (middle, True), (last, False)):
            value = replaced(inside, "i", plain(place))
            level = self._level(value)
            if level is None:
                return None
            share = over(value, 2**level)
            more = plus(plain(share), plain(ONE), MINUS) if above else plus(plain(ONE), (ONE, share), MINUS)
            factor = plain({(): Fraction(3, 2) if above else Fraction(36, 25)})
            parts.append(divided(plain(ONE), plus(plain({(): Fraction(level)}), times(factor, more))))
        mean = times(plus(parts[0], parts[2]), plain({(): Fraction(1, 2)}))
        return times(plain(count), parts[1]), times(plain(count), mean)

    def _level(self, value: Flat) -> int | None:
        """Return the largest k >= 1 with 2^k <= the value for every n."""
        least = replaced(value, "n", plain({(): Fraction(self.start)}))
        start = least.get((), Fraction(0))
        rest = self.sign(added(value, {(): start}, MINUS))
        if set(least) > {()} or start < 2 or rest is None or rest[0] < 0:
            return None
        return int(start).bit_length() - 1


def at(value: Quotient, place: Flat) -> Quotient:
    """Return a quotient at an index."""
    highest = max(degree(part, "i") for part in value)
    top, bottom = (replaced(part, "i", plain(place), highest) for part in value)
    return top, bottom


def _slope(value: Quotient) -> Quotient:
    """Return the derivative of a quotient by the index."""
    top, bottom = value
    change = added(multiplied(derivative(top, "i"), bottom), multiplied(top, derivative(bottom, "i")), MINUS)
    return change, multiplied(bottom, bottom)


def telescoped(value: Quotient, first: Flat, last: Flat) -> Quotient | None:
    """Return the sum of c/(k (i - r) (i - r - 1)), which is c/k times 1/(first - r - 1) less 1/(last - r).

    None for any other quotient. Its denominator has no zero on the way, which whoever evaluated it has seen.
    """
    top, bottom = value
    square, slope, rest = (bottom.get(powers, Fraction(0)) for powers in ((("i", 2),), (("i", 1),), ()))
    if degree(top, "i") or not square or not set(bottom) <= {(("i", 2),), (("i", 1),), ()}:
        return None
    r = (-slope / square - 1) / 2
    if rest / square != r * (r + 1):
        return None
    ends = [added(place, {(): -away}) for place, away in ((first, r + 1), (last, r))]
    difference = plus((ONE, ends[0]), (ONE, ends[1]), MINUS)
    return times((top, {(): square}), difference)


# --- how products of discounts by rank, and of factors in a count, change


def factors(step: Step, power: int = 1) -> Iterator[tuple[Step, int]]:
    """Yield what a step is a product of, each with its power."""
    match step.kind:
        case "product":
            for part in step.parts:
                yield from factors(part, power)
        case "quotient":
            yield from factors(step.parts[0], power)
            yield from factors(step.parts[1], -power)
        case "power" if step.parts[1].kind == "number" and step.parts[1].value.denominator == 1:
            yield from factors(step.parts[0], power * int(step.parts[1].value))
        case _:
            yield step, power


def joint_trend(found: set[str]) -> str:
    """How a product changes whose factors are never negative."""
    if "first" in found:
        return "first"
    trends = found - {"same"}
    return trends.pop() if len(trends) == 1 else "mixed" if trends else "same"


def _line(step: Step, name: str) -> tuple[Fraction, Fraction]:
    """Return a step's value at 1, and by how much it rises with each one more; raises NotCoveredError."""
    flat = flattened(step)
    slope, start = flat.get(((name, 1),), Fraction(0)), flat.get((), Fraction(0))
    if not set(flat) <= {(), ((name, 1),)}:
        raise NotCoveredError(f"what is not linear in {name}")
    return start + slope, slope


def discount_trend(step: Step, power: int) -> str:
    """How a factor in the rank falls: 1/t, 1/log2(t) or p^t, where t rises from 1, from 2, or is any; or max(0, -t)."""
    match step.kind:
        case "maximum" if power > 0 and (line := _above_zero(step)):
            if _line(line, "i")[1] < 0:
                return "weak"
        case "inverse_log2" if power > 0:
            first, rise = _line(step.parts[0], "i")
            if rise > 0 and first >= 2:
                return "falls"
        case "power" if power > 0 and _is_share(step.parts[0]) and _line(step.parts[1], "i")[1] > 0:
            return "falls"
        case "name" | "sum" if power < 0:
            first, rise = _line(step, "i")
            if rise > 0 and first > 0:
                return "falls"
    raise NotCoveredError(f"a {step.kind} that is no discount by rank")


def _above_zero(step: Step) -> Step | None:
    """Return t of max(t, 0); None of any other extreme."""
    left = [part for part in step.parts if flattened(part)]
    return left[0] if step.kind == "maximum" and len(left) == 1 else None


def _is_share(step: Step) -> bool:
    flat = flattened(step) if step.kind in ("number", "quotient") else {}
    return set(flat) == {()} and 0 < flat[()] < 1


def count_trend(step: Step, power: int) -> str:
    """How a factor in the count, which is 1 or more, changes: c, p^t or p^max(t, 0) with t >= 0, or max(2 - c, 0)."""
    if step.kind == "name" and power > 0:
        return "rising"
    if power > 0 and (line := _above_zero(step)) and _line(line, "c") == (Fraction(1), Fraction(-1)):
        return "first"
    if step.kind == "power" and power > 0 and _is_share(step.parts[0]):
        line = _above_zero(step.parts[1])
        first, rise = _line(line or step.parts[1], "c")
        if rise > 0 and (line is None or first >= 0):
            return "falling"
    raise NotCoveredError(f"how a {step.kind} changes with the count")
