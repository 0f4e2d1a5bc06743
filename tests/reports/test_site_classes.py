"""Classes of metrics on a task's page are read off the verdicts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from axiometrics.checker import matrix
from axiometrics.reports.pages import classes_section
from axiometrics.reports.site import report
from axiometrics.tasks import get_task

CONSTRAINTS = ["non_informative_constant", "non_informative_growing"]


@pytest.fixture(scope="module")
def found() -> Any:
    """The non-informative outputs of metrics that are known to differ in them (MAvg 1/2, recall s, accuracy both)."""
    chosen = ["macro_average_accuracy", "precision", "recall", "accuracy", "lam(smoothing=0)"]
    return matrix("filtering", metrics=chosen, constraints=CONSTRAINTS, effort="quick", cache=False, jobs=1)


def classes(section: str) -> dict[str, list[str]]:
    rows: dict[str, list[str]] = {}
    name = ""
    for given, metric in re.findall(r"^\| (.*?) ?\| \[`(.*?)`\]", section, re.MULTILINE):
        name = given or name
        rows.setdefault(name, []).append(metric)
    return rows


def test_metrics_stand_under_the_class_that_their_cells_show(found: Any) -> None:
    """Precision is the share of relevant items for every s > 0, and has no value where nothing is selected."""
    section = classes_section(found, *get_task("filtering").classes)
    named = classes(section)
    assert {"macro_average_accuracy", "precision"} <= set(named["constant"])
    assert named["growing"] == ["recall"]
    assert "accuracy" in named["neither"]
    assert sum(map(len, named.values())) == len(found.metrics)


def test_a_verdict_that_changes_moves_the_metric(found: Any) -> None:
    cells = tuple(
        replace(cell, strict=replace(cell.strict, outcome="undefined")) if cell.metric == "recall" else cell
        for cell in found.cells
    )
    section = classes_section(replace(found, cells=cells), *get_task("filtering").classes)
    assert classes(section)["other"] == ["recall"]


def test_without_the_constraints_there_is_no_section(found: Any, tmp_path: Any) -> None:
    part = replace(found, constraints=found.constraints[:1])
    assert classes_section(part, *get_task("filtering").classes) == ""


def test_the_page_of_the_task_has_the_section(found: Any, tmp_path: Any) -> None:
    report([found], tmp_path)
    assert "## Outputs that say nothing" in (tmp_path / "filtering" / "README.md").read_text("utf-8")
