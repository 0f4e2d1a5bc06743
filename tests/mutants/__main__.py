"""``python -m tests.mutants --mutants 500 --seed 1``: small errors planted in the cores, and how many the tests notice.

Once, ``python -m tests.mutants --map`` records which test runs which line (``pip install coverage``), one folder after
the other. Then every mutant gets a fork that compiles one module with one error in it (nothing on disk changes) and
runs the tests that reach the error, then those of its function and of its file, quick ones first. The share of killed
mutants is a lower bound: each meets only some tests, within a time, and workers of their own run the true source.
A mutant that no test can kill, since it changes no result, stands in ``equivalent.txt`` with the reason.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from .planting import ROOT, equivalents, mutants
from .recording import MAPPED, SECONDS, Recorder
from .running import judged


def _summary(found: list[dict[str, Any]]) -> str:
    rows = ["| folder | mutants | killed | equivalent | survived |", "|---|---|---|---|---|"]
    for folder in [*sorted({each["folder"].split("/")[0] for each in found}), "all"]:
        kinds = Counter(_kind(each) for each in found if folder in ("all", each["folder"].split("/")[0]))
        counts = [kinds.total(), *(kinds[each] for each in ("killed", "equivalent", "SURVIVED"))]
        rows.append(f"| {folder} | {' | '.join(map(str, counts))} |")
    return "\n".join(rows)


def _kind(found: dict[str, Any]) -> str:
    """Return what became of a mutant; one that a test kills is no equivalent, whatever is said of it."""
    if found["killer"]:
        return "killed"
    return "equivalent" if found["mutant"] in equivalents() else "SURVIVED"


def main() -> int:
    asked = _options()
    asked.store.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)
    if asked.map is not None:
        for folder in asked.map or MAPPED:
            if not os.fork():
                flags = ["-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", folder]
                os._exit(pytest.main(flags, plugins=[Recorder(folder, asked.store)]))
            os.wait()
        return 0
    drawn = sorted(mutants(), key=lambda each: hashlib.sha256(f"{asked.seed} {each.name}".encode()).digest())
    results = asked.store / f"seed{asked.seed}.jsonl"
    known = {each["mutant"]: each for each in map(json.loads, results.open())} if results.exists() else {}
    for package in ("numpy", "sympy", "hypothesis", "flint", "scipy.stats", "networkx", "sklearn.metrics"):
        __import__(package)
    found = []
    for mutant in [each for each in drawn if asked.only in each.name][: asked.mutants]:
        if mutant.name not in known or (asked.again and _kind(known[mutant.name]) == "SURVIVED"):
            known[mutant.name] = judged(mutant, asked.store, asked.seconds)
            with results.open("a") as lines:
                print(json.dumps(known[mutant.name]), file=lines)
            print(f"{_kind(known[mutant.name]):10}", known[mutant.name], flush=True)
        found.append(known[mutant.name])
    print(_summary(found))
    for stale in equivalents().keys() - {each.name for each in drawn}:
        print(f"equivalent.txt names a mutant that is no longer there: {stale}")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--map", nargs="*", metavar="FOLDER", help="record which test runs which line")
    parser.add_argument("--mutants", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="mutants whose name contains this")
    parser.add_argument("--again", action="store_true", help="run survivors of this seed again")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="how long the tests of a mutant may take"
    )
    parser.add_argument("--store", type=Path, default=Path(tempfile.gettempdir()) / "axiometrics-mutants")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
