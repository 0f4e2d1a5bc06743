"""The built-in metrics: importing this module registers all of them, families in the order of the reports."""
# ruff: noqa: I001

import axiometrics.metrics.clustering.set_matching
import axiometrics.metrics.clustering.counting_pairs
import axiometrics.metrics.clustering.entropy
import axiometrics.metrics.clustering.chance_adjusted
import axiometrics.metrics.clustering.edit
import axiometrics.metrics.clustering.bcubed  # noqa: F401
