"""What metrics do on real scores: the Unanimous Improvement Ratio (`unanimity`), and studies of metrics.

`score_files` makes a score table (`scores`) of what a caller has. The studies in the `catalogue` return `findings`,
words, tables and pictures: `similarity` and consistency of rankings, `discrimination` between systems, `strictness` and
robustness of metrics, `stability` and thresholds of improvements. `reproduction` and `restrictions`
are about published numbers.
"""

import sys
from types import ModuleType
from typing import Any

from axiometrics.studies.catalogue import STUDIES, Study, get_study, studies
from axiometrics.studies.discrimination import discriminative_power, tukey
from axiometrics.studies.findings import Findings
from axiometrics.studies.reproduction import reproduction
from axiometrics.studies.restrictions import restrictions
from axiometrics.studies.score_files import ScoreColumns, read_scores, score_outputs, score_table
from axiometrics.studies.scores import Missing, ScoreTable
from axiometrics.studies.similarity import consistency, similarity
from axiometrics.studies.stability import random_parts, stability, thresholds
from axiometrics.studies.strictness import robustness, strictness
from axiometrics.studies.unanimity.ratio import Unanimity, uir

__all__ = [
    "STUDIES",
    "Findings",
    "Missing",
    "ScoreColumns",
    "ScoreTable",
    "Study",
    "Unanimity",
    "consistency",
    "discriminative_power",
    "get_study",
    "random_parts",
    "read_scores",
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


class _CallableModule(ModuleType):
    """Lets ``axiometrics.studies`` be the package and the view of the same name."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return studies(*arguments, **options)


sys.modules[__name__].__class__ = _CallableModule
