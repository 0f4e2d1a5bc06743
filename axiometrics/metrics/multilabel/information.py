"""Sets of labels compared by information: what a label tells is the more, the fewer gold items have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import log2
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, guarded, log, maximum, named, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.multilabel.view import Contents, Label, LabelsView

INFORMATION = "information content"
ALPHAS = tuple(
    Parameter(name, default=value, least=0) for name, value in (("alpha1", 2), ("alpha2", 2), ("beta", 3))
)
MADE_OF = Parameter("information", default="closed", choices=("closed", "recursive"))


@metric(task="multilabel", family=INFORMATION, cites="pesquita2008")
def sim_gic(labels: LabelsView) -> Quantity:
    """Mean, over items, of the information contents of all labels of both closures, over those of either.

    Range [0, 1], best 1; an item whose labels tell nothing counts as 0. The contents are those of the labels
    themselves, not what they add to their parents.

    >>> sim_gic("a; b   gold a | b   system a b | -")
    0.25
    """

    def of(item: Contents) -> Quantity:
        whole = labels.information_items
        either = item.gold + item.system - item.common
        common = item.common * log(whole) - log(item.common_product)
        return guarded(common / (either * log(whole) - log(item.union_product)), item.telling, 0)

    return labels.each_content(of) / labels.items


def _bits(label: Label) -> Quantity:
    """Return the information that a label adds to its parents."""
    return log(label.above / label.frequency) / log(2)


def _uncertainty(labels: LabelsView) -> Quantity:
    return labels.each_label(lambda c: (c.closed_gold - c.closed_common) * _bits(c)) / labels.items


def _misinformation(labels: LabelsView) -> Quantity:
    return labels.each_label(lambda c: (c.closed_system - c.closed_common) * _bits(c)) / labels.items


@metric(task="multilabel", family=INFORMATION, error=True, cites="clark2013")
def remaining_uncertainty(labels: LabelsView) -> Quantity:
    """Mean, over items, of the information of what gold has and the system does not.

    Range [0, inf) bits, best 0.

    >>> remaining_uncertainty("a; b   gold a | b   system a | a")
    0.5
    """
    return _uncertainty(labels)


@metric(task="multilabel", family=INFORMATION, error=True, cites="clark2013")
def misinformation(labels: LabelsView) -> Quantity:
    """Mean, over items, of the information of what the system has and gold does not.

    Range [0, inf) bits, best 0.

    >>> misinformation("a; b   gold a | b   system a | a")
    0.5
    """
    return _misinformation(labels)


@metric(task="multilabel", family=INFORMATION, error=True, cites="clark2013")
def semantic_distance(labels: LabelsView) -> Quantity:
    """Remaining uncertainty and misinformation, means over items, as the sides of a right angle: its hypotenuse.

    Range [0, inf) bits, best 0.

    >>> round(semantic_distance("a; b   gold a | b   system a | a"), 6)
    0.707107
    """
    ru, mi = named(_uncertainty(labels), "ru"), named(_misinformation(labels), "mi")
    return sqrt(ru**2 + mi**2)


def _contrast(labels: LabelsView, weights: Sequence[Any], information: str) -> Quantity:
    """Return the mean of alpha1 I(S) + alpha2 I(G) - beta I(S u G)."""
    alpha1, alpha2, beta = weights
    if information == "recursive":
        total = labels.each_step(
            lambda c: (
                (alpha1 * c.system + alpha2 * c.gold - beta * c.union)
                * (log(labels.information_items / c.frequency) / log(2))
            )
        )
        return total / labels.items
    total = labels.each_label(
        lambda c: (
            (
                alpha1 * c.closed_system
                + alpha2 * c.closed_gold
                - beta * (c.closed_system + c.closed_gold - c.closed_common)
            )
            * _bits(c)
        )
    )
    return total / labels.items


@metric(task="multilabel", family=INFORMATION, parameters=[*ALPHAS, MADE_OF], cites="amigo2022icm")
def icm(labels: LabelsView, *, alpha1: object, alpha2: object, beta: object, information: str) -> Quantity:
    """Information contrast: mean of alpha1 I(S) + alpha2 I(G) - beta I(S u G), the information of sets of labels.

    Range (-inf, inf) bits; the best value is that of the gold, which depends on the gold. With 1, 1, 1 it is the
    pointwise mutual information of the two sets, with 1, 1, 3/2 the similarity paper's. I adds up what each label of
    a closure adds to its parents; with ``information=recursive`` it is the published recursion, the same in forests.

    >>> round(icm("a; b; c   gold a | a b | -   system a b | a | -"), 6)
    -0.666667
    """
    return _contrast(labels, (alpha1, alpha2, beta), information)


@metric(
    task="multilabel",
    family=INFORMATION,
    parameters=[*ALPHAS, Parameter("clip", default="yes", choices=("yes", "no"))],
    cites="exist2023",
)
def icm_norm(labels: LabelsView, *, alpha1: object, alpha2: object, beta: object, clip: str) -> Quantity:
    """Information contrast ICM as (ICM + M)/(2M), where M is that of the gold against itself.

    Range [0, 1], best 1, at the default weights; values below 0 become 0 (``clip=no`` leaves them). There is no value
    where M is not positive: where the gold tells nothing.

    >>> round(icm_norm("a; b; c   gold a | a b | -   system a b | a | -"), 6)
    0.137009
    """
    own = labels.each_label(lambda c: (alpha1 + alpha2 - beta) * c.closed_gold * _bits(c)) / labels.items  # type: ignore[operator]
    most = named(own, "M")
    found = ratio(_contrast(labels, (alpha1, alpha2, beta), "closed") + most, 2 * maximum(most, 0), UNDEFINED)
    return maximum(found, 0) if clip == "yes" else found


Weighted = dict[Any, float]


@metric(
    task="multilabel",
    family=INFORMATION,
    reads="weights",
    undefined_somewhere=True,
    parameters=[*ALPHAS, Parameter("guards", default="yes", choices=("yes", "no"))],
    cites="exist2023",
)
def icm_soft(
    gold: Sequence[Mapping[Any, float]],
    system: Sequence[Mapping[Any, float]],
    parents: Any,
    *,
    alpha1: Fraction,
    alpha2: Fraction,
    beta: Fraction,
    guards: str,
) -> float | None:
    """Information contrast of labels with weights from 0 to 1, such as shares of annotators; sets have weights of 1.

    Range (-inf, inf) bits. The information of a label with a weight is that of how far the weight is above the mean of
    the gold's, in mean absolute deviations, as of a normal distribution; there is no value where a label's gold weights
    are all alike. ``guards=no`` leaves out what keeps a weight of 0 from telling anything.

    >>> round(icm_soft([{"x": 1}, {"x": 0.5}], [{"x": 1}, {}], labels=["x"]), 6)
    1.203401
    """
    above = parents if isinstance(parents, Mapping) else dict(enumerate(parents))
    given = tuple((label, tuple(parents)) for label, parents in above.items())
    known = _soft(given, tuple(tuple(item.items()) for item in gold), guards == "yes")
    try:
        total, weights = 0.0, [*map(float, (alpha1, alpha2, -beta))]
        for item, other in zip(range(len(known.gold)), system, strict=True):
            parts = known.beside(item, tuple(other.items()))
            total += sum(weight * part for weight, part in zip(weights, parts, strict=True))
    except (ValueError, ArithmeticError):  # of a normal distribution that has no width
        return None
    return total / len(known.gold)


@lru_cache(maxsize=1 << 12)
def _soft(parents: Any, gold: Any, guards: bool) -> _Soft:
    """Return the information of labels with the weights of a gold, the same for all outputs that have it."""
    above, tops = _inventory(parents)
    return _Soft(above, [_propagated(dict(item), above) for item in gold], guards, tops)


@lru_cache(maxsize=16)  # of a hierarchy with many labels there are many pairs
def _inventory(parents: Any) -> tuple[dict[Any, Any], dict[tuple[Any, Any], Any]]:
    """Return the parents of every label, and where the nearest labels above two are kept."""
    return dict(parents), {}


def _propagated(item: Mapping[Any, float], parents: Mapping[Any, Any]) -> Weighted:
    """Return the weights of an item with those of the labels above: at least as large."""
    found: Weighted = {}
    open_ = [(label, float(weight)) for label, weight in item.items()]
    while open_:
        label, weight = open_.pop()
        if label not in found or found[label] < weight:
            found[label] = weight
        open_ += [(parent, weight) for parent in parents[label]]
    return found


class _Soft:
    """The information of labels with weights."""

    def __init__(
        self, parents: Mapping[Any, Any], gold: Sequence[Weighted], guards: bool, tops: dict[Any, Any]
    ) -> None:
        self.parents, self.gold, self.guards, self.tops = parents, gold, guards, tops
        self.order = {label: place for place, label in enumerate(parents)}
        self._columns: dict[Any, tuple[float, float]] = {}
        self._known: dict[tuple[Any, float], float] = {}
        self._sets: dict[frozenset[tuple[Any, float]], float] = {}
        self._items: dict[Any, tuple[float, ...]] = {}

    def beside(self, item: int, system: tuple[tuple[Any, float], ...]) -> tuple[float, ...]:
        """Return the information of the system's labels of an item, of the gold's, and of both together."""
        place = item, system
        if place not in self._items:
            one, other = self.gold[item], dict(system)
            union = {label: max(one.get(label, 0.0), other.get(label, 0.0)) for label in (*one, *other)}
            self._items[place] = self.of(other), self.of(one), self.of(union)
        return self._items[place]

    def of(self, item: Weighted) -> float:
        """Return the information of a set."""
        if not item:
            return 0.0
        place = frozenset(item.items())
        if place not in self._sets:
            self._sets[place] = self._recursion(item)
        return self._sets[place]

    def _recursion(self, item: Weighted) -> float:
        labels = sorted(item, key=self.order.__getitem__)
        first, rest = labels[0], labels[1:]
        tops: Weighted = {}
        for other in rest:
            top = self._nearest(first, other)
            if top is not None:
                tops[top] = max(tops.get(top, 0.0), min(item[first], item[other]))
        return (
            self._alone(first, item[first]) + self.of({label: item[label] for label in rest}) - self.of(tops)
        )

    def _alone(self, label: Any, weight: float) -> float:
        place = label, weight
        if place not in self._known:
            self._known[place] = self._content(label, weight)
        return self._known[place]

    def _content(self, label: Any, weight: float) -> float:
        if self.guards and weight == 0:
            return 0.0
        if all(label not in each for each in self.gold):
            return log2(len(self.gold))
        mean, deviation = self._column(label)
        chance = 1 - NormalDist(mean, deviation).cdf(weight)
        return log2(len(self.gold)) if self.guards and chance == 0 else -log2(chance)

    def _column(self, label: Any) -> tuple[float, float]:
        if label not in self._columns:
            weights = [each.get(label, 0.0) for each in self.gold]
            mean = sum(weights) / len(weights)
            self._columns[label] = mean, sum(abs(weight - mean) for weight in weights) / len(weights)
        return self._columns[label]

    def _nearest(self, one: Any, other: Any) -> Any:
        place = one, other
        if place not in self.tops:
            first, second = self._above(one), self._above(other)
            self.tops[place] = next((label for label in first if label in second), None)
        return self.tops[place]

    def _above(self, label: Any) -> list[Any]:
        """Return a label and all above it, the deepest first."""
        found, edge = [label], list(self.parents[label])
        while edge:
            found += [each for each in edge if each not in found]
            edge = [parent for each in edge for parent in self.parents[each]]
        return found
