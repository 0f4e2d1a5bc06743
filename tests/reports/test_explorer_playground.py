"""The playground of the explorer: what people type, and what the page answers."""

from __future__ import annotations

import math
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.checker.api import constraint_info, metric_info
from axiometrics.checker.verdict import Matrix
from axiometrics.reports.explorer import explorer

TASKS = ax.tasks(plugins=False)
HOSTILE = "<img src=x onerror='document.title=1'>{a}\"</script>"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of all tasks without verdicts: the playground needs none."""
    found = [
        Matrix(
            task=task,
            metrics=tuple(metric_info(each) for each in ax.metrics(task).values() if each.built_in),
            constraints=tuple(constraint_info(each) for each in ax.constraints(task).values()),
            cells=(),
            seed=0,
            effort="quick",
            version="0",
        )
        for task in TASKS
    ]
    path = tmp_path_factory.mktemp("playground") / "explorer.html"
    path.write_text(explorer(found), encoding="utf-8")
    return path


@pytest.fixture
def page(tab: Any, file: Path) -> Iterator[Any]:
    play(tab, file, "#play/clustering")
    yield tab
    assert tab.failed == []
    assert set(tab.requested) == {file.as_uri()}


def play(page: Any, file: Path, address: str) -> None:
    page.goto(file.as_uri() + address)
    page.wait_for_selector("#play:not([hidden])")


def row(page: Any, metric: str) -> list[str]:
    found = page.locator("#scores-body tr", has=page.locator(f"th :text-is('{metric}')"))
    return [" ".join(text.split()) for text in found.locator("td:not(.bound)").all_inner_texts()]


def test_every_metric_says_which_output_it_prefers(page: Any) -> None:
    """Of four items, two and two in a cluster are right: purity 1 against 1/2, and all pairs of A are half right."""
    page.fill("#one", "{a a b b}")
    page.fill("#other", "{a a}{b b}")
    assert row(page, "purity") == ["0.5 = 1/2", "B ▶", "1"]
    assert row(page, "inverse_purity") == ["1", "= tie", "1"]
    assert row(page, "entropy") == ["1", "B ▶", "0"]  # an error: lower is better
    assert page.locator("#scores-body tr").count() == len(ax.metrics("clustering"))


def test_those_that_disagree_are_named(page: Any) -> None:
    """One cluster of all has every pair of one category together; four of one item have none that is wrong."""
    page.fill("#one", "{a a b b}")
    page.fill("#other", "{a}{a}{b}{b}")
    sides = page.locator("#verdict").inner_text()
    assert "inverse_purity" in sides.split("prefers A")[1].split("prefers B")[0]
    assert "bcubed_precision" in sides.split("prefers B")[1]


def test_functions_are_marked_as_not_live(page: Any) -> None:
    assert "not live" in row(page, "classification_accuracy")[0]
    assert "1 not live" in page.locator("#verdict").inner_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{a a}{", "outside of braces"),
        ("{a a}{}", "a cluster is empty"),
        ("", "there are no items"),
        ("{a^9999}", "the command line takes any number"),
        (HOSTILE, "outside of braces"),
    ],
)
def test_what_cannot_be_read_is_told_at_its_place_and_kept(text: str, said: str, page: Any) -> None:
    page.fill("#other", text)
    assert said in page.locator("#other-message").inner_text()
    assert page.locator("#one-message").inner_text() == ""
    assert page.input_value("#other") == text
    assert page.get_attribute("#other", "aria-invalid") == "true"
    assert page.locator("#scores").is_hidden()
    page.fill("#other", "{a}{b}")
    assert page.locator("#scores").is_visible()


BAD = [
    ("clustering", "{a b", "outside of braces"),
    ("filtering", "tp=1 fp=x fn=0 tn=2", "fp is “x”"),
    ("filtering", "tp=0 fp=0 fn=0 tn=0", "there are no items"),
    ("overlapping", "{a b}", "bars"),
    ("overlapping", "{a}{} | {a}", "the system has an empty set"),
    ("ranking", "r - q", "“q” is no document"),
    ("ranking", "r | ?", "cannot be missed"),
    ("diversity", "a ab | b | c", "too many bars"),
    ("diversity", "a:1/2 | b", "the aspect “b” has no weight"),
    ("classification", "[1 0; 1]", "row 2 has 1 entries; give 2"),
    ("classification", "[1 0; 0 1] at 1 2", "they have no order here"),
    ("multilabel", "a > b   gold b", "lacks a part"),
    ("multilabel", "a > b   gold c   system b", "gold has a label “c” that the hierarchy has not"),
    ("ordinal", "[1 0; 0 -1]", "“-1” is no count"),
    ("ordinal", "[0 0; 0 0]", "there are no items"),
    ("probabilistic", "1/2 1/2: 3", "row 1 has the outcome 3"),
    ("probabilistic", "1/2 1/3: 1", "the probabilities of row 1 do not sum to 1"),
    ("quantification", "gold=1 0 system=1", "gold has 2 classes and system has 1"),
    ("quantification", "gold=1/2 1/3 system=1 0", "the shares of gold add up to"),
    ("rank_similarity", "gold=a b", "is not understood"),
    ("rank_similarity", "gold=a a system=b", "a list has the item “a” twice"),
    ("organization", "[d1 {d2} | [d1 d2]", "a level is not closed"),
    ("organization", "[d1 {}] | [d1]", "a cluster is empty"),
    ("combination", "P=3/2 R=1", "the score 1.5 is out of range"),
    ("combination", "P=one R=1", "is no number"),
]


@pytest.mark.parametrize("task", TASKS)
def test_every_task_says_what_is_wrong_and_loses_nothing(task: str, page: Any, file: Path) -> None:
    play(page, file, f"#play/{task}")
    controls = page.locator("#one-editor button, #one-editor input").count()
    good = page.input_value("#one")
    for text, said in [(text, said) for key, text, said in BAD if key == task] or pytest.fail("no bad input"):
        page.fill("#one", text)
        assert said in page.locator("#one-message").inner_text()
        assert page.input_value("#one") == text
        assert page.locator("#scores").is_hidden()
    page.fill("#one", good)
    assert page.locator("#one-message").inner_text() == ""
    assert page.locator("#one-editor button, #one-editor input").count() == controls > 0
    assert page.locator("#scores").is_visible()


@pytest.mark.parametrize("task", TASKS)
def test_in_every_task_two_metrics_are_told_apart_by_the_smallest_pair(
    task: str, page: Any, file: Path
) -> None:
    """The first metric is set beside the others until one disagrees; the rows of both say so."""
    play(page, file, f"#play/{task}")
    keys = page.locator("#second option").all_inner_texts()
    for other in keys[1:]:
        page.select_option("#second", other)
        page.click("#find")
        if "prefer different outputs" in page.locator("#found").inner_text():
            break
    assert "prefer different outputs" in page.locator("#found").inner_text()
    assert {row(page, keys[0])[1], row(page, other)[1]} == {"◀ A", "B ▶"}
    assert page.locator("#one-message").inner_text() == page.locator("#other-message").inner_text() == ""


def test_outputs_of_different_items_are_noticed(page: Any) -> None:
    page.fill("#one", "{a a}{b}")
    page.fill("#other", "{a b}{c}")
    assert "different gold" in page.locator("#other-message").inner_text()


def test_an_address_holds_the_pair(page: Any, file: Path) -> None:
    page.fill("#one", "{x x}{y}")
    page.fill("#other", "{x}{x y}")
    address = page.get_attribute("#share", "href")
    play(page, file, "#play/ranking")
    play(page, file, address)
    assert (page.input_value("#one"), page.input_value("#other")) == ("{x x}{y}", "{x}{x y}")


def test_exchanging_the_outputs_turns_the_preference(page: Any) -> None:
    page.fill("#one", "{a a b b}")
    page.fill("#other", "{a a}{b b}")
    page.click("#swap")
    assert row(page, "purity") == ["1", "◀ A", "0.5 = 1/2"]


def test_the_smallest_pair_on_which_two_metrics_disagree_is_shown(page: Any) -> None:
    """Purity asks for pure clusters, inverse purity for whole categories: of two equal items and another, say."""
    page.select_option("#first", "purity")
    page.select_option("#second", "inverse_purity")
    page.click("#find")
    assert "prefer different outputs" in page.locator("#found").inner_text()
    assert {row(page, "purity")[1], row(page, "inverse_purity")[1]} == {"◀ A", "B ▶"}
    items = page.input_value("#one").translate(str.maketrans("{}", "  ")).split()
    assert len(items) == 3


def test_metrics_that_are_one_another_never_disagree(page: Any) -> None:
    """V-measure and NMI with the arithmetic mean are the same number."""
    page.select_option("#first", "v_measure")
    page.select_option("#second", "nmi_arith")
    page.click("#find")
    assert "never disagree" in page.locator("#found").inner_text()


def test_a_typed_formula_is_scored_and_tried(page: Any) -> None:
    page.fill("#one", "{a a b b}")
    page.fill("#other", "{a a}{b b}")
    page.fill("#own", "sum cells n^2/a / items")
    page.wait_for_selector("#tried li")
    assert row(page, "your formula") == row(page, "bcubed_precision")
    tried = {line.split()[0]: line for line in page.locator("#tried li").all_inner_texts()}
    assert "not contradicted by 60 stored cases" in tried["homogeneity"]
    assert "ties" in tried["completeness"] or "contradicted" in tried["completeness"]
    assert re.search(
        r"of [0-9]+ constraints .*not contradicted.*That proves nothing", page.locator("#tried").inner_text()
    )


def test_the_file_of_a_typed_formula_is_checked_by_the_command_beside_it(
    page: Any, file: Path, tmp_path: Path
) -> None:
    """What is typed is the error rate with its halves apart: all of it is Python that checks."""
    play(page, file, "#play/filtering")
    page.fill("#own", "1/2 * fp / items + 2^-1 * fn / items")
    page.check("#lower")
    with page.expect_download() as started:
        page.click("text=Save my_metric.py")
    started.value.save_as(tmp_path / started.value.suggested_filename)
    assert (tmp_path / "my_metric.py").read_text(encoding="utf-8") == page.locator("#python").text_content()
    command = shlex.split(page.locator("#tried code").last.inner_text())
    assert command[:2] == ["axiometrics", "check"]
    quickly = ["--effort", "quick", "--constraint", "priority_relevant"]
    ran = subprocess.run(
        [sys.executable, "-m", *command, *quickly],
        cwd=tmp_path,
        env=os.environ | {"COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.search("my_metric +● proof", ran.stdout), ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("text", "said", "at"),
    [
        ("sum cels n/a", "after sum comes what it runs over: best_in_category", 4),
        ("items + ", "something is missing at the end", 8),
        ("(items", "a ) is missing here", 6),
        ("items $ 2", "$ means nothing here", 6),
        ("sum cells (clusters a)", "cannot stand inside another reduction", 11),
        ("sqrt(items, 2)", "takes 1 value, not 2", 0),
        ("constructor", "constructor is not known here", 0),
        ("items / (1 - 1)", "this divides by zero", 6),
        ("items^(1/3)", "an exponent must be a whole number", 5),
        ("2^sqrt(items)", "an exponent must be a whole number", 1),
        ("items + undefined", "it may be the third value of ratio", 8),
        ("99999999999999999999", "has too many digits", 0),
    ],
)
def test_a_typo_is_shown_at_its_place(text: str, said: str, at: int, page: Any) -> None:
    page.fill("#own", text)
    message = page.locator("#own-message")
    assert said in message.inner_text()
    assert message.locator("pre").text_content().splitlines()[1].index("^") == at
    assert page.input_value("#own") == text
    assert page.locator("#scores").is_visible()


def test_ranks_have_a_playground_too(page: Any, file: Path) -> None:
    """Reciprocal rank 1 and 1/2; precision at 2 is a half in both."""
    play(page, file, "#play/ranking/r%20-/-%20r")
    assert row(page, "reciprocal_rank") == ["1", "◀ A", "0.5 = 1/2"]


def test_a_click_moves_an_item_to_the_next_cluster(page: Any) -> None:
    page.fill("#one", "{a b}{c}")
    page.click("#one-editor button[aria-label='b of cluster 1: move on']")
    assert page.input_value("#one") == "{a}{c b}"
    page.click("#one-editor button[aria-label='a of cluster 1: move on']")
    assert page.input_value("#one") == "{c b a}"


def test_an_item_is_dragged_into_a_cluster_of_its_own(page: Any) -> None:
    page.fill("#one", "{a b}{c}")
    page.drag_and_drop("#one-editor button >> nth=0", "#one-editor .cluster >> nth=2")
    assert page.input_value("#one") == "{b}{c}{a}"


def test_a_click_moves_a_document_up(page: Any, file: Path) -> None:
    play(page, file, "#play/ranking/-%20r%20r%20|%20r/r%20-")
    page.click("#one-editor button >> nth=1")
    assert page.input_value("#one") == "r - r | r"


def test_counts_are_typed_one_by_one(page: Any, file: Path) -> None:
    play(page, file, "#play/filtering/tp%3D1%20fp%3D1%20fn%3D1%20tn%3D1/tp%3D2%20fp%3D0%20fn%3D0%20tn%3D2")
    page.fill("#one-editor input >> nth=0", "3")
    assert page.input_value("#one") == "tp=3 fp=1 fn=1 tn=1"
    assert row(page, "precision")[0] == "0.75 = 3/4"


def test_an_arrow_moves_items_of_a_distribution_to_the_next_class(page: Any, file: Path) -> None:
    play(
        page,
        file,
        "#play/quantification/gold%3D1%2F2%201%2F2%20system%3D1%200/gold%3D1%2F2%201%2F2%20system%3D0%201",
    )
    page.click("#one-editor button[aria-label='system: from class 1 to class 2']")
    assert page.input_value("#one") == "gold=1/2 1/2 system=19/20 1/20"
    page.click("#one-editor button[aria-label='system: from class 2 to class 1']")
    assert page.input_value("#one") == "gold=1/2 1/2 system=1 0"
    assert page.locator("#one-editor button[aria-label='system: from class 2 to class 1']").is_disabled()


def test_shares_are_typed_one_by_one_and_nothing_is_lost_in_between(page: Any, file: Path) -> None:
    play(
        page,
        file,
        "#play/quantification/gold%3D1%2F2%201%2F2%20system%3D1%200/gold%3D1%2F2%201%2F2%20system%3D0%201",
    )
    page.fill("#one-editor input[aria-label='system, class 1']", "3/4")
    assert "they must add up to 1" in page.locator("#one-message").inner_text()
    page.fill("#one-editor input[aria-label='system, class 2']", "1/4")
    assert page.input_value("#one") == "gold=1/2 1/2 system=3/4 1/4"
    assert page.locator("#one-message").inner_text() == ""


def test_items_of_overlapping_clusters_are_moved_and_stand_in_each_once(page: Any, file: Path) -> None:
    play(
        page,
        file,
        "#play/overlapping/%7Ba%20b%7D%7Bb%20c%7D%20%7C%20%7Ba%20b%20c%7D/%7Ba%7D%20%7C%20%7Ba%20b%20c%7D",
    )
    page.click("#one-editor button >> nth=1")
    assert page.input_value("#one") == "{a}{b c} | {a b c}"
    page.drag_and_drop("#one-editor button >> nth=2", "#one-editor .cluster >> nth=2")
    assert page.input_value("#one") == "{a}{b}{c} | {a b c}"


def test_documents_are_moved_between_levels_and_clusters(page: Any, file: Path) -> None:
    play(
        page,
        file,
        "#play/organization/%5Bd1%5D%20%5Bd2%5D%20%7C%20%5Bd1%20d2%5D/%5Bd1%5D%20%7C%20%5Bd1%20d2%5D",
    )
    page.drag_and_drop("#one-editor button >> nth=1", "#one-editor .level:nth-child(1) .cluster >> nth=0")
    assert page.input_value("#one") == "[{d1 d2}] | [d1 d2]"
    page.drag_and_drop("#one-editor button >> nth=0", "#one-editor .level:nth-child(1) .cluster >> nth=1")
    assert page.input_value("#one") == "[d2 d1] | [d1 d2]"
    page.click("#one-editor button[aria-label='d1 at level 1: move on']")
    assert page.input_value("#one") == "[d2] [d1] | [d1 d2]"


def test_how_far_off_scores_may_be_is_written_beside_them(page: Any) -> None:
    page.fill("#one", "{a a b}{c}")
    page.fill("#other", "{a a}{b c}")
    bounds = {
        key: page.locator("#scores-body tr", has=page.locator(f"th :text-is('{key}')")).locator(".bound")
        for key in ("purity", "nmi_max")
    }
    assert bounds["purity"].inner_text() == "exact"
    assert bounds["nmi_max"].inner_text().startswith("± ")


def test_every_editor_says_how_it_is_used(page: Any, file: Path) -> None:
    """What only a tooltip would tell is told to nobody on a telephone."""
    for task in TASKS:
        play(page, file, f"#play/{task}")
        assert page.locator("#one-editor [title]").count() == 0
        assert page.locator("#one-editor .hint").is_visible()


def test_a_task_that_the_page_cannot_read_has_no_playground(tab: Any, tmp_path: Path) -> None:
    matrix = Matrix(
        task="a <b>task</b> of a plug-in",
        metrics=(replace(metric_info(ax.metrics("clustering")["purity"]), key="</script>'\"\n"),),
        constraints=(),
        cells=(),
        seed=0,
        effort="quick",
        version="0",
    )
    (tmp_path / "explorer.html").write_text(explorer([matrix]), encoding="utf-8")
    tab.goto((tmp_path / "explorer.html").as_uri())
    tab.wait_for_selector("#body tr.metric")
    assert tab.locator("#tabs").inner_text() == "a <b>task</b> of a plug-in"
    assert tab.locator("#to-play").is_hidden()
    assert "</script>'\"" in tab.locator("#body").inner_text()
    assert tab.failed == []


def test_parameters_that_count_and_parameters_that_are_words_are_moved(page: Any, file: Path) -> None:
    """Of two documents the second is relevant: precision at 1 is 0, at 2 a half; exponential gains are 3 and 7."""
    play(page, file, "#play/ranking/-%20r/r%20-")
    page.locator("input[aria-label='k of precision_at']").fill("0")
    assert row(page, "precision_at")[0] == "0"
    page.locator("input[aria-label='k of precision_at']").fill("1")
    assert row(page, "precision_at")[0] == "0.5 = 1/2"
    play(page, file, "#play/ranking/2%203/3%202")
    page.locator("input[aria-label='gain of dcg']").fill("1")
    assert (
        "gain = exponential"
        in page.locator("#scores-body tr", has_text="gain = exponential").first.inner_text()
    )
    assert float(row(page, "dcg")[0].split()[0]) == pytest.approx(3 + 7 / math.log2(3), abs=1e-6)


def test_a_parameter_is_moved_by_a_slider(page: Any, file: Path) -> None:
    """F with almost all weight on precision (1) is almost 1, with almost all on recall (1/2) almost 1/2."""
    play(page, file, "#play/filtering/tp%3D1%20fp%3D0%20fn%3D1%20tn%3D1/tp%3D2%20fp%3D1%20fn%3D0%20tn%3D0")
    slider = page.locator("input[aria-label='alpha of f']")
    slider.fill("0.99")
    high = float(row(page, "f")[0].split()[0])
    slider.fill("0.01")
    low = float(row(page, "f")[0].split()[0])
    assert high > 0.98
    assert low < 0.51
    assert row(page, "f")[1] == "B ▶"


@pytest.mark.parametrize("width", [360, 1400])
def test_the_playground_fits_its_window(width: int, page: Any) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.fill("#own", "sum cells n^2/a / items")
    page.click("#own-help summary")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "address", ["#play/clustering", "#clustering", "#clustering/-/homogeneity", "#clustering/purity"]
)
def test_axe_finds_nothing_serious(address: str, scheme: str, page: Any, file: Path) -> None:
    found = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra `browser`")
    page.emulate_media(color_scheme=scheme)
    page.goto(file.as_uri() + address)
    page.wait_for_selector("#body tr.metric", state="attached")
    options = {"runOnly": ["color-contrast"]} if scheme == "dark" else {"resultTypes": ["violations"]}
    violations = found.Axe().run(page, options=options).response["violations"]
    assert not [
        (each["id"], each["nodes"][0]["html"])
        for each in violations
        if each["impact"] in ("serious", "critical")
    ]


def test_the_page_paints_in_a_second_and_a_metric_opens_in_a_tenth(tab: Any, file: Path) -> None:
    """The limits are those of a machine that does ten things beside."""
    opened = tab
    opened.goto(file.as_uri() + "#clustering")
    opened.wait_for_selector("#body tr.metric")
    paint = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    opened.wait_for_function(paint)  # of an expression, the page's policy allows the first look alone
    painted = opened.evaluate(paint)
    took = opened.evaluate(
        """async () => {
          const begun = performance.now();
          location.hash = "#clustering/purity";
          await new Promise(done => addEventListener("hashchange", () => requestAnimationFrame(done), { once: true }));
          return performance.now() - begun;
        }"""
    )
    assert painted < 5000
    assert took < 1000
