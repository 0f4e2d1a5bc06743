"""The value of a formula on one pair of distributions, in any arithmetic. Cost O(K), over pairs of classes O(K^2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Any

from axiometrics.formulas.compiled import Algebra
from axiometrics.formulas.floats import SCALARS
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.quantification.distributions import Distributions, Share

__all__ = ["evaluate", "folded"]

Row = tuple[Share, ...]


def evaluate(traced: Formula, output: Distributions, algebra: Algebra) -> Any:
    """Return the value of a formula for one pair of distributions; exact ones are remembered, as pairs come again."""
    return _evaluated(traced, output, algebra) if algebra is SCALARS else _exact(traced, output, algebra)


@lru_cache(maxsize=1 << 15)
def _exact(traced: Formula, output: Distributions, algebra: Algebra) -> Any:
    return _evaluated(traced, output, algebra)


def _evaluated(traced: Formula, output: Distributions, algebra: Algebra) -> Any:
    rows = list(_rows(output))
    whole = (Fraction(output.classes), min(output.gold))
    function, parts = _parts(traced, algebra)
    found = [folded(body, domain, rows, whole) for domain, body in parts]
    if algebra is SCALARS:
        return function(*map(float, whole), *found)
    return function(*(algebra.number(Fraction(value)) for value in whole), *found)


def _rows(output: Distributions) -> Iterator[Row]:
    """Yield p, q, P, Q and k of every class."""
    sums = accumulate(output.system), accumulate(output.gold)
    for k, shares in enumerate(zip(output.system, output.gold, *sums, strict=True), 1):
        yield (*shares, Fraction(k))


def folded(
    body: Callable[..., Any], domain: str, rows: Sequence[tuple[Any, ...]], whole: tuple[Any, ...]
) -> Any:
    """Return the sum of a reduction's body over the classes, each with its p, q, P, Q and k, or over pairs of them."""
    pairs = domain == "class_pairs"
    values = [body(*row, *other, *whole) for row in rows for other in (rows if pairs else [row])]
    return sum(values[1:], values[0])


@lru_cache(maxsize=256)
def _parts(traced: Formula, algebra: Algebra) -> tuple[Callable[..., Any], list[tuple[str, Any]]]:
    """Return the formula as a function, and each reduction's domain and body over fractions."""
    symbols = traced.variables + traced.globals
    parts = []
    for atom in traced.atoms:
        needed = tuple(symbol in atom.body.free_symbols for symbol in symbols)
        body = traced.body(atom, algebra)
        known = _in_floats(body) if algebra is SCALARS else _remembered(body, needed, algebra)
        parts.append((atom.domain, known))
    return traced.compiled(algebra), parts


def _in_floats(body: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *values: body(*map(float, values))


def _remembered(body: Callable[..., Any], needed: tuple[bool, ...], algebra: Algebra) -> Callable[..., Any]:
    """Return a body over fractions that computes each value once, from what it needs: classes repeat themselves."""
    zero = algebra.number(Fraction(0))

    @lru_cache(maxsize=1 << 16)
    def known(*used: Share) -> Any:
        given = iter(used)
        return body(*(algebra.number(Fraction(next(given))) if use else zero for use in needed))

    return lambda *values: known(*(value for value, use in zip(values, needed, strict=True) if use))
