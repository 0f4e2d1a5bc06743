"""A questionnaire: instances of constraints in random order, each as two options whose order means nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from axiometrics.assessors.instances import Clusters, Instance, instance
from axiometrics.assessors.texts import Texts
from axiometrics.axioms import Constraint
from axiometrics.parameters import whole

__all__ = ["Option", "Question", "Questionnaire", "questionnaire"]

Option = Literal["A", "B"]


@dataclass(frozen=True)
class Question:
    """Two options, and which of them the constraint calls better."""

    constraint: str
    options: tuple[Clusters, Clusters]
    better: Option


@dataclass(frozen=True)
class Questionnaire:
    """Questions, numbered from 1 in their order."""

    questions: tuple[Question, ...]

    @property
    def mark(self) -> str:
        """Eight letters and digits that differ from one questionnaire to another; they join answers and key."""
        shown = "\n".join(repr(question.options) for question in self.questions)
        return sha256(shown.encode()).hexdigest()[:8]


MOST_INSTANCES = 1000
"""Questions per constraint that may be asked for."""


def questionnaire(
    texts: Texts, constraints: Sequence[Constraint], *, instances: int = 5, seed: int = 0
) -> Questionnaire:
    """Draw instances of every constraint; questions, options, groups and texts are in random order.

    The same arguments give the same questionnaire. Raises InputError when there are too few texts.
    """
    draw = random.Random(seed)
    whole("instances", instances, 1, MOST_INSTANCES)
    drawn = [instance(each, texts, draw) for each in constraints for _ in range(instances)]
    draw.shuffle(drawn)
    return Questionnaire(tuple(_question(found, draw) for found in drawn))


def _question(found: Instance, draw: random.Random) -> Question:
    worse, better = (_shuffled(clusters, draw) for clusters in (found.worse, found.better))
    if draw.random() < 0.5:
        return Question(found.constraint, (better, worse), "A")
    return Question(found.constraint, (worse, better), "B")


def _shuffled(clusters: Clusters, draw: random.Random) -> Clusters:
    mixed = [tuple(draw.sample(cluster, len(cluster))) for cluster in clusters]
    draw.shuffle(mixed)
    return tuple(mixed)
