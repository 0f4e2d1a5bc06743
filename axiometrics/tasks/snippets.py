"""Code that a reader can paste into a new interpreter to see a witness for themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from axiometrics.metrics.registry import Metric


def snippet(
    metric: Metric, outputs: Mapping[str, str], *, reader: str, calls: Mapping[str, str] | None = None
) -> str:
    """Return Python code that prints the score of every output, which is given in notation.

    ``calls`` are expressions to print instead, where that is not the score of one output.

    ``reader`` names the task's class, as ``package.module:Class``, that reads the notation for plain functions, or, as
    ``package.module:Class(gold, system)``, one that takes these two.
    A function that no new interpreter can find (typed at a prompt, a lambda) is left to the reader to define.
    """
    made = calls or {name: f'score("{text}")' for name, text in outputs.items()}
    return "\n".join([*_head(metric, _name(metric), reader), "", *_calls(made)])


def _calls(calls: Mapping[str, str]) -> list[str]:
    return [f'print("{name}", {call})' for name, call in calls.items()]


def _head(metric: Metric, name: str | None, reader: str) -> list[str]:
    """Return lines that define ``score``."""
    if metric.registered and _target(metric, None):
        return [*_found(metric, None, "score"), *_rebound(metric)]
    if metric.registered and (name is None or metric.origin.startswith("axiometrics.")):
        return [
            "import axiometrics as ax",
            "",
            f'score = ax.metrics("{metric.task}")["{metric.key}"]{_bound(metric)}',
        ]
    if name is not None and isinstance(getattr(sys.modules[metric.origin], name, None), type(metric)):
        return [*_found(metric, name, "score"), *_rebound(metric)]
    found = _found(metric, name, "function")
    if metric.reads is None:
        build = f'score = build(function, task="{metric.task}")'
        return ["from axiometrics.metrics.registry import build", *found, "", build]
    options = {**dict(getattr(metric.function, "options", ())), **metric.values}
    given = "".join(f", {each}={value!r}" for each, value in options.items())
    module, _, made = reader.partition(":")
    kind, _, taken = made.rstrip(")").partition("(")
    output = made if taken else f"{kind}.from_notation(text)"
    head = [f"from {module} import {kind}", *found, ""]
    order = "[::-1]" if getattr(metric.function, "swapped", False) else ""
    call = f"function(*{output}.read_as({metric.reads!r}){order}{given})"
    return [*head, f"def score({taken or 'text'}):", f"    return {call}"]


def _bound(metric: Metric) -> str:
    given = ", ".join(f"{name}={str(value)!r}" for name, value in metric.values.items())
    return f".with_parameters({given})" if metric.label != metric.key else ""


def _rebound(metric: Metric) -> list[str]:
    return [f"score = score{_bound(metric)}"] if _bound(metric) else []


def _target(metric: Metric, name: str | None) -> str | None:
    """Return the target by which a function of a file is loaded, or one that is not loaded in this process."""
    if name is not None and metric.origin.startswith("axiometrics_target_"):
        return f"{sys.modules[metric.origin].__file__}:{name}"
    found = getattr(metric.function, "target", None)
    return found if isinstance(found, str) else None


def _found(metric: Metric, name: str | None, called: str) -> list[str]:
    """Return lines that fetch what a module or file has under a name."""
    target = _target(metric, name)
    if target is not None:
        return ["import axiometrics as ax", "", f"{called} = ax.load({target!r})"]
    if name is None:
        return ["", f"{called} = {metric.key}  # your function"]
    module = _shortest(metric.origin, name)
    first, _, rest = name.partition(".")
    if not rest:
        return [f"from {module} import {first} as {called}"]
    return [f"from {module} import {first}", "", f"{called} = {name}"]


def _name(metric: Any) -> str | None:
    """Return the name, also of a method of an instance, under which its module holds a metric's function."""
    module = sys.modules.get(metric.origin)
    if module is None or metric.origin == "__main__":
        return None
    function = metric.function.function if type(metric.function).__name__ == "Swapped" else metric.function
    return next(_names(vars(module), function), None)


def _names(held: Mapping[str, Any], function: Any) -> Iterator[str]:
    for name, value in held.items():
        if value is function or getattr(value, "function", None) is function:
            yield name
        elif value is getattr(function, "__self__", held):
            yield f"{name}.{function.__name__}"


def _shortest(origin: str, name: str) -> str:
    """Return the highest package that offers the same object."""
    first = name.partition(".")[0]
    wanted = getattr(sys.modules[origin], first)
    parts = origin.split(".")
    packages = (".".join(parts[:count]) for count in range(1, len(parts) + 1))
    return next(each for each in packages if getattr(sys.modules.get(each), first, None) is wanted)
