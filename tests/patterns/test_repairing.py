"""Repairs: what is dropped really fails, what is claimed is what the checker says, and nothing is claimed unchecked."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

import axiometrics as ax
from axiometrics.axioms import constraints
from axiometrics.cli.app import run
from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.patterns.judgements import Formula, formulas
from axiometrics.patterns.repairing import _Filter
from axiometrics.patterns.repairing import repair as repaired

PRIORITY = ["priority_relevant", "priority_irrelevant"]


@pytest.fixture(scope="module")
def found():
    return ax.repair("precision", PRIORITY, task="filtering", others="accuracy", effort="quick", jobs=1)


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (("product", (1, 2)), Fraction(2, 3) * Fraction(1, 2) ** 2),
        (("mean", (3, 1)), Fraction(3, 4) * Fraction(2, 3) + Fraction(1, 4) * Fraction(1, 2)),
        (("harmonic mean", (1, 1)), 2 / (Fraction(3, 2) + Fraction(2, 1))),
    ],
)
def test_a_formula_has_the_value_that_its_text_says(formula, value):
    """Of the gold 1101 the system 1011 selects 3 items, 2 of them relevant, and has 2 of 4 items right."""
    how, weights = formula
    known = metrics("filtering")
    made = Formula(how, (known["precision"], known["accuracy"]), weights).as_metric()
    assert known["precision"](gold="1101", system="1011") == pytest.approx(2 / 3)
    assert known["accuracy"](gold="1101", system="1011") == pytest.approx(1 / 2)
    assert made(gold="1101", system="1011") == pytest.approx(float(value))


def test_every_formula_that_is_dropped_fails_when_it_is_checked(found):
    known, demanded = metrics("filtering"), [constraints("filtering")[key] for key in PRIORITY]
    judge = _Filter(demanded, weak=False)
    every = list(formulas(known["precision"], [known["accuracy"]], 2))
    dropped = [formula for formula in every if judge.failed(formula)]
    assert len(dropped) == found.dropped > 0
    for formula in dropped:
        row = ax.check(formula.as_metric(), constraints=PRIORITY, effort="quick", cache=False, jobs=1)
        failed = [cell.constraint for cell in row.cells if cell.strict.outcome in ("blind", "contradicted")]
        assert set(judge.failed(formula)) <= set(failed)


def test_what_is_said_of_a_formula_is_what_check_says_of_it(found):
    for candidate in found.candidates:
        row = ax.check(
            candidate.formula.as_metric(), constraints=PRIORITY, effort="quick", cache=False, jobs=1
        )
        assert [cell.strict for cell in row.cells] == [cell.strict for cell in candidate.cells]
        assert candidate.suits == all(cell.strict.outcome == "holds" for cell in row.cells)


def test_formulas_that_suit_come_first_and_small_ones_before_large_ones(found):
    order = [(not each.suits, each.formula.size) for each in found.candidates]
    assert order == sorted(order)
    assert found.suiting == tuple(each for each in found.candidates if each.suits)


def test_nothing_is_claimed_of_formulas_that_were_not_checked():
    told = ax.repair(
        "precision", PRIORITY, task="filtering", others="accuracy", effort="quick", jobs=1, most=1
    )
    assert len(told.candidates) == 1 < told.left
    assert f"{told.left - 1} more were not checked" in told.summary
    assert told.tried == told.dropped + told.left


def test_a_tie_of_all_metrics_is_a_tie_of_the_formula():
    """Purity and inverse purity both tie in every rag bag, so whatever is made of them does."""
    known = metrics("clustering")
    judge = _Filter([constraints("clustering")["rag_bag"]], weak=False)
    pair = known["purity"], known["inverse_purity"]
    assert all(judge.failed(each) == ["rag_bag"] for each in formulas(pair[0], pair[1:], 2))
    lenient = _Filter([constraints("clustering")["rag_bag"]], weak=True)
    assert not any(lenient.failed(each) for each in formulas(pair[0], pair[1:], 2))


def test_larger_formulas_are_made_of_more_metrics():
    known = metrics("filtering")
    sizes = [
        {
            len(each.metrics)
            for each in formulas(known["recall"], [known["precision"], known["accuracy"]], most)
        }
        for most in (1, 2, 3)
    ]
    assert all(less < more for less, more in pairwise(sizes))


def test_code_is_refused_since_it_is_no_formula():
    code = build(lambda gold, system: 0.0, task="clustering", reads="labels", key="code")
    with pytest.raises(InputError, match="is code and no formula"):
        repaired(code, [], [])


def test_three_parts_of_rank_biased_precision_and_one_of_precision_satisfy_all_five_ranking_constraints():
    """The five of Amigó et al. (2013), each by a proof; the number of documents of the thresholds is part of them."""
    known = metrics("ranking")
    formula = Formula("mean", (known["rbp"], known["precision"]), (3, 1))
    keys = ["priority", "deepness", "deepness_threshold", "closeness_threshold", "confidence"]
    row = ax.check(formula.as_metric(), constraints=keys, effort="quick", cache=False, jobs=1)
    assert {
        cell.constraint: (cell.strict.outcome, cell.strict.evidence) for cell in row.cells
    } == dict.fromkeys(keys, ("holds", "proof"))


def test_the_command_lists_formulas_with_their_evidence(capsys):
    arguments = ["repair", "precision", "--task", "filtering", "--require", ",".join(PRIORITY)]
    how = ["--other", "accuracy", "--effort", "quick", "--no-progress", "--jobs", "1", "--most", "1"]
    assert run([*arguments, *how]) == 0
    told = capsys.readouterr().out
    assert "(precision + accuracy)/2" in told
    assert "●* proof" in told  # precision has no value where nothing is selected


def test_a_convention_is_one_of_the_small_changes():
    """Nothing is selected and nothing relevant: precision has no value, or a stated one."""
    known = metrics("filtering")["precision"]
    stated = {each.text: each.as_metric() for each in formulas(known, [], 1) if each.how == "convention"}
    assert list(stated) == ["precision with 0/0 = 0", "precision with 0/0 = 1"]
    assert known(gold="10", system="00") is None
    assert [each(gold="10", system="00") for each in stated.values()] == [0, 1]
    assert {each(gold="110", system="101") for each in (known, *stated.values())} == {0.5}


def test_where_nothing_suits_it_is_said_what_goes_against_most_and_how_to_ask_for_a_proof(capsys):
    arguments = ["repair", "jaccard", "--task", "clustering", "--require", "homogeneity", "--largest", "1"]
    assert run([*arguments, "--effort", "quick", "--no-progress", "--jobs", "1"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "no formula that was checked satisfies all constraints; homogeneity drops 2 of 2" in told
    assert "axiometrics lessons clustering --impossible 'homogeneity'" in told


def test_code_of_a_file_is_told_what_repair_needs(tmp_path, capsys):
    path = tmp_path / "own.py"
    path.write_text("def score(gold, system):\n    return 0.0\n")
    assert run(["repair", f"{path}:score", "--task", "clustering", "--require", "homogeneity"]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "repair needs a formula over the view of clustering" in told
    assert "reads=" not in told


def test_demands_that_no_single_case_decides_are_asked_of_what_the_cases_leave():
    """The mean with precision has too large a share of it for all n from some n0 on."""
    keys = ["priority", "deepness", "deepness_threshold", "closeness_threshold", "confidence"]
    told = ax.repair("rbp", keys, task="ranking", others="precision", effort="quick", jobs=1)
    assert told.later == ("deepness_threshold", "closeness_threshold")
    assert told.asked > len(told.candidates) == told.left
    texts = {each.formula.text for each in told.candidates}
    assert "(3 rbp + precision)/4" in texts
    for lost in {"(rbp + precision)/2", "(rbp + 3 precision)/4"}:
        assert lost not in texts
    assert told.blocked["deepness_threshold"] >= 2
    assert f"by deepness_threshold or closeness_threshold, asked of {told.asked}" in told.summary
    assert told.to_dict()["asked_later"] == {"constraints": list(told.later), "formulas": told.asked}


def test_small_cases_go_against_a_demand_where_its_premises_clearly_hold():
    known, demanded = metrics("combination"), [constraints("combination")["thomsen"]]
    judge = _Filter(demanded, weak=False)
    lost = [key for key, each in known.items() if judge.failed(Formula("itself", (each,)))]
    assert "product" in lost
    assert "arithmetic_mean" not in lost
    for key in lost:
        cell = ax.check(known[key], constraints=["thomsen"], effort="quick", jobs=1).cells[0]
        assert cell.strict.outcome == "contradicted"
