"""The values of a function on judged outputs, by the call that an adapter describes, and those of our definition."""

from __future__ import annotations

import inspect
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from axiometrics.errors import InputError, TargetError
from axiometrics.foreign import Failure, Remembering, Reply, load
from axiometrics.foreign.replies import FATAL, describe
from axiometrics.formulas.graph import Node, Quantity, as_node, node
from axiometrics.libraries.adapters import DIGITS, Adapter, source_line
from axiometrics.metrics import METRICS, Metric
from axiometrics.parameters import split_key
from axiometrics.tasks import get_task
from axiometrics.tasks.ordinal import Confusion
from axiometrics.tasks.registry import enumeration


def named(parts: tuple[Any, ...]) -> dict[str, Any]:
    """Name the parts of a judged output's form.

    >>> named(([1], [0]))
    {'parts': ([1], [0]), 'gold': [1], 'system': [0]}
    """
    names = {1: ("output",), 2: ("gold", "system")}.get(len(parts), ())
    return {"parts": parts, **dict(zip(names, parts, strict=True))} if names else {"parts": parts}


class Call:
    """Calls an adapter's function; raises TargetError when it is made and something cannot be imported."""

    def __init__(self, adapter: Adapter) -> None:
        self.__name__ = adapter.name
        self.__module__ = adapter.function.rpartition(":")[0]
        self._code = compile(adapter.call, f"the call of {adapter.name}", "eval")
        self._names: dict[str, Any] = {"function": _function(adapter.function)}
        for name, path in adapter.uses.items():
            self._names[name] = _function(path) if ":" in path else _module(path)
        self.source = source_line(self._names["function"])

    def __call__(self, *parts: Any) -> Any:
        """Return what the library returns."""
        return eval(self._code, {**self._names, **named(parts)})


def _function(path: str) -> Any:
    """Import a function, a class, or a method that a call gives its instance; raises TargetError."""
    owner, _, name = path.rpartition(".")
    with suppress(TargetError):
        found = load(owner, classes=True)
        if inspect.isclass(found) and hasattr(found, name):
            return getattr(found, name)
    return load(path, classes=True)


def _module(name: str) -> Any:
    """Import a library's module; raises TargetError, whatever the import raises."""
    try:
        return import_module(name)
    except Exception as error:
        raise TargetError(
            f"module {name!r} cannot be imported ({describe(error)}); install what it needs"
        ) from error


def condition(text: str) -> Callable[[tuple[Any, ...]], bool]:
    """Return a condition on the parts of a form.

    >>> condition("len(set(gold)) == 1")((["a", "a"], ["x", "y"]))
    True
    """
    compiled = compile(text, "a condition", "eval")

    def holds(parts: tuple[Any, ...]) -> bool:
        try:
            return bool(eval(compiled, named(parts)))
        except Exception as error:
            raise InputError(f"the condition {text!r} has no value on {parts} ({describe(error)})") from error

    return holds


def code(adapter: Adapter, parts: tuple[Any, ...]) -> str:
    """Return Python code that prints what the function returns for one input.

    >>> print(code(Adapter("f", "math:dist", "clustering", "labels"), ([0, 1], [0, 0])))
    from math import dist as function
    gold, system = [0, 1], [0, 0]
    print(function(gold, system))
    """
    imports = {"function": adapter.function, **adapter.uses}
    lines = [_import(name, path) for name, path in imports.items() if _names(name, adapter.call)]
    given: Mapping[str, Any] = named(parts)
    names = [name for name in given if name != "parts" and _names(name, adapter.call)]
    if names:
        lines.append(f"{', '.join(names)} = {', '.join(repr(given[name]) for name in names)}")
    if _names("parts", adapter.call):
        lines.append(f"parts = {parts!r}")
    return "\n".join([*lines, f"print({adapter.call})"])


def _names(name: str, call: str) -> bool:
    """Say whether a call uses a name."""
    return re.search(rf"\b{name}\b", call) is not None


def _import(name: str, path: str) -> str:
    module, _, what = path.rpartition(":")
    if module.endswith(".py"):
        return f"import axiometrics as ax; {name} = ax.load({path!r})"
    if not module:
        return f"import {path} as {name}" if path != name else f"import {path}"
    first, _, rest = what.partition(".")
    if rest:
        return f"from {module} import {first}; {name} = {what}"
    return f"from {module} import {what}" + (f" as {name}" if name != what else "")


class Values:
    """Asks a function for its values; use it in a ``with`` block.

    The checker is given its ``worker``, so that no call is made twice.
    """

    def __init__(self, adapter: Adapter, *, timeout: float) -> None:
        self.adapter = adapter
        self.call = Call(adapter)
        self.task = get_task(adapter.task)
        self._applies = condition(adapter.applies)
        self.worker = Remembering(self._called, timeout=timeout)

    def __enter__(self) -> Values:
        self.worker.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        self.worker.close()

    def _called(self, *parts: object) -> Any:
        """Call the function. Raises InputError for an input that it is not meant for."""
        if not self._applies(parts):
            raise InputError(f"{self.adapter.name} is not meant for this input")
        return self.call(*parts)

    def applicable(self, outputs: Iterable[Any]) -> list[Any]:
        """Return the outputs that the function is meant for."""
        return [output for output in outputs if self._applies(self.parts(output))]

    def compile(self, outputs: Sequence[Any]) -> None:
        """Call the function here on the smallest and the largest output: what it compiles, its workers inherit."""
        for output in (*outputs[:1], *outputs[-1:]):
            with suppress(Exception):  # what a call raises is told when its value is asked for
                self.call(*self.parts(output))

    def parts(self, output: object) -> tuple[Any, ...]:
        """Return an output in the form that the function reads."""
        return self.task.arguments(self.adapter.reads, output)

    def of(self, outputs: Sequence[Any]) -> list[Reply]:
        """Return the reply on each output."""
        return self.on([self.parts(output) for output in outputs])

    def on(self, batch: Sequence[tuple[Any, ...]]) -> list[Reply]:
        """Return the reply on each tuple of arguments; what was asked before is remembered."""
        return self.worker.call(batch)

    def require_answers(self, outputs: Sequence[Any]) -> None:
        """Raise InputError where a call does not end within the limits: then nothing can be said of its value.

        Nor can it where every call raises the same, and nothing that is documented explains it.
        """
        replies = self.of(outputs)
        raised = {reply.message for reply in replies if isinstance(reply, Failure) and reply.kind == "raised"}
        every = all(isinstance(reply, Failure) and reply.kind == "raised" for reply in replies)
        if every and len(outputs) > len(raised) == 1 and not all(map(self._is_documented, outputs)):
            raise InputError(f"it raises on every input: {raised.pop()}")
        for output, reply in zip(outputs, replies, strict=True):
            if isinstance(reply, Failure) and reply.kind in FATAL:
                raise InputError(f"{reply.kind} on {output.notation()} ({reply.message}); give it more time")

    def _is_documented(self, output: object) -> bool:
        """Say whether some convention is about an output."""
        return any(condition(each.when)(self.parts(output)) for each in self.adapter.conventions)


def close(one: float, other: float, digits: int) -> bool:
    """Say whether two values agree up to rounding.

    An infinite value agrees with itself alone.

    >>> close(0.1 + 0.2, 0.3, 9), close(0.3333333, 1 / 3, 9), close(math.inf, 0.3, 9), close(math.inf, math.inf, 9)
    (True, False, False, True)
    """
    if math.isinf(one) or math.isinf(other):
        return one == other
    return abs(one - other) <= 10.0**-digits * max(1.0, abs(one), abs(other))


def told(reply: Reply) -> str:
    """Say what a call gave."""
    if isinstance(reply, Failure):
        return (
            reply.message
            if reply.kind in ("raised", "undefined", "not_finite", "not_a_number")
            else f"{reply.kind}: {reply.message}"
        )
    return repr(round(reply.value, 12))


def called(metric: Metric) -> Callable[..., float | None]:
    """Return a metric as a function of the parts of its task's form."""

    further = enumeration(metric.task).further

    def function(*parts: Any) -> float | None:
        return metric(*parts[:2], **dict(zip(further, parts[2:], strict=True)))

    return function


Side = Sequence[Iterable[str]]
Paths = list[list[list[str]]]
"""Of every item its paths, each a list of labels."""

OTHERS = (Fraction(1), Fraction(17, 3))
"""What is added to the values of conventions to see whether they count."""


@dataclass(frozen=True)
class Own:
    """A value, None where the metric has none; ``convention`` says that another convention would give another one.

    ``readings`` are the least and the largest value by all rules of reading, where these differ.
    """

    value: float | None
    convention: bool
    readings: tuple[float, ...] = ()


class Definition:
    """Evaluates a registered metric, with the values that it has by convention and with others in their place."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self._task = get_task(metric.task)
        self._known: dict[Any, Own] = {}
        self._others = tuple(
            replace(metric, function=_with_other_conventions(metric, added))
            for added in OTHERS
            if metric.reads is None
        )
        self._readings = tuple(
            metric.with_parameters(**{each.name: rule})
            for each in metric.parameters
            if each.of_reading
            for rule in each.choices
        )

    def value(self, output: object) -> Own:
        """Return the value on one output, computed once."""
        self.know([output])
        return self._known[output]

    def know(self, outputs: Iterable[Any]) -> None:
        """Compute the values on many outputs together."""
        new = [output for output in dict.fromkeys(outputs) if output not in self._known]
        if not new:
            return
        batch = self._task.batch(new)
        found = self._floats(self.metric, batch)
        others = [self._floats(each, batch) for each in self._others]
        read = [self._floats(each, batch) for each in self._readings]
        for place, output in enumerate(new):
            self._known[output] = _own(
                found[place], *([each[place] for each in part] for part in (others, read))
            )

    def _floats(self, metric: Metric, batch: Any) -> list[float | None]:
        return [None if math.isnan(each) else float(each) for each in self._task.values(metric, batch)]


def _own(found: float | None, others: Sequence[float | None], read: Sequence[float | None]) -> Own:
    """Return a value, with those by other conventions and by all rules of reading."""
    if found is None:
        return Own(None, True)
    known = [value for value in read if value is not None] or [found]
    ends = (min(known), max(known))
    return Own(found, any(other != found for other in others), () if close(*ends, DIGITS) else ends)


@lru_cache(maxsize=256)
def definition(task: str, key: str) -> Definition:
    """Return the definition of a key with parameters, such as ``bcubed_f(alpha=1/3)``; raises UnknownKeyError.

    >>> found = definition("clustering", "jaccard")
    >>> from axiometrics.tasks.clustering import Table
    >>> found.value(Table.from_notation("{a b}")), found.value(Table.from_notation("{a}{b}"))
    (Own(value=0.0, convention=False, readings=()), Own(value=1.0, convention=True, readings=()))
    """
    base, given = split_key(key)
    return Definition(METRICS.get(base, task).with_parameters(**given))


def _with_other_conventions(metric: Metric, added: Fraction) -> Any:
    """Return the metric's formula with something added to every value that a ratio or guard states; none for infinity.

    A stated value that does not count, as that of log 0 in 0 log 0, changes nothing.
    """

    def changed(stated: Node) -> Node:
        if stated.kind in ("undefined", "infinite"):
            return node("undefined")
        return node("sum", stated, as_node(added))

    def other(view: object, **values: object) -> Any:
        return Quantity(as_node(metric.function(view, **values)).restated(changed))

    return other


def labels_of_matrix(rows: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return (gold, system) labels from 1 on of a matrix with assigned classes in rows and true ones in columns.

    >>> labels_of_matrix([[1, 0], [2, 0]])
    ([1, 1, 1], [1, 2, 2])
    """
    return Confusion.of(rows).to_labels()


def label_paths(gold: Side, system: Side, parents: Mapping[str, Sequence[str]]) -> tuple[Paths, Paths]:
    """Return each item's labels as paths from the top, filled up with empty texts: as many and as long for every item.

    >>> label_paths([{"b"}], [["c", "a"]], {"a": [], "b": ["a"], "c": []})
    ([[['a', 'b'], ['', '']]], [[['a', ''], ['c', '']]])
    """

    def path(label: str) -> list[str]:
        return [*(path(parents[label][0]) if parents[label] else ()), label]

    found = [[list(map(path, sorted(item))) for item in side] for side in (gold, system)]
    most = max(1, *(len(item) for side in found for item in side))
    deep = max(map(len, map(path, parents)))
    one, other = (
        [
            [[*each, *[""] * (deep - len(each))] for each in [*item, *[[]] * (most - len(item))]]
            for item in side
        ]
        for side in found
    )
    return one, other


def with_files(call: Callable[[str, str], Any], gold: Mapping[Any, Any], system: Mapping[Any, Any]) -> Any:
    """Write gold and system as JSON records of one test case and return what a call on (system file, gold file) gives.

    Each is a mapping from item to value; a set of labels becomes a list of words.

    >>> from pathlib import Path
    >>> with_files(lambda system, gold: Path(gold).read_text(), {1: {"a"}}, {1: {"x"}})
    '[{"test_case": "q", "id": "1", "value": ["a"]}]'
    """
    with TemporaryDirectory() as folder:
        paths = []
        for name, side in (("system", system), ("gold", gold)):
            path = Path(folder, f"{name}.json")
            path.write_text(json.dumps([_record(item, value) for item, value in side.items()]), "utf-8")
            paths.append(str(path))
        return call(*paths)


def _record(item: object, value: object) -> dict[str, Any]:
    words = sorted(map(str, value)) if isinstance(value, set | frozenset) else value
    return {"test_case": "q", "id": str(item), "value": words}
