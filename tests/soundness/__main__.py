"""``python -m tests.soundness --formulas 10000 --task clustering``: random formulas, and every wrong verdict."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from time import process_time

from .attacks import SILENT
from .grammar import drawn
from .judge import judge
from .worlds import WORLDS


def main() -> int:
    asked = _options()
    wrong = []
    for task in asked.task or list(WORLDS):
        wrong += _run(task, asked)
    for found in wrong:
        print(f"\n{found}", end="")
    return 1 if wrong else 0


def _run(task: str, asked: argparse.Namespace) -> list[object]:
    world, wrong, seconds = WORLDS[task], [], process_time()
    kinds: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    random = Random(asked.seed)
    for formula in drawn(world, asked.formulas, asked.seed):
        chosen = random.sample(world.constraints, min(asked.constraints, len(world.constraints)))
        for key in asked.constraint or chosen:
            judged = judge(world, formula, key, size=asked.size, max_examples=asked.examples)
            kinds[judged.kind] += 1
            silent = f"{judged.kind}: " if judged.kind in SILENT else ""
            reasons[silent + judged.error[:300]] += bool(judged.error)
            wrong += judged.wrong
    print(f"{task}: {asked.formulas} formulas, {sum(kinds.values())} cells, {process_time() - seconds:.0f} s")
    for kind, times in kinds.most_common():
        print(f"    {times:6} {kind}")
    print(f"    {len(wrong):6} wrong", flush=True)
    first = sorted((+reasons).items(), key=lambda known: (not known[0].startswith(SILENT), -known[1]))
    for reason, times in first[:15]:
        print(f"      {times} x {reason}")
    return wrong


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soundness", description=__doc__)
    parser.add_argument("--task", action="append", choices=list(WORLDS), help="all tasks by default")
    parser.add_argument("--constraint", action="append", help="by default random ones for each formula")
    parser.add_argument("--formulas", type=int, default=300, help="for each task")
    parser.add_argument("--constraints", type=int, default=2, help="for each formula")
    parser.add_argument("--size", type=int, help="sweep bound; the task's by default")
    parser.add_argument("--examples", type=int, default=10, help="random cases of each search")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
