"""Two TREC runs are compared topic by topic; documents of equal score are tied."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from axiometrics.metrics import metrics

GOLD = {"1": {"a": 3.0, "b": 2.0, "c": 1.0}, "2": {"a": 3.0}}
SYSTEM = {"1": {"b": 3.0, "a": 2.0, "d": 2.0}, "2": {"a": 1.0}}


def written(path: Path, run: dict[str, dict[str, float]], tag: str) -> Path:
    lines = [
        f"{topic} Q0 {document} {rank} {score} {tag}\n"
        for topic, scores in run.items()
        for rank, (document, score) in enumerate(scores.items(), 1)
    ]
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def runs(tmp_path: Path) -> tuple[Path, Path]:
    return written(tmp_path / "gold.run", GOLD, "first"), written(tmp_path / "system.run", SYSTEM, "second")


def test_runs_are_compared_topic_by_topic(runs: tuple[Path, Path], axiometrics_command: Any) -> None:
    gold, system = runs
    ran = axiometrics_command(
        "score", "rbo", "rank_tau", "--gold", gold, "--system", system, "--format", "json"
    )
    rows = json.loads(ran.out)
    assert [(row["topic"], row["system"], row["items"]) for row in rows] == [
        ("1", "second", 3),
        ("2", "second", 1),
    ]
    rbo = metrics("rank_similarity")["rbo"]
    assert rows[0]["rbo"] == rbo(["a", "b", "c"], ["b", {"a", "d"}])
    assert rows[1]["rbo"] == 1.0
    assert rows[0]["rank_tau"] is None


def test_a_topic_that_one_run_lacks_is_named(
    runs: tuple[Path, Path], tmp_path: Path, axiometrics_command: Any
) -> None:
    gold, _ = runs
    short = written(tmp_path / "short.run", {"1": SYSTEM["1"]}, "third")
    ran = axiometrics_command("score", "rbo", "--gold", gold, "--system", short)
    assert ran.code != 0
    assert "system 'third': the system has no documents for topic 2" in ran.err


def test_a_run_to_compare_is_asked_for(runs: tuple[Path, Path], axiometrics_command: Any) -> None:
    ran = axiometrics_command("score", "rbo", "--gold", runs[0])
    assert ran.code == 2
    assert "those to compare with --system" in ran.err
