"""What is told about each task: how its objects are read, what formulas may say, and which cases to try."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

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
    """Judged outputs by name, as naive views; the size in the task's order, and the case in words."""

    outputs: Mapping[str, Any]
    size: int
    text: str


@dataclass(frozen=True)
class World:
    """One task: ``read`` makes a naive view of an output's notation.

    ``known`` are formulas to vary, ``size`` is the quantity at which guards switch; ``large`` makes cases of about
    that size for a constraint, without end, or none.
    """

    key: str
    view: str
    read: Callable[[str], Any]
    quantities: tuple[str, ...]
    reductions: tuple[Reduction, ...]
    known: tuple[str, ...]
    constraints: tuple[str, ...]
    size: str
    large: Callable[[str, Random, int], Iterator[Case]] | None = None
