"""The reductions of a formula on lists that are runs whose lengths grow with n.

On a run everything that a term looks at is an affine function of the rank, so a reduction becomes a sum over the runs:
a multiple of the length where the terms are equal, else a total.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import INDEX, Growth
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Over, Power, settled
from axiometrics.tasks.asymptotics import AsymptoticCase, Crossing, Total
from axiometrics.tasks.ranking.chooser import Template
from axiometrics.tasks.ranking.runs import Collection, Piece, pieces, template_of
from axiometrics.tasks.ranking.symbolic import judged
from axiometrics.tasks.ranking.view import AT, BELOW, G, N, R, T, domain_limit, m

if TYPE_CHECKING:
    from sympy import Expr

    from axiometrics.tasks.abilities import Generator

LOWER = sympy.Symbol("j")
"""The rank of the lower document of a pair."""


def asymptotic_case(generator: Generator, formula: Formula) -> AsymptoticCase:
    """Return the values of all of a formula's symbols in every output; raises NotSymbolicError."""
    chooser, template = template_of(generator)
    case = AsymptoticCase(chooser.name, chooser.low, chooser.high, Growth(chooser.low))
    collection = Collection.of(template, case.growth)
    for output in template.outputs:
        listing = _Listing(case, output, list(pieces(template.runs(output), case.growth)), collection)
        values = listing.quantities()
        case.outputs[output] = values
        case.items += values[m] + values[R] + values[N]
        for symbol, atom in formula.normal.atoms.items():
            values[symbol] = listing.fold(atom, values)
    case.told = _told(case, template)
    return case


def _told(case: AsymptoticCase, template: Template) -> dict[str, Any]:
    """Tell the lists and their collection; nothing where grades are not binary or collections differ."""
    lists = {
        output: [{"document": str(run.grade), "times": str(run.times)} for run in template.runs(output)]
        for output in template.outputs
    }
    held = [{str(values[size]) for values in case.outputs.values()} for size in (R, N)]
    graded = any(part["document"] not in ("0", "1") for parts in lists.values() for part in parts)
    if graded or any(len(each) > 1 for each in held):
        return {}
    return {
        "outputs": {output: {"list": parts} for output, parts in lists.items()},
        "collection": {"relevant": held[0].pop(), "nonrelevant": held[1].pop()},
    }


class _Listing:
    """One output's list, and its collection."""

    def __init__(
        self, case: AsymptoticCase, output: str, listed: list[Piece], collection: Collection
    ) -> None:
        self.case = case
        self.listed = listed
        self.counts = collection.counts[output]
        self.missing = collection.missing[output]
        self.best = list(pieces(collection.best(output), case.growth))

    def quantities(self) -> dict[Any, Any]:
        """Return the sizes of list and collection, the highest grade, and the pairs of equal grades."""
        present = [grade for grade, count in self.counts.items() if count != 0]
        pairs = sum((count * (count - 1) / 2 for count in self.counts.values()), sympy.S.Zero)
        relevant = sum((count for grade, count in self.counts.items() if grade), sympy.S.Zero)
        return {
            m: self.listed[-1].last if self.listed else sympy.S.Zero,
            R: sympy.expand(relevant),
            N: self.counts[0],
            G: sympy.Integer(max(present, default=0)),
            T: sympy.expand(pairs),
        }

    def fold(self, atom: Over, values: dict[Any, Any]) -> Expr:
        """Return the value of a reduction."""
        kind, limit = domain_limit(atom.domain)
        stop = values[R] if limit == "R" else limit
        body = atom.body.xreplace({part: values[part] for part in (m, R, N, G, T)})
        if kind == "cascade":
            return self._cascade(*body.args)
        if kind == "pairs":
            return self._pairs(body)
        if kind == "missed":
            return self._missed(body)
        return self._ranks(body, self.best if kind == "ideal" else self.listed, stop)

    def _ranks(self, body: Expr, listed: list[Piece], stop: Expr | None = None) -> Expr:
        found = sympy.S.Zero
        for piece in listed:
            kept = piece if stop is None else piece.cut(sympy.sympify(stop), self.case.growth)[0]
            if kept is not None:
                found += self._sum(body, kept)
        return found

    def _sum(self, body: Expr, piece: Piece) -> Expr:
        """Return the sum of a body over a piece, which is divided where an order changes or the ideal list does."""
        fixed = body.xreplace(judged(AT, piece.grade))
        if fixed == 0:
            return sympy.S.Zero
        found = sympy.S.Zero
        for part in self._even(piece) if fixed.has(AT.h) else [piece]:
            term = fixed.xreplace({**_placed(part), AT.h: self._ideal_gain(part)})
            try:
                found += self.case.added(term, part.first, part.last)
            except Crossing as crossing:
                halves = part.cut(crossing.last, self.case.growth)
                if None in halves:
                    raise NotSymbolicError("an order changes at the end of a run") from crossing
                found += sum(self._sum(body, half) for half in halves if half)
        return found

    def _even(self, piece: Piece) -> Iterator[Piece]:
        """Divide a piece where the ideal list goes on to another grade, or ends."""
        left: Piece | None = piece
        for part in self.best:
            if left is not None:
                found, left = left.cut(part.last, self.case.growth)
                if found is not None:
                    yield found
        if left is not None:
            yield left

    def _ideal_gain(self, piece: Piece) -> Expr:
        """Return the gain of the ideal list by a rank of a piece that lies within one of its grades, or below all."""
        for part in self.best:
            if self.case.growth.sign(part.last - piece.last) in ("zero", "positive"):
                return part.gain + (INDEX - part.first + 1) * part.grade
        return (
            self.best[-1].part(self.best[-1].last + 1, self.best[-1].last).gain if self.best else sympy.S.Zero
        )

    def _cascade(self, value: Expr, stop: Expr) -> Expr:
        """Return the expected value: along a run in which readers stop with one probability the chance is geometric."""
        found, reading = sympy.S.Zero, sympy.S.One
        for piece in self.listed:
            chance = settled(stop.xreplace(judged(AT, piece.grade)))
            if not chance.is_Rational or not 0 <= chance <= 1:
                raise NotSymbolicError(f"the probability {chance} to stop is not fixed")
            if chance == 0:
                continue
            if chance == 1:
                return found + reading * self._sum(value, piece.part(piece.first, piece.first))
            weight = Power(1 - chance, INDEX - piece.first)
            found += reading * chance * self._sum(value * weight, piece)
            reading *= self.case.power(1 - chance, piece.last - piece.first + 1)
        return found

    def _pairs(self, body: Expr) -> Expr:
        """Return the sum over pairs of a document and one below it."""
        found = sympy.S.Zero
        for place, upper in enumerate(self.listed):
            found += self._within(
                body.xreplace({**judged(AT, upper.grade), **judged(BELOW, upper.grade)}), upper
            )
            for lower in self.listed[place + 1 :]:
                found += self._between(settled(body.xreplace(judged(BELOW, lower.grade))), upper, lower)
        return found

    def _between(self, body: Expr, upper: Piece, lower: Piece) -> Expr:
        """Return the sum over pairs of documents of two pieces, where it is a product of two sums."""
        fixed = settled(body.xreplace(judged(AT, upper.grade)))
        if fixed == 0:
            return sympy.S.Zero
        constant, core = sympy.factor(fixed).as_independent(*AT, BELOW.j, as_Add=False)
        above, below = sympy.S.One, sympy.S.One
        for part in sympy.Mul.make_args(core):
            if not part.has(BELOW.j):
                above *= part
            elif part.free_symbols & set(AT):
                raise NotSymbolicError(f"the terms {core} of pairs have no reading as a product")
            else:
                below *= part
        lows = self._sum(below.xreplace({BELOW.j: AT.i}), lower)
        return constant * self._sum(above, upper) * lows

    def _within(self, body: Expr, piece: Piece) -> Expr:
        """Return the sum over the pairs of documents of one piece."""
        fixed = settled(body)
        count = piece.last - piece.first + 1
        if fixed == 0 or count == 1:
            return sympy.S.Zero
        if not fixed.free_symbols & {*AT, *BELOW}:
            return fixed * count * (count - 1) / 2
        term = fixed.xreplace({**_placed(piece), BELOW.j: LOWER})
        return self.case.total(Total(sympy.factor(term), piece.first, piece.last, opaque=True))

    def _missed(self, body: Expr) -> Expr:
        """Return the sum over pairs of a listed document and one that is not."""
        return sum(
            (
                count * self._ranks(body.xreplace(judged(BELOW, grade)), self.listed)
                for grade, count in self.missing.items()
                if count != 0
            ),
            sympy.S.Zero,
        )


def _placed(piece: Piece) -> dict[Any, Any]:
    """Return what a document at the rank i of a piece sees above and with it."""
    passed, found = INDEX - piece.first, int(piece.grade > 0)
    return {
        AT.i: INDEX,
        AT.c: sympy.expand(piece.relevant + (passed + 1) * found),
        AT.g: sympy.expand(piece.gain + (passed + 1) * piece.grade),
        AT.d: sympy.expand(piece.nonrelevant + passed * (1 - found)),
    }
