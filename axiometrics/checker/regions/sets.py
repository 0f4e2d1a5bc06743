"""Sets of parameter values: finitely many intervals and single points, cut at bounds, and how they are told.

A set holds some of the pieces that its bounds cut a span into: interval, bound, interval, bound, ..., interval. In
words it is ``p > 0.7548... (root of p^3 + p^2 - 1)``, never more than is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from axiometrics.checker.regions.bounds import Bound, Span, polynomial_text

CLEAR = 10**5
"""How many times an interval is wider than the brackets of its ends when numbers inside are taken."""


@dataclass(frozen=True)
class Piece:
    """An open interval between two bounds (None: the span's end), or a single bound where both are it."""

    low: Bound | None
    high: Bound | None

    @property
    def single(self) -> bool:
        """Whether this is one number."""
        return self.low is not None and self.low is self.high

    def sample(self, span: Span, share: Fraction = Fraction(1, 2)) -> Fraction:
        """Return a rational number strictly inside an interval, so far from its lower to its upper end."""
        first, last = self._inner(span)
        if first is None or last is None:
            return span.between(first, last)
        return first + (last - first) * share

    def _inner(self, span: Span) -> tuple[Fraction | None, Fraction | None]:
        """Return fractions inside both ends, narrowing brackets until they leave most of the interval."""
        low = self.low or (None if span.low is None else Bound.rational(span.low))
        high = self.high or (None if span.high is None else Bound.rational(span.high))
        if low is None or high is None:
            return low.high if low else None, high.low if high else None
        while high.low - low.high <= CLEAR * max(low.high - low.low, high.high - high.low):
            width = max(low.high - low.low, high.high - high.low) / 64
            narrower = low.narrowed(width), high.narrowed(width)
            if narrower == (low, high):
                break
            low, high = narrower
        return low.high, high.low


@dataclass(frozen=True)
class ValueSet:
    """The pieces of a span that belong: ``held`` says so for interval, bound, interval, ..., interval."""

    span: Span
    bounds: tuple[Bound, ...]
    held: tuple[bool, ...]

    @classmethod
    def whole(cls, span: Span) -> ValueSet:
        """Return all values."""
        return cls(span, (), (True,))

    @classmethod
    def empty(cls, span: Span) -> ValueSet:
        """Return no values."""
        return cls(span, (), (False,))

    def pieces(self) -> Iterator[tuple[Piece, bool]]:
        """Yield every piece in order, with whether it belongs."""
        for place, held in enumerate(self.held):
            at, single = divmod(place, 2)
            if single:
                yield Piece(self.bounds[at], self.bounds[at]), held
            else:
                low = self.bounds[at - 1] if at else None
                yield Piece(low, self.bounds[at] if at < len(self.bounds) else None), held

    def intersection(self, other: ValueSet) -> ValueSet:
        """Return the values in both."""
        return self._combined(other, lambda one, two: one and two)

    def union(self, other: ValueSet) -> ValueSet:
        """Return the values in either."""
        return self._combined(other, lambda one, two: one or two)

    def without(self, other: ValueSet) -> ValueSet:
        """Return the values that are not in the other set."""
        return self._combined(other, lambda one, two: one and not two)

    def contains(self, value: Fraction) -> bool:
        """Whether a number belongs."""
        place = Bound.rational(value)
        orders = [place.compare(bound) for bound in self.bounds]
        return self.held[sum(1 + (order > 0) for order in orders if order >= 0)]

    @property
    def is_empty(self) -> bool:
        """Whether no value belongs."""
        return not any(self.held)

    @property
    def is_whole(self) -> bool:
        """Whether every value belongs."""
        return all(self.held)

    @property
    def exact(self) -> bool:
        """Whether every bound is known exactly."""
        return all(bound.exact for bound in self.bounds)

    def cut_at(self, bounds: tuple[Bound, ...]) -> tuple[tuple[Bound, ...], tuple[bool, ...]]:
        """Return all bounds together, and the flags for the finer pieces."""
        merged: list[Bound] = []
        held: list[bool] = [self.held[0]]
        own, more = list(self.bounds), list(bounds)
        place = 0
        while own or more:
            order = own[0].compare(more[0]) if own and more else (-1 if own else 1)
            if order <= 0:
                merged.append(own.pop(0))
                if order == 0:
                    more.pop(0)
                held += self.held[place + 1 : place + 3]
                place += 2
            else:
                merged.append(more.pop(0))
                held += [self.held[place], self.held[place]]
        return tuple(merged), tuple(held)

    def _combined(self, other: ValueSet, of: Callable[[bool, bool], bool]) -> ValueSet:
        bounds, first = self.cut_at(other.bounds)
        _, second = other.cut_at(self.bounds)
        return ValueSet(self.span, bounds, tuple(map(of, first, second))).simplified()

    def simplified(self) -> ValueSet:
        """Leave out bounds at which nothing changes."""
        bounds: list[Bound] = []
        held = [self.held[0]]
        for place, bound in enumerate(self.bounds):
            at, after = self.held[2 * place + 1 : 2 * place + 3]
            if held[-1] == at == after:
                continue
            bounds.append(bound)
            held += [at, after]
        return ValueSet(self.span, tuple(bounds), tuple(held))


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
    >>> from axiometrics.checker.regions.bounds import Span
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
