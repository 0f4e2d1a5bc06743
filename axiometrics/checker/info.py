"""What reports say about metrics and constraints, as frozen data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

__all__ = ["ConstraintInfo", "MetricInfo"]


@dataclass(frozen=True)
class MetricInfo:
    """What a report says about a metric; ``latex`` is the formula that is evaluated and proved, if there is one."""

    key: str
    name: str
    family: str
    parameters: Mapping[str, str]
    orientation: Literal["score", "error"]
    kind: Literal["formula", "function"]
    cites: str | None
    latex: str | None
    summary: str = field(default="", compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, which leaves out the summary."""
        return _compared(self) | {"parameters": dict(self.parameters)}


@dataclass(frozen=True)
class ConstraintInfo:
    """What a report says about a constraint."""

    key: str
    name: str
    cites: str | None
    quantifier: str
    demand: Literal["positive", "zero", "nonnegative", "definite"]
    statement: str = field(default="", compare=False)
    latex: str = field(default="", compare=False)
    preconditions: Mapping[str, str] = field(default_factory=dict, compare=False)
    illustrated: Callable[[], Mapping[str, str]] = field(default=dict, compare=False, repr=False)
    """Makes the example."""

    @cached_property
    def example(self) -> Mapping[str, str]:
        """The smallest case in notation, made when it is first asked for."""
        return self.illustrated()

    def __getstate__(self) -> dict[str, Any]:
        """Return the state with the example made: what makes it may be unfit for pickling."""
        return {**vars(self), "example": self.example, "illustrated": dict}

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, which leaves out what only describes the constraint."""
        return _compared(self) | {"quantifier": self.quantifier.replace("case", "n")}


def _compared(record: MetricInfo | ConstraintInfo) -> dict[str, Any]:
    """Return the fields that tell records apart; the others describe, for readers."""
    return {item.name: getattr(record, item.name) for item in fields(record) if item.compare}
