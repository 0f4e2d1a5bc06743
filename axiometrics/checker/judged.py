"""What a matrix says about the metrics and constraints that it is of, as frozen data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

__all__ = ["ConstraintInfo", "MetricInfo"]


class Typeset:
    """A field that is a text, or what makes it: tracing a formula takes longer than reading its verdicts."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, record: object, owner: type | None = None) -> str | None:
        if record is None:
            raise AttributeError(self._name)  # so that the field has no default
        held = vars(record)[self._name]
        made: str | None = held() if callable(held) else held
        vars(record)[self._name] = made
        return made

    def __set__(self, record: object, given: str | Callable[[], str | None] | None) -> None:
        vars(record)[self._name] = given


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
    latex: Typeset = Typeset()
    summary: str = field(default="", compare=False)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state with the formula typeset: what makes it may be unfit for pickling."""
        return {**vars(self), "latex": self.latex}

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
