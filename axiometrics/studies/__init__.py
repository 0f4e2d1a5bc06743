"""What metrics do on real scores: the Unanimous Improvement Ratio, and studies of metrics."""

from axiometrics.studies.given import score_table
from axiometrics.studies.scores import ScoreTable
from axiometrics.studies.unanimity import Unanimity, uir

__all__ = ["ScoreTable", "Unanimity", "score_table", "uir"]
