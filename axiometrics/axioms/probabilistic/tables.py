"""Constraints on whole tables of forecasts: what changes nothing, how tables are put together, and the range."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations
from typing import Any

from axiometrics.axioms.demands import Demand, Within, Zero
from axiometrics.axioms.probabilistic.forecasts import CLASSES, MORE_CLASSES, further
from axiometrics.errors import InputError
from axiometrics.parameters import Parameter
from axiometrics.tasks.probabilistic.chooser import Chooser, Table, Template, group, shares, tables

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


RETUNED = Zero({"given": -1, "retuned": 1})
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


@further(
    cites="nixon2019",
    parameters=[CLASSES],
    variants=[MORE_CLASSES],
    demand=RETUNED,
    scored_by=twice_the_bins,
    latex=r"Q_M = Q_{2M}",
)
def bin_count(choose: Chooser, *, classes: int) -> Template:
    """Twice as many bins score the same table the same."""
    table = choose.table(int(classes))
    return tables(given=table, retuned=table)


@further(
    cites="nixon2019",
    parameters=[CLASSES],
    variants=[MORE_CLASSES],
    demand=RETUNED,
    scored_by=closed_on_the_other_side,
    latex=r"Q_{\text{closed right}} = Q_{\text{closed left}}",
)
def bin_edge(choose: Chooser, *, classes: int) -> Template:
    """Bins that contain their left ends score the same table as those that contain their right ends."""
    table = choose.table(int(classes))
    return tables(given=table, retuned=table)


@further(
    cites="gneiting2007",
    parameters=[CLASSES],
    variants=[MORE_CLASSES],
    demand=Within({"judged": 1}, low=0, high=1),
    latex=r"0 \le Q \le 1",
)
def unit_interval(choose: Chooser, *, classes: int) -> Template:
    """The value is between 0 and 1."""
    return tables(judged=choose.table(int(classes)))
