"""Constraints on ranking metrics: scales, agreement with orders of lists that weigh no rank, and tied documents.

Scales are about binary lists of one length n for one collection, which has room for all 2^n of them. Three orders of
these lists are looked at: by the number of relevant documents (``count``); by that number at every rank (``partial``);
and as in a dictionary, where the first rank at which two lists differ decides (``total``). Recall levels are about
lists of the whole collection: the i-th relevant document of one list is compared with the i-th of the other. Tied
documents are read by the metric's rule (``ties=expected``); they happen to stand in some order.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal, cast

import numpy as np

from axiometrics.axioms.demands import Nonnegative, Positive, Zero
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.ranking.chooser import Chooser, Template, lists, run

SHORTEST = 2
"""Documents of the shortest lists, of which three are in order."""
COLLECTION = Parameter("collection", default="enough", choices=("enough", "exact"))
_scale = partial(constraint, task="ranking", primary=False)


def _room(collection: str) -> dict[str, Any]:
    return {"documents": cast(Literal["enough", "exact"], collection), "shortest": SHORTEST}


def _ordinal_source(*, order: str, collection: str) -> tuple[str, str]:
    return ("ferrante2015", "swap and replacement") if order == "partial" else ("ferrante2019", "total order")


@_scale(
    parameters=[Parameter("order", default="partial", choices=("partial", "total")), COLLECTION],
    variants=[{"order": "total"}, {"collection": "exact"}, {"order": "total", "collection": "exact"}],
    cites="ferrante2015",
    section="swap and replacement",
    source_of=_ordinal_source,
    latex=r"x \prec y \Rightarrow Q(x) < Q(y)",
)
def ordinal_scale(choose: Chooser, *, order: str, collection: str) -> Template:
    """A list that comes next after another one, in an order of all lists of one length, must score more.

    ``order=partial``: a list is not worse where it has as many relevant documents as the other one at every rank, or
    more. A next list has two adjacent documents swapped so that the relevant one comes first, or a relevant document
    in place of a non-relevant one at the last rank; such steps join every two lists that the order compares.
    ``order=total``: the list that is better at the first rank at which two lists differ is better. The next list is
    the next number in base 2. The collection has at least n relevant and n non-relevant documents for lists of n
    documents, n >= 2; ``collection=exact``: exactly n relevant ones.
    """
    if order == "total":
        head, after = choose.context("head"), choose.size("k", 0)
        return lists(worse=[head, 0, run(1, after)], better=[head, 1, run(0, after)], **_room(collection))
    swapped = choose.kind(2) == 0
    head = choose.context("head")
    tail = [choose.context("tail")] if swapped else []
    worse, better = ([0, 1], [1, 0]) if swapped else ([0], [1])
    return lists(worse=[head, *worse, *tail], better=[head, *better, *tail], **_room(collection))


EQUAL_STEPS = Zero({"low": 1, "middle": -2, "high": 1})
"""The step from the first list to the second is as large as that from the second to the third."""
_Steps = tuple[list[Any], list[Any], list[Any]]


def _swap(upper: bool) -> list[int]:
    return [1, 0] if upper else [0, 1]


def _partial_steps(choose: Chooser) -> _Steps:
    """Two covering steps, one after the other: both swaps, or one of them a replacement at the last rank."""
    kind = choose.kind(8)
    head = choose.context("head")
    if kind in (0, 1):  # two swaps at different places, the upper one first or the lower one
        middle, tail = choose.context("middle"), choose.context("tail")
        turns = [(False, False), (True, False) if kind == 0 else (False, True), (True, True)]
        low, between, high = ([head, *_swap(one), middle, *_swap(two), tail] for one, two in turns)
        return low, between, high
    if kind in (2, 3):  # a relevant document rises by two ranks, or two rise by one rank each
        tail = choose.context("tail")
        chain = [(0, 0, 1), (0, 1, 0), (1, 0, 0)] if kind == 2 else [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
        low, between, high = ([head, *part, tail] for part in chain)
        return low, between, high
    if kind in (4, 5):  # a swap and a replacement below
        tail = choose.context("tail")
        turns = [(False, 0), (True, 0) if kind == 4 else (False, 1), (True, 1)]  # type: ignore[list-item]
        low, between, high = ([head, *_swap(one), tail, last] for one, last in turns)
        return low, between, high
    ends = [(0, 0), (0, 1), (1, 0)] if kind == 6 else [(0, 1), (1, 0), (1, 1)]
    low, between, high = ([head, *part] for part in ends)
    return low, between, high


def _total_steps(choose: Chooser) -> _Steps:
    """Three successive numbers in base 2: the last digit changes first, or in the second step."""
    kind = choose.kind(2)
    head, digits = choose.context("head"), choose.size("k", 0)
    before, after = [head, 0, run(1, digits)], [head, 1, run(0, digits)]
    if kind == 0:
        return [*before, 0], [*before, 1], [*after, 0]
    return [*before, 1], [*after, 0], [*after, 1]


def _count_steps(choose: Chooser) -> _Steps:
    """A swap and back, so that it makes no difference; or one more relevant document, and one more again."""
    kind = choose.kind(2)
    head = choose.context("head")
    if kind == 0:
        tail = choose.context("tail")
        return [head, 0, 1, tail], [head, 1, 0, tail], [head, 0, 1, tail]
    return [head, 0, 0], [head, 0, 1], [head, 1, 1]


_STEPS = {"partial": _partial_steps, "total": _total_steps, "count": _count_steps}


@_scale(
    demand=EQUAL_STEPS,
    parameters=[Parameter("order", default="partial", choices=("partial", "total", "count")), COLLECTION],
    variants=[
        {"order": "total"},
        {"order": "count"},
        {"collection": "exact"},
        {"order": "total", "collection": "exact"},
        {"order": "count", "collection": "exact"},
    ],
    cites="ferrante2019",
    section="interval scales",
    latex=r"x \prec y \prec z \Rightarrow Q(y) - Q(x) = Q(z) - Q(y)",
)
def interval_scale(choose: Chooser, *, order: str, collection: str) -> Template:
    """Every step from a list to the next one, in an order of all lists of one length, must add the same.

    Three lists in a row are compared. That is enough also where several lists come next after one (``partial``): every
    step is part of a chain of all non-relevant to all relevant documents, and all chains begin with the same step. The
    orders are those of `ordinal_scale`; ``order=count`` knows the number of relevant documents only: lists with equal
    numbers must score the same, and one relevant document more must add the same whatever the number. Whether averages
    need equal steps is disputed: see moffat2022.
    """
    low, middle, high = _STEPS[order](choose)
    return lists(low=low, middle=middle, high=high, **_room(collection))


@_scale(
    cites="diaz2023recall",
    section="robustness",
    latex=r"p_i(y) \le p_i(x) \text{ for all } i,\ y \ne x \Rightarrow Q(x) < Q(y)",
)
def recall_level_unanimity(choose: Chooser) -> Template:
    """A list that has none of its relevant documents lower than another list, and some higher, must score more.

    Of two lists of the whole collection the i-th relevant documents are compared, for every i. That is so where one
    list has, at every rank, as many relevant documents as the other or more; swaps of adjacent documents lead from one
    such list to the other, so that swaps are enough. Every user who values no rank more than one above it agrees.
    """
    head, tail = choose.context("head"), choose.context("tail")
    return lists(worse=[head, 0, 1, tail], better=[head, 1, 0, tail], documents="complete")


@_scale(
    cites="diaz2023precision",
    section="lexicographic precision",
    latex=r"p_i(y) < p_i(x),\ p_j(y) = p_j(x) \text{ for } j < i \Rightarrow Q(x) < Q(y)",
)
def lexiprecision_agreement(choose: Chooser) -> Template:
    """The list must score more whose i-th relevant document is higher, at the first i where two lists differ.

    For lists of the whole collection. The next list in this order begins with the same documents, then has a relevant
    one in place of a non-relevant one, and all further relevant documents as low as they can be; before, they are as
    high as they can be.
    """
    head = choose.context("head")
    high, low = choose.size("a"), choose.size("b", 0)
    return lists(
        worse=[head, 0, run(1, high), run(0, low)],
        better=[head, 1, run(0, low + 1), run(1, high - 1)],
        documents="complete",
    )


@_scale(
    cites="diaz2023recall",
    section="lexicographic recall",
    latex=r"p_i(y) < p_i(x),\ p_j(y) = p_j(x) \text{ for } j > i \Rightarrow Q(x) < Q(y)",
)
def lexirecall_agreement(choose: Chooser) -> Template:
    """The list must score more whose i-th relevant document is higher, at the last i where two lists differ.

    For lists of the whole collection: who needs all relevant documents looks at the last one first. Below the place
    at which neighbours in this order differ they are the same; above, the worse list has its relevant documents as
    high as they can be, and the better one as low as they can be.
    """
    above, gap = choose.size("a"), choose.size("b", 0)
    tail = choose.context("tail")
    return lists(
        worse=[run(1, above - 1), run(0, gap + 1), 1, tail],
        better=[run(0, gap), run(1, above), 0, tail],
        documents="complete",
    )


def places(listed: Any) -> Any:
    """Return the ranks of the relevant documents of lists with as many of them each, best first; lists are rows."""
    rows, ranks = np.nonzero(np.asarray(listed) > 0)
    count = len(ranks) // max(len(listed), 1)
    return (ranks + 1).reshape(len(listed), count) if rows.size else np.zeros((len(listed), 0), dtype=int)


def recall_paired_preference(one: Any, other: Any) -> Any:
    """Return, for pairs of lists of one collection, how many relevant documents of the other come earlier, less later.

    The i-th relevant document of one list is compared with the i-th of the other one; a sum above 0 is a preference
    for the other list. It is R times the preference that the source defines.

    >>> recall_paired_preference([[1, 0, 0, 1, 1]], [[0, 1, 1, 1, 0]]).tolist()
    [1]
    """
    return np.sign(places(np.asarray(one)) - places(np.asarray(other))).sum(axis=1)


def _preferred(found: Mapping[str, Any]) -> Any:
    """Say where both lists have as many relevant documents, and the better one is preferred at more recall levels."""
    worse, better = found["worse"], found["better"]
    kept = (worse > 0).sum(axis=1) == (better > 0).sum(axis=1)
    for count in np.unique((worse > 0).sum(axis=1)[kept]).tolist():
        here = np.flatnonzero(kept & ((worse > 0).sum(axis=1) == count))
        kept[here] = recall_paired_preference(worse[here], better[here]) > 0
    return kept


@_scale(
    cites="diaz2022",
    section="recall-paired preference",
    latex=r"\textstyle\sum_i \operatorname{sign}(p_i(x) - p_i(y)) > 0 \Rightarrow Q(x) < Q(y)",
)
def rpp_agreement(choose: Chooser) -> Template:
    """The list must score more that has its i-th relevant document earlier than the other one, for most i.

    That is recall-paired preference, for any two lists of the whole collection. Where a relation of lists runs in a
    circle no metric agrees with it; `recall_paired_cycle` looks for the smallest one. Besides all short lists, long
    ones are tried: one relevant document at rank 1 and the others far below, against all of them from rank 2 on.
    """
    if choose.kind(2) == 0:
        one, other = choose.sides("list")
        return lists(worse=[one], better=[other], documents="complete", kept=_preferred)
    more, far = choose.size("k", 3), choose.size("a", 0)
    return lists(
        worse=[1, run(0, far + more), run(1, more - 1)],
        better=[0, run(1, more), run(0, far + more - 1)],
        documents="complete",
        kept=_preferred,
    )


def recall_paired_cycle(largest: int) -> list[list[int]]:
    """Return the fewest lists, of the smallest collection that has any, each preferred to the one before, in a circle.

    Recall-paired preference compares all lists of a collection of up to ``largest`` documents, with every number of
    relevant ones; the fewest that have a circle count, and of several forms the first in order. Empty where there is
    none. Cost O(lists^2) for each collection.

    >>> recall_paired_cycle(3)
    []
    """
    for documents in range(1, largest + 1):
        number = np.arange(2**documents)
        rows = (number[:, None] >> np.arange(documents - 1, -1, -1)) & 1
        for relevant in range(1, documents):
            found = _shortest_circle(rows[rows.sum(axis=1) == relevant])
            if found:
                return found
    return []


def _shortest_circle(listed: Any) -> list[list[int]]:
    """Return the shortest circle among lists, by the walks of every length from each list back to itself."""
    count = len(listed)
    one, other = (side.ravel() for side in np.indices((count, count)))
    preferred = (recall_paired_preference(listed[one], listed[other]) > 0).reshape(count, count)
    reached = [np.eye(count, dtype=bool)]
    for _ in range(count):
        reached.append(reached[-1] @ preferred)
        back = np.flatnonzero(np.diagonal(reached[-1]))
        if len(back):
            path = [int(back[0])]
            for steps in range(len(reached) - 2, 0, -1):
                path.append(int(np.flatnonzero(preferred[:, path[-1]] & reached[steps][path[0]])[0]))
            return [listed[place].tolist() for place in [path[0], *reversed(path[1:])]]
    return []


_tie = partial(_scale, cites="mcsherry2008", judging="forms")
_of_group = partial(
    _tie,
    parameters=[Parameter("group", default="pair", choices=("pair", "any"))],
    variants=[{"group": "any"}],
)


def _tied(choose: Chooser, group: str) -> tuple[list[Any], list[Any], list[Any], list[Any], tuple[int, int]]:
    """Return what is above a tied pair, tied before it, tied after it, and below, and the segments of the place."""
    head, tail = [choose.context("head")], [choose.context("tail")]
    if group == "pair":
        return head, [], [], tail, (1, 3)
    return head, [choose.context("front")], [choose.context("back")], tail, (1, 5)


@_of_group(
    demand=Zero({"one_order": 1, "other_order": -1}),
    section="1",
    latex=r"Q(\ldots (x\, y) \ldots) = Q(\ldots (y\, x) \ldots)",
)
def tie_order_invariance(choose: Chooser, *, group: str) -> Template:
    """Tied documents must give the same value in whichever order they happen to stand, as by their names.

    A relevant and a non-relevant document of one place stand in one order and in the other; with ``group=any`` further
    ones share it. `document_order_invariance` asks that of lists without ties: no metric with priority satisfies it.
    """
    head, front, back, tail, tied = _tied(choose, group)
    one, other = ([*head, *front, *pair, *back, *tail] for pair in ([1, 0], [0, 1]))
    return lists(one_order=one, other_order=other, tied={"one_order": tied, "other_order": tied})


def _against_orders(choose: Chooser, group: str, *rules: str) -> Template:
    """The same list with ties, as the metric reads it and by rules."""
    pair = [1, 0] if choose.kind(2) == 0 else [0, 1]
    head, front, back, tail, tied = _tied(choose, group)
    same: dict[str, Any] = {name: [*head, *front, *pair, *back, *tail] for name in ("judged", *rules)}
    return lists(**same, tied=dict.fromkeys(same, tied), rules={rule: rule for rule in rules})


@_of_group(
    demand=Zero({"judged": 1, "expected": -1}),
    section="2",
    latex=r"2\, Q(\ldots (x\, y) \ldots) = Q(\ldots x\, y \ldots) + Q(\ldots y\, x \ldots)",
)
def tie_average(choose: Chooser, *, group: str) -> Template:
    """A list with tied documents must have the mean value of the lists that it allows, all orders equally likely.

    A relevant and a non-relevant document are tied; with ``group=any`` also any further ones with them.
    """
    return _against_orders(choose, group, "expected")


@_of_group(
    demand=Nonnegative({"best": 1, "judged": -1}, others=({"judged": 1, "worst": -1},)),
    section="2",
    latex=r"\min_{L} Q(L) \le Q(G) \le \max_{L} Q(L), \quad L \text{ an order of } G",
)
def tie_bounds(choose: Chooser, *, group: str) -> Template:
    """A list with tied documents must not score less than the worst order of them, or more than the best one.

    The bounds are allowed. The documents that are tied are those of `tie_average`.
    """
    return _against_orders(choose, group, "best", "worst")


def _constant(against: object) -> Positive:
    return Positive({"expected" if against == "mean" else "best": 1, "judged": -1})


@_tie(
    demand=_constant,
    parameters=[Parameter("against", default="mean", choices=("mean", "best"))],
    variants=[{"against": "best"}],
    section="1",
    latex=r"Q((x_1 \ldots x_m)) < \frac{1}{m!} \sum_{L} Q(L), \quad L \text{ an order of the list}",
)
def constant_scorer(choose: Chooser, *, against: str) -> Template:
    """A system that gives every listed document one score must not get more than a random order does on average.

    All documents of the list share one place, relevant and others. The demand is the weak form; the strict one asks
    that it gets less. ``against=best``: it must get less than the best order.
    """
    first, rule = choose.kind(2), "expected" if against == "mean" else "best"
    listed = [run(1 - first, choose.size("a")), first, choose.context("rest")]
    both: dict[str, Any] = {"judged": listed, rule: listed}
    return lists(**both, tied=dict.fromkeys(both, (0, 3)), rules={rule: rule})


@_tie(
    parameters=[Parameter("direction", default="right", choices=("right", "wrong"))],
    variants=[{"direction": "wrong"}],
    section="1",
    latex=r"Q(\ldots (r\, \neg r) \ldots) < Q(\ldots r\, \neg r \ldots)",
)
def tie_resolution(choose: Chooser, *, direction: str) -> Template:
    """Deciding a tie of a relevant and a non-relevant document rightly must raise the score; wrongly, lower it.

    The latter with ``direction=wrong``.
    """
    tied = [1, 0] if choose.kind(2) == 0 else [0, 1]
    head, tail = choose.context("head"), choose.context("tail")
    if direction == "right":
        return lists(worse=[head, *tied, tail], better=[head, 1, 0, tail], tied={"worse": (1, 3)})
    return lists(worse=[head, 0, 1, tail], better=[head, *tied, tail], tied={"better": (1, 3)})
