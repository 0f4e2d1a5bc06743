"""``axiometrics audit``: what others say or compute, beside what is found here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from axiometrics.cli.guard import FAILED, INTERRUPTED, say
from axiometrics.cli.library_audit import Auditing, audit_named_libraries
from axiometrics.cli.options import Computing
from axiometrics.cli.output import Format, Output
from axiometrics.errors import InputError

if TYPE_CHECKING:
    from axiometrics.claims.finding import Audit

__all__ = ["audit"]


def audit(
    literature: Literature,
    libraries: Auditing,
    computing: Computing,
    output: Output,
    publications: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PUBLICATION]...", help="Such as sakai2021. All by default."),
    ] = None,
) -> None:
    """Hold the literature's claims, or with --library the functions of libraries, against what is found here."""
    if not libraries.library:
        if libraries.are_given:
            raise InputError(
                "--function, --inputs, --limit and --no-verdicts go with --library; name one, or all"
            )
        audit_publications(publications or (), literature, computing, output)
    elif publications or literature.claims or literature.strict:
        raise InputError("--library goes without publications, --claims and --strict; run two audits")
    else:
        audit_named_libraries(libraries, computing, output)


_FORMATS = (Format.table, Format.markdown, Format.json, Format.csv)
_COLUMNS = ("claim", "expected", "status", "evidence", "place", "says", "command")


@dataclass(frozen=True)
class Literature:
    """Which claims are audited, and what the result is compared with."""

    claims: Annotated[
        list[str] | None,
        typer.Option("--claims", metavar="KEY|GLOB", help="Only these claims. Repeatable."),
    ] = None
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 where the committed audit has another status.")
    ] = False
    state: Annotated[
        Path, typer.Option(metavar="FILE", help="The committed audit that --strict compares with.")
    ] = Path("reports/audit/literature.json")


def audit_publications(
    publications: Sequence[str], literature: Literature, computing: Computing, output: Output
) -> None:
    """Audit claims, write what was found, and compare it with the committed state if that is asked for."""
    from axiometrics.claims.auditing import audit as audited
    from axiometrics.claims.auditing import differences, read_state
    from axiometrics.claims.cells import Store
    from axiometrics.cli.progress import progress_bar

    output.ready()
    if output.chosen not in _FORMATS:
        raise InputError(f"an audit has no {output.chosen} form; give one of {', '.join(_FORMATS)}")
    state, claims = literature.state, literature.claims
    committed = read_state(state) if literature.strict else None
    arguments = {name: value for name, value in computing.arguments.items() if name != "plugins"}
    store = Store(arguments, lambda title: progress_bar(title, wanted=computing.progress))
    found = audited(*publications, claims=claims, store=store)
    _write(found, output)
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
        from axiometrics.claims.auditing import dumps

        output.write(dumps(found))
    else:
        _records(found, output)


def _records(found: Audit, output: Output) -> None:
    from axiometrics.cli.records import Records
    from axiometrics.reports.words import PARTIAL

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
