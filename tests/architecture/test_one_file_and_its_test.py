"""A metric, or a constraint, is one file and its test: CONTRIBUTING's diffs are applied to a copy and no test fails."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from source_tree import HOME

from axiometrics.tasks import tasks

ROOT = HOME.parent
COPIED = (
    "axiometrics",
    "docs",
    "reports",
    "tests",
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "README.md",
)
READING = (
    "tests/architecture/test_house_style.py",
    "tests/architecture/test_registry_examples.py",
    "tests/axioms",
    "tests/metrics",
)
"""Where tests read the registry and are quick."""
OTHERS = set(tasks(plugins=False)) - {"clustering", "filtering"}
ELSEWHERE = [f"--ignore-glob=*/test_{task}_*.py" for task in sorted(OTHERS)]
"""Without the tests of tasks to which nothing is added."""
NEW = ("normalized_information_distance", "equal_precision", "[clustering]", "[filtering]")
"""Of tests with parameters only those that name what is new, or its task, are other ones than before."""

pytestmark = pytest.mark.skipif(
    not (ROOT / "CONTRIBUTING.md").is_file(), reason="CONTRIBUTING.md is not there (a source checkout has it)"
)


def diffs() -> list[str]:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return re.findall(r"^```diff\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def hunks(diff: str) -> Iterator[tuple[str, str, str]]:
    """Yield of every hunk the file, the lines that it replaces, and those that it puts in their place."""
    file = ""
    for line in re.split(r"^(?=\+\+\+ |@@ )", diff, flags=re.MULTILINE):
        if line.startswith("+++ b/"):
            file = line.split("\n")[0].removeprefix("+++ b/")
        elif line.startswith("@@"):
            body = [each for each in line.split("\n")[1:] if each and not each.startswith("---")]
            old = "".join(f"{each[1:]}\n" for each in body if each[0] in " -")
            yield file, old, "".join(f"{each[1:]}\n" for each in body if each[0] in " +")


def apply(diff: str, copy: Path) -> list[str]:
    """Change the copy, and return the changed files."""
    changed = []
    for file, old, new in hunks(diff):
        path = copy / file
        text = path.read_text("utf-8") if path.is_file() else ""
        assert not old or text.count(old) == 1, f"CONTRIBUTING's diff does not fit {file} (any more):\n{old}"
        path.write_text(text.replace(old, new, 1) if old else new, "utf-8")
        changed.append(file)
    return list(dict.fromkeys(changed))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, home / name, ignore=shutil.ignore_patterns("_build"))
        else:
            shutil.copy(source, home / name)
    return home


def run(copy: Path, *command: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    done = subprocess.run(
        [sys.executable, *command], cwd=copy, env=environment, capture_output=True, text=True, encoding="utf-8"
    )  # fmt: skip
    assert done.returncode == 0, f"{' '.join(command)[:2000]}\n{done.stdout[-6000:]}{done.stderr[-2000:]}"
    return done.stdout


def pytest_in(copy: Path, *arguments: str) -> str:
    settings = "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml"), "--rootdir", "."
    return run(copy, "-m", "pytest", "-q", *settings, *arguments)


def concerned(copy: Path, changed: list[str]) -> list[str]:
    """The tests without parameters, and those of what is new or changed; not this one."""
    words = [*NEW, *(file.removesuffix(".py").replace("/", ".") for file in changed)]
    found = [
        line for line in pytest_in(copy, "--collect-only", *ELSEWHERE, *READING).splitlines() if "::" in line
    ]
    return [
        each
        for each in found
        if Path(__file__).name not in each and ("[" not in each or any(word in each for word in words))
    ]


def test_both_diffs_change_one_file_and_add_its_test_and_nothing_else_fails(copy: Path) -> None:
    changed = [file for diff in diffs() for file in apply(diff, copy)]
    assert [Path(file).parts[0] for file in changed] == ["axiometrics", "tests"] * 2
    assert (copy / "tests" / "axioms" / "test_equal_precision.py").is_file()
    run(copy, "docs/generate.py")
    page = (copy / "docs" / "reference" / "clustering-metrics.md").read_text("utf-8")
    assert "### normalized_information_distance" in page
    tests = concerned(copy, changed)
    assert sum("normalized_information_distance" in each for each in tests) > 5
    assert sum("equal_precision" in each for each in tests) > 5
    pytest_in(copy, "-x", *tests)
