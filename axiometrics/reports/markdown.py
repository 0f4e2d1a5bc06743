"""GitHub's markdown: a matrix as a table, a page of paragraphs, figures and formulas, and names of pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from axiometrics.certify.confirmations import confirmed, confirmed_line
from axiometrics.checker.verdict import Cell, Matrix, MetricInfo
from axiometrics.escaping import code, markdown, markdown_table
from axiometrics.reports.figures import figure, figure_name, region_lines, region_svg
from axiometrics.reports.proof import proof_parts
from axiometrics.reports.words import ALWAYS, MARKS, NOTES, PARTIAL, detail, legend, symbol

LONGEST_REGION = 80
"""Characters of a region that a table has room for; a longer one is only marked."""


class Links(Protocol):
    """Where the parts of a matrix are described, relative to the page that shows it."""

    def metric(self, key: str) -> str:
        """Return the page of a metric."""

    def constraint(self, key: str) -> str:
        """Return the page of a constraint."""

    def cell(self, cell: Cell) -> str:
        """Return the place of a cell."""


def matrix_table(matrix: Matrix, links: Links | None = None) -> str:
    """Return the table, one row per metric, and its legend; links lead to the pages."""
    heads = [
        _linked(code(item.key), links.constraint(item.key) if links else None) for item in matrix.constraints
    ]
    rows = []
    previous = ""
    for metric in matrix.metrics:
        family = "" if metric.family == previous else metric.family
        rows.append([markdown(family), *_entries(matrix, metric, links)])
        previous = metric.family
    partial = [] if matrix.complete else [f"**{PARTIAL}**", ""]
    marks = " · ".join(f"{markdown(sign)} {meaning}" for sign, meaning in legend(matrix.cells))
    below = [line for line in (marks, markdown(confirmed_line(matrix.cells, matrix.task))) if line]
    return "\n".join(
        [*partial, markdown_table(["family", "metric", *heads], rows), "", "\n\n".join(below), ""]
    )


def cell_text(cell: Cell) -> str:
    r"""Return mark and evidence of a cell, with the parameter values it holds for where they split.

    >>> from axiometrics.checker.verdict import Verdict
    >>> proved = Verdict("holds", "proof")
    >>> cell_text(Cell("m", "c", proved, proved, except_when=("one_class",)))
    '●\\* proof'
    """
    region = cell.region if cell.region and cell.depends_on_parameters else ""
    where = [f"for {code(region)}"] if 0 < len(region) <= LONGEST_REGION else []
    return " ".join(part for part in [markdown(symbol(cell)), markdown(detail(cell)), *where] if part)


def marks_legend() -> list[str]:
    """Return the meaning of every mark and note as a list."""
    signs = [(mark.symbol, mark.meaning) for mark in MARKS.values()] + [(ALWAYS[0], ALWAYS[3])]
    signs += [(note, text[2]) for note, text in NOTES.items()]
    return [f"- {markdown(sign)} {meaning}" for sign, meaning in signs]


def _entries(matrix: Matrix, metric: MetricInfo, links: Links | None) -> list[str]:
    cells = {cell.constraint: cell for cell in matrix.row(metric.key)}
    entries = [_linked(code(metric.key), links.metric(metric.key) if links else None)]
    for item in matrix.constraints:
        cell = cells.get(item.key)
        entries.append(_linked(cell_text(cell), links.cell(cell) if links else None) if cell else "")
    return entries


def _linked(text: str, target: str | None) -> str:
    return f"[{text}]({target})" if target else text


@dataclass
class Page:
    """A markdown page that grows paragraph by paragraph; ``figures`` are its SVG files by name."""

    title: str
    parts: list[str] = field(default_factory=list)
    figures: dict[str, str] = field(default_factory=dict)

    def add(self, part: str | None) -> None:
        """Add a paragraph; nothing is added for an empty one."""
        if part:
            self.parts.append(part.rstrip())

    def draw(self, task: str, outputs: Mapping[str, str], stem: str, title: str) -> None:
        """Add a figure of the outputs, if their task draws them."""
        texts = "; ".join(f"{name}: {text}" for name, text in outputs.items())
        self._picture(figure(task, outputs, title), stem, texts.replace("[", "(").replace("]", ")"))

    def plot(self, region: Mapping[str, Any], stem: str, title: str) -> None:
        """Add the plot of a parameter's region, if it has curves."""
        self._picture(region_svg(region, title), f"{stem}-{region['parameter']}", title)

    def _picture(self, svg: str | None, stem: str, said: str) -> None:
        if svg:
            name = figure_name(stem, svg)
            self.figures[name] = svg
            self.add(f"![{markdown(said)}](../figures/{name})")

    @property
    def text(self) -> str:
        """The page as markdown."""
        return "\n\n".join([f"# {self.title}", *self.parts]) + "\n"


def display_math(latex: str) -> str:
    """Return a formula in a block that GitHub renders."""
    return f"```math\n{break_formula(github_math(latex))}\n```"


def confirmed_markdown(cell: Cell, task: str) -> str:
    """Return by whom the proof of a cell was confirmed, and the command that has it checked; "" without a proof."""
    found = confirmed(cell, task)
    return f"{markdown(found[0])} Check it yourself: {code(found[1])}" if found else ""


def proof_markdown(proof: Mapping[str, Any]) -> str:
    """Return a proof as markdown with mathematics."""
    blocks: list[str] = []
    for line in proof_parts(proof):
        joined = blocks and blocks[-1].startswith("- ") and line.startswith("- ")
        block = display_math(line[2:]) if line.startswith("$$") else github_math(line)
        if joined:
            blocks[-1] += "\n" + block
        else:
            blocks.append(block)
    return "\n\n".join(blocks)


def regions_markdown(cell: Cell) -> str:
    """Return what is known of the parameters as markdown."""
    blocks = []
    for told, argument in region_lines(cell):
        blocks.append(markdown(told))
        if argument:
            blocks.append("\n".join(f"- {markdown(line)}" for line in argument))
    return "\n\n".join(blocks)


_LONG = 110


def github_math(latex: str) -> str:
    r"""Rewrite what GitHub's renderer refuses.

    >>> github_math(r"\operatorname{best} n")
    '\\mathrm{best} n'
    """
    return re.sub(r"\\operatorname\*?\{", r"\\mathrm{", latex).replace("\n\n", "\n")


def break_formula(latex: str, width: int = _LONG) -> str:
    """Break a long sum at its outer plus and minus signs into aligned lines."""
    if len(latex) <= width or "\\\\" in latex or "&" in latex:
        return latex
    rows: list[str] = []
    line = ""
    for term in _terms(latex):
        if line and len(line) + len(term) > width:
            rows, line = [*rows, line], ""
        line += term
    rows.append(line)
    if len(rows) == 1:
        return latex
    return "\\begin{aligned}\n&" + " \\\\\n&".join(row.strip() for row in rows) + "\n\\end{aligned}"


def _terms(latex: str) -> list[str]:
    """Split before every plus or minus that is in no bracket."""
    terms, start, depth = [], 0, 0
    for place, char in enumerate(latex):
        depth += (char in "({[") - (char in ")}]")
        if depth == 0 and char in "+-" and latex[place - 1 : place + 2] in (" + ", " - "):
            terms.append(latex[start:place])
            start = place
    return [term for term in [*terms, latex[start:]] if term]


def slug(key: str) -> str:
    """Write a key as a file name and anchor.

    >>> slug("rbp(p=4/5)"), slug("utility(a=3,b=-2)")
    ('rbp-p-4-5', 'utility-a-3-b-minus2')
    """
    signed = re.sub(r"(?<=[=,(/])-", "minus", key)
    return re.sub(r"[^A-Za-z0-9_.]+", "-", signed).strip("-.") or "key"


def slugs(keys: Iterable[str]) -> dict[str, str]:
    """Give every key a slug of its own, also where files are told apart without regard to case."""
    given: dict[str, str] = {}
    taken: set[str] = set()
    for key in keys:
        name, number = slug(key), 2
        while name.lower() in taken:
            name, number = f"{slug(key)}-{number}", number + 1
        taken.add(name.lower())
        given[key] = name
    return given
