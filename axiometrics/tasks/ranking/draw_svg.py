"""Rankings as SVG: a row of squares for each list, best rank first, and what it misses after a gap."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from axiometrics.escaping import html_text
from axiometrics.tasks.card import card
from axiometrics.tasks.ranking.notation import Grade, symbol

__all__ = ["Row", "rows_svg"]

_CELL, _GAP, _MARGIN, _LABEL = 24, 14, 16, 70
_MOST = 40
_FILLS = {0: "#ffffff", 1: "#56b4e9", 2: "#0072b2", 3: "#004b76"}


@dataclass(frozen=True)
class Row:
    """One ranking: its label, grades by rank, missed documents, and the ranks (from 0) that are outlined."""

    label: str
    grades: Sequence[Grade]
    missing: Sequence[int]
    changed: Collection[int]


def rows_svg(rows: Sequence[Row], *, title: str, description: str) -> str:
    """Draw the rows on a white card; of a list too long to show, the beginning is drawn and the rest counted."""
    drawn, widest = [], 0
    for number, row in enumerate(rows):
        top = _MARGIN + number * (_CELL + _GAP)
        part, width = _row_svg(row, top)
        drawn.append(part)
        widest = max(widest, width)
    height = 2 * _MARGIN + len(rows) * (_CELL + _GAP) - _GAP
    return card(widest + _MARGIN, height, drawn, title, description)


def _row_svg(row: Row, top: int) -> tuple[str, int]:
    parts = [
        f'<text x="{_MARGIN}" y="{top + 17}" font-size="14" font-weight="600" fill="#1b1b1b">'
        f"{html_text(row.label)}</text>"
    ]
    graded = any((grade or 0) > 1 for grade in (*row.grades, *row.missing))
    left = _MARGIN + max(_LABEL, 9 * len(row.label))
    for rank, grade in enumerate(row.grades[:_MOST]):
        parts.append(_cell(grade, left, top, graded, outlined=rank in row.changed))
        left += _CELL
    if len(row.grades) > _MOST:
        parts.append(_note(f"and {len(row.grades) - _MOST} more", left + 6, top))
        left += 80
    if row.missing:
        parts.append(_note("missing", left + _GAP, top))
        left += _GAP + 56
        for grade in row.missing[:_MOST]:
            parts.append(_cell(grade, left, top, graded, outlined=False))
            left += _CELL
    return "<g>" + "".join(parts) + "</g>", left


def _cell(grade: Grade, left: int, top: int, graded: bool, *, outlined: bool) -> str:
    fill = "#f0f0f0" if grade is None else _FILLS[min(grade, 3)]
    ink = "#ffffff" if (grade or 0) > 1 else "#1b1b1b"
    stroke = 'stroke="#b3400a" stroke-width="2.5"' if outlined else 'stroke="#9a9a9a"'
    box = f'<rect x="{left + 1}" y="{top + 1}" width="{_CELL - 2}" height="{_CELL - 2}" rx="3" fill="{fill}" {stroke}/>'
    return box + (
        f'<text x="{left + _CELL / 2:g}" y="{top + 16.5}" font-size="13" fill="{ink}" text-anchor="middle">'
        f"{html_text(symbol(grade, graded))}</text>"
    )


def _note(text: str, left: int, top: int) -> str:
    return f'<text x="{left}" y="{top + 16}" font-size="12" fill="#595959">{html_text(text)}</text>'
