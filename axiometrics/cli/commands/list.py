"""``axiometrics list``: what is registered."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from axiometrics.cli.options import Plugins
from axiometrics.cli.output import Output

if TYPE_CHECKING:
    pass

__all__ = ["Kind", "list_records"]


class Kind(StrEnum):
    """What can be listed."""

    tasks = "tasks"
    metrics = "metrics"
    constraints = "constraints"
    aliases = "aliases"
    claims = "claims"
    studies = "studies"


def list_records(
    kind: Annotated[Kind, typer.Argument(help="What to list.")],
    output: Output,
    task: Annotated[str | None, typer.Option(metavar="TASK", help="Only this task.")] = None,
    plugins: Plugins = True,
) -> None:
    """List tasks, metrics, constraints, others' names of metrics, claims of the literature or studies."""
    from axiometrics.cli.listing import listed

    output.ready()
    listed(kind.value, task, plugins=plugins).write(output)
