"""What is demanded: the constraints, each a generator of (worse, better) pairs written once.

Each task has a module of its name, in the order of the `registry`; further properties of whole clusterings are in
`clustering_properties`, shares of error by kind too, what a change of one costs in `clustering_changes`, and how errors
of distributions compare under changes in `quantification_invariances`. `demands` are what may be asked of scores,
`registry` is the decorator.
"""

from axiometrics.axioms.registry import CONSTRAINTS, Constraint, constraint, constraints

__all__ = ["CONSTRAINTS", "Constraint", "constraint", "constraints"]
