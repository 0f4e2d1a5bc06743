"""The filtering task: what the rest of the system needs to know about filtered collections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from axiometrics.formulas.view import symbolic_values
from axiometrics.tasks.evaluating import Evaluating
from axiometrics.tasks.filtering.conditions import CONDITIONS
from axiometrics.tasks.filtering.counts import Counts

__all__ = ["TASK", "Filtering"]

_FORMS = {"labels": Counts.to_labels, "counts": Counts.to_tuple}
_LADDERS = {True: ((0, 1, 2, 4, 9, 25, 100, 1000), (0, 1, 3, 10, 50)), False: ((0, 1, 5, 20), (0, 2, 7))}
"""What is added to every least size in the families: for up to four sizes, and for more."""

_WORDS = MappingProxyType(
    {
        "symbols": "$TP$ counts the relevant items that are selected, $FP$ the irrelevant ones that are selected, "
        "$FN$ the relevant ones that are left out, $TN$ the irrelevant ones that are left out.",
        "comparison": "A constraint compares two outputs on the same collection, which has relevant and irrelevant "
        "items; an output is its four counts.",
        "arbitrary": "counts",
        "TP": "the true positives",
        "FP": "the false positives",
        "FN": "the false negatives",
        "TN": "the true negatives",
    }
)


class Filtering(Evaluating):
    """Filtered collections: every item is relevant or not in the gold, and selected or not by the system."""

    key = "filtering"
    name = "filtering"
    summary = "every item is relevant or not in the gold, and selected or not by the system"
    reads = tuple(_FORMS)
    forms = _FORMS
    sweep_sizes = MappingProxyType({"quick": (8, 6), "normal": (12, 10), "thorough": (20, 14)})
    missing = ("error", "unselected")
    named_labels = True
    words = _WORDS

    def formula(self, metric: Any) -> Any:
        """Trace a formula metric over the symbolic counts."""
        from axiometrics.tasks.filtering.view import formula

        return formula(metric.function, symbolic_values(metric.values))

    def score(self, metric: Any, gold: Any, system: Any, **options: Any) -> float:
        """Return the value of a metric on users' data, NaN where it has none. Cost O(items)."""
        from axiometrics.formulas.floats import SCALARS
        from axiometrics.tasks.filtering.reading import read

        return float(self.value(metric, read(gold, system, **options), SCALARS))

    def evaluate(self, formula: Any, output: Counts, algebra: Any) -> Any:
        """Return the value of a formula on one output in an arithmetic."""
        return self.batch([output]).value(formula, algebra)

    def batch(self, outputs: Sequence[Counts]) -> Any:
        """Return single outputs as a batch."""
        from axiometrics.tasks.filtering.batch import CountsBatch

        return CountsBatch.from_tables(outputs)

    def reshuffled(self, reads: str, output: Counts, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return the same output with its items in another order."""
        from axiometrics.tasks.filtering.reshuffling import reshuffled

        return reshuffled(reads, output, seed)

    def algebra(self, output: Counts) -> Any:
        """Return an exact arithmetic with the logarithms that a formula of these counts can need."""
        from axiometrics.formulas.exact import exact_algebra

        return exact_algebra(min(output.items, 100))

    def sweep(self, generator: Any, outputs: Sequence[str], size: int) -> Any:
        """Return every case of a generator with up to ``size`` items, smallest first."""
        from axiometrics.tasks.choosing import growing
        from axiometrics.tasks.filtering.cases import gather
        from axiometrics.tasks.filtering.scene import Chooser

        return gather(growing(generator, Chooser, size), outputs, size)

    def families(self, generator: Any, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return larger cases: every size is its least value plus a step of a ladder, up to 1000 (20 if not wide)."""
        from axiometrics.tasks.choosing import Given
        from axiometrics.tasks.filtering.cases import gather, ladders
        from axiometrics.tasks.filtering.scene import Chooser

        answers = Given()
        generator(Chooser(answers))
        return gather(ladders(generator, _LADDERS[wide][len(answers.made) > 4]), outputs, None)

    def series(self, generator: Any, outputs: Sequence[str], values: Sequence[int]) -> Any:
        """Return one case for each value of a generator's one size, ascending."""
        from axiometrics.tasks.choosing import of_one_size
        from axiometrics.tasks.filtering.cases import gather
        from axiometrics.tasks.filtering.scene import Chooser

        return gather(of_one_size(generator, Chooser, values), outputs, max(values))

    def batch_of(self, outputs: Sequence[str], records: Sequence[Mapping[str, str]]) -> Any:
        """Return cases given in notation as a batch."""
        from axiometrics.tasks.filtering.cases import batch_of_cases, case_of

        cases = [
            case_of({name: Counts.from_notation(record[name]) for name in outputs}, {}) for record in records
        ]
        return batch_of_cases(outputs, cases)

    def batch_of_cases(self, outputs: Sequence[str], cases: Sequence[Any]) -> Any:
        """Return single cases as a batch."""
        from axiometrics.tasks.filtering.cases import batch_of_cases

        return batch_of_cases(outputs, cases)

    def strategy(self, generator: Any) -> Any:
        """Return a Hypothesis strategy of the generator's cases."""
        from axiometrics.tasks.choosing import strategy
        from axiometrics.tasks.filtering.cases import drawn

        return strategy(lambda answers: drawn(generator, answers))

    def symbolic(self, generator: Any, formula: Any) -> Sequence[Any]:
        """Return the generator's parametric case; raises NotSymbolicError."""
        from axiometrics.tasks.filtering.symbolic import parametric_case

        return (parametric_case(generator),)

    def measure(self, metric: Any, cases: Any, name: str) -> Any:
        """Return a measured quantity of every case: a size, or a count as ``TP@output``."""
        if name in cases.sizes:
            return cases.sizes[name]
        what, _, output = name.rpartition("@")
        return cases.outputs[output].counts[("TP", "FP", "FN", "TN").index(what)]

    def condition(self, name: str, cases: Any) -> Any:
        """Return in which cases an output meets a named degenerate condition, shape (cases,)."""
        import numpy as np

        return np.any([CONDITIONS[name][1](*batch.counts) for batch in cases.outputs.values()], axis=0)

    def condition_text(self, name: str) -> str:
        """Return a named condition in words."""
        return CONDITIONS[name][0]

    def notation(self, outputs: Mapping[str, Counts]) -> tuple[str, dict[str, str]]:
        """Return the gold (its relevant and irrelevant items) and every output in notation."""
        first = next(iter(outputs.values()))
        gold = f"relevant={first.relevant} irrelevant={first.irrelevant}"
        return gold, {name: table.notation() for name, table in outputs.items()}

    def drawing(self, outputs: Mapping[str, str]) -> str:
        """Return a text drawing of outputs given in notation."""
        from axiometrics.tasks.filtering.draw import outputs_text

        return outputs_text(outputs)

    def snippet(self, metric: Any, outputs: Mapping[str, Counts]) -> str:
        """Return Python code that prints the scores of the outputs."""
        from axiometrics.tasks.snippets import snippet

        texts = {name: table.notation() for name, table in outputs.items()}
        return snippet(metric, texts, reader="axiometrics.tasks.filtering:Counts")


TASK = Filtering()
