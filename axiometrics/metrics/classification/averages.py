"""Averages over classes of precision, recall, F and Jaccard; which classes are averaged, and what is 0/0, is said.

``over`` chooses the classes: those that gold or system uses (``union``), those with gold items (``gold``), or all K.
``zero_division`` is the value of what a class has no value of: 0, 1, or ``skip`` to leave the class out. Where a
denominator is never zero the convention of `ratio` is for none; it only saves proofs from asking.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, guarded, maximum, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.classification.counting import right, wrong
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.classification.view import ConfusionView

RECALL = "averages of recall"
MACRO = "macro averages"
WEIGHTED = "weighted averages"
OVER = Parameter("over", default="union", choices=("union", "gold", "all"))
ZERO = Parameter("zero_division", default=0, choices=(Fraction(0), Fraction(1), "skip"))


def recalls(matrix: ConfusionView) -> Quantity:
    """Sum of the recalls of the classes that have one, those with gold items."""
    return matrix.of_gold(lambda one: one.right / one.gold)


def precisions(matrix: ConfusionView) -> Quantity:
    """Sum of the precisions of the classes that have one, those that the system uses."""
    return matrix.of_system(lambda one: one.right / one.system)


def _averaged(matrix: ConfusionView, over: object) -> Quantity:
    """Return the number of classes that are averaged."""
    return {"union": matrix.used, "gold": matrix.gold_classes}.get(str(over), matrix.classes)


def _macro(
    matrix: ConfusionView, total: Quantity, valued: Quantity, lacking: Quantity, how: tuple[object, object]
) -> Quantity:
    """Return a mean of a sum of values over classes.

    So many of those averaged are ``valued``, and so many are ``lacking`` a value. A class that has a value but is not
    averaged has no gold items, and nothing right, so that it adds 0 to the sum.
    """
    over, zero = how
    if zero == "skip":
        return ratio(total, valued, UNDEFINED)
    return (total + (lacking if zero == 1 else 0)) / _averaged(matrix, over)


@metric(
    task="classification",
    family=RECALL,
    cites="brodersen2010",
    parameters=[Parameter("absent", default="skip", choices=("skip", "zero", "undefined"))],
    aliases=("balanced_accuracy_score",),
)
def balanced_accuracy(matrix: ConfusionView, *, absent: object) -> Quantity:
    """Mean over the classes with gold items of the share of their items that are right.

    Range [0, 1], best 1. With ``absent=zero`` a class without gold items counts 0; ``absent=undefined`` gives no value
    where there is one.

    >>> round(balanced_accuracy("[3 0 0; 0 1 2; 2 1 3]"), 6)  # (1 + 1/3 + 1/2)/3
    0.611111
    """
    if absent == "zero":
        return recalls(matrix) / matrix.classes
    mean = recalls(matrix) / matrix.gold_classes
    if absent == "skip":
        return mean
    return guarded(mean, maximum(0, 1 - (matrix.classes - matrix.gold_classes)), UNDEFINED)


@metric(task="classification", family=RECALL, cites="brodersen2010")
def adjusted_balanced_accuracy(matrix: ConfusionView) -> Quantity:
    """Balanced accuracy beyond what a constant output gets, per what it can be beyond that.

    (BA - 1/c)/(1 - 1/c) with c classes with gold items. Range [-1/(c - 1), 1], best 1; undefined for one class.

    >>> round(adjusted_balanced_accuracy("[3 0 0; 0 1 2; 2 1 3]"), 6)  # (11/6 - 1)/2
    0.416667
    """
    return ratio(recalls(matrix) - 1, matrix.gold_classes - 1, UNDEFINED)


@metric(task="classification", family=RECALL, cites="sebastiani2015")
def k_measure(matrix: ConfusionView) -> Quantity:
    """Sum of the recalls less 1, per class with gold items but one; of one such class, twice its recall less 1.

    Range [-1, 1], best 1. For two classes this is the K of its paper, with its special cases.

    >>> round(k_measure("[3 0 0; 0 1 2; 2 1 3]"), 6), k_measure("[0 0; 1 3]")
    (0.416667, 0.5)
    """
    return ratio(recalls(matrix) - 1, matrix.gold_classes - 1, 2 * recalls(matrix) - 1)


@metric(task="classification", family=MACRO, cites="sokolova2009", parameters=[OVER, ZERO])
def macro_precision(matrix: ConfusionView, *, over: object, zero_division: object) -> Quantity:
    """Mean over classes of the share of the items put into the class that are right.

    A class that the system does not use has no precision, and counts as ``zero_division`` says. Range [0, 1], best 1.

    >>> round(macro_precision("[3 0 0; 0 1 2; 2 1 3]"), 6)  # (3/5 + 1/2 + 3/5)/3
    0.566667
    """
    both = matrix.gold_classes + matrix.system_classes - matrix.used
    valued = both if over == "gold" else matrix.system_classes
    all_classes = matrix.classes if over == "all" else matrix.used
    return _macro(
        matrix, precisions(matrix), valued, all_classes - matrix.system_classes, (over, zero_division)
    )


@metric(task="classification", family=MACRO, cites="sokolova2009", parameters=[OVER, ZERO])
def macro_recall(matrix: ConfusionView, *, over: object, zero_division: object) -> Quantity:
    """Mean over classes of the share of the class's items that are right.

    A class without gold items has no recall, and counts as ``zero_division`` says; ``over=gold`` is balanced accuracy.
    Range [0, 1], best 1.

    >>> round(macro_recall("[3 0 0; 0 1 2; 2 1 3]"), 6), round(macro_recall("[0 0; 1 5]"), 6)
    (0.611111, 0.416667)
    """
    lacking = _averaged(matrix, over) - matrix.gold_classes
    return _macro(matrix, recalls(matrix), matrix.gold_classes, lacking, (over, zero_division))


@metric(
    task="classification",
    family=MACRO,
    cites="opitz2019",
    parameters=[Parameter("beta", default=1, above=0), OVER, ZERO],
    aliases=("macro_f1",),
)
def macro_f(matrix: ConfusionView, *, beta: Quantity, over: object, zero_division: object) -> Quantity:
    """Mean over classes of the F of each: the F1 of each class, averaged.

    F is (1 + beta^2) n/(beta^2 a + b) with n right items, a gold items and b of the system; only a class that neither
    uses has none. Range [0, 1], best 1.

    >>> round(macro_f("[3 0 0; 0 1 2; 2 1 3]"), 6)  # (6/8 + 2/5 + 6/11)/3 = 373/660
    0.565152
    """
    total = matrix.of_used(lambda one: (1 + beta**2) * one.right / (beta**2 * one.gold + one.system))
    return _of_used(matrix, total, over, zero_division)


def _of_used(matrix: ConfusionView, total: Quantity, over: object, zero: object) -> Quantity:
    """Return a mean of what every class has that gold or system uses."""
    valued = matrix.gold_classes if over == "gold" else matrix.used
    return _macro(matrix, total, valued, _averaged(matrix, over) - valued, (over, zero))


@metric(task="classification", family=MACRO, cites="opitz2019", parameters=[OVER])
def f_of_macro(matrix: ConfusionView, *, over: object) -> Quantity:
    """Harmonic mean of macro precision and macro recall: the F1 of the averages.

    A class that lacks one of these counts 0 there; 0 where both means are 0. Range [0, 1], best 1.

    >>> round(f_of_macro("[3 0 0; 0 1 2; 2 1 3]"), 6)  # 187/318
    0.58805
    """
    one, other = precisions(matrix), recalls(matrix)
    return ratio(2 * one * other, one + other, 0) / _averaged(matrix, over)


@metric(task="classification", family=MACRO, cites="sokolova2009", parameters=[OVER, ZERO])
def macro_jaccard(matrix: ConfusionView, *, over: object, zero_division: object) -> Quantity:
    """Mean over classes of the right items per item that gold or system puts into the class.

    Range [0, 1], best 1; 0 for a class that one of the two does not use.

    >>> round(macro_jaccard("[3 0 0; 0 1 2; 2 1 3]"), 6)  # (3/5 + 1/4 + 3/8)/3 = 49/120
    0.408333
    """
    return _of_used(
        matrix,
        matrix.of_used(lambda one: ratio(one.right, one.gold + one.system - one.right, 0)),
        over,
        zero_division,
    )


@metric(task="classification", family=MACRO, cites="fowlkes1983")
def macro_fowlkes_mallows(matrix: ConfusionView) -> Quantity:
    """Mean over the classes in use of the geometric mean of precision and recall.

    0 for a class that one of gold and system does not use. Range [0, 1], best 1.

    >>> round(macro_fowlkes_mallows("[3 0 0; 0 1 2; 2 1 3]"), 6)
    0.576856
    """
    return matrix.of_used(lambda one: ratio(one.right, sqrt(one.gold * one.system), 0)) / matrix.used


@metric(task="classification", family=MACRO, cites="mosley2013")
def class_balance_accuracy(matrix: ConfusionView) -> Quantity:
    """Mean over the classes in use of the smaller one of precision and recall.

    n/max(a, b) with n right items, a gold items and b of the system. Range [0, 1], best 1.

    >>> round(class_balance_accuracy("[3 0 0; 0 1 2; 2 1 3]"), 6)  # (3/5 + 1/3 + 1/2)/3 = 43/90
    0.477778
    """
    return matrix.of_used(lambda one: ratio(one.right, maximum(one.gold, one.system), 0)) / matrix.used


def _shares(matrix: Sequence[Sequence[int]]) -> tuple[Fraction, int]:
    """Return the product, over the classes with gold items, of the share that is right, and how many they are."""
    counts = [(row[place], sum(row)) for place, row in enumerate(matrix) if any(row)]
    return Fraction(prod(right for right, _ in counts), prod(items for _, items in counts)), len(counts)


def _g_mean_exact(matrix: Any, arithmetic: Any) -> Any:
    product, classes = _shares(matrix.to_matrix())
    root = arithmetic.number(Fraction(1, classes))
    return arithmetic.power(arithmetic.number(product), root) if product else arithmetic.zero


@metric(
    task="classification",
    family=RECALL,
    reads="matrix",
    exact=_g_mean_exact,
    cites="kubat1997",
    aliases=("geometric_mean_score",),
)
def g_mean(matrix: Sequence[Sequence[int]]) -> float:
    """Geometric mean over the classes with gold items of the share of their items that are right.

    Range [0, 1], best 1; 0 where a class has no right item. No formula: the root depends on how many classes there
    are.

    >>> round(g_mean("[3 0 0; 0 1 2; 2 1 3]"), 6)  # (1 * 1/3 * 1/2)**(1/3)
    0.550321
    """
    product, classes = _shares(matrix)
    return float(product ** (1 / classes))


@metric(task="classification", family=RECALL, cites="cruzramirez2014")
def min_recall(matrix: ConfusionView) -> Quantity:
    """Smallest, over the classes with gold items, of the share of their items that are right.

    Range [0, 1], best 1.

    >>> min_recall("[3 0 0; 0 1 1; 2 1 3]")
    0.5
    """
    return matrix.smallest(lambda cell: cell.items * (1 - cell.wrong) / cell.gold)


@metric(
    task="classification",
    family=RECALL,
    cites="gosgens2021b",
    parameters=[Parameter("empty", default="skip", choices=("skip", "chance"))],
)
def symmetric_balanced_accuracy(matrix: ConfusionView, *, empty: object) -> Quantity:
    """Mean of the mean recall and the mean precision of the classes that have one.

    ``empty=chance`` takes the mean over the classes in use, where a class lacks recall or precision the share that
    the other side gives it, and is 1 where all is right and 0 where nothing is. Range [0, 1], best 1.

    >>> round(symmetric_balanced_accuracy("[3 0 0; 0 1 2; 2 1 3]"), 6)  # (11/18 + 17/30)/2 = 53/90
    0.588889
    """
    if empty == "skip":
        return (recalls(matrix) / matrix.gold_classes + precisions(matrix) / matrix.system_classes) / 2
    alone = matrix.of_used(lambda one: guarded(0, one.gold, one.system) + guarded(0, one.system, one.gold))
    total = recalls(matrix) + precisions(matrix) + alone / matrix.items
    return guarded(guarded(total / (2 * matrix.used), right(matrix), 0), wrong(matrix), 1)


@metric(task="classification", family=WEIGHTED, cites="sokolova2009")
def weighted_precision(matrix: ConfusionView) -> Quantity:
    """Mean of the classes' precisions, each weighted by the class's gold items.

    A class that the system does not use counts 0. Range [0, 1], best 1.

    >>> round(weighted_precision("[3 0 0; 0 1 2; 2 1 3]"), 6)  # (3 * 3/5 + 3 * 1/2 + 6 * 3/5)/12
    0.575
    """
    return matrix.of_system(lambda one: one.gold * one.right / one.system) / matrix.items


@metric(task="classification", family=WEIGHTED, cites="sokolova2009")
def weighted_recall(matrix: ConfusionView) -> Quantity:
    """Mean of the classes' recalls, each weighted by the class's gold items: the same as accuracy.

    Range [0, 1], best 1.

    >>> weighted_recall("[3 0 0; 0 1 2; 2 1 3]")
    0.5833333333333334
    """
    return matrix.of_gold(lambda one: one.gold * one.right / one.gold) / matrix.items


@metric(task="classification", family=WEIGHTED, cites="sokolova2009", aliases=("weighted_f1",))
def weighted_f(matrix: ConfusionView) -> Quantity:
    """Mean of the classes' F1, each weighted by the class's gold items.

    Range [0, 1], best 1.

    >>> round(weighted_f("[3 0 0; 0 1 2; 2 1 3]"), 6)  # 493/880
    0.560227
    """
    return matrix.of_gold(lambda one: 2 * one.gold * one.right / (one.gold + one.system)) / matrix.items


@metric(task="classification", family=WEIGHTED, cites="sokolova2009")
def weighted_jaccard(matrix: ConfusionView) -> Quantity:
    """Mean of the classes' Jaccard indices, each weighted by the class's gold items.

    Range [0, 1], best 1.

    >>> round(weighted_jaccard("[3 0 0; 0 1 2; 2 1 3]"), 6)
    0.4
    """
    total = matrix.of_gold(lambda one: one.gold * ratio(one.right, one.gold + one.system - one.right, 0))
    return total / matrix.items
