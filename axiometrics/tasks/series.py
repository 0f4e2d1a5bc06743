"""Generators of one growing size: the scenes of chosen values of it, for constraints on some or all large n."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from axiometrics.errors import InputError

__all__ = ["scenes_of_one_size"]


def scenes_of_one_size(
    generator: Callable[..., Any], replay: Callable[[Mapping[str, int]], Any], values: Sequence[int]
) -> Iterator[tuple[dict[str, int], Any]]:
    """Yield the size and the scene for each value within the size's bounds; ``replay`` makes a task's chooser.

    Raises InputError where the generator asks for no size or for several.
    """
    start = replay({})
    generator(start)
    if len(start.made) != 1:
        raise InputError(
            "a constraint for some n, or for all n from some n0 on, asks for one size; "
            f"this one asks for {', '.join(start.made) or 'none'}"
        )
    ((name, least),) = start.made.items()
    for value in sorted(values):
        chooser = replay({name: value})
        scene = generator(chooser)
        if value >= least and getattr(chooser, "possible", True):
            yield dict(chooser.made), scene
