"""Constraints on overlapping-clustering metrics: those of plain clusterings among overlapping sets, and new ones.

A family of sets may hold a set several times, and an item may be in several sets. The new constraints compare the gold
itself, as a system's output, with something worse.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from axiometrics.axioms import clustering as plain
from axiometrics.axioms.demands import Zero
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.overlapping.chooser import (
    CHEAT,
    JOINED,
    REMOVED,
    REPEATED,
    SHRUNK,
    SPLIT,
    WHOLE,
    Chooser,
    Embedded,
    Template,
    judged,
    unlike,
)

DEGENERATE = ("one_category", "no_overlap_in_gold", "no_overlap_in_output")
_constraint = partial(constraint, task="overlapping", preconditions=DEGENERATE, cites="amigo2009")
"""A constraint of the paper that BCubed was extended in."""


@_constraint(section="3.1", latex=plain.homogeneity.latex)
def homogeneity(choose: Chooser) -> Embedded:
    """Splitting a cluster that mixes two categories must raise the score, whatever other sets there are.

    The other clusters and categories are arbitrary and may hold the same items; but no two items that the split
    separates are together in more categories than clusters are left that hold both.
    """
    return Embedded(plain.homogeneity.bound_generator, changed="wrong")


@_constraint(section="3.2", latex=plain.completeness.latex)
def completeness(choose: Chooser) -> Embedded:
    """Joining two clusters of items of one category must raise the score, whatever other sets there are.

    The other clusters and categories are arbitrary and may hold the same items; but no two items that are joined are
    then together in more clusters than categories.
    """
    return Embedded(plain.completeness.bound_generator, changed="needed")


@constraint(
    task="overlapping",
    parameters=[Parameter("overlap", default="any", choices=("any", "rest", "focus"))],
    variants=[{"overlap": "rest"}, {"overlap": "focus"}],
    preconditions=DEGENERATE,
    cites="amigo2013",
    section="4",
    latex=plain.size_vs_quantity.latex,
)
def size_vs_quantity(choose: Chooser, *, overlap: str) -> Embedded:
    """Taking one item out of a set of n + 1 must score more than splitting n pairs, whatever other sets there are.

    n > 2. The pairs may share items with each other and with the big set, and one pair may occur n times
    (``overlap=focus``: only that, with no other sets); the other clusters and categories may hold the same items
    (``overlap=rest``: only that). All items that are separated are missed: no clusters beyond the categories hold them.
    """
    generator = plain.size_vs_quantity.with_parameters(context="disjoint").bound_generator
    return Embedded(generator, changed="needed", merged=overlap != "rest", rest=overlap != "focus")


@_constraint(section="6", latex=r"Q(G \setminus \{S_1, \ldots\}; G) < Q(G; G)")
def item_multiplicity(choose: Chooser) -> Template:
    """Items that belong together several times must be put together as often: leaving clusters out must cost.

    The output is the gold itself, against the gold without some of its sets, in which every item is still in a set.
    """
    gold = choose.family()
    return judged(gold, worse=choose.part(gold), better=gold)


@_constraint(section="6", latex=r"Q(G, k+1 \times S; G) < Q(G, k \times S; G), \quad S \in G")
def duplicate_cluster(choose: Chooser) -> Template:
    """Repeating a correct cluster must lower the score, and every further copy must lower it more.

    The output is the gold with k further copies of one of its sets, k from 0 on, against k + 1 copies.
    """
    gold = choose.family()
    repeated = choose.changed(gold, REPEATED)
    k = choose.size("k", 0)
    return judged(gold, worse=repeated(k + 1), better=repeated(k))


@_constraint(
    parameters=[Parameter("last", default="kept", choices=("kept", "removed"))],
    variants=[{"last": "removed"}],
    section="6",
    latex=r"Q(G \setminus S, S \setminus \{e\}; G) < Q(G; G), \quad e \in S \in G",
)
def remove_occurrence(choose: Chooser, *, last: str) -> Template:
    """Taking an item out of a correct cluster must lower the score.

    The output is the gold. Every item stays in some cluster; with ``last=removed`` the cluster was its only one, so
    that the output leaves the item out.
    """
    gold = choose.family()
    return judged(gold, worse=choose.changed(gold, REMOVED if last == "removed" else SHRUNK), better=gold)


@_constraint(section="6", latex=r"Q(G \setminus S, S_1, S_2; G) < Q(G; G), \quad S_1 \cup S_2 = S \in G")
def split_cluster(choose: Chooser) -> Template:
    """Splitting a correct cluster in two must lower the score.

    The output is the gold; other clusters may still hold the separated items together.
    """
    gold = choose.family()
    return judged(gold, worse=choose.changed(gold, SPLIT), better=gold)


@_constraint(
    section="6", latex=r"Q(G \setminus \{S_1, S_2\}, S_1 \cup S_2; G) < Q(G; G), \quad S_1, S_2 \in G"
)
def join_clusters(choose: Chooser) -> Template:
    """Joining two correct clusters must lower the score.

    The output is the gold; items of both clusters are in their union once.
    """
    gold = choose.family()
    return judged(gold, worse=choose.changed(gold, JOINED), better=gold)


@_constraint(section="6", latex=r"Q(C; G) < Q(G; G), \quad C \ne G")
def maximal_agreement(choose: Chooser) -> Template:
    """Only the gold itself may have the highest score: every other family over the same items must score less."""
    gold = choose.family()
    return judged(gold, worse=choose.changed(choose.beside(gold), unlike(gold)), better=gold)


@constraint(
    task="overlapping",
    preconditions=("one_category", "all_singleton_categories"),
    cites="amigo2009",
    section="6",
    latex=r"Q(\{e_1 \ldots e_N\}\{e_1\}\cdots\{e_N\}; G) < Q(\{e_1 \ldots e_N\}; G)",
)
def cheat_system(choose: Chooser) -> Template:
    """One cluster of all items with every item once more alone must score less than the one cluster of all items.

    N > 1 items, each in one category of the gold: a system must not gain by answering everything at once.
    """
    gold = choose.family(overlap=False)
    return judged(gold, worse=choose.changed(gold, CHEAT), better=choose.changed(gold, WHOLE))


PLAIN = {"f": "bcubed_f", "precision": "bcubed_precision", "recall": "bcubed_recall"}


def _plain_scorer(metric: object, *, value: Any) -> Mapping[str, tuple[str, str]]:
    """Which plain metric scores the second reading, whatever metric is judged."""
    return {"plain": ("clustering", PLAIN[value])}


@constraint(
    task="overlapping",
    demand=Zero({"overlapping": 1, "plain": -1}),
    parameters=[Parameter("value", default="f", choices=tuple(PLAIN))],
    variants=[{"value": "precision"}, {"value": "recall"}],
    scored_by=_plain_scorer,
    cites="amigo2009",
    section="6",
    latex=r"Q(C; G) = \text{BCubed}(C; G)",
)
def reduces_to_bcubed(choose: Chooser, *, value: str) -> Template:
    """Without overlap the score must be plain BCubed: its F, or its precision or recall as ``value`` says.

    Every item is in one category and in one cluster; the second score is that of the plain clustering metric.
    """
    gold = choose.family(overlap=False)
    system = choose.beside(gold, overlap=False)
    return judged(gold, overlapping=system, plain=system)
