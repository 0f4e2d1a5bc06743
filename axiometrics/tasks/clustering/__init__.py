"""Clusterings: every item has one gold category and one system cluster.

`table` is one output, `batch` many of them, `view` what metrics see, `reading` what users give, with pictures;
`chooser` is what constraints ask for, `cases` what they give, over `canonical_tables` and the `numbered_contexts` that
these make. Proofs take parametric cases (`symbolic`), `facts` and `convexity_facts`. `partitions` has constraints on
whole clusterings, and random cases of all.
"""

from axiometrics.tasks.clustering.partitions.derived_outputs import Labelled
from axiometrics.tasks.clustering.table import Table

__all__ = ["Labelled", "Table"]
