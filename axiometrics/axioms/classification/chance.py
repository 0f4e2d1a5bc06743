"""Constraints on classification metrics: what outputs score that say nothing about the gold."""

from __future__ import annotations

from typing import Any

from axiometrics.axioms.classification.improvements import (
    CLASSES,
    DEGENERATE,
    SUPPORT,
    VARIANTS,
    any_matrix,
    classes_of,
    classification_constraint,
    unchanged,
)
from axiometrics.axioms.demands import Zero
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.classification.cases import arranged
from axiometrics.tasks.ordinal.chooser import Chooser, Template, constant, independent, outputs

ONE_OTHER = Zero({"one": 1, "other": -1})


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


@constraint(
    task="classification",
    demand=ONE_OTHER,
    primary=False,
    parameters=[SUPPORT, CLASSES, Parameter("outputs", default="mixed", choices=("mixed", "all"))],
    variants=[*VARIANTS, {"outputs": "all"}],
    preconditions=DEGENERATE,
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
    demand=ONE_OTHER,
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
