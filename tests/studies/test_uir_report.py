from __future__ import annotations

import csv
import json
import sys
from fractions import Fraction

import networkx
import numpy as np
import pytest

import axiometrics as ax
from axiometrics.errors import InputError, UnknownKeyError
from axiometrics.studies.findings import PlotExtraError, new_figure
from axiometrics.studies.unanimity import report
from axiometrics.studies.unanimity.plots import _layers, broken_triples, cycles, dot, mermaid
from axiometrics.studies.unanimity.report import report_text

CYCLE = np.array([[3, 1, 2], [2, 3, 1], [1, 2, 3]], dtype=float).T / 3
"""Rows are cases: three systems that improve each other in a circle, each edge with ratio 1/3."""


def random_scores(seed=0, systems=5, cases=14):
    rng = np.random.default_rng(seed)
    quality = np.linspace(0.3, 0.7, systems)
    return {
        name: np.clip(quality + rng.normal(0, 0.1, (cases, systems)), 0, 1).round(3) for name in ("p", "r")
    }


def test_improvements_are_strictly_above_the_threshold():
    """Three wins of four cases less two losses: ratio 1/4 is not above 1/4, but above 1/5."""
    p = [[1, 0], [1, 0], [0, 1], [0.5, 0.5]]
    found = ax.uir({"p": p, "r": p})
    assert found.of("s1", "s2") == 0.25
    assert found.systems[0].improves == ()
    assert found.at("1/5").systems[0].improves == ("s2",)
    assert found.at(0.2).threshold == Fraction(1, 5)


def test_references_are_all_systems_that_tie_for_the_largest_ratio():
    p = [[0.9, 0.9, 0.1], [0.8, 0.8, 0.1]]
    systems = {system.name: system for system in ax.uir({"p": p, "r": p}).systems}
    assert systems["s3"].references == ("s1", "s2")
    assert systems["s3"].reference_ratio == 1
    assert systems["s1"].references == ()
    assert systems["s1"].reference_ratio == 0


def test_systems_come_in_the_order_of_f_and_pairs_in_that_of_the_ratio():
    found = ax.uir(random_scores())
    scores = [system.score for system in found.systems]
    assert scores == sorted(scores, reverse=True)
    ratios = [pair.ratio for pair in found.pairs]
    assert ratios == sorted(ratios, reverse=True)
    assert min(ratios) >= 0
    assert len(ratios) == 10


def test_the_four_counts_of_a_pair_add_up():
    for pair in ax.uir(random_scores(1)).pairs:
        assert pair.better + pair.worse + pair.equal + pair.biased == 14
        assert pair.low <= pair.ratio <= pair.high


def test_cycles_are_shown():
    found = ax.uir({"p": CYCLE, "r": CYCLE})
    assert cycles(found.graph) == (("s1", "s2", "s3"),)
    assert "**There are cycles**, among: s1, s2, s3." in found.to_markdown()
    assert found.graph.number_of_edges() == 3


def test_a_circle_of_three_has_three_broken_triples():
    found = ax.uir({"p": CYCLE, "r": CYCLE})
    assert len(broken_triples(found.graph)) == 3
    assert all(not found.graph.has_edge(a, c) for a, _, c in broken_triples(found.graph))


def test_the_graph_has_every_edge_and_is_no_transitive_reduction():
    p = [[0.9, 0.5, 0.1]] * 4
    found = ax.uir({"p": p, "r": p})
    assert set(found.graph.edges) == {("s1", "s2"), ("s2", "s3"), ("s1", "s3")}
    assert cycles(found.graph) == ()


def test_edges_against_f_are_marked_red():
    p = [[0.51, 0.50], [0.51, 0.50], [0.10, 0.90]]
    found = ax.uir({"p": p, "r": p})
    assert found.graph.edges["s1", "s2"]["contradicts"]
    assert 'label="0.33", color=red' in dot(found.graph)
    assert "linkStyle 0 stroke:red" in mermaid(found.graph)
    assert "contradicts 1 of the robust improvements" in found.to_markdown()


def test_a_backslash_in_a_name_ends_no_quotes():
    rows = [(name, 1, metric, value) for name, value in (("runs\\", 1), ("b", 0)) for metric in ("p", "r")]
    assert r'"runs\\" -> "b"' in dot(ax.uir(rows).graph)
    assert r'"runs\\" [label="runs\\\n1.000"];' in dot(ax.uir(rows).graph)


def test_the_text_counts_the_improvements_that_the_graph_shows():
    """One win more than losses in ten cases: the ratio is 1/10, which is not above 1/10, though the float is."""
    p = [[1, 0]] * 5 + [[0, 1]] * 4 + [[0.5, 0.5]]
    found = ax.uir({"p": p, "r": p}, threshold="1/10")
    assert found.graph.number_of_edges() == 0
    assert "0 are robust improvements (ratio above 1/10)" in found.to_markdown()


def test_thresholds_of_many_digits_are_compared_exactly():
    """Three wins of three cases: the ratio is 1, above the threshold, whose denominator is 10^20."""
    p = [[1, 0]] * 3
    found = ax.uir({"p": p, "r": p}, threshold="0.99999999999999999999")
    assert found.systems[0].improves == ("s2",)
    assert found.at(1).systems[0].improves == ()


def test_names_with_quotes_are_escaped():
    rows = [(name, 1, metric, value) for name, value in (('a "x"', 1), ("b", 0)) for metric in ("p", "r")]
    graph = ax.uir(rows).graph
    assert '"a \\"x\\"" -> "b"' in dot(graph)
    assert "a #quot;x#quot;" in mermaid(graph)


def test_names_in_angle_brackets_are_no_tags_and_bars_end_no_cell():
    rows = [(name, 1, metric, value) for name, value in (("<i>", 1), ("b", 0)) for metric in ("p|x", "r")]
    found = ax.uir(rows)
    assert '["#lt;i#gt;<br/>1.000"]' in mermaid(found.graph)
    assert r"| # | system | p\|x | r |" in found.to_markdown()


@pytest.mark.parametrize(
    ("scores", "warning"),
    [
        (random_scores(cases=5), "There are only 5 cases"),
        (random_scores(cases=1), "There is only 1 case: a ratio"),
        ({"p": random_scores()["p"], "r": np.ones((14, 5))}, "r has the same value everywhere"),
        (
            {"p": random_scores()["p"], "r": np.tile(np.linspace(0, 1, 14)[:, None], 5)},
            "r never tells two systems",
        ),
        ({"p": random_scores()["p"]}, "With one metric"),
        ({**random_scores(), "q": random_scores(3)["p"]}, "With 3 metrics unanimity is rarer"),
        (
            {"p": random_scores()["p"], "r": 1 - random_scores()["p"]},
            "of the comparisons are unanimous or equal: most differences",
        ),
        (random_scores(), "rule of thumb from a clustering task"),
    ],
)
def test_warnings_say_what_limits_the_reading(scores, warning):
    assert any(warning in each for each in ax.uir(scores).warnings)


def test_errors_are_compared_but_have_no_f():
    scores = {"p": [[0.9, 0.5]] * 3, "error": [[0.1, 0.5]] * 3}
    found = ax.uir(scores, errors=["error"])
    assert found.of("s1", "s2") == 1
    assert found.combined is None
    assert found.pairs[0].difference is None
    assert not found.pairs[0].contradicts
    assert "There is no F" in found.to_markdown()


def test_three_metrics_are_combined_by_the_harmonic_mean():
    scores = {name: [[1.0, 0.5]] for name in "pqr"} | {"q": [[0.5, 0.5]]}
    found = ax.uir(scores)
    assert found.combined.values[0] == pytest.approx(3 / 4)
    assert found.pairs[0].every_alpha is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold": 1.5}, r"threshold=1.5 is not possible; give a number in \[-1, 1\]"),
        ({"threshold": "a"}, "threshold='a' is no number"),
        ({"alpha": 2}, r"alpha=2 is not possible"),
        ({"metrics": ["p", "x"]}, "no scores of metric 'x'"),
        ({"errors": ["x"]}, "no scores of 'x'"),
        ({"missing": "x"}, "no policy"),
    ],
)
def test_wrong_settings_are_refused(options, message):
    rows = [(system, case, metric, 0.5) for system in "ab" for case in "12" for metric in "pr"]
    with pytest.raises((InputError, UnknownKeyError), match=message):
        ax.uir(rows, **options)


def test_one_system_is_refused():
    with pytest.raises(InputError, match="there is only one system"):
        ax.uir([("a", "1", "p", 1), ("a", "1", "r", 1)])


def test_unknown_systems_are_answered_with_the_nearest():
    with pytest.raises(UnknownKeyError, match="there is no system 's9'"):
        ax.uir(random_scores()).of("s9", "s1")


def test_the_report_has_its_files_and_they_agree(tmp_path):
    found = ax.uir(random_scores())
    written = found.write(tmp_path, plots=False)
    names = {path.name for path in written}
    assert names == {
        "README.md",
        "systems.csv",
        "pairs.csv",
        "matrix.csv",
        "uir.json",
        "graph.dot",
        "graph.mmd",
    }
    data = json.loads((tmp_path / "uir.json").read_text("utf-8"))
    assert data["schema"] == "axiometrics.uir/1"
    assert data["settings"]["threshold"] == "1/4"
    assert data["settings"]["alpha_weights"] == "p"
    pairs = list(csv.DictReader((tmp_path / "pairs.csv").read_text("utf-8").splitlines()))
    assert len(pairs) == len(data["pairs"]) == 10
    for row, pair in zip(pairs, data["pairs"], strict=True):
        assert (row["first"], float(row["ratio"])) == (pair["first"], pair["ratio"])
    matrix = list(csv.reader((tmp_path / "matrix.csv").read_text("utf-8").splitlines()))
    assert float(matrix[1][2]) == -float(matrix[2][1])
    text = (tmp_path / "README.md").read_text("utf-8")
    assert "matrix.svg" not in text
    assert text == found.to_markdown()


def test_two_runs_write_the_same_bytes(tmp_path):
    pytest.importorskip("matplotlib")
    for name in ("one", "two"):
        ax.uir(random_scores()).write(tmp_path / name, plots=True)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name
    assert {path.name for path in (tmp_path / "one").glob("*.svg")} == {
        "matrix.svg", "outcomes.svg", "f-alpha.svg", "graph.svg",
    }  # fmt: skip


def test_pictures_are_left_out_without_matplotlib(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "can_plot", lambda: False)
    assert not [path for path in ax.uir(random_scores()).write(tmp_path) if path.suffix == ".svg"]


def test_pictures_that_are_asked_for_name_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(PlotExtraError, match=r"pip install 'axiometrics\[plot\]'"):
        new_figure(1, 1)


def test_long_tables_are_cut_in_the_text_and_whole_in_the_files():
    found = ax.uir(random_scores(systems=12))
    assert "The first 40 of 66 rows; all are in pairs.csv." in found.to_markdown()
    assert len(found.to_dict()["pairs"]) == 66


def test_means_of_the_same_scores_in_another_order_are_no_contradiction():
    """Two wins, one loss and a tie; the means of F are equal, and differ in the last bit as floats."""
    one, other = [0.1, 0.2, 0.6, 0.3], [0.6, 0.2, 0.3, 0.1]
    found = ax.uir({"p": list(zip(one, other, strict=True)), "r": list(zip(one, other, strict=True))})
    assert found.combined.values[0] < found.combined.values[1]
    pair = found.at(0.2).pairs[0]
    assert (pair.first, pair.ratio, pair.difference) == ("s1", 0.25, 0.0)
    assert not pair.contradicts
    assert [data["contradicts"] for *_, data in found.at(0.2).graph.edges(data=True)] == [False]


def test_every_edge_of_the_drawn_graph_leads_down_a_layer():
    graph = ax.uir(random_scores(3, systems=9)).graph
    places = _layers(graph)
    assert graph.number_of_edges() > 9
    assert set(places) == set(graph)
    assert all(places[one][1] > places[other][1] for one, other in graph.edges)
    assert len(set(places.values())) == len(places)


def test_systems_that_improve_each_other_in_a_circle_share_a_layer():
    graph = networkx.DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("a", "d")])
    places = _layers(graph)
    assert places["a"][1] == places["b"][1] == places["c"][1] > places["d"][1]


def test_a_jump_of_f_at_an_end_is_explained():
    p, r = np.array([[0.0, 0.4], [0.5, 0.4]]), np.array([[0.5, 0.3], [0.5, 0.3]])
    assert "The curves of s1 jump at alpha = 0 or 1." in report_text(ax.uir({"p": p, "r": r}), ("f-alpha",))
    assert "jump" not in report_text(ax.uir({"p": p + 0.1, "r": r}), ("f-alpha",))
