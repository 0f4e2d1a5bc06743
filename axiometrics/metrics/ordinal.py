"""Metrics of ordinal classification: distance from the true class, kappas and alphas, rates by class, correlation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, log2, maximum, minimum, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.ordinal.view import MatrixView

DISTANCE = "distance"
KAPPA = "weighted kappa"
ALPHA = "Krippendorff's alpha"
CLASS_RATES = "class rates"
CORRELATION = "correlation"


def micro(matrix: MatrixView, power: int) -> Quantity:
    """Mean over items of a power of the distance between assigned and true value."""
    return matrix.cells(lambda cell: cell.items * cell.distance**power) / matrix.items


def macro(matrix: MatrixView, power: int) -> Quantity:
    """Mean over the classes with gold items of the mean over their items."""
    return matrix.cells(lambda cell: cell.items * cell.distance**power / cell.gold) / matrix.present


@metric(task="ordinal", family=DISTANCE, error=True, cites="baccianella2009")
def mae_micro(matrix: MatrixView) -> Quantity:
    """Mean absolute error: how many classes an item is off, on average over items.

    The sum over cells of c |x - y|, divided by N. Range [0, K - 1] (values 1 to K), best 0. The ranked probability
    score of deterministic outputs is the same.

    >>> mae_micro("[2 0 0; 1 1 0; 1 0 3]")  # of 8 items one is 1 class off and one 2 classes
    0.375
    """
    return micro(matrix, 1)


@metric(task="ordinal", family=DISTANCE, error=True, cites="baccianella2009")
def mae_macro(matrix: MatrixView) -> Quantity:
    """Macro-averaged mean absolute error: the mean over true classes of how far their items are off on average.

    The sum over cells of c |x - y| / g, divided by P; classes without gold items do not count. Range [0, K - 1]
    (values 1 to K), best 0.

    >>> mae_macro("[2 0 0; 1 1 0; 1 0 3]")  # (3/4 + 0 + 0)/3
    0.25
    """
    return macro(matrix, 1)


@metric(task="ordinal", family=DISTANCE, error=True, cites="cruzramirez2014")
def mmae(matrix: MatrixView) -> Quantity:
    """Maximum mean absolute error: how far the items of the worst true class are off on average.

    The largest, over the classes with gold items, of the sum over the class's cells of c |x - y| / g. Range
    [0, K - 1] (values 1 to K), best 0.

    >>> mmae("[2 0 0; 1 1 0; 1 0 3]")  # class 1: (1 + 2)/4
    0.75
    """
    return matrix.largest(lambda cell: cell.items * cell.distance / cell.gold)


@metric(task="ordinal", family=DISTANCE, error=True, cites="sakai2021")
def mse_micro(matrix: MatrixView) -> Quantity:
    """Mean squared error over items.

    The sum over cells of c (x - y)^2, divided by N. Range [0, (K - 1)^2] (values 1 to K), best 0.

    >>> mse_micro("[2 0 0; 1 1 0; 1 0 3]")  # (1 + 4)/8
    0.625
    """
    return micro(matrix, 2)


@metric(task="ordinal", family=DISTANCE, error=True, cites="sakai2021")
def mse_macro(matrix: MatrixView) -> Quantity:
    """Macro-averaged mean squared error: the mean over true classes of the mean over their items.

    The sum over cells of c (x - y)^2 / g, divided by P. Range [0, (K - 1)^2] (values 1 to K), best 0.

    >>> mse_macro("[2 0; 2 3]")  # (2/4 + 0)/2
    0.25
    """
    return macro(matrix, 2)


@metric(task="ordinal", family=DISTANCE, error=True, cites="sakai2021")
def rmse_micro(matrix: MatrixView) -> Quantity:
    """Root of the mean squared error over items.

    Range [0, K - 1] (values 1 to K), best 0.

    >>> rmse_micro("[2 0 0; 0 1 0; 1 0 0]")  # sqrt(4/4)
    1.0
    """
    return sqrt(micro(matrix, 2))


@metric(task="ordinal", family=DISTANCE, error=True, cites="sakai2021")
def rmse_macro(matrix: MatrixView) -> Quantity:
    """Root of the macro-averaged mean squared error: the root is taken of the mean over classes.

    The mean over classes of each class's root is another measure. Range [0, K - 1] (values 1 to K), best 0.

    >>> rmse_macro("[2 0; 2 3]")  # sqrt((2/4 + 0)/2)
    0.5
    """
    return sqrt(macro(matrix, 2))


@metric(task="ordinal", family="closeness", cites="amigo2020")
def cem_ord(matrix: MatrixView) -> Quantity:
    """Closeness evaluation measure for ordinal classes: information of what is assigned, per that of the gold.

    An item of true class j that is assigned to i counts -log2(h/N), where h is half the gold items of i and all those
    from there to j (i not included): the fewer items are between, the closer. The sum is divided by that of the
    perfect output. Range [0, 1], best 1.

    >>> cem_ord("[0 0; 0 3]"), cem_ord("[0 3; 0 0]")
    (1.0, 0.0)
    """
    found = matrix.cells(lambda cell: cell.items * log2(matrix.items / cell.near))
    best = matrix.present_classes(lambda true: true.gold * log2(matrix.items / true.near))
    return found / best


Weight = Callable[[Any], Any]


def kappa(matrix: MatrixView, weight: Weight) -> Quantity:
    """One minus the observed disagreement per that of independent labels with the same class sizes."""
    observed = matrix.cells(lambda cell: cell.items * weight(cell))
    expected = matrix.all_cells(lambda cell: cell.system * cell.gold * weight(cell))
    return 1 - ratio(matrix.items * observed, expected, UNDEFINED)


def alpha(matrix: MatrixView, weight: Weight) -> Quantity:
    """One minus the observed disagreement per that of all labels paired at random, without replacement.

    The 2N labels of gold and system make N pairs of which 2N - 1 times as many are possible for each label.
    """
    observed = matrix.cells(lambda cell: cell.items * weight(cell))
    expected = matrix.all_cells(lambda cell: cell.assigned_labels * cell.true_labels * weight(cell))
    return 1 - ratio(2 * (2 * matrix.items - 1) * observed, expected, UNDEFINED)


@metric(task="ordinal", family=KAPPA, cites="cohen1960")
def kappa_nominal(matrix: MatrixView) -> Quantity:
    """Cohen's kappa: agreement beyond that of independent labels; every error weighs the same.

    Best 1, 0 for what independent labels reach; observed to be at least -1. Undefined where gold and system are
    constant and the same.

    >>> kappa_nominal("[2 0; 2 4]")  # 1 - 8 * 2/(2 * 4 + 6 * 4)
    0.5
    """
    return kappa(matrix, lambda cell: cell.wrong)


@metric(task="ordinal", family=KAPPA, cites="cohen1968")
def kappa_linear(matrix: MatrixView) -> Quantity:
    """Linearly weighted kappa: an error weighs as the distance between the two classes.

    Best 1, 0 for what independent labels reach; observed to be at least -1. Undefined where gold and system are
    constant and the same.

    >>> kappa_linear("[2 0; 2 4]")
    0.5
    """
    return kappa(matrix, lambda cell: cell.distance)


@metric(task="ordinal", family=KAPPA, cites="cohen1968")
def kappa_quadratic(matrix: MatrixView) -> Quantity:
    """Quadratically weighted kappa: an error weighs as the squared distance between the two classes.

    Best 1, 0 for what independent labels reach; observed to be at least -1. Undefined where gold and system are
    constant and the same.

    >>> kappa_quadratic("[2 0; 2 4]")
    0.5
    """
    return kappa(matrix, lambda cell: cell.distance**2)


@metric(task="ordinal", family=ALPHA, cites="krippendorff2018")
def alpha_nominal(matrix: MatrixView) -> Quantity:
    """Krippendorff's alpha of gold and system as two coders, nominal: every error weighs the same.

    Best 1; at least 1/N - 1, as far as observed. Undefined where all labels are the same.

    >>> alpha_nominal("[1 0; 1 1]")  # labels 3 and 3: 1 - 2 * 5 * 1/(2 * 3 * 3)
    0.4444444444444444
    """
    return alpha(matrix, lambda cell: cell.wrong)


@metric(task="ordinal", family=ALPHA, cites="krippendorff2018")
def alpha_interval(matrix: MatrixView) -> Quantity:
    """Krippendorff's alpha of gold and system as two coders, interval: an error weighs as the squared distance.

    Range [1/N - 1, 1], best 1. Undefined where all labels are the same.

    >>> alpha_interval("[1 0; 1 1]")
    0.4444444444444444
    """
    return alpha(matrix, lambda cell: cell.distance**2)


@metric(task="ordinal", family=ALPHA, cites="krippendorff2018")
def alpha_ordinal(matrix: MatrixView) -> Quantity:
    """Krippendorff's alpha of gold and system as two coders, ordinal: distances count the labels in between.

    An error weighs as the square of o, the labels from one class to the other with those of the two by half. Best 1; at
    least 1/N - 1, as far as observed. Undefined where all labels are the same.

    >>> alpha_ordinal("[1 0; 1 1]")
    0.4444444444444444
    """
    return alpha(matrix, lambda cell: cell.wrong * cell.span**2)


@metric(task="ordinal", family=CLASS_RATES, cites="sakai2021")
def accuracy(matrix: MatrixView) -> Quantity:
    """Share of the items that are assigned right.

    Range [0, 1], best 1; the same as micro-averaged precision, recall and F1.

    >>> accuracy("[2 0 0; 1 1 0; 1 0 3]")
    0.75
    """
    return matrix.present_classes(lambda true: true.right) / matrix.items


@metric(task="ordinal", family=CLASS_RATES, cites="cruzramirez2014")
def off_by_one_accuracy(matrix: MatrixView) -> Quantity:
    """Share of the items that are assigned right or to a class next to the right one.

    Range [0, 1], best 1; always 1 for two classes.

    >>> off_by_one_accuracy("[2 0 0; 1 1 0; 1 0 3]")
    0.875
    """
    near = matrix.cells(lambda cell: cell.items * maximum(0, minimum(1, 2 - cell.steps)))
    return near / matrix.items


@metric(task="ordinal", family=CLASS_RATES, cites="sakai2021")
def f1_macro(matrix: MatrixView) -> Quantity:
    """Mean over the classes with gold items of the harmonic mean of precision and recall.

    F1 of a class is 2c/(g + s), which is 0 where nothing is right. Range [0, 1], best 1.

    >>> f1_macro("[2 0; 2 1]")  # (4/6 + 2/4)/2
    0.5833333333333333
    """
    return _f1(matrix.present_classes) / matrix.present


@metric(task="ordinal", family=CLASS_RATES, cites="sakai2021")
def f1_union(matrix: MatrixView) -> Quantity:
    """Mean of F1 over all classes that the gold or the system uses.

    F1 of a class is 2c/(g + s). A class that only the system uses counts 0. Range [0, 1], best 1.

    >>> f1_union("[2 0; 2 0]")  # (4/6 + 0)/2
    0.3333333333333333
    """
    return _f1(matrix.used_classes) / matrix.used


def _f1(classes: Callable[..., Quantity]) -> Quantity:
    return classes(lambda true: 2 * true.right / (true.gold + true.system))


@metric(task="ordinal", family=CLASS_RATES, cites="sakai2021")
def hmpr(matrix: MatrixView) -> Quantity:
    """Harmonic mean of the mean precision and the mean recall of the classes with gold items.

    The precision of a class that the system does not use is 0. Range [0, 1], best 1.

    >>> hmpr("[2 0; 2 4]")  # precision (1 + 2/3)/2 = 5/6, recall (1/2 + 1)/2 = 3/4
    0.7894736842105263
    """
    precision = matrix.present_classes(lambda true: ratio(true.right, true.system, 0))
    recall = matrix.present_classes(lambda true: true.right / true.gold)
    return ratio(2 * precision * recall, precision + recall, 0) / matrix.present


@metric(task="ordinal", family=CLASS_RATES, cites="brodersen2010", aliases=("balanced_accuracy_score",))
def macro_recall(matrix: MatrixView) -> Quantity:
    """Mean over the classes with gold items of the share of their items that are assigned right.

    Range [0, 1], best 1; also called balanced accuracy.

    >>> macro_recall("[2 0; 2 4]")  # (1/2 + 1)/2
    0.75
    """
    return matrix.present_classes(lambda true: true.right / true.gold) / matrix.present


@metric(task="ordinal", family=CLASS_RATES, cites="cruzramirez2014")
def min_sensitivity(matrix: MatrixView) -> Quantity:
    """Smallest, over the classes with gold items, of the share of their items that are assigned right.

    Range [0, 1], best 1.

    >>> min_sensitivity("[2 0; 2 4]")
    0.5
    """
    return matrix.smallest(lambda cell: cell.items * (1 - cell.wrong) / cell.gold)


def _correlation(matrix: MatrixView, assigned: Any, true: Any) -> Quantity:
    """Pearson's correlation of two values of each item, undefined where one of them is constant."""

    def total(body: Any) -> Quantity:
        return matrix.cells(lambda cell: cell.items * body(cell))

    one, other = total(assigned), total(true)
    both = matrix.items * total(lambda cell: assigned(cell) * true(cell)) - one * other
    spread = matrix.items * total(lambda cell: assigned(cell) ** 2) - one**2
    spread *= matrix.items * total(lambda cell: true(cell) ** 2) - other**2
    return ratio(both, sqrt(spread), UNDEFINED)


@metric(task="ordinal", family=CORRELATION, cites="pearson1895")
def pearson(matrix: MatrixView) -> Quantity:
    """Pearson's correlation of the values of the assigned and of the true classes over the items.

    Range [-1, 1], best 1. Undefined where all items are of one true class or assigned to one class.

    >>> pearson("[1 0 0; 0 1 0; 0 0 1]")
    1.0
    """
    return _correlation(matrix, lambda cell: cell.assigned_value, lambda cell: cell.true_value)


@metric(task="ordinal", family=CORRELATION, cites="spearman1904")
def spearman(matrix: MatrixView) -> Quantity:
    """Spearman's correlation: Pearson's, of the items' ranks; equal ones share their mean rank.

    Range [-1, 1], best 1. Undefined where all items are of one true class or assigned to one class.

    >>> spearman("[1 0 0; 0 1 0; 0 0 1]")
    1.0
    """
    return _correlation(matrix, lambda cell: cell.assigned_rank, lambda cell: cell.true_rank)


@metric(task="ordinal", family=CORRELATION, cites="kendall1945")
def kendall_tau_b(matrix: MatrixView) -> Quantity:
    """Kendall's tau-b: pairs of items in the same order less those in opposite order, corrected for ties.

    Pairs that the gold and pairs that the system ties are left out of the two sides of the denominator, whose root is
    taken. Range [-1, 1], best 1. Undefined where all items are of one true class or assigned to one class.

    >>> kendall_tau_b("[1 0 0; 0 1 0; 0 0 1]")
    1.0
    """
    surplus = matrix.cells(lambda cell: cell.items * (cell.concordant - cell.discordant))
    assigned = matrix.items**2 - matrix.cells(lambda cell: cell.items * cell.system)
    true = matrix.items**2 - matrix.cells(lambda cell: cell.items * cell.gold)
    return ratio(2 * surplus, sqrt(assigned * true), UNDEFINED)
