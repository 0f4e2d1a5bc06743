"""Where no proof is found there is a sweep: roots, maxima and logarithms in any order get a verdict, never an error."""

from __future__ import annotations

import pytest

from .attacks import settled

MCC = (
    "ratio(counts.tp * counts.tn - counts.fp * counts.fn,"
    " sqrt(counts.relevant * counts.irrelevant * counts.selected * counts.unselected), 0)"
)

HARD = [
    ("filtering", "priority_relevant", f"maximum({MCC}, Fraction(1, 2))"),
    ("filtering", "priority_relevant", f"sqrt(maximum({MCC}, 0))"),
    ("filtering", "priority_irrelevant", f"minimum({MCC}, counts.tp / counts.relevant)"),
    ("filtering", "non_informative_constant", f"maximum({MCC}, -{MCC})"),
    ("filtering", "priority_relevant", f"log2(2 + {MCC})"),
    ("filtering", "priority_relevant", "sqrt(counts.tp) + sqrt(counts.tn)"),
    ("filtering", "priority_relevant", "sqrt(counts.tp) - sqrt(counts.fp) - sqrt(counts.fn)"),
    ("filtering", "priority_irrelevant", "sqrt(counts.tn) / (1 + sqrt(counts.fp) + sqrt(counts.fn))"),
    ("filtering", "priority_relevant", "sqrt(1 + sqrt(counts.tp)) - sqrt(1 + sqrt(counts.fn))"),
    ("filtering", "priority_relevant", "maximum(sqrt(counts.tp), sqrt(counts.fn))"),
    ("filtering", "priority_relevant", "maximum(sqrt(counts.tp) - 1, log2(1 + counts.tp))"),
    ("filtering", "priority_relevant", "log2(1 + sqrt(counts.tp)) + sqrt(counts.tn)"),
    ("filtering", "priority_relevant", "sqrt(log2(1 + counts.tp)) - sqrt(log2(1 + counts.fn))"),
    (
        "filtering",
        "priority_relevant",
        "sqrt(ratio(counts.tp, counts.selected, 0)) * sqrt(counts.tp / counts.relevant)",
    ),
    ("filtering", "priority_relevant", "guarded(sqrt(counts.tp), sqrt(counts.fp) - sqrt(counts.tn), 0)"),
    ("filtering", "non_informative_growing", "(sqrt(counts.tp) + sqrt(counts.fp)) ** 3"),
    (
        "filtering",
        "non_informative_constant",
        "ratio(sqrt(counts.tp) - sqrt(counts.fp), sqrt(counts.tp) + sqrt(counts.fp), 0)",
    ),
    ("clustering", "homogeneity", "table.clusters(lambda a: sqrt(a))"),
    (
        "clustering",
        "rag_bag",
        "table.items / table.cells("
        "lambda n, a, b: sqrt(n + a) + sqrt(b + n + 1) + sqrt(a * b + 3) + sqrt(n * a + b + 5))",
    ),
    (
        "clustering",
        "rag_bag",
        "table.items / (table.cells(lambda n, a, b: sqrt(n + a)) * table.categories(lambda b: sqrt(b + 1))"
        " + table.cells(lambda n, a, b: sqrt(n * a * b + 1)))",
    ),
    (
        "quantification",
        "lump",
        "-maximum(tanh(shares.sum(lambda at: (at.p - at.q)**4 + at.k * ratio((at.p - at.q)**2, at.q, 1)))"
        " + shares.sum(lambda at: (at.p + at.q)"
        " * log2(guarded(ratio(at.p + at.q, at.p, 0), at.p + at.q, 1))), Fraction(1, 7))",
    ),
    (
        "quantification",
        "reversal",
        "-maximum(shares.sum(lambda at: 2 * (at.p + at.q)"
        " * log2(guarded(ratio(at.p + at.q, at.q, 1), at.p + at.q, 2))"
        " + (at.p - at.q)**4 * shares.least_gold), 0)",
    ),
    (
        "quantification",
        "reversal",
        "1 / (1 + shares.sum(lambda at: sqrt(at.p) + sqrt(at.q) + sqrt(1 + at.P)))",
    ),
    ("clustering", "homogeneity", "-table.cells(lambda n, a, b: sqrt(a * b))"),
    (
        "clustering",
        "completeness",
        "maximum(sqrt(table.clusters(lambda a: a**2)), sqrt(table.categories(lambda b: b**2)))",
    ),
    ("clustering", "completeness", "sqrt(table.clusters(lambda a: sqrt(a**3)))"),
    ("clustering", "rag_bag", "log2(1 + sqrt(table.cells(lambda n, a, b: n**2)))"),
    (
        "clustering",
        "size_vs_quantity",
        "sqrt(table.cluster_count) * sqrt(table.category_count) + sqrt(table.items)",
    ),
    (
        "clustering",
        "homogeneity",
        "ratio(table.cells(lambda n, a, b: n**2),"
        " sqrt(table.clusters(lambda a: a**2)) + sqrt(table.categories(lambda b: b**2)), 0)",
    ),
    ("clustering", "completeness", "table.best_in_cluster(lambda n, a, b: sqrt(n) + sqrt(b))"),
    ("ranking", "priority", "run.ranks(lambda at: at.b / sqrt(at.i))"),
    ("ranking", "priority", "sqrt(run.ranks(lambda at: at.b / at.i)) + sqrt(run.relevant)"),
    ("ranking", "priority", "maximum(sqrt(run.ranks(lambda at: at.b / at.i)), Fraction(1, 2))"),
    ("ranking", "append_monotonicity", "sqrt(run.ranks(lambda at: at.x * inverse_log2(at.i + 1)))"),
    ("ranking", "priority", "run.ranks(lambda at: at.b / log2(1 + sqrt(at.i)))"),
    (
        "ordinal",
        "correction",
        "-sqrt(matrix.cells(lambda cell: cell.items * cell.steps)) - sqrt(matrix.used)",
    ),
    ("ordinal", "correction", "-matrix.cells(lambda cell: cell.items * sqrt(cell.steps))"),
    (
        "ordinal",
        "correction",
        "maximum(-matrix.cells(lambda cell: cell.items * cell.steps) / matrix.items,"
        " -sqrt(matrix.cells(lambda cell: cell.items * cell.steps**2) / matrix.items))",
    ),
    ("ordinal", "single_error", "-matrix.largest(lambda cell: sqrt(cell.items * cell.steps))"),
    (
        "quantification",
        "monotonicity",
        "-sqrt(shares.sum(lambda at: (at.p - at.q) ** 2)) - sqrt(shares.sum(lambda at: (at.P - at.Q) ** 2))",
    ),
    ("quantification", "symmetry", "shares.sum(lambda at: (sqrt(at.p) - sqrt(at.q)) ** 2)"),
    ("quantification", "identity", "-log2(1 + sqrt(shares.sum(lambda at: (at.p - at.q) ** 2)))"),
    ("quantification", "reversal", "shares.sum(lambda at: sqrt(at.p * at.q))"),
    ("overlapping", "homogeneity", "families.companions(lambda x, g, d: sqrt(minimum(x, g) / x) / d)"),
    (
        "overlapping",
        "maximal_agreement",
        "-sqrt(families.items(lambda x, g: (x - g) ** 2)) - sqrt(families.cluster_occurrences)",
    ),
    (
        "organization",
        "ranking.priority",
        "sqrt(view.priorities().reliability) + sqrt(view.priorities().sensitivity)",
    ),
    (
        "organization",
        "clustering.homogeneity",
        "maximum(sqrt(view.groupings().reliability), view.groupings().sensitivity)",
    ),
    (
        "combination",
        "symmetry",
        "maximum(sqrt(scores.p * scores.r), ratio(2 * scores.p * scores.r, scores.p + scores.r, 0))",
    ),
    ("combination", "symmetry", "sqrt(scores.p) + sqrt(scores.r)"),
    ("combination", "monotonicity", "((sqrt(scores.p) + sqrt(scores.r)) / 2) ** 2"),
    ("combination", "independence", "sqrt(sqrt(scores.p) + sqrt(scores.r))"),
    ("combination", "idempotence", "sqrt(maximum(scores.p, scores.r)) * sqrt(minimum(scores.p, scores.r))"),
    ("combination", "never_contradicts_unanimity", "log2(1 + sqrt(scores.p)) + log2(1 + sqrt(scores.r))"),
]


@pytest.mark.parametrize(("task", "constraint", "body"), HARD)
def test_roots_and_maxima_get_a_verdict(task: str, constraint: str, body: str) -> None:
    settled(task, constraint, body)
