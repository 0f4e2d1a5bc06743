"""What is raised when engines contradict each other."""

from __future__ import annotations

__all__ = ["EngineDisagreementError"]


class EngineDisagreementError(AssertionError):
    """A proof that a concrete case contradicts: a defect of axiometrics itself, never silenced."""
