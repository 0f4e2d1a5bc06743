"""By whom a published proof was confirmed: a small file that ships, and is written where the checkers are run.

``confirmations.json.gz`` holds, for every cell, the SHA-256 of its proof and of the certificate that stands alone, and
the programs that were asked about that certificate: those that confirmed all of it are told where the proof is shown.
A proof that differs from the one that was checked, if only by a letter, counts as unconfirmed.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from axiometrics.checker.verdict import Cell

CONFIRMATIONS = Path(__file__).with_name("confirmations.json.gz")
SCHEMA = "axiometrics.confirmations/1"


@dataclass(frozen=True)
class Confirmation:
    """The programs, with their versions, that confirmed a certificate, and the SHA-256 of proof and certificate.

    >>> Confirmation(("axiometrics.recheck 0.1.0", "z3 4.8.12"), "", "").told
    'confirmed by axiometrics.recheck 0.1.0 and z3 4.8.12'
    """

    by: tuple[str, ...]
    proof: str
    certificate: str
    asked: Mapping[str, str] = field(default_factory=dict)
    """What every program said that was asked: of how many files it confirmed how many, or why there are none."""
    seconds: float = 0.0

    @property
    def told(self) -> str:
        """Who confirmed it, in words."""
        *first, last = self.by
        return f"confirmed by {', '.join(first)} and {last}" if first else f"confirmed by {last}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return asdict(self) | {"by": list(self.by)}


def certificate_text(document: Mapping[str, Any]) -> bytes:
    """Return a certificate as JSON without spaces, its names in order."""
    return json.dumps(document, sort_keys=True, separators=(",", ":")).encode()


def certificate_digest(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a certificate's text."""
    return sha256(certificate_text(document)).hexdigest()


@lru_cache(maxsize=4)
def _known(path: Path) -> Mapping[str, Confirmation]:
    if not path.is_file():
        return {}
    cells = json.loads(gzip.decompress(path.read_bytes()))["cells"]
    return {
        name: Confirmation(
            tuple(each["by"]),
            each["proof"],
            each["certificate"],
            each.get("asked", {}),
            each.get("seconds", 0.0),
        )
        for name, each in cells.items()
    }


def confirmations(path: Path = CONFIRMATIONS) -> Mapping[str, Confirmation]:
    """Return what is known of every cell, by task, metric and constraint."""
    return _known(path)


def confirmation_of(cell: Cell, task: str, path: Path = CONFIRMATIONS) -> Confirmation | None:
    """Return who confirmed the proof of a cell; None where nobody did, or where it is another proof by now."""
    if not cell.proof:
        return None
    found = _known(path).get(f"{task}/{cell.metric}/{cell.constraint}")
    return found if found and found.by and found.proof == cell.digest else None


def confirmed(cell: Cell, task: str) -> tuple[str, str] | None:
    """Say who confirmed the proof of a cell, and the command that has it checked; None where nothing is proved."""
    if not cell.proof:
        return None
    found = confirmation_of(cell, task)
    known = f"The proof was {found.told}." if found else "No other program has confirmed this proof yet."
    solvers = [
        told for name, told in (found.asked if found else {}).items() if name.startswith(("z3", "cvc5"))
    ]
    scripts = any(not told.startswith("no files") for told in solvers)
    form = "smt" if scripts else "json"  # which any proof has
    return known, f"axiometrics certify '{cell.metric}' '{cell.constraint}' --task {task} --to {form} --check"


def confirmed_counts(cells: Iterable[Cell], task: str, path: Path = CONFIRMATIONS) -> str:
    """Say how many of the proofs of some cells each program confirmed; "" where nobody was asked.

    >>> confirmed_counts([], "filtering")
    ''
    """
    proved = [cell for cell in cells if cell.proof]
    found = [known for cell in proved if (known := confirmation_of(cell, task, path))]
    counts = Counter(name for known in found for name in known.by)
    told = ", ".join(f"{count} by {name}" for name, count in counts.most_common())
    return f"of {len(proved)} proofs were confirmed: {told}" if told else ""


def confirmed_line(cells: Iterable[Cell], task: str) -> str:
    """Say below a table how many of its proofs each program confirmed; "" where nobody was asked."""
    told = confirmed_counts(cells, task)
    return f"{told[0].upper()}{told[1:]}." if told else ""


def write_confirmations(
    found: Mapping[str, Confirmation], tasks: Sequence[str], path: Path = CONFIRMATIONS
) -> None:
    """Write the confirmations of all cells of some tasks; those of other tasks stay as they are now."""
    _known.cache_clear()  # another run may have written about other tasks
    kept = {name: each for name, each in _known(path).items() if name.partition("/")[0] not in tasks}
    whole = sorted({**kept, **found}.items())
    cells = {name: each.to_dict() for name, each in whole if each.by or each.asked}
    text = json.dumps({"schema": SCHEMA, "cells": cells}, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), mtime=0))
    _known.cache_clear()
