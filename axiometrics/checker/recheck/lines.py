"""The independent check of continuity and definedness, made from the source text that is evaluated on cases.

The text is walked anew: every division, root, logarithm and convention in it gives a demand, and each demand must be
met by signs of coefficients, with a zero or a positive value for every generator. A certificate must list these
demands, all of them and no others, with these values; and its lines must be all there are, as concrete cases show.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from axiometrics.checker.recheck import CertificateError, require
from axiometrics.checker.recheck.cases import OPEN, Cases, Concrete, Places
from axiometrics.checker.recheck.polynomials import Quotient, constant, equal, name_of
from axiometrics.checker.recheck.reading import QuotientReading, UnreadableError, evaluated
from axiometrics.formulas.arithmetics.bounded import UNDECIDED


@dataclass(frozen=True)
class Measured:
    """A formula as it is evaluated: its source, its constants, and the quantities that it takes, in order."""

    text: str
    constants: Mapping[str, Fraction]
    quantities: tuple[str, ...]

    @property
    def value(self) -> ast.expr:
        """What the source returns."""
        (function,) = ast.parse(self.text).body
        (returned,) = function.body  # type: ignore[attr-defined]
        found: ast.expr = returned.value
        return found


Pieces = Mapping[frozenset[str], QuotientReading]
"""How the source reads, by the generators that are zero."""


@dataclass(frozen=True)
class Demand:
    """What must be so of a part of the source, and its value by the generators that are zero."""

    must: str
    values: Mapping[frozenset[str], Quotient]

    @property
    def is_met(self) -> bool:
        """Whether all signs are as they must be."""
        allowed = {"not zero": {1, -1}, "not negative": {0, 1}, "positive": {1}, "zero": {0}}[self.must]
        return all(value.sign in allowed for value in self.values.values())

    def same(self, other: Demand) -> bool:
        """Whether the other demand is the same one."""
        return (
            self.must == other.must
            and set(self.values) == set(other.values)
            and all(equal(value, other.values[zero]) for zero, value in self.values.items())
        )


def recheck_lines(
    certificate: Mapping[str, Any], formula: Measured, concrete: Concrete, outputs: Sequence[str]
) -> int:
    """Check a certificate of continuity or definedness; return how many cases were compared.

    Raises CertificateError.
    """
    compared = concrete.compared(lambda cases: _everywhere(certificate, formula, cases, outputs))
    walk = {"continuity": _continuous, "definedness": _defined}[certificate["kind"]]
    for line in certificate["lines"]:
        pieces = _pieces(line, formula)
        try:
            needed = list(walk(formula.value, pieces))
        except UnreadableError as error:
            raise CertificateError(f"nothing is known of the formula on a line: {error}") from error
        require(all(demand.is_met for demand in needed), "a demand of the formula is not met")
        listed = [_listed(place, pieces) for place in line["places"]]
        for found, among, said in (
            (needed, listed, "is left out"),
            (listed, needed, "is none of the formula's"),
        ):
            require(all(any(map(each.same, among)) for each in found), f"a demand {said}")
    return compared


def _everywhere(
    certificate: Mapping[str, Any], formula: Measured, cases: Cases, outputs: Sequence[str]
) -> Places:
    """Every output must lie on some line; for continuity, on one on which it moves for each of the quantities."""
    kinds = [[line for line in certificate["lines"] if line["moving"] == name] for name in formula.quantities]
    if certificate["kind"] == "definedness":
        kinds = [certificate["lines"]]
    certain = np.ones(len(cases), dtype=bool)
    for output in outputs:
        point = {name: cases.measure(f"{name}@{output}") for name in formula.quantities}
        for lines in kinds:
            require(bool(lines), "there is no line of some kind")
            on = [_on(line, point, cases) for line in lines]
            cases.require(
                np.any([sure | perhaps for sure, perhaps in on], axis=0), "no line of some kind passes"
            )
            certain &= np.any([sure for sure, _ in on], axis=0)
    return np.where(certain, 0, OPEN)


def _on(line: Mapping[str, Any], point: Mapping[str, Any], cases: Cases) -> tuple[Any, Any]:
    """Return which points certainly are on a line, and which perhaps are."""
    known = {
        name: cases.filled(evaluated(text, point, cases.arithmetic)) for name, text in line["means"].items()
    }
    asked = [(known[name], (1,) if sign == "positive" else (0, 1)) for name, sign in line["signs"].items()]
    asked += [(sum((known[name] for name in members), cases.number(0)), (1,)) for members in line["sums"]]
    asked += [
        (cases.filled(evaluated(text, known, cases.arithmetic)) - point[name], (0,))
        for name, text in line["values"].items()
    ]
    found = [(cases.signs(value), wanted) for value, wanted in asked]
    sure = np.all([np.isin(signs, wanted) for signs, wanted in found], axis=0)
    possible = np.all([np.isin(signs, (*wanted, UNDECIDED)) for signs, wanted in found], axis=0)
    return sure, possible & ~sure


def _pieces(line: Mapping[str, Any], formula: Measured) -> dict[frozenset[str], QuotientReading]:
    """Return how the source reads in every piece of a line."""
    loose = [name for name, sign in line["signs"].items() if sign == "nonnegative"]
    found = {}
    for chosen in product((True, False), repeat=len(loose)):
        zero = frozenset(name for name, is_zero in zip(loose, chosen, strict=True) if is_zero)
        if not any(zero.issuperset(members) for members in line["sums"]):
            found[zero] = QuotientReading(_names(line, formula, zero))
    return found


def _names(line: Mapping[str, Any], formula: Measured, zero: frozenset[str]) -> dict[str, Quotient]:
    """Return the values of the generators, of the source's quantities, and of its constants."""
    generators = {name: constant(0) if name in zero else name_of(name) for name in line["signs"]}
    reading = QuotientReading(generators)
    values = {
        f"x{place}": reading.text(line["values"][name]) for place, name in enumerate(formula.quantities)
    }
    constants = {name: constant(value) for name, value in formula.constants.items()}
    return {**{f"{GENERATOR}{name}": value for name, value in generators.items()}, **values, **constants}


GENERATOR = "generator_"
"""Keeps the names of generators apart from those of the source."""


def _listed(place: Mapping[str, Any], pieces: Pieces) -> Demand:
    """Read a place of the certificate."""
    values = {}
    for piece in place["pieces"]:
        zero = frozenset(piece["vanish"])
        require(zero in pieces, "a piece is not on the line")
        own = {
            name.removeprefix(GENERATOR): value
            for name, value in pieces[zero].names.items()
            if name.startswith(GENERATOR)
        }
        try:
            values[zero] = QuotientReading(own, pieces[zero].roots).text(
                f"({piece['top']})/({piece['bottom']})"
            )
        except UnreadableError as error:
            raise CertificateError(f"a piece is unreadable: {error}") from error
    return Demand(place["must"], values)


def _demand(node: ast.expr, must: str, pieces: Pieces) -> Demand:
    return Demand(must, {zero: reading.value(node) for zero, reading in pieces.items()})


def _continuous(node: ast.expr, pieces: Pieces) -> Iterator[Demand]:
    """Yield the demands of continuity; a quotient with a convention takes one side of it on the whole line."""
    if not pieces:
        return
    match node:
        case ast.Call(func=ast.Name(id="ratio" | "guard"), args=[top, bottom, otherwise]):
            yield from _continuous(bottom, pieces)
            signs = {reading.sign(bottom) for reading in pieces.values()}
            if signs <= {1, -1}:
                yield _demand(bottom, "not zero", pieces)
                yield from _continuous(top, pieces)
            elif signs == {0}:
                yield _demand(bottom, "zero", pieces)
                yield from _continuous(otherwise, pieces)
            else:
                for part in (top, otherwise):
                    yield _demand(part, "zero", pieces)
                    yield from _continuous(part, pieces)
        case _:
            yield from _own(node, pieces)
            for part in _parts(node):
                yield from _continuous(part, pieces)


def _defined(node: ast.expr, pieces: Pieces) -> Iterator[Demand]:
    """Yield the demands of a value: each side of a convention where it may be taken."""
    if not pieces:
        return
    match node:
        case ast.Call(func=ast.Name(id="ratio" | "guard"), args=[top, bottom, otherwise]):
            yield from _defined(bottom, pieces)
            signs = {zero: reading.sign(bottom) for zero, reading in pieces.items()}
            yield from _defined(top, {zero: pieces[zero] for zero in pieces if signs[zero] != 0})
            yield from _defined(
                otherwise, {zero: pieces[zero] for zero in pieces if signs[zero] not in (1, -1)}
            )
        case _:
            yield from _own(node, pieces)
            for part in _parts(node):
                yield from _defined(part, pieces)


def _own(node: ast.expr, pieces: Pieces) -> Iterator[Demand]:
    """Yield what an operation demands of its operands."""
    match node:
        case ast.BinOp(op=ast.Div(), right=right):
            yield from (_demand(factor, "not zero", pieces) for factor in _factors(right))
        case ast.Call(func=ast.Name(id="sqrt"), args=[inner]):
            yield _demand(inner, "not negative", pieces)
        case ast.Call(func=ast.Name(id="log"), args=[inner]):
            yield _demand(inner, "positive", pieces)


def _factors(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what must not vanish for a product not to."""
    match node:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            yield from _factors(left)
            yield from _factors(right)
        case ast.BinOp(left=base, op=ast.Pow()) | ast.Call(func=ast.Name(id="sqrt"), args=[base]):
            yield from _factors(base)
        case _:
            yield node


def _parts(node: ast.expr) -> tuple[ast.expr, ...]:
    """Return the operands of an operation that is continuous, and has a value, wherever its demands are met."""
    match node:
        case ast.Constant(value=int()):
            return ()
        case ast.Name(id=name) if name not in ("undefined", "infinite"):
            return ()
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return (inner,)
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int() as power)) if power >= 0:
            return (base,)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right=right):
            return left, right
        case ast.Call(func=ast.Name(id="larger" | "smaller" | "sqrt" | "log" | "tanh"), args=parts):
            return tuple(parts)
    raise UnreadableError(ast.unparse(node))
