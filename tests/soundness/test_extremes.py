"""Sizes at the ends of what floats hold, and beyond: overflow is no infinity, underflow no zero, and nothing hangs."""

from __future__ import annotations

import pytest

from .attacks import SILENT, settled
from .grammar import Formula
from .judge import judge
from .worlds import WORLDS

EXTREMES = [
    ("filtering", "priority_relevant", "counts.tp * 10**400"),
    ("filtering", "priority_relevant", "counts.tp * 10**400 / (10**400 + counts.tp)"),
    ("filtering", "priority_relevant", "counts.tp / 10**400 - counts.fp * counts.tp / 10**401"),
    ("filtering", "priority_relevant", "(10**100 * counts.tp)**9 - (10**100*counts.fp)**9"),
    ("filtering", "priority_relevant", "tanh(counts.tp)"),
    ("filtering", "priority_relevant", "log2(10**60 + counts.tp)"),
    ("filtering", "priority_relevant", "sqrt(10**100 + counts.tp) - 10**50"),
    ("filtering", "priority_relevant", "tanh(counts.tp/10**20) - counts.tp/10**20"),
    ("filtering", "priority_relevant", "tanh(sqrt(counts.fp - 3)) + 2*counts.tp"),
    ("filtering", "priority_relevant", "power(2, counts.tp * 1000)"),
    ("filtering", "priority_relevant", "power(Fraction(1,2), counts.tp * 1000)"),
    ("filtering", "priority_relevant", "-power(Fraction(1,10), counts.tp + 310)"),
    (
        "filtering",
        "priority_relevant",
        "power(10, 306 + counts.tp) + power(10, 306 + counts.fn) - power(10, 306 + counts.tp)",
    ),
    ("filtering", "priority_relevant", "1/power(10, 306 + counts.tp) + counts.tp/10**320"),
    ("clustering", "homogeneity", "table.clusters(lambda a: power(10, 306 + a))"),
    ("clustering", "homogeneity", "-table.clusters(lambda a: power(10, 306 + a))"),
    ("clustering", "homogeneity", "table.clusters(lambda a: power(10, 307 + a) - power(10, 307 + a) + a)"),
    (
        "clustering",
        "homogeneity",
        "table.cells(lambda n,a,b: power(10, 306 + n)) - table.categories(lambda b: power(10, 306+b))",
    ),
    ("clustering", "completeness", "table.cells(lambda n,a,b: power(Fraction(1,10), 320 + n))"),
    ("clustering", "completeness", "table.cells(lambda n,a,b: log2(1 + maximum(sqrt(n/a - n/b + 0*n), 0)))"),
    (
        "clustering",
        "completeness",
        "table.cells(lambda n,a,b: log2(1 + maximum(sqrt(maximum(n/a - n/b, 0)), 0)))",
    ),
    (
        "clustering",
        "homogeneity",
        "table.cells(lambda n, a, b: log2(1 + sqrt(maximum(n / a - n / b, 0))))"
        " + table.cells(lambda n, a, b: n**2 / a)",
    ),
    ("clustering", "homogeneity", "table.cells(lambda n,a,b: tanh(sqrt(maximum(n/a - n/b, 0))))"),
    (
        "clustering",
        "homogeneity",
        "table.cells(lambda n, a, b: n**2 / a)"
        " + 0 * table.cells(lambda n, a, b: 1 / (1 + tanh(sqrt(maximum(n / a - n / b, 0)))))",
    ),
    ("clustering", "homogeneity", "table.best_in_cluster(lambda n,a,b: power(10, 300 + 10*n))"),
    ("ranking", "priority", "run.ranks(lambda at: at.b * power(Fraction(1,10**9), at.i*40))"),
    ("ranking", "priority", "run.ranks(lambda at: at.b * power(10**9, at.i*40))"),
    ("ranking", "priority", "run.cascade(lambda at: power(10,300*at.i), lambda at: at.b/2)"),
    ("ranking", "priority", "run.ranks(lambda at: power(sqrt(at.x - 1), at.b))"),
    ("ranking", "priority", "run.ranks(lambda at: at.b/at.i + 0*power(sqrt(at.x - 1), at.b - at.b))"),
    ("ranking", "append_monotonicity", "run.ranks(lambda at: power(at.x - 1, -at.b))"),
    ("ranking", "priority", "run.ranks(lambda at: at.b/at.i) + 0*power(sqrt(run.listed - 3), run.relevant)"),
    ("ranking", "deepness", "run.ranks(lambda at: at.b / power(10**100, at.i))"),
    ("ordinal", "correction", "-matrix.cells(lambda cell: cell.items * power(10, 300 + 5*cell.steps))"),
    ("ordinal", "correction", "-matrix.largest(lambda cell: cell.items * power(10, 306 + cell.steps))"),
    ("quantification", "monotonicity", "-shares.sum(lambda at: (at.p - at.q)**2) / 10**330"),
    ("quantification", "monotonicity", "-shares.sum(lambda at: ((at.p - at.q)*10**60)**6)"),
    ("quantification", "identity", "-shares.sum(lambda at: log2(1 + maximum(sqrt((at.P - at.Q)**2), 0)))"),
    ("quantification", "symmetry", "shares.sum(lambda at: tanh(sqrt(maximum(at.P - at.Q, at.Q - at.P))))"),
    ("quantification", "symmetry", "shares.sum(lambda at: tanh(sqrt(at.P - at.Q)))"),
    ("combination", "monotonicity", "tanh(scores.p*10**30) + tanh(scores.r*10**30)"),
    ("combination", "monotonicity", "(scores.p*10**200)*(scores.r*10**200)"),
    ("combination", "idempotence", "(scores.p*10**300)*(scores.r*10**300)/10**600/scores.p"),
    ("overlapping", "homogeneity", "families.companions(lambda x,g,d: power(10, 306 + d))"),
    ("overlapping", "homogeneity", "families.items(lambda x,g: log2(1+sqrt(maximum(x/g - g/x,0))))"),
    ("organization", "ranking.priority", "view.priorities().reliability * 10**320"),
    ("organization", "ranking.priority", "view.priorities().reliability / 10**330"),
    ("combination", "boundedness", "minimum(scores.p, scores.r) + Fraction(1, 10**310)"),
]
"""Beyond all floats, below all of them, and roots of what floats cannot tell from zero."""

UNFACTORED = [
    ("filtering", "priority_relevant", "log2(10**400 + counts.tp)"),
    ("filtering", "priority_relevant", "counts.tp * log2(10**300 + 7) + counts.fp * log2(10**300 + 9)"),
    ("clustering", "homogeneity", "table.clusters(lambda a: log2(10**200 + a))"),
]
"""Logarithms of numbers that nobody can factor; plain arithmetic of 160 digits does not tell them apart."""


@pytest.mark.parametrize(("task", "constraint", "body"), EXTREMES)
def test_an_extreme_formula_gets_the_verdict_of_plain_arithmetic(
    task: str, constraint: str, body: str
) -> None:
    settled(task, constraint, body)


@pytest.mark.parametrize(("task", "constraint", "body"), UNFACTORED)
def test_logarithms_of_long_numbers_get_a_verdict(task: str, constraint: str, body: str) -> None:
    found = judge(WORLDS[task], Formula.of(WORLDS[task].view, body), constraint, max_examples=5)
    assert found.kind not in SILENT, found.error
    assert found.phrase.startswith("holds")
