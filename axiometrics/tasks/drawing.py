"""What drawings of all tasks are made of: SVG elements and their document; lines of text, and bars for shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from axiometrics.escaping import html_text

__all__ = [
    "BAR",
    "CHANGED",
    "MARGIN",
    "bar",
    "edges",
    "element",
    "heading",
    "named_lines",
    "svg_document",
    "text",
]

MARGIN = 16
"""Pixels around and between the panels of a picture."""
CHANGED: Mapping[str, Any] = {"stroke": "#b3400a", "stroke_width": 3}
"""The outline of what differs between outputs."""
_FONT = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"


def element(tag: str, content: str | None = None, /, **attributes: object) -> str:
    """Write an element; its attributes have ``_`` for ``-``, and ``class_`` for ``class``.

    >>> element("rect", x=1, y=2, stroke_width=3), element("g", "...", class_="point")
    ('<rect x="1" y="2" stroke-width="3"/>', '<g class="point">...</g>')
    """
    given = "".join(f' {name.rstrip("_").replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f"<{tag}{given}/>" if content is None else f"<{tag}{given}>{content}</{tag}>"


def text(x: float | str, y: float, words: object, size: int, **attributes: object) -> str:
    """Write words in a font size.

    >>> text(1, 2, "P < R", 12, text_anchor="end")
    '<text x="1" y="2" font-size="12" text-anchor="end">P &lt; R</text>'
    """
    return element("text", html_text(str(words)), x=x, y=y, font_size=size, **attributes)


def heading(x: float, name: str, y: float = MARGIN + 12, **attributes: object) -> str:
    """Write the name of a panel."""
    return text(x, y, name, 14, font_weight=600, **attributes)


def edges(widths: Iterable[int], gap: int = MARGIN) -> list[int]:
    """Return the left edges of panels side by side, and where a further one would begin.

    >>> edges([30, 20])
    [16, 62, 98]
    """
    return list(accumulate((width + gap for width in widths), initial=MARGIN))


def svg_document(
    width: int, height: int, parts: Sequence[str], outputs: Mapping[str, str], title: str
) -> str:
    """Return a whole picture of so many pixels, with a title and a description of the outputs for screen readers.

    >>> print(svg_document(40, 20, [], {"worse": "{a}"}, "P < R").splitlines()[1])
    <title>P &lt; R</title>
    """
    description = "; ".join(f"{name}: {written}" for name, written in outputs.items())
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="{_FONT}">',
            element("title", html_text(title or " and ".join(outputs))),
            element("desc", html_text(description)),
            element(
                "rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=8, fill="#ffffff", stroke="#d0d0d0"
            ),
            *parts,
            "</svg>\n",
        ]
    )  # fmt: skip


BAR = 12
"""Letters that a whole bar takes."""
_FULL, _PARTS = "█", ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")


def named_lines(drawn: Mapping[str, str]) -> str:
    """Write drawings one below the other, each after its name.

    >>> print(named_lines({"worse": "r -", "better": "- r"}))
    worse   r -
    better  - r
    """
    width = max(map(len, drawn)) + 2
    return "\n".join(f"{name:<{width}}{line}".rstrip() for name, line in drawn.items())


def bar(share: float) -> str:
    """Draw a share as a bar, at least a thin one if it is positive.

    >>> bar(0.5), bar(1e-9)
    ('██████', '▏')
    """
    eighths = round(share * BAR * len(_PARTS))
    whole, part = divmod(max(eighths, int(share > 0)), len(_PARTS))
    return _FULL * whole + _PARTS[part]
