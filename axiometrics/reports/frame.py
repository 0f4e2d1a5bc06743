"""A matrix as a pandas DataFrame; pandas is an optional extra."""

from __future__ import annotations

from typing import Any

from axiometrics.checker.verdict import Matrix
from axiometrics.errors import AxiometricsError

__all__ = ["MissingExtraError", "matrix_frame"]


class MissingExtraError(AxiometricsError, ImportError):
    """An optional package that is needed here and not installed."""


def matrix_frame(matrix: Matrix) -> Any:
    """Return the strict outcomes: one row per metric (family, key), one column per constraint."""
    try:
        import pandas
    except ImportError as error:
        raise MissingExtraError(
            "a data frame needs pandas; run: pip install 'axiometrics[pandas]'"
        ) from error
    keys = [(metric.family, metric.key) for metric in matrix.metrics]
    index = pandas.MultiIndex.from_tuples(keys, names=["family", "metric"]) if keys else pandas.Index([])
    columns = pandas.Index([constraint.key for constraint in matrix.constraints], name="constraint")
    outcomes = {(cell.metric, cell.constraint): cell.strict.outcome for cell in matrix.cells}
    rows = [[outcomes.get((key, name)) for name in columns] for _, key in keys]
    return pandas.DataFrame(rows, index=index, columns=columns, dtype=object)
