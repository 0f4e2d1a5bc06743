"""Which test runs which line of the cores, and which tests a mutant meets."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .planting import CORES, ROOT, Mutant

FOLDERS = ("formulas", "tasks", "checker", "soundness", "meta", "axioms", "metrics")
MAPPED = (*(f"tests/{each}" for each in FOLDERS), *CORES)
SLOW = 10  # seconds under the tracer after which a test takes no part
TESTS, SECONDS = 60, 40  # how many tests a mutant meets, and how long they took when they were recorded


class Recorder:
    """A plug-in of pytest: the lines and the time of every test that passes."""

    def __init__(self, folder: str, store: Path) -> None:
        from coverage import Coverage

        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.file = store / folder.replace("/", "-")
        include = [f"{ROOT}/{core}/*" for core in CORES]
        self.coverage = Coverage(data_file=f"{self.file}.coverage", include=include, config_file=False)
        self.coverage.erase()
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        before, start = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("slow")), time.monotonic()
        signal.alarm(SLOW)
        try:
            return (yield)
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, before)
            self.seconds[item.nodeid] = time.monotonic() - start
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        kept = {test: each for test, each in self.seconds.items() if test not in self.failed}
        Path(f"{self.file}.json").write_text(json.dumps(kept))
        print(
            f"{self.file.name}: {len(kept)} tests, {len(self.failed)} take no part, {sum(kept.values()):.0f} s"
        )


@cache
def recorded(store: Path) -> dict[str, float]:
    """Seconds of every recorded test whose file is still there, with the newest record of each."""
    records = sorted(store.glob("*.json"), key=lambda each: each.stat().st_mtime)
    seconds = {test: each for path in records for test, each in json.loads(path.read_text()).items()}
    files = {file for file in {test.split("::")[0] for test in seconds} if (ROOT / file).exists()}
    return {test: each for test, each in seconds.items() if test.split("::")[0] in files}


@cache
def _tests_of_lines(store: Path, path: str) -> dict[int, set[str]]:
    from coverage import CoverageData

    found: dict[int, set[str]] = defaultdict(set)
    for file in sorted(store.glob("*.coverage")):
        data = CoverageData(str(file))
        data.read()
        for line, tests in data.contexts_by_lineno(str(ROOT / path)).items():
            found[line] |= {test for test in tests if test in recorded(store)}
    return found


def chosen(mutant: Mutant, store: Path, most: float = SECONDS) -> list[str]:
    """Tests of the mutant's line, function and file, from as many test functions as possible, quick ones first."""
    lines, seconds = _tests_of_lines(store, mutant.path), recorded(store)
    asked: dict[str, None] = {}
    for first, last in (mutant.lines if mutant.span[0] else (0, 0), mutant.span, (0, sys.maxsize)):
        reached = {test for line, tests in lines.items() if first <= line <= last for test in tests}
        asked |= dict.fromkeys(_spread(reached, seconds))
    kept, spent = [], 0.0
    for test in list(asked)[:TESTS]:
        if not kept or spent + seconds[test] <= most:
            kept.append(test)
            spent += seconds[test]
    return kept


def _spread(tests: Iterable[str], seconds: dict[str, float]) -> list[str]:
    turns: Counter[str] = Counter()
    placed = []
    for test in sorted(tests, key=lambda each: (seconds[each], each)):
        placed.append((turns[test.split("[")[0]], len(placed), test))
        turns[test.split("[")[0]] += 1
    return [test for *_, test in sorted(placed)]
