"""Constraints on forecasts of single items and of groups with one forecast: honesty, and reward for what is true.

Each is demanded for the number of classes that it names; ``context`` says which other items there are.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from axiometrics.axioms.demands import Positive, Within, Zero
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.probabilistic.chooser import Chooser, Template, group, shares, tables

CLASSES = Parameter("classes", default=2, choices=(Fraction(2), Fraction(3)))
THREE = Parameter("classes", default=3, choices=(Fraction(3), Fraction(4)))
CONTEXT = Parameter("context", default="none", choices=("none", "any"))
MORE_CLASSES = {"classes": 3}
DEGENERATE = (
    "zero_forecast",
    "certain_forecast",
    "tied_forecasts",
    "tied_maximum",
    "bin_edge",
    "single_outcome",
    "fewer_items_than_bins",
    "one_row",
)
forecast_constraint = partial(
    constraint, task="probabilistic", preconditions=DEGENERATE, section="the idea; stated here for tables"
)
"""A constraint on forecasts."""


def is_error(demand: Zero | Positive, metric: object, **_: object) -> Zero | Positive | None:
    """Return a demand that is made of errors only; None for scores."""
    return demand if getattr(metric, "orientation", "") == "error" else None


@forecast_constraint(
    cites="gneiting2007",
    section="section 2",
    parameters=[CLASSES, CONTEXT],
    variants=[MORE_CLASSES, {"context": "any"}],
    latex=r"Q(q \text{ for all}) < Q(p \text{ for all}), \quad p \text{ the outcome shares}, q \ne p",
)
def propriety(choose: Chooser, *, classes: int, context: str) -> Template:
    """A group of items with one forecast must score best with their own outcome shares as the forecast."""
    counts = choose.counts(int(classes))
    goal = shares(counts)
    other = choose.other(goal)
    rest = choose.context(int(classes), 1, context)
    return tables(worse=group(other, counts) + rest, better=group(goal, counts) + rest)


@forecast_constraint(
    cites="gneiting2007",
    parameters=[CLASSES, CONTEXT],
    variants=[MORE_CLASSES, {"context": "any"}],
    latex=r"Q(q) < Q(q + t(p - q)), \quad 0 < t < 1",
)
def nearer_forecast(choose: Chooser, *, classes: int, context: str) -> Template:
    """For a group with one forecast, a forecast on the way to the outcome shares must be better."""
    counts = choose.counts(int(classes))
    far, near = choose.towards(shares(counts))
    rest = choose.context(int(classes), 1, context)
    return tables(worse=group(far, counts) + rest, better=group(near, counts) + rest)


@forecast_constraint(
    cites="winkler1996",
    parameters=[CLASSES, Parameter("from", default="any", choices=("any", "zero"))],
    variants=[MORE_CLASSES, {"from": "zero"}],
    latex=r"Q(\ldots, q_y, \ldots) < Q(\ldots, q_y + m, \ldots)",
)
def raising_truth(choose: Chooser, *, classes: int, **of: str) -> Template:
    """For one item, moving mass from another class to the one that happened must be better."""
    happened = choose.index("y", 1, int(classes))
    origin = choose.index("j", 1, int(classes), avoid=[happened])
    before = choose.forecast(int(classes))
    after = choose.moved(before, origin, happened, all_of_it=of["from"] == "zero")
    rest = choose.context(int(classes), 1)
    return tables(worse=[(before, happened, 1), *rest], better=[(after, happened, 1), *rest])


@forecast_constraint(
    cites="dawid1982",
    parameters=[CLASSES],
    variants=[MORE_CLASSES],
    latex=r"Q(q) < Q(f), \quad f \text{ the outcome shares of each row}",
)
def recalibration(choose: Chooser, *, classes: int) -> Template:
    """Replacing every forecast by the outcome shares of the items that have it must be better."""
    table = choose.uncalibrated(int(classes))
    return tables(worse=table, better=choose.recalibrated(table))


@forecast_constraint(
    cites="degroot1983",
    parameters=[CLASSES, Parameter("context", default="none", choices=("none", "any", "calibrated"))],
    variants=[MORE_CLASSES, {"context": "any"}, {"context": "calibrated"}],
    latex=r"Q(\text{pooled shares for both groups}) < Q(\text{each group its own})",
)
def refinement(choose: Chooser, *, classes: int, context: str) -> Template:
    """Two groups with different outcome shares must score better with their own shares than with the pooled ones."""
    one = choose.counts(int(classes))
    two = choose.counts(int(classes), sum(one))
    choose.apart(shares(one), shares(two))
    pooled = shares([a + b for a, b in zip(one, two, strict=True)])
    rest = choose.context(int(classes), 1, context)
    return tables(
        worse=group(pooled, one) + group(pooled, two) + rest,
        better=group(shares(one), one) + group(shares(two), two) + rest,
    )


@forecast_constraint(
    cites="guo2017",
    parameters=[CLASSES, Parameter("notion", default="rows", choices=("rows", "classwise", "top"))],
    variants=[
        MORE_CLASSES,
        {"notion": "classwise"},
        {"notion": "top"},
        {"notion": "classwise", "classes": 3},
    ],
    demand=Zero({"judged": 1}),
    demand_of_metric=partial(is_error, Zero({"judged": 1})),
    latex=r"Q = 0 \quad \text{for calibrated tables}",
)
def calibrated_zero(choose: Chooser, *, classes: int, notion: str) -> Template:
    """A table whose forecasts are the outcome shares of their items has no error."""
    return tables(judged=choose.calibrated(int(classes), notion))


@forecast_constraint(
    cites="guo2017",
    parameters=[CLASSES],
    variants=[MORE_CLASSES],
    demand=Positive({"judged": -1}),
    demand_of_metric=partial(is_error, Positive({"judged": -1})),
    latex=r"Q > 0 \quad \text{for tables that are not calibrated}",
)
def miscalibrated_positive(choose: Chooser, *, classes: int) -> Template:
    """A table in which some forecast is not the outcome share of its items has an error above zero."""
    return tables(judged=choose.uncalibrated(int(classes)))


@forecast_constraint(
    cites="murphy1973", latex=r"Q(\text{event } p, \text{ non-event } p' > p) < Q(\text{exchanged})"
)
def pair_swap(choose: Chooser) -> Template:
    """Exchanging the forecasts of an event and a non-event must be better where the non-event had the larger one."""
    one, two = choose.forecast(2), choose.forecast(2)
    choose.require(one[1] < two[1])
    rest = choose.context(2, 2)
    return tables(worse=[(one, 2, 1), (two, 1, 1), *rest], better=[(two, 2, 1), (one, 1, 1), *rest])


@forecast_constraint(
    cites="winkler1996",
    parameters=[CLASSES],
    variants=[MORE_CLASSES],
    demand=Positive({"mean": 2, "first": -1, "second": -1}),
    latex=r"2 Q\left(\tfrac{q + r}{2}\right) > Q(q) + Q(r)",
)
def averaging(choose: Chooser, *, classes: int) -> Template:
    """For one item, the mean of two forecasts must be better than the two are on average."""
    happened = choose.index("y", 1, int(classes))
    first = choose.forecast(int(classes))
    second = choose.other(first)
    mean = tuple((a + b) / 2 for a, b in zip(first, second, strict=True))
    rest = choose.context(int(classes), 1)
    made = {"first": first, "second": second, "mean": mean}
    return tables(**{name: [(forecast, happened, 1), *rest] for name, forecast in made.items()})


further = partial(forecast_constraint, primary=False)


@further(
    cites="gneiting2007",
    parameters=[THREE],
    demand=Zero(),
    latex=r"Q(q) = Q(r) \quad \text{where } q_y = r_y",
)
def locality(choose: Chooser, *, classes: int) -> Template:
    """For one item, two forecasts with the same probability of what happened score the same."""
    happened = choose.index("y", 1, int(classes))
    first = choose.forecast(int(classes))
    second = choose.other(first)
    choose.require(first[happened - 1] == second[happened - 1])
    rest = choose.context(int(classes), 1)
    return tables(worse=[(first, happened, 1), *rest], better=[(second, happened, 1), *rest])


STEP = 10**6
"""The mass that moves is one of so many parts; the demand is made for all n from some n0 on, of which this is one."""


@further(
    cites="gneiting2007",
    parameters=[CLASSES],
    variants=[MORE_CLASSES],
    demand=Within({"moved": 1000, "judged": -1000}, low=-1, high=1),
    latex=r"|Q(\text{mass } 1/n \text{ moved}) - Q| \le 1/1000, \quad n = 10^6",
)
def continuity(choose: Chooser, *, classes: int) -> Template:
    """For one item without a probability of 0, moving a millionth of the mass changes the value by 1/1000 at most."""
    before = choose.forecast(int(classes))
    choose.require(min(before) * STEP > 1)
    happened = choose.index("y", 1, int(classes))
    origin = choose.index("j", 1, int(classes))
    target = choose.index("t", 1, int(classes), avoid=[origin])
    after = list(before)
    step = Fraction(1, STEP)
    after[origin - 1], after[target - 1] = before[origin - 1] - step, before[target - 1] + step
    rest = choose.context(int(classes), 1)
    return tables(judged=[(before, happened, 1), *rest], moved=[(tuple(after), happened, 1), *rest])


@further(
    cites="epstein1969",
    parameters=[THREE],
    latex=r"Q(\text{mass at } j) < Q(\text{mass at } t), \quad |t - y| < |j - y|",
)
def distance_sensitivity(choose: Chooser, *, classes: int) -> Template:
    """Of ordered classes, moving mass to a class on the same side that is nearer to what happened must be better."""
    happened = choose.index("y", 1, int(classes))
    far = choose.index("j", 1, int(classes), avoid=[happened])
    near = choose.index("t", 1, int(classes), avoid=[happened, far])
    choose.require((far - happened) * (near - happened) > 0 and abs(near - happened) < abs(far - happened))
    before = choose.forecast(int(classes))
    after = choose.moved(before, far, near)
    rest = choose.context(int(classes), 1)
    return tables(worse=[(before, happened, 1), *rest], better=[(after, happened, 1), *rest])
