"""Margins near zero: not ties, not errors of rounding, but what they are."""

from __future__ import annotations

import pytest

from axiometrics import check

from .attacks import attacked
from .grammar import Formula

ACCURACY = "(counts.tp + counts.tn) / counts.items"
YOUDEN = "counts.tp / counts.relevant - counts.fp / counts.irrelevant"
PURITY = "table.best_in_cluster(lambda n, a, b: n) / table.items"
B3 = "table.cells(lambda n, a, b: n**2 / a) / table.items"
ABSOLUTE = "shares.sum(lambda at: maximum(at.p - at.q, at.q - at.p))"

NO_TIES = [
    ("combination", "idempotence", "(scores.p + scores.r) / 2 + scores.p**2 / 10**10"),
    ("combination", "idempotence", "sqrt(scores.p * scores.r) * (1 + scores.p / 10**11)"),
    ("combination", "idempotence", "(scores.p + scores.r) / 2 + scores.p**9 * scores.r**9 / 10**5"),
    ("combination", "symmetry", "scores.p * scores.r + scores.p * (1 - scores.p) * scores.r / 10**15"),
    ("combination", "symmetry", "(scores.p + scores.r) * 10**9 + scores.p / 10**9"),
    ("combination", "boundedness", "maximum(scores.p, scores.r) + scores.p * scores.r / 10**13"),
    ("combination", "boundedness", "minimum(scores.p, scores.r) - scores.p * (1 - scores.p) / 10**13"),
    ("combination", "homogeneity_of_degree_one", "sqrt(scores.p * scores.r) + scores.p**2 / 10**12"),
    ("filtering", "priority_relevant", "-counts.tp * counts.fp / 10**14"),
    ("filtering", "priority_relevant", f"{ACCURACY} * 0 + counts.tp / 10**14"),
    ("filtering", "priority_irrelevant", "counts.fp / 10**20"),
    (
        "filtering",
        "non_informative_constant",
        "counts.tp * counts.tn / 10**13 - counts.fp * counts.fn / 10**13 + counts.tp / 10**18",
    ),
    (
        "filtering",
        "non_informative_constant",
        f"{YOUDEN} + counts.tp * counts.fp / 10**16",
    ),
    ("filtering", "non_informative_growing", "-counts.selected / 10**15 / counts.items"),
    ("clustering", "completeness", f"{PURITY} - table.cluster_count / 10**14"),
    ("clustering", "completeness", f"{PURITY} + table.cluster_count / 10**14"),
    ("clustering", "homogeneity", f"table.best_in_category(lambda n, a, b: n) * 10**9 + {B3} / 10**9"),
    ("clustering", "homogeneity", f"10**12 + {B3} / 10**6"),
    ("clustering", "rag_bag", f"{PURITY} + table.clusters(lambda a: a**2) / 10**16"),
    ("clustering", "size_vs_quantity", f"{B3} - table.clusters(lambda a: a**2) / 10**15"),
    (
        "clustering",
        "symmetry",
        "table.cells(lambda n, a, b: n**2) + table.cells(lambda n, a, b: n / a) / 10**12",
    ),
    ("clustering", "n_invariance", f"{PURITY} + 1 / (10**13 * table.items)"),
    ("ranking", "priority", "run.ranks(lambda at: at.b) + run.ranks(lambda at: at.b * at.i) / 10**13"),
    ("ranking", "priority", "run.ranks(lambda at: at.b) - run.ranks(lambda at: at.b * at.i) / 10**13"),
    (
        "ranking",
        "document_order_invariance",
        "run.ranks(lambda at: at.b) + run.ranks(lambda at: at.b * power(Fraction(1, 2), at.i)) / 10**9",
    ),
    ("ranking", "append_monotonicity", "run.ranks(lambda at: at.b / at.i**9)"),
    (
        "ordinal",
        "correction",
        "-matrix.cells(lambda cell: cell.items) - matrix.cells(lambda cell: cell.items * cell.wrong) / 10**15",
    ),
    (
        "ordinal",
        "replication",
        "matrix.cells(lambda cell: cell.items * cell.wrong) / matrix.items + matrix.items / 10**15",
    ),
    (
        "ordinal",
        "reversal",
        "matrix.cells(lambda cell: cell.items * cell.steps)"
        " + matrix.cells(lambda cell: cell.items * cell.true) / 10**15",
    ),
    ("quantification", "symmetry", f"-{ABSOLUTE} + shares.sum(lambda at: at.p**2) / 10**13"),
    ("quantification", "non_negativity", f"-{ABSOLUTE} + shares.sum(lambda at: at.q**2) / 10**14"),
    ("quantification", "monotonicity", "-shares.sum(lambda at: (at.p - at.q) ** 2) / 10**16"),
    (
        "overlapping",
        "homogeneity",
        "-families.best_in_category(lambda n, a, b: n) + families.companions(lambda x, g, d: 1 / d) / 10**14",
    ),
    ("organization", "clustering.completeness", "view.groupings().sensitivity / 10**15"),
]
"""Differences that are far smaller than the terms they are differences of."""

CANCELLED = [
    ("filtering", "priority_relevant", "(counts.tp + 10**17) - 10**17"),
    ("filtering", "priority_relevant", "(10**9 + counts.tp) ** 2 - (10**9) ** 2 - 2 * 10**9 * counts.tp"),
    ("filtering", "priority_relevant", "sqrt(10**24 + counts.tp) - 10**12"),
    ("filtering", "priority_irrelevant", "log2(10**20 + counts.tn) - log2(10**20)"),
    (
        "filtering",
        "non_informative_constant",
        "(counts.tp / counts.relevant - counts.fp / counts.irrelevant) * 10**18",
    ),
    (
        "filtering",
        "non_informative_constant",
        "(counts.tp / counts.relevant + 10**8) ** 3 - (counts.fp / counts.irrelevant + 10**8) ** 3",
    ),
    (
        "filtering",
        "non_informative_constant",
        "10**12 * (log2(counts.tp + 1) - log2(counts.tp * counts.tp + 2 * counts.tp + 1) / 2)",
    ),
    ("clustering", "completeness", f"({PURITY} + 10**15) - 10**15"),
    (
        "clustering",
        "completeness",
        f"10**14 * ({B3} - table.cells(lambda n, a, b: n * (n / a)) / table.items) + {PURITY}",
    ),
    ("clustering", "homogeneity", "sqrt(table.cells(lambda n, a, b: n**2 / a) + 10**20) - 10**10"),
    ("clustering", "homogeneity", f"({B3} + 10**8) ** 2 - 10**16"),
    (
        "clustering",
        "rag_bag",
        "table.cells(lambda n, a, b: n * log2(n + 10**12)) - table.items * log2(10**12)",
    ),
    (
        "ranking",
        "priority",
        "run.ranks(lambda at: at.b * sqrt(10**22 + 1 / at.i)) - 10**11 * run.ranks(lambda at: at.b)",
    ),
    ("ranking", "priority", "run.ranks(lambda at: at.b / (10**16 + at.i))"),
    ("ordinal", "replication", "(matrix.cells(lambda cell: cell.items) / matrix.items - 1) * 10**15"),
    (
        "ordinal",
        "perfect_output",
        "sqrt(10**26 - matrix.cells(lambda cell: cell.items * cell.steps)) - 10**13",
    ),
    ("quantification", "symmetry", "10**15 * (shares.sum(lambda at: at.p) - shares.sum(lambda at: at.q))"),
    ("quantification", "identity", "sqrt(10**20 - shares.sum(lambda at: (at.p - at.q) ** 2)) - 10**10"),
    ("overlapping", "maximal_agreement", "(10**16 - families.items(lambda x, g: (x - g) ** 2)) - 10**16"),
    ("organization", "ranking.priority", "(view.priorities().reliability + 10**16) - 10**16"),
    ("combination", "idempotence", "(scores.p + scores.r + 10**16) / 2 - 10**16 / 2"),
    (
        "combination",
        "symmetry",
        "(scores.p + 10**14) * (scores.r + 10**14) - 10**28 - 10**14 * (scores.p + scores.r)",
    ),
]
"""Terms that cancel but for a little."""

CONVENTIONS = [
    (
        "filtering",
        "priority_relevant",
        "ratio(counts.tp, counts.tp / 3 + counts.fn / 3 - counts.relevant / 3, counts.tp)",
    ),
    (
        "filtering",
        "priority_relevant",
        "guarded(counts.tp, sqrt(counts.items) ** 2 - counts.items, -counts.tp)",
    ),
    (
        "filtering",
        "priority_relevant",
        "ratio(counts.tp, log2(counts.relevant * counts.irrelevant) - log2(counts.relevant)"
        " - log2(counts.irrelevant), -counts.tp)",
    ),
    ("filtering", "priority_relevant", "guarded(counts.tp, counts.fn / 10**25, -5)"),
    ("filtering", "priority_relevant", "ratio(counts.tp, (counts.fn + 10**18) - 10**18, 0)"),
    (
        "filtering",
        "priority_irrelevant",
        "guarded(-counts.tn, Fraction(1, 10) * counts.fp + Fraction(1, 5) * counts.fp"
        " - Fraction(3, 10) * counts.fp, counts.tn)",
    ),
    (
        "filtering",
        "non_informative_constant",
        "ratio(counts.tp, counts.tp / counts.relevant - counts.fp / counts.irrelevant, 1)",
    ),
    (
        "filtering",
        "non_informative_constant",
        "guarded(counts.tp, counts.tp / counts.relevant - counts.fp / counts.irrelevant, 1)",
    ),
    (
        "clustering",
        "homogeneity",
        f"guarded(-{B3}, table.cells(lambda n, a, b: n / 7) - table.items / 7, {B3})",
    ),
    (
        "clustering",
        "completeness",
        "ratio(1, table.cells(lambda n, a, b: n / a) - table.cluster_count, table.cluster_count)",
    ),
    (
        "clustering",
        "completeness",
        "guarded(table.cluster_count, table.clusters(lambda a: a * log2(a)) / 10**18, 10**9)",
    ),
    (
        "ranking",
        "priority",
        "guarded(run.ranks(lambda at: at.b / at.i),"
        " run.ranks(lambda at: at.b / 3) * 3 - run.ranks(lambda at: at.b), 0)",
    ),
    (
        "ordinal",
        "correction",
        "guarded(1, matrix.present_classes(lambda each: each.right / each.gold) - matrix.present, 2)",
    ),
    ("quantification", "identity", "guarded(-1, shares.sum(lambda at: (at.p - at.q) ** 2) / 10**20, 0)"),
    (
        "quantification",
        "reversal",
        "guarded(1, shares.sum(lambda at: at.p / 3) * 3 - 1, 2 * shares.sum(lambda at: at.p))",
    ),
    (
        "combination",
        "idempotence",
        "guarded(maximum(scores.p, scores.r), (scores.p - scores.r) / 10**20, (scores.p + scores.r) / 2)",
    ),
    (
        "combination",
        "monotonicity",
        "ratio(scores.p, (scores.p + Fraction(1, 10)) - (scores.p + Fraction(1, 10)), scores.p + scores.r)",
    ),
]
"""Zero or not: the denominators and guards that floats cannot tell."""


@pytest.mark.parametrize(("task", "constraint", "body"), NO_TIES)
def test_a_close_margin_is_no_tie(task: str, constraint: str, body: str) -> None:
    _, wrong = attacked(task, constraint, body)
    assert not wrong, wrong


def test_what_underflows_twice_is_no_tie() -> None:
    """Of the square nothing but its error bound is left in floats, and of the cube not even that."""
    formula = Formula.of("counts", "maximum(log2(1 + counts.tp) / 10**200, -counts.fp)**3")
    found = check(
        formula.function, "filtering", constraints=["priority_relevant"], effort="quick", cache=False, jobs=1
    )
    assert found.cells[0].strict.outcome == "holds"


@pytest.mark.parametrize(("task", "constraint", "body"), CANCELLED)
def test_terms_that_cancel_leave_an_exact_sign(task: str, constraint: str, body: str) -> None:
    _, wrong = attacked(task, constraint, body)
    assert not wrong, wrong


@pytest.mark.parametrize(("task", "constraint", "body"), CONVENTIONS)
def test_conventions_are_decided_exactly(task: str, constraint: str, body: str) -> None:
    _, wrong = attacked(task, constraint, body)
    assert not wrong, wrong
