"""The explorer: the matrices of all tasks on one page that needs no network, and a playground that computes.

``explorer.js`` moves it, with the modules that it imports. The data of each task are packed into the page as compressed
JSON, so that the one that is asked for is there first: cells, metrics and constraints as they are shown, in HTML where
text of others is escaped; what the scripts write themselves they write as text. Small outputs and cases travel with the
page: a typed formula is tried on them, and metrics are told apart. `playground` writes formulas as JavaScript.
"""

from __future__ import annotations

import base64
import gzip
import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from typing import Any

from markupsafe import Markup

from axiometrics.axioms.demands import OfACase
from axiometrics.axioms.registry import Constraint, constraints
from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix, MetricInfo, Verdict
from axiometrics.errors import AxiometricsError
from axiometrics.escaping import html_text
from axiometrics.reports.bibliography import bibliography, bibtex, cited_html
from axiometrics.reports.explorer.playground import formulas_script, vocabulary_script
from axiometrics.reports.expressions import mathml
from axiometrics.reports.figures import figure
from axiometrics.reports.html import cell_body, environment
from axiometrics.reports.words import detail, legend, mark_of, symbol, task_name, task_summary, title, tooltip
from axiometrics.tasks.registry import find_task

__all__ = ["explorer", "linked", "shown_matrix", "small_cases"]

_IMPORT = re.compile(r'^import \{ (.+) \} from "(.+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def explorer(matrices: Sequence[Matrix]) -> str:
    """Return the page of several matrices, the same bytes for the same matrices."""
    packed = [
        {"key": matrix.task, "name": task_name(matrix.task), "data": _packed(shown_matrix(matrix))}
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


STRENGTH = {"proof": 3, "witness": 3, "sweep": 2, "search": 1}
"""How much the evidence of what holds is worth; an example proves what is demanded of some case."""
CASES = 60
"""The smallest cases of each constraint that are kept."""
OUTPUTS = 150
"""Outputs of one size more are kept until there are so many."""
LARGEST = 6
"""The size up to which cases are looked for."""
TIED = "("
"""What begins documents that share a rank in notation: the page scores lists without ties."""


def shown_matrix(matrix: Matrix) -> dict[str, Any]:
    """Return the data of a task, for the page's script."""
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
        "about": task_summary(matrix.task),
        "symbols": _symbols(matrix.task),
        "legend": legend(matrix.cells),
        "constraints": [_constraint(matrix.task, item) for item in matrix.constraints],
        "metrics": [_metric(item) for item in matrix.metrics],
        "cells": cells,
        **small_cases(matrix),
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


def _metric(item: MetricInfo) -> dict[str, Any]:
    """Return what is told of a metric: what it means, its formula, and where it comes from."""
    better = "lower" if item.orientation == "error" else "higher"
    parts = [f"<p>{html_text(item.summary)}</p>", mathml(item.latex, display=True) if item.latex else ""]
    source = f"; source: {cited_html(item.cites)}" if item.cites else ""
    parts.append(f'<p class="quiet">{better} is better{source}</p>')
    return {
        "key": item.key,
        "title": title(item.key),
        "family": item.family,
        "better": better,
        "latex": item.latex or "",
        "bibtex": _bibtex(item.cites),
        "html": "\n".join(parts),
    }


def _bibtex(key: str | None) -> str:
    return bibtex([key]) if key in bibliography() and key else ""


def _constraint(task: str, item: ConstraintInfo) -> dict[str, Any]:
    """Return what is told of a constraint: what it demands, a drawing, degenerate cases, and where it comes from."""
    return {
        "key": item.key,
        "title": title(item.key),
        "told": item.statement,
        "bibtex": _bibtex(item.cites),
        "statement": "\n".join(_statement(item)),
        "html": "\n".join([*_statement(item), *_facts(task, item)]),
    }


def _statement(item: ConstraintInfo) -> Iterator[str]:
    """Yield what is demanded, in words and as a formula."""
    yield f"<p>{html_text(item.statement)}</p>"
    if item.latex:
        yield mathml(item.latex, display=True)


def _facts(task: str, item: ConstraintInfo) -> Iterator[str]:
    outputs = {name: text for name, text in item.example.items() if name != "gold"} if item.example else {}
    svg = figure(task, outputs, f"{item.name}: an example") if outputs else None
    if svg:
        yield f"<figure>{svg}</figure>"
    elif outputs:
        yield f"<pre>{html_text(chr(10).join(f'{name}  {text}' for name, text in item.example.items()))}</pre>"
    for name, text in item.preconditions.items():
        yield f'<p class="quiet">degenerate case <code>{html_text(name)}</code>: {html_text(text)}</p>'
    if item.cites:
        yield f'<p class="quiet">source: {cited_html(item.cites)}</p>'


def small_cases(matrix: Matrix) -> dict[str, Any]:
    """Return the outputs in notation, smallest first, and for each constraint of two outputs its cases as places.

    Each case is the place of the output that must be worse and of the one that must be better, whose ``names`` in the
    constraint are given; ``demand`` says what their difference must be.
    """
    numbers: dict[str, int] = {}
    for text in _small(matrix.task):
        numbers.setdefault(text, len(numbers))
    listed = constraints(matrix.task).values() if find_task(matrix.task) else ()
    known = {each.label: each for each in listed}
    found = {}
    for item in matrix.constraints:
        pairs = _cases(known[item.key]) if item.key in known else ()
        if pairs:
            places = [[numbers.setdefault(text, len(numbers)) for text in pair] for pair in pairs]
            record = known[item.key]
            found[item.key] = {"demand": record.of_a_case.word, "names": record.compared, "pairs": places}
    return {"outputs": list(numbers), "cases": found}


@lru_cache(maxsize=32)
def _small(task: str) -> tuple[str, ...]:
    """Return every output of some smallest sizes, where the task lists them."""
    home = find_task(task)
    listing = home.enumeration if home else None
    found: tuple[str, ...] = ()
    for size in range(1, LARGEST + 1):
        if listing is None or len(found) > OUTPUTS:
            break
        texts = (output.notation() for output in listing.outputs(size))
        found = tuple(text for text in texts if TIED not in text)
    return found


@lru_cache(maxsize=512)
def _cases(constraint: Constraint) -> tuple[tuple[str, str], ...]:
    """Return the smallest cases of a constraint that compares two outputs of its task; none of others."""
    compared = constraint.compared
    if compared is None or constraint.judging != "outputs" or not isinstance(constraint.demand, OfACase):
        return ()
    try:
        return tuple(islice(_pairs(constraint, *compared), CASES))
    except AxiometricsError:  # a plug-in's generator
        return ()


def _pairs(constraint: Constraint, worse: str, better: str) -> Iterator[tuple[str, str]]:
    home = find_task(constraint.task)
    if home is None:
        return
    for size in range(2, LARGEST + 1):
        cases = home.sweep(constraint.bound_generator, constraint.outputs, size)
        if len(cases) >= CASES or size == LARGEST:
            for place in range(min(len(cases), CASES)):
                outputs = cases.case(place).outputs
                yield outputs[worse].notation(), outputs[better].notation()
            return
