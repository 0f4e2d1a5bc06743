"""What is known of an installed library tells its code, and not the environment that it is in."""

from __future__ import annotations

from importlib.metadata import PathDistribution
from pathlib import Path

import pytest

from axiometrics.checker import source_digest

CODE = (
    "flat/__init__.py,sha256=aa,10",
    "flat/core.so,sha256=bb,20",
    "flat-1.0.dist-info/METADATA,sha256=cc,30",
)


def told(folder: Path, monkeypatch: pytest.MonkeyPatch, *lines: str, version: str = "1.0") -> str:
    """Return the text of a distribution whose list of files has these lines."""
    home = folder / "flat-1.0.dist-info"
    home.mkdir(exist_ok=True)
    (home / "METADATA").write_text(f"Metadata-Version: 2.1\nName: flat\nVersion: {version}\n", "utf-8")
    (home / "RECORD").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    monkeypatch.setattr(source_digest, "distribution", lambda name: PathDistribution(home))
    source_digest.distribution_text.cache_clear()
    found = source_digest.distribution_text("flat")
    source_digest.distribution_text.cache_clear()
    return found


@pytest.mark.parametrize(
    "more",
    [
        "../../../bin/flat,sha256=dd,40",
        "../../Scripts/flat.exe,sha256=dd,40",
        "flat-1.0.dist-info/REQUESTED,sha256=dd,0",
        "flat-1.0.dist-info/direct_url.json,sha256=dd,50",
    ],
)
def test_environments_with_the_same_code_share_their_verdicts(
    more: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(tmp_path, monkeypatch, *CODE, more) == told(tmp_path, monkeypatch, *CODE)


@pytest.mark.parametrize(
    "other", [("flat/core.so,sha256=dd,20",), (), ("flat/core.so,sha256=bb,20", "flat/new.py,sha256=dd,1")]
)
def test_another_build_of_a_version_is_another_library(
    other: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(tmp_path, monkeypatch, CODE[0], *other, CODE[2]) != told(tmp_path, monkeypatch, *CODE)


def test_another_version_is_another_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(tmp_path, monkeypatch, *CODE, version="2.0") != told(tmp_path, monkeypatch, *CODE)
