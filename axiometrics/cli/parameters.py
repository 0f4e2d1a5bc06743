"""How options are read and shown: groups of them, numbers, lists of names, and files; what is said of wrong ones."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import wraps
from glob import glob, has_magic
from inspect import Parameter
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Annotated, Any, get_args, get_type_hints

import typer
from typer.models import OptionInfo

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.numerals import read_real, read_whole
from axiometrics.parameters import split_key
from axiometrics.tasks import tasks


def flattened(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with every parameter that is a group replaced by the options of the group."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}

    @wraps(command)
    def run(**given: object) -> None:
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
        yield parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=_shown(parameter.name, hint, None))
        return
    hints = get_type_hints(hint, include_extras=True)
    panel = getattr(hint, "panel", None)
    for field in fields(hint):
        default = Parameter.empty if field.default is MISSING else field.default
        note = _shown(field.name, hints[field.name], panel)
        yield Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=note)


def _shown(name: str, hint: Any, panel: str | None) -> object:
    """Return an option's annotation as the help shows it: in its group's panel, and with our reader of numbers."""
    kind, *notes = get_args(hint)
    if not notes or not isinstance(notes[0], OptionInfo):
        return hint
    option = copy(notes[0])
    option.rich_help_panel = option.rich_help_panel or panel
    if kind is bool:
        option.metavar = ""  # a flag takes no value
    for number in {int, float} & {kind, *get_args(kind)}:
        option.parser = _number_reader(f"--{name.replace('_', '-')}", number, option.min, option.max)
        option.min = option.max = None  # the message says the range, the help has no room for it
    return Annotated[kind, option]


def _names(option: typer.CallbackParam, given: list[str] | None) -> list[str]:
    """Return the names of an option that is repeated, has commas, or both. Raises InputError where it names nothing."""
    if not given:
        return []  # which Typer takes for None; its older versions do not take None
    if found := [name for text in given for name in _split(text)]:
        return found
    spelling = option.metavar if option.param_type_name == "argument" else option.opts[0]
    otherwise = "" if option.required else ", or leave it out"
    raise InputError(f"{spelling} names nothing; give names separated by commas{otherwise}")


def _paths(context: typer.Context, option: typer.CallbackParam, given: list[Path] | None) -> list[Path]:
    """Return the files that paths, globs and ``-`` (what comes by the pipe) mean. Raises InputError for none."""
    if not given:
        return []
    found: list[Path] = []
    for path in given:
        fitting = [path] if path.exists() or path == PIPE else [*map(Path, sorted(glob(str(path))))]
        if not fitting and has_magic(str(path)):
            raise InputError(
                f"{option.opts[0]} {path}: no file fits; give a path, or a glob of files there are"
            )
        found += fitting or [path]
    return [_from_pipe(context, option.opts[0]) if path == PIPE else path for path in found]


def _from_pipe(context: typer.Context, option: str) -> Path:
    """Return a file with what comes by the pipe, which can be read again; it is gone at the end of the command."""
    if context.meta.setdefault("axiometrics.pipe", option) != option:
        raise InputError(
            f"{context.meta['axiometrics.pipe']} and {option} both read the pipe; give one of them a file"
        )
    place = Path(context.find_root().with_resource(TemporaryDirectory())) / "stdin"
    with place.open("wb") as file:
        copyfileobj(sys.stdin.buffer, file)
    return place


PIPE = Path("-")
"""Stands for what comes by the pipe."""


def names_argument(*, help: str, metavar: str, complete: Any = None) -> Any:
    """Return an argument that takes names: several, or separated by commas."""
    return typer.Argument(metavar=metavar, help=help, callback=_names, autocompletion=complete)


def files_option(*spellings: str, help: str) -> Any:
    """Return an option that takes files: paths, globs, or ``-``; repeatable."""
    return typer.Option(*spellings, metavar="FILE", help=help, callback=_paths)


def names_option(
    *spellings: str, help: str, metavar: str = "KEY,...", complete: Any = None, panel: str | None = None
) -> Any:
    """Return an option that takes names: repeated, or separated by commas; None where it is not given."""
    return typer.Option(
        *spellings,
        metavar=metavar,
        help=help,
        callback=_names,
        autocompletion=complete,
        rich_help_panel=panel,
    )


def _number_reader(
    option: str, kind: type, low: float | None, high: float | None
) -> Callable[[Any], int | float | None]:
    """Return what reads one number, and raises BadParameter for what is none, or out of range."""
    bounds = [f"{low} or more"] * (low is not None) + [f"{high} or less"] * (high is not None)
    allowed = f"give {'a whole number' if kind is int else 'a number'}, " + " and ".join(bounds)

    def number(given: Any) -> int | float | None:
        try:
            value = (read_whole if kind is int else read_real)(given) if isinstance(given, str) else given
        except ValueError:
            raise typer.BadParameter(
                f"{given!r} is no number; {allowed.rstrip(', ')}", param_hint=f"{option!r}"
            ) from None
        if value is not None and not (low is None or value >= low) & (high is None or value <= high):
            raise typer.BadParameter(f"{given} is out of range; {allowed}", param_hint=f"{option!r}")
        return value

    return number


def _split(text: str) -> list[str]:
    """Return the names of a comma separated list; commas inside parentheses belong to a name.

    >>> _split("p, f(alpha=1/2,beta=2)")
    ['p', 'f(alpha=1/2,beta=2)']
    """
    names, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            names.append("")
        else:
            names[-1] += letter
    return [name.strip() for name in names if name.strip()]


def split_target(target: str) -> tuple[str, Mapping[str, Any]]:
    """Return a target without the parameters that are written after it, and these."""
    place, colon, name = target.rpartition(":")
    if not name.endswith(")"):
        return target, {}
    key, given = split_key(name)
    return f"{place}{colon}{key}", given


def require_one(kind: str, name: str, known: Iterable[str]) -> None:
    """Raise InputError for a glob, or for several keys, where one metric or constraint is asked for."""
    base = name.partition("(")[0]
    if not set("*?[,") & set(base):
        return
    fitting = [
        key for key in dict.fromkeys(known) if any(fnmatchcase(key, each.strip()) for each in base.split(","))
    ]
    if not fitting:
        raise UnknownKeyError(f"no {kind} matches {name!r}; `axiometrics list {kind}s` shows all")
    raise InputError(
        f"one {kind} is asked for, but {name!r} may be {' or '.join(fitting[:FEW])}{', ...' * (len(fitting) > FEW)}; "
        f"`axiometrics matrix --{kind} {name!r}` takes several"
    )


FEW, MOST_LISTED = 3, 24
"""Names that are suggested, and those that a message lists; of more it says which command shows them."""


def near(name: str, known: Iterable[str], shown_by: str) -> str:
    """Say which of many names are meant by one that is not there, and what shows all.

    >>> near("purty", ["purity", "rand"], "`axiometrics list metrics` shows all")
    "did you mean 'purity'? (`axiometrics list metrics` shows all)"
    >>> near("mae", ["ae", "mae_macro", "mae_micro"], "`axiometrics list metrics` shows all")
    "did you mean 'mae_macro' or 'mae_micro'? (`axiometrics list metrics` shows all)"
    >>> near("hamming", map("f{}".format, range(99)), "`axiometrics list metrics` shows all")
    '`axiometrics list metrics` shows all'
    """
    names = sorted(set(known))
    longer = [each for each in names if each.startswith(f"{name}_")]
    hint = nearest(name, names)
    if 0 < len(longer) <= FEW:
        hint = f"did you mean {' or '.join(map(repr, longer))}?"
    if hint.endswith("?") or len(names) <= MOST_LISTED:
        return f"{hint} ({shown_by})"
    close = get_close_matches(name, names, n=FEW, cutoff=0.4)
    return f"nearest: {', '.join(close)} ({shown_by})" if close else shown_by


def usage_told(error: Any, examples: Mapping[str, str]) -> str:
    """Say what is wrong with a command line, and what it can have; errors are click's, which typer may bring along."""
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "axiometrics"
    text = error.format_message().replace("Value error, ", "").rstrip(".")
    if context is not None:
        text = _unknown_option(error, context) or text + _left_out(error, context, text, examples)
        text += _misplaced(context, text) + _no_command(text, examples)
    elif getattr(error, "option_name", None) == "--task":  # click does not say of which command
        text += f"; give one of {', '.join(tasks())}"
    return f"{text} (see `{where} --help`)"


def _unknown_option(error: Any, context: Any) -> str:
    """Say which option is meant by one that a command does not have; nothing of other errors."""
    given = getattr(error, "option_name", None)
    known = [name for each in context.command.params for name in each.opts if name[:2] == "--"]
    if given is None or given in known:
        return ""
    hint = nearest(given, known)
    return f"there is no option {given}; {hint}" if hint.endswith("?") else f"there is no option {given}"


def _left_out(error: Any, context: Any, text: str, examples: Mapping[str, str]) -> str:
    """Say what can be given for an argument or an option that was left out, and show a whole line."""
    lacking = getattr(error, "param", None)
    example = examples.get(context.info_name)
    if lacking is None or example is None or not text.startswith("Missing "):
        return ""
    known = [] if "Choose from" in text else _completions(lacking, context)
    allowed = f"; give one of {', '.join(known)}" if 0 < len(known) <= MOST_LISTED else ""
    return f"{allowed}; for example: {example}"


def _no_command(text: str, examples: Mapping[str, str]) -> str:
    """Say which commands there are, and what takes a metric, where none is near to what was given."""
    if not text.startswith("No such command") or "Did you mean" in text:
        return ""
    return f"; commands are {', '.join(examples)}; for example: {examples['check']}"


def _misplaced(context: Any, text: str) -> str:
    """Say which option takes an argument that a command has no place for."""
    found = re.search(r"unexpected extra argument\S* \((\S+)", text)
    word = found[1].rstrip(")") if found else ""
    if "=" in word:
        return "; parameters are written as in 'rbp(p=1/2)'"
    for option in context.command.params if word else ():
        given = context.params.get(option.name)
        if isinstance(given, str) and given[:2] == "--":
            return f"; {option.opts[0]} has no value, since {given} is an option itself"
        if option.opts[0][:2] == "--" and word in _completions(option, context):
            return f"; write {option.opts[0]} {word}"
    return ""


def _completions(parameter: Any, context: Any) -> list[str]:
    """Return what a shell would offer for a parameter: all the names that it takes, where it takes names."""
    return [each.value for each in parameter.shell_complete(context, "") if each.value]
