"""Larger cases of a constraint: random levels on fine grids, some of them next to 0 and 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from axiometrics.tasks.combination.cases import Case, case_of
from axiometrics.tasks.combination.choosers import Assignment, Sample, fixed
from axiometrics.tasks.combination.scene import Generator, Impossible

__all__ = ["draws", "placed", "sampled"]

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


_COARSE = (3, 4, 5, 6)
_NEXT_TO_ZERO = Fraction(1, 1000)


def draws(
    generator: Generator, count: int
) -> tuple[tuple[Fraction, Fraction], list[str], list[dict[str, Any]]]:
    """Return the ends of the domain, the levels that are chosen one by one, and draws of everything that is chosen.

    An end that is not in the domain is replaced by a level next to it.
    """
    random, found = Random(3), []
    single: dict[str, str] = {}
    for number in range(count):
        chooser = Sample(_COARSE[number % len(_COARSE)], random=random)
        try:
            generator(chooser)
        except Impossible:
            continue
        single |= chooser.single
        found.append(dict(chooser.made))
    low = Fraction(0) if set(single.values()) == {"closed"} else _NEXT_TO_ZERO
    high = 1 - _NEXT_TO_ZERO if "interior" in single.values() else Fraction(1)
    return (low, high), list(single), found


def placed(
    generator: Generator, outputs: Sequence[str], chosen: Mapping[str, Any], size: int | None = None
) -> Case:
    """Return the case that given choices make; its size is the largest numerator or denominator, or is given."""
    case = case_of(fixed(generator, chosen)(Sample(1)), outputs, chosen, size or 0)
    if size is not None:
        return case
    return replace(case, size=max(output.denominator for output in case.outputs.values()))
