"""No wrong certificate is confirmed: neither by the stand-alone checker nor, as files, by every outside one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from certify.planted import KINDS, Document, planted

from axiometrics.certify.running import installed, run
from axiometrics.certify.smt import scripts
from axiometrics.recheck import NotCoveredError, RefusedError, check

PLANTED = dict(planted())
RULES = ("never_zero", "lemma_reversed")
"""Plants in what symbols have their signs by, which scripts take for granted."""
LARGE = ("quantification", "classification")
"""Tasks whose certificates have many cases: of each kind one is asked about outside."""
BOTH = [
    name
    for name in PLANTED
    if not any(rule in name for rule in RULES) and (not name.startswith(LARGE) or name.endswith("-0"))
]


def test_every_kind_is_planted_and_sixty_at_least() -> None:
    kinds = Counter(name.split("-")[-2] for name in PLANTED)
    assert set(kinds) == {kind.__name__ for kind in KINDS}
    assert len(PLANTED) >= 60


@pytest.mark.parametrize("name", PLANTED)
def test_the_stand_alone_checker_refuses(name: str) -> None:
    with pytest.raises((RefusedError, NotCoveredError)):
        check(PLANTED[name])


def test_sixty_and_more_are_refused_outside_too() -> None:
    """Beside the stand-alone checker each of these has files that z3 does not confirm, all of them."""
    assert sum(bool(outside(PLANTED[name])) for name in BOTH) >= 60


def outside(document: Document) -> list[tuple[str, str]]:
    try:
        return list(scripts(document))
    except (RefusedError, NotCoveredError, ValueError):
        return []


@pytest.mark.skipif(not installed("z3"), reason="z3 is not installed: pip install 'axiometrics[certify]'")
@pytest.mark.parametrize("name", BOTH)
def test_an_outside_checker_does_not_confirm(name: str, tmp_path: Path) -> None:
    files = []
    for place, text in outside(PLANTED[name]):
        files.append(tmp_path / f"{place}.smt2")
        files[-1].write_text(text)
    answers = run(files, "smt", seconds=2, programs=["z3"])
    assert not answers or any(answer.outcome != "confirmed" for answer in answers)
