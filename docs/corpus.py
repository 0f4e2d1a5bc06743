"""Rewrite the stored cases that `replay` tries first: the distinct witnesses of the published verdicts of a task.

Usage: python docs/corpus.py [TASK ...]
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import axiometrics as ax

HOME = Path(ax.__file__).parent
FAILS = ("blind", "contradicted")


def stored_cases(task: str) -> dict[str, list[dict[str, str]]]:
    """Return the outputs of every case that some metric fails, by constraint, smallest first."""
    published = json.loads(gzip.decompress((HOME / "published" / f"{task}.json.gz").read_bytes()))
    found: dict[str, dict[tuple[int, str], dict[str, str]]] = {}
    for cell in published["cells"].values():
        if cell["witness"] is not None and cell["strict"]["outcome"] in FAILS:
            outputs = dict(sorted(cell["witness"]["outputs"].items()))
            found.setdefault(cell["constraint"], {})[cell["witness"]["size"], json.dumps(outputs)] = outputs
    return {constraint: [cases[key] for key in sorted(cases)] for constraint, cases in sorted(found.items())}


if __name__ == "__main__":
    for task in sys.argv[1:] or list(ax.tasks(plugins=False)):
        text = json.dumps(stored_cases(task), indent=1) + "\n"
        (HOME / "checker" / "corpus" / f"{task}.json").write_text(text, encoding="utf-8")
