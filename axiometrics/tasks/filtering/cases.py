"""The cases of a constraint as batches of counts, smallest first, and its parametric case: shared by every metric."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import sympy

from axiometrics.errors import InputError, NotSymbolicError
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Integers, whole
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, require_outputs
from axiometrics.tasks.choosing import Given, Spread, by_size, least
from axiometrics.tasks.filtering import Counts
from axiometrics.tasks.filtering.chooser import Chooser, Generator, Template
from axiometrics.tasks.filtering.view import QUANTITIES
from axiometrics.tasks.parametric import ParametricCase


class CountsBatch(Outputs):
    """The counts of every case: ``counts`` has the rows tp, fp, fn, tn."""

    def __init__(self, counts: Integers) -> None:
        self.counts = counts

    @classmethod
    def from_tables(cls, tables: Sequence[Counts]) -> CountsBatch:
        """Build from single outputs."""
        return cls(whole([count for table in tables for count in table.to_tuple()]).reshape(-1, 4).T)

    def __len__(self) -> int:
        return int(self.counts.shape[1])

    @property
    def items(self) -> Integers:
        """Items of each case."""
        return np.asarray(self.counts.sum(axis=0))

    def table(self, index: int) -> Counts:
        """Return one case."""
        return Counts(*self.counts[:, index].tolist())

    @property
    def quantities(self) -> dict[str, Integers]:
        """The four counts of each case."""
        return dict(zip(("TP", "FP", "FN", "TN"), self.counts, strict=True))


def case_of(outputs: Mapping[str, Counts], sizes: Mapping[str, int]) -> Case:
    """Return a case; its size is the number of items."""
    return Case(outputs, sizes, next(iter(outputs.values())).items)


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of a generator with up to ``size`` items, smallest first."""
    return gather(by_size(generator, Chooser, size), outputs, size)


def ladders(generator: Generator, steps: Sequence[int]) -> Iterator[tuple[dict[str, int], Template]]:
    """Yield the templates in which every size is its least value plus one of the steps."""
    lows = least(generator, Chooser)[0].lows
    for chosen in product(steps, repeat=len(lows)):
        answers = Given({name: low + step for (name, low), step in zip(lows.items(), chosen, strict=True)})
        yield answers.made, generator(Chooser(answers))


def gather(
    made: Iterable[tuple[dict[str, int], Template]], outputs: Sequence[str], complete_up_to: int | None
) -> CaseBatch:
    """Return the cases that sizes make, each pair of outputs once."""
    found: dict[tuple[Counts, ...], Case] = {}
    for sizes, template in made:
        tables = {name: Counts(*template.outputs[name]) for name in _checked(template, outputs)}
        found.setdefault(tuple(tables.values()), case_of(tables, sizes))
    return batch_of_cases(outputs, list(found.values()), complete_up_to)


def _checked(template: Template, outputs: Sequence[str]) -> Sequence[str]:
    """Every output of a template must judge the same collection, with items of both classes."""
    require_outputs(template.outputs, outputs)
    golds = []
    for name in outputs:
        tp, fp, fn, tn = template.outputs[name]
        if min(tp, fp, fn, tn) < 0:
            raise InputError(f"the generator makes a negative count: {name} is {(tp, fp, fn, tn)}")
        golds.append((tp + fn, fp + tn))
    if len(set(golds)) > 1:
        raise InputError(
            f"the generator changes the gold: relevant and irrelevant items are {golds}; all outputs of a case must "
            "judge the same items"
        )
    if not all(golds[0]):
        raise InputError(
            f"the generator makes a collection of {golds[0][0]} relevant and {golds[0][1]} irrelevant items; "
            "both classes must have some"
        )
    return outputs


def batch_of_cases(
    outputs: Sequence[str], given: Iterable[Case], complete_up_to: int | None = None
) -> CaseBatch:
    """Return given cases as a batch, by items, then relevant items, then the counts."""
    ordered = sorted(given, key=lambda case: _order(outputs, case))
    return cases.batch_of_cases(outputs, ordered, CountsBatch.from_tables, complete_up_to)


def _order(outputs: Sequence[str], case: Case) -> tuple[object, ...]:
    first = case.outputs[outputs[0]]
    return (case.size, first.relevant, *(case.outputs[name].to_tuple() for name in outputs))


class _SymbolicChooser(Chooser):
    """Answers with symbols: a size is its least value plus a generator that is never negative."""

    def __init__(self) -> None:
        self.case = ParametricCase()

    def size(self, name: str, low: int = 0) -> Any:
        return self.case.raised(name, low)

    def sizes(self, *names: str) -> tuple[Any, ...]:
        found = tuple(self.size(name) for name in names)
        self.case.sums.append(found)
        return found


def parametric_case(generator: Generator) -> ParametricCase:
    """Return the counts of every output over symbols; raises NotSymbolicError when the gold changes."""
    chooser = _SymbolicChooser()
    template = generator(chooser)
    _check(template)
    chooser.case.outputs = {
        name: dict(zip(QUANTITIES, map(sympy.sympify, counts), strict=True))
        for name, counts in template.outputs.items()
    }
    return chooser.case


def _check(template: Template) -> None:
    golds = [(tp + fn, fp + tn) for tp, fp, fn, tn in template.outputs.values()]
    for gold in golds[1:]:
        if any(sympy.expand(one - other) != 0 for one, other in zip(gold, golds[0], strict=True)):
            raise NotSymbolicError("the generator changes the gold: its outputs judge other collections")


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case, of any size."""
    template = generator(Chooser(answers))
    return case_of({name: Counts(*counts) for name, counts in template.outputs.items()}, answers.made)
