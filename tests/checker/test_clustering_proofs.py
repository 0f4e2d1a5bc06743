"""Constraints that write every cell of their clusterings are proved for all sizes; their certificates stand alone."""

from __future__ import annotations

import json

import pytest

from axiometrics.axioms import constraints
from axiometrics.certify.document import standing_alone
from axiometrics.checker.prove import prove
from axiometrics.metrics import metrics
from axiometrics.recheck import check

ADDING = (
    "bcubed_precision", "bcubed_recall", "class_entropy", "edit_distance", "entropy", "f_measure", "inverse_purity",
    "mutual_information", "purity", "rand", "variation_of_information",
)  # fmt: skip
BY_SPLITS = (
    "bcubed_f", "bcubed_recall", "class_entropy", "f_measure", "fowlkes_mallows", "inverse_purity", "jaccard", "rand",
    "variation_of_information",
)  # fmt: skip
BY_MERGES = (
    "bcubed_f", "bcubed_precision", "edit_distance", "entropy", "f_measure", "fowlkes_mallows", "jaccard",
    "mutual_information", "purity", "rand", "variation_of_information",
)  # fmt: skip
CELLS = [
    *((metric, "locality", "split", "zero") for metric in (*ADDING, "bcubed_f")),
    *((metric, "merge_locality", "split", "zero") for metric in ADDING),
    *((metric, "smaller_change", "split", "positive") for metric in BY_SPLITS),
    *(
        (metric, "smaller_change", "split", "zero")
        for metric in ("bcubed_precision", "edit_distance", "entropy", "mutual_information", "purity")
    ),
    *((metric, "smaller_change", "merge", "positive") for metric in BY_MERGES),
    *(
        (metric, "smaller_change", "merge", "zero")
        for metric in ("bcubed_recall", "class_entropy", "inverse_purity")
    ),
]


@pytest.mark.parametrize(("metric", "constraint", "change", "sign"), CELLS)
def test_what_is_written_out_is_proved_for_every_size(
    metric: str, constraint: str, change: str, sign: str
) -> None:
    judged, demanded = metrics("clustering")[metric], constraints("clustering")[constraint]
    known = {each.name for each in demanded.parameters}
    demanded = demanded.with_parameters(change=change) if "change" in known else demanded
    proof = prove(judged, demanded)
    assert proof is not None
    assert (proof.sign, proof.total) == (sign, True)
    document = standing_alone(judged, demanded, json.loads(json.dumps(proof.to_dict())))
    assert document["stands_alone"], document["reasons"]
    assert f"is {sign}" in check(document)


@pytest.mark.parametrize(
    ("metric", "constraint"),
    [("f_purity", "locality"), ("bcubed_f", "merge_locality"), ("adjusted_rand", "locality")],
)
def test_what_fails_for_some_sizes_is_not_proved(metric: str, constraint: str) -> None:
    proof = prove(metrics("clustering")[metric], constraints("clustering")[constraint])
    assert proof is None or proof.sign in ("positive", "negative")
