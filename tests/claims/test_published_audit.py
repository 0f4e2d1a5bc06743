"""The audit that comes with the package is the one that would be computed, or counts as nothing."""

from __future__ import annotations

import gzip
import json
from functools import partial
from pathlib import Path

import pytest

from axiometrics.checker import cache
from axiometrics.claims import auditing
from axiometrics.claims import auditing as room
from axiometrics.claims.auditing import audit, publish, published
from axiometrics.claims.cells import Store

CLAIMS = """
[[claims]]
key = "cells"
place = "here"
says = "a constraint each"
task = "clustering"
constraint = "homogeneity"
holds = ["Purity", "Rand"]
fails = ["BCubed"]
some = ["Set matching"]

[[claims]]
key = "value"
place = "there"
says = "a value"
task = "clustering"
output = "{a a b}{c}"
values = { Purity = "0.75", Rand = "0.1" }

[[claims]]
key = "sum"
place = "there"
says = "a sum"
arithmetic = { share = ["0.92", "37/40"] }

[[claims]]
key = "people"
place = "nowhere"
says = "people think so"
unchecked = "nobody can ask them"
"""


@pytest.fixture
def found(document, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("AXIOMETRICS_PUBLISHED", raising=False)
    return document(CLAIMS)


def test_every_kind_of_finding_is_restored_as_it_was(found, tmp_path: Path) -> None:
    publish(found, tmp_path)
    again = published(["planted"], tmp_path)
    assert again == found
    assert again is not None
    assert (again.published, found.published) == (True, False)
    assert (again.to_dict(), again.to_markdown()) == (found.to_dict(), found.to_markdown())
    assert {each.status for each in again.findings} == {"confirmed", "refuted", "not checkable"}


def test_what_it_does_not_have_is_computed(found, tmp_path: Path) -> None:
    assert published(["planted"], tmp_path) is None
    publish(found, tmp_path)
    assert published(["planted", "sakai2021"], tmp_path) is None


def test_it_is_left_alone_where_that_is_asked_for(found, tmp_path: Path, monkeypatch) -> None:
    publish(found, tmp_path)
    monkeypatch.setenv("AXIOMETRICS_PUBLISHED", "0")
    assert published(["planted"], tmp_path) is None


def test_that_of_other_sources_is_not_used(found, tmp_path: Path, monkeypatch) -> None:
    publish(found, tmp_path)
    monkeypatch.setattr(room, "own_sources", lambda *rooms: "edited")
    assert published(["planted"], tmp_path) is None


@pytest.mark.parametrize(
    "room_of_claims", ["claims/publications/one.toml", "studies/one.py", "reports/one.py"]
)
def test_the_words_and_data_of_findings_are_among_its_sources(
    room_of_claims: str, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "checker" / "cache.py"))
    digests = set()
    for text in ("a = 1", "a = 2"):
        (tmp_path / room_of_claims).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / room_of_claims).write_text(text, "utf-8")
        cache.own_sources.cache_clear()
        digests.add(cache.own_sources(*room._ROOMS))
    cache.own_sources.cache_clear()
    assert len(digests) == 2


def edited(stored: dict[str, str]) -> bytes:
    return gzip.compress(
        json.dumps(stored | {"text": stored["text"].replace("confirmed", "refuted")}).encode()
    )


def lacking(stored: dict[str, str]) -> bytes:
    return gzip.compress(json.dumps({"sources": stored["sources"]}).encode())


@pytest.mark.parametrize(
    "damage", [edited, lacking, lambda stored: b"", lambda stored: b"\x1f\x8b\x08 broken"]
)
def test_a_damaged_or_edited_one_counts_as_nothing(damage, found, tmp_path: Path) -> None:
    publish(found, tmp_path)
    (path,) = tmp_path.glob("*.gz")
    path.write_bytes(damage(json.loads(gzip.decompress(path.read_bytes()))))
    assert published(["planted"], tmp_path) is None


@pytest.mark.parametrize(
    ("options", "taken"),
    [
        ({}, True),
        ({"jobs": 1, "timeout": 3.0, "effort": "normal", "seed": 0, "cache": True}, True),
        ({"effort": "quick"}, False),
        ({"size": 5}, False),
        ({"seed": 1}, False),
        ({"max_examples": 10}, False),
        ({"recompute": True}, False),
        ({"cache": False}, False),
        ({"database": "folder"}, False),
    ],
)
def test_other_options_compute_it_anew(options: dict[str, object], taken: bool) -> None:
    assert Store(options).takes_published is taken


def test_claims_are_chosen_of_it_by_keys_and_globs(found, tmp_path: Path, monkeypatch) -> None:
    publish(found, tmp_path)
    monkeypatch.setattr(auditing, "published", partial(published, folder=tmp_path))
    assert [each.claim.key for each in audit("planted", claims=["*value.rand"]).findings] == [
        "planted.value.rand"
    ]
    with pytest.raises(KeyError, match="no claim matches"):
        audit("planted", claims=["planted.valeu"])


def test_the_command_says_that_it_was_published(
    found, tmp_path: Path, monkeypatch, axiometrics_command
) -> None:
    publish(found, tmp_path)
    monkeypatch.setattr(auditing, "published", partial(published, folder=tmp_path))
    told = axiometrics_command("audit", "planted")
    assert (told.code, "planted.value.rand" in told.out) == (0, True)
    assert "published with" in told.err
    assert "--recompute" in told.err
