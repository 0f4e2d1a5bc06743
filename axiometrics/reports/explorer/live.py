"""What the playground computes with: the formulas of the metrics of some matrices, as JavaScript."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import Any

from axiometrics.checker.judged import MetricInfo
from axiometrics.checker.verdict import Matrix
from axiometrics.errors import AxiometricsError
from axiometrics.formulas.javascript import formula_javascript
from axiometrics.metrics.registry import Metric, metrics
from axiometrics.parameters import Parameter

__all__ = ["formulas_script", "live"]

MOST_WHOLE = 12
"""Whole numbers are offered for a parameter up to so many above its bound."""


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
            moves = ", ".join(_moves(record, run))
            yield _object(_word(item.key), f"weighting: {_weighting(found)}, run: {run}, moves: [{moves}]")


def _moves(record: Metric, run: str) -> Iterator[str]:
    """Yield what each parameter may become, the others as they are: any number of an interval, or some values.

    A value's formula is left out where it is the one that is ``run``, as where a parameter says how rows are weighed.
    """
    for parameter in (each for each in record.parameters if not each.of_reading):
        own = record.values[parameter.name]
        found = (
            None if parameter.whole or parameter.choices or isinstance(own, str) else _span(record, parameter)
        )
        points = [] if found else list(_points(record, parameter, run))
        if len(points) > 1:
            told = f"name: {_word(parameter.name)}, value: {_word(str(own))}"
            found = f"{{ {told}, whole: {json.dumps(parameter.whole)}, points: [{', '.join(points)}] }}"
        if found:
            yield found


def _span(record: Metric, parameter: Parameter) -> str | None:
    """Return the interval of a parameter and the formula in it; None where the formula is another for each value."""
    low = parameter.above if parameter.least is None else parameter.least
    high = parameter.below if parameter.most is None else parameter.most
    own = float(record.values[parameter.name])
    nodes = import_module("axiometrics.formulas.nodes")  # with SymPy, which takes long to import
    letter = nodes.Letter(parameter.name, positive=True)
    try:
        found = replace(record, values={**record.values, parameter.name: letter}).formula
    except AxiometricsError:  # the parameter counts something, such as ranks
        return None
    if hasattr(found, "weighting"):
        return None
    ends = (min(-4, 2 * own) if low is None else low, max(4, 2 * own) if high is None else high)
    span = {"name": parameter.name, "low": ends[0], "high": ends[1], "value": own}
    return f"{{ ...{json.dumps(span)}, run: {formula_javascript(found.graph)} }}"


def _points(record: Metric, parameter: Parameter, run: str) -> Iterator[str]:
    for value in sorted(_values(record, parameter)) if not parameter.choices else parameter.choices:
        try:
            found = record.with_parameters(**{parameter.name: value}).formula
        except AxiometricsError:  # not with the values that the others have
            continue
        code = formula_javascript(found.graph) if found else run
        other = "" if code == run else f", run: {code}"
        yield f"{{ told: {_word(str(value))}, weighting: {_weighting(found)}{other} }}"


def _values(record: Metric, parameter: Parameter) -> set[Fraction]:
    """Return some numbers that a parameter may be, with its own among them: the first whole ones, or tenths."""
    own = Fraction(record.values[parameter.name])
    low = Fraction(next((each for each in (parameter.least, parameter.above) if each is not None), 0))
    high = next((each for each in (parameter.most, parameter.below) if each is not None), None)
    tried = [low + place for place in range(MOST_WHOLE + 1)]
    if not parameter.whole:
        reach = Fraction(high) if high is not None else max(low + 4, 2 * own)
        tried = [low + (reach - low) * Fraction(place, 10) for place in range(11)]
    return {own, *filter(partial(_is_allowed, parameter), tried)}


def _is_allowed(parameter: Parameter, value: Fraction) -> bool:
    try:
        return parameter.check(value) == value
    except AxiometricsError:
        return False


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
