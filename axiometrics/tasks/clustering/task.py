"""The clustering task: what the rest of the system needs to know about clusterings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from axiometrics.errors import UnknownKeyError, nearest
from axiometrics.formulas.view import symbolic_values
from axiometrics.tasks.clustering.notation import letters
from axiometrics.tasks.clustering.table import Table

__all__ = ["TASK", "Clustering"]

_FORMS = {
    "labels": Table.to_labels,
    "table": lambda table: (table.to_array(),),
    "sets": Table.to_sets,
    "dicts": Table.to_dicts,
}


_MOST_PRIMES = 200
"""Up to which number an arithmetic knows all primes; of larger ones it learns those that occur."""

_WORDS = MappingProxyType(
    {
        "symbols": "$n$ is the number of items in a cell of the contingency table, $a$ the size of its cluster, "
        "$b$ the size of its category, $N$ the number of items, $R$ of clusters, $K$ of categories.",
        "comparison": "A constraint compares two outputs that differ in a few clusters; the rest, written as dots, "
        "is arbitrary and the same in both.",
        "arbitrary": "sizes and the rest of the clustering",
        "reductions": "Sums run over the non-empty cells, the clusters or the categories of the contingency table; "
        "inside them n counts the items of the cell, a those of its cluster, b those of its category.",
        "N": "the number of items",
        "R": "the number of clusters",
        "K": "the number of categories",
    }
)


class _Tools(NamedTuple):
    """What a single call needs, imported with the first one: SymPy takes its time."""

    read: Callable[..., Any]
    batch: Any
    scalars: Any


@lru_cache(maxsize=1)
def _tools() -> _Tools:
    from axiometrics.formulas.floats import SCALARS
    from axiometrics.tasks.clustering.batch import TableBatch
    from axiometrics.tasks.clustering.reading import read

    return _Tools(read, TableBatch, SCALARS)


class Clustering:
    """Non-overlapping clusterings: every item has one category in the gold and one cluster in the system output."""

    key = "clustering"
    name = "clustering"
    summary = "every item has one category in the gold and one cluster in the system output"
    reads = tuple(_FORMS)
    sweep_sizes = MappingProxyType({"quick": (7, 5), "normal": (9, 7), "thorough": (11, 9)})
    missing = ("error", "singleton")
    named_labels = False
    words = _WORDS

    def formula(self, metric: Any) -> Any:
        """Trace a formula metric over the symbolic contingency table."""
        from axiometrics.tasks.clustering.view import formula

        return formula(metric.function, symbolic_values(metric.values))

    def score(self, metric: Any, gold: Any, system: Any, **options: Any) -> float:
        """Return the value of a metric on users' data. Cost O(items) and what the metric itself needs."""
        tools = _tools()
        table = tools.read(gold, system, **options)
        if isinstance(table, tools.batch):
            return float(self.values(metric, table)[0])
        return float(self.value(metric, table, tools.scalars))

    def value(self, metric: Any, output: Table, algebra: Any) -> Any:
        """Return the value on one table: formulas in any arithmetic, functions in theirs."""
        tools = _tools()
        if getattr(output, "parts", None):
            return _mean_value(metric, output, algebra)
        if metric.reads is None:
            return tools.batch.from_tables([getattr(output, "table", output)]).value(metric.formula, algebra)
        if algebra is not tools.scalars and metric.exact is not None:
            return metric.exact(getattr(output, "table", output), algebra)
        return metric.function(*self.arguments(metric.reads, output), **metric.values)

    def values(self, metric: Any, outputs: Any) -> Any:
        """Return the values on a batch of tables; functions are called once per distinct table."""
        import numpy as np

        if metric.reads is None:
            return outputs.evaluate(metric.formula)
        if metric.reads == "table" and hasattr(outputs, "contingencies"):
            return np.array(list(_called(metric, outputs.contingencies())))
        known: dict[Table, float] = {}
        found = np.empty(len(outputs))
        for index, table in enumerate(outputs.tables()):
            if table not in known:
                known[table] = self.value(metric, table, _tools().scalars)
            found[index] = known[table]
        return found

    def arguments(self, reads: str, output: Table) -> tuple[Any, ...]:
        """Return one table in the form a black-box metric reads: gold first, except ``table`` (rows are clusters)."""
        if reads not in _FORMS:
            raise UnknownKeyError(f"clustering has no form {reads!r}; {nearest(reads, _FORMS)}")
        if not isinstance(output, Table):
            return tuple(output.read_as(reads))
        return tuple(_FORMS[reads](output))

    def algebra(self, output: Table) -> Any:
        """Return an exact arithmetic with the logarithms this table can need; of a large one with the small primes."""
        from axiometrics.formulas.extended import extended_algebra

        return extended_algebra(min(output.items + len(output.category_sizes), _MOST_PRIMES))

    def batch(self, outputs: Sequence[Any]) -> Any:
        """Return single outputs as a batch."""
        from axiometrics.tasks.clustering.derived_batch import batch

        return batch(outputs)

    def sweep(self, generator: Any, outputs: Sequence[str], size: int) -> Any:
        """Return every case of a generator, smallest first.

        A generator whose smallest case has 2 items is swept up to ``size`` items; one with a larger smallest case up to
        that case and ``size - 3`` items more, so that its contexts get room too. Whole clusterings are swept up to
        ``size - 2`` items.
        """
        from axiometrics.tasks.choosing import Given
        from axiometrics.tasks.clustering.cases import gather
        from axiometrics.tasks.clustering.scene import Chooser
        from axiometrics.tasks.clustering.whole_cases import whole_cases
        from axiometrics.tasks.clustering.wholes import judges_wholes

        if judges_wholes(generator):
            return whole_cases(generator, outputs, max(size - 2, 3))
        least = int(generator(Chooser(Given())).size)
        return gather(generator, outputs, max(size, least + size - 3))

    def families(self, generator: Any, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return larger cases: all focal sizes up to a cap, with at most 2 items in the rest (1 if not wide)."""
        from axiometrics.tasks.choosing import Given
        from axiometrics.tasks.clustering.cases import batch_of_cases, gather
        from axiometrics.tasks.clustering.scene import Chooser
        from axiometrics.tasks.clustering.wholes import judges_wholes

        if judges_wholes(generator):
            return batch_of_cases(outputs, [])
        chooser = Chooser(Given())
        generator(chooser)
        if chooser.structures:
            return gather(generator, outputs, 11 if wide else 8, rest=0)
        cap = ({1: 24, 2: 14} if wide else {1: 12, 2: 7}).get(len(chooser.answers.made), 6 if wide else 3)
        return gather(generator, outputs, 200, rest=2 if wide else 1, cap=cap)

    def symbolic(self, generator: Any, formula: Any) -> Sequence[Any]:
        """Return the generator's parametric case with the values of a formula's symbols; raises NotSymbolicError."""
        from axiometrics.tasks.clustering.facts import parametric_case
        from axiometrics.tasks.clustering.whole_symbolic import whole_parametric_case
        from axiometrics.tasks.clustering.wholes import judges_wholes

        if judges_wholes(generator):
            return (whole_parametric_case(generator, formula),)
        return (parametric_case(generator, formula),)

    def strategy(self, generator: Any) -> Any:
        """Return a Hypothesis strategy of the generator's cases."""
        from axiometrics.tasks.choosing import strategy
        from axiometrics.tasks.clustering.drawn import drawn
        from axiometrics.tasks.clustering.whole_cases import whole_drawn
        from axiometrics.tasks.clustering.wholes import judges_wholes

        make = whole_drawn if judges_wholes(generator) else drawn
        return strategy(lambda answers: make(generator, answers))

    def series(self, generator: Any, outputs: Sequence[str], values: Sequence[int]) -> Any:
        """Return one case for each value of a generator's one size, ascending."""
        from axiometrics.tasks.clustering.cases import series

        return series(generator, outputs, values)

    def batch_of(self, outputs: Sequence[str], records: Sequence[Mapping[str, str]]) -> Any:
        """Return cases given in notation as a batch."""
        from axiometrics.tasks.clustering.cases import batch_of

        return batch_of(outputs, records)

    def batch_of_cases(self, outputs: Sequence[str], cases: Sequence[Any]) -> Any:
        """Return single cases as a batch."""
        from axiometrics.tasks.clustering.cases import batch_of_cases

        return batch_of_cases(outputs, cases)

    def reshuffled(self, reads: str, output: Table, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return the same clustering with its items, or its label names, in another order."""
        from axiometrics.tasks.clustering.reshuffling import reshuffled

        return reshuffled(reads, output, seed)

    def drawing(self, outputs: Mapping[str, str]) -> str:
        """Return a text drawing of outputs given in notation."""
        from axiometrics.tasks.clustering.draw import pair_text

        if set(outputs) == {"worse", "better"}:
            return pair_text(outputs["worse"], outputs["better"])
        return "\n".join(f"{name}: {text}" for name, text in outputs.items())

    def measure(self, metric: Any, cases: Any, name: str) -> Any:
        """Return a measured quantity of every case: a size, the size of a focal category, or ``reduction@output``."""
        if name in cases.sizes:
            return cases.sizes[name]
        if name.startswith("size of "):
            return cases.focal[name.removeprefix("size of ")]
        what, _, output = name.rpartition("@")
        return cases.outputs[output].measured(metric.formula, what).value

    def condition(self, name: str, cases: Any) -> Any:
        """Return which cases meet a named degenerate condition on the gold, shape (cases,)."""
        batch = next(iter(cases.outputs.values()))
        return _CONDITIONS[name][1](batch)

    def condition_text(self, name: str) -> str:
        """Return a named condition in words."""
        return _CONDITIONS[name][0]

    def notation(self, outputs: Mapping[str, Table]) -> tuple[str, dict[str, str]]:
        """Return the gold and every output in the papers' notation, with the same names for the categories."""
        golds = {name: _gold(table) for name, table in outputs.items()}
        same = len(set(golds.values())) == 1
        gold = (
            next(iter(golds.values()))
            if same
            else "; ".join(f"{name}: {text}" for name, text in golds.items())
        )
        return gold, {name: table.notation() for name, table in outputs.items()}

    def snippet(self, metric: Any, outputs: Mapping[str, Table]) -> str:
        """Return Python code that prints the scores of the outputs."""
        from axiometrics.tasks.snippets import snippet

        texts = {name: table.notation() for name, table in outputs.items()}
        calls = {name: table.call("score") for name, table in outputs.items()}
        reader = "axiometrics.tasks.clustering:" + next(iter(outputs.values())).reader
        return snippet(metric, texts, reader=reader, calls=calls)


@lru_cache(maxsize=1 << 14)
def _part_value(metric: Any, table: Table, algebra: Any) -> Any:
    """Return the value on a table that several means are taken over."""
    return TASK.value(metric, table, algebra)


@lru_cache(maxsize=1 << 12)
def _mean_value(metric: Any, mean: Any, algebra: Any) -> Any:
    """Return the value of a mean, which many cases compare."""
    return mean.of(lambda table: _part_value(metric, table, algebra), algebra)


def _gold(table: Table) -> str:
    return "".join("{" + " ".join([letters(j)] * size) + "}" for j, size in enumerate(table.category_sizes))


def _called(metric: Any, arrays: Iterable[Any]) -> Iterator[float]:
    """Call a function of contingency arrays, once for each distinct array."""
    known: dict[Any, float] = {}
    for array in arrays:
        place = array.shape, array.tobytes()
        if place not in known:
            known[place] = float(metric.function(array, **metric.values))
        yield known[place]


_CONDITIONS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "one_category": ("all items have the same gold category (K = 1)", lambda batch: batch.categories == 1),
    "all_singleton_categories": (
        "every item has a gold category of its own (K = N)",
        lambda batch: batch.categories == batch.items,
    ),
}

TASK = Clustering()
