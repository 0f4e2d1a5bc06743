from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from axiometrics.checker.verdict import Matrix
from axiometrics.errors import InputError
from axiometrics.reports.tables import document, dumps, load

KEYS = {
    "metrics": "key name family parameters orientation kind cites latex",
    "constraints": "key name cites quantifier demand",
    "cells": "metric constraint strict weak witness except_when threshold region proof disagrees_with error",
}
"""The keys of the schema in its order."""


def test_a_matrix_survives_the_round_trip_through_text(matrix: Matrix) -> None:
    assert load(json.loads(dumps(document([matrix])))) == [matrix]


def test_a_matrix_survives_the_round_trip_without_text(matrix: Matrix) -> None:
    assert load(document([matrix])) == [matrix]


def test_the_document_has_the_documented_head_and_cells(matrix: Matrix) -> None:
    made = document([matrix])
    assert list(made) == ["schema", "version", "seed", "effort", "complete", "tasks"]
    assert made["schema"] == "axiometrics.matrix/1"
    assert set(made["tasks"][0]) == {"task", "metrics", "constraints", "cells"}
    for part, keys in KEYS.items():
        assert {tuple(item) for item in made["tasks"][0][part]} == {tuple(keys.split())}


def test_exact_numbers_become_strings() -> None:
    assert json.loads(dumps({"alpha": Fraction(1, 3)})) == {"alpha": "1/3"}


def test_another_schema_is_refused() -> None:
    with pytest.raises(InputError, match=r"axiometrics\.matrix/2.*this version reads 'axiometrics.matrix/1'"):
        load({"schema": "axiometrics.matrix/2"})


def test_matrices_of_different_runs_do_not_share_a_document(matrix: Matrix) -> None:
    with pytest.raises(InputError, match="one document per run"):
        document([matrix, replace(matrix, seed=1)])


def test_no_matrix_makes_no_document() -> None:
    with pytest.raises(InputError, match="at least one matrix"):
        document([])


def test_the_same_matrix_gives_the_same_bytes(matrix: Matrix) -> None:
    assert dumps(document([matrix])) == dumps(document([matrix]))
