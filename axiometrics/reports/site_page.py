"""One page of the published report: paragraphs, figures, and LaTeX as GitHub takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from axiometrics.checker.verdict import Cell
from axiometrics.reports.figures import figure, figure_name
from axiometrics.escaping import markdown
from axiometrics.reports.proof import proof_parts
from axiometrics.reports.region_plot import region_svg
from axiometrics.reports.words import region_lines
import re

__all__ = ["Page", "break_formula", "display_math", "proof_markdown", "regions_markdown"]


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
        svg = figure(task, outputs, title)
        if svg:
            name = figure_name(stem, svg)
            self.figures[name] = svg
            self.add(f"![{_alternative(outputs)}](../figures/{name})")

    def plot(self, region: Mapping[str, Any], stem: str, title: str) -> None:
        """Add the plot of a parameter's region, if it has curves."""
        svg = region_svg(region, title)
        if svg:
            name = figure_name(f"{stem}-{region['parameter']}", svg)
            self.figures[name] = svg
            self.add(f"![{markdown(title)}](../figures/{name})")

    @property
    def text(self) -> str:
        """The page as markdown."""
        return "\n\n".join([f"# {self.title}", *self.parts]) + "\n"


def display_math(latex: str) -> str:
    """Return a formula in a block that GitHub renders."""
    return f"```math\n{break_formula(github_math(latex))}\n```"


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


def _alternative(outputs: Mapping[str, str]) -> str:
    texts: Sequence[str] = [f"{name}: {text}" for name, text in outputs.items()]
    return markdown("; ".join(texts).replace("[", "(").replace("]", ")"))


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
