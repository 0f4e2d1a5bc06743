"""How regions are told: sentences, plots, and the metric's page."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from axiometrics.checker.api import explain, matrix
from axiometrics.reports.figures import region_lines, region_svg
from axiometrics.reports.html import cell_html
from axiometrics.reports.pages import metric_page
from axiometrics.reports.words import sentences

REGION = {
    "parameter": "p",
    "text": "p > 1/2",
    "argument": ["Case: the margin is p - 1/2."],
    "curves": [[[0.0, -0.5], [1.0, 0.5]]],
    "held": [[0.5, None]],
    "marks": [0.5],
    "window": [0.0, 1.0],
}


@pytest.fixture(scope="module")
def cell() -> Any:
    return explain("rbp", "closeness_threshold", "ranking", effort="quick", cache=False)


def test_the_ground_is_green_from_the_bound_to_the_end() -> None:
    svg = region_svg(REGION, "a plot") or ""
    shade = next(part for part in ET.fromstring(svg).iter() if part.get("fill-opacity"))
    frame = next(part for part in ET.fromstring(svg).iter() if part.get("stroke") == "#bbb")
    left, width = float(shade.get("x", "")), float(shade.get("width", ""))
    start, whole = float(frame.get("x", "")), float(frame.get("width", ""))
    assert left == pytest.approx(start + whole / 2, abs=0.1)
    assert left + width == pytest.approx(start + whole, abs=0.1)


def test_without_a_curve_there_is_no_plot() -> None:
    assert region_svg({**REGION, "curves": []}, "a plot") is None


def test_a_cell_says_its_region_once_in_a_sentence(cell: Any) -> None:
    said = " ".join(sentences(cell))
    assert said.count("0.75487766624669276005") == 1
    told = dict(region_lines(cell))
    assert "no other n adds a value of p." in " ".join(told[f"Holds for {cell.regions[0]['text']}."])


def test_html_shows_plot_and_argument(cell: Any) -> None:
    page = cell_html(cell, task="ranking")
    assert "margins over p" in page
    assert "F rises with u" in page


def test_the_metrics_page_has_the_plot_among_its_figures() -> None:
    found = matrix(
        "ranking", metrics=["rbp"], constraints=["closeness_threshold"], effort="quick", cache=False,
        jobs=1, regions=True,
    )  # fmt: skip
    page = metric_page(found, found.metrics[0])
    (name,) = [name for name in page.figures if "-p-" in name]
    assert f"../figures/{name}" in page.text
    assert "### Parameters" in page.text
