"""The call that an adapter describes: as a function of a judged output's form, and as code to paste."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from axiometrics.errors import InputError, TargetError
from axiometrics.foreign import load
from axiometrics.foreign.replies import describe
from axiometrics.libraries.adapters import Adapter

__all__ = ["Call", "code", "condition", "named"]


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
        self._names: dict[str, Any] = {"function": load(adapter.function)}
        for name, path in adapter.uses.items():
            self._names[name] = load(path) if ":" in path else _module(path)

    def __call__(self, *parts: Any) -> Any:
        """Return what the library returns."""
        return eval(self._code, {**self._names, **named(parts)})


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
