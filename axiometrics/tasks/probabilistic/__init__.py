"""Probability forecasts: every item gets a probability for each of K classes, and one of them happens.

`forecasts` is one output, `batch` many of them, `view` what metrics see, `reading` what users give, `draw` its
pictures; `chooser` is what constraints ask for, `cases` and `random_cases` what it gives them; `symbolic` has
the parametric cases of proofs, and `symbolic_tables` what tables in symbols add up to.
"""

from axiometrics.tasks.probabilistic.forecasts import Forecasts

__all__ = ["Forecasts"]
