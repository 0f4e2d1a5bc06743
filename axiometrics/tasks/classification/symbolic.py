"""The parametric cases of a constraint: those of the ordinal task, with the quantities that only classification has.

And one more way to write them: sums of products of counts, multiplied out.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.polynomials import multiplied_out
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Undefined, settled
from axiometrics.tasks.classification.cases import KIND
from axiometrics.tasks.classification.matrices import (
    ClassByClassShared,
    FoldedShared,
    Shared,
)
from axiometrics.tasks.classification.task import is_of_two
from axiometrics.tasks.ordinal import symbolic
from axiometrics.tasks.ordinal.chooser import Generator, Template
from axiometrics.tasks.ordinal.class_rows import written_out
from axiometrics.tasks.ordinal.quantities import COUNTED, SIDES, Quantities, condition_of, told
from axiometrics.tasks.ordinal.view import VARIABLES, K, N
from axiometrics.tasks.parametric import CasesOnDemand, GeneratorSign, ParametricCase

__all__ = ["parametric_cases"]

TWO = 2


class WrittenOut(Shared):
    """Sums of products of counts, multiplied out in the counts of all cells; the items are known to be 1 at least.

    Terms of classes and cells that may be empty are 0 where these are, so that it does not matter whether they count.
    """

    def __init__(self, case: ParametricCase, template: Template) -> None:
        self.case, self.matrices = case, template.outputs
        self.first = next(iter(template.outputs))
        self.found = {name: written_out(matrix) for name, matrix in template.outputs.items()}
        self.sums: dict[Any, Any] = {}
        case.outputs = {
            name: self.further(found) | {N: sympy.expand(self._items(name)), K: sympy.Integer(found.classes)}
            for name, found in self.found.items()
        }
        case.by_sums = True

    def _items(self, output: str) -> Any:
        matrix = self.matrices[output]
        return (matrix if matrix.like is None else matrix.like).items

    @classmethod
    def suits(cls, formula: Formula) -> bool:
        """Whether all reductions of a formula are sums of products of counts, beside which no classes are counted."""
        atoms = formula.normal.atoms.values()
        plain = all(
            (atom.domain in SIDES or atom.domain in ("cells", "all_cells"))
            and {*VARIABLES} >= atom.body.free_symbols
            and atom.body.is_polynomial()
            for atom in atoms
        )
        counted = {str(symbol) for symbol in formula.normal.expression.free_symbols} & {*COUNTED}
        return bool(atoms) and plain and not counted

    def filled(self, formula: Formula) -> ParametricCase:
        """Return the case of a formula; raises NotSymbolicError."""
        case = self.copied()
        counts = {str(symbol): known.meaning for symbol, known in case.generators.items()}
        case.told = lambda: {**told(self, formula), "counts": counts}
        for name, found in self.found.items():
            own = {symbol: self._sum(name, found, atom) for symbol, atom in formula.normal.atoms.items()}
            read = formula.normal.expression.free_symbols
            case.outputs[name] = {
                symbol: value for symbol, value in (case.outputs[name] | own).items() if symbol in read
            }
        return _together(case)

    def _sum(self, output: str, found: Quantities, atom: Any) -> Any:
        """Return a sum of an output, which is the same for all formulas. Raises NotSymbolicError."""
        if (output, atom) not in self.sums:
            self.sums[output, atom] = _multiplied_out(found, atom)
        return self.sums[output, atom]


def _together(case: ParametricCase) -> ParametricCase:
    """Return a case in which counts that the values are only the sum of are one generator."""
    if not case.generators:
        raise NotSymbolicError("counts that are no symbols")
    values = [value for known in case.outputs.values() for value in known.values()]
    names, alike = tuple(case.generators), dict[Any, list[Any]]()
    for symbol, *slopes in zip(names, *(_slopes(value, names) for value in values), strict=True):
        alike.setdefault(tuple(slopes), []).append(symbol)
    for first, *others in alike.values():
        if others and all(case.generators[each].sign == "nonnegative" for each in (first, *others)):
            meant = sum(case.generators[each].definition for each in (first, *others))
            some = any({first, *others} >= {*members} for members in case.sums)
            sign: GeneratorSign = "positive" if some else "nonnegative"
            made = case.unnamed(sign, " + ".join(map(str, (first, *others))), meant)
            by = {first: made, **dict.fromkeys(others, sympy.S.Zero)}
            for known in case.outputs.values():
                known |= {symbol: sympy.sympify(value).xreplace(by) for symbol, value in known.items()}
            left = {first: made, **dict.fromkeys(others, made)}
            both = [tuple(dict.fromkeys(left.get(each, each) for each in members)) for members in case.sums]
            case.sums += [
                members for members in both if members not in case.sums and (made not in members or not some)
            ]
    written = [sympy.sympify(value) for known in case.outputs.values() for value in known.values()]
    used = set[Any]().union(*(value.free_symbols for value in written))
    case.generators = {symbol: known for symbol, known in case.generators.items() if symbol in used}
    return case


@lru_cache(maxsize=1 << 10)
def _slopes(value: Any, names: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the derivatives of a polynomial by some names; many formulas have the same values."""
    written = sympy.Poly(value, *names)
    return tuple(written.diff(name) for name in names)


def _multiplied_out(found: Quantities, atom: Any) -> Any:
    """Return a sum over cells or classes in counts. Raises NotSymbolicError where an empty one may add something."""
    places = range(found.classes)
    total = sympy.S.Zero
    for i, j in product(places, places) if atom.domain not in SIDES else ((k, k) for k in places):
        known = {
            each: found.offer(place, i, j) for place, each in enumerate(VARIABLES) if atom.body.has(each)
        }
        term = multiplied_out(
            atom.body.xreplace({each: sympy.sympify(value) for each, value in known.items()})
        )
        if not _adds_nothing_empty(term, condition_of(found, atom.domain, i, j)):
            raise NotSymbolicError(f"a class without items may add to {atom.domain}")
        total += term
    return sympy.expand(total)


def _adds_nothing_empty(term: Any, condition: Any) -> bool:
    """Whether a term counts always, or is 0 where it does not: where all counts that its condition adds up are 0."""
    if condition is None:
        return True
    items = sympy.expand(condition)
    constant, parts = items.as_coeff_Add()[0], sympy.Add.make_args(items)
    if any(part.as_coeff_Mul()[0] < 0 for part in parts):
        return False
    empty = dict.fromkeys(items.free_symbols, sympy.S.Zero)
    return bool(constant > 0 or sympy.expand(sympy.sympify(term).xreplace(empty)) == 0)


KINDS = (Shared, FoldedShared, ClassByClassShared, WrittenOut)


def parametric_cases(generator: Generator, formula: Formula) -> CasesOnDemand:
    """Return one case for each choice of classes; raises NotSymbolicError.

    A formula of two classes that has no value for more has cases of two classes only: in others there is no margin.
    """
    if not is_of_two(formula):
        return symbolic.parametric_cases(generator, formula, KINDS, KIND.classes)
    if not all(_lacks_value(formula, number) for number in KIND.classes if number != TWO):
        raise NotSymbolicError("what a formula of two classes says of more of them is swept only")
    return symbolic.parametric_cases(generator, formula, KINDS, (TWO,))


def _lacks_value(formula: Formula, number: int) -> bool:
    """Whether a formula says that it has no value for so many classes."""
    whole = formula.normal.expression
    return (
        isinstance(whole, Guard)
        and settled(whole.args[1].subs(K, number)) == 0
        and isinstance(whole.args[2], Undefined)
    )
