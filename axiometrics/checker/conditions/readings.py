"""Readings of a size that equals several sums, such as the number of items: as one of them, or as their mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import sympy

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
            inside = list(algebra.space.generators)
            inside[algebra.symbols.index(symbol)] = algebra.fraction(algebra.element(value))[0]
            polynomial = polynomial.compose(*inside, ctx=algebra.space.context)
    return polynomial


def parted(polynomial: Any, symbols: Iterable[Any], algebra: Any) -> tuple[Any, Any]:
    """Return the product of the factors in one of the generators alone, and what is left."""
    shared = algebra.space.one
    for symbol in symbols:
        inside = _content(polynomial, symbol, algebra)
        if not inside.is_constant():
            polynomial = polynomial / inside
            shared = shared * inside
    return shared, polynomial


def _content(polynomial: Any, symbol: Any, algebra: Any) -> Any:
    """Return the greatest factor in one generator alone: what the coefficients of all monomials in others share."""
    if symbol not in algebra.symbols or not polynomial:
        return algebra.space.one
    place = algebra.symbols.index(symbol)
    parts: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
    for powers, value in polynomial.terms():
        rest, alone = (
            (*powers[:place], 0, *powers[place + 1 :]),
            tuple(power if each == place else 0 for each, power in enumerate(powers)),
        )
        parts.setdefault(rest, {})[alone] = value
    found = algebra.space.zero
    for part in sorted(parts.values(), key=len):
        found = found.gcd(algebra.space.of(part))
    return found
