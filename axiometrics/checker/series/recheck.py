"""The independent check of a certificate about all large n: exact signs, and agreement with every n that was tried.

Nothing here is shared with the prover. Sums without closed form are replaced by (low + w high)/(1 + w), w >= 0, powers
q^n by q^start/(1 + t), n by start + m; then every coefficient must have the sign.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.recheck.polynomials import (
    ONE,
    Polynomial,
    Quotient,
    constant,
    degree,
    groups,
    name_of,
    sign,
)
from axiometrics.checker.recheck.reading import quotient
from axiometrics.checker.recheck.refusal import require
from axiometrics.checker.series.on_cases import LEAST_TRIED, agrees, sizes_of
from axiometrics.checker.series.rebound import Rebound

__all__ = ["recheck_series"]


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
