"""What a quantification metric sees: two distributions class by class, and the number of classes.

Metrics are traced over symbols; the same formula is then evaluated on one pair of distributions, on a batch, exactly,
or in a proof. At a class, ``p`` is the system's share, ``q`` the gold's, ``P`` and ``Q`` are the shares of this class
and all lower ones together, ``k`` is the class's number from 1 on. In a pair of classes these are of the one, and
``r``, ``s``, ``R``, ``S`` and ``l`` of the other.
"""

from __future__ import annotations

from typing import NamedTuple

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.nodes import Guard, over
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View

__all__ = ["AT", "OTHER", "QUANTITIES", "RULES", "VARIABLES", "AtClass", "DistributionsView", "formula"]


class AtClass(NamedTuple):
    """What a class offers."""

    p: Quantity
    q: Quantity
    P: Quantity
    Q: Quantity
    k: Quantity


_AT_NAMES, _OTHER_NAMES = "pqPQk", "rsRSl"
AT, OTHER = (
    AtClass(*(sympy.Symbol(name, real=True) for name in names)) for names in (_AT_NAMES, _OTHER_NAMES)
)
VARIABLES = (*AT, *OTHER)
K, L = QUANTITIES = (sympy.Symbol("K", positive=True), sympy.Symbol("L", real=True))


RULES = Rules(
    QUANTITIES,
    VARIABLES,
    kept=frozenset({"classes", "class_pairs"}),
    signs=Signs(
        nonnegative=frozenset({*AT, *OTHER, L, K - 1}),
        positive={
            "": (K, *(over("classes", Guard(1, share, 0)) for share in AT[:2])),
            "classes": AT[4:],
            "class_pairs": (AT.k, OTHER.k),
        },
        filled=frozenset({"classes", "class_pairs"}),
    ),
)


class DistributionsView(View):
    """The two distributions as a metric author sees them."""

    fractional = frozenset("pqPQrsRSL")

    rules = RULES

    classes = QuantityOf("K", "Number of classes.")
    least_gold = QuantityOf("L", "The smallest gold share of any class.")

    sum = ReductionOver("classes", _AT_NAMES, "Sum over the classes.", AtClass)
    pairs = ReductionOver(
        "class_pairs",
        _AT_NAMES + _OTHER_NAMES,
        "Sum over all ordered pairs of classes, those of a class with itself included.",
        AtClass,
        AtClass,
    )


formula = DistributionsView.formula
