"""What metrics do on real scores: the Unanimous Improvement Ratio (`unanimity`), and studies of metrics.

`score_files` makes a score table (`scores`) of what a caller has. The studies by name, which are here, return
`findings`, words, tables and pictures: `similarity` and consistency of rankings, with strictness and robustness of
metrics, `discrimination` between systems, `stability` and thresholds of improvements; `rankings` asks ranking metrics
about all lists of one length. `reproduction` is about published numbers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType, ModuleType
from typing import Any

from axiometrics.errors import UnknownKeyError, nearest
from axiometrics.studies.discrimination import discriminative_power, tukey
from axiometrics.studies.findings import Findings
from axiometrics.studies.rankings import balancing, intervals, recall_valence
from axiometrics.studies.reproduction import reproduction
from axiometrics.studies.score_files import ScoreColumns, read_scores, score_outputs, score_table
from axiometrics.studies.scores import Missing, ScoreTable
from axiometrics.studies.similarity import consistency, robustness, similarity, strictness
from axiometrics.studies.stability import random_parts, stability, thresholds
from axiometrics.studies.unanimity.ratio import Unanimity, restrictions, uir

__all__ = [
    "STUDIES",
    "Findings",
    "Missing",
    "ScoreColumns",
    "ScoreTable",
    "Study",
    "Unanimity",
    "balancing",
    "consistency",
    "discriminative_power",
    "get_study",
    "intervals",
    "random_parts",
    "read_scores",
    "recall_valence",
    "reproduction",
    "restrictions",
    "robustness",
    "score_outputs",
    "score_table",
    "similarity",
    "stability",
    "strictness",
    "studies",
    "thresholds",
    "tukey",
    "uir",
]


@dataclass(frozen=True)
class Study:
    """A study by its key; ``options`` are the arguments it takes beside scores and metrics.

    ``several`` says that it takes several collections by name instead of one table; ``of_metrics`` that it takes
    metrics of the ranking task and no scores.
    """

    key: str
    run: Callable[..., Findings]
    options: tuple[str, ...] = ()
    several: bool = False
    of_metrics: bool = False

    @property
    def summary(self) -> str:
        """What the study does: the first line of its function's documentation."""
        return (self.run.__doc__ or "").strip().partition("\n")[0]


_TUKEY = ("permutations", "level", "seed", "strict", "plus_one")

STUDIES: Mapping[str, Study] = MappingProxyType(
    {
        study.key: study
        for study in (
            Study("similarity", similarity),
            Study("consistency", consistency, ("trials", "split", "permutations", "level", "seed")),
            Study("discriminative_power", discriminative_power, _TUKEY),
            Study("tukey", tukey, _TUKEY),
            Study("strictness", strictness, ("standards", "ties", "top")),
            Study("robustness", robustness),
            Study("thresholds", thresholds),
            Study("stability", stability, ("alpha", "transfer"), several=True),
            Study("balancing", balancing, ("length",), of_metrics=True),
            Study("intervals", intervals, ("length",), of_metrics=True),
            Study("recall_valence", recall_valence, ("length",), of_metrics=True),
        )
    }
)


def studies() -> Mapping[str, Study]:
    """Return every study by key.

    >>> sorted(studies())[:3]
    ['balancing', 'consistency', 'discriminative_power']
    """
    return STUDIES


def get_study(key: str) -> Study:
    """Return a study; raises UnknownKeyError with the nearest names."""
    if key not in STUDIES:
        raise UnknownKeyError(f"there is no study {key!r}; {nearest(key, STUDIES)}")
    return STUDIES[key]


class _CallableModule(ModuleType):
    """Lets ``axiometrics.studies`` be the package and the view of the same name."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return studies(*arguments, **options)


sys.modules[__name__].__class__ = _CallableModule
