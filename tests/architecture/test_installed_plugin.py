"""A third party adds a metric, a constraint and a task, and touches nothing of ours: the installed plugin_package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest

import axiometrics

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
    return os.pathsep.join([str(home), str(HERE / "src"), str(Path(axiometrics.__file__).parent.parent)])


def run(path: str | None, *command: str, cwd: Path = HERE) -> str:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "error"}
    if path is not None:
        environment["PYTHONPATH"] = path
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, encoding="utf-8", timeout=120, env=environment,
        cwd=cwd,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def listed(path: str | None, kind: str, *options: str, task: str = "clustering") -> set[str]:
    text = run(path, "-m", "axiometrics", "list", kind, "--task", task, "--format", "json", *options)
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


def test_its_task_is_in_the_lists(path: str | None) -> None:
    tasks = json.loads(run(path, "-m", "axiometrics", "list", "tasks", "--format", "json"))
    assert "spans" in json.dumps(tasks)
    assert listed(path, "metrics", task="spans") == {"exact_f", "token_f", "coverage_f"}
    assert listed(path, "constraints", task="spans") == {"extra_span", "closer_end", "symmetry"}
    assert "spans" not in run(path, "-m", "axiometrics", "list", "tasks", "--no-plugins")


def test_its_task_has_a_matrix_with_every_kind_of_verdict_and_evidence(path: str | None) -> None:
    code = """
from axiometrics.checker.api import check, matrix
ask = dict(effort="quick", cache=False, jobs=1)
found = matrix("spans", **ask), check("coverage_f(alpha=1/3)", "spans", **ask)
for cell in (cell for part in found for cell in part.cells):
    print(cell.metric, cell.constraint, cell.strict.outcome, cell.strict.evidence, *cell.except_when)
"""
    assert run(path, "-c", code).splitlines() == [
        "coverage_f extra_span blind witness nothing_shared",
        "coverage_f closer_end holds sweep",
        "coverage_f symmetry holds sweep",
        "token_f extra_span blind witness nothing_shared",
        "token_f closer_end holds sweep",
        "token_f symmetry holds sweep",
        "exact_f extra_span blind witness no_match",
        "exact_f closer_end blind witness",
        "exact_f symmetry holds sweep",
        "coverage_f(alpha=1/3) extra_span blind witness nothing_shared",
        "coverage_f(alpha=1/3) closer_end holds sweep",
        "coverage_f(alpha=1/3) symmetry contradicted witness",
    ]


def test_a_counterexample_of_its_task_is_drawn_and_can_be_pasted(path: str | None) -> None:
    told = run(path, "-m", "axiometrics", "explain", "exact_f", "closer_end", "--effort", "quick")
    assert "worse   gold  [·] ·  ·     system  [·  ·  *]" in told
    code = """
from axiometrics.checker.api import explain
from axiometrics.tasks import get_task
cell = explain("exact_f", "closer_end", "spans", effort="quick", cache=False)
print(get_task("spans").picture(cell.witness.outputs, "drawn")[:5])
exec(cell.witness.python)
"""
    assert run(path, "-c", code).splitlines() == ["<svg ", "worse 0.0", "better 0.0"]


def test_a_plain_function_of_its_task_is_swept_in_a_worker(path: str | None, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def same(gold, system):\n    return float(gold == system)\n", "utf-8")
    told = run(
        path, "-m", "axiometrics", "check", "mine.py:same", "--task", "spans", "--reads", "spans", "--effort", "quick",
        cwd=tmp_path,
    )  # fmt: skip
    assert "function(*Line.from_notation(text).read_as('spans'))" in told
    assert "= (≥ up to 3)" in told


def test_files_of_its_task_are_scored(path: str | None, tmp_path: Path) -> None:
    rows = ["sentence,gold,system", "1,B,B", "1,I,O", "1,O,O", "2,B,B"]
    (tmp_path / "tokens.csv").write_text("\n".join(rows), "utf-8")
    told = run(
        path, "-m", "axiometrics", "score", "*", "--task", "spans", "--gold", "tokens.csv",
        "--group-column", "sentence", "--format", "csv", cwd=tmp_path,
    )  # fmt: skip
    head, one, other = told.splitlines()
    assert head == "sentence,system,groups,items,exact_f,token_f,coverage_f"
    # sentence 1: no span of 1 + 1 is the same; 1 token of 1 + 2 is shared twice; P = 1, R = 1/2
    assert [float(value) for value in one.split(",")[4:]] == pytest.approx([0, 2 / 3, 2 / 3])
    assert other == "2,system,1,1,1.0,1.0,1.0"


def test_the_report_shows_its_task(path: str | None, tmp_path: Path) -> None:
    asked = ("report", "spans", "--effort", "quick", "--format", "all", "--out", str(tmp_path))
    run(path, "-m", "axiometrics", *asked)
    page = (tmp_path / "spans" / "metrics" / "coverage_f.md").read_text("utf-8")
    assert r"\sum_{\text{overlaps}} \frac{o}{a}" in page
    assert "Except when an output shares no token with gold, as far as tried." in page
    assert list((tmp_path / "spans" / "figures").glob("*.svg"))
    assert (tmp_path / "explorer.html").is_file()
    for name in ("README.md", "index.html"):
        assert "spans" in (tmp_path / name).read_text("utf-8")
    for form in ("html", "tex", "csv", "json"):
        assert re.search(
            "coverage.{1,2}f", (tmp_path / "spans" / f"matrix.{form}").read_text("utf-8"), re.IGNORECASE
        )


BROKEN = {
    "registration": (
        ("task.py", "register(Spans())", "register(1 / 0)"),
        "axiometrics: warning: plug-in 'spans' of axiometrics.tasks was skipped: ZeroDivisionError: division by zero; "
        "repair it, uninstall it, or run with --no-plugins\n",
    ),
    "sweep": (
        ("cases.py", "    made = each_choice(", "    made = 1 / 0 and each_choice("),
        "axiometrics: exact_f symmetry: error: ZeroDivisionError: division by zero\n",
    ),
    "view": (
        ("view.py", "import sympy", "import sympyy"),
        "axiometrics: exact_f symmetry: error: the task spans cannot evaluate formulas "
        "(ModuleNotFoundError: No module named 'sympyy')\n",
    ),
}


@pytest.mark.parametrize("part", BROKEN)
def test_a_broken_task_is_told_of_once_and_stops_nothing_else(
    part: str, unpacked: str, tmp_path: Path
) -> None:
    (name, sound, broken), message = BROKEN[part]
    shutil.copytree(HERE / "src", tmp_path / "src")
    file = tmp_path / "src" / "axiometrics_example" / "spans" / name
    assert sound in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(sound, broken, 1), "utf-8")
    command = "matrix --effort quick --no-progress --no-cache --metric purity --constraint symmetry"
    there = ["--metric", "exact_f"] if "error:" in message else ["--metric", "squared_precision"]
    done = subprocess.run(
        [sys.executable, "-m", "axiometrics", *command.split(), *there],
        capture_output=True, text=True, encoding="utf-8", timeout=120, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": unpacked.replace(str(HERE / "src"), str(tmp_path / "src"))},
    )  # fmt: skip
    assert done.stderr == message
    assert "purity" in done.stdout
    assert "✗ size 2" in done.stdout


def test_the_whole_task_takes_at_most_600_lines() -> None:
    files = list((HERE / "src" / "axiometrics_example" / "spans").glob("*.py"))
    assert sum(path.read_text("utf-8").count("\n") for path in files) <= 600


def test_the_tests_of_axiometrics_do_not_register_it(unpacked: str) -> None:
    """Collected as a module, it would be a metric of every other test."""
    assert "axiometrics_example" not in sys.modules or pip_has_installed_it()
