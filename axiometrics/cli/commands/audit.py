"""``axiometrics audit``: what publications say, or what libraries compute, beside our own verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from axiometrics.cli.options import Computing
from axiometrics.cli.output import Output
from axiometrics.cli.parameters import names_option
from axiometrics.errors import InputError

__all__ = ["Auditing", "Literature", "audit"]


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
    from axiometrics.cli.auditing import audit_named_libraries, audit_publications

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
