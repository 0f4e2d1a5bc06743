"""Overlapping clusterings: an item may be in several gold categories and in several system clusters.

`families` is one output, as users give it, and its pictures, `view` what metrics see, in many of them at once, with
`occurrences` a row each. `chooser` is what constraints ask for, `cases` by `enumeration` and `random_cases` what
they give, `embedding` those of plain clusterings, `symbolic` the parametric ones of proofs.
"""

from axiometrics.tasks.overlapping.families import Families

__all__ = ["Families"]
