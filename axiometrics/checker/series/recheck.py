"""The independent check of a certificate about all large n: signs, sums bounded again, and each n that was tried.

Bounds of sums are derived again from their terms, with nothing but polynomials; values are compared in any arithmetic.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from axiometrics.checker.recheck import require
from axiometrics.checker.recheck.cases import Cases, Concrete, Places
from axiometrics.checker.recheck.polynomials import (
    ONE,
    Polynomial,
    Quotient,
    constant,
    degree,
    equal,
    groups,
    name_of,
    sign,
)
from axiometrics.checker.recheck.reading import evaluated, polynomial, quotient

SIGNS = {"positive": (1,), "negative": (-1,), "zero": (0,), "nonnegative": (0, 1), "nonpositive": (0, -1)}


def recheck_series(certificate: Mapping[str, Any], concrete: Concrete) -> int:
    """Check a certificate against its claim and the cases that were tried; return how many were compared.

    Raises CertificateError.
    """
    places = certificate["least"], certificate["valid"], certificate["start"]
    require(list(places) == sorted(places), "the proof starts before what it rests on")
    names = [known["name"] for known in certificate["sums"]]
    powers = list(certificate["powers"])
    check = _Signs(certificate, frozenset(["n", "m", "i", "j", "k", *powers, *names]))
    for claim in certificate["claims"]:
        found = check.sign(claim["expression"], strict=claim["sign"] in ("positive", "negative"))
        require(found in SIGNS.get(claim["sign"], ()), f"{claim['expression']} is not {claim['sign']}")
    check.margin(certificate)
    return _compared(certificate, concrete)


def _compared(certificate: Mapping[str, Any], concrete: Concrete) -> int:
    """Compare the certificate with the cases from the first that it is valid for."""
    valid, sizes = certificate["valid"], sizes_of(certificate, concrete.batch, concrete.places)
    require(
        set(range(valid, valid + LEAST_TRIED)) <= set(sizes.tolist()),
        f"too few n from {valid} on were tried to compare the certificate with",
    )
    if certificate["squared"]:
        require(sorted(concrete.form.values()) == [-1, 1], "squares only tell the order of two scores")
    chosen = concrete.restricted(sizes >= valid)
    return chosen.compared(partial(agrees, certificate), smallest=LEAST_TRIED)


class _Signs:
    """Signs for every n from the start on."""

    def __init__(self, certificate: Mapping[str, Any], names: Collection[str]) -> None:
        self.names = names
        self.sums = Rebound(certificate, names).bounds
        start = certificate["start"]
        self.known = {"n": constant(start) + name_of("m")}
        for name, text in certificate["powers"].items():
            base = Fraction(text)
            require(0 < base < 1, f"the power {name} does not fall")
            self.known[name] = constant(base**start) / (constant(1) + name_of(f"t {name}"))

    def margin(self, certificate: Mapping[str, Any]) -> None:
        """The sign of the margin is that of its numerator; its denominator may have any sign but no zero."""
        strict = certificate["sign"] != "zero"
        top = self.sign(certificate["numerator"], strict=strict)
        bottom = self.sign(certificate["denominator"], strict=True)
        require(bottom != 0, "the margin's denominator is zero")
        require(
            certificate["sign"] in ("positive", "negative", "zero"), "a margin has a strict sign, or none"
        )
        require(top * bottom in SIGNS[certificate["sign"]], f"the margin is not {certificate['sign']}")

    def sign(self, text: str, *, strict: bool) -> int:
        """Return the sign of an expression; raises CertificateError where it is open."""
        value = quotient(text, self.names)
        signs = [
            self._of(part, strict=strict or place == 1)
            for place, part in enumerate((value.top, value.bottom))
        ]
        require(signs[1] != 0, "a denominator is zero")
        return signs[0] * signs[1]

    def _of(self, value: Polynomial, *, strict: bool) -> int:
        """Return the sign of a polynomial: that of all its corners, which are compared power by power of the w."""
        used = sorted({name for powers in value for name, _ in powers})
        opened = [name for name in used if name in self.sums]
        unknown = set(used) - set(self.sums) - set(self.known) - {"k"}
        require(not unknown, f"nothing is known of {', '.join(sorted(unknown))}")
        bounded = {name: self._between(name) for name in opened}
        degrees = [degree(value, name) for name in opened]
        found = Quotient(value, ONE).substituted({**bounded, **self.known})
        corners, bottoms = (
            groups(part, [f"w {name}" for name in opened]) for part in (found.top, found.bottom)
        )
        if not found.top:
            return 0
        every = set(product(*(range(degree + 1) for degree in degrees)))
        require(set(corners) <= every, "a bound of a sum has another degree")
        require(not strict or set(corners) == every, "a value that may be zero at a bound of a sum")
        tops = {sign(corner, strict=strict) for corner in corners.values()}
        below = {sign(corner, strict=True) for corner in bottoms.values()}
        require(len(tops) == len(below) == 1, "the sign changes between the bounds of a sum")
        return tops.pop() * below.pop()

    def _between(self, name: str) -> Quotient:
        """Return (low + w high)/(1 + w)."""
        low, high = self.sums[name]
        way = name_of(f"w {name}")
        return (low + way * high) / (constant(1) + way)


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


LEAST_TRIED = 8
"""Values of n, from the first that a certificate is valid for, with which it is compared at least."""


def agrees(certificate: Mapping[str, Any], cases: Cases) -> Places:
    """Compare sums, bounds, reductions and margins with the cases that a certificate is valid for."""
    values = _symbols(certificate, cases)
    for output, known in certificate["values"].items():
        for name, text in known.items():
            value = cases.filled(evaluated(text, values, cases.arithmetic))
            cases.require_same(cases.measure(f"{name}@{output}"), value, f"{name} in {output}")
    top, bottom = (
        cases.filled(evaluated(certificate[part], values, cases.arithmetic))
        for part in ("numerator", "denominator")
    )
    margin = cases.margin()
    cases.require(~cases.absent(margin), "that there is a value is not so")
    compared = cases.margin(squared=True) if certificate["squared"] else margin
    cases.require_same(compared * bottom, top, "margin")
    return np.zeros(len(cases), dtype=np.int64)


def sizes_of(certificate: Mapping[str, Any], batch: Any, places: Places) -> Any:
    """Return the n of the cases at some places."""
    return np.asarray(batch.sizes[certificate["size"]])[places]


def _symbols(certificate: Mapping[str, Any], cases: Cases) -> dict[str, Any]:
    """Compute every power and sum for every n, term by term, and check what is said of it."""
    arithmetic, sizes = cases.arithmetic, sizes_of(certificate, cases.concrete.batch, cases.places)
    values: dict[str, Any] = {"n": arithmetic.column(sizes)}
    for name, base in certificate["powers"].items():
        values[name] = arithmetic.power(cases.number(Fraction(base)), values["n"])
    late = sizes >= certificate["start"]
    for known in certificate["sums"]:
        total = cases.number(0)
        for places in np.array_split(np.arange(len(sizes)), len(sizes) if known["pairs"] else 1):
            total = arithmetic.placed(total, places, _summed(known, sizes[places], arithmetic))
        values[known["name"]] = total
        stated = {
            side: cases.filled(evaluated(known[side], values, arithmetic))
            for side in ("value", "lower", "upper")
            if side in known
        }
        if "value" in stated:
            cases.require_same(total, stated["value"], f"closed form of {known['name']}")
        elif "lower" in stated:
            outside = [cases.signs(gap) for gap in (total - stated["lower"], stated["upper"] - total)]
            told = f"{known['name']} is outside its bounds"
            cases.require(~late | ~np.any([gap == -1 for gap in outside], axis=0), told)
    return values


def _summed(known: Mapping[str, Any], sizes: Any, arithmetic: Any) -> Any:
    """Return a sum for some n: those of pairs one after the other, which are many."""
    spans = [[_at(known[end], n) for end in ("first", "last")] for n in sizes.tolist()]
    ranges = [np.arange(first, last + 1) for first, last in spans]
    index = [
        np.stack(np.triu_indices(len(each), 1)) + each[:1] if known["pairs"] else each for each in ranges
    ]
    lengths = np.array([each.shape[-1] for each in index])
    rows = np.concatenate(index, axis=-1)
    names = {"n": arithmetic.column(np.repeat(sizes, lengths))}
    names |= dict(zip("ij", map(arithmetic.column, rows if known["pairs"] else [rows]), strict=False))
    terms = evaluated(known["body"], names, arithmetic)
    if known["weight"] != "1":
        weight, first = arithmetic.number(Fraction(known["weight"])), np.array(spans)[:, 0]
        terms = terms * arithmetic.power(weight, arithmetic.column(rows - np.repeat(first, lengths)))
    if known["logged"] is not None:
        terms = terms * arithmetic.inverse_log2(evaluated(known["logged"], names, arithmetic))
    starts = np.cumsum(lengths) - lengths
    return arithmetic.total(arithmetic.filled(terms, int(lengths.sum())), starts, lengths)


def _at(text: str, n: int) -> int:
    """Return the value of a whole linear form in n."""
    found = sum(
        (value * n ** dict(powers).get("n", 0) for powers, value in polynomial(text).items()), Fraction(0)
    )
    require(found.denominator == 1, f"{text} is no whole number for n = {n}")
    return int(found)
