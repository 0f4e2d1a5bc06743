"""Constraints on the similarity of two rankings: what is most similar, what must not matter, and what a rank is worth.

``lists=strict`` is about lists without ties, ``lists=tied`` about those with any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from axiometrics.axioms.demands import UNIT, Demand, Nonnegative, Zero
from axiometrics.axioms.registry import constraint
from axiometrics.errors import InputError
from axiometrics.parameters import Parameter
from axiometrics.tasks.rank_similarity.lists import Groups, Lists

if TYPE_CHECKING:
    from axiometrics.metrics.registry import Metric
    from axiometrics.tasks.rank_similarity.cases import Chooser, Template

Stated = TypeVar("Stated", bound=Callable[..., Any])
CONDITIONS = ("other_items", "other_lengths", "nothing_shared", "tied_items", "single_item")
LISTS = Parameter("lists", default="strict", choices=("strict", "tied"))
SAME = {"original": 1, "changed": -1}
demanded = partial(constraint, task="rank_similarity", preconditions=CONDITIONS)
"""A constraint on the similarity of lists without ties."""
of_lists = partial(demanded, parameters=[LISTS], variants=[{"lists": "tied"}])
"""One on lists without ties, and on lists with any."""


def tells(**agreement: str) -> Callable[[Stated], Stated]:
    """Tell for every output what its two lists share, and what of that is the same in all outputs.

    ``same``: the system is the gold list; ``apart``: no item is shared; ``any``: whatever it is, at every depth it is
    the same in all outputs that say so, or that say ``exchanged``: their lists are those, with gold for system.
    All others have no ties, and one length in all outputs: ``other`` lists are not the same; ``near``, ``middle`` and
    ``far`` are the first and second of three, the second and third, the first and third; of an ``exchange`` the system
    is gold, with the items at a rank that is named and at the next one exchanged; ``begun`` lists are any, and
    ``continued`` the same with a rank more each.
    """

    def told(generator: Stated) -> Stated:
        generator.__dict__["agreement"] = agreement
        return generator

    return told


def _is(metric: Metric, value: int, output: str) -> Demand:
    """Return the demand that a score is a number, or an error what is left of 1."""
    found = value if metric.orientation == "score" else 1 - value
    return Zero({output: 1, UNIT: -found} if metric.orientation == "score" else {output: 1, UNIT: found})


def _first(choose: Chooser, lists: str, low: int = 1) -> tuple[tuple[str, ...], Groups]:
    items = choose.first(choose.length("length", low))
    return items, choose.tied(items, lists)


def _pair(choose: Chooser, lists: str, *, new: int | None = None) -> Lists:
    """Return any two lists."""
    items, one = _first(choose, lists)
    other = choose.another(choose.length("other_length"), items, new=new)
    return Lists(one, choose.tied(other, lists))


@of_lists(
    demand=Zero({"itself": 1, UNIT: -1}),
    demand_of_metric=lambda metric, **_: _is(metric, 1, "itself"),
    cites="webber2010",
    section="rank-biased overlap",
    latex=r"Q(x, x) = 1",
)
@tells(itself="same")
def self_similarity(choose: Chooser, *, lists: str) -> Template:
    """A list compared with itself must score 1."""
    _, one = _first(choose, lists)
    return {"itself": Lists(one, one)}


@of_lists(
    cites="corsi2024", section="ties in both rankings", latex=r"Q(x, y) < Q(x, x),\quad y \ne x,\; |y| = |x|"
)
@tells(worse="other", better="same")
def self_is_most_similar(choose: Chooser, *, lists: str) -> Template:
    """A list must be more similar to itself than to any other list of its length."""
    items, one = _first(choose, lists)
    other = choose.tied(choose.another(len(items), items), lists)
    choose.require(other != one)
    return {"worse": Lists(one, other), "better": Lists(one, one)}


@of_lists(demand=Zero(SAME), cites="webber2010", section="rank-biased overlap", latex=r"Q(x, y) = Q(y, x)")
@tells(original="any", changed="exchanged")
def symmetry(choose: Chooser, *, lists: str) -> Template:
    """Exchanging the two lists must not change the score."""
    pair = _pair(choose, lists)
    return {"original": pair, "changed": pair.exchanged()}


def _distance(metric: Metric, **_: object) -> Demand:
    """Return the demand: of an error as it is, of a score as one less it."""
    form = {"far": 1, "near": -1, "middle": -1}
    return Nonnegative(form if metric.orientation == "error" else {**form, UNIT: 1})


@demanded(
    demand=Nonnegative({"far": 1, "near": -1, "middle": -1, UNIT: 1}),
    demand_of_metric=_distance,
    cites="webber2010",
    section="metricity",
    latex=r"D(x, z) \le D(x, y) + D(y, z),\quad D = 1 - Q",
)
@tells(near="near", middle="middle", far="far")
def triangle_inequality(choose: Chooser) -> Template:
    """A detour by a list of the same length must not be shorter: 1 less the score obeys the triangle inequality.

    Of an error it is the error itself. The three lists are of one length: the extrapolation of shorter ones is more
    than what they show.
    """
    one = choose.first(choose.length("length", more=-(choose.most > 3)))
    other = choose.another(len(one), one)
    third = choose.another(len(one), [*one, *(item for item in other if item not in one)])
    x, y, z = (choose.tied(each, "strict") for each in (one, other, third))
    return {"near": Lists(x, y), "middle": Lists(y, z), "far": Lists(x, z)}


@of_lists(
    demand=Zero({"apart": 1}),
    demand_of_metric=lambda metric, **_: _is(metric, 0, "apart"),
    cites="webber2010",
    section="rank-biased overlap",
    latex=r"x \cap y = \emptyset \Rightarrow Q(x, y) = 0",
)
@tells(apart="apart")
def disjoint_is_zero(choose: Chooser, *, lists: str) -> Template:
    """Two lists without a common item must score 0."""
    items, one = _first(choose, lists)
    names = [f"i{len(items) + place}" for place in range(1, choose.length("other_length") + 1)]
    return {"apart": Lists(one, choose.tied(names, lists))}


@demanded(
    cites="webber2010",
    section="top-weightedness",
    latex=r"Q(x, x_{i \leftrightarrow i+1}) < Q(x, x_{j \leftrightarrow j+1}),\quad i < j",
)
@tells(worse="exchange high", better="exchange low")
def top_weightedness_of_swaps(choose: Chooser) -> Template:
    """Exchanging two neighbours far down a list must leave it more similar to itself than doing so higher up."""
    items = choose.first(choose.length("length", 3, more=2))
    high = choose.index("high", 1, len(items) - 2)
    low = choose.index("low", high + 1, len(items) - 1)
    one, worse, better = (
        choose.tied(each, "strict") for each in (items, _exchanged(items, high), _exchanged(items, low))
    )
    return {"worse": Lists(one, worse), "better": Lists(one, better)}


def _exchanged(items: tuple[str, ...], rank: int) -> tuple[str, ...]:
    return (*items[: rank - 1], items[rank], items[rank - 1], *items[rank + 1 :])


def _strict(one: tuple[str, ...], other: tuple[str, ...]) -> Lists:
    gold, system = (tuple((item,) for item in items) for items in (one, other))
    return Lists(gold, system)


@demanded(
    demand=Nonnegative({"longer": 1, "shorter": -1}),
    cites="webber2010",
    section="bounds on the full ranking",
    latex=r"Q(x, y) \le Q(x u, y v)",
)
@tells(shorter="begun", longer="continued")
def prefix_monotonicity(choose: Chooser) -> Template:
    """One more rank of both lists must not lower the score; the lists are of one length."""
    one = choose.first(choose.length("length") + 1)
    other = choose.another(len(one), one)
    return {"shorter": _strict(one[:-1], other[:-1]), "longer": _strict(one, other)}


def _bounds(metric: Metric, **_: object) -> Mapping[str, Any] | None:
    """The judged metric's own bounds, where it has both."""
    known = {parameter.name: parameter for parameter in metric.parameters}
    if (
        not {"min", "residual"} <= {*(known["form"].choices if "form" in known else ())}
        or metric.values["form"] == "residual"
    ):
        return None
    try:
        least, width = (metric.with_parameters(form=form) for form in ("min", "residual"))
        return {"least": least, "width": width} if all(each.formula for each in (least, width)) else None
    except InputError:
        return None


@demanded(
    demand=Nonnegative({"continued": 1, "least": -1}, others=({"least": 1, "width": 1, "continued": -1},)),
    scored_by=_bounds,
    cites="webber2010",
    section="bounds on the full ranking",
    latex=r"\min(x, y) \le Q(x u, y v) \le \min(x, y) + \text{res}(x, y)",
)
def extension_bounds(choose: Chooser) -> Template:
    """The bounds that a metric gives for two lists must hold of its score however the lists go on.

    For metrics with the forms ``min`` and ``residual``; the lists may have other lengths, and each may go on for any
    number of ranks.
    """
    one = choose.first(choose.length("length"))
    other = choose.another(choose.length("other_length"), one)
    known = [choose.index(name, 1, len(each)) for name, each in (("known", one), ("other_known", other))]
    choose.require(known != [len(one), len(other)])
    begun, continued = _strict(one[: known[0]], other[: known[1]]), _strict(one, other)
    return {"continued": continued, "least": begun, "width": begun}


@demanded(
    demand=Zero({"tied": 2, "one": -1, "other": -1}),
    primary=False,
    cites="corsi2024",
    section="RBO with ties",
    latex=r"2 Q(\ldots (a\, b) \ldots) = Q(\ldots a\, b \ldots) + Q(\ldots b\, a \ldots)",
)
def tie_average(choose: Chooser) -> Template:
    """Two tied items must give the mean of what the two orders of them give; other items may be tied, too."""
    items = choose.first(choose.length("length", 2))
    place = choose.index("place", 1, len(items) - 1)
    above, pair, below = items[: place - 1], items[place - 1 : place + 1], items[place + 1 :]
    before, after = choose.tied(above, "tied"), choose.tied(below, "tied")
    gold = choose.tied(choose.another(choose.length("other_length"), items), "tied")
    made = {"tied": (pair,), "one": ((pair[0],), (pair[1],)), "other": ((pair[1],), (pair[0],))}
    return {name: Lists(gold, (*before, *groups, *after)) for name, groups in made.items()}


@of_lists(
    demand=Zero(SAME),
    primary=False,
    cites="webber2010",
    section="rank-biased overlap",
    latex=r"Q(\pi x, \pi y) = Q(x, y)",
)
@tells(original="any", changed="any")
def item_label_invariance(choose: Chooser, *, lists: str) -> Template:
    """Other names of the items, in both lists, must not change the score."""
    pair = _pair(choose, lists)
    names = sorted({*pair.items[0], *pair.items[1]})
    renamed = dict(zip(names, reversed(names), strict=True))
    sides = ([tuple(sorted(renamed[item] for item in group)) for group in groups] for groups in pair.sides)
    return {"original": pair, "changed": Lists.of(*sides)}
