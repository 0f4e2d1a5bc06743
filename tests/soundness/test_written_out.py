"""Clusterings that are written out with symbols for sizes: what holds for small sizes, or of few cells, is not proved.

The first formulas are proved. Each hostile one is nearly one of them, but its terms read what differs between outputs,
do not grow in proportion, have another largest one for large sizes, or logarithms of what is no size.
"""

from __future__ import annotations

from typing import Any

import pytest

import axiometrics as ax
from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Zero
from axiometrics.errors import NotSymbolicError
from axiometrics.metrics import METRICS
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering.partitions.chooser import Whole, judged
from axiometrics.tasks.clustering.table import Table

from .attacks import SILENT, given
from .judge import judge
from .worlds import WORLDS

SPLIT, MERGE = "smaller_change", "smaller_change(change=merge)"
PURITY = "table.best_in_cluster(lambda n, a, b: n) / table.items"
INVERSE = "table.best_in_category(lambda n, a, b: n) / table.items"
RECALL = "table.cells(lambda n, a, b: n**2 / b) / table.items"
LEFT = "table.cells(lambda n, a, b: n * log2(b / n)) / table.items"
PROVED = [
    ("locality", f"{PURITY} + {RECALL} / 3"),
    ("locality", "table.best_in_category(lambda n, a, b: n**2)"),
    ("locality", "table.cells(lambda n, a, b: n * log2(1 + n))"),
    ("locality", "table.cells(lambda n, a, b: n * log2(a * b)) / table.items**2"),
    ("merge_locality", "table.best_in_cluster(lambda n, a, b: n**3 / (a + b))"),
    ("merge_locality", "table.cells(lambda n, a, b: n**2 / (a + 2 * b)) / table.items"),
    ("merge_locality", "table.clusters(lambda a: a * log2(a))"),
    (SPLIT, f"-{LEFT}"),
    (SPLIT, "table.best_in_category(lambda n, a, b: n**2 / b) / table.items"),
    (SPLIT, "table.best_in_category(lambda n, a, b: n * b / (a + 3 * b)) / table.items"),
    (SPLIT, f"{INVERSE} - 7 * {LEFT}"),
    (MERGE, "table.best_in_cluster(lambda n, a, b: n) - table.cells(lambda n, a, b: n * log2(a / n))"),
    (MERGE, f"{PURITY}"),
]
HOSTILE = [
    # what differs between the outputs
    ("locality", f"{INVERSE} * table.cluster_count"),
    ("locality", f"{LEFT} / table.category_count"),
    ("locality", f"{INVERSE} + table.cluster_count**2 / 10**9"),
    ("locality", f"{LEFT} * (1 + table.categories(lambda b: b**2) / 10**9)"),
    ("locality", "table.best_in_category(lambda n, a, b: n / (a + table.cluster_count))"),
    ("locality", "table.cells(lambda n, a, b: n * log2(1 + table.category_count * n))"),
    ("locality", f"{PURITY} * guarded(1, maximum(0, table.items - 30), 0) * table.cluster_count"),
    ("locality", f"maximum({INVERSE}, {RECALL})"),
    ("locality", f"maximum({INVERSE}, Fraction(1, 2) + table.cluster_count / 100)"),
    ("merge_locality", f"{INVERSE} * table.cluster_count"),
    ("merge_locality", f"minimum({PURITY}, {INVERSE})"),
    ("merge_locality", f"{PURITY} * {INVERSE}"),
    ("merge_locality", "table.clusters(lambda a: a * log2(a + table.cluster_count))"),
    ("merge_locality", "table.best_in_category(lambda n, a, b: n / a) / (3 + table.cluster_count)"),
    ("merge_locality", "table.best_in_cluster(lambda n, a, b: n) * table.clusters(lambda a: a * log2(a))"),
    # terms that do not grow in proportion, or less for large sizes
    (SPLIT, "table.best_in_category(lambda n, a, b: n + 1)"),
    (SPLIT, "table.best_in_category(lambda n, a, b: minimum(n, 7))"),
    (SPLIT, "table.best_in_category(lambda n, a, b: n / (n + 5))"),
    (SPLIT, "table.best_in_category(lambda n, a, b: n**2 / (b + 40))"),
    (SPLIT, "table.best_in_category(lambda n, a, b: n * (b - n + 1))"),
    (SPLIT, "table.best_in_category(lambda n, a, b: b / n)"),
    (SPLIT, "-table.best_in_category(lambda n, a, b: b / n)"),
    (SPLIT, "-table.best_in_category(lambda n, a, b: n)"),
    (SPLIT, "table.best_in_category(lambda n, a, b: sqrt(n * b))"),
    (SPLIT, "table.best_in_category(lambda n, a, b: n + b / n)"),
    (SPLIT, "table.best_in_category(lambda n, a, b: 1 / n + 1 / b)"),
    (SPLIT, "table.cells(lambda n, a, b: log2(b / n))"),
    (SPLIT, "-table.cells(lambda n, a, b: log2(b / n))"),
    (SPLIT, "-table.cells(lambda n, a, b: n * log2((b + 9) / (n + 9)))"),
    (SPLIT, "-table.cells(lambda n, a, b: n * log2(b * b / n))"),
    (SPLIT, "table.cells(lambda n, a, b: n * log2(n)) - table.items / 50"),
    (
        SPLIT,
        f"{LEFT} - table.best_in_category(lambda n, a, b: n) * guarded(1, maximum(0, table.items - 90), 0)",
    ),
    (SPLIT, f"-{LEFT} + table.cells(lambda n, a, b: n**2) / 10**4"),
    (SPLIT, "-table.cells(lambda n, a, b: n * log2(b / n)) - table.cells(lambda n, a, b: n**2) / 10**4"),
    (SPLIT, "table.best_in_category(lambda n, a, b: n) - table.cells(lambda n, a, b: n**2) / 10**4"),
    (SPLIT, f"-{LEFT} / (1 + table.cells(lambda n, a, b: n**2))"),
    (SPLIT, f"ratio({INVERSE} - Fraction(2, 3), {RECALL} - Fraction(2, 3), 1)"),
    (MERGE, "table.best_in_cluster(lambda n, a, b: minimum(n, 9))"),
    (MERGE, "table.best_in_cluster(lambda n, a, b: n + 3)"),
    (MERGE, "table.best_in_cluster(lambda n, a, b: n / (a + 6))"),
    (MERGE, "table.best_in_cluster(lambda n, a, b: n / a)"),
    (MERGE, "-table.cells(lambda n, a, b: log2(a / n))"),
    (MERGE, "-table.clusters(lambda a: a * log2(a + 2)) + table.cells(lambda n, a, b: n * log2(n + 2))"),
    (MERGE, "table.cells(lambda n, a, b: n * log2(1 + a - n))"),
    (MERGE, "table.cells(lambda n, a, b: n * log2(a - n))"),
    (MERGE, "table.cells(lambda n, a, b: n / (a - n))"),
    (MERGE, f"{PURITY} - {RECALL} * table.cluster_count / 10**9"),
]


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_holds_for_cells_of_every_size_is_proved(constraint: str, body: str) -> None:
    found = judge(
        WORLDS["clustering"], given("clustering", body), constraint, effort="normal", max_examples=20
    )
    assert not found.wrong, "\n".join(map(str, found.wrong))
    assert "strict" in found.proved


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_what_fails_for_some_sizes_has_no_wrong_proof(constraint: str, body: str) -> None:
    found = judge(
        WORLDS["clustering"], given("clustering", body), constraint, effort="normal", max_examples=20
    )
    assert not found.wrong, "\n".join(map(str, found.wrong))
    assert found.kind not in SILENT or "log2(a - n)" in body or "(a - n))" in body, found.phrase


def empty_cell(choose: Any) -> Any:
    s, t = choose.size("s"), choose.size("t")
    return judged(one=Whole(Table(((0, 0, s), (1, 0, t - 1)))), other=Whole(Table(((0, 0, s + t - 1),))))


def twice(choose: Any) -> Any:
    s, t = choose.size("s"), choose.size("t")
    return judged(one=Whole(Table(((0, 0, s), (0, 0, t)))), other=Whole(Table(((0, 0, s + t),))))


def left_out(choose: Any) -> Any:
    s, t = choose.size("s"), choose.size("t")
    return judged(one=Whole(Table(((0, 0, s), (2, 0, t)))), other=Whole(Table(((0, 0, s), (1, 0, t)))))


def named_by_a_size(choose: Any) -> Any:
    s, t = choose.size("s"), choose.size("t")
    return judged(one=Whole(Table(((0, 0, s), (s, 0, t)))), other=Whole(Table(((0, 0, s), (1, 0, t)))))


def one_name(choose: Any) -> Any:
    s, t = choose.size("s"), choose.size("s", 5)
    return judged(one=Whole(Table(((0, 0, s), (1, 0, t)))), other=Whole(Table(((0, 0, s), (1, 0, s)))))


def beside_any(choose: Any) -> Any:
    return judged(one=Whole(Table(((0, 0, choose.size("s")),))), other=choose.clustering())


@pytest.mark.parametrize("generator", [empty_cell, twice, left_out, named_by_a_size, one_name, beside_any])
def test_cells_that_may_not_be_there_are_no_parametric_case(generator: Any) -> None:
    with pytest.raises(NotSymbolicError):
        get_task("clustering").symbolic(generator, METRICS.get("purity", "clustering").formula)


def labels_that_may_be_one(choose: Any) -> Any:
    """At 1000 items both are one cluster."""
    s = choose.size("s")
    return judged(
        first=Whole(Table.from_pairs(dict(zip([(s, 0), (1000, 0)], [s, 1], strict=True)))),
        second=Whole(Table(((0, 0, s), (1, 0, 1)))),
    )


def merged_with_some(choose: Any) -> Any:
    s = choose.size("s")
    cells = Whole(Table(((0, 0, s), (1, 0, 1))))
    return judged(first=cells.merged(0, 1001 - s), second=cells)


@pytest.mark.parametrize("generator", [labels_that_may_be_one, merged_with_some])
def test_users_generators_that_write_tables_are_swept_only(generator: Any) -> None:
    """Whether two labels are one is asked of numbers, and would be answered once."""
    own = Constraint(
        key="own", task="clustering", generator=generator, demand=Zero({"first": 1, "second": -1}),
        judging="outputs", origin="somebodys_axioms",
    )  # fmt: skip
    with pytest.raises(NotSymbolicError, match="swept only"):
        _ = own.symbolic_generator
    cell = ax.check(
        "bcubed_recall", "clustering", constraints=[own], effort="quick", cache=False, jobs=1
    ).cells[0]
    assert cell.strict.evidence != "proof"
