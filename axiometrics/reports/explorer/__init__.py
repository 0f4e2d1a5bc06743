"""The explorer: the matrices of all tasks on one page that needs no network, and a playground that computes.

``explorer.js`` moves it, with the modules that it imports. The data of each task are packed into the page as compressed
JSON, so that the one that is asked for is there first.
Everything that is shown as HTML is made here, escaped; what the scripts write themselves they write as text.
"""

from __future__ import annotations

import base64
import gzip
import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from axiometrics.checker.verdict import Cell, Matrix, Verdict
from axiometrics.reports.explorer.drawers import constraint_drawer, metric_drawer
from axiometrics.reports.explorer.live import formulas_script
from axiometrics.reports.explorer.stored import stored
from axiometrics.reports.explorer.vocabulary import vocabulary_script
from axiometrics.reports.html import cell_body, environment
from axiometrics.reports.marks import detail, legend, mark_of, symbol
from axiometrics.reports.words import task_name, tooltip
from axiometrics.tasks.registry import find_task

__all__ = ["explorer", "linked"]

STRENGTH = {"proof": 3, "witness": 3, "sweep": 2, "search": 1}
"""How much the evidence of what holds is worth; an example proves what is demanded of some case."""
_IMPORT = re.compile(r'^import \{ (.+) \} from "(.+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def explorer(matrices: Sequence[Matrix]) -> str:
    """Return the page of several matrices, the same bytes for the same matrices."""
    packed = [
        {"key": matrix.task, "name": task_name(matrix.task), "data": _packed(_task(matrix))}
        for matrix in matrices
    ]
    style = (files(__name__) / "explorer.css").read_text(encoding="utf-8")
    tasks = [matrix.task for matrix in matrices]
    made = f"{formulas_script(matrices)}\n{vocabulary_script(tasks)}".replace("<", r"\u003c")
    page = environment().get_template("explorer.html.j2")
    return page.render(tasks=packed, script=Markup(f"{made}\n{linked('explorer.js')}"), style=Markup(style))


def _packed(data: Any) -> Markup:
    """Return data as compressed JSON in letters."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
    packed = gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0)
    return Markup(base64.b64encode(packed).decode("ascii"))


def _task(matrix: Matrix) -> dict[str, Any]:
    places = {item.key: place for place, item in enumerate(matrix.constraints)}
    described = {item.key: item.preconditions for item in matrix.constraints}
    cells: list[list[Any]] = [[None] * len(matrix.constraints) for _ in matrix.metrics]
    rows = {metric.key: row for metric, row in zip(matrix.metrics, cells, strict=True)}
    for cell in matrix.cells:
        rows[cell.metric][places[cell.constraint]] = _cell(cell, matrix.task, described[cell.constraint])
    return {
        "key": matrix.task,
        "name": task_name(matrix.task),
        "run": f"axiometrics {matrix.version}, effort {matrix.effort}, seed {matrix.seed}",
        "partial": not matrix.complete,
        "symbols": _symbols(matrix.task),
        "legend": legend(matrix.cells),
        "constraints": [constraint_drawer(matrix.task, item) for item in matrix.constraints],
        "metrics": [metric_drawer(item) for item in matrix.metrics],
        "cells": cells,
        **stored(matrix),
    }


def _symbols(task: str) -> str:
    """Return what the letters of a task's formulas mean, as plain text."""
    home = find_task(task)
    return home.words.get("symbols", "").replace("$", "") if home else ""


def _cell(cell: Cell, task: str, preconditions: Any) -> dict[str, Any]:
    same = (cell.weak.outcome, cell.weak.evidence) == (cell.strict.outcome, cell.strict.evidence)
    return {
        **_shown(cell),
        "weakly": None if same else _shown(_weakly(cell)),
        "strict": _strength(cell.strict),
        "weak": _strength(cell.weak),
        "case": cell.witness.text if cell.witness else "",
        "html": cell_body(cell, task, preconditions),
        "play": list(cell.witness.outputs.values())
        if cell.witness and len(cell.witness.outputs) == 2
        else None,
        "regions": [_region(each) for each in cell.regions if "parameter" in each],
        "data": {name: value for name, value in cell.to_dict().items() if name != "proof"},
    }


def _shown(cell: Cell) -> dict[str, str]:
    """Return what the table shows of a cell."""
    return {
        "mark": mark_of(cell.strict).name,
        "symbol": symbol(cell),
        "detail": detail(cell),
        "told": tooltip(cell),
    }


def _weakly(cell: Cell) -> Cell:
    """Return a cell with the verdict of the weak form in the place of the strict one, without notes on the latter."""
    return replace(
        cell, strict=cell.weak, except_when=(), disagrees_with=(), region=None, regions=(), threshold=None
    )


def _region(region: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a plot shows of the values of a parameter for which a constraint holds."""
    return {name: region[name] for name in ("parameter", "text", "held") if name in region}


def _strength(verdict: Verdict) -> int:
    return STRENGTH.get(verdict.evidence or "", 0) if verdict.outcome == "holds" else 0


def linked(start: str) -> str:
    """Return a module of this folder and all that it imports as one script: each a function of those it imports.

    >>> linked("arithmetic.js").splitlines()[:2]
    ['const modules = {};', 'modules["arithmetic.js"] = (() => {']
    """
    found: dict[str, str] = {}
    _add(start, found)
    return "\n".join(["const modules = {};", *found.values()])


def _add(path: str, found: dict[str, str]) -> None:
    """Add what a module imports, and then the module."""
    text = files(__name__).joinpath(path).read_text(encoding="utf-8")
    for _, imported in _IMPORT.findall(text):
        if (target := _resolved(path, imported)) not in found:
            _add(target, found)
    body = _IMPORT.sub(lambda at: f'const {{ {at[1]} }} = modules["{_resolved(path, at[2])}"];', text)
    names = ", ".join(name for _, name in _EXPORT.findall(text))
    own = _EXPORT.sub(r"\1", body)
    found[path] = f'modules["{path}"] = (() => {{\n{own}return {{ {names} }};\n}})();'


def _resolved(path: str, imported: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), imported))
