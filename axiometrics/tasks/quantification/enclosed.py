"""What a formula can be for all estimates in a box, and one gold: by intervals.

The shares of an estimate add up to 1, so the last one is what the others leave: a box has bounds for all but the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import add
from typing import Any

from axiometrics.formulas.formula import Formula
from axiometrics.formulas.intervals import INTERVALS, between
from axiometrics.tasks.quantification.distributions import Distributions, Share

__all__ = ["Box", "Estimates"]

Bounds = tuple[Fraction, Fraction]
Box = tuple[Bounds, ...]
"""The least and the largest share of every class but the last."""


@dataclass(frozen=True)
class Estimates:
    """All estimates for one gold, and what a formula can be for those in a box.

    >>> from axiometrics.metrics import metrics
    >>> half = Fraction(1, 2)
    >>> estimates = Estimates(metrics("quantification")["ae"].formula, (half, half))
    >>> estimates.inside(estimates.whole).notation()
    'gold=1/2 1/2 system=1/2 1/2'
    >>> estimates.values(((half, Fraction(1)),)).b == 0.5
    True
    """

    formula: Formula
    gold: tuple[Share, ...]

    @property
    def whole(self) -> Box:
        """The box of all estimates."""
        return ((Fraction(0), Fraction(1)),) * (len(self.gold) - 1)

    @property
    def vertices(self) -> Iterator[Distributions]:
        """The estimates with everything in one class."""
        for chosen in range(len(self.gold)):
            yield Distributions(self.gold, tuple(Fraction(k == chosen) for k in range(len(self.gold))))

    def inside(self, box: Box) -> Distributions | None:
        """Return an estimate in a box, None where there is none."""
        shares = _shares(box)
        if shares is None:
            return None
        least, most = _total(shares)
        part = (1 - least) / (most - least) if most > least else Fraction(0)
        return Distributions(self.gold, tuple(low + part * (high - low) for low, high in shares))

    def values(self, box: Box) -> Any:
        """Return an interval with the values of all estimates in a box, `NO_VALUE` where none has one.

        Cost O(K), over pairs of classes O(K^2). Raises UndecidedError, NotSymbolicError.
        """
        shares = _shares(box)
        if shares is None:
            return INTERVALS.undefined
        number = INTERVALS.number
        gold = [Fraction(share) for share in self.gold]
        rows = [
            (
                between(*p),
                number(q),
                between(*_together(shares, k)),
                number(sum(gold[:k], Fraction(0))),
                number(Fraction(k)),
            )
            for k, (p, q) in enumerate(zip(shares, gold, strict=True), 1)
        ]
        whole = number(Fraction(len(gold))), number(min(gold))
        function, parts = self.formula.plan(INTERVALS)
        return function(*whole, *(_added(body, domain, rows, whole) for domain, body in parts))


def _added(body: Callable[..., Any], domain: str, rows: Sequence[Any], whole: tuple[Any, Any]) -> Any:
    """Return the sum of a body over the classes, or over pairs of them."""
    pairs = product(rows, rows) if domain == "class_pairs" else zip(rows, rows, strict=True)
    return reduce(add, (body(*one, *other, *whole) for one, other in pairs))


def _shares(box: Box) -> Box | None:
    """Return bounds of the shares of all classes for the estimates in a box, None where there is no estimate."""
    least, most = _total(box)
    if least > 1:
        return None
    every = (*box, (max(Fraction(0), 1 - most), 1 - least))
    return tuple(_left(every, k) for k in range(len(every)))


def _left(shares: Sequence[Bounds], k: int) -> Bounds:
    """Return the bounds of a share, no wider than what all others leave of 1."""
    least, most = _total([*shares[:k], *shares[k + 1 :]])
    return max(shares[k][0], 1 - most), min(shares[k][1], 1 - least)


def _together(shares: Sequence[Bounds], k: int) -> Bounds:
    """Return the bounds of the share of the first k classes together."""
    (low, high), (least, most) = _total(shares[:k]), _total(shares[k:])
    return max(low, 1 - most), min(high, 1 - least)


def _total(shares: Sequence[Bounds]) -> Bounds:
    least, most = (sum((bounds[end] for bounds in shares), Fraction(0)) for end in (0, 1))
    return least, most
