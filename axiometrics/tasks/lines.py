"""Text drawings of all tasks: a line for each output under its name, and bars for shares."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["BAR", "bar", "named_lines"]

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
