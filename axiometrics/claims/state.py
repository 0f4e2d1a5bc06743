"""The committed audit: written as JSON, read again, and compared status by status."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from axiometrics.claims.finding import SCHEMA, Audit
from axiometrics.errors import InputError
from axiometrics.escaping import json_text

__all__ = ["differences", "dumps", "read_state"]


def dumps(audit: Audit) -> str:
    """Write an audit as JSON."""
    return json_text(audit.to_dict())


def read_state(path: Path) -> dict[str, str]:
    """Return the status of every claim in a committed audit; InputError where there is none to read."""
    try:
        document = json.loads(path.read_text("utf-8"))
        listed = [claim for part in document["publications"] for claim in part["claims"]]
        return {claim["key"]: claim["status"] for claim in listed}
    except OSError as error:
        raise InputError(
            f"there is no committed audit {path} ({error.strerror}); write one with `axiometrics audit --out {path}`, "
            "or name one with --state"
        ) from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(
            f"{path} is no {SCHEMA} document; write it anew with `axiometrics audit --out {path}`"
        ) from error


def differences(committed: Mapping[str, str], found: Audit, *, whole: bool = True) -> list[str]:
    """Say for which claims the status is another one than the committed, one line each.

    ``whole`` says that the audit has every claim of its publications, so that committed ones may not be missing.
    """
    now = {each.claim.key: each.status for each in found.findings}
    lines = [
        f"{key}: {committed[key]} in the committed audit, {status} now"
        if key in committed
        else f"{key}: not in the committed audit, {status} now"
        for key, status in now.items()
        if committed.get(key) != status
    ]
    gone = [key for key in committed if key.partition(".")[0] in found.titles and key not in now]
    return lines + [f"{key}: {committed[key]} in the committed audit, no claim now" for key in gone if whole]
