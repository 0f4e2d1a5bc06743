"""Constraints for some n, and for all n from some n0 on: the exact set of n, its evidence, and what is shown."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import AllSizesFrom, SomeSize
from axiometrics.checker.demands import build_cell
from axiometrics.checker.demands.sizes import ranges
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.errors import InputError
from axiometrics.formulas import UNDEFINED, ratio
from axiometrics.metrics.registry import build
from axiometrics.tasks.clustering.chooser import Chooser, Template, cluster


def growing(choose: Chooser) -> Template:
    """A mixed cluster of 2 n items is split, which raises the number of clusters by one."""
    n = choose.size("n")
    rest = choose.context()
    return rest.with_clusters(worse=[cluster(A=n, B=n)], better=[cluster(A=n), cluster(B=n)])


def two_sizes(choose: Chooser) -> Template:
    x, y = choose.size("x"), choose.size("y")
    rest = choose.context()
    return rest.with_clusters(worse=[cluster(A=x, B=y)], better=[cluster(A=x), cluster(B=y)])


def checked(metric: Any, demand: Any, generator: Any = growing) -> Any:
    record = Constraint(key="growing", task="clustering", generator=generator, demand=demand)
    subject = build(metric, task="clustering")
    return build_cell(subject, record, TrustedSource(subject), Options("quick"))


def over(condition: Any) -> Any:
    """A metric whose margin on the growing case has the sign that the condition gives for n = N / 2."""

    def planted(table: Any) -> Any:
        return condition(table.items / 2) * table.cluster_count

    return planted


@pytest.mark.parametrize("low", [1, 2, 7, 38])
def test_the_least_n0_is_found(low: int) -> None:
    cell = checked(over(lambda n: n - low + 1), AllSizesFrom())
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "sweep")
    assert cell.threshold == {"holds_for": f"n >= {low}"}
    assert (cell.strict.cases, cell.strict.size) == (42, 40)


def test_what_fails_from_some_n_on_is_contradicted_by_the_first_of_these() -> None:
    cell = checked(over(lambda n: 10 - n), AllSizesFrom())
    assert cell.strict.outcome == cell.weak.outcome == "contradicted"
    assert cell.threshold == {"holds_for": "n = 1..9"}
    assert cell.witness.parameters == {"n": 11}


def test_a_tie_for_every_large_n_is_blind() -> None:
    cell = checked(lambda table: table.items, AllSizesFrom())
    assert (cell.strict.outcome, cell.weak.outcome) == ("blind", "holds")
    assert cell.threshold == {"holds_for": "no n"}


def test_one_n_that_holds_late_is_enough_and_is_shown() -> None:
    cell = checked(over(lambda n: (n - 33) * (35 - n)), SomeSize())
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "witness")
    assert cell.threshold == {"holds_for": "n = 34"}
    assert cell.witness.parameters == {"n": 34}
    assert cell.weak.outcome == "holds"


def test_an_n_that_only_ties_is_not_enough() -> None:
    cell = checked(over(lambda n: -((n - 5) ** 2)), SomeSize())
    assert (cell.strict.outcome, cell.weak.outcome) == ("blind", "holds")


def test_where_every_n_fails_the_smallest_is_shown() -> None:
    cell = checked(over(lambda n: -n), SomeSize())
    assert cell.strict.outcome == "contradicted"
    assert cell.threshold == {"holds_for": "no n"}
    assert cell.witness.parameters == {"n": 1}


def test_a_late_violation_beyond_the_unbroken_values_is_seen() -> None:
    """Every n up to 40 is tried at quick effort, then 60 and 100: one that fails at 100 does not hold."""
    cell = checked(over(lambda n: 80 - n), AllSizesFrom())
    assert cell.strict.outcome == "contradicted"


def test_a_generator_of_two_sizes_has_no_n() -> None:
    with pytest.raises(InputError, match="asks for one size"):
        checked(over(lambda n: n), SomeSize(), two_sizes)


@pytest.mark.parametrize(("values", "text"), [([], ""), ([4], "4"), ([2, 3, 5], "2..3, 5")])
def test_a_set_of_n_is_written_as_ranges(values: list[int], text: str) -> None:
    assert ranges(values) == text


@pytest.mark.parametrize("demand", [SomeSize(), AllSizesFrom()])
def test_a_metric_without_a_value_for_some_n_is_undefined_unless_it_says_so(demand: Any) -> None:
    lacking = checked(lambda table: table.cluster_count / (table.items - 6), demand)
    assert (lacking.strict.outcome, lacking.threshold) == ("undefined", None)
    assert "no value" in lacking.error
    declared = checked(lambda table: ratio(table.cluster_count, table.items - 6, UNDEFINED), demand)
    assert declared.strict.outcome == "holds"
    assert declared.threshold == {"holds_for": "n >= 4"}
    assert (declared.strict.cases, declared.strict.applicable) == (42, 41)


def test_an_n0_beyond_the_unbroken_values_rests_on_samples() -> None:
    """At quick effort every n up to 40 is tried, then 60 and 100: from 50 on, only these two are known."""
    cell = checked(over(lambda n: n - 50), AllSizesFrom())
    assert (cell.strict.outcome, cell.strict.evidence, cell.strict.size) == ("holds", "search", 40)
    assert cell.threshold == {"holds_for": "n >= 60"}


def test_the_last_n_without_a_value_decides_nothing() -> None:
    lacking = checked(lambda table: ratio(table.cluster_count, 200 - table.items, UNDEFINED), AllSizesFrom())
    assert (lacking.strict.outcome, lacking.threshold) == ("holds", {"holds_for": "n >= 1"})
