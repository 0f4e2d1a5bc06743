"""Further constraints on metrics of lists with aspects: novelty, properties of all values, and what must not matter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import combinations_with_replacement, product

from axiometrics.axioms.demands import Positive, SomeCase, Within, Zero
from axiometrics.axioms.diversity import CUT, EMPTY, one
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.diversity import AspectList, Document
from axiometrics.tasks.diversity.chooser import HALF, ONE, Chooser, Context, Setting, Template, ahead, lists

_property = partial(constraint, task="diversity", primary=False, preconditions=EMPTY)
SAME = {"original": -1, "changed": 1}


@constraint(
    task="diversity",
    demand=Positive({"alone": 1, "neither": -1, "both": -1, "upper": 1}),
    primary=False,
    preconditions=CUT,
    cites="clarke2008",
    section="novelty",
    latex=r"Q(-, d) - Q(-, -) > Q(d, d) - Q(d, -)",
)
def diminishing_returns(choose: Chooser) -> Template:
    """What a document adds must be less where another one on its aspect was served above.

    Two ranks of any list have a document relevant to one aspect, or one relevant to nothing.
    """
    setting = choose.aspects()
    found, nothing = one(setting, choose.index("aspect", 0, setting.aspects - 1)), (0,) * setting.aspects
    head, mid, tail = (choose.context(name, setting) for name in ("head", "mid", "tail"))
    outputs: dict[str, list[Context | Document]] = {
        "alone": [head, nothing, mid, found, tail],
        "neither": [head, nothing, mid, nothing, tail],
        "both": [head, found, mid, found, tail],
        "upper": [head, found, mid, nothing, tail],
    }
    return Template({name: tuple(parts) for name, parts in outputs.items()}, setting)


def _counts(found: AspectList) -> list[int]:
    """Return how many documents are relevant to each aspect, down to each rank."""
    totals = [0] * found.aspects
    counts: list[int] = []
    for document in found.documents:
        totals = [total + grade for total, grade in zip(totals, document, strict=True)]
        counts += totals
    return counts


def _unanimous(outputs: Mapping[str, AspectList]) -> bool:
    worse, better = _counts(outputs["worse"]), _counts(outputs["better"])
    return worse != better and all(low <= high for low, high in zip(worse, better, strict=True))


@constraint(
    task="diversity",
    primary=False,
    preconditions=CUT,
    cites="amigo2018",
    section="aspects",
    latex=r"Q(L) < Q(L'), \quad \forall t, i: C_t(i) \le C'_t(i)",
)
def aspect_unanimity(choose: Chooser) -> Template:
    """A list with at least as many relevant documents for every aspect down to every rank must score more.

    Lists of one length that differ in some of these numbers; two aspects.
    """
    setting = choose.aspects("two")
    length = choose.index("length", 1, 3)
    pair = [[choose.one_of(setting.documents) for _ in range(length)] for _ in range(2)]
    return lists(
        setting, worse=pair[0], better=pair[1], meant=_unanimous, grid="lists of 3 documents at most"
    )


PAIRS: Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "uv.tu": ((0, 1), (1, 2)),
    "tu.u": ((1,), (0, 1)),
    "u.t": ((0,), (1,)),
}


@constraint(
    task="diversity",
    primary=False,
    preconditions=CUT,
    cites="chandar2013",
    section="1",
    parameters=[Parameter("pair", default="uv.tu", choices=tuple(PAIRS))],
    variants=[{"pair": "tu.u"}, {"pair": "u.t"}],
    latex=r"Q(H\; d_{tu}) < Q(H\; d_{uv}), \quad H \text{ serves } t",
)
def novelty_over_redundancy(choose: Chooser, *, pair: str) -> Template:
    """After a head that serves one of three aspects, a document on both others beats one on a new and the served one.

    ``pair=tu.u``: one on a new and the served aspect beats one on the new aspect alone; ``pair=u.t``: one on a new
    aspect beats one on the served one. The aspects have equal weight, and the list ends there.
    """
    setting = choose.aspects("three equal")
    head = choose.context(
        "head",
        setting,
        kinds=lambda document: not (document[1] or document[2]),
        kept=ahead,
    )
    worse, better = (one(setting, *aspects) for aspects in PAIRS[pair])
    return lists(setting, worse=[head, worse], better=[head, better])


@_property(cites="moffat2013", section="2", latex=r"Q(L) \le Q(L\, x)")
def append_monotonicity(choose: Chooser) -> Template:
    """Adding a document at the end of the list must not lower the score.

    Any document; the demand is the weak form, the strict one asks that the score rises. For documents relevant to
    nothing it is the opposite of confidence.
    """
    setting = choose.aspects()
    whole = choose.context("list", setting)
    return lists(setting, worse=[whole], better=[whole, choose.one_of(setting.documents)])


@_property(
    demand=Within({"judged": 1}, low=0, high=1), cites="moffat2013", section="2", latex=r"0 \le Q(L) \le 1"
)
def boundedness(choose: Chooser) -> Template:
    """Every score must lie between 0 and 1.

    Any list of any collection, also those of four aspects in which the greedy list is not the best.
    """
    four = choose.answers.one_of((False, True))
    if not four:
        setting = choose.aspects()
        return lists(setting, judged=[choose.context("list", setting)])
    setting = Setting((ONE[0] / 4,) * 4)
    return lists(setting, judged=[choose.one_of(TWO_OF_FOUR) for _ in range(3)], alone=True)


TWO_OF_FOUR: tuple[Document, ...] = tuple(each for each in product((0, 1), repeat=4) if sum(each) == 2)
"""Documents relevant to two of four aspects."""


@_property(
    demand=Zero({"larger": 1, "smaller": -1}), cites="moffat2013", section="2", latex=r"Q_C(L) = Q_{C + d}(L)"
)
def localization(choose: Chooser) -> Template:
    """The score of a list must not depend on which relevant documents it misses.

    The same list is judged in a collection that has one relevant document more.
    """
    setting = choose.aspects()
    more = choose.one_of(setting.documents[1:])
    whole = choose.context("list", setting)
    return lists(setting, smaller=[whole], larger=[whole], more={"larger": [more]})


@_property(
    demand=Zero(SAME), cites="amigo2018", section="aspects", latex=r"Q(w_t, \ldots) = Q(w_t/2, w_t/2, \ldots)"
)
def aspect_split(choose: Chooser) -> Template:
    """Replacing an aspect by two copies of itself with half its weight each must not change the score."""
    setting = choose.aspects()
    whole = choose.context("list", setting)
    first, *rest = setting.weights
    places = (0, 0, *range(1, setting.aspects))
    seen = {"changed": (places, (first / 2, first / 2, *rest))}
    return lists(setting, original=[whole], changed=[whole], seen=seen)


@_property(demand=Zero(SAME), cites="amigo2018", section="aspects", latex=r"Q(\pi w, \pi r) = Q(w, r)")
def aspect_label_invariance(choose: Chooser) -> Template:
    """Listing the aspects, with their weights and grades, in another order must not change the score."""
    setting = choose.aspects("several")
    whole = choose.context("list", setting)
    places = (*range(1, setting.aspects), 0)
    weights = tuple(setting.weights[at] for at in places)
    return lists(setting, original=[whole], changed=[whole], seen={"changed": (places, weights)})


_TWO = Setting(HALF)
COLLECTIONS: tuple[tuple[Document, ...], ...] = tuple(
    each
    for count in (1, 2, 3)
    for each in combinations_with_replacement(_TWO.documents[1:], count)
    if all(map(any, zip(*each, strict=True)))
)
"""Collections of up to three relevant documents with two aspects."""


@_property(
    demand=SomeCase(Within({"judged": 1}, low=1, high=1), given=("collection",)),
    cites="moffat2013",
    section="2",
    latex=r"\max_L Q(L) = 1",
)
def best_list_scores_one(choose: Chooser) -> Template:
    """Some list of every collection must score 1.

    That no list scores more is asked by `boundedness`. Collections of up to three relevant documents with two aspects
    of equal weight, and all orders of them.
    """
    place = choose.answers.named("collection", range(len(COLLECTIONS)))
    rest, order = list(COLLECTIONS[place]), []
    while rest:
        order.append(rest.pop(choose.answers.pick(len(rest))))
    return lists(_TWO, judged=order, alone=True, grid="3 relevant documents at most")
