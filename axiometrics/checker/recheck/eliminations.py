"""The independent check of proofs under premises: the identity of polynomials, the signs, and the concrete cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.checker.recheck.arithmetic import evaluated
from axiometrics.checker.recheck.cases import OPEN, Cases, Concrete, Places
from axiometrics.checker.recheck.on_cases import generators, values_hold
from axiometrics.checker.recheck.polynomials import Polynomial, plus, strict, times
from axiometrics.checker.recheck.reading import polynomial
from axiometrics.checker.recheck.refusal import require

__all__ = ["recheck_elimination", "recheck_sum", "zero_with"]


def recheck_sum(certificate: Mapping[str, Any]) -> None:
    """The linear forms of the premises, so many times each, must add up to the margin."""
    total: dict[str, int] = {}
    for count, form in zip(certificate["times"], certificate["premises"], strict=True):
        require(count >= 0, "a premise is taken away")
        for name, weight in form.items():
            total[name] = total.get(name, 0) + count * weight
    found = {name: weight for name, weight in total.items() if weight}
    require(found == certificate["form"], "the premises do not add up to the margin")


def recheck_elimination(
    certificate: Mapping[str, Any], concrete: Concrete, forms: Sequence[Mapping[str, int]]
) -> int:
    """Check the certificate against its claim and concrete cases; return how many were compared.

    ``forms`` are the linear forms of the premises and then of the conclusion.
    """
    signs = {known["name"]: known["sign"] for known in certificate["generators"]}
    _identity(certificate)
    for step in certificate["steps"]:
        _leading(step, certificate["premises"][step["premise"]]["numerator"], signs)
    for form in _stated(certificate):
        require(strict(polynomial(form["denominator"]), signs), "a denominator is not evidently strict")
        factor, numerator = (polynomial(form[part]) for part in ("times", "numerator"))
        require(
            zero_with(factor, numerator, signs),
            "a times is not evidently strict, nor zero only with the numerator",
        )
    return concrete.compared(lambda cases: _agrees(certificate, cases, forms))


def _stated(certificate: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*certificate["premises"], certificate["conclusion"]]


def _agrees(certificate: Mapping[str, Any], cases: Cases, forms: Sequence[Mapping[str, int]]) -> Places:
    """Every linear form must be what the certificate says, in every case."""
    values, doubtful = generators(certificate, cases)
    values_hold(certificate["values"], values, cases)
    for form, weights in zip(_stated(certificate), forms, strict=True):
        top, beside, bottom = (
            cases.filled(evaluated(form[part], values, cases.arithmetic))
            for part in ("numerator", "times", "denominator")
        )
        margin = cases.about(weights).margin(squared=form["squared"])
        cases.require_same(margin * bottom, top * beside, "linear form")
    return np.where(doubtful, OPEN, 0)


def zero_with(times: Polynomial, numerator: Polynomial, signs: Mapping[str, str]) -> bool:
    """Whether a factor has a strict sign, or is zero only where generators are that every term of the numerator has."""
    if strict(times, signs):
        return True
    names = {name for powers in times for name, _ in powers}
    one_sign = len({value > 0 for value in times.values()}) == 1
    if not one_sign or not {signs.get(name) for name in names} <= {"positive", "nonnegative"}:
        return False
    loose = [[name for name, _ in powers if signs[name] != "positive"] for powers in times]
    zero = {names[0] for names in loose if len(names) == 1}
    return all(any(name in zero for name, _ in powers) for powers in numerator)


def _identity(certificate: Mapping[str, Any]) -> None:
    """The conclusion times the leading coefficients must be the sum of the premises times the quotients."""
    left = polynomial(certificate["conclusion"]["numerator"])
    for step in certificate["steps"]:
        divisor = polynomial(certificate["premises"][step["premise"]]["numerator"])
        for _ in range(int(step["power"])):
            left = times(left, polynomial(step["leading"]))
        left = plus(left, times(polynomial(step["quotient"]), divisor), -1)
    require(not left, "the divisions leave a remainder")


def _leading(step: Mapping[str, Any], numerator: str, signs: Mapping[str, str]) -> None:
    """A leading coefficient must not vanish where its premise does."""
    leading = polynomial(step["leading"])
    require(bool(leading), "a leading coefficient is zero")
    if strict(leading, signs):
        return
    require(step["rest"] is not None, "a leading coefficient may vanish")
    rest = polynomial(step["rest"])
    whole = plus(times(leading, {((step["variable"], 1),): Fraction(1)}), rest, 1)
    require(whole == polynomial(numerator), "a premise is not what its coefficients say")
    require(strict(rest, signs), "a leading coefficient may vanish")
