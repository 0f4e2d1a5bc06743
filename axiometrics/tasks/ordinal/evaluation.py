"""The value of a formula on one matrix, in any arithmetic. Cost O(K^2) for each reduction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from axiometrics.formulas.compiled import Algebra
from axiometrics.formulas.floats import SCALARS
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.ordinal.confusion import Confusion
from axiometrics.tasks.ordinal.quantities import Quantities

__all__ = ["evaluate"]

Body = Callable[..., Any]


def evaluate(traced: Formula, output: Confusion, algebra: Algebra) -> Any:
    """Return the value of a formula for one matrix."""
    found = _quantities(output, exact=algebra is not SCALARS)
    number = _numbers(algebra)
    used = sum(labels > 0 for labels in found.labels)
    present = sum(gold > 0 for gold in found.gold)
    whole = [number(value) for value in (found.items, found.classes, present, used)]
    atoms = [
        _fold(found, domain, body, needed, whole, algebra) for domain, body, needed in _parts(traced, algebra)
    ]
    return traced.compiled(algebra)(*whole, *atoms)


@lru_cache(maxsize=64)
def _quantities(output: Confusion, *, exact: bool) -> Quantities:
    """Return the quantities of a matrix, kept for the next metric."""
    if exact:
        return Quantities(output.rows, output.numbers)
    values = map(float, output.values) if output.values else range(1, output.classes + 1)
    return Quantities(output.rows, list(values), 0.5)


@lru_cache(maxsize=256)
def _parts(traced: Formula, algebra: Algebra) -> list[tuple[str, Body, tuple[bool, ...]]]:
    symbols = traced.variables
    return [
        (atom.domain, body, tuple(symbol in atom.body.free_symbols for symbol in symbols))
        for atom, (_, body) in zip(traced.atoms, traced.plan(algebra)[1], strict=True)
    ]


@lru_cache(maxsize=64)
def _numbers(algebra: Algebra) -> Callable[[Any], Any]:
    if algebra is SCALARS:
        return lambda value: value
    return lru_cache(maxsize=4096)(lambda value: algebra.number(Fraction(value)))


def _fold(
    found: Quantities, domain: str, body: Body, needed: tuple[bool, ...], whole: list[Any], algebra: Algebra
) -> Any:
    number = _numbers(algebra)

    def at(i: int, j: int) -> Any:
        offered = found.cell(i, j, needed)
        return body(*(None if value is None else number(value) for value in offered), *whole)

    if domain in ("largest", "smallest"):
        sums = [
            _total((at(i, j) for i in range(found.classes) if found.rows[i][j]), algebra)
            for j in range(found.classes)
            if found.gold[j]
        ]
        return _extreme(sums, algebra.larger if domain == "largest" else algebra.smaller)
    return _total((at(i, j) for i, j in _places(found, domain)), algebra)


def _places(found: Quantities, domain: str) -> Iterator[tuple[int, int]]:
    """Yield the cells that a sum runs over; a class is the cell of its right items."""
    for i in range(found.classes):
        if (domain == "present" and found.gold[i]) or (domain == "used" and found.labels[i]):
            yield i, i
        elif domain == "all_cells":
            yield from ((i, j) for j in range(found.classes))
        elif domain == "cells":
            yield from ((i, j) for j in range(found.classes) if found.rows[i][j])


def _total(values: Iterator[Any], algebra: Algebra) -> Any:
    found = None
    for value in values:
        found = value if found is None else found + value
    return algebra.number(Fraction(0)) if found is None else found


def _extreme(values: list[Any], better: Body) -> Any:
    found = values[0]
    for value in values[1:]:
        found = better(found, value)
    return found
