"""``axiometrics check`` and ``explain``: one metric against all constraints of its task, and one cell in full.

A cell in full is what is demanded, the verdict, its witness, proof and regions.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from axiometrics import checker
from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.certify.confirmations import confirmation_of, confirmed
from axiometrics.checker.cache import USED
from axiometrics.checker.search import NEAR, drawn_cases
from axiometrics.checker.selection import Options, task_of_keys
from axiometrics.checker.verdict import Cell
from axiometrics.claims.expanding import disputed
from axiometrics.cli.app import FAILED, say
from axiometrics.cli.expectations import read_expectations, write_expectations
from axiometrics.cli.matrices import computed_row, finish, progress_bar, write_row
from axiometrics.cli.options import (
    EFFORT,
    Computing,
    Expect,
    Reading,
    Selecting,
    Task,
    WriteExpect,
    complete_constraint,
    complete_metric,
    require_keys,
)
from axiometrics.cli.output import Drawn, Format, Output
from axiometrics.cli.parameters import near, require_one
from axiometrics.cli.targets import MOST_SHOWN, Target, is_path, keys_of, resolve
from axiometrics.errors import InputError, UnknownKeyError
from axiometrics.escaping import code, code_block, json_text, markdown
from axiometrics.metrics import METRICS, Metric
from axiometrics.metrics.registry import build
from axiometrics.parameters import split_key
from axiometrics.reports.expressions import plain_latex
from axiometrics.reports.figures import regions_title
from axiometrics.reports.html import cell_html
from axiometrics.reports.markdown import cell_text, proof_markdown, regions_markdown
from axiometrics.reports.terminal import CellPanel
from axiometrics.reports.words import plural, sentences, witness_scores, witness_sentence
from axiometrics.tasks import get_task

if TYPE_CHECKING:
    from axiometrics.tasks.cases import CaseBatch

_FORMATS = (Format.table, Format.markdown, Format.html, Format.json)


def explain(
    metric: Annotated[
        str,
        typer.Argument(
            metavar="METRIC",
            help="A registered key, module:function or file.py:function.",
            autocompletion=complete_metric,
        ),
    ],
    constraint: Annotated[
        str,
        typer.Argument(
            metavar="CONSTRAINT", help="Such as 'rag_bag(size=n-1)'.", autocompletion=complete_constraint
        ),
    ],
    reading: Reading,
    output: Output,
    computing: Computing,
    task: Task = None,
    regions: Annotated[
        bool | None,
        typer.Option(
            "--regions/--no-regions",
            rich_help_panel=EFFORT,
            help="Ask, too, for which parameters and in which cases it holds. "
            "Default: unless the verdict was published without that.",
        ),
    ] = None,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose",
            rich_help_panel=EFFORT,
            help="Say, too, how far the random cases of the constraint reach.",
        ),
    ] = False,
) -> None:
    """Show the statement, the verdict, and the proof or the drawn counterexample."""
    output.ready()
    metric, constraint = in_order(metric, constraint, "explain", plugins=computing.plugins)
    require_keys([constraint])
    if output.chosen not in _FORMATS:
        raise InputError(f"an explanation has no {output.chosen} form; give one of {', '.join(_FORMATS)}")
    if task is None and not is_path(metric):
        task = task_of_keys(metric, [constraint], plugins=computing.plugins)
    found = resolve(metric, task, reading, computing)
    record = constraint_of(constraint, found.task, plugins=computing.plugins)
    cell = computed(found, record.label, computing, regions=regions)
    if output.chosen is Format.table:
        output.show(*statement(record), CellPanel(cell), *checked(cell, found.task), width=100)
    elif output.chosen is Format.json:
        output.write(json_text(as_data(found, record, cell), str))
    else:
        output.write(text_of(record, cell, found.task, output.chosen))
    if verbose:
        for line in reach_lines(drawn_for(found, record, computing)):
            say(line)
    if regions is None and USED and cell.strict.outcome in ("blind", "contradicted") and not cell.regions:
        say("note: --regions asks for which parameters and in which cases it holds all the same")
    if cell.strict.outcome == "error":
        raise typer.Exit(FAILED)


def in_order(metric: str, constraint: str, command: str, *, plugins: bool) -> tuple[str, str]:
    """Return a metric and a constraint in this order; say it where they were given the other way round."""
    first, second = (name.partition("(")[0].strip() for name in (metric, constraint))
    metrics = keys_of(METRICS, plugins)
    if first in metrics or not (is_path(constraint) or second in metrics):
        return metric, constraint
    constraints = keys_of(CONSTRAINTS, plugins)  # which takes SymPy, and is seldom needed
    if first not in constraints or second in constraints:
        return metric, constraint
    say(f"note: the metric comes first; read as `axiometrics {command} {constraint} {metric}`")
    return constraint, metric


def computed(found: Target, constraint: str, computing: Computing, *, regions: bool | None) -> Cell:
    """Return one cell, with the claims of the literature that it goes against."""
    with progress_bar(found.task, wanted=computing.progress) as progress:
        arguments: dict[str, Any] = (
            found.arguments | computing.arguments | {"progress": progress, "regions": regions}
        )
        cell = checker.explain(found.subject, constraint, found.task, **arguments)
    return disputed(cell, found.task) if found.built_in else cell


@dataclass(frozen=True)
class Reach:
    """How far drawn cases reach: how many are of each order of magnitude, and the numbers that were chosen by name.

    ``magnitudes`` holds least size, largest size and number of cases; ``numbers`` the least, median and largest one.
    """

    cases: int
    magnitudes: Sequence[tuple[int, int, int]]
    numbers: Mapping[str, tuple[float, float, float]]


def reach_of(cases: CaseBatch) -> Reach:
    """Return how far a batch of cases reaches."""
    digits = np.array([len(str(size)) for size in cases.size.tolist()])
    groups = [cases.size[digits == count] for count in np.unique(digits)]
    drawn = {name: np.array(values, dtype=float) for name, values in cases.sizes.items() if len(cases)}
    chosen = {name: values[values >= 0] for name, values in drawn.items()}
    return Reach(
        len(cases),
        [(int(group.min()), int(group.max()), len(group)) for group in groups],
        {
            name: (float(values.min()), float(np.median(values)), float(values.max()))
            for name, values in chosen.items()
            if len(values)
        },
    )


def drawn_for(found: Target, record: Constraint, computing: Computing) -> Reach:
    """Return how far the random cases of a constraint reach; those of a called function are small."""
    options = Options(computing.effort.value, max_examples=computing.max_examples, seed=computing.seed)
    far = NEAR if found.arguments.get("reads") else None
    return reach_of(drawn_cases(record, options.examples, options.seed, far))


def reach_lines(found: Reach) -> list[str]:
    """Tell the sizes and the chosen numbers of drawn cases.

    >>> reach_lines(Reach(3, [(2, 9, 2), (40, 40, 1)], {"n": (1.0, 4.0, 30.0)}))
    ['random cases of this constraint: 3', 'of size 2 to 9: 2; 40: 1', 'n from 1 to 30, half of them up to 4']
    """
    sizes = [
        f"{low}: {count}" if low == high else f"{low} to {high}: {count}"
        for low, high, count in found.magnitudes
    ]
    told = [f"random cases of this constraint: {found.cases}"] + (
        [f"of size {'; '.join(sizes)}"] if sizes else []
    )
    return told + [
        f"{name} from {low:.6g} to {high:.6g}, half of them up to {middle:.6g}"
        for name, (low, middle, high) in found.numbers.items()
    ]


def constraint_of(key: str, task: str, *, plugins: bool) -> Constraint:
    """Return a registered constraint with the parameters that the key gives; raises UnknownKeyError."""
    records = CONSTRAINTS.view(task, plugins=plugins)
    require_one("constraint", key, records)
    base, given = split_key(key)
    if base not in records:
        homes = [each.task for each in CONSTRAINTS.view(None, plugins=plugins).values() if each.key == base]
        belongs = f", which belongs to {' and '.join(homes)}" if homes else ""
        raise UnknownKeyError(
            f"{task} has no constraint {base!r}{belongs}; "
            f"{near(base, records, f'`axiometrics list constraints --task {task}` shows all')}"
        )
    return records[base].with_parameters(**given)


def statement(record: Constraint) -> list[str]:
    """Say what the constraint demands: in words, as a formula, and where it comes from."""
    source = ", ".join(part for part in (record.cites, record.section) if part)
    summary = record.summary or "the first line of its function's docstring would say what it demands"
    told = [f"{record.label}: {summary}", *_details(record)]
    told += [f"Demanded: {plain_latex(record.latex)}"] if record.latex else []
    return [*told, *([f"Source: {source}"] if source else []), ""]


def _details(record: Constraint) -> list[str]:
    """Return the further paragraphs of the constraint's documentation."""
    _, *further = (inspect.getdoc(record.generator) or "").split("\n\n")
    return [" ".join(part.split()).replace("``", "`") for part in further if ">>>" not in part]


def checked(cell: Cell, task: str) -> list[str]:
    """Say by whom a proof was confirmed, and how to have it checked; nothing where nothing is proved."""
    found = confirmed(cell, task)
    return ["", f"{found[0]} Check it yourself: {found[1]}"] if found else []


def as_data(found: Target, record: Constraint, cell: Cell) -> dict[str, Any]:
    """Return a cell as data; of a proof also the certificate that stands alone, and who confirmed it."""
    if not cell.proof:
        return cell.to_dict()
    metric = found.subject
    if not isinstance(metric, Metric):
        metric = build(metric, task=found.task, trusted=True, **found.arguments)
    known = confirmation_of(cell, found.task)
    of_cell = import_module("axiometrics.certify.writing").of_cell  # which computes
    return cell.to_dict() | {
        "certificate": of_cell(metric, record, cell).document,
        "confirmed": known.to_dict() if known else None,
    }


def text_of(record: Constraint, cell: Cell, task: str, form: Format) -> str:
    """Return everything about a cell in HTML or markdown."""
    if form is Format.html:
        return cell_html(cell, task=task)
    return "\n".join([*_markdown(record, cell), *checked(cell, task)]) + "\n"


def _markdown(record: Constraint, cell: Cell) -> list[str]:
    head = [f"## {code(cell.metric)} and {code(cell.constraint)}", "", *map(markdown, statement(record))]
    head += [f"{cell_text(cell)}: {markdown(' '.join(sentences(cell)))}"]
    return [*head, *_witness(cell), *_proof(cell), *_regions(cell)]


def _witness(cell: Cell) -> list[str]:
    if not cell.witness:
        return []
    scores = [f"- {code(line)}" for line in witness_scores(cell.witness)]
    drawn = ["", witness_sentence(cell), "", code_block(cell.witness.text, "text"), "", *scores]
    snippet = ["", code_block(cell.witness.python.rstrip(), "python")]
    return [*drawn, *snippet]


def _proof(cell: Cell) -> list[str]:
    return ["", "### Proof", "", proof_markdown(cell.proof)] if cell.proof else []


def _regions(cell: Cell) -> list[str]:
    return ["", f"### {regions_title(cell)}", "", regions_markdown(cell)] if cell.regions else []


TargetArgument = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        help="A registered key, package.module:function or file.py:function.",
        autocompletion=complete_metric,
    ),
]


NO_EXPECTATIONS = (
    "exit code 0 says only that the run ended; --expect FILE fails where an outcome is not the expected one"
)
"""What is said of an outcome that nobody expects, and that is no error."""


def without_values(cells: Sequence[Cell]) -> str:
    """Say of how many constraints nothing is known since no case of theirs has a value; "" where there are none."""
    lost = [cell for cell in cells if cell.strict.outcome == "undefined" and not cell.strict.applicable]
    if not lost:
        return ""
    share = f"{len(lost)} of {plural(len(cells), 'constraint')}"
    return (
        f"warning: {lost[0].metric} has no value in any case of {share}, so that nothing is known of "
        f"{'it' if len(lost) == 1 else 'them'} ({lost[0].constraint}: {lost[0].error or 'no value'})"
    )


RAISED = re.compile(r"raised: .* on (.+?)(?: \(\d+ of \d+ cases\))?")
"""An error with the case that a function raised on."""


def call_that_raised(cells: Sequence[Cell], found: Target) -> str:
    """Say what a plain function was given where it raised; "" where it did not, or what it was given is long."""
    reads = found.arguments.get("reads") or getattr(found.subject, "reads", None)
    told = [RAISED.fullmatch(cell.error or "") for cell in cells if cell.strict.outcome == "error"]
    case = next((match[1] for match in told if match), None)
    if reads is None or case is None:
        return ""
    home, (form, _, order) = get_task(found.task), reads.partition(":")
    function = getattr(found.subject, "function", found.subject)
    turned = order.startswith("system") or getattr(function, "swapped", False)
    try:
        given = home.arguments(form, home.from_notation(case))[:: -1 if turned else 1]
    except InputError:  # what the function itself said may look like a case; a note ends no check
        return ""
    shown = f"{cells[0].metric}({', '.join(map(repr, given))})"
    return f"note: on {case} the call is {shown}" if len(shown) <= MOST_SHOWN else ""


def check(
    target: TargetArgument,
    reading: Reading,
    selecting: Selecting,
    output: Drawn,
    computing: Computing,
    task: Task = None,
    expect: Expect = None,
    write_expect: WriteExpect = None,
) -> None:
    """Check one metric, also your own function, and show its counterexamples."""
    output.ready()
    if task is None and selecting.constraint and not is_path(target):
        task = task_of_keys(target, selecting.constraint, plugins=computing.plugins)
    found = resolve(target, task, reading, computing)
    expectations = read_expectations(expect, plugins=computing.plugins) if expect else None
    run = computed_row(found, selecting, computing)
    for row in run.matrices:
        write_row(row, output)
        if told := without_values(row.cells):
            say(told if expectations else f"{told}; {NO_EXPECTATIONS}")
        if told := call_that_raised(row.cells, found):
            say(told)
    if write_expect is not None:
        write_expectations(run.matrices, write_expect)
    finish(run, expectations)
