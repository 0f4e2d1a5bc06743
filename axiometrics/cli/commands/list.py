"""``axiometrics list`` and ``cite``: what is registered, and where it comes from."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from axiometrics.cli.guard import put
from axiometrics.cli.options import OUTPUT, TARGET, Plugins
from axiometrics.cli.output import Output
from axiometrics.cli.parameters import complete_task, names_argument

__all__ = ["Kind", "cite", "list_records"]


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
    task: Annotated[
        str | None,
        typer.Option(
            metavar="TASK", help="Only this task.", autocompletion=complete_task, rich_help_panel=TARGET
        ),
    ] = None,
    plugins: Plugins = True,
) -> None:
    """List tasks, metrics, constraints, others' names of metrics, claims of the literature or studies."""
    from axiometrics.cli.listing import listed

    output.ready()
    listed(kind.value, task, plugins=plugins).write(output)


def cite(
    names: Annotated[
        list[str] | None,
        names_argument(
            metavar="KEY...", help="References, metrics or constraints; all references by default."
        ),
    ] = None,
    bibtex: Annotated[
        bool, typer.Option("--bibtex", help="Show BibTeX entries.", rich_help_panel=OUTPUT)
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write BibTeX entries to a file.", rich_help_panel=OUTPUT),
    ] = None,
) -> None:
    """Show the sources of metrics and constraints, to be cited."""
    from axiometrics.cli.listing import sources_of
    from axiometrics.reports.bibliography import bibliography
    from axiometrics.reports.bibliography import bibtex as entries
    from axiometrics.writing import write_file

    keys = sources_of(names) if names else list(bibliography())
    if out is not None:
        write_file(out, entries(keys))
    elif bibtex:
        put(entries(keys))
    else:
        found = [bibliography()[key] for key in keys]
        put(
            "\n".join(
                f"{each.key}\n  {each.text}\n" + (f"  {each.url}\n" if each.url else "") for each in found
            )
        )
