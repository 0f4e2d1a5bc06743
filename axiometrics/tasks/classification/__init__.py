"""Nominal classification: gold and system give every item one of K unordered classes."""

from axiometrics.tasks.classification.confusion import ConfusionMatrix

__all__ = ["ConfusionMatrix"]
