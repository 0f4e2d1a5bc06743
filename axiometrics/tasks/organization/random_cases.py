"""Random cases: a constraint's organizations."""

from __future__ import annotations

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Impossible, Spread
from axiometrics.tasks.organization.cases import case_of, embedded_case, simpler
from axiometrics.tasks.organization.chooser import Chooser, Embedded, Generator
from axiometrics.tasks.organization.distribution import Distribution

__all__ = ["random_case"]

MOST_LEVELS = 3
MOST_CLUSTERS = 3
MOST_DOCUMENTS = 4
DOCUMENTS = tuple(f"d{number}" for number in range(1, 8))
FURTHEST = 12
"""How far above its least value a number of a simpler task is: formulas run over pairs of documents."""


class _Chooser(Chooser):
    """Answers with drawn distributions."""

    answers: Spread

    def distributions(self, *names: str) -> tuple[Distribution, ...]:
        return tuple(self._levels() for _ in names)

    def _levels(self) -> Distribution:
        levels = range(1 + self.answers.pick(MOST_LEVELS))
        return tuple(
            tuple(self._cluster() for _ in range(1 + self.answers.pick(MOST_CLUSTERS))) for _ in levels
        )

    def _cluster(self) -> tuple[str, ...]:
        documents = range(1 + self.answers.pick(MOST_DOCUMENTS))
        return tuple(sorted({DOCUMENTS[self.answers.pick(len(DOCUMENTS))] for _ in documents}))


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case: of the simpler task that a generator hands on, or up to 3 levels of 3 clusters a distribution."""
    answers.furthest = min(answers.furthest, FURTHEST)
    template = generator(_Chooser(answers))
    if isinstance(template, Embedded):
        return embedded_case(template, simpler(template).random_case(template.generator, answers))
    if template is None:
        raise Impossible
    return case_of(template.outputs, answers.made)
