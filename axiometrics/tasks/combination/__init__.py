"""Metric combination: a system has a score from each of two component metrics, and a function makes one of them."""

from axiometrics.tasks.combination.scores import Scores

__all__ = ["Scores"]
