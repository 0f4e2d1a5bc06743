"""Figures of witnesses and examples, drawn by their task where it draws; a matrix; and a region of a parameter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.escaping import html_text
from axiometrics.reports.words import detail, legend, mark_of, symbol
from axiometrics.tasks.registry import find_task
from axiometrics.writing import write_file


def figure(task: str, outputs: Mapping[str, str], title: str) -> str | None:
    """Return the SVG of named outputs, or None where there is no such task or drawing.

    >>> figure("no_such_task", {"worse": "{a b}", "better": "{a}{b}"}, "an example") is None
    True
    """
    found = find_task(task)
    return found.picture(outputs, title) if found else None


def figure_name(stem: str, svg: str) -> str:
    """Name a figure by its content, so that equal figures are stored once."""
    return f"{stem}-{sha256(svg.encode()).hexdigest()[:8]}.svg"


@dataclass(frozen=True)
class Picture:
    """A picture in SVG, which notebooks show."""

    svg: str

    def __repr__(self) -> str:
        return f"<a picture of {len(self.svg)} characters of SVG; save(path) writes it>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the picture to a file."""
        write_file(Path(path), self.svg)


GROUNDS = {
    "proof": "#c7ebd1",
    "sweep": "#cfeaf3",
    "search": "#d5e3fa",
    "blind": "#faecc0",
    "contradicted": "#f8cfca",
    "undefined": "#ead9f7",
}
"""The grounds of a matrix by mark, on which dark letters are read; other marks have a grey one."""
NAMES, COLUMN, ROW = 196, 158, 28
"""Width of the names and of a column, height of a row."""


def matrix_svg(matrix: Matrix, title: str) -> str:
    """Return a matrix as a picture on a white ground, which also stays so where pages are dark."""
    heads = [info.key for info in matrix.constraints]
    width, height = NAMES + COLUMN * len(heads) + 12, ROW * (len(matrix.metrics) + 1) + 52
    parts = [
        _words(NAMES + COLUMN * (place + 0.5), ROW - 8, head, "middle") for place, head in enumerate(heads)
    ]
    for line, metric in enumerate(matrix.metrics, 1):
        parts.append(_words(12, ROW * (line + 1) - 9, metric.key, "start"))
        for place, head in enumerate(heads):
            parts += _boxed(NAMES + COLUMN * place, ROW * line, matrix.cell(metric.key, head))
    told = [f"{sign} {meaning}" for sign, meaning in legend(matrix.cells)]
    lines = told[: len(told) // 2], told[len(told) // 2 :]
    small = [
        _words(12, height - 28 + 16 * line, " · ".join(each), "start") for line, each in enumerate(lines)
    ]
    parts.append(f'<g font-size="11" fill="#57606a">{"".join(small)}</g>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="13" fill="#1f2328" role="img">'
    )
    ground = f'<rect width="{width}" height="{height}" rx="8" fill="#ffffff" stroke="#d0d7de"/>'
    return "\n".join([head, f"<title>{html_text(title)}</title>", ground, *parts, "</svg>"]) + "\n"


def _words(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{html_text(text)}</text>'


def _boxed(x: float, y: float, cell: Cell) -> list[str]:
    ground = GROUNDS.get(mark_of(cell.strict).name, "#e6e8eb")
    size = f'x="{x + 2:g}" y="{y + 2:g}" width="{COLUMN - 4}" height="{ROW - 4}"'
    text = f"{symbol(cell)} {detail(cell)}".strip()
    return [f'<rect {size} rx="4" fill="{ground}"/>', _words(x + COLUMN / 2, y + ROW - 9, text, "middle")]


WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 480, 220, 56, 18, 12, 34
ROOM = 16
"""How far apart two numbers beside the axis must be to be read."""
COLOURS = ("#1f6feb", "#b35900", "#6f42c1", "#2d7d46")

Point = Sequence[float]


def region_svg(region: Mapping[str, Any], title: str) -> str | None:
    """Return the plot of one parameter's region, or None where there is no curve to draw.

    ``region`` is an entry of a cell's ``regions``; what is in has a green ground, and the margin must be above the line
    at zero there.
    """
    curves: list[list[Point]] = [curve for curve in region.get("curves", ()) if len(curve) > 1]
    if not curves:
        return None
    ys = [point[1] for curve in curves for point in curve] + [0.0]
    (low, high), (bottom, top) = region["window"], _range(ys)
    frame = _Frame(low, high, bottom, top)
    parts = [
        *(_shade(frame, low, high) for low, high in region.get("held", ())),
        _line(frame, frame.low, 0.0, frame.high, 0.0, "#888"),
        *(_curve(frame, curve, COLOURS[place % len(COLOURS)]) for place, curve in enumerate(curves)),
        *(_mark(frame, bound) for bound in region.get("marks", ())),
        *_axes(frame, str(region["parameter"])),
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="11" role="img">'
    )
    return "\n".join([head, f"<title>{html_text(title)}</title>", *parts, "</svg>"]) + "\n"


class _Frame:
    """Where values are in the picture."""

    def __init__(self, low: float, high: float, bottom: float, top: float) -> None:
        self.low, self.high, self.bottom, self.top = low, high, bottom, top

    def x(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.bottom) / (self.top - self.bottom)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _range(values: Iterable[float]) -> tuple[float, float]:
    found = sorted(values)
    room = (found[-1] - found[0]) / 20 or 1.0
    return found[0] - room, found[-1] + room


def _shade(frame: _Frame, low: float | None, high: float | None) -> str:
    left = frame.x(frame.low if low is None else low)
    right = frame.x(frame.high if high is None else high)
    size = f'x="{left:.1f}" y="{TOP}" width="{max(right - left, 2):.1f}" height="{HEIGHT - TOP - BOTTOM}"'
    return f'<rect {size} fill="#2da44e" fill-opacity="0.18"/>'


def _line(frame: _Frame, x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    ends = f'x1="{frame.x(x1):.1f}" y1="{frame.y(y1):.1f}" x2="{frame.x(x2):.1f}" y2="{frame.y(y2):.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-dasharray="4 3"/>'


def _curve(frame: _Frame, curve: Sequence[Point], colour: str) -> str:
    points = " ".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y in curve)
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"/>'


def _mark(frame: _Frame, bound: float) -> str:
    if not frame.low <= bound <= frame.high:
        return ""
    name = _words(frame.x(bound), TOP - 5, f"{bound:.4g}", "middle")
    return _line(frame, bound, frame.bottom, bound, frame.top, "#333") + name


def _axes(frame: _Frame, parameter: str) -> list[str]:
    base = HEIGHT - BOTTOM + 14
    ends = [(frame.low, "start"), (frame.high, "end")]
    texts = [_words(frame.x(value), base, f"{value:.4g}", anchor) for value, anchor in ends]
    texts.append(_words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, parameter, "middle"))
    apart = [end for end in (frame.bottom, frame.top) if abs(frame.y(end) - frame.y(0.0)) > ROOM]
    texts += [_words(LEFT - 6, frame.y(value) + 4, f"{value:.2g}", "end") for value in (0.0, *apart)]
    texts.append(_words(LEFT, TOP - 5, "margin", "start"))
    box = f'x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}"'
    return [f'<rect {box} fill="none" stroke="#bbb"/>', *texts]


def region_lines(cell: Cell) -> list[tuple[str, list[str]]]:
    """Return, for every parameter, the values for which the constraint holds, and the argument.

    >>> from axiometrics.checker.verdict import Verdict
    >>> found = Verdict("holds", "sweep")
    >>> region = {"parameter": "p", "text": "p > 1/2", "argument": ["The margin is p**2 - 1/4."]}
    >>> region_lines(Cell("m", "c", found, found, regions=(region,)))
    [('Holds for p > 1/2.', ['The margin is p^2 - 1/4.'])]
    """
    return [
        (f"Holds for {region['text']}.", [line.replace("**", "^") for line in region["argument"]])
        for region in cell.regions
    ]


def regions_title(cell: Cell) -> str:
    """Return a heading for the parameter values and cases for which a constraint holds.

    >>> from axiometrics.checker.verdict import Verdict
    >>> found = Verdict("contradicted", "witness")
    >>> regions_title(Cell("m", "c", found, found, regions=({"text": "Q(worse) > 0", "condition": True},)))
    'Cases'
    """
    kinds = {"Cases" if region.get("condition") else "Parameters" for region in cell.regions}
    return " and ".join(sorted(kinds, reverse=True)).capitalize()
