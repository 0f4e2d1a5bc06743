"""Add to the stored cases that `replay` tries first: the distinct witnesses of the published verdicts of a task.

Usage: python docs/corpus.py [TASK ...] [MATRIX.json ...]

Matrices, as of ``axiometrics matrix TASK --all --format json``, add cases of the constraints that are not published.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import axiometrics as ax
from axiometrics.checker.demands.every_case import stored
from axiometrics.parameters import split_key
from axiometrics.tasks import get_task

HOME = Path(ax.__file__).parent
FAILS = ("blind", "contradicted")
Outputs = dict[str, str]


def told_apart(cells: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Outputs]]:
    """Yield constraint and outputs of every case that some metric fails."""
    for cell in cells:
        if cell["witness"] is not None and cell["strict"]["outcome"] in FAILS:
            yield cell["constraint"], dict(sorted(cell["witness"]["outputs"].items()))


def published(task: str) -> list[Mapping[str, Any]]:
    """Return the published cells of a task."""
    path = HOME / "published" / f"{task}.json.gz"
    return list(json.loads(gzip.decompress(path.read_bytes()))["cells"].values())


def stored_cases(task: str, further: Iterable[tuple[str, Outputs]]) -> dict[str, list[Outputs]]:
    """Return the stored cases of every constraint, smallest first; witnesses of other demands are no cases."""
    known = [(label, outputs) for label, cases in stored(task).items() for outputs in cases]
    found: dict[str, dict[tuple[int, str], Outputs]] = {}
    for label, outputs in [*known, *told_apart(published(task)), *further]:
        demanded = ax.constraints(task)[split_key(label)[0]]
        if set(outputs) == set(demanded.outputs):
            home = get_task(task)
            size = home.case({name: home.from_notation(text) for name, text in outputs.items()}).size
            found.setdefault(label, {})[size, json.dumps(outputs)] = outputs
    return {label: [cases[place] for place in sorted(cases)] for label, cases in sorted(found.items())}


def main() -> None:
    """Write the files of the tasks that are named, or of all."""
    matrices = [json.loads(Path(name).read_text("utf-8")) for name in sys.argv[1:] if name.endswith(".json")]
    further = {part["task"]: list(told_apart(part["cells"])) for each in matrices for part in each["tasks"]}
    named = [name for name in sys.argv[1:] if not name.endswith(".json")]
    for task in named or further or ax.tasks(plugins=False):
        text = json.dumps(stored_cases(task, further.get(task, ())), indent=1) + "\n"
        (HOME / "checker" / "corpus" / f"{task}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
