"""Constraints on errors of distributions under other ways to write the classes, and on the range of errors."""

from __future__ import annotations

from types import MappingProxyType

from axiometrics.axioms.demands import SameSign, Within, Zero
from axiometrics.axioms.quantification import (
    gold_masses,
    quantification_constraint,
)
from axiometrics.tasks.quantification.scene import Chooser, Scene, judged

__all__ = [
    "ordinal_invariance",
    "perfect_is_zero",
    "rank_invariance",
    "reversal",
    "unit_interval",
    "unused_end_class",
]

SAME = MappingProxyType({"original": 1, "changed": -1})


@quantification_constraint(
    demand=Zero(SAME),
    cites="sakai2021",
    section="equidistance",
    latex=r"D(p_K \ldots p_1,\, q_K \ldots q_1) = D(p_1 \ldots p_K,\, q_1 \ldots q_K)",
)
def reversal(choose: Chooser, *, support: str) -> Scene:
    """Reading the classes from the highest to the lowest must not change the error."""
    choose.classes()
    p, q = choose.masses("p"), gold_masses(choose, support)
    return judged(original=(p, q), changed=(p.reversed(), q.reversed()))


@quantification_constraint(
    demand=Zero(SAME),
    cites="sakai2021",
    section="equidistance",
    latex=r"D(p\,0,\, q\,0) = D(0\,p,\, 0\,q) = D(p, q)",
)
def unused_end_class(choose: Chooser, *, support: str) -> Scene:
    """A class below all others or above them that neither distribution uses must not change the error.

    With ``support=full`` the gold has no other empty class.
    """
    classes = choose.classes()
    place = choose.index("above", 0, 1) * classes
    p, q = choose.masses("p"), gold_masses(choose, support)
    return judged(original=(p, q), changed=(p.with_empty(place), q.with_empty(place)))


@quantification_constraint(
    demand=Zero(SAME),
    cites="amigo2020",
    section="ordinal invariance",
    latex=r"D(f(p), f(q)) = D(p, q), \quad f \text{ strictly increasing}",
)
def ordinal_invariance(choose: Chooser, *, support: str) -> Scene:
    """A class between two others that neither distribution uses must not change the error.

    So the metric does not take neighbouring classes to be equally far apart. With ``support=full`` the gold has no
    other empty class.
    """
    classes = choose.classes()
    below = choose.index("below", 1, classes - 1)
    p, q = choose.masses("p"), gold_masses(choose, support)
    return judged(original=(p, q), changed=(p.with_empty(below), q.with_empty(below)))


@quantification_constraint(
    demand=Within({"judged": 1}, low=0, high=1),
    cites="sakai2021",
    section="normalised measures",
    latex=r"0 \le D(p, q) \le 1",
)
def unit_interval(choose: Chooser, *, support: str) -> Scene:
    """Every error must lie between 0 and 1."""
    choose.classes()
    return judged(judged=(choose.masses("p"), gold_masses(choose, support)))


@quantification_constraint(
    demand=Within({"judged": 1}, low=0, high=0),
    primary=False,
    cites="sebastiani2020",
    section="axiom IoI",
    latex=r"D(q, q) = 0",
)
def perfect_is_zero(choose: Chooser, *, support: str) -> Scene:
    """The gold itself must have the error 0."""
    choose.classes()
    q = gold_masses(choose, support)
    return judged(judged=(q, q))


@quantification_constraint(
    demand=SameSign({"second": 1, "first": -1}, {"second_changed": 1, "first_changed": -1}),
    primary=False,
    cites="sakai2021",
    section="equidistance",
    latex=r"D(p_1, q) \le D(p_2, q) \iff D(f(p_1), f(q)) \le D(f(p_2), f(q))",
)
def rank_invariance(choose: Chooser, *, support: str) -> Scene:
    """A class between two others that nothing uses must not change which of two estimates is better.

    The order form of `ordinal_invariance`; a tie must stay a tie.
    """
    classes = choose.classes()
    below = choose.index("below", 1, classes - 1)
    q, first, second = gold_masses(choose, support), choose.masses("p1"), choose.masses("p2")
    changed = [masses.with_empty(below) for masses in (q, first, second)]
    return judged(
        first=(first, q),
        second=(second, q),
        first_changed=(changed[1], changed[0]),
        second_changed=(changed[2], changed[0]),
    )
