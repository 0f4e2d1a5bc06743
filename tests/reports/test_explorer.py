"""The explorer: one page of all matrices that needs no network, read in a browser as people do."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.checker.verdict import Matrix
from axiometrics.reports.explorer import explorer
from axiometrics.reports.site import report

AXE = {"light": {"resultTypes": ["violations"]}, "dark": {"runOnly": ["color-contrast"]}}
"""In dark mode nothing but the colours is another."""
HOSTILE = '<img src=x onerror="document.title=1">'


def packed(page: str) -> Any:
    found = re.findall(r'data-task="[^"]*" data-name="[^"]*">([A-Za-z0-9+/=]+)<', page)
    return [json.loads(gzip.decompress(base64.b64decode(letters))) for letters in found]


def test_the_page_holds_every_cell_once(matrix: Matrix) -> None:
    (task,) = packed(explorer([matrix]))
    assert [item["key"] for item in task["metrics"]] == [metric.key for metric in matrix.metrics]
    held = [cell for row in task["cells"] for cell in row if cell]
    assert len(held) == len(matrix.cells)


def test_strength_is_that_of_what_holds(matrix: Matrix) -> None:
    (task,) = packed(explorer([matrix]))
    places = {item.key: place for place, item in enumerate(matrix.constraints)}
    rows = {item.key: row for item, row in zip(matrix.metrics, task["cells"], strict=True)}
    for cell in matrix.cells:
        shown = rows[cell.metric][places[cell.constraint]]
        assert bool(shown["strict"]) == (cell.strict.outcome == "holds")
        assert (shown["strict"] == 3) == (
            cell.strict.outcome == "holds" and cell.strict.evidence in ("proof", "witness")
        )


def test_the_same_matrix_gives_the_same_bytes(matrix: Matrix) -> None:
    assert explorer([matrix]) == explorer([matrix])


def test_the_page_loads_nothing(matrix: Matrix) -> None:
    page = explorer([matrix])
    assert not re.search(r"<link|<script[^>]+src=|@import|url\(|fetch\(|XMLHttpRequest", page)
    assert "default-src 'none'" in page


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of two tasks, where one cell says for which values of its parameter it holds."""
    folder = tmp_path_factory.mktemp("explorer")
    found = [ax.matrix(task, effort="quick", plugins=False) for task in ("filtering", "combination")]
    told = ax.explain("f", "priority_relevant", "filtering", effort="quick", plugins=False, regions=True)

    def explored(matrix: Matrix) -> Matrix:
        here = (told.metric, told.constraint) if matrix.task == "filtering" else None
        cells = (told if (cell.metric, cell.constraint) == here else cell for cell in matrix.cells)
        return replace(matrix, cells=tuple(cells))

    report(found, folder, format="explorer", explored=explored)
    return folder / "explorer.html"


@pytest.fixture
def page(tab: Any, file: Path) -> Iterator[Any]:
    at(tab, file, "")
    yield tab
    assert tab.failed == []
    assert set(tab.requested) == {file.as_uri()}


def at(page: Any, file: Path, address: str) -> None:
    page.goto(file.as_uri() + address)
    page.wait_for_selector("#body tr.metric")


def rows(page: Any) -> list[str]:
    return [text.strip() for text in page.locator("#body tr.metric th").all_inner_texts()]


def test_every_task_is_a_tab(page: Any) -> None:
    assert page.locator("#tabs a").all_inner_texts() == ["filtering", "combination"]
    page.click("text=combination")
    assert page.locator("#title").inner_text().lower() == "combination"
    assert len(rows(page)) == len(ax.metrics("combination"))


def test_an_address_opens_a_cell_and_back_closes_it(page: Any, file: Path) -> None:
    page.click('a[href="#filtering/precision/priority_irrelevant"]')
    drawer = page.locator("#drawer")
    assert "Smallest counterexample" in drawer.inner_text()
    assert page.url.endswith("#filtering/precision/priority_irrelevant")
    page.go_back()
    assert drawer.is_hidden()
    at(page, file, "#combination/f/monotonicity")
    assert "f · monotonicity" in drawer.inner_text()
    assert page.locator("#title").inner_text().lower() == "combination"


def test_a_cell_tells_what_is_demanded_who_checked_it_and_what_publications_say(
    page: Any, file: Path
) -> None:
    at(page, file, "#filtering/precision/priority_relevant")
    text = page.locator("#drawer").inner_text()
    constraint = ax.constraints("filtering")["priority_relevant"]
    assert constraint.summary in page.locator("#drawer .statement").inner_text()
    assert page.locator("#drawer .statement math").count() == 1
    assert "The proof was confirmed by axiometrics.recheck" in text
    assert "axiometrics certify 'precision' 'priority_relevant'" in text
    at(page, file, "#filtering/lam/non_informative_constant")
    said = page.locator("#drawer").inner_text().partition("In the literature")[2]
    assert "Amigó et al. (2013)" in said
    assert "Section 2.2, last paragraph" in said


def test_scores_of_a_counterexample_are_mathematics(page: Any, file: Path) -> None:
    at(page, file, "#filtering/f/priority_irrelevant")
    assert page.locator("#drawer dd math").count() >= 3


def moved(page: Any, place: int) -> str:
    page.locator(".parameter-plot input").fill(str(place))
    return " ".join(page.locator(".parameter-plot p[aria-live]").inner_text().split())


def test_the_margin_of_a_pair_is_that_of_the_metric_at_every_value(page: Any, file: Path) -> None:
    at(page, file, "#filtering/f/priority_irrelevant")
    text = page.locator(".parameter-plot").inner_text()
    assert "about this pair alone and proves nothing of others" in text
    assert "axiometrics explain 'f' 'priority_irrelevant' --task filtering --regions" in text
    cell = ax.explain("f", "priority_irrelevant", "filtering", effort="quick", plugins=False)
    for place, alpha in ((9, "1/10"), (49, "1/2"), (89, "9/10")):
        told = moved(page, place)
        metric = ax.metrics("filtering")["f"].with_parameters(alpha=alpha)
        for name, output in cell.witness.outputs.items():
            assert f"{name} {float(f'{metric(output):.4f}'):g}" in told


def test_stored_cases_are_tried_along_a_parameter_and_said_to_prove_nothing(page: Any, file: Path) -> None:
    at(page, file, "#filtering/f/priority_relevant")
    page.wait_for_selector("text=tried, not proved")
    assert "none goes against it at 0.05 to 0.95" in page.locator(".parameter-plot").inner_text()
    assert page.locator(".parameter-plot svg text", has_text="✓").count() == 20  # the last explains the sign


def test_a_counterexample_is_tried_along_its_parameter_too(page: Any, file: Path) -> None:
    """The pair that is drawn ties whatever alpha is: nowhere may a mark say that all is as it must be."""
    at(page, file, "#filtering/f/priority_irrelevant")
    page.wait_for_selector("text=tried, not proved")
    text = page.locator(".parameter-plot").inner_text()
    assert "(this pair and stored ones)" in text
    assert "at every value some goes against it or ties" in text


def test_the_region_of_a_parameter_is_the_ground_of_its_plot(page: Any, file: Path) -> None:
    """F counts every relevant item that is selected, whatever precision weighs."""
    at(page, file, "#filtering/f/priority_relevant")
    assert "Holds for every alpha (the green ground)" in page.locator(".parameter-plot").inner_text()
    held, frame = (
        page.locator(f".parameter-plot svg rect >> nth={place}").bounding_box() for place in (0, 1)
    )
    assert held["width"] == pytest.approx(frame["width"], abs=2)
    at(page, file, "#filtering/f/priority_irrelevant")
    assert page.locator(".parameter-plot .held").count() == 0
    assert "For which alpha it holds in every case" in page.locator(".parameter-plot").inner_text()


def test_a_parameter_with_named_values_is_moved_from_one_to_the_next(page: Any, file: Path) -> None:
    """Means grow with their exponent: of 3/4 and 1/4, say, the least is 1/4 and the largest 3/4."""
    at(page, file, "#combination/power_mean/monotonicity")
    slider = page.locator(".parameter-plot input")
    metric = ax.metrics("combination")["power_mean"]
    choices = next(each for each in metric.parameters if each.name == "r").choices
    assert slider.get_attribute("max") == str(len(choices) - 1)
    said = [moved(page, place) for place in range(len(choices))]
    assert [text.partition(":")[0] for text in said] == [f"r = {choice}" for choice in choices]
    assert len(set(said)) == len(said)


def test_a_metric_without_a_parameter_has_nothing_to_move(page: Any, file: Path) -> None:
    at(page, file, "#filtering/accuracy/priority_relevant")
    assert page.locator(".parameter-plot").count() == 0


def test_focus_returns_to_the_cell_that_an_address_opened(page: Any, file: Path) -> None:
    at(page, file, "#filtering/recall/priority_relevant")
    page.keyboard.press("Escape")
    page.wait_for_selector("#drawer", state="hidden")
    assert (
        page.evaluate("document.activeElement.getAttribute('href')") == "#filtering/recall/priority_relevant"
    )


def test_a_cell_is_copied_in_every_form(page: Any, file: Path) -> None:
    """Where the clipboard is closed, as in files, the text is shown to be copied by hand."""
    at(page, file, "#filtering/precision/priority_irrelevant")
    drawer = page.locator("#drawer")
    for name, said in {
        "command": "axiometrics explain 'precision'",
        "Python": "ax.explain(",
        "LaTeX": r"\frac",
        "BibTeX": "@",
        "JSON": '"strict"',
        "link": "#filtering/precision/priority_irrelevant",
    }.items():
        page.evaluate(
            "navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve() }"
        )
        drawer.get_by_role("button", name=name, exact=True).click()
        assert said in page.evaluate("window.copied")


def test_a_counterexample_leads_to_the_playground(page: Any, file: Path) -> None:
    at(page, file, "#filtering/precision/priority_irrelevant")
    page.click("text=Try this case in the playground")
    page.wait_for_selector("#play:not([hidden])")
    assert page.input_value("#one").startswith("tp=")
    assert page.locator("#drawer").is_hidden()
    page.go_back()
    assert "precision · priority_irrelevant" in page.locator("#drawer").inner_text()


def test_keys_move_open_and_close(page: Any) -> None:
    page.focus('a[href="#filtering/accuracy/priority_relevant"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('href')") == (
        "#filtering/error_rate/priority_irrelevant"
    )
    page.keyboard.press("Enter")
    page.wait_for_selector("#drawer:not([hidden])")
    assert page.evaluate("document.activeElement.id") == "close"
    page.keyboard.press("Escape")
    page.wait_for_selector("#drawer", state="hidden")
    assert page.evaluate("document.activeElement.getAttribute('href')") == (
        "#filtering/error_rate/priority_irrelevant"
    )


def test_what_must_hold_leaves_the_metrics_that_choose_gives(page: Any) -> None:
    required = ["priority_relevant", "non_informative_constant"]
    for key in required:
        page.check(f'input[aria-label="must hold: {key}"]')
    page.select_option("#evidence", "3")
    wanted = ax.choose("filtering", required, evidence="proof", effort="quick", plugins=False)
    assert sorted(rows(page)) == sorted(row["metric"] for row in wanted.to_dict())
    assert page.locator("#shown").inner_text() == f"{len(rows(page))} of 14 metrics"


def test_a_tie_is_enough_where_it_is_said_to_be(page: Any) -> None:
    page.check('input[aria-label="must hold: priority_irrelevant"]')
    before = set(rows(page))
    page.check("#weak")
    assert before < set(rows(page))


def test_the_weak_form_has_marks_of_its_own(page: Any) -> None:
    """Precision ties where it should rise, and never falls."""
    cell = page.locator('a[href="#filtering/precision/priority_irrelevant"]')
    assert cell.inner_text().split() == ["=*", "(≥", "proof)"]
    page.check("#weak")
    assert cell.inner_text().split() == ["●", "proof"]
    assert "proof" in cell.locator("..").get_attribute("class")
    page.uncheck("#weak")
    assert cell.inner_text().startswith("=")


def test_metrics_are_sorted_by_name_and_by_what_they_hold(page: Any) -> None:
    page.select_option("#sort", "name")
    assert rows(page) == sorted(rows(page))
    assert page.locator("#body tr.family").count() == 0
    page.select_option("#sort", "held")
    shown = page.locator("#body tr.metric")
    held = [
        shown.nth(place).locator("td.proof, td.sweep, td.search").count() for place in range(shown.count())
    ]
    assert held == sorted(held, reverse=True)
    assert held[0] > held[-1]
    page.select_option("#sort", "family")
    assert page.locator("#body tr.family").count() == len(
        {each.family for each in ax.metrics("filtering").values()}
    )


def test_heads_of_rows_and_columns_stay_in_sight(page: Any) -> None:
    page.set_viewport_size({"width": 420, "height": 420})
    places = """() => ["#head th:nth-child(2)", "#body tr.metric:last-child th", "#body tr.metric:last-child td"]
      .map(each => document.querySelector(each).getBoundingClientRect()).map(({ x, y }) => [x, y])"""
    (_, top), (left, _), (first, start) = page.evaluate(places)
    page.evaluate("document.querySelector('#matrix .scroll').scrollTo(200, 200)")
    (_, top_after), (left_after, _), (first_after, start_after) = page.evaluate(places)
    assert (top_after, left_after) == pytest.approx((top, left), abs=3)  # the space between two cells
    assert first_after < first
    assert start_after < start


def test_words_find_metrics_and_families(page: Any) -> None:
    page.fill("#words", "class rates")
    assert rows(page) == ["lam", "macro_average_accuracy", "youden"]


def test_two_metrics_are_compared_where_they_differ(page: Any) -> None:
    for key in ("precision", "recall"):
        page.check(f'input[aria-label="compare {key}"]')
    page.click("#compare")
    text = page.locator("#drawer").inner_text()
    assert "precision and recall" in text
    assert "have the same mark on" in text


def test_a_constraint_says_who_satisfies_it_and_can_be_hidden(page: Any) -> None:
    page.click('a[href="#filtering/-/priority_relevant"]')
    text = page.locator("#drawer").inner_text()
    assert "Who satisfies it" in text
    assert "Amigó et al. (2013)" in text
    page.click("text=Hide this column")
    assert page.locator("#head th").count() == 4
    page.click("#columns")
    assert page.locator("#head th").count() == 5


def test_constraints_are_drawn_in_order_of_implication(page: Any, file: Path) -> None:
    """Whatever is monotone strictly is so weakly, in every metric of combination."""
    page.click("text=combination")
    page.click("#to-lattice")
    below: dict[str, set[str]] = {}
    for line in page.locator("#lattice-words li").all_inner_texts():
        upper, _, lower = re.sub(" imply ", " implies ", line).partition(" implies ")
        for key in upper.split(", "):
            below.setdefault(key, set()).update(re.split("[,;] ", lower))
    reached = {"monotonicity"}
    for _ in below:
        reached |= {key for one in reached for key in below.get(one, ())}
    assert "monotonicity_weak" in reached
    assert page.locator("#lattice-drawing text").count() >= 10
    page.click("#lattice-drawing a >> text='monotonicity_weak'")
    assert "Who satisfies it" in page.locator("#drawer").inner_text()
    assert page.locator("#matrix").is_visible()
    page.go_back()
    assert page.locator("#lattice").is_visible()


def test_an_address_that_is_none_opens_the_matrix(page: Any, file: Path) -> None:
    at(page, file, "#%E0%A4%A")
    assert "No task is called" in page.locator("#drawer").inner_text()
    assert page.locator("#matrix").is_visible()


def test_an_address_of_nothing_says_so(page: Any, file: Path) -> None:
    at(page, file, "#filtering/precison/priority_relevant")
    assert "No metric or constraint of filtering is called precison" in page.locator("#drawer").inner_text()


@pytest.mark.parametrize("width", [360, 800, 1400])
def test_the_page_fits_its_window(width: int, page: Any) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_drawer(scheme: str, page: Any, file: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra `browser`")
    for address in (
        "#filtering/f/priority_irrelevant",
        "#filtering/compare/f/recall",
        "#lattice/combination",
    ):
        page.emulate_media(color_scheme=scheme)
        page.goto(file.as_uri() + address)
        page.wait_for_selector("#body tr.metric", state="attached")
        found = axe.Axe().run(page, options=AXE[scheme]).response["violations"]
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        assert not [(address, each["id"], each["nodes"][0]["html"]) for each in serious]


def test_a_cell_of_another_task_opens_at_once(page: Any, file: Path) -> None:
    """It takes some 50 ms on a machine that does nothing else; the drawer comes first, and then the table."""
    at(page, file, "#filtering")
    took = page.evaluate(
        """async () => {
          const begun = performance.now();
          location.hash = "#combination/f/monotonicity";
          while (document.getElementById("drawer").hidden) await new Promise(requestAnimationFrame);
          return performance.now() - begun;
        }"""
    )
    assert took < 1000
    page.wait_for_selector("#body a[href^='#combination/']")


def test_metrics_that_are_compared_show_the_cases_that_tell_them_apart(page: Any, file: Path) -> None:
    at(page, file, "#filtering/compare/precision/recall")
    text = page.locator("#drawer table").inner_text()
    assert re.search(r"precision\s+worse ", text)
    assert re.search(r"recall\s+worse ", text)


def test_a_page_is_printed_without_its_controls(page: Any, file: Path) -> None:
    at(page, file, "#filtering/f/priority_irrelevant")
    page.emulate_media(media="print")
    for control in ("#filter", "#tabs", "#close", ".must >> nth=0", "#body input >> nth=0", ".lead"):
        assert page.locator(control).is_hidden()
    assert page.locator("#drawer").evaluate("each => getComputedStyle(each).position") == "static"


def test_a_wide_table_fits_its_paper(page: Any, file: Path) -> None:
    """Heads stand upright in print, and cells show their marks alone."""
    at(page, file, "#combination")
    page.set_viewport_size({"width": 700, "height": 900})
    page.emulate_media(media="print")
    assert page.locator("#table").bounding_box()["width"] <= 700
    assert page.locator("#body td b >> nth=0").is_visible()


def test_on_a_telephone_the_table_starts_on_the_first_screen(page: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.locator("#body tr.metric >> nth=0").bounding_box()["y"] < 600
    assert page.locator("#tabs").bounding_box()["height"] < 60


def test_names_are_text_and_nothing_runs(tab: Any, matrix: Matrix, tmp_path: Path) -> None:
    names = {matrix.metrics[0].key: HOSTILE}
    metrics = tuple(replace(each, key=names.get(each.key, each.key)) for each in matrix.metrics)
    cells = tuple(replace(each, metric=names.get(each.metric, each.metric)) for each in matrix.cells)
    report([replace(matrix, metrics=metrics, cells=cells)], tmp_path, format="explorer")
    at(tab, tmp_path / "explorer.html", "")
    assert HOSTILE in tab.locator("#body").inner_text()
    tab.locator("#body a").first.click()
    assert HOSTILE in tab.locator("#drawer").inner_text()
    assert tab.title().startswith("axiometrics explorer")
    assert tab.locator("img").count() == 0
    assert tab.failed == []


def test_the_first_screen_says_what_is_judged_and_what_the_marks_mean(page: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    assert page.locator("#legend").is_visible()
    assert page.locator("#about").inner_text() == (
        "Every item is relevant or not in the gold, and selected or not by the system."
    )
    assert page.locator("#legend").bounding_box()["y"] < page.locator("#table").bounding_box()["y"]
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.locator("#legend").is_hidden()
    page.locator("#key summary").click()
    assert page.locator("#legend").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
