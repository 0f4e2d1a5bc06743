"""What a constraint on organizations is about: outputs made of distributions, or cases of a simpler task.

A generator asks its chooser for sizes and for distributions and returns the organizations of each output; or it hands
on the generator of a simpler task, whose outputs are then written as organizations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from axiometrics.tasks import chooser
from axiometrics.tasks.chooser import Template
from axiometrics.tasks.organization.distribution import Distribution
from axiometrics.tasks.organization.organization import Organization

__all__ = ["Chooser", "Embedded", "Generator", "Template", "outputs"]


@dataclass(frozen=True)
class Embedded:
    """The cases of a simpler task's generator; ``bottom`` says where documents of the lowest of two levels go."""

    task: str
    generator: Callable[..., Any]
    bottom: str = "level"


SMALLEST: Distribution = ((("d1",),),)


class Chooser(chooser.Chooser):
    """Where a generator gets what it is about from: the smallest distributions, unless others are given."""

    reach = 8

    def distributions(self, *names: str) -> tuple[Distribution, ...]:
        """Return distributions of documents, each with at least one; ask once for all of them."""
        return (SMALLEST,) * len(names)

    def embedded(self, task: str, generator: Callable[..., Any], *, bottom: str = "level") -> Embedded:
        """Return what a generator returns that hands on one of a simpler task."""
        return Embedded(task, generator, bottom)


Generator = Callable[..., Template | Embedded | None]
"""A generator; it returns None where what it was given makes no case."""


def outputs(gold: Distribution, **systems: Distribution) -> Template:
    """Describe outputs by their distributions.

    >>> outputs(((("d1",),),), worse=(), better=((("d1",),),)).outputs["worse"].notation()
    '| [d1]'
    """
    return Template({name: Organization(gold, system) for name, system in systems.items()})
