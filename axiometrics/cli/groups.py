"""Options of commands: groups of them as dataclasses, and numbers that are read as everywhere else."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter
from typing import Annotated, Any, get_args, get_type_hints

import typer

from axiometrics.numerals import read_real, read_whole

__all__ = ["flattened"]


def flattened(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with every parameter that is a group replaced by the options of the group."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}

    @wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        command(**given)

    parameters = [
        option
        for parameter in inspect.signature(command).parameters.values()
        for option in _options(parameter, hints[parameter.name])
    ]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {option.name: option.annotation for option in parameters}
    return run


def _options(parameter: Parameter, hint: Any) -> Iterator[Parameter]:
    if not is_dataclass(hint):
        yield parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=_numeric(parameter.name, hint))
        return
    hints = get_type_hints(hint, include_extras=True)
    for field in fields(hint):
        default = Parameter.empty if field.default is MISSING else field.default
        note = _numeric(field.name, hints[field.name])
        yield Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=note)


def _numeric(name: str, hint: Any) -> Any:
    """Return an option's annotation, with our reader where it is a number."""
    kind, *notes = get_args(hint)
    found = {int, float} & {kind, *get_args(kind)}
    if not found or not notes:
        return hint
    option, number = copy(notes[0]), found.pop()

    def read(given: Any) -> Any:
        return _number(f"--{name.replace('_', '-')}", number, option.min, option.max, given)

    option.parser = read
    return Annotated[kind, option]


def _number(option: str, kind: type, low: float | None, high: float | None, given: Any) -> Any:
    """Read one number; raise BadParameter for what is none, or out of range."""
    bounds = [f"{low} or more"] * (low is not None) + [f"{high} or less"] * (high is not None)
    allowed = f"give {'a whole number' if kind is int else 'a number'}, " + " and ".join(bounds)
    try:
        value = (read_whole if kind is int else read_real)(given) if isinstance(given, str) else given
    except ValueError:
        raise typer.BadParameter(
            f"{given!r} is no number; {allowed.rstrip(', ')}", param_hint=f"{option!r}"
        ) from None
    if value is not None and not (low is None or value >= low) & (high is None or value <= high):
        raise typer.BadParameter(f"{given} is out of range; {allowed}", param_hint=f"{option!r}")
    return value
