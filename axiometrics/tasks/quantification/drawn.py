"""Random cases that shrink: a Hypothesis strategy of a constraint's outputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from axiometrics.tasks.quantification.cases import Case
from axiometrics.tasks.quantification.distributions import Distributions
from axiometrics.tasks.quantification.scene import Generator, Impossible, Masses

__all__ = ["cases"]

MOST_CLASSES = 6
LARGEST_DENOMINATOR = 30


@dataclass
class _Drawer:
    """Answers with drawn numbers."""

    draw: Callable[[Any], Any]
    denominator: int
    number: int = 0
    made: dict[str, Any] = field(default_factory=dict)

    def classes(self, low: int = 2) -> int:
        self.number = self.made["classes"] = self.draw(st.integers(low, max(low, MOST_CLASSES)))
        return self.number

    def index(self, name: str, low: int, high: int) -> int:
        if low > high:
            raise Impossible
        self.made[name] = self.draw(st.integers(low, high))
        return int(self.made[name])

    def one_hot(self, number: int) -> Masses:
        return Masses([self.denominator if k == number else 0 for k in range(1, self.number + 1)])

    def masses(
        self, name: str, *, full: bool = False, like: Masses | None = None, low: int = 1, high: int = 0
    ) -> Masses:
        if like is not None:
            within = self._spread(sum(like.entries[low - 1 : high]), high - low + 1)
            return Masses([*like.entries[: low - 1], *within, *like.entries[high:]])
        least = 1 if full else 0
        free = self.denominator - least * self.number
        self.require(free >= 0)
        return Masses([least + mass for mass in self._spread(free, self.number)])

    def _spread(self, total: int, classes: int) -> list[int]:
        found = []
        for _ in range(classes - 1):
            found.append(self.draw(st.integers(0, total)))
            total -= found[-1]
        return [*found, total]

    def amount(self, name: str, *limits: Any) -> int:
        most = min([self.denominator, *limits])
        self.require(most >= 1)
        found = self.draw(st.integers(1, most))
        self.made[name] = str(Fraction(found, self.denominator))
        return int(found)

    def require(self, condition: Any) -> None:
        if not condition:
            raise Impossible


@st.composite
def cases(draw: Any, generator: Generator) -> Case:
    """Draw a case of up to 6 classes (more where the generator needs more) and a denominator up to 30."""
    drawer = _Drawer(draw, draw(st.integers(1, LARGEST_DENOMINATOR)))
    try:
        scene = generator(drawer)
    except Impossible:
        reject()
    pairs = {
        name: Distributions.from_masses(list(map(int, system)), list(map(int, gold)))
        for name, (system, gold) in scene.outputs.items()
    }
    size = lcm(*(pair.denominator for pair in pairs.values()), *_denominators(drawer.made))
    return Case(pairs, drawer.made, size)


def _denominators(made: dict[str, Any]) -> list[int]:
    return [Fraction(value).denominator for value in made.values() if isinstance(value, str)]
