"""How many processes may run at once, and how they are started."""

from __future__ import annotations

import os
from multiprocessing import get_context
from typing import TYPE_CHECKING

from axiometrics.foreign import Connections, descriptors, end_with

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

__all__ = ["process_pool", "processors"]


def processors() -> int:
    """Return the number of processors that this process may use.

    >>> processors() >= 1
    True
    """
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def process_pool(count: int) -> ProcessPoolExecutor:
    """Return a pool of forked processes, which end when this one does and keep their connections for themselves."""
    from concurrent.futures import ProcessPoolExecutor

    tied = os.getpid(), descriptors()
    return ProcessPoolExecutor(count, mp_context=get_context("fork"), initializer=_tie, initargs=tied)


def _tie(parent: int, before: set[int]) -> None:
    Connections.keep_for_us(before)
    end_with(parent)
