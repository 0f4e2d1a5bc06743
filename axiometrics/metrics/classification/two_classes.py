"""Metrics of two classes, the first of which is the positive one: precision, recall, F, and others of four counts.

None of them has a value for more classes. Several are metrics of filtering too, where both classes have items.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from axiometrics.formulas import INFINITE, UNDEFINED, guarded, maximum, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Value
    from axiometrics.tasks.classification.view import ConfusionView

FAMILY = "two classes"
ZERO = Parameter("zero_division", default=0, choices=(Fraction(0), Fraction(1), "undefined"))


def _of_two(matrix: ConfusionView, value: Quantity) -> Quantity:
    """Return a value where there are two classes; there are never fewer."""
    return guarded(value, maximum(0, 3 - matrix.classes), UNDEFINED)


def _share(matrix: ConfusionView, part: Quantity, whole: Quantity, zero: object) -> Quantity:
    otherwise: Value = UNDEFINED if zero == "undefined" else 1 if zero == 1 else 0
    return _of_two(matrix, ratio(part, whole, otherwise))


@metric(task="classification", family=FAMILY, cites="vanrijsbergen1979", parameters=[ZERO])
def precision(matrix: ConfusionView, *, zero_division: object) -> Quantity:
    """Share of the items put into the positive class that belong there.

    TP/(TP + FP). Range [0, 1], best 1; ``zero_division`` where nothing is put there.

    >>> precision("[28 23; 72 2680]")
    0.28
    """
    return _share(matrix, matrix.tp, matrix.tp + matrix.fp, zero_division)


@metric(task="classification", family=FAMILY, cites="vanrijsbergen1979", parameters=[ZERO])
def recall(matrix: ConfusionView, *, zero_division: object) -> Quantity:
    """Share of the items of the positive class that are put there.

    TP/(TP + FN). Range [0, 1], best 1; ``zero_division`` where the class has no items.

    >>> round(recall("[28 23; 72 2680]"), 6)
    0.54902
    """
    return _share(matrix, matrix.tp, matrix.tp + matrix.fn, zero_division)


@metric(task="classification", family=FAMILY, cites="youden1950", parameters=[ZERO])
def specificity(matrix: ConfusionView, *, zero_division: object) -> Quantity:
    """Share of the items of the other class that are not put into the positive one.

    TN/(TN + FP). Range [0, 1], best 1; ``zero_division`` where the other class has no items.

    >>> specificity("[1 0; 1 3]")
    0.75
    """
    return _share(matrix, matrix.tn, matrix.tn + matrix.fp, zero_division)


@metric(
    task="classification",
    family=FAMILY,
    cites="vanrijsbergen1979",
    parameters=[Parameter("beta", default=1, above=0)],
    aliases=("f1_score",),
)
def f(matrix: ConfusionView, *, beta: Quantity) -> Quantity:
    """Weighted harmonic mean of precision and recall of the positive class.

    (1 + beta^2) TP/((1 + beta^2) TP + beta^2 FN + FP). Range [0, 1], best 1; 0 where that is 0/0.

    >>> round(f("[28 23; 72 2680]"), 6)  # 56/151
    0.370861
    """
    whole = (1 + beta**2) * matrix.tp + beta**2 * matrix.fn + matrix.fp
    return _share(matrix, (1 + beta**2) * matrix.tp, whole, 0)


@metric(task="classification", family=FAMILY, cites="sokolova2009", aliases=("jaccard_score",))
def jaccard(matrix: ConfusionView) -> Quantity:
    """Right items of the positive class per item that gold or system puts there.

    TP/(TP + FP + FN). Range [0, 1], best 1; 0 where that is 0/0.

    >>> jaccard("[1 1; 2 9]")
    0.25
    """
    return _share(matrix, matrix.tp, matrix.tp + matrix.fp + matrix.fn, 0)


@metric(task="classification", family=FAMILY, cites="fowlkes1983")
def fowlkes_mallows(matrix: ConfusionView) -> Quantity:
    """Geometric mean of precision and recall of the positive class.

    Range [0, 1], best 1; 0 where one of them is 0/0.

    >>> fowlkes_mallows("[1 0; 3 9]")
    0.5
    """
    return _share(matrix, matrix.tp, sqrt((matrix.tp + matrix.fp) * (matrix.tp + matrix.fn)), 0)


@metric(task="classification", family=FAMILY, cites="glas2003")
def diagnostic_odds_ratio(matrix: ConfusionView) -> Quantity:
    """Odds of being put into the positive class among its items, per those odds among the others.

    TP TN/(FP FN). Range [0, infinity], best infinity, where FP FN = 0; undefined where TP TN is 0 too.

    >>> diagnostic_odds_ratio("[2 1; 1 3]")
    6.0
    """
    right, wrong = matrix.tp * matrix.tn, matrix.fp * matrix.fn
    return _of_two(matrix, guarded(ratio(right, wrong, INFINITE), right + wrong, UNDEFINED))


@metric(task="classification", family=FAMILY, cites="sitarz2022")
def p4(matrix: ConfusionView) -> Quantity:
    """Harmonic mean of precision, recall, specificity and negative predictive value.

    4 TP TN/(4 TP TN + (TP + TN)(FP + FN)). Range [0, 1], best 1; undefined where that is 0/0.

    >>> round(p4("[28 23; 72 2680]"), 6)  # 15008/27871
    0.538481
    """
    right = 4 * matrix.tp * matrix.tn
    errors = (matrix.tp + matrix.tn) * (matrix.fp + matrix.fn)
    return _share(matrix, right, right + errors, "undefined")


@metric(
    task="classification",
    family=FAMILY,
    cites="gosgens2021b",
    parameters=[Parameter("r", default=1, choices=tuple(map(Fraction, (1, 0, -1))))],
)
def gm(matrix: ConfusionView, *, r: object) -> Quantity:
    """Generalised mean: what TP TN has beyond FP FN, per power mean of the spreads of gold and system.

    (TP TN - FP FN)/M_r(a a', b b'), with a and a' gold items of the two classes, b and b' of the system, and M_r the
    mean of order r: the arithmetic one for r = 1, the harmonic one for -1; r = 0, the geometric one, is the
    correlation.
    Range [-1, 1], best 1; undefined where gold or system has one class.

    >>> round(gm("[28 23; 72 2680]"), 6)  # 36692/102663
    0.357402
    """
    gold = (matrix.tp + matrix.fn) * (matrix.fp + matrix.tn)
    system = (matrix.tp + matrix.fp) * (matrix.fn + matrix.tn)
    beyond = matrix.tp * matrix.tn - matrix.fp * matrix.fn
    if r == 0:
        return _share(matrix, beyond, sqrt(gold * system), "undefined")
    if r == -1:
        return _share(matrix, beyond * (gold + system), 2 * gold * system, "undefined")
    return _of_two(matrix, guarded(ratio(2 * beyond, gold + system, UNDEFINED), gold * system, UNDEFINED))
