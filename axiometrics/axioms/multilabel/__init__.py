"""Which of two outputs is better: right and wrong labels, rare ones, near ones, and labels above and below.

`invariances` say what changes nothing, and which values there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations
from typing import Any

from axiometrics.axioms.demands import Zero
from axiometrics.axioms.registry import Constraint, constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.multilabel import Assignment
from axiometrics.tasks.multilabel.cases import Chooser, Made
from axiometrics.tasks.multilabel.effects import Effect, states
from axiometrics.tasks.multilabel.hierarchy import bits, mask_of

HIERARCHY = Parameter("hierarchy", default="any", choices=("any", "flat", "dag"))
INFORMATION = Parameter("information", default="gold", choices=("gold", "positive", "given"))
CONDITIONS = ("empty_output", "empty_gold", "uninformative_label", "unseen_label", "single_item")
SHARED = (HIERARCHY, INFORMATION)
VARIANTS: list[dict[str, Any]] = [{"hierarchy": "flat"}, {"information": "positive"}, {"hierarchy": "dag"}]

ADDED = ("c m+1 x", "c+1 m x")
"""What becomes of an item, or of a label, that gets a right label."""
REMOVED = ("c m x+1", "c m x")
"""What becomes of one that loses a wrong label."""
CORRECTED = ("c m+1 x+1", "c+1 m x")
INFORMED = ("c m+a x", "c+a m x")
CHARGED = ("c m x+a", "c m x")
EXCHANGED = ("c m+a x+b", "c+a m x")
DEEPER = (("c m+k x", "c+k m x"),)
FURTHER = (("c m+k x", "c+e m x"),)
ENTERED = ("0 0 0", "y+1 m x")
LOWER = (("c+1 m+1 x", "c+1+e m x"),)
"""What becomes of the nodes that lead to common ancestors, where a label of the gold's closure is added: those that the
closure gets were on the gold's paths, which now end at some of them; and where one is for the label above it."""
WRONG = ("c m x", "c m x+1")
INSIDE = "some(raw_common_1@better - raw_common_1@worse)"
"""Whether the new label is itself a gold one."""

Decorator = Callable[[Callable[..., Any]], Constraint]


def improvement(
    *further: Parameter, variants: Any = (), cites: str = "amigo2022icm", **stated: Any
) -> Decorator:
    """Register a constraint by which one output is better, in its readings."""
    return constraint(
        task="multilabel",
        parameters=(*further, *SHARED),
        variants=[*variants, *VARIANTS],
        preconditions=CONDITIONS,
        cites=cites,
        **stated,
    )


def lost(output: Assignment, item: int, labels: tuple[int, ...]) -> int:
    """Return what the closure of an item loses with another list of labels."""
    tree = output.hierarchy
    return tree.closure(output.chosen[item]) & ~tree.closure(mask_of(labels))


def sides(output: Assignment) -> Iterator[tuple[int, int, int, int]]:
    """Yield every item with its gold set, the closure of this, and that of the system's."""
    tree = output.hierarchy
    for item, (gold, chosen) in enumerate(zip(output.gold, output.chosen, strict=True)):
        yield item, gold, tree.closure(gold), tree.closure(chosen)


def _replaced(labels: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    return tuple(new if label == old else label for label in labels)


def _without(labels: tuple[int, ...], label: int) -> tuple[int, ...]:
    return tuple(each for each in labels if each != label)


def _added(output: Assignment, item: int, label: int) -> Assignment:
    return output.changed(item, (*output.system[item], label))


def right_added(output: Assignment) -> Iterator[Made]:
    """Yield every addition of a gold label."""
    for item, gold, _, chosen in sides(output):
        for label in bits(gold & ~chosen):
            yield {"worse": output, "better": _added(output, item, label)}


@improvement(
    section="strict monotonicity", latex=r"Q(S_i \cup \{c\}) > Q(S_i),\quad c \in G_i \setminus \bar S_i"
)
@states(Effect(
    raw=(ADDED,), closed=DEEPER, labels=(ADDED,), information=INFORMED, contents=(INFORMED,), paths=FURTHER,
    entered=ENTERED, ahead="in", ideal=True,
))  # fmt: skip
def correct_addition(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Adding a gold label to an item must raise the score.

    Neither the label nor one below it is there before.
    """
    return choose.changed(right_added, hierarchy=hierarchy, information=information)


def wrong_removed(output: Assignment) -> Iterator[Made]:
    """Yield every removal of a label by which the closure loses wrong labels alone."""
    for item, _, wanted, _ in sides(output):
        for label in output.system[item]:
            rest = _without(output.system[item], label)
            gone = lost(output, item, rest)
            if gone and not gone & wanted:
                yield {"worse": output, "better": output.changed(item, rest)}


@improvement(
    section="strict monotonicity",
    latex=r"Q(S'_i) > Q(S_i),\quad S'_i = S_i \setminus \{c\},\ (\bar S_i \setminus \bar S'_i)"
    r"\cap \bar G_i = \emptyset",
)
@states(Effect(
    raw=(REMOVED,), closed=(("c m x+k", "c m x"),), labels=(REMOVED,), information=CHARGED,
    contents=(CHARGED,), topmost=(("0 m+e 0", "0 m 0"),), ahead="in", ideal=True,
))  # fmt: skip
def wrong_removal(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Removing a wrong label from an item must raise the score.

    With it the labels above it go that no other label of the item is below; there are some, and none of them is gold or
    above a gold label.
    """
    return choose.changed(wrong_removed, hierarchy=hierarchy, information=information)


def corrected(output: Assignment) -> Iterator[Made]:
    """Yield every exchange of a wrong label for a gold one."""
    for item, gold, wanted, chosen in sides(output):
        labels = output.system[item]
        for wrong in labels:
            for right in bits(gold & ~chosen):
                new = _replaced(labels, wrong, right)
                gone = lost(output, item, new)
                if gone >> wrong & 1 and not gone & wanted:
                    yield {"worse": output, "better": output.changed(item, new)}


@improvement(
    section="strict monotonicity",
    latex=r"Q(S_i \setminus \{w\} \cup \{c\}) > Q(S_i),\quad c \in G_i \setminus \bar S_i",
)
@states(Effect(
    raw=(CORRECTED,), closed=(("c m+k x+l", "c+k m x"),), labels=(ADDED, REMOVED),
    information=EXCHANGED, contents=(EXCHANGED,), ahead="in", ideal=True,
))  # fmt: skip
def correction(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Putting a gold label in the place of a wrong one must raise the score.

    The labels that the item loses, with those above them, are wrong ones.
    """
    return choose.changed(corrected, hierarchy=hierarchy, information=information)


def _imperfect(output: Assignment) -> Iterator[Made]:
    if any(wanted != chosen for _, _, wanted, chosen in sides(output)):
        yield {"worse": output, "better": output.perfect()}


@improvement(
    Parameter("order", default="labels", choices=("labels", "any")),
    variants=[{"order": "any"}],
    cites="amigo2020similarity",
    section="identity",
    latex=r"Q(G, G) > Q(G, S),\quad \bar S_i \neq \bar G_i \text{ for some } i",
)
@states(Effect(
    totals=("c m x", "c+m 0 0"), contents=(("c m x", "c+m 0 0"),), paths=(("c m x", "y+1 0 0"),),
    topmost=(("0 m 0", "0 0 0"),), each=True, wrong=True, ahead="i",
))  # fmt: skip
def perfect_output(choose: Chooser, *, order: str, hierarchy: str, information: str) -> Made:
    """The gold labels must score more than an output that says something else of some item.

    They are listed in the order of the hierarchy's labels, or in any order (``order=any``).
    """
    found = choose.changed(_imperfect, hierarchy=hierarchy, information=information)
    return found if order == "labels" else {**found, "better": choose.reordered(found["better"])}


@constraint(
    task="multilabel",
    demand=Zero({"one": 1, "other": -1}),
    parameters=[Parameter("labels", default="any", choices=("any", "nonempty")), *SHARED],
    variants=[{"labels": "nonempty"}, *VARIANTS],
    preconditions=CONDITIONS,
    cites="amigo2022icm",
    section="maximum at the gold",
    latex=r"Q(G, G) = Q(G', G')",
)
@states(Effect(("one", "other"), totals=("c 0 0", "y 0 0"), topmost=(("0 0 0", "0 0 0"),)))
def constant_maximum(choose: Chooser, *, labels: str, hierarchy: str, information: str) -> Made:
    """The gold labels as output must score the same whatever they are: the same items, the same inventory.

    With ``labels=nonempty`` every item has a gold label.
    """
    one = choose.start(hierarchy, information, perfect=True)
    other = one.with_gold(choose.sets(one)).perfect()
    choose.require(labels == "any" or (all(one.gold) and all(other.gold)))
    choose.require(information != "positive" or choose.informative(other))
    return {"one": one, "other": other}


def _grown(output: Assignment) -> Iterator[Made]:
    tree = output.hierarchy
    closed = list(map(tree.closure, output.gold))
    for small, large in permutations(range(output.items), 2):
        if closed[small] != closed[large] and closed[small] & closed[large] == closed[small]:
            both = (small, bits(output.gold[small])), (large, bits(output.gold[large]))
            yield {
                "worse": output.changed(*both[0]).changed(large, ()),
                "better": output.changed(small, ()).changed(*both[1]),
            }


@improvement(
    section="label set growth", latex=r"Q(\emptyset, G_j) > Q(G_i, \emptyset),\quad \bar G_i \subset \bar G_j"
)
@states(Effect(
    raw=(("0 c 0", "c 0 0"), ("c 0 0", "0 c 0")), closed=(("0 h+k 0", "h+k 0 0"), ("h 0 0", "0 h 0")),
    labels=None, information=INFORMED, contents=(("0 c+a 0", "c+a 0 0"), ("c 0 0", "0 c 0")), sure=True, some_gold=True,
    paths=(("0 0 0", "c+1 0 0"), ("c 0 0", "0 0 0")), topmost=(("0 p+q 0", "0 0 0"), ("0 0 0", "0 p 0")),
))  # fmt: skip
def label_set_growth(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Leaving out an item with few labels must score more than leaving out one that has these and more.

    The other of the two items has exactly its gold labels; all further items are any.
    """
    return choose.changed(_grown, hierarchy=hierarchy, information=information)


def _siblings(output: Assignment, item: int, free: int) -> Iterator[tuple[int, int]]:
    """Yield every two siblings among some labels, the one that fewer items have first."""
    tree, (counts, _) = output.hierarchy, output.frequencies
    for rare, frequent in permutations(bits(free), 2):
        if counts[rare] < counts[frequent] and tree.siblings(rare, frequent):
            yield rare, frequent


def _rare_added(output: Assignment) -> Iterator[Made]:
    for item, gold, _, chosen in sides(output):
        for rare, frequent in _siblings(output, item, gold & ~chosen):
            yield {"worse": _added(output, item, frequent), "better": _added(output, item, rare)}


@improvement(
    section="specificity", latex=r"Q(S_i \cup \{r\}) > Q(S_i \cup \{f\}),\quad r, f \in G_i,\ n_r < n_f"
)
@states(Effect(
    labels=(ADDED, ("c+1 m x", "c m+1 x")), information=INFORMED, contents=(INFORMED,), paths=(), sure=True, hits="i",
))  # fmt: skip
def specificity(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Of two gold labels side by side the one that fewer items have must score more."""
    return choose.changed(_rare_added, hierarchy=hierarchy, information=information)


def _rare_wrong(output: Assignment) -> Iterator[Made]:
    counts, _ = output.frequencies
    for item, _, wanted, chosen in sides(output):
        free = ((1 << output.hierarchy.labels) - 1) & ~wanted & ~chosen
        for rare, frequent in _siblings(output, item, free):
            if counts[rare] >= 1:
                yield {"worse": _added(output, item, rare), "better": _added(output, item, frequent)}


@improvement(
    section="specificity",
    latex=r"Q(S_i \cup \{f\}) > Q(S_i \cup \{r\}),\quad r, f \notin \bar G_i,\ 1 \le n_r < n_f",
)
@states(Effect(
    labels=(WRONG, REMOVED), information=CHARGED, contents=(CHARGED,), paths=(), topmost=(), sure=True,
    hits="in", ideal=True,
))  # fmt: skip
def specificity_of_errors(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Of two wrong labels side by side the one that more items have must score more: it claims less."""
    return choose.changed(_rare_wrong, hierarchy=hierarchy, information=information)


def _nearer(output: Assignment, *, equal: bool) -> Iterator[Made]:
    tree, (counts, _) = output.hierarchy, output.frequencies
    for item, _, wanted, chosen in sides(output):
        free = bits(((1 << tree.labels) - 1) & ~wanted & ~output.chosen[item])
        for near, far in permutations(free, 2):
            if tree.depth[near] != tree.depth[far] or (equal and counts[near] != counts[far]):
                continue
            one, other = (chosen | tree.ancestors[label] for label in (near, far))
            inside = other & wanted
            closer = inside != one & wanted and inside & one == inside
            if closer and (one & ~wanted).bit_count() <= (other & ~wanted).bit_count():
                yield {"worse": _added(output, item, far), "better": _added(output, item, near)}


@improvement(
    Parameter("frequency", default="any", choices=("any", "equal")),
    variants=[{"frequency": "equal"}],
    section="hierarchical similarity",
    latex=r"Q(S_i \cup \{w_1\}) > Q(S_i \cup \{w_2\}),\quad A_2 \cap \bar G_i \subset A_1 \cap \bar G_i",
)
@states(Effect(
    raw=(("c m x+1", "c m x+1"),), closed=(("c m+k x+1+e", "c+k m x+1"),), labels=(WRONG, REMOVED),
    information=("c m+a x", "c+a m y"), some_gold=True, hits="in", ideal=True,
))  # fmt: skip
def hierarchical_similarity(choose: Chooser, *, frequency: str, hierarchy: str, information: str) -> Made:
    """Of two wrong labels of one depth the one that has more of the gold labels above it must score more.

    It brings no more wrong labels than the other. With ``frequency=equal`` as many items have the one as the other.
    """
    change = _nearer_of_equals if frequency == "equal" else _nearer_of_all
    return choose.changed(change, hierarchy=hierarchy, information=information)


_nearer_of_equals = partial(_nearer, equal=True)
_nearer_of_all = partial(_nearer, equal=False)


def _parent_added(output: Assignment) -> Iterator[Made]:
    for item, gold, wanted, chosen in sides(output):
        for label in bits(wanted & ~gold & ~chosen):
            yield {"worse": output, "better": _added(output, item, label)}


@improvement(
    cites="kosmopoulos2015",
    section="alternative paths",
    latex=r"Q(S_i \cup \{a\}) > Q(S_i),\quad a \in \bar G_i \setminus (G_i \cup \bar S_i)",
)
@states(Effect(
    raw=(("c m+1 x", "c m+1 x+1"),), closed=DEEPER, labels=(WRONG,), information=INFORMED,
    contents=(INFORMED,), paths=FURTHER, entered=ENTERED, hits="in", ideal=True,
))  # fmt: skip
def parent_credit(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Adding a label that is above a gold label of the item must raise the score: it is right, if not specific."""
    return choose.changed(_parent_added, hierarchy=hierarchy, information=information)


def _specialised(output: Assignment) -> Iterator[Made]:
    for item, gold, wanted, chosen in sides(output):
        for above in output.system[item]:
            for below in bits(wanted & ~chosen) if not gold >> above & 1 else ():
                if above in output.hierarchy.parents[below]:
                    new = _replaced(output.system[item], above, below)
                    yield {"worse": output, "better": output.changed(item, new)}


@improvement(
    cites="kosmopoulos2015",
    section="under-specialisation",
    latex=r"Q(S_i \setminus \{a\} \cup \{b\}) > Q(S_i),\quad b \in \bar G_i \text{ below } a \notin G_i",
)
@states(*(
    Effect(
        raw=(raw,), closed=DEEPER, labels=(added, REMOVED), information=INFORMED, contents=(INFORMED,), paths=LOWER,
        ahead="in", ideal=True, where={INSIDE: inside},
    )
    for raw, added, inside in ((CORRECTED, ADDED, 1), (("c m+1 x+1", "c m+1 x+1"), WRONG, 0))
))  # fmt: skip
def specialisation(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Going from a label one step down towards a gold label must raise the score."""
    return choose.changed(_specialised, hierarchy=hierarchy, information=information)


def _generalised(output: Assignment) -> Iterator[Made]:
    tree = output.hierarchy
    for item, gold, wanted, _ in sides(output):
        for below in output.system[item]:
            rest = tree.closure(mask_of(_without(output.system[item], below)))
            for above in tree.parents[below] if not wanted >> below & 1 else ():
                if gold >> above & 1 and not rest >> above & 1:
                    new = _replaced(output.system[item], below, above)
                    yield {"worse": output, "better": output.changed(item, new)}


@improvement(
    cites="kosmopoulos2015",
    section="over-specialisation",
    latex=r"Q(S_i \setminus \{d\} \cup \{c\}) > Q(S_i),\quad d \notin \bar G_i \text{ below } c \in G_i",
)
@states(Effect(
    raw=(CORRECTED,), closed=(("c+1 m x+1", "c+1 m x"),), labels=(ADDED, REMOVED), information=CHARGED,
    contents=(CHARGED,), paths=(("c+1 m x+1", "c+1 m x"),), topmost=(("0 m+1 0", "0 m 0"),), ahead="in",
    ideal=True, forests=True,
))  # fmt: skip
def overspecialisation(choose: Chooser, *, hierarchy: str, information: str) -> Made:
    """Going from a wrong label up to the gold label right above it must raise the score."""
    return choose.changed(_generalised, hierarchy=hierarchy, information=information)
