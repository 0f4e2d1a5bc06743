"""Constraints on ranking metrics: the primary ones, which compare lists of the same judged documents.

``choose.context("head")`` stands for any documents in any order; it is the same in every output. Unless the collection
is stated, any number of relevant and non-relevant documents may be missing from the lists.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from axiometrics.axioms.demands import AllSizesFrom, Positive, SomeSize, Within, Zero
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.ranking.chooser import Chooser, Template, lists, run

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
def priority(choose: Chooser, *, distance: str, grades: str) -> Template:
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


def _deepness_demand(form: object) -> Positive:
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
def deepness(choose: Chooser, *, form: str) -> Template:
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
def deepness_threshold(choose: Chooser, *, relevant: str, list: str) -> Template:
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
def closeness_threshold(choose: Chooser, *, relevant: str, list: str) -> Template:
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
def confidence(choose: Chooser) -> Template:
    """Leaving a non-relevant document out at the end of the list must raise the score.

    The list has at least one relevant document; without any, most metrics are at their least.
    """
    before = run(0, choose.size("z", 0))
    rest = choose.context("rest")
    return lists(worse=[before, 1, rest, 0], better=[before, 1, rest])


_property = partial(constraint, task="ranking", primary=False, cites="moffat2013", section="2")
"""A numeric property of Moffat's, checked on demand."""


@constraint(
    task="ranking",
    primary=False,
    cites="ferrante2015",
    section="3",
    latex=r"Q(\ldots \neg r \ldots) < Q(\ldots r \ldots)",
)
def replacement(choose: Chooser) -> Template:
    """Replacing a non-relevant document by a relevant one that was not listed must raise the score.

    At any rank of any list; the collection stays the same. The source asks that the score does not drop, which is the
    weak form.
    """
    head, tail = choose.context("head"), choose.context("tail")
    return lists(worse=[head, 0, tail], better=[head, 1, tail])


def _between(low: Fraction | int, high: Fraction | int) -> Within:
    """The judged value lies between two bounds, both of which may be multiplied to whole numbers."""
    whole = Fraction(low).denominator * Fraction(high).denominator
    return Within({"judged": whole}, low=int(low * whole), high=int(high * whole))


def _own_bounds(metric: Any, *, bounds: str) -> Within | None:
    """Between the bounds that a metric states; None where it states none, or no finite ones."""
    low, high = metric.range if bounds == "any" else (0, 1)
    return None if low is None or high is None else _between(low, high)


@_property(
    demand=Within({"judged": 1}, low=0, high=1),
    parameters=[Parameter("bounds", default="unit", choices=("unit", "any"))],
    variants=[{"bounds": "any"}],
    demand_of_metric=_own_bounds,
    latex=r"0 \le Q(L) \le 1",
)
def boundedness(choose: Chooser, *, bounds: str) -> Template:
    """Every score must lie between 0 and 1.

    Any list of relevant and non-relevant documents. A metric with other bounds, such as a correlation from -1 to 1,
    goes against this constraint, so look at its witness. The source asks for some finite bounds that are known in
    advance: with ``bounds=any`` these are the metric's own, which it states in its documentation as ``Range [-1, 1]``;
    to a metric that states none, or no finite ones, it does not apply.
    """
    return lists(judged=[choose.context("list")])


@_property(
    latex=r"Q(L) \le Q(L\, x)",
)
def append_monotonicity(choose: Chooser) -> Template:
    """Adding a document at the end of the list must not lower the score.

    Any document, also a non-relevant one; the demand is the weak form, the strict one asks that the score rises.
    For non-relevant documents it is the opposite of confidence.
    """
    whole = choose.context("list", graded=True)
    return lists(worse=[whole], better=[whole, choose.grade("x")])


@_property(
    latex=r"Q(\ldots x \ldots) < Q(\ldots y \ldots), \quad x < y",
)
def convergence(choose: Chooser) -> Template:
    """Exchanging a listed document for a more relevant one that was not listed must raise the score.

    Replacement for any grades; the document that is exchanged stays in the collection.
    """
    head, tail = choose.context("head", graded=True), choose.context("tail", graded=True)
    x = choose.grade("x")
    return lists(worse=[head, x, tail], better=[head, choose.grade("y", x + 1), tail])


@_property(
    latex=r"Q(\ldots x \ldots y \ldots) < Q(\ldots y \ldots x \ldots), \quad x < y",
)
def top_weightedness(choose: Chooser) -> Template:
    """Exchanging any two listed documents so that the more relevant one comes first must raise the score.

    Priority at any distance, for any grades.
    """
    head, middle, tail = (choose.context(name, graded=True) for name in ("head", "middle", "tail"))
    x = choose.grade("x")
    y = choose.grade("y", x + 1)
    return lists(worse=[head, x, middle, y, tail], better=[head, y, middle, x, tail])


@constraint(
    task="ranking",
    demand=Zero({"one_order": 1, "other_order": -1}),
    primary=False,
    cites="mcsherry2008",
    section="1",
    latex=r"Q(\ldots r\, \neg r \ldots) = Q(\ldots \neg r\, r \ldots)",
)
def document_order_invariance(choose: Chooser) -> Template:
    """Two documents with equal scores must give the same value in either order.

    A run that scores two documents the same does not say which comes first, so that a rule decides, such as the names
    of the documents or their order in a file. Two lists differ in the order of two adjacent documents, a relevant and
    a non-relevant one. A metric that is contradicted depends on that rule where documents are tied; one that holds
    depends on no order at all, since exchanges of adjacent documents lead from any order of a list to any other. No
    metric that satisfies priority can satisfy it: the way out is a rule of ties, such as the mean over the orders, of
    which `tie_order_invariance` asks the same.
    """
    head, tail = choose.context("head"), choose.context("tail")
    return lists(one_order=[head, 1, 0, tail], other_order=[head, 0, 1, tail])


@_property(
    demand=Zero({"larger": 1, "smaller": -1}),
    latex=r"Q_{R, N}(L) = Q_{R + s, N + t}(L)",
)
def localization(choose: Chooser) -> Template:
    """The score of a list must not depend on how many relevant and non-relevant documents it misses.

    The same list is judged in a collection that has s relevant documents more, s > 0, and t non-relevant ones.
    """
    whole = choose.context("list")
    more = {"larger": (choose.size("s"), choose.size("t", 0))}
    return lists(smaller=[whole], larger=[whole], more=more)


@_property(
    demand=Zero({"once": 1, "again": -1}),
    latex=r"Q(\neg r^k) = Q(\neg r^k), \quad R = 0",
)
def completeness_at_zero(choose: Chooser) -> Template:
    """A list must have a score also where nothing in the collection is relevant.

    The score of a list of non-relevant documents is compared with itself: that holds where there is a score.
    """
    whole = run(0, choose.size("k"))
    return lists(once=[whole], again=[whole], relevant=0)


def _realized(form: object) -> Zero | Within:
    return Zero({"large": 1, "small": -1}) if form == "equal" else _between(1, 1)


def _own_best(metric: Any, *, form: str) -> Zero | Within | None:
    """The value is the best one that a metric states; None where it states none."""
    if form == "equal":
        return _realized(form)
    best = metric.range[0 if metric.orientation == "error" else 1]
    return None if best is None else _between(best, best)


@_property(
    demand=_realized,
    parameters=[Parameter("form", default="equal", choices=("equal", "upper_bound"))],
    variants=[{"form": "upper_bound"}],
    demand_of_metric=_own_best,
    latex=r"Q_{R}(r^{R}) = Q_{R+1}(r^{R+1}), \quad R \ge 1",
)
def realizability(choose: Chooser, *, form: str) -> Template:
    """The best list must reach the same score whatever the number of relevant documents.

    The list of all R relevant documents and nothing else, against that of R + 1: only where both score the same can
    the highest score be reached for every R. The source asks that the highest score is reached: with
    ``form=upper_bound`` the list must score as much as the upper end of the range that the metric states in its
    documentation, for every R; to a metric that states no finite one it does not apply.
    """
    r = choose.size("R")
    if form == "upper_bound":
        return lists(judged=[run(1, r)], relevant=r)
    return lists(small=[run(1, r)], large=[run(1, r + 1)], relevant={"small": r, "large": r + 1})
