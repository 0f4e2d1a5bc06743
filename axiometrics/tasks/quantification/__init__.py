"""Ordinal quantification: the shares of ordered classes, estimated by the system and given by the gold.

`distributions` is one output, with its pictures, `batch` many of them, `view` what metrics see, `reading` what users
give; `chooser` is what constraints ask for, `cases` on `grids` what they give, `symbolic` the parametric ones of
proofs, with values `expanded` class by class and `distances`; of any number of classes are those of `many_classes`, few
of which are told by themselves, and of `whole_distributions`, which change as a whole. `terms` has what class by class
shows of sums, `bounds` what all estimates for one gold can score.
"""

from axiometrics.tasks.quantification.distributions import Distributions

__all__ = ["Distributions"]
