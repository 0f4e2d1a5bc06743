"""How many processes may run at once."""

from __future__ import annotations

import os

__all__ = ["processors"]


def processors() -> int:
    """Return the number of processors that this process may use.

    >>> processors() >= 1
    True
    """
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1
