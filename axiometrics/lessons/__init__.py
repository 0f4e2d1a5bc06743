"""What a matrix teaches as a whole: families, implications, conflicts, and the cases that tell metrics apart.

`judgements` are its answers and families; from them `lattice` has implications, `conflicts` combinations that no metric
satisfies, `separating` the fewest cases; `learning` asks for all of it, `document` tells it.
"""

from axiometrics.lessons.conflicts import Conflict, conflicts
from axiometrics.lessons.judgements import Families, Judgements, families
from axiometrics.lessons.lattice import Lattice, lattice
from axiometrics.lessons.learning import Choice, choose
from axiometrics.lessons.separating import Separation, separating_set

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
