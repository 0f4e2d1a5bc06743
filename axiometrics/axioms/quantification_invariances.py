"""Constraints on how errors of distributions compare under other gold shares and other ways to write the classes.

They say how large errors can be, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from axiometrics.axioms.demands import EqualMaxima, SameSign, Within, Zero
from axiometrics.axioms.quantification import gold_masses, quantification_constraint, two_classes
from axiometrics.tasks.quantification.chooser import Chooser, Masses, Template, judged


def _same_error(choose: Chooser, support: str) -> tuple[tuple[Masses, Masses], tuple[Masses, Masses]]:
    """The same mass misplaced from c2 to c1, with a smaller and with a larger gold share of both classes."""
    classes = choose.classes(3)
    c1, c2 = two_classes(choose, classes)
    small, large = gold_masses(choose, support, "q1"), gold_masses(choose, support, "q2")
    choose.require(small.at(c1) < large.at(c1))
    choose.require(small.at(c2) < large.at(c2))
    m = choose.amount("m", small.at(c2))
    return (small.moved(c2, c1, m), small), (large.moved(c2, c1, m), large)


@quantification_constraint(
    cites="sebastiani2020",
    section="axiom REL",
    latex=r"D(q_{c_2 \to c_1}^{m}, q) > D(q_{c_2 \to c_1}'^{m}, q'), \quad q_{c_1} < q_{c_1}',\ q_{c_2} < q_{c_2}'",
)
def relativity(choose: Chooser, *, support: str) -> Template:
    """The same misplaced mass must be a larger error where the two classes have smaller gold shares.

    All other classes are estimated exactly. No metric satisfies both this and `absoluteness`.
    """
    small, large = _same_error(choose, support)
    return judged(worse=small, better=large)


@quantification_constraint(
    demand=Zero({"small": 1, "large": -1}),
    cites="sebastiani2020",
    section="axiom ABS",
    latex=r"D(q_{c_2 \to c_1}^{m}, q) = D(q_{c_2 \to c_1}'^{m}, q'), \quad q_{c_1} < q_{c_1}',\ q_{c_2} < q_{c_2}'",
)
def absoluteness(choose: Chooser, *, support: str) -> Template:
    """The same misplaced mass must be the same error whatever the gold shares of the two classes.

    All other classes are estimated exactly. The cases are those of `relativity`.
    """
    small, large = _same_error(choose, support)
    return judged(small=small, large=large)


def _twice(how: str, whole: Sequence[Masses], after: Sequence[Masses]) -> Template:
    """A gold with two estimates of it, and all three once more."""
    (gold, first, second), (other, third, fourth) = whole, after
    more = {f"first_{how}": (third, other), f"second_{how}": (fourth, other)}
    return judged(first=(first, gold), second=(second, gold), **more)


def _part(choose: Chooser, support: str, *, matched: bool) -> Template:
    """Two estimates that differ within neighbouring classes only, and what is left of them there."""
    classes = choose.classes(3)
    low, high = choose.neighbours(classes)
    q, first = gold_masses(choose, support), choose.masses("p1")
    second = choose.masses("p2", like=first, low=low, high=high)
    inside = [masses.between(low, high) for masses in (q, first, second)]
    for part in inside[:2]:
        choose.require(part.total > 0)
    if matched:
        choose.same(inside[1].total, inside[0].total)
    return _twice("part", (q, first, second), inside)


@quantification_constraint(
    demand=SameSign({"second": 1, "first": -1}, {"second_part": 1, "first_part": -1}),
    cites="sebastiani2020",
    section="axiom IND",
    latex=r"D(p_1, q) \le D(p_2, q) \iff D(p_1|_S, q|_S) \le D(p_2|_S, q|_S)",
)
def independence(choose: Chooser, *, support: str) -> Template:
    """Which of two estimates that differ in some classes is better must not depend on the other classes.

    The classes in which they differ are neighbours; all three distributions are restricted to these and divided by
    what is left. A tie must stay a tie: where only one comparison ties, the metric is blind; where the two go opposite
    ways, it contradicts.
    """
    return _part(choose, support, matched=False)


@quantification_constraint(
    demand=SameSign({"second": 1, "first": -1}, {"second_part": 1, "first_part": -1}),
    cites="sebastiani2020",
    section="axiom IND",
    latex=r"D(p_1, q) \le D(p_2, q) \iff D(p_1|_S, q|_S) \le D(p_2|_S, q|_S), \quad p_1(S) = q(S)",
)
def independence_matched(choose: Chooser, *, support: str) -> Template:
    """Independence where both estimates give the classes in which they differ the gold's mass as a whole."""
    return _part(choose, support, matched=True)


@quantification_constraint(
    demand=EqualMaxima(),
    primary=False,
    cites="sebastiani2020",
    section="axiom MAX",
    latex=r"\max_p D(p, q) = \max_p D(p, q')",
)
def constant_maximum(choose: Chooser, *, support: str) -> Template:
    """The largest error that any estimate can have must be the same for every gold with as many classes.

    Where the error can be infinite there is no largest one. With ``support=full`` golds have no empty class.
    """
    choose.classes()
    return judged(judged=(choose.masses("p"), gold_masses(choose, support)))


SAME = MappingProxyType({"original": 1, "changed": -1})


@quantification_constraint(
    demand=Zero(SAME),
    cites="sakai2021",
    section="equidistance",
    latex=r"D(p_K \ldots p_1,\, q_K \ldots q_1) = D(p_1 \ldots p_K,\, q_1 \ldots q_K)",
)
def reversal(choose: Chooser, *, support: str) -> Template:
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
def unused_end_class(choose: Chooser, *, support: str) -> Template:
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
def ordinal_invariance(choose: Chooser, *, support: str) -> Template:
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
def unit_interval(choose: Chooser, *, support: str) -> Template:
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
def perfect_is_zero(choose: Chooser, *, support: str) -> Template:
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
def rank_invariance(choose: Chooser, *, support: str) -> Template:
    """A class between two others that nothing uses must not change which of two estimates is better.

    The order form of `ordinal_invariance`; a tie must stay a tie.
    """
    classes = choose.classes()
    below = choose.index("below", 1, classes - 1)
    q, first, second = gold_masses(choose, support), choose.masses("p1"), choose.masses("p2")
    whole = q, first, second
    return _twice("changed", whole, [masses.with_empty(below) for masses in whole])
