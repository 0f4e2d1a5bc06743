"""Options that make no sense are refused in one line: what was given, what is allowed, what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from keys import row_key

from axiometrics.axioms import constraints
from axiometrics.axioms.demands import Zero
from axiometrics.checker.api import check, explain, matrix
from axiometrics.checker.selection import Options
from axiometrics.errors import AxiometricsError, InputError, UnknownKeyError
from axiometrics.metrics import metrics


def scatter(table: Any) -> Any:
    return table.cell_count / table.items


@pytest.mark.parametrize("options", [{"timeout": 0.5}, {"timeout": 86400}, {"size": 1}, {"max_examples": 0}])
def test_the_least_and_the_largest_are_allowed(options: dict[str, Any]) -> None:
    assert Options(**options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"effort": "fast"}, r"effort='fast' .* quick, normal, thorough"),
        ({"size": 0}, r"size=0 .* 1 or more"),
        ({"seed": None}, r"seed=None is not a whole number"),
        ({"size": -3}, r"size=-3 .* 1 or more"),
        ({"max_examples": -1}, r"max_examples=-1 .* 0 or more"),
        ({"timeout": 0}, r"timeout=0 .* more than 0"),
        ({"timeout": -1.5}, r"timeout=-1.5 .* more than 0"),
        ({"timeout": float("nan")}, r"timeout=nan"),
        ({"jobs": 0}, r"jobs=0 .* 1 or more"),
        ({"jobs": -1}, r"jobs=-1 .* 1 or more"),
        ({"size": "seven"}, r"size='seven'"),
        ({"size": 2.5}, r"size=2.5"),
    ],
    ids=str,
)
def test_an_impossible_option_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        matrix("clustering", metrics=["purity"], constraints=["completeness"], cache=False, **options)


PRIORITY = constraints("ranking")["priority"]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: matrix("clusterin"), r"no task 'clusterin'; did you mean 'clustering'"),
        (lambda: matrix("clustering", metrics=["purty"]), r"no metric 'purty'; did you mean 'purity'"),
        (lambda: matrix("clustering", metrics=["zz*"]), r"no metric of clustering matches 'zz\*'"),
        (lambda: matrix("clustering", constraints=["homogenity"]), r"did you mean 'homogeneity'\?"),
        (lambda: check("purty"), r"did you mean 'purity'"),
        (lambda: check("purity", "clustring"), r"did you mean 'clustering'"),
        (lambda: check(scatter, "clustring"), r"did you mean 'clustering'"),
        (lambda: explain("purity", "ragbag", "clustering"), r"did you mean 'rag_bag'\?"),
        (lambda: check("bcubed_f(beta=2)"), r"no parameter 'beta'"),
        (lambda: matrix("clustering", constraints=["rag_bag(size=n-2)"]), r"size=n-2 is not possible"),
        (lambda: check("bcubed_f(alpha=2)"), r"alpha=2 is out of range; give a number with 0 < alpha < 1"),
        (lambda: check("bcubed_f(alpha)"), r"write parameters as 'name=value'"),
        (lambda: check(scatter), r"which task does 'scatter' belong to\?"),
        (lambda: check(metrics("clustering")["purity"], "ranking"), r"belongs to task clustering"),
        (lambda: check(42, "clustering"), r"cannot check 42"),
        (
            lambda: check("purity", "clustering", constraints=[PRIORITY]),
            r"belongs to ranking, .* about clustering",
        ),
        (
            lambda: check("purity", "clustering", constraints=[metrics("clustering")["rand"]]),
            r"is no constraint; give",
        ),
        (
            lambda: matrix("clustering", metrics=[metrics("ranking")["dcg"]]),
            r"metric 'dcg' belongs to ranking",
        ),
        (lambda: check(scatter, "clustering", reads="label"), r"reads='label' .* labels, table, sets, dicts"),
        (lambda: check(lambda gold, system: 1.0, "clustering"), r"reads="),
    ],
    ids=range(20),
)
def test_a_wrong_question_is_refused_in_one_line(ask: Any, message: str) -> None:
    with pytest.raises(AxiometricsError, match=message) as caught:
        ask()
    assert "\n" not in str(caught.value)


def test_errors_are_also_what_python_programmers_expect() -> None:
    with pytest.raises(ValueError, match="effort"):
        matrix("clustering", effort="fast")
    with pytest.raises(LookupError, match="purty"):
        matrix("clustering", metrics=["purty"])
    assert issubclass(UnknownKeyError, LookupError)


def test_globs_and_variants_choose_what_they_say() -> None:
    found = matrix(
        "clustering", metrics=["bcubed_[pr]*"], constraints=["rag_bag*"], effort="quick", cache=False, jobs=1
    )
    assert [metric.key for metric in found.metrics] == ["bcubed_precision", "bcubed_recall"]
    assert {constraint.key for constraint in found.constraints} >= {
        "rag_bag", "rag_bag(size=n-1)", "rag_bag(context=shared)",
    }  # fmt: skip


def test_progress_is_told_for_every_cell() -> None:
    heard: list[tuple[str, int, int]] = []
    matrix(
        "clustering", metrics=["purity", "rand"], constraints=["rag_bag", "completeness"], effort="quick",
        cache=False, jobs=1, progress=lambda *state: heard.append(state),
    )  # fmt: skip
    assert [total for _, _, total in heard] == [4] * len(heard)
    assert [done for _, done, _ in heard] == sorted(done for _, done, _ in heard)
    assert {name for name, _, _ in heard} >= {
        "purity x rag_bag", "purity x completeness", "rand x rag_bag", "rand x completeness",
    }  # fmt: skip


def test_the_progress_of_several_processes_rises_to_all_cells() -> None:
    heard: list[tuple[str, int, int]] = []
    found = matrix(
        "clustering", metrics=["purity", "rand"], constraints=["rag_bag", "completeness"], effort="quick",
        cache=False, jobs=2, progress=lambda *state: heard.append(state),
    )  # fmt: skip
    assert len(found.cells) == 4
    assert heard[-1][1:] == (4, 4)
    assert [done for _, done, _ in heard] == sorted(done for _, done, _ in heard)
    told = [name for name, _, _ in heard if name]
    assert set(told[:2]) == {"cases of rag_bag", "cases of completeness"}
    assert set(told[2:]) == {"rag_bag", "completeness"}


def test_records_stand_for_themselves() -> None:
    mine = replace(constraints("clustering")["rag_bag"], key="mine", demand=Zero())
    row = check("purity", "clustering", constraints=[mine, "rag_bag"], effort="quick", cache=False)
    assert [cell.constraint for cell in row.cells] == ["mine", "rag_bag"]
    assert [cell.strict.outcome for cell in row.cells] == ["holds", "blind"]
    found = matrix(
        "clustering", metrics=[metrics("clustering")["purity"]], constraints=[mine], effort="quick"
    )
    assert found.cells[0].strict.outcome == "holds"
    assert explain("purity", mine, "clustering", effort="quick").constraint == "mine"


def test_another_demand_on_the_same_cases_is_another_row() -> None:
    homogeneity = constraints("clustering")["homogeneity"]
    other = replace(homogeneity, demand=Zero())
    purity = metrics("clustering")["purity"]
    assert row_key(purity, [homogeneity], Options()) != row_key(purity, [other], Options())
