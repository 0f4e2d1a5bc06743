"""Bad inputs are refused in one line, at once, and leave nothing behind."""

from __future__ import annotations

import resource
import shlex
import signal
from pathlib import Path

import pytest
from bad_inputs import FILES, LINES

_SECONDS = 60
_KILOBYTES = 1_000_000


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    for name, content in FILES.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def contents(folder: Path) -> dict[Path, bytes]:
    there = [path for path in folder.rglob("*") if "__pycache__" not in path.parts]  # Python's own
    return {path: path.read_bytes() if path.is_file() else b"" for path in there}


@pytest.fixture
def in_time():
    """End a run that has no end."""

    def late(*_: object) -> None:
        raise TimeoutError("the command did not end")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def test_there_are_enough_of_them() -> None:
    assert len(set(LINES)) >= 300


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.encode("unicode_escape").decode()[:80])
def test_a_bad_input_is_refused_in_one_line(axiometrics_command, files, monkeypatch, in_time, line):
    monkeypatch.chdir(files)
    before, held = contents(files), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ran = axiometrics_command(*shlex.split(line))
    told = [each for each in ran.err.splitlines() if not each.startswith("axiometrics: note: ")]
    assert ran.code == 2
    assert ran.out == ""
    assert len(told) == 1
    assert told[0].startswith("axiometrics: error: ")
    assert len(told[0]) < 1000
    assert "unexpected" not in ran.err
    assert "Traceback" not in ran.err
    assert "\x1b" not in ran.err
    assert contents(files) == before
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held < _KILOBYTES
