"""The primary constraints on metrics of lists with aspects, on relevance and on diversity.

``head``, ``mid`` and ``tail`` are arbitrary lists of arbitrary documents, the same in all outputs, which are of one
collection: what one output lists and another does not is missed there, and further missed documents are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from axiometrics.axioms.demands import AllSizesFrom, SomeSize
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.diversity import Document
from axiometrics.tasks.diversity.chooser import (
    TOP_GRADE,
    Chooser,
    Context,
    Part,
    Run,
    Setting,
    Template,
    ahead,
    balanced,
    lists,
)

EMPTY = ("empty_aspect",)
CUT = (*EMPTY, "beyond_cutoff")
ASPECTS = Parameter("aspects", default="any", choices=("any", "one"))
TAIL = Parameter("tail", default="none", choices=("none", "any"))
COLLECTION = Parameter("collection", default="balanced", choices=("balanced", "any"))
diversity_constraint = partial(constraint, task="diversity", cites="amigo2018", preconditions=CUT)

Documents = Sequence[Document]


def one(setting: Setting, *aspects: int) -> Document:
    """Return the document that is relevant to some aspects, with grade 1, and to no other."""
    return tuple(int(at in aspects) for at in range(setting.aspects))


def even(collection: str) -> Callable[[Documents], bool] | None:
    """Say whether the first two aspects have the same grades in the collection; of ``any`` nothing is asked."""
    if collection == "any":
        return None
    return balanced


@diversity_constraint(
    section="priority",
    parameters=[
        ASPECTS,
        Parameter("distance", default="adjacent", choices=("adjacent", "any")),
        Parameter("grades", default="binary", choices=("binary", "graded")),
    ],
    variants=[{"aspects": "one"}, {"distance": "any"}, {"grades": "graded"}],
    latex=r"Q(\ldots d\; d' \ldots) < Q(\ldots d'\; d \ldots), \quad d < d'",
)
def priority(choose: Chooser, *, aspects: str, distance: str, grades: str) -> Template:
    """Swapping two adjacent documents so that the more relevant one comes first must raise the score.

    A document is more relevant where it is to some aspect and not less to any. ``distance=any``: other documents may
    stand between the two, also some that can be compared with neither. ``grades=graded``: grades 0 to 2 instead of
    relevant or not; ``aspects=one``: collections with one aspect.
    """
    setting = choose.aspects(aspects, top=TOP_GRADE if grades == "graded" else 1)
    low, high = choose.increase(setting)
    head, tail = choose.context("head", setting), choose.context("tail", setting)
    mid = [choose.context("mid", setting)] if distance == "any" else []
    return lists(setting, worse=[head, low, *mid, high, tail], better=[head, high, *mid, low, tail])


@diversity_constraint(
    section="deepness",
    parameters=[ASPECTS],
    variants=[{"aspects": "one"}],
    latex=r"Q(\ldots d\; d' \ldots d'\; d \ldots) < Q(\ldots d'\; d \ldots d\; d' \ldots), \quad d < d'",
)
def deepness(choose: Chooser, *, aspects: str) -> Template:
    """Putting a pair of adjacent documents in order must gain more at a higher rank than the same at a lower one."""
    setting = choose.aspects(aspects)
    low, high = choose.increase(setting)
    head, mid, tail = (choose.context(name, setting) for name in ("head", "mid", "tail"))
    return lists(
        setting,
        worse=[head, low, high, mid, high, low, tail],
        better=[head, high, low, mid, low, high, tail],
    )


THRESHOLD = [
    Parameter("aspects", default="one", choices=("one", "distinct")),
    Parameter("relevant", default="n+1", choices=("n+1", "n", "2n")),
    Parameter("list", default="padded", choices=("padded", "bare")),
]
THRESHOLDS = [{"aspects": "distinct"}, {"relevant": "n"}, {"relevant": "2n"}, {"list": "bare"}]


def _threshold(
    choose: Chooser, aspects: str, relevant: str, form: str, low: int
) -> tuple[Setting, list[Part], list[Part], list[Document | Run]]:
    """Return one relevant document at rank 1, n relevant ones after n others, and the relevant ones that are left."""
    n = choose.size("n", low)
    count = {"n+1": n + 1, "n": n, "2n": 2 * n}[relevant]
    padding = 2 * n - 1 if form == "padded" else 0
    if aspects == "one":
        nothing, found = (0,), (1,)
        setting = Setting((Fraction(1),))
        return (
            setting,
            [found, Run(nothing, padding)],
            [Run(nothing, n), Run(found, n)],
            [Run(found, count - n)],
        )
    setting = Setting((Fraction(1, count),) * count)
    documents = [one(setting, at) for at in range(count)]
    none = (0,) * count
    return setting, [documents[0], Run(none, padding)], [Run(none, n), *documents[:n]], [*documents[n:]]


@diversity_constraint(
    section="deepness threshold",
    demand=AllSizesFrom(),
    parameters=THRESHOLD,
    variants=THRESHOLDS,
    latex=r"\exists n_0\; \forall n \ge n_0:\quad Q(-^n\, r^n) < Q(r\, -^{2n-1})",
)
def deepness_threshold(choose: Chooser, *, aspects: str, relevant: str, list: str) -> Template:
    """From some n on, one relevant document at rank 1 is better than n relevant ones after n others.

    The collection has n + 1 relevant documents, or as ``relevant`` says, of one aspect; with ``aspects=distinct`` each
    of them has an aspect of its own, all of equal weight. ``list=bare``: the first list ends after its relevant
    document. For n = 1 alone it is a case of priority.
    """
    setting, first, later, rest = _threshold(choose, aspects, relevant, list, 1)
    return lists(setting, worse=later, better=first, missed=rest, alone=True)


@diversity_constraint(
    section="closeness threshold",
    demand=SomeSize(),
    parameters=THRESHOLD,
    variants=THRESHOLDS,
    latex=r"\exists n \ge 2:\quad Q(r\, -^{2n-1}) < Q(-^n\, r^n)",
)
def closeness_threshold(choose: Chooser, *, aspects: str, relevant: str, list: str) -> Template:
    """For some n, n relevant documents after n others are better than one relevant document at rank 1.

    For at least one n from 2 on. The parameters are those of the deepness threshold.
    """
    setting, first, later, rest = _threshold(choose, aspects, relevant, list, 2)
    return lists(setting, worse=first, better=later, missed=rest, alone=True)


@diversity_constraint(
    section="confidence",
    latex=r"Q(L\, -) < Q(L)",
)
def confidence(choose: Chooser) -> Template:
    """Leaving a document that is relevant to nothing out at the end of the list must raise the score.

    The list has at least one relevant document.
    """
    setting = choose.aspects()
    whole = choose.context("list", setting, kept=lambda documents: any(map(any, documents)))
    return lists(setting, worse=[whole, (0,) * setting.aspects], better=[whole])


@diversity_constraint(
    section="query aspect diversity",
    parameters=[
        Parameter("gain", default="some", choices=("some", "all")),
        Parameter("grades", default="binary", choices=("binary", "graded")),
    ],
    variants=[{"gain": "all"}, {"grades": "graded"}],
    latex=r"Q(\ldots d \ldots) < Q(\ldots d' \ldots), \quad d < d'",
)
def query_aspect_diversity(choose: Chooser, *, gain: str, grades: str) -> Template:
    """Exchanging a listed document for one that is relevant to more aspects must raise the score.

    At any rank of any list; the one that is exchanged stays in the collection. ``gain=all``: the other one is more
    relevant to every aspect.
    """
    setting = choose.aspects(top=TOP_GRADE if grades == "graded" else 1)
    low, high = choose.increase(setting, everywhere=gain == "all")
    head, tail = choose.context("head", setting), choose.context("tail", setting)
    return lists(setting, worse=[head, low, tail], better=[head, high, tail])


def _novel(choose: Chooser, setting: Setting, head: Context, tail: str, collection: str) -> Template:
    """Return a document of the first aspect after a head, against one of the second."""
    rest = [choose.context("tail", setting)] if tail == "any" else []
    served, new = one(setting, 0), one(setting, 1)
    return lists(setting, worse=[head, served, *rest], better=[head, new, *rest], kept=even(collection))


@diversity_constraint(
    section="redundancy",
    parameters=[TAIL, COLLECTION],
    variants=[{"tail": "any"}, {"collection": "any"}],
    latex=r"Q(\ldots t\; d_t) < Q(\ldots t\; d_u)",
)
def redundancy(choose: Chooser, *, tail: str, collection: str) -> Template:
    """After documents on one aspect and none on another, one on the other must be worth more than one on the first.

    The two aspects have equal weight, and each document is relevant to one of them alone. The list ends there, or goes
    on with ``tail=any``. In the collection both aspects have as many relevant documents, unless ``collection=any``.
    """
    setting = choose.aspects("two equal")
    head = choose.context(
        "head",
        setting,
        kinds=lambda document: not document[1],
        kept=ahead,
    )
    return _novel(choose, setting, head, tail, collection)


@diversity_constraint(
    section="monotonic redundancy",
    parameters=[Parameter("head", default="dominated", choices=("dominated", "counted")), TAIL, COLLECTION],
    variants=[{"head": "counted"}, {"tail": "any"}, {"collection": "any"}],
    latex=r"Q(H\; d_t) < Q(H\; d_u), \quad H \text{ more relevant to } t \text{ than to } u",
)
def monotonic_redundancy(choose: Chooser, *, head: str, tail: str, collection: str) -> Template:
    """After documents that are more relevant to one aspect than to another, one on the other must be worth more.

    As for `redundancy`, after documents that are all at least as relevant to the first aspect, and one is more. With
    ``head=counted`` more documents are relevant to the first aspect than to the second.
    """
    setting = choose.aspects("two equal")
    dominated = head == "dominated"
    before = choose.context(
        "head",
        setting,
        kinds=lambda document: document[0] >= document[1] or not dominated,
        kept=ahead,
    )
    return _novel(choose, setting, before, tail, collection)


@diversity_constraint(
    section="saturation",
    demand=AllSizesFrom(),
    parameters=[Parameter("relevant", default="n+1", choices=("n+1",))],
    latex=r"\exists n_0\; \forall n \ge n_0:\quad Q(r^{n+1}) < Q(r^n)",
)
def saturation(choose: Chooser, *, relevant: str) -> Template:
    """From some n on, n relevant documents and no other must be better than n + 1.

    One aspect: once it is satisfied, one document more does not pay. The collection has the n + 1 documents.
    """
    n = choose.size("n")
    return lists(Setting((Fraction(1),)), worse=[Run((1,), n + 1)], better=[Run((1,), n)], alone=True)


@diversity_constraint(
    section="aspect relevance",
    parameters=[COLLECTION],
    variants=[{"collection": "any"}],
    latex=r"Q(\ldots d_u \ldots) < Q(\ldots d_t \ldots), \quad w_t > w_u",
)
def aspect_weight(choose: Chooser, *, collection: str) -> Template:
    """A document on the aspect with more weight must be worth more than one on the aspect with less.

    All other listed documents are as relevant to the one as to the other.
    """
    setting = choose.aspects("first heavier")

    def alike(document: Document) -> bool:
        return document[0] == document[1]

    head, tail = choose.context("head", setting, alike), choose.context("tail", setting, alike)
    return lists(
        setting,
        worse=[head, one(setting, 1), tail],
        better=[head, one(setting, 0), tail],
        kept=even(collection),
    )
