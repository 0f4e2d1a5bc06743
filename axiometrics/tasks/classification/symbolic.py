"""The parametric cases of a constraint: those of the ordinal task, with the quantities that only classification has.

Of a constraint that changes a few classes, whatever the number of all, there are cases of any number of classes too:
the classes that its generator chooses are told one by one, all others alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Undefined, settled
from axiometrics.tasks.classification.cases import KIND
from axiometrics.tasks.classification.task import is_of_two
from axiometrics.tasks.classification.view import COUNTED, FOUR, RIGHT
from axiometrics.tasks.ordinal import any_number, symbolic
from axiometrics.tasks.ordinal.any_number_facts import ManyClassByClass, ManyFolded, ManyShared
from axiometrics.tasks.ordinal.chooser import Generator, Matrix, Template
from axiometrics.tasks.ordinal.class_by_class import ClassByClass
from axiometrics.tasks.ordinal.facts import Shared as Totals
from axiometrics.tasks.ordinal.quantities import Quantities, told
from axiometrics.tasks.ordinal.used_classes import Folded, WithUsedClasses
from axiometrics.tasks.ordinal.view import K, N
from axiometrics.tasks.parametric import CasesOnDemand, ParametricCase, measured

TWO = 2


class Shared(WithUsedClasses):
    """The totals of every output of a template, with the quantities that only classification has."""

    counted = COUNTED

    def __init__(self, case: ParametricCase, template: Template) -> None:
        self.whole: dict[Any, Any] = {}
        super().__init__(case, template)

    @classmethod
    def of_labels(cls, case: ParametricCase, template: Template, labels: Mapping[Any, str]) -> Totals:
        """Return the totals of outputs that compare three labelings, in one way; raises NotSymbolicError."""
        return (
            OfLabels(case, template, labels) if cls is Shared else super().of_labels(case, template, labels)
        )

    def all_items(self, output: str, matrix: Matrix, found: Quantities) -> Any:
        """Return the items of an output as those that are right and those that are wrong, or as another output's."""
        right, items = sympy.expand(matrix.right), sympy.expand(matrix.items)
        if items in self.whole:
            whole = self.whole[items]
            found.__dict__["right"] = whole if right == items else self._total(right, measured(RIGHT, output))
            return whole
        found.__dict__["right"] = self._total(right, measured(RIGHT, output))
        wrong = self._total(items - right, measured(N, output) - measured(RIGHT, output))
        self.whole[items] = found.__dict__["right"] + wrong
        members = tuple(sorted(self.whole[items].free_symbols, key=str))
        alone = not self.whole[items].as_coeff_Add()[0]  # else there are items where none of them is there
        if alone and not self.positive(self.whole[items]) and members not in self.case.sums:
            self.case.sums.append(members)
        return self.whole[items]

    def further(self, found: Quantities) -> dict[Any, Any]:
        """Return the right items, and the four counts of class 1 as sums of entries."""
        others = range(1, found.classes)
        counts = (
            found.rows[0][0],
            sum(found.rows[j][0] for j in others),
            sum(found.rows[0][i] for i in others),
            sum(found.rows[j][i] for j in others for i in others),
        )
        return {
            RIGHT: sympy.sympify(found.right),
            **dict(zip(FOUR, map(sympy.sympify, counts), strict=True)),
        }


class OfLabels(Shared):
    """Outputs that compare three labelings of the same items, two at a time, by how many items are wrong in each.

    Wherever two labelings differ one of them differs from the third, so that no number of wrong items is above the two
    others together: what one lacks of these is twice a generator that is never negative.
    """

    def __init__(self, case: ParametricCase, template: Template, labels: Mapping[Any, str]) -> None:
        self.case, self.matrices, self.labels = case, template.outputs, labels
        self.first = next(iter(template.outputs))
        self.case.outputs = {name: self._alone(name, matrix) for name, matrix in self.matrices.items()}
        read = [name for name, matrix in self.matrices.items() if sympy.sympify(matrix.items).free_symbols]
        wholes = {sympy.expand(self.matrices[name].items) for name in read}
        if len(read) != 3 or wholes != {sum(labels)}:
            raise NotSymbolicError("other outputs than those of three labelings are swept only")
        items = case.unnamed("positive", "items", measured(N, read[0]))
        lacking = [self._lacking(read[k:] + read[:k]) for k in range(3)]
        for k, name in enumerate(read):
            right = items - sum(lacking[:k] + lacking[k + 1 :])
            self.case.outputs[name] |= {N: items, RIGHT: right}

    def _lacking(self, names: Sequence[str]) -> Any:
        """Return half of what the wrong items of an output lack of those of the two others together."""
        matrices = [self.matrices[name] for name in names]
        own, *others = (sympy.expand(matrix.items - matrix.right) for matrix in matrices)
        terms = sympy.Add.make_args(sympy.expand(sum(others) - own))
        if any(term.as_coeff_Mul()[0] < 0 for term in terms):
            raise NotSymbolicError("outputs that are no distances of three labelings are swept only")
        turn = (-1, 1, 1)
        half = sum(t * (measured(N, n) - measured(RIGHT, n)) for t, n in zip(turn, names, strict=True)) / 2
        return self.case.unnamed("nonnegative", f"half of what {names[0]} lacks of a detour", half)

    def _alone(self, output: str, matrix: Matrix) -> dict[Any, Any]:
        """Return the numbers of one output, of each of which nothing else is known."""
        known = {
            symbol: self.case.unnamed("nonnegative", f"{symbol}", measured(symbol, output)) for symbol in FOUR
        }
        known |= {
            each: self.case.unnamed("positive", f"{each}", measured(each, output)) for each in self.counted
        }
        return {**known, N: matrix.items, RIGHT: matrix.right, K: sympy.Integer(matrix.classes)}

    def filled(self, formula: Formula) -> ParametricCase:
        """Return the case of a formula that has no reductions."""
        if formula.normal.atoms:
            raise NotSymbolicError("sums over classes of three labelings of the same items are swept only")
        case = self.copied()
        case.told = lambda: {
            **told(self, formula),
            "counts": {str(each): text for each, text in self.labels.items()},
        }
        return case


class FoldedShared(Folded, Shared):
    """The same, with one generator for what any two reductions have in common."""


class ClassByClassShared(ClassByClass, Shared):
    """The same, with sums over classes that are compared class by class."""


class WrittenOutShared(symbolic.WrittenOut, Shared):
    """Sums of products of counts, multiplied out, with the quantities that only classification has."""


class AnyShared(ManyShared, Shared):
    """The totals of outputs of any number of classes, with the right items."""

    all_items = Shared.all_items

    def further(self, found: Quantities) -> dict[Any, Any]:
        """Return the right items."""
        return {RIGHT: sympy.sympify(found.right)}


class AnyFolded(ManyFolded, AnyShared):
    """The same, with one generator for what any two reductions have in common."""


class AnyClassByClass(ManyClassByClass, AnyShared):
    """The same, with sums over classes that are compared class by class."""


ANY = (
    (AnyShared, Shared),
    (AnyFolded, FoldedShared),
    (AnyClassByClass, ClassByClassShared),
)
of_any_number = partial(any_number.of_any_number, ways=ANY, chooser=any_number.AnyNumber)
KINDS = (Shared, FoldedShared, ClassByClassShared, WrittenOutShared)


def parametric_cases(generator: Generator, formula: Formula) -> CasesOnDemand:
    """Return one case for each choice of classes; raises NotSymbolicError.

    A formula of two classes that has no value for more has cases of two classes only: in others there is no margin.
    """
    if not is_of_two(formula):
        found = symbolic.parametric_cases(generator, formula, KINDS, KIND.classes)
        found.wider = of_any_number(generator, formula)
        return found
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
