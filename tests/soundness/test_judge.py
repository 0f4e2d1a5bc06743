"""The judge bites: verdicts that are made false on purpose are found, and true ones are left alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.checker.verdict import Cell, Row, Verdict

from .grammar import Formula
from .judge import Judged, judge
from .numbers import Number, log2, ratio, sqrt
from .worlds import WORLDS

TABLE = "def formula(table):\n    return {}\n"
PURITY = Formula(TABLE.format("table.best_in_cluster(lambda n, a, b: n) / table.items"))
ANTI_PURITY = Formula(TABLE.format("-table.best_in_cluster(lambda n, a, b: n) / table.items"))
LATE = Formula(TABLE.format("guarded(table.cells(lambda n, a, b: n**2 / a), table.items - 41, 0)"))
SOMEWHERE = Formula(TABLE.format("ratio(table.cells(lambda n, a, b: n**2 / a), table.items - 41, UNDEFINED)"))
PROVED = Verdict("holds", "proof", cases=9, applicable=9)
SWEPT = Verdict("holds", "sweep", cases=9, applicable=9, size=7)
SEARCHED = Verdict("holds", "search", cases=9, applicable=9)


@pytest.fixture
def claims(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the checker claim what a test says, and return the judgement."""
    honest = ax.check

    def judged(formula: Formula, constraint: str, **said: Any) -> Judged:
        def lying(*given: Any, **options: Any) -> Row:
            row = honest(*given, **options)
            cell = row.cells[0]
            parts = {name: part(cell) if callable(part) else part for name, part in said.items()}
            return replace(row, cells=(replace(cell, **parts),))

        monkeypatch.setattr(ax, "check", lying)
        return judge(WORLDS["clustering"], formula, constraint, max_examples=5)

    return judged


@pytest.mark.parametrize("constraint", ["homogeneity", "completeness", "rag_bag", "size_vs_quantity"])
def test_true_verdicts_are_left_alone(constraint: str) -> None:
    assert judge(WORLDS["clustering"], PURITY, constraint).wrong == ()


def test_a_false_proof_is_found(claims: Any) -> None:
    assert claims(PURITY, "completeness", strict=PROVED).wrong


def test_a_false_proof_of_the_weak_form_is_found(claims: Any) -> None:
    assert claims(ANTI_PURITY, "homogeneity", weak=PROVED).wrong


def test_a_proof_that_is_false_at_one_large_size_only_is_found(claims: Any) -> None:
    assert claims(LATE, "homogeneity", strict=PROVED, weak=SEARCHED).wrong


def test_a_proof_for_every_case_where_one_size_has_no_value_is_found(claims: Any) -> None:
    assert claims(SOMEWHERE, "maximal_agreement", strict=PROVED, weak=SEARCHED).wrong


def test_a_tie_in_every_case_that_is_none_is_found(claims: Any) -> None:
    blind = Verdict("blind", "proof", always=True, cases=9, applicable=9)
    assert claims(PURITY, "homogeneity", strict=blind, weak=SEARCHED).wrong


def test_a_false_sweep_is_found(claims: Any) -> None:
    assert claims(PURITY, "completeness", strict=SWEPT, weak=SEARCHED).wrong


def test_a_sweep_is_not_blamed_for_larger_cases(claims: Any) -> None:
    assert not claims(LATE, "homogeneity", strict=SWEPT, weak=SEARCHED, witness=None).wrong


def test_a_witness_with_another_sign_is_found(claims: Any) -> None:
    assert claims(PURITY, "completeness", strict=Verdict("contradicted", "witness")).wrong


def test_a_witness_with_another_score_is_found(claims: Any) -> None:
    def shown(cell: Cell) -> Any:
        return replace(cell.witness, scores={"worse": "1/7", "better": "1/7"})

    assert claims(PURITY, "completeness", witness=shown).wrong


def test_a_witness_that_is_not_minimal_is_found(claims: Any) -> None:
    def shown(cell: Cell) -> Any:
        large = "{a a a a a a a}{a}"
        outputs = {"worse": large, "better": "{a a a a a a a a}"}
        return replace(cell.witness, outputs=outputs, size=8, scores={}, minimal=True)

    assert claims(PURITY, "completeness", witness=shown).wrong


@pytest.mark.parametrize("error", [AttributeError("'Root' object has no attribute 'top'"), KeyError("x")])
def test_a_crash_is_found(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def crashing(*given: Any, **options: Any) -> Row:
        raise error

    monkeypatch.setattr(ax, "check", crashing)
    assert judge(WORLDS["clustering"], PURITY, "homogeneity").wrong


@pytest.mark.parametrize(
    ("reason", "good"),
    [
        ("TypeError: 'Symbol' object is not subscriptable", False),
        ("AttributeError: 'Root' object has no attribute 'top'", False),
        ("Undecided", False),
        ("the proof and a case disagree: 0 and 1/3 on {a}{b}", False),
        ("Undecided: the sum of more than 40 different square roots has no exact form here", True),
    ],
)
def test_a_reason_is_one_that_an_author_understands(reason: str, good: bool, claims: Any) -> None:
    failed = Verdict("error")
    assert (claims(PURITY, "homogeneity", strict=failed, weak=failed, error=reason).wrong == ()) == good


def test_plain_numbers_have_no_value_where_arithmetic_has_none() -> None:
    zero = Number(0)
    assert {(1 / zero).sign, log2(zero).sign, sqrt(-1).sign, (zero / zero + 1).sign} == {None}
    assert ratio(3, zero, 1) == 1
    assert sqrt(2) ** 2 == 2
    assert log2(8) == 3
    assert (sqrt(2) - sqrt(3)).sign == -1


def test_what_no_digit_tells_apart_is_not_called_equal() -> None:
    """tanh(1000) and tanh(2000) differ by e^-2000."""
    formula = Formula(TABLE.format("tanh(1000 * table.items)"))
    found = judge(WORLDS["clustering"], formula, "n_invariance", max_examples=5, size=4)
    assert found.kind.startswith("contradicted"), found.phrase
    assert not found.wrong, found.wrong[0]
