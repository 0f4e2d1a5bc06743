"""What is told about each task: how its objects are read, what formulas may say, and which cases to try."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import axiometrics as ax

__all__ = ["Case", "Reduction", "World"]


@dataclass(frozen=True)
class Reduction:
    """A reduction of a view: the parameters of its body, and the numbers that the body may use.

    ``positive``: its bodies must not be negative. ``likely`` is how often it is taken; ``bodies`` how many it needs.
    """

    method: str
    parameters: str
    bound: tuple[str, ...]
    positive: bool = False
    likely: int = 1
    bodies: int = 1


@dataclass(frozen=True)
class Case:
    """Judged outputs by name, as naive views; the size in the task's order, and the case in words.

    ``swept``: it is one of those of the smallest sizes.
    """

    outputs: Mapping[str, Any]
    size: int
    text: str
    swept: bool = False


def _called(plain: Callable[[Any], Any], output: Any) -> Any:
    return plain(output)


@dataclass(frozen=True)
class World:
    """One task: ``read`` makes a naive view of an output's notation.

    ``known`` are formulas to vary, ``size`` is the quantity at which guards switch; ``readings`` are constraints with
    other parameters; ``by_size``: a case of a smaller size is a smaller case. ``large`` makes cases of about a size for
    a constraint, without end, or none; ``score`` says what a function's value becomes as an output's score.
    """

    key: str
    view: str
    read: Callable[[str], Any]
    quantities: tuple[str, ...]
    reductions: tuple[Reduction, ...]
    known: tuple[str, ...]
    size: str
    readings: tuple[str, ...] = ()
    by_size: bool = True
    large: Callable[[str, Random, int], Iterator[Case]] | None = None
    score: Callable[[Callable[[Any], Any], Any], Any] = _called

    @cached_property
    def constraints(self) -> tuple[str, ...]:
        """The constraints on single outputs that are demanded of every case."""
        plain = (
            key
            for key, demanded in ax.constraints(self.key).items()
            if demanded.demand.quantifier == "every"
            and demanded.judging == "outputs"
            and not demanded.scored_by
        )
        return (*plain, *self.readings)
