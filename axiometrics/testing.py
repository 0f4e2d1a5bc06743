"""Constraints as tests: one test per constraint, as scikit-learn's parametrize_with_checks does.

The verdicts that tests have found are joined to a matrix per task, drawn for the summary, and written as a report.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiometrics import checker
from axiometrics.axioms import constraints
from axiometrics.checker.selection import select_constraints
from axiometrics.checker.verdict import Cell, Declaration, Matrix, Row
from axiometrics.cli.matrices import matrices_text
from axiometrics.cli.output import Format
from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.escaping import html_text, latex, markdown, print_rich
from axiometrics.metrics import METRICS, Metric, key_of
from axiometrics.parameters import split_key
from axiometrics.reports.tables import load
from axiometrics.reports.words import counts, sentences, witness_scores, witness_sentence
from axiometrics.tasks import get_task
from axiometrics.writing import write_file

if TYPE_CHECKING:
    from axiometrics.axioms import Constraint

HOLDS = Declaration()
"""What is expected where nothing is declared."""
Expected = Mapping[str, "str | tuple[str, ...]"]


@dataclass(eq=False)
class LazyRow:
    """The row of one metric, computed when the first of its cells is looked at, and then kept."""

    subject: Metric | Callable[..., Any] | str
    task: str
    options: Mapping[str, Any]
    _row: Row | None = field(default=None, init=False)
    _error: Exception | None = field(default=None, init=False)

    @property
    def origin(self) -> str:
        """The module of the metric; empty for a registered key."""
        return (
            "" if isinstance(self.subject, str) else getattr(self.subject, "origin", self.subject.__module__)
        )

    @property
    def computed(self) -> Row | None:
        """The row if it has been computed."""
        return self._row

    def get(self) -> Row:
        """Return the row; an error of the first computation is raised again each time."""
        if self._error is not None:
            raise self._error
        if self._row is None:
            try:
                self._row = checker.check(self.subject, self.task, **self.options)
            except Exception as error:
                self._error = error
                raise
        return self._row


@dataclass(frozen=True, eq=False)
class CellCheck:
    """One metric against one constraint: what the parametrized test is given."""

    row: LazyRow
    asked: Constraint
    declared: Declaration = HOLDS

    @property
    def constraint(self) -> str:
        """The constraint's key with its parameters."""
        return self.asked.label

    def __repr__(self) -> str:
        return f"<{self.constraint}: expected {self.declared.outcome}>"

    @property
    def cell(self) -> Cell:
        """The verdict with its evidence; computes the row when it is the first to be asked for."""
        row = self.row.get()
        return row.cell(row.metric.key, self.constraint)

    def verify(self) -> None:
        """Pass where the constraint holds; where another outcome is declared and found, it is an expected failure.

        Any other outcome raises AssertionError with the drawn counterexample. So does one better than declared, and
        evidence weaker than declared, so that declarations stay true.
        """
        __tracebackhide__ = True
        cell = self.cell
        if (difference := self.declared.difference(cell.strict)) is not None:
            raise AssertionError(_message(cell, self.asked, self.declared, difference))
        if cell.strict.outcome != "holds":
            import pytest

            pytest.xfail(self.declared.phrase)


def parametrize_with_constraints(
    metric: Metric | Callable[..., Any] | str,
    task: str | None = None,
    *,
    reads: str | None = None,
    error: bool = False,
    undefined_somewhere: bool = False,
    constraints: Sequence[str | Constraint] | str | None = None,
    expected: Expected | None = None,
    effort: str = "quick",
    size: int | None = None,
    max_examples: int | None = None,
    seed: int = 0,
    timeout: float = 10.0,
    cache: bool = True,
) -> Any:
    """Return a decorator that runs a test once per constraint, with a ``cell`` to verify.

    ``metric`` is a registered metric, its key, or a plain function with ``task`` and ``reads``.
    ``constraints`` are keys or globs (the primary ones by default), or records, registered or not.
    ``expected`` declares, by constraint, the outcomes other than "holds": ``"blind"`` or ``("blind", "why
    that is right")``. These are strict expected failures. A third text is the least evidence: with
    ``("holds", "", "proof")`` a test fails that loses the proof. Raises UnknownKeyError for keys that are not
    checked, InputError for outcomes that do not exist. The verdicts are computed when the tests run, not when
    they are collected.

    >>> mark = parametrize_with_constraints("van_dongen", expected={"rag_bag": ("blind", "set matching")})
    >>> [case.id for case in mark.args[1]][:2]
    ['homogeneity', 'completeness']
    """
    import pytest

    home = _task(metric, task, reads)
    demanded = select_constraints(home, constraints)
    declared = _declared(expected or {}, [asked.label for asked in demanded])
    options: dict[str, Any] = {"effort": effort, "size": size, "max_examples": max_examples, "seed": seed}
    options |= {"constraints": demanded, "timeout": timeout, "cache": cache}
    if reads is not None:
        options |= {"reads": reads, "error": error, "undefined_somewhere": undefined_somewhere}
    row = LazyRow(metric, home, options)
    cases = [CellCheck(row, asked, declared.get(asked.label, HOLDS)) for asked in demanded]
    return pytest.mark.parametrize("cell", [pytest.param(case, id=case.constraint) for case in cases])


def _task(metric: Metric | Callable[..., Any] | str, task: str | None, reads: str | None) -> str:
    if task is not None:
        get_task(task)
    if not isinstance(metric, Metric | str):
        return _task_of_function(metric, task, reads)
    homes = (
        (metric.task,) if isinstance(metric, Metric) else METRICS.tasks_of(split_key(key_of(metric, task))[0])
    )
    name = metric if isinstance(metric, str) else metric.label
    if not homes:
        known = {record.key for record in METRICS.view(task).values()}
        raise UnknownKeyError(f"there is no metric {name!r}; {nearest(name, known)}")
    if task is None and len(homes) > 1:
        raise InputError(f"metric {name!r} belongs to {' and '.join(homes)}; give task={homes[0]!r}")
    if task is not None and task not in homes:
        raise UnknownKeyError(f"metric {name!r} belongs to {' and '.join(homes)}, not to {task}")
    return task or homes[0]


def _task_of_function(function: Callable[..., Any], task: str | None, reads: str | None) -> str:
    if task is None or reads is None:
        forms = (
            f": {', '.join(get_task(task).reads)}" if task else ", as in task='clustering', reads='labels'"
        )
        name = getattr(function, "__name__", repr(function))
        raise InputError(f"{name} is a plain function; give task=, and reads= as it takes its inputs{forms}")
    return task


def _declared(expected: Expected, labels: Sequence[str]) -> dict[str, Declaration]:
    declared = {}
    for key, given in expected.items():
        if key not in labels:
            hint = nearest(key, labels)
            raise UnknownKeyError(f"expected[{key!r}] is not among the checked constraints; {hint}")
        declared[key] = Declaration.read(given, f"expected[{key!r}]")
    return declared


def _message(cell: Cell, asked: Constraint, declared: Declaration, difference: str) -> str:
    found = cell.strict.outcome
    why = f" ({declared.reason})" if declared.reason else ""
    told = ["", *_statement(asked), "", " ".join(sentences(cell)), counts(cell) + "."]
    told += _witness(cell)
    if found == "holds" != declared.outcome:
        head = f"expected {declared.outcome}{why} but it holds: remove the declaration"
        return "\n".join([f"{cell.metric}, {cell.constraint}: {head}", *told])
    if found == declared.outcome:
        return "\n".join([f"{cell.metric}, {cell.constraint}: {difference}{why}", *told])
    declaration = f'expected={{"{cell.constraint}": ("{found}", "why")}}'
    head = f"expected {declared.outcome}{why}, found {found}"
    return "\n".join(
        [
            f"{cell.metric}, {cell.constraint}: {head}",
            *told,
            "",
            f"If this is intended, declare it: {declaration}",
        ]
    )


def _statement(asked: Constraint) -> list[str]:
    """Return what the constraint states, where it says so."""
    return [f"The constraint: {asked.summary}"] if asked.summary else []


def _witness(cell: Cell) -> list[str]:
    if cell.witness is None:
        return []
    drawn = ["", witness_sentence(cell), cell.witness.text]
    return [
        *drawn,
        "   ".join(witness_scores(cell.witness)),
        "",
        "To reproduce:",
        cell.witness.python.rstrip(),
    ]


def _reasons(documents: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Return metric, constraint, and what was declared with a reason, in a fixed order."""
    found = {
        (cell["metric"], cell["constraint"], each["declared"])
        for each in documents
        for part in each["document"]["tasks"]
        for cell in part["cells"]
        if each["declared"]
    }
    return sorted(found)


def _with_reasons(text: str, form: str, reasons: list[tuple[str, str, str]]) -> str:
    """Return a report with the declared outcomes and their reasons after the tables."""
    if not reasons or form == "csv":  # whose rows are cells
        return text
    if form == "json":
        document = json.loads(text)
        document["declared"] = [
            dict(zip(("metric", "constraint", "declared"), each, strict=True)) for each in reasons
        ]
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    lines = [f"{metric}, {constraint}: {told}" for metric, constraint, told in reasons]
    if form == "markdown":
        return "\n".join([text.rstrip(), "", "Declared:", "", *(f"* {markdown(line)}" for line in lines), ""])
    if form == "latex":
        items = [rf"\item {latex(line)}" for line in lines]
        return "\n".join([text.rstrip(), r"\begin{itemize}", *items, r"\end{itemize}", ""])
    listed = "".join(f"<li>{html_text(line)}</li>" for line in lines)
    return text.replace("</body>", f"<h2>Declared</h2><ul>{listed}</ul></body>")


def written(matrices: list[Matrix], documents: list[dict[str, Any]], path: Path, form: str) -> str:
    """Write the report, and say where it is or why it is not."""
    text = _with_reasons(matrices_text(matrices, Format(form)), form, _reasons(documents))
    try:
        write_file(path, text)
    except OSError as error:
        return f"constraints not written to {path}: {error.strerror}"
    return f"constraints written to {path}"


def table_text(matrices: list[Matrix], *, width: int, coloured: bool) -> str:
    """Return the tables as a terminal shows them."""
    out = io.StringIO()
    print_rich(
        *matrices,
        file=out,
        width=width,
        force_terminal=coloured,
        color_system="standard" if coloured else None,
    )
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def merged(documents: list[dict[str, Any]]) -> list[Matrix]:
    """Join one-cell documents to a matrix per task, in an order that does not depend on who was first."""
    parts: dict[str, list[tuple[str, Matrix]]] = {}
    for each in documents:
        for matrix in load(each["document"]):
            parts.setdefault(matrix.task, []).append((each["origin"], matrix))
    return [_joined(_told_apart(parts[task])) for task in sorted(parts)]


def _told_apart(parts: list[tuple[str, Matrix]]) -> list[Matrix]:
    """Return the matrices; metrics of one name from several modules are named with these."""
    origins: dict[str, set[str]] = {}
    for origin, matrix in parts:
        for metric in matrix.metrics:
            origins.setdefault(metric.key, set()).add(origin)
    shared = {key for key, found in origins.items() if len(found) > 1}
    return [_named(matrix, shared, origin) for origin, matrix in parts]


def _named(matrix: Matrix, shared: set[str], origin: str) -> Matrix:
    names = {key: f"{key} ({origin})" if origin else key for key in shared}
    return replace(
        matrix,
        metrics=tuple(replace(metric, key=names.get(metric.key, metric.key)) for metric in matrix.metrics),
        cells=tuple(replace(cell, metric=names.get(cell.metric, cell.metric)) for cell in matrix.cells),
    )


def _joined(parts: list[Matrix]) -> Matrix:
    place = {key: index for index, key in enumerate(constraints(parts[0].task))}
    metrics = {metric.key: metric for part in parts for metric in part.metrics}
    columns = {each.key: each for part in parts for each in part.constraints}
    cells: dict[tuple[str, str], Cell] = {}
    for cell in sorted((cell for part in parts for cell in part.cells), key=lambda cell: cell.strict.cases):
        cells[cell.metric, cell.constraint] = cell
    rows = sorted(metrics.values(), key=lambda metric: (metric.family, metric.key))
    heads = sorted(columns.values(), key=lambda each: (place.get(each.key.partition("(")[0], -1), each.key))
    shown = [cells[row.key, head.key] for row in rows for head in heads if (row.key, head.key) in cells]
    effort = ", ".join(sorted({part.effort for part in parts}))
    return replace(parts[0], metrics=tuple(rows), constraints=tuple(heads), cells=tuple(shown), effort=effort)
