"""Planted errors: what is wrong on purpose in metrics and constraints of organizations is found, and drawn."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import CONSTRAINTS, Constraint, constraints
from axiometrics.axioms.organization import EMBEDDED, embedded
from axiometrics.checker import check
from axiometrics.checker.demands import build_cell
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.verdict import Cell
from axiometrics.errors import InputError, NotSymbolicError
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.organization import Organization, outputs
from axiometrics.tasks.organization.cases import MORE

QUICK = Options("quick", size=5, max_examples=20)


def cell(function: Any, constraint: Constraint) -> Cell:
    metric = build(function, task="organization") if callable(function) else metrics("organization")[function]
    return build_cell(metric, constraint, TrustedSource(metric), QUICK)


def test_a_metric_that_rewards_length_fails_confidence_with_the_smallest_case() -> None:
    found = cell(lambda o: o.listed, constraints("organization")["ranking.confidence"])
    assert found.strict.outcome == "contradicted"
    assert found.witness is not None
    assert found.witness.minimal
    assert found.witness.outputs == {"worse": "[r1] [n1] | [r1]", "better": "[r1] | [r1]"}
    assert "level" in found.witness.text


def test_a_metric_that_sees_no_clusters_is_blind_to_homogeneity() -> None:
    found = cell(lambda o: o.priorities().sensitivity, constraints("organization")["clustering.homogeneity"])
    assert found.strict.outcome == "blind"
    assert found.weak.outcome == "holds"


def test_a_constraint_with_its_outputs_exchanged_is_contradicted() -> None:
    right = constraints("clustering")["homogeneity"]

    def exchanged(choose: Any) -> Any:
        template = right.generator(choose)
        return type(template)(
            **{
                **vars(template),
                "outputs": {"worse": template.outputs["better"], "better": template.outputs["worse"]},
            }
        )

    from dataclasses import replace

    wrong = embedded(replace(right, generator=exchanged))
    assert cell("rs_clustering_f", wrong).strict.outcome == "contradicted"
    assert cell("rs_clustering_f", embedded(right)).strict.outcome == "holds"


def test_all_constraints_of_the_simpler_tasks_are_there_and_none_twice() -> None:
    ours = constraints("organization")
    for task in EMBEDDED:
        for key, inner in CONSTRAINTS.view(task, plugins=False).items():
            if inner.judging != "outputs":
                assert f"{task}.{key}" not in ours
                continue
            found = ours[f"{task}.{key}"]
            assert (found.latex, found.margin, type(found.demand)) == (
                inner.latex,
                inner.margin,
                type(inner.demand),
            )
            assert found.summary == inner.summary
            assert {each.name for each in inner.parameters} <= {each.name for each in found.parameters}


@pytest.mark.parametrize(
    "key",
    ["clustering.rag_bag", "overlapping.join_clusters", "filtering.priority_relevant", "ranking.deepness"],
)
def test_the_cases_are_those_of_the_simpler_task(key: str) -> None:
    task, _, inner = key.partition(".")
    record, ours = constraints(task)[inner], constraints("organization")[key]
    mine = get_task("organization").sweep(ours.bound_generator, ours.outputs, 8)
    theirs = get_task(task).sweep(record.bound_generator, record.outputs, 8 + MORE.get(task, 0))
    assert (mine.size == theirs.size).all()
    assert mine.complete_up_to == theirs.complete_up_to
    name = record.preconditions[0]
    assert (
        get_task("organization").condition(f"{task}.{name}", mine) == get_task(task).condition(name, theirs)
    ).all()


def test_a_parameter_of_the_simpler_task_is_handed_on() -> None:
    shared = constraints("organization")["clustering.rag_bag"].with_parameters(context="shared")
    assert shared.label == "clustering.rag_bag(context=shared)"
    row = check(
        "rs_clustering_f", "organization", constraints=[shared.label], effort="quick", size=6, cache=False
    )
    assert row.cells[0].constraint == shared.label
    assert row.cells[0].strict.cases > 50


def test_another_metric_scores_the_plain_reading_of_an_embedded_case() -> None:
    """Without a tail R*S of clusters is plain BCubed where nothing overlaps; a metric of priorities is not."""
    record = constraints("organization")["overlapping.reduces_to_bcubed"]
    without = metrics("organization")["rs_clustering_f"].with_parameters(tail="none")
    found = build_cell(without, record, TrustedSource(without), QUICK)
    assert (found.strict.outcome, found.strict.evidence) == ("holds", "sweep")
    assert found.strict.applicable > 20
    with_tail = cell("rs_clustering_f", record)
    assert with_tail.strict.outcome == "contradicted"
    assert with_tail.witness is not None
    # {a}{b} against {a b}: recall is 1/2; with T = 2.5/4.5 = 5/9 sensitivity is 4/9 * 1/2 + 5/9 = 7/9, F = 7/8
    assert with_tail.witness.outputs["plain"] in ("[a b] | [{a b}]", "[{a b}] | [a b]")
    assert dict(with_tail.witness.scores) == {"plain": "2/3", "overlapping": "7/8"}
    printed = with_tail.witness.python
    assert 'ax.metrics("organization")["rs_clustering_f"]' in printed


@pytest.mark.parametrize("text", ["[a] [b] | [{a b}]", "[{a b} {a b}] | [{a b}]", "| [a]"])
def test_what_has_levels_or_overlaps_is_read_as_no_clustering(text: str) -> None:
    with pytest.raises(InputError, match="clustering"):
        Organization.from_notation(text).seen_as("clustering")


def test_two_weightings_in_one_formula_are_refused() -> None:
    with pytest.raises(NotSymbolicError, match="one weighting"):
        assert build(
            lambda o: o.priorities(n=10).reliability + o.priorities(n=20).sensitivity, task="organization"
        ).formula


def test_a_generator_without_an_output_is_refused() -> None:
    def lacking(choose: Any) -> Any:
        (gold,) = choose.distributions("gold")
        return outputs(gold, worse=())

    with pytest.raises(InputError, match="gives no better"):
        get_task("organization").sweep(partial(lacking), ("worse", "better"), 5)


def test_every_small_pair_of_distributions_is_tried_once() -> None:
    """Two occurrences, one on each side: the same document or another one; 20 more pairs with three occurrences.

    Of three, two are on one side: together in a cluster, apart in a level, or in two levels. Together they are two
    documents a b; the other side names a or a new one: 2 pairs. Apart they are a a or a b, with 2 each: 4. In two
    levels a a with 2, or a b with the first, the second or a new one: 5. So 11 for either side.
    """
    found = get_task("organization").sweep(
        lambda choose: outputs(*(part := choose.distributions("gold", "other"))[:1], only=part[1]),
        ("only",),
        5,
    )
    assert np.bincount(found.size).tolist() == [0, 0, 2, 22]
