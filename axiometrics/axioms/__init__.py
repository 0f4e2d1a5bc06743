"""What is demanded: the constraints, each a generator of (worse, better) pairs written once.

Each task has a module of its name, or a folder, in the order of the `registry`, which has the decorator; `demands` are
what may be asked of scores. Further properties of whole clusterings are in `clustering_properties`, shares of error by
kind too; novelty and what must not matter in `diversity_properties`; what a change of one costs in
`clustering_changes`.
"""

from axiometrics.axioms.registry import CONSTRAINTS, Constraint, constraint, constraints

__all__ = ["CONSTRAINTS", "Constraint", "constraint", "constraints"]
