"""Files: TREC's, and a table of a million rows."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from subprocess import run as run_process
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.peers import Row
from benchmarks.peers.clustering import labels
from benchmarks.peers.ranking import COMPARED, TOPICS, data

ROWS = 10**6


def pytrec_eval() -> Iterator[Row]:
    """Two measures of one run from qrels and a run in files."""
    import pytrec_eval as peer

    from axiometrics import score

    qrels, run = _trec()
    names = [name for _, name, _ in COMPARED]

    def theirs() -> list[float]:
        with qrels.open() as gold, run.open() as system:
            evaluator = peer.RelevanceEvaluator(peer.parse_qrel(gold), set(names))
            found = evaluator.evaluate(peer.parse_run(system))
        return [sum(values[name] for values in found.values()) / len(found) for name in names]

    def ours() -> list[float]:
        keys = [key for key, _, _ in COMPARED]
        row = score(keys, task="ranking", gold=qrels, system=run, means=True).to_dict()[-1]
        return [row[key] for key in keys]

    yield Row(f"average_precision and ndcg of TREC files of {TOPICS * 1000:,} lines", ours, theirs)


def pandas() -> Iterator[Row]:
    """What one writes in Python: pandas reads, and our metrics are called on its columns."""
    import pandas as peer

    from axiometrics import score
    from axiometrics.metrics import metrics

    path, keys = _table(), ("adjusted_rand", "bcubed_f")
    known = [metrics("clustering")[key] for key in keys]

    def theirs() -> list[float]:
        table = peer.read_csv(path)
        return [metric(table["gold"], table["system"]) for metric in known]

    def ours() -> list[float]:
        row = score(list(keys), task="clustering", gold=path).to_dict()[0]
        return [row[key] for key in keys]

    yield Row(f"two metrics of a CSV file of {ROWS:,} rows", ours, theirs)
    yield _commands(path, keys)


def _commands(path: Path, keys: tuple[str, ...]) -> Row:
    """The same from start to end: the command line beside a script of some lines, which loads pandas."""
    script = f"""
import json, pandas, axiometrics
table, known = pandas.read_csv({str(path)!r}), axiometrics.metrics("clustering")
print(json.dumps([known[key](table["gold"], table["system"]) for key in {keys!r}]))
"""

    def told(*arguments: str) -> Any:
        done = run_process([sys.executable, *arguments], capture_output=True, check=True, text=True)
        return json.loads(done.stdout)

    def ours() -> list[float]:
        asked = ("--task", "clustering", "--gold", str(path), "--format", "json")
        row = told("-m", "axiometrics", "score", *keys, *asked)[0]
        return [row[key] for key in keys]

    return Row(
        "the command `axiometrics score` for that file, beside a script", ours, lambda: told("-c", script)
    )


PEERS = (("pytrec_eval", pytrec_eval), ("pandas", pandas))


@cache
def _folder() -> Any:
    """Return a folder that lasts as long as the process."""
    return TemporaryDirectory()


def _trec() -> tuple[Path, Path]:
    qrels, run = data(COMPARED[1][2])
    gold, system = (Path(_folder().name) / name for name in ("qrels", "run"))
    gold.write_text(
        "".join(
            f"{topic} 0 {name} {grade}\n" for topic, grades in qrels.items() for name, grade in grades.items()
        )
    )
    lines = []
    for topic, scores in run.items():
        ordered = sorted(scores.items(), key=lambda each: -each[1])
        lines += [f"{topic} Q0 {name} {rank} {value} ours\n" for rank, (name, value) in enumerate(ordered, 1)]
    system.write_text("".join(lines))
    return gold, system


def _table() -> Path:
    path = Path(_folder().name) / "labels.csv"
    both = zip(*(side.tolist() for side in labels(ROWS, 100)), strict=True)
    path.write_text("gold,system\n" + "".join(f"{gold},{system}\n" for gold, system in both))
    return path
