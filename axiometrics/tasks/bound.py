"""What a constraint's generator is to caches: its function with the parameters that are filled in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

__all__ = ["Bound"]


class Bound:
    """A generator that is equal to every other one with the same function and the same parameters.

    A constraint binds its parameters anew each time it is asked for its generator; whatever depends on the generator
    alone can be cached under this.

    >>> Bound(partial(max, default=1)) == Bound(partial(max, default=1))
    True
    """

    def __init__(self, generator: Callable[..., Any]) -> None:
        self.generator = generator
        self._identity: tuple[Any, ...] = (generator,)
        if isinstance(generator, partial):
            values = frozenset(generator.keywords.items())
            self._identity = generator.func, generator.args, values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bound) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)
