"""Constraints on ordinal metrics: outputs on one gold of which one is better, and what constant outputs score.

``support=full`` demands the same of golds without an empty class only.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType

from axiometrics.axioms.demands import SameSign, SomeCase, Zero
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.ordinal.chooser import Chooser, Template, constant, outputs, perfect, stretch

DEGENERATE = (
    "empty_gold_class",
    "constant_gold",
    "constant_system",
    "perfect_output",
    "nothing_right",
    "two_classes",
)
SUPPORT = [Parameter("support", default="any", choices=("any", "full"))]
FULL = [{"support": "full"}]
ordinal_constraint = partial(
    constraint, task="ordinal", parameters=SUPPORT, variants=FULL, preconditions=DEGENERATE
)
"""A constraint on ordinal metrics, for any gold and for one with items of every class."""


def _errors(choose: Chooser, classes: int) -> tuple[int, int, int]:
    """Choose a true class, a class too far off, and one strictly between the two."""
    true = choose.index("true", 1, classes)
    far = choose.index("far", 1, classes, avoid=(true,))
    near = choose.between("near", true, far)
    return true, far, near


@ordinal_constraint(
    cites="amigo2020",
    section="ordinal monotonicity",
    latex=r"Q(C) < Q(C - E_{ij} + E_{i'j}),\quad i' \text{ strictly between } i \text{ and } j",
)
def nearer_class(choose: Chooser, *, support: str) -> Template:
    """Assigning an item to a class strictly between the one assigned and the true one must raise the score.

    Anywhere in any matrix.
    """
    classes = choose.classes(3)
    true, far, near = _errors(choose, classes)
    worse = choose.matrix(classes, least={(far, true): 1}, full=support == "full")
    return outputs(worse=worse, better=worse.moved(true=true, start=far, to=near))


@ordinal_constraint(
    cites="amigo2020",
    section="ordinal monotonicity",
    latex=r"Q(C) < Q(C - E_{ij} + E_{i'j}),\quad i' \text{ between } i \text{ and } j,"
    r"\; g_l > 0 \text{ for some } l \text{ from } i \text{ to } i'",
)
def nearer_class_past_gold(choose: Chooser, *, support: str) -> Template:
    """Assigning an item to a nearer class must raise the score if a class that it leaves behind has gold items.

    As nearer class; some class from the one assigned to the nearer one, both included, has gold items.
    """
    classes = choose.classes(3)
    true, far, near = _errors(choose, classes)
    passed = stretch(far, near)
    worse = choose.matrix(classes, least={(far, true): 1}, some=passed, full=support == "full")
    return outputs(worse=worse, better=worse.moved(true=true, start=far, to=near))


@ordinal_constraint(
    cites="amigo2020", section="ordinal monotonicity", latex=r"Q(C) < Q(C - E_{ij} + E_{jj}),\quad i \ne j"
)
def correction(choose: Chooser, *, support: str) -> Template:
    """Assigning a wrong item to its true class must raise the score.

    Anywhere in any matrix.
    """
    classes = choose.classes()
    true = choose.index("true", 1, classes)
    assigned = choose.index("assigned", 1, classes, avoid=(true,))
    worse = choose.matrix(classes, least={(assigned, true): 1}, full=support == "full")
    return outputs(worse=worse, better=worse.moved(true=true, start=assigned, to=true))


@ordinal_constraint(
    cites="sakai2021",
    section="Table 4, column (i)",
    latex=r"Q(\text{diag}(g) - E_{jj} + E_{ij}) < Q(\text{diag}(g) - E_{jj} + E_{i'j})",
)
def single_error(choose: Chooser, *, support: str) -> Template:
    """Of two outputs with one wrong item, the one that assigns it to a class nearer to the true one must score more.

    The same item in both; the nearer class is strictly between the true and the other one.
    """
    classes = choose.classes(3)
    true, far, near = _errors(choose, classes)
    right = perfect(choose.gold(classes, least={true: 1}, full=support == "full"))
    return outputs(
        worse=right.moved(true=true, start=true, to=far), better=right.moved(true=true, start=true, to=near)
    )


@ordinal_constraint(
    cites="amigo2020",
    section="class imbalance",
    latex=r"Q(\text{diag}(g) - E_{bb} + E_{mb}) < Q(\text{diag}(g) - E_{aa} + E_{ma}),"
    r"\quad g_a > g_b,\; \{a, b\} = \{m - 1, m + 1\}",
)
def imbalance(choose: Chooser, *, support: str) -> Template:
    """One wrong item of a large class must cost less than one of a small class, both a class off.

    The two classes are on the two sides of the class that the item is assigned to; all other items are right.
    """
    return _one_wrong(choose, support, furthest=1)


@ordinal_constraint(
    cites="amigo2020",
    section="class imbalance",
    latex=r"Q(\text{diag}(g) - E_{bb} + E_{mb}) < Q(\text{diag}(g) - E_{aa} + E_{ma}),"
    r"\quad g_a > g_b,\; |a - m| = |b - m| \ge 1,\; a \ne b",
)
def imbalance_equal_distance(choose: Chooser, *, support: str) -> Template:
    """One wrong item of a large class must cost less than one of a small class, both equally many classes off.

    The two classes are on the two sides of the class that the item is assigned to; all other items are right.
    """
    return _one_wrong(choose, support)


def _one_wrong(choose: Chooser, support: str, furthest: int | None = None) -> Template:
    """Send one item of a large class, or of the small one opposite, to the middle, at most so many classes off."""
    classes = choose.classes(3)
    middle = choose.index("middle", 2, classes - 1)
    large = choose.beside("large", middle, classes, furthest)
    small = choose.opposite("small", large, middle, classes)
    right = perfect(choose.gold(classes, least={small: 1}, more=(large, small), full=support == "full"))
    return outputs(
        worse=right.moved(true=small, start=small, to=middle),
        better=right.moved(true=large, start=large, to=middle),
    )


@ordinal_constraint(
    cites="amigo2020",
    section="class imbalance",
    latex=r"Q(C - E_{bb} + E_{mb}) < Q(C - E_{aa} + E_{ma}),\quad g_a > g_b,\; \{a, b\} = \{m - 1, m + 1\}",
)
def imbalance_in_context(choose: Chooser, *, support: str) -> Template:
    """A new error on a large class must cost less than one on a small class, whatever else is wrong.

    As imbalance, but the other items may be assigned to any classes.
    """
    classes = choose.classes(3)
    middle = choose.index("middle", 2, classes - 1)
    large = choose.beside("large", middle, classes, 1)
    small = choose.opposite("small", large, middle, classes)
    least = {(large, large): 1, (small, small): 1}
    before = choose.matrix(classes, least=least, more=(large, small), full=support == "full")
    return outputs(
        worse=before.moved(true=small, start=small, to=middle),
        better=before.moved(true=large, start=large, to=middle),
    )


@ordinal_constraint(
    cites="amigo2020",
    section="ordinal monotonicity",
    latex=r"Q(C) < Q(\text{diag}(g)),\quad C \ne \text{diag}(g)",
)
def perfect_output(choose: Chooser, *, support: str) -> Template:
    """The output that assigns every item right must score more than any other output on the same gold."""
    worse = choose.matrix(choose.classes(), imperfect=True, full=support == "full")
    return outputs(worse=worse, better=worse.corrected())


@ordinal_constraint(
    cites="sakai2021",
    section="Table 4, column (ii)",
    latex=r"Q(\text{all } b) < Q(\text{all } a),\quad b < a \le \min\{j : g_j > 0\}"
    r" \text{ or } b > a \ge \max\{j : g_j > 0\}",
)
def constant_dominance(choose: Chooser, *, support: str) -> Template:
    """Of two outputs that assign all items to one class, the one that is nearer to all true classes must score more.

    Both classes are on the same side of all gold items, or the nearer one is the outermost class with gold items. No
    such case has gold items in every class.
    """
    classes = choose.classes()
    near = choose.index("near", 1, classes)
    far = choose.index("far", 1, classes, avoid=(near,))
    beyond = range(1, near) if far < near else range(near + 1, classes + 1)
    gold = choose.gold(classes, empty=beyond, full=support == "full")
    return outputs(worse=constant(gold, far), better=constant(gold, near))


@ordinal_constraint(
    demand=SomeCase(),
    cites="sakai2021",
    section="Table 4, column (ii)",
    latex=r"\exists g, a \ne b:\quad Q(\text{all } a) \ne Q(\text{all } b)",
)
def constant_discrimination(choose: Chooser, *, support: str) -> Template:
    """Two outputs that assign all items to one class, each to another, must score differently on some gold.

    For some gold and some two classes, that is; both outputs must have a score.
    """
    classes = choose.classes()
    one = choose.index("one", 1, classes)
    other = choose.index("other", 1, classes, avoid=(one,))
    gold = choose.gold(classes, full=support == "full")
    return outputs(worse=constant(gold, one), better=constant(gold, other))


SAME = MappingProxyType({"original": 1, "changed": -1})


@constraint(
    task="ordinal",
    demand=Zero(SAME),
    parameters=[*SUPPORT, Parameter("form", default="classes", choices=("classes", "values"))],
    variants=[*FULL, {"form": "values"}],
    preconditions=DEGENERATE,
    cites="amigo2020",
    section="ordinal invariance",
    latex=r"Q(f(s), f(g)) = Q(s, g),\quad f \text{ strictly increasing}",
)
def ordinal_invariance(choose: Chooser, *, support: str, form: str) -> Template:
    """An unused class between two classes must not change the score.

    So the metric does not take neighbouring classes to be equally far apart. ``form=values`` leaves the classes as they
    are, but lets them stand for any increasing numbers instead of 1 to K.
    """
    classes = choose.classes()
    full = support == "full"
    if form == "values":
        values = [1]
        for place in range(2, classes + 1):
            values.append(values[-1] + choose.size(f"gap {place}"))
        original = choose.matrix(classes, full=full)
        return outputs(original=original, changed=original.valued(values))
    below = choose.index("below", 1, classes - 1)
    original = choose.matrix(classes, full=full)
    return outputs(original=original, changed=original.with_class(below))


@ordinal_constraint(
    demand=SameSign({"first": 1, "second": -1}, {"first_changed": 1, "second_changed": -1}),
    cites="sakai2021",
    section="avoiding equidistance",
    latex=r"\text{sgn}(Q(s, g) - Q(s', g)) = \text{sgn}(Q(f(s), f(g)) - Q(f(s'), f(g)))",
)
def rank_invariance(choose: Chooser, *, support: str) -> Template:
    """An unused class between two classes must not change which of two outputs on the same gold scores more.

    The order form of ordinal invariance; a tie must stay a tie. Where one of the two comparisons is a tie, the metric
    is blind; where they go opposite ways, it contradicts.
    """
    classes = choose.classes()
    below = choose.index("below", 1, classes - 1)
    first, second = choose.systems(classes, full=support == "full")
    return outputs(
        first=first,
        second=second,
        first_changed=first.with_class(below),
        second_changed=second.with_class(below),
    )


@ordinal_constraint(
    demand=Zero(SAME), cites="sakai2021", section="Table 7, column (ii)", latex=r"Q(C^{T}) = Q(C)"
)
def symmetry(choose: Chooser, *, support: str) -> Template:
    """Exchanging gold and system must not change the score.

    With ``support=full`` both have items in every class.
    """
    original = choose.matrix(choose.classes(), full=support == "full", full_system=support == "full")
    return outputs(original=original, changed=original.swapped())


@ordinal_constraint(
    demand=Zero(SAME), cites="sakai2021", section="properties", latex=r"Q(t\,C) = Q(C),\quad t > 1"
)
def replication(choose: Chooser, *, support: str) -> Template:
    """Every item t times instead of once must not change the score."""
    classes = choose.classes()
    times = choose.size("times", 2)
    original = choose.matrix(classes, full=support == "full")
    return outputs(original=original, changed=original.repeated(times))


@ordinal_constraint(
    demand=Zero(SAME),
    cites="sakai2021",
    section="properties",
    latex=r"Q(C') = Q(C),\quad c'_{ij} = c_{K+1-i,\,K+1-j}",
)
def reversal(choose: Chooser, *, support: str) -> Template:
    """Reversing the order of the classes, in gold and system, must not change the score."""
    original = choose.matrix(choose.classes(), full=support == "full")
    return outputs(original=original, changed=original.reversed())


@ordinal_constraint(
    demand=Zero(SAME), cites="sakai2021", section="properties", latex=r"Q(C \oplus 0) = Q(C) = Q(0 \oplus C)"
)
def unused_end_class(choose: Chooser, *, support: str) -> Template:
    """A further class without items at one end must not change the score."""
    classes = choose.classes()
    end = choose.index("below", 0, 1) * classes
    original = choose.matrix(classes, full=support == "full")
    return outputs(original=original, changed=original.with_class(end))


@ordinal_constraint(
    demand=Zero({"judged": 1}), primary=False, cites="sakai2021", section="3.1", latex=r"Q(\text{all } a) = 0"
)
def constant_is_zero(choose: Chooser, *, support: str) -> Template:
    """An output that assigns all items to one class must score 0.

    So that a system which says nothing gets what agreement by chance gets, whatever the gold.
    """
    classes = choose.classes()
    one = choose.index("one", 1, classes)
    return outputs(judged=constant(choose.gold(classes, full=support == "full"), one))
