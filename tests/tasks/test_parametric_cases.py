"""What a task says of its parametric cases is as strong as the constraint allows: a proof may need all of it."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.axioms import Constraint, constraints
from axiometrics.axioms.demands import Zero
from axiometrics.checker.api import explain
from axiometrics.checker.prove import prove
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas import log_binomial
from axiometrics.formulas.arithmetics.signs import SIZE, Growth
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering.chooser import cluster
from axiometrics.tasks.clustering.partitions.symbolic import parametric_case
from axiometrics.tasks.clustering.symbolic import _excess
from axiometrics.tasks.ordinal.chooser import outputs
from axiometrics.tasks.parametric import ParametricCase
from axiometrics.tasks.ranking.chooser import lists, run
from axiometrics.tasks.ranking.symbolic import Focus
from axiometrics.tasks.ranking.view import G


def a_full_matrix(choose: Any) -> Any:
    matrix = choose.matrix(choose.classes(3), least={(1, 1): 1}, full=True)
    return outputs(worse=matrix.moved(true=1, start=1, to=2), better=matrix)


def test_a_class_that_a_full_matrix_cannot_leave_empty_has_items_in_the_proof() -> None:
    """Its items are all the counts of one column, of which one is not zero."""
    case, *_ = get_task("ordinal").symbolic(a_full_matrix, metrics("ordinal")["mae_macro"].formula)
    signs = {known.meaning.partition("@")[0]: known.sign for known in case.generators.values()}
    assert [signs[f"g_{place}"] for place in (2, 3)] == ["positive", "positive"]
    assert [signs[f"s_{place}"] for place in (1, 3)] == ["nonnegative", "nonnegative"]


def swapped(choose: Any) -> Any:
    """Two clusters that hold one item of the other each, and the same two without."""
    x, y = choose.size("x"), choose.size("y")
    worse = [cluster(A=x, B=1), cluster(A=1, B=y)]
    return choose.context().with_clusters(worse=worse, better=[cluster(A=x + 1), cluster(B=y + 1)])


def test_what_clusters_cost_by_their_sizes_is_proved_the_same_where_no_size_changes() -> None:
    cost = build(
        lambda table: table.clusters(
            lambda a: log_binomial(a + table.category_count - 1, table.category_count - 1)
        ),
        task="clustering",
        key="cost",
    )
    swap = Constraint(key="swap", task="clustering", generator=swapped, demand=Zero())
    assert getattr(prove(cost, swap), "sign", None) == "zero"


@pytest.mark.parametrize("grade", [0, 1])
def test_a_run_of_no_documents_is_nothing(grade: int) -> None:
    def plain(choose: Any) -> Any:
        return lists(worse=[choose.context("head"), 0, 1], better=[choose.context("head"), 1, 0])

    def longer(choose: Any) -> Any:
        head = choose.context("head")
        return lists(worse=[head, 0, run(grade, 0), 1], better=[head, 1, 0, run(grade, 0)])

    formula = metrics("ranking")["precision"].formula
    (one,), (other,) = (get_task("ranking").symbolic(generator, formula) for generator in (plain, longer))
    assert one.outputs == other.outputs


def highest_grade(lists: Any) -> Any:
    return lists.top_grade


def test_a_collection_with_a_relevant_document_more_may_have_a_higher_grade() -> None:
    """The smaller collection of localization may hold none, and then its highest grade is 0."""
    cell = explain(
        build(highest_grade, task="ranking"), "localization", "ranking", effort="quick", cache=False
    )
    assert cell.strict.outcome == "contradicted", cell.error


def test_the_highest_grade_of_binary_lists_is_1_as_soon_as_one_document_is_relevant() -> None:
    formula = build(highest_grade, task="ranking").formula
    for key in ("priority", "deepness", "replacement"):
        for case in get_task("ranking").symbolic(constraints("ranking")[key].bound_generator, formula):
            assert {str(known[G]) for known in case.outputs.values()} == {"1"}


def test_two_arbitrary_clusterings_are_not_taken_for_the_same() -> None:
    """Their names would be the same symbols, and any two metrics' values equal."""

    def two(choose: Any) -> Any:
        return {"worse": choose.clustering(), "better": choose.clustering()}

    with pytest.raises(NotSymbolicError, match="two arbitrary clusterings"):
        parametric_case(two, metrics("clustering")["purity"].formula)


def test_a_gain_of_best_cells_is_told_with_the_number_that_it_is_at_least() -> None:
    case = ParametricCase()
    size = case.generator("x", "nonnegative", "a size", None)
    assert _excess(size + 2, case) == (2, True)
    assert _excess(size, case) == (0, False)
    assert _excess(1 / (size + 1), case) == (0, True)
    assert _excess(size - 1, case) is None


def test_lists_are_graded_where_one_context_is() -> None:
    def mixed(choose: Any) -> Any:
        head, tail = choose.context("head", graded=True), choose.context("tail")
        return lists(worse=[head, 0, 1, tail], better=[head, 1, 0, tail])

    assert Focus(mixed).graded


def test_a_sign_for_all_large_n_is_kept_for_the_certificate() -> None:
    growth = Growth(1)
    assert growth.sign(SIZE**2 - 2 * SIZE) == "positive"
    assert growth.sign(3 - SIZE) == "negative"
    assert [(str(claim.expression), claim.sign) for claim in growth.claims] == [
        ("n**2 - 2*n", "positive"),
        ("3 - n", "negative"),
    ]
    assert growth.start == 4
