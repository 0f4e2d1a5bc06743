"""The modules that register the built-in constraints of each task, in the order of the reports."""

__all__ = ["MODULES"]

MODULES = {
    "clustering": (
        "axiometrics.axioms.clustering",
        "axiometrics.axioms.clustering_properties",
        "axiometrics.axioms.clustering_changes",
    ),
    "filtering": ("axiometrics.axioms.filtering",),
    "overlapping": ("axiometrics.axioms.overlapping",),
    "classification": (
        "axiometrics.axioms.classification.improvements",
        "axiometrics.axioms.classification.invariances",
        "axiometrics.axioms.classification.chance",
    ),
    "multilabel": (
        "axiometrics.axioms.multilabel.improvements",
        "axiometrics.axioms.multilabel.invariances",
    ),
    "ordinal": ("axiometrics.axioms.ordinal",),
    "ranking": (
        "axiometrics.axioms.ranking",
        "axiometrics.axioms.ranking_scales",
    ),
    "diversity": (
        "axiometrics.axioms.diversity.primary",
        "axiometrics.axioms.diversity.properties",
    ),
    "quantification": (
        "axiometrics.axioms.quantification",
        "axiometrics.axioms.quantification_invariances",
    ),
    "probabilistic": (
        "axiometrics.axioms.probabilistic.forecasts",
        "axiometrics.axioms.probabilistic.tables",
    ),
    "organization": ("axiometrics.axioms.organization",),
    "combination": ("axiometrics.axioms.combination",),
}
