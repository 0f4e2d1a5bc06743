"""The metrics of distributions a second time, straight from their definitions, in fractions, floats and mpmath.

Each takes the system's p and the gold's q as lists of fractions; None means no value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

from mpmath import mp, mpf

mp.dps = 40
Shares = Sequence[Fraction]


def number(value: Any) -> Any:
    return mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpf(value)


def emd(p: Shares, q: Shares) -> Any:
    return sum(abs(sum(p[: i + 1]) - sum(q[: i + 1])) for i in range(len(p) - 1))


def nmd(p: Shares, q: Shares) -> Any:
    return Fraction(emd(p, q), len(p) - 1)


def od(p: Shares, q: Shares) -> Any:
    own = [i for i in range(len(q)) if q[i] > 0]
    return sum(abs(i - j) * (p[j] - q[j]) ** 2 for i, j in product(own, range(len(p)))) / Fraction(len(own))


def sod(p: Shares, q: Shares) -> Any:
    return (od(p, q) + od(q, p)) / 2


def rnod(p: Shares, q: Shares) -> Any:
    return mp.sqrt(number(od(p, q) / (len(p) - 1)))


def rsnod(p: Shares, q: Shares) -> Any:
    return mp.sqrt(number(sod(p, q) / (len(p) - 1)))


def nvd(p: Shares, q: Shares) -> Any:
    return sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2


def rnss(p: Shares, q: Shares) -> Any:
    return mp.sqrt(number(sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) / 2))


def divergence(p: Shares, q: Shares, base: Any) -> Any:
    if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return inf
    return sum((number(a) * mp.log(number(a / b), base) for a, b in zip(p, q, strict=True) if a > 0), mpf(0))


def kld(p: Shares, q: Shares) -> Any:
    return divergence(p, q, 2)


def jsd(p: Shares, q: Shares) -> Any:
    middle = [(a + b) / 2 for a, b in zip(p, q, strict=True)]
    return (divergence(p, middle, 2) + divergence(q, middle, 2)) / 2


def sqrt_jsd(p: Shares, q: Shares) -> Any:
    return mp.sqrt(max(jsd(p, q), mpf(0)))


def ae(p: Shares, q: Shares) -> Any:
    return sum(abs(a - b) for a, b in zip(p, q, strict=True)) / len(p)


def se(p: Shares, q: Shares) -> Any:
    return sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) / len(p)


def nae(p: Shares, q: Shares) -> Any:
    return sum(abs(a - b) for a, b in zip(p, q, strict=True)) / (2 * (1 - min(q)))


def rae(p: Shares, q: Shares) -> Any:
    if min(q) == 0:
        return inf
    return sum(abs(a - b) / b for a, b in zip(p, q, strict=True)) / len(p)


def nrae(p: Shares, q: Shares) -> Any:
    if min(q) == 0:
        return inf
    return rae(p, q) * len(p) / (len(p) - 1 + (1 - min(q)) / min(q))


def kld_gold(p: Shares, q: Shares) -> Any:
    return divergence(q, p, mp.e)


def nkld(p: Shares, q: Shares) -> Any:
    found = kld_gold(p, q)
    if found == inf:
        return mpf(1)
    return 2 * mp.e**found / (1 + mp.e**found) - 1


NAIVE: dict[str, Callable[[Shares, Shares], Any]] = {
    function.__name__: function
    for function in (
        emd, nmd, od, sod, rnod, rsnod, nvd, rnss, kld, jsd, sqrt_jsd, ae, se, nae, rae, nrae, kld_gold, nkld,
    )
}  # fmt: skip


def smoothed(shares: Shares, eps: Fraction) -> list[Fraction]:
    return [(share + eps) / (1 + len(shares) * eps) for share in shares]
