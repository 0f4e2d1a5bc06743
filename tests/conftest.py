from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

collect_ignore_glob = ["conftest.py", "*/conftest.py", "plugin_package/*"]
"""Nothing to collect: fixtures, and a package of its own."""

os.environ["AXIOMETRICS_PUBLISHED"] = "0"
"""Verdicts that come with the package are no evidence in tests, nor in the processes that these start."""

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
"""Tests start hundreds of interpreters, each of which would compile all modules again."""

LONG = "soundness/test_random_formulas.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run what takes longest first: at the end a single process would be left with it."""
    items.sort(key=lambda item: LONG not in item.nodeid)


def pytest_collection_finish() -> None:
    """Leave the tests themselves, and all modules, out of every search for garbage, which would take seconds."""
    gc.collect()
    gc.freeze()


MUCH, MORE = 600 << 20, 150 << 20
"""Bytes from which on a process that is forked from this one takes long to start, and those worth a search."""

_LEFT = [MUCH - MORE]
"""Bytes that were taken after the last search."""


@pytest.fixture(scope="module", autouse=True)
def memory_is_given_back() -> Iterator[None]:
    """Let the cases of a module go, and the memory that they took, where they took much."""
    yield
    if sys.platform == "linux" and _resident() > _LEFT[0] + MORE:
        from axiometrics.checker.demands import forget_cases

        forget_cases()
        gc.collect()
        gc.freeze()
        with suppress(AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
        _LEFT[0] = max(_resident(), MUCH - MORE)


def _resident() -> int:
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture
def taken_for_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every generator for one of ours: nobody looks whether it asks something of its numbers."""
    monkeypatch.setattr("axiometrics.axioms.registry._is_ours", lambda generator: True)
