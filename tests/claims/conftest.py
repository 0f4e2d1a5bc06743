from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from axiometrics.claims.auditing import audited
from axiometrics.claims.cells import Store
from axiometrics.claims.expanding import expanded
from axiometrics.claims.files import read_file
from axiometrics.claims.finding import Audit, Finding

HEAD = """
title = "Planted"
[names]
Purity = "purity"
"Inverse purity" = "inverse_purity"
"purity of either kind" = ["purity", "inverse_purity"]
Rand = "rand"
BCubed = "bcubed_f"
"BCubed precision" = "bcubed_precision"
Mirkin = "-mirkin"
F-measure = "f_measure"
[families]
"Set matching" = ["Purity", "Inverse purity"]
"""


@pytest.fixture
def planted(tmp_path: Path) -> Callable[[str], Path]:
    """Write a claim file with claims of one's own."""

    def write(claims: str, head: str = HEAD) -> Path:
        path = tmp_path / "planted.toml"
        path.write_text(head + claims, "utf-8")
        return path

    return write


@pytest.fixture
def judge(planted: Callable[[str], Path]) -> Callable[..., dict[str, Finding]]:
    """Judge claims of one's own with the real checker; the findings by the part of the key after the publication."""

    def run(claims: str, *, regions: bool = False) -> dict[str, Finding]:
        members = expanded(read_file(planted(claims)))
        store = Store({"effort": "quick", "jobs": 1, "max_examples": 20})
        found = audited(members, store, regions=regions)
        return {each.claim.key.removeprefix("planted."): each for each in found.findings}

    return run


@pytest.fixture
def document(judge: Callable[..., dict[str, Finding]]) -> Callable[[str], Audit]:
    """Judge claims and put them together as an audit."""

    def run(claims: str) -> Audit:
        return Audit({"planted": "Planted"}, tuple(judge(claims).values()))

    return run


@pytest.fixture
def axiometrics_command(capsys: pytest.CaptureFixture[str]) -> Callable[..., object]:
    """Run a command line in this process and return what it printed."""
    from types import SimpleNamespace

    from axiometrics.cli.app import run

    def command(*arguments: str) -> object:
        code = run(list(arguments))
        captured = capsys.readouterr()
        return SimpleNamespace(code=code, out=captured.out, err=captured.err)

    return command
