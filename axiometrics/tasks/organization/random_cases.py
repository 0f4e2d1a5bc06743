"""Random cases: a constraint's organizations."""

from __future__ import annotations

from hypothesis import strategies as st

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Drawn, Impossible
from axiometrics.tasks.organization.cases import case_of, embedded_case, simpler
from axiometrics.tasks.organization.chooser import Chooser, Embedded, Generator
from axiometrics.tasks.organization.distribution import Distribution

__all__ = ["random_case"]

MOST_LEVELS = 3
MOST_CLUSTERS = 3
DOCUMENTS = tuple(f"d{number}" for number in range(1, 8))


class _Chooser(Chooser):
    """Answers with drawn distributions."""

    answers: Drawn

    def distributions(self, *names: str) -> tuple[Distribution, ...]:
        cluster = (
            st.lists(st.sampled_from(DOCUMENTS), min_size=1, max_size=4, unique=True).map(sorted).map(tuple)
        )
        level = st.lists(cluster, min_size=1, max_size=MOST_CLUSTERS).map(tuple)
        levels = st.lists(level, min_size=1, max_size=MOST_LEVELS).map(tuple)
        return tuple(self.answers.draw(levels) for _ in names)


def random_case(generator: Generator, answers: Drawn) -> Case:
    """Draw a case: of the simpler task that a generator hands on, or up to 3 levels of 3 clusters a distribution."""
    template = generator(_Chooser(answers))
    if isinstance(template, Embedded):
        return embedded_case(template, answers.draw(simpler(template).strategy(template.generator)))
    if template is None:
        raise Impossible
    return case_of(template.outputs, answers.made)
