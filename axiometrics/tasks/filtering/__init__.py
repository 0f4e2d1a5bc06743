"""Filtering: every item is relevant or not in the gold, and selected or not by the system."""

from axiometrics.tasks.filtering.counts import Counts

__all__ = ["Counts"]
