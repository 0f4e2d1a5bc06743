"""Many judged matrices at once, one alone, and one in a proof: those of the ordinal task, with what this one adds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

import numpy as np
import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import ABOVE, rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import in_one_way
from axiometrics.formulas.rows import Part
from axiometrics.tasks.classification.confusion import ConfusionMatrix
from axiometrics.tasks.classification.view import COUNTED, FOUR, RIGHT
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.chooser import Matrix, Template
from axiometrics.tasks.ordinal.class_by_class import ClassByClass
from axiometrics.tasks.ordinal.facts import Facts
from axiometrics.tasks.ordinal.facts import Shared as Totals
from axiometrics.tasks.ordinal.many_classes import ADDED
from axiometrics.tasks.ordinal.quantities import COUNTED as COUNTED_SIDES
from axiometrics.tasks.ordinal.quantities import (
    SIDES,
    Quantities,
    Single,
    told,
    told_rows,
    vanishing,
)
from axiometrics.tasks.ordinal.used_classes import Folded, WithUsedClasses, counts
from axiometrics.tasks.ordinal.view import VARIABLES, K, N
from axiometrics.tasks.parametric import ParametricCase, measured


def four(right: Any, gold: Any, system: Any, items: Any) -> dict[str, Any]:
    """Return what a class has of items that are and are not of it, and are and are not put into it.

    >>> four(3, 3, 4, 6)
    {'TP': 3, 'FN': 0, 'FP': 1, 'TN': 2}
    """
    return {"TP": right, "FN": gold - right, "FP": system - right, "TN": items - gold - system + right}


def golds(batch: MatrixBatch) -> Any:
    """Return a number for every matrix, the same for those with the same gold."""
    sizes = np.column_stack([batch.classes, batch.gold])
    return np.unique(sizes, axis=0, return_inverse=True)[1].reshape(-1)


class MatrixBatch(ConfusionBatch):
    """Confusion matrices of classes without an order."""

    output = ConfusionMatrix

    @cached_property
    def quantities(self) -> dict[str, Part]:
        """Items, classes, those that gold, system or either uses, and the four counts of class 1."""
        used = (self.system > 0).sum(axis=1)
        first = four(self.counts[:, 0, 0], self.gold[:, 0], self.system[:, 0], self.items)
        return {**super().quantities, "S": used, "D": self.right, **first}


class Alone(Single):
    """One matrix of counts, which writes its rows as lists."""

    def quantity(self, name: str) -> int:
        """Return a quantity of the matrix."""
        if name == "D":
            return int(sum(row[place] for place, row in enumerate(self.rows)))
        if len(name) == 1:
            return super().quantity(name)
        return int(four(self.rows[0][0], self.gold[0], self.system[0], self.items)[name])


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


OFFERED_BY_MANY = frozenset("cegsablm")
"""What reductions may read that run over many classes: nothing that hangs on their order."""
Terms = Counter[tuple[Any, ...]]


class ManyShared(Shared):
    """The totals of outputs of any number of classes, of which few are told one by one, and all others are alike."""

    further_classes = True

    def called(self, k: int) -> str:
        """Return how a class is told in measured quantities."""
        names = self.matrices[self.first].names
        return f"_{names[k] if k < len(names) else ADDED}"

    def further(self, found: Quantities) -> dict[Any, Any]:
        """Return the right items."""
        return {RIGHT: sympy.sympify(found.right)}

    def _whole(self, output: str) -> dict[Any, Any]:
        return {**super()._whole(output), K: self.matrices[output].number}

    def used_classes(self, symbol: Any, output: str) -> Any:
        """Return how many classes are not empty: of the others as many in every output, if they have the same."""
        if symbol not in self.used:
            self.used[symbol] = self._counted(symbol, COUNTED_SIDES[str(symbol)])
        return self.used[symbol][output]

    def _counted(self, symbol: Any, side: str) -> dict[str, Any]:
        known = {
            name: [self.plain(total) for total in getattr(found, side)] for name, found in self.found.items()
        }
        full = all(matrix.is_full(side) for matrix in self.matrices.values())
        if full and all(total == 1 for totals in known.values() for total in totals):
            return {name: matrix.number for name, matrix in self.matrices.items()}
        others = {name: matrix.each(side) for name, matrix in self.matrices.items()}
        if len({vanishing(each) for each in others.values()}) > 1:
            return {
                name: self.case.unnamed("positive", f"{symbol} of {name}", measured(symbol, name))
                for name in known
            }
        for name, each in others.items():
            known[name].append(self.matrices[name].total(each))
        return counts(symbol, known, self.case)

    @cached_property
    def supports(self) -> dict[Any, str]:
        """What one of the classes that are not told has where it counts, by what it is not zero with."""
        each = [
            matrix.each(COUNTED_SIDES[str(symbol)])
            for matrix in self.matrices.values()
            for symbol in self.counted
        ]
        return {frozenset(vanishing(some).free_symbols): str(some) for some in each if some != 0}

    def told_number(self, symbol: Any, output: str) -> str:
        """Return how many classes are not empty, as data: of the others all, or a number for what each of them has."""
        side, matrix = COUNTED_SIDES[str(symbol)], self.matrices[output]
        there = [f"present({vanishing(total)})" for total in getattr(matrix, side) if total != 0]
        some = frozenset(vanishing(matrix.each(side)).free_symbols)
        further = f"used:{[*self.supports].index(some)}" if some else ""
        if matrix.is_full(side):
            further = str(matrix.number - matrix.classes)
        return "+".join(filter(None, [*there, further])) or "0"

    def told_outputs(self, formula: Formula) -> dict[str, Any]:
        """Return the rows of every output: of the classes that are told, and of one of the others each."""
        domains = sorted({atom.domain for atom in formula.atoms})
        asked = {str(name) for atom in formula.atoms for name in atom.body.free_symbols} & OFFERED_BY_MANY
        found = {}
        for name, matrix in self.matrices.items():
            whole = Quantities(matrix.rows)
            whole.__dict__ |= {"gold": matrix.gold, "system": matrix.system, "items": matrix.items}
            sizes = {"N": matrix.items, "K": matrix.number, "D": matrix.right, **matrix.told()}
            sizes |= {str(symbol): self.told_number(symbol, name) for symbol in self.counted}
            rows = {
                domain: [*told_rows(whole, domain, asked), *matrix.rows_of_others(domain, asked)]
                for domain in domains
            }
            found[name] = {"quantities": sizes, "rows": rows, "complete": True}
        known = {str(one): all_ for each in self.matrices.values() for one, all_ in each.totals.items()}
        there = [{"there": text, "all": f"used:{place}"} for place, text in enumerate(self.supports.values())]
        named = sorted({*re.findall(r"each:\w+:\w+|used:\w+", f"{found} {there}")})
        of_each = [
            {"one": name, "all": str(known.get(name, ""))} for name in named if name.startswith("each:")
        ]
        meant = dict.fromkeys(named, "of the classes that are not told")
        return {"outputs": found, "counts": meant, "each": [*of_each, *there]}

    def filled(self, formula: Formula) -> ParametricCase:
        """Return the case of a formula; raises NotSymbolicError."""
        return _ManyFacts(self, formula).case


class FurtherClasses(Facts):
    """What is known of reductions over classes that are not told, whose terms are those of one of them each."""

    shared: ManyShared

    def __init__(self, shared: ManyShared, formula: Formula) -> None:
        self.linear: dict[str, Any] = {}
        self.left: Terms = Counter()
        super().__init__(shared, formula)
        self.case.told = lambda: shared.told_outputs(formula)
        if self.scales is not None and not self._in_proportion(self.scales):
            raise NotSymbolicError("classes that are not told are no multiples")

    def _require_covered(self, symbol: object, atom: Any) -> None:
        read = {str(each) for each in atom.body.free_symbols & {*VARIABLES}}
        if not read <= OFFERED_BY_MANY or atom.domain not in (*SIDES, "cells", "all_cells"):
            raise NotSymbolicError(f"{symbol} of any number of classes is swept only")

    def _rows_of_others(self, output: str, domain: str) -> Iterator[tuple[str, Any, dict[str, Any]]]:
        found = self.found[output]
        rows: Iterator[tuple[str, Any, dict[str, Any]]]
        rows = self.shared.matrices[output].of_others(domain, found.gold, found.system)
        return rows

    def _in_proportion(self, scales: Mapping[str, Any]) -> bool:
        first, *_ = matrices = list(self.shared.matrices.values())
        parts = [(*each.across, *each.down, each.same, each.apart) for each in matrices]
        return all(
            sympy.expand(one - scale * other) == 0 and matrix.turned == first.turned
            for matrix, scale, own in zip(matrices, scales.values(), parts, strict=True)
            for one, other in zip(own, parts[0], strict=True)
        )

    def _others(self, output: str, atom: Any) -> Terms:
        """Return the terms of the classes and cells that are not told, of one of them each."""
        whole = {name: value for name, value in self.case.outputs[output].items() if name in self.wholes}
        found: Terms = Counter()
        for kind, condition, offers in self._rows_of_others(output, atom.domain):
            there = None if condition is None else vanishing(sympy.expand(condition))
            known = {each: offers[str(each)] for each in atom.body.free_symbols & {*VARIABLES}}
            term = in_one_way(atom.body.xreplace({**known, **whole}))
            if there != 0 and term != 0:
                found[kind, there, term] += 1
        return found


class _ManyFacts(FurtherClasses):
    """Fills a case with reductions over any number of classes: what is not told is the same in every output."""

    def _atom(self, symbol: object, atom: Any) -> dict[str, Any]:
        self._require_covered(symbol, atom)
        self.linear = dict.fromkeys(self.found, sympy.S.Zero)
        if self.scales is not None:
            with suppress(NotSymbolicError):
                return self._scaled(symbol, atom, self.scales)
        every = {name: self._others(name, atom) for name in self.found}
        if any(other != every[self.first] for other in every.values()):
            every = {name: self._without_linear(name, found) for name, found in every.items()}
        if any(other != every[self.first] for other in every.values()):
            raise NotSymbolicError(f"{symbol} changes in classes that are not told")
        self.left = every[self.first]
        return super()._atom(symbol, atom)

    def _told(self, symbol: Any, terms: Mapping[str, Terms]) -> dict[str, Any]:
        found = super()._told(symbol, terms)
        return {name: value + self.linear[name] for name, value in found.items()}

    def _without_linear(self, output: str, terms: Terms) -> Terms:
        """Take away what is a multiple of one count of one class, which all classes have so much of as that adds up to.

        It adds nothing where the class does not count, or counts always.
        """
        found: Terms = Counter()
        for (kind, there, term), often in terms.items():
            monomials = sympy.Add.make_args(sympy.expand(term)) if kind == "one" else ()
            alone = [each for each in monomials if _is_linear(each, there, self.shared)]
            rest = in_one_way(term - sympy.Add(*alone)) if alone else term
            self.linear[output] += often * self.shared.matrices[output].total(sympy.Add(*alone))
            if rest != 0:
                found[kind, there, rest] += often
        return found

    def _rest(self, symbol: object, atom: Any, told: object, *, signed: bool) -> Any:
        return super()._rest(symbol, atom, told, signed=signed or not self._is_nonnegative(atom))

    def _is_nonnegative(self, atom: Any) -> bool:
        if atom.body.is_nonnegative and not any(self.linear.values()):
            return True
        terms = [key[-1] for key in self.left]
        each = set[Any]().union(*(term.free_symbols for term in terms)) - {*self.case.generators}
        return all(
            term.is_rational_function()
            and rational_sign(term, self.case.positive, [*self.case.nonnegative, *each]) in ABOVE
            for term in terms
        )


def _is_linear(term: Any, there: Any, shared: ManyShared) -> bool:
    """Whether a term is a multiple of one count of a class, and 0 where something else that has it is 0."""
    own = [each for each in term.free_symbols if str(each).startswith("each:")]
    if len(own) != 1 or (there is not None and own[0] not in there.free_symbols):
        return False
    times = sympy.cancel(term / own[0])
    below = sympy.fraction(times)[1]
    return times.is_rational_function() and own[0] not in times.free_symbols and shared.positive(below)
