"""One clustering, and what it becomes: what some cell, or some best cell, does not show is not proved.

The first formulas are proved. Each hostile one is nearly one of them, but is a tie where some cluster is a category,
reads what differs between the outputs, or has terms that are more than the items of a cell, for large sizes at least.
"""

from __future__ import annotations

from typing import Any

import pytest

import axiometrics as ax
from axiometrics.errors import NotSymbolicError
from axiometrics.metrics import METRICS
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering.partitions.chooser import judged

from .attacks import SILENT, given
from .judge import judge
from .worlds import WORLDS

GOLD, JOIN = "maximal_agreement", "join_improvement"
PURITY = "table.best_in_cluster(lambda n, a, b: n) / table.items"
INVERSE = "table.best_in_category(lambda n, a, b: n) / table.items"
PRECISION = "table.cells(lambda n, a, b: n**2 / a) / table.items"
RECALL = "table.cells(lambda n, a, b: n**2 / b) / table.items"
MIXED = "table.cells(lambda n, a, b: n * log2(a / n))"
PAIRS = "(table.clusters(lambda a: a**2) - table.cells(lambda n, a, b: n**2))"
SPREAD = "table.cells(lambda n, a, b: n * log2(b / n))"
PROVED = [
    (GOLD, "table.cells(lambda n, a, b: n**3 / (a * b)) / table.items"),
    (GOLD, "table.cells(lambda n, a, b: n**2 / (a + 3 * b)) / table.items"),
    (GOLD, "table.best_in_category(lambda n, a, b: n * b / (a + b))"),
    (GOLD, "table.best_in_cluster(lambda n, a, b: n * a / (a + b))"),
    (GOLD, f"({PRECISION}) * ({RECALL})"),
    (GOLD, f"-{MIXED} - {SPREAD}"),
    (
        GOLD,
        "-table.clusters(lambda a: a**2) - table.categories(lambda b: b**2) + 2 * table.cells(lambda n, a, b: n**2)",
    ),
    (JOIN, PURITY),
    (JOIN, PRECISION),
    (JOIN, f"-{MIXED}"),
    (JOIN, "table.cells(lambda n, a, b: n**2) - table.clusters(lambda a: a**2)"),
    (JOIN, "table.best_in_cluster(lambda n, a, b: n**2 / a)"),
]
HOSTILE = [
    # ties where some cells, or best cells, are clusters, or categories
    (GOLD, PURITY),
    (GOLD, INVERSE),
    (GOLD, PRECISION),
    (GOLD, f"-{MIXED}"),
    (GOLD, f"-{SPREAD}"),
    (GOLD, "table.best_in_category(lambda n, a, b: b) / table.items"),
    (GOLD, "table.best_in_cluster(lambda n, a, b: a) / table.items"),
    (GOLD, "table.best_in_category(lambda n, a, b: n * b / a) / table.items"),
    (GOLD, "table.best_in_cluster(lambda n, a, b: n * a / b) / table.items"),
    (GOLD, "table.clusters(lambda a: a**2) - table.cells(lambda n, a, b: n**2)"),
    (GOLD, "-table.clusters(lambda a: a**2) + table.cells(lambda n, a, b: n**2)"),
    (JOIN, "table.best_in_category(lambda n, a, b: n * b / a) / table.items"),
    (JOIN, "table.best_in_category(lambda n, a, b: b) / table.items"),
    (JOIN, "table.best_in_category(lambda n, a, b: n) / table.items"),
    (JOIN, "table.best_in_cluster(lambda n, a, b: n * a / b) / table.items"),
    (JOIN, RECALL),
    (JOIN, f"-{SPREAD}"),
    # what differs between the outputs
    (GOLD, f"{PURITY} + table.cluster_count / 10**9"),
    (GOLD, f"-({MIXED} + {SPREAD}) / (1 + table.cluster_count)"),
    (GOLD, f"({PRECISION}) * ({RECALL}) * table.category_count / table.cluster_count"),
    (GOLD, "table.cells(lambda n, a, b: n / (a + table.cluster_count))"),
    (JOIN, f"-{MIXED} - table.cluster_count / 10**9"),
    (JOIN, f"{PURITY} - table.clusters(lambda a: a**2) / 10**9 + table.cells(lambda n, a, b: n**2) / 10**8"),
    # terms that are more than the items of a cell, or may be negative
    (GOLD, "table.cells(lambda n, a, b: n**2 / (2 * n - a + b))"),
    (GOLD, "table.cells(lambda n, a, b: n * (2 * n - a) / b)"),
    (GOLD, "table.cells(lambda n, a, b: n * a / b)"),
    (GOLD, "table.cells(lambda n, a, b: n * sqrt(n / a))"),
    (GOLD, "table.cells(lambda n, a, b: b * n / (a - n + b))"),
    (GOLD, "table.best_in_category(lambda n, a, b: a * b / n)"),
    (GOLD, "table.best_in_cluster(lambda n, a, b: n * b / (a + b))"),
    (GOLD, "table.best_in_category(lambda n, a, b: minimum(n, 7))"),
    (GOLD, "table.best_in_category(lambda n, a, b: n + 1)"),
    (GOLD, "-table.best_in_category(lambda n, a, b: n)"),
    (GOLD, "-table.cells(lambda n, a, b: n * log2(1 + a - n))"),
    (GOLD, "table.cells(lambda n, a, b: n * log2(a + b))"),
    (GOLD, f"{PRECISION} + {RECALL} - 2 * table.cells(lambda n, a, b: n**3 / (a * b)) / table.items"),
    (GOLD, f"({PRECISION} - {RECALL})**2"),
    (GOLD, f"ratio({PRECISION} - Fraction(1, 2), {RECALL} - Fraction(1, 2), 1)"),
    (GOLD, f"{PURITY} * guarded(1, maximum(0, table.items - 40), 0)"),
    (GOLD, f"maximum({PURITY}, {RECALL})"),
    (GOLD, f"maximum({PURITY}, Fraction(999, 1000))"),
]


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_holds_cell_by_cell_is_proved(constraint: str, body: str) -> None:
    found = judge(WORLDS["clustering"], given("clustering", body), constraint, max_examples=20)
    assert not found.wrong, "\n".join(map(str, found.wrong))
    asked = {"constraints": [constraint], "effort": "quick", "cache": False, "jobs": 1}
    (cell,) = ax.check(given("clustering", body).function, "clustering", **asked).cells
    assert (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof")


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_what_some_cells_do_not_show_has_no_wrong_proof(constraint: str, body: str) -> None:
    found = judge(WORLDS["clustering"], given("clustering", body), constraint, max_examples=20)
    assert not found.wrong, "\n".join(map(str, found.wrong))
    assert found.kind not in SILENT, found.phrase


def asked(choose: Any) -> Any:
    whole = choose.clustering()
    return judged(one=whole, other=whole.refined() if whole.mixes else whole.perfect())


def denied(choose: Any) -> Any:
    whole = choose.clustering()
    choose.require(not whole.differs)
    return judged(one=whole, other=whole.perfect())


def of_what_it_becomes(choose: Any) -> Any:
    whole = choose.clustering()
    choose.require(whole.refined().mixes)
    return judged(one=whole, other=whole.refined())


def twice(choose: Any) -> Any:
    whole = choose.clustering()
    choose.require(whole.mixes)
    choose.require(whole.exchanged().exchanged().differs)
    return judged(one=whole, other=whole.refined())


def of_something_else(choose: Any) -> Any:
    whole = choose.clustering()
    choose.require(whole.cells)
    return judged(one=whole, other=whole.perfect())


@pytest.mark.parametrize("generator", [asked, denied, of_what_it_becomes, twice, of_something_else])
def test_other_conditions_are_no_parametric_case(generator: Any) -> None:
    with pytest.raises(NotSymbolicError):
        get_task("clustering").symbolic(generator, METRICS.get("purity", "clustering").formula)
