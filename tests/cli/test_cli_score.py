from __future__ import annotations

import csv
import gzip
import io
import json

import pytest

from axiometrics.metrics import metrics

HEAD = "dataset,item,gold,one,two"
ROWS = ["a,1,x,1,1", "a,2,x,1,2", "a,3,y,2,2", "b,1,x,1,", "b,2,y,1,"]


@pytest.fixture
def score(axiometrics_command, tmp_path):
    """Score files given as lines, by the name of their option."""

    def score(*options: str, gold=(HEAD, *ROWS), system=None, metric="purity", form="json"):
        files = []
        for option, lines in (("gold", gold), ("system", system)):
            if lines is not None:
                (tmp_path / f"{option}.csv").write_text("\n".join([*lines, ""]))
                files += [f"--{option}", tmp_path / f"{option}.csv"]
        chosen = [metric] if isinstance(metric, str) else metric
        return axiometrics_command(
            "score", *chosen, "--task", "clustering", *files, *options, "--format", form
        )

    return score


def test_gold_and_system_in_two_files_pair_by_item(score):
    ran = score(gold=["item,gold", "1,x", "2,x", "3,y"], system=["item,system", "3,2", "2,1", "1,1"])
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out) == [{"system": "system", "items": 3, "purity": 1.0}]


def test_without_items_rows_pair_by_place(score):
    ran = score(gold=["gold", "x", "x", "y"], system=["system", "1", "2", "2"])
    assert json.loads(ran.out)[0]["purity"] == metrics("clustering")["purity"]("xxy", "122")


def test_several_metrics_with_globs_and_parameters_become_columns(score):
    ran = score(gold=["gold,system", "x,1", "y,1"], metric=["bcubed_*", "v_measure(beta=2)", "bcubed_f"])
    keys = ["bcubed_precision", "bcubed_recall", "bcubed_f", "v_measure(beta=2)"]
    assert list(json.loads(ran.out)[0]) == ["system", "items", *keys]


def test_groups_are_scored_apart_and_their_mean_follows(score):
    ran = score("--group-column", "dataset", "--system-column", "one", form="csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [(row["dataset"], row["items"], row["purity"]) for row in rows] == [
        ("a", "3", "1.0"),
        ("b", "2", "0.5"),
    ]
    ran = score("--group-column", "dataset", "--system-column", "one", "--means", form="csv")
    assert ran.out == "system,groups,items,purity\none,2,5,0.75\n"
    assert "(mean)" in score("--group-column", "dataset", "--system-column", "one", form="table").out


def test_a_star_takes_every_system_that_is_not_excluded(score):
    gold = ["item,gold,gold2,one,two", "1,x,x,1,1"]
    ran = score("--system-column", "*", "--exclude-column", "gold*", gold=gold)
    assert [row["system"] for row in json.loads(ran.out)] == ["one", "two"]


@pytest.mark.parametrize(
    ("policy", "groups", "mean"), [("propagate", 2, None), ("skip", 1, 2 / 3), ("0", 2, 1 / 3)]
)
def test_a_system_that_is_empty_in_a_group_has_no_value_there(score, policy, groups, mean):
    ran = score("--group-column", "dataset", "--system-column", "*", "--means", "--undefined", policy)
    assert [tuple(row.values()) for row in json.loads(ran.out)] == [
        ("one", 2, 5, 0.75),
        ("two", groups, 5, mean),
    ]
    assert "note: system 'two' has no labels in 1 group (b), and so no value there\n" in ran.err


def test_items_of_a_whole_group_can_be_singletons_as_others(score):
    """System two has nothing in group b, of two categories of one item each: as singletons they are found whole."""
    options = ("--group-column", "dataset", "--system-column", "*", "--means", "--missing", "singleton")
    ran = score(*options, metric="bcubed_recall")
    a = metrics("clustering")["bcubed_recall"]("xxy", "122")
    assert [row["bcubed_recall"] for row in json.loads(ran.out)] == [1.0, (a + 1) / 2]


@pytest.mark.parametrize("word", ["nan", "NaN"])
def test_a_label_that_is_spelt_as_missing_is_one_and_that_is_said_once(score, word):
    """Pandas reads it as no label, and it is the code of a language."""
    ran = score(gold=["item,gold,one", "1,x,1", f"2,{word},1", f"3,{word},{word}"], metric="purity")
    assert [row["purity"] for row in json.loads(ran.out)] == [2 / 3]
    assert ran.err.count("note:") == 1
    assert f"line 3: 'gold' has the label {word!r}, which is read as any other" in ran.err
    assert f"if it means none, give --gold-ignore {word}" in ran.err


def test_a_label_that_is_ignored_and_spelt_as_missing_needs_no_note(score):
    ran = score("--gold-ignore", "nan", gold=["item,gold,one", "1,x,1", "2,nan,1"], metric="purity")
    assert ([row["purity"] for row in json.loads(ran.out)], ran.err) == ([1.0], "")


def test_a_system_label_that_is_spelt_as_missing_is_told_how_to_be_none(score):
    ran = score("--missing", "singleton", gold=["item,gold,one", "1,x,1", "2,x,nan"], metric="purity")
    assert (
        "line 3: 'one' has the label 'nan', which is read as any other; if it means none, leave the cell blank"
        in ran.err
    )


def test_a_system_that_lacks_a_label_is_refused_alone(score):
    ran = score("--system-column", "*", gold=["item,gold,one,two", "1,x,1,1", "2,x,1,"])
    assert (ran.code, [row["system"] for row in json.loads(ran.out)]) == (1, ["one"])
    assert "line 3: system 'two' has no label for item '2'; give one, or pass --missing singleton" in ran.err


def test_a_group_without_gold_labels_is_left_out_and_told(score):
    gold = ["dataset,item,gold,system", "a,1,x,1", "b,1,,1"]
    ran = score("--group-column", "dataset", "--means", gold=gold)
    assert json.loads(ran.out)[0]["groups"] == 1
    assert ran.err == "axiometrics: note: there are no gold labels in group 'b'; left out\n"


def test_items_with_an_ignored_gold_label_are_left_out(score):
    gold = ["item,gold,system", "1,x,1", "2,0,1", "3,y,2"]
    row = json.loads(score("--gold-ignore", "0", gold=gold).out)[0]
    assert (row["items"], row["purity"]) == (2, 1.0)


def test_missing_items_become_singletons_when_asked(score):
    files = {"gold": ["item,gold", "1,x", "2,x", "3,y"], "system": ["item,system", "1,1", "2,"]}
    ran = score("--missing", "singleton", metric="bcubed_recall", **files)
    assert json.loads(ran.out)[0]["bcubed_recall"] == metrics("clustering")["bcubed_recall"]("xxy", "123")


def test_files_can_be_parts_of_the_data(axiometrics_command, tmp_path):
    for part in ("a", "b"):
        (tmp_path / part).write_text("\n".join([HEAD, *(row for row in ROWS if row.startswith(part))]))
    options = ["--group-column", "dataset", "--system-column", "one", "--format", "json"]
    files = ["--gold", tmp_path / "a", "--gold", tmp_path / "b"]
    ran = axiometrics_command("score", "purity", "--task", "clustering", *files, *options)
    assert [row["dataset"] for row in json.loads(ran.out)] == ["a", "b"]


@pytest.mark.parametrize("delimiter", ["\t", ";", "|"])
def test_the_delimiter_is_found(score, delimiter):
    ran = score(gold=[line.replace(",", delimiter) for line in ("item,gold,system", "1,x,1")])
    assert ran.code == 0


def test_gzip_and_a_byte_order_mark_are_read(axiometrics_command, tmp_path):
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress("\ufeffgold,system\nx,1\n".encode()))
    ran = axiometrics_command("score", "purity", "--task", "clustering", "--gold", tmp_path / "t.csv.gz")
    assert ran.code == 0


@pytest.mark.parametrize("form", ["table", "markdown", "html", "latex", "csv"])
def test_every_format_is_written(score, form):
    ran = score(gold=["gold,system", "x,1", "y,1", "z,1"], form=form)
    assert (ran.code, ran.err) == (0, "")
    assert "0.3333" in ran.out


@pytest.mark.parametrize(
    ("lines", "options", "message"),
    [
        ([""], [], "is empty; its first line must name the columns"),
        (["gold,system"], [], "has a header but no rows"),
        (["1,2", "1,2"], [], "has no header: its first line is 1, 2"),
        (["gold,gold", "1,2"], [], "has two columns 'gold'"),
        (["gold,system", "1"], [], "line 2: 1 cells under 2 columns"),
        (["gold,system", '1,"2'], [], "cannot be read as a table"),
        (
            ["gold,system", "x,1"],
            ["--gold-column", "golt"],
            "no column 'golt' (--gold-column); did you mean 'gold'?",
        ),
        (["gold,system", "x,1"], ["--system-column", "sys*m2"], "no column 'sys*m2' (--system-column)"),
        (["gold,a,b", "x,1,1"], [], "has no column 'system'; name one with --system-column: a, b"),
        (["a,b,c", "x,1,1"], [], "has no column 'gold'; name one with --gold-column: a, b, c"),
        (["item,gold,system", "1,x,1", "1,x,1"], [], "item '1' occurs twice: "),
        (["gold,system", "x,1", ",1"], [], "line 3: item 1 has no gold label"),
        (["item,gold,system", "7,x,1", "8,x,"], [], "line 3: system 'system' has no label for item '8'"),
        (["gold,system", "x,", "y,"], [], "there is nothing to score"),
        (["gold,system", "x,1"], ["--delimiter", "ab"], "delimiter 'ab' is not possible"),
        (
            ["gold,system", "x,1"],
            ["--missing", "no"],
            "--missing no is not possible in clustering; give error or",
        ),
    ],
)
def test_a_file_that_cannot_be_scored_is_refused_in_one_line(score, lines, options, message):
    ran = score(*options, gold=lines)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.splitlines()[-1].startswith("axiometrics: error: ")


@pytest.mark.parametrize(
    ("system", "message"),
    [
        (["item,system", "1,1"], "system 'system': system has no cluster for item '2'"),
        (["item,system", "1,1", "2,1", "9,1"], "line 4: item '9' is not in the gold"),
        (["g,item,system", "c,1,1"], "has no group 'c' that"),
    ],
)
def test_files_with_different_items_are_refused(score, system, message):
    group = ["--group-column", "g"] if system[0].startswith("g,") else []
    gold = ["g,item,gold", "a,1,x", "a,2,y"] if group else ["item,gold", "1,x", "2,y"]
    ran = score(*group, gold=gold, system=system)
    assert ran.code == 2
    assert message in ran.err


def test_damaged_gzip_is_refused(axiometrics_command, tmp_path):
    path = tmp_path / "t.csv.gz"
    rows = "\n".join(f"{number},{number * number}" for number in range(5000))
    path.write_bytes(gzip.compress(f"gold,system\n{rows}".encode())[:-2000])
    ran = axiometrics_command("score", "purity", "--task", "clustering", "--gold", path)
    assert ran.code == 2
    assert "is damaged gzip" in ran.err


def test_text_that_is_not_utf8_is_refused(axiometrics_command, tmp_path):
    (tmp_path / "t.csv").write_bytes("gold,system\nä,1\n".encode("latin-1"))
    ran = axiometrics_command("score", "purity", "--task", "clustering", "--gold", tmp_path / "t.csv")
    assert ran.code == 2
    assert "is not UTF-8 text" in ran.err


def test_an_unknown_metric_is_refused_before_reading(axiometrics_command, tmp_path):
    ran = axiometrics_command("score", "purty", "--task", "clustering", "--gold", tmp_path / "none.csv")
    assert "clustering has no metric 'purty'; did you mean 'purity'" in ran.err


def test_a_missing_file_is_refused(axiometrics_command, tmp_path):
    ran = axiometrics_command("score", "purity", "--task", "clustering", "--gold", tmp_path / "none.csv")
    assert ran.err == f"axiometrics: error: {tmp_path / 'none.csv'}: No such file or directory\n"
