"""What an audit of libraries found as plain data: the JSON document ``axiometrics.libraries/1``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axiometrics.escaping import json_text
from axiometrics.libraries.results import LibraryAudit
from axiometrics.libraries.telling import surroundings

__all__ = ["SCHEMA", "document", "libraries_json"]

SCHEMA = "axiometrics.libraries/1"


def libraries_json(found: Sequence[LibraryAudit]) -> str:
    """Return the document as text, which ends with a line break."""
    return json_text(document(found))


def document(found: Sequence[LibraryAudit]) -> dict[str, Any]:
    """Return all findings, with the versions of what they were found with."""
    return {
        "schema": SCHEMA,
        "complete": all(each.complete for each in found),
        "versions": surroundings(),
        "libraries": [each.to_dict() for each in found],
    }
