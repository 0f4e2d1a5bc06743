"""The collection of cyclic garbage while cells are checked: algebra makes millions of small objects, few in cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["seldom_collected", "untouched_by_collection"]

THRESHOLDS = (100_000, 50, 100)
"""New objects before the youngest are looked through, and how much more seldom the older ones are."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for cyclic garbage less often inside.

    >>> with seldom_collected():
    ...     gc.get_threshold()[0]
    100000
    """
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def untouched_by_collection() -> Iterator[None]:
    """Leave what there is out of collections inside, so that processes forked there go on sharing its memory."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
