"""The page of one constraint: statement, example, and its column."""

from __future__ import annotations

from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix
from axiometrics.escaping import code, code_block, markdown
from axiometrics.reports.markdown import cell_text, row
from axiometrics.reports.paths import Paths
from axiometrics.reports.site_page import Page, display_math
from axiometrics.reports.words import phrase, task_name

__all__ = ["constraint_page"]

_QUANTIFIER = {
    "every": "every case",
    "some n": "at least one n",
    "all n from n0": "all n from some n0 on",
    "some between": "every case, of some value between",
    "equal maxima": "the largest values for every two golds",
}
_DEMAND = {
    "positive": "the margin must be positive; a tie is *blind*, a negative margin *contradicts* it",
    "zero": "the margin must be zero; any other value *contradicts* it",
    "nonnegative": "the margin must not be negative",
    "definite": "the margin must be positive; a tie *contradicts* it too",
}


def constraint_page(matrix: Matrix, constraint: ConstraintInfo) -> Page:
    """Return the page of a constraint."""
    page = Page(markdown(constraint.name))
    page.add(f"[{task_name(matrix.task).capitalize()}](../README.md) · {code(constraint.key)}")
    page.add(markdown(constraint.statement))
    if constraint.latex:
        page.add(display_math(constraint.latex))
    page.add(_facts(constraint))
    _add_example(page, matrix.task, constraint, Paths(matrix).constraint_slug(constraint.key))
    page.add("## Metrics")
    page.add(_column_table(matrix, constraint))
    return page


def _facts(constraint: ConstraintInfo) -> str:
    facts = [
        f"- demanded for {_QUANTIFIER.get(constraint.quantifier, constraint.quantifier)}",
        f"- {_DEMAND[constraint.demand]}",
    ]
    if constraint.cites:
        facts.append(f"- source: {code(constraint.cites)}")
    facts += [f"- degenerate case {code(name)}: {markdown(text)}" for name, text in constraint.preconditions.items()]
    return "\n".join(facts)


def _add_example(page: Page, task: str, constraint: ConstraintInfo, stem: str) -> None:
    if not constraint.example:
        return
    page.add("## Example")
    outputs = {name: text for name, text in constraint.example.items() if name != "gold"}
    page.draw(task, outputs, stem, f"{constraint.name}: an example")
    width = max(map(len, constraint.example))
    lines = [f"{name:<{width}}  {text}" for name, text in constraint.example.items()]
    page.add(code_block("\n".join(lines), "text"))


def _column_table(matrix: Matrix, constraint: ConstraintInfo) -> str:
    paths = Paths(matrix, up="../")
    lines = [row(["metric", "", "verdict", "counterexample"]), row(["---"] * 4)]
    for cell in matrix.column(constraint.key):
        verdict = f"[{phrase(cell)}]({paths.cell(cell)})"
        metric = f"[{code(cell.metric)}]({paths.metric(cell.metric)})"
        lines.append(row([metric, cell_text(cell), verdict, _witness(cell)]))
    return "\n".join(lines)


def _witness(cell: Cell) -> str:
    if cell.witness is None:
        return ""
    return "<br>".join(f"{markdown(name)} {code(text)}" for name, text in cell.witness.outputs.items())
