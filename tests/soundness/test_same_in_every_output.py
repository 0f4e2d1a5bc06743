"""A symbol that differs between the outputs of a case never stands for "the same in every output", in any reduction."""

from __future__ import annotations

import pytest

from .attacks import attacked

MIXED = [
    (
        "clustering",
        "homogeneity",
        "table.best_in_category(lambda n, a, b: n * (1 + 1 / (10**11 * (b + table.cluster_count))))",
    ),
    ("clustering", "completeness", "table.best_in_cluster(lambda n, a, b: n + table.cluster_count / 10**12)"),
    (
        "clustering",
        "completeness",
        "table.best_in_category(lambda n, a, b: n / (10**11 * (b + table.cluster_count)))",
    ),
    ("ranking", "append_monotonicity", "run.ideal(lambda at: at.h / (at.h + (run.listed / 1000) ** 6))"),
    (
        "ranking",
        "append_monotonicity",
        "run.ideal(lambda at: inverse_log2(at.i + 1 + (run.listed / 1000) ** 6))",
    ),
    (
        "ranking",
        "append_monotonicity",
        "run.ideal(lambda at: at.b / (at.i + (run.listed / 1000) ** 6), upto=5)",
    ),
    ("ranking", "append_monotonicity", "run.ideal(lambda at: maximum(at.x, run.listed - 60))"),
    ("ranking", "append_monotonicity", "run.ideal(lambda at: guarded(at.x, run.listed - 41, 0))"),
    ("ordinal", "unused_end_class", "matrix.used_classes(lambda each: each.gold + matrix.classes / 10**12)"),
    (
        "ordinal",
        "unused_end_class",
        "-matrix.cells(lambda cell: cell.items * cell.steps / (matrix.classes - 1 + 10**9))",
    ),
    (
        "clustering",
        "homogeneity",
        "table.best_in_category(lambda n, a, b: n + n / (10**10 * (a + table.cluster_count)))",
    ),
    ("clustering", "homogeneity", "table.best_in_category(lambda n, a, b: n / table.cluster_count)"),
    ("clustering", "homogeneity", "table.best_in_cluster(lambda n, a, b: b / (table.cluster_count + 10**6))"),
    ("clustering", "homogeneity", "table.categories(lambda b: b / (table.cluster_count + b))"),
    (
        "clustering",
        "completeness",
        "table.best_in_category(lambda n, a, b: 1 + n / (b + table.cluster_count)) * 10**9",
    ),
    (
        "clustering",
        "completeness",
        "table.best_in_cluster(lambda n, a, b: n * (1 + 1 / (10**9 + table.cluster_count)))",
    ),
    (
        "clustering",
        "completeness",
        "table.cells(lambda n, a, b: n / (1000 + table.cluster_count) + n**2 / a)",
    ),
    ("clustering", "completeness", "table.categories(lambda b: sqrt(b + table.cluster_count))"),
    ("clustering", "completeness", "table.clusters(lambda a: log2(a + table.cluster_count))"),
    ("clustering", "size_vs_quantity", "table.clusters(lambda a: a**2 / (table.cluster_count + a))"),
    (
        "clustering",
        "maximal_agreement",
        "table.best_in_category(lambda n, a, b: n / (n + table.cluster_count))",
    ),
    ("clustering", "completeness", "table.expected(lambda n, a, b: n / (table.cluster_count + 1))"),
    ("ranking", "append_monotonicity", "run.ideal(lambda at: at.b / (at.i + (run.listed / 1000) ** 6))"),
    ("ranking", "append_monotonicity", "run.ideal(lambda at: at.x + run.listed / 10**9)"),
    ("ranking", "append_monotonicity", "run.ideal(lambda at: sqrt(at.i + run.listed))"),
    ("ranking", "append_monotonicity", "run.ranks(lambda at: at.b / (at.i + run.listed))"),
    ("ranking", "append_monotonicity", "run.ranks(lambda at: at.b / (at.i + (run.listed / 1000) ** 4))"),
    ("ranking", "append_monotonicity", "run.pairs(lambda at, below: at.b / (1 + run.listed))"),
    ("ranking", "append_monotonicity", "run.missed(lambda at, below: below.e / run.listed)"),
    ("ranking", "append_monotonicity", "run.cascade(lambda at: at.i / run.listed, lambda at: at.b / 2)"),
    ("ranking", "localization", "run.ideal(lambda at: at.b / (at.i + (run.nonrelevant / 1000) ** 6))"),
    ("ranking", "localization", "run.ranks(lambda at: at.b / (run.relevant + at.i * 10**6))"),
    ("ranking", "localization", "run.ideal(lambda at: at.h + run.equal_pairs / 10**8)"),
    ("ranking", "localization", "run.top_grade"),
    ("ranking", "localization", "sqrt(run.top_grade) + run.ranks(lambda at: at.b)"),
    ("ranking", "localization", "run.ranks(lambda at: at.x / (1 + run.top_grade))"),
    ("ranking", "localization", "run.ranks(lambda at: at.b) / 10**6 + ratio(run.listed, run.top_grade, 0)"),
    ("ranking", "localization", "run.ideal(lambda at: at.b / (at.i + 10**6 * run.top_grade))"),
    ("ranking", "realizability", "run.ranks(lambda at: at.b / (run.relevant + at.i))"),
    (
        "ordinal",
        "unused_end_class",
        "matrix.cells(lambda cell: cell.items * cell.steps / (matrix.classes + 10**6))",
    ),
    (
        "ordinal",
        "unused_end_class",
        "matrix.all_cells(lambda cell: cell.items / (cell.steps + 1) + Fraction(1, 10**9))",
    ),
    ("ordinal", "nearer_class", "matrix.present_classes(lambda each: each.right + matrix.used / 10**9)"),
    ("ordinal", "correction", "matrix.largest(lambda cell: cell.gold / (cell.gold + matrix.used))"),
    ("ordinal", "correction", "-matrix.present_classes(lambda each: each.gold / (each.gold + matrix.used))"),
    (
        "ordinal",
        "single_error",
        "matrix.smallest(lambda cell: cell.items / (cell.gold * (1000 + matrix.used)))",
    ),
    ("ordinal", "replication", "matrix.cells(lambda cell: cell.items / (matrix.items + Fraction(1, 10**6)))"),
    ("ordinal", "symmetry", "matrix.present_classes(lambda each: each.gold / matrix.items + matrix.present)"),
    (
        "quantification",
        "unused_end_class",
        "-shares.sum(lambda at: (at.p - at.q) ** 2 / (10**6 + shares.classes))",
    ),
    (
        "quantification",
        "unused_end_class",
        "-shares.pairs(lambda at, to: at.p * to.q / (shares.classes + 10**6))",
    ),
    (
        "quantification",
        "absoluteness",
        "-shares.sum(lambda at: (at.p - at.q) ** 2 + shares.least_gold / 10**8)",
    ),
    ("quantification", "absoluteness", "shares.sum(lambda at: at.p * shares.least_gold)"),
    (
        "quantification",
        "symmetry",
        "-shares.sum(lambda at: (at.p - at.q) ** 2 * (1 + shares.least_gold / 10**8))",
    ),
    ("quantification", "reversal", "-shares.sum(lambda at: (at.p - at.q) ** 2 * (1 + at.k / 10**9))"),
    (
        "overlapping",
        "remove_occurrence",
        "families.gold_companions(lambda x, g, h: 1 / (h + families.cluster_occurrences))",
    ),
    (
        "overlapping",
        "remove_occurrence",
        "families.gold_occurrence_pairs(lambda x, g, b: families.cluster_occurrences / b)",
    ),
    ("overlapping", "homogeneity", "families.best_in_category(lambda n, a, b: b / (a + 10**6))"),
    ("overlapping", "item_multiplicity", "families.items(lambda x, g: g / families.cluster_occurrences)"),
    (
        "organization",
        "clustering.completeness",
        "view.groupings().reliability / (10**6 + view.priorities().stated)",
    ),
    ("organization", "ranking.append_monotonicity", "view.priorities().sensitivity / (10**6 + view.listed)"),
    ("filtering", "priority_relevant", "counts.relevant / (counts.relevant + counts.selected / 10**10)"),
    ("combination", "symmetry", "scores.p * scores.r * (1 + scores.p / 10**12)"),
]


@pytest.mark.parametrize(("task", "constraint", "body"), MIXED)
def test_a_body_that_reads_what_differs_is_judged_as_it_is(task: str, constraint: str, body: str) -> None:
    found, wrong = attacked(task, constraint, body)
    assert not wrong, wrong
    assert found.kind != "crash", found.phrase
