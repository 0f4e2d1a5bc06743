"""What a matrix teaches as a whole: families, implications, conflicts, and the cases that tell metrics apart.

`judgements` are its answers, families and the fewest cases, and the recipes of formulas; from them `lattice` has
implications; `learning` asks for all of it, `document` tells it.

About every metric: `implications` has chains of cases, and combinations of constraints that no metric satisfies;
`impossible` sums of cases that no scores meet, `proofs_told` tells both. `repairing` searches formulas that satisfy
constraints, among those that recipes make of a metric and others.
"""

from axiometrics.patterns.implications import Conflict, conflicts
from axiometrics.patterns.judgements import Families, Judgements, Separation, families, separating_set
from axiometrics.patterns.lattice import Lattice, lattice
from axiometrics.patterns.learning import Choice, choose

__all__ = [
    "Choice",
    "Conflict",
    "Families",
    "Judgements",
    "Lattice",
    "Separation",
    "choose",
    "conflicts",
    "families",
    "lattice",
    "separating_set",
]
