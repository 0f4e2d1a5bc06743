"""Proofs of single cells, found anew, and their certificates."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from axiometrics.axioms import CONSTRAINTS
from axiometrics.certify.document import standing_alone
from axiometrics.checker.cells import prove_equivalent
from axiometrics.checker.series import prove_series, series_proof
from axiometrics.formulas import INFINITE, UNDEFINED, guarded, log2, maximum, ratio
from axiometrics.metrics import METRICS
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task

Cell = tuple[str, str, str]
SAMPLE = (
    # coefficient signs, in one and in several cases
    ("filtering", "precision", "priority_relevant"),
    ("filtering", "f", "priority_relevant"),
    # squares, with open signs of roots
    ("filtering", "mcc", "non_informative_constant"),
    ("combination", "geometric_mean", "monotonicity"),
    # a monotone function of a root
    ("filtering", "lam", "priority_relevant"),
    # along lines: a value everywhere, continuity alone, and beside linear forms
    ("combination", "area_under_f", "connectedness"),
    ("combination", "f", "restricted_solvability"),
    ("combination", "quadratic_mean", "archimedean"),
    # premises that are divided by, one of squares
    ("combination", "power_mean", "thomsen"),
    ("combination", "quadratic_mean", "thomsen"),
    # several linear forms
    ("combination", "f", "never_contradicts_unanimity"),
    # a sum of premises
    ("combination", "f", "transitivity"),
    # equal reductions
    ("clustering", "adjusted_rand", "size_vs_quantity"),
    ("ordinal", "f1_macro", "reversal"),
    # sums of squares and of t log t: gaps, superadditivity, growth
    ("clustering", "rand", "homogeneity"),
    ("clustering", "v_measure", "homogeneity"),
    ("clustering", "homogeneity_score", "completeness"),
    ("clustering", "completeness_score", "size_vs_quantity"),
    # what a split adds to the cost of counts
    ("clustering", "dom_q0", "homogeneity"),
    # best cells
    ("clustering", "purity", "homogeneity"),
    ("clustering", "f_measure", "size_vs_quantity"),
    # other sums over cells
    ("clustering", "bcubed_f", "completeness"),
    # cells that are told: logarithms of products, the largest of some terms, four outputs
    ("clustering", "variation_of_information", "smaller_change"),
    ("clustering", "f_measure", "smaller_change"),
    ("clustering", "inverse_purity", "merge_locality"),
    ("clustering", "mutual_information", "merge_locality"),
    # one clustering and what it becomes, cell by cell
    ("clustering", "bcubed_f", "maximal_agreement"),
    ("clustering", "f_measure", "maximal_agreement"),
    ("clustering", "variation_of_information", "maximal_agreement"),
    ("clustering", "fowlkes_mallows", "maximal_agreement"),
    ("clustering", "purity", "join_improvement"),
    ("clustering", "v_measure", "collinearity"),
    # what readers of one list gain beyond those of another one
    ("ranking", "err", "priority"),
    ("ranking", "err", "deepness"),
    ("ranking", "reciprocal_rank", "replacement"),
    # where nothing is relevant; the most that a whole list can add up to
    ("ranking", "rbp", "completeness_at_zero"),
    ("ranking", "precision_at", "boundedness"),
    ("ranking", "rbp", "boundedness"),
    ("ranking", "reciprocal_rank", "boundedness"),
    ("ranking", "average_precision", "boundedness"),
    ("ranking", "ndcg_at", "boundedness"),
    # shares of classes, and distances of shares
    ("quantification", "nmd", "lump_one_hot"),
    ("quantification", "ae", "non_negativity"),
    ("quantification", "ae", "unused_end_class"),
    ("quantification", "rsnod", "symmetry"),
    ("quantification", "od", "reversal"),
    # bounds of distances, distributions that differ, an amount up to a difference
    ("quantification", "by_number", "triangle_inequality"),
    ("quantification", "by_number", "unit_interval"),
    ("quantification", "by_squared_distance", "identity"),
    ("quantification", "by_number", "cdf"),
    # single terms of cumulative shares, and of classes that are weighted
    ("quantification", "emd", "triangle_inequality"),
    ("quantification", "nmd", "unit_interval"),
    ("quantification", "emd", "cdf"),
    ("quantification", "nmd", "reversal"),
    ("quantification", "rnod", "identity"),
    ("quantification", "emd", "perfect_is_zero"),
    ("quantification", "od", "monotonicity"),
    ("quantification", "od", "impartiality"),
    ("quantification", "od", "non_negativity"),
    # single terms of shares of any number of classes, in one order or another
    ("quantification", "ae", "triangle_inequality"),
    ("quantification", "rnss", "identity"),
    ("quantification", "nae", "lump"),
    ("quantification", "nae", "non_negativity"),
    ("quantification", "nae", "monotonicity"),
    ("quantification", "se", "unit_interval"),
    # single terms of shares: nearer to the gold, without a margin, bounds, a length, parts of distributions
    ("quantification", "nkld", "relativity"),
    ("quantification", "kld", "cdf_one_hot"),
    ("quantification", "jsd", "unit_interval"),
    ("quantification", "rnss", "triangle_inequality"),
    ("quantification", "kld_gold", "independence"),
    ("quantification", "nrae", "independence_matched"),
    # an output on the gold of another one
    ("classification", "balanced_accuracy", "worst_output"),
    # more classes that may be empty than every choice of them is looked at
    ("classification", "f_of_macro", "worst_output"),
    ("classification", "macro_precision", "worst_output"),
    ("classification", "symmetric_balanced_accuracy", "worst_output"),
    # a reduction of a sum inside a larger one
    ("classification", "nmi", "label_permutation"),
    ("classification", "uncertainty_coefficient", "unused_class"),
    # sums over classes compared class by class, with numbers of classes, extremes and roots; extremes of all classes
    ("classification", "macro_precision", "correction"),
    ("classification", "class_balance_accuracy", "correction"),
    ("classification", "macro_fowlkes_mallows", "added_success"),
    ("classification", "min_recall", "rare_class_error"),
    ("ordinal", "mmae", "perfect_output"),
    ("ordinal", "kappa_linear", "perfect_output"),
    ("ordinal", "alpha_nominal", "perfect_output"),
    # the same of any number of ordered classes; a distance that is told
    ("ordinal", "mae_macro", "perfect_output"),
    ("ordinal", "rmse_micro", "correction"),
    ("ordinal", "mse_macro", "imbalance_in_context"),
    # what is left of a sum over classes that may be empty
    ("ordinal", "rmse_macro", "nearer_class"),
    ("ordinal", "mae_macro", "ordinal_invariance"),
    # what all cells and all classes have, of any number of them
    ("ordinal", "min_sensitivity", "unused_end_class"),
    ("ordinal", "pearson", "reversal"),
    # two differences that are the same, output by output; a class with more items than another one
    ("ordinal", "macro_recall", "rank_invariance"),
    ("ordinal", "macro_recall", "imbalance_in_context"),
    # counts that are multiples: quotients, where classes may be empty, and extremes and roots in proportion
    ("ordinal", "mae_micro", "replication"),
    ("ordinal", "mae_macro", "replication"),
    ("classification", "balanced_accuracy", "replication"),
    # the same of all multiples of counts, with logarithms, roots, and logarithms of the number of classes
    ("classification", "nmi", "replication"),
    ("ordinal", "pearson", "replication"),
    ("classification", "confusion_entropy", "replication"),
    ("classification", "confusion_entropy", "symmetry"),
    # infinite values, beside numbers and beside each other
    ("classification", "diagnostic_odds_ratio", "correction"),
    ("classification", "diagnostic_odds_ratio", "symmetry"),
    # three labelings of the same items, by what is right in each pair
    ("classification", "micro_jaccard", "triangle_inequality"),
    # sums of products that are multiplied out, with counts that occur together only
    ("classification", "scott_pi", "added_success"),
    ("classification", "scott_pi", "rare_class_error"),
    ("classification", "macro_recall", "correction"),
    # conventions for a count of other items, told by their share of all items; an extreme of any number of classes
    ("classification", "informedness", "replication"),
    ("classification", "min_recall", "replication"),
    # every choice of the classes that are there
    ("classification", "balanced_accuracy", "gold_class_scaling"),
    ("classification", "class_balance_accuracy", "replication"),
    ("classification", "macro_fowlkes_mallows", "replication"),
    # a divisor that is a sum of logarithms; parts without a margin; distances, and equal values, multiplied out
    ("ordinal", "cem_ord", "reversal"),
    ("ordinal", "kappa_linear", "constant_dominance"),
    ("ordinal", "alpha_nominal", "imbalance"),
    ("ordinal", "pearson", "reversal"),
    # items that are right or wrong, of which there are some
    ("classification", "accuracy", "symmetry"),
    # the same function of the same reductions
    ("classification", "nmi", "symmetry"),
    # sets of labels, by what changes beside all others
    # two lists: exchanged, without a common item, and one list twice; other ones, detours, neighbours, one rank more
    ("rank_similarity", "rbo", "symmetry"),
    ("rank_similarity", "rbo", "self_similarity"),
    ("rank_similarity", "average_overlap", "self_is_most_similar"),
    ("rank_similarity", "rank_tau", "triangle_inequality"),
    ("rank_similarity", "rbo", "top_weightedness_of_swaps"),
    ("rank_similarity", "rank_tau_ap", "prefix_monotonicity"),
    ("rank_similarity", "average_overlap", "disjoint_is_zero"),
    ("rank_similarity", "rank_tau_ap", "self_similarity"),
    ("multilabel", "hamming_loss", "correct_addition"),
    ("multilabel", "micro_f1", "correct_addition"),
    # any one item, or label, beside the gold, strictly or not
    ("multilabel", "example_f1", "perfect_output"),
    ("multilabel", "subset_accuracy", "perfect_output"),
    ("multilabel", "weighted_f1", "perfect_output"),
    # what the recursion adds up to in a forest, and lists whose right labels stay
    ("multilabel", "icm(information=recursive)", "perfect_output"),
    ("multilabel", "precision_at", "parent_credit"),
    # rows that change, hits further up, nodes, topmost mistakes
    ("multilabel", "example_cosine", "correct_addition"),
    ("multilabel", "precision_at", "correct_addition"),
    ("multilabel", "lca_recall", "perfect_output"),
    ("multilabel", "lca_f1", "parent_credit"),
    ("multilabel", "h_loss", "label_set_growth"),
    # hits that weigh what is rare, beside the best lists, and the same hits
    ("multilabel", "psp_at", "correct_addition"),
    ("multilabel", "psp_norm_at", "wrong_removal"),
    ("multilabel", "psp_norm_at", "parent_credit"),
    # the information of closures, of a changed item, of two, and of any one
    ("multilabel", "sim_gic", "specificity"),
    ("multilabel", "sim_gic", "label_set_growth"),
    ("multilabel", "sim_gic", "perfect_output"),
    # families that overlap, by how they compare with the gold
    ("overlapping", "bcubed_extended_f", "join_clusters"),
    ("overlapping", "f_purity", "item_multiplicity"),
    # by how they compare with one another: two sets as one, copies, and items that are alone once more
    ("overlapping", "bcubed_extended_f", "homogeneity"),
    ("overlapping", "rs_clustering_f", "completeness"),
    ("overlapping", "f_purity", "completeness"),
    ("overlapping", "bcubed_extended_f", "duplicate_cluster"),
    ("overlapping", "bcubed_extended_precision", "cheat_system"),
    ("organization", "rs_f", "overlapping.completeness"),
    # forecasts in every order, of one group and of two, and beside other items
    ("probabilistic", "rmsce", "propriety"),
    ("probabilistic", "auc", "refinement"),
    ("probabilistic", "brier", "averaging"),
    # extremes in rows, the largest of them, means of all; whole tables, calibrated or not, and blocks
    ("probabilistic", "ece", "propriety"),
    ("probabilistic", "ks", "refinement"),
    ("probabilistic", "resolution", "nearer_forecast"),
    ("probabilistic", "brier_skill", "recalibration"),
    ("probabilistic", "reliability_multiclass", "miscalibrated_positive"),
    ("probabilistic", "rps", "recalibration"),
    ("probabilistic", "ece_top", "calibrated_zero"),
    ("probabilistic", "pav_calibration_loss", "calibrated_zero"),
    # bins: none adds less than zero, and nothing is in any where shares are the forecasts
    ("probabilistic", "rmsce", "recalibration"),
    ("probabilistic", "mce", "refinement"),
    # a root beside 0, with no other output
    ("probabilistic", "rmsce", "miscalibrated_positive"),
    # what roots gain where forecasts move, of few items and of whole tables
    ("probabilistic", "spherical", "pair_swap"),
    ("probabilistic", "spherical", "recalibration"),
    # sums that may be infinite: what they gain, how they bend, and in whole tables; sides of one half
    ("probabilistic", "log_loss", "propriety"),
    ("probabilistic", "focal_loss", "averaging"),
    ("probabilistic", "log_loss", "recalibration"),
    ("probabilistic", "zero_one", "refinement"),
    ("probabilistic", "zero_one", "recalibration"),
    # what is above zero, or below
    ("probabilistic", "calibration_in_the_large", "averaging"),
    ("probabilistic", "calibration_in_the_large", "recalibration"),
    # ranks: shares of relevant documents, discounts, the ideal list, readers who stop, pairs, a root
    ("ranking", "average_precision", "priority"),
    ("ranking", "dcg", "deepness"),
    ("ranking", "ndcg_at", "confidence"),
    ("ranking", "err", "confidence"),
    # a discount up to a cut-off
    ("ranking", "ndcg_at", "priority"),
    ("ranking", "recall_at", "replacement"),
    ("ranking", "r_precision", "replacement"),
    ("ranking", "kendall_tau_b", "deepness"),
    # aspects: ahead, deeper, on another aspect, with more weight, with as much in the collection, and the list's length
    ("diversity", "alpha_ndcg", "priority"),
    ("diversity", "nrbp", "deepness"),
    ("diversity", "d_sharp_ndcg", "redundancy"),
    ("diversity", "err_ia", "aspect_weight"),
    ("diversity", "ndcg_ia", "aspect_weight"),
    ("diversity", "rbu", "confidence"),
    # every n: extremes that turn inside a run, products of powers
    ("diversity", "subtopic_precision", "closeness_threshold"),
    ("diversity", "rbu", "closeness_threshold"),
    # every n: bounds of sums (concave, falling, logarithmic, convex), geometric sums, a root
    ("ranking", "q_measure", "deepness_threshold"),
    ("ranking", "err", "closeness_threshold"),
    ("ranking", "ndcg", "deepness_threshold"),
    ("ranking", "reliability", "deepness_threshold"),
    ("ranking", "rbp", "deepness_threshold"),
    ("ranking", "kendall_tau_b", "closeness_threshold"),
    # a closed form in a simpler task
    ("organization", "reliability_clustering", "clustering.homogeneity"),
)
"""Cells of every tactic and fact that certificates can tell."""


REPORTS = Path(__file__).parents[2] / "reports"


def kinds_of(proof: Mapping[str, Any]) -> set[str]:
    """Return the tactics of a proof, without how many cases it has, and the facts that its symbols have signs by."""
    tactics = re.sub(r",? in \d+ (cases|parts)", "", proof["tactic"]).split(" and ")
    return {*tactics, *_facts_of(proof["certificate"])}


def _facts_of(certificate: Any) -> set[str]:
    if isinstance(certificate, list):
        return set().union(*map(_facts_of, certificate))
    if not isinstance(certificate, dict):
        return set()
    own = {f"fact: {lemma['tactic']}" for lemma in certificate.get("lemmas", ())}
    return own.union(*map(_facts_of, certificate.values()))


@cache
def published_kinds() -> Mapping[Cell, frozenset[str]]:
    """Return the tactics and facts of every published proof, by task, metric and constraint."""
    found = {}
    for path in sorted(REPORTS.glob("*/matrix.json")):
        (matrix,) = json.loads(path.read_text("utf-8"))["tasks"]
        for cell in matrix["cells"]:
            if cell.get("proof"):
                place = matrix["task"], cell["metric"], cell["constraint"]
                found[place] = frozenset(kinds_of(cell["proof"]))
    return found


@cache
def _text(task: str, metric: str, constraint: str) -> str:
    key, _, given = metric.rstrip(")").partition("(")
    demanded = CONSTRAINTS.view(task)[constraint]
    judged = build(OWN[key], task=task, error=True) if key in OWN else METRICS.get(key, task)
    judged = judged.with_parameters(**dict(each.split("=") for each in given.split(",") if each))
    if demanded.demand.by_size:
        simpler = get_task(task).in_simpler_task(judged, demanded) or (judged, demanded)
        found = series_proof(prove_series(*simpler), {}, None, {})
    else:
        proof = prove_equivalent(judged, demanded)
        assert proof is not None, f"{metric} and {constraint} have no proof"
        found = proof.to_dict()
    plain = json.loads(json.dumps(found))
    return json.dumps(standing_alone(judged, demanded, plain))


def fourth_powers(both: Any) -> Any:
    """Fourth powers of errors as a share of what reads the smallest gold share: no single terms of a known kind."""
    return ratio(both.sum(lambda at: (at.p - at.q) ** 4), 2 * (1 - both.least_gold), UNDEFINED)


def weighted_divergence(both: Any) -> Any:
    """Logarithms that may be infinite, times squares: no single terms of a known kind."""
    return both.sum(lambda at: at.p**2 * log2(guarded(ratio(at.p, at.q, INFINITE), at.p, 1)))


def squares_of_pairs(both: Any) -> Any:
    """The mean squared error, over pairs of classes: no single terms of classes."""
    return both.pairs(lambda one, other: (one.p - one.q) ** 2) / both.classes**2


def by_squared_distance(both: Any) -> Any:
    """Squared errors weighted by the squared distance to classes with gold: no single terms of a known kind."""
    total = both.pairs(
        lambda one, other: guarded((one.k - other.k) ** 2 * (other.p - other.q) ** 2, one.q, 0)
    )
    return total / both.sum(lambda at: guarded(1, at.q, 0))


def by_number(both: Any) -> Any:
    """The earth mover's distance where a class counts as its number, as a share of a bound: no single terms."""
    apart = both.sum(lambda at: at.k * maximum(at.P - at.Q, at.Q - at.P))
    return ratio(apart, both.classes * (both.classes - 1) / 2, UNDEFINED)


OWN = {
    each.__name__: each
    for each in (fourth_powers, weighted_divergence, squares_of_pairs, by_squared_distance, by_number)
}
"""Formulas of facts that no metric of ours needs."""


def certificate(task: str, metric: str, constraint: str) -> dict[str, Any]:
    """Return a cell's certificate, which may be changed."""
    found: dict[str, Any] = json.loads(_text(task, metric, constraint))
    return found
