from __future__ import annotations

from dataclasses import dataclass

import pytest
import stub_checker

import axiometrics.checker
from axiometrics.cli.app import run
from axiometrics.metrics.registry import METRICS


@dataclass
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def axiometrics_command(capsys, monkeypatch):
    """Run a command line in this process, as a pipe would see it."""
    monkeypatch.delenv("AXIOMETRICS_DEBUG", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)

    def command(*arguments: object) -> Ran:
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return command


@pytest.fixture
def stub(monkeypatch):
    """Replace the checker by one with known answers; the calls it got are in ``stub.calls``."""
    stub_checker.calls.clear()
    for name in ("matrix", "check", "explain", "Interrupted"):
        monkeypatch.setattr(axiometrics.checker, name, getattr(stub_checker, name), raising=False)
    return stub_checker


@pytest.fixture
def file(request, tmp_path, monkeypatch):
    """The file of users that a module of tests writes out; what it registers is forgotten."""
    METRICS.load()
    monkeypatch.setattr(METRICS, "_records", dict(METRICS._records))
    (tmp_path / "mine.py").write_text(request.module.FILE)
    return tmp_path / "mine.py"
