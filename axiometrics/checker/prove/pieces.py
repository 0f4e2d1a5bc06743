"""The pieces of a line: which of its generators are zero. In each piece every generator is zero or positive.

What is asked of a quantity on a line is answered piece by piece, by the signs of coefficients.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import sympy

from axiometrics.checker.prove.algebra import SignedAlgebra, Split, Undecided
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.roots import Root
from axiometrics.formulas.signs import Sign
from axiometrics.formulas.undefined import absent

__all__ = ["Piece", "Place", "demanded", "evident", "on_line", "pieces"]

_MEETS: dict[str, tuple[Sign, ...]] = {
    "not zero": ("positive", "negative"),
    "not negative": ("positive", "nonnegative", "zero"),
    "positive": ("positive",),
    "zero": ("zero",),
}
"""The signs of a quantity of which this is demanded."""


@dataclass(frozen=True, eq=False)
class Piece:
    """The generators that are zero, those that are positive, and the quantities in these."""

    zero: tuple[str, ...]
    positive: tuple[str, ...]
    symbols: tuple[Any, ...]
    values: tuple[Any, ...]
    algebra: SignedAlgebra

    def value(self, quantity: Any) -> Any:
        """Evaluate an expression in the quantities. Raises Split, Undecided and NotSymbolicError."""
        found = compile_formula(quantity, self.symbols, self.algebra)(*self.values)
        if absent(found):
            raise Undecided("there is no value on the line")
        return found

    def sign(self, quantity: Any) -> Sign | None:
        """Return the evident sign of an expression in the quantities."""
        return self.algebra.sign(self.value(quantity))

    def to_dict(self, quantity: Any) -> dict[str, Any]:
        """Return the JSON form, with the value of an expression."""
        top, bottom = self._written(self.value(quantity))
        found = {"vanish": list(self.zero), "positive": list(self.positive), "sign": self.sign(quantity)}
        return {**found, "top": top, "bottom": bottom}

    def _written(self, value: Any) -> tuple[str, str]:
        if isinstance(value, Root):
            rooted = (
                "({})/({})*sqrt(({})/({}))".format(*self._written(factor), *self._written(radicand))
                for factor, radicand in value.roots
            )
            return " + ".join(("({})/({})".format(*self._written(value.plain)), *rooted)), "1"
        top, bottom = (str(self.algebra.space.expression(part)) for part in self.algebra.fraction(value))
        return top, bottom


@dataclass(frozen=True)
class Place:
    """A part of a formula at which its continuity, or its value, could break, and what is demanded of it there."""

    quantity: Any
    must: str
    pieces: tuple[Piece, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; polynomials are text."""
        shown = [piece.to_dict(self.quantity) for piece in self.pieces]
        return {"quantity": str(self.quantity), "must": self.must, "pieces": shown}


def demanded(quantity: Any, must: str, where: tuple[Piece, ...]) -> Place:
    """Return the place of a demand that every piece is seen to meet. Raises Undecided."""
    if not all(evident(piece, quantity) in _MEETS[must] for piece in where):
        raise Undecided(f"{quantity} may be otherwise than {must}")
    return Place(quantity, must, where)


def pieces(line: Any, symbols: tuple[Any, ...]) -> tuple[Piece, ...]:
    """Return the pieces of a line, without those that no case is in. Cost 2 to the number of loose generators."""
    loose = sorted((symbol for symbol, sign in line.signs.items() if sign == "nonnegative"), key=str)
    found = []
    for chosen in product((True, False), repeat=len(loose)):
        zero = {symbol for symbol, is_zero in zip(loose, chosen, strict=True) if is_zero}
        if not any(zero.issuperset(members) for members in line.sums):
            found.append(_piece(line, symbols, zero))
    return tuple(found)


def _piece(line: Any, symbols: tuple[Any, ...], zero: set[Any]) -> Piece:
    kept = sorted((symbol for symbol in line.signs if symbol not in zero), key=str)
    algebra = SignedAlgebra(kept, kept, ())
    gone = dict.fromkeys(zero, 0)
    values = tuple(algebra.element(sympy.sympify(line.values[symbol]).subs(gone)) for symbol in symbols)
    return Piece(tuple(sorted(map(str, zero))), tuple(map(str, kept)), symbols, values, algebra)


def on_line(line: Any, found: Iterator[Place]) -> dict[str, Any]:
    """Return a line with its places in JSON form. Raises what the places raise."""
    each = {str(place): place for place in (place.to_dict() for place in found)}
    return {
        "moving": str(line.moving),
        "where": line.where,
        "signs": {str(symbol): sign for symbol, sign in line.signs.items()},
        "sums": [list(map(str, members)) for members in line.sums],
        "values": {str(symbol): str(value) for symbol, value in line.values.items()},
        "means": {str(symbol): str(meaning) for symbol, meaning in line.means.items()},
        "places": list(each.values()),
    }


def evident(piece: Piece, quantity: Any) -> Sign | None:
    """Return the sign of an expression where it can be seen, else None."""
    try:
        return piece.sign(quantity)
    except (UndecidedError, NotSymbolicError, Split):
        return None
