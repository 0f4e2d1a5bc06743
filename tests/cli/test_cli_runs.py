"""`axiometrics score` on TREC's files: qrels and runs, per topic and mean, and every bad line refused by its place."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from axiometrics.errors import InputError
from axiometrics.files import read_qrels, read_run
from axiometrics.metrics import metrics

ORACLE = Path(__file__).parents[3] / "shared" / "data" / "rankings" / "trec_eval_oracle"
QRELS = ["1 0 a 1", "1 0 b 0", "1 0 c 1", "2 0 a 0", "2 0 b 2"]
RUN = ["1 Q0 b 1 2.5 mine", "1 Q0 a 2 1.5 mine", "2 Q0 b 1 3 mine"]


@pytest.fixture
def score(axiometrics_command, tmp_path):
    """Score files given as lines."""

    def score(*options, gold=QRELS, system=RUN, names=("average_precision",), form="json"):
        paths = []
        for name, lines in (("gold", gold), ("system", system)):
            path = tmp_path / f"{name}.txt"
            path.write_text("\n".join([*lines, ""]))
            paths += [f"--{name}", path]
        return axiometrics_command("score", *names, "--task", "ranking", *paths, *options, "--format", form)

    return score


def test_every_topic_and_the_mean_are_scored(score):
    ran = score(names=("average_precision", "rbp(p=1/2)"))
    assert ran.code == 0
    assert json.loads(ran.out) == [
        {
            "topic": "1",
            "system": "mine",
            "groups": 1,
            "items": 2,
            "average_precision": 0.25,
            "rbp(p=1/2)": 0.25,
        },
        {
            "topic": "2",
            "system": "mine",
            "groups": 1,
            "items": 1,
            "average_precision": 1.0,
            "rbp(p=1/2)": 1.0,
        },
    ]
    (means,) = json.loads(score("--means", names=("average_precision", "rbp(p=1/2)")).out)
    assert means == {
        "system": "mine",
        "groups": 2,
        "items": 3,
        "average_precision": 0.625,
        "rbp(p=1/2)": 0.625,
    }


@pytest.mark.parametrize(
    ("policy", "groups", "mean"),
    [("propagate", 2, None), ("skip", 1, 0.25), ("0", 2, 0.125), ("1", 2, 0.625)],
)
def test_a_topic_without_value_counts_in_the_mean_as_the_policy_says(score, policy, groups, mean):
    lines = {"gold": [*QRELS[:3], "2 0 b 0"]}
    assert [line["average_precision"] for line in json.loads(score(**lines).out)] == [0.25, None]
    ran = score("--means", "--undefined", policy, **lines)
    (found,) = json.loads(ran.out)
    assert (found["groups"], found["average_precision"]) == (groups, mean)
    assert ("skip groups without a value: of 'mine' 1 of 2" in ran.err) == (policy == "skip")


@pytest.mark.parametrize("name", ["rbp", "err"])
def test_grades_above_the_highest_of_a_metric_are_told(score, name):
    ran = score(names=(name,))
    assert f"gold has grades up to 2, above gmax=1 of {name}" in ran.err
    assert f"'{name}(gmax=2)' is meant for such grades" in ran.err
    assert score(names=(f"{name}(gmax=2)",)).err == ""


def test_files_may_be_gzipped(score, tmp_path, axiometrics_command):
    for name, lines in (("gold.gz", QRELS), ("system.gz", RUN)):
        (tmp_path / name).write_bytes(gzip.compress("\n".join([*lines, ""]).encode()))
    files = ["--gold", tmp_path / "gold.gz", "--system", tmp_path / "system.gz"]
    ran = axiometrics_command("score", "average_precision", "--task", "ranking", *files, "--format", "json")
    assert ran.out == score().out


def test_the_scores_count_where_the_ranks_contradict_them(score):
    ran = score(system=["1 Q0 b 2 2.5 mine", "1 Q0 a 1 1.5 mine", "2 Q0 b 1 3 mine"])
    assert ran.out == score().out
    assert "note: the ranks of system 'mine' contradict its scores in topic 1; the scores count" in ran.err


def test_topics_that_gold_lacks_are_told_and_left_out(score):
    ran = score(system=[*RUN, "7 Q0 a 1 1 mine"])
    assert ran.out == score().out
    assert "note: gold has no grades for topic 7 of system 'mine'; left out" in ran.err


@pytest.mark.parametrize(
    ("gold", "system", "message"),
    [
        (QRELS, [*RUN, RUN[0]], "line 4: topic 1 lists document b twice; list it once"),
        ([*QRELS, QRELS[0]], RUN, "line 6: topic 1 grades document a twice"),
        (QRELS, ["1 Q0 b 1 high mine"], "line 1: the score 'high' is not a finite number"),
        (QRELS, ["1 Q0 b 1 nan mine"], "line 1: the score 'nan' is not a finite number"),
        (["1 0 a 1.5"], RUN, "line 1: the grade '1.5' is not a whole number"),
        (["1 a 1"], RUN, "line 1: 3 fields; a line has: topic iteration document grade"),
        (QRELS, ["1 b 2.5"], "line 1: 3 fields; a line has: topic Q0 document rank score tag"),
        (QRELS, [], "is empty; every line has: topic Q0 document rank score tag"),
        (QRELS, RUN[:2], "system 'mine' has no documents for topic 2; give a run, or --missing empty"),
    ],
)
def test_bad_files_are_refused_in_one_line(score, gold, system, message):
    ran = score(gold=gold, system=system)
    assert ran.code == 2
    assert message in " ".join(ran.err.split())
    assert not ran.out


def test_a_missing_topic_can_be_an_empty_list(score):
    ran = score("--missing", "empty", system=RUN[:2])
    assert [line["average_precision"] for line in json.loads(ran.out)] == [0.25, 0]


def test_ways_of_other_tasks_are_refused(score):
    ran = score("--missing", "singleton")
    assert ran.code == 2
    assert "--missing singleton is not possible in ranking; give error or empty" in " ".join(ran.err.split())


TABLE = [
    "query,id,gold,one:score,two:score",
    "1,a,1,0.5,3",
    "1,b,0,1.5,2",
    "1,c,1,,1",
    "2,a,,2,",
    "2,b,2,1,",
]


@pytest.fixture
def table(axiometrics_command, tmp_path):
    """Score a table given as lines."""

    def table(*options, lines=TABLE, form="json"):
        path = tmp_path / "table.csv"
        path.write_text("\n".join([*lines, ""]))
        chosen = ["average_precision", "--task", "ranking", "--gold", path]
        return axiometrics_command("score", *chosen, "--gold-column", "gold", *options, "--format", form)

    return table


def test_a_table_has_a_column_of_scores_for_each_system(table):
    """System one lists b, a in query 1 and misses c; in query 2 it lists a, not judged, and b."""
    ran = table("--group-column", "query", "--system-column", "one:score")
    assert (ran.code, ran.err) == (0, "")
    found = [(line["query"], line["items"], line["average_precision"]) for line in json.loads(ran.out)]
    assert found == [("1", 2, 0.25), ("2", 2, 0.5)]


def test_a_query_without_scores_is_missing(table):
    columns = ["--group-column", "query", "--system-column", "*:score"]
    assert "system 'two:score' has no documents for topic 2" in " ".join(table(*columns).err.split())
    ran = table(*columns, "--missing", "empty", "--means")
    assert [line["average_precision"] for line in json.loads(ran.out)] == pytest.approx(
        [0.375, (5 / 6 + 0) / 2]
    )


def test_a_table_without_groups_is_one_query(table):
    ran = table("--system-column", "score", lines=["id,gold,score", "a,1,1", "b,0,2"])
    assert json.loads(ran.out) == [{"system": "score", "items": 2, "average_precision": 0.5}]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1,d,1,high,1", "line 7, column 'one:score': the score 'high' is not a finite number"),
        ("1,d,1,inf,1", "line 7, column 'one:score': the score 'inf' is not a finite number"),
        ("1,d,0.5,1,1", "line 7, column 'gold': the grade '0.5' is not a whole number"),
        ("1,a,1,1,1", "item 'a' occurs twice"),
        ("1,d,1", "line 7: 3 cells under 5 columns"),
    ],
)
def test_bad_tables_are_refused_in_one_line(table, line, message):
    ran = table("--group-column", "query", "--system-column", "one:score", lines=[*TABLE, line])
    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\n\n", " \n\t\n"])
def test_blank_lines_and_line_ends_do_not_matter(score, tmp_path, break_):
    path = tmp_path / "run"
    path.write_bytes(break_.join(["", *RUN, "5 Q0 a 1 1"]).encode())
    assert read_run(path).scores == {"1": {"b": 2.5, "a": 1.5}, "2": {"b": 3.0}, "5": {"a": 1.0}}


def test_lines_of_one_topic_may_be_anywhere(score):
    ran = score(system=[RUN[1], RUN[2], RUN[0]])
    assert ran.out == score().out
    again = score(system=[RUN[1], RUN[2], "1 Q0 a 3 1 mine"])
    assert "line 3: topic 1 lists document a twice; list it once" in " ".join(again.err.split())


def test_a_wrong_line_is_found_after_many_right_ones(tmp_path):
    lines = [f"1 Q0 d{number} {number} {-number} mine" for number in range(20000)]
    (tmp_path / "run").write_text("\n".join([*lines, "1 Q0 last 20000 nan mine"]))
    with pytest.raises(InputError, match="line 20001: the score 'nan' is not a finite number"):
        read_run(tmp_path / "run")


RECORDED = {
    "map": ("average_precision", {}),
    "set_P": ("precision", {}),
    "set_recall": ("recall", {}),
    "Rprec": ("r_precision", {}),
    "bpref": ("bpref", {}),
    "recip_rank": ("reciprocal_rank", {}),
    "ndcg": ("ndcg", {}),
    **{f"P_{k}": ("precision_at", {"k": k}) for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)},
    **{f"recall_{k}": ("recall_at", {"k": k}) for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)},
    **{f"ndcg_cut_{k}": ("ndcg_at", {"k": k}) for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)},
}


GRADED = {"ndcg", *(f"ndcg_cut_{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000))}
"""Measures that read grades; the others ask whether the grade reaches the level that counts as relevant."""


def recorded(name):
    """Return recorded values by measure and topic; the last column of some lines is text."""
    lines = [line.split() for line in (ORACLE / name).read_text().splitlines()]
    return {
        (line[0], line[1]): float(line[2]) for line in lines if not line[0].startswith(("runid", "relst"))
    }


def from_level(qrels, level):
    return {
        topic: {name: grade if grade < 0 else int(grade >= level) for name, grade in grades.items()}
        for topic, grades in qrels.items()
    }


@pytest.mark.skipif(not ORACLE.is_dir(), reason="the recorded output of trec_eval is not there")
@pytest.mark.parametrize("measure", RECORDED)
@pytest.mark.parametrize(
    ("printed", "grades", "level"), [("aq", "test", 1), ("aql", "rel_level", 2)], ids=["binary", "level 2"]
)
def test_the_recorded_output_of_trec_eval_is_reproduced(measure, printed, grades, level):
    """Recorded to four digits, for three topics of up to 500 documents, and their mean."""
    values = recorded(f"out.test.{printed}")
    wanted = {topic: value for (name, topic), value in values.items() if name == measure}
    qrels, run = read_qrels([ORACLE / f"qrels.{grades}.gz"]), read_run(ORACLE / "results.test.gz")
    qrels = qrels if measure in GRADED else from_level(qrels, level)
    key, given = RECORDED[measure]
    metric = metrics("ranking")[key].with_parameters(**given)
    assert len(wanted) == 4
    assert metric(qrels, run.scores) == pytest.approx(wanted.pop("all"), abs=5.1e-5)
    for topic, value in wanted.items():
        assert metric(qrels[topic], run.scores[topic]) == pytest.approx(value, abs=5.1e-5)


@pytest.mark.skipif(not ORACLE.is_dir(), reason="the recorded output of trec_eval is not there")
@pytest.mark.parametrize(
    ("measure", "key", "given"), [("set_F", "f", {}), ("utility", "utility", {"a": 1, "b": -1})]
)
def test_recorded_measures_of_sets_are_filtering_metrics(measure, key, given):
    """What is listed is selected; the irrelevant documents that are not listed do not matter to these two."""
    values = recorded("out.test.aq")
    metric = metrics("filtering")[key].with_parameters(**given)
    for topic in ("301", "302", "303"):
        listed, relevant, found = (values[name, topic] for name in ("num_ret", "num_rel", "num_rel_ret"))
        counts = f"tp={found:.0f} fp={listed - found:.0f} fn={relevant - found:.0f} tn=1"
        assert metric(counts) == pytest.approx(values[measure, topic], abs=5.1e-5)


SUBMISSIONS = Path(__file__).parents[3] / "shared" / "data" / "rankings_filtering" / "semeval2016_task3"


@pytest.mark.skipif(not SUBMISSIONS.is_dir(), reason="the submissions to SemEval-2016 task 3 are not there")
@pytest.mark.parametrize(("policy", "groups", "value"), [("0", 327, 0.7919), ("skip", 315, 0.8221)])
def test_a_published_table_is_scored_as_it_is(axiometrics_command, policy, groups, value):
    """All documents of a query are scored. The organisers print 0.7919 over 327 queries, of which 12 have none."""
    columns = ["--gold-column", "gold", "--system-column", "Kelp-primary:score", "--group-column", "qid"]
    files = ["--gold", SUBMISSIONS / "subtask_A.csv.gz", *columns, "--means", "--format", "json"]
    files += ["--undefined", policy]
    (found,) = json.loads(axiometrics_command("score", "average_precision", "--task", "ranking", *files).out)
    assert (found["groups"], found["items"]) == (groups, 3270)
    assert found["average_precision"] == pytest.approx(value, abs=5.1e-5)


def test_a_run_that_is_given_twice_is_no_two_systems(score, tmp_path):
    ran = score("--system", tmp_path / "system.txt")
    assert ran.code == 2
    assert "system.txt is given twice; give each file once" in ran.err
