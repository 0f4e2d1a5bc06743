from __future__ import annotations

import json
import subprocess
import sys

import pytest

LONG = "system,case,metric,value\n" + "".join(
    f"{system},{case},{metric},{value}\n"
    for system, value in (("good", 0.8), ("middle", 0.5), ("bad", 0.2))
    for case in range(12)
    for metric in ("p", "r")
)


@pytest.fixture
def scores(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(LONG, encoding="utf-8")
    return path


def test_the_report_is_written_and_its_path_printed(axiometrics_command, scores, tmp_path):
    ran = axiometrics_command("uir", scores, "--metrics", "p,r", "--out", tmp_path / "report", "--no-plots")
    assert ran.code == 0
    assert ran.out.strip() == str(tmp_path / "report" / "README.md")
    assert "7 files written" in ran.err
    assert "3 systems on 12 cases by p and r" in (tmp_path / "report" / "README.md").read_text("utf-8")


def test_the_tables_are_shown_without_a_folder(axiometrics_command, scores):
    ran = axiometrics_command("uir", scores)
    assert ran.code == 0
    assert "good" in ran.out
    assert "Pairs" in ran.out
    assert "warning: The threshold 1/4" in ran.err


@pytest.mark.parametrize("form", ["json", "csv", "markdown", "latex", "html"])
def test_the_formats_hold_the_pairs(axiometrics_command, scores, form):
    ran = axiometrics_command("uir", scores, "--format", form)
    assert ran.code == 0
    if form == "json":
        assert [pair["ratio"] for pair in json.loads(ran.out)["pairs"]] == [1.0, 1.0, 1.0]
    assert ran.out.count("good") >= 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--threshold", "2"], "threshold=2 is not possible"),
        (["--metrics", "p,x"], "no metric 'x'"),
        (["--alpha", "x"], "alpha='x' is no number"),
        (["--task", "clustering"], "--task needs --gold"),
        (["--metrics", ","], "--metric names nothing; give names separated by commas"),
        (["--seed", "-3"], "seed=-3 is not possible; give a whole number, 0 or more"),
        (["--decimals", "400"], "400 is out of range; give a whole number, 0 or more and 15 or less"),
        (["--gold", "gold.csv", "--task", "clustering"], "there are score files and --gold"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_two(axiometrics_command, scores, arguments, message):
    ran = axiometrics_command("uir", scores, *arguments)
    assert ran.code == 2
    assert message in ran.err
    assert ran.out == ""


ROWS = [
    "a,1,p,0.5",
    "a,1,r,0.4",
    "a,2,p,0.2",
    "a,2,r,0.3",
    "b,1,p,0.5",
    "b,1,r,0.6",
    "b,2,p,0.2",
    "b,2,r,0.3",
]
BAD = {
    "unequal case sets": (["a,3,p,0.5", "a,3,r,0.5"], [], "2 values are missing or not finite (p of b on 3;"),
    "a duplicate row": (["a,1,p,0.5"], [], "p of system 'a' on case '1' is given twice"),
    "no number": (["a,3,p,nan", "a,3,r,1", "b,3,p,1", "b,3,r,1"], [], "1 value is missing or not finite (p of a on 3)"),
    "an unknown column": ([], ["--metrics", "p,rr"], "no metric 'rr'; did you mean 'r'"),
    "a threshold that is too high": ([], ["--threshold", "1.01"], "threshold=1.01 is not possible; give a number in"),
    "a threshold that is too low": ([], ["--threshold", "-1.01"], "threshold=-1.01 is not possible"),
    "a threshold that is none": ([], ["--threshold", "nan"], "threshold='nan' is no number"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_is_named_on_the_command_line_and_in_python(axiometrics_command, tmp_path, kind):
    from axiometrics.errors import InputError
    from axiometrics.studies import uir

    rows, arguments, message = BAD[kind]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(["system,case,metric,value", *ROWS, *rows]) + "\n", encoding="utf-8")
    ran = axiometrics_command("uir", path, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    given = {
        name.removeprefix("--"): value for name, value in zip(arguments[::2], arguments[1::2], strict=True)
    }
    if "metrics" in given:
        given["metrics"] = given["metrics"].split(",")
    with pytest.raises((InputError, LookupError)) as refused:
        uir(path, **given)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "system,case,metric,value\n" + "\n".join(ROWS[:4]),
            "there is only one system (a); give at least two",
        ),
        ("system,case,metric,value\n", "the scores have no rows; give at least one system and one case"),
        ("", "is empty; its first line must name the columns"),
    ],
)
def test_one_system_and_no_case_are_refused(axiometrics_command, tmp_path, text, message):
    from axiometrics.errors import InputError
    from axiometrics.studies import uir

    path = tmp_path / "scores.csv"
    path.write_text(text, encoding="utf-8")
    ran = axiometrics_command("uir", path)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    with pytest.raises(InputError) as refused:
        uir(path)
    assert message in str(refused.value)


def test_scores_are_needed(axiometrics_command):
    ran = axiometrics_command("uir")
    assert ran.code == 2
    assert "there are no scores" in ran.err


def test_clusterings_are_scored_first(axiometrics_command, tmp_path):
    path = tmp_path / "labels.csv"
    rows = ["dataset,gold,joined,split"]
    for name in ("one", "two"):
        rows += [f"{name},{gold},1,{item}" for item, gold in enumerate("aabb")]
    path.write_text("\n".join(rows), encoding="utf-8")
    ran = axiometrics_command(
        "uir", "--task", "clustering", "--metrics", "bcubed_precision,bcubed_recall", "--gold", path,
        "--group-column", "dataset", "--system-column", "*", "--format", "json",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert {system["name"]: system["means"] for system in found["systems"]} == {
        "joined": [0.5, 1],
        "split": [1, 0.5],
    }
    assert found["pairs"][0]["biased"] == 2


def test_runs_are_scored_by_topic(axiometrics_command, tmp_path):
    """Topic 1: the good run has the relevant document first, the other second; topic 2: both first."""
    qrels = tmp_path / "qrels"
    qrels.write_text("1 0 a 1\n1 0 b 0\n2 0 a 1\n2 0 b 0\n", encoding="utf-8")
    for name, first in (("good", "a"), ("other", "b")):
        second = "b" if first == "a" else "a"
        lines = [
            f"1 Q0 {first} 1 2 {name}",
            f"1 Q0 {second} 2 1 {name}",
            f"2 Q0 a 1 2 {name}",
            f"2 Q0 b 2 1 {name}",
        ]
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    ran = axiometrics_command(
        "uir", "--task", "ranking", "--metrics", "precision_at(k=1),reciprocal_rank", "--gold", qrels,
        "--system", tmp_path / "good", "--system", tmp_path / "other", "--format", "json",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert found["cases"] == ["1", "2"]
    assert {system["name"]: system["means"] for system in found["systems"]} == {
        "good": [1, 1],
        "other": [0.5, 0.75],
    }
    assert [pair["ratio"] for pair in found["pairs"]] == [0.5]


def test_without_values_the_cells_are_named(axiometrics_command, tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("q,gold,some,none\n1,1,1,0\n1,0,0,0\n2,1,1,0\n2,0,1,0\n", encoding="utf-8")
    command = ["uir", "--task", "filtering", "--metrics", "precision,recall", "--gold", path,
               "--group-column", "q", "--system-column", "*"]  # fmt: skip
    ran = axiometrics_command(*command)
    assert ran.code == 2
    assert "precision of none on 1" in ran.err
    assert axiometrics_command(*command, "--missing-cells", "zero").code == 0


def test_studies_are_listed_and_run(axiometrics_command, scores):
    listed = json.loads(axiometrics_command("list", "studies", "--format", "json").out)
    names = [each["study"] for each in listed]
    assert "discriminative_power" in names
    of_metrics = {"balancing", "intervals", "recall_valence"}  # these take no scores
    assert of_metrics < set(names)
    for name in set(names) - of_metrics:
        extra = ["--parts", "2"] if name == "stability" else []
        ran = axiometrics_command("study", name, scores, "--format", "json", *extra)
        assert ran.code == 0, (name, ran.err)
        assert json.loads(ran.out)["study"] == name


def test_an_option_of_another_study_is_refused(axiometrics_command, scores):
    ran = axiometrics_command("study", "similarity", scores, "--trials", "5")
    assert ran.code == 2
    assert "study similarity has no --trials; it takes no options" in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["discriminative_power", "--level", "7"],
            "level=7.0 is not possible; give a number between 0 and 1",
        ),
        (["tukey", "--level", "nan"], "'nan' is no number; give a number"),
        (["consistency", "--level", "0"], "level=0.0 is not possible"),
        (["tukey", "--seed", "-1"], "seed=-1 is not possible"),
        (["stability", "--parts", "2", "--seed", "-1"], "seed=-1 is not possible"),
        (["strictness", "--standards", ""], "--standards names nothing"),
    ],
)
def test_settings_of_studies_that_are_out_of_range_are_refused(
    axiometrics_command, scores, arguments, message
):
    ran = axiometrics_command("study", arguments[0], scores, *arguments[1:])
    assert ran.code == 2
    assert message in ran.err


def test_a_collection_that_is_given_twice_is_refused(axiometrics_command, scores):
    ran = axiometrics_command("study", "stability", scores, scores)
    assert ran.code == 2
    assert f"{scores} is given twice; give each file once" in ran.err


def test_an_unknown_study_is_answered_with_the_nearest(axiometrics_command, scores):
    ran = axiometrics_command("study", "consistenci", scores)
    assert ran.code == 2
    assert "did you mean 'consistency'" in ran.err


def test_a_study_report_is_written(axiometrics_command, scores, tmp_path):
    pytest.importorskip("matplotlib")
    ran = axiometrics_command("study", "consistency", scores, "--trials", "20", "--out", tmp_path / "study")
    assert ran.code == 0, ran.err
    names = {path.name for path in (tmp_path / "study").iterdir()}
    assert names == {"README.md", "consistency.csv", "pairs.csv", "consistency.json", "consistency.svg"}


def test_collections_are_files(axiometrics_command, scores, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text(LONG, encoding="utf-8")
    ran = axiometrics_command("study", "stability", scores, other, "--format", "json")
    assert ran.code == 0
    rows = json.loads(ran.out)["tables"]["stability"]["rows"]
    assert {row["collection"] for row in rows} == {"scores", "other"}


def test_collections_with_one_name_are_told_by_their_folders(axiometrics_command, scores, tmp_path):
    (tmp_path / "b").mkdir()
    twin = tmp_path / "b" / "scores.csv"
    twin.write_text(LONG, encoding="utf-8")
    ran = axiometrics_command("study", "stability", scores, twin, "--format", "json")
    rows = json.loads(ran.out)["tables"]["stability"]["rows"]
    assert {row["collection"] for row in rows} == {str(scores), str(twin)}


def test_the_commands_load_no_study_before_they_run():
    code = "import sys, axiometrics.cli.app; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert not {"axiometrics.studies", "scipy", "matplotlib"} & set(done.stdout.split())
