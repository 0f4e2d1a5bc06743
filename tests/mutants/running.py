"""Runs tests in a fork with a mutant in place."""

from __future__ import annotations

import importlib.machinery
import os
import resource
import signal
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .planting import ROOT, Mutant
from .recording import chosen, recorded

DIRECT = 12  # how many tests come before all others
MEMORY = 6 << 30


class Chosen:
    """A plug-in of pytest: only the tests asked for, in their order, and the name of the one that fails."""

    def __init__(self, tests: list[str], told: Path) -> None:
        self.order, self.told = {test: place for place, test in enumerate(tests)}, told

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted(
            (each for each in items if each.nodeid in self.order), key=lambda each: self.order[each.nodeid]
        )

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.told.write_text(report.nodeid)


def run(mutant: Mutant | None, tests: list[str], limit: float) -> str:
    """Return the first test that fails in a fork with the mutant in place, or "" where none does."""
    with tempfile.TemporaryDirectory() as scratch:
        told, start = Path(scratch) / "told", time.monotonic()
        child = os.fork()
        if not child:
            _work(mutant, tests, scratch, told)
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            if time.monotonic() - start > limit:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return "time limit"
            time.sleep(0.05)
        if not told.exists():
            return "died"
        return told.read_text()


def _work(mutant: Mutant | None, tests: list[str], scratch: str, told: Path) -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.environ |= {
        "AXIOMETRICS_CACHE": f"{scratch}/cache",
        "HYPOTHESIS_STORAGE_DIRECTORY": f"{scratch}/hypothesis",
    }
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    if mutant:
        loader: Any = importlib.machinery.SourceFileLoader
        usual, path = loader.get_code, str(ROOT / mutant.path)
        code = compile(mutant.tree(), path, "exec")
        loader.get_code = lambda self, name: code if self.path == path else usual(self, name)
    files = dict.fromkeys(test.split("::")[0] for test in tests)
    flags = [
        "-x",
        "-q",
        "--assert=plain",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        f"--basetemp={scratch}/tmp",
    ]
    status = pytest.main([*flags, *files], plugins=[Chosen(tests, told)])
    if status in (0, 5):  # passed, or none of them is there any more
        told.write_text("")
    elif not told.exists():
        told.write_text("collection")
    os._exit(0)


def judged(mutant: Mutant, store: Path, most: float) -> dict[str, Any]:
    """Say whether the tests kill the mutant, the most direct ones before all."""
    tests, seconds, start = chosen(mutant, store, most), recorded(store), time.monotonic()
    killer = _killer(mutant, tests[:DIRECT], seconds) or _killer(mutant, tests[DIRECT:], seconds)
    spent = round(time.monotonic() - start, 1)
    return {"mutant": mutant.name, "folder": mutant.folder, "line": mutant.lines[0], "killer": killer,
            "tests": len(tests), "seconds": spent}  # fmt: skip


def _killer(mutant: Mutant, tests: list[str], seconds: dict[str, float]) -> str:
    """Return the first test that fails; one that fails without the mutant as well is no witness."""
    tests = sorted(tests, key=seconds.__getitem__)
    while tests:
        killer = run(mutant, tests, 3 * sum(seconds[test] for test in tests) + 30)
        if killer not in seconds or _passes(killer, 3 * seconds[killer] + 30):
            return killer
        tests.remove(killer)
    return ""


@cache
def _passes(test: str, limit: float) -> bool:
    return not run(None, [test], limit)
