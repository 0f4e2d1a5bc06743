"""Tied documents: the rules that give a list with ties a value, and batches of such lists.

A metric is a function of lists of one document a rank. Where documents share a place, a rule says what its value is:
the mean, the largest or the smallest over all orders of every place, each order equally likely and places independent
of each other; the value of one given order; or that of the ends of places alone. Small lists are evaluated in all
their orders, so that any formula has a value in any arithmetic; large ones by `tied_means`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache, partial
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.bounded import Bounded
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.arithmetics.scalars import FRACTIONS
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.rows import Columns, Integers, digits
from axiometrics.tasks.ranking import Ranking
from axiometrics.tasks.ranking.batch import RankingBatch
from axiometrics.tasks.ranking.orders import (
    FEW,
    IN_ORDER,
    Ruled,
    order_count,
    read_output,
    rows_of,
    too_many,
    value_of_function,
)
from axiometrics.tasks.ranking.tied_means import mean_value

__all__ = ["FRACTIONS", "TiedBatch", "batch_of", "read_output", "rounded", "single", "value_of_function"]

GOLDEN = 0x9E3779B97F4A7C15


def rounded(value: Any) -> float:
    """Return an exact value of a function as a float, NaN where it has none."""
    return float(value)


class TiedBatch(RankingBatch):
    """Many rankings with ties; ``places`` numbers the place of every listed document within its list.

    The values are those of the documents in the order in which they stand, or of a rule: of the batch's own ``rule``,
    else of the one that the formula follows.
    """

    def __init__(
        self,
        grades: Integers,
        starts: Integers,
        missing: Integers,
        missing_starts: Integers,
        places: Integers,
        rule: str = "",
    ) -> None:
        super().__init__(grades, starts, missing, missing_starts)
        self.places = places
        self.rule = rule

    @classmethod
    def tied(cls, batch: RankingBatch, places: Integers, rule: str = "") -> TiedBatch:
        """Return a batch of lists in their order with the number of each document's place."""
        return cls(batch.grades, batch.starts, batch.missing, batch.missing_starts, places, rule)

    def taken(self, places: Integers) -> TiedBatch:
        """Return the rankings of some cases."""
        lengths = np.diff(self.starts)[places]
        first = np.repeat(self.starts[:-1][places] - (np.cumsum(lengths) - lengths), lengths)
        return TiedBatch.tied(super().taken(places), self.places[first + np.arange(len(first))], self.rule)

    def table(self, index: int) -> Any:
        """Return one case."""
        strict = super().table(index)
        found = Ranking.of(strict.grades, strict.missing, self._kinds[index][1])
        return Ruled(found, self.rule) if self.rule else found

    def rule_of(self, formula: Formula) -> str:
        """Return the rule by which a formula is read; of an error measure the best order has the least value."""
        rule = self.rule or formula.reading.get("ties", "")
        turned = {"best": "worst", "worst": "best"} if formula.reading.get("orientation") == "error" else {}
        return turned.get(rule, rule)

    @cached_property
    def strict(self) -> RankingBatch:
        """The lists in the order in which their documents stand."""
        return RankingBatch(self.grades, self.starts, self.missing, self.missing_starts)

    @cached_property
    def cut(self) -> RankingBatch:
        """The lists of which only the ends of places count."""
        return _Cut(self)

    @cached_property
    def _kinds(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The grades of every list, and how many documents share each place."""
        sizes = np.bincount(np.cumsum(self._begins) - 1, minlength=0)
        ends = np.cumsum(np.bincount(self.case[self._begins], minlength=len(self)))
        grades, known = self.grades.tolist(), sizes.tolist()
        edges, places = self.starts.tolist(), [0, *ends.tolist()]
        return [
            (tuple(grades[edges[k] : edges[k + 1]]), tuple(known[places[k] : places[k + 1]]))
            for k in range(len(self))
        ]

    @cached_property
    def _begins(self) -> Any:
        """Where a document is the first one of its place."""
        changes = (np.diff(self.places, prepend=-1) != 0) | (np.diff(self.case, prepend=-1) != 0)
        return changes.astype(bool)

    @cached_property
    def order_counts(self) -> list[int]:
        """In how many orders each list can be."""
        return [order_count(*kind) for kind in self._kinds]

    @cached_property
    def spread(self) -> RankingBatch:
        """Every order of every list, those of one list one after the other."""
        strict = self.strict.taken(np.repeat(np.arange(len(self)), self.order_counts))
        rows = [rows_of(*kind).ravel() for kind in self._kinds]
        grades = np.concatenate(rows) if rows else strict.grades
        return RankingBatch(grades, strict.starts, strict.missing, strict.missing_starts)

    def _over_orders(self, found: Any, rule: str, arithmetic: Any) -> Any:
        """Return the value of a rule from those of all orders."""
        counts = np.array(self.order_counts, dtype=np.int64)
        starts = np.cumsum(counts) - counts
        if rule == "expected":
            return arithmetic.total(found, starts, counts) / arithmetic.column(counts)
        return arithmetic.best(found, starts, least=rule == "worst")

    def bounded(self, formula: Formula) -> Bounded:
        """Return the formula's values with their error bounds."""
        rule = self.rule_of(formula)
        if rule in IN_ORDER:
            return self.strict.bounded(formula)
        if rule == "threshold":
            return self.cut.bounded(formula)
        if max(self.order_counts, default=1) > FEW:
            return self.kept((formula, rule), lambda: self._of_many_orders(formula, rule))
        found: Bounded = self.kept(
            (formula, rule), lambda: self._over_orders(self.spread.filled(formula), rule, BOUNDED)
        )
        return found

    def _of_many_orders(self, formula: Formula, rule: str) -> Bounded:
        """Return the values where not all orders can be tried: each list that has few by these, the others at once."""
        few = np.array(self.order_counts, dtype=object) <= FEW
        parts = []
        for index in range(len(self)):
            one = self.taken(np.array([index]))
            parts.append(one.bounded(formula) if few[index] else one.filled_mean(formula, rule))
        return BOUNDED.joined([BOUNDED.filled(part, 1) for part in parts])

    def filled_mean(self, formula: Formula, rule: str) -> Bounded:
        """Return the mean over all orders of one list in closed form; raises InputError where there is none."""
        found = mean_value(self, formula) if rule == "expected" else None
        if found is None:
            raise too_many(rule)
        return found

    def read(self, formula: Formula, arithmetic: Any, places: Integers | None = None) -> Any:
        """Return the values in an arithmetic, of all outputs or of those at some places."""
        if places is not None:
            return self.taken(places).read(formula, arithmetic)
        rule = self.rule_of(formula)
        if rule in IN_ORDER:
            return self.strict.read(formula, arithmetic)
        if rule == "threshold":
            return self.cut.read(formula, arithmetic)
        if max(self.order_counts, default=1) > FEW:
            raise too_many(rule)
        found = arithmetic.filled(self.spread.read(formula, arithmetic), len(self.spread))
        return self._over_orders(found, rule, arithmetic)

    def measured(self, formula: Formula, name: str, arithmetic: object = BOUNDED) -> Any:
        """Return one quantity or reduction by its name in certificates: with a mean, the mean over all orders."""
        if name in self.quantities or self.rule_of(formula) != "expected":
            return self.strict.measured(formula, name, arithmetic)
        known: Any = arithmetic
        found = known.filled(self.spread.measured(formula, name, arithmetic), len(self.spread))
        return self._over_orders(found, "expected", arithmetic)

    def scores(self, formula: Formula) -> Any:
        """Return the values in plain floats, where no rule is needed."""
        return self.strict.scores(formula) if self.rule_of(formula) in IN_ORDER else None

    def _float(self, formula: Formula) -> float:
        """Return a single list's value."""
        if self.rule_of(formula) in IN_ORDER:
            return self.strict._float(formula)
        return float(np.ravel(self.bounded(formula).value)[0])

    def signature(self, formula: Formula, places: Integers) -> Integers:
        """Return numbers, equal where everything is equal that the formula's value depends on: the places too."""
        rule = self.rule_of(formula)
        found = self.strict.signature(formula, places)
        if rule in IN_ORDER:
            return found
        kinds = [self._kinds[place][1] for place in places.tolist()]
        mixed = np.array(
            [hash((len(rule), *sizes)) if max(sizes, default=1) > 1 else 0 for sizes in kinds], np.int64
        )
        return np.stack([digits(column) ^ _turned(mixed, number) for number, column in enumerate(found)])


def _turned(mark: Integers, number: int) -> Integers:
    """Return other pseudo-random numbers for every column; 0 stays 0."""
    factor = np.uint64((GOLDEN * (2 * number + 1)) % 2**64)
    return (mark.view(np.uint64) * factor).view(np.int64)


class _Cut(RankingBatch):
    """Lists whose documents all have the rank and the counts of the end of their place."""

    def __init__(self, batch: TiedBatch) -> None:
        super().__init__(batch.grades, batch.starts, batch.missing, batch.missing_starts)
        key = batch.case * (len(batch.grades) + 1) + batch.places
        self._last = np.searchsorted(key, key, side="right") - 1

    @cached_property
    def ranks(self) -> Columns:
        """What every listed document offers, counted down to the end of its place."""
        own = super().ranks

        def column(name: str) -> Any:
            return own[name] if name in "xbz" else own[name][self._last]

        return Columns({name: partial(column, name) for name in own})


def batch_of(rankings: Sequence[Any]) -> RankingBatch:
    """Return single rankings, with ties or without, as a batch; all are read by one rule, or by the metric's own."""
    plain = [each.ranking if isinstance(each, Ruled) else each for each in rankings]
    found = RankingBatch.from_rankings(plain)
    rules = {getattr(each, "rule", "") for each in rankings}
    if rules <= {""} and not any(each.places for each in plain):
        return found
    if len(rules) > 1:
        raise InputError(f"rankings of one batch follow one rule of ties, not {', '.join(sorted(rules))}")
    places = [
        place
        for each in plain
        for place, size in enumerate(each.places or (1,) * len(each.grades))
        for _ in range(size)
    ]
    return TiedBatch.tied(found, np.array(places, dtype=np.int64), *rules)


@lru_cache(maxsize=64)
def single(ranking: Any) -> RankingBatch:
    """Return one ranking as a batch, which several metrics and arithmetics share."""
    return batch_of([ranking])
