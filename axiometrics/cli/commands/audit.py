"""``axiometrics audit``: what publications say, or what libraries compute, beside our own verdicts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import join
from typing import Annotated, Any, ClassVar

import typer

from axiometrics import __version__
from axiometrics.claims.auditing import audit as audited
from axiometrics.claims.auditing import differences, dumps, read_state
from axiometrics.claims.cells import Store
from axiometrics.claims.finding import Audit
from axiometrics.cli.app import FAILED, INTERRUPTED, say
from axiometrics.cli.matrices import progress_bar
from axiometrics.cli.options import Computing
from axiometrics.cli.output import Format, Output, Records, require_folder
from axiometrics.cli.parameters import names_option
from axiometrics.errors import InputError
from axiometrics.libraries import audit_libraries, libraries
from axiometrics.libraries.results import LibraryAudit
from axiometrics.libraries.telling import (
    SCHEMA,
    changes_to_markdown,
    libraries_json,
    tables,
    to_markdown,
    upstream,
)
from axiometrics.reports.words import PARTIAL
from axiometrics.writing import write_files


@dataclass(frozen=True)
class Auditing:
    """Which libraries are audited, and how far."""

    panel: ClassVar[str] = "Libraries"
    library: Annotated[
        list[str] | None,
        names_option(
            "--library",
            metavar="NAME|FILE",
            help="Known libraries, TOML files with adapters, or 'all'. Repeat it, or use commas.",
        ),
    ] = None
    function: Annotated[
        list[str] | None,
        names_option(
            "--function",
            metavar="NAME,...",
            help="Only these functions of it. Repeat it, or use commas.",
        ),
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
    values: Annotated[
        bool, typer.Option("--values", help="Write the value on every input too, in JSON, for --compare.")
    ] = False
    compare: Annotated[
        list[str] | None,
        names_option(
            "--compare",
            metavar="FILE,...",
            help="Say what differs between the JSON of several audits. Repeat it, or use commas.",
        ),
    ] = None

    @property
    def are_given(self) -> bool:
        """Whether any of these options was given."""
        return self != Auditing()


@dataclass(frozen=True)
class Literature:
    """Which claims are audited, and what the result is compared with."""

    panel: ClassVar[str] = "Publications"
    claims: Annotated[
        list[str] | None,
        names_option("--claims", help="Only these claims: keys or globs. Repeat it, or use commas."),
    ] = None
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 where the committed audit has another status.")
    ] = False
    state: Annotated[
        Path, typer.Option(metavar="FILE", help="The committed audit that --strict compares with.")
    ] = Path("reports/audit/literature.json")


def audit(
    literature: Literature,
    libraries: Auditing,
    computing: Computing,
    output: Output,
    publications: Annotated[
        list[str] | None,
        typer.Argument(metavar="PUBLICATION", help="Such as sakai2021. All by default."),
    ] = None,
) -> None:
    """Hold the literature's claims, or with --library the functions of libraries, against what is found here."""
    if libraries.compare:
        if publications or literature != Literature():
            raise InputError(
                "--compare goes without publications, --claims, --strict and --state; run two commands"
            )
        compare_audits(libraries, output)
    elif not libraries.library:
        if libraries.are_given:
            raise InputError(
                "--function, --inputs, --limit, --values and --no-verdicts go with --library; name one, or all"
            )
        audit_publications(publications or (), literature, computing, output)
    elif publications or literature.claims or literature.strict:
        raise InputError("--library goes without publications, --claims and --strict; run two audits")
    else:
        audit_named_libraries(libraries, computing, output)


_FORMATS = (Format.table, Format.markdown, Format.json, Format.csv)
_COLUMNS = ("claim", "expected", "status", "evidence", "place", "says", "command")


def audit_publications(
    publications: Sequence[str], literature: Literature, computing: Computing, output: Output
) -> None:
    """Audit claims, write what was found, and compare it with the committed state if that is asked for."""
    output.ready()
    if output.chosen not in _FORMATS:
        raise InputError(f"an audit has no {output.chosen} form; give one of {', '.join(_FORMATS)}")
    state, claims = literature.state, literature.claims
    committed = read_state(state) if literature.strict else None
    arguments = {name: value for name, value in computing.arguments.items() if name != "plugins"}
    store = Store(arguments, lambda title: progress_bar(title, wanted=computing.progress))
    found = audited(*publications, claims=claims, store=store)
    _write(found, output)
    if found.published:
        say(
            f"note: these findings were published with {__version__}, normal effort; --recompute computes them again"
        )
    if not found.complete:
        say(f"interrupted; {len(found.findings)} claims are decided, and the result is partial")
        raise typer.Exit(INTERRUPTED)
    if committed is not None and (different := differences(committed, found, whole=claims is None)):
        for line in different:
            say(line)
        say(f"the audit is not that of {state}; write it anew with --out {state} where the change is meant")
        raise typer.Exit(FAILED)


def _write(found: Audit, output: Output) -> None:
    if output.chosen is Format.markdown:
        output.write(found.to_markdown())
    elif output.chosen is Format.json:
        output.write(dumps(found))
    else:
        _records(found, output)


def _records(found: Audit, output: Output) -> None:
    rows = [
        (
            each.claim.key,
            each.expected,
            each.status,
            each.evidence,
            each.claim.place,
            each.claim.says,
            each.command,
        )
        for each in found.findings
    ]
    counts = ", ".join(f"{number} {status}" for status, number in found.counts().items())
    title = f"{len(rows)} claims: {counts}" + ("" if found.complete else f". {PARTIAL}")
    hidden = ("place", "says", "command")
    Records(title, _COLUMNS, rows, hidden=hidden, complete=found.complete).write(output)


def audit_named_libraries(auditing: Auditing, computing: Computing, output: Output) -> None:
    """Audit libraries and write what was found: to a folder as markdown and as JSON, else in one format.

    The folder is made where ``--out`` names neither a file's suffix nor a format.
    """
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
    _tell(found, auditing, folder, output)
    if not all(each.complete for each in found):
        judged = sum(len(each.functions) for each in found)
        say(f"interrupted; {judged} functions are judged, and the result is partial")
        raise typer.Exit(INTERRUPTED)


def read_document(path: Path) -> dict[str, Any]:
    """Return the document of an audit of libraries; raises InputError where there is none."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give a file that --format json wrote") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is no JSON ({error}); give a file that --format json wrote") from error
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise InputError(f"{path} is no {SCHEMA} document; write one with `axiometrics audit --library all`")
    return found


def compare_audits(auditing: Auditing, output: Output) -> None:
    """Write what differs between the documents of several audits."""
    if auditing != Auditing(compare=auditing.compare):
        raise InputError("--compare goes without the other options for libraries; give it JSON files alone")
    paths = [Path(name) for name in auditing.compare or ()]
    if len(paths) < 2:
        raise InputError(f"--compare {paths[0]}: there is nothing to compare it with; give two files or more")
    if output.chosen not in (Format.table, Format.markdown):
        raise InputError(f"--format {output.chosen.value} is not possible for --compare; give markdown")
    output.ready()
    command = join(["axiometrics", "audit", *(word for path in paths for word in ("--compare", str(path)))])
    documents = [read_document(path) for path in paths]
    try:
        output.write(changes_to_markdown(documents, command))
    except (LookupError, TypeError, AttributeError) as error:
        raise InputError(
            f"a document of --compare lacks what audits have ({type(error).__name__}: {error}); write all of them anew "
            "with `axiometrics audit --library NAME --format json`"
        ) from error


def _tell(found: list[LibraryAudit], auditing: Auditing, folder: Path | None, output: Output) -> None:
    """Write what was found to a folder, or as one result."""
    if folder is None:
        _write_libraries(found, auditing, output)
    else:
        forms = {"libraries.md": Format.markdown, "libraries.json": Format.json}
        for path in write_files(folder, {name: _text(found, auditing, form) for name, form in forms.items()}):
            print(path)
        issues = upstream(found)
        if issues:
            write_files(folder / "upstream", issues)
            say(f"{len(issues)} issues for libraries written to {folder / 'upstream'}")
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
    names = ("effort", "size", "max_examples", "hunt", "seed", "timeout")
    given = [name for name in names if getattr(computing, name) != getattr(Computing(), name)]
    if given:
        option = "--" + given[0].replace("_", "-")
        raise InputError(
            f"{option} is not for libraries; --inputs sets the size of the largest inputs, --limit the time for calls"
        )


def _names(auditing: Auditing) -> list[str]:
    return [each for name in auditing.library or () for each in (libraries() if name == "all" else [name])]


def _command(auditing: Auditing) -> str:
    """Return the command that asks for the same again."""
    given = [("--library", name) for name in auditing.library or ()]
    given += [("--function", name) for name in auditing.function or ()]
    given += [("--inputs", str(auditing.inputs))] if auditing.inputs else []
    given += [("--limit", f"{auditing.limit:g}")] if auditing.limit != type(auditing).limit else []
    words = [word for pair in given for word in pair] + ([] if auditing.verdicts else ["--no-verdicts"])
    return join(["axiometrics", "audit", *words, *(["--values"] if auditing.values else [])])


def _write_libraries(found: list[LibraryAudit], auditing: Auditing, output: Output) -> None:
    if output.chosen is Format.table:
        output.show(*tables(found), width=180)
    else:
        output.write(_text(found, auditing, output.chosen))


def _text(found: list[LibraryAudit], auditing: Auditing, form: Format) -> str:
    if form is Format.json:
        return libraries_json(found, values=auditing.values)
    return to_markdown(found, _command(auditing))
