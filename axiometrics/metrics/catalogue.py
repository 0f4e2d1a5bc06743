"""The built-in metrics: importing this module registers all of them, families in the order of the reports."""
# ruff: noqa: I001

import axiometrics.metrics.clustering.set_matching
import axiometrics.metrics.clustering.counting_pairs
import axiometrics.metrics.clustering.entropy
import axiometrics.metrics.clustering.chance_adjusted
import axiometrics.metrics.clustering.edit
import axiometrics.metrics.clustering.bcubed
import axiometrics.metrics.filtering.agreement
import axiometrics.metrics.filtering.gain
import axiometrics.metrics.filtering.precision_recall
import axiometrics.metrics.filtering.class_rates
import axiometrics.metrics.filtering.logistic
import axiometrics.metrics.filtering.chance
import axiometrics.metrics.filtering.reliability
import axiometrics.metrics.ranking.precision
import axiometrics.metrics.ranking.average_precision
import axiometrics.metrics.ranking.discounted_gain
import axiometrics.metrics.ranking.cascade
import axiometrics.metrics.ranking.persistence
import axiometrics.metrics.ranking.correlation
import axiometrics.metrics.ranking.reliability
import axiometrics.metrics.overlapping.set_matching
import axiometrics.metrics.overlapping.bcubed_extended
import axiometrics.metrics.overlapping.reliability
import axiometrics.metrics.ordinal.distance
import axiometrics.metrics.ordinal.closeness
import axiometrics.metrics.ordinal.chance
import axiometrics.metrics.ordinal.class_rates
import axiometrics.metrics.ordinal.correlation
import axiometrics.metrics.quantification.match_distance
import axiometrics.metrics.quantification.order_aware
import axiometrics.metrics.quantification.nominal
import axiometrics.metrics.quantification.divergence
import axiometrics.metrics.quantification.absolute_error
import axiometrics.metrics.organization.reliability
import axiometrics.metrics.combination.harmonic
import axiometrics.metrics.combination.means
import axiometrics.metrics.combination.extremes
import axiometrics.metrics.combination.products  # noqa: F401
