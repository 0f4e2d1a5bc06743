"""What is shown about every metric: sums of cases that no scores meet, chains of cases, and made scores."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog

from axiometrics.axioms import constraints
from axiometrics.axioms.demands import SameSign
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import sweep, sweep_cases
from axiometrics.cli.app import run
from axiometrics.metrics import metrics
from axiometrics.patterns import proofs_told
from axiometrics.patterns.implications import Step, demands, implication, implications
from axiometrics.patterns.impossible import (
    Asked,
    Impossibility,
    Inequality,
    asked,
    impossible,
    restored,
    solver_is_there,
    stored,
    theorems,
)
from axiometrics.patterns.proofs_told import contradiction_told, sum_svg

needs_solver = pytest.mark.skipif(not solver_is_there(), reason="z3 is not installed")


@pytest.fixture(scope="module")
def theorem() -> Impossibility:
    (known,) = theorems("classification")
    found = impossible(known.records, known.size)
    assert found is not None
    return found


def can_be_met(cases: list[Asked]) -> bool:
    """Whether some scores meet cases of one way and one inequality each, by linear programming."""
    outputs = sorted({output for case in cases for output, _ in case.ways[0][0].weights}, key=str)
    rows = np.array(
        [[float(dict(case.ways[0][0].weights).get(each, 0)) for each in outputs] for case in cases]
    )
    signs = np.array([case.ways[0][0].relation for case in cases])
    above = signs != "="
    solved = linprog(
        np.zeros(len(outputs)),
        A_ub=-rows[above],
        b_ub=-(signs[above] == ">").astype(float),
        A_eq=rows[~above] if (~above).any() else None,
        b_eq=np.zeros((~above).sum()) if (~above).any() else None,
        bounds=(None, None),
    )
    return bool(solved.status == 0)


@needs_solver
def test_no_binary_measure_is_monotone_a_distance_and_has_a_constant_baseline(theorem: Impossibility) -> None:
    keys = {case.constraint.partition("(")[0] for case in theorem.cases}
    assert keys == {"correction", "triangle_inequality", "perfect_value", "constant_baseline"}
    total: dict[object, Fraction] = {}
    (times,) = theorem.sums
    for case, factor in zip(theorem.cases, times, strict=True):
        ((inequality,),) = case.ways
        assert factor > 0 or inequality.relation == "="
        for output, weight in inequality.weights:
            total[output] = total.get(output, Fraction(0)) + factor * weight
    assert not any(total.values())


@needs_solver
def test_each_case_of_the_proof_is_needed(theorem: Impossibility) -> None:
    cases = list(theorem.cases)
    assert not can_be_met(cases)
    assert all(can_be_met([each for each in cases if each is not left]) for left in cases)


@needs_solver
def test_a_changed_multiplier_is_no_proof(theorem: Impossibility) -> None:
    (times,) = theorem.sums
    for place in range(len(times)):
        changed = tuple(factor + (place == at) for at, factor in enumerate(times))
        assert not replace(theorem, sums=(changed,)).is_checked
    assert not replace(theorem, sums=()).is_checked


@needs_solver
def test_a_stored_proof_is_made_again_and_a_damaged_one_is_refused(theorem: Impossibility) -> None:
    (known,) = theorems("classification")
    assert restored(stored(theorem), known.records, known.size) == theorem
    places, (times,) = stored(theorem)
    assert restored([places, [["1", *times[1:]]]], known.records, known.size) is None


@needs_solver
def test_what_a_metric_satisfies_is_not_impossible() -> None:
    """Accuracy is a share of right items: corrections raise it, it is symmetric, and errors add up along a detour."""
    known = constraints("classification")
    keys = ("correction", "symmetry", "perfect_value", "triangle_inequality")
    assert impossible([known[key].with_parameters(classes=2) for key in keys], 4) is None


@pytest.mark.parametrize("key", ["correction", "independence", "triangle_inequality", "constant_baseline"])
def test_what_is_asked_of_scores_is_what_the_margins_say(key: str) -> None:
    """Accuracy's own scores meet a case in some way just where the sweep finds no tie and no inversion."""
    record, metric = (
        constraints("classification")[key].with_parameters(classes=2),
        metrics("classification")["accuracy"],
    )
    swept = sweep(metric, record, TrustedSource(metric), sweep_cases(record, 3), every=True)
    cases = list(asked(record, 3))
    assert len(cases) == len(swept.signs) > 0
    for case, fails in zip(cases, swept.ties | swept.inversions, strict=True):
        ways = [[(_value(each), each.relation) for each in way] for way in case.ways]
        assert any(all(map(_is_met, way)) for way in ways) != fails


def _value(inequality: Inequality) -> Fraction:
    return sum(
        (weight * Fraction(output.right, output.items) for output, weight in inequality.weights), Fraction(0)
    )


def _is_met(asked: tuple[Fraction, str]) -> bool:
    value, relation = asked
    return value > 0 or (value == 0 and relation != ">") if relation != "=" else value == 0


def more(one: str, other: str, relation: str = ">") -> Inequality:
    return Inequality(((one, Fraction(1)), (other, Fraction(-1))), relation)  # type: ignore[arg-type]


def test_every_choice_of_ways_needs_a_sum_of_its_own() -> None:
    either = Asked("c", 0, 1, ((more("x", "y"),), (more("y", "x"),)))
    same = Asked("d", 0, 1, ((more("x", "y", "="),),))
    one = Fraction(1)
    assert Impossibility((either, same), ((one, -one), (one, one))).is_checked
    assert not Impossibility((either, same), ((one, -one),)).is_checked
    assert not Impossibility((either, same), ((one, -one), (one, -one))).is_checked


@needs_solver
def test_the_drawing_has_a_row_for_each_case(theorem: Impossibility) -> None:
    svg = sum_svg(theorem, "a sum")
    assert sum(case.constraint in line for case in theorem.cases for line in svg.splitlines()) >= len(
        theorem.cases
    )


def steps(draw: random.Random, name: str, many: int) -> list[Step]:
    outputs = "wxyz"
    return [Step(name, *draw.sample(outputs, 2), draw.random() < 0.5) for _ in range(many)]


@pytest.mark.parametrize("seed", range(60))
def test_an_implication_is_what_all_scores_of_four_outputs_say(seed: int) -> None:
    draw = random.Random(seed)
    premise, conclusion = steps(draw, "a", 4), steps(draw, "b", 2)

    def meets(scores: dict[str, int], step: Step) -> bool:
        worse, better = scores[step.worse], scores[step.better]
        return worse < better or (worse == better and not step.strict)

    every = [dict(zip("wxyz", values, strict=True)) for values in product(range(4), repeat=4)]
    fitting = [scores for scores in every if all(meets(scores, step) for step in premise)]
    found = implication(premise, conclusion, 1)
    if not fitting:
        assert found is None
        return
    assert found is not None
    follows = all(meets(scores, step) for scores in fitting for step in conclusion)
    assert (found.outcome == "follows") == follows
    if found.counter is not None:
        assert found.counter.is_checked(premise)


def test_perfect_output_follows_from_corrections_one_after_another() -> None:
    """Of n wrong items each correction raises the score, and n of them make the output perfect."""
    known = constraints("classification")
    names = [known[key].with_parameters(classes=2) for key in ("correction", "perfect_output")]
    pairs = [(names[0].label, names[1].label), (names[1].label, names[0].label)]
    there, back = implications(names, pairs, 3)
    assert (there.outcome, len(there.chain)) == ("follows", 3)
    assert there.follows_for is not None
    assert there.chain[0].worse == there.follows_for.worse
    assert there.chain[-1].better == there.follows_for.better
    assert back.outcome == "refuted"
    assert back.counter is not None
    assert back.counter.is_checked(list(demands(names[1], 3)))


@needs_solver
def test_the_command_prints_the_proof(capsys: pytest.CaptureFixture[str]) -> None:
    (known,) = theorems("classification")
    names = ",".join(record.label for record in known.records)
    assert run(["lessons", "classification", "--impossible", names, "--case-size", str(known.size)]) == 0
    told = capsys.readouterr().out
    assert "impossible for any metric" in told
    assert "| 4 | `triangle_inequality(classes=2)` |" in told


def test_a_circle_is_drawn_with_its_outputs_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    """Priority demands r - above - r, and who ignores the order of documents gives both one score."""
    names = "priority,document_order_invariance"
    assert run(["lessons", "ranking", "--impossible", names, "--case-size", "2"]) == 0
    told = capsys.readouterr().out
    assert "`priority`: `- r for gold r -` < `r - for gold r -`" in told
    assert [line.split()[0] for line in told.partition("```text\n")[2].splitlines()[:2]] == ["1", "2"]


@pytest.mark.parametrize(
    "options",
    [["--weak"], ["--metric", "accuracy"], ["--constraint", "correction"], ["--all"], ["--out", "folder"]],
)
def test_an_option_that_does_not_apply_is_refused(
    options: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["lessons", "classification", "--impossible", "correction", *options]) == 2
    assert f"leave out {options[0]}" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_without_a_solver_it_says_that_no_sums_were_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    told = contradiction_told("classification", None, {}, ["correction"])
    assert "nor by sums of up to 400 cases" in told or not solver_is_there()
    monkeypatch.setattr(proofs_told, "solver_is_there", lambda: False)
    assert "z3 is not installed" in contradiction_told("classification", None, {}, ["correction"])


def test_two_forms_of_the_same_sign_may_both_be_zero_as_the_checker_has_it() -> None:
    """In each case that a strict demand of equal signs makes, there is a way in which both forms are zero."""
    known = constraints("combination")["archimedean"]
    assert isinstance(known.of_a_case, SameSign)
    assert known.of_a_case.strict
    case = next(asked(known, 2))
    assert sum(all(each.relation == "=" for each in way) for way in case.ways) == 1
    zeros = [np.zeros(1), np.zeros(1)]
    assert known.of_a_case.case_sign(zeros).tolist() == [1]


def test_a_case_of_an_equality_is_one_case_in_both_directions() -> None:
    premise = [Step("p", "x", "y", True)]
    both = [Step("q", "z", "z", False, 0), Step("q", "z", "z", False, 0, True)]
    found = implication(premise, both, 2)
    assert found is not None
    assert found.cases == 1
