"""How verdicts are told: terminal, markdown, HTML, LaTeX, JSON, CSV, data frames and the published report."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Matrix

__all__ = ["report"]


def report(matrices: Sequence[Matrix] | Matrix, out: str | os.PathLike[str]) -> list[Path]:
    """Write the published report: an index, and a page per task, metric and constraint; return the files.

    Pages of an earlier report in the folder are replaced; other files are left alone.
    """
    from axiometrics.reports.site import write_site

    found = list(matrices) if isinstance(matrices, Sequence) else [matrices]
    return write_site(found, Path(out))
