"""The built-in metrics: importing this module registers all of them, families in the order of the reports."""
# ruff: noqa: I001

import axiometrics.metrics.clustering.set_matching
import axiometrics.metrics.clustering.counting_pairs
import axiometrics.metrics.clustering.entropy
import axiometrics.metrics.clustering.bcubed
import axiometrics.metrics.filtering
import axiometrics.metrics.ranking.precision
import axiometrics.metrics.ranking.discounted_gain
import axiometrics.metrics.ranking.correlation
import axiometrics.metrics.diversity.novelty
import axiometrics.metrics.diversity.averages
import axiometrics.metrics.overlapping
import axiometrics.metrics.classification.counting
import axiometrics.metrics.classification.averages
import axiometrics.metrics.classification.chance
import axiometrics.metrics.classification.information
import axiometrics.metrics.classification.two_classes
import axiometrics.metrics.multilabel.sets
import axiometrics.metrics.multilabel.hierarchies
import axiometrics.metrics.multilabel.information
import axiometrics.metrics.ordinal
import axiometrics.metrics.quantification
import axiometrics.metrics.probabilistic.scoring_rules
import axiometrics.metrics.probabilistic.calibration
import axiometrics.metrics.probabilistic.discrimination
import axiometrics.metrics.organization
import axiometrics.metrics.combination  # noqa: F401
