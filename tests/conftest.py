from __future__ import annotations

import os
import sys

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
