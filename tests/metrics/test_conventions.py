"""The 0/0 conventions of the specification, one claim each."""

from __future__ import annotations

import pytest

from axiometrics.errors import InputError
from axiometrics.metrics import metrics

METRICS = metrics("clustering")
NMI = ("nmi_max", "nmi_min", "nmi_arith", "nmi_sqrt", "nmi_joint")
AMI = ("ami_max", "ami_min", "ami_arith", "ami_sqrt")

ONE_ITEM = "{a}"
EQUAL_SINGLETONS = "{a}{b}{c}"
EQUAL_BLOCK = "{a a a}"
ONE_CATEGORY = "{a}{a}{a}"
ONE_CLUSTER = "{a b c}"
INDEPENDENT = "{a b}{a b}"
SPLIT = "{a a}{a}"
SINGLETON_GOLD = "{a b}{c}"
SINGLETON_SYSTEM = "{a}{a}{b}"

CLAIMS = [
    # a single item: no pair at all, both entropies zero
    *(
        (key, ONE_ITEM, 1)
        for key in METRICS
        if METRICS[key].orientation == "score" and key != "mutual_information"
    ),
    ("mutual_information", ONE_ITEM, 0),
    ("edit_distance", ONE_ITEM, 1),
    ("dom_q0", ONE_ITEM, 0),
    # rand: T = 0 -> 1
    ("rand", ONE_ITEM, 1),
    # adjusted Rand: SD = DS = 0 -> 1
    ("adjusted_rand", EQUAL_SINGLETONS, 1),
    ("adjusted_rand", EQUAL_BLOCK, 1),
    ("adjusted_rand", "{a}{a b}", -0.5),
    # Jaccard and pair F1: 0/0 (both all singletons) -> 1
    ("jaccard", EQUAL_SINGLETONS, 1),
    ("pair_f1", EQUAL_SINGLETONS, 1),
    ("jaccard", ONE_CLUSTER, 0),
    ("jaccard", ONE_CATEGORY, 0),
    ("pair_f1", ONE_CLUSTER, 0),
    ("pair_f1", ONE_CATEGORY, 0),
    # Fowlkes-Mallows: X = Y = 0 -> 1, exactly one of them 0 -> 0
    ("fowlkes_mallows", EQUAL_SINGLETONS, 1),
    ("fowlkes_mallows", ONE_CATEGORY, 0),
    ("fowlkes_mallows", ONE_CLUSTER, 0),
    # pair precision and recall: empty denominator -> 1
    ("pair_precision", ONE_CATEGORY, 1),
    ("pair_precision", EQUAL_SINGLETONS, 1),
    ("pair_recall", ONE_CLUSTER, 1),
    ("pair_recall", EQUAL_SINGLETONS, 1),
    ("pair_precision", ONE_CLUSTER, 0),
    ("pair_recall", ONE_CATEGORY, 0),
    # gamma: zero denominator -> 1 if identical, else 0
    ("hubert_gamma", EQUAL_SINGLETONS, 1),
    ("hubert_gamma", EQUAL_BLOCK, 1),
    ("hubert_gamma", ONE_CATEGORY, 0),
    ("hubert_gamma", ONE_CLUSTER, 0),
    ("hubert_gamma", SPLIT, 0),
    ("hubert_gamma", SINGLETON_GOLD, 0),
    # homogeneity: H(L) = 0 -> 1; completeness: H(C) = 0 -> 1
    ("homogeneity_score", ONE_CATEGORY, 1),
    ("homogeneity_score", SPLIT, 1),
    ("completeness_score", ONE_CLUSTER, 1),
    ("homogeneity_score", ONE_CLUSTER, 0),
    ("completeness_score", ONE_CATEGORY, 0),
    # V-measure: h + c = 0 -> 0, and 0 as soon as one of them is
    ("v_measure", INDEPENDENT, 0),
    ("v_measure", ONE_CATEGORY, 0),
    ("v_measure", ONE_CLUSTER, 0),
    ("v_measure", EQUAL_BLOCK, 1),
    # NMI: both entropies 0 -> 1; I = 0 otherwise -> 0, also where the smaller entropy is 0
    *((key, EQUAL_BLOCK, 1) for key in NMI),
    *((key, text, 0) for key in NMI for text in (ONE_CATEGORY, ONE_CLUSTER, SPLIT, INDEPENDENT)),
    # AMI: identical -> 1; 0/0 otherwise -> 0
    *((key, text, 1) for key in AMI for text in (EQUAL_SINGLETONS, EQUAL_BLOCK, "{a a}{b}")),
    *(
        (key, text, 0)
        for key in AMI
        for text in (ONE_CATEGORY, ONE_CLUSTER, SPLIT, SINGLETON_GOLD, SINGLETON_SYSTEM)
    ),
    # Dom: K = 1 -> 0 for every system
    ("dom_q0", ONE_CATEGORY, 0),
    ("dom_q0", SPLIT, 0),
    # the edit distance of a perfect system is K, and {a b} ties with it
    ("edit_distance", "{a}{b}", 2),
    ("edit_distance", "{a b}", 2),
    ("edit_distance", EQUAL_SINGLETONS, 3),
]


@pytest.mark.parametrize(("key", "text", "value"), CLAIMS, ids=lambda part: str(part).replace(" ", ""))
def test_zero_over_zero_has_the_stated_value(key: str, text: str, value: float) -> None:
    assert METRICS[key](text) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize("key", METRICS)
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_identical_partitions_have_the_best_value_whatever_their_sizes(key: str, size: int) -> None:
    """One block, all singletons, and blocks of different sizes: 1 for bounded scores, 0 for distances."""
    for gold in ("a" * size, "abcde"[:size], "aab"[:size]):
        kinds = len(set(gold))
        best = {"edit_distance": kinds, "mutual_information": METRICS["mutual_information"](gold, gold)}
        if key == "dom_q0":
            continue  # the cost of sending the counts stays
        error = METRICS[key].orientation == "error"
        assert METRICS[key](gold, gold) == pytest.approx(best.get(key, 0 if error else 1), abs=1e-14)


@pytest.mark.parametrize("key", METRICS)
def test_no_items_is_an_error_not_a_convention(key: str) -> None:
    with pytest.raises(InputError, match=r"^the clustering has no items; give at least one item"):
        METRICS[key]([], [])


@pytest.mark.parametrize("key", ["dom_q0", "edit_distance", *AMI])
def test_empty_clusters_and_categories_are_dropped_before_anything_is_counted(key: str) -> None:
    assert METRICS[key]([[2, 0, 1], [0, 0, 0], [0, 0, 2]]) == METRICS[key]("{a a b}{b b}")
