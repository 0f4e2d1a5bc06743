"""The shares of an organization that is an output of a simpler task, as formulas over that task's view.

They follow from the definition in `relations`, for every size:
* a clustering is one level on both sides, so that all its priorities are over the tail, and right;
* overlapping clusterings too; a priority over the tail is right as often as both sides have the document;
* a filtered collection has two levels, or one above the tail; every document is alone in its cluster;
* a binary ranking has a level for each listed document, and its gold one level, of the relevant ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas import guarded, minimum, ratio
from axiometrics.formulas.graph import Quantity, as_node
from axiometrics.tasks.organization import Embedded
from axiometrics.tasks.organization.cases import simpler, template_of
from axiometrics.tasks.organization.distribution import Weighting, predicted, weight
from axiometrics.tasks.organization.relations import Shares
from axiometrics.tasks.organization.view import OrganizationView

if TYPE_CHECKING:
    from axiometrics.axioms.registry import Constraint
    from axiometrics.metrics.registry import Metric


def _there(quantity: Any) -> Any:
    """1 where a count is not 0."""
    return guarded(1, quantity, 0)


def clustering(table: Any, weights: Weighting, bottom: str = "level") -> Shares:
    """BCubed, and with a tail of weight T = c/(c + N) the mean of BCubed and 1, which are so weighted."""
    items, pairs = table.items, (table.cells(lambda n, a, b: n**2 / a), table.cells(lambda n, a, b: n**2 / b))
    if weights.tail == "none":
        return Shares(0, 0, pairs[0] / items, pairs[1] / items, 0, 0, items, items)
    mixed = [(share + weights.c) / (items + weights.c) for share in pairs]
    return Shares(1, 1, mixed[0], mixed[1], 1, 1, items, items)


def overlapping(families: Any, weights: Weighting, bottom: str = "level") -> Shares:
    """Means over occurrences, and with a tail of weight T, different on either side, the mean of theirs and 1."""
    listed, organized = families.cluster_occurrences, families.category_occurrences
    pairs = families.occurrence_pairs(lambda x, g, a: minimum(x, g) / (x * a))
    gold_pairs = families.gold_occurrence_pairs(lambda x, g, b: minimum(x, g) / (g * b))
    if weights.tail == "none":
        return Shares(0, 0, pairs / listed, gold_pairs / organized, 0, 0, listed, organized)
    common, c = families.items(minimum), weights.c
    precision, recall = (pairs + c) / (listed + c), (gold_pairs + c) / (organized + c)
    return Shares(common / listed, common / organized, precision, recall, 1, 1, listed, organized)


def filtering(counts: Any, weights: Weighting, bottom: str = "level") -> Shares:
    """What the four counts say; see `_two_levels` and `_one_level`."""
    if bottom == "tail":
        sides = (_one_level(counts.tp, size, weights) for size in (counts.selected, counts.relevant))
        listed, organized = counts.selected, counts.relevant
        levels = [0, 0] if weights.tail == "none" else [_there(listed), _there(organized)]
    else:
        parts = (counts.selected, counts.unselected), (counts.relevant, counts.irrelevant)
        sides = (_two_levels(counts.tp, counts.tn, *part, weights) for part in parts)
        listed = organized = counts.items
        levels = [_levels(*part, weights.tail) for part in parts]
    (reliability, precision), (sensitivity, recall) = sides
    return Shares(reliability, sensitivity, precision, recall, levels[0], levels[1], listed, organized)


def _one_level(right: Any, size: Any, weights: Weighting) -> tuple[Any, Any]:
    """Priorities and clusters of one level above the tail."""
    share = ratio(right, size, 0)
    if weights.tail == "none":
        return 0, share
    return share, (weights.c + right) / (weights.c + size)


def _two_levels(upper: Any, lower: Any, above: Any, below: Any, weights: Weighting) -> tuple[Any, Any]:
    """Priorities and clusters where every document is on both sides, ``upper`` and ``lower`` of them in place.

    A document weighs 1/(c + above) in the upper level and c/((c + above)(c + items)) in the lower one.
    """
    items = above + below
    if weights.tail == "none":
        return ratio(upper, above, 0) * ratio(lower, below, 0), 1
    c = weights.c
    high, low, tail = 1 / (c + above), c / ((c + above) * (c + items)), c / (c + items)
    outside = 1 - above * high, 1 - below * low
    linked = upper * lower * high * low * (1 / outside[0] + 1 / outside[1])
    over_tail = tail * (above * high / outside[0] + below * low / outside[1]) + tail
    return linked + over_tail, 1


def _levels(above: Any, below: Any, tail: str) -> Any:
    """How many levels have something below them."""
    return _there(above * below) if tail == "none" else _there(above) + _there(below)


def ranking(listing: Any, weights: Weighting, bottom: str = "level") -> Shares:
    """What the reliability and sensitivity of binary rankings are; of clusters, the weight of what is relevant."""
    c, found = weights.c, listing.ranks(lambda at: at.b)
    if weights.tail == "none":
        shares = ratio(found, listing.listed, 0), ratio(found, listing.relevant, 0)
        steps = listing.listed - _there(listing.listed)
        return Shares(0, 0, *shares, steps, 0, listing.listed, listing.relevant)
    return Shares(
        predicted(listing, c, weights.tail),
        ratio(found, listing.relevant, 0),
        listing.ranks(lambda at: at.b * weight(c, at.i)) + c / (c + listing.listed),
        (c + found) / (c + listing.relevant),
        listing.listed,
        _there(listing.relevant),
        listing.listed,
        listing.relevant,
    )


CLOSED_FORMS: Mapping[str, Callable[[Any, Weighting, str], Shares]] = {
    "clustering": clustering,
    "overlapping": overlapping,
    "filtering": filtering,
    "ranking": ranking,
}
"""By simpler task: the shares from its view, the weighting, and where the lower of two levels goes."""


SMALL = 4
"""Up to which size cases are looked at for grades."""


def in_simpler_task(metric: Metric, constraint: Constraint) -> tuple[Any, Any] | None:
    """Return the metric and the constraint of the simpler task, None where there is none or no closed form is known.

    Both have the same margins in every case.
    """
    found = _inner_constraint(constraint)
    if metric.reads is not None or found is None:
        return None
    template, record = found
    return _inner_metric(metric, template.task, template.bottom), record


@lru_cache(maxsize=256)
def _inner_metric(metric: Metric, task: str, bottom: str) -> Any:
    return replace(metric, task=task, function=_Restricted(metric.function, task, bottom))


@lru_cache(maxsize=256)
def _inner_constraint(constraint: Constraint) -> tuple[Embedded, Any] | None:
    try:
        template = template_of(constraint.symbolic_generator)
    except NotSymbolicError:
        return None
    if not isinstance(template, Embedded) or template.task not in CLOSED_FORMS:
        return None
    record = replace(
        constraint,
        key=constraint.label,
        task=template.task,
        generator=template.generator,
        parameters=(),
        values={},
        variants=(),
        scored_by=partial(constraint.scored_by, **constraint.values) if constraint.scored_by else None,
    )
    return None if template.task == "ranking" and _is_graded(template, record) else (template, record)


def _is_graded(template: Embedded, record: Any) -> bool:
    """Whether some small case has a grade above 1."""
    task = simpler(template)
    make: Callable[..., Any] = partial(task.sweep, size=SMALL)
    if record.demand.by_size:
        make = partial(task.series, values=range(1, SMALL + 1))
    cases = make(template.generator, record.outputs)
    outputs = (output for batch in cases.outputs.values() for output in batch.tables())
    return any(grade > 1 for output in outputs for grade in output.ideal)


class _Restricted:
    """A metric's function over the view of a simpler task."""

    def __init__(self, function: Callable[..., Any], task: str, bottom: str) -> None:
        self.function, self.task, self.bottom = function, task, bottom
        self.__doc__ = function.__doc__

    def __call__(self, view: Any, **values: Any) -> Any:
        shares = CLOSED_FORMS[self.task]
        return self.function(
            OrganizationView(lambda weights: shares(view, _recorded(weights), self.bottom)), **values
        )


def _recorded(weights: Weighting) -> Weighting:
    """Return a weighting whose constant can be computed with while a formula is recorded."""
    plain = isinstance(weights.c, int | Fraction)
    return weights if plain else replace(weights, c=Quantity(as_node(weights.c)))
