"""A metric with a planted error never gets away: the engine that should find the error does, and the cell says so."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from engines import EXAMPLES, random_case, small_cases, structured_cases
from planted_metrics import PLANTED, Planted

from axiometrics.checker.api import check
from axiometrics.checker.prove import Proof, prove
from axiometrics.checker.verdict import Cell

FORMULAS = [case for case in PLANTED if case.metric.reads is None]


def by_engine(*engines: str) -> pytest.MarkDecorator:
    chosen = [case for case in PLANTED if case.engine in engines]
    return pytest.mark.parametrize("case", chosen, ids=[case.metric.key for case in chosen])


@cache
def proof_of(case: Planted) -> Proof | None:
    return prove(case.metric, case.constraint)


@cache
def cell_of(case: Planted) -> Cell:
    """The whole checker's answer, with few random cases unless the error needs many."""
    examples = EXAMPLES if case.engine == "search" else 20
    row = check(case.metric, constraints=[case.violates], effort="quick", max_examples=examples, cache=False)
    return row.cells[0]


def failures(found: object) -> int:
    return int((found.ties | found.inversions).sum())  # type: ignore[attr-defined]


def test_there_are_enough_planted_errors_for_every_engine() -> None:
    counts = Counter(case.engine for case in PLANTED)
    assert sum(counts.values()) >= 40
    assert min(counts[engine] for engine in ("proof", "sweep", "families", "search", "undefined")) >= 3


@pytest.mark.parametrize("case", PLANTED, ids=[case.metric.key for case in PLANTED])
def test_no_planted_error_is_called_holds(case: Planted) -> None:
    cell = cell_of(case)
    assert cell.strict.applicable <= cell.strict.cases
    if case.engine == "undefined":  # judged where it has a value, and never without saying where it has none
        assert cell.strict.applicable < cell.strict.cases
        assert cell.strict.evidence != "proof"
        assert "has a value" in cell.strict.phrase or cell.strict.outcome != "holds"
        assert cell.error is not None
        assert cell.error.startswith(("undefined", "raised"))
        assert "{" in cell.error, "the case that has no value is not named"
    else:
        assert cell.strict.outcome in ("blind", "contradicted")
        assert cell.witness is not None
        assert cell.witness.minimal == (case.engine in ("proof", "sweep"))


@pytest.mark.parametrize("case", FORMULAS, ids=[case.metric.key for case in FORMULAS])
def test_no_planted_error_is_proved_to_hold(case: Planted) -> None:
    proof = proof_of(case)
    assert proof is None or proof.sign != "positive"
    if case.engine == "families":
        assert proof is None or proof.sign == "nonnegative"
    if case.engine == "undefined":
        assert proof is None, "something is proved about values that do not exist"


@by_engine("proof")
def test_a_proof_shows_an_error_that_every_case_has(case: Planted) -> None:
    proof = proof_of(case)
    assert proof is not None
    assert proof.sign in ("zero", "negative")
    assert cell_of(case).strict.always


@by_engine("sweep")
def test_the_sweep_meets_an_error_that_small_cases_have(case: Planted) -> None:
    assert failures(small_cases(case.metric, case.constraint)) > 0


@by_engine("undefined")
def test_the_sweep_names_a_case_without_a_value(case: Planted) -> None:
    found = small_cases(case.metric, case.constraint)
    assert found.undefined is not None
    index, reason = found.undefined
    assert not found.defined[index]
    assert any(table.notation() in reason for table in found.cases.case(index).outputs.values())


@by_engine("families")
def test_the_families_meet_an_error_that_only_larger_structured_cases_have(case: Planted) -> None:
    assert failures(small_cases(case.metric, case.constraint)) == 0
    assert failures(structured_cases(case.metric, case.constraint)) > 0


@by_engine("search")
def test_the_search_meets_an_error_that_needs_much_around(case: Planted) -> None:
    assert failures(small_cases(case.metric, case.constraint)) == 0
    assert failures(structured_cases(case.metric, case.constraint)) == 0
    assert random_case(case.metric, case.constraint) is not None
