"""What the playground computes with: the formulas of the metrics of some matrices, as JavaScript."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from axiometrics.checker.verdict import Matrix, MetricInfo
from axiometrics.errors import AxiometricsError
from axiometrics.formulas.javascript import formula_javascript
from axiometrics.metrics.registry import metrics

__all__ = ["formulas_script", "live"]


def formulas_script(matrices: Sequence[Matrix]) -> str:
    """Return a constant ``FORMULAS``: by task and key, a function, and the weighting that its input is read with."""
    tasks = [_object(_word(matrix.task), ",\n".join(_entries(matrix))) for matrix in matrices]
    return "const FORMULAS = {\n" + ",\n".join(tasks) + "\n};"


def _entries(matrix: Matrix) -> Iterator[str]:
    for item in matrix.metrics:
        found = live(matrix.task, item)
        if found is not None:
            run = formula_javascript(found.graph)
            yield _object(_word(item.key), f"weighting: {_weighting(found)}, run: {run}")


def _object(name: str, inside: str) -> str:
    return f"{name}: {{ {inside} }}"


def live(task: str, item: MetricInfo) -> Any:
    """Return the formula that a row of a matrix is about; None for functions, and for what is not known here."""
    if item.kind != "formula":
        return None
    try:
        record = metrics(task)[item.key.partition("(")[0]]
        return record.with_parameters(**item.parameters).formula
    except (AxiometricsError, KeyError):
        return None


def _weighting(formula: Any) -> str:
    """Return the weights that relations of documents have in it, if any."""
    weights = getattr(formula, "weighting", None)
    known = weights and {"c": [weights.c.numerator, weights.c.denominator], "tail": weights.tail}
    return json.dumps(known or None)


def _word(text: str) -> str:
    """Return a name as a string of JavaScript."""
    return json.dumps(text)
