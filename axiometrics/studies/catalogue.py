"""The studies by name: what each one asks, and the options it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from axiometrics.errors import UnknownKeyError, nearest
from axiometrics.studies.discrimination import discriminative_power, tukey
from axiometrics.studies.findings import Findings
from axiometrics.studies.similarity import consistency, similarity
from axiometrics.studies.stability import stability, thresholds
from axiometrics.studies.strictness import robustness, strictness

__all__ = ["STUDIES", "Study", "get_study", "studies"]


@dataclass(frozen=True)
class Study:
    """A study by its key; ``options`` are the arguments it takes beside scores and metrics.

    ``several`` says that it takes several collections by name instead of one table.
    """

    key: str
    run: Callable[..., Findings]
    options: tuple[str, ...] = ()
    several: bool = False

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
        )
    }
)


def studies() -> Mapping[str, Study]:
    """Return every study by key.

    >>> sorted(studies())[:3]
    ['consistency', 'discriminative_power', 'robustness']
    """
    return STUDIES


def get_study(key: str) -> Study:
    """Return a study; raises UnknownKeyError with the nearest names."""
    if key not in STUDIES:
        raise UnknownKeyError(f"there is no study {key!r}; {nearest(key, STUDIES)}")
    return STUDIES[key]
