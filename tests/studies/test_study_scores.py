"""Score tables: forms of input, missing cells, bad input."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

import axiometrics as ax
from axiometrics.errors import InputError, UnknownKeyError
from axiometrics.studies import ScoreColumns, ScoreTable, read_scores, score_outputs, score_table

LONG = "system,case,metric,value\na,1,p,0.5\na,1,r,0.25\nb,1,p,0.75\nb,1,r,1\n"
PER_METRIC = "system,topic,p,r\na,1,0.5,0.25\nb,1,0.75,1\n"


@pytest.fixture
def file(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def same(table):
    assert (table.systems, table.cases, table.metrics) == (("a", "b"), ("1",), ("p", "r"))
    assert table.values.tolist() == [[[0.5], [0.75]], [[0.25], [1.0]]]


def test_the_forms_of_files_give_the_same_table(file):
    same(read_scores([file("long.csv", LONG)]))
    same(read_scores([file("per_metric.csv", PER_METRIC)]))
    same(read_scores([file("p.csv", "case,a,b\n1,0.5,0.75\n"), file("r.csv", "case,a,b\n1,0.25,1\n")]))
    same(
        read_scores(
            [
                f"p={file('x.csv', 'a;b' + chr(10) + '0.5;0.75')}",
                f"r={file('y.tsv', 'a,b' + chr(10) + '.25,1')}",
            ]
        )
    )


def test_gzip_and_parts_of_a_long_table(tmp_path, file):
    head, *lines = LONG.splitlines()
    first = file("first.csv", "\n".join([head, *lines[:2]]))
    second = tmp_path / "second.csv.gz"
    second.write_bytes(gzip.compress("\n".join([head, *lines[2:]]).encode()))
    same(read_scores([first, second]))


@pytest.mark.parametrize("counted", ["items", "occurrences", "classes"])
def test_a_table_that_score_wrote_is_read_without_its_counts(file, counted):
    text = f"dataset,system,groups,{counted},p,r\n1,a,1,9,0.5,0.25\n1,b,1,9,0.75,1\n"
    same(read_scores([file("scores.csv", text)]))


def test_a_group_called_mean_is_a_case_like_others(file):
    text = "dataset,system,groups,items,p\nmean,a,1,9,0.5\nmean,b,1,9,0.75\n"
    assert read_scores([file("scores.csv", text)]).cases == ("mean",)


def test_other_names_of_columns(file):
    path = file("other.csv", "who,where,metric,much\na,1,p,0.5\na,1,r,0.25\nb,1,p,.75\nb,1,r,1\n")
    same(read_scores([path], columns=ScoreColumns(system="who", case="where", value="much")))
    with pytest.raises(UnknownKeyError, match="no column 'whom'; did you mean 'who'"):
        read_scores([path], columns=ScoreColumns(system="whom"))


def test_the_forms_in_memory_give_the_same_table(file):
    rows = [("a", 1, "p", 0.5), ("a", 1, "r", 0.25), ("b", 1, "p", 0.75), ("b", 1, "r", 1)]
    same(score_table(rows))
    same(score_table([dict(zip(("system", "case", "metric", "value"), row, strict=True)) for row in rows]))
    same(score_table(file("long.csv", LONG)))
    same(score_table(score_table(rows)))
    arrays = score_table({"p": [[0.5, 0.75]], "r": [[0.25, 1]]})
    assert arrays.systems == ("s1", "s2")
    assert arrays.values.tolist() == [[[0.5], [0.75]], [[0.25], [1.0]]]


def test_a_data_frame_gives_the_same_table():
    pandas = pytest.importorskip("pandas")
    rows = [("a", 1, "p", 0.5), ("a", 1, "r", 0.25), ("b", 1, "p", 0.75), ("b", 1, "r", 1)]
    same(score_table(pandas.DataFrame(rows, columns=["system", "case", "metric", "value"])))


def test_metrics_are_chosen_in_the_given_order(file):
    path = file("long.csv", LONG)
    assert read_scores([path], metrics=["r", "p"]).metrics == ("r", "p")
    assert score_table(path, metrics=["r"]).metrics == ("r",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "system,case,metric,value\na,1,p,0.5\na,1,p,0.5\n",
            "line 3: p of system 'a' on case '1' is given twice",
        ),
        ("system,case,metric,value\na,1,p,half\n", "line 2: 'half' .* is not a finite number"),
        ("system,case,metric,value\na,1,p,inf\n", "'inf' .* is not a finite number"),
        ("system,case,metric,value\n", "have no rows"),
        (
            "system,case,metric,value\na,1,p,0.5\nb,2,p,0.5\n",
            r"2 values are missing .*p of a on 2; p of b on 1",
        ),
        ("system,case,metric,value\na,1,p,nan\n", "1 value is missing"),
        ("system,case\na,1\n", "it has no column of values"),
        ("", "is empty"),
    ],
)
def test_bad_files_are_refused_with_the_place(file, text, message):
    with pytest.raises((InputError, UnknownKeyError), match=message):
        read_scores([file("bad.csv", text)])


@pytest.mark.parametrize("text", [LONG, PER_METRIC])
def test_an_unknown_metric_is_answered_with_the_nearest(file, text):
    path = file("long.csv", text.replace("p", "precision").replace("toprecisionic", "topic"))
    with pytest.raises(UnknownKeyError, match=r"'precison'.*did you mean 'precision'"):
        read_scores([path], metrics=["precison"])


def test_wide_files_with_other_systems_do_not_belong_together(file):
    paths = [file("p.csv", "a,b\n1,2\n"), file("r.csv", "a,c\n1,2\n")]
    with pytest.raises(InputError, match="not in both: b, c"):
        read_scores(paths)


def test_wide_files_with_other_numbers_of_cases_leave_cells_missing(file):
    paths = [file("p.csv", "a,b\n1,2\n3,4\n"), file("r.csv", "a,b\n1,2\n")]
    with pytest.raises(InputError, match="r of a on 2; r of b on 2"):
        read_scores(paths)
    assert read_scores(paths, missing="drop-cases").cases == ("1",)


GAP = [("a", "1", "p", 0.5), ("a", "2", "p", 0.25), ("b", "1", "p", 1.0), ("b", "2", "p", None)]


def test_missing_cells_follow_the_policy():
    assert score_table(GAP, missing="zero").values.tolist() == [[[0.5, 0.25], [1.0, 0.0]]]
    assert score_table(GAP, missing="drop-cases").cases == ("1",)
    assert score_table(GAP, missing="drop-systems").systems == ("a",)
    with pytest.raises(InputError, match="1 value is missing or not finite \\(p of b on 2\\)"):
        score_table(GAP)
    with pytest.raises(InputError, match="is no policy; give one of error, drop-cases, drop-systems, zero"):
        score_table(GAP, missing="ignore")


def test_a_policy_that_leaves_nothing_is_refused():
    rows = [("a", "1", "p", None), ("b", "1", "p", 1.0)]
    with pytest.raises(InputError, match="there is no case"):
        score_table(rows, missing="drop-cases")


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([], "no rows"),
        ([("a", "1", "p")], "without the 4 fields"),
        ([{"system": "a", "case": 1, "value": 2}], "no metric"),
        ([("a", "1", "p", 1), ("a", "1", "p", 1)], "given twice"),
        ({"p": [[1, 2]], "r": [[1, 2, 3]]}, "same cases and systems"),
    ],
)
def test_bad_scores_in_memory_are_refused(scores, message):
    with pytest.raises(InputError, match=message):
        score_table(scores)


def test_a_score_table_refuses_wrong_shapes_and_names():
    with pytest.raises(InputError, match="shape"):
        ScoreTable(("a",), ("1",), ("p",), np.zeros((1, 2, 1)))
    with pytest.raises(InputError, match="system 'a' is named twice"):
        ScoreTable(("a", "a"), ("1",), ("p",), np.zeros((1, 2, 1)))
    with pytest.raises(UnknownKeyError, match="no scores of 'q'"):
        ScoreTable(("a",), ("1",), ("p",), np.zeros((1, 1, 1)), frozenset({"q"}))


def test_rounding_makes_noise_a_tie_again():
    noisy = {"p": [[0.1 + 0.2, 0.3]], "r": [[0.5, 0.5]]}
    assert ax.uir(noisy).pairs[0].better == 1
    assert ax.uir(noisy, decimals=9).pairs[0].equal == 1


def test_outputs_are_scored_with_registered_metrics():
    gold = {"1": "aabb", "2": "aaab"}
    systems = {"one": {"1": "xxxx", "2": "xxxx"}, "all": {"1": "wxyz", "2": "wxyz"}}
    table = score_outputs("clustering", ["bcubed_precision", "bcubed_recall"], gold, systems)
    purity = [ax.metrics("clustering")["bcubed_precision"](gold[case], "xxxx") for case in "12"]
    assert table.values[0, 0].tolist() == purity
    assert table.values[1, 0].tolist() == [1, 1]
    found = ax.uir(table)
    assert found.of("one", "all") == 0
    assert found.pairs[0].biased == 2


def test_errors_keep_their_orientation_when_outputs_are_scored():
    table = score_outputs(
        "clustering",
        ["edit_distance", "v_measure(beta=2)"],
        {"1": "aab"},
        {"one": {"1": "xxy"}, "two": {"1": "xxx"}},
    )
    assert table.errors == {"edit_distance"}
    assert table.metrics == ("edit_distance", "v_measure(beta=2)")
    assert ax.uir(table).of("one", "two") == 1


def test_outputs_without_gold_and_lacking_outputs_are_named():
    with pytest.raises(InputError, match="'2', which has no gold"):
        score_outputs("clustering", ["purity"], {"1": "a"}, {"s": {"2": "a"}})
    with pytest.raises(InputError, match="purity of s on 2"):
        score_outputs("clustering", ["purity"], {"1": "a", "2": "a"}, {"s": {"1": "a"}})


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([("a", "1", "p", "much")], "'much' .p of system 'a' on case '1'. is no number; give one, or None"),
        ({"p": [[1, 2], [3]]}, "the arrays do not hold numbers in rows"),
        ({"p": [["x", "y"]]}, "the arrays do not hold numbers in rows"),
    ],
)
def test_what_is_no_number_is_refused(scores, message):
    with pytest.raises(InputError, match=message):
        score_table(scores)


def test_rows_of_metrics_that_are_not_asked_for_may_have_gaps():
    """As in files: of q there is no value for b."""
    rows = [("a", 1, "p", 0.5), ("b", 1, "p", 0.25), ("a", 1, "q", 1.0)]
    assert score_table(rows, metrics=["p"]).values.tolist() == [[[0.5], [0.25]]]
    with pytest.raises(UnknownKeyError, match="no scores of metric 'z'; allowed: p"):
        score_table(rows[:2], metrics=["z"])


@pytest.mark.parametrize("decimals", [-1, 16])
def test_decimals_that_floats_do_not_have_are_refused(table_of, decimals):
    with pytest.raises(InputError, match="give 0 to 15"):
        table_of([[0.5], [0.25]]).rounded(decimals)


@pytest.mark.parametrize("scores", [3, None, [1, 2], ["a", 2], [("a", "1", "p")]])
def test_what_holds_no_scores_is_refused(scores):
    with pytest.raises(InputError, match=r"there are no scores in|a row of scores is"):
        score_table(scores)


@pytest.mark.parametrize("settings", [{"threshold": None}, {"alpha": None}, {"seed": "x"}])
def test_settings_of_another_type_are_refused(settings):
    with pytest.raises(InputError, match=r"is no number|is not possible|is not a whole number"):
        ax.uir({"p": [[1, 2]], "r": [[1, 2]]}, **settings).pairs  # noqa: B018
