"""The built-in metrics: importing this module registers all of them, families in the order of the reports."""
# ruff: noqa: I001

import axiometrics.metrics.clustering.set_matching
import axiometrics.metrics.clustering.counting_pairs
import axiometrics.metrics.clustering.entropy
import axiometrics.metrics.clustering.chance_adjusted
import axiometrics.metrics.clustering.edit
import axiometrics.metrics.clustering.bcubed
import axiometrics.metrics.ranking.precision
import axiometrics.metrics.ranking.average_precision
import axiometrics.metrics.ranking.discounted_gain
import axiometrics.metrics.ranking.cascade
import axiometrics.metrics.ranking.persistence
import axiometrics.metrics.ranking.correlation
import axiometrics.metrics.ranking.reliability  # noqa: F401
