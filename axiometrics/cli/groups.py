"""Groups of options: dataclasses whose fields become options of a command."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter
from typing import Any, get_type_hints

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
        yield parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hint)
        return
    hints = get_type_hints(hint, include_extras=True)
    for field in fields(hint):
        default = Parameter.empty if field.default is MISSING else field.default
        yield Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[field.name])
