"""The value of a formula on one output in Python's floats: from few rows they are quicker than arrays.

An output that can write its rows as lists offers `plain_rows` and `plain_quantity`, and no array is made of it; every
batch has both for a single output. The formula is written out once as a function with a loop for each reduction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from axiometrics.formulas.formula import Formula

__all__ = ["FEW", "Alone", "PlainRows", "value_alone"]

FEW = 1500
"""Rows of one output up to which Python's floats are quicker than arrays."""


class PlainRows(NamedTuple):
    """What a reduction runs over in one output, as `axiometrics.formulas.rows.Rows`, but in Python's numbers.

    ``column`` gives what every row offers by a name.
    """

    size: int
    column: Callable[[str], Sequence[Any]]
    fold: str = "sum"
    group: Sequence[int] | None = None
    times: Sequence[Any] | None = None
    at_once: Callable[[Any, Any], Any] | None = None
    """What computes a reduction of a formula over all rows at once, for more than `FEW`; its value may be None."""


class Alone(Protocol):
    """One output that can be read without arrays."""

    def plain_rows(self, domain: str) -> PlainRows | None:
        """What a domain runs over; None where only the task's batch can tell."""

    def plain_quantity(self, name: str) -> Any:
        """A named quantity."""


def value_alone(formula: Formula, output: Alone) -> float | None:
    """Return the value; None where it takes many rows or others than the output has, or there is no number."""
    rows: dict[str, PlainRows] = {}
    known: dict[int, Any] = {}
    for place, atom in enumerate(formula.atoms):
        found = rows.get(atom.domain) or output.plain_rows(atom.domain)
        if found is None or (found.size > FEW and found.at_once is None):
            return None
        rows[atom.domain] = found
        if found.size > FEW and found.at_once is not None:
            known[place] = found.at_once(formula, atom)
            if known[place] is None:
                return None
    try:
        return float(formula.alone(rows, output.plain_quantity, known))
    except (ArithmeticError, ValueError):  # no value, or none that Python's floats have
        return None
