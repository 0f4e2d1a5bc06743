"""The options that the commands share, in groups that are dataclasses, and numbers that are read as everywhere else."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import wraps
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import typer

from axiometrics.errors import InputError
from axiometrics.numerals import read_real, read_whole

__all__ = [
    "Computing",
    "Effort",
    "Expect",
    "Metrics",
    "Plugins",
    "Reading",
    "Regions",
    "Selecting",
    "Task",
    "flattened",
]


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
        yield parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=_numeric(parameter.name, hint))
        return
    hints = get_type_hints(hint, include_extras=True)
    for field in fields(hint):
        default = Parameter.empty if field.default is MISSING else field.default
        note = _numeric(field.name, hints[field.name])
        yield Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=note)


def _numeric(name: str, hint: Any) -> object:
    """Return an option's annotation, with our reader where it is a number."""
    kind, *notes = get_args(hint)
    found = {int, float} & {kind, *get_args(kind)}
    if not found or not notes:
        return hint
    option, number = copy(notes[0]), found.pop()

    def read(given: object) -> Any:
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


class Effort(StrEnum):
    """How hard the checker tries."""

    quick = "quick"
    normal = "normal"
    thorough = "thorough"


Task = Annotated[str | None, typer.Option(metavar="TASK", help="The task, where a key does not tell it.")]
Plugins = Annotated[bool, typer.Option("--plugins/--no-plugins", help="Load what installed plug-ins add.")]
Metrics = Annotated[
    list[str] | None,
    typer.Option("--metric", metavar="KEY|GLOB", help="Only these metrics, also 'rbp(p=1/2)'. Repeatable."),
]
Expect = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Exit with 1 where outcomes differ from the file's: a matrix in JSON, or JSON or YAML "
        "{metric: {constraint: outcome}}.",
    ),
]

Regions = Annotated[
    bool,
    typer.Option(
        "--regions/--no-regions",
        help="Ask, too, for which parameters and in which cases a constraint holds. Takes much longer.",
    ),
]


@dataclass(frozen=True)
class Selecting:
    """Which constraints are asked for."""

    constraint: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY|GLOB",
            help="Only these constraints, also 'rag_bag(size=n-1)' or '*(components=3)'. Repeatable.",
        ),
    ] = None
    all: Annotated[bool, typer.Option("--all", help="Add variants and the further property sets.")] = False

    @property
    def arguments(self) -> dict[str, Any]:
        """The checker's arguments."""
        return {"constraints": self.constraint or None, "variants": self.all}


@dataclass(frozen=True)
class Reading:
    """How a plain function is to be understood."""

    reads: Annotated[
        str | None,
        typer.Option(
            metavar="FORM",
            help="How a plain function takes its inputs: labels, or labels:system,gold if gold is not first.",
        ),
    ] = None
    error: Annotated[bool, typer.Option("--error", help="Lower values of a plain function are better.")] = (
        False
    )
    undefined_somewhere: Annotated[
        bool,
        typer.Option(
            "--undefined-somewhere",
            help="A plain function returns None or NaN where it has no value; judge it on all other cases.",
        ),
    ] = False


@dataclass(frozen=True)
class Computing:
    """How verdicts are computed."""

    effort: Annotated[
        Effort, typer.Option(metavar="EFFORT", help="How hard to try: quick, normal or thorough.")
    ] = Effort.normal
    size: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Sweep every case up to this size.")
    ] = None
    max_examples: Annotated[
        int | None, typer.Option(min=1, metavar="K", help="Random cases per constraint.")
    ] = None
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of the random cases.")] = 0
    jobs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes to use. Default: one per processor.")
    ] = None
    timeout: Annotated[
        float,
        typer.Option(
            min=0.001,
            metavar="SECONDS",
            help="Limit per batch of calls of a plain function; an import may take six times as long.",
        ),
    ] = 10.0
    cache: Annotated[
        bool, typer.Option("--cache/--no-cache", help="Reuse and keep verdicts computed before.")
    ] = True
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Compute again what was computed or published before.")
    ] = False
    plugins: Plugins = True
    progress: Annotated[
        bool,
        typer.Option(
            "--progress/--no-progress", help="Show a bar on a terminal, elsewhere a line every ten seconds."
        ),
    ] = True

    @property
    def arguments(self) -> dict[str, Any]:
        """The checker's arguments, without the progress callback."""
        names = ("size", "max_examples", "seed", "jobs", "timeout", "cache", "recompute", "plugins")
        return {"effort": self.effort.value} | {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Files:
    """The files and their columns."""

    gold: Annotated[
        list[Path],
        typer.Option(
            metavar="FILE",
            help="CSV or TSV with a header, TREC qrels, or JSON of an organization; also gzipped. Repeat for parts.",
        ),
    ]
    system: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Default: the gold file. Repeat for parts of the data. TREC runs: one file a system.",
        ),
    ] = None
    gold_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Default: 'gold', or the only one left.")
    ] = None
    system_column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN|GLOB", help="One per system; '*' is all. Default: 'system', or the only one left."
        ),
    ] = None
    exclude_column: Annotated[
        list[str] | None, typer.Option(metavar="COLUMN|GLOB", help="Columns that are no systems. Repeatable.")
    ] = None
    item_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Default: 'item' or 'id', else rows pair by place.")
    ] = None
    group_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Score each group (data set) and their mean.")
    ] = None
    gold_ignore: Annotated[
        list[str] | None,
        typer.Option(metavar="LABEL", help="Leave out items with this gold label. Repeatable."),
    ] = None
    missing: Annotated[
        str,
        typer.Option(
            metavar="WAY",
            help="An item that a system leaves out: error, singleton (clusterings: a cluster of its own), "
            "excluded (overlapping: in no cluster) or unselected (filtering); of rankings, a topic: error or empty.",
        ),
    ] = "error"
    classes: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES|K",
            help="The classes from lowest to highest, as in low,mid,high; or how many, for labels 1 to K. "
            "Ordinal tasks; quantification then counts the labels of each group.",
        ),
    ] = None
    undefined: Annotated[
        str,
        typer.Option(
            metavar="POLICY",
            help="A topic or group without value, in means: propagate, skip, or a number in its place.",
        ),
    ] = "propagate"
    normalise: Annotated[
        bool,
        typer.Option("--normalise", help="Distributions: divide by the sum, so that counts can be given."),
    ] = False
    delimiter: Annotated[
        str, typer.Option(metavar="CHAR", help="auto, comma, tab, semicolon, bar or one character.")
    ] = "auto"


def split_names(text: str | None) -> list[str] | None:
    """Return the names of a comma separated list; commas inside parentheses belong to a name.

    >>> split_names("p, f(alpha=1/2,beta=2)")
    ['p', 'f(alpha=1/2,beta=2)']
    """
    if text is None:
        return None
    names, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            names.append("")
        else:
            names[-1] += letter
    return [name.strip() for name in names if name.strip()]


def named_by(option: str, text: str | None) -> list[str] | None:
    """Return the names that an option lists, None where it is not given; raises InputError for an empty list."""
    names = split_names(text)
    if names == []:
        raise InputError(f"{option} names nothing; give names separated by commas, or leave it out")
    return names
