from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

collect_ignore_glob = ["conftest.py", "*/conftest.py", "plugin_package/*"]
"""Nothing to collect: fixtures, and a package of its own."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Expect the failures that `known_defects.txt` lists; it shrinks as they are mended."""
    lines = (Path(__file__).parent / "known_defects.txt").read_text("utf-8").splitlines()
    known = {line.strip() for line in lines if line.strip() and not line.startswith("#")}
    for item in items:
        if getattr(item, "originalname", None) in known:
            item.add_marker(pytest.mark.xfail(reason="listed in tests/known_defects.txt", strict=False))
