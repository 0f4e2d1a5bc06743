"""The built-in constraints: importing this module registers all of them, in the order of the reports."""
# ruff: noqa: I001

import axiometrics.axioms.clustering
import axiometrics.axioms.clustering_agreement
import axiometrics.axioms.clustering_distance
import axiometrics.axioms.clustering_chance
import axiometrics.axioms.clustering_errors
import axiometrics.axioms.filtering
import axiometrics.axioms.overlapping
import axiometrics.axioms.ordinal
import axiometrics.axioms.ordinal_invariances
import axiometrics.axioms.ranking
import axiometrics.axioms.ranking_further
import axiometrics.axioms.quantification
import axiometrics.axioms.quantification_distance
import axiometrics.axioms.quantification_shares
import axiometrics.axioms.quantification_invariances
import axiometrics.axioms.organization
import axiometrics.axioms.combination_order
import axiometrics.axioms.combination_trade
import axiometrics.axioms.combination_scale  # noqa: F401
