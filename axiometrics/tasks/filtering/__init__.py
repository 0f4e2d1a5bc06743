"""Filtering: every item is relevant or not in the gold, and selected or not by the system.

`counts` is one output, as users give it, and its pictures, `view` what metrics see; `chooser` is what
constraints ask for, `cases`, parametric and random ones too, what they give.
"""

from axiometrics.tasks.filtering.counts import Counts

__all__ = ["Counts"]
