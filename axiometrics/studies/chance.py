"""What chance needs: a generator of random numbers, and the level at which a test counts as significant."""

from __future__ import annotations

import numpy as np

from axiometrics.errors import InputError
from axiometrics.parameters import whole

__all__ = ["LARGEST_SEED", "MOST_DRAWS", "generator", "require_level"]

LARGEST_SEED = 2**63
MOST_DRAWS = 100_000
"""Random samples that may be asked for; all of them are held at once."""


def generator(seed: int) -> np.random.Generator:
    """Return the generator of a seed; raises InputError for what is none."""
    return np.random.default_rng(whole("seed", seed, 0, LARGEST_SEED))


def require_level(level: float) -> None:
    """Raise InputError for what is no significance level.

    >>> require_level(5)
    Traceback (most recent call last):
        ...
    axiometrics.errors.InputError: level=5 is not possible; give a number between 0 and 1, such as 0.05
    """
    if not 0 < level < 1:
        raise InputError(f"level={level} is not possible; give a number between 0 and 1, such as 0.05")
