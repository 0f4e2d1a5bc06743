"""What is demanded: the constraints, each a generator of (worse, better) pairs written once."""

from axiometrics.axioms.registry import CONSTRAINTS, Constraint, constraint, constraints

__all__ = ["CONSTRAINTS", "Constraint", "constraint", "constraints"]
