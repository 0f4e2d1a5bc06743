"""What assessors said of constraints: validated, contradicted or indifferent, with exact binomial intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from axiometrics.assessors.sheets import Answer, Key
from axiometrics.errors import InputError

__all__ = ["KINDS", "Count", "Tally", "interval", "tally"]

KINDS = ("validated", "contradicted", "indifferent")


@dataclass(frozen=True)
class Count:
    """The answers on one constraint; the intervals are those of Clopper and Pearson.

    The first row of Table 1 of amigo2009, 37 of 40 answers for homogeneity:

    >>> count = Count("homogeneity", 37, 1, 2)
    >>> [round(bound, 3) for bound in count.interval("validated")]
    [0.796, 0.984]
    """

    constraint: str
    validated: int
    contradicted: int
    indifferent: int

    @property
    def answers(self) -> int:
        """All answers."""
        return self.validated + self.contradicted + self.indifferent

    def of(self, kind: str) -> int:
        """Return the number of answers of one kind."""
        return {"validated": self.validated, "contradicted": self.contradicted}.get(kind, self.indifferent)

    def share(self, kind: str) -> float:
        """Return the share of answers of one kind."""
        return self.of(kind) / self.answers

    def interval(self, kind: str, level: float = 0.95) -> tuple[float, float]:
        """Return the interval of that share."""
        return interval(self.of(kind), self.answers, level)


@dataclass(frozen=True)
class Tally:
    """The counts of every constraint, in the order of the key, and how many assessors there were."""

    counts: tuple[Count, ...]
    assessors: int

    @property
    def total(self) -> Count:
        """All constraints together."""
        return Count("all", *(sum(each.of(kind) for each in self.counts) for kind in KINDS))


def interval(successes: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Return the interval of Clopper and Pearson: it covers the true share with at least the given probability.

    It takes the answers to be independent; answers of one assessor, or on one question, may not be. With 40 of 40 the
    lower end solves p^40 = 0.025:

    >>> low, high = interval(40, 40)
    >>> abs(low - 0.025 ** (1 / 40)) < 1e-12, high
    (True, 1.0)
    """
    from scipy.stats import binomtest

    if not 0 < level < 1:
        raise InputError(f"the level {level} of an interval must be between 0 and 1, such as 0.95")
    found = binomtest(successes, trials).proportion_ci(confidence_level=level, method="exact")
    return float(found.low), float(found.high)


def tally(answers: Iterable[Answer], key: Key) -> Tally:
    """Hold every answer against the key: the better option validates the constraint, the other contradicts it."""
    counts: dict[str, dict[str, int]] = {
        constraint: dict.fromkeys(KINDS, 0) for constraint, _ in key.questions.values()
    }
    assessors = set()
    for answer in answers:
        constraint, better = key.questions[answer.question]
        counts[constraint][_kind(answer.said, better)] += 1
        assessors.add(answer.assessor)
    answered: Mapping[str, Mapping[str, int]] = {
        name: kinds for name, kinds in counts.items() if any(kinds.values())
    }
    return Tally(
        tuple(Count(name, *(kinds[kind] for kind in KINDS)) for name, kinds in answered.items()),
        len(assessors),
    )


def _kind(said: str, better: str) -> str:
    if said == "equal":
        return "indifferent"
    return "validated" if said == better else "contradicted"
