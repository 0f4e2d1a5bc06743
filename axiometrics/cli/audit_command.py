"""``axiometrics audit``: what others say or compute, beside what is found here."""

from __future__ import annotations

from typing import Annotated

import typer

from axiometrics.cli.library_audit import Auditing, audit_named_libraries
from axiometrics.cli.literature_audit import Literature, audit_publications
from axiometrics.cli.options import Computing
from axiometrics.cli.output import Output
from axiometrics.errors import InputError

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
