"""``axiometrics audit``: what others say or compute, beside what is found here."""

from __future__ import annotations

from axiometrics.cli.library_audit import Auditing, audit_named_libraries
from axiometrics.cli.output import Output
from axiometrics.errors import InputError

__all__ = ["audit"]


def audit(auditing: Auditing, output: Output) -> None:
    """Compare the functions of installed libraries with the definitions, constraints and properties."""
    if not auditing.library:
        raise InputError("there is nothing to audit; give --library NAME, or --library all")
    audit_named_libraries(auditing, output)
