"""Constraints on ranking metrics: the primary ones, which compare lists of the same judged documents.

``choose.context("head")`` stands for any documents in any order; it is the same in every output. Unless a scene states
its collection, any number of relevant and non-relevant documents may be missing from the lists.
"""

from __future__ import annotations

from typing import Any

from axiometrics.axioms.demands import AllSizesFrom, Positive, SomeSize
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.ranking.scene import Chooser, Scene, lists, run

__all__ = ["closeness_threshold", "confidence", "deepness", "deepness_threshold", "priority"]

DEGENERATE = ("one_relevant", "nothing_nonrelevant")
FIXED = 100
"""Relevant documents of a collection whose size does not depend on n."""
COLLECTION = [
    Parameter("relevant", default="n+1", choices=("n+1", "n", "2n", "n^2", "fixed")),
    Parameter("list", default="padded", choices=("padded", "bare")),
]
COLLECTIONS = [
    {"relevant": "n"},
    {"relevant": "2n"},
    {"relevant": "n^2"},
    {"relevant": "fixed"},
    {"list": "bare"},
]


@constraint(
    task="ranking",
    parameters=[
        Parameter("distance", default="adjacent", choices=("adjacent", "any")),
        Parameter("grades", default="binary", choices=("binary", "graded")),
    ],
    variants=[{"distance": "any"}, {"grades": "graded"}],
    preconditions=DEGENERATE,
    cites="amigo2013",
    section="4",
    latex=r"Q(\ldots \neg r\; r \ldots) < Q(\ldots r\; \neg r \ldots)",
)
def priority(choose: Chooser, *, distance: str, grades: str) -> Scene:
    """Swapping two adjacent documents so that the more relevant one comes first must raise the score.

    Anywhere in any list. ``distance=any``: the documents may be far apart; for binary grades that follows from the
    adjacent form, for graded ones it does not. ``grades=graded``: any two different grades, in lists of any grades.
    """
    graded = grades == "graded"
    head = choose.context("head", graded=graded)
    between = [choose.context("middle", graded=graded)] if distance == "any" else []
    tail = choose.context("tail", graded=graded)
    low = choose.grade("x") if graded else 0
    high = choose.grade("y", low + 1) if graded else 1
    return lists(worse=[head, low, *between, high, tail], better=[head, high, *between, low, tail])


def _deepness_demand(form: Any) -> Positive:
    """One pair of lists, or the difference of two differences."""
    if form == "single_document":
        return Positive({"early_fixed": 1, "early_broken": -1, "late_fixed": -1, "late_broken": 1})
    return Positive()


@constraint(
    task="ranking",
    demand=_deepness_demand,
    parameters=[Parameter("form", default="same_context", choices=("same_context", "single_document"))],
    variants=[{"form": "single_document"}],
    preconditions=DEGENERATE,
    cites="amigo2013",
    section="4",
    latex=r"Q(\ldots \neg r\; r \ldots r\; \neg r \ldots) < Q(\ldots r\; \neg r \ldots \neg r\; r \ldots)",
)
def deepness(choose: Chooser, *, form: str) -> Scene:
    """Putting a pair of adjacent documents in order must gain more at a higher rank than the same at a lower one.

    Both pairs are in one list, which has the one in order or the other: so the upper one's correction gains more, and
    its mistake costs more. ``form=single_document``: the list has one relevant document, and moving it up from rank
    i + 1 to i must gain more than from rank j + 1 to j, for i < j.
    """
    if form == "same_context":
        head, middle, tail = (choose.context(name) for name in ("head", "middle", "tail"))
        return lists(
            worse=[head, 0, 1, middle, 1, 0, tail],
            better=[head, 1, 0, middle, 0, 1, tail],
        )
    i, gap, below = choose.size("above", 0), choose.size("gap"), choose.size("below", 0)
    return lists(
        early_fixed=[run(0, i), 1, run(0, gap + 1 + below)],
        early_broken=[run(0, i + 1), 1, run(0, gap + below)],
        late_fixed=[run(0, i + gap), 1, run(0, 1 + below)],
        late_broken=[run(0, i + gap + 1), 1, run(0, below)],
    )


def _relevant(n: Any, relevant: str) -> Any:
    """The relevant documents of the collection."""
    return {"n+1": n + 1, "n": n, "2n": 2 * n, "n^2": n**2, "fixed": FIXED}[relevant]


def _first_alone(n: Any, form: str) -> list[Any]:
    """One relevant document at rank 1, with as many documents below as the other list has, or with none."""
    return [1, run(0, 2 * n - 1)] if form == "padded" else [1]


def _size(choose: Chooser, relevant: str, low: int) -> Any:
    return choose.size("n", low, FIXED if relevant == "fixed" else None)


@constraint(
    task="ranking",
    demand=AllSizesFrom(),
    parameters=COLLECTION,
    variants=COLLECTIONS,
    cites="amigo2013",
    section="4",
    latex=r"\exists n_0\; \forall n \ge n_0:\quad Q(\neg r^n\, r^n) < Q(r\, \neg r^{2n-1})",
)
def deepness_threshold(choose: Chooser, *, relevant: str, list: str) -> Scene:
    """From some n on, one relevant document at rank 1 is better than n relevant ones after n non-relevant ones.

    For all n from some n0 on; for n = 1 it is a case of priority. The collection has n + 1 relevant documents, those
    that the two lists name, or as ``relevant`` says (``fixed``: 100, with n up to 100). ``list=bare``: the first list
    ends after its relevant document instead of going on to rank 2n.
    """
    n = _size(choose, relevant, 1)
    return lists(worse=[run(0, n), run(1, n)], better=_first_alone(n, list), relevant=_relevant(n, relevant))


@constraint(
    task="ranking",
    demand=SomeSize(),
    parameters=COLLECTION,
    variants=COLLECTIONS,
    cites="amigo2013",
    section="4",
    latex=r"\exists n \ge 2:\quad Q(r\, \neg r^{2n-1}) < Q(\neg r^n\, r^n)",
)
def closeness_threshold(choose: Chooser, *, relevant: str, list: str) -> Scene:
    """For some n, n relevant documents after n non-relevant ones are better than one relevant document at rank 1.

    For at least one n from 2 on; n = 1 would contradict priority. The parameters are those of the deepness threshold.
    """
    n = _size(choose, relevant, 2)
    return lists(worse=_first_alone(n, list), better=[run(0, n), run(1, n)], relevant=_relevant(n, relevant))


@constraint(
    task="ranking",
    preconditions=DEGENERATE,
    cites="amigo2013",
    section="4",
    latex=r"Q(\ldots r \ldots \neg r) < Q(\ldots r \ldots)",
)
def confidence(choose: Chooser) -> Scene:
    """Leaving a non-relevant document out at the end of the list must raise the score.

    The list has at least one relevant document; without any, most metrics are at their least.
    """
    before = run(0, choose.size("z", 0))
    rest = choose.context("rest")
    return lists(worse=[before, 1, rest, 0], better=[before, 1, rest])
