"""The clustering task: what the rest of the system needs to know about clusterings."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, permutations, product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.tasks.abilities import Enumeration
from axiometrics.tasks.choosing import Given, least
from axiometrics.tasks.clustering.chooser import Chooser
from axiometrics.tasks.clustering.partitions.chooser import judges_wholes
from axiometrics.tasks.clustering.partitions.derived_outputs import Labelled, Mean
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.registry import register
from axiometrics.tasks.snippets import snippet
from axiometrics.tasks.task import Task
from axiometrics.tasks.users_data import letters

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Algebra
    from axiometrics.formulas.formula import Formula
    from axiometrics.formulas.machine import Quick
    from axiometrics.metrics.registry import Metric
    from axiometrics.tasks.abilities import Generator

Row = tuple[int, ...]


class SmallClusterings(Enumeration):
    """All contingency tables of a few items."""

    size = 6
    checked = 4
    form = "labels"

    def outputs(self, size: int) -> Iterator[Table]:
        """Yield every contingency table up to a number of items, smallest first.

        >>> [sum(table.items == items for table in SmallClusterings().outputs(5)) for items in range(1, 6)]
        [1, 4, 10, 33, 91]
        """
        from axiometrics.tasks.clustering.canonical_tables import tables

        for items in range(1, size + 1):
            found = map(_listed, tables(items))
            for rows in sorted(
                found, key=lambda rows: (len(rows[0]), len(rows), tuple(-n for row in rows for n in row))
            ):
                yield Table.from_rows(rows)

    def exchanged(self, output: Table) -> Table:
        """Exchange clusters and categories."""
        return output.transpose()

    def identity(self, output: Table) -> Hashable:
        """Return the contingency table in the form in which it is listed."""
        return _canonical_form(output)

    def gold(self, output: Table) -> Hashable:
        """Return the sizes of the categories."""
        return tuple(sorted(output.category_sizes, reverse=True))

    def perfect(self, output: Table) -> bool:
        """Say whether the clusters are the categories."""
        return len(output.cells) == len(output.cluster_sizes) == len(output.category_sizes)


def _canonical(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the same form for tables that differ in the order of clusters and of equally large categories."""
    sizes = [sum(column) for column in zip(*rows, strict=True)]
    groups = [list(group) for _, group in groupby(range(len(sizes)), key=sizes.__getitem__)]
    orders = ([place for part in chosen for place in part] for chosen in product(*map(permutations, groups)))
    return max(
        tuple(sorted((tuple(row[place] for place in order) for row in rows), reverse=True))
        for order in orders
    )


def _listed(rows: Sequence[Sequence[int]]) -> tuple[Row, ...]:
    """Return counts by cluster and category in the form in which they are listed: large categories first."""
    columns = sorted(zip(*rows, strict=True), key=sum, reverse=True)
    return _canonical(tuple(zip(*columns, strict=True)))


@lru_cache(maxsize=1 << 14)
def _canonical_form(output: Table) -> Hashable:
    return _listed(output.to_array().tolist())


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
        "reductions": "cells: the non-empty cells of the contingency table\nclusters: the clusters\n"
        "categories: the categories\nbest_in_cluster: the clusters, of each the cell with the largest value\n"
        "best_in_category: the categories, of each the cell with the largest value\n"
        "expected: the non-empty cells, in the mean of all ways to shuffle the labels\n"
        "n = the number of items of the cell\na = the number of items of the cluster\n"
        "b = the number of items of the category",
        "N": "the number of items",
        "R": "the number of clusters",
        "K": "the number of categories",
    }
)


class Clustering(Task):
    """Non-overlapping clusterings: every item has one category in the gold and one cluster in the system output."""

    key = "clustering"
    draw = "reading"
    name = "clustering"
    summary = "every item has one category in the gold and one cluster in the system output"
    random_cases = "partitions.cases"
    sweep_sizes = MappingProxyType({"quick": (7, 5), "normal": (9, 7), "thorough": (11, 9)})
    missing = ("error", "singleton")
    named_labels = False
    output = Table
    forms = _FORMS
    reductions = MappingProxyType(
        {
            "best_in_cluster": r"\sum_{\text{clusters}} \max_{\text{cells}}",
            "best_in_category": r"\sum_{\text{categories}} \max_{\text{cells}}",
            "expected": r"\mathbb{E} \sum_{\text{cells}}",
            "whole": "",
        }
    )
    form_arguments = MappingProxyType({"table": "table"})
    files = "labels"
    enumeration = SmallClusterings()
    words = _WORDS
    conditions_on_gold = True
    conditions = MappingProxyType(
        {
            "one_category": (
                "all items have the same gold category (K = 1)",
                lambda batch: batch.categories == 1,
            ),
            "all_singleton_categories": (
                "every item has a gold category of its own (K = N)",
                lambda batch: batch.categories == batch.items,
            ),
        }
    )
    samples = (
        "{a}",
        "{a b}",
        "{a}{a}",
        "{a a b}{b}",
        "{a}{b}{c}",
        "{a b c}{a a}",
        "{a a a}{b b c}",
        "{a b}{a c}{b b}{c}",
        "{a a a a a b}{b b b c}{c}{c a}",
        "{a a b b c c d}{a b c d d}{e e e e e e}",
        f"{{{'a ' * 60}{'b ' * 25}c}}{{{'b ' * 90}{'d ' * 7}}}{{{'a ' * 130}}}{{e}}{{c}}",
        f"{{{'a ' * 620}{'b ' * 160}}}{{{'b ' * 350}}}",
    )

    elsewhere = MappingProxyType({"from_notation": "cases:from_notation", "series": "cases:series"})

    def batch(self, outputs: Sequence[Any]) -> Any:
        """Return single outputs as a batch."""
        return self.part("cases").batch(outputs)

    def scorer(self, metric: Metric) -> Callable[..., float | None]:
        """Return `score` for one metric: a formula is asked for its value at once."""
        if metric.reads is not None:
            return super().scorer(metric)
        value, reading = metric.formula.alone(Table.sums), self.part("reading")
        read, quickly = reading.read, reading.quickly
        quick: Quick = reading.quick(metric.formula)

        def scored(gold: Any, system: Any = None, **options: Any) -> float:
            if not options and (found := quick(gold, system)) == found:
                return found
            output = None if options else quickly(gold, system)
            if output is None:
                output = read(gold, system, **options)
            try:
                return float(value(output)) + 0.0  # no zero has a sign
            except (ArithmeticError, ValueError):  # no value, or one that Python's floats leave open
                return self.of_output(metric, output)

        return scored

    def of_output(self, metric: Metric, output: object) -> float:
        """Return the value of a metric on a table, or on a large one. Cost: what the metric itself needs."""
        if metric.reads is not None and not isinstance(output, Table):
            return float(self.values(metric, output)[0])
        return self.number(metric, output)

    def alone(self, output: Any) -> Table | None:
        """Return a table, which writes its rows as lists; None for others."""
        return output if isinstance(output, Table) else None

    def evaluate(self, formula: Any, output: Table | Labelled, algebra: Any) -> Any:
        """Return the value of a formula on one output in an arithmetic."""
        batch = self.part("batch").TableBatch
        made = output if isinstance(output, batch) else batch.from_tables([_table(output)])
        return made.value(formula, algebra)

    def value(self, metric: Any, output: Table | Labelled | Mean, algebra: Any) -> Any:
        """Return the value on one output: of a mean that of its parts; an exact value is that of the table."""
        if isinstance(output, Mean):
            return _mean_value(metric, output, algebra)
        return super().value(metric, _table(output) if self.is_exact(metric, algebra) else output, algebra)

    def values(self, metric: Any, outputs: Any) -> Any:
        """Return the values on a batch of outputs; functions are called once per distinct output."""
        if metric.reads == "table" and isinstance(outputs, self.part("batch").TableBatch):
            import numpy as np

            first, number = outputs.different
            arrays = outputs.contingencies(first)
            return np.array([float(metric.function(array, **metric.values)) for array in arrays])[number]
        return super().values(metric, outputs)

    def arguments(self, reads: str, output: Table | Labelled) -> tuple[Any, ...]:
        """Return one output in the form a black-box metric reads: gold first, except ``table`` (rows are clusters)."""
        if isinstance(output, Labelled) and reads in self.forms:
            return output.read_as(reads)
        return super().arguments(reads, output)

    def equivalent_forms(self, reads: str, output: Table, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return the arguments of a black-box metric with the items in another order, and with other label names."""
        shuffle = random.Random(seed)
        gold, system = output.to_labels()
        if reads == "table":
            array = output.to_array()
            rows, columns = (shuffle.sample(range(size), size) for size in array.shape)
            return {"items": (array,), "labels": (array[rows][:, columns],)}
        order = shuffle.sample(range(len(gold)), len(gold))
        names = [
            shuffle.sample(range(size), size)
            for size in (len(output.category_sizes), len(output.cluster_sizes))
        ]
        moved = [gold[item] for item in order], [system[item] for item in order]
        renamed = [names[0][label] for label in gold], [names[1][label] for label in system]
        return {"items": _form(reads, *moved), "labels": _form(reads, *renamed)}

    def largest_logarithm(self, output: Table) -> int:
        """Return up to which number this table can need logarithms; for a large one up to which they are small."""
        return min(output.items + len(output.category_sizes), _MOST_PRIMES)

    def sweep(self, generator: Generator, outputs: Sequence[str], size: int) -> Any:
        """Return every case of a generator, smallest first.

        A generator whose smallest case has 2 items is swept up to ``size`` items; one with a larger smallest case up to
        that case and ``size - 3`` items more, so that its contexts get room too. Whole clusterings are swept up to
        ``size - 2`` items.
        """
        if judges_wholes(generator):
            return self.part("partitions.cases").clustering_cases(generator, outputs, max(size - 2, 3))
        return self.part("cases").gather(generator, outputs, _largest(generator, size))

    def blocks(self, generator: Generator, outputs: Sequence[str], size: int) -> Any:
        """Return the same cases in blocks."""
        if judges_wholes(generator):
            return self.part("partitions.cases").clustering_blocks(generator, outputs, max(size - 2, 3))
        return self.part("cases").blocks(generator, outputs, _largest(generator, size))

    def larger(self, generator: Generator, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return larger cases: all focal sizes up to a cap, with at most 2 items in the rest (1 if not wide)."""
        if judges_wholes(generator):
            return super().larger(generator, outputs, wide=wide)
        gather, chooser = self.part("cases").gather, Chooser(Given())
        generator(chooser)
        if chooser.structures:
            return gather(generator, outputs, 11 if wide else 8, rest=0)
        cap = ({1: 24, 2: 14} if wide else {1: 12, 2: 7}).get(len(chooser.answers.made), 6 if wide else 3)
        return gather(generator, outputs, 200, rest=2 if wide else 1, cap=cap)

    def symbolic(self, generator: Generator, formula: Formula) -> Sequence[Any]:
        """Return the generator's parametric case with the values of a formula's symbols; raises NotSymbolicError."""
        proofs = self.part("partitions.symbolic" if judges_wholes(generator) else "facts")
        return (proofs.parametric_case(generator, formula),)

    def gold_notation(self, outputs: Sequence[Any]) -> str:
        """Return the gold, with the same names for the categories as the outputs."""
        return _gold(outputs[0])

    def notation(self, outputs: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
        """Return the gold, or that of every output where they differ, and every output in the papers' notation."""
        golds = {name: _gold(table) for name, table in outputs.items()}
        gold, texts = super().notation(outputs)
        if len(set(golds.values())) > 1:
            gold = "; ".join(f"{name}: {text}" for name, text in golds.items())
        return gold, texts

    def snippet(self, metric: Metric, outputs: Mapping[str, Any]) -> str:
        """Return Python code that prints the scores of the outputs."""
        calls = {name: table.call("score") for name, table in outputs.items()}
        reader = self.reader(next(iter(outputs.values())).reader)
        return snippet(metric, self.texts(outputs), reader=reader, calls=calls)


def _largest(generator: Generator, size: int) -> int:
    """Return up to how many items a generator of a few clusters is swept."""
    _, template = least(generator, Chooser)
    return max(size, int(template.size) + size - 3)


def _form(reads: str, gold: list[int], system: list[int]) -> tuple[Any, ...]:
    if reads == "labels":
        return gold, system
    if reads == "sets":
        return tuple(
            [{item for item, label in enumerate(labels) if label == value} for value in sorted(set(labels))]
            for labels in (gold, system)
        )
    return tuple({item: {label} for item, label in enumerate(labels)} for labels in (gold, system))


@lru_cache(maxsize=1 << 14)
def _part_value(metric: Metric, table: Table, algebra: Algebra) -> Any:
    """Return the value on a table that several means are taken over."""
    return TASK.value(metric, table, algebra)


@lru_cache(maxsize=1 << 12)
def _mean_value(metric: object, mean: Any, algebra: object) -> Any:
    """Return the value of a mean, which many cases compare."""
    return mean.of(lambda table: _part_value(metric, table, algebra), algebra)


def _table(output: Table | Labelled) -> Table:
    return output.table if isinstance(output, Labelled) else output


def _gold(table: Table) -> str:
    return "".join("{" + " ".join([letters(j)] * size) + "}" for j, size in enumerate(table.category_sizes))


TASK = register(Clustering())
