"""Rankings drawn, as text and as SVG, from their notation ``r - r | r``."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from axiometrics.tasks import drawing
from axiometrics.tasks.ranking.orders import read_output
from axiometrics.tasks.ranking.ranking import Grade, Places, symbol

_CELL, _GAP, _LABEL = 24, 14, 70
_MOST = 40


@dataclass(frozen=True)
class _Row:
    """One ranking: its label, grades by rank, missed documents, and the ranks (from 0) that are outlined."""

    label: str
    grades: Sequence[Grade]
    missing: Sequence[int]
    changed: Collection[int]
    places: Places = ()

    @property
    def brackets(self) -> tuple[set[int], set[int]]:
        """The ranks (from 0) at which places of tied documents begin and end."""
        ends = np.cumsum(self.places).tolist()
        tied = [(end - size, end - 1) for end, size in zip(ends, self.places, strict=True) if size > 1]
        return {first for first, _ in tied}, {last for _, last in tied}

    @property
    def graded(self) -> bool:
        """Whether there is a grade above 1."""
        return any((grade or 0) > 1 for grade in (*self.grades, *self.missing))


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw rankings one a line; ranks at which they differ are marked ``*``.

    >>> print(outputs_text({"worse": "r - r | r", "better": "r r - | r"}))
    worse    r *- *r  | r
    better   r *r *-  | r
    >>> print(outputs_text({"worse": "(r -) r", "better": "r (r -)"}))
    worse   ( r *-) *r
    better   r (*r *-)
    """
    rows = _rows(outputs)
    graded = any(row.graded for row in rows)
    sides = [_marked(row, graded) for row in rows]
    longest = max(map(len, sides))
    return drawing.named_lines(
        {
            row.label: f"{side:<{longest}}  " + _missed(row.missing, graded)
            for row, side in zip(rows, sides, strict=True)
        }
    )


def _rows(outputs: Mapping[str, str]) -> list[_Row]:
    parsed = {label: read_output(text) for label, text in outputs.items()}
    changed = drawing.differing([found.grades for found in parsed.values()])
    return [
        _Row(label, found.grades, found.missing, changed, found.places) for label, found in parsed.items()
    ]


def _marked(row: _Row, graded: bool) -> str:
    first, last = row.brackets
    return " ".join(
        ("(" if rank in first else "")
        + ("*" if rank in row.changed else " ")
        + symbol(grade, graded)
        + (")" if rank in last else "")
        for rank, grade in enumerate(row.grades)
    )


def _missed(missing: Sequence[Grade], graded: bool) -> str:
    return "| " + " ".join(symbol(grade, graded) for grade in missing) if missing else ""


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw rankings one below the other; the ranks at which they differ are outlined.

    Of a list too long to show, the beginning is drawn and the rest counted.

    >>> outputs_svg({"worse": "- r", "better": "r -"}).count("<rect")
    5
    """
    drawn, widest = [], 0
    for number, row in enumerate(_rows(outputs)):
        part, width = _row_svg(row, drawing.MARGIN + number * (_CELL + _GAP))
        drawn.append(part)
        widest = max(widest, width)
    height = 2 * drawing.MARGIN + len(drawn) * (_CELL + _GAP) - _GAP
    return drawing.svg_document(widest + drawing.MARGIN, height, drawn, outputs, title)


def _row_svg(row: _Row, top: int) -> tuple[str, int]:
    """Draw one ranking; return its right end too."""
    parts = [drawing.heading(drawing.MARGIN, row.label, top + 17, fill="#1b1b1b")]
    left = drawing.MARGIN + max(_LABEL, 9 * len(row.label))
    first, last = row.brackets
    for rank, grade in enumerate(row.grades[:_MOST]):
        parts.append(_cell(grade, left, top, row.graded, outlined=rank in row.changed))
        if rank in first:
            begun = left
        left += _CELL
        if rank in last:
            box = {"x": begun - 1, "y": top - 2, "width": left - begun + 2, "height": _CELL + 4, "rx": 6}
            parts.append(
                drawing.element("rect", **box, fill="none", stroke="#595959", stroke_dasharray="4 2")
            )
    if len(row.grades) > _MOST:
        parts.append(_note(f"and {len(row.grades) - _MOST} more", left + 6, top))
        left += 80
    if row.missing:
        parts.append(_note("missing", left + _GAP, top))
        left += _GAP + 56
        for grade in row.missing[:_MOST]:
            parts.append(_cell(grade, left, top, row.graded, outlined=False))
            left += _CELL
    return drawing.element("g", "".join(parts)), left


def _cell(grade: Grade, left: int, top: int, graded: bool, *, outlined: bool) -> str:
    box = {"x": left + 1, "y": top + 1, "width": _CELL - 2, "height": _CELL - 2, "rx": 3}
    fill = "#f0f0f0" if grade is None else drawing.GRADES[min(grade, 3)]
    ink = "#ffffff" if (grade or 0) > 1 else "#1b1b1b"
    stroke = {"stroke": "#b3400a", "stroke_width": 2.5} if outlined else {"stroke": "#9a9a9a"}
    letter = drawing.text(
        f"{left + _CELL / 2:g}", top + 16.5, symbol(grade, graded), 13, fill=ink, text_anchor="middle"
    )
    return drawing.element("rect", **box, fill=fill, **stroke) + letter


def _note(words: str, left: int, top: int) -> str:
    return drawing.text(left, top + 16, words, 12, fill="#595959")
