"""How many processes may run at once, how they are started, and when they collect cyclic garbage.

Algebra makes millions of small objects, few of them in cycles.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from axiometrics.foreign import Connections, descriptors, end_with

__all__ = ["process_pool", "processors", "seldom_collected", "untouched_by_collection"]


def processors() -> int:
    """Return the number of processors that this process may use.

    >>> processors() >= 1
    True
    """
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def process_pool(count: int) -> ProcessPoolExecutor:
    """Return a pool of forked processes, which end when this one does and keep their connections for themselves."""
    tied = os.getpid(), descriptors()
    return ProcessPoolExecutor(count, mp_context=get_context("fork"), initializer=_tie, initargs=tied)


def _tie(parent: int, before: set[int]) -> None:
    Connections.keep_for_us(before)
    end_with(parent)


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
