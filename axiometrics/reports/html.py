"""Matrices and cells as HTML: a page that opens by double click, fragments, and what publications say of a cell."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from axiometrics.certify.confirmations import confirmation_of, confirmed, confirmed_line
from axiometrics.checker.verdict import Cell, Matrix, MetricInfo, Witness
from axiometrics.claims.files import ClaimFile, publications, read, slug
from axiometrics.errors import InputError
from axiometrics.escaping import capped, html_text, text_of, visible
from axiometrics.reports.bibliography import cited_html
from axiometrics.reports.expressions import mathml, parse, valued
from axiometrics.reports.figures import Picture, figure, matrix_svg, region_lines, region_svg
from axiometrics.reports.markdown import matrix_table as markdown_table
from axiometrics.reports.proof import proof_parts
from axiometrics.reports.scripts import Latex
from axiometrics.reports.tables import document, matrix_csv, matrix_frame, matrix_latex
from axiometrics.reports.terminal import CellPanel, MatrixTable
from axiometrics.reports.words import (
    MARKS,
    PARTIAL,
    counts,
    detail,
    legend,
    mark_of,
    sentences,
    symbol,
    task_name,
    task_summary,
    title,
    tooltip,
    witness_sentence,
)

if TYPE_CHECKING:
    from jinja2 import Environment


def page(matrices: Sequence[Matrix]) -> str:
    """Return one self-contained page with a filter; it needs no network, and no script to be read."""
    tasks = [_matrix_view(matrix) for matrix in matrices]
    return environment().get_template("page.html.j2").render(tasks=tasks, marks=MARKS.values())


def matrix_html(matrix: Matrix) -> str:
    """Return the table of one matrix as a fragment with its own style."""
    return environment().get_template("fragment.html.j2").render(task=_matrix_view(matrix), cell=None)


def cell_html(cell: Cell, *, task: str = "") -> str:
    """Return everything about one cell as a fragment; a witness is drawn when its task is given and draws."""
    return environment().get_template("fragment.html.j2").render(task=None, cell=_cell_view(cell, task, {}))


def cell_body(cell: Cell, task: str, preconditions: Mapping[str, str]) -> str:
    """Return everything about one cell as it stands in a drawer, without a style of its own."""
    return environment().get_template("cell.html.j2").render(shown=_cell_view(cell, task, preconditions))


@cache
def environment() -> Environment:
    """Return the templates, which escape what they are given unless it is marked as HTML."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # a tenth of a second, for pages only

    return Environment(
        loader=PackageLoader("axiometrics.reports", "templates"),
        autoescape=True,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def _shown(value: object) -> object:
    """Return what a template shows: markup as it is, text with its control characters as escapes."""
    return visible(value) if type(value) is str else value


def _matrix_view(matrix: Matrix) -> dict[str, Any]:
    described = {item.key: item.preconditions for item in matrix.constraints}
    families = [
        (family, [_metric_view(matrix, metric, described) for metric in members])
        for family, members in groupby(matrix.metrics, key=lambda metric: metric.family)
    ]
    run = f"axiometrics {matrix.version}, effort {matrix.effort}, seed {matrix.seed}"
    run += "" if matrix.complete else f". {PARTIAL}"
    return {
        "key": matrix.task,
        "name": task_name(matrix.task),
        "about": task_summary(matrix.task),
        "constraints": matrix.constraints,
        "families": families,
        "legend": legend(matrix.cells),
        "confirmed": confirmed_line(matrix.cells, matrix.task),
        "run": run,
    }


def _metric_view(
    matrix: Matrix, metric: MetricInfo, described: Mapping[str, Mapping[str, str]]
) -> dict[str, Any]:
    row = {cell.constraint: cell for cell in matrix.row(metric.key)}
    found = [row.get(item.key) for item in matrix.constraints]
    cells = [cell and _cell_view(cell, matrix.task, described[cell.constraint]) for cell in found]
    outcomes = sorted({mark_of(cell.strict).name for cell in row.values()})
    formula = Markup(mathml(metric.latex, display=True)) if metric.latex else ""
    source = Markup(cited_html(metric.cites)) if metric.cites else ""
    shown = {"info": metric, "title": title(metric.key), "formula": formula, "source": source}
    return {**shown, "cells": cells, "outcomes": " ".join(outcomes)}


def _cell_view(cell: Cell, task: str, preconditions: Mapping[str, str]) -> dict[str, Any]:
    known = confirmation_of(cell, task)
    return {
        "cell": cell,
        "mark": mark_of(cell.strict),
        "symbol": symbol(cell),
        "detail": detail(cell),
        "tooltip": " ".join(filter(None, [tooltip(cell), f"The proof was {known.told}." if known else ""])),
        "sentences": sentences(cell, preconditions),
        "counts": counts(cell) if cell.strict.cases else "",
        "witness": _witness_view(cell, cell.witness, task) if cell.witness else None,
        "regions": [_region_view(cell, place) for place in range(len(cell.regions))],
        "proof": Markup(_proof_html(cell.proof)) if cell.proof else "",
        "confirmed": confirmed(cell, task),
        "claims": _claims_view(cell, task),
    }


def _claims_view(cell: Cell, task: str) -> list[dict[str, Any]]:
    """Return what publications say of a cell, with links to them."""
    return [
        {
            "said": said,
            "source": Markup(cited_html(said.publication)),
            "against": said.key in cell.disagrees_with,
        }
        for said in said_of(cell, task)
    ]


def _region_view(cell: Cell, place: int) -> dict[str, Any]:
    told, argument = region_lines(cell)[place]
    svg = region_svg(cell.regions[place], f"margins over {cell.regions[place]['parameter']}")
    return {"told": told, "argument": argument, "svg": Markup(svg) if svg else ""}


def _witness_view(cell: Cell, witness: Witness, task: str) -> dict[str, Any]:
    svg = figure(task, witness.outputs, f"{cell.constraint}: a counterexample")
    drawn = Markup(svg) if svg else ""
    return {"data": witness, "sentence": witness_sentence(cell), "valued": _score_html, "svg": drawn}


def _score_html(text: str) -> Markup:
    """Write an exact number as mathematics, with its decimals where they are not the same to see."""
    if " and " in text:
        return Markup(" and ").join(map(_score_html, text.split(" and ")))
    decimals = valued(text).partition(" (")[0].split()
    if decimals[-1] == text:
        return Markup(f"<math>{_decimal(text)}</math>")
    try:
        exact = Latex({}).math(parse(text, ())).strip("$`")
    except InputError:
        return Markup(f"<code>{html_text(valued(text))}</code>")
    sign = "≈" if decimals[0] == "≈" else "="
    inside = mathml(exact).removeprefix("<math>").removesuffix("</math>")
    return Markup(f"<math>{inside}<mo>{sign}</mo>{_decimal(decimals[-1])}</math>")


def _decimal(text: str) -> str:
    """Write a decimal number; infinity and other words as they are called."""
    shown = html_text(text.replace("-", "−"))
    return f"<mi>{shown.replace('oo', '∞')}</mi>" if text.endswith("oo") else f"<mn>{shown}</mn>"


def _proof_html(proof: Mapping[str, Any]) -> str:
    parts = proof_parts(proof)
    blocks = groupby(parts, key=lambda line: line.startswith("- "))
    return "\n".join(_list(lines) if listed else "\n".join(map(_line, lines)) for listed, lines in blocks)


def _list(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{_prose(line[2:])}</li>' for line in lines)}</ul>"


def _line(line: str) -> str:
    return mathml(line[2:], display=True) if line.startswith("$$") else f"<p>{_prose(line)}</p>"


def _prose(line: str) -> str:
    parts = re.split(r"\$`(.*?)`\$", line)
    return "".join(mathml(part) if place % 2 else html_text(part) for place, part in enumerate(parts))


_WORDS = {"holds": "satisfies it", "fails": "does not satisfy it", "ties": "ties in every case"}


@dataclass(frozen=True)
class Said:
    """One claim about a cell: its key, where it stands, what it says in our words, and of which metric."""

    key: str
    publication: str
    place: str
    says: str
    subject: str
    expects: str

    @property
    def told(self) -> str:
        """What is claimed of the metric, by the name that the publication gives it."""
        return f"{self.subject} {_WORDS[self.expects]}"


def said_of(cell: Cell, task: str) -> tuple[Said, ...]:
    """Return what publications say of a cell, by the first reading of their words, in the order of their files.

    >>> from axiometrics.checker.verdict import Verdict
    >>> tie = Verdict("blind", "witness")
    >>> found = said_of(Cell("bcubed_f", "homogeneity", tie, tie), "clustering")
    >>> "Table 6, column Homo." in [said.place for said in found]
    True
    """
    return tuple(_claimed().get((task, cell.metric, cell.constraint), ()))


@cache
def _claimed() -> Mapping[tuple[str, str, str], list[Said]]:
    """Return what all publications say, by task, metric and constraint."""
    found: dict[tuple[str, str, str], list[Said]] = defaultdict(list)
    for publication in publications():
        file = read(publication)
        for table in file.tables:
            for cell, said in _of_table(file, table):
                found[cell].append(said)
    return dict(found)


def _of_table(file: ClaimFile, table: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str, str], Said]]:
    if "constraint" not in table:
        return
    constraint = table["constraint"] if isinstance(table["constraint"], str) else table["constraint"][0]
    for name, subject, expects in _named(file, table):
        metric = file.names[name][0].removeprefix("-")
        key = ".".join((file.publication, table["key"], slug(subject)))
        said = Said(key, file.publication, table["place"], table["says"], name, expects)
        yield (table["task"], metric, constraint), said


def _named(file: ClaimFile, table: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each name, whose claim it is in (its own, or that of a family of which none does), and what is expected."""
    for expects in _WORDS:
        for given in table.get(expects, ()):
            yield from ((name, name, expects) for name in file.families.get(given, (given,)))
    for family in table.get("none", ()):
        yield from ((name, family, "fails") for name in file.families.get(family, (family,)))


# --- the forms in which a matrix and a cell show themselves

Forms = Mapping[str, Callable[[Any], Any]]

MATRIX: Forms = MappingProxyType(
    {
        "dict": lambda matrix: document([matrix]),
        "markdown": markdown_table,
        "html": lambda matrix: page([matrix]),
        "latex": matrix_latex,
        "csv": lambda matrix: matrix_csv([matrix]),
        "frame": matrix_frame,
        "fragment": matrix_html,
        "rich": MatrixTable,
        "text": lambda matrix: capped(text_of(MatrixTable(matrix))),
        "picture": lambda matrix: Picture(matrix_svg(matrix, f"Formal constraints: {matrix.task}")),
    }
)
CELL: Forms = MappingProxyType(
    {
        "fragment": lambda cell: cell_html(cell, task=cell.task),
        "rich": CellPanel,
        "text": lambda cell: capped(text_of(CellPanel(cell))),
    }
)


def shown(result: object, form: str) -> Any:
    """Return a cell, or else a matrix, in a form."""
    return (CELL if isinstance(result, Cell) else MATRIX)[form](result)
