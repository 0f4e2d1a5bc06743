"""Exponents keep their fractions, and what has no value is not simplified into one."""

from __future__ import annotations

import pytest

import axiometrics as ax
from axiometrics.metrics.registry import build

from .attacks import SILENT, attacked, given

EXPONENTS = [
    ("ranking", "priority", "run.ranks(lambda at: at.b * power(Fraction(1, 2), at.i / 2))"),
    ("ranking", "priority", "run.ranks(lambda at: at.x * power(Fraction(1, 3), at.i / 3))"),
    ("ranking", "priority", "run.ranks(lambda at: at.x * power(Fraction(4, 5), at.i * Fraction(1, 10)))"),
    ("ranking", "priority", "run.ranks(lambda at: at.b * power(2, -at.i / 2))"),
    ("ranking", "priority", "run.ranks(lambda at: at.b * power(Fraction(1, 2), (at.i + 1) / 2))"),
    ("ranking", "document_order_invariance", "run.ranks(lambda at: at.b * power(Fraction(1, 4), at.i / 4))"),
    ("ranking", "append_monotonicity", "run.ranks(lambda at: power(Fraction(1, 2), at.c / 2))"),
    ("ranking", "append_monotonicity", "power(Fraction(1, 2), run.listed / 2)"),
    ("ranking", "priority", "run.cascade(lambda at: power(Fraction(1, 2), at.i / 2), lambda at: at.b)"),
    (
        "ordinal",
        "correction",
        "matrix.cells(lambda cell: cell.items * power(Fraction(1, 2), cell.steps / 2))",
    ),
    (
        "ordinal",
        "nearer_class",
        "matrix.cells(lambda cell: cell.items * power(Fraction(1, 2), cell.steps / 2)) / matrix.items",
    ),
    ("clustering", "homogeneity", "-table.clusters(lambda a: power(2, a / 3))"),
    ("clustering", "completeness", "table.cells(lambda n, a, b: power(Fraction(1, 2), a / 2))"),
    ("clustering", "completeness", "table.clusters(lambda a: log_binomial(a / 2, 1) + 0 * a)"),
    ("clustering", "homogeneity", "-table.cells(lambda n, a, b: log_binomial(a, n / 2))"),
    ("clustering", "homogeneity", "-table.clusters(lambda a: log_binomial(a + Fraction(1, 2), 1))"),
    ("filtering", "priority_relevant", "-power(Fraction(1, 2), counts.tp / 2)"),
    ("filtering", "priority_irrelevant", "power(2, counts.tn / 3)"),
    ("filtering", "priority_relevant", "log_binomial(counts.relevant, counts.tp / 2)"),
    ("filtering", "priority_relevant", "power(3, counts.tp / counts.relevant)"),
    ("quantification", "monotonicity", "-shares.sum(lambda at: (at.p - at.q) ** 2 * power(2, at.k / 2))"),
    ("quantification", "reversal", "-shares.sum(lambda at: at.p * power(Fraction(1, 2), at.k / 2))"),
    ("overlapping", "homogeneity", "families.companions(lambda x, g, d: power(Fraction(1, 2), d / 2))"),
    ("combination", "idempotence", "power(2, scores.p) * 0 + maximum(scores.p, scores.r)"),
]

ERRORS = "shares.sum(lambda at: (at.p - at.q) ** 2)"
ROOTS = [
    ("quantification", "symmetry", f"sqrt(sqrt({ERRORS}))"),
    ("quantification", "symmetry", f"sqrt({ERRORS})**3"),
    ("quantification", "reversal", f"sqrt({ERRORS}) * {ERRORS}"),
    ("quantification", "reversal", f"1 / sqrt(1 + {ERRORS})**3"),
    ("quantification", "ordinal_invariance", f"ratio(1, sqrt({ERRORS})**3, 0)"),
    ("quantification", "symmetry", "shares.sum(lambda at: sqrt(sqrt(at.p * at.q)))"),
    ("quantification", "unused_end_class", "sqrt(sqrt(sqrt(shares.sum(lambda at: at.p * at.q))))"),
]
"""Roots of roots, and whole powers of roots, of what may be zero: they are proved."""

VALUELESS = [
    ("filtering", "priority_relevant", "counts.tp + maximum(log2(counts.fp), 0)"),
    ("filtering", "priority_irrelevant", "counts.tn + minimum(1, -log2(counts.tp))"),
    ("combination", "monotonicity_weak", "scores.p + scores.r + maximum(log2(scores.p), 0)"),
    ("filtering", "priority_relevant", "counts.tp * counts.fp / counts.fp + counts.tn"),
    ("filtering", "priority_relevant", "counts.tp + (counts.fp - counts.fp) / counts.fp"),
    ("filtering", "priority_relevant", "counts.tp + 0 / counts.tn"),
    ("filtering", "priority_relevant", "counts.tp * (counts.tn / counts.tn) ** 2"),
    ("filtering", "priority_irrelevant", "counts.tn + log2(counts.tp) - log2(counts.tp)"),
    ("filtering", "priority_irrelevant", "counts.tn + 0 * log2(counts.fn)"),
    ("filtering", "priority_relevant", "counts.tp + 0 * sqrt(counts.fp - counts.tn)"),
    ("filtering", "priority_relevant", "counts.tp + sqrt(counts.fp - 3) ** 2 - counts.fp"),
    ("filtering", "priority_relevant", "1 / (1 / counts.tp)"),
    ("filtering", "priority_relevant", "counts.tp * (counts.fp / (counts.fp / counts.fp)) / counts.fp"),
    ("filtering", "priority_relevant", "counts.tp + maximum(1 / counts.fp, 0) - maximum(1 / counts.fp, 0)"),
    ("filtering", "priority_relevant", "guarded(counts.tp, counts.tn / counts.tn, 0)"),
    ("filtering", "priority_irrelevant", "ratio(counts.tn * counts.fn / counts.fn, counts.irrelevant, 0)"),
    ("filtering", "non_informative_constant", "counts.tp / counts.tp"),
    (
        "filtering",
        "non_informative_constant",
        "counts.tp * counts.tn - counts.fp * counts.fn + 0 / counts.tp",
    ),
    ("filtering", "non_informative_growing", "counts.selected * counts.unselected / counts.unselected"),
    (
        "clustering",
        "completeness",
        "table.cells(lambda n, a, b: n * (a - b) / (a - b)) + 1 / table.cluster_count",
    ),
    (
        "clustering",
        "completeness",
        "(table.items - table.cluster_count) ** 2 / (table.items - table.cluster_count)",
    ),
    ("clustering", "homogeneity", "table.cluster_count + 0 * log2(table.category_count - 3)"),
    ("clustering", "homogeneity", "table.cluster_count * (table.items - 9) / (table.items - 9)"),
    ("ranking", "priority", "run.ranks(lambda at: at.b * at.d / at.d / at.i)"),
    ("ranking", "priority", "run.ranks(lambda at: at.b / at.i + 0 * log2(at.x))"),
    ("ranking", "priority", "run.ranks(lambda at: at.b / at.i) * run.nonrelevant / run.nonrelevant"),
    ("ranking", "append_monotonicity", "run.ranks(lambda at: at.b) / run.relevant * run.relevant"),
    (
        "ordinal",
        "correction",
        "matrix.cells(lambda cell: -cell.items * cell.wrong + cell.steps / cell.steps)",
    ),
    ("ordinal", "correction", "-matrix.cells(lambda cell: cell.items * cell.steps**2 / cell.steps)"),
    (
        "ordinal",
        "replication",
        "matrix.cells(lambda cell: cell.items * cell.wrong) * (matrix.used - 2) / (matrix.used - 2) / matrix.items",
    ),
    ("quantification", "monotonicity", "-shares.sum(lambda at: (at.p - at.q) ** 2 * at.q / at.q)"),
    ("quantification", "symmetry", "shares.sum(lambda at: at.p / at.p)"),
    ("quantification", "lump", "-shares.sum(lambda at: (at.p - at.q) ** 2) + 0 * log2(shares.least_gold)"),
    ("overlapping", "homogeneity", "families.companions(lambda x, g, d: g / g / d)"),
    ("overlapping", "maximal_agreement", "-families.items(lambda x, g: (x - g) ** 2 / (x - g) * (x - g))"),
    (
        "organization",
        "ranking.priority",
        "view.priorities().reliability * view.priorities().sensitivity / view.priorities().sensitivity",
    ),
    ("combination", "symmetry", "scores.p * scores.r * (scores.r - scores.p) / (scores.r - scores.p)"),
    ("combination", "idempotence", "scores.p**2 / scores.p"),
    ("combination", "boundedness", "scores.p * scores.r / scores.r"),
    ("combination", "monotonicity_weak", "scores.p + scores.r + 0 * log2(scores.p)"),
]
"""No value somewhere: where a part that would cancel has none."""


@pytest.mark.parametrize(("task", "constraint", "body"), EXPONENTS)
def test_an_exponent_that_is_not_whole_is_refused_in_words_or_kept(
    task: str, constraint: str, body: str
) -> None:
    found, wrong = attacked(task, constraint, body)
    assert not wrong, wrong
    assert found.kind not in SILENT or "whole" in found.error or "integer" in found.error, found.error


@pytest.mark.parametrize(("task", "constraint", "body"), VALUELESS)
def test_what_would_cancel_keeps_the_cases_without_a_value(task: str, constraint: str, body: str) -> None:
    _, wrong = attacked(task, constraint, body)
    assert not wrong, wrong


@pytest.mark.parametrize(("task", "constraint", "body"), ROOTS)
def test_powers_of_roots_have_the_value_that_certificates_say(task: str, constraint: str, body: str) -> None:
    found, wrong = attacked(task, constraint, body)
    assert not wrong, wrong
    assert "proof" in found.phrase, found.phrase


LONG = [
    ("filtering", "priority_relevant", "(10**3000 * counts.tp)**2 - (10**3000 * counts.fn)**2"),
    ("filtering", "non_informative_constant", "(10**3000 * counts.tp)**2 - (10**3000 * counts.fn)**2"),
    ("filtering", "priority_irrelevant", "-(10**3000 * counts.fp)**2 / (10**3000 * counts.items)"),
    ("filtering", "priority_relevant", "sqrt((10**3000 * counts.tp)**2 + 1)"),
    ("ranking", "priority", "run.ranks(lambda at: at.b * power(10**1000, at.i))"),
    ("ranking", "priority", "run.ranks(lambda at: at.b * power(Fraction(1, 10**1000), at.i))"),
    ("clustering", "rag_bag", "table.cells(lambda n, a, b: power(a, 1000 * n))"),
]
"""Numbers of more digits than Python writes."""


@pytest.mark.parametrize(("task", "constraint", "body"), LONG)
def test_numbers_too_long_to_be_written_give_a_verdict_in_words(task, constraint, body):
    found, wrong = attacked(task, constraint, body)
    assert not wrong
    assert found.kind not in SILENT, found.error


@pytest.mark.parametrize("times", [10**3, 10**5, 10**9])
def test_binomial_coefficients_of_huge_numbers_are_not_computed(times):
    body = f"log_binomial(counts.items * {times}, counts.tp * {times})"
    metric = build(given("filtering", body).function, task="filtering")
    asked = {"effort": "quick", "cache": False, "plugins": False, "jobs": 1}
    cell = ax.check(metric, "filtering", constraints=["priority_relevant"], **asked).cells[0]
    assert cell.strict.outcome == "contradicted", cell.error
