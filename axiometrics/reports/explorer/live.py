"""What the playground computes with: the formulas of the metrics of some matrices, as JavaScript."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from axiometrics.checker.judged import MetricInfo
from axiometrics.checker.verdict import Matrix
from axiometrics.errors import AxiometricsError
from axiometrics.formulas.javascript import formula_javascript
from axiometrics.formulas.nodes import Letter
from axiometrics.metrics.registry import Metric, metrics

__all__ = ["formulas_script", "live"]


def formulas_script(matrices: Sequence[Matrix]) -> str:
    """Return a constant ``FORMULAS``: by task and key, a function, and the weighting that its input is read with."""
    tasks = [_object(_word(matrix.task), ",\n".join(_entries(matrix))) for matrix in matrices]
    return "const FORMULAS = {\n" + ",\n".join(tasks) + "\n};"


def _entries(matrix: Matrix) -> Iterator[str]:
    for item in matrix.metrics:
        record = _record(matrix.task, item)
        found = live(matrix.task, item)
        if record is not None and found is not None:
            run = formula_javascript(found.graph)
            yield _object(
                _word(item.key), f"weighting: {_weighting(found)}, run: {run}, open: {_open(record)}"
            )


def _open(record: Metric) -> str:
    """Return the first parameter that may be any number of an interval, with the formula in it; null for none."""
    for parameter in record.parameters:
        value = record.values[parameter.name]
        low = parameter.above if parameter.least is None else parameter.least
        high = parameter.below if parameter.most is None else parameter.most
        if parameter.whole or parameter.choices or isinstance(value, str) or low is None:
            continue
        letter = Letter(parameter.name, positive=True)
        try:
            found = replace(record, values={**record.values, parameter.name: letter}).formula
            if not hasattr(found, "weighting"):
                span = {
                    "name": parameter.name,
                    "low": low,
                    "high": high or max(4, 2 * float(value)),
                    "value": float(value),
                }
                return f"{{ ...{json.dumps(span)}, run: {formula_javascript(found.graph)} }}"
        except AxiometricsError:  # the parameter counts something, such as ranks
            continue
    return "null"


def _object(name: str, inside: str) -> str:
    return f"{name}: {{ {inside} }}"


def live(task: str, item: MetricInfo) -> Any:
    """Return the formula that a row of a matrix is about; None for functions, and for what is not known here."""
    record = _record(task, item)
    try:
        return record and record.formula
    except AxiometricsError:
        return None


def _record(task: str, item: MetricInfo) -> Metric | None:
    if item.kind != "formula":
        return None
    try:
        return metrics(task)[item.key.partition("(")[0]].with_parameters(**item.parameters)
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
