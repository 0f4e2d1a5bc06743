"""What the playground computes with, as JavaScript: the formulas of metrics, and what a typed formula may use.

A formula is the author's graph, step by step, over the page's arithmetic. A typed one may use the quantities and
reductions of a task's view, by their names there.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import Any

from axiometrics.checker.verdict import Matrix, MetricInfo
from axiometrics.errors import AxiometricsError
from axiometrics.formulas.graph import Node, Quantity, StepError, as_node, require_whole, text
from axiometrics.formulas.view import QuantityOf, Recorder, ReductionOver, View
from axiometrics.metrics.registry import Metric, metrics
from axiometrics.parameters import Parameter
from axiometrics.tasks.registry import find_task

MOST_WHOLE = 12
"""Whole numbers are offered for a parameter up to so many above its bound."""


def formulas_script(matrices: Sequence[Matrix]) -> str:
    """Return a constant ``FORMULAS``: by task and key, a function, and the weighting that its input is read with."""
    tasks = [_object(json.dumps(matrix.task), ",\n".join(_entries(matrix))) for matrix in matrices]
    return "const FORMULAS = {\n" + ",\n".join(tasks) + "\n};"


def _entries(matrix: Matrix) -> Iterator[str]:
    for item in matrix.metrics:
        record = _record(matrix.task, item)
        found = formula_of(matrix.task, item)
        if record is not None and found is not None:
            run = formula_javascript(found.graph)
            moves = ", ".join(_moves(record, run))
            yield _object(
                json.dumps(item.key), f"weighting: {_weighting(found)}, run: {run}, moves: [{moves}]"
            )


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
            told = f"name: {json.dumps(parameter.name)}, value: {json.dumps(str(own))}"
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
        yield f"{{ told: {json.dumps(str(value))}, weighting: {_weighting(found)}{other} }}"


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


def formula_of(task: str, item: MetricInfo) -> Any:
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


def vocabulary_script(tasks: Sequence[str]) -> str:
    """Return a constant ``VOCABULARY``: by task the quantities as functions, and reductions with variables."""
    return "const VOCABULARY = {\n" + ",\n".join(map(_entry, tasks)) + "\n};"


class _Listening(Recorder):
    """Records, and notes what the last reduction runs over and what it offers."""

    offered: tuple[str, list[tuple[str, bool]]] = ("", [])

    def reduced(
        self, domain: str, names: Sequence[tuple[str, bool]], bodies: Sequence[Callable[..., Any]]
    ) -> Any:
        """Record a reduction."""
        self.offered = domain, list(names)
        return super().reduced(domain, names, bodies)


def _entry(task: str) -> str:
    view = _view(task)
    quantities = ",\n".join(_quantities(view)) if view else ""
    reductions = ",\n".join(_reductions(view)) if view else ""
    return f"{json.dumps(task)}: {{ quantities: {{ {quantities} }},\nreductions: {{ {reductions} }} }}"


def _view(task: str) -> type[View] | None:
    """Return the class of a task's view; None where it has none that can be listed."""
    home = find_task(task)
    try:
        found = vars(home.part("view")) if home else {}
    except AxiometricsError:
        return None
    own = [
        each
        for each in found.values()
        if isinstance(each, type) and issubclass(each, View) and each is not View
    ]
    return own[0] if own else None


def _quantities(view: type[View]) -> Iterator[str]:
    for name, member in inspect.getmembers(view, lambda each: isinstance(each, property | QuantityOf)):
        try:
            graph = as_node(getattr(view(), name))
        except AxiometricsError:  # several numbers
            continue
        run, whole = formula_javascript(graph), json.dumps(_is_whole(graph))
        yield f"{json.dumps(name)}: {{ told: {_told(member)}, whole: {whole}, run: {run} }}"


def _is_whole(graph: Node) -> bool:
    """Say whether a quantity may be an exponent."""
    try:
        require_whole(graph, "a quantity")
    except AxiometricsError:
        return False
    return True


def _reductions(view: type[View]) -> Iterator[str]:
    for name, member in inspect.getmembers(view, _is_reduction):
        source = _Listening()
        given: list[Any] = []
        getattr(view(source), name)(lambda *values, given=given: given.extend(values) or 1)
        domain, names = source.offered
        takes, written = _as_python(given)
        told = {
            "domain": domain,
            "names": [variable for variable, _ in names],
            "whole": [whole for _, whole in names],
            "takes": takes,
            "python": [written[variable] for variable, _ in names],
            "told": _first_line(member),
        }
        yield f"{json.dumps(name)}: {json.dumps(told)}"


def _as_python(given: Sequence[Any]) -> tuple[list[str], dict[str, str]]:
    """Return what the arguments of a body are called, and how each variable is written there."""
    takes, written = [], {}
    for place, value in enumerate(given):
        if not hasattr(value, "_fields"):
            name = as_node(value).value[0]
            takes.append(name)
            written[name] = name
            continue
        takes.append(f"at{place or ''}")
        for field, part in value._asdict().items():
            if isinstance(part, Quantity):
                written[as_node(part).value[0]] = f"{takes[-1]}.{field}"
    return takes, written


def _is_reduction(member: Any) -> bool:
    """Say whether something in a view is a reduction with one body."""
    if isinstance(member, ReductionOver):
        return True
    return inspect.isfunction(member) and list(inspect.signature(member).parameters)[1:2] == ["body"]


def _told(member: Any) -> str:
    return json.dumps(_first_line(member))


def _first_line(member: Any) -> str:
    return (inspect.getdoc(member) or "").partition("\n")[0]


_OPERATIONS = frozenset(
    {
        *("sum", "product", "quotient", "power", "root", "ratio", "guard", "maximum", "minimum"),
        *("log", "tanh", "log_binomial", "inverse_log2"),
    }
)
_LEAVES = {"undefined": "A.NOTHING", "infinite": "A.INFINITE"}


def formula_javascript(graph: Node) -> str:
    """Return a function of an arithmetic ``A``, which has a function of every kind of step, of an output and letters.

    An output has ``quantities`` by name; ``A.reduced`` folds bodies, functions of a row, over its rows of a domain.
    Names become properties that are written as JSON, so that none can be read as code. Open parameters are
    looked up in ``p``.

    >>> from axiometrics.metrics import metrics
    >>> print(formula_javascript(metrics("filtering")["precision"].formula.graph))
    (A, o, p) => {
    const s0 = A.sum(o.quantities["TP"], o.quantities["FP"]);
    const s1 = A.ratio(o.quantities["TP"], s0, A.NOTHING);
    return s1;
    }
    """
    return f"(A, o, p) => {_block(graph)}"


def _block(graph: Node) -> str:
    """Return the steps of a formula or of a body in order, each once."""
    names: dict[int, str] = {}
    lines: list[str] = []
    for found in _steps(graph):
        if found.kind in _OPERATIONS or found.kind == "reduction":
            names[id(found)] = f"s{len(lines)}"
            lines.append(f"const s{len(lines)} = {_step(found, names)};")
        else:
            names[id(found)] = _leaf(found)
    return "\n".join(["{", *lines, f"return {names[id(graph)]};", "}"])


def _step(found: Node, names: dict[int, str]) -> str:
    if found.kind == "reduction":
        bodies = (f"r => {_block(part)}" for part in found.parts)
        return f"A.reduced(o, {', '.join([json.dumps(found.value), *bodies])})"
    return f"A.{found.kind}({', '.join(names[id(part)] for part in found.parts)})"


def _leaf(found: Node) -> str:
    if found.kind == "number":
        return f"A.number({found.value.numerator}, {found.value.denominator})"
    if found.kind == "quantity":
        return f"o.quantities[{json.dumps(found.value[0])}]"
    if found.kind == "variable":
        return f"r[{json.dumps(found.value[0])}]"
    if found.kind == "letter" and found.value.is_Symbol:
        return f"p[{json.dumps(found.value.name)}]"
    if found.kind not in _LEAVES:
        raise StepError(f"{text(found)} has no value in a page", found)
    return _LEAVES[found.kind]


def _steps(graph: Node) -> Iterator[Node]:
    """Yield every step after those that it works on; the bodies of reductions are steps of their own."""
    seen: set[int] = set()
    open_ = [graph]
    while open_:
        found = open_[-1]
        inner = () if found.kind == "reduction" else found.parts
        left = [part for part in inner if id(part) not in seen]
        open_.extend(left)
        if not left:
            open_.pop()
            if id(found) not in seen:
                seen.add(id(found))
                yield found
