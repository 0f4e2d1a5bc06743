"""The orders of tied documents: the strict lists that a list with ties allows, and rules that make one value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from math import factorial, prod
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.tasks.abilities import Composed
from axiometrics.tasks.ranking.ranking import Grade, Ranking

RULED = ("expected", "best", "worst")
"""Rules over all orders."""
IN_ORDER = ("names", "input", "")
"""Rules by which the documents stand in the order that is given."""
FEW = 5040
"""Orders of one list that are all evaluated: those of seven different documents."""
UNJUDGED = -1


@lru_cache(maxsize=4096)
def _orders_of_place(grades: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every different order of the documents of one place, the last ones first exchanged."""
    if len(grades) < 2:
        return (grades,)
    found = []
    for grade in sorted(set(grades), reverse=True):
        rest = list(grades)
        rest.remove(grade)
        found += [(grade, *order) for order in _orders_of_place(tuple(rest))]
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def order_count(grades: tuple[Grade, ...], places: tuple[int, ...]) -> int:
    """Return how many different orders a list with ties has.

    >>> order_count((1, 0, 0, 1, 0), (3, 2))
    6
    """
    return prod(_place_count(part) for part in _split(grades, places))


def _place_count(part: Sequence[Grade]) -> int:
    return factorial(len(part)) // prod(factorial(part.count(grade)) for grade in set(part))


def _split(grades: Sequence[Any], places: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    first = 0
    for size in places:
        yield tuple(grades[first : first + size])
        first += size


@lru_cache(maxsize=1 << 16)
def rows_of(grades: tuple[int, ...], sizes: tuple[int, ...]) -> NDArray[np.int64]:
    """Return every order of a list with ties, one a row."""
    parts = [_orders_of_place(tuple(sorted(part))) for part in _split(grades, sizes)]
    found = [[grade for part in chosen for grade in part] for chosen in product(*parts)]
    return np.array(found, dtype=np.int64).reshape(len(found), len(grades))


def orders(ranking: Ranking) -> list[Ranking]:
    """Return the strict lists that a list with ties allows, all equally likely.

    >>> [each.notation() for each in orders(Ranking.from_notation("(r -) r"))]
    ['r - r', '- r r']
    """
    known = tuple(UNJUDGED if grade is None else grade for grade in ranking.grades)
    rows = rows_of(known, ranking.places or (1,) * len(known)).tolist()
    return [
        Ranking(tuple(None if grade == UNJUDGED else grade for grade in row), ranking.missing) for row in rows
    ]


@dataclass(frozen=True)
class Ruled(Composed):
    """A list with ties that has the value of a rule, whichever rule the metric follows itself.

    >>> Ruled.from_notation("expected (r -) | r").notation()
    'expected (r -) | r'
    """

    ranking: Ranking
    rule: str

    @classmethod
    def from_notation(cls, text: str) -> Ruled:
        """Read what `notation` writes; raises InputError."""
        rule, _, rest = text.strip().partition(" ")
        if rule not in RULED:
            raise InputError(f"{rule!r} is no rule of ties; write {', '.join(RULED)} and a ranking")
        return cls(Ranking.from_notation(rest), rule)

    def notation(self) -> str:
        """Write the rule and the list."""
        return f"{self.rule} {self.ranking.notation()}"

    @property
    def grades(self) -> tuple[Grade, ...]:
        """The grades in the order in which the documents happen to stand."""
        return self.ranking.grades

    @property
    def places(self) -> tuple[int, ...]:
        """How many documents share each place."""
        return self.ranking.places

    @property
    def missing(self) -> tuple[int, ...]:
        """The grades of the judged documents that are not listed."""
        return self.ranking.missing

    @property
    def ideal(self) -> tuple[int, ...]:
        """The grades of all relevant documents, highest first."""
        return self.ranking.ideal

    @property
    def nonrelevant(self) -> int:
        """Judged non-relevant documents of the collection."""
        return self.ranking.nonrelevant

    @property
    def judged(self) -> int:
        """Judged documents of the collection, and the unjudged ones of the list."""
        return self.ranking.judged

    @property
    def tables(self) -> tuple[Ranking, ...]:
        """The strict lists of which the value is made."""
        return tuple(orders(self.ranking))

    def call(self, score: str) -> str:
        """Write the calls that give the value.

        >>> Ruled.from_notation("expected (r -)").call("score")
        "sum(map(score, ['r -', '- r'])) / 2"
        """
        lists = [each.notation() for each in self.tables]
        if self.rule == "expected":
            return f"sum(map({score}, {lists})) / {len(lists)}"
        return f"{'max' if self.rule == 'best' else 'min'}(map({score}, {lists}))"

    def of(self, value: Callable[[Ranking], Any], algebra: Any) -> Any:
        """Return the rule's value from those of the strict lists, in any arithmetic of single numbers."""
        return _joined([value(each) for each in self.tables], self.rule, algebra)


def _joined(values: Sequence[Any], rule: str, algebra: Any) -> Any:
    """Return the mean, the largest or the smallest of values in an arithmetic of single numbers."""
    if rule == "expected":
        return reduce(add, values) * algebra.number(Fraction(1, len(values)))
    return reduce(algebra.larger if rule == "best" else algebra.smaller, values)


def read_output(text: str) -> Ranking | Ruled:
    """Read a ranking in notation, with or without a rule."""
    return Ruled.from_notation(text) if text.lstrip().startswith(RULED) else Ranking.from_notation(text)


def value_of_function(output: Any, rule: str, value: Callable[[Any], Any], algebra: Any) -> Any:
    """Return the value of a function of strict lists on a list with ties; only a cut-point rule keeps the ties."""
    ranking = output.ranking if isinstance(output, Ruled) else output
    rule = getattr(output, "rule", "") or rule
    if rule == "threshold" or not ranking.places:
        return value(ranking)
    if rule in IN_ORDER:
        return value(ranking.strict)
    if order_count(tuple(ranking.grades), ranking.places) > FEW:
        raise too_many(rule)
    return Ruled(ranking, rule).of(value, algebra)


def too_many(rule: str) -> InputError:
    """Return what is said of a list with more orders than are evaluated."""
    remedy = "ties=expected or ties=names" if rule != "expected" else "ties=names"
    return InputError(
        f"a list has more than {FEW} orders of tied documents, and no closed form of ties={rule} for so many; "
        f"give {remedy}"
    )
