"""What one family has more than another one: proofs of formulas that grow with it alone, and none of those around."""

from __future__ import annotations

import pytest

from .attacks import attacked

PRECISION = "families.companions(lambda x, g, d: minimum(x, g) / (x * d)) / families.clustered"
RECALL = "families.gold_companions(lambda x, g, h: minimum(x, g) / (g * h)) / families.categorised"
RELIABILITY = (
    "families.occurrence_pairs(lambda x, g, a: minimum(x, g) / (x * a)) / families.cluster_occurrences"
)
SENSITIVITY = (
    "families.gold_occurrence_pairs(lambda x, g, b: minimum(x, g) / (g * b)) / families.category_occurrences"
)
PURITY = "families.best_in_cluster(lambda n, a, b: n) / families.cluster_occurrences"
INVERSE = "families.best_in_category(lambda n, a, b: n) / families.category_occurrences"

PROVED = [
    ("homogeneity", f"{PRECISION} + {PURITY} + {RECALL}", "weak"),
    ("completeness", f"{RECALL} * {PRECISION}", "strict"),
    ("completeness", f"{SENSITIVITY} + {RELIABILITY} + {INVERSE} + {PURITY}", "strict"),
    ("size_vs_quantity", f"{PURITY} + families.clustered", "weak"),
    ("duplicate_cluster", f"{PRECISION} - families.cluster_occurrences / 10**9", "strict"),
    ("join_clusters", f"({PRECISION}) * ({SENSITIVITY})", "strict"),
]
ALMOST = [
    # what falls with the change, by as little as one may wish
    ("homogeneity", f"{PRECISION} - {RELIABILITY} / 10**9"),
    ("homogeneity", RELIABILITY),
    ("homogeneity", f"{PRECISION} + {RELIABILITY} / 10**6"),
    ("homogeneity", f"{PURITY} + {INVERSE}"),
    ("completeness", f"{PRECISION} - {RECALL} / 10**9"),
    ("completeness", f"{RECALL} - {PRECISION} * 10**6"),
    ("completeness", f"({SENSITIVITY}) / ({RELIABILITY})"),
    ("completeness", f"{PURITY} - {INVERSE} / 10**9"),
    ("size_vs_quantity", f"{PURITY} - {RELIABILITY} / 10**9"),
    # what more occurrences make up for, with many copies or items
    ("duplicate_cluster", f"{PRECISION} + families.cluster_occurrences / 10**9"),
    ("duplicate_cluster", f"({PRECISION}) * families.cluster_occurrences"),
    ("duplicate_cluster", f"{RECALL} + families.items(minimum) / 10**9"),
    ("cheat_system", f"{PRECISION} + families.cluster_occurrences / 10**9"),
    ("cheat_system", f"({PRECISION}) * families.cluster_occurrences"),
    # one side alone, or the better one, or two of the same side
    ("join_clusters", f"maximum({PRECISION}, {RECALL})"),
    ("join_clusters", f"({PRECISION}) * ({RELIABILITY})"),
    # sums of other terms
    ("homogeneity", "families.companions(lambda x, g, d: minimum(x, g) / d) / families.clustered"),
    ("homogeneity", "families.companions(lambda x, g, d: minimum(x, g) / (x * d**2)) / families.clustered"),
    ("homogeneity", "families.best_in_cluster(lambda n, a, b: n**2 / a) / families.cluster_occurrences"),
    (
        "completeness",
        "families.gold_companions(lambda x, g, h: minimum(x, g) / (x * h)) / families.categorised",
    ),
    (
        "completeness",
        "families.best_in_category(lambda n, a, b: n / (a + b)) / families.category_occurrences",
    ),
    ("completeness", "families.occurrence_pairs(lambda x, g, a: minimum(x, g) / (x * a**2))"),
    ("completeness", "families.items(lambda x, g: minimum(x, g) * x) / families.cluster_occurrences"),
    ("size_vs_quantity", "families.best_in_cluster(lambda n, a, b: n / b)"),
]


@pytest.mark.parametrize(("constraint", "body", "form"), PROVED)
def test_what_grows_with_shares_alone_is_proved(constraint: str, body: str, form: str) -> None:
    found, wrong = attacked("overlapping", constraint, body)
    assert not wrong, wrong
    assert form in found.proved


@pytest.mark.parametrize(("constraint", "body"), ALMOST)
def test_what_the_change_may_turn_around_has_no_proof(constraint: str, body: str) -> None:
    found, wrong = attacked("overlapping", constraint, body)
    assert not wrong, wrong
    assert found.kind != "holds (proof)"
    assert found.kind not in ("refused", "error cell", "crash"), found.phrase
