"""The numbers and the matrix in README.md: what is registered, and what the committed results say."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

from published import published

from axiometrics.axioms import CONSTRAINTS
from axiometrics.claims.files import publications
from axiometrics.metrics import METRICS
from axiometrics.reports.figures import matrix_svg
from axiometrics.tasks import tasks

__all__ = ["matrix_figure", "readme"]

README = Path(__file__).parent.parent / "README.md"
SHOWN = (
    "purity",
    "f_measure",
    "rand",
    "adjusted_rand",
    "edit_distance",
    "variation_of_information",
    "v_measure",
    "ami_max",
    "bcubed_f",
)
"""The clustering metrics that README.md shows: some of every family, with every kind of verdict that occurs."""
MARKS = "<!-- numbers: written by docs/generate.py -->\n", "<!-- end of numbers -->"


def readme() -> str:
    """Return README.md with its paragraph of numbers written anew."""
    text = README.read_text(encoding="utf-8")
    begin, end = (re.escape(mark) for mark in MARKS)
    found, times = re.subn(f"(?<={begin}).*?(?={end})", lambda _: numbers() + "\n", text, flags=re.DOTALL)
    if times != 1:
        raise SystemExit(f"README.md has lost the marks of its numbers; put them back: {''.join(MARKS)}")
    return found


def matrix_figure() -> dict[str, str]:
    """Return the picture of the clustering matrix by its path below ``docs``."""
    found = published()["clustering"]
    part = replace(
        found,
        metrics=tuple(metric for metric in found.metrics if metric.key in SHOWN),
        cells=tuple(cell for cell in found.cells if cell.metric in SHOWN),
    )
    return {
        "figures/matrix-clustering.svg": matrix_svg(part, "Clustering metrics and four formal constraints")
    }


def numbers() -> str:
    """Say how much is registered and known."""
    cells = [cell for matrix in published().values() for cell in matrix.cells]
    rests = Counter(cell.strict.evidence for cell in cells)
    return (
        f"Built in are {_of(METRICS)} metrics and {_of(CONSTRAINTS)} constraints of {len(tasks(plugins=False))} tasks, "
        f"and the claims of\n{len(publications())} papers. Of the {len(cells):,} verdicts in the "
        f"[published report](reports/README.md), {rests['proof']:,} are proofs, {rests['witness']:,}\ncounterexamples, "
        f"and {rests['sweep']:,} complete sweeps."
    )


def _of(registry: object) -> int:
    return len(registry.view(plugins=False))  # type: ignore[attr-defined]
