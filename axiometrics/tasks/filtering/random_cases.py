"""Random cases: a constraint's counts of any size."""

from __future__ import annotations

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Spread
from axiometrics.tasks.filtering.cases import case_of
from axiometrics.tasks.filtering.chooser import Chooser, Generator
from axiometrics.tasks.filtering.counts import Counts

__all__ = ["random_case"]


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case."""
    template = generator(Chooser(answers))
    return case_of({name: Counts(*counts) for name, counts in template.outputs.items()}, answers.made)
