"""The exact permutation test of a Unanimous Improvement Ratio: a sign test on the unanimous cases."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

__all__ = ["adjusted", "sign_test", "sign_tests"]


@cache
def sign_test(better: int, worse: int) -> Fraction:
    """Return the exact two-sided p-value of a ratio when the two systems are exchangeable within every case.

    Exchanging the outputs of equal or biased cases changes nothing, so that only the cases better and worse move:
    the number better of ``better + worse`` is binomial with probability 1/2. Range (0, 1].

    >>> sign_test(6, 0), sign_test(3, 3)
    (Fraction(1, 32), Fraction(1, 1))
    """
    total = better + worse
    tail = sum(comb(total, count) for count in range(max(better, worse), total + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**total))


def sign_tests(better: NDArray[np.int64], worse: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the p-value of every pair of counts."""
    found = [float(sign_test(int(up), int(down))) for up, down in zip(better.flat, worse.flat, strict=True)]
    return np.array(found).reshape(better.shape)


def adjusted(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Holm's adjusted p-values: those below a level keep the chance of any false one below it.

    >>> adjusted(np.array([0.01, 0.04, 0.03])).round(12).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p_values, kind="stable")
    steps = p_values[order] * np.arange(len(p_values), 0, -1)
    found = np.empty_like(p_values)
    found[order] = np.minimum(np.maximum.accumulate(steps), 1.0) if len(steps) else steps
    return found
