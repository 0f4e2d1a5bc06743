"""Discrimination and skill of forecasts of two classes: how well they tell events from the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.probabilistic.calibration import size
from axiometrics.metrics.probabilistic.scoring_rules import squared_error
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.probabilistic.view import ForecastsView

FAMILY = "discrimination and skill"


@metric(task="probabilistic", family=FAMILY, cites="hanley1982", aliases=("roc_auc_score", "auroc"))
def auc(table: ForecastsView) -> Quantity:
    """Share of the pairs of an event and a non-event in which the event has the larger forecast; ties count 1/2.

    Range [0, 1], best 1; undefined where all or none of the items are events.

    >>> auc(gold=[1, 0, 0], system=[0.5, 0.5, 0.25])
    0.75
    """
    others = table.count - table.events
    won = table.groups(lambda p, n, e, A, B, c: e * (others - (A - B) + (n - e) / 2))
    return ratio(won, table.events * others, UNDEFINED)


@metric(task="probabilistic", family=FAMILY, cites="davis2006", aliases=("average_precision_score",))
def average_precision(table: ForecastsView) -> Quantity:
    """The mean, over the events, of the share of events among the items with at least their forecast.

    Range [0, 1], best 1; undefined without an event.

    >>> average_precision(gold=[1, 0], system=[0.25, 0.75])
    0.5
    """
    hit = table.groups(lambda p, n, e, A, B, c: ratio(e * B, A, 0))
    return ratio(hit, table.events, UNDEFINED)


@metric(task="probabilistic", family=FAMILY, cites="massey1951", aliases=("ks_2samp",))
def ks(table: ForecastsView) -> Quantity:
    """The largest difference, at any threshold, of the shares of events and of non-events at or above it.

    Range [0, 1], best 1; undefined where all or none of the items are events.

    >>> ks(gold=[1, 0], system=[0.75, 0.25])
    1.0
    """
    others = table.count - table.events
    apart = table.largest_group(lambda p, n, e, A, B, c: size(B * others - (A - B) * table.events))
    return ratio(apart, table.events * others, UNDEFINED)


@metric(task="probabilistic", family=FAMILY, cites="murphy1973", aliases=("d2_brier_score",))
def brier_skill(table: ForecastsView) -> Quantity:
    """One minus the Brier score per that of a forecast of the share of events in the same table.

    Any number up to 1, best 1; undefined where all or none of the items are events.

    >>> brier_skill(gold=[1, 0], system=[0.5, 0.5])
    0.0
    """
    spread = table.events * (table.count - table.events)
    return 1 - ratio(squared_error(table) * table.count**2, spread, UNDEFINED)
