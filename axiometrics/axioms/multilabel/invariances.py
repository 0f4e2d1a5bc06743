"""What must not change a multi-label score, the order of lists, and which values there are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import Any

from axiometrics.axioms.demands import UNIT, Demand, Nonnegative, Within, Zero
from axiometrics.axioms.multilabel import CONDITIONS, HIERARCHY, INFORMATION, Decorator, sides
from axiometrics.axioms.registry import constraint
from axiometrics.tasks.multilabel import Assignment
from axiometrics.tasks.multilabel.cases import Chooser, Made
from axiometrics.tasks.multilabel.effects import Effect, states
from axiometrics.tasks.multilabel.hierarchy import bits
from axiometrics.tasks.multilabel.view import L, N, T

SAME = {"changed": 1, "original": -1}
VARIANTS: list[dict[str, Any]] = [{"information": "given"}, {"hierarchy": "flat"}, {"hierarchy": "dag"}]


def _further(
    latex: str, demand: Demand | None = None, *, cites: str | None = None, **stated: Any
) -> Decorator:
    """Register a further constraint: two outputs that must score the same, or another demand."""
    return constraint(
        task="multilabel",
        demand=demand or Zero(SAME),
        primary=False,
        parameters=[HIERARCHY, INFORMATION],
        variants=VARIANTS,
        preconditions=CONDITIONS,
        cites=cites,
        latex=latex,
        **stated,
    )


def _ancestor_added(output: Assignment) -> Iterator[Made]:
    for item, _, _, chosen in sides(output):
        for label in bits(chosen & ~output.chosen[item]):
            yield {"original": output, "changed": output.changed(item, (*output.system[item], label))}


@_further(
    r"Q(S_i \cup \{a\}) = Q(S_i),\quad a \in \bar S_i \setminus S_i",
    cites="kosmopoulos2015",
    section="alternative paths",
)
@states(Effect(("original", "changed"), raw=None, labels=None, paths=(), topmost=()))
def redundant_ancestor(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Adding a label that is above one of the item's must not change the score: it was said already."""
    return choose.changed(_ancestor_added, hierarchy=hierarchy, information=information)


def _gold_closed(output: Assignment) -> Iterator[Made]:
    for item, gold, wanted, _ in sides(output):
        for label in bits(wanted & ~gold):
            closed = [own | 1 << label if place == item else own for place, own in enumerate(output.gold)]
            yield {"original": output, "changed": output.with_gold(closed)}


@_further(
    r"Q(G_i \cup \{a\}) = Q(G_i),\quad a \in \bar G_i \setminus G_i",
    cites="kosmopoulos2015",
    section="alternative paths",
)
@states(Effect(("original", "changed"), raw=None, labels=None, paths=(), topmost=()))
def gold_closure(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Adding a label to the gold that is above a gold label must not change the score."""
    return choose.changed(_gold_closed, hierarchy=hierarchy, information=information)


def _as_sets(output: Assignment) -> Assignment:
    return Assignment(output.hierarchy, output.gold, tuple(map(bits, output.chosen)), output.information)


def _exchanged(output: Assignment) -> Iterator[Made]:
    original = _as_sets(output)
    gold = tuple(map(bits, output.gold))
    yield {
        "original": original,
        "changed": Assignment(output.hierarchy, output.chosen, gold, output.information),
    }


@_further(r"Q(G, S) = Q(S, G)", cites="amigo2020similarity", section="metric axioms: symmetry")
@states(
    Effect(
        ("original", "changed"), totals=("c m x", "c x m"), topmost=(("0 m 0", "0 m 0"),), information=None
    )
)
def symmetry(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Exchanging gold and system, both as sets, must not change the score."""
    return choose.changed(_exchanged, hierarchy=hierarchy, information=information)


def _doubled(output: Assignment) -> Iterator[Made]:
    twice = Assignment(output.hierarchy, output.gold * 2, output.system * 2, output.information)
    yield {"original": output, "changed": twice}


@_further(r"Q(G \uplus G, S \uplus S) = Q(G, S)", cites="sokolova2009", section="invariance I6")
@states(Effect(
    ("original", "changed"), totals=("c m x", "c+c m+m x+x"), topmost=(("0 m 0", "0 m+m 0"),), information=None,
    doubled=True,
))  # fmt: skip
def replication(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Every item twice must score as once."""
    return choose.changed(_doubled, hierarchy=hierarchy, information=information)


def _with_label(output: Assignment) -> Iterator[Made]:
    known = output.information
    more = None if known is None else ((*known[0], 0), known[1])
    yield {
        "original": output,
        "changed": Assignment(output.hierarchy.extended(), output.gold, output.system, more),
    }


@_further(r"Q_{L + 1}(G, S) = Q_L(G, S)", cites="opitz2019", section="averages over labels")
@states(Effect(("original", "changed"), labels=(("", "0 0 0"),), paths=(), topmost=(), added=(L,)))
def unused_label(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """One more top label that nobody uses must not change the score."""
    return choose.changed(_with_label, hierarchy=hierarchy, information=information)


def _with_item(output: Assignment) -> Iterator[Made]:
    more = Assignment(output.hierarchy, (*output.gold, 0), (*output.system, ()), output.information)
    yield {"original": output, "changed": more}


@_further(
    r"Q(G \uplus \{\emptyset\}, S \uplus \{\emptyset\}) = Q(G, S)",
    cites="tsoumakas2010",
    section="averages over items",
)
@states(
    Effect(
        ("original", "changed"), raw=(("", "0 0 0"),), closed=(("", "0 0 0"),), information=None, added=(N, T)
    )
)
def both_empty_item(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """One more item without any label must not change the score."""
    return choose.changed(_with_item, hierarchy=hierarchy, information=information)


@lru_cache(maxsize=16)
def _lists(labels: int) -> list[tuple[int, ...]]:
    """Return all lists of a few labels; of many the empty one and those of one label."""
    longest = labels if labels <= 3 else 1
    return [each for count in range(longest + 1) for each in permutations(range(labels), count)]


def _both_changed(output: Assignment) -> Iterator[Made]:
    lists = _lists(output.hierarchy.labels)
    for one in range(output.items):
        for other in range(one + 1, output.items):
            for first in (each for each in lists if each != output.system[one]):
                for second in (each for each in lists if each != output.system[other]):
                    yield {
                        "neither": output,
                        "first": output.changed(one, first),
                        "second": output.changed(other, second),
                        "both": output.changed(one, first).changed(other, second),
                    }


@_further(
    r"Q(S_i', S_j) - Q(S_i, S_j) = Q(S_i', S_j') - Q(S_i, S_j')",
    Zero({"both": 1, "first": -1, "second": -1, "neither": 1}),
    cites="tsoumakas2010",
    section="averages over items",
)
def item_additivity(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """What a change of one item gains must be the same before and after a change of another one."""
    return choose.changed(_both_changed, hierarchy=hierarchy, information=information, less=1)


def _right_first(output: Assignment) -> Iterator[Made]:
    for item, gold, wanted, _ in sides(output):
        labels = output.system[item]
        for place in range(len(labels) - 1):
            wrong, right = labels[place : place + 2]
            if gold >> right & 1 and not wanted >> wrong & 1:
                new = (*labels[:place], right, wrong, *labels[place + 2 :])
                yield {"worse": output, "better": output.changed(item, new)}


@constraint(
    task="multilabel",
    primary=False,
    parameters=[HIERARCHY, INFORMATION],
    variants=VARIANTS,
    preconditions=CONDITIONS,
    latex=r"Q(\ldots c\, w \ldots) > Q(\ldots w\, c \ldots),\quad c \in G_i,\ w \notin \bar G_i",
    cites="jain2016",
    section="ranked labels",
)
@states(Effect(paths=(), topmost=(), ahead="in", ideal=True))
def list_priority(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """A gold label must score more before a wrong one than directly after it in the list."""
    return choose.changed(_right_first, hierarchy=hierarchy, information=information)


def _alone(output: Assignment) -> Iterator[Made]:
    yield {"output": output}


@_further(r"0 \le Q \le 1", Within({"output": 1}, low=0, high=1), cites="exist2023", section="normalised ICM")
def unit_interval(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Every value must be from 0 to 1."""
    return choose.changed(_alone, hierarchy=hierarchy, information=information)


def _distance(metric: Any, **_: object) -> Demand:
    """Return the demand: of an error as it is, of a score as one less it."""
    form = {"whole": 1, "first": -1, "second": -1}
    return Nonnegative(form if metric.orientation == "error" else {**form, UNIT: 1})


@_further(
    r"d(X, Y) + d(Y, Z) - d(X, Z) \ge 0",
    Nonnegative({"whole": 1, "first": -1, "second": -1, UNIT: 1}),
    demand_of_metric=_distance,
    cites="levandowsky1971",
    section="distances between sets",
)
def triangle_inequality(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Errors, or 1 less the scores, must obey the triangle inequality; the first of two is the gold.

    Three label assignments of the same items, each as a set in the order of the labels.
    """
    first = _as_sets(choose.start(hierarchy, information, less=1))
    third = choose.sets(first)
    listed = tuple(map(bits, third))
    second = Assignment(first.hierarchy, first.chosen, listed, first.information)
    whole = Assignment(first.hierarchy, first.gold, listed, first.information)
    return {"first": first, "second": second, "whole": whole}


def _renamed(output: Assignment) -> Iterator[Made]:
    tree = output.hierarchy
    for order in tree.automorphisms[1:] if tree.labels <= 5 else ():
        known = output.information
        counts = (
            None if known is None else tuple(known[0][order.index(label)] for label in range(tree.labels))
        )
        yield {
            "original": output,
            "changed": Assignment(
                tree,
                tuple(tree.renamed(mask, order) for mask in output.gold),
                tuple(tuple(order[label] for label in labels) for labels in output.system),
                None if known is None or counts is None else (counts, known[1]),
            ),
        }


@_further(r"Q(\pi G, \pi S) = Q(G, S)", cites="amigo2020similarity", section="information of labels")
@states(Effect(("original", "changed"), everything=True))
def label_renaming(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Exchanging names of labels, so that the hierarchy stays as it is, must not change the score."""
    return choose.changed(_renamed, hierarchy=hierarchy, information=information)


def _moved(output: Assignment) -> Iterator[Made]:
    places = tuple(range(output.items))
    for order in list(permutations(places))[1:] if output.items <= 4 else [places[::-1]]:
        gold = tuple(output.gold[place] for place in order)
        system = tuple(output.system[place] for place in order)
        yield {"original": output, "changed": Assignment(output.hierarchy, gold, system, output.information)}


@_further(r"Q(G_{\pi}, S_{\pi}) = Q(G, S)", cites="tsoumakas2010", section="averages over items")
@states(Effect(("original", "changed"), everything=True))
def item_order(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """The items in another order must not change the score."""
    return choose.changed(_moved, hierarchy=hierarchy, information=information)
