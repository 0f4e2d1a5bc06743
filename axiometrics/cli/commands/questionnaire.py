"""``axiometrics questionnaire`` and ``axiometrics tally``: constraints before human assessors."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from axiometrics import assessors
from axiometrics.assessors import Tally
from axiometrics.assessors import tally as count
from axiometrics.assessors.sheets import (
    KINDS,
    answer_sheet,
    html_form,
    key_sheet,
    markdown_form,
    read_answers,
    read_key,
)
from axiometrics.checker.selection import select_constraints
from axiometrics.cli.app import say
from axiometrics.cli.options import constraints_option
from axiometrics.cli.output import Format, Output, Records, require_folder
from axiometrics.reports.words import plural
from axiometrics.writing import write_files


def questionnaire(
    texts: Annotated[Path, typer.Argument(metavar="TEXTS", help="A table of texts and their categories.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to.")],
    constraint: Annotated[
        list[str] | None,
        constraints_option("--constraint", help="Constraints of clustering. Default: the primary ones."),
    ] = None,
    instances: Annotated[int, typer.Option(min=1, metavar="N", help="Questions per constraint.")] = 5,
    text_column: Annotated[str, typer.Option(metavar="NAME", help="The column of texts.")] = "text",
    category_column: Annotated[
        str, typer.Option(metavar="NAME", help="The column of categories.")
    ] = "category",
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of the questions.")] = 0,
) -> None:
    """Make a questionnaire: pairs of clusterings of your texts that instantiate constraints, as forms with a key.

    Writes form.md, form.html, key.csv and an empty sheet answers.csv; prints the path of the form.
    """
    require_folder(out)
    given = assessors.read_texts(texts, text=text_column, category=category_column)
    chosen = select_constraints("clustering", constraint or None)
    found = assessors.questionnaire(given, chosen, instances=instances, seed=seed)
    files = {
        "form.md": markdown_form(found),
        "form.html": html_form(found),
        "key.csv": key_sheet(found),
        "answers.csv": answer_sheet(found),
    }
    write_files(out, files)
    say(f"{len(found.questions)} questions; keep key.csv from the assessors")
    print(out / "form.html")


def tally(
    answers: Annotated[Path, typer.Argument(metavar="ANSWERS", help="The sheet of answers, filled in.")],
    key: Annotated[Path, typer.Argument(metavar="KEY", help="The key of the questionnaire.")],
    output: Output,
    level: Annotated[float, typer.Option(metavar="P", help="Coverage of the intervals.")] = 0.95,
) -> None:
    """Count how often assessors validate, contradict or do not mind each constraint, with exact binomial intervals."""
    output.ready()
    known = read_key(key)
    read = read_answers(answers, known)
    found = count(read, known)
    missing = found.assessors * len(known.questions) - len(read)
    if missing:
        say(f"note: {missing} of {found.assessors * len(known.questions)} answers are missing; left out")
    numeric = output.chosen in (Format.csv, Format.json)
    columns, rows = _numbers(found, level) if numeric else _texts(found, level)
    said = f"{plural(len(read), 'answer')} of {plural(found.assessors, 'assessor')}"
    Records(f"{said}, with intervals of {100 * level:.4g}%", columns, rows).write(output)


def _texts(found: Tally, level: float) -> tuple[list[str], list[list[Any]]]:
    rows: list[list[Any]] = []
    for each in (*found.counts, found.total):
        row: list[Any] = [each.constraint, each.answers]
        for kind in KINDS:
            low, high = each.interval(kind, level)
            row.append(f"{each.of(kind)} ({each.share(kind):.1%}, {low:.1%} to {high:.1%})")
        rows.append(row)
    return ["constraint", "answers", *KINDS], rows


def _numbers(found: Tally, level: float) -> tuple[list[str], list[list[Any]]]:
    names = ["constraint", "answers"]
    for kind in KINDS:
        names += [kind, f"{kind}_share", f"{kind}_low", f"{kind}_high"]
    rows: list[list[Any]] = []
    for each in (*found.counts, found.total):
        row: list[Any] = [each.constraint, each.answers]
        for kind in KINDS:
            row += [each.of(kind), each.share(kind), *each.interval(kind, level)]
        rows.append(row)
    return names, rows
