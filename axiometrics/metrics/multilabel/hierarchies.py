"""Sets of labels in a hierarchy: compared as closures, by nearest common ancestors, by distances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, guarded, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter
from axiometrics.tasks.multilabel.hierarchy import Hierarchy

if TYPE_CHECKING:
    from axiometrics.tasks.multilabel.view import LabelsView

Labels = tuple[int, ...]
CLOSED = "closures"
ANCESTORS = "ancestors and distances"
AVERAGE = Parameter("average", default="micro", choices=("micro", "example"))


def _share(labels: LabelsView, parts: tuple[str, Sequence[str]], average: str) -> Quantity:
    """Return what is common to closures, over the labels of some sides, pooled or as a mean over items; 0 for 0/0."""
    factor, sides = len(parts[1]), parts[1]

    def bottom(item: Any) -> Any:
        return sum((getattr(item, side) for side in sides[1:]), getattr(item, sides[0]))

    if average == "example":
        return (
            labels.each_item(lambda item: ratio(factor * item.closed_common, bottom(item), 0)) / labels.items
        )
    return ratio(factor * labels.each_item(lambda item: item.closed_common), labels.each_item(bottom), 0)


@metric(task="multilabel", family=CLOSED, parameters=[AVERAGE], cites="kiritchenko2006")
def hierarchical_precision(labels: LabelsView, *, average: str) -> Quantity:
    """Share of the system's labels, and of all above them, that gold labels or labels above these are.

    Range [0, 1], best 1; 0 where there is nothing to share. Pooled over items, or their mean (``average=example``).

    >>> hierarchical_precision("a > b, c   gold b   system c")
    0.5
    """
    return _share(labels, ("closed_common", ["closed_system"]), average)


@metric(task="multilabel", family=CLOSED, parameters=[AVERAGE], cites="kiritchenko2006")
def hierarchical_recall(labels: LabelsView, *, average: str) -> Quantity:
    """Share of the gold labels, and of all above them, that labels of the system or labels above these are.

    Range [0, 1], best 1; 0 where there is nothing to share. Pooled over items, or their mean (``average=example``).

    >>> hierarchical_recall("a > b, c   gold b   system a")
    0.5
    """
    return _share(labels, ("closed_common", ["closed_gold"]), average)


@metric(task="multilabel", family=CLOSED, parameters=[AVERAGE], cites="kiritchenko2006", aliases=("hF",))
def hierarchical_f1(labels: LabelsView, *, average: str) -> Quantity:
    """F1 of the labels of both sides, each with all labels above it.

    Range [0, 1], best 1; 0 where there are no labels. Pooled over items, or their mean (``average=example``).

    >>> hierarchical_f1("a > b, c   gold b   system a")
    0.6666666666666666
    """
    return _share(labels, ("closed_common", ["closed_gold", "closed_system"]), average)


@metric(task="multilabel", family=CLOSED, error=True, cites="kosmopoulos2015")
def closure_hamming(labels: LabelsView) -> Quantity:
    """Share of the pairs of an item and a label that are in the closure of only one side.

    Range [0, 1], best 0.

    >>> closure_hamming("a > b, c   gold b   system a")
    0.3333333333333333
    """
    wrong = labels.each_item(lambda item: item.closed_gold + item.closed_system - 2 * item.closed_common)
    return ratio(wrong, labels.items * labels.labels, UNDEFINED)


@metric(task="multilabel", family=CLOSED, error=True, cites="cesabianchi2006")
def h_loss(labels: LabelsView) -> Quantity:
    """Mean, over items, of the labels in which the closures differ while they agree on all parents.

    Range [0, L], best 0: what lies below a mistake is not charged.

    >>> h_loss("a > b, c   gold b   system c")
    2.0
    """
    return labels.each_item(lambda item: item.topmost) / labels.items


@metric(task="multilabel", family=ANCESTORS, cites="kosmopoulos2015")
def lca_precision(labels: LabelsView) -> Quantity:
    """Share of the nodes between the system's labels and the nearest common ancestors that gold's paths have too.

    Range [0, 1], best 1; 0 for an item without labels on a side; there is no value where a label has two parents.
    A mean over items. The virtual root is a node where it is the nearest common ancestor. HEMKit may draw more paths.

    >>> lca_precision("a > b, c   gold b   system c")
    0.5
    """
    return guarded(
        labels.each_item(lambda item: ratio(item.shared, item.drawn, 0)) / labels.items,
        labels.forest,
        UNDEFINED,
    )


@metric(task="multilabel", family=ANCESTORS, cites="kosmopoulos2015")
def lca_recall(labels: LabelsView) -> Quantity:
    """Share of the nodes between the gold labels and the nearest common ancestors that the system's paths have too.

    Range [0, 1], best 1; 0 for an item without labels on a side; there is no value where a label has two parents.

    >>> lca_recall("a > b, c   gold b   system c")
    0.5
    """
    return guarded(
        labels.each_item(lambda item: ratio(item.shared, item.wanted, 0)) / labels.items,
        labels.forest,
        UNDEFINED,
    )


@metric(task="multilabel", family=ANCESTORS, cites="kosmopoulos2015")
def lca_f1(labels: LabelsView) -> Quantity:
    """Mean, over items, of the F1 of the nodes on the paths to the nearest common ancestors.

    Range [0, 1], best 1; 0 for an item without labels on a side; there is no value where a label has two parents.

    >>> lca_f1("a > b, c   gold b   system a")
    0.6666666666666666
    """
    mean = labels.each_item(lambda item: ratio(2 * item.shared, item.wanted + item.drawn, 0)) / labels.items
    return guarded(mean, labels.forest, UNDEFINED)


def _induced_exact(output: Any, arithmetic: Any, *, cap: Fraction) -> Any:
    gold, system, parents = output.to_numbers()
    return arithmetic.number(_induced(gold, system, parents, cap))


def _induced(gold: Sequence[Labels], system: Sequence[Labels], parents: Any, cap: Fraction) -> Fraction:
    values = [_induced_item(parents, one, other, cap) for one, other in zip(gold, system, strict=True)]
    bottom = lcm(*(value.denominator for value in values))
    total = sum(value.numerator * (bottom // value.denominator) for value in values)
    return Fraction(total, bottom * len(gold))


@lru_cache(maxsize=1 << 16)
def _induced_item(parents: Any, gold: Labels, system: Labels, cap: Fraction) -> Fraction:
    """Return 1 less the cost of the cheapest pairs that cover all labels of one side alone."""
    apart = set(gold) ^ set(system)
    if not apart:
        return Fraction(1)
    most = cap.numerator * len(apart)
    return Fraction(most - _cheapest(Hierarchy.of(parents), gold, system, cap), most)


def _cheapest(tree: Hierarchy, gold: Labels, system: Labels, cap: Fraction) -> int:
    """Return the least cost, in parts of the cap's denominator: that of every label's own cheapest pair, less the most
    that shared pairs save."""
    most, edge = cap.numerator, cap.denominator

    def cost(one: int, other: int) -> int:
        return min(tree.distance(one, other) * edge, most)

    ours, theirs = (
        [label for label in one if label not in other] for one, other in ((gold, system), (system, gold))
    )
    alone = {
        label: min((cost(label, other) for other in side), default=most)
        for own, side in ((ours, system), (theirs, gold))
        for label in own
    }
    saved = [[max(alone[one] + alone[other] - cost(one, other), 0) for other in theirs] for one in ours]
    return sum(alone.values()) - _largest_matching(saved)


def _largest_matching(saved: Sequence[Sequence[int]]) -> int:
    """Return the most that pairs save of which no two share a label."""
    if len(saved) <= 1 or len(saved[0]) <= 1:
        return max((value for row in saved for value in row), default=0)
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(saved, maximize=True)
    return sum(saved[row][column] for row, column in zip(rows, columns, strict=True))


@metric(
    task="multilabel",
    family=ANCESTORS,
    reads="numbers",
    exact=_induced_exact,
    parameters=[Parameter("cap", default=5, above=0)],
    cites="kosmopoulos2015",
    aliases=("MGIA",),
)
def graph_induced_accuracy(
    gold: Sequence[Labels], system: Sequence[Labels], parents: Any, *, cap: Fraction
) -> float:
    """Mean, over items, of 1 less the cheapest cover of wrong and missed labels by pairs, per label and cap.

    Range [0, 1], best 1. A pair of a gold and a system label costs the edges between them, at most ``cap``; a label
    alone costs ``cap``. The published program removes pairs greedily; here the cost is the least.

    >>> graph_induced_accuracy("a > b, c   gold b   system c")
    0.8
    """
    return float(_induced(gold, system, parents, cap))
