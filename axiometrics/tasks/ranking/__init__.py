"""Rankings: a system lists documents, best first, and the gold grades them.

`ranking` is one output, `batch` many of them; `orders` are those of tied documents, `ties` batches of lists with ties,
`tied_means` closed forms for large places. `view` is what metrics see, `reading` what users give; `chooser` is what
constraints ask for, `cases` and `random_cases` what they give. Proofs take parametric cases (`symbolic`), `facts` and
`discounts`, and for all large sizes `asymptotics` of `runs`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from axiometrics.tasks.ranking.ranking import Ranking

if TYPE_CHECKING:
    from axiometrics.tasks.ranking.reading import Topics

__all__ = ["Ranking", "Topics"]


def __getattr__(name: str) -> Any:
    """Load `Topics` with its first use: it takes NumPy and SymPy."""
    if name != "Topics":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("axiometrics.tasks.ranking.reading").Topics
