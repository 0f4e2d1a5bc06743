"""Constraints on metrics of ordinal quantification: what is better, what a distance is, what must not matter.

D(p, q) is the error of the system's distribution p for the gold distribution q, over K classes with an order. Each
constraint is demanded of every number of classes; with ``support=full`` no gold class is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import MappingProxyType

from axiometrics.axioms.demands import EqualMaxima, Positive, SameSign, Within, Zero
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.quantification.chooser import Chooser, Masses, Template, judged

SUPPORT = Parameter("support", default="any", choices=("any", "full"))
FULL = [{"support": "full"}]
DEGENERATE = (
    "two_classes",
    "empty_gold_class",
    "one_hot_gold",
    "mass_outside_gold",
    "gold_outside_system",
    "empty_system_class",
    "one_hot_system",
)
quantification_constraint = partial(
    constraint, task="quantification", parameters=[SUPPORT], variants=FULL, preconditions=DEGENERATE
)
"""A constraint on errors of distributions, for any gold and for one with items of every class."""
SAME = MappingProxyType({"original": 1, "changed": -1})
of_axiom = partial(quantification_constraint, cites="sebastiani2020")
of_table_7 = partial(quantification_constraint, cites="sakai2021", section="Table 7 (i)")
unchanged = partial(quantification_constraint, demand=Zero(SAME), cites="sakai2021", section="equidistance")
"""One that demands the same error before and after a change."""


def gold_masses(choose: Chooser, support: str, name: str = "q") -> Masses:
    """Any gold distribution, or any without an empty class."""
    return choose.masses(name, full=support == "full")


def one_hot_gold(choose: Chooser, support: str, number: int) -> Masses:
    """A gold distribution with everything in one class, which has empty classes."""
    choose.require(support == "any")
    return choose.one_hot(number)


def passed_class(choose: Chooser, classes: int) -> tuple[int, int, int]:
    """A class j, a class b further on in either direction, and a class a beyond b."""
    j = choose.index("j", 1, classes)
    up = choose.index("up", 0, 1)
    if up:
        b = choose.index("b", j + 1, classes - 1)
        return j, b, choose.index("a", b + 1, classes)
    b = choose.index("b", 2, j - 1)
    return j, b, choose.index("a", 1, b - 1)


def two_classes(choose: Chooser, classes: int) -> tuple[int, int]:
    """Two different classes, in either order."""
    one = choose.index("c1", 1, classes)
    return one, choose.index("c2", 1, classes, avoid=[one])


@of_table_7(latex=r"D(e_a, e_j) > D(e_b, e_j), \quad b \text{ between } j \text{ and } a")
def nearer_class_one_hot(choose: Chooser, *, support: str) -> Template:
    """With all gold in one class, putting everything into a nearer class on the same side must be a smaller error."""
    classes = choose.classes(3)
    j, b, a = passed_class(choose, classes)
    gold = one_hot_gold(choose, support, j)
    return judged(worse=(choose.one_hot(a), gold), better=(choose.one_hot(b), gold))


@of_table_7(
    latex=r"D(q_{j \to a}^{m}, e_j) > D(q_{j \to b}^{m}, e_j), \quad b \text{ between } j \text{ and } a"
)
def lump_one_hot(choose: Chooser, *, support: str) -> Template:
    """With all gold in one class, misplacing a mass by fewer classes on the same side must be a smaller error."""
    classes = choose.classes(3)
    j, b, a = passed_class(choose, classes)
    gold = one_hot_gold(choose, support, j)
    m = choose.amount("m")
    return judged(worse=(gold.moved(j, a, m), gold), better=(gold.moved(j, b, m), gold))


def _towards_gold(choose: Chooser, classes: int, p: Masses, q: Masses) -> Template:
    """Move mass over one boundary between classes so that the cumulative shares get nearer, not past the gold's."""
    i = choose.index("i", 1, classes - 1)
    if choose.index("up", 0, 1):
        m = choose.amount("m", p.upto(i) - q.upto(i))
        choose.require(p.at(i) >= m)
        return judged(worse=(p, q), better=(p.moved(i, i + 1, m), q))
    m = choose.amount("m", q.upto(i) - p.upto(i))
    choose.require(p.at(i + 1) >= m)
    return judged(worse=(p, q), better=(p.moved(i + 1, i, m), q))


@of_table_7(latex=r"D(p, e_j) > D(p_{i \to i+1}^{m}, e_j), \quad 0 < m \le P_i - Q_i")
def cdf_one_hot(choose: Chooser, *, support: str) -> Template:
    """With all gold in one class, moving mass to the next class towards the gold must make the error smaller.

    The cumulative share at one boundary moves towards the gold's, and not past it.
    """
    classes = choose.classes()
    gold = one_hot_gold(choose, support, choose.index("j", 1, classes))
    return _towards_gold(choose, classes, choose.masses("p"), gold)


@of_table_7(latex=r"D(q_{j \to a}^{m}, q) > D(q_{j \to b}^{m}, q), \quad b \text{ between } j \text{ and } a")
def lump(choose: Chooser, *, support: str) -> Template:
    """Misplacing a mass of a class by fewer classes on the same side must be a smaller error, for any gold."""
    classes = choose.classes(3)
    j, b, a = passed_class(choose, classes)
    gold = gold_masses(choose, support)
    m = choose.amount("m", gold.at(j))
    return judged(worse=(gold.moved(j, a, m), gold), better=(gold.moved(j, b, m), gold))


@of_table_7(latex=r"D(p, q) > D(p_{i \to i+1}^{m}, q), \quad 0 < m \le P_i - Q_i")
def cdf(choose: Chooser, *, support: str) -> Template:
    """Moving mass to the next class so that a cumulative share comes nearer to the gold's must make the error smaller.

    The cumulative share at one boundary moves towards the gold's, and not past it; the others stay as they are.
    """
    classes = choose.classes()
    gold = gold_masses(choose, support)
    return _towards_gold(choose, classes, choose.masses("p"), gold)


@quantification_constraint(
    demand=Zero({"forward": 1, "backward": -1}),
    cites="sakai2021",
    section="Table 7 (ii)",
    latex=r"D(p, q) = D(q, p)",
)
def symmetry(choose: Chooser, *, support: str) -> Template:
    """Exchanging the system's and the gold distribution must not change the error.

    With ``support=full`` neither has an empty class.
    """
    choose.classes()
    p, q = gold_masses(choose, support, "p"), gold_masses(choose, support)
    return judged(forward=(p, q), backward=(q, p))


@of_axiom(
    demand=Positive({"perfect": 1, "imperfect": -1}),
    section="axiom IoI",
    latex=r"D(p, q) > D(q, q), \quad p \ne q",
)
def identity(choose: Chooser, *, support: str) -> Template:
    """Every estimate that differs from the gold must have a larger error than the gold itself.

    That the error of the gold itself is 0 and no error is negative is said by `non_negativity` and `perfect_is_zero`.
    """
    choose.classes()
    p, q = choose.masses("p"), gold_masses(choose, support)
    choose.differ(p, q)
    return judged(imperfect=(p, q), perfect=(q, q))


@of_axiom(demand=Within({"judged": 1}, low=0), section="axiom NN", latex=r"D(p, q) \ge 0")
def non_negativity(choose: Chooser, *, support: str) -> Template:
    """No error may be negative."""
    choose.classes()
    return judged(judged=(choose.masses("p"), gold_masses(choose, support)))


@quantification_constraint(
    demand=Within({"first": 1, "second": 1, "direct": -1}, low=0),
    cites="sakai2021",
    section="metric axioms",
    latex=r"D(p, r) \le D(p, q) + D(q, r)",
)
def triangle_inequality(choose: Chooser, *, support: str) -> Template:
    """A detour must not be shorter: the error of p for r is at most that of p for q plus that of q for r."""
    choose.classes()
    p, q, r = choose.masses("p"), gold_masses(choose, support), gold_masses(choose, support, "r")
    return judged(first=(p, q), second=(q, r), direct=(p, r))


@of_axiom(
    section="axiom MON",
    latex=r"D(p_{c_1 \to c_2}^{m}, q) > D(p, q), \quad p_{c_1} \le q_{c_1},\ p_{c_2} \ge q_{c_2}",
)
def monotonicity(choose: Chooser, *, support: str) -> Template:
    """Moving mass from a class that is not overestimated to one that is not underestimated must enlarge the error."""
    classes = choose.classes()
    c1, c2 = two_classes(choose, classes)
    p, q = choose.masses("p"), gold_masses(choose, support)
    choose.require(p.at(c1) <= q.at(c1))
    choose.require(p.at(c2) >= q.at(c2))
    m = choose.amount("m", p.at(c1))
    return judged(worse=(p.moved(c1, c2, m), q), better=(p, q))


@of_axiom(
    demand=Zero({"forward": 1, "backward": -1}),
    section="axiom IMP",
    latex=r"D(q_{c_1 \to c_2}^{m}, q) = D(q_{c_2 \to c_1}^{m}, q), \quad m \le \min(q_{c_1}, q_{c_2})",
)
def impartiality(choose: Chooser, *, support: str) -> Template:
    """Overestimating one class at the cost of another must cost as much as the other way round.

    The rest of the estimate is exact.
    """
    classes = choose.classes()
    c1 = choose.index("c1", 1, classes - 1)
    c2 = choose.index("c2", c1 + 1, classes)
    q = gold_masses(choose, support)
    m = choose.amount("m", q.at(c1), q.at(c2))
    return judged(forward=(q.moved(c1, c2, m), q), backward=(q.moved(c2, c1, m), q))


def _same_error(choose: Chooser, support: str) -> tuple[tuple[Masses, Masses], tuple[Masses, Masses]]:
    """The same mass misplaced from c2 to c1, with a smaller and with a larger gold share of both classes."""
    classes = choose.classes(3)
    c1, c2 = two_classes(choose, classes)
    small, large = gold_masses(choose, support, "q1"), gold_masses(choose, support, "q2")
    choose.require(small.at(c1) < large.at(c1))
    choose.require(small.at(c2) < large.at(c2))
    m = choose.amount("m", small.at(c2))
    return (small.moved(c2, c1, m), small), (large.moved(c2, c1, m), large)


@of_axiom(
    section="axiom REL",
    latex=r"D(q_{c_2 \to c_1}^{m}, q) > D(q_{c_2 \to c_1}'^{m}, q'), \quad q_{c_1} < q_{c_1}',\ q_{c_2} < q_{c_2}'",
)
def relativity(choose: Chooser, *, support: str) -> Template:
    """The same misplaced mass must be a larger error where the two classes have smaller gold shares.

    All other classes are estimated exactly. No metric satisfies both this and `absoluteness`.
    """
    small, large = _same_error(choose, support)
    return judged(worse=small, better=large)


@of_axiom(
    demand=Zero({"small": 1, "large": -1}),
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


@of_axiom(
    demand=SameSign({"second": 1, "first": -1}, {"second_part": 1, "first_part": -1}),
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


@of_axiom(
    demand=SameSign({"second": 1, "first": -1}, {"second_part": 1, "first_part": -1}),
    section="axiom IND",
    latex=r"D(p_1, q) \le D(p_2, q) \iff D(p_1|_S, q|_S) \le D(p_2|_S, q|_S), \quad p_1(S) = q(S)",
)
def independence_matched(choose: Chooser, *, support: str) -> Template:
    """Independence where both estimates give the classes in which they differ the gold's mass as a whole."""
    return _part(choose, support, matched=True)


@of_axiom(demand=EqualMaxima(), primary=False, section="axiom MAX", latex=r"\max_p D(p, q) = \max_p D(p, q')")
def constant_maximum(choose: Chooser, *, support: str) -> Template:
    """The largest error that any estimate can have must be the same for every gold with as many classes.

    Where the error can be infinite there is no largest one. With ``support=full`` golds have no empty class.
    """
    choose.classes()
    return judged(judged=(choose.masses("p"), gold_masses(choose, support)))


@unchanged(latex=r"D(p_K \ldots p_1,\, q_K \ldots q_1) = D(p_1 \ldots p_K,\, q_1 \ldots q_K)")
def reversal(choose: Chooser, *, support: str) -> Template:
    """Reading the classes from the highest to the lowest must not change the error."""
    choose.classes()
    p, q = choose.masses("p"), gold_masses(choose, support)
    return judged(original=(p, q), changed=(p.reversed(), q.reversed()))


@unchanged(latex=r"D(p\,0,\, q\,0) = D(0\,p,\, 0\,q) = D(p, q)")
def unused_end_class(choose: Chooser, *, support: str) -> Template:
    """A class below all others or above them that neither distribution uses must not change the error.

    With ``support=full`` the gold has no other empty class.
    """
    classes = choose.classes()
    place = choose.index("above", 0, 1) * classes
    p, q = choose.masses("p"), gold_masses(choose, support)
    return judged(original=(p, q), changed=(p.with_empty(place), q.with_empty(place)))


@unchanged(
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


@of_axiom(
    demand=Within({"judged": 1}, low=0, high=0), primary=False, section="axiom IoI", latex=r"D(q, q) = 0"
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
