"""The overlapping task: what the rest of the system needs to know about families of sets."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from axiometrics.tasks.overlapping.families import Families
from axiometrics.tasks.task import Task

__all__ = ["TASK", "Overlapping"]

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
    name = "overlapping clustering"
    summary = "an item may be in several gold categories and in several system clusters"
    sweep_sizes = MappingProxyType({"quick": (8, 6), "normal": (12, 8), "thorough": (14, 10)})
    missing = ("error", "excluded", "singleton")
    named_labels = False
    output = Families
    forms = _FORMS
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
    samples = (
        "{a} | {a}",
        "{a}{b} | {a b}",
        "{a b} | {a}{b}",
        "{a b}{a c} | {a b}{c}",
        "{b} | {a b}{a}",
        "{a b c}{a d} | {a b}{c d}",
        "{a b}{a b}{c} | {a b c}{c}",
        "{a b c d}{d e f}{f} | {a b}{b c d}{d e f}",
    )

    @property
    def conditions(self) -> Mapping[str, tuple[str, Callable[..., Any]]]:
        """Named degenerate conditions: each in words, and as a function of a batch of cases."""
        from axiometrics.tasks.overlapping.batch import CONDITIONS

        return CONDITIONS

    def evaluate(self, formula: Any, output: Families, algebra: Any) -> Any:
        """Return the value of a formula on one output in an arithmetic.

        Floats of small families are fractions as long as possible, so that equal values are equal and the best is 1.
        """
        from axiometrics.formulas.arithmetics.scalars import FRACTIONS, SCALARS
        from axiometrics.tasks.overlapping.batch import LARGE, single

        if algebra is SCALARS and output.occurrences < LARGE:
            return float(single(output).value(formula, FRACTIONS))
        return single(output).value(formula, algebra)

    def equivalent_forms(self, reads: str, output: Families, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return the same families with other item names, and with the sets (labels) in another order."""
        shuffle = random.Random(seed)
        names = shuffle.sample(range(output.items), output.items)
        moved = Families(
            *(tuple(tuple(names[e] for e in part) for part in f) for f in (output.gold, output.system))
        )
        mixed = Families(*(tuple(shuffle.sample(f, len(f))) for f in (output.gold, output.system)))
        return {"items": _form(reads, moved, shuffle), "labels": _form(reads, mixed, None)}

    def algebra(self, output: Families) -> Any:
        """Return an exact arithmetic with the logarithms that a formula of these families can need."""
        from axiometrics.formulas.arithmetics.extended import extended_algebra

        return extended_algebra(min(output.occurrences, 100))

    def batch(self, outputs: Sequence[Families]) -> Any:
        """Return single outputs as a batch."""
        from axiometrics.tasks.overlapping.batch import FamiliesBatch

        return FamiliesBatch.from_tables(outputs)

    def sweep(self, generator: Any, outputs: Sequence[str], size: int) -> Any:
        """Return every case of a generator, smallest first, by occurrences in the gold and in the largest output.

        Plain constraints among overlapping sets are swept up to ``size - 1`` occurrences; one whose smallest case is
        larger up to that case and 2 more.
        """
        from axiometrics.tasks.overlapping.cases import gather
        from axiometrics.tasks.overlapping.embedded.embedding import reach
        from axiometrics.tasks.overlapping.sweeping import every_family, templates

        library = every_family(size)
        made = list(templates(generator, library, size))
        bound = max([reach(template, size) for _, template in made], default=size)
        return gather(made, outputs, bound)

    def families(self, generator: Any, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return larger cases: families of a simple structure, and plain focal sets among copies of larger sets."""
        from axiometrics.tasks.overlapping.embedded.larger_cases import larger

        return larger(generator, outputs, wide)

    def series(self, generator: Any, outputs: Sequence[str], values: Sequence[int]) -> Any:
        """Return one case for each value of a generator's one size, ascending."""
        from axiometrics.tasks.choosing import of_one_size
        from axiometrics.tasks.overlapping.cases import batch_of_cases, case_of_template
        from axiometrics.tasks.overlapping.sweeping import LibraryChooser, every_family

        made = of_one_size(generator, lambda answers: LibraryChooser(answers, every_family(8)), values)
        return batch_of_cases(
            outputs, [case_of_template(template, outputs, sizes) for sizes, template in made], max(values)
        )

    def symbolic(self, generator: Any, formula: Any) -> Sequence[Any]:
        """Return the parametric case of a generator that compares families with the gold; raises NotSymbolicError."""
        from axiometrics.tasks.overlapping.symbolic import parametric_case

        return (parametric_case(generator, formula),)

    def condition(self, name: str, cases: Any) -> Any:
        """Return in which cases a named degenerate condition is met, shape (cases,)."""
        return self.conditions[name][1](cases)

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


TASK = Overlapping()
