"""A certificate with one thing wrong in it is rejected by the independent check."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from engines import CONSTRAINTS, METRICS, proof_of

from axiometrics.checker.prove.certificate import _step_text
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.sweep import sweep_cases
from axiometrics.metrics.registry import build

Data = dict[str, Any]

PLAIN = ("bcubed_f", "homogeneity")
"""One branch, strictly positive."""
SPLIT = ("fowlkes_mallows", "completeness")
"""Several branches, decided through squares."""
WEAK = ("jaccard", "homogeneity")
"""Never negative, and zero in some cases."""
EQUAL = ("purity", "completeness")
"""No branches: all reductions are equal."""
ORDERED = ("nmi_max", "completeness")
"""Branches by the order of two values."""


def certificate(cell: tuple[str, str]) -> tuple[Data, str]:
    proof = proof_of(*cell)
    assert proof is not None
    return copy.deepcopy(proof.certificate.to_dict()), proof.sign


def submit(cell: tuple[str, str], data: Data, sign: str, metric: Any = None) -> int:
    """Confirm a claim with the given certificate, as the checker does before a proof counts."""
    constraint = CONSTRAINTS[cell[1]]
    forged = SimpleNamespace(sign=sign, certificate=SimpleNamespace(to_dict=lambda: data))
    return confirm(forged, metric or METRICS[cell[0]], constraint, sweep_cases(constraint, 6))  # type: ignore[arg-type]


def terms(data: Data, branch: int = 0, part: str = "numerator") -> list[Any]:
    """The terms of the longest factor."""
    found: list[Any] = max((factor["terms"] for factor in data["branches"][branch][part]), key=len)
    return found


@pytest.mark.parametrize("cell", [PLAIN, SPLIT, WEAK, EQUAL, ORDERED], ids=str)
def test_the_honest_certificate_passes(cell: tuple[str, str]) -> None:
    data, sign = certificate(cell)
    assert submit(cell, data, sign) == len(sweep_cases(CONSTRAINTS[cell[1]], 6))


def flip_a_coefficient(data: Data) -> None:
    term = terms(data)[0]
    term[0] = f"-{term[0]}"


def flip_all_coefficients_of_the_numerator(data: Data) -> None:
    for term in terms(data):
        term[0] = f"-{term[0]}"


def double_a_coefficient(data: Data) -> None:
    term = terms(data)[-1]
    term[0] = str(2 * int(term[0]))


def drop_a_monomial(data: Data) -> None:
    del terms(data)[0]


def drop_all_monomials(data: Data) -> None:
    terms(data).clear()


def raise_an_exponent(data: Data) -> None:
    powers = terms(data)[0][1]
    powers[next(place for place, power in enumerate(powers) if power)] += 1


def change_the_denominator(data: Data) -> None:
    term = terms(data, part="denominator")[0]
    term[0] = str(3 * int(term[0]))


def drop_a_monomial_of_the_denominator(data: Data) -> None:
    factor = terms(data, part="denominator")
    assert len(factor) > 1
    del factor[-1]


def rename_two_generators(data: Data) -> None:
    names = data["branches"][0]["generators"]
    used = [place for place in range(len(names)) if any(powers[place] for _, powers in terms(data))]
    first, second = used[0], used[-1]
    assert first != second
    names[first], names[second] = names[second], names[first]


def define_a_generator_otherwise(data: Data) -> None:
    used = {name for branch in data["branches"] for name in _used(branch)}
    known = next(known for known in data["generators"] if known["name"] in used)
    known["definition"] = f"({known['definition']}) + 1"


def measure_something_else(data: Data) -> None:
    places = list(data["measured"])
    first, last = places[0], places[-1]
    data["measured"] = {**data["measured"], first: data["measured"][last], last: data["measured"][first]}


def upgrade_the_sign_of_a_generator(data: Data) -> None:
    for known in data["generators"]:
        if known["sign"] == "nonnegative":
            known["sign"] = "positive"


def forget_the_sign_of_the_generators(data: Data) -> None:
    for known in data["generators"]:
        known["sign"] = "real"


def leave_out_a_generator(data: Data) -> None:
    used = _used(data["branches"][0])
    data["generators"] = [known for known in data["generators"] if known["name"] != sorted(used)[0]]


def leave_out_a_branch(data: Data) -> None:
    del data["branches"][0]


def leave_out_the_last_branch(data: Data) -> None:
    del data["branches"][-1]


def give_a_branch_twice(data: Data) -> None:
    data["branches"].append(data["branches"][0])


def pretend_that_one_branch_is_all(data: Data) -> None:
    data["branches"] = [dict(data["branches"][-1], path=[])]


def drop_a_step_of_a_path(data: Data) -> None:
    data["branches"][0]["path"] = data["branches"][0]["path"][1:]


def turn_a_step_round(data: Data) -> None:
    step = data["branches"][0]["path"][0]
    step["larger"], step["smaller"] = step["smaller"], step["larger"]


def compare_with_another_factor(data: Data) -> None:
    data["branches"][0]["path"][0]["factor"] = "7/2"


def call_an_excess_strict(data: Data) -> None:
    for branch in data["branches"]:
        for step in branch["path"]:
            step["strict"] = True


def deny_the_squares(data: Data) -> None:
    for branch in data["branches"]:
        branch["squared"] = False


def claim_squares(data: Data) -> None:
    for branch in data["branches"]:
        branch["squared"] = True


def claim_another_sign_in_a_branch(data: Data) -> None:
    data["branches"][0]["sign"] = "zero"


def leave_out_all_branches(data: Data) -> None:
    data["branches"].clear()


def state_a_wrong_value_of_a_reduction(data: Data) -> None:
    """The values in terms of the generators are what a reader recomputes the margin from."""
    first = next(iter(data["values"].values()))
    name = sorted(first)[-1]
    first[name] = f"2*({first[name]})"


def _used(branch: Data) -> set[str]:
    names = branch["generators"]
    return {
        names[place]
        for factor in branch["numerator"]
        for _, powers in factor["terms"]
        for place, power in enumerate(powers)
        if power
    } - {"l"}


CORRUPTIONS: list[tuple[tuple[str, str], Callable[[Data], None]]] = [
    *((PLAIN, corrupt) for corrupt in (
        flip_a_coefficient, flip_all_coefficients_of_the_numerator, double_a_coefficient, drop_a_monomial,
        drop_all_monomials, raise_an_exponent, change_the_denominator, drop_a_monomial_of_the_denominator,
        rename_two_generators, define_a_generator_otherwise, measure_something_else,
        upgrade_the_sign_of_a_generator, forget_the_sign_of_the_generators, leave_out_a_generator,
        give_a_branch_twice, claim_another_sign_in_a_branch, claim_squares, leave_out_all_branches,
        state_a_wrong_value_of_a_reduction,
    )),
    *((SPLIT, corrupt) for corrupt in (
        leave_out_a_branch, leave_out_the_last_branch, give_a_branch_twice, pretend_that_one_branch_is_all,
        drop_a_step_of_a_path, deny_the_squares, flip_all_coefficients_of_the_numerator,
    )),
    *((ORDERED, corrupt) for corrupt in (
        leave_out_a_branch, leave_out_the_last_branch, turn_a_step_round, compare_with_another_factor,
        call_an_excess_strict, pretend_that_one_branch_is_all,
    )),
    *((WEAK, corrupt) for corrupt in (
        upgrade_the_sign_of_a_generator, drop_a_monomial, define_a_generator_otherwise,
    )),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "corrupt"),
    CORRUPTIONS,
    ids=[f"{cell[0]}-{corrupt.__name__}" for cell, corrupt in CORRUPTIONS],
)
def test_a_corrupted_certificate_is_rejected(cell: tuple[str, str], corrupt: Callable[[Data], None]) -> None:
    data, sign = certificate(cell)
    before = copy.deepcopy(data)
    corrupt(data)
    assert data != before, "nothing was corrupted"
    with pytest.raises((CertificateError, KeyError)):
        submit(cell, data, sign)


@pytest.mark.parametrize("claim", ["positive", "zero", "negative", "nonpositive"])
def test_a_weak_certificate_shows_nothing_else(claim: str) -> None:
    data, sign = certificate(WEAK)
    assert sign == "nonnegative"
    with pytest.raises(CertificateError):
        submit(WEAK, data, claim)
    for branch in data["branches"]:
        branch["sign"] = claim
    with pytest.raises(CertificateError):
        submit(WEAK, data, claim)


@pytest.mark.parametrize("claim", ["positive", "nonnegative", "negative"])
def test_equal_reductions_show_only_a_tie(claim: str) -> None:
    data, _ = certificate(EQUAL)
    with pytest.raises(CertificateError):
        submit(EQUAL, data, claim)


def test_a_certificate_speaks_of_its_own_metric_only() -> None:
    data, sign = certificate(PLAIN)
    with pytest.raises((CertificateError, KeyError)):
        submit(PLAIN, data, sign, METRICS["bcubed_precision"])


def test_a_certificate_speaks_of_its_own_constraint_only() -> None:
    data, sign = certificate(("rand", "homogeneity"))
    with pytest.raises((CertificateError, KeyError)):
        submit(("rand", "completeness"), data, sign)


def test_a_certificate_of_a_score_is_none_of_the_error() -> None:
    data, sign = certificate(PLAIN)
    with pytest.raises(CertificateError):
        submit(PLAIN, data, sign, replace(METRICS["bcubed_f"], orientation="error"))


def test_squares_do_not_show_the_sign_of_negative_scores() -> None:
    """-FM falls where FM rises, but its squares rise: a certificate about squares must look at the scores too."""
    honest = METRICS["fowlkes_mallows"].function

    def negated(table: Any) -> Any:
        return -honest(table)

    data, sign = certificate(SPLIT)
    with pytest.raises(CertificateError):
        submit(SPLIT, data, sign, build(negated, task="clustering"))


@pytest.mark.parametrize(
    ("factor", "strict", "text"), [("1", True, "x = y + e, e > 0"), ("2", False, "x = 2 y + e, e >= 0")]
)
def test_a_step_of_a_proof_is_told_with_its_factor(factor: str, strict: bool, text: str) -> None:
    step = {"larger": "x", "smaller": "y", "excess": "e", "factor": factor, "strict": strict}
    assert _step_text(step) == text
