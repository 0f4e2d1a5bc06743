"""What a quantification constraint is about: distributions over ordered classes that a generator moves mass in.

A generator asks a chooser for the number of classes, class numbers, distributions and amounts of mass, and returns a
`Template`: named outputs, each a system's and a gold distribution. Classes have the numbers 1 to K. Masses are whole
numbers (or arrays of them, one entry a case) when cases are made, and expressions when they are proved; what counts is
their share of the total. So a generator may compute with masses and compare them in `Chooser.require`, but must not
branch on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from axiometrics.tasks import chooser
from axiometrics.tasks.chooser import Template, outputs
from axiometrics.tasks.choosing import Answers, Impossible

__all__ = ["Chooser", "Generator", "Masses", "Template", "judged"]


@dataclass(frozen=True)
class Masses:
    """The mass of every class, lowest class first.

    >>> Masses([2, 1, 0]).moved(1, 3, 1)
    Masses(entries=(1, 1, 1))
    """

    entries: tuple[Any, ...]

    def __init__(self, entries: Sequence[Any]) -> None:
        object.__setattr__(self, "entries", tuple(entries))

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.entries)

    def at(self, number: int) -> Any:
        """Return the mass of a class by its number from 1 on."""
        return self.entries[number - 1]

    def upto(self, number: int) -> Any:
        """Return the mass of a class and all lower ones."""
        return sum(self.entries[:number])

    @property
    def total(self) -> Any:
        """The mass of all classes."""
        return sum(self.entries)

    def moved(self, source: int, target: int, amount: object) -> Masses:
        """Move an amount of mass from one class to another."""
        found = list(self.entries)
        found[source - 1] = found[source - 1] - amount
        found[target - 1] = found[target - 1] + amount
        return Masses(found)

    def reversed(self) -> Masses:
        """Read the classes from the highest to the lowest."""
        return Masses(self.entries[::-1])

    def with_empty(self, after: int) -> Masses:
        """Insert a class without mass after the class of this number; 0 is before the first."""
        return Masses((*self.entries[:after], 0, *self.entries[after:]))

    def between(self, low: int, high: int) -> Masses:
        """Return the classes from one number to another alone."""
        return Masses(self.entries[low - 1 : high])


class Chooser(chooser.Chooser):
    """Where a generator gets its classes, distributions and amounts from, for one ``number`` of classes.

    Whoever makes cases answers with masses: with arrays, or with symbols.
    """

    def __init__(self, answers: Answers, number: int) -> None:
        super().__init__(answers)
        self.number = number

    def classes(self, low: int = 2) -> int:
        """Return the number of classes, at least ``low``."""
        if self.number < low:
            raise Impossible
        return self.number

    def neighbours(self, classes: int) -> tuple[int, int]:
        """Return the first and the last of some neighbouring classes, two or more, but not all."""
        low = self.index("low", 1, classes - 1)
        return low, self.index("high", low + 1, min(classes, low + classes - 2))

    def masses(
        self, name: str, *, full: bool = False, like: Masses | None = None, low: int = 1, high: int = 0
    ) -> Masses:
        """Return a distribution; all of them have the same total. ``full`` leaves no class empty.

        One that is ``like`` another differs from it at most in the classes from ``low`` to ``high``.
        """
        raise NotImplementedError

    def differ(self, one: Masses, other: Masses) -> None:
        """Require that two distributions are not the same."""
        self.require(sum((mine != yours) * 1 for mine, yours in zip(one, other, strict=True)) > 0)

    def same(self, one: Any, other: Any) -> None:
        """Require that two masses are equal."""
        self.require(one == other)

    def one_hot(self, number: int) -> Masses:
        """Return the distribution with everything in one class."""
        return Masses([self.whole() if k == number else 0 for k in range(1, self.number + 1)])

    def whole(self) -> Any:
        """Return the whole mass of a distribution."""
        raise NotImplementedError

    def amount(self, name: str, *limits: object) -> Any:
        """Return a mass, more than zero, and no more than any of the limits."""
        raise NotImplementedError


Generator = Callable[..., Template]


judged = outputs
"""Describes the outputs, each by the system's and the gold masses, which are divided by their totals."""
