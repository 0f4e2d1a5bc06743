"""The built-in metrics: importing this module registers all of them, families in the order of the reports."""
# ruff: noqa: I001

import axiometrics.metrics.clustering.set_matching
import axiometrics.metrics.clustering.counting_pairs
import axiometrics.metrics.clustering.entropy
import axiometrics.metrics.clustering.chance_adjusted
import axiometrics.metrics.clustering.bcubed
import axiometrics.metrics.filtering.agreement
import axiometrics.metrics.filtering.rates
import axiometrics.metrics.filtering.reliability
import axiometrics.metrics.ranking.precision
import axiometrics.metrics.ranking.average_precision
import axiometrics.metrics.ranking.discounted_gain
import axiometrics.metrics.ranking.user_models
import axiometrics.metrics.ranking.correlation
import axiometrics.metrics.ranking.reliability
import axiometrics.metrics.overlapping.set_matching
import axiometrics.metrics.overlapping.bcubed_extended
import axiometrics.metrics.overlapping.reliability
import axiometrics.metrics.classification.counting
import axiometrics.metrics.classification.averages
import axiometrics.metrics.classification.chance
import axiometrics.metrics.classification.information
import axiometrics.metrics.classification.two_classes
import axiometrics.metrics.ordinal.distance
import axiometrics.metrics.ordinal.chance
import axiometrics.metrics.ordinal.class_rates
import axiometrics.metrics.ordinal.correlation
import axiometrics.metrics.quantification.order_aware
import axiometrics.metrics.quantification.divergence
import axiometrics.metrics.quantification.absolute_error
import axiometrics.metrics.organization.reliability
import axiometrics.metrics.combination.means
import axiometrics.metrics.combination.extremes  # noqa: F401
