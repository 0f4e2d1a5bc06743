"""The built-in constraints: importing this module registers all of them, in the order of the reports."""

import axiometrics.axioms.clustering
import axiometrics.axioms.filtering
import axiometrics.axioms.organization
import axiometrics.axioms.ranking
import axiometrics.axioms.ranking_further  # noqa: F401
