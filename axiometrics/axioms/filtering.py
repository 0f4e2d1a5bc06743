"""Constraints on filtering metrics: what a better selection is, and how outputs that say nothing compare.

Every collection has relevant and irrelevant items. An output is *non-informative* when it selects the same share s of
the relevant and of the irrelevant items, so that being selected says nothing about an item.
"""

from __future__ import annotations

from axiometrics.axioms.demands import Zero
from axiometrics.axioms.registry import constraint
from axiometrics.tasks.filtering.chooser import Chooser, Template, outputs

DEGENERATE = (
    "nothing_selected",
    "everything_selected",
    "no_relevant_selected",
    "all_relevant_selected",
    "no_irrelevant_selected",
    "all_irrelevant_selected",
)


@constraint(
    task="filtering",
    preconditions=DEGENERATE,
    cites="amigo2013",
    section="4",
    latex=r"Q(TP, FP, FN, TN) < Q(TP + 1, FP, FN - 1, TN)",
)
def priority_relevant(choose: Chooser) -> Template:
    """Selecting one more relevant item must raise the score.

    The rest of the collection stays as it is; there is at least one irrelevant item, selected or not.
    """
    tp, fn = choose.size("tp"), choose.size("fn", 1)
    fp, tn = choose.sizes("fp", "tn")
    return outputs(worse=(tp, fp, fn, tn), better=(tp + 1, fp, fn - 1, tn))


@constraint(
    task="filtering",
    preconditions=DEGENERATE,
    cites="amigo2013",
    section="4",
    latex=r"Q(TP, FP, FN, TN) < Q(TP, FP - 1, FN, TN + 1)",
)
def priority_irrelevant(choose: Chooser) -> Template:
    """Leaving out one more irrelevant item must raise the score.

    The rest of the collection stays as it is; there is at least one relevant item, selected or not.
    """
    fp, tn = choose.size("fp", 1), choose.size("tn")
    tp, fn = choose.sizes("tp", "fn")
    return outputs(worse=(tp, fp, fn, tn), better=(tp, fp - 1, fn, tn + 1))


def _non_informative(choose: Chooser) -> Template:
    """Two outputs that select the shares a/(a+b+c) and (a+b)/(a+b+c) of both classes."""
    a, b, c = choose.size("a"), choose.size("b", 1), choose.size("c")
    k, l = choose.size("k", 1), choose.size("l", 1)
    return outputs(
        worse=(k * a, l * a, k * (b + c), l * (b + c)), better=(k * (a + b), l * (a + b), k * c, l * c)
    )


@constraint(
    task="filtering",
    demand=Zero(),
    preconditions=DEGENERATE,
    cites="amigo2013",
    section="2",
    latex=r"Q(sP, sN, (1-s)P, (1-s)N) = Q(s'P, s'N, (1-s')P, (1-s')N), s < s'",
)
def non_informative_constant(choose: Chooser) -> Template:
    """All outputs that select the same share of the relevant and of the irrelevant items must score the same.

    P items are relevant and N are not; the shares s and s' are any numbers from 0 to 1 for which the counts are
    whole: with P = k(a+b+c) and N = l(a+b+c) they are a/(a+b+c) and (a+b)/(a+b+c).
    """
    return _non_informative(choose)


@constraint(
    task="filtering",
    preconditions=DEGENERATE,
    cites="amigo2013",
    section="2",
    latex=r"Q(sP, sN, (1-s)P, (1-s)N) < Q(s'P, s'N, (1-s')P, (1-s')N), s < s'",
)
def non_informative_growing(choose: Chooser) -> Template:
    """Of two outputs that select the same share of both classes, the one that selects more must score more.

    The cases are those of the constant score, so a metric cannot satisfy both.
    """
    return _non_informative(choose)
