"""The clustering task: what the rest of the system needs to know about clusterings."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from axiometrics.errors import UnknownKeyError, nearest
from axiometrics.parameters import symbolic_values
from axiometrics.tasks.clustering.table import Table

__all__ = ["TASK", "Clustering"]

_FORMS = {"labels": Table.to_labels, "table": lambda table: (table.to_array(),), "sets": Table.to_sets, "dicts": Table.to_dicts}


class Clustering:
    """Non-overlapping clusterings: every item has one category in the gold and one cluster in the system output."""

    key = "clustering"
    name = "clustering"
    summary = "every item has one category in the gold and one cluster in the system output"
    reads = tuple(_FORMS)

    def formula(self, metric: Any) -> Any:
        """Trace a formula metric over the symbolic contingency table."""
        from axiometrics.tasks.clustering.view import formula

        return formula(metric.function, symbolic_values(metric.values))

    def score(self, metric: Any, gold: Any, system: Any, **options: Any) -> float:
        """Return the value of a metric on users' data. Cost O(items) and what the metric itself needs."""
        from axiometrics.formulas.floats import SCALARS
        from axiometrics.tasks.clustering.batch import TableBatch
        from axiometrics.tasks.clustering.reading import read

        table = read(gold, system, **options)
        if isinstance(table, TableBatch):
            return float(self.values(metric, table)[0])
        return float(self.value(metric, table, SCALARS))

    def value(self, metric: Any, output: Table, algebra: Any) -> Any:
        """Return the value on one table: formulas in any arithmetic, functions in theirs."""
        from axiometrics.formulas.floats import SCALARS

        if metric.reads is None:
            from axiometrics.tasks.clustering.view import evaluate

            return evaluate(metric.formula, output, algebra)
        if algebra is not SCALARS and metric.exact is not None:
            return metric.exact(output, algebra)
        return metric.function(*self.arguments(metric.reads, output), **metric.values)

    def values(self, metric: Any, outputs: Any) -> Any:
        """Return the values on a batch of tables; functions are called once per distinct table."""
        import numpy as np

        if metric.reads is None:
            return outputs.evaluate(metric.formula)
        known: dict[Table, float] = {}
        found = np.empty(len(outputs))
        for index, table in enumerate(outputs.tables()):
            if table not in known:
                known[table] = metric.function(*self.arguments(metric.reads, table), **metric.values)
            found[index] = known[table]
        return found

    def arguments(self, reads: str, output: Table) -> tuple[Any, ...]:
        """Return one table in the form a black-box metric reads: gold first, except ``table`` (rows are clusters)."""
        if reads not in _FORMS:
            raise UnknownKeyError(f"clustering has no form {reads!r}; {nearest(reads, _FORMS)}")
        return tuple(_FORMS[reads](output))

    def algebra(self, output: Table) -> Any:
        """Return an exact arithmetic with the logarithms this table can need."""
        from axiometrics.formulas.exact import exact_algebra

        return exact_algebra(output.items + len(output.category_sizes))


TASK = Clustering()
