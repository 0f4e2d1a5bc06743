"""The page of one metric: what it is, its row, and each of its cells in full."""

from __future__ import annotations

from dataclasses import replace

from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix, MetricInfo, Witness
from axiometrics.escaping import code, code_block, markdown
from axiometrics.reports.markdown import cell_text, row
from axiometrics.reports.paths import Paths
from axiometrics.reports.site_page import Page, display_math, proof_markdown, regions_markdown
from axiometrics.reports.words import (
    counts,
    phrase,
    regions_title,
    sentence,
    sentences,
    task_name,
    valued,
    witness_sentence,
    words,
)

__all__ = ["metric_page"]

_KIND = {
    "formula": "a formula: what is shown here is what is evaluated and proved",
    "function": "a function without formula: checked by sweep and search, not by proof",
}


def metric_page(matrix: Matrix, metric: MetricInfo) -> Page:
    """Return the page of a metric."""
    page = Page(markdown(metric.name))
    page.add(f"[{task_name(matrix.task).capitalize()}](../README.md) · {markdown(metric.family)} · {code(metric.key)}")
    page.add(markdown(metric.summary))
    if metric.latex:
        page.add(display_math(metric.latex))
    page.add(_facts(metric))
    page.add(_row_table(matrix, metric))
    described = {item.key: item for item in matrix.constraints}
    for cell in matrix.row(metric.key):
        _add_cell(page, matrix, cell, described[cell.constraint])
    return page


def _facts(metric: MetricInfo) -> str:
    better = "lower" if metric.orientation == "error" else "higher"
    facts = [f"- {better} is better ({metric.orientation})", f"- {_KIND[metric.kind]}"]
    if metric.parameters:
        facts.append(
            "- parameters: "
            + ", ".join(code(f"{name} = {value}") for name, value in metric.parameters.items())
        )
    return "\n".join(facts + ([f"- source: {code(metric.cites)}"] if metric.cites else []))


def _row_table(matrix: Matrix, metric: MetricInfo) -> str:
    paths = Paths(matrix, up="../")
    lines = [row(["constraint", "", "verdict"]), row(["---"] * 3)]
    for cell in matrix.row(metric.key):
        anchor = paths.constraint_slug(cell.constraint)
        page = f"[{code(cell.constraint)}]({paths.constraint(cell.constraint)})"
        lines.append(row([page, cell_text(cell), f"[{phrase(cell)}](#{anchor})"]))
    return "\n".join(lines)


def _add_cell(page: Page, matrix: Matrix, cell: Cell, constraint: ConstraintInfo) -> None:
    stem = Paths(matrix).constraint_slug(cell.constraint)
    page.add(f'<a id="{stem}"></a>\n\n## {markdown(constraint.name)}')
    page.add(f"{cell_text(cell)}: " + markdown(" ".join(sentences(cell, constraint.preconditions))))
    if cell.strict.cases:
        page.add(sentence(counts(cell)))
    if cell.witness:
        _add_witness(page, matrix.task, cell, cell.witness, stem)
    if cell.proof:
        page.add(f"### Proof by {words(cell.proof['tactic'])}")
        page.add(proof_markdown(cell.proof))
    if cell.regions:
        page.add(f"### {regions_title(cell)}")
        for region in cell.regions:
            page.add(regions_markdown(replace(cell, regions=(region,))))
            page.plot(region, stem, f"{words(cell.constraint)}: margins over {region['parameter']}")


def _add_witness(page: Page, task: str, cell: Cell, witness: Witness, stem: str) -> None:
    page.add(witness_sentence(cell))
    page.draw(task, witness.outputs, stem, f"{words(cell.constraint)}: a counterexample")
    page.add(code_block(witness.text, "text"))
    lines = [row(["", "score"]), row(["---"] * 2)]
    lines += [row([markdown(label), code(valued(value))]) for label, value in witness.scores.items()]
    page.add("\n".join([*lines, row(["margin", code(valued(witness.margin))])]))
    if witness.parameters:
        values = ", ".join(code(f"{label} = {value}") for label, value in witness.parameters.items())
        page.add(f"Parameters of the case: {values}.")
    page.add(code_block(witness.python.rstrip(), "python"))
