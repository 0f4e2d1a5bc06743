"""The independent check of a certificate about all large n: exact signs, and agreement with every n that was tried.

Nothing here is shared with the prover. Sums without closed form are replaced by (low + w high)/(1 + w), w >= 0, powers
q^n by q^start/(1 + t), n by start + m; then every coefficient must have the sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.recheck.refusal import require
from axiometrics.checker.series.on_cases import LEAST_TRIED, agrees, sizes_of
from axiometrics.checker.series.polynomials import Polynomial, Quotient, Space, sign
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
    space = Space(
        ["n", "m", "i", "j", "k", *powers, *names, *map("t_{}".format, powers), *map("w_{}".format, names)]
    )
    check = _Signs(certificate, space)
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

    def __init__(self, certificate: Mapping[str, Any], space: Space) -> None:
        self.space = space
        self.sums = Rebound(certificate, space).bounds
        start = certificate["start"]
        self.known = {"n": space.sum(space.constant(start), space.variable("m"))}
        for name, text in certificate["powers"].items():
            base = Fraction(text)
            require(0 < base < 1, f"the power {name} does not fall")
            opened = space.sum(space.constant(1), space.variable(f"t_{name}"))
            self.known[name] = space.ratio(space.constant(base**start), opened)

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
        value = self.space.read(text)
        signs = [
            self._of(part, strict=strict or place == 1)
            for place, part in enumerate((value.top, value.bottom))
        ]
        require(signs[1] != 0, "a denominator is zero")
        return signs[0] * signs[1]

    def _of(self, value: Polynomial, *, strict: bool) -> int:
        """Return the sign of a polynomial: that of all its corners, which are compared power by power of the w."""
        space = self.space
        used = [name for name in space.names if space.degree(value, name)]
        opened = [name for name in used if name in self.sums]
        unknown = set(used) - set(self.sums) - set(self.known) - {"k"}
        require(not unknown, f"nothing is known of {', '.join(sorted(unknown))}")
        bounded = {name: self._between(name) for name in opened}
        degrees = [space.degree(value, name) for name in opened]
        whole = Quotient(value, {space.unit: 1})
        found = space.substituted(whole, {**bounded, **self.known})
        corners = space.groups(found.top, [f"w_{name}" for name in opened])
        bottoms = space.groups(found.bottom, [f"w_{name}" for name in opened])
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
        space = self.space
        low, high = self.sums[name]
        way = space.variable(f"w_{name}")
        top = space.sum(low, space.product(way, high))
        return space.ratio(top, space.sum(space.constant(1), way))
