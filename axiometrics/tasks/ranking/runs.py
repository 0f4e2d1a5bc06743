"""The runs of a template with one growing size: for each, its first and last rank and what is above it, by n."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import SIZE, Growth
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Letter, Power
from axiometrics.tasks.ranking.chooser import Context, Run, Template
from axiometrics.tasks.ranking.symbolic import judged
from axiometrics.tasks.ranking.view import AT, QUANTITIES, VARIABLES

if TYPE_CHECKING:
    from sympy import Expr

MOST_TOLD = 8
"""Equal documents in a row that are told one by one, if their number does not grow."""


@dataclass
class SizeChooser:
    """Answers with the symbol of the one size, and keeps its name and bounds.

    With ``together`` there may be several sizes: each is its least value plus the symbol, and contexts are empty.
    """

    name: str = ""
    low: int = 1
    high: int | None = None
    together: bool = False

    def size(self, name: str, low: int = 1, high: int | None = None) -> Expr:
        """Return the symbol of the size; there must be no other one, unless all grow together."""
        if self.together:
            self.name, self.low, self.high = self.name or name, 0, self.high or high
            return low + SIZE
        if self.name not in ("", name):
            raise NotSymbolicError(f"the generator asks for {self.name} and {name}")
        self.name, self.low, self.high = name, low, high
        return SIZE

    def grade(self, name: str, low: Expr | int = 0) -> Expr:
        """Refuse: grades do not grow."""
        raise NotSymbolicError(f"the grade {name} is not fixed")

    def kind(self, count: int) -> int:
        """Refuse: kinds do not grow."""
        raise NotSymbolicError("the kind of a case is not fixed")

    def sides(self, name: str) -> tuple[Context, Context]:
        """Refuse: what differs between the outputs has no symbolic reading."""
        raise NotSymbolicError(f"{name} differs between the outputs")

    def context(self, name: str, *, graded: bool = False) -> Context:
        """Return a context, which is empty in the cases of a growing size."""
        return Context(name, graded)


def template_of(
    generator: Callable[..., Template], *, together: bool = False
) -> tuple[SizeChooser, Template]:
    """Return the chooser and the template with a symbolic size; raises NotSymbolicError."""
    chooser = SizeChooser(together=together)
    try:
        template = generator(chooser)
    except TypeError as error:  # SymPy refuses to order what has no order
        raise NotSymbolicError(f"the generator cannot be run with a symbol: {error}") from error
    if template.tied:
        raise NotSymbolicError("lists with ties have no closed form in n")
    if not chooser.name:
        raise NotSymbolicError("the generator asks for a largest size")
    return chooser, template


@dataclass(frozen=True)
class Piece:
    """Documents of one grade at the ranks ``first`` to ``last``, and the counts and gain above them."""

    grade: int
    first: Expr
    last: Expr
    relevant: Expr
    gain: Expr
    nonrelevant: Expr

    def part(self, first: Expr, last: Expr) -> Piece:
        """Return the documents of some ranks of it."""
        passed = first - self.first
        found = int(self.grade > 0)
        return replace(
            self,
            first=first,
            last=last,
            relevant=sympy.expand(self.relevant + passed * found),
            gain=sympy.expand(self.gain + passed * self.grade),
            nonrelevant=sympy.expand(self.nonrelevant + passed * (1 - found)),
        )

    def cut(self, last: Expr, growth: Growth) -> tuple[Piece | None, Piece | None]:
        """Return the part up to a rank and the part below, None for what is empty."""
        above, below = growth.sign(last - self.first + 1), growth.sign(self.last - last)
        if above is None or below is None:
            raise NotSymbolicError(f"whether ranks {self.first} to {self.last} are above {last} is open")
        if below in ("negative", "zero"):
            return self, None
        if above in ("negative", "zero"):
            return None, self
        return self.part(self.first, last), self.part(sympy.expand(last + 1), self.last)


def pieces(runs: list[Run], growth: Growth) -> Iterator[Piece]:
    """Yield the runs of a list as pieces; runs without documents are left out."""
    place = sympy.S.Zero
    above = Piece(0, place, place, place, place, place)
    for run in runs:
        times = sympy.sympify(run.times)
        sign = growth.sign(times)
        if sign not in ("positive", "zero") or not isinstance(run.grade, int):
            raise NotSymbolicError(f"a run of {times} documents of grade {run.grade} has no symbolic reading")
        told = range(int(times)) if times.is_Integer and times <= MOST_TOLD else ()
        for count in (1 for _ in told) if told or sign == "zero" else (times,):
            piece = replace(
                above, grade=run.grade, first=above.last + 1, last=sympy.expand(above.last + count)
            )
            yield piece
            above = piece.part(sympy.expand(piece.last + 1), piece.last)


@dataclass(frozen=True)
class Collection:
    """How many documents of each grade the collection of every output has, and how many of them are not listed."""

    counts: Mapping[str, Mapping[int, Any]]
    missing: Mapping[str, Mapping[int, Any]]

    @classmethod
    def of(cls, template: Template, growth: Growth) -> Collection:
        """Count what `Template` counts, with expressions."""
        held = {output: template.held(output) for output in template.outputs}
        if template.relevant is not None and set().union(*held.values()) - {0, 1}:
            raise NotSymbolicError("a stated number of relevant documents is one of grade 1")
        shown = template.shown(growth.most)
        counts = {
            output: {
                grade: sympy.expand(count) for grade, count in template.collection(output, shown).items()
            }
            for output in template.outputs
        }
        missing = {
            output: {grade: sympy.expand(count - held[output][grade]) for grade, count in found.items()}
            for output, found in counts.items()
        }
        for found in missing.values():
            if any(growth.sign(count) not in ("zero", "positive") for count in found.values()):
                raise NotSymbolicError("whether the collection has all listed documents is open")
        return cls(counts, missing)

    def best(self, output: str) -> list[Run]:
        """Return the ideal list."""
        return [
            Run(grade, count) for grade, count in sorted(self.counts[output].items(), reverse=True) if grade
        ]


POWER = sympy.Symbol("u", positive=True)


class GeometricForm(NamedTuple):
    """The values of a formula's symbols in every output, in the letter and its n-th power, ``power``.

    n is from ``least`` on.
    """

    letter: Expr
    power: Any
    least: int
    outputs: dict[str, dict[Any, Any]]


@dataclass
class _Sums:
    """Sums over the runs of one output."""

    letters: set[Any] = field(default_factory=set)

    def over(self, body: Expr, runs: tuple[Any, ...]) -> Expr:
        above, total = sympy.S.Zero, sympy.S.Zero
        for part in runs:
            if not isinstance(part, Run):
                raise NotSymbolicError("a context has no closed form")
            grade = sympy.sympify(part.grade)
            term = body.xreplace(judged(AT, grade))
            total += self._run(sympy.expand(term), above, sympy.sympify(part.times))
            above = sympy.expand(above + part.times)
        return total

    def _run(self, term: Expr, above: Expr, times: Expr) -> Expr:
        if term == 0:
            return sympy.S.Zero
        if term.is_Add:
            return sympy.Add(*(self._run(part, above, times) for part in term.args))
        weight, rest = term.as_independent(AT.i, as_Add=False)
        if (
            not isinstance(rest, Power)
            or not isinstance(rest.args[0], Letter)
            or weight.free_symbols & set(VARIABLES)
        ):
            raise NotSymbolicError(f"{term} is no term of a geometric series")
        base, exponent = rest.args
        more = sympy.expand(exponent - AT.i)
        if more.free_symbols:
            raise NotSymbolicError(f"the exponent {exponent} is not the rank")
        self.letters.add(base)
        first = self._power(base, above + 1 + more)
        return weight * first * (1 - self._power(base, times)) / (1 - base)

    def _power(self, base: Expr, exponent: Expr) -> Expr:
        """Write base^(alpha n + beta) as u^alpha base^beta."""
        found = sympy.Poly(exponent, SIZE)
        if found.degree() > 1:
            raise NotSymbolicError(f"the rank {exponent} does not grow linearly")
        alpha, beta = found.coeff_monomial(SIZE), found.coeff_monomial(1)
        if not (alpha.is_Integer and beta.is_Integer and alpha >= 0):
            raise NotSymbolicError(f"the rank {exponent} does not grow by whole steps")
        return POWER**alpha * base**beta


def geometric_form(
    generator: Callable[..., Template], formula: Formula, *, together: bool = False
) -> GeometricForm:
    """Return the closed forms of a generator of one size; raises NotSymbolicError where there are none.

    With ``together`` all sizes are their least values plus n, and the contexts are empty.
    """
    if formula.normal.expression.free_symbols & set(QUANTITIES):
        raise NotSymbolicError("the sizes of list and collection are no powers")
    chooser, template = template_of(generator, together=together)
    sums = _Sums()
    outputs = {}
    for name, runs in template.outputs.items():
        known = {}
        for symbol, atom in formula.normal.atoms.items():
            if atom.domain != "ranks":
                raise NotSymbolicError(f"{symbol} is no sum over all ranks")
            shown = tuple(run for run in runs if not (together and isinstance(run, Context)))
            known[symbol] = sums.over(atom.body, shown)
        outputs[name] = known
    if len(sums.letters) != 1 or chooser.high is not None:
        raise NotSymbolicError("there is no open base of a geometric series, or a largest size")
    (letter,) = sums.letters
    return GeometricForm(letter, POWER, chooser.low, outputs)
