"""The organization task: what the rest of the system needs to know about organizations of documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from axiometrics.formulas.view import symbolic_values
from axiometrics.tasks.evaluating import Evaluating
from axiometrics.tasks.organization.organization import Organization, Organized

__all__ = ["TASK", "Organizations"]

_FORMS: dict[str, Callable[[Organization], tuple[Any, ...]]] = {
    "levels": Organization.to_levels,
    "occurrences": Organization.to_occurrences,
    "json": Organization.to_json,
}

_WORDS = MappingProxyType(
    {
        "symbols": "$R_{\\prec}$ is the share of the output's priority relations that the gold has, weighted as the "
        "parameters say, $S_{\\prec}$ that of the gold's which the output has, $R_{\\sim}$ and $S_{\\sim}$ those of "
        "the relations of documents in one cluster; $x$ and $g$ count the levels of the output and of the gold that "
        "have something below them, $m$ and $M$ the occurrences of documents in the output and in the gold.",
        "comparison": "A constraint compares outputs of a simpler task, written as organizations: levels in brackets, "
        "most important first, clusters in braces, then a bar and the gold's levels. What no level names belongs to "
        "the unlimited tail below.",
        "arbitrary": "organizations",
        "reductions": "Shares run over the weighted relations of the output, or of the gold.",
    }
)


class Organizations(Evaluating):
    """Output and gold distribute documents over levels of clusters, above an unlimited tail."""

    key = "organization"
    name = "document organization"
    summary = "output and gold distribute documents over levels of clusters, above an unlimited tail"
    reads = tuple(_FORMS)
    forms = _FORMS
    sweep_sizes = MappingProxyType({"quick": (6, 5), "normal": (8, 6), "thorough": (10, 7)})
    """Items of the largest swept case of a simpler task, for formulas and for foreign functions."""
    missing = ("error",)
    named_labels = True
    words = _WORDS

    def formula(self, metric: Any) -> Any:
        """Trace a formula metric over the symbolic shares."""
        from axiometrics.tasks.organization.view import formula

        return formula(metric.function, symbolic_values(metric.values))

    def score(self, metric: Any, gold: Any, system: Any, **options: Any) -> float:
        """Return the value of a metric on users' data, NaN where it has none; see `reading.read`."""
        from axiometrics.formulas.floats import SCALARS
        from axiometrics.tasks.organization.reading import large, read

        output = read(gold, system, **options)
        if metric.reads is None:
            return float(metric.formula.compiled(SCALARS)(*large(output).shares(metric.formula)))
        return float(self.value(metric, output.named, SCALARS))

    def evaluate(self, formula: Any, output: Organized, algebra: Any) -> Any:
        """Return the value of a formula on one output in an arithmetic."""
        return self.batch([output]).value(formula, algebra)

    def batch(self, outputs: Sequence[Organized]) -> Any:
        """Return single outputs as a batch."""
        from axiometrics.tasks.organization.batch import OrganizationBatch

        return OrganizationBatch(outputs)

    def arguments(self, reads: str, output: Organized) -> tuple[Any, ...]:
        """Return one organization in the form a black-box metric reads, gold first.

        ``levels``: lists of levels, which are lists of clusters, which are lists of documents; ``occurrences``: lists
        of rows (document, level, cluster); ``json``: the levels as JSON texts.
        """
        return super().arguments(reads, output.organization)

    def reshuffled(self, reads: str, output: Organized, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return the same organization with its clusters in another order, or with other names of documents."""
        from axiometrics.tasks.organization.reshuffling import reshuffled

        return reshuffled(reads, output.organization, seed)

    def algebra(self, output: Organized) -> Any:
        """Return an exact arithmetic; shares are fractions."""
        from axiometrics.formulas.exact import exact_algebra

        return exact_algebra(2)

    def sweep(self, generator: Any, outputs: Sequence[str], size: int) -> Any:
        """Return every case of a generator, smallest first: of a simpler task up to ``size`` as counted there."""
        from axiometrics.tasks.organization.sweeping import sweep

        return sweep(generator, outputs, size)

    def families(self, generator: Any, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return larger cases of a simpler task."""
        from axiometrics.tasks.organization.sweeping import families

        return families(generator, outputs, wide=wide)

    def series(self, generator: Any, outputs: Sequence[str], values: Sequence[int]) -> Any:
        """Return one case for each value of a generator's one size, ascending."""
        from axiometrics.tasks.organization.sweeping import series

        return series(generator, outputs, values)

    def batch_of(self, outputs: Sequence[str], records: Sequence[Mapping[str, str]]) -> Any:
        """Return cases given in notation as a batch."""
        from axiometrics.tasks.organization.cases import batch_of_cases, case_of

        cases = [
            case_of({name: Organization.from_notation(record[name]) for name in outputs}, {})
            for record in records
        ]
        return batch_of_cases(outputs, cases)

    def batch_of_cases(self, outputs: Sequence[str], cases: Sequence[Any]) -> Any:
        """Return single cases as a batch."""
        from axiometrics.tasks.organization.cases import batch_of_cases

        return batch_of_cases(outputs, cases)

    def strategy(self, generator: Any) -> Any:
        """Return a Hypothesis strategy of the generator's cases."""
        from axiometrics.tasks.choosing import strategy
        from axiometrics.tasks.organization.drawn import drawn

        return strategy(lambda answers: drawn(generator, answers))

    def symbolic(self, generator: Any, formula: Any) -> Sequence[Any]:
        """Shares have no reading over symbols; raises NotSymbolicError."""
        from axiometrics.errors import NotSymbolicError

        raise NotSymbolicError("the shares of an organization have no reading over symbols")

    def inner(self, metric: Any, constraint: Any) -> tuple[Any, Any] | None:
        """Return a metric and a constraint of a simpler task with the same margins, if there are any."""
        from axiometrics.tasks.organization.inner import inner

        return inner(metric, constraint)

    def measure(self, metric: Any, cases: Any, name: str) -> Any:
        """Return a size of every case."""
        return cases.sizes[name]

    def condition(self, name: str, cases: Any) -> Any:
        """Return which cases of a simpler task meet one of its named conditions, shape (cases,)."""
        import numpy as np

        from axiometrics.tasks.registry import get_task

        task, _, inner = name.partition(".")
        if cases.simpler is None:
            return np.zeros(len(cases), dtype=bool)
        return get_task(task).condition(inner, cases.simpler)

    def condition_text(self, name: str) -> str:
        """Return a named condition of a simpler task in words."""
        from axiometrics.tasks.registry import get_task

        task, _, inner = name.partition(".")
        return get_task(task).condition_text(inner)

    def notation(self, outputs: Mapping[str, Organized]) -> tuple[str, dict[str, str]]:
        """Return the gold of the first output, and every output with its gold, in notation."""
        from axiometrics.tasks.organization.distribution import write

        first = next(iter(outputs.values())).organization
        return write(first.gold), {name: each.organization.notation() for name, each in outputs.items()}

    def drawing(self, outputs: Mapping[str, str]) -> str:
        """Return a text drawing of outputs given in notation."""
        from axiometrics.tasks.organization.draw import outputs_text

        return outputs_text(outputs)

    def snippet(self, metric: Any, outputs: Mapping[str, Organized]) -> str:
        """Return Python code that prints the scores of the outputs."""
        from axiometrics.tasks.snippets import snippet

        texts = {name: each.organization.notation() for name, each in outputs.items()}
        return snippet(metric, texts, reader="axiometrics.tasks.organization:Organization")


TASK = Organizations()
