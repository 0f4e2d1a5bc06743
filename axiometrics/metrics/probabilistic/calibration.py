"""Calibration errors: how far forecasts are from the shares with which things happen, and how they tell them apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, maximum, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.probabilistic.scoring_rules import squared_error
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from fractions import Fraction

    from axiometrics.tasks.probabilistic.view import ForecastsView

BINNED = "calibration in bins"
EXACT = "calibration without bins"
BINS = Parameter("bins", default=10, least=1, most=1000, whole=True)
CLOSED = Parameter("closed", default="right", choices=("right", "left"))


def size(value: Quantity) -> Quantity:
    """The absolute value."""
    return maximum(value, -value)


def gaps(table: ForecastsView, of: str, bins: Fraction, closed: str) -> Quantity:
    """The sum over bins of equal width of the size of the difference that their items make."""
    return table.bins("width", of, bins, lambda n, d, r: size(d), closed)


@metric(
    task="probabilistic", family=BINNED, error=True, cites="naeini2015", parameters=[BINS, CLOSED],
    aliases=("expected_calibration_error",),
)  # fmt: skip
def ece(table: ForecastsView, *, bins: Fraction, closed: str) -> Quantity:
    """Expected calibration error: the mean gap between forecast and outcome in bins of equal width, for two classes.

    Range [0, 1], best 0. Each bin weighs as many items as it has, and bins contain their right end, or their left one.

    >>> ece(gold=[1, 0], system=[0.75, 0.25])
    0.25
    """
    return gaps(table, "event", bins, closed) / table.count


@metric(task="probabilistic", family=BINNED, error=True, cites="nixon2019", parameters=[BINS])
def ece_mass(table: ForecastsView, *, bins: Fraction) -> Quantity:
    """The mean gap between forecast and outcome in runs of equally many items, sorted by forecast, for two classes.

    Range [0, 1], best 0. Equal forecasts are in the order of the items, so that this order matters.

    >>> ece_mass.with_parameters(bins=1)(gold=[1, 0], system=[0.75, 0.25])
    0.0
    """
    return table.bins("mass", "event", bins, lambda n, d, r: size(d)) / table.count


@metric(task="probabilistic", family=EXACT, error=True, cites="gruber2022")
def ece_exact(table: ForecastsView) -> Quantity:
    """The mean gap between each different forecast and the share of events among its items, for two classes.

    Range [0, 1], best 0.

    >>> ece_exact(gold=[1, 0], system=[0.75, 0.75])
    0.25
    """
    return table.groups(lambda p, n, e, *_: size(n * p - e)) / table.count


@metric(task="probabilistic", family=BINNED, error=True, cites="guo2017", parameters=[BINS, CLOSED])
def ece_top(table: ForecastsView, *, bins: Fraction, closed: str) -> Quantity:
    """Expected calibration error of the largest probability: how often its class happens, in bins of equal width.

    Range [0, 1], best 0. The lowest class counts where several share the largest probability.

    >>> ece_top(gold=[0, 1], system=[[0.75, 0.25, 0], [0.75, 0.25, 0]])
    0.25
    """
    return gaps(table, "top", bins, closed) / table.count


@metric(task="probabilistic", family=BINNED, error=True, cites="nixon2019", parameters=[BINS, CLOSED])
def ece_classwise(table: ForecastsView, *, bins: Fraction, closed: str) -> Quantity:
    """The mean, over the classes, of the expected calibration error of their probabilities.

    Range [0, 1], best 0. The static calibration error of the paper.

    >>> ece_classwise(gold=[0, 1], system=[0.5, 0.5])
    0.0
    """
    return gaps(table, "classes", bins, closed) / (table.count * table.classes)


@metric(task="probabilistic", family=BINNED, error=True, cites="nixon2019", parameters=[BINS])
def ace(table: ForecastsView, *, bins: Fraction) -> Quantity:
    """Adaptive calibration error: the mean gap, over classes and runs of equally many items, each run as one.

    Range [0, 1], best 0. Equal forecasts are in the order of the items.

    >>> ace.with_parameters(bins=1)(gold=[0, 1], system=[0.5, 0.5])
    0.0
    """
    return table.bins("mass", "classes", bins, lambda n, d, r: size(d) / (n * r)) / table.classes


@metric(task="probabilistic", family=BINNED, error=True, cites="guo2017", parameters=[BINS, CLOSED])
def mce(table: ForecastsView, *, bins: Fraction, closed: str) -> Quantity:
    """Maximum calibration error: the largest gap in any bin of equal width, for two classes.

    Range [0, 1], best 0.

    >>> mce(gold=[1, 0], system=[0.75, 0.5])
    0.5
    """
    return table.bins("widest", "event", bins, lambda n, d, r: size(d) / n, closed)


@metric(task="probabilistic", family=BINNED, error=True, cites="nixon2019", parameters=[BINS, CLOSED])
def rmsce(table: ForecastsView, *, bins: Fraction, closed: str) -> Quantity:
    """Root of the mean squared gap between forecast and outcome in bins of equal width, for two classes.

    Range [0, 1], best 0.

    >>> rmsce(gold=[1, 0], system=[0.75, 0.25])
    0.25
    """
    return sqrt(table.bins("width", "event", bins, lambda n, d, r: d**2 / n, closed) / table.count)


@metric(task="probabilistic", family=EXACT, error=True, cites="dawid1982")
def calibration_in_the_large(table: ForecastsView) -> Quantity:
    """Absolute difference of the mean forecast and the share of events, for two classes.

    Range [0, 1], best 0.

    >>> calibration_in_the_large(gold=[1, 0], system=[0.75, 0.5])
    0.125
    """
    return size(table.items(lambda t, s, m, h, f, p, y: p - y)) / table.count


@metric(task="probabilistic", family=EXACT, error=True, cites="gupta2021")
def ks_calibration(table: ForecastsView) -> Quantity:
    """The largest size, at any threshold, of the sum of forecasts less outcomes up to there, per item; two classes.

    Range [0, 1], best 0.

    >>> ks_calibration(gold=[1, 0], system=[0.25, 0.75])
    0.375
    """
    return table.largest_group(lambda p, n, e, A, B, c: size(c)) / table.count


@metric(task="probabilistic", family=EXACT, error=True, cites="murphy1973")
def reliability(table: ForecastsView) -> Quantity:
    """The mean squared gap between each different forecast and the share of events among its items; two classes.

    Range [0, 1], best 0.

    >>> reliability(gold=[1, 0], system=[0.75, 0.75])
    0.0625
    """
    return table.groups(lambda p, n, e, *_: (n * p - e) ** 2 / n) / table.count


@metric(task="probabilistic", family=EXACT, cites="murphy1973")
def resolution(table: ForecastsView) -> Quantity:
    """The mean squared difference of the share of events at each forecast and that of all items; two classes.

    Range [0, 1/4], best 1/4.

    >>> resolution(gold=[1, 0], system=[0.75, 0.25])
    0.25
    """
    found = table.groups(lambda p, n, e, *_: n * (e / n - table.events / table.count) ** 2)
    return found / table.count


@metric(task="probabilistic", family=EXACT, error=True, cites="murphy1973")
def reliability_multiclass(table: ForecastsView) -> Quantity:
    """The mean, over the items, of the squared distance of their forecast and the outcome shares at it.

    Range [0, 2], best 0. For two classes twice `reliability`.

    >>> reliability_multiclass(gold=[1, 0], system=[0.75, 0.75])
    0.125
    """
    return table.forecast_groups(lambda q, n, e, b: (n * q - e) ** 2 / n) / table.count


@metric(task="probabilistic", family=EXACT, cites="murphy1973")
def resolution_multiclass(table: ForecastsView) -> Quantity:
    """The mean, over the items, of the squared distance of the outcome shares at their forecast and of those of all.

    Range [0, 1], best near 1. For two classes twice `resolution`.

    >>> resolution_multiclass(gold=[1, 0], system=[0.75, 0.25])
    0.5
    """
    return table.forecast_groups(lambda q, n, e, b: n * (e / n - b / table.count) ** 2) / table.count


def pooled(table: ForecastsView) -> Quantity:
    """The Brier score of the isotonic fit: of the shares of events in pooled blocks of neighbouring forecasts."""
    return table.blocks(lambda n, e: e * (n - e) / n) / table.count


@metric(task="probabilistic", family=EXACT, error=True, cites="dimitriadis2021")
def pav_refinement_loss(table: ForecastsView) -> Quantity:
    """The Brier score that is left after isotonic recalibration on the same data, for two classes.

    Range [0, 1/4], best 0. Equal forecasts are pooled first, then neighbours whose shares of events do not grow.

    >>> pav_refinement_loss(gold=[1, 0], system=[0.25, 0.75])
    0.25
    """
    return pooled(table)


@metric(task="probabilistic", family=EXACT, error=True, cites="dimitriadis2021")
def pav_calibration_loss(table: ForecastsView) -> Quantity:
    """What isotonic recalibration on the same data takes off the Brier score, for two classes.

    Range [0, 1], best 0.

    >>> pav_calibration_loss(gold=[1, 0], system=[0.25, 0.75])
    0.3125
    """
    return squared_error(table) - pooled(table)


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
