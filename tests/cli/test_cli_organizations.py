"""`axiometrics score` on organizations: JSON and tables, one file a system, and what is refused."""

from __future__ import annotations

import gzip
import json

import pytest

from axiometrics.metrics import metrics

GOLD = [["d1", ["d2", "d3"]], [["d3", "d4"]]]
SYSTEM = [["d1"], [["d2", "d3"]]]
GOLD_TEXT = json.dumps(GOLD)
ROWS = ["document,level,cluster", "d1,1,", "d2,2,a", "d3,2,a"]
"""The same as SYSTEM."""


@pytest.fixture
def score(axiometrics_command, tmp_path):
    """Score files that are given by name and content."""

    def score(*options, gold=("gold.json", GOLD_TEXT), systems=(), names=("rs_f",), form="json"):
        paths = []
        for role, (name, text) in [("gold", gold), *(("system", each) for each in systems)]:
            path = tmp_path / name
            path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
            paths += [f"--{role}", path]
        return axiometrics_command(
            "score", *names, "--task", "organization", *paths, *options, "--format", form
        )

    return score


def test_json_tables_and_gzip_give_the_same_scores_as_python(score):
    table = "\n".join([*ROWS, ""])
    systems = [("a.json", json.dumps(SYSTEM)), ("b.csv", table), ("c.tsv.gz", table.replace(",", "\t"))]
    ran = score(systems=systems, names=("rs_f", "rs_priority_f(tail=closed)"))
    assert (ran.code, ran.err) == (0, "")
    ours = metrics("organization")
    expected = {
        "rs_f": ours["rs_f"](GOLD, SYSTEM),
        "rs_priority_f(tail=closed)": ours["rs_priority_f"].with_parameters(tail="closed")(GOLD, SYSTEM),
    }
    found = json.loads(ran.out)
    assert [line["system"] for line in found] == ["a", "b", "c"]
    for line in found:
        assert line["occurrences"] == 5  # d1, d2, d3 in the first level, d3 and d4 in the second
        assert {name: line[name] for name in expected} == pytest.approx(expected, rel=1e-12)


def test_groups_are_scored_one_by_one_and_a_group_without_output_organizes_nothing(score):
    gold = "query,document,level\nq1,a,1\nq1,b,2\nq2,c,1\n"
    system = "query,document,level\nq1,a,1\nq1,b,2\nq3,c,1\n"
    ran = score(
        *("--group-column", "query"),
        gold=("gold.csv", gold),
        systems=[("mine.csv", system)],
        names=("rs_priority_f",),
    )
    assert ran.code == 0
    assert "no group 'q3'" in ran.err
    lines = json.loads(ran.out)
    assert [(line["query"], line["rs_priority_f"]) for line in lines] == [
        ("q1", 1.0), ("q2", 0.0),
    ]  # fmt: skip


def test_the_column_of_documents_may_have_another_name(score):
    text = "url,level\na,1\nb,2\n"
    ran = score(
        *("--item-column", "url"),
        gold=("g.csv", text),
        systems=[("s.csv", text)],
        names=("sensitivity_priority",),
    )
    assert json.loads(ran.out)[0]["sensitivity_priority"] == 1


@pytest.mark.parametrize(
    ("gold", "system", "options", "said"),
    [
        ("[]", "[]", (), "gold organizes no document"),
        (json.dumps(GOLD), '[[["d1", "d1"]]]', (), "system 's': system: a cluster names document 'd1' twice"),
        (json.dumps(GOLD), "[[[]]]", (), "a cluster is empty"),
        (json.dumps(GOLD), "[", (), "is no JSON"),
        (json.dumps(GOLD), '{"document": ["a", null], "level": [1, 1]}', (), "no document in row 2"),
        (json.dumps(GOLD), '{"document": "aa", "level": [1, 1], "cluster": "xx"}', (), "a document twice"),
        (
            json.dumps(GOLD),
            "[]",
            ("--missing", "singleton"),
            "--missing singleton is not possible in organization; leave it out",
        ),
        (json.dumps(GOLD), "[]", ("--group-column", "query"), "has no column 'query'"),
    ],
)
def test_what_is_no_organization_is_refused_with_exit_code_2(score, gold, system, options, said):
    ran = score(*options, gold=("g.json", gold), systems=[("s.json", system)])
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize("setting", ["n=0", "n=-3", "n=many", "w=0", "w=1", "w=3/2", "tail=shut"])
def test_settings_out_of_range_are_refused_with_exit_code_2(score, setting):
    ran = score(systems=[("s.json", json.dumps(SYSTEM))], names=(f"rs_f({setting})",))
    assert ran.code == 2
    assert setting.partition("=")[0] + "=" in ran.err
    assert "give a number" in ran.err or "allowed: closed, none, open" in ran.err


def test_sides_over_different_documents_are_scored(score):
    """What a side leaves out is in its tail: the output has nothing of the gold."""
    ran = score(systems=[("s.json", '[["x"]]')], names=("rs_priority_f", "rs_f"))
    assert ran.code == 0
    assert {key: json.loads(ran.out)[0][key] for key in ("rs_priority_f", "rs_f")} == {
        "rs_priority_f": 0,
        "rs_f": 0,
    }


def test_a_system_must_be_named(score):
    ran = score()
    assert (ran.code, "name its file with --system" in ran.err) == (2, True)
