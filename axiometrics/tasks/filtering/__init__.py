"""Filtering: every item is relevant or not in the gold, and selected or not by the system.

`counts` is one output, as users give it, and its pictures, `view` what metrics see; `cases` are what
constraints ask for and what they give, parametric and random ones too.
"""

from axiometrics.tasks.filtering.counts import Counts

__all__ = ["Counts"]
