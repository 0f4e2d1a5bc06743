"""Rankings drawn, as text and as SVG, from their notation ``r - r | r``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from axiometrics.tasks.ranking.draw_svg import Row, rows_svg
from axiometrics.tasks.ranking.notation import Grade, parse, symbol

__all__ = ["outputs_svg", "outputs_text", "pair_svg"]


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw rankings one a line; ranks at which they differ are marked ``*``.

    >>> print(outputs_text({"worse": "r - r | r", "better": "r r - | r"}))
    worse    r *- *r  | r
    better   r *r *-  | r
    """
    rows = _rows(outputs)
    width = max(len(label) for label in outputs) + 2
    graded = any((grade or 0) > 1 for row in rows for grade in (*row.grades, *row.missing))
    sides = [_marked(row, graded) for row in rows]
    longest = max(map(len, sides))
    lines = [
        f"{row.label:<{width}}{side:<{longest}}  " + _missed(row.missing, graded)
        for row, side in zip(rows, sides, strict=True)
    ]
    return "\n".join(line.rstrip() for line in lines)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw rankings one below the other; the ranks at which they differ are outlined.

    >>> outputs_svg({"worse": "- r", "better": "r -"}).count("<rect")
    5
    """
    description = "; ".join(f"{name}: {text}" for name, text in outputs.items())
    return rows_svg(_rows(outputs), title=title or " and ".join(outputs), description=description)


def pair_svg(worse: str, better: str, *, title: str = "") -> str:
    """Draw two rankings."""
    return outputs_svg({"worse": worse, "better": better}, title=title)


def _rows(outputs: Mapping[str, str]) -> list[Row]:
    parsed = {label: parse(text) for label, text in outputs.items()}
    lists = [grades for grades, _ in parsed.values()]
    changed = {
        rank for rank in range(max(map(len, lists))) if len({grades[rank : rank + 1] for grades in lists}) > 1
    }
    return [Row(label, grades, missing, changed) for label, (grades, missing) in parsed.items()]


def _marked(row: Row, graded: bool) -> str:
    return " ".join(
        ("*" if rank in row.changed else " ") + symbol(grade, graded) for rank, grade in enumerate(row.grades)
    )


def _missed(missing: Sequence[Grade], graded: bool) -> str:
    return "| " + " ".join(symbol(grade, graded) for grade in missing) if missing else ""
