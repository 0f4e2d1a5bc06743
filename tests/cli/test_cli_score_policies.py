"""Means over groups, task by task and policy by policy, against sums written out here."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import pytest

GROUPED = ("--group-column", "g")


def ranking(names: list[str]) -> dict[str, list[str]]:
    """Average precision on three topics: 1, none since nothing is relevant, and 1/2."""
    gold = ["1 0 a 1", "2 0 a 0", "3 0 a 0", "3 0 b 1"]
    runs = {
        name: [f"{topic} Q0 {document} 1 {score} {name}" for topic, document, score in _RUN] for name in names
    }
    return {"gold": gold, **runs}


_RUN = [("1", "a", 2), ("2", "a", 2), ("3", "a", 2), ("3", "b", 1)]
ROWS: dict[str, tuple[str, list[str], list[str], list[str]]] = {
    "clustering": ("bcubed_precision", ["g,item,gold", "1,a,x", "1,b,y", "2,a,x", "2,b,x"],
                   ["g,item,one", "1,a,k", "1,b,k"], ["--missing", "singleton"]),
    "filtering": ("recall", ["g,item,gold", "1,a,1", "1,b,1", "2,a,0", "2,b,0"],
                  ["g,item,one", "1,a,1", "1,b,0", "2,a,0", "2,b,0"], []),
    "ordinal": ("spearman", ["g,item,gold", "1,a,1", "1,b,2", "2,a,1", "2,b,2"],
                ["g,item,one", "1,a,2", "1,b,1", "2,a,1", "2,b,1"], ["--classes", "2"]),
    "overlapping": ("bcubed_extended_recall", ["g,item,gold", "1,a,x", "1,b,x", "2,a,x", "2,b,x"],
                    ["g,item,one", "1,a,k", "1,b,k"], ["--missing", "singleton"]),
    "quantification": ("rnss", ["g,item,gold", "1,a,1", "1,b,2", "2,a,1", "2,b,2"],
                       ["g,item,one", "1,a,1", "1,b,1", "2,a,1", "2,b,2"], ["--classes", "2"]),
    "organization": ("rs_priority_f", ["g,document,level", "1,a,1", "1,b,2", "2,a,1", "2,b,2"],
                     ["g,document,level", "1,a,1", "1,b,2"], []),
}  # fmt: skip
VALUES: dict[str, list[float]] = {
    "clustering": [1 / 2, 1.0],  # one cluster of two categories; two singletons
    "filtering": [1 / 2, math.nan],  # nothing is relevant in group 2
    "ordinal": [-1.0, math.nan],  # the opposite order; a constant
    "overlapping": [1.0, 1 / 2],  # both together; each alone
    "quantification": [1 / 2, 0.0],  # shares 1/2 1/2 against 1 0: sqrt((1/4 + 1/4)/2)
    "organization": [1.0, 0.0],  # the same; nothing is organized
}


def mean(values: list[float], policy: str) -> float | None:
    if policy == "skip":
        values = [value for value in values if value == value]
    elif policy != "propagate":
        values = [value if value == value else float(policy) for value in values]
    total = sum(values)
    return None if total != total or not values else total / len(values)


@pytest.fixture
def scored(axiometrics_command: Any, tmp_path: Path) -> Any:
    def scored(
        task: str, *options: str, files: dict[str, list[str]] | None = None, form: str = "json"
    ) -> Any:
        metric, gold, system, more = ROWS[task]
        paths: list[object] = []
        for name, lines in (files or {"gold": gold, "one": system}).items():
            path = tmp_path / f"{name}.csv"
            path.write_text("\n".join([*lines, ""]), "utf-8")
            paths += ["--gold" if name == "gold" else "--system", path]
        return axiometrics_command(
            "score", metric, "--task", task, *paths, *GROUPED, *more, *options, "--format", form
        )

    return scored


@pytest.mark.parametrize("policy", ["propagate", "skip", "0", "-2.5"])
@pytest.mark.parametrize("task", ROWS)
def test_the_mean_over_groups_is_the_one_that_the_policy_means(scored: Any, task: str, policy: str) -> None:
    rows = json.loads(scored(task).out)
    found = [row[ROWS[task][0]] for row in rows]
    assert [math.nan if value is None else value for value in found] == pytest.approx(
        VALUES[task], nan_ok=True
    )
    ran = scored(task, "--means", "--undefined", policy)
    (row,) = json.loads(ran.out)
    expected = mean(VALUES[task], policy)
    assert row[ROWS[task][0]] == (expected if expected is None else pytest.approx(expected))
    defined = sum(value == value for value in VALUES[task])
    assert row["groups"] == (defined if policy == "skip" else 2)


@pytest.mark.parametrize("policy", ["propagate", "skip", "0", "1"])
def test_the_mean_over_topics_of_a_ranking_follows_the_policy(
    axiometrics_command: Any, tmp_path: Path, policy: str
) -> None:
    for name, lines in ranking(["one"]).items():
        (tmp_path / name).write_text("\n".join([*lines, ""]))
    files = ["--gold", tmp_path / "gold", "--system", tmp_path / "one", "--means", "--undefined", policy]
    ran = axiometrics_command("score", "average_precision", "--task", "ranking", *files, "--format", "json")
    (row,) = json.loads(ran.out)
    expected = mean([1.0, math.nan, 0.5], policy)
    assert (row["average_precision"], row["groups"]) == (expected, 2 if policy == "skip" else 3)


@pytest.mark.parametrize("policy", ["mean", "nan", "inf", "1_0", "\u0663", ""])
def test_a_policy_that_is_none_is_refused(scored: Any, policy: str) -> None:
    ran = scored("filtering", "--undefined", policy)
    assert (ran.code, ran.out) == (2, "")
    assert "is not possible; give propagate, skip or a number" in ran.err


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_group_called_mean_is_one_of_the_groups(scored: Any, form: str) -> None:
    _, gold, system, _ = ROWS["filtering"]
    files = {"gold": gold, "one": system}
    renamed = {
        name: [line.replace("2,", "mean,", 1) if line[0] == "2" else line for line in lines]
        for name, lines in files.items()
    }
    out = scored("filtering", files=renamed, form=form).out
    rows = json.loads(out) if form == "json" else list(csv.DictReader(io.StringIO(out)))
    assert [row["g"] for row in rows] == ["1", "mean"]


@pytest.mark.parametrize(
    ("task", "system", "message"),
    [
        ("clustering", ["g,item,one", "1,a,k", "1,b,", "2,a,k", "2,b,k"], "or pass --missing singleton\n"),
        ("filtering", ["g,item,one", "1,a,1", "1,b,", "2,a,1", "2,b,1"], "or pass --missing unselected\n"),
        ("ordinal", ["g,item,one", "1,a,1", "1,b,", "2,a,1", "2,b,1"], "for item 'b'; give every item one\n"),
        ("quantification", ["g,item,one", "1,a,1", "1,b,", "2,a,1", "2,b,1"], "for item 'b'; give every item one\n"),
        ("overlapping", ["g,item,one", "1,a,1", "2,a,1", "2,b,1"], "or --missing excluded or --missing singleton\n"),
    ],
)  # fmt: skip
def test_a_missing_label_is_told_with_the_ways_of_its_task(
    scored: Any, task: str, system: list[str], message: str
) -> None:
    ran = scored(task, "--missing", "error", files={"gold": ROWS[task][1], "one": system})
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


@pytest.mark.parametrize("task", ["clustering", "filtering", "ordinal", "quantification", "organization"])
def test_a_system_that_cannot_be_scored_stops_no_other(
    axiometrics_command: Any, tmp_path: Path, task: str
) -> None:
    metric, gold, system, more = ROWS[task]
    whole = [*system] if len(system) == len(gold) else [*system, *("2" + line[1:] for line in system[1:])]
    if task == "organization":
        broken = [*whole[:-1], whole[-1].rpartition(",")[0] + ",0"]
        sides = [("gold", gold), ("whole", whole), ("broken", broken)]
    else:
        both = [f"{line},{line.rpartition(',')[2]}" for line in whole]
        both[0], both[-1] = "g,item,whole,broken", whole[-1] + ","
        sides = [("gold", gold), ("both", both)]
        more = [*(more if "--classes" in more else []), "--system-column", "*"]
    paths: list[object] = []
    for name, lines in sides:
        (tmp_path / f"{name}.csv").write_text("\n".join([*lines, ""]), "utf-8")
        paths += ["--gold" if name == "gold" else "--system", tmp_path / f"{name}.csv"]
    ran = axiometrics_command("score", metric, "--task", task, *paths, *GROUPED, *more, "--format", "json")
    assert {row["system"] for row in json.loads(ran.out)} == {"whole"}
    assert ran.code == 1
    assert ran.err.count("error: ") == 1
    assert "broken" in ran.err
