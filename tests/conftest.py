from __future__ import annotations

pytest_plugins = ["pytester"]

collect_ignore_glob = ["conftest.py", "*/conftest.py", "plugin_package/*"]
"""Nothing to collect: fixtures, and a package of its own."""
