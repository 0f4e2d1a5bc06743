"""Which outside checkers are here, and new enough for tests: an old one leaves open what a new one proves at once."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from axiometrics.certify.writing import installed

NEEDED = {"z3": (4, 12), "cvc5": (1, 1), "coqc": (8, 13)}
"""The oldest versions that tests ask: of z3 and cvc5 those that the extra ``certify`` asks for."""


def needs(program: str) -> pytest.MarkDecorator:
    """Return the mark that skips a test, with the reason, where a program is not installed or too old."""
    reason = missing(program)
    return pytest.mark.skipif(reason is not None, reason=str(reason))


def missing(program: str) -> str | None:
    """Return why a program is not asked here; None where it is."""
    path = installed(program)
    wanted = ".".join(map(str, NEEDED[program]))
    get = "apt-get install coq" if program == "coqc" else "pip install 'axiometrics[certify]'"
    if path is None:
        return f"{program} is not installed: {get}"
    if path == sys.executable:
        return None  # a package, of a version that pip has checked
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"version (\d+)\.(\d+)", said)
    if found and tuple(map(int, found.groups())) >= NEEDED[program]:
        return None
    return f"{path} is not {program} {wanted} or newer: {get}"
