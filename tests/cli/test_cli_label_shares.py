"""Labels that are counted into distributions, on small files and on real ordinal data."""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

DATA = Path(__file__).parents[3] / "shared" / "data" / "ordinal"
STC3 = DATA / "stc3_dialogue_quality" / "labels.csv.gz"
TABULAR = DATA / "tabular_trained" / "predictions.csv.gz"
stc3 = pytest.mark.skipif(not STC3.is_file(), reason="the labels of STC-3 are not there")
tabular = pytest.mark.skipif(not TABULAR.is_file(), reason="the predictions on tabular data are not there")

SCALE = (
    "--group-column",
    "scale",
    "--item-column",
    "dialogue",
    "--gold-column",
    "a16",
    "--system-column",
    "a1",
)
QUALITY = "--classes=-2,-1,0,1,2"
TRAINED = ("--group-column", "dataset", "--item-column", "item", "--gold-column", "gold", "--classes", "10")


@pytest.fixture
def scored(axiometrics_command, tmp_path):
    def scored(task, metric, lines, *options):
        (tmp_path / "labels.csv").write_text("\n".join([*lines, ""]))
        return axiometrics_command(
            "score", metric, "--task", task, "--gold", tmp_path / "labels.csv", *options, "--format", "json"
        )

    return scored


def test_the_labels_of_a_group_are_counted_whichever_items_have_them(scored):
    """Gold 2 1 0 and system 1 1 1 of three: the cumulative shares differ by 1/3 and 1/3, over K - 1 = 2 steps."""
    lines = ["gold,system", "low,high", "low,low", "mid,mid"]
    ran = scored("quantification", "nmd", lines, "--classes", "low,mid,high")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out) == [{"system": "system", "items": 3, "nmd": pytest.approx(1 / 3)}]


@pytest.mark.parametrize(
    ("task", "metric", "classes", "said"),
    [
        ("quantification", "nmd", "1,2", "gold has the label '3'; the declared classes are 1, 2"),
        ("ordinal", "mae_micro", "2", "the label '3'; the declared classes are 1, 2"),
        ("quantification", "nmd", "1", "the classes 1 are not possible; give 2 or more"),
        ("quantification", "nmd", "a,a", "the classes a, a are not possible"),
        ("ordinal", "mae_micro", "1", "give 2 classes or more"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_remedy(scored, task, metric, classes, said):
    ran = scored(
        task, metric, ["group,gold,system", "t,3,1"], "--group-column", "group", "--classes", classes
    )
    assert ran.code == 2
    assert "system 'system', group 't'" in ran.err
    assert said in ran.err


def test_a_group_without_labels_is_told_and_left_out(scored):
    lines = ["group,gold,system", "a,1,2", "b,,1"]
    ran = scored("quantification", "nmd", lines, "--group-column", "group", "--classes", "2")
    assert "no gold labels in group 'b'; left out" in ran.err
    assert [row["group"] for row in json.loads(ran.out)] == ["a"]


def rows(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt") as text:
        return list(csv.DictReader(text))


def shares(labels: list[str]) -> list[float]:
    count = Counter(labels)
    return [count[str(label)] / len(labels) for label in range(-2, 3)]


@stc3
def test_match_distance_between_two_annotators_on_each_scale(axiometrics_command):
    ran = axiometrics_command(
        "score", "nmd", "--task", "quantification", "--gold", STC3, *SCALE, QUALITY, "--format", "json"
    )
    table = rows(STC3)
    for found in json.loads(ran.out):
        here = [row for row in table if row["scale"] == found["scale"]]
        p, q = (shares([row[name] for row in here]) for name in ("a1", "a16"))
        moved = sum(abs(sum(p[:k]) - sum(q[:k])) for k in range(1, 5)) / 4
        assert found["items"] == 3700
        assert found["nmd"] == pytest.approx(moved)


@stc3
def test_macro_error_between_two_annotators_on_each_scale(axiometrics_command):
    ran = axiometrics_command(
        "score", "mae_macro", "--task", "ordinal", "--gold", STC3, *SCALE, QUALITY, "--format", "json"
    )
    for found in json.loads(ran.out):
        errors = defaultdict(list)
        for row in rows(STC3):
            if row["scale"] == found["scale"]:
                errors[row["a16"]].append(abs(int(row["a1"]) - int(row["a16"])))
        means = [sum(part) / len(part) for part in errors.values()]
        assert found["mae_macro"] == pytest.approx(sum(means) / len(means))


@tabular
@pytest.mark.parametrize(
    ("policy", "mean"), [("propagate", "undefined"), ("skip", "undefined"), ("0", "0.0000")]
)
def test_a_constant_system_has_no_correlation_on_any_data_set(axiometrics_command, policy, mean):
    ran = axiometrics_command(
        "score", "spearman", "kappa_quadratic", "--task", "ordinal", "--gold", TABULAR, *TRAINED,
        "--system-column", "majority", "--means", "--undefined", policy, "--format", "markdown",
    )  # fmt: skip
    *_, last = ran.out.strip().splitlines()
    assert [part.strip() for part in last.strip("|").split("|")] == [
        "majority", "" if policy == "skip" else "11", "12521", mean, "0.0000",
    ]  # fmt: skip


@tabular
def test_mean_absolute_errors_of_a_trained_system(axiometrics_command):
    ran = axiometrics_command(
        "score", "mae_micro", "--task", "ordinal", "--gold", TABULAR, *TRAINED, "--system-column", "forest",
        "--format", "json",
    )  # fmt: skip
    table = rows(TABULAR)
    for found in json.loads(ran.out):
        here = [row for row in table if row["dataset"] == found["dataset"]]
        error = sum(abs(int(row["forest"]) - int(row["gold"])) for row in here) / len(here)
        assert found["mae_micro"] == pytest.approx(error)
