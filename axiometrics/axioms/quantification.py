"""Constraints on metrics of ordinal quantification: what a better estimate is, class by class, and what a distance is.

D(p, q) is the error of the system's distribution p for the gold distribution q, over K classes with an order. Each
constraint is demanded of every number of classes; with ``support=full`` no gold class is empty.
"""

from __future__ import annotations

from functools import partial

from axiometrics.axioms.demands import Positive, Within, Zero
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


@quantification_constraint(
    cites="sakai2021",
    section="Table 7 (i)",
    latex=r"D(e_a, e_j) > D(e_b, e_j), \quad b \text{ between } j \text{ and } a",
)
def nearer_class_one_hot(choose: Chooser, *, support: str) -> Template:
    """With all gold in one class, putting everything into a nearer class on the same side must be a smaller error."""
    classes = choose.classes(3)
    j, b, a = passed_class(choose, classes)
    gold = one_hot_gold(choose, support, j)
    return judged(worse=(choose.one_hot(a), gold), better=(choose.one_hot(b), gold))


@quantification_constraint(
    cites="sakai2021",
    section="Table 7 (i)",
    latex=r"D(q_{j \to a}^{m}, e_j) > D(q_{j \to b}^{m}, e_j), \quad b \text{ between } j \text{ and } a",
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


@quantification_constraint(
    cites="sakai2021",
    section="Table 7 (i)",
    latex=r"D(p, e_j) > D(p_{i \to i+1}^{m}, e_j), \quad 0 < m \le P_i - Q_i",
)
def cdf_one_hot(choose: Chooser, *, support: str) -> Template:
    """With all gold in one class, moving mass to the next class towards the gold must make the error smaller.

    The cumulative share at one boundary moves towards the gold's, and not past it.
    """
    classes = choose.classes()
    gold = one_hot_gold(choose, support, choose.index("j", 1, classes))
    return _towards_gold(choose, classes, choose.masses("p"), gold)


@quantification_constraint(
    cites="sakai2021",
    section="Table 7 (i)",
    latex=r"D(q_{j \to a}^{m}, q) > D(q_{j \to b}^{m}, q), \quad b \text{ between } j \text{ and } a",
)
def lump(choose: Chooser, *, support: str) -> Template:
    """Misplacing a mass of a class by fewer classes on the same side must be a smaller error, for any gold."""
    classes = choose.classes(3)
    j, b, a = passed_class(choose, classes)
    gold = gold_masses(choose, support)
    m = choose.amount("m", gold.at(j))
    return judged(worse=(gold.moved(j, a, m), gold), better=(gold.moved(j, b, m), gold))


@quantification_constraint(
    cites="sakai2021",
    section="Table 7 (i)",
    latex=r"D(p, q) > D(p_{i \to i+1}^{m}, q), \quad 0 < m \le P_i - Q_i",
)
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


@quantification_constraint(
    demand=Positive({"perfect": 1, "imperfect": -1}),
    cites="sebastiani2020",
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


@quantification_constraint(
    demand=Within({"judged": 1}, low=0), cites="sebastiani2020", section="axiom NN", latex=r"D(p, q) \ge 0"
)
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


@quantification_constraint(
    cites="sebastiani2020",
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


@quantification_constraint(
    demand=Zero({"forward": 1, "backward": -1}),
    cites="sebastiani2020",
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
