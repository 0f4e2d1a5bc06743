"""The SVG card that every drawing of a task stands on: a frame, with a title and a description for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.escaping import html_text

__all__ = ["card"]

_FONT = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"


def card(width: int, height: int, parts: Sequence[str], title: str, description: str) -> str:
    """Return a whole SVG picture of so many pixels from its drawn parts.

    >>> print(card(40, 20, [], "P < R", "nothing").splitlines()[1])
    <title>P &lt; R</title>
    """
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="{_FONT}">',
            f"<title>{html_text(title)}</title>",
            f"<desc>{html_text(description)}</desc>",
            f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8" fill="#ffffff" stroke="#d0d0d0"/>',
            *parts,
            "</svg>\n",
        ]
    )
