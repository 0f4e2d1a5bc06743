"""Regions in words: ``p > 0.7548... (root of p^3 + p^2 - 1)``, never more than is known."""

from __future__ import annotations

from collections.abc import Iterator

from axiometrics.checker.regions.bounds import Bound, polynomial_text
from axiometrics.checker.regions.sets import Piece, ValueSet

__all__ = ["bound_text", "set_text"]

LONGEST = 60
"""Characters of a polynomial that is written out."""


def bound_text(bound: Bound, letter: str) -> str:
    """Write a bound: a fraction, a root with its polynomial, or a numeric value marked as such.

    >>> from fractions import Fraction
    >>> bound_text(Bound(Fraction(0), Fraction(1), (1, 1, 0, -1)), "p")
    '0.75487766624669276005 (root of p^3 + p^2 - 1)'
    """
    if bound.is_rational:
        return bound.text
    if not bound.exact:
        return f"{bound.text} (numeric)"
    written = polynomial_text(bound.polynomial, letter)
    if len(written) > LONGEST:
        written = f"a polynomial of degree {len(bound.polynomial) - 1}"
    return f"{bound.text} (root of {written})"


def set_text(values: ValueSet, letter: str) -> str:
    """Write a set of values as conditions on a letter.

    >>> from fractions import Fraction
    >>> from axiometrics.checker.regions.spans import Span
    >>> half = Bound.rational(Fraction(1, 2))
    >>> set_text(ValueSet(Span(), (half,), (True, False, True)), "a")
    'a < 1/2 or a > 1/2'
    """
    if values.is_whole:
        return f"every {letter}"
    if values.is_empty:
        return f"no {letter}"
    return " or ".join(_stretch(low, high, letter) for low, high in _stretches(values))


End = tuple[Bound, bool] | None
"""A bound, and whether it belongs; None: the end of the span."""


def _stretches(values: ValueSet) -> Iterator[tuple[End, End]]:
    """Yield the ends of every run of pieces that belong."""
    run: list[Piece] = []
    for piece, held in [*values.pieces(), (Piece(None, None), False)]:
        if held:
            run.append(piece)
        elif run:
            first, last = run[0], run[-1]
            yield (
                (first.low, first.single) if first.low else None,
                (last.high, last.single) if last.high else None,
            )
            run = []


def _stretch(low: End, high: End, letter: str) -> str:
    if low and high and low[0] is high[0]:
        return f"{letter} = {bound_text(low[0], letter)}"
    if low and high:
        below, above = ("<=" if end[1] else "<" for end in (low, high))
        return f"{bound_text(low[0], letter)} {below} {letter} {above} {bound_text(high[0], letter)}"
    if low:
        return f"{letter} {'>=' if low[1] else '>'} {bound_text(low[0], letter)}"
    assert high is not None
    return f"{letter} {'<=' if high[1] else '<'} {bound_text(high[0], letter)}"
