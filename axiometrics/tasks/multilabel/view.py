"""What a multi-label metric sees: sums over items, over labels, and over the hits of the system's lists.

Where a label lies below others, the *closure* of a set has these too.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import prod
from operator import and_
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.existence import Existence, Signs
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller, Undefined
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View
from axiometrics.tasks.multilabel import Assignment, Information
from axiometrics.tasks.multilabel.hierarchy import Hierarchy, bits, common_ancestors, recursion, sizes_of

if TYPE_CHECKING:
    from axiometrics.formulas.formula import Formula

N, L, T, F = QUANTITIES = sympy.symbols("N L T F", nonnegative=True)
COLUMNS = {
    "items": "tgsuvwhopq",
    "contents": "uvwabc",
    "labels": "tgsjrknm",
    "steps": "efdn",
    "hits": "in",
    "ideal": "in",
}
"""The variables of the bodies of every domain."""
VARIABLES = {name: sympy.Symbol(name, real=True) for name in "tgsuvwhopqabcjrknmefdi"}
_AT_LEAST_ONE = [VARIABLES[name] for name in "abnmi"]
_EITHER = VARIABLES["v"] + VARIABLES["w"] - VARIABLES["u"]
_TELLING = {VARIABLES["c"]: _EITHER * sympy.log(T) - sympy.log(VARIABLES["b"])}
"""Where not all items have some label of either closure, the labels of either have information: sums of log(T/n)."""

Item = namedtuple(
    "Item", "common gold system closed_common closed_gold closed_system topmost shared wanted drawn"
)
"""What an item offers: its labels on both sides, in gold and in the system's list, the same of the closures, the
topmost mistakes, and the nodes of the graphs that lead to nearest common ancestors: of both, the gold's, the others."""
Contents = namedtuple("Contents", "common gold system common_product union_product telling")
"""The labels of an item's closures, the products of their frequencies, in both and in either, and how many of either
not all items have."""
Label = namedtuple("Label", "common gold system closed_common closed_gold closed_system frequency above")
"""What a label offers: items that have it on both sides, in gold, in the system's lists, the same of the closures; for
its information the frequency, at least 1, and the items that have all of its parents, or all of them."""
Step = namedtuple("Step", "gold system union frequency")
"""Of a label how often the recursion adds its information, for all items together."""
Hit = namedtuple("Hit", "rank frequency")
"""A right label of an item: its place in the list, and how many items have it."""

RULES = Rules(
    QUANTITIES,
    tuple(VARIABLES.values()),
    marginalise=lambda domain, body: {("items", sympy.S.One): N, ("labels", sympy.S.One): L}.get(
        (domain, body)
    ),
    opaque=frozenset({T}),
    signs=Signs(
        nonnegative=frozenset({*QUANTITIES, *(VARIABLES[name] for name in "tgsuvwhopqcjrk")}),
        positive={"": (N, L, T), **dict.fromkeys(COLUMNS, (N, L, T, *_AT_LEAST_ONE))},
        filled=frozenset({"items", "contents", "labels", "steps"}),
        implied={"contents": _TELLING},
    ),
)


class LabelsView(View):
    """The labels of all items as a metric author sees them."""

    rules = RULES

    items = QuantityOf("N", "Number of items.")
    labels = QuantityOf("L", "Number of labels of the inventory, whether they are used or not.")
    information_items = QuantityOf(
        "T", "Items of the collection that information contents are from, N by default."
    )
    forest = QuantityOf("F", "1 where no label has two parents, else 0.")

    each_item = ReductionOver("items", COLUMNS["items"], "Sum over items.", Item)
    each_content = ReductionOver(
        "contents", COLUMNS["contents"], "Sum over items, with the frequencies of their labels.", Contents
    )
    each_label = ReductionOver("labels", COLUMNS["labels"], "Sum over the labels of the inventory.", Label)
    each_step = ReductionOver(
        "steps", COLUMNS["steps"], "Sum over labels, with what the published recursion adds of each.", Step
    )
    each_hit = ReductionOver("hits", COLUMNS["hits"], "Sum over the system's labels that are gold ones.", Hit)
    each_ideal = ReductionOver(
        "ideal", COLUMNS["ideal"], "Sum over gold labels, those of an item from the rarest on.", Hit
    )


formula = LabelsView.formula


# What bodies and quantities evidently are

COMMON, EITHER, WHOLE = sympy.symbols("common either whole", real=True)
"""The information of an item's labels, sums of log(T/n), in both closures and in either; and log(T)."""


def opened(formula: Formula) -> Any:
    """Return a formula with all functions of quantities as they are written."""
    atoms = formula.normal.atoms.items()
    return formula.normal.expression.xreplace({name: a.body for name, a in atoms if a.domain == "whole"})


def is_evident(body: sympy.Expr, domain: str) -> bool:
    """Whether something in the rows of a domain, or outside (""), is evidently not negative."""
    return bool(Existence(RULES.signs, bounded=True).stand_in(body, domain).is_nonnegative)


def is_above(atom: Any) -> bool:
    """Whether a reduction over best lists, or a function of quantities, is evidently not negative."""
    return atom.domain in ("ideal", "whole") and is_evident(atom.body, atom.domain.removeprefix("whole"))


def may_lack_values(formula: Formula) -> bool:
    """Whether there may be no value for sizes of which none is small, by conventions that say that there is none."""
    gaps = [part for part in opened(formula).atoms(Ratio, Guard) if part.args[2].has(Undefined)]
    return not all(is_small(part.args[1]) for part in gaps)


def is_small(quantity: Any) -> bool:
    """Whether a quantity has no term that is taken away: if it is zero anywhere, so it is in small cases."""
    if quantity.is_Symbol or quantity.is_number:
        return quantity.is_Symbol or bool(quantity >= 0)
    plain = quantity.is_Add or quantity.is_Mul or isinstance(quantity, Larger | Smaller)
    if quantity.is_Pow:
        return is_small(quantity.base)
    if isinstance(quantity, Larger) and 0 in quantity.args:  # what is beyond some number is zero up to it
        beyond = [term for part in quantity.args for term in sympy.Add.make_args(part)]
        plain = [term.args[0] if isinstance(term, sympy.log) else term for term in beyond]
        return all(term.is_number or is_small(term) for term in plain)
    return plain and all(map(is_small, quantity.args))


def is_compared(term: Any) -> bool:
    """Whether a term is compared with others, and not written out: one with roots or extremes."""
    rooted = any(not power.exp.is_Integer for power in term.atoms(sympy.Pow))
    return rooted or term.has(Larger, Smaller)


def in_information(body: sympy.Expr) -> sympy.Expr:
    """Write a body over closures by the information of their labels. Raises NotSymbolicError where it reads more.

    A product of frequencies of l labels has the logarithm l log(T) less the information of these. Not all items have
    some label exactly where the labels of either closure tell something.
    """
    u, v, w, a, b, c = (VARIABLES[name] for name in "uvwabc")
    whole = {sympy.log(T): WHOLE}
    whole |= {sympy.log(a): u * WHOLE - COMMON, sympy.log(b): (v + w - u) * WHOLE - EITHER}

    def written(step: sympy.Expr) -> sympy.Expr:
        if isinstance(step, Guard) and step.args[1] == c:
            return Guard(written(step.args[0]), EITHER, written(step.args[2]))
        if isinstance(step, Guard | Ratio):
            return step.func(*map(written, step.args))
        if step.has(Guard, Ratio):
            return step.func(*map(written, step.args))
        return sympy.expand(step.xreplace(whole))

    found = written(body)
    if found.has(Larger, Smaller) or not found.free_symbols <= {COMMON, EITHER}:
        raise NotSymbolicError("a body that reads more than the information of an item's labels")
    return found


# The rows of one output


Row = tuple[int, ...]


def _items(output: Assignment) -> list[Row]:
    return list(map(partial(_item, output.hierarchy), output.gold, output.chosen))


@lru_cache(maxsize=1 << 17)
def _item(tree: Hierarchy, gold: int, system: int) -> Row:
    above, chosen = tree.closure(gold), tree.closure(system)
    apart = above ^ chosen
    topmost = sum(not any(apart >> parent & 1 for parent in tree.parents[label]) for label in bits(apart))
    return (
        *_sizes(gold, system),
        *_sizes(above, chosen),
        topmost,
        *(common_ancestors(tree, gold, system) if tree.is_forest else (0, 0, 0)),
    )


def _sizes(gold: int, system: int) -> Row:
    return (gold & system).bit_count(), gold.bit_count(), system.bit_count()


def _contents(output: Assignment) -> list[Row]:
    known, whole = output.frequencies
    counts = [max(count, 1) for count in known]
    found = []
    for gold, system in zip(output.gold, output.chosen, strict=True):
        one, other = (output.hierarchy.closure(mask) for mask in (gold, system))
        products = (prod(counts[label] for label in bits(mask)) for mask in (one & other, one | other))
        telling = sum(counts[label] < whole for label in bits(one | other))
        found.append((*_sizes(one, other), *products, telling))
    return found


def _labels(output: Assignment) -> Sequence[Row]:
    return _of_labels(output.hierarchy, output.gold, output.chosen, output.frequencies, output.above)


@lru_cache(maxsize=1 << 15)
def _of_labels(
    tree: Hierarchy, gold: Row, system: Row, information: Information, above: Row
) -> Sequence[Row]:
    counts = []
    for one, other in ((gold, system), [[*map(tree.closure, side)] for side in (gold, system)]):
        counts += [sizes_of(side, tree.labels) for side in (map(and_, one, other), one, other)]
    return [*zip(*counts, (max(count, 1) for count in information[0]), above, strict=True)]


def _steps(output: Assignment) -> list[Row]:
    counts, tree = output.frequencies[0], output.hierarchy
    total = [[0, 0, 0] for _ in range(tree.labels)]
    for gold, system in zip(output.gold, output.chosen, strict=True):
        for place, mask in enumerate((gold, system, gold | system)):
            for label, times in recursion(tree, counts, mask).items():
                total[label][place] += times
    return [(*sums, max(count, 1)) for sums, count in zip(total, counts, strict=True)]


def _raw(output: Assignment) -> Sequence[int]:
    """Return how many items have each label, those below it left out; or given frequencies."""
    if output.information is not None:
        return output.information[0]
    return sizes_of(output.gold, output.hierarchy.labels)


def _hits(output: Assignment) -> list[Row]:
    counts = _raw(output)
    return [
        (rank, max(counts[label], 1))
        for gold, labels in zip(output.gold, output.system, strict=True)
        for rank, label in enumerate(labels, 1)
        if gold >> label & 1
    ]


def _ideal(output: Assignment) -> list[Row]:
    counts = _raw(output)
    return [
        (place, max(count, 1))
        for gold in output.gold
        for place, count in enumerate(sorted(counts[label] for label in bits(gold)), 1)
    ]


ROWS_OF_ONE: dict[str, Callable[[Assignment], Sequence[Row]]] = {
    "items": _items,
    "contents": _contents,
    "labels": _labels,
    "steps": _steps,
    "hits": _hits,
    "ideal": _ideal,
}
"""For every domain what it runs over in an output, with the columns of `COLUMNS`."""
