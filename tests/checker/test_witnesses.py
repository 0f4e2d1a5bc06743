"""A witness is exact, replayable and honest: its code prints its scores, and its scores give its margin."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import sympy
from plain_margins import margins

from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.formulas import UNDEFINED, ratio
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering import Table
from axiometrics.tasks.clustering.table import parse


def witnessed(matrix: Any) -> list[Any]:
    return [cell for cell in matrix.cells if cell.witness is not None]


def test_every_cell_that_fails_has_a_witness_and_no_other(matrix: Any) -> None:
    assert len(witnessed(matrix)) >= 30
    for cell in matrix.cells:
        assert (cell.witness is not None) == (cell.strict.outcome in ("blind", "contradicted")), cell


def test_the_code_of_every_witness_prints_the_scores_that_it_states(matrix: Any) -> None:
    for cell in witnessed(matrix):
        heard = io.StringIO()
        with redirect_stdout(heard):
            exec(compile(cell.witness.python, "<witness>", "exec"), {"__name__": "pasted"})
        printed = dict(line.rsplit(" ", 1) for line in heard.getvalue().strip().splitlines())
        assert list(printed) == list(cell.witness.outputs)
        for name, value in printed.items():
            exact = float(sympy.sympify(cell.witness.scores[name]))
            assert float(value) == pytest.approx(exact, rel=1e-9, abs=1e-12), (cell.metric, cell.constraint)


def test_the_scores_are_exact_numbers_and_give_the_margin(matrix: Any) -> None:
    for cell in witnessed(matrix):
        record = metrics("clustering")[cell.metric]
        scores = {name: sympy.sympify(text) for name, text in cell.witness.scores.items()}
        assert not any(score.has(sympy.Float) for score in scores.values()), cell.witness.scores
        sign = -1 if record.orientation == "error" else 1
        gap = sign * (scores["better"] - scores["worse"])
        assert sympy.simplify(gap - sympy.sympify(cell.witness.margin)) == 0
        if cell.strict.outcome == "blind":
            assert cell.witness.margin == "0"
            assert sympy.simplify(gap) == 0
        else:
            assert gap.evalf(30) < 0


def test_the_outputs_cluster_the_items_of_the_gold(matrix: Any) -> None:
    for cell in witnessed(matrix):
        gold = sorted(name for cluster in parse(cell.witness.gold) for name in cluster)
        for text in cell.witness.outputs.values():
            assert sorted(name for cluster in parse(text) for name in cluster) == gold
        assert all(len(set(cluster)) == 1 for cluster in parse(cell.witness.gold))
        assert cell.witness.size == len(gold)
        assert cell.witness.text.strip()


def test_the_parameters_make_the_focal_part_of_the_witness(matrix: Any) -> None:
    for cell in witnessed(matrix):
        if cell.constraint == "homogeneity":
            x, y = cell.witness.parameters["x"], cell.witness.parameters["y"]
            mixed = [cluster for cluster in parse(cell.witness.outputs["worse"]) if len(set(cluster)) == 2]
            assert any(sorted(map(cluster.count, set(cluster))) == sorted((x, y)) for cluster in mixed)
        if cell.constraint == "completeness":
            sizes = list(map(len, parse(cell.witness.outputs["better"])))
            assert cell.witness.parameters["s"] + cell.witness.parameters["t"] in sizes


DEGENERATE = {
    "one_category": lambda table: len(table.category_sizes) == 1,
    "all_singleton_categories": lambda table: len(table.category_sizes) == table.items,
}


def failing(metric: Any, constraint: Any, cases: Any) -> Any:
    source = TrustedSource(metric)
    found, scale = margins(
        metric, constraint, {name: source.scores(batch) for name, batch in cases.outputs.items()}
    )
    return found <= 1e-9 * scale


def test_except_when_names_all_of_the_failing_cases_and_no_more_than_needed(matrix: Any) -> None:
    """The conditions are computed here from the tables themselves."""
    named = 0
    for cell in matrix.cells:
        if cell.strict.outcome not in ("blind", "contradicted") or cell.strict.always:
            assert cell.except_when == ()
            continue
        constraint = CONSTRAINTS.get(cell.constraint, "clustering")
        record = metrics("clustering")[cell.metric]
        only_degenerate = dict.fromkeys([*DEGENERATE, "either"], True)
        some_other_holds = dict.fromkeys([*DEGENERATE, "either"], False)
        for cases in (sweep_cases(constraint, 7), larger_cases(constraint, wide=True)):
            bad = failing(record, constraint, cases)
            met = {name: np.zeros(len(cases), dtype=bool) for name in DEGENERATE}
            for index in range(len(cases)):
                table = cases.outputs["worse"].table(index)
                for name, test in DEGENERATE.items():
                    met[name][index] = test(table)
            met["either"] = met["one_category"] | met["all_singleton_categories"]
            for name, where in met.items():
                only_degenerate[name] &= bool((bad <= where).all())
                some_other_holds[name] |= bool((~bad & ~where).any())
        fitting = [name for name in met if only_degenerate[name] and some_other_holds[name]]
        if not fitting:
            assert cell.except_when == (), (cell.metric, cell.constraint, cell.except_when)
            continue
        named += 1
        expected = (fitting[0],) if fitting[0] != "either" else tuple(DEGENERATE)
        assert cell.except_when == expected, (cell.metric, cell.constraint)
    assert named >= 2, "no cell is excused by a degenerate gold; the check is vacuous"


def test_a_witness_outside_the_exception_is_never_hidden_by_it(matrix: Any) -> None:
    for cell in witnessed(matrix):
        if cell.except_when:
            table = Table.from_notation(cell.witness.outputs["worse"])
            assert any(DEGENERATE[name](table) for name in cell.except_when)


SPLIT = {
    name: get_task("clustering").from_notation(text)
    for name, text in {"worse": "{a b}", "better": "{a}{b}"}.items()
}


def test_a_function_of_ours_without_an_exact_definition_is_told_in_floats() -> None:
    """One cluster gets one of two items right, two get both."""
    plain = TrustedSource(replace(metrics("clustering")["classification_accuracy"], exact=None))
    told = plain.judge(CONSTRAINTS.get("homogeneity", "clustering"), SPLIT)
    assert (told.scores, told.margin) == ({"worse": "0.5", "better": "1.0"}, "0.5 (floating point)")
    assert told.sign == plain.sign(CONSTRAINTS.get("homogeneity", "clustering"), SPLIT) == 1


def test_a_formula_is_told_in_exact_numbers() -> None:
    """One cluster has a majority of one item of two; each of two clusters is its own majority."""
    told = TrustedSource(metrics("clustering")["purity"]).judge(
        CONSTRAINTS.get("homogeneity", "clustering"), SPLIT
    )
    assert (told.scores, told.margin, told.sign) == ({"worse": "1/2", "better": "1"}, "1/2", 1)


def test_of_two_outputs_the_one_without_a_value_is_told_as_undefined() -> None:
    def lacking(table: Any) -> Any:
        return ratio(1, table.cluster_count - 1, UNDEFINED)

    source = TrustedSource(build(lacking, task="clustering"))
    told = source.judge(CONSTRAINTS.get("homogeneity", "clustering"), SPLIT)
    assert (told.scores, told.margin) == ({"worse": "undefined", "better": "1"}, "undefined")
