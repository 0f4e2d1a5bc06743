"""On what grounds a region stands: proofs on its intervals, and closed forms for the n that were not tried."""

from __future__ import annotations

from dataclasses import dataclass

from axiometrics.axioms.demands import OfACase, SomeSize
from axiometrics.checker.demands.sizes import series_of
from axiometrics.checker.prove import Proof
from axiometrics.checker.regions.bounds import polynomial_text
from axiometrics.checker.regions.curves import curve_of
from axiometrics.checker.regions.proving import CHECKED, Stretch, proved_on, stretches_of
from axiometrics.checker.regions.searching import Found
from axiometrics.checker.regions.sets import ValueSet, set_text
from axiometrics.checker.regions.tails import Tail, tail_of
from axiometrics.checker.regions.trials import Trial
from axiometrics.errors import NotSymbolicError, UndecidedError

__all__ = ["Grounds", "grounds_of"]

LAST = 8
"""How many n are solved one by one, from the least on, before a closed form must take over."""


@dataclass(frozen=True)
class Grounds:
    """The values, whether they are shown to be in, whether all others are shown to be out, and why."""

    values: ValueSet
    inside: bool
    outside: bool
    argument: tuple[str, ...] = ()


def grounds_of(trial: Trial, found: Found) -> Grounds:
    """Return what can be shown of a region that was found by trying."""
    if isinstance(trial.constraint.demand, OfACase):
        return _every(trial, found)
    try:
        tail = tail_of(trial.metric, trial.constraint, trial.parameter)
        if isinstance(trial.constraint.demand, SomeSize):
            return _some(trial, found, tail)
        return _all_large(trial, tail)
    except (NotSymbolicError, UndecidedError):
        return Grounds(found.values, isinstance(trial.constraint.demand, SomeSize) and found.solved, False)


def _every(trial: Trial, found: Found) -> Grounds:
    """Prove what is left by the cases that fail, interval by interval."""
    said: list[str] = []
    shown: list[bool] = []
    span = found.values.span
    for piece, held in found.values.pieces():
        if not held:
            continue
        stretches = stretches_of(piece, span)
        proofs = [
            proved_on(trial.metric, trial.constraint, trial.parameter, stretch) for stretch in stretches
        ]
        shown.append(bool(proofs) and None not in proofs)
        said += [
            _proof_sentence(trial, stretch, proof)
            for stretch, proof in zip(stretches, proofs, strict=True)
            if proof
        ]
    return Grounds(found.values, all(shown), found.solved, tuple(said))


def _proof_sentence(trial: Trial, stretch: Stretch, proof: Proof) -> str:
    """Tell what a proof says, in a letter t of its own."""
    checked = ", ".join(str(stretch.value(t)) for t in CHECKED)
    written = str(stretch.expression).replace(str(stretch.letter), "t")
    return (
        f"With {trial.parameter} = {written}, {'t >= 0' if stretch.closed else 't > 0'}, the margin is {proof.sign} in "
        f"every case, by {proof.tactic} (a proof; its certificate agrees with the swept cases at "
        f"{trial.parameter} = {checked})."
    )


def _some(trial: Trial, found: Found, tail: Tail) -> Grounds:
    """Show that no n beyond those solved one by one adds a value."""
    outside = ValueSet.whole(found.values.span).without(found.values)
    for k in range(tail.least, tail.least + LAST):
        case = series_of(trial.constraint, (k,)).case(0)
        curve = curve_of(trial.metric, trial.constraint, trial.parameter, case.outputs)
        more = curve.positive
        if not curve.sure or not more.without(found.values).is_empty:
            break
        if tail.largest_by(k, outside):
            return Grounds(found.values, found.solved, True, tuple(_no_other(trial, tail, outside, k)))
    return Grounds(found.values, found.solved, False)


def _no_other(trial: Trial, tail: Tail, outside: ValueSet, k: int) -> list[str]:
    p = trial.parameter
    return [
        _closed_form(trial, tail),
        f"Each of n = {tail.least}..{k}, solved by itself, adds nothing to these values.",
        f"For {set_text(outside, p)} and 0 < u < {p}^{k}, F rises with u, and u falls as n grows: no n > {k} "
        f"has a larger F than n = {k}, so no other n adds a value of {p}.",
    ]


def _closed_form(trial: Trial, tail: Tail) -> str:
    p = trial.parameter
    written = str(tail.numerator.as_expr()).replace("**", "^")
    return f"With u = {p}^n the margin has the sign of F = {written}, for every n and every {p}."


def _all_large(trial: Trial, tail: Tail) -> Grounds:
    """Decide the large n by the limit."""
    values = tail.limit()
    at_zero = tail.numerator.eval(tail.power, 0)
    written = polynomial_text(
        tuple(int(value) for value in at_zero.clear_denoms(convert=True)[1].all_coeffs()), trial.parameter
    )
    sign = "positive" if values.is_whole else "negative"
    return Grounds(
        values,
        True,
        True,
        (
            _closed_form(trial, tail),
            f"As n grows u falls to 0, and F there is {written}, {sign} for every {trial.parameter}: so is the "
            "margin for all n from some n0 on.",
        ),
    )
