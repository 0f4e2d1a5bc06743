"""What chance needs: a generator of random numbers, and the level at which a test counts as significant."""

from __future__ import annotations

import numpy as np

from axiometrics.errors import InputError

__all__ = ["generator", "require_level"]


def generator(seed: int) -> np.random.Generator:
    """Return the generator of a seed; raises InputError for a negative one."""
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise InputError(f"seed={seed!r} is not possible; give a whole number, 0 or more")
    return np.random.default_rng(seed)


def require_level(level: float) -> None:
    """Raise InputError for what is no significance level.

    >>> require_level(5)
    Traceback (most recent call last):
        ...
    axiometrics.errors.InputError: level=5 is not possible; give a number between 0 and 1, such as 0.05
    """
    if not 0 < level < 1:
        raise InputError(f"level={level} is not possible; give a number between 0 and 1, such as 0.05")
