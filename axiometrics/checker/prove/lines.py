"""Lines on which a quantity of a formula moves: the formula is continuous there, or has a value.

A line is cut into pieces by which of its generators are zero; in each piece every generator is zero or positive. What
is asked of a quantity is answered piece by piece, by the signs of coefficients: no denominator vanishes, no root is of
a negative number, no logarithm of one that is not positive.

Sums, products, such roots and logarithms, hyperbolic tangents and extremes of continuous functions are continuous. A
quotient with a convention is continuous on a line if its denominator vanishes nowhere on it, or everywhere, or if
numerator and convention are zero on all of it; so is what stands under a guard. A function that is continuous on the
way between two values takes every value between them, and a step that keeps its sign on a closed interval keeps away
from zero there, which proofs of the Archimedean property use. A formula has a value where no convention without one is
met; the lines of a task together are everywhere.

A formula ``Q = h(u)`` of one square root ``u`` is compared through the root alone. If the numerator of the derivative
of h has coefficients of one sign, and so has its denominator, with a constant term, then h is strictly monotone for
u >= 0, and Q is ordered as u is, or the other way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

import sympy
from sympy import Expr

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.algebra import SignedAlgebra, Split, Undecided
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.arithmetics.roots import Root
from axiometrics.formulas.arithmetics.signs import Sign
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller, Undefined
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.parametric import Line

_MEETS: dict[str, tuple[Sign, ...]] = {
    "not zero": ("positive", "negative"),
    "not negative": ("positive", "nonnegative", "zero"),
    "positive": ("positive",),
    "zero": ("zero",),
}
"""The signs of a quantity of which this is demanded."""


@dataclass(frozen=True, eq=False)
class _Piece:
    """The generators that are zero, those that are positive, and the quantities in these."""

    zero: tuple[str, ...]
    positive: tuple[str, ...]
    symbols: tuple[Any, ...]
    values: tuple[Any, ...]
    algebra: SignedAlgebra

    def value(self, quantity: Expr) -> Expr:
        """Evaluate an expression in the quantities. Raises Split, Undecided and NotSymbolicError."""
        found = compile_formula(quantity, self.symbols, self.algebra)(*self.values)
        if absent(found):
            raise Undecided("there is no value on the line")
        return found

    def sign(self, quantity: Expr) -> Sign | None:
        """Return the evident sign of an expression in the quantities."""
        return self.algebra.sign(self.value(quantity))

    def to_dict(self, quantity: Expr) -> dict[str, Any]:
        """Return the JSON form, with the value of an expression."""
        top, bottom = self._written(self.value(quantity))
        found = {"vanish": list(self.zero), "positive": list(self.positive), "sign": self.sign(quantity)}
        return {**found, "top": top, "bottom": bottom}

    def _written(self, value: Expr) -> tuple[str, str]:
        if isinstance(value, Root):
            rooted = (
                "({})/({})*sqrt(({})/({}))".format(*self._written(factor), *self._written(radicand))
                for factor, radicand in value.roots
            )
            return " + ".join(("({})/({})".format(*self._written(value.plain)), *rooted)), "1"
        top, bottom = (str(self.algebra.space.expression(part)) for part in self.algebra.fraction(value))
        return top, bottom


@dataclass(frozen=True)
class _Place:
    """A part of a formula at which its continuity, or its value, could break, and what is demanded of it there."""

    quantity: Expr
    must: str
    pieces: tuple[_Piece, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; polynomials are text."""
        shown = [piece.to_dict(self.quantity) for piece in self.pieces]
        return {"quantity": str(self.quantity), "must": self.must, "pieces": shown}


def _demanded(quantity: Expr, must: str, where: tuple[_Piece, ...]) -> _Place:
    """Return the place of a demand that every piece is seen to meet. Raises Undecided."""
    if not all(_evident(piece, quantity) in _MEETS[must] for piece in where):
        raise Undecided(f"{quantity} may be otherwise than {must}")
    return _Place(quantity, must, where)


def _pieces(line: Line, symbols: tuple[Any, ...]) -> tuple[_Piece, ...]:
    """Return the pieces of a line, without those that no case is in. Cost 2 to the number of loose generators."""
    loose = sorted((symbol for symbol, sign in line.signs.items() if sign == "nonnegative"), key=str)
    found = []
    for chosen in product((True, False), repeat=len(loose)):
        zero = {symbol for symbol, is_zero in zip(loose, chosen, strict=True) if is_zero}
        if not any(zero.issuperset(members) for members in line.sums):
            found.append(_piece(line, symbols, zero))
    return tuple(found)


def _piece(line: Line, symbols: tuple[Any, ...], zero: set[Any]) -> _Piece:
    kept = sorted((symbol for symbol in line.signs if symbol not in zero), key=str)
    algebra = SignedAlgebra(kept, kept, ())
    gone = dict.fromkeys(zero, 0)
    values = tuple(algebra.element(sympy.sympify(line.values[symbol]).subs(gone)) for symbol in symbols)
    return _Piece(tuple(sorted(map(str, zero))), tuple(map(str, kept)), symbols, values, algebra)


def _on_line(line: Line, found: Iterator[_Place]) -> dict[str, Any]:
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


def _evident(piece: _Piece, quantity: Expr) -> Sign | None:
    """Return the sign of an expression where it can be seen, else None."""
    try:
        return piece.sign(quantity)
    except (UndecidedError, NotSymbolicError, Split):
        return None


_UNBROKEN = (sympy.Add, sympy.Mul, Larger, Smaller, sympy.tanh)
"""What is continuous, and has a value, wherever its operands are and have one."""

Where = tuple[_Piece, ...]
Convention = Callable[[Any, Where], Iterator[_Place]]
"""Yields the places of a ratio or guard on some pieces. Raises Undecided."""


def _places(node: Expr, where: Where, convention: Convention) -> Iterator[_Place]:
    """Yield every place of an expression that could break on some pieces, and is seen not to. Raises Undecided."""
    if not where:
        return
    if isinstance(node, Undefined) or node is sympy.oo:
        raise Undecided("there is no value")
    if isinstance(node, Ratio | Guard):
        yield from convention(node, where)
        return
    yield from _own(node, where)
    for part in (node.base,) if isinstance(node, sympy.Pow) else node.args:
        yield from _places(part, where, convention)


def _own(node: Expr, where: Where) -> Iterator[_Place]:
    """Yield what an operation demands of its operands."""
    if isinstance(node, sympy.log):
        yield _demanded(node.args[0], "positive", where)
    elif isinstance(node, sympy.Pow) and node.exp.is_Rational:
        if node.exp.is_negative:
            yield _demanded(node.base, "not zero", where)
        for roots in range(int(node.exp.q).bit_length() - 1):  # as they are written: of one another
            yield _demanded(sympy.Pow(node.base, sympy.Rational(1, 2**roots)), "not negative", where)
    elif node.args and not isinstance(node, _UNBROKEN):
        raise Undecided(f"nothing is known of {node.func.__name__}")


@dataclass(frozen=True)
class OnLines:
    """For every kind of line, the places at which continuity, or a value, could be lost, and why it is not."""

    kind: Literal["continuity", "definedness"]
    lines: tuple[dict[str, Any], ...]
    margin_latex = "0"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; polynomials are text."""
        return {"kind": self.kind, "lines": list(self.lines)}


def continuity(metric: Metric, constraint: Constraint) -> OnLines | None:
    """Show that a formula is continuous along every line of the constraint's task; None where that is not seen."""
    return _on_lines("continuity", metric, get_task(metric.task).lines(constraint), _continuous)


def definedness(metric: Metric, constraint: Constraint) -> OnLines | None:
    """Show that a formula has a value on every line of the constraint's task; None where that is not seen."""
    every = get_task(metric.task).lines(constraint)
    used = [line for line in every if line.moving == every[0].moving]  # these are everywhere already
    return _on_lines("definedness", metric, used, _defined)


def _on_lines(
    kind: Literal["continuity", "definedness"], metric: Metric, lines: Sequence[Any], convention: Convention
) -> OnLines | None:
    """Return the places of a formula on each line; None where one may break, or is not seen."""
    if not lines or metric.reads is not None or metric.formula.atoms:
        return None
    expression, symbols = metric.formula.normal.expression, tuple(metric.formula.globals)
    try:
        found = (_on_line(line, _places(expression, _pieces(line, symbols), convention)) for line in lines)
        return OnLines(kind, tuple(found))
    except (UndecidedError, NotSymbolicError, Split, ZeroDivisionError):
        return None


def _continuous(node: Expr, where: Where) -> Iterator[_Place]:
    """Yield the places of a quotient, or guard, with a convention."""
    top, bottom, otherwise = node.args
    yield from _places(bottom, where, _continuous)
    signs = {_evident(piece, bottom) for piece in where}
    if signs <= {"positive", "negative"}:
        yield _demanded(bottom, "not zero", where)
        yield from _places(top, where, _continuous)
    elif signs == {"zero"}:
        yield _demanded(bottom, "zero", where)
        yield from _places(otherwise, where, _continuous)
    else:
        for part in (top, otherwise):
            yield _demanded(part, "zero", where)
            yield from _places(part, where, _continuous)


def _defined(node: Expr, where: Where) -> Iterator[_Place]:
    """Yield the places of a quotient, or guard: each side matters where it may be taken."""
    top, bottom, otherwise = node.args
    signs = {piece: _evident(piece, bottom) for piece in where}
    yield from _places(bottom, where, _defined)
    yield from _places(top, tuple(piece for piece in where if signs[piece] != "zero"), _defined)
    strict = ("positive", "negative")
    yield from _places(otherwise, tuple(piece for piece in where if signs[piece] not in strict), _defined)


# --- a function of one root


_U = sympy.Symbol("u")


@dataclass(frozen=True)
class Composite:
    """``inner`` is r; the outer function is numerator/denominator, coefficients of u from the highest power down."""

    inner: Any
    numerator: tuple[str, ...]
    denominator: tuple[str, ...]
    rising: bool

    def to_dict(self, weights: dict[str, int]) -> dict[str, Any]:
        """Return the JSON form; ``weights`` make the oriented margin."""
        return {
            "inner": str(self.inner),
            "numerator": list(self.numerator),
            "denominator": list(self.denominator),
            "rising": self.rising,
            "weights": weights,
        }


def composite(expression: Expr, nonzero: Callable[[Any], Sequence[bool]]) -> Composite:
    """Write a formula as a monotone function of a root; raises Undecided when it is none.

    ``nonzero`` says of a quantity, for every output, whether it cannot vanish (or always does).
    """
    plain = _resolved(expression, nonzero)
    roots = {part for part in plain.atoms(sympy.Pow) if part.exp.is_Rational and part.exp.q == 2}
    bases = {part.base for part in roots}
    outer = plain.xreplace({part: _U ** (2 * part.exp) for part in roots})
    if len(bases) != 1 or outer.free_symbols != {_U}:
        raise Undecided("the formula is no function of one square root alone")
    numerator, denominator = (sympy.Poly(part, _U) for part in sympy.fraction(sympy.together(outer)))
    slope = numerator.diff(_U) * denominator - numerator * denominator.diff(_U)
    signs = [{value > 0 for value in part.coeffs()} for part in (slope, denominator)]
    if slope.is_zero or any(len(found) > 1 for found in signs) or denominator.eval(0) == 0:
        raise Undecided("the function of the square root is not evidently monotone")
    return Composite(
        bases.pop(),
        tuple(map(str, numerator.all_coeffs())),
        tuple(map(str, denominator.all_coeffs())),
        signs[0] == {True},
    )


def _resolved(node: Expr, nonzero: Callable[[Any], Sequence[bool]]) -> Expr:
    """Replace every ratio and guard by the side that it takes in all outputs."""
    if isinstance(node, Ratio | Guard):
        taken = set(nonzero(node.args[1]))
        if len(taken) != 1:
            raise Undecided("a convention applies to one output only")
        if taken == {False}:
            return _resolved(node.args[2], nonzero)
        value = _resolved(node.args[0], nonzero)
        return value / _resolved(node.args[1], nonzero) if isinstance(node, Ratio) else value
    if not node.args or isinstance(node, Undefined):
        return node
    return node.func(*(_resolved(part, nonzero) for part in node.args))
