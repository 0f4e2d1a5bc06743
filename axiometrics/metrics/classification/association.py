"""Association of gold and system: agreement beyond chance, as of two coders, and information, entropy of errors too."""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, copysign, pi
from math import sqrt as sqrt_of
from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, guarded, log, maximum, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.classification.counting import right, wrong
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Value
    from axiometrics.tasks.classification.view import ConfusionView

CORRELATION = "correlation"
CODERS = "two coders"
DEGENERATE = Parameter("degenerate", default="undefined", choices=("undefined", "zero", "limit"))


def _by_chance(matrix: ConfusionView) -> Quantity:
    """N times the items that are right on average where gold and system are independent."""
    return matrix.of_used(lambda one: one.gold * one.system)


def _pairs_of_labels(matrix: ConfusionView) -> Quantity:
    """Ordered pairs of labels of two classes, of gold and system together: 4 N^2 less the squared labels of each."""
    return matrix.all_cells(lambda cell: cell.gold_labels * cell.system_labels * cell.wrong)


@metric(
    task="classification",
    family=CORRELATION,
    cites="gorodkin2004",
    parameters=[DEGENERATE],
    aliases=("matthews_corrcoef", "matthews_correlation"),
)
def mcc(matrix: ConfusionView, *, degenerate: object) -> Quantity:
    """Correlation of gold and system: Matthews's coefficient for two classes, R_K for more.

    (N d - Q)/sqrt((N^2 - A)(N^2 - B)), with d right items, Q the sum over classes of gold items times system items, A
    and B the sums of their squares. Range [-1, 1], best 1. Where gold or system has one class only it is undefined;
    ``degenerate=zero`` is 0 there; ``limit`` as well, but 1 or -1 where both have one class, the same or two.

    >>> round(mcc("[3 0 0; 0 1 2; 2 1 3]"), 6)  # 11/30
    0.366667
    """
    both = matrix.items * right(matrix) - _by_chance(matrix)
    # pairs of items of two classes
    gold = matrix.all_cells(lambda cell: cell.wrong * cell.gold * cell.gold_of_system)
    system = matrix.all_cells(lambda cell: cell.wrong * cell.system * cell.system_of_gold)
    otherwise: Value = 0
    if degenerate == "undefined":
        otherwise = UNDEFINED
    elif degenerate == "limit":
        several = matrix.gold_classes + matrix.system_classes - 2
        otherwise = guarded(0, several, 2 * right(matrix) / matrix.items - 1)
    return ratio(both, sqrt(gold * system), otherwise)


@metric(
    task="classification",
    family=CORRELATION,
    reads="matrix",
    error=True,
    cites="gosgens2021b",
    parameters=[DEGENERATE],
    undefined_somewhere=True,
)
def correlation_distance(matrix: Sequence[Sequence[int]], *, degenerate: object) -> float | None:
    """Correlation distance: the angle whose cosine is the correlation of gold and system, as a share of half a turn.

    arccos(mcc)/pi, with the conventions of `mcc`. Range [0, 1], best 0. No formula has angles; equal values are equal
    floats.

    >>> round(correlation_distance("[3 0 0; 0 1 2; 2 1 3]"), 6), correlation_distance("[1 1; 1 1]")
    (0.380499, 0.5)
    """
    gold, system = [sum(row) for row in matrix], [sum(column) for column in zip(*matrix, strict=True)]
    items, places = sum(gold), range(len(gold))
    both = items * sum(matrix[k][k] for k in places) - sum(gold[k] * system[k] for k in places)
    spread = (items**2 - sum(n * n for n in gold)) * (items**2 - sum(n * n for n in system))
    if spread:
        square = both * both / spread  # whole numbers: the quotient is the nearest float
        return acos(max(-1.0, min(1.0, copysign(sqrt_of(square), both)))) / pi
    if degenerate == "undefined":
        return None
    if degenerate == "limit" and max(gold) == max(system) == items:
        return float(gold.index(items) != system.index(items))
    return 0.5


@metric(task="classification", family=CODERS, cites="cohen1960", aliases=("cohen_kappa_score",))
def cohen_kappa(matrix: ConfusionView) -> Quantity:
    """Cohen's kappa: agreement beyond that of independent labels with the same class sizes.

    (N d - Q)/(N^2 - Q), as for the correlation. Best 1; undefined where gold and system are of one same class.

    >>> round(cohen_kappa("[3 0 0; 0 1 2; 2 1 3]"), 6)  # 11/31
    0.354839
    """
    by_chance = matrix.all_cells(lambda cell: cell.gold * cell.system * cell.wrong)
    return 1 - ratio(matrix.items * wrong(matrix), by_chance, UNDEFINED)


@metric(task="classification", family=CODERS, cites="scott1955")
def scott_pi(matrix: ConfusionView) -> Quantity:
    """Scott's pi: agreement beyond that of labels drawn from gold and system together.

    (p - q)/(1 - q) with p = d/N, and q the sum over classes of the squared share of all labels. Best 1; undefined where
    there is one label only.

    >>> round(scott_pi("[3 0 0; 0 1 2; 2 1 3]"), 6)  # 21/61
    0.344262
    """
    return 1 - ratio(4 * matrix.items * wrong(matrix), _pairs_of_labels(matrix), UNDEFINED)


@metric(task="classification", family=CODERS, cites="gwet2008")
def gwet_ac1(matrix: ConfusionView) -> Quantity:
    """Gwet's AC1: agreement beyond a chance that is large where all classes have equally many labels.

    (p - q)/(1 - q) with p = d/N, and q the sum over classes of s(1 - s)/(K - 1), s the share of all labels. K counts
    classes without items. Best 1; never undefined.

    >>> round(gwet_ac1("[3 0 0; 0 1 2; 2 1 3]"), 6)  # 51/131
    0.389313
    """
    others = matrix.classes - 1
    of_class = matrix.of_used(lambda one: (one.gold + one.system) ** 2)
    agreed = 4 * (others - 1) * matrix.items**2 + of_class  # never zero: the convention is for none
    return 1 - ratio(4 * matrix.items * others * wrong(matrix), agreed, 0)


@metric(task="classification", family=CODERS, cites="bennett1954")
def bennett_s(matrix: ConfusionView) -> Quantity:
    """Bennett's S: agreement beyond that of labels drawn evenly from all K classes.

    (K d/N - 1)/(K - 1). K counts classes without items. Range [-1/(K - 1), 1], best 1.

    >>> bennett_s("[3 0 0; 0 1 2; 2 1 3]")  # (3 * 7/12 - 1)/2
    0.375
    """
    return 1 - matrix.classes * wrong(matrix) / ((matrix.classes - 1) * matrix.items)


@metric(task="classification", family=CODERS, cites="krippendorff2018")
def krippendorff_alpha(matrix: ConfusionView) -> Quantity:
    """Krippendorff's alpha, nominal, of gold and system as two coders: disagreement per that of all labels paired.

    Pairs are drawn without replacement, which makes it larger for few items. Best 1; undefined where there is one
    label only.

    >>> round(krippendorff_alpha("[3 0 0; 0 1 2; 2 1 3]"), 6)  # 68/183
    0.371585
    """
    return 1 - ratio(2 * (2 * matrix.items - 1) * wrong(matrix), _pairs_of_labels(matrix), UNDEFINED)


@metric(task="classification", family=CORRELATION, cites="powers2011", aliases=("bookmaker_informedness",))
def informedness(matrix: ConfusionView) -> Quantity:
    """Mean, over the system's classes by size, of the share of a class that is found less that of others taken for it.

    The sum over the classes that the system uses of (b/N)(n/a - (b - n)/(N - a)), with n right items, a gold items and
    b of the system; R_1 + R_2 - 1 for two classes. Range [-1, 1], best 1. Undefined where the system uses a class
    that no item or every item is of.

    >>> round(informedness("[3 0 0; 0 1 2; 2 1 3]"), 6)  # 31/72
    0.430556
    """
    found = matrix.of_system(lambda one: one.system * ratio(one.right, one.gold, 0))
    taken = matrix.of_system(
        lambda one: one.system * ratio(one.system - one.right, matrix.items - one.gold, 0)
    )
    lacking = matrix.of_system(lambda one: guarded(0, one.gold * (matrix.items - one.gold), 1))
    return guarded((found - taken) / matrix.items, maximum(0, 1 - lacking), UNDEFINED)


@metric(task="classification", family=CORRELATION, cites="powers2011")
def markedness(matrix: ConfusionView) -> Quantity:
    """Informedness with gold and system exchanged; P_1 + P_2 - 1 for two classes.

    Range [-1, 1], best 1. Undefined where the gold has a class that the system puts no item or every item into.

    >>> round(markedness("[3 0 0; 0 1 2; 2 1 3]"), 6)  # 87/280
    0.310714
    """
    found = matrix.of_gold(lambda one: one.gold * ratio(one.right, one.system, 0))
    taken = matrix.of_gold(lambda one: one.gold * ratio(one.gold - one.right, matrix.items - one.system, 0))
    lacking = matrix.of_gold(lambda one: guarded(0, one.system * (matrix.items - one.system), 1))
    return guarded((found - taken) / matrix.items, maximum(0, 1 - lacking), UNDEFINED)


FAMILY = "information"


def _shared(matrix: ConfusionView) -> Quantity:
    """Return N times the information that gold and system share, in nats."""
    return matrix.cells(lambda cell: cell.items * log(matrix.items * cell.items / (cell.gold * cell.system)))


def _of_gold(matrix: ConfusionView) -> Quantity:
    """Return N times the entropy of the gold classes."""
    return matrix.of_gold(lambda one: one.gold * log(matrix.items / one.gold))


def _of_system(matrix: ConfusionView) -> Quantity:
    """Return N times the entropy of the system's classes."""
    return matrix.of_system(lambda one: one.system * log(matrix.items / one.system))


@metric(task="classification", family=FAMILY, cites="vinh2010", aliases=("mutual_info_score",))
def mutual_information(matrix: ConfusionView) -> Quantity:
    """Information that the system's labels give about the gold, in nats.

    Range [0, log K]; what a perfect output gets depends on the gold.

    >>> round(mutual_information("[1 0; 0 1]"), 6)
    0.693147
    """
    return _shared(matrix) / matrix.items


@metric(task="classification", family=FAMILY, cites="vinh2010")
def nmi(matrix: ConfusionView) -> Quantity:
    """Mutual information per mean of the entropies of gold and system.

    Range [0, 1]; 1 for every output that names the classes one to one. Undefined where both have one class.

    >>> round(nmi("[3 0 0; 0 1 2; 2 1 3]"), 6)
    0.351422
    """
    return ratio(2 * _shared(matrix), _of_gold(matrix) + _of_system(matrix), UNDEFINED)


@metric(task="classification", family=FAMILY, cites="theil1972")
def uncertainty_coefficient(matrix: ConfusionView) -> Quantity:
    """Share of the gold's entropy that the system's labels tell.

    Range [0, 1]; 1 for every output that never puts two gold classes into one. Undefined where the gold has one class.

    >>> uncertainty_coefficient("[1 0; 0 1]")
    1.0
    """
    return ratio(_shared(matrix), _of_gold(matrix), UNDEFINED)


@metric(task="classification", family=FAMILY, error=True, cites="wei2010")
def confusion_entropy(matrix: ConfusionView) -> Quantity:
    """Confusion entropy (CEN): the entropy of where the errors of each class go to and come from.

    The sum over the wrong cells of c (log((g + s)/c) of the one class + that of the other)/(2N), g and s the items of
    the class in gold and system, to base 2(K - 1). K counts classes without items. Best 0.

    >>> round(confusion_entropy("[3 0 0; 0 1 2; 2 1 3]"), 6)
    0.463811
    """
    total = matrix.cells(
        lambda cell: (
            cell.wrong
            * cell.items
            * (log(cell.gold_labels / cell.items) + log(cell.system_labels / cell.items))
        )
    )
    return total / (2 * matrix.items * log(2 * (matrix.classes - 1)))
