"""Lists of one growing size n, whose sums over ranks are geometric: closed forms in the base and its n-th power.

A run of equal documents adds weight * p^(i + e) for each of its ranks i. From rank a + 1 to a + l that is
weight * p^(a + 1 + e) (1 - p^l) / (1 - p); with a and l linear in n it is a rational function of p and u = p^n.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Letter, Power
from axiometrics.tasks.ranking.scene import Context, Run, Scene
from axiometrics.tasks.ranking.view import QUANTITIES, VARIABLES, At

__all__ = ["Growing", "growing"]

AT = At(*VARIABLES[:8])
SIZE = sympy.Symbol("n", integer=True, positive=True)
POWER = sympy.Symbol("u", positive=True)


class Growing(NamedTuple):
    """The values of a formula's symbols in every output, in the letter and its n-th power, ``power``.

    n is from ``least`` on.
    """

    letter: Any
    power: Any
    least: int
    outputs: dict[str, dict[Any, Any]]


@dataclass
class _SizeChooser:
    """Answers with one symbol for the one size."""

    least: int | None = None

    def size(self, name: str, low: int = 1, high: int | None = None) -> Any:
        if self.least is not None or high is not None:
            raise NotSymbolicError("there is more than one size, or a largest one")
        self.least = low
        return SIZE

    def grade(self, name: str, low: Any = 0) -> Any:
        raise NotSymbolicError("grades grow with nothing")

    def context(self, name: str, *, graded: bool = False) -> Context:
        return Context(name, graded)


@dataclass
class _Sums:
    """Sums over the runs of one output."""

    letters: set[Any] = field(default_factory=set)

    def over(self, body: Any, runs: tuple[Any, ...]) -> Any:
        above, total = sympy.S.Zero, sympy.S.Zero
        for part in runs:
            if not isinstance(part, Run):
                raise NotSymbolicError("a context has no closed form")
            grade = sympy.sympify(part.grade)
            relevant = sympy.S.One if grade > 0 else sympy.S.Zero
            term = body.xreplace({AT.x: grade, AT.b: relevant, AT.z: 1 - relevant})
            total += self._run(sympy.expand(term), above, sympy.sympify(part.times))
            above = sympy.expand(above + part.times)
        return total

    def _run(self, term: Any, above: Any, times: Any) -> Any:
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

    def _power(self, base: Any, exponent: Any) -> Any:
        """Write base^(alpha n + beta) as u^alpha base^beta."""
        found = sympy.Poly(exponent, SIZE)
        if found.degree() > 1:
            raise NotSymbolicError(f"the rank {exponent} does not grow linearly")
        alpha, beta = found.coeff_monomial(SIZE), found.coeff_monomial(1)
        if not (alpha.is_Integer and beta.is_Integer and alpha >= 0):
            raise NotSymbolicError(f"the rank {exponent} does not grow by whole steps")
        return POWER**alpha * base**beta


def growing(generator: Callable[..., Scene], formula: Formula) -> Growing:
    """Return the closed forms of a generator of one size; raises NotSymbolicError where there are none."""
    if formula.normal.expression.free_symbols & set(QUANTITIES):
        raise NotSymbolicError("the sizes of list and collection are no powers")
    chooser = _SizeChooser()
    scene, sums = generator(chooser), _Sums()
    outputs = {}
    for name, runs in scene.outputs.items():
        known = {}
        for symbol, atom in formula.normal.atoms.items():
            if atom.domain != "ranks":
                raise NotSymbolicError(f"{symbol} is no sum over all ranks")
            known[symbol] = sums.over(atom.body, runs)
        outputs[name] = known
    if len(sums.letters) != 1 or chooser.least is None:
        raise NotSymbolicError("there is no open base of a geometric series, or no size")
    (letter,) = sums.letters
    return Growing(letter, POWER, chooser.least, outputs)
