"""Tied documents: what every rule makes of them, closed forms of means, and constraints that tell the rules apart."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.api import check
from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.ranking import Ranking
from axiometrics.tasks.ranking.orders import Ruled, orders
from axiometrics.tasks.ranking.tied_means import mean_value
from axiometrics.tasks.ranking.ties import TiedBatch, batch_of

METRICS = metrics("ranking")
RANKING = get_task("ranking")


def value(metric: str, listed: str, **given: object) -> float | None:
    return METRICS[metric].with_parameters(**given)(listed)


# Notation


@pytest.mark.parametrize("text", ["(r - -) r | r", "r (- r) (- -)", "(2 1) -^6 1", "- | r"])
def test_ties_are_read_as_they_are_written(text: str) -> None:
    assert Ranking.from_notation(text).notation() == text


def test_a_place_of_one_document_is_no_tie() -> None:
    assert Ranking.from_notation("(r) -") == Ranking.from_notation("r -")


@pytest.mark.parametrize("text", ["(r -", "r -)", "((r -) -)", "r | (r -)", "r) (-"])
def test_brackets_without_an_end_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="the ranking"):
        Ranking.from_notation(text)


def test_tied_documents_have_equal_scores_and_stand_as_written_by_names_and_in_the_run() -> None:
    _, run = Ranking.from_notation("- (r -) r").to_run()
    scores = run["q"]
    by_names = sorted(scores, key=lambda name: (scores[name], name), reverse=True)
    assert by_names == sorted(scores, key=scores.__getitem__, reverse=True) == list(scores)
    assert len(set(scores.values())) == 3


# Values, worked out by hand

ONE_OF_FOUR = Fraction(25, 48)  # (1 + 1/2 + 1/3 + 1/4)/4


@pytest.mark.parametrize(
    ("metric", "listed", "expected"),
    [
        ("reciprocal_rank", "(r - - -)", ONE_OF_FOUR),
        ("average_precision", "(r - - -)", ONE_OF_FOUR),
        ("rbp", "(r - - -)", Fraction(369, 2500)),  # (1 - (4/5)^4)/4
        ("err", "(r - - -)", Fraction(25, 96)),  # half of it: who sees it stops in half of the cases
        ("reciprocal_rank", "(r r - -)", Fraction(13, 18)),  # 1/2 + 1/6 + 1/18
        ("average_precision", "(r r - -)", Fraction(49, 72)),
        ("average_precision", "- (r -) r | r", Fraction(11, 36)),  # the mean of 1/3 and 5/18
        ("auc", "(r - -)", Fraction(1, 2)),
        ("kendall_tau_a", "(r -)", Fraction(0)),
    ],
)
def test_the_expected_value_is_the_mean_over_all_orders(metric: str, listed: str, expected: Fraction) -> None:
    judged = METRICS[metric].with_parameters(ties="expected")
    output = Ranking.from_notation(listed)
    algebra = RANKING.algebra(output)
    assert algebra.expression(RANKING.value(judged, output, algebra)) == expected
    assert judged(listed) == pytest.approx(float(expected), abs=1e-15)


def test_the_expected_discounted_gain_is_that_of_a_mean_discount() -> None:
    assert value("ndcg", "(r - - -)", ties="expected") == pytest.approx(0.640402, abs=1e-6)
    assert METRICS["precision_at"].with_parameters(k=2, ties="expected")("(r r - -)") == 0.5


@pytest.mark.parametrize("metric", ["average_precision", "reciprocal_rank", "eleven_point_precision"])
def test_best_and_worst_are_the_ends_and_a_given_order_is_one_of_them(metric: str) -> None:
    assert value(metric, "(- r - -)", ties="best") == 1
    assert value(metric, "(- r - -)", ties="worst") == 0.25
    assert value(metric, "(- r - -)", ties="names") == value(metric, "- r - -")
    assert value(metric, "(- r - -)", ties="input") == value(metric, "- r - -")


@pytest.mark.parametrize("metric", ["average_precision", "eleven_point_precision"])
def test_with_thresholds_only_the_ends_of_places_count(metric: str) -> None:
    assert value(metric, "(r - - -)", ties="threshold") == 0.25
    assert value("average_precision", "(r - -) (r -)", ties="threshold") == pytest.approx((1 / 3 + 2 / 5) / 2)
    with pytest.raises(InputError, match="ties=threshold is not possible"):
        value("rbp", "(r -)", ties="threshold")


# Closed forms


def _places(most: int) -> list[str]:
    """Every place of up to so many documents of grades 0, 1 and 2, and unjudged ones."""
    kinds = ["".join(each) for size in range(2, most + 1) for each in product("-r2?", repeat=size)]
    return sorted({"(" + " ".join(sorted(kind)) + ")" for kind in kinds})


CONTEXTS = ["", "r", "-", "- r", "(r -)", "2 -"]


@pytest.mark.parametrize(
    "metric",
    [
        "average_precision",
        "q_measure",
        "bpref",
        "auc",
        "kendall_tau_a",
        "kendall_tau_b",
        "reciprocal_rank",
        "err(gmax=2)",
        "ndcg(gain=exponential)",
        "ndcg_at(k=3)",
        "precision_at(k=2)",
        "r_precision",
        "rbp(gmax=2)",
        "last_relevant",
        "linear_discount",
    ],
)
def test_closed_forms_of_the_mean_are_what_all_orders_give(metric: str) -> None:
    """For every place of up to 4 documents, with up to 2 documents on either side, one side at a time."""
    key, _, rest = metric.partition("(")
    given = dict(each.split("=") for each in rest.rstrip(")").split(",") if each)
    formula = METRICS[key].with_parameters(ties="expected", **given).formula
    lists = [
        f"{head} {place} {tail} | 1"
        for place in _places(4)
        for head, tail in zip(CONTEXTS, CONTEXTS[::-1], strict=True)
    ]
    rankings = [Ranking.from_notation(text) for text in lists[::7]]
    batch = batch_of(rankings)
    told = batch.bounded(formula)
    for number, ranking in enumerate(rankings):
        closed = mean_value(batch_of([ranking]), formula)
        assert closed is not None
        spread = float(np.ravel(closed.radius)[0]) + float(
            np.ravel(told.radius)[number if np.ndim(told.radius) else 0]
        )
        assert abs(float(closed.value[0]) - told.value[number]) <= spread, ranking.notation()


def test_a_thousand_tied_documents_have_a_mean() -> None:
    """A random order of 100 relevant documents among 1000 has a tenth of them in every rank."""
    grades = {f"d{number}": int(number < 100) for number in range(1000)}
    scores = dict.fromkeys(grades, 1.0)
    expected = METRICS["precision_at"].with_parameters(ties="expected")
    assert expected(grades, scores) == pytest.approx(0.1, abs=1e-12)
    assert METRICS["auc"].with_parameters(ties="expected")(grades, scores) == pytest.approx(0.5, abs=1e-12)
    with pytest.raises(InputError, match="more than 5040 orders"):
        METRICS["average_precision"].with_parameters(ties="best")(grades, scores)


# Users' runs

GOLD = {"q": {"a": 1, "b": 0, "c": 0, "d": 0}}
TIED = {"q": {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}}


def test_equal_scores_are_read_by_name_in_order_or_as_ties() -> None:
    rule = METRICS["reciprocal_rank"].with_parameters
    assert METRICS["reciprocal_rank"](GOLD, TIED) == 0.25  # d, c, b, a
    assert rule(ties="input")(GOLD, TIED) == 1
    assert rule(ties="expected")(GOLD, TIED) == pytest.approx(25 / 48)
    assert rule(ties="expected")(GOLD["q"], TIED["q"]) == pytest.approx(25 / 48)
    assert (rule(ties="best")(GOLD, TIED), rule(ties="worst")(GOLD, TIED)) == (1, 0.25)


@pytest.mark.parametrize("ties", ["names", "expected", "best", "worst"])
def test_the_order_in_which_documents_are_given_makes_no_difference_but_to_the_rule_of_input(
    ties: str,
) -> None:
    judged = METRICS["average_precision"].with_parameters(ties=ties)
    turned = {"q": dict(reversed(TIED["q"].items()))}
    assert judged(GOLD, TIED) == judged(GOLD, turned)


def test_by_name_is_what_trec_eval_does_and_in_order_what_ranx_does() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    found = pytrec_eval.RelevanceEvaluator(GOLD, {"recip_rank"}).evaluate(TIED)
    assert found["q"]["recip_rank"] == METRICS["reciprocal_rank"](GOLD, TIED)
    ranx = pytest.importorskip("ranx")
    theirs = ranx.evaluate(ranx.Qrels(GOLD), ranx.Run(TIED), "mrr")
    assert theirs == METRICS["reciprocal_rank"].with_parameters(ties="input")(GOLD, TIED)


def test_scikit_learn_averages_discounted_gain_and_cuts_average_precision() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    truth, scores = np.array([[1, 0, 0, 1, 0]]), np.array([[2.0, 2.0, 1.0, 1.0, 1.0]])
    theirs = sklearn.ndcg_score(truth, scores)
    assert value("ndcg", "(r -) (- r -)", ties="expected") == pytest.approx(theirs, abs=1e-12)
    theirs = sklearn.average_precision_score(truth[0], scores[0])
    assert value("average_precision", "(r -) (- r -)", ties="threshold") == pytest.approx(theirs, abs=1e-12)


# Constraints


def verdict(metric: str, constraint: str) -> tuple[str, str]:
    (cell,) = check(
        metric, "ranking", constraints=[constraint], effort="quick", size=4, cache=False, jobs=1
    ).cells
    return cell.strict.outcome, cell.weak.outcome


HOLDS, BLIND, NOT = ("holds", "holds"), ("blind", "holds"), ("contradicted", "contradicted")


@pytest.mark.parametrize(
    ("ties", "constraint", "expected"),
    [
        ("names", "tie_order_invariance", NOT),  # (r -) and (- r) have the value of r - and of - r
        ("expected", "tie_order_invariance", HOLDS),
        ("best", "tie_order_invariance(group=any)", HOLDS),
        ("expected", "tie_average", HOLDS),
        ("best", "tie_average", NOT),
        ("names", "tie_bounds", HOLDS),
        ("names", "constant_scorer", NOT),  # who lists the relevant one first gets 1 for (r -)
        ("expected", "constant_scorer", BLIND),
        ("worst", "constant_scorer", HOLDS),
        ("best", "constant_scorer(against=best)", BLIND),
        ("expected", "tie_resolution", HOLDS),  # half of what priority gains
        ("names", "tie_resolution", BLIND),
        ("best", "tie_resolution(direction=wrong)", HOLDS),
        ("worst", "tie_resolution(direction=wrong)", BLIND),
        ("threshold", "tie_average", NOT),
    ],
)
def test_rules_of_ties_are_told_apart(ties: str, constraint: str, expected: tuple[str, str]) -> None:
    assert verdict(f"average_precision(ties={ties})", constraint) == expected


def test_a_metric_of_no_order_satisfies_every_tie_constraint_of_equality_and_is_blind_in_the_others() -> None:
    assert verdict("recall", "tie_order_invariance") == HOLDS
    assert verdict("recall", "tie_resolution") == BLIND


def test_a_witness_shows_the_tied_documents_and_the_rule() -> None:
    (cell,) = check(
        "average_precision(ties=best)",
        "ranking",
        constraints=["tie_average"],
        effort="quick",
        size=4,
        cache=False,
        jobs=1,
    ).cells
    assert dict(cell.witness.outputs) == {"expected": "expected (r -)", "judged": "(r -)"}
    assert dict(cell.witness.scores) == {"expected": "3/4", "judged": "1"}
    json.dumps(cell.to_dict())


def test_a_mean_of_a_function_is_made_of_its_values_on_strict_lists() -> None:
    mean = Ruled.from_notation("expected (r - -)")
    assert [each.notation() for each in mean.tables] == [each.notation() for each in orders(mean.ranking)]
    assert RANKING.number(METRICS["eleven_point_precision"], mean) == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)


def test_batches_of_lists_with_ties_are_taken_and_told_as_they_were_given() -> None:
    texts = ["(r -) r | r", "| r", "- (r r -)", "r -"]
    batch = batch_of([Ranking.from_notation(text) for text in texts])
    assert isinstance(batch, TiedBatch)
    assert [each.notation() for each in batch.tables()] == texts
    assert [each.notation() for each in batch.taken(np.array([2, 1])).tables()] == [texts[2], texts[1]]


def test_a_tied_pair_is_resolved_by_half_of_what_priority_gains_by_proof() -> None:
    options = {"effort": "quick", "size": 4, "cache": False, "jobs": 1}
    for metric in ("average_precision", "rbp", "ndcg", "auc"):
        cells = check(
            f"{metric}(ties=expected)",
            "ranking",
            constraints=["tie_average", "tie_order_invariance", "tie_resolution"],
            **options,
        ).cells
        assert [(cell.strict.outcome, cell.strict.evidence) for cell in cells] == [("holds", "proof")] * 3


def test_the_source_of_the_total_order_is_the_general_theory() -> None:
    scale = constraints("ranking")["ordinal_scale"]
    assert (scale.cites, scale.with_parameters(order="total").cites) == ("ferrante2015", "ferrante2019")
