from __future__ import annotations

import os

pytest_plugins = ["pytester"]

collect_ignore_glob = ["conftest.py", "*/conftest.py", "plugin_package/*"]
"""Nothing to collect: fixtures, and a package of its own."""

os.environ["AXIOMETRICS_PUBLISHED"] = "0"
"""Verdicts that come with the package are no evidence in tests, nor in the processes that these start."""
