"""Constraints are frozen records with parameters, variants and messages that name the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from own_tests import in_tables

from axiometrics.axioms import CONSTRAINTS, constraint, constraints
from axiometrics.axioms.demands import Positive, SomeSize, Zero
from axiometrics.errors import DuplicateKeyError, InputError, UnknownKeyError
from axiometrics.tasks.clustering.chooser import Template, cluster

CLUSTERING = constraints("clustering")
PRIMARY = ["homogeneity", "completeness", "rag_bag", "size_vs_quantity"]


@pytest.fixture
def registry() -> Iterator[dict[tuple[str, str], Any]]:
    """The registered constraints, put back as they were afterwards."""
    before = dict(CONSTRAINTS._records)
    yield CONSTRAINTS._records
    CONSTRAINTS._records.clear()
    CONSTRAINTS._records.update(before)


def split(choose: Any) -> Template:
    """Splitting must help.

    And more words.
    """
    x = choose.size("x")
    return choose.context().with_clusters(worse=[cluster(A=x, B=1)], better=[cluster(A=x), cluster(B=1)])


def test_the_primary_constraints_are_those_of_the_paper_in_its_order() -> None:
    ours = in_tables(
        key for key, record in CLUSTERING.items() if record.origin == "axiometrics.axioms.clustering"
    )
    assert [key for key in ours if CLUSTERING[key].primary] == PRIMARY
    assert ours == [*PRIMARY, "perfect_split"]


def test_the_variants_are_those_of_the_interface() -> None:
    labels = {
        record.with_parameters(**variant).label
        for record in CLUSTERING.values()
        for variant in record.variants
    }
    assert labels >= {"rag_bag(size=n-1)", "rag_bag(context=shared)", "size_vs_quantity(context=shared)"}


@pytest.mark.parametrize("key", [*PRIMARY, "perfect_split"])
def test_every_constraint_names_its_paper_and_section_and_says_what_it_demands(key: str) -> None:
    record = CLUSTERING[key]
    assert record.cites in ("amigo2009", "amigo2013")
    assert record.section
    assert record.summary.endswith(".")
    assert record.latex.count("{") == record.latex.count("}")
    assert record.outputs == ("worse", "better")
    assert record.demand.quantifier == "every"
    assert isinstance(record.demand, Positive)


def test_a_setting_that_differs_from_the_default_is_part_of_the_key() -> None:
    rag_bag = CLUSTERING["rag_bag"]
    assert rag_bag.label == rag_bag.with_parameters(size="n").label == "rag_bag"
    assert rag_bag.with_parameters(size="n-1").label == "rag_bag(size=n-1)"
    assert rag_bag.with_parameters(context="shared", size="n-1").label == "rag_bag(size=n-1,context=shared)"


def test_settings_are_kept_when_another_one_is_made() -> None:
    both = CLUSTERING["rag_bag"].with_parameters(size="n-1").with_parameters(context="shared")
    assert both.label == "rag_bag(size=n-1,context=shared)"


def test_equal_settings_are_equal_constraints() -> None:
    first, second = (CLUSTERING["rag_bag"].with_parameters(size=size) for size in ("n-1", " n-1 "))
    assert first == second
    assert hash(first) == hash(second)
    assert first != CLUSTERING["rag_bag"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"size": "m"}, r"^size=m is not possible; allowed: above, below, n, n\+1, n-1$"),
        ({"context": "shard"}, r"^context=shard is not possible; did you mean 'shared'\?$"),
        ({"size": 3}, r"^size=3 is not possible; "),
    ],
)
def test_a_setting_that_is_not_possible_is_refused_with_those_that_are(given: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        CLUSTERING["rag_bag"].with_parameters(**given)


def test_an_unknown_parameter_is_refused_with_the_known_ones() -> None:
    message = r"^constraint 'rag_bag' has no parameter 'contxt'; did you mean 'context'\?$"
    with pytest.raises(UnknownKeyError, match=message):
        CLUSTERING["rag_bag"].with_parameters(contxt="shared")
    with pytest.raises(
        UnknownKeyError, match=r"^constraint 'homogeneity' has no parameter 'size'; it has none$"
    ):
        CLUSTERING["homogeneity"].with_parameters(size="n")


def test_an_unknown_constraint_is_answered_with_the_nearest_key() -> None:
    message = (
        r"^clustering has no constraint 'homogenity'; did you mean 'homogeneity'\? "
        r"\(`axiometrics list constraints` shows all\)$"
    )
    with pytest.raises(UnknownKeyError, match=message):
        CONSTRAINTS.get("homogenity", "clustering")


def test_a_constraint_of_an_unknown_task_is_refused_with_the_nearest_task() -> None:
    with pytest.raises(UnknownKeyError, match=r"^there is no task 'clusterin'; did you mean 'clustering'\?$"):
        constraint(task="clusterin")
    with pytest.raises(UnknownKeyError, match=r"^there is no task 'clusterin'"):
        constraints("clusterin")


def test_a_second_constraint_of_the_same_key_is_refused_naming_both_sides(registry: Any) -> None:
    def rag_bag(choose: Any) -> Template:
        return split(choose)

    rag_bag.__module__ = "my_plugin.axioms"
    message = (
        r"^constraint 'rag_bag' is already registered by axiometrics\.axioms\.clustering; "
        r"rename the one in my_plugin\.axioms$"
    )
    with pytest.raises(DuplicateKeyError, match=message):
        constraint(task="clustering")(rag_bag)
    assert registry["clustering", "rag_bag"].origin == "axiometrics.axioms.clustering"


def test_registering_twice_in_one_module_is_refused_too(registry: Any) -> None:
    constraint(task="clustering", key="my_split")(split)
    message = rf"^constraint 'my_split' is registered twice in {__name__}; rename one"
    with pytest.raises(DuplicateKeyError, match=message):
        constraint(task="clustering", key="my_split")(split)


def test_in_a_notebook_a_constraint_may_be_defined_again(registry: Any) -> None:
    def again(choose: Any) -> Template:
        return split(choose)

    again.__module__ = "__main__"
    first = constraint(task="clustering")(again)
    second = constraint(task="clustering")(again)
    assert first == second
    assert "again" in constraints("clustering")


@pytest.mark.parametrize("given", [{}, {"demand": SomeSize(Zero())}])
def test_a_comparison_with_another_metric_must_be_an_equality_in_every_case(
    registry: Any, given: dict[str, Any]
) -> None:
    with pytest.raises(InputError, match="scored_by needs a demand of Zero of every case"):
        constraint(task="clustering", scored_by=lambda metric: {"worse": metric}, **given)(split)


def test_the_summary_is_the_first_line_of_the_docstring(registry: Any) -> None:
    record = constraint(task="clustering", key="my_split")(split)
    assert record.summary == "Splitting must help."
    assert record.name == "my split"


def test_records_and_views_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        CLUSTERING["rag_bag"].key = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        CLUSTERING["mine"] = CLUSTERING["rag_bag"]  # type: ignore[index]
