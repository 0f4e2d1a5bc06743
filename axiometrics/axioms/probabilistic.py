"""Constraints on forecasts, of single items, of groups with one forecast and of whole tables.

Each is demanded for the number of classes that it names; ``context`` says which other items there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations
from typing import Any

from axiometrics.axioms.demands import Demand, Positive, Within, Zero
from axiometrics.axioms.registry import constraint
from axiometrics.errors import InputError
from axiometrics.parameters import Parameter
from axiometrics.tasks.probabilistic.chooser import Chooser, Table, Template, group, shares, tables

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
of_classes = partial(further, parameters=[CLASSES], variants=[MORE_CLASSES])


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


@of_classes(
    cites="gneiting2007",
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


unchanged = partial(further, demand=Zero(), latex=r"Q = Q'")


def outcomes(table: Table) -> set[int]:
    """Return what happened in a table."""
    return {happened for _, happened, _ in table}


@unchanged(
    cites="gneiting2007",
    parameters=[CLASSES, Parameter("group", default="all", choices=("all", "reversal"))],
    variants=[MORE_CLASSES, {"classes": 3, "group": "reversal"}],
)
def label_invariance(choose: Chooser, *, classes: int, group: str) -> Template:
    """Classes in another order, in forecasts and outcomes, score the same; of two these are event and non-event."""
    identity = tuple(range(int(classes)))
    orders = [each for each in permutations(identity) if each != identity]
    order = identity[::-1] if group == "reversal" else choose.answers.one_of(orders)
    table = choose.table(int(classes))
    turned = [(tuple(q[k] for k in order), order.index(y - 1) + 1, n) for q, y, n in table]
    return tables(worse=table, better=turned)


@unchanged(cites="hanley1982")
def monotone_transformation(choose: Chooser) -> Template:
    """Two classes: a strictly increasing map of all forecasts of the event scores the same."""
    table = choose.table(2)
    known = sorted({q[1] for q, _, _ in table})
    values = [choose.forecast(2)[1] for _ in known]
    choose.require(all(a < b for a, b in pairwise(values)) and values != known)
    image = dict(zip(known, values, strict=True))
    return tables(worse=table, better=[((1 - image[q[1]], image[q[1]]), y, n) for q, y, n in table])


def parts_add(*, times: int, **_: object) -> Demand:
    """(1 + k) Q(A u B) = Q(A) + k Q(B), where B has k times as many items as A."""
    return Zero({"union": 1 + int(times), "first": -1, "second": -int(times)})


@further(
    cites="winkler1996",
    parameters=[CLASSES, Parameter("times", default=1, choices=(Fraction(1), Fraction(2), Fraction(3)))],
    variants=[MORE_CLASSES, {"times": 2}, {"times": 3}],
    demand=parts_add,
    latex=r"(N_A + N_B) Q(A \cup B) = N_A Q(A) + N_B Q(B)",
)
def mean_additivity(choose: Chooser, *, classes: int, times: int) -> Template:
    """The value of two tables together is the mean of their values, each counting by its number of items."""
    most = max(choose.size_limit // (1 + int(times)), 1)
    first = choose.items(int(classes), 1, most)
    size = len(first) * int(times)
    second = choose.items(int(classes), size, size)
    choose.require(len(second) == size)
    return tables(first=first, second=second, union=first + second)


@unchanged(cites="dawid1982", parameters=[CLASSES], variants=[MORE_CLASSES])
def replication(choose: Chooser, *, classes: int) -> Template:
    """Every item twice scores the same, with copies side by side or the whole table twice."""
    table = choose.table(int(classes))
    beside = [(q, y, 2 * n) for q, y, n in table]
    return tables(worse=table, better=[*table, *table] if choose.index("whole", 0, 1) else beside)


@unchanged(cites="dawid1982", parameters=[CLASSES], variants=[MORE_CLASSES])
def item_order(choose: Chooser, *, classes: int) -> Template:
    """The items in another order score the same."""
    table = choose.table(int(classes), 2)
    place = choose.answers.one_of(range(1, len(table)))
    turned = [*table[place:], *table[:place]]
    choose.require(turned != table)
    return tables(worse=table, better=turned)


@unchanged(
    cites="gneiting2007",
    parameters=[CLASSES, Parameter("position", default="end", choices=("end", "any"))],
    variants=[MORE_CLASSES, {"position": "any"}],
)
def null_class(choose: Chooser, *, classes: int, position: str) -> Template:
    """A further class that never happens and is never expected changes nothing."""
    table = choose.table(int(classes))
    place = int(classes) if position == "end" else choose.index("place", 0, int(classes))
    wider = [((*q[:place], Fraction(0), *q[place:]), y + (y > place), n) for q, y, n in table]
    return tables(worse=table, better=wider)


@unchanged(cites="murphy1973", parameters=[CLASSES], variants=[MORE_CLASSES])
def climatology_constant(choose: Chooser, *, classes: int) -> Template:
    """Two tables that forecast their own outcome shares throughout score the same, whatever these are."""
    one, two = choose.counts(int(classes)), choose.counts(int(classes))
    choose.require(min(sum(n > 0 for n in each) for each in (one, two)) > 1)
    return tables(worse=group(shares(one), one), better=group(shares(two), two))


@further(
    cites="winkler1996",
    parameters=[CLASSES, Parameter("size", default="one", choices=("one", "all classes"))],
    variants=[MORE_CLASSES, {"size": "all classes"}],
    latex=r"Q(D) < Q(D \text{ and a certain, correct item})",
)
def certain_correct_item(choose: Chooser, *, classes: int, size: str) -> Template:
    """A further item with a certain and correct forecast must be better, unless all items have one."""
    table = choose.table(int(classes))
    choose.require(any(q[y - 1] < 1 for q, y, _ in table))
    numbers = range(1, int(classes) + 1)
    added = numbers if size != "one" else [choose.index("y", 1, int(classes))]
    sure = [(tuple(Fraction(int(k == y)) for k in numbers), y, 1) for y in added]
    return tables(worse=table, better=table + sure)


retuning = partial(of_classes, cites="nixon2019", demand=Zero({"given": -1, "retuned": 1}))
"""The judged metric, and the same with another value of a parameter, score one table the same."""


def retuned(metric: Any, parameter: str, change: Callable[[Any], Any]) -> Mapping[str, Any] | None:
    """The judged metric with another value of a parameter as the scorer of ``retuned``; None where it has no such."""
    known = {each.name: each for each in metric.parameters}
    if parameter not in known:
        return None
    with suppress(InputError):
        return {"retuned": metric.with_parameters(**{parameter: change(metric.values[parameter])})}
    return None


def twice_the_bins(metric: Any, **_: object) -> Mapping[str, Any] | None:
    """The judged metric with twice its ``bins``."""
    return retuned(metric, "bins", lambda bins: 2 * bins)


def closed_on_the_other_side(metric: Any, **_: object) -> Mapping[str, Any] | None:
    """The judged metric with bins that are ``closed`` at their other end."""
    return retuned(metric, "closed", {"left": "right", "right": "left"}.get)


@retuning(scored_by=twice_the_bins, latex=r"Q_M = Q_{2M}")
def bin_count(choose: Chooser, *, classes: int) -> Template:
    """Twice as many bins score the same table the same."""
    table = choose.table(int(classes))
    return tables(given=table, retuned=table)


@retuning(scored_by=closed_on_the_other_side, latex=r"Q_{\text{closed right}} = Q_{\text{closed left}}")
def bin_edge(choose: Chooser, *, classes: int) -> Template:
    """Bins that contain their left ends score the same table as those that contain their right ends."""
    table = choose.table(int(classes))
    return tables(given=table, retuned=table)


@of_classes(cites="gneiting2007", demand=Within({"judged": 1}, low=0, high=1), latex=r"0 \le Q \le 1")
def unit_interval(choose: Chooser, *, classes: int) -> Template:
    """The value is between 0 and 1."""
    return tables(judged=choose.table(int(classes)))
