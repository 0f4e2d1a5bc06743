"""Independent bounds of the sums of a certificate: derived again from the terms, with nothing but polynomials.

With n = start + m, and i = first + k or last - k, the signs of derivatives, of denominators and of what a logarithm
needs are read off coefficients.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.checker.recheck.polynomials import ONE, Quotient, constant, equal, name_of, sign
from axiometrics.checker.recheck.reading import quotient
from axiometrics.checker.recheck.refusal import require

__all__ = ["Rebound"]

MORE, LESS = Fraction(3, 2), Fraction(36, 25)
"""Bounds of 1/log 2: e^2 < 8 gives log 2 > 2/3, and 2^36 < e^25 gives log 2 < 25/36."""
HALF = constant(Fraction(1, 2))


class Rebound:
    """The sums of one certificate; ``bounds`` gives what each lies between, in n and the powers."""

    def __init__(self, certificate: Mapping[str, Any], names: Collection[str]) -> None:
        self.names = names
        self.powers = certificate["powers"]
        self.start = certificate["start"]
        self.bounds: dict[str, tuple[Quotient, Quotient]] = {}
        self.grown = {"n": constant(self.start) + name_of("m")}
        for known in certificate["sums"]:
            self._check(known)

    def _read(self, text: str) -> Quotient:
        return quotient(text, self.names)

    def _check(self, known: Mapping[str, Any]) -> None:
        first, last = (self._read(known[end]) for end in ("first", "last"))
        length = last - first
        require(self._evident(length, strict=False) >= 0, f"the sum {known['name']} may have no terms")
        require(0 < Fraction(known["weight"]) <= 1, f"the weights of {known['name']} grow")
        count = length + constant(1)
        tactics = {
            "none": self._nothing,
            "telescoping": self._telescoping,
            "geometric": self._geometric,
            "convex": self._curved,
            "concave": self._curved,
            "rising": self._monotone,
            "falling": self._monotone,
            "logarithmic": self._logarithmic,
        }
        require(known["tactic"] in tactics, f"{known['tactic']!r} is no tactic")
        require(not known["pairs"] or known["tactic"] == "none", "nothing is known of sums over pairs")
        tactics[known["tactic"]](known, first, last, count)

    def _evident(self, value: Quotient, *, strict: bool) -> int:
        """Return the sign of a fraction in n and k for every n from the start on; its denominator has no zero."""
        found = value.substituted(self.grown)
        bottom = sign(found.bottom, strict=True)
        require(bottom != 0, "a denominator is zero")
        return bottom * sign(found.top, strict=strict)

    def _nothing(self, known: Mapping[str, Any], first: Quotient, last: Quotient, count: Quotient) -> None:
        """A sum without bounds may stand in the values of reductions only."""

    def _telescoping(
        self, known: Mapping[str, Any], first: Quotient, last: Quotient, count: Quotient
    ) -> None:
        """F(i + 1) - F(i) must be the terms, and F must have no pole from the first index on."""
        require(known["weight"] == "1" and known["logged"] is None, "only plain terms telescope")
        form, body = self._read(known["antidifference"]), self._read(known["body"])
        step = form.substituted({"i": name_of("i") + constant(1)}) - form
        require(equal(step, body), f"{known['antidifference']} has not the terms of {known['name']}")
        at = form.substituted({"i": first + name_of("k")})
        self._evident(Quotient(ONE, at.bottom), strict=True)
        after, before = (form.substituted({"i": place}) for place in (last + constant(1), first))
        self._same(known, "value", after - before)

    def _geometric(self, known: Mapping[str, Any], first: Quotient, last: Quotient, count: Quotient) -> None:
        require(known["body"] == "1" and known["logged"] is None, "the terms are no powers")
        self._same(known, "value", self._weight(known, count))

    def _weight(self, known: Mapping[str, Any], count: Quotient) -> Quotient:
        """Return the sum of the weights: 1 + q + ... + q^(count - 1)."""
        base = Fraction(known["weight"])
        if base == 1:
            return count
        unit, slope = (), (("n", 1),)
        affine = set(count.top) <= {unit, slope} and set(count.bottom) == {unit}
        require(affine, "the number of terms is not affine in n")
        parts = [Fraction(count.top.get(place, 0), count.bottom[unit]) for place in (slope, unit)]
        require(all(part.denominator == 1 for part in parts) and parts[0] >= 0, "no whole power of q^n")
        left = constant(base ** int(parts[1]))
        if parts[0]:
            names = [name for name, value in self.powers.items() if Fraction(value) == base]
            require(bool(names), f"the certificate has no power of {base}")
            left = left * name_of(names[0]) ** int(parts[0])
        return (constant(1) - left) / constant(1 - base)

    def _terms(self, known: Mapping[str, Any], *places: Quotient) -> list[Quotient]:
        body = self._read(known["body"])
        return [body.substituted({"i": place}) for place in places]

    def _slope(self, known: Mapping[str, Any], first: Quotient, last: Quotient, order: int) -> int:
        """Return the sign of a derivative of the terms, seen from one end of the range."""
        found = self._read(known["body"])
        for _ in range(order):
            found = found.derivative("i")
        away = name_of("k")
        require(known["side"] in ("first", "last"), "a shape is seen from one end")
        place = first + away if known["side"] == "first" else last - away
        return self._evident(found.substituted({"i": place}), strict=False)

    def _curved(self, known: Mapping[str, Any], first: Quotient, last: Quotient, count: Quotient) -> None:
        require(known["logged"] is None and known["weight"] == "1", "the shape of the terms is not known")
        turn = 1 if known["tactic"] == "convex" else -1
        require(self._slope(known, first, last, 2) in (turn, 0), f"the terms are not {known['tactic']}")
        low, centre, high = self._terms(known, first, HALF * (first + last), last)
        ends = HALF * (low + high)
        self._state(known, count, (centre, ends) if turn > 0 else (ends, centre))

    def _monotone(self, known: Mapping[str, Any], first: Quotient, last: Quotient, count: Quotient) -> None:
        require(known["logged"] is None, "the shape of the terms is not known")
        turn = 1 if known["tactic"] == "rising" else -1
        require(self._slope(known, first, last, 1) in (turn, 0), f"the terms are not {known['tactic']}")
        low, high = self._terms(known, first, last)
        self._state(known, self._weight(known, count), (low, high) if turn > 0 else (high, low))

    def _logarithmic(
        self, known: Mapping[str, Any], first: Quotient, last: Quotient, count: Quotient
    ) -> None:
        """1/log2 is convex: the middle term from below, the chord from above."""
        require(known["body"] == "1" and known["weight"] == "1", "the terms are no discounts")
        inside = self._read(known["logged"])
        rise = inside.derivative("i")
        require(set(rise.top) == {()} == set(rise.bottom), "no discount of an affine function")
        require(self._evident(rise, strict=True) > 0, "the discounts do not fall")
        low, centre, high = (
            self._level(inside.substituted({"i": place}), int(known["levels"][name]), above=above)
            for name, place, above in (
                ("first", first, False),
                ("middle", HALF * (first + last), True),
                ("last", last, False),
            )
        )
        one = constant(1)
        self._state(known, count, (one / centre, HALF * (one / low + one / high)))

    def _level(self, value: Quotient, level: int, *, above: bool) -> Quotient:
        """Bound log2 of a value that is at least 2^level from above or from below."""
        whole = constant(2**level)
        require(level >= 1, "a logarithm may vanish")
        require(self._evident(value - whole, strict=False) >= 0, "a logarithm is less")
        share = value / whole if above else whole / value
        return constant(level) + constant(MORE if above else -LESS) * (share - constant(1))

    def _state(self, known: Mapping[str, Any], count: Quotient, parts: tuple[Quotient, Quotient]) -> None:
        for side, part in zip(("lower", "upper"), parts, strict=True):
            self._same(known, side, count * part)
        low, high = (self._read(known[side]) for side in ("lower", "upper"))
        self.bounds[known["name"]] = low, high

    def _same(self, known: Mapping[str, Any], side: str, found: Quotient) -> None:
        require(equal(found, self._read(known[side])), f"the {side} of {known['name']} is another one")
