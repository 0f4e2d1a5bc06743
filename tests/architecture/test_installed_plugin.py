"""A third party adds a metric and a constraint without touching axiometrics: tests/plugin_package, installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent.parent / "plugin_package"
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
ADDED = {"squared_precision", "stranger"}


def pip_has_installed_it() -> bool:
    try:
        distribution(PROJECT["name"])
    except PackageNotFoundError:
        return False
    return True


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What an installer would write, beside the package's source: its metadata and entry points."""
    home = tmp_path_factory.mktemp("site")
    info = home / f"{PROJECT['name'].replace('-', '_')}-{PROJECT['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {PROJECT['name']}\nVersion: {PROJECT['version']}\n", "utf-8"
    )
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items())
        for group, entries in PROJECT["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups), "utf-8")
    return os.pathsep.join([str(home), str(HERE / "src")])


def run(path: str | None, *command: str) -> str:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "error"}
    if path is not None:
        environment["PYTHONPATH"] = path
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, encoding="utf-8", timeout=120, env=environment,
        cwd=HERE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def listed(path: str | None, kind: str, *options: str) -> set[str]:
    text = run(path, "-m", "axiometrics", "list", kind, "--task", "clustering", "--format", "json", *options)
    found: Any = json.loads(text)
    while isinstance(found, dict):
        found = next(value for value in found.values() if isinstance(value, list | dict))
    return {record["key"] for record in found}


@pytest.fixture(params=["unpacked", "installed"])
def path(request: pytest.FixtureRequest) -> str | None:
    if request.param == "unpacked":
        return str(request.getfixturevalue("unpacked"))
    if not pip_has_installed_it():
        pytest.skip("not installed; pip install --no-deps tests/plugin_package")
    return None


def test_the_lists_show_what_it_adds(path: str | None) -> None:
    assert "squared_precision" in listed(path, "metrics")
    assert "stranger" in listed(path, "constraints")


def test_without_plugins_nothing_is_added(path: str | None) -> None:
    assert not ADDED & listed(path, "metrics", "--no-plugins")
    assert not ADDED & listed(path, "constraints", "--no-plugins")


def test_its_metric_is_proved_and_its_constraint_judges_ours(path: str | None) -> None:
    code = """
from axiometrics.checker.api import matrix
found = matrix(
    "clustering", metrics=["squared_precision", "inverse_purity"], constraints=["stranger", "homogeneity"],
    effort="quick", cache=False, jobs=1,
)
for cell in found.cells:
    print(cell.metric, cell.constraint, cell.strict.outcome, cell.strict.evidence, cell.strict.always)
from axiometrics.metrics import metrics
print(metrics("clustering")["squared_precision"]("aab", "xxx"))
"""
    assert run(path, "-c", code).splitlines() == [
        "squared_precision homogeneity holds proof False",
        "squared_precision stranger holds proof False",
        "inverse_purity homogeneity blind proof True",
        "inverse_purity stranger blind proof True",
        "0.3333333333333333",
    ]


def test_its_witness_can_be_pasted(path: str | None) -> None:
    code = """
from axiometrics.checker.api import explain
cell = explain("squared_precision", "completeness", "clustering", effort="quick", cache=False)
print(cell.strict.outcome)
exec(cell.witness.python)
"""
    outcome, *scores = run(path, "-c", code).splitlines()
    assert outcome == "blind"
    assert len({line.rsplit(" ", 1)[1] for line in scores}) == 1


def test_the_tests_of_axiometrics_do_not_register_it(unpacked: str) -> None:
    """Collected as a module, it would be a metric of every other test."""
    assert "axiometrics_example" not in sys.modules or pip_has_installed_it()
