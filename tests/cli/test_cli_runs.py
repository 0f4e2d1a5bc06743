"""`axiometrics score` on TREC's files: qrels and runs, per topic and mean, and every bad line refused by its place."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

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
    assert (ran.code, ran.err) == (0, "")
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
        {
            "topic": "mean",
            "system": "mine",
            "groups": 2,
            "items": 3,
            "average_precision": 0.625,
            "rbp(p=1/2)": 0.625,
        },
    ]


def test_a_topic_without_value_is_null_and_not_in_the_mean(score):
    ran = score(gold=[*QRELS[:3], "2 0 b 0"])
    assert [line["average_precision"] for line in json.loads(ran.out)] == [0.25, None, 0.25]


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
    assert [line["average_precision"] for line in json.loads(ran.out)] == [0.25, 0, 0.125]


def test_ways_of_other_tasks_are_refused(score):
    ran = score("--missing", "singleton")
    assert ran.code == 2
    assert "--missing singleton is not possible in ranking; give error or empty" in " ".join(ran.err.split())


RECORDED = {
    "map": ("average_precision", {}),
    "Rprec": ("r_precision", {}),
    "bpref": ("bpref", {}),
    "recip_rank": ("reciprocal_rank", {}),
    "P_5": ("precision_at", {"k": 5}),
    "P_100": ("precision_at", {"k": 100}),
    "recall_10": ("recall_at", {}),
    "ndcg": ("ndcg", {}),
    "ndcg_cut_5": ("ndcg_at", {}),
    "set_P": ("precision", {}),
    "set_recall": ("recall", {}),
}


@pytest.mark.skipif(not ORACLE.is_dir(), reason="the recorded output of trec_eval is not there")
@pytest.mark.parametrize("measure", RECORDED)
def test_the_recorded_output_of_trec_eval_is_reproduced(measure):
    """Recorded to four digits, for three topics of up to 500 documents."""
    lines = [line.split() for line in (ORACLE / "out.test.aq").read_text().splitlines()]
    wanted = {topic: float(value) for name, topic, value in lines if name == measure and topic != "all"}
    qrels = read_qrels([ORACLE / "qrels.test.gz"])
    run = read_run(ORACLE / "results.test.gz")
    key, given = RECORDED[measure]
    metric = metrics("ranking")[key].with_parameters(**given)
    assert len(wanted) == 3
    for topic, value in wanted.items():
        assert metric(qrels[topic], run.scores[topic]) == pytest.approx(value, abs=5.1e-5)
