"""The scenes of the documentation: every address opens what the page says, and its picture is of that.

With AXIOMETRICS_PICTURES set to a folder the pictures are written there.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import pytest

import axiometrics as ax
from axiometrics.checker.api import constraint_info
from axiometrics.reports.explorer import explorer
from axiometrics.reports.tables import load

ROOT = Path(__file__).parents[2]
SIZE = {"width": 1000, "height": 640}


class Scene(NamedTuple):
    """A heading, its address, the words that must be on the page, and the picture's file."""

    title: str
    address: str
    said: str
    picture: str


SCENES = [
    Scene(*found)
    for found in re.findall(
        r"^## (.+?)\n\n<a href=\"explorer\.html(#[^\"]+)\">.*?^> (.+?)$.*?\]\(pictures/(\S+)\)",
        (ROOT / "docs" / "explorer.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of the published matrices, with the cells that the scenes are about."""
    parts = {part for scene in SCENES for part in unquote(scene.address[1:]).split("/")}
    found = []
    for task in ("clustering", "filtering", "ranking", "combination"):
        (matrix,) = load(json.loads((ROOT / "reports" / task / "matrix.json").read_text(encoding="utf-8")))
        described = {each.label: constraint_info(each) for each in ax.constraints(task).values()}
        kept = tuple(cell for cell in matrix.cells if cell.metric in parts or cell.constraint in parts)
        found.append(
            replace(matrix, cells=kept, constraints=tuple(described[item.key] for item in matrix.constraints))
        )
    path = tmp_path_factory.mktemp("scenes") / "explorer.html"
    path.write_text(explorer(found), encoding="utf-8")
    return path


def test_there_are_eight_scenes() -> None:
    assert len(SCENES) == len({scene.picture for scene in SCENES}) == 8


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.title)
def test_an_address_shows_its_scene(scene: Scene, tab: Any, file: Path, tmp_path: Path) -> None:
    page = tab
    page.set_viewport_size(SIZE)
    page.goto(file.as_uri() + scene.address)
    page.wait_for_selector("#body tr.metric", state="attached")
    shown = page.locator("#play:not([hidden]), #drawer:not([hidden])").first
    shown.wait_for()
    assert scene.said in shown.inner_text()
    folder = Path(os.environ.get("AXIOMETRICS_PICTURES") or tmp_path)
    page.screenshot(path=folder / scene.picture)
    assert (folder / scene.picture).stat().st_size > 10_000  # an empty page is smaller
    assert page.failed == []


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.title)
def test_every_scene_has_its_picture(scene: Scene) -> None:
    assert (ROOT / "docs" / "pictures" / scene.picture).is_file()
