"""The built-in constraints: importing this module registers all of them, in the order of the reports."""
# ruff: noqa: I001

import axiometrics.axioms.clustering
import axiometrics.axioms.clustering_properties
import axiometrics.axioms.clustering_changes
import axiometrics.axioms.filtering
import axiometrics.axioms.overlapping
import axiometrics.axioms.classification.improvements
import axiometrics.axioms.classification.invariances
import axiometrics.axioms.classification.chance
import axiometrics.axioms.multilabel.improvements
import axiometrics.axioms.multilabel.invariances
import axiometrics.axioms.ordinal
import axiometrics.axioms.ranking
import axiometrics.axioms.ranking_scales
import axiometrics.axioms.diversity.primary
import axiometrics.axioms.diversity.properties
import axiometrics.axioms.quantification
import axiometrics.axioms.quantification_invariances
import axiometrics.axioms.probabilistic.forecasts
import axiometrics.axioms.probabilistic.tables
import axiometrics.axioms.organization
import axiometrics.axioms.combination  # noqa: F401
