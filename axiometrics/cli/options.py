"""The options that the commands share, each group of them a panel of the help, and what a shell completes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from axiometrics.axioms import CONSTRAINTS
from axiometrics.cli.parameters import files_option, names_option
from axiometrics.errors import InputError
from axiometrics.metrics import METRICS
from axiometrics.tasks import tasks


def complete_task(incomplete: str) -> list[str]:
    """Return the tasks that begin as typed."""
    return [key for key in tasks() if key.startswith(incomplete)]


def complete_metric(context: typer.Context, incomplete: str) -> list[str]:
    """Return the metrics of the command's task, or of all, that begin as typed."""
    return _completed(METRICS, context, incomplete)


def complete_constraint(context: typer.Context, incomplete: str) -> list[str]:
    """Return the constraints of the command's task, or of all, that begin as typed."""
    return _completed(CONSTRAINTS, context, incomplete)


def _completed(registry: Any, context: typer.Context, incomplete: str) -> list[str]:
    task = context.params.get("task") or context.params.get("also_task")
    before, _, begun = incomplete.rpartition(",")
    before = before and before + ","
    keys = {key for each in ([task] if task else tasks()) for key in registry.view(each)}
    return sorted(before + key for key in keys if key.startswith(begun))


def require_keys(constraints: Iterable[str]) -> None:
    """Raise InputError for a constraint that is named by its file: those are given to Python's functions."""
    for name in constraints:
        place, _, record = name.partition("(")[0].rpartition(":")
        if name.endswith(".py"):
            place, record = name, "NAME"
        if place and record:
            module = Path(place).stem
            raise InputError(
                f"{name} stands in a file, but constraints are named by their keys here; in Python give it itself: "
                f"from {module} import {record}; ax.check(METRIC, TASK, constraints=[{record}])"
            )


def constraints_option(*spellings: str, help: str, panel: str | None = None) -> Any:
    """Return an option that takes keys of constraints: repeated, or separated by commas."""
    option = names_option(*spellings, help=help, complete=complete_constraint, panel=panel)
    names = option.callback

    def keys(parameter: typer.CallbackParam, given: list[str] | None) -> list[str]:
        found: list[str] = names(parameter, given)
        require_keys(found)
        return found

    option.callback = keys
    return option


class Effort(StrEnum):
    """How hard the checker tries."""

    quick = "quick"
    normal = "normal"
    thorough = "thorough"


TARGET, EFFORT, OUTPUT = "Target", "Effort", "Output"
"""The panels of the help that several commands have."""

Task = Annotated[
    str | None,
    typer.Option(
        metavar="TASK",
        help="The task, where a key does not tell it.",
        autocompletion=complete_task,
        rich_help_panel=TARGET,
    ),
]
Plugins = Annotated[
    bool,
    typer.Option("--plugins/--no-plugins", help="Load what installed plug-ins add.", rich_help_panel=EFFORT),
]
Weak = Annotated[
    bool,
    typer.Option("--weak", help="A tie is enough to satisfy a constraint.", rich_help_panel=TARGET),
]
Metrics = Annotated[
    list[str] | None,
    names_option(
        "--metric",
        help="Only these metrics: keys or globs, also 'rbp(p=1/2)'. Repeat it, or use commas.",
        complete=complete_metric,
        panel=TARGET,
    ),
]
Expect = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        rich_help_panel=OUTPUT,
        help="Exit with 1 where outcomes differ from the file's: a matrix in JSON, or JSON or YAML "
        "{metric: {constraint: outcome}}, with \\[outcome, reason, evidence] in place of an outcome.",
    ),
]
WriteExpect = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        rich_help_panel=OUTPUT,
        help="Write the outcomes and their evidence as such a file, in JSON or YAML as its name ends.",
    ),
]

Regions = Annotated[
    bool,
    typer.Option(
        "--regions/--no-regions",
        rich_help_panel=EFFORT,
        help="Ask, too, for which parameters and in which cases a constraint holds. Takes much longer.",
    ),
]


@dataclass(frozen=True)
class Selecting:
    """Which constraints are asked for."""

    panel: ClassVar[str] = TARGET
    constraint: Annotated[
        list[str] | None,
        constraints_option(
            "--constraint",
            help="Only these constraints: keys or globs, also 'rag_bag(size=n-1)'. Repeat it, or use commas.",
        ),
    ] = None
    all: Annotated[bool, typer.Option("--all", help="Add variants and the further property sets.")] = False

    @property
    def arguments(self) -> dict[str, Any]:
        """The checker's arguments."""
        return {"constraints": self.constraint or None, "variants": self.all}


FORMS = (
    "clustering: labels, table, sets, dicts; overlapping: sets, dicts; filtering: labels, counts; ranking: relevance, "
    "run; classification: labels, matrix, counts; ordinal: labels, matrix; quantification: distributions; combination: "
    "scores, relation; organization: levels, occurrences, json; multilabel: sets, indicator, lists, hierarchy, "
    "numbers, weights; diversity: aspects, run; probabilistic: probabilities, binary; "
    "rank_similarity: lists, groups, run"
)
"""What plain functions can read, by task, as the help shows it without loading the tasks."""


@dataclass(frozen=True)
class Reading:
    """How a plain function is to be understood."""

    panel: ClassVar[str] = TARGET
    reads: Annotated[
        str | None,
        typer.Option(
            metavar="FORM",
            help=f"How a plain function takes its inputs, or labels:system,gold if gold is not first. {FORMS}.",
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
    given: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="NAME=VALUE",
            help="Call a plain function with this keyword argument, such as average=macro: a Python literal, else "
            "text. Repeat it.",
        ),
    ] = None


@dataclass(frozen=True)
class Computing:
    """How verdicts are computed."""

    panel: ClassVar[str] = EFFORT
    effort: Annotated[
        Effort, typer.Option(metavar="EFFORT", help="How hard to try: quick, normal or thorough.")
    ] = Effort.normal
    size: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Sweep every case up to this size.")
    ] = None
    max_examples: Annotated[
        int | None, typer.Option(min=1, metavar="K", help="Random cases per constraint.")
    ] = None
    hunt: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="R", help="How often an optimiser moves the cases that nearly fail; 0: never."
        ),
    ] = None
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of the random cases.")] = 0
    database: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Keep random cases that fail in this folder, and try first what is there; nothing is cached then.",
        ),
    ] = None
    jobs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes to use. Default: one per processor.")
    ] = None
    dask: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Compute on the workers of this dask scheduler, in place of --jobs processes.",
        ),
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
        names = ("size", "max_examples", "hunt", "seed", "jobs", "timeout", "cache", "recompute", "plugins")
        chosen = {"dask": self.dask} if self.dask else {}
        if self.database is not None:
            chosen["database"] = str(self.database.resolve())
        return {"effort": self.effort.value} | {name: getattr(self, name) for name in names} | chosen


@dataclass(frozen=True)
class Files:
    """The files and their columns."""

    panel: ClassVar[str] = "Files"
    gold: Annotated[
        list[Path],
        files_option(
            "--gold",
            "--qrels",
            help="CSV or TSV with a header, TREC qrels, or JSON of an organization; also gzipped, or - for the pipe. "
            "Repeat for parts.",
        ),
    ]
    system: Annotated[
        list[Path] | None,
        files_option(
            "--system",
            "--run",
            help="Default: the gold file. Globs such as 'run.*', or repeat it: parts of the data; of TREC runs, one "
            "file a system.",
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
            "Ordinal tasks; quantification then counts the labels of each group. Filtering: the label read as 1, then "
            "that read as 0, as in spam,ham.",
        ),
    ] = None
    hierarchy: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Labels and their parents (multilabel): a table with the columns label and parent, or JSON.",
        ),
    ] = None
    weights: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Diversity: lines of topic, aspect and weight. Default: equal weights."
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
