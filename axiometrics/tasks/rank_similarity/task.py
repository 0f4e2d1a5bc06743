"""The task of rank similarity: what the rest of the system needs to know about two lists."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import permutations, product
from types import MappingProxyType
from typing import Any

from axiometrics.tasks.abilities import Enumeration, of_each
from axiometrics.tasks.rank_similarity.lists import Lists
from axiometrics.tasks.registry import register
from axiometrics.tasks.task import Task

_WORDS = MappingProxyType(
    {
        "symbols": "The shorter list has $s$ items, the longer one $l$; $X$ is the number of items that both have, $F$ "
        "the depth from which on all items can be shared, $q$ is 1 where both have the same items, else 0. At a depth "
        "$d$, $x$ is the overlap if further items of the shorter list are shared as often as those it has, $z$ that of "
        "what is there, $g$ and $h$ how much of gold and system is there, $e$ how many further items the shorter list "
        "has by then.",
        "comparison": "A constraint compares pairs of lists of distinct items, best first; items in brackets are tied.",
        "arbitrary": "lists",
        "reductions": "Sums run over depths, over pairs of shared items, or over the system's items below rank 1.",
        "s": "the length of the shorter list",
        "l": "the length of the longer list",
        "X": "the number of shared items",
        "F": "the depth from which on all items can be shared",
        "q": "whether both lists have the same items",
    }
)


class SmallLists(Enumeration):
    """All pairs of short lists without ties; the items of gold are named in order, and so are further ones."""

    size = 4
    checked = 3
    form = "lists"

    def outputs(self, size: int) -> Iterator[Lists]:
        """Yield every pair of lists of up to so many items, shortest first.

        >>> [lists.notation() for lists in SmallLists().outputs(1)], len(list(SmallLists().outputs(3)))
        (['gold=a system=a', 'gold=a system=b'], 83)
        """
        lengths = sorted(product(range(1, size + 1), repeat=2), key=lambda pair: (max(pair), sum(pair), pair))
        for length, other in lengths:
            known = "abcdefghijklmnop"[: length + other]
            for system in permutations(known, other):
                new = [item for item in system if item not in known[:length]]
                if new == [*known[length : length + len(new)]]:
                    yield Lists.of(known[:length], system)

    def exchanged(self, output: Lists) -> Lists:
        """Take the system for the gold."""
        return output.exchanged()

    def identity(self, output: Lists) -> Hashable:
        """Return the lists up to the names of items."""
        return output.canonical()

    def gold(self, output: Lists) -> Hashable:
        """Return the gold list."""
        return output.gold

    def perfect(self, output: Lists) -> bool:
        """Say whether both lists are the same."""
        return output.gold == output.system


class RankSimilarity(Task):
    """Two lists of distinct items are compared with each other: how similar they are, the higher ranks first."""

    key = "rank_similarity"
    files = "axiometrics.cli.scoring.items:scored_lists"
    reading = draw = "lists"
    name = "rank similarity"
    summary = "gold and system are two lists of distinct items, which need not have the same ones"
    sweep_sizes = MappingProxyType({"quick": (3, 3), "normal": (4, 3), "thorough": (5, 4)})
    output = Lists
    enumeration = SmallLists()
    forms = MappingProxyType({"lists": Lists.to_lists, "groups": Lists.to_groups, "run": Lists.to_run})
    reductions = MappingProxyType(
        {f"depths_{ties}": r"\sum_{d=1}^{l}" for ties in "abw"}
        | {f"shared_{ties}": r"\sum_{d=1}^{s}" for ties in "abw"}
        | {f"end_{ties}": r"\text{at } d = l \text{: }" for ties in "abw"}
        | {"beyond": r"\sum_{d=l+1}^{F}", "pairs": r"\sum_{\text{pairs}}", "items": r"\sum_{\text{items}}"}
    )
    words = _WORDS
    conditions = MappingProxyType(
        {
            "other_items": ("the two lists have not the same items", of_each(lambda lists: not _same(lists))),
            "other_lengths": ("one list is shorter", of_each(lambda lists: len({*lists.lengths}) > 1)),
            "nothing_shared": ("two lists share no item", of_each(lambda lists: not lists.common)),
            "tied_items": ("a list has tied items", of_each(lambda lists: lists.tied)),
            "single_item": ("a list has one item", of_each(lambda lists: min(lists.lengths) == 1)),
        }
    )
    samples = (
        "gold=a system=a",
        "gold=a system=b",
        "gold=a b c system=a b c",
        "gold=b a d system=a b c",
        "gold=a b c d e system=e c a",
        "gold=(a b) c system=c (a b)",
        "gold=a (b c d) e system=(e f) a b",
        "gold=a b c d e f g h i j system=j a c b d k l f e m",
        "gold=a system=b c d e f g h i j k l m n a",
    )

    elsewhere = MappingProxyType({"symbolic": "view:parametric_cases"})

    def batch(self, outputs: Sequence[Lists]) -> Any:
        """Return single pairs of lists as a batch."""
        return self.part("cases").ListsBatch(outputs)

    def largest_logarithm(self, output: Lists) -> int:
        """Return up to which number the depths can need logarithms."""
        return 10

    def equivalent_forms(self, reads: str, output: Lists, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return the same lists with other names of the items."""
        known = [*dict.fromkeys((*output.items[0], *output.items[1]))]
        names = dict(zip(known, random.Random(seed).sample(known, len(known)), strict=True))
        renamed = [[[names[item] for item in group] for group in groups] for groups in output.sides]
        return {"items": self.arguments(reads, Lists.of(*renamed))}

    def gold_notation(self, outputs: Sequence[Lists]) -> str:
        """Return the gold list of the first output."""
        return outputs[0].notation().partition(" system=")[0].removeprefix("gold=")


def _same(lists: Lists) -> bool:
    return lists.common == max(lists.lengths)


TASK = register(RankSimilarity())
