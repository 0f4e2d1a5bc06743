"""Tables of forecasts drawn, as text and as SVG, from the notation ``1/2 1/2: 2; 1/4 3/4: 1``."""

from __future__ import annotations

from collections.abc import Mapping

from axiometrics.tasks.drawing import BAR, CHANGED, MARGIN, bar, edges, element, heading, svg_document, text
from axiometrics.tasks.probabilistic.forecasts import Forecast, Forecasts

_WIDTH, _ROW, _HEAD = 220, 22, 34
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")
Row = tuple[Forecast, tuple[int, ...]]


def _rows(written: str) -> list[Row]:
    """Return the different forecasts of a table, each with its outcome counts."""
    table = Forecasts.from_notation(written)
    found: dict[Forecast, list[int]] = {}
    for forecast, outcome in table.items:
        found.setdefault(forecast, [0] * table.classes)[outcome - 1] += 1
    return [(forecast, tuple(counts)) for forecast, counts in found.items()]


def _happened(counts: tuple[int, ...]) -> str:
    names = ("no", "yes") if len(counts) == 2 else tuple(f"class {k}" for k in range(1, len(counts) + 1))
    return ", ".join(f"{n} x {name}" for n, name in zip(counts, names, strict=True) if n)


def _panels(outputs: Mapping[str, str]) -> dict[str, list[tuple[Row, bool]]]:
    """Return the rows of every output, and whether another output has not the same."""
    rows = {name: _rows(written) for name, written in outputs.items()}
    common = set.intersection(*(set(each) for each in rows.values())) if rows else set()
    return {name: [(row, row not in common) for row in each] for name, each in rows.items()}


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw named outputs: each different forecast with the outcomes of its items; * marks rows that differ.

    >>> print(outputs_text({"worse": "1/2 1/2: 2; 1/2 1/2: 1", "better": "1/2 1/2: 2; 1 0: 1"}))
    worse   * forecast (1/2, 1/2) ██████       outcomes 1 x no, 1 x yes
    better  * forecast (1/2, 1/2) ██████       outcomes 1 x yes
            * forecast (1, 0)                  outcomes 1 x no
    """
    panels = _panels(outputs)
    words = {
        row[0]: f"forecast ({', '.join(map(str, row[0]))})" for each in panels.values() for row, _ in each
    }
    wide, names = max(map(len, words.values())), max(map(len, panels)) + 2
    lines = []
    for name, each in panels.items():
        for place, ((forecast, counts), changed) in enumerate(each):
            first = "" if place else name
            filled = bar(float(forecast[-1])) if len(forecast) == 2 else ""
            lines.append(
                f"{first:<{names}}{'*' if changed else ' '} {words[forecast]:<{wide}} {filled:<{BAR}} "
                f"outcomes {_happened(counts)}"
            )
    return "\n".join(lines)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named outputs side by side: a bar with the probabilities of each different forecast, and its outcomes.

    >>> outputs_svg({"worse": "1/2 1/2: 2; 1/4 3/4: 1"}).count('class="share"')
    4
    """
    panels = _panels(outputs)
    *lefts, right = edges([_WIDTH] * len(panels), 2 * MARGIN)
    parts = []
    for left, (name, each) in zip(lefts, panels.items(), strict=True):
        parts.append(heading(left, name))
        parts += [
            _row(row, changed, left, MARGIN + _HEAD + 2 * _ROW * at) for at, (row, changed) in enumerate(each)
        ]
    most = max(map(len, panels.values()))
    return svg_document(right, 2 * MARGIN + _HEAD + 2 * _ROW * most, parts, outputs, title)


def _row(row: Row, changed: bool, left: int, top: int) -> str:
    forecast, counts = row
    found, x = [], float(left)
    for k, share in enumerate(forecast):
        wide = float(share) * _WIDTH
        where = {
            "x": f"{x:g}",
            "y": top,
            "width": f"{wide:g}",
            "height": 12,
            "fill": _COLOURS[k % len(_COLOURS)],
        }
        found.append(element("rect", element("title", f"class {k + 1}: {share}"), class_="share", **where))
        x += wide
    outline = CHANGED if changed else {"stroke": "#1b1b1b", "stroke_width": 1}
    frame = element("rect", x=left, y=top, width=_WIDTH, height=12, fill="none", **outline)
    words = f"({', '.join(map(str, forecast))}): {_happened(counts)}"
    return "".join(found) + frame + text(left, top + 26, words, 12)
