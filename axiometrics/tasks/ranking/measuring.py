"""Ranks in certificates: sums of sizes and of lengths of contexts, computed for every case of a batch."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

__all__ = ["RELEVANCE", "counted", "rank_of"]

RELEVANCE = "relevance"
"""What is measured of a grade: 1 where it is positive, else 0."""

_TERM = re.compile(r"\s*([+-]?)\s*(?:(\d+)\*)?([A-Za-z_][\w@]*|\d+)\s*")


def counted(cases: Any, name: str) -> Any:
    """Return a size, a size of a context, a relevance or an ideal gain of every case, if it is one."""
    if name in cases.sizes:
        return cases.sizes[name]
    what, _, output = name.rpartition("@")
    if what == RELEVANCE:
        return (cases.sizes[output] > 0).astype(int)
    if output in cases.contexts:
        return cases.contexts[output][:, ("length", "relevant", "gain").index(what)]
    if what.startswith("ideal_gain["):
        rank = rank_of(what[len("ideal_gain[") : -1], lambda each: counted(cases, each))
        return cases.outputs[output].ideal_gain(rank)
    return None


def rank_of(text: str, measure: Callable[[str], Any]) -> Any:
    """Return a sum of whole multiples of measured quantities.

    >>> rank_of("length@head + 2*z - 1", {"length@head": 3, "z": 5}.__getitem__)
    12
    """
    total: Any = 0
    place = 0
    while place < len(text):
        match = _TERM.match(text, place)
        if match is None:
            raise ValueError(f"{text!r} is no sum of measured quantities")
        sign, times, name = match.groups()
        value = int(name) if name.isdecimal() else measure(name)
        total = total + (-1 if sign == "-" else 1) * int(times or 1) * value
        place = match.end()
    return total
