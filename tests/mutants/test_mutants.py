"""The run of mutants plants what it says, and tells an error that a test notices from one that none does."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from . import planting

SOURCE = '''
LIMIT = 1


def share(part: int, whole: int = 1) -> float:
    """Return 0 or 1 < 2."""
    if whole == 0:
        raise ValueError(f"{whole + 1} is not 0")
    return part / whole
'''


def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[planting.Mutant]:
    monkeypatch.setattr(planting, "ROOT", tmp_path)
    monkeypatch.setattr(planting, "CORES", ("core",))
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "shares.py").write_text(SOURCE)
    planting.source.cache_clear()
    return planting.mutants()


def test_errors_are_planted_in_code_and_in_no_message_annotation_or_docstring(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [each.text for each in planted(tmp_path, monkeypatch)] == [
        "1  ->  2",
        "1  ->  0",
        "1  ->  2",
        "1  ->  0",
        "if whole == 0  ->  if not whole == 0",
        "whole == 0  ->  whole != 0",
        "0  ->  1",
        "return part / whole  ->  return None",
        "part / whole  ->  part * whole",
    ]


def test_a_mutant_differs_in_one_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for mutant in planted(tmp_path, monkeypatch):
        written = [ast.unparse(ast.parse(SOURCE)).splitlines(), ast.unparse(mutant.tree()).splitlines()]
        assert sum(one != other for one, other in zip(*written, strict=True)) == 1


ALONE = """
from tests.mutants.planting import ROOT, mutants_of
from tests.mutants.running import run

path = ROOT / "axiometrics/formulas/undefined.py"
(mutant,) = (each for each in mutants_of(path) if each.text.startswith({text!r}))
print(run(mutant, ["tests/formulas/test_infinity.py::test_it_is_equal_to_itself_alone"], 60))
"""


@pytest.mark.parametrize(
    ("text", "killer"),
    [
        ("isinstance(other, Infinity) and other.sign == self.sign  ->  ", "test_it_is_equal_to_itself_alone"),
        ("return self + -other  ->  return None", ""),
    ],
)
def test_a_mutant_is_killed_where_a_test_notices_it(text: str, killer: str) -> None:
    """In a process of its own, which has imported nothing yet that the mutant is to replace."""
    command = [sys.executable, "-c", ALONE.format(text=text)]
    found = subprocess.run(command, cwd=planting.ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.strip().rpartition("::")[2] == killer


def test_every_equivalent_has_a_reason() -> None:
    for name, reason in planting.equivalents().items():
        assert "  ->  " in name
        assert reason.endswith(".")
