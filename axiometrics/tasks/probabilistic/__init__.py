"""Probability forecasts: every item gets a probability for each of K classes, and one of them happens.

`forecasts` is one output, as users give it, and its pictures, `view` what metrics see, in many of them at once;
`chooser` is what constraints ask for, `cases` what it gives them, random ones too; `symbolic` has the parametric cases
of proofs, `forecast_order` in which order their probabilities are, `symbolic_tables` what tables in symbols add up to.
"""

from axiometrics.tasks.probabilistic.forecasts import Forecasts

__all__ = ["Forecasts"]
