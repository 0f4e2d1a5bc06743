"""What several verdicts say together: classes of metrics by how some constraints of a task turn out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Classes"]


@dataclass(frozen=True)
class Classes:
    """Classes by the outcomes of ``constraints``; ``names`` has a class for each combination that has a meaning.

    >>> kinds = Classes("Order", "Who sees it?", ("swap", "move"), {("holds", "holds"): "sees it"})
    >>> kinds.of(("holds", "holds")), kinds.of(("holds", "blind"))
    ('sees it', 'other')
    """

    title: str
    text: str
    constraints: tuple[str, ...]
    names: Mapping[tuple[str, ...], str]

    def of(self, outcomes: tuple[str, ...]) -> str:
        """Return the class of a combination of outcomes."""
        return self.names.get(outcomes, "other")
