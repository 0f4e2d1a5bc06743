"""Further properties of ranking metrics from the literature, as constraints; checked on demand."""

from __future__ import annotations

from functools import partial

from axiometrics.axioms.demands import Within, Zero
from axiometrics.axioms.registry import constraint
from axiometrics.tasks.ranking.scene import Chooser, Scene, lists, run

__all__ = [
    "append_monotonicity",
    "boundedness",
    "completeness_at_zero",
    "convergence",
    "document_order_invariance",
    "localization",
    "realizability",
    "replacement",
    "top_weightedness",
]

_property = partial(constraint, task="ranking", primary=False, cites="moffat2013", section="2")
"""A numeric property of Moffat's, checked on demand."""


@constraint(
    task="ranking",
    primary=False,
    cites="ferrante2015",
    section="3",
    latex=r"Q(\ldots \neg r \ldots) < Q(\ldots r \ldots)",
)
def replacement(choose: Chooser) -> Scene:
    """Replacing a non-relevant document by a relevant one that was not listed must raise the score.

    At any rank of any list; the collection stays the same. The source asks that the score does not drop, which is the
    weak form.
    """
    head, tail = choose.context("head"), choose.context("tail")
    return lists(worse=[head, 0, tail], better=[head, 1, tail])


@_property(
    demand=Within({"judged": 1}, low=0, high=1),
    latex=r"0 \le Q(L) \le 1",
)
def boundedness(choose: Chooser) -> Scene:
    """Every score must lie between 0 and 1.

    Any list of relevant and non-relevant documents. The source asks for some finite bounds; a metric with others, such
    as a correlation from -1 to 1, goes against this constraint, so look at its witness.
    """
    return lists(judged=[choose.context("list")])


@_property(
    latex=r"Q(L) \le Q(L\, x)",
)
def append_monotonicity(choose: Chooser) -> Scene:
    """Adding a document at the end of the list must not lower the score.

    Any document, also a non-relevant one; the demand is the weak form, the strict one asks that the score rises.
    For non-relevant documents it is the opposite of confidence.
    """
    whole = choose.context("list", graded=True)
    return lists(worse=[whole], better=[whole, choose.grade("x")])


@_property(
    latex=r"Q(\ldots x \ldots) < Q(\ldots y \ldots), \quad x < y",
)
def convergence(choose: Chooser) -> Scene:
    """Exchanging a listed document for a more relevant one that was not listed must raise the score.

    Replacement for any grades; the document that is exchanged stays in the collection.
    """
    head, tail = choose.context("head", graded=True), choose.context("tail", graded=True)
    x = choose.grade("x")
    return lists(worse=[head, x, tail], better=[head, choose.grade("y", x + 1), tail])


@_property(
    latex=r"Q(\ldots x \ldots y \ldots) < Q(\ldots y \ldots x \ldots), \quad x < y",
)
def top_weightedness(choose: Chooser) -> Scene:
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
def document_order_invariance(choose: Chooser) -> Scene:
    """Two documents with equal scores must give the same value in either order.

    A run that scores two documents the same does not say which comes first, so that a rule decides, such as the names
    of the documents or their order in a file. Two lists differ in the order of two adjacent documents, a relevant and
    a non-relevant one. A metric that is contradicted depends on that rule where documents are tied; one that holds
    depends on no order at all, since exchanges of adjacent documents lead from any order of a list to any other. No
    metric that satisfies priority can satisfy it: the way out is to average over the orders, which takes more than one
    list.
    """
    head, tail = choose.context("head"), choose.context("tail")
    return lists(one_order=[head, 1, 0, tail], other_order=[head, 0, 1, tail])


@_property(
    demand=Zero({"larger": 1, "smaller": -1}),
    latex=r"Q_{R, N}(L) = Q_{R + s, N + t}(L)",
)
def localization(choose: Chooser) -> Scene:
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
def completeness_at_zero(choose: Chooser) -> Scene:
    """A list must have a score also where nothing in the collection is relevant.

    The score of a list of non-relevant documents is compared with itself: that holds where there is a score.
    """
    whole = run(0, choose.size("k"))
    return lists(once=[whole], again=[whole], relevant=0)


@_property(
    demand=Zero({"large": 1, "small": -1}),
    latex=r"Q_{R}(r^{R}) = Q_{R+1}(r^{R+1}), \quad R \ge 1",
)
def realizability(choose: Chooser) -> Scene:
    """The best list must reach the same score whatever the number of relevant documents.

    The list of all R relevant documents and nothing else, against that of R + 1: only where both score the same can
    the highest score be reached for every R.
    """
    r = choose.size("R")
    return lists(small=[run(1, r)], large=[run(1, r + 1)], relevant={"small": r, "large": r + 1})
