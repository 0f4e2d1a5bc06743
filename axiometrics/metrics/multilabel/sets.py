"""Sets of labels compared as they are written, item by item, pooled or label by label, and ranked lists of labels.

``empty`` is the value of an item whose denominator is zero: 0, 1, or ``skip`` to leave the item out.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, guarded, log, maximum, minimum, named, ratio, sqrt, tanh
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.multilabel.view import Hit, Item, Label, LabelsView

EXAMPLE = "averages over items"
POOLED = "pooled labels"
LABELS = "averages over labels"
LISTS = "ranked labels"
EMPTY = Parameter("empty", default=0, choices=(Fraction(0), Fraction(1), "skip"))
CUTOFF = Parameter("k", default=1, least=1, whole=True)
SHAPE = (Parameter("a", default=Fraction(11, 20), above=0), Parameter("b", default=Fraction(3, 2), least=0))


def _mean(
    labels: LabelsView, top: Callable[[Item], Quantity], bottom: Callable[[Item], Quantity], empty: object
) -> Quantity:
    """Return the mean, over items, of a quotient, with the convention for an item whose denominator is zero."""
    if empty == "skip":
        total = labels.each_item(lambda item: ratio(top(item), bottom(item), 0))
        return ratio(total, labels.each_item(lambda item: ratio(bottom(item), bottom(item), 0)), UNDEFINED)
    return labels.each_item(lambda item: ratio(top(item), bottom(item), int(empty == 1))) / labels.items


@metric(task="multilabel", family=EXAMPLE, error=True, cites="tsoumakas2010")
def hamming_loss(labels: LabelsView) -> Quantity:
    """Share of the pairs of an item and a label of which only gold or only the system says that they belong together.

    Range [0, 1], best 0.

    >>> hamming_loss("a; b; c   gold a | a b | -   system a b | a | -")
    0.2222222222222222
    """
    wrong = labels.each_item(lambda item: item.gold + item.system - 2 * item.common)
    return ratio(wrong, labels.items * labels.labels, UNDEFINED)


@metric(task="multilabel", family=EXAMPLE, cites="tsoumakas2010", aliases=("exact_match",))
def subset_accuracy(labels: LabelsView) -> Quantity:
    """Share of the items that get exactly their gold labels.

    Range [0, 1], best 1.

    >>> subset_accuracy("a; b   gold a | a b   system a | b")
    0.5
    """
    return (
        labels.each_item(lambda item: ratio(0, item.gold + item.system - 2 * item.common, 1)) / labels.items
    )


@metric(task="multilabel", family=EXAMPLE, parameters=[EMPTY], cites="godbole2004")
def example_precision(labels: LabelsView, *, empty: object) -> Quantity:
    """Mean, over items, of the share of the system's labels that are gold ones.

    Range [0, 1], best 1. An item without labels of the system counts as ``empty``, also where it has gold labels.

    >>> example_precision("a; b   gold a | a b   system a b | -")
    0.25
    """
    return _mean(labels, lambda item: item.common, lambda item: item.system, empty)


@metric(task="multilabel", family=EXAMPLE, parameters=[EMPTY], cites="godbole2004")
def example_recall(labels: LabelsView, *, empty: object) -> Quantity:
    """Mean, over items, of the share of the gold labels that the system gives.

    Range [0, 1], best 1. An item without gold labels counts as ``empty``.

    >>> example_recall("a; b   gold a | a b   system a b | b")
    0.75
    """
    return _mean(labels, lambda item: item.common, lambda item: item.gold, empty)


@metric(task="multilabel", family=EXAMPLE, parameters=[EMPTY], cites="tsoumakas2010", aliases=("f1_samples",))
def example_f1(labels: LabelsView, *, empty: object) -> Quantity:
    """Mean, over items, of the F1 of their labels.

    Range [0, 1], best 1. An item without any label counts as ``empty``.

    >>> example_f1("a; b   gold a | a b   system a | b")
    0.8333333333333333
    """
    return _mean(labels, lambda item: 2 * item.common, lambda item: item.gold + item.system, empty)


@metric(task="multilabel", family=EXAMPLE, parameters=[EMPTY], cites="godbole2004")
def example_jaccard(labels: LabelsView, *, empty: object) -> Quantity:
    """Mean, over items, of the share of all their labels that both sides have; Godbole's "accuracy".

    Range [0, 1], best 1. An item without any label counts as ``empty``.

    >>> example_jaccard("a; b   gold a | a b   system a | b")
    0.75
    """
    return _mean(labels, lambda item: item.common, lambda item: item.gold + item.system - item.common, empty)


@metric(task="multilabel", family=EXAMPLE, parameters=[EMPTY], cites="amigo2022icm")
def example_cosine(labels: LabelsView, *, empty: object) -> Quantity:
    """Mean, over items, of the cosine between their gold and system labels as vectors of 0 and 1.

    Range [0, 1], best 1. 0 where one side alone has no labels; an item without any label counts as ``empty``.

    >>> example_cosine("a; b; c; d   gold a | a   system a | a b c d")
    0.75
    """

    def of(item: Item, neither: int) -> Quantity:
        alone = ratio(0, item.gold + item.system, neither)
        return ratio(item.common, sqrt(item.gold * item.system), alone)

    if empty == "skip":
        some = labels.each_item(lambda item: ratio(item.gold + item.system, item.gold + item.system, 0))
        return ratio(labels.each_item(lambda item: of(item, 0)), some, UNDEFINED)
    return labels.each_item(lambda item: of(item, int(empty == 1))) / labels.items


def _total(labels: LabelsView, name: str) -> Quantity:
    return labels.each_item(lambda item: getattr(item, name))


@metric(task="multilabel", family=POOLED, cites="tsoumakas2010")
def micro_precision(labels: LabelsView) -> Quantity:
    """Share of all labels of the system that are gold ones.

    Range [0, 1], best 1; 0 where the system gives no label.

    >>> micro_precision("a; b   gold a | a b   system a b | b")
    0.6666666666666666
    """
    return ratio(_total(labels, "common"), _total(labels, "system"), 0)


@metric(task="multilabel", family=POOLED, cites="tsoumakas2010")
def micro_recall(labels: LabelsView) -> Quantity:
    """Share of all gold labels that the system gives.

    Range [0, 1], best 1; 0 where there is no gold label.

    >>> micro_recall("a; b   gold a | a b   system a b | b")
    0.6666666666666666
    """
    return ratio(_total(labels, "common"), _total(labels, "gold"), 0)


@metric(task="multilabel", family=POOLED, cites="tsoumakas2010")
def micro_f1(labels: LabelsView) -> Quantity:
    """F1 of all labels of all items together.

    Range [0, 1], best 1; 0 where there are no labels at all.

    >>> micro_f1("a; b; c   gold a | a b | -   system a b | a | -")
    0.6666666666666666
    """
    return ratio(2 * _total(labels, "common"), labels.each_item(lambda item: item.gold + item.system), 0)


@metric(task="multilabel", family=POOLED, cites="tsoumakas2010")
def micro_jaccard(labels: LabelsView) -> Quantity:
    """Share of all labels of all items that both sides have.

    Range [0, 1], best 1; 0 where there are no labels at all.

    >>> micro_jaccard("a; b   gold a | a b   system a b | b")
    0.5
    """
    either = labels.each_item(lambda item: item.gold + item.system - item.common)
    return ratio(_total(labels, "common"), either, 0)


def _f1(label: Label) -> Quantity:
    return ratio(2 * label.common, label.gold + label.system, 0)


@metric(task="multilabel", family=LABELS, cites="tsoumakas2010")
def macro_precision(labels: LabelsView) -> Quantity:
    """Mean, over all labels of the inventory, of the share of the items which the system gives them that have them.

    Range [0, 1], best 1; a label that the system never gives counts as 0.

    >>> macro_precision("a; b   gold a | a b   system a b | b")
    0.75
    """
    return labels.each_label(lambda label: ratio(label.common, label.system, 0)) / labels.labels


@metric(task="multilabel", family=LABELS, cites="tsoumakas2010")
def macro_recall(labels: LabelsView) -> Quantity:
    """Mean, over all labels of the inventory, of the share of the items which have them that get them.

    Range [0, 1], best 1; a label that no gold item has counts as 0.

    >>> macro_recall("a; b   gold a | a b   system a b | b")
    0.75
    """
    return labels.each_label(lambda label: ratio(label.common, label.gold, 0)) / labels.labels


@metric(task="multilabel", family=LABELS, cites="opitz2019")
def macro_f1(labels: LabelsView) -> Quantity:
    """Mean of the F1s of all labels of the inventory.

    Range [0, 1], best 1; a label that nobody uses counts as 0.

    >>> macro_f1("a; b; c   gold a | a b | -   system a b | a | -")
    0.3333333333333333
    """
    return labels.each_label(_f1) / labels.labels


@metric(task="multilabel", family=LABELS, cites="opitz2019")
def weighted_f1(labels: LabelsView) -> Quantity:
    """Mean of the F1s of the labels, weighted by how many gold items have them.

    Range [0, 1], best 1; 0 where there is no gold label.

    >>> weighted_f1("a; b; c   gold a | a b | -   system a b | a | -")
    0.6666666666666666
    """
    return ratio(
        labels.each_label(lambda label: label.gold * _f1(label)),
        labels.each_label(lambda label: label.gold),
        0,
    )


def _among_first(hit: Hit, k: Any) -> Quantity:
    """Return 1 where a label is among the first k, else 0."""
    return minimum(1, maximum(0, k + 1 - hit.rank))


@metric(task="multilabel", family=LISTS, parameters=[CUTOFF], cites="jain2016", aliases=("P@{k}",))
def precision_at(labels: LabelsView, *, k: object) -> Quantity:
    """Mean, over items, of the share of right labels among the first k of the list; k also where it is shorter.

    Range [0, 1], best 1.

    >>> precision_at("a; b   gold a | a b   system a b | -")
    0.5
    """
    return labels.each_hit(lambda hit: _among_first(hit, k)) / (k * labels.items)


def _power(base: Quantity, exponent: object) -> Quantity:
    """Return a power of a positive number, written with the hyperbolic tangent: exp(2z) = (1 + tanh z)/(1 - tanh z)."""
    half = tanh(exponent * log(base) / 2)
    return (1 + half) / (1 - half)


def _weight(labels: LabelsView, hit: Hit, a: Any, b: Any) -> Quantity:
    """Return one over the propensity of a label: the more, the fewer items have it."""
    rare = _power((b + 1) / (hit.frequency + b), a)
    beyond = maximum(log(labels.information_items) - 1, 0)  # which it is from three items on
    return 1 + beyond * named(rare, r"\left(\frac{b + 1}{n + b}\right)^{a}")


def _from_three(labels: LabelsView, value: Quantity) -> Quantity:
    """Return a value; there is none where frequencies are from one or two items: weights turn upside down there."""
    return guarded(value, maximum(labels.information_items - 2, 0), UNDEFINED)


@metric(task="multilabel", family=LISTS, parameters=[CUTOFF, *SHAPE], cites="jain2016", aliases=("PSP@{k}",))
def psp_at(labels: LabelsView, *, k: object, a: object, b: object) -> Quantity:
    """Mean, over items, of the hits among the first k, rare labels counting more, over k.

    Range [0, inf); there is no value for one or two items. A hit counts one over its propensity,
    1 + (ln N - 1) ((b + 1)/(n + b))^a, where n items have the label.

    >>> round(psp_at("a; b   gold a | b | a   system a | a | -"), 6)
    0.360651
    """
    hits = labels.each_hit(lambda hit: _among_first(hit, k) * _weight(labels, hit, a, b))
    return _from_three(labels, hits / (k * labels.items))


@metric(task="multilabel", family=LISTS, parameters=[CUTOFF, *SHAPE], cites="jain2016", aliases=("nPSP@{k}",))
def psp_norm_at(labels: LabelsView, *, k: object, a: object, b: object) -> Quantity:
    """Weighted hits among the first k of all lists, over the most that k labels for each item can reach.

    Range [0, 1], best 1; there is no value where no item has a gold label, and for one or two items.

    >>> round(psp_norm_at("a; b   gold a | b | a   system a | a | -"), 6)
    0.331631
    """
    hits = labels.each_hit(lambda hit: _among_first(hit, k) * _weight(labels, hit, a, b))
    ideal = labels.each_ideal(lambda hit: _among_first(hit, k) * _weight(labels, hit, a, b))
    return _from_three(labels, ratio(hits, ideal, UNDEFINED))
