"""The certificates of published proofs: ``reports/certificates/TASK.tar.xz``, the same bytes for the same proofs."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

from published import REPORTS

from axiometrics.writing import write_file

__all__ = ["ARCHIVES", "archived", "write_archive"]

ARCHIVES = REPORTS / "certificates"


def archived(task: str, folder: Path = ARCHIVES) -> dict[str, bytes]:
    """Return the certificates that are kept of a task, by task, metric and constraint as folders are named."""
    path = folder / f"{task}.tar.xz"
    if not path.is_file():
        return {}
    found = {}
    with tarfile.open(path, "r:xz") as archive:
        for member in archive:
            content = archive.extractfile(member)
            found[member.name.removesuffix(".json")] = content.read() if content else b""
    return found


def write_archive(task: str, documents: Mapping[str, bytes], folder: Path = ARCHIVES) -> None:
    """Write the certificates of a task."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:xz", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(documents.items()):
            member = tarfile.TarInfo(f"{name}.json")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    write_file(folder / f"{task}.tar.xz", whole.getvalue())
