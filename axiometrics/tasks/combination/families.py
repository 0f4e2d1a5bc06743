"""Larger cases of a constraint: random levels on fine grids, some of them next to 0 and 1."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from axiometrics.tasks.combination.choosers import Assignment, Sample
from axiometrics.tasks.combination.scene import Generator, Impossible

__all__ = ["sampled"]

_WIDE, _EACH = (7, 9, 13, 16, 20, 27, 36, 60), 30
_NARROW, _FEW = (7, 10), 10


def sampled(generator: Generator, *, wide: bool) -> Iterator[Assignment]:
    """Yield random cases, the same ones every time."""
    random = Random(1)
    for denominator in _WIDE if wide else _NARROW:
        for _ in range(_EACH if wide else _FEW):
            chooser = Sample(denominator, random=random)
            try:
                scene = generator(chooser)
            except Impossible:
                continue
            yield denominator, chooser.made, scene
