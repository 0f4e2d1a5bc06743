"""Random cases: a constraint's counts of any size."""

from __future__ import annotations

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Drawn
from axiometrics.tasks.filtering.cases import case_of
from axiometrics.tasks.filtering.counts import Counts
from axiometrics.tasks.filtering.scene import Chooser, Generator

__all__ = ["drawn"]


def drawn(generator: Generator, answers: Drawn) -> Case:
    """Draw a case: sizes up to 40 above their least values."""
    scene = generator(Chooser(answers))
    return case_of({name: Counts(*counts) for name, counts in scene.outputs.items()}, answers.made)
