"""A value is one of convention where another convention would give another value, and only there."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from axiometrics.libraries import judging
from axiometrics.libraries.calling import Own, called, definition
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering import Table
from axiometrics.tasks.quantification import Distributions
from axiometrics.tasks.registry import enumeration, small_outputs


@pytest.mark.parametrize(
    ("key", "output", "wanted"),
    [
        ("jsd", "gold=0 1 system=1 0", Own(1.0, False)),  # 0 log 0 is 0 whatever log 0 is said to be
        ("kld", "gold=0 1 system=0 1", Own(0.0, False)),
        ("kld", "gold=0 1 system=1 0", Own(float("inf"), True)),  # 1 log(1/0)
        ("rae", "gold=1/2 1/2 system=0 1", Own(1.0, False)),  # no share of the gold is zero
    ],
)
def test_conventions_of_distributions(key: str, output: str, wanted: Any) -> None:
    assert definition("quantification", key).value(Distributions.from_notation(output)) == wanted


def test_nothing_over_nothing_is_a_convention() -> None:
    """Two items of different clusters and categories are no pair: Jaccard is 0/0, and 1 by convention."""
    jaccard = definition("clustering", "jaccard")
    assert jaccard.value(Table.from_notation("{a}{b}")) == Own(1.0, True)
    assert jaccard.value(Table.from_notation("{a b}")) == Own(0.0, False)


@pytest.mark.parametrize(
    ("task", "key"),
    [
        ("multilabel", "hierarchical_f1"),
        ("multilabel", "example_f1"),
        ("ordinal", "cem_ord"),
        ("diversity", "alpha_dcg"),
        ("probabilistic", "brier"),
    ],
)
def test_a_metric_as_a_function_of_its_form_has_the_same_values(task: str, key: str) -> None:
    """Verdicts of a definition are those of code that is given every part of the form, a hierarchy too."""
    found = definition(task, key)
    function = called(found.metric)
    for output in small_outputs(task, 2):
        parts = get_task(task).arguments(enumeration(task).form, output)
        assert function(*parts) == pytest.approx(found.value(output).value, rel=1e-9)


@pytest.mark.parametrize(
    ("task", "key"), [("ranking", "ndcg"), ("classification", "macro_f"), ("clustering", "purity")]
)
def test_verdicts_of_a_definition_whose_values_are_found_together_are_those_of_its_calls(
    task: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cases that are swept are scored in one batch; a metric that is called for each has the same verdicts."""
    asked = judging.Asked(size=3, constraints=True, timeout=60.0)
    monkeypatch.setattr(judging, "_KEPT", {})
    together = judging.own_row((task, key), asked)
    monkeypatch.setattr(judging, "_KEPT", {})
    monkeypatch.setattr(judging, "_known_before", lambda metric, size: called(metric))
    alone = judging.own_row((task, key), asked)
    assert [(cell.constraint, cell.strict.outcome) for cell in together.cells] == [
        (cell.constraint, cell.strict.outcome) for cell in alone.cells
    ]
    assert len({cell.strict.outcome for cell in together.cells}) > 1


def test_values_on_swept_cases_are_known_before_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A metric that cannot be called at all still has the value of every swept output."""
    metric = definition("clustering", "purity").metric
    alone, (forms, _) = called(metric), judging._swept("clustering", 3)
    monkeypatch.setattr(judging, "called", lambda metric: None)
    known = judging._known_before(metric, 3)
    swept = [pickle.loads(form) for form in forms]
    assert len(swept) > 10
    assert [known(*parts) for parts in swept] == pytest.approx([alone(*parts) for parts in swept], rel=1e-9)
