"""No wrong certificate is confirmed: neither by the stand-alone checker nor, as files, by every outside one."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from certify.planted import KINDS, SOURCES, Document, planted
from certify.programs import needs
from certify.proved import certificate

from axiometrics.certify.smt import scripts
from axiometrics.certify.writing import run
from axiometrics.recheck import NotCoveredError, RefusedError, check

LISTS = ("listed_elsewhere", "fewer_aspects", "other_aspects", "other_contexts", "other_tables")
EXTREMES = ("extreme_doubled", "class_left_out")
DIFFERENCES = ("difference_strict", "difference_turned", "difference_larger", "cell_of_another_class")
SAME = ("same_as_another", "difference_left_out", "each_of_another", "some_of_others")
CHANGES = ("each_further_down", "more_in_the_other", "changed_row_of_another", "counts_that_are_made")
NOTHING = ("balanced_accuracy-replication-empty_class_counted",)
READERS = ("err-priority-document_moved", "reciprocal_rank-replacement-document_moved")
WHOLES = ("other_change", "nothing_above", "most_of_less", "other_readers")
CONTENTS = ("other_information", "nothing_informed", "rarer_elsewhere", "other_whole")
LABELINGS = ("nearer_than_two",)
CUTS = ("cut_strictly", "one_less")
READ = ("other_weights",)
BETWEEN = ("other_cut", "emd-triangle_inequality-other_share")
RULES = (
    "never_zero",
    *SAME,
    *CHANGES,
    *CONTENTS,
    *WHOLES,
    *READERS,
    *NOTHING,
    *LABELINGS,
    *CUTS,
    *READ,
    *BETWEEN,
    "lemma_reversed",
    "same_distributions",
    "same_that_differ",
    "other_family",
    *LISTS,
    *EXTREMES,
    *DIFFERENCES,
    "decision_turned",
    "next_to_itself",
    "mmae-perfect_output-other_groups",
)
"""Plants in what symbols have their signs by, and in what is never all zero: scripts take that for granted.

For scripts nothing over nothing adds nothing, too.
"""
LARGE = ("quantification", "classification", "ordinal")
"""Tasks whose certificates have many cases: of each kind one is asked about outside."""
EVERY_SOURCE = pytest.mark.parametrize("source", SOURCES, ids="-".join)


@cache
def wrong(source: tuple[str, str, str]) -> dict[str, Document]:
    """The wrong certificates by name, made of a right one where they are first needed."""
    return dict(planted(*source))


def both(source: tuple[str, str, str]) -> list[str]:
    """The wrong ones that are asked about outside too."""
    return [
        name
        for name in wrong(source)
        if not any(rule in name for rule in RULES) and (source[0] not in LARGE or name.endswith("-0"))
    ]


def test_every_kind_is_planted_and_sixty_at_least() -> None:
    names = [name for source in SOURCES for name in wrong(source)]
    assert {name.split("-")[-2] for name in names} == {kind.__name__ for kind in KINDS}
    assert len(set(names)) == len(names) >= 60


@EVERY_SOURCE
def test_the_stand_alone_checker_refuses(source: tuple[str, str, str]) -> None:
    assert wrong(source)
    assert [name for name, document in wrong(source).items() if is_confirmed(document)] == []


def is_confirmed(document: Document) -> bool:
    try:
        check(document)
    except (RefusedError, NotCoveredError):
        return False
    return True


def test_sixty_and_more_are_refused_outside_too() -> None:
    """Beside the stand-alone checker each of these has files that z3 does not confirm, all of them."""
    some = (name for source in SOURCES for name in both(source) if outside(wrong(source)[name]))
    assert len(list(islice(some, 60))) == 60


def outside(document: Document) -> list[tuple[str, str]]:
    try:
        return list(scripts(document))
    except (RefusedError, NotCoveredError, ValueError):
        return []


@needs("z3")
@EVERY_SOURCE
def test_an_outside_checker_does_not_confirm(source: tuple[str, str, str], tmp_path: Path) -> None:
    """What is the same in a wrong certificate and in the right one is asked last: it is confirmed."""
    known = frozenset(text for _, text in outside(certificate(*source)))
    for name in both(source):
        files = sorted(outside(wrong(source)[name]), key=lambda file: file[1] in known)
        asked = (
            unconfirmed(tmp_path / f"{name.replace('/', ' over ')}-{place}.smt2", text)
            for place, (_, text) in enumerate(files)
        )
        assert not files or any(asked), name


def unconfirmed(path: Path, text: str) -> bool:
    path.write_text(text)
    (answer,) = run([path], "smt", seconds=2, programs=["z3"])
    return answer.outcome != "confirmed"
