"""``axiometrics audit --library``: functions of installed libraries beside our definitions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from axiometrics.cli.guard import FAILED, INTERRUPTED, say
from axiometrics.cli.options import Computing
from axiometrics.cli.output import Format, Output, require_folder
from axiometrics.errors import InputError
from axiometrics.writing import write_files

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

    @property
    def are_given(self) -> bool:
        """Whether any of these options was given."""
        return self != Auditing()


def audit_named_libraries(auditing: Auditing, computing: Computing, output: Output) -> None:
    """Audit libraries and write what was found: to a folder as markdown and as JSON, else in one format.

    The folder is made where ``--out`` names neither a file's suffix nor a format.
    """
    from axiometrics.cli.progress import progress_bar
    from axiometrics.libraries import audit_libraries

    folder = _folder(output)
    _refuse_others(computing)
    if output.chosen in (Format.html, Format.latex, Format.csv):
        raise InputError(
            f"--format {output.chosen.value} is not possible for libraries; give table, markdown or json"
        )
    if folder is None:
        output.ready()
    elif output.format is not None:
        raise InputError(f"--out {folder} is a folder, which gets markdown and JSON; leave --format out")
    with progress_bar("libraries", wanted=computing.progress) as progress:
        found = audit_libraries(
            _names(auditing),
            functions=auditing.function,
            size=auditing.inputs,
            constraints=auditing.verdicts,
            timeout=auditing.limit,
            jobs=computing.jobs,
            progress=progress,
        )
    _tell(found, _command(auditing), folder, output)
    if not all(each.complete for each in found):
        judged = sum(len(each.functions) for each in found)
        say(f"interrupted; {judged} functions are judged, and the result is partial")
        raise typer.Exit(INTERRUPTED)


def _tell(found: list[LibraryAudit], command: str, folder: Path | None, output: Output) -> None:
    """Write what was found to a folder, or as one result."""
    if folder is None:
        _write(found, command, output)
    else:
        forms = {"libraries.md": Format.markdown, "libraries.json": Format.json}
        for path in write_files(folder, {name: _text(found, command, form) for name, form in forms.items()}):
            print(path)
    if any(function.outcome == "error" for each in found for function in each.functions):
        raise typer.Exit(FAILED)


def _folder(output: Output) -> Path | None:
    """Return the folder that is asked for: one that is there, or a new path that is not said to be a file."""
    out = output.out
    if out is None or out.is_dir():
        return out
    if out.suffix or output.format is not None or out.exists():
        return None
    require_folder(out)
    return out


def _refuse_others(computing: Computing) -> None:
    """Raise InputError for options that have no say in what is found of libraries."""
    names = ("effort", "size", "max_examples", "seed", "timeout")
    given = [name for name in names if getattr(computing, name) != getattr(Computing(), name)]
    if given:
        option = "--" + given[0].replace("_", "-")
        raise InputError(
            f"{option} is not for libraries; --inputs sets the size of the largest inputs, --limit the time for calls"
        )


def _names(auditing: Auditing) -> list[str]:
    from axiometrics.libraries import libraries

    return [each for name in auditing.library or () for each in (libraries() if name == "all" else [name])]


def _command(auditing: Auditing) -> str:
    """Return the command that asks for the same again."""
    from shlex import join

    given = [("--library", name) for name in auditing.library or ()]
    given += [("--function", name) for name in auditing.function or ()]
    given += [("--inputs", str(auditing.inputs))] if auditing.inputs else []
    given += [("--limit", f"{auditing.limit:g}")] if auditing.limit != Auditing.limit else []
    words = [word for pair in given for word in pair] + ([] if auditing.verdicts else ["--no-verdicts"])
    return join(["axiometrics", "audit", *words])


def _write(found: list[LibraryAudit], command: str, output: Output) -> None:
    if output.chosen is Format.table:
        from axiometrics.libraries.reports import tables

        output.show(*tables(found), width=180)
    else:
        output.write(_text(found, command, output.chosen))


def _text(found: list[LibraryAudit], command: str, form: Format) -> str:
    from axiometrics.libraries.reports import to_markdown
    from axiometrics.libraries.telling import libraries_json

    return libraries_json(found) if form is Format.json else to_markdown(found, command)
