"""Clusterings: every item has one gold category and one system cluster."""

from axiometrics.tasks.clustering.partitions.derived_outputs import Labelled
from axiometrics.tasks.clustering.table import Table

__all__ = ["Labelled", "Table"]
