"""The overlapping task: what the rest of the system needs to know about families of sets."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.tasks.abilities import Enumeration
from axiometrics.tasks.overlapping import Families, items_of, rows, union
from axiometrics.tasks.registry import register
from axiometrics.tasks.task import Task, named_items

if TYPE_CHECKING:
    from axiometrics.formulas.formula import Formula
    from axiometrics.tasks.abilities import Generator

Sets = tuple[tuple[int, ...], ...]


class SmallFamilies(Enumeration):
    """All pairs of families on a few items, each of which is in some set of both; one item may be in two sets."""

    size = 3
    checked = 3
    form = "dicts"

    def outputs(self, size: int) -> Iterator[Families]:
        """Yield every pair up to a number of items, smallest first, each once up to the names of items.

        >>> [each.notation() for each in SmallFamilies().outputs(1)]
        ['{a} | {a}', '{a} | {a}{a}', '{a}{a} | {a}', '{a}{a} | {a}{a}']
        """
        for items in range(1, size + 1):
            sides = [
                tuple(map(items_of, row))
                for occurrences in (items, items + 1)
                for row in rows(items, occurrences)
                if union(row) == (1 << items) - 1
            ]
            known: dict[Hashable, Families] = {}
            for system, gold in product(sides, repeat=2):
                found = Families(gold, system)
                known.setdefault(self.identity(found), found)
            yield from sorted(known.values(), key=lambda each: each.occurrences)

    def exchanged(self, output: Families) -> Families:
        """Exchange clusters and categories."""
        return Families(output.system, output.gold)

    def identity(self, output: Families) -> Hashable:
        """Return the pair with the names of items that give the least one."""
        return _renamed((output.gold, output.system), output.items)

    def gold(self, output: Families) -> Hashable:
        """Return the gold, up to the names of items."""
        return _renamed((output.gold,), output.items)

    def perfect(self, output: Families) -> bool:
        """Say whether the clusters are the categories."""
        return sorted(map(sorted, output.gold)) == sorted(map(sorted, output.system))


@lru_cache(maxsize=1 << 14)
def _renamed(sides: tuple[Sets, ...], items: int) -> tuple[Sets, ...]:
    return min(
        tuple(tuple(sorted(tuple(sorted(names[item] for item in part)) for part in side)) for side in sides)
        for names in permutations(range(items))
    )


_FORMS = {"sets": Families.to_sets, "dicts": Families.to_dicts}

_WORDS = MappingProxyType(
    {
        "symbols": "$x$ is the number of clusters that hold two items together, $g$ the number of categories that do; "
        "$d$ counts the items that share a cluster with an item, $h$ those that share a category with it, both "
        "with the item itself; $a$ is the size of a cluster, $b$ that of a category, $n$ the number of items in both; "
        "$N_C$ and $N_L$ count the items in clusters and in categories, $O_C$ and $O_L$ their occurrences there.",
        "comparison": "A constraint compares two families of sets over the same items, judged by the same gold; the "
        "system's clusters stand before the bar, the gold's categories after it.",
        "arbitrary": "families of sets",
        "reductions": "Sums run over ordered pairs of items, equal ones included, that share a cluster (companions) or "
        "a category; over such pairs in every cluster or category; or over clusters or categories.",
        "N_C": "the number of items in clusters",
        "N_L": "the number of items in categories",
        "O_C": "the number of occurrences in clusters",
        "O_L": "the number of occurrences in categories",
    }
)


class Overlapping(Task):
    """Overlapping clusterings: an item may be in several gold categories and in several system clusters."""

    key = "overlapping"
    draw = reading = ""
    name = "overlapping clustering"
    summary = "an item may be in several gold categories and in several system clusters"
    random_cases = "random_cases"
    sweep_sizes = MappingProxyType({"quick": (8, 6), "normal": (12, 8), "thorough": (14, 10)})
    missing = ("error", "excluded", "singleton")
    named_labels = False
    output = Families
    forms = _FORMS
    enumeration = SmallFamilies()
    reductions = MappingProxyType(
        {
            "best_in_cluster": r"\sum_{\text{clusters}} \max_{\text{cells}}",
            "best_in_category": r"\sum_{\text{categories}} \max_{\text{cells}}",
            "companions": r"\sum_{(e, f):\, x > 0}",
            "gold_companions": r"\sum_{(e, f):\, g > 0}",
            "occurrence_pairs": r"\sum_{\text{clusters}} \sum_{(e, f)}",
            "gold_occurrence_pairs": r"\sum_{\text{categories}} \sum_{(e, f)}",
        }
    )
    files = "memberships"
    words = _WORDS
    conditions = MappingProxyType(
        {
            "one_category": ("the gold has one category only", lambda batch: batch.categories == 1),
            "all_singleton_categories": (
                "every gold category has one item only",
                lambda batch: batch.categories == batch.quantities["O_L"],
            ),
            "no_overlap_in_gold": (
                "no item is in two gold categories",
                lambda batch: batch.quantities["N_L"] == batch.quantities["O_L"],
            ),
            "no_overlap_in_output": (
                "no item is in two clusters of an output",
                lambda batch: batch.quantities["N_C"] == batch.quantities["O_C"],
            ),
        }
    )
    samples = (
        "{a} | {a}",
        "{a}{b} | {a b}",
        "{a b} | {a}{b}",
        "{a b}{a c} | {a b}{c}",
        "{b} | {a b}{a}",
        "{a b c}{a d} | {a b}{c d}",
        "{a b}{a b}{c} | {a b c}{c}",
        "{a b c d}{d e f}{f} | {a b}{b c d}{d e f}",
        f"{{{named_items(0, 30)}}}{{{named_items(20, 45)}}} | {{{named_items(0, 22)}}}{{{named_items(20, 45)}}}",
    )

    elsewhere = MappingProxyType(
        {"sweep": "cases:sweep", "series": "cases:series", "larger": "random_cases:larger"}
    )

    def batch(self, outputs: Sequence[Families]) -> Any:
        """Return single outputs as a batch."""
        return self.part("view").FamiliesBatch.from_tables(outputs)

    def evaluate(self, formula: Any, output: Families, algebra: Any) -> Any:
        """Return the value of a formula on one output in an arithmetic.

        Floats of small families are fractions as long as possible, so that equal values are equal and the best is 1.
        """
        return self.part("view").evaluate(formula, output, algebra)

    def equivalent_forms(self, reads: str, output: Families, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return the same families with other item names, and with the sets (labels) in another order."""
        shuffle = random.Random(seed)
        names = shuffle.sample(range(output.items), output.items)
        moved = Families(
            *(tuple(tuple(names[e] for e in part) for part in f) for f in (output.gold, output.system))
        )
        mixed = Families(*(tuple(shuffle.sample(f, len(f))) for f in (output.gold, output.system)))
        return {"items": _form(reads, moved, shuffle), "labels": _form(reads, mixed, None)}

    def largest_logarithm(self, output: Families) -> int:
        """Return up to which number the families can need logarithms."""
        return min(output.occurrences, 100)

    def symbolic(self, generator: Generator, formula: Formula) -> Sequence[Any]:
        """Return the parametric case of a generator that compares families with the gold; raises NotSymbolicError."""
        return (self.part("symbolic").parametric_case(generator, formula),)

    def condition(self, name: str, cases: Any) -> Any:
        """Return in which cases all outputs, which have one gold, meet a named condition, shape (cases,)."""
        import numpy as np

        return np.all([self.conditions[name][1](batch) for batch in cases.outputs.values()], axis=0)

    def gold_notation(self, outputs: Sequence[Families]) -> str:
        """Return the gold of the first output."""
        return outputs[0].family_notation(outputs[0].gold)


def _form(reads: str, output: Families, shuffle: random.Random | None) -> tuple[Any, ...]:
    if reads == "sets":
        return output.to_sets()
    found = output.to_dicts()
    if shuffle is None:
        return found
    return tuple(dict(shuffle.sample(list(side.items()), len(side))) for side in found)


TASK = register(Overlapping())
