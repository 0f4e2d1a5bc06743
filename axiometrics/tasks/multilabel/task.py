"""The multi-label task: what the rest of the system needs to know about sets of labels and hierarchies."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.tasks.abilities import Enumeration
from axiometrics.tasks.multilabel import Assignment
from axiometrics.tasks.multilabel.hierarchy import bits
from axiometrics.tasks.registry import register
from axiometrics.tasks.task import Task

if TYPE_CHECKING:
    from axiometrics.metrics.registry import Metric

_WORDS = MappingProxyType(
    {
        "symbols": "Of an item, $t$ counts the labels that gold and system both give it, $g$ those of the gold and $s$ "
        "those of the system; $u$, $v$ and $w$ are the same of the closures, which have all labels above these too; "
        "$h$ are the topmost mistakes, and $o$, $p$, $q$ count the nodes of the graphs that lead to the nearest common "
        "ancestors, in both, of the gold's and of the system's; $a$ and $b$ are the products of the frequencies of all "
        "labels that both closures have, and that one has, and $c$ counts those that not all items have. Of a label, "
        "$t$, $g$ and $s$ count the items that have it "
        "on both sides, in the gold and in the system's output, $j$, $r$ and $k$ the same of the closures; $n$ is its "
        "frequency, at least 1, and $m$ counts the items that have all of its parents, so that $\\log_2(m/n)$ is the "
        "information that it adds to them. Of a right label in a list, $i$ is its place. $N$ is the number of items, "
        "$L$ of labels, $T$ of the items that frequencies are from, and $F$ is 1 where no label has two parents.",
        "comparison": "A constraint compares two outputs on the same gold: the hierarchy stands first (`a > b, c`), "
        "then the gold labels of every item, then the system's, the most confident one first; `-` is no label.",
        "arbitrary": "labels",
        "reductions": "Sums run over items, over the labels of the inventory, or over the right labels of all lists.",
        "N": "the number of items",
        "L": "the number of labels",
        "T": "the number of items that frequencies are from",
        "F": "whether no label has two parents",
    }
)


class SmallAssignments(Enumeration):
    """All outputs of few items and labels."""

    size = 4
    checked = 3
    form = "hierarchy"
    further = ("parents",)

    def outputs(self, size: int) -> Iterator[Assignment]:
        """Yield every output of up to so many items and labels together, smallest first."""
        found: Iterator[Assignment] = TASK.part("enumeration").small_outputs(size)
        return found

    def exchanged(self, output: Assignment) -> Assignment:
        """Take the system's sets for the gold."""
        return Assignment(output.hierarchy, output.chosen, tuple(map(bits, output.gold)), output.information)

    def gold(self, output: Assignment) -> Hashable:
        """Return the hierarchy and the gold sets."""
        return output.hierarchy.parents, output.gold

    def perfect(self, output: Assignment) -> bool:
        """Say whether every item has its gold labels."""
        return output.chosen == output.gold


def _met(name: str, test: Callable[[Assignment], bool]) -> Callable[[Any], Any]:
    """Return a condition of a batch, from its name and one of single outputs."""
    return lambda batch: batch.met(name, test)


_OF_LISTS = ("lists", "hierarchy")
"""The forms that tell the order of lists."""


@lru_cache(maxsize=4)
def _known_values(metric: Any) -> dict[Any, float]:
    """Return where the values of a function are kept."""
    return {}


class Multilabel(Task):
    """Multi-label classification: every item has a set of gold labels, which may form a hierarchy."""

    key = "multilabel"
    draw = ""
    name = "multi-label classification"
    summary = (
        "every item has a set of gold labels and gets a list of the system's; the labels may form a hierarchy"
    )
    sweep_sizes = MappingProxyType({"quick": (4, 3), "normal": (5, 4), "thorough": (6, 4)})
    missing = ("error", "empty")
    output = Assignment
    forms = MappingProxyType(
        {
            "sets": Assignment.to_sets,
            "indicator": Assignment.to_indicator,
            "lists": Assignment.to_lists,
            "hierarchy": Assignment.to_hierarchy,
            "numbers": Assignment.to_numbers,
            "weights": Assignment.to_weights,
        }
    )
    files = "axiometrics.cli.scoring.items:scored_label_sets"
    enumeration = SmallAssignments()
    words = _WORDS
    reductions = MappingProxyType(
        {
            "items": r"\sum_{\text{items}}",
            "contents": r"\sum_{\text{items}}",
            "labels": r"\sum_{\text{labels}}",
            "steps": r"\sum_{\text{labels}}",
            "hits": r"\sum_{\text{right labels}}",
            "ideal": r"\sum_{\text{gold labels}}",
            "whole": "",
        }
    )
    conditions = MappingProxyType(
        {
            name: (text, _met(name, test))
            for name, text, test in (
                ("empty_output", "an item gets no label", lambda output: not all(output.system)),
                ("empty_gold", "an item has no gold label", lambda output: not all(output.gold)),
                (
                    "uninformative_label",
                    "a label tells nothing beyond its parents",
                    lambda o: any(max(n, 1) == m for n, m in zip(o.frequencies[0], o.above, strict=True)),
                ),
                (
                    "unseen_label",
                    "no gold item has some label",
                    lambda output: not all(output.frequencies[0]),
                ),
                ("single_item", "there is one item", lambda output: output.items == 1),
            )
        }
    )
    samples = (
        "a   gold a   system a",
        "a   gold -   system a",
        "a > b   gold b   system a",
        "a; b   gold a | b   system a b | -",
        "a > b, c; d   gold b d | c   system c | b d",
        "a > b, c; d > e   gold b | b e | c | d   system b | c e | a e | -",
        "a; b; c   gold a | a b | -   system a b | a | -",
        "a > b; b > c, d; e > f   gold c | d f | a e | f | -   system d c | c e f | f | - | b",
        "a > c; b > c, d   gold c | d | a b   system c | a | b c",
        f"a > b, c; d   gold {' | '.join(('b d', 'c', 'a', 'b c', '-') * 12)}"
        f"   system {' | '.join(('b', 'c d', '-', 'b c', 'a') * 12)}",
    )

    elsewhere = MappingProxyType(
        {"many": "cases:many", "larger": "cases:larger", "symbolic": "symbolic:parametric_cases"}
    )

    def batch(self, outputs: Sequence[Assignment]) -> Any:
        """Return single outputs as a batch."""
        return self.part("rows").Batch(outputs)

    def of_output(self, metric: Metric, output: Any) -> float | None:
        """Return the value of a metric on data that were read; of no items there is none."""
        return super().of_output(metric, output) if output.items else math.nan

    def values(self, metric: Any, outputs: Any) -> Any:
        """Return the values on a batch of outputs; a function is called once for each that several batches have."""
        if metric.reads is None:
            return super().values(metric, outputs)
        import numpy as np

        known = _known_values(metric)
        found = np.empty(len(outputs))
        for index, output in enumerate(outputs.tables()):
            place = output if metric.reads in _OF_LISTS else output.unordered
            if (value := known.get(place)) is None:
                value = known[place] = self.number(metric, output)
            found[index] = value
        return found

    def counted(self, cases: Any, name: str) -> Any:
        """Return also parts of changed items and labels, which certificates name."""
        known = super().counted(cases, name)
        return self.part("rows").counted(cases, name) if known is None else known

    def largest_logarithm(self, output: Assignment) -> int:
        """Return up to which number the labels need logarithms."""
        return max(2, min(output.frequencies[1], 100))

    def equivalent_forms(self, reads: str, output: Assignment, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return the same output with the items in another order, and with other names for the labels."""
        draw = random.Random(seed)
        items = draw.sample(range(output.items), output.items)
        gold, system = [output.gold[item] for item in items], [output.system[item] for item in items]
        moved = Assignment(output.hierarchy, tuple(gold), tuple(system), output.information)
        return {"items": self.arguments(reads, moved)}

    def gold_notation(self, outputs: Sequence[Assignment]) -> str:
        """Return the hierarchy and the gold of the first output."""
        return outputs[0].notation().partition("   system")[0]


TASK = register(Multilabel())
