"""Readings of a size that equals several sums, such as the number of items: as one of them, or as their mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import sympy

__all__ = ["Reading", "composed", "content", "readings", "written"]

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


def content(polynomial: Any, symbol: Any, algebra: Any) -> Any:
    """Return the greatest factor in one generator alone: what the coefficients of all monomials in others share."""
    if symbol not in algebra.symbols:
        return algebra.ring(1)
    place = algebra.symbols.index(symbol)
    parts: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
    for powers, value in polynomial.terms():
        others = (*powers[:place], 0, *powers[place + 1 :])
        alone = tuple(power if at == place else 0 for at, power in enumerate(powers))
        parts.setdefault(others, {})[alone] = value
    found = algebra.ring(0)
    for part in parts.values():
        found = found.gcd(algebra.ring.from_dict(part))
        if found.is_ground and found:
            return algebra.ring(1)
    return found or algebra.ring(1)
