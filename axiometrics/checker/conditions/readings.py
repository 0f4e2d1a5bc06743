"""Readings of a size that equals several sums, such as the number of items: as one of them, or as their mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import sympy
from sympy import QQ
from sympy.polys.rings import ring

__all__ = ["Reading", "composed", "parted", "readings", "written"]

Reading = Mapping[Any, Any]
"""What is written for generators, as expressions in others."""


def readings(case: Any) -> Iterator[Reading]:
    """Yield the readings of the sizes that the case's equations speak of; nothing replaced where there are none."""
    sums: dict[Any, list[Any]] = {}
    for symbol, value in case.equations:
        if value not in sums.setdefault(symbol, []):
            sums[symbol].append(value)
    count = min(map(len, sums.values()), default=0)
    if not count:
        yield {}
    for place in range(count):
        yield {symbol: values[place] for symbol, values in sums.items()}
    if count > 1:
        yield {symbol: sum(values) / len(values) for symbol, values in sums.items()}


def written(case: Any, reading: Reading) -> Any:
    """Return the case in one reading."""
    outputs = {
        output: {symbol: sympy.sympify(value).xreplace(reading) for symbol, value in values.items()}
        for output, values in case.outputs.items()
    }
    return replace(case, outputs=outputs)


def composed(polynomial: Any, reading: Reading, algebra: Any) -> Any:
    """Return a polynomial in one reading."""
    for symbol, value in reading.items():
        if symbol in algebra.symbols:
            place = algebra.symbols.index(symbol)
            polynomial = polynomial.compose(
                algebra.ring.gens[place], algebra.ring(algebra.element(value).top)
            )
    return polynomial


def parted(polynomial: Any, symbols: Iterable[Any], algebra: Any) -> tuple[Any, Any]:
    """Return the product of the factors in one of the generators alone, and what is left."""
    shared = algebra.ring(1)
    for symbol in symbols:
        inside = _content(polynomial, symbol, algebra)
        if not inside.is_ground:
            polynomial = polynomial.exquo(inside)
            shared = shared * inside
    return shared, polynomial


def _content(polynomial: Any, symbol: Any, algebra: Any) -> Any:
    """Return the greatest factor in one generator alone: what the coefficients of all monomials in others share."""
    if symbol not in algebra.symbols or not polynomial:
        return algebra.ring(1)
    place = algebra.symbols.index(symbol)
    alone, _ = ring(str(symbol), QQ)
    parts: dict[tuple[int, ...], dict[tuple[int], Any]] = {}
    for powers, value in polynomial.terms():
        others = (*powers[:place], 0, *powers[place + 1 :])
        parts.setdefault(others, {})[(powers[place],)] = value
    found = alone(0)
    for part in sorted(parts.values(), key=len):
        found = found.gcd(alone.from_dict(part))
        if found.is_ground:
            return algebra.ring(1)
    generator = algebra.ring.gens[place]
    return sum((generator**power * value for (power,), value in found.terms()), algebra.ring(0))
