"""A part without a value stays without one, whatever cancels it: in sums, in bodies, in proofs, at any size."""

from __future__ import annotations

import pytest

from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.filtering import Counts

from .attacks import attacked, given, settled

CANCELLED = [
    (
        "filtering",
        "priority_relevant",
        "guarded(1 / counts.fp, counts.fp, 0) + 1 / counts.fp - 1 / counts.fp",
    ),
    ("filtering", "priority_relevant", "ratio(1, counts.tp, 1 / counts.fp) + 1 / counts.fp - 1 / counts.fp"),
    ("filtering", "priority_relevant", "(1 / counts.fp) ** 0 + counts.tp"),
    ("filtering", "priority_relevant", "power(1 / counts.fp, 0) + counts.tp"),
    ("filtering", "priority_relevant", "sqrt(-counts.tp) * sqrt(-counts.tp)"),
    ("filtering", "priority_relevant", "sqrt(counts.tp - 3) * sqrt(counts.tp - 3) * sqrt(3 - counts.tp)"),
    ("filtering", "priority_relevant", "sqrt(41 - counts.fp) * sqrt(41 - counts.fp) * 0 + counts.tp"),
    (
        "filtering",
        "priority_relevant",
        "counts.tp + inverse_log2(42 - counts.fp) - inverse_log2(42 - counts.fp)",
    ),
    ("filtering", "priority_relevant", "counts.tp + 0 * log_binomial(41, counts.fp)"),
    ("filtering", "priority_relevant", "counts.tp + 0 * log2(0 * counts.tp)"),
    ("filtering", "priority_relevant", "sqrt(41 - counts.fp)"),
    ("filtering", "priority_relevant", "log2(41 - counts.relevant)"),
    ("clustering", "homogeneity", "table.cells(lambda n, a, b: n * (1 / (a - n) + 1) - n * (1 / (a - n)))"),
    (
        "clustering",
        "homogeneity",
        "table.cells(lambda n, a, b: n + log2(a - n)) - table.cells(lambda n, a, b: log2(a - n))",
    ),
    (
        "clustering",
        "homogeneity",
        "table.cells(lambda n, a, b: n / (b - 41)) - table.categories(lambda b: b / (b - 41)) + table.cluster_count",
    ),
    (
        "clustering",
        "homogeneity",
        "(table.clusters(lambda a: a) - table.categories(lambda b: b)) / (table.items - 41) + table.cluster_count",
    ),
    (
        "clustering",
        "homogeneity",
        "table.cells(lambda n, a, b: n * (1 / (table.items - 41) + 1) - n / (table.items - 41)) + table.cluster_count",
    ),
    ("ranking", "append_monotonicity", "run.ranks(lambda at: at.b / run.nonrelevant)"),
    (
        "quantification",
        "nearer_class_one_hot",
        "shares.sum(lambda at: (at.k - 1) / (at.p - at.q)) - shares.sum(lambda at: at.k / (at.p - at.q))",
    ),
]
"""What cancels has no value in some case, near or far."""

SAME = [
    (
        "combination",
        "connectedness",
        "scores.p * log2(1 + maximum(scores.r, 0)) / log2(1 + maximum(scores.r, 0))",
    ),
    (
        "combination",
        "idempotence",
        "ratio(scores.p, guarded(guarded(scores.r, scores.r - 1, UNDEFINED), scores.p - 1, UNDEFINED), Fraction(1, 3))",
    ),
    (
        "combination",
        "idempotence",
        "ratio(ratio(2 * scores.p * scores.r, scores.p + scores.r, 0),"
        " guarded(guarded(scores.r, scores.r - 1, UNDEFINED), scores.p - 1, UNDEFINED), Fraction(1, 3))",
    ),
    ("clustering", "homogeneity", "table.categories(lambda b: 1 / (b - 41))"),
    ("clustering", "homogeneity", "table.categories(lambda b: log2(41 - b))"),
    (
        "clustering",
        "homogeneity",
        "table.categories(lambda b: ratio(1, b - 41, UNDEFINED)) + table.cluster_count",
    ),
    ("clustering", "homogeneity", "table.categories(lambda b: log_binomial(41, b)) + table.cluster_count"),
    ("clustering", "homogeneity", "table.categories(lambda b: power(41 - b, -2)) + table.cluster_count"),
    ("ranking", "append_monotonicity", "run.ideal(lambda at: sqrt(41 - at.i))"),
    ("ranking", "append_monotonicity", "run.ideal(lambda at: at.b / (run.nonrelevant - 1))"),
    (
        "ranking",
        "priority",
        "run.ranks(lambda at: at.b / at.i) + 0 * run.ideal(lambda at: inverse_log2(42 - at.i))",
    ),
]
"""The same in every output, and in some of them nothing: a proof must not call that a number."""

WRITTEN = [
    ("filtering", "priority_relevant", "sqrt(sqrt(sqrt(counts.tp)) + 1)"),
    ("filtering", "priority_irrelevant", "-sqrt(sqrt(counts.fp) ** 3)"),
    ("filtering", "priority_relevant", "sqrt((counts.tp - counts.fp) ** 2) + 2 * counts.tp"),
    ("quantification", "symmetry", "-shares.sum(lambda at: sqrt((at.p - at.q) ** 2))"),
    (
        "combination",
        "homogeneity_of_degree_one",
        "sqrt(scores.p * scores.r) + 10**12 * minimum(scores.r, scores.r)",
    ),
    ("combination", "symmetry", "scores.p * scores.r + Fraction(1, 3) * scores.p / scores.p"),
    ("clustering", "homogeneity", "table.cells(lambda n, a, b: (n + a + b + 1) ** 1000)"),
    (
        "ranking",
        "convergence",
        "log2(10**12 + 39 + run.equal_pairs) * run.ranks(lambda at: at.b / at.i)",
    ),
    ("ranking", "priority", "log2(10**12 + 39 + run.ranks(lambda at: at.i * at.b))"),
]
"""What SymPy, or exact arithmetic, makes something else of."""

LOOP = "def formula(counts):\n    x = counts.tp\n    for _ in range({}):\n        x = {}\n    return x\n"

ENDLESS = [
    ("((counts.tp**1000 + 1) ** 1000 + 1) ** 1000", "degree"),
    (LOOP.format(30, "x * x + 1"), "degree"),
    (LOOP.format(60, "maximum(x + 1, x)"), "steps"),
    (LOOP.format(3000, "x + counts.fp"), "nested"),
]
"""Formulas that are quickly written and never evaluated, and the word that says why."""


@pytest.mark.parametrize(("task", "constraint", "body"), [*CANCELLED, *SAME])
def test_what_has_no_value_is_not_rewritten_into_one(task: str, constraint: str, body: str) -> None:
    settled(task, constraint, body)


@pytest.mark.parametrize(("task", "constraint", "body"), WRITTEN)
def test_what_is_written_in_another_way_gets_a_verdict(task: str, constraint: str, body: str) -> None:
    settled(task, constraint, body)


@pytest.mark.parametrize(("body", "word"), ENDLESS)
def test_a_formula_without_end_is_refused_in_words(body: str, word: str) -> None:
    found, wrong = attacked("filtering", "priority_relevant", body)
    assert not wrong, wrong
    assert word in found.error


TAKEN_OUT = {
    "a square": ("sqrt((counts.tp - counts.fp)**2 * (counts.fn - counts.tn))", (1, 1, 0, 1), "0"),
    "a square beside a number": ("1 + sqrt(3 * (counts.tp - 2)**2 * (counts.fn - 5))", (2, 0, 1, 1), "1"),
    "a square of a square": ("sqrt((counts.tp - counts.fp)**4 * (counts.fn - counts.tn))", (1, 1, 0, 1), "0"),
    "a square that is not zero": (
        "sqrt((counts.tp + 1)**2 * (counts.fn - counts.tn))",
        (1, 1, 0, 1),
        "undefined",
    ),
    "a square, of what has a value": ("sqrt((counts.tp - 3)**2 * (counts.fn + 4))", (1, 0, 0, 1), "4"),
}
"""Roots with a factor that SymPy takes out of them, some counts, and the value."""


@pytest.mark.parametrize("what", TAKEN_OUT)
def test_a_root_is_zero_with_a_factor_that_is_taken_out_of_it(what: str) -> None:
    body, counts, value = TAKEN_OUT[what]
    metric, task = build(given("filtering", body).function, task="filtering"), get_task("filtering")
    found = Counts(*counts)
    assert str(task.value(metric, found, task.algebra(found))) == value


@pytest.mark.parametrize(
    ("task", "constraint", "body"),
    [
        (
            "filtering",
            "priority_relevant",
            "counts.tp * (1 - 2 * ratio(0, sqrt((counts.tn - 2)**2 * (counts.fn - 50)), 1))",
        ),
        (
            "ordinal",
            "correction",
            "-matrix.cells(lambda cell: cell.wrong + sqrt((cell.assigned - cell.true)**2 * (cell.items - 2)))",
        ),
    ],
)
def test_such_a_root_gets_the_verdict_of_plain_arithmetic(task: str, constraint: str, body: str) -> None:
    _, wrong = attacked(task, constraint, body)
    assert not wrong, wrong
