"""The options that the commands share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

__all__ = ["Computing", "Effort", "Expect", "Metrics", "Plugins", "Reading", "Regions", "Selecting", "Task"]


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
    cache: Annotated[bool, typer.Option("--cache/--no-cache", help="Reuse verdicts computed before.")] = True
    plugins: Plugins = True
    progress: Annotated[
        bool, typer.Option("--progress/--no-progress", help="Show a progress bar on a terminal.")
    ] = True

    @property
    def arguments(self) -> dict[str, Any]:
        """The checker's arguments, without the progress callback."""
        names = ("size", "max_examples", "seed", "jobs", "timeout", "cache", "plugins")
        return {"effort": self.effort.value} | {name: getattr(self, name) for name in names}
