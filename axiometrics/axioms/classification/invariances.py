"""Constraints on classification metrics: what must not change the score, by chance too, and properties of it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from axiometrics.axioms.classification import (
    CLASSES,
    SAME,
    SUPPORT,
    VARIANTS,
    any_matrix,
    both_right,
    classes_of,
    classification_constraint,
    filled,
    of_several_classes,
    two_outputs,
    unchanged,
)
from axiometrics.axioms.demands import Comparable, EqualMinima, SameSign, Zero
from axiometrics.parameters import Parameter
from axiometrics.tasks.classification.cases import arranged
from axiometrics.tasks.ordinal.chooser import Chooser, Template, constant, independent, outputs


@unchanged(cites="gosgens2021b", section="class symmetry", latex=r"Q(\pi n \pi^T) = Q(n)")
def label_permutation(choose: Chooser, *, support: str, classes: object) -> Template:
    """Exchanging two classes, in gold and system, must not change the score."""
    number = classes_of(choose, classes)
    first = choose.index("first", 1, number - 1)
    second = first + 1
    original = choose.matrix(number, **filled(support, number))
    return outputs(original=original, changed=original.exchanged(first, second))


@unchanged(cites="gosgens2021b", section="symmetry", latex=r"Q(n^T) = Q(n)")
def symmetry(choose: Chooser, *, support: str, classes: object) -> Template:
    """Exchanging gold and system must not change the score.

    Where no gold class may be empty, no class of the system may be either.
    """
    original = any_matrix(choose, "both" if support == "full" else support, classes)
    return outputs(original=original, changed=original.swapped())


@unchanged(
    primary=False,
    variants=[{"classes": 2}],
    judging="forms",
    preconditions=(),
    cites="gosgens2021b",
    section="class symmetry",
    latex=r"Q(x_{\pi}, y_{\pi}) = Q(x, y)",
)
def item_order(choose: Any, *, support: str, classes: object) -> Template:
    """The same items in another order must not change the score.

    A formula reads the matrix, in which there is no order; of a function of labels the reverse order is tried.
    """
    number, full = classes_of(choose, classes), {"full": support != "any", "full_system": support == "both"}
    original, changed = choose.orders(number, **full)
    return outputs(original=original, changed=changed)


@unchanged(cites="sokolova2009", section="invariance I6", latex=r"Q(t\,n) = Q(n),\quad t > 1")
def replication(choose: Chooser, *, support: str, classes: object) -> Template:
    """Every item t times instead of once must not change the score."""
    number = classes_of(choose, classes)
    times = choose.size("times", 2)
    original = choose.matrix(number, **filled(support, number))
    return outputs(original=original, changed=original.repeated(times))


@unchanged(cites="gosgens2021b", section="multiclass measures", latex=r"Q(n \oplus 0) = Q(n)")
def unused_class(choose: Chooser, *, support: str, classes: object) -> Template:
    """One more class that neither gold nor system uses must not change the score."""
    number = classes_of(choose, classes)
    original = choose.matrix(number, **filled(support, number))
    return outputs(original=original, changed=original.with_class(number))


_same_order = partial(
    classification_constraint,
    demand=SameSign({"first": 1, "second": -1}, {"first_changed": 1, "second_changed": -1}),
    primary=False,
    cites="gosgens2021b",
)
"""Two outputs on one gold must be in the same order, or tie, before and after a change of both."""


def _both(first: Any, second: Any, change: Callable[[Any], Any]) -> Template:
    return outputs(first=first, second=second, first_changed=change(first), second_changed=change(second))


@_same_order(
    section="multiclass measures",
    latex=r"\text{sgn}(Q(n) - Q(n')) = \text{sgn}(Q(n \oplus 0) - Q(n' \oplus 0)),\quad a = a'",
)
def unused_class_rank(choose: Chooser, *, support: str, classes: object) -> Template:
    """One more class that nobody uses must not change which of two outputs on the same gold scores more.

    The order form of it; a tie must stay a tie.
    """
    number = classes_of(choose, classes)
    first, second = two_outputs(choose, support, number)
    return _both(first, second, lambda output: output.with_class(number))


@unchanged(
    cites="opitz2024",
    section="prevalence invariance",
    latex=r"Q(n') = Q(n),\quad n'_{ij} = t\,n_{ij} \text{ for one } i",
)
def gold_class_scaling(choose: Chooser, *, support: str, classes: object) -> Template:
    """Every item of one gold class t times instead of once must not change the score: how frequent it is."""
    number = classes_of(choose, classes)
    scaled, times = choose.index("scaled", 1, number), choose.size("times", 2)
    original = choose.matrix(number, **filled(support, number, some_gold=(scaled,)))
    return outputs(original=original, changed=original.times({scaled: times}))


@unchanged(
    primary=False,
    cites="sokolova2009",
    section="invariances I7 and I8",
    latex=r"Q(n') = Q(n),\quad n'_{ij} = t\,n_{ij} \text{ for one } j",
)
def system_class_scaling(choose: Chooser, *, support: str, classes: object) -> Template:
    """Every item that the system puts into one class t times instead of once must not change the score."""
    number = classes_of(choose, classes)
    scaled, times = choose.index("scaled", 1, number), choose.size("times", 2)
    original = choose.matrix(number, **filled(support, number, some_system=(scaled,)))
    return outputs(original=original, changed=original.swapped().times({scaled: times}).swapped())


_CELLS = {"tn": (2, 2), "tp": (1, 1), "fn": (2, 1), "fp": (1, 2)}


@unchanged(
    primary=False,
    parameters=[
        Parameter("cell", default="tn", choices=tuple(_CELLS)),
        SUPPORT,
        Parameter("classes", default=2, choices=(Fraction(2),)),
    ],
    variants=[{"cell": "tp"}, {"cell": "fn"}, {"cell": "fp"}],
    cites="sokolova2009",
    section="invariances I2 to I5",
    latex=r"Q(n + E) = Q(n),\quad K = 2",
)
def count_invariance(choose: Chooser, *, cell: str, support: str, classes: object) -> Template:
    """One more item in one of the four cells must not change the score: such as one more true negative.

    There are two classes.
    """
    original = any_matrix(choose, support, classes)
    return outputs(original=original, changed=original.changed({_CELLS[cell]: 1}))


@of_several_classes(
    primary=False,
    cites="gosgens2021b",
    section="multiclass measures",
    latex=r"Q(n) < Q(n_{i \cup j}),\quad n_{ij} + n_{ji} > 0",
)
def merged_confused_classes(choose: Chooser, *, support: str) -> Template:
    """Where two classes are confused, making them one class must raise the score."""
    number = choose.classes(3)
    one = choose.index("one", 1, number - 1)
    other = choose.index("other", one + 1, number)
    worse = choose.matrix(number, any_of=[(one, other), (other, one)], **filled(support, number))
    return outputs(worse=worse, better=worse.merged(one, other))


@of_several_classes(
    demand=Zero(SAME),
    primary=False,
    cites="gosgens2021b",
    section="multiclass measures",
    latex=r"Q(n) = Q(n_{i \cup j}),\quad n_{ij} = n_{ji} = 0",
)
def merged_unconfused_classes(choose: Chooser, *, support: str) -> Template:
    """Where two classes are never confused, making them one class must not change the score."""
    number = choose.classes(3)
    one = choose.index("one", 1, number - 1)
    other = choose.index("other", one + 1, number)
    original = choose.matrix(number, zero=[(one, other), (other, one)], **filled(support, number))
    return outputs(original=original, changed=original.merged(one, other))


@_same_order(
    section="disagreement of measures",
    latex=r"\text{sgn}(Q(n) - Q(n')) = \text{sgn}(Q(n + E_{ij}) - Q(n' + E_{ij})),\quad a = a'",
)
def independence(choose: Chooser, *, support: str, classes: object) -> Template:
    """One more item that two outputs treat alike must not change which of them scores more.

    It is of the same gold class, and both put it into the same class, right or wrong; a tie must stay a tie.
    """
    number = classes_of(choose, classes)
    gold, system = choose.index("gold", 1, number), choose.index("system", 1, number)
    first, second = two_outputs(choose, support, number)
    return _both(first, second, lambda output: output.changed({(system, gold): 1}))


@classification_constraint(
    demand=Comparable({"judged": 1}),
    primary=False,
    cites="sebastiani2015",
    section="strong and weak definiteness",
    latex=r"Q(n) \text{ is defined}",
)
def definiteness(choose: Chooser, *, support: str, classes: object) -> Template:
    """Every output must have a value; with ``support=full`` where no gold class is empty."""
    return outputs(judged=any_matrix(choose, support, classes))


@classification_constraint(
    demand=EqualMinima(),
    primary=False,
    cites="sebastiani2015",
    section="fixed range",
    latex=r"\min_{n : a(n) = a} Q(n) = \min_{n : a(n) = (1, \dots, 1)} Q(n)",
)
def fixed_minimum(choose: Chooser, *, support: str, classes: object) -> Template:
    """The worst score that an output can have must be the same for every gold of as many classes.

    Outputs without a value are left out.
    """
    return outputs(judged=any_matrix(choose, support, classes))


@of_several_classes(
    demand=Zero({"before": 1, "both": 1, "one": -1, "other": -1}),
    primary=False,
    cites="opitz2024",
    section="class decomposability",
    latex=r"Q(n) + Q(n + A + B) = Q(n + A) + Q(n + B)",
)
def exchange_additivity(choose: Chooser, *, support: str) -> Template:
    """Putting right two exchanged items of two classes must add as much, whether two of other classes are right or not.

    Of four classes or more, the first and second are exchanged once, and so are the third and fourth.
    """
    number = choose.classes(4)
    least = {(1, 2): 1, (2, 1): 1, (3, 4): 1, (4, 3): 1}
    before = choose.matrix(number, least=least, **filled(support, number))
    one, more = before.changed(both_right(1, 2)), both_right(3, 4)
    return outputs(before=before, one=one, other=before.changed(more), both=one.changed(more))


def _used(sizes: Any) -> Any:
    """Return how many classes have items."""
    return sum((size > 0) * 1 for size in sizes)


def _least(support: str, classes: int, side: str, otherwise: int = 2) -> int:
    """Return how many classes must have items at least, so that none is empty where that is wanted."""
    return classes if support == "both" or (support == "full" and side == "gold") else otherwise


@unchanged(
    parameters=[SUPPORT, CLASSES, Parameter("varied", default="both", choices=("both", "system"))],
    variants=[*VARIANTS, {"varied": "system"}],
    judging="means",
    preconditions=("gold_class_empty", "system_class_empty", "two_classes"),
    cites="gosgens2021b",
    section="constant baseline",
    latex=r"\mathrm{E}\,Q(a, b) = \mathrm{E}\,Q(a', b')",
)
def constant_baseline(choose: Any, *, support: str, classes: object, varied: str) -> Template:
    """Random outputs must score the same on average, whatever the class sizes of gold and system.

    The mean is over all ways to deal the system's labels to the items, each equally often; gold and system have two
    classes each at least. It is compared with that of the smallest sizes. With ``varied=system`` the gold stays, and
    two outputs for it are compared.
    """
    number = classes_of(choose, classes)
    full = {side: _least(support, number, side) == number for side in ("gold", "system")}
    gold = choose.margins("gold", number, full=full["gold"])
    system = choose.margins("system", number, sum(gold), full=full["system"])
    if varied == "system":
        other = choose.margins("other", number, sum(gold), full=full["system"])
        choose.require(other < system)
        return outputs(original=arranged(gold, other), changed=arranged(gold, system))
    least = {side: (1,) * (number if any(full.values()) else 2) for side in full}
    smallest = [(*each, *[0] * (number - len(each))) for each in least.values()]
    choose.require((gold, system) != tuple(smallest))
    return outputs(original=arranged(*smallest), changed=arranged(gold, system))


@unchanged(
    primary=False, cites="gosgens2021b", section="approximate constant baseline", latex=r"Q(u v^T) = Q(1 1^T)"
)
def independent_value(choose: Chooser, *, support: str, classes: object) -> Template:
    """Where gold and system are independent the score must be the same, as for one item of each kind.

    Both have two classes at least.
    """
    number = classes_of(choose, classes)
    least = {side: _least(support, number, side) for side in ("gold", "system")}

    def keep(gold: Any, system: Any) -> Any:
        return (_used(gold) >= least["gold"]) & (_used(system) >= least["system"])

    gold, system = choose.vectors(number, 1, keep)
    return outputs(original=independent([1] * number, [1] * number), changed=independent(gold, system))


@classification_constraint(
    demand=Zero({"one": 1, "other": -1}),
    primary=False,
    parameters=[SUPPORT, CLASSES, Parameter("outputs", default="mixed", choices=("mixed", "all"))],
    variants=[*VARIANTS, {"outputs": "all"}],
    cites="sebastiani2015",
    section="robustness to chance",
    latex=r"Q(u v^T) = Q(u w^T),\quad \Sigma v = \Sigma w",
)
def independent_same_gold(choose: Chooser, *, support: str, classes: object, **given: str) -> Template:
    """Two outputs on one gold that are independent of it must score the same.

    Each uses two classes at least; with ``outputs=all`` they may put all items into one class, too.
    """
    number = classes_of(choose, classes)
    used = _least(support, number, "system", 2 if given["outputs"] == "mixed" else 1)
    have = _least(support, number, "gold", 1)

    def keep(gold: Any, one: Any, other: Any) -> Any:
        later = 0
        for first, second in zip(reversed(one), reversed(other), strict=True):  # the first difference tells
            later = (first > second) * 1 + (first == second) * later
        return (_used(gold) >= have) & (_used(one) >= used) & (_used(other) >= used) & (later == 1)

    gold, one, other = choose.vectors(number, 2, keep)
    return outputs(one=independent(gold, one), other=independent(gold, other))


@classification_constraint(
    demand=Zero({"one": 1, "other": -1}),
    primary=False,
    cites="opitz2024",
    section="chance correction",
    latex=r"Q(\text{all } j) = Q(\text{all } k),\quad a_j, a_k > 0",
)
def constant_outputs(choose: Chooser, *, support: str, classes: object) -> Template:
    """Outputs that put all items into one class must score the same, whichever gold class that is.

    No such output uses all classes, so that there is no case with ``support=both``.
    """
    number = classes_of(choose, classes)
    first = choose.index("first", 1, number - 1)
    second = choose.index("second", first + 1, number)
    choose.require(support != "both")
    gold = choose.gold(number, least={first: 1, second: 1}, full=support == "full")
    return outputs(one=constant(gold, first), other=constant(gold, second))


@classification_constraint(
    primary=False,
    cites="sebastiani2015",
    section="robustness to chance",
    latex=r"Q(u v^T) < Q(u (v - e_j + e_i)^T),\quad u_i > u_j,\; v_j > 0",
)
def majority_growing(choose: Chooser, *, support: str, classes: object) -> Template:
    """Of outputs independent of the gold the one that puts more items into a larger class must score more."""
    number = classes_of(choose, classes)
    large = choose.index("large", 1, number)
    small = choose.index("small", 1, number, avoid=(large,))
    have, used = (_least(support, number, side, 1) for side in ("gold", "system"))

    def moved(system: Any) -> list[Any]:
        return [size + (k == large) - (k == small) for k, size in enumerate(system, 1)]

    def keep(gold: Any, system: Any) -> Any:
        whole = (_used(system) >= used) & (_used(moved(system)) >= used) & (_used(gold) >= have)
        return whole & (gold[large - 1] > gold[small - 1]) & (system[small - 1] > 0)

    gold, system = choose.vectors(number, 1, keep)
    return outputs(worse=independent(gold, system), better=independent(gold, moved(system)))


@classification_constraint(
    primary=False,
    cites="gosgens2021b",
    section="approximate constant baseline",
    latex=r"Q(a b^T) < Q(N n),\quad N n_{ii} \ge a_i b_i \text{ for all } i, \text{ not all equal}",
)
def above_chance(choose: Chooser, *, support: str, classes: object) -> Template:
    """An output that has more right items than independent labels of the same class sizes must score more than these.

    No class may have fewer right items than these give it. All items are there as often as makes the numbers whole.
    """
    better = any_matrix(choose, support, classes, above_chance=True)
    return outputs(worse=independent(better.gold, better.system), better=better.repeated(better.items))
