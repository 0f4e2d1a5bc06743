"""Rewrite the stored cases that `replay` tries first: the distinct witnesses of the published verdicts of a task.

Usage: python docs/corpus.py [TASK ...] [MATRIX.json ...]

Matrices, as of ``axiometrics matrix TASK --all --format json``, add cases of the constraints that are not published.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import axiometrics as ax

HOME = Path(ax.__file__).parent
FAILS = ("blind", "contradicted")


Cases = dict[str, dict[tuple[int, str], dict[str, str]]]
"""Outputs by constraint, and by size and text."""


def told_apart(cells: Iterable[Mapping[str, Any]]) -> Cases:
    """Return the outputs of every case that some metric fails."""
    found: Cases = {}
    for cell in cells:
        if cell["witness"] is not None and cell["strict"]["outcome"] in FAILS:
            outputs = dict(sorted(cell["witness"]["outputs"].items()))
            found.setdefault(cell["constraint"], {})[cell["witness"]["size"], json.dumps(outputs)] = outputs
    return found


def stored_cases(task: str, further: Cases) -> dict[str, list[dict[str, str]]]:
    """Return the stored cases of every constraint, smallest first."""
    published = json.loads(gzip.decompress((HOME / "published" / f"{task}.json.gz").read_bytes()))
    found = further | told_apart(published["cells"].values())
    return {constraint: [cases[key] for key in sorted(cases)] for constraint, cases in sorted(found.items())}


def main() -> None:
    """Write the files of the tasks that are named, or of all."""
    matrices = [json.loads(Path(name).read_text("utf-8")) for name in sys.argv[1:] if name.endswith(".json")]
    further = {part["task"]: told_apart(part["cells"]) for each in matrices for part in each["tasks"]}
    named = [name for name in sys.argv[1:] if not name.endswith(".json")]
    for task in named or further or ax.tasks(plugins=False):
        text = json.dumps(stored_cases(task, further.get(task, {})), indent=1) + "\n"
        (HOME / "checker" / "corpus" / f"{task}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
