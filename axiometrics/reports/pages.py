"""The pages of the published report: one for each metric and each constraint, and the sections of a task's page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain

from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix, MetricInfo, Witness
from axiometrics.escaping import code, code_block, markdown, markdown_table
from axiometrics.reports.bibliography import cited_markdown
from axiometrics.reports.expressions import valued
from axiometrics.reports.figures import regions_title
from axiometrics.reports.markdown import (
    Page,
    cell_text,
    confirmed_markdown,
    display_math,
    proof_markdown,
    regions_markdown,
    slugs,
)
from axiometrics.reports.words import (
    counts,
    phrase,
    sentence,
    sentences,
    task_name,
    title,
    witness_sentence,
    words,
)
from axiometrics.tasks.abilities import Classes


@dataclass(frozen=True)
class Paths:
    """The links of one task's pages, as seen from a page; ``up`` leads from there to the task's folder."""

    matrix: Matrix
    up: str = ""

    def metric(self, key: str) -> str:
        """Return the page of a metric."""
        return f"{self.up}metrics/{self.metric_slug(key)}.md"

    def constraint(self, key: str) -> str:
        """Return the page of a constraint."""
        return f"{self.up}constraints/{self.constraint_slug(key)}.md"

    def cell(self, cell: Cell) -> str:
        """Return the place of a cell on the page of its metric."""
        return f"{self.metric(cell.metric)}#{self.constraint_slug(cell.constraint)}"

    def metric_slug(self, key: str) -> str:
        """Return the file name of a metric's page, without its ending."""
        return slugs(item.key for item in self.matrix.metrics)[key]

    def constraint_slug(self, key: str) -> str:
        """Return the file name of a constraint's page, without its ending, and the anchor of its cells."""
        return slugs(item.key for item in self.matrix.constraints)[key]


_KIND = {
    "formula": "a formula: what is shown here is what is evaluated and proved",
    "function": "a function without formula: checked by sweep and search, not by proof",
}


def metric_page(matrix: Matrix, metric: MetricInfo) -> Page:
    """Return the page of a metric."""
    page = Page(markdown(title(metric.key)))
    page.add(
        f"[{task_name(matrix.task).capitalize()}](../README.md) · {markdown(metric.family)} · {code(metric.key)}"
    )
    page.add(markdown(metric.summary))
    if metric.latex:
        page.add(display_math(metric.latex))
    page.add(_metric_facts(metric))
    page.add(_row_table(matrix, metric))
    described = {item.key: item for item in matrix.constraints}
    for cell in matrix.row(metric.key):
        _add_cell(page, matrix, cell, described[cell.constraint])
    return page


def _metric_facts(metric: MetricInfo) -> str:
    better = "lower" if metric.orientation == "error" else "higher"
    facts = [f"- {better} is better ({metric.orientation})", f"- {_KIND[metric.kind]}"]
    if metric.parameters:
        facts.append(
            "- parameters: "
            + ", ".join(code(f"{name} = {value}") for name, value in metric.parameters.items())
        )
    return "\n".join(facts + ([f"- source: {cited_markdown(metric.cites)}"] if metric.cites else []))


def _row_table(matrix: Matrix, metric: MetricInfo) -> str:
    paths = Paths(matrix, up="../")
    rows = []
    for cell in matrix.row(metric.key):
        anchor = paths.constraint_slug(cell.constraint)
        page = f"[{code(cell.constraint)}]({paths.constraint(cell.constraint)})"
        rows.append([page, cell_text(cell), f"[{phrase(cell)}](#{anchor})"])
    return markdown_table(["constraint", "", "verdict"], rows)


def _add_cell(page: Page, matrix: Matrix, cell: Cell, constraint: ConstraintInfo) -> None:
    stem = Paths(matrix).constraint_slug(cell.constraint)
    page.add(f'<a id="{stem}"></a>\n\n## {markdown(title(constraint.key))}')
    page.add(f"{cell_text(cell)}: " + markdown(" ".join(sentences(cell, constraint.preconditions))))
    if cell.strict.cases:
        page.add(sentence(counts(cell)))
    if cell.witness:
        _add_witness(page, matrix.task, cell, cell.witness, stem)
    if cell.proof:
        page.add(f"### Proof by {words(cell.proof['tactic'])}")
        page.add(proof_markdown(cell.proof))
        page.add(confirmed_markdown(cell, matrix.task))
    if cell.regions:
        page.add(f"### {regions_title(cell)}")
        for region in cell.regions:
            page.add(regions_markdown(replace(cell, regions=(region,))))
            page.plot(region, stem, f"{words(cell.constraint)}: margins over {region['parameter']}")


def _add_witness(page: Page, task: str, cell: Cell, witness: Witness, stem: str) -> None:
    page.add(witness_sentence(cell))
    page.draw(task, witness.outputs, stem, f"{words(cell.constraint)}: a counterexample")
    page.add(code_block(witness.text, "text"))
    scores = [(markdown(label), value) for label, value in witness.scores.items()]
    rows = [[label, code(valued(value))] for label, value in [*scores, ("margin", witness.margin)]]
    page.add(markdown_table(["", "score"], rows))
    if witness.parameters:
        values = ", ".join(code(f"{label} = {value}") for label, value in witness.parameters.items())
        page.add(f"Parameters of the case: {values}.")
    page.add(code_block(witness.python.rstrip(), "python"))


_QUANTIFIER = {
    "every": "every case",
    "some n": "at least one n",
    "all n from n0": "all n from some n0 on",
    "some between": "every case, of some value between",
    "equal maxima": "the largest values for every two golds",
    "equal minima": "the worst values for every two golds",
}
_DEMAND = {
    "positive": "the margin must be positive; a tie is *blind*, a negative margin *contradicts* it",
    "zero": "the margin must be zero; any other value *contradicts* it",
    "nonnegative": "the margin must not be negative",
    "definite": "the margin must be positive; a tie *contradicts* it too",
}


def constraint_page(matrix: Matrix, constraint: ConstraintInfo) -> Page:
    """Return the page of a constraint."""
    page = Page(markdown(title(constraint.key)))
    page.add(f"[{task_name(matrix.task).capitalize()}](../README.md) · {code(constraint.key)}")
    page.add(markdown(constraint.statement))
    if constraint.latex:
        page.add(display_math(constraint.latex))
    page.add(_constraint_facts(constraint))
    _add_example(page, matrix.task, constraint, Paths(matrix).constraint_slug(constraint.key))
    page.add("## Metrics")
    page.add(_column_table(matrix, constraint))
    return page


def _constraint_facts(constraint: ConstraintInfo) -> str:
    facts = [
        f"- demanded for {_QUANTIFIER.get(constraint.quantifier, constraint.quantifier)}",
        f"- {_DEMAND[constraint.demand]}",
    ]
    if constraint.cites:
        facts.append(f"- source: {cited_markdown(constraint.cites)}")
    facts += [
        f"- degenerate case {code(name)}: {markdown(text)}" for name, text in constraint.preconditions.items()
    ]
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
    """Return a row for all metrics with the same verdict and counterexample."""
    paths = Paths(matrix, up="../")
    rows: dict[tuple[str, str, str], list[str]] = {}
    for cell in matrix.column(constraint.key):
        row = cell_text(cell), phrase(cell), _witness(cell)
        rows.setdefault(row, []).append(f"[{code(cell.metric)}]({paths.cell(cell)})")
    listed = [[", ".join(names), *row] for row, names in rows.items()]
    return markdown_table(["metrics", "", "verdict", "counterexample"], listed)


def _witness(cell: Cell) -> str:
    if cell.witness is None:
        return ""
    return "<br>".join(f"{markdown(name)} {code(text)}" for name, text in cell.witness.outputs.items())


def classes_section(matrix: Matrix, classes: Classes) -> str:
    """Return the section, or "" where the matrix lacks one of the constraints.

    Every row is a metric under the class that its cells say it has, with the cells that say so.
    """
    if not {item.key for item in matrix.constraints}.issuperset(classes.constraints):
        return ""
    paths = Paths(matrix)
    found: dict[str, list[list[str]]] = {name: [] for name in (*classes.names.values(), "other")}
    for metric in matrix.metrics:
        known = {cell.constraint: cell for cell in matrix.row(metric.key)}
        cells = [known[key] for key in classes.constraints]
        name = classes.of(tuple(cell.strict.outcome for cell in cells))
        links = [f"[{cell_text(cell)}]({paths.cell(cell)})" for cell in cells]
        metric_link = f"[{code(metric.key)}]({paths.metric(metric.key)})"
        found[name].append(["" if found[name] else name, metric_link, *links])
    heads = ["class", "metric", *map(code, classes.constraints)]
    table = markdown_table(heads, chain.from_iterable(found.values()))
    return f"## {classes.title}\n\n{classes.text}\n\n{table}"
