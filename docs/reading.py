"""The page on how to read a cell, with examples from the committed results."""

from __future__ import annotations

from collections.abc import Callable

from published import first_cell

from axiometrics.checker.verdict import Cell
from axiometrics.escaping import code, markdown_table
from axiometrics.escaping import markdown as prose
from axiometrics.reports.markdown import cell_text
from axiometrics.reports.words import ALWAYS, MARKS, NOTES, detail, mark_of, notes, symbol

__all__ = ["reading_page"]

Wanted = Callable[[Cell], object]

PAGE = """# Reading a cell

A cell is one metric beside one constraint. In a table it is a mark, perhaps with notes, and two or three words:

{whole}

Examples on this page are cells of the published [report](report.md). What the words mean, and how a verdict is
reached, is told in [how verdicts are reached](verdicts.md).

## The mark

{marks}

Terminals without Unicode show the form in brackets. Colours say the same as the marks, never more; what they are on a
page depends on its theme.

## What may follow the mark

{notes}

## The words beside it

{details}

## The whole cell

`axiometrics explain METRIC CONSTRAINT` tells a cell in full, and `--format json` gives its fields:

{fields}

A counterexample has one line per output. What is marked with a star differs between the outputs. *Smallest* means that
every smaller case was tried. `worse` and `better` are the two outputs in the constraint's sense; the margin is the
score of the better one less that of the worse one, turned round for errors, and must be positive. Other constraints
give their outputs other names, and some demand a margin of zero.
"""

WHOLE: tuple[tuple[Wanted, str], ...] = (
    (lambda cell: symbol(cell) == "●", "holds, by a proof for data of every size"),
    (
        lambda cell: symbol(cell) == "=" and detail(cell) == "(≥ proof)",
        "some case ties; a proof shows that none is inverted",
    ),
    (
        lambda cell: symbol(cell) == "=∀",
        "every case ties: the metric cannot see what the constraint is about",
    ),
    (lambda cell: symbol(cell) == "✗" and detail(cell).startswith("size"), "some case is inverted"),
    (
        lambda cell: symbol(cell) == "✗†" and detail(cell).startswith("size"),
        "the same, and a publication says that the constraint is satisfied",
    ),
)

DETAILS: tuple[tuple[str, str, Wanted], ...] = (
    ("proof", "every case of every size", lambda cell: detail(cell) == "proof"),
    ("up to N", "every case up to that size was tried", lambda cell: detail(cell).startswith("up to")),
    (
        "K tried",
        "that many cases, not all of any size: proves nothing",
        lambda cell: "tried" in detail(cell) and not cell.threshold,
    ),
    (
        "n ... tried",
        "one n shows it; of the others only those that were tried are told",
        lambda cell: bool(cell.threshold) and "tried" in detail(cell),
    ),
    ("(≥ ...)", "ties, and on this evidence is never inverted", lambda cell: detail(cell).startswith("(≥")),
    ("always", "a proof shows it of every case", lambda cell: detail(cell) == "always"),
    ("size N", "the size of the smallest counterexample", lambda cell: detail(cell).startswith("size ")),
    ("size ≤ N", "a counterexample; a smaller one may exist", lambda cell: detail(cell).startswith("size ≤")),
    ("n >= N", "the n for which the margin is positive", lambda cell: detail(cell).startswith("n >=")),
    ("n = A..B", "the same", lambda cell: detail(cell).startswith("n = ")),
    ("no n", "the margin is positive for no n", lambda cell: detail(cell) == "no n"),
    ("example", "one case was asked for, and is shown", lambda cell: detail(cell).startswith("example")),
)

FIELDS = (
    (
        "strict",
        "the verdict where a tie is not enough: with `outcome`, `evidence`, `always` and the number of `cases`",
    ),
    ("weak", "the verdict where a tie is enough"),
    ("witness", "the counterexample: outputs, parameters, exact scores and margin, size, drawing, code"),
    ("except_when", "the named degenerate cases, outside which no tried case fails"),
    ("threshold", "for which n the margin is positive, where the constraint speaks of one growing n"),
    ("region", "the parameter values or scores for which the constraint holds"),
    ("proof", "the certificate, as data"),
    ("disagrees_with", "the claims of the literature that say otherwise"),
    ("error", "why the metric could not be judged, or on which case it has no value"),
)


def reading_page() -> str:
    """Return the page."""
    return PAGE.format(
        whole=_table(["cell", "of", "says"], *([*_example(wanted), meaning] for wanted, meaning in WHOLE)),
        marks=_marks(),
        notes=_notes(),
        details=_table(
            ["words", "meaning", "example", "of"],
            *([code(words), meaning, *_example(wanted)] for words, meaning, wanted in DETAILS),
        ),
        fields=_table(["field", "what it holds"], *([code(name), meaning] for name, meaning in FIELDS)),
    )


def _example(wanted: Wanted) -> list[str]:
    """Return the text of the first published cell that is as wanted, and which one it is."""
    found = first_cell(wanted)
    if found is None:
        return ["(none is published)", ""]
    task, cell = found
    return [cell_text(cell), f"{code(cell.metric)}, {code(cell.constraint)} ({task.replace('_', ' ')})"]


def _table(*lines: list[str]) -> str:
    head, *body = lines
    return markdown_table(head, body)


def _marks() -> str:
    lines = [
        [
            f"{mark.symbol} ({code(mark.ascii)})",
            mark.style.replace("bold ", "").replace("bright_black", "grey"),
            mark.meaning,
            *_example(lambda cell, mark=mark: mark_of(cell.strict) == mark),
        ]
        for mark in MARKS.values()
    ]
    return _table(["mark", "colour", "meaning", "example", "of"], *lines)


def _notes() -> str:
    always, always_ascii, _, meaning = ALWAYS
    lines = [
        [f"{always} ({code(always_ascii)})", meaning, *_example(lambda cell: always in symbol(cell))],
        *(
            [
                f"{prose(sign)} ({code(plain)})",
                meaning,
                *_example(lambda cell, sign=sign: sign in notes(cell)),
            ]
            for sign, (plain, _, meaning) in NOTES.items()
        ),
    ]
    return _table(["note", "meaning", "example", "of"], *lines)
