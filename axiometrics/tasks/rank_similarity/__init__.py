"""Similarity of two rankings: a list of distinct items is compared with another one, which need not share them.

`lists` is two lists as users give them, and their pictures, `view` what metrics see; `cases` what constraints ask a
chooser for, the cases that they give, and many lists at once.
"""

from axiometrics.tasks.rank_similarity.lists import Lists

__all__ = ["Lists"]
