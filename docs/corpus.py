"""Rewrite the stored cases that `replay` tries first: the distinct witnesses of a matrix with all variants.

Usage: python docs/corpus.py [TASK ...]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import axiometrics as ax

HOME = Path(ax.__file__).parent / "checker" / "corpus"


def stored_cases(task: str) -> dict[str, list[dict[str, str]]]:
    found: dict[str, dict[str, dict[str, str]]] = {}
    matrix = ax.matrix(task, variants=True, plugins=False)
    for cell in matrix.cells:
        if cell.witness is not None:
            outputs = dict(sorted(cell.witness.outputs.items()))
            found.setdefault(cell.constraint, {})[json.dumps([cell.witness.size, outputs])] = outputs
    return {constraint: [cases[key] for key in sorted(cases)] for constraint, cases in sorted(found.items())}


if __name__ == "__main__":
    for task in sys.argv[1:] or list(ax.tasks(plugins=False)):
        text = json.dumps(stored_cases(task), indent=1) + "\n"
        (HOME / f"{task}.json").write_text(text, encoding="utf-8")
