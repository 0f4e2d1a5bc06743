"""Somebody else's function, end to end: judged like ours where it is well, and clearly refused where it is not."""

from __future__ import annotations

import math
import os
import sys
import time
from collections import Counter
from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.checker.api import check, matrix
from axiometrics.checker.scores import form_signs, noisy, rounded_sign
from axiometrics.foreign import load
from axiometrics.metrics import metrics
from axiometrics.reports.words import sentences

ASK: dict[str, Any] = {
    "task": "clustering",
    "reads": "labels",
    "effort": "quick",
    "size": 4,
    "max_examples": 20,
    "constraints": ["homogeneity", "completeness"],
}


def purity(gold: Any, system: Any) -> float:
    best: dict[Any, int] = {}
    for (cluster, _), n in Counter(zip(system, gold, strict=True)).items():
        best[cluster] = max(best.get(cluster, 0), n)
    return sum(best.values()) / len(gold)


def a_little_less(gold: Any, system: Any) -> float:
    """1/2, but 4e-11 less for three clusters of 1, 1 and 2 items, each of a category of its own."""
    cells = Counter(zip(gold, system, strict=True))
    apart = len(set(gold)) == len(set(system)) == len(cells) == 3
    return 0.5 - 4e-11 if apart and sorted(cells.values()) == [1, 1, 2] else 0.5


def test_an_inversion_far_above_rounding_is_no_tie() -> None:
    """Both decide together with ties of 1/2 and 1/2 if scores are rounded; {a b}{c c} against {a}{b}{c c} shows it."""
    cell = check(
        a_little_less, "clustering", reads="labels", size=4, constraints=["homogeneity"], plugins=False
    )
    assert cell.cells[0].strict.outcome == "contradicted"
    assert cell.cells[0].witness is not None
    assert cell.cells[0].witness.size == 4


@pytest.fixture(scope="module")
def rows() -> Any:
    pytest.importorskip("sklearn.metrics")
    function = load("sklearn.metrics:fowlkes_mallows_score")
    theirs = check(function, "clustering", reads="labels", size=4, max_examples=20, plugins=False)
    return theirs, check("fowlkes_mallows", "clustering", effort="quick", cache=False, plugins=False)


class TestScikitLearn:
    def test_fowlkes_mallows_gets_the_verdicts_of_ours(self, rows: Any) -> None:
        theirs, ours = rows
        assert [cell.error for cell in theirs.cells] == [None] * 4
        for their, our in zip(theirs.cells, ours.cells, strict=True):
            assert their.strict.outcome == our.strict.outcome
            assert their.weak.outcome == our.weak.outcome

    def test_but_never_by_proof(self, rows: Any) -> None:
        theirs, _ = rows
        assert theirs.metric.kind == "function"
        assert theirs.metric.latex is None
        for cell in theirs.cells:
            assert cell.proof is None
            assert not cell.strict.always
            assert "proof" not in (cell.strict.evidence, cell.weak.evidence)

    def test_the_witness_shows_their_scores_and_code_that_prints_them(self, rows: Any, capsys: Any) -> None:
        theirs, _ = rows
        cell = next(cell for cell in theirs.cells if cell.witness)
        exec(compile(cell.witness.python, "<witness>", "exec"), {"__name__": "pasted"})
        printed = dict(line.rsplit(" ", 1) for line in capsys.readouterr().out.strip().splitlines())
        assert {name: float(value) for name, value in printed.items()} == {
            name: float(text) for name, text in cell.witness.scores.items()
        }

    def test_values_agree_wherever_the_conventions_do(self) -> None:
        """scikit-learn gives 0 whenever no pair is together on both sides, also for identical singletons."""
        sklearn = pytest.importorskip("sklearn.metrics")
        theirs, ours = sklearn.fowlkes_mallows_score, metrics("clustering")["fowlkes_mallows"]
        pairs = [("aab", "xxy"), ("aabb", "xyyx"), ("abc", "xxx"), ("aaabbb", "xxyyzz"), ("aabc", "xxyy")]
        for gold, system in pairs:
            assert ours(gold, system) == pytest.approx(theirs(list(gold), list(system)), abs=1e-12)
        assert (ours("abc", "xyz"), theirs(list("abc"), list("xyz"))) == (1.0, 0.0)


def raises(gold: Any, system: Any) -> float:
    raise LookupError("no such label")


def returns_none(gold: Any, system: Any) -> Any:
    return None


def returns_nan(gold: Any, system: Any) -> float:
    return math.nan


def returns_infinity(gold: Any, system: Any) -> float:
    return math.inf


def returns_a_complex_number(gold: Any, system: Any) -> Any:
    return 1j


def returns_text(gold: Any, system: Any) -> Any:
    return "0.5"


def returns_an_array(gold: Any, system: Any) -> Any:
    return [0.5, 0.5]


def kills_its_process(gold: Any, system: Any) -> float:
    os._exit(3)


def leaves(gold: Any, system: Any) -> float:
    sys.exit("enough")


NO_SCORE = [
    (raises, "error", "LookupError: no such label"),
    (returns_none, "undefined", "returned None"),
    (returns_nan, "undefined", "returned nan"),
    (returns_infinity, "error", "returned inf"),
    (returns_a_complex_number, "error", "complex"),
    (returns_text, "error", "str '0.5'"),
    (returns_an_array, "error", "list [0.5, 0.5]"),
    (kills_its_process, "error", "exit code 3"),
    (leaves, "error", "enough"),
]


@pytest.mark.parametrize(("function", "outcome", "words"), NO_SCORE, ids=[f.__name__ for f, *_ in NO_SCORE])
def test_a_function_without_scores_gets_cells_that_say_why_and_where(
    function: Any, outcome: str, words: str
) -> None:
    row = check(function, **ASK)
    assert len(row.cells) == 2
    for cell in row.cells:
        assert cell.strict.outcome == cell.weak.outcome == outcome
        assert cell.witness is None
        assert cell.error is not None
        assert words in cell.error
        assert "{" in cell.error, "the case is not named"
        assert "\n" not in cell.error


@pytest.mark.parametrize(
    ("function", "outcome", "words"), NO_SCORE[::3], ids=[f.__name__ for f, *_ in NO_SCORE[::3]]
)
def test_a_function_that_fails_on_one_case_is_judged_on_all_others(
    function: Any, outcome: str, words: str
) -> None:
    def sometimes(gold: Any, system: Any) -> Any:
        if len(set(gold)) == 1 and len(gold) == 3 and len(set(system)) == 2:
            return function(gold, system)
        return purity(gold, system)

    homogeneity, completeness = check(sometimes, **ASK).cells
    assert homogeneity.error is None
    assert homogeneity.strict.outcome == "holds"
    assert homogeneity.strict.applicable == homogeneity.strict.cases
    assert completeness.strict.outcome == "blind"
    assert completeness.strict.applicable < completeness.strict.cases
    assert completeness.error is not None
    assert words in completeness.error
    assert "{a a}{a}" in completeness.error or "{a}{a a}" in completeness.error


def test_a_function_that_never_answers_ends_in_time_and_names_the_case() -> None:
    def sleeps(gold: Any, system: Any) -> float:
        time.sleep(6000)
        return 0.0

    row = check(sleeps, timeout=0.3, **ASK)
    assert [cell.strict.outcome for cell in row.cells] == ["error"] * 2
    for cell in row.cells:
        assert cell.error is not None
        assert "no answer within 0.3 s" in cell.error
        assert "{" in cell.error


def test_a_function_that_asks_for_all_memory_is_stopped_and_names_the_case() -> None:
    def hoards(gold: Any, system: Any) -> float:
        held = []
        while True:
            held.append(bytearray(1 << 28))

    row = check(hoards, timeout=20, **ASK)
    assert [cell.strict.outcome for cell in row.cells] == ["error"] * 2
    for cell in row.cells:
        assert cell.error is not None
        assert "memory" in cell.error
        assert "{" in cell.error


def test_a_function_that_prints_prints_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    def chatty(gold: Any, system: Any) -> float:
        print("calling", gold)
        sys.stderr.write("and more\n")
        os.write(1, b"raw")
        return purity(gold, system)

    loud, quiet = check(chatty, **ASK), check(purity, **ASK)
    assert capfd.readouterr() == ("", "")
    assert [cell.strict for cell in loud.cells] == [cell.strict for cell in quiet.cells]


def test_a_formula_with_an_undefined_case_names_it() -> None:
    def unguarded(table: Any) -> Any:
        return table.cells(lambda n, a, b: n * (n - 1)) / table.clusters(lambda a: a * (a - 1))

    cell = check(unguarded, "clustering", effort="quick", constraints=["homogeneity"], cache=False).cells[0]
    assert cell.error is not None
    assert "{" in cell.error


@pytest.fixture
def broken_constraint(monkeypatch: pytest.MonkeyPatch) -> str:
    """A third party's generator that fails on some sizes."""

    def broken(choose: Any) -> Any:
        size = choose.size("n", 2)
        raise ZeroDivisionError(f"n = {size}")

    CONSTRAINTS.load(plugins=False)
    record = Constraint(key="broken", task="clustering", generator=broken, origin="somebody")
    monkeypatch.setitem(CONSTRAINTS._records, ("clustering", "broken"), record)
    return "broken"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_broken_constraint_gets_error_cells_and_the_rest_of_the_matrix_is_unaffected(
    broken_constraint: str, jobs: int
) -> None:
    ask = {"metrics": ["purity", "rand"], "effort": "quick", "cache": False, "jobs": jobs}
    whole = matrix("clustering", constraints=["completeness"], **ask)
    found = matrix("clustering", constraints=["completeness", broken_constraint], **ask)
    assert found.column("completeness") == whole.column("completeness")
    for cell in found.column("broken"):
        assert cell.strict.outcome == "error"
        assert "ZeroDivisionError: n = 2" in str(cell.error)


def test_a_foreign_metric_is_judged_beside_a_broken_constraint(broken_constraint: str) -> None:
    row = check(purity, **{**ASK, "constraints": [broken_constraint, "homogeneity"]})
    found = {cell.constraint: cell for cell in row.cells}
    assert "ZeroDivisionError: n = 2" in str(found["broken"].error)
    assert found["homogeneity"].error is None


def test_a_broken_formula_does_not_stop_the_metrics_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from axiometrics.metrics import METRICS
    from axiometrics.metrics.registry import build

    def cancels(table: Any) -> Any:
        pairs = table.clusters(lambda a: a * (a - 1))
        return (pairs * table.cell_count + pairs) / pairs

    def not_a_formula(table: Any) -> Any:
        return table.items.bit_length()

    METRICS.load(plugins=False)
    for function in (cancels, not_a_formula):
        monkeypatch.setitem(
            METRICS._records, ("clustering", function.__name__), build(function, task="clustering")
        )
    found = matrix(
        "clustering", metrics=["purity", "cancels", "not_a_formula"], constraints=["completeness"],
        effort="quick", cache=False, jobs=1,
    )  # fmt: skip
    assert found.cell("purity", "completeness").strict.outcome == "blind"
    assert found.cell("not_a_formula", "completeness").strict.outcome == "error"
    assert found.cell("cancels", "completeness").error is not None


def purity_of_several(gold: Any, system: Any) -> float | None:
    return purity(gold, system) if len(set(system)) > 1 else None


def test_a_function_that_declares_missing_values_is_judged_on_the_other_cases() -> None:
    asked = ASK | {"constraints": ["homogeneity"]}
    undeclared = check(purity_of_several, **asked).cells[0]
    declared = check(purity_of_several, **asked, undefined_somewhere=True).cells[0]
    assert undeclared.strict.outcome == "undefined"
    assert sentences(undeclared)[-1] == (
        f"A function that declares undefined_somewhere is judged on the other {undeclared.strict.applicable} cases."
    )
    assert declared.strict.outcome == "holds"
    assert 0 < declared.strict.applicable < declared.strict.cases
    assert "that has a value" in declared.strict.phrase
    assert declared.error.startswith("undefined: returned None on {a b} (")


@pytest.mark.parametrize(
    "constraint", ["convex_additivity", "collinearity", "triangle_inequality", "locality"]
)
def test_sums_of_huge_scores_do_not_overflow(constraint: str) -> None:
    """Equal scores tie, or do what equal scores of size 1 do: 1e308 + 1e308 is beyond all floats."""
    record = CONSTRAINTS.get(constraint, "clustering")
    metric = metrics("clustering")["adjusted_rand"]
    found = [
        rounded_sign(metric, record, dict.fromkeys(record.outputs, value))[0]
        for value in (1.0, 1e308, -1e308)
    ]
    assert found == [found[0]] * 3
    scores = {name: noisy(np.array([1e308, 1.0])) for name in record.outputs}
    assert len(set(form_signs(metric, record, scores, record.margin).tolist())) == 1
