"""Multi-label and hierarchical classification: every item has a set of gold labels and a list of the system's.

`hierarchy` is the inventory of labels with their parents, `assignment` one output and its pictures, `rows` many of
them, `view` what metrics see, `reading` what users give, `enumeration` all small outputs, `cases` what constraints ask
for and get, `effects` what they do to items and labels, `symbolic` cases in proofs.
"""

from axiometrics.tasks.multilabel.assignment import Assignment

__all__ = ["Assignment"]
