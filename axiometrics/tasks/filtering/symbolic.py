"""The parametric case of a filtering constraint: every count as a polynomial in sizes that are never negative."""

from __future__ import annotations

from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.tasks.filtering.scene import Chooser, Generator, Scene
from axiometrics.tasks.filtering.view import QUANTITIES
from axiometrics.tasks.parametric import ParametricCase

__all__ = ["parametric_case"]


class _SymbolicChooser(Chooser):
    """Answers with symbols: a size is its least value plus a generator that is never negative."""

    def __init__(self) -> None:
        self.case = ParametricCase()

    def size(self, name: str, low: int = 0) -> Any:
        return self.case.raised(name, low)

    def sizes(self, *names: str) -> tuple[Any, ...]:
        found = tuple(self.size(name) for name in names)
        self.case.sums.append(found)
        return found


def parametric_case(generator: Generator) -> ParametricCase:
    """Return the counts of every output over symbols; raises NotSymbolicError when the gold changes."""
    chooser = _SymbolicChooser()
    scene = generator(chooser)
    _check(scene)
    chooser.case.outputs = {
        name: dict(zip(QUANTITIES, map(sympy.sympify, counts), strict=True))
        for name, counts in scene.outputs.items()
    }
    return chooser.case


def _check(scene: Scene) -> None:
    golds = [(tp + fn, fp + tn) for tp, fp, fn, tn in scene.outputs.values()]
    for gold in golds[1:]:
        if any(sympy.expand(one - other) != 0 for one, other in zip(gold, golds[0], strict=True)):
            raise NotSymbolicError("the generator changes the gold: its outputs judge other collections")
