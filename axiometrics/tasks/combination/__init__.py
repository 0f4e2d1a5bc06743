"""Metric combination: a system has a score from each of two component metrics, and a function makes one of them.

`scores` is one output, as users give it, and its pictures, `view` what functions see; `chooser` is what constraints ask
for, in numbers and in symbols, `cases` what they give.
"""

from axiometrics.tasks.combination.scores import Scores

__all__ = ["Scores"]
