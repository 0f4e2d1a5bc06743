"""The overlapping task: what the rest of the system needs to know about families of sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from axiometrics.formulas.view import symbolic_values
from axiometrics.tasks.evaluating import Evaluating
from axiometrics.tasks.overlapping.families import Families

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


class Overlapping(Evaluating):
    """Overlapping clusterings: an item may be in several gold categories and in several system clusters."""

    key = "overlapping"
    name = "overlapping clustering"
    summary = "an item may be in several gold categories and in several system clusters"
    reads = tuple(_FORMS)
    forms = _FORMS
    sweep_sizes = MappingProxyType({"quick": (8, 6), "normal": (12, 8), "thorough": (14, 10)})
    missing = ("error", "excluded", "singleton")
    named_labels = False
    words = _WORDS

    def formula(self, metric: Any) -> Any:
        """Trace a formula metric over the symbolic families."""
        from axiometrics.tasks.overlapping.view import formula

        return formula(metric.function, symbolic_values(metric.values))

    def score(self, metric: Any, gold: Any, system: Any, **options: Any) -> float:
        """Return the value of a metric on users' data, NaN where it has none."""
        from axiometrics.formulas.floats import SCALARS
        from axiometrics.tasks.overlapping.reading import read

        return float(self.value(metric, read(gold, system, **options), SCALARS))

    def evaluate(self, formula: Any, output: Families, algebra: Any) -> Any:
        """Return the value of a formula on one output in an arithmetic.

        Floats of small families are fractions as long as possible, so that equal values are equal and the best is 1.
        """
        from axiometrics.formulas.floats import FRACTIONS, SCALARS
        from axiometrics.tasks.overlapping.batch import LARGE, single

        if algebra is SCALARS and output.occurrences < LARGE:
            return float(single(output).value(formula, FRACTIONS))
        return single(output).value(formula, algebra)

    def reshuffled(self, reads: str, output: Families, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return the same families with other item names, and with the sets in another order."""
        from axiometrics.tasks.overlapping.reshuffling import reshuffled

        return reshuffled(reads, output, seed)

    def algebra(self, output: Families) -> Any:
        """Return an exact arithmetic with the logarithms that a formula of these families can need."""
        from axiometrics.formulas.exact import exact_algebra

        return exact_algebra(min(output.occurrences, 100))

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
        from axiometrics.tasks.overlapping.choosers import every_family, scenes
        from axiometrics.tasks.overlapping.embedding import reach

        library = every_family(size)
        made = list(scenes(generator, library, size))
        bound = max([reach(scene, size) for _, scene in made], default=size)
        return gather(made, outputs, bound)

    def families(self, generator: Any, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return larger cases: families of a simple structure, and plain focal sets among copies of larger sets."""
        from axiometrics.tasks.overlapping.structured import larger

        return larger(generator, outputs, wide)

    def series(self, generator: Any, outputs: Sequence[str], values: Sequence[int]) -> Any:
        """Return one case for each value of a generator's one size, ascending."""
        from axiometrics.tasks.choosing import of_one_size
        from axiometrics.tasks.overlapping.cases import batch_of_cases, case_of
        from axiometrics.tasks.overlapping.choosers import Chooser, every_family

        made = of_one_size(generator, lambda answers: Chooser(answers, every_family(8)), values)
        return batch_of_cases(outputs, [case_of(scene, outputs, sizes) for sizes, scene in made], max(values))

    def batch_of(self, outputs: Sequence[str], records: Sequence[Mapping[str, str]]) -> Any:
        """Return cases given in notation as a batch."""
        from axiometrics.tasks.overlapping.cases import batch_of_cases, sized

        cases = [
            sized({name: Families.from_notation(record[name]) for name in outputs}, {}) for record in records
        ]
        return batch_of_cases(outputs, cases)

    def batch_of_cases(self, outputs: Sequence[str], cases: Sequence[Any]) -> Any:
        """Return single cases as a batch."""
        from axiometrics.tasks.overlapping.cases import batch_of_cases

        return batch_of_cases(outputs, cases)

    def strategy(self, generator: Any) -> Any:
        """Return a Hypothesis strategy of the generator's cases."""
        from axiometrics.tasks.choosing import strategy
        from axiometrics.tasks.overlapping.drawn import drawn

        return strategy(lambda answers: drawn(generator, answers))

    def symbolic(self, generator: Any, formula: Any) -> Sequence[Any]:
        """Return the parametric case of a generator that compares families with the gold; raises NotSymbolicError."""
        from axiometrics.tasks.overlapping.symbolic import parametric_case

        return (parametric_case(generator, formula),)

    def measure(self, metric: Any, cases: Any, name: str) -> Any:
        """Return a chosen size of every case, or ``reduction@output``."""
        if name in cases.sizes:
            return cases.sizes[name]
        what, _, output = name.rpartition("@")
        return cases.outputs[output].measured(metric.formula, what).value

    def condition(self, name: str, cases: Any) -> Any:
        """Return in which cases a named degenerate condition is met, shape (cases,)."""
        from axiometrics.tasks.overlapping.conditions import CONDITIONS

        return CONDITIONS[name][1](cases)

    def condition_text(self, name: str) -> str:
        """Return a named condition in words."""
        from axiometrics.tasks.overlapping.conditions import CONDITIONS

        return CONDITIONS[name][0]

    def notation(self, outputs: Mapping[str, Families]) -> tuple[str, dict[str, str]]:
        """Return the gold, and every output with its gold, in notation."""
        first = next(iter(outputs.values()))
        return first.family_notation(first.gold), {name: table.notation() for name, table in outputs.items()}

    def drawing(self, outputs: Mapping[str, str]) -> str:
        """Return a text drawing of outputs given in notation."""
        from axiometrics.tasks.overlapping.draw import outputs_text

        return outputs_text(outputs)

    def snippet(self, metric: Any, outputs: Mapping[str, Families]) -> str:
        """Return Python code that prints the scores of the outputs."""
        from axiometrics.tasks.snippets import snippet

        texts = {name: table.notation() for name, table in outputs.items()}
        return snippet(metric, texts, reader="axiometrics.tasks.overlapping:Families")


TASK = Overlapping()
