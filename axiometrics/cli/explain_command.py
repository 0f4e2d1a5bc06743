"""``axiometrics explain``: one cell in full."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any

import typer

from axiometrics.cli.guard import FAILED
from axiometrics.cli.options import Computing, Reading, Task
from axiometrics.cli.output import Format, Output
from axiometrics.errors import InputError
from axiometrics.escaping import json_text

if TYPE_CHECKING:
    from axiometrics.axioms import Constraint
    from axiometrics.checker.verdict import Cell
    from axiometrics.cli.targets import Target

__all__ = ["explain"]

_FORMATS = (Format.table, Format.markdown, Format.html, Format.json)


def explain(
    metric: Annotated[
        str, typer.Argument(metavar="METRIC", help="A registered key, module:function or file.py:function.")
    ],
    constraint: Annotated[str, typer.Argument(metavar="CONSTRAINT", help="Such as 'rag_bag(size=n-1)'.")],
    reading: Reading,
    output: Output,
    computing: Computing,
    task: Task = None,
) -> None:
    """Tell the statement, the verdict, and the proof or the drawn counterexample."""
    from axiometrics.checker.selection import task_of_pair
    from axiometrics.cli.targets import is_path, resolve

    output.ready()
    if output.chosen not in _FORMATS:
        raise InputError(f"an explanation has no {output.chosen} form; give one of {', '.join(_FORMATS)}")
    if task is None and not is_path(metric):
        task = task_of_pair(metric, constraint, plugins=computing.plugins)
    found = resolve(metric, task, reading, computing)
    record = _constraint(constraint, found.task, plugins=computing.plugins)
    cell = _compute(found, record.label, computing)
    if output.chosen is Format.table:
        from axiometrics.reports.terminal import cell_panel

        output.show(*_statement(record), cell_panel(cell), width=100)
    else:
        output.write(_text(record, cell, found.task, output.chosen))
    if cell.strict.outcome == "error":
        raise typer.Exit(FAILED)


def _compute(found: Target, constraint: str, computing: Computing) -> Cell:
    from axiometrics.checker import explain
    from axiometrics.claims.expanding import disputed
    from axiometrics.cli.progress import progress_bar

    with progress_bar(found.task, wanted=computing.progress) as progress:
        arguments: dict[str, Any] = found.arguments | computing.arguments | {"progress": progress}
        cell = explain(found.subject, constraint, found.task, **arguments)
    return disputed(cell, found.task) if found.built_in else cell


def _constraint(key: str, task: str, *, plugins: bool) -> Constraint:
    from axiometrics.axioms import CONSTRAINTS
    from axiometrics.errors import UnknownKeyError, nearest
    from axiometrics.parameters import split_key

    base, given = split_key(key)
    records = CONSTRAINTS.view(task, plugins=plugins)
    if base not in records:
        raise UnknownKeyError(
            f"{task} has no constraint {base!r}; {nearest(base, records)} "
            "(`axiometrics list constraints` shows all)"
        )
    return records[base].with_parameters(**given)


def _statement(record: Constraint) -> list[str]:
    """Say what the constraint demands: in words, as a formula, and where it comes from."""
    from axiometrics.reports.mathml import plain_latex

    source = ", ".join(part for part in (record.cites, record.section) if part)
    told = [f"{record.label}: {record.summary}", *_details(record)]
    told += [f"Demanded: {plain_latex(record.latex)}"] if record.latex else []
    return [*told, *([f"Source: {source}"] if source else []), ""]


def _details(record: Constraint) -> list[str]:
    """Return the further paragraphs of the constraint's documentation."""
    _, *further = (inspect.getdoc(record.generator) or "").split("\n\n")
    return [" ".join(part.split()).replace("``", "`") for part in further if ">>>" not in part]


def _text(record: Constraint, cell: Cell, task: str, form: Format) -> str:
    if form is Format.json:
        return json_text(cell.to_dict(), str)
    if form is Format.html:
        from axiometrics.reports.html import cell_html

        return cell_html(cell, task=task)
    return "\n".join(_markdown(record, cell)) + "\n"


def _markdown(record: Constraint, cell: Cell) -> list[str]:
    from axiometrics.escaping import code, markdown
    from axiometrics.reports.markdown import cell_text
    from axiometrics.reports.words import sentences

    head = [f"## {code(cell.metric)} and {code(cell.constraint)}", "", *map(markdown, _statement(record))]
    head += [f"{cell_text(cell)}: {markdown(' '.join(sentences(cell)))}"]
    return [*head, *_witness(cell), *_proof(cell), *_regions(cell)]


def _witness(cell: Cell) -> list[str]:
    from axiometrics.escaping import code, code_block
    from axiometrics.reports.words import witness_scores, witness_sentence

    if not cell.witness:
        return []
    scores = [f"- {code(line)}" for line in witness_scores(cell.witness)]
    drawn = ["", witness_sentence(cell), "", code_block(cell.witness.text, "text"), "", *scores]
    snippet = ["", code_block(cell.witness.python.rstrip(), "python")]
    return [*drawn, *snippet]


def _proof(cell: Cell) -> list[str]:
    from axiometrics.reports.markdown import proof_markdown

    return ["", "### Proof", "", proof_markdown(cell.proof)] if cell.proof else []


def _regions(cell: Cell) -> list[str]:
    from axiometrics.reports.markdown import regions_markdown
    from axiometrics.reports.words import regions_title

    return ["", f"### {regions_title(cell)}", "", regions_markdown(cell)] if cell.regions else []
