"""The published report: an index, for each task its matrix, and a page per metric and per constraint."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix, MetricInfo, Witness
from axiometrics.escaping import code, code_block, markdown, markdown_row
from axiometrics.reports.markdown import (
    Page,
    cell_text,
    display_math,
    marks_legend,
    matrix_table,
    proof_markdown,
    regions_markdown,
)
from axiometrics.reports.marks import MARKS, mark_of
from axiometrics.reports.words import (
    PARTIAL,
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
from axiometrics.tasks.abilities import Classes
from axiometrics.tasks.registry import find_task
from axiometrics.writing import write_files

__all__ = ["Paths", "classes_section", "constraint_page", "metric_page", "report", "slug", "write_site"]


def slug(key: str) -> str:
    """Write a key as a file name and anchor.

    >>> slug("rbp(p=4/5)"), slug("utility(a=3,b=-2)")
    ('rbp-p-4-5', 'utility-a-3-b-minus2')
    """
    signed = re.sub(r"(?<=[=,(/])-", "minus", key)
    return re.sub(r"[^A-Za-z0-9_.]+", "-", signed).strip("-.") or "key"


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
        return _unique(item.key for item in self.matrix.metrics)[key]

    def constraint_slug(self, key: str) -> str:
        """Return the file name of a constraint's page, without its ending, and the anchor of its cells."""
        return _unique(item.key for item in self.matrix.constraints)[key]


def _unique(keys: Iterable[str]) -> dict[str, str]:
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


_KIND = {
    "formula": "a formula: what is shown here is what is evaluated and proved",
    "function": "a function without formula: checked by sweep and search, not by proof",
}


def metric_page(matrix: Matrix, metric: MetricInfo) -> Page:
    """Return the page of a metric."""
    page = Page(markdown(metric.name))
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
    return "\n".join(facts + ([f"- source: {code(metric.cites)}"] if metric.cites else []))


def _row_table(matrix: Matrix, metric: MetricInfo) -> str:
    paths = Paths(matrix, up="../")
    lines = [markdown_row(["constraint", "", "verdict"]), markdown_row(["---"] * 3)]
    for cell in matrix.row(metric.key):
        anchor = paths.constraint_slug(cell.constraint)
        page = f"[{code(cell.constraint)}]({paths.constraint(cell.constraint)})"
        lines.append(markdown_row([page, cell_text(cell), f"[{phrase(cell)}](#{anchor})"]))
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
    lines = [markdown_row(["", "score"]), markdown_row(["---"] * 2)]
    lines += [markdown_row([markdown(label), code(valued(value))]) for label, value in witness.scores.items()]
    page.add("\n".join([*lines, markdown_row(["margin", code(valued(witness.margin))])]))
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
        facts.append(f"- source: {code(constraint.cites)}")
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
    paths = Paths(matrix, up="../")
    lines = [markdown_row(["metric", "", "verdict", "counterexample"]), markdown_row(["---"] * 4)]
    for cell in matrix.column(constraint.key):
        verdict = f"[{phrase(cell)}]({paths.cell(cell)})"
        metric = f"[{code(cell.metric)}]({paths.metric(cell.metric)})"
        lines.append(markdown_row([metric, cell_text(cell), verdict, _witness(cell)]))
    return "\n".join(lines)


def _witness(cell: Cell) -> str:
    if cell.witness is None:
        return ""
    return "<br>".join(f"{markdown(name)} {code(text)}" for name, text in cell.witness.outputs.items())


_SIGNATURE = "<!-- generated by axiometrics -->"

_READING = """\
A *metric* judges a system output against gold. A *constraint* is a formal demand on a metric, such as: of
these two outputs, the better one must score higher. Each cell of a matrix says what is known about one metric
and one constraint, and on what evidence. *Proof* covers every size and context; *up to 9* says that all cases
up to size 9 were tried and none failed; *500 tried* says that 500 cases of many sizes were tried and none failed,
which proves nothing. Every cell leads to its counterexample or its proof.
"""


def report(matrices: Sequence[Matrix] | Matrix, out: str | os.PathLike[str]) -> list[Path]:
    """Write the published report: an index, and a page per task, metric and constraint; return the files.

    Pages of an earlier report in the folder are replaced; other files are left alone.
    """
    found = list(matrices) if isinstance(matrices, Sequence) else [matrices]
    return write_site(found, Path(out))


def write_site(matrices: Sequence[Matrix], out: Path) -> list[Path]:
    """Write the report as markdown with SVG figures below ``out``; return the files, sorted.

    Each folder's front page is its ``README.md``. Pages that an earlier report left in the folders
    of the same tasks are removed, unless a matrix is partial; files of other origin are left alone.
    """
    files: dict[str, str] = {"README.md": _index(matrices)}
    for matrix in matrices:
        files |= {f"{matrix.task}/{name}": text for name, text in _task_files(matrix).items()}
    signed = {name: f"{text.rstrip()}\n\n{_SIGNATURE}\n" for name, text in files.items()}
    written = sorted(write_files(out, signed))
    _remove_stale((out / matrix.task for matrix in matrices if matrix.complete), set(written))
    return written


def _task_files(matrix: Matrix) -> dict[str, str]:
    files = {"README.md": _task_page(matrix)}
    pages = [
        (f"metrics/{Paths(matrix).metric_slug(item.key)}.md", metric_page(matrix, item))
        for item in matrix.metrics
    ]
    pages += [
        (f"constraints/{Paths(matrix).constraint_slug(item.key)}.md", constraint_page(matrix, item))
        for item in matrix.constraints
    ]
    for name, page in pages:
        files |= {name: page.text} | {f"figures/{figure}": svg for figure, svg in page.figures.items()}
    return files


def _index(matrices: Sequence[Matrix]) -> str:
    page = Page("Which formal constraints do evaluation metrics satisfy?")
    page.add(_READING)
    names = list(MARKS)
    lines = [
        markdown_row(
            ["task", "metrics", "constraints", *(f"{MARKS[name].symbol} {_short(name)}" for name in names)]
        )
    ]
    lines.append(markdown_row(["---"] * (len(names) + 3)))
    for matrix in matrices:
        tally = Counter(mark_of(cell.strict).name for cell in matrix.cells)
        sizes = [str(len(matrix.metrics)), str(len(matrix.constraints))]
        link = f"[{task_name(matrix.task)}]({matrix.task}/README.md)"
        lines.append(markdown_row([link, *sizes, *(str(tally[name]) for name in names)]))
    page.add("\n".join(lines))
    page.add("## Marks\n\n" + "\n".join(marks_legend()))
    page.add(_run(matrices))
    return page.text


def _task_page(matrix: Matrix) -> str:
    page = Page(f"{task_name(matrix.task).capitalize()}: metrics and constraints")
    page.add("[All tasks](../README.md)")
    page.add(matrix_table(matrix, Paths(matrix)))
    home = find_task(matrix.task)
    for classes in home.classes if home else ():
        page.add(classes_section(matrix, classes))
    disputed = [cell for cell in matrix.cells if cell.disagrees_with]
    if disputed:
        page.add("## Where the literature says otherwise\n\n" + _disputed(disputed, Paths(matrix)))
    page.add(_run([matrix]))
    return page.text


def _disputed(cells: Sequence[Cell], paths: Paths) -> str:
    lines = [markdown_row(["metric", "constraint", "verdict", "claims"]), markdown_row(["---"] * 4)]
    for cell in cells:
        verdict = f"[{phrase(cell)}]({paths.cell(cell)})"
        lines.append(
            markdown_row(
                [code(cell.metric), code(cell.constraint), verdict, ", ".join(map(code, cell.disagrees_with))]
            )
        )
    return "\n".join(lines)


def _short(name: str) -> str:
    return {"not_applicable": "n/a"}.get(name, name)


def _run(matrices: Sequence[Matrix]) -> str:
    runs = dict.fromkeys((matrix.version, matrix.effort, matrix.seed) for matrix in matrices)
    said = [f"axiometrics {version}, effort {effort}, seed {seed}" for version, effort, seed in runs]
    partial = "" if all(matrix.complete for matrix in matrices) else f" **{PARTIAL}**"
    return f"Computed with {'; '.join(said)}.{partial}" if said else "No matrix was computed."


def _remove_stale(folders: Iterable[Path], written: set[Path]) -> None:
    for folder in folders:
        for path in sorted(folder.glob("*/*")):
            if path in written or path.suffix not in (".md", ".svg") or not path.is_file():
                continue
            if path.read_text(encoding="utf-8", errors="replace").rstrip().endswith(_SIGNATURE):
                path.unlink()


def classes_section(matrix: Matrix, classes: Classes) -> str:
    """Return the section, or "" where the matrix lacks one of the constraints.

    Every row is a metric under the class that its cells say it has, with the cells that say so.
    """
    if not {item.key for item in matrix.constraints}.issuperset(classes.constraints):
        return ""
    paths = Paths(matrix)
    found: dict[str, list[str]] = {name: [] for name in (*classes.names.values(), "other")}
    for metric in matrix.metrics:
        known = {cell.constraint: cell for cell in matrix.row(metric.key)}
        cells = [known[key] for key in classes.constraints]
        name = classes.of(tuple(cell.strict.outcome for cell in cells))
        links = [f"[{cell_text(cell)}]({paths.cell(cell)})" for cell in cells]
        metric_link = f"[{code(metric.key)}]({paths.metric(metric.key)})"
        found[name].append(markdown_row(["" if found[name] else name, metric_link, *links]))
    heads = ["class", "metric", *map(code, classes.constraints)]
    lines = [
        markdown_row(heads),
        markdown_row(["---"] * len(heads)),
        *(line for part in found.values() for line in part),
    ]
    return "\n".join([f"## {classes.title}", "", classes.text, "", *lines])
