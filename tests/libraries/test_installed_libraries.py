"""What installed libraries do, with the values computed by hand; those that are not installed are skipped."""

from __future__ import annotations

import random

import pytest

from axiometrics.libraries import audit_libraries
from axiometrics.libraries.adapters import installed_version, libraries
from axiometrics.libraries.calling import label_paths
from axiometrics.libraries.telling import difference_sentence
from axiometrics.metrics import METRICS


def audited(library, function, size):
    if installed_version(libraries()[library]) is None:
        pytest.skip(f"{library} is not installed")
    (found,) = audit_libraries([library], functions=[function], size=size, constraints=False)
    return found.functions[0]


def test_bcubed_is_the_package_of_that_name():
    found = audited("bcubed", "precision", 4)
    assert (found.outcome, found.compared) == ("equal", 48)


@pytest.mark.parametrize("name", ["precision", "recall", "fscore"])
def test_bcubed_is_extended_bcubed_where_sets_overlap(name):
    found = audited("bcubed", f"{name}(overlapping)", 2)
    assert (found.outcome, found.error) == ("equal", "")
    assert next(each for each in found.properties if each.name == "nothing beats a perfect output").holds


def test_a_correlation_without_its_root_is_documented_but_not_what_it_is_called():
    found = audited("clusim", "pearson_correlation", 3)
    assert found.outcome == "misnamed"
    assert "documented, but not what it is called" in difference_sentence(found.differences[0])


def test_scikit_learn_gives_zero_to_a_perfect_output_of_singletons():
    """Fowlkes-Mallows of no pairs is 0/0; one item alone is the smallest such input."""
    (shown,) = audited("scikit-learn", "fowlkes_mallows_score", 3).differences
    assert (shown.kind, shown.output, shown.ours, shown.theirs) == ("convention", "{a}", "1.0", "0.0")


def test_permetrics_confuses_classes_in_the_conditional_entropy():
    """Gold a a a b c, clusters {a}{a}{a}{b c}: H(L) = 1.371, H(L|C) = 2/5, so 1 - 0.292 = 0.708; it gives 1."""
    found = audited("permetrics", "homogeneity_score", 5)
    shown = found.differences[0]
    assert (shown.kind, shown.output, shown.theirs) == ("defect", "{a}{a}{a}{b c}", "1.0")
    assert float(shown.ours) == pytest.approx(0.7082, abs=1e-4)


def test_torchmetrics_takes_independent_clusters_for_perfect():
    """{a b}{a b} says nothing about the categories: homogeneity and completeness are 0, and so is their mean."""
    shown = audited("torchmetrics", "v_measure_score", 4).differences[0]
    assert (shown.kind, shown.output, shown.ours, shown.theirs) == ("defect", "{a b}{a b}", "0.0", "1.0")


def test_dlordinal_counts_no_step_over_a_class_that_nothing_uses():
    """One item of class 3 that is assigned to class 1 is two classes off; inferred classes are a convention."""
    shown = audited("dlordinal", "amae", 3).differences[0]
    assert (shown.kind, shown.output, shown.ours, shown.theirs) == (
        "convention",
        "[0 0 1; 0 0 0; 0 0 0]",
        "2.0",
        "1.0",
    )


def test_krippendorff_has_no_value_where_we_have_none():
    found = audited("krippendorff", "alpha(ordinal)", 3)
    assert found.outcome == "equal"
    assert not next(each for each in found.properties if each.name == "has a value").holds


def test_netcal_has_bins_whose_edges_are_rounded():
    """Bins [1/2, 3/5[ and [3/5, 7/10[: the errors 1/2 and 2/5 do not cancel, their mean is 0.45."""
    shown = audited("netcal", "ECE", 2).differences[0]
    assert (shown.kind, shown.output, shown.ours) == ("defect", "1/2 1/2: 1; 2/5 3/5: 2", "0.45")
    assert float(shown.theirs) == pytest.approx(0.05)


@pytest.mark.parametrize(
    "name", ["brier_score_loss", "brier_score_loss(scale_by_half=False)", "roc_auc_score(forecasts)"]
)
def test_scores_of_forecasts_are_those_of_scikit_learn(name):
    found = audited("scikit-learn", name, 2)
    assert (found.outcome, found.error) == ("equal", "")
    assert found.compared > 100


@pytest.mark.parametrize(("library", "name"), [("pyndeval", "nNRBP"), ("ir_measures", "P_IA@5")])
def test_lists_with_aspects_score_as_ndeval_scores_them(library, name):
    pytest.importorskip("pyndeval")
    found = audited(library, name, 3)
    assert (found.outcome, found.error, found.compared) == ("equal", "", 168)


def test_an_impossible_outcome_costs_scikit_learn_the_logarithm_of_the_machine_epsilon():
    """-ln(2^-52) = 36.04."""
    (shown,) = audited("scikit-learn", "log_loss", 1).differences
    assert (shown.kind, shown.output, shown.ours) == ("convention", "1 0: 2", "inf")
    assert float(shown.theirs) == pytest.approx(36.0436534)


@pytest.mark.parametrize(
    ("library", "name"),
    [
        ("statsmodels", "cohens_kappa(wt='linear')"),
        ("statsmodels", "fleiss_kappa"),
        ("irrCAC", "table.CAC.gwet"),
        ("simpledorff", "calculate_krippendorffs_alpha_for_df"),
        ("scorch", "ceaf_m F"),
    ],
)
def test_coefficients_of_agreement_and_coreference_are_ours(library, name):
    assert audited(library, name, 3).outcome == "equal"


def test_irrcac_raises_where_a_variance_divides_by_no_subjects():
    """One subject on which both agree: S is 1, and its variance divides by 1 - 1."""
    (shown,) = audited("irrCAC", "raw.CAC.bp", 1).differences
    assert (shown.kind, shown.output, shown.ours) == ("convention", "[1 0; 0 0]", "1.0")
    assert shown.theirs.startswith("ZeroDivisionError")


def test_beir_ranks_ties_in_the_order_of_the_dict_for_one_metric_and_by_name_for_another():
    """A relevant and a non-relevant document of one score."""
    order = "ignores the order of what is tied"
    held = {
        name: next(each for each in audited("beir", name, 3).properties if each.name == order).holds
        for name in ("MRR@10", "NDCG@10")
    }
    assert held == {"MRR@10": False, "NDCG@10": True}


def test_a_reranking_evaluator_gives_the_best_reciprocal_rank_to_one_score_for_all():
    """(- r): the relevant document is put first, so it has rank 1 whatever its name."""
    shown = audited("sentence-transformers", "RerankingEvaluator mrr", 3).differences[0]
    assert (shown.kind, shown.output, shown.theirs) == ("convention", "(- r)", "1.0")


@pytest.mark.parametrize("name", ["roc_auc_score"])
def test_scikit_learn_takes_ties_as_the_mean_over_their_orders(name):
    assert audited("scikit-learn", name, 3).outcome == "equal"


@pytest.mark.parametrize(
    "name",
    [
        "multilabel_exact_match",
        "multilabel_hamming_distance(macro)",
        "multilabel_precision(micro)",
        "multilabel_recall(macro)",
        "multilabel_f1_score(weighted)",
        "multilabel_jaccard_index(micro)",
    ],
)
def test_torchmetrics_scores_label_sets_as_we_do(name):
    found = audited("torchmetrics", name, 4)
    assert (found.outcome, found.error, found.compared) == ("equal", "", 1352)


def test_torchmetrics_cannot_score_one_item_alone():
    """Of one item every dimension is of size one, and all are squeezed out."""
    shown = audited("torchmetrics", "multilabel_f1_score(samplewise)", 4).differences[0]
    assert (shown.kind, shown.output, shown.ours) == ("defect", "a; b   gold -   system a", "0.0")
    assert shown.theirs.startswith("IndexError")


@pytest.mark.parametrize("name", ["precision(micro)", "precision(macro)", "recall(micro)", "recall(macro)"])
def test_hiclass_fails_on_items_without_labels_and_else_is_ours(name):
    (shown,) = audited("hiclass", name, 3).differences
    assert (shown.kind, shown.output, shown.ours) == ("convention", "a   gold -   system -", "0.0")
    assert shown.theirs.startswith("ZeroDivisionError")


@pytest.mark.filterwarnings("ignore:F-score is ill-defined")
@pytest.mark.parametrize("average", ["micro", "example"])
def test_hiclass_gives_large_hierarchies_our_values(average):
    """Forty forests of 8 labels with 12 items each, none of which is without labels."""
    metrics = pytest.importorskip("hiclass.metrics")
    draws, names = random.Random(7), "abcdefgh"
    for _ in range(40):
        parents = {
            name: draws.choice([[], *([above] for above in names[:n])]) for n, name in enumerate(names)
        }
        gold, system = ([set(draws.sample(names, draws.randint(1, 4))) for _ in range(12)] for _ in range(2))
        paths = label_paths(gold, system, parents)
        for key in ("precision", "recall", "f1"):
            ours = METRICS.get(f"hierarchical_{key}", "multilabel").with_parameters(average=average)
            theirs = getattr(metrics, key)(*paths, average="micro" if average == "micro" else "macro")
            assert ours(gold, system, parents=parents) == pytest.approx(theirs, abs=1e-12)
