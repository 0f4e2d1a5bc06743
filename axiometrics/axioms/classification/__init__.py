"""Constraints on classification metrics: what is better, which errors are worse, and distance; beside `invariances`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any

from axiometrics.axioms.demands import Nonnegative, Zero
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.ordinal.chooser import (
    Chooser,
    Matrix,
    Template,
    one_of_each,
    outputs,
    perfect,
    right_cells,
)

DEGENERATE = (
    "gold_class_empty",
    "system_class_empty",
    "gold_single_class",
    "system_single_class",
    "perfect_but_one",
    "perfect_output",
    "nothing_right",
    "two_classes",
)
SUPPORT = Parameter("support", default="any", choices=("any", "full", "both"))
CLASSES = Parameter("classes", default="any", choices=("any", Fraction(2)))
VARIANTS = ({"support": "full"}, {"support": "both"}, {"classes": 2})
SAME = MappingProxyType({"original": 1, "changed": -1})
classification_constraint = partial(
    constraint,
    task="classification",
    parameters=[SUPPORT, CLASSES],
    variants=VARIANTS,
    preconditions=DEGENERATE,
)
"""A constraint on classification metrics, for any matrix and for those without empty classes, of any number or two."""
unchanged = partial(classification_constraint, demand=Zero(SAME))
"""One that demands the same score of two outputs."""
of_several_classes = partial(
    constraint, task="classification", parameters=[SUPPORT], variants=VARIANTS[:2], preconditions=DEGENERATE
)
"""One that takes more than two classes."""


def classes_of(choose: Chooser, classes: object) -> int:
    """Return the number of classes, K."""
    return choose.classes() if classes == "any" else choose.index("classes", 2, 2)


def filled(
    support: str,
    classes: int,
    *,
    gold: Collection[int] = (),
    system: Collection[int] = (),
    some_gold: Collection[int] = (),
    some_system: Collection[int] = (),
) -> dict[str, Any]:
    """Return what a matrix must hold so that no class is empty, also where some classes lose an item.

    Whatever the support, ``some_gold`` and ``some_system`` are no empty classes.
    """
    return {
        "held": _held(support != "any", classes, gold, some_gold),
        "held_system": _held(support == "both", classes, system, some_system),
    }


def _held(full: bool, classes: int, more: Collection[int], some: Collection[int]) -> Any:
    return one_of_each(classes, more, some) if full else dict.fromkeys(some, 1)


def any_matrix(choose: Chooser, support: str, classes: object, **wanted: Any) -> Matrix:
    """Return any matrix, or any of what is wanted, of any number of classes or of two."""
    number = classes_of(choose, classes)
    return choose.matrix(number, **filled(support, number), **wanted)


def two_outputs(choose: Chooser, support: str, classes: Any, *, apart: bool = False) -> tuple[Matrix, Matrix]:
    """Return any two outputs on one gold, or one without a right item and one that has some."""
    full, full_system = support != "any", support == "both"
    return choose.systems(classes, full=full, full_system=full_system, apart=apart)


def _error(choose: Chooser, classes: int) -> tuple[int, int]:
    """Return a gold class, and another one into which the system puts an item of it."""
    gold = choose.index("gold", 1, classes)
    return gold, choose.index("system", 1, classes, avoid=(gold,))


@classification_constraint(
    cites="gosgens2021b", section="monotonicity", latex=r"Q(n) < Q(n - E_{ij} + E_{ii}),\quad i \ne j"
)
def correction(choose: Chooser, *, support: str, classes: object) -> Template:
    """Putting a wrong item into its gold class must raise the score.

    The gold stays, and so does everything else in any matrix.
    """
    number = classes_of(choose, classes)
    gold, system = _error(choose, number)
    worse = choose.matrix(number, least={(system, gold): 1}, **filled(support, number, system=(system,)))
    return outputs(worse=worse, better=worse.moved(true=gold, start=system, to=gold))


@classification_constraint(
    primary=False,
    cites="gosgens2021b",
    section="monotonicity",
    latex=r"Q(n) < Q(n - E_{ij} + E_{jj}),\quad i \ne j",
)
def gold_correction(choose: Chooser, *, support: str, classes: object) -> Template:
    """Where the gold label of a wrong item becomes what the system says, the score must rise.

    The system stays, and so does everything else in any matrix.
    """
    number = classes_of(choose, classes)
    gold, system = _error(choose, number)
    worse = choose.matrix(number, least={(system, gold): 1}, **filled(support, number, gold=(gold,)))
    return outputs(worse=worse, better=worse.changed({(system, gold): -1, (system, system): 1}))


@classification_constraint(
    primary=False,
    cites="gosgens2021b",
    section="monotonicity",
    latex=r"Q(n) < Q(n - E_{ij} - E_{ji} + E_{ii} + E_{jj}),\quad i \ne j",
)
def exchange_correction(choose: Chooser, *, support: str, classes: object) -> Template:
    """Two items that are put into each other's class, both put right, must raise the score.

    All class sizes stay, in gold and system: the part of monotonicity that no size can explain.
    """
    number = classes_of(choose, classes)
    one = choose.index("one", 1, number - 1)
    other = choose.index("other", one + 1, number)
    least = {(one, other): 1, (other, one): 1}
    worse = choose.matrix(number, least=least, **filled(support, number))
    return outputs(worse=worse, better=worse.changed(both_right(one, other)))


def both_right(one: int, other: int) -> dict[tuple[int, int], int]:
    """Return what changes where two items that are put into each other's class are put right."""
    return {(one, one): 1, (other, other): 1, (one, other): -1, (other, one): -1}


@classification_constraint(
    cites="gosgens2021b",
    section="strong monotonicity",
    latex=r"Q(n) < Q(n + E_{ii}),\quad n \ne \text{diag}(a)",
)
def added_success(choose: Chooser, *, support: str, classes: object) -> Template:
    """One more item, put into its gold class, must raise the score where some item is wrong."""
    number = classes_of(choose, classes)
    gold = choose.index("gold", 1, number)
    worse = choose.matrix(number, imperfect=True, **filled(support, number))
    return outputs(worse=worse, better=worse.changed({(gold, gold): 1}))


@classification_constraint(
    cites="gosgens2021b",
    section="strong monotonicity",
    latex=r"Q(n + E_{ij}) < Q(n),\quad i \ne j,\; n_{kk} > 0 \text{ for some } k",
)
def added_error(choose: Chooser, *, support: str, classes: object) -> Template:
    """One more item, put into a wrong class, must lower the score where some item is right."""
    number = classes_of(choose, classes)
    gold, system = _error(choose, number)
    better = choose.matrix(number, any_of=right_cells(number), **filled(support, number))
    return outputs(worse=better.changed({(system, gold): 1}), better=better)


@classification_constraint(
    primary=False,
    cites="gosgens2021b",
    section="strong monotonicity",
    latex=r"Q(n) < Q(n \oplus 1),\quad n \ne \text{diag}(a)",
)
def added_perfect_class(choose: Chooser, *, support: str, classes: object) -> Template:
    """One more class of one item, put right, must raise the score where some item is wrong."""
    number = classes_of(choose, classes)
    worse = choose.matrix(number, imperfect=True, **filled(support, number))
    better = worse.with_class(number).changed({(number + 1, number + 1): 1})
    return outputs(worse=worse, better=better)


@classification_constraint(
    cites="gosgens2021b",
    section="maximal agreement",
    latex=r"Q(n) < Q(\text{diag}(a)),\quad n \ne \text{diag}(a)",
)
def perfect_output(choose: Chooser, *, support: str, classes: object) -> Template:
    """The output that puts every item into its gold class must score more than any other on the same gold."""
    worse = any_matrix(choose, support, classes, imperfect=True)
    return outputs(worse=worse, better=worse.corrected())


@unchanged(
    primary=False,
    cites="gosgens2021b",
    section="maximal agreement",
    latex=r"Q(\text{diag}(a)) = Q(\text{diag}(1, \dots, 1))",
)
def perfect_value(choose: Chooser, *, support: str, classes: object) -> Template:
    """Perfect outputs must score the same on every gold of as many classes."""
    number = classes_of(choose, classes)
    gold = choose.gold(number, full=support != "any")
    return outputs(original=perfect(gold), changed=perfect([1] * number))


@classification_constraint(
    cites="gosgens2021b",
    section="minimal agreement",
    latex=r"Q(n) < Q(n'),\quad a = a',\; d(n) = 0 < d(n')",
)
def worst_output(choose: Chooser, *, support: str, classes: object) -> Template:
    """An output without a right item must score less than any output on the same gold that has one."""
    number = classes_of(choose, classes)
    worse, better = two_outputs(choose, support, number, apart=True)
    return outputs(worse=worse, better=better)


@unchanged(
    primary=False,
    cites="gosgens2021b",
    section="minimal agreement",
    latex=r"Q(n) = Q(n'),\quad d(n) = d(n') = 0,\; n'_{i,i+1} = 1",
)
def worst_value(choose: Chooser, *, support: str, classes: object) -> Template:
    """Outputs without a right item must score the same: as the one in which each class is taken for the next one."""
    number = classes_of(choose, classes)
    original = choose.matrix(number, zero=right_cells(number), **filled(support, number))
    cycle = {(k % number + 1, k): 1 for k in range(1, number + 1)}
    return outputs(original=original, changed=perfect([0] * number).changed(cycle))


@of_several_classes(
    demand=Zero({"better": 1, "worse": -1}),
    cites="sokolova2009",
    section="nominal classes",
    latex=r"Q(n) = Q(n - E_{ij} + E_{ik}),\quad k \notin \{i, j\}",
)
def error_direction(choose: Chooser, *, support: str) -> Template:
    """Which wrong class an item is put into must not change the score.

    This is what classes without an order say; there are three classes or more.
    """
    number = choose.classes(3)
    gold, system = _error(choose, number)
    to = choose.index("to", 1, number, avoid=(gold, system))
    worse = choose.matrix(number, least={(system, gold): 1}, **filled(support, number, system=(system,)))
    return outputs(worse=worse, better=worse.moved(true=gold, start=system, to=to))


@of_several_classes(
    primary=False,
    cites="wei2010",
    section="confusion entropy",
    latex=r"Q(n) < Q(n - E_{ik} + E_{ij}),\quad n_{ij} \ge n_{ik} \ge 1",
)
def concentrated_errors(choose: Chooser, *, support: str) -> Template:
    """Errors of a class that go to fewer other classes must score more: one more where there are more already."""
    number = choose.classes(3)
    gold, many = _error(choose, number)
    few = choose.index("few", 1, number, avoid=(gold, many))
    least = {(few, gold): 1, (many, gold): 1}
    cells = (many, gold), (few, gold)
    worse = choose.matrix(number, least=least, not_less=cells, **filled(support, number, system=(few,)))
    return outputs(worse=worse, better=worse.moved(true=gold, start=few, to=many))


@constraint(
    task="classification",
    parameters=[SUPPORT, CLASSES, Parameter("context", default="perfect", choices=("perfect", "any"))],
    variants=[*VARIANTS, {"context": "any"}],
    preconditions=DEGENERATE,
    cites="sokolova2009",
    section="imbalance",
    latex=r"Q(\text{diag}(a) - E_{jj} + E_{jm}) < Q(\text{diag}(a) - E_{ii} + E_{im}),\quad a_i > a_j",
)
def rare_class_error(choose: Chooser, *, support: str, classes: object, context: str) -> Template:
    """One wrong item of a small class must cost more than one of a large class; both are put into a third one.

    All other items are right; with ``context=any`` they may be put into any class. Of two classes an item is put
    into the other one.
    """
    number = classes_of(choose, classes)
    large = choose.index("large", 1, number)
    small = choose.index("small", 1, number, avoid=(large,))
    third = choose.index("third", 1, number, avoid=(large, small)) if number > 2 else None
    if context == "perfect":
        gold = choose.gold(
            number, least={small: 1 + (support == "both")}, more=(large, small), full=support != "any"
        )
        before = perfect(gold)
    else:
        least = {(large, large): 1, (small, small): 1}
        held = filled(support, number, system=(large, small))
        before = choose.matrix(number, least=least, more=(large, small), **held)
    return outputs(
        worse=before.moved(true=small, start=small, to=third or large),
        better=before.moved(true=large, start=large, to=third or small),
    )


@classification_constraint(
    demand=Zero({"one": 1, "other": -1}),
    primary=False,
    cites="opitz2024",
    section="class sensitivity",
    latex=r"Q(n - E_{ij} + E_{ii}) = Q(n - E_{kl} + E_{kk}),\quad i \ne k",
)
def class_indifference(choose: Chooser, *, support: str, classes: object) -> Template:
    """It must not matter which class a wrong item is of that is put right.

    A metric that is blind to this or goes against it is sensitive to classes.
    """
    number = classes_of(choose, classes)
    gold, system = _error(choose, number)
    second = choose.index("second gold", 1, number, avoid=(gold,))
    into = choose.index("second system", 1, number, avoid=(second,))
    before = choose.matrix(
        number, least={(system, gold): 1, (into, second): 1}, **filled(support, number, system={system, into})
    )
    return outputs(
        one=before.moved(true=gold, start=system, to=gold),
        other=before.moved(true=second, start=into, to=second),
    )


def _judged(counts: Sequence[Any], classes: int, gold: int, system: int) -> Matrix:
    """Return the matrix of two of three labelings, counted from 0, of which one is taken for the gold."""
    steps = classes**2, classes, 1
    step, places = steps[3 - gold - system], range(classes)
    firsts = [[j * steps[gold] + i * steps[system] for j in places] for i in places]
    stretch = step * (classes - 1) + 1
    return Matrix(
        tuple(tuple(sum(counts[first : first + stretch : step]) for first in row) for row in firsts)
    )


@constraint(
    task="classification",
    demand=Nonnegative({"perfect": 1, "far": 1, "near": -1, "middle": -1}),
    parameters=[SUPPORT, CLASSES],
    variants=VARIANTS,
    preconditions=DEGENERATE,
    cites="gosgens2021b",
    section="distance",
    needs_best=True,
    latex=r"D(x, z) \le D(x, y) + D(y, z),\quad D = 1 - Q",
)
def triangle_inequality(choose: Chooser, *, support: str, classes: object) -> Template:
    """A detour must not be shorter: x is no farther from z than x from y and y from z together.

    The distance is what a score lacks of that of a perfect output with an item of each class, or an error itself. A
    distance is symmetric, and least for perfect outputs alone, too. Of scores without a greatest value it is not asked.
    """
    number = classes_of(choose, classes)
    three = choose.labelings(number, {"any": 0, "full": 2, "both": 3}[support])
    return outputs(
        perfect=perfect([1] * number),
        near=_judged(three, number, 0, 1),
        middle=_judged(three, number, 1, 2),
        far=_judged(three, number, 0, 2),
    )
