"""The value of a formula on one output in Python's floats: from few rows they are quicker than arrays.

An output that can write its rows as lists offers `columns` and `plain_rows`, and no array is made of it; every batch
has both for a single output. The formula is written out once as a function with a loop for each reduction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from axiometrics.formulas.formula import Formula

FEW = 1500
"""Rows of one output up to which Python's floats are quicker than arrays."""


class PlainRows(NamedTuple):
    """What a reduction runs over in one output, as `axiometrics.formulas.rows.Rows`, but in Python's numbers.

    ``column`` gives what every row offers by a name.
    """

    size: int
    column: Callable[[str], Iterable[Any]]
    fold: str = "sum"
    group: Sequence[int] | None = None
    times: Sequence[Any] | None = None


class Alone(Protocol):
    """One output that can be read without arrays."""

    sums: frozenset[str]
    """The domains over which every reduction is a plain sum."""

    @property
    def columns(self) -> Mapping[str, Any]:
        """Quantities by name, and what every row of one of the ``sums`` offers, as ``domain.name``.

        ``{domain}.name`` is the same in any order, perhaps with zeros, and ``domain.`` has an entry for each row. An
        array has so many rows that a loop would take longer than `at_once`.
        """

    def plain_rows(self, domain: str) -> PlainRows | None:
        """What another domain runs over; None where only the task's batch can tell."""

    def at_once(self, formula: Formula, place: int) -> Any:
        """A formula's reduction over many rows; None where it has no value, or only the task's batch can tell."""


class Made(dict[Any, Any]):
    """Entries by name, each made when it is first asked for: by a function, or by a subclass's ``make``."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self.make = make

    def __missing__(self, name: Any) -> Any:
        found = self[name] = self.make(name)
        return found


class _LeftOpen(ArithmeticError):
    """A reduction is left to the task's batch."""


def value_alone(formula: Formula, output: Alone) -> float | None:
    """Return the value; None where it takes many rows or others than the output has, or there is no number."""
    try:
        return float(formula.alone(output.sums)(output))
    except (ArithmeticError, ValueError):  # no value, or none that Python's floats have
        return None


def few(rows: PlainRows | None, name: str | None = None) -> Iterable[Any] | None:
    """Return a column of few rows, without a name something for each; None of many rows."""
    if rows is None or rows.size > FEW:
        return None
    return range(rows.size) if name is None else rows.column(name)


def many(formula: Formula, output: Alone, place: int) -> Any:
    """Return a reduction over many rows; raises an ArithmeticError where it is left to the task's batch."""
    found = output.at_once(formula, place)
    if found is None:
        raise _LeftOpen
    return found
