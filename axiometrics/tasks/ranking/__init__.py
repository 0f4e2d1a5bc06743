"""Rankings: a system lists documents, best first, and the gold grades them."""

from axiometrics.tasks.ranking.ranking import Ranking

__all__ = ["Ranking"]
