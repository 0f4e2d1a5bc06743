"""A proof in parts: every part is re-checked on its own cases, and parts that are missing or wrong are refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.axioms import constraints
from axiometrics.checker.prove import prove
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.recheck.signs import recheck_parts
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.metrics import metrics
from axiometrics.reports.proof import proof_lines

Data = dict[str, Any]

ACCURACY, PRIORITY = metrics("filtering")["accuracy"], constraints("filtering")["priority_relevant"]
SIZE = 6


def parted() -> Data:
    """The one proof of a cell, told as one part for each number of selected relevant items."""
    proof = prove(ACCURACY, PRIORITY)
    assert proof is not None
    assert proof.sign == "positive"
    found = sorted(set(sweep_cases(PRIORITY, SIZE).sizes["tp"].tolist()))
    parts = [{"where": {"tp": tp}, "sign": "positive", **proof.certificate.to_dict()} for tp in found]
    return {"scope": "few relevant items", "parts": copy.deepcopy(parts)}


def submit(data: Data, sign: str = "positive") -> int:
    batches = [
        Concrete.of(ACCURACY, PRIORITY.margin, batch)
        for batch in (sweep_cases(PRIORITY, SIZE), larger_cases(PRIORITY, wide=True))
    ]
    return recheck_parts(data, sign, *batches)


def test_parts_that_cover_every_case_pass() -> None:
    assert submit(parted()) >= len(sweep_cases(PRIORITY, SIZE))


def test_a_part_may_be_confirmed_by_larger_cases_alone() -> None:
    data = parted()
    before = submit(data)
    data["parts"].append({**data["parts"][0], "where": {"tp": 1000}})
    assert submit(data) > before


def lose_a_part(data: Data) -> None:
    del data["parts"][1]


def lose_all_parts(data: Data) -> None:
    data["parts"].clear()


def speak_of_no_case(data: Data) -> None:
    data["parts"][0]["where"]["tp"] = 987654


def show_less_than_is_claimed(data: Data) -> None:
    data["parts"][-1]["sign"] = "nonnegative"


def flip_one_part(data: Data) -> None:
    for factor in data["parts"][2]["branches"][0]["numerator"]:
        for term in factor["terms"]:
            term[0] = f"-{term[0]}"


@pytest.mark.parametrize(
    "forge", [lose_a_part, lose_all_parts, speak_of_no_case, show_less_than_is_claimed, flip_one_part]
)
def test_a_forged_proof_in_parts_is_refused(forge: Callable[[Data], None]) -> None:
    data = parted()
    forge(data)
    with pytest.raises(CertificateError):
        submit(data)


def test_a_proof_in_parts_says_what_its_parts_are() -> None:
    told = "\n".join(proof_lines({"certificate": parted()}))
    assert "with few relevant items" in told
    assert "The part with tp = 0:" in told
    assert "positive with tp = 1; tp = 2" in told


def test_parts_that_leave_out_cases_without_a_margin_say_so() -> None:
    told = proof_lines({"certificate": {**parted(), "valued": True}})[0]
    assert told.startswith("5 parts together are all cases with few relevant items that have a margin.")
    one = {**parted(), "parts": parted()["parts"][:1]}
    (alone, *_) = proof_lines({"certificate": one})
    assert alone.startswith("The proof is about all cases with few relevant items, with ")


@pytest.mark.parametrize(("metric", "leaves_out"), [("kld", True), ("nae", False)])
def test_a_proof_by_terms_leaves_out_cases_where_values_may_be_infinite(
    metric: str, leaves_out: bool
) -> None:
    asked = {"constraints": ["monotonicity"], "effort": "quick", "cache": False}
    (cell,) = ax.check(metric, "quantification", **asked).cells
    assert cell.proof is not None
    assert ("that have a margin" in proof_lines(cell.proof)[0]) is leaves_out
    assert ("that has a value" in cell.strict.phrase) is leaves_out
