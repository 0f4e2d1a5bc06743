"""No wrong certificate is confirmed: neither by the stand-alone checker nor, as files, by every outside one."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from certify.planted import KINDS, SOURCES, Document, planted
from certify.programs import needs
from certify.proved import certificate

from axiometrics.certify.running import run
from axiometrics.certify.smt import scripts
from axiometrics.recheck import NotCoveredError, RefusedError, check

PLANTED = dict(planted())
LISTS = ("listed_elsewhere", "fewer_aspects", "other_aspects", "other_contexts", "other_tables")
EXTREMES = ("extreme_doubled", "class_left_out", "pair_left_out")
DIFFERENCES = ("difference_strict", "difference_turned", "difference_larger", "cell_of_another_class")
SAME = ("same_as_another", "difference_left_out", "each_of_another", "some_of_others")
RULES = ("never_zero", *SAME, "lemma_reversed", "same_distributions", *LISTS, *EXTREMES, *DIFFERENCES)
"""Plants in what symbols have their signs by, and in what is never all zero: scripts take that for granted."""
LARGE = ("quantification", "classification", "ordinal")
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
    some = islice((name for name in BOTH if outside_of(name)), 60)
    assert len(list(some)) == 60


def outside(document: Document) -> list[tuple[str, str]]:
    try:
        return list(scripts(document))
    except (RefusedError, NotCoveredError, ValueError):
        return []


@cache
def outside_of(name: str) -> list[tuple[str, str]]:
    return outside(PLANTED[name])


@needs("z3")
@pytest.mark.parametrize("name", BOTH)
def test_an_outside_checker_does_not_confirm(name: str, tmp_path: Path) -> None:
    known = scripts_of_the_right_one(name.rsplit("-", 2)[0])
    files = sorted(outside_of(name), key=lambda file: file[1] in known)
    assert not files or any(unconfirmed(tmp_path / f"{place}.smt2", text) for place, text in files)


def unconfirmed(path: Path, text: str) -> bool:
    path.write_text(text)
    (answer,) = run([path], "smt", seconds=2, programs=["z3"])
    return answer.outcome != "confirmed"


@cache
def scripts_of_the_right_one(source: str) -> frozenset[str]:
    """What is the same in a wrong certificate and in the right one is asked last: it is confirmed."""
    (cell,) = (cell for cell in SOURCES if "-".join(cell) == source)
    return frozenset(text for _, text in outside(certificate(*cell)))
