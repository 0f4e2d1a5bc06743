"""docs/audit.md says of every claim that it names what the committed audit says."""

from __future__ import annotations

import json
import re
import shlex
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from axiometrics import explain

ROOT = Path(__file__).parent.parent.parent
PAGE, STATE = ROOT / "docs" / "audit.md", ROOT / "reports" / "audit" / "literature.json"

if not (PAGE.is_file() and STATE.is_file()):
    pytest.skip("docs and reports are not there (a source checkout has them)", allow_module_level=True)

CLAIMS = {
    claim["key"]: claim["status"]
    for part in json.loads(STATE.read_text("utf-8"))["publications"]
    for claim in part["claims"]
}
ERRATA = re.findall(r"^\| `([^`]+)` \|[^|]*\| \*\*(\w+)\*\*", PAGE.read_text("utf-8"), re.MULTILINE)
ROWS = re.findall(r"^\| ([\w, -]+) \| ((?:yes|no) \|.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
COMMANDS = re.findall(r"^(axiometrics explain .*?) +# (.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
COLUMNS = {
    6: ("table4.ordinal-classes", "table4.constant-systems", "table4.class-imbalance"),
    4: ("table7.ordinal-classes", "table7.symmetric"),
}


def test_there_are_errata_and_both_tables() -> None:
    assert len(ERRATA) > 20
    assert len(ROWS) == 9 + 6


@pytest.mark.parametrize(("pattern", "status"), ERRATA)
def test_an_erratum_has_the_status_that_is_found(pattern: str, status: str) -> None:
    found = {each for key, each in CLAIMS.items() if fnmatchcase(key, pattern)}
    assert status in found, f"{pattern} is {found or 'no claim'}"
    assert "*" in pattern or found == {status}


@pytest.mark.parametrize(("measure", "entries"), ROWS)
def test_tables_4_and_7_have_the_statuses_that_are_found(measure: str, entries: str) -> None:
    cells = [entry.strip().strip("*") for entry in entries.split("|")]
    name = measure.partition(",")[0].strip().lower().replace(" ", "-")
    for column, status in zip(COLUMNS[len(cells)], cells[1::2], strict=True):
        assert CLAIMS[f"sakai2021.{column}.{name}"] == status


@pytest.mark.parametrize("key", [key for key, status in CLAIMS.items() if status == "refuted"])
def test_every_refuted_claim_is_among_the_errata(key: str) -> None:
    assert any(fnmatchcase(key, pattern) for pattern, status in ERRATA if status == "refuted")


@pytest.mark.parametrize(("command", "said"), COMMANDS)
def test_a_command_of_the_page_gives_what_is_said_there(command: str, said: str) -> None:
    _, _, metric, constraint, *task = shlex.split(command)
    cell = explain(metric, constraint, *task[1:], regions=False, cache=False)
    shown = f", size {cell.witness.size}" if cell.witness else f" ({cell.strict.evidence})"
    assert f"{cell.strict.outcome}{shown}" == said


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 10
