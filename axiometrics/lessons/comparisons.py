"""Constraints that compare two outputs in every case."""

from __future__ import annotations

from axiometrics.axioms import Constraint

__all__ = ["compared"]


def compared(constraint: Constraint) -> tuple[str, str] | None:
    """Return the names of the two outputs, worse and better, or None for a constraint of another kind.

    >>> from axiometrics.axioms import constraints
    >>> compared(constraints("clustering")["homogeneity"])
    ('worse', 'better')
    """
    weights = sorted(constraint.margin.items(), key=lambda item: item[1])
    plain = constraint.quantifier == "every" and constraint.forms == (constraint.margin,)
    if not plain or [weight for _, weight in weights] != [-1, 1]:
        return None
    return weights[0][0], weights[1][0]
