"""``axiometrics audit --library``: functions of installed libraries beside our definitions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from axiometrics.cli.output import Format, Output
from axiometrics.errors import InputError

if TYPE_CHECKING:
    from axiometrics.libraries.results import LibraryAudit

__all__ = ["Auditing", "audit_named_libraries"]


@dataclass(frozen=True)
class Auditing:
    """Which libraries are audited, and how far."""

    library: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME|FILE", help="A known library, a TOML file with adapters, or 'all'. Repeatable."
        ),
    ] = None
    function: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only these functions of it. Repeatable.")
    ] = None
    inputs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Size of the largest inputs. Default: the task's.")
    ] = None
    limit: Annotated[
        float, typer.Option(min=0.001, metavar="SECONDS", help="Limit per batch of calls of a function.")
    ] = 60.0
    verdicts: Annotated[
        bool, typer.Option("--verdicts/--no-verdicts", help="Check the constraints of the task too.")
    ] = True


def audit_named_libraries(auditing: Auditing, output: Output) -> None:
    """Audit libraries and write what was found."""
    from axiometrics.cli.progress import progress_bar
    from axiometrics.libraries import audit_libraries

    if output.chosen in (Format.html, Format.latex, Format.csv):
        raise InputError(
            f"--format {output.chosen.value} is not possible for libraries; give table, markdown or json"
        )
    output.ready()
    names = [name for name in auditing.library or () if name != "all"] or None
    with progress_bar("libraries") as progress:
        found = audit_libraries(
            names,
            functions=auditing.function,
            size=auditing.inputs,
            constraints=auditing.verdicts,
            timeout=auditing.limit,
            progress=progress,
        )
    _write(found, output)


def _write(found: list[LibraryAudit], output: Output) -> None:
    if output.chosen is Format.json:
        data: list[dict[str, Any]] = [each.to_dict() for each in found]
        output.write(json.dumps({"schema": "axiometrics.libraries/1", "libraries": data}, indent=1))
    elif output.chosen is Format.markdown:
        from axiometrics.libraries.markdown import to_markdown

        output.write(to_markdown(found))
    else:
        from axiometrics.libraries.terminal import tables

        output.show(*tables(found), width=180)
