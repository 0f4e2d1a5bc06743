"""The orders of tied documents: the strict lists that a list with ties allows, rules for one value; and pictures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
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
from axiometrics.tasks import drawing
from axiometrics.tasks.abilities import Composed
from axiometrics.tasks.ranking import Grade, Places, Ranking, symbol

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


_CELL, _GAP, _LABEL = 24, 14, 70
_MOST = 40


@dataclass(frozen=True)
class _Row:
    """One ranking: its label, grades by rank, missed documents, and the ranks (from 0) that are outlined."""

    label: str
    grades: Sequence[Grade]
    missing: Sequence[int]
    changed: Collection[int]
    places: Places = ()

    @property
    def brackets(self) -> tuple[set[int], set[int]]:
        """The ranks (from 0) at which places of tied documents begin and end."""
        ends = np.cumsum(self.places).tolist()
        tied = [(end - size, end - 1) for end, size in zip(ends, self.places, strict=True) if size > 1]
        return {first for first, _ in tied}, {last for _, last in tied}

    @property
    def graded(self) -> bool:
        """Whether there is a grade above 1."""
        return any((grade or 0) > 1 for grade in (*self.grades, *self.missing))


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw rankings one a line; ranks at which they differ are marked ``*``.

    >>> print(outputs_text({"worse": "r - r | r", "better": "r r - | r"}))
    worse    r *- *r  | r
    better   r *r *-  | r
    >>> print(outputs_text({"worse": "(r -) r", "better": "r (r -)"}))
    worse   ( r *-) *r
    better   r (*r *-)
    """
    rows = _rows(outputs)
    graded = any(row.graded for row in rows)
    sides = [_marked(row, graded) for row in rows]
    longest = max(map(len, sides))
    return drawing.named_lines(
        {
            row.label: f"{side:<{longest}}  " + _missed(row.missing, graded)
            for row, side in zip(rows, sides, strict=True)
        }
    )


def _rows(outputs: Mapping[str, str]) -> list[_Row]:
    parsed = {label: read_output(text) for label, text in outputs.items()}
    changed = drawing.differing([found.grades for found in parsed.values()])
    return [
        _Row(label, found.grades, found.missing, changed, found.places) for label, found in parsed.items()
    ]


def _marked(row: _Row, graded: bool) -> str:
    first, last = row.brackets
    return " ".join(
        ("(" if rank in first else "")
        + ("*" if rank in row.changed else " ")
        + symbol(grade, graded)
        + (")" if rank in last else "")
        for rank, grade in enumerate(row.grades)
    )


def _missed(missing: Sequence[Grade], graded: bool) -> str:
    return "| " + " ".join(symbol(grade, graded) for grade in missing) if missing else ""


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw rankings one below the other; the ranks at which they differ are outlined.

    Of a list too long to show, the beginning is drawn and the rest counted.

    >>> outputs_svg({"worse": "- r", "better": "r -"}).count("<rect")
    5
    """
    drawn, widest = [], 0
    for number, row in enumerate(_rows(outputs)):
        part, width = _row_svg(row, drawing.MARGIN + number * (_CELL + _GAP))
        drawn.append(part)
        widest = max(widest, width)
    height = 2 * drawing.MARGIN + len(drawn) * (_CELL + _GAP) - _GAP
    return drawing.svg_document(widest + drawing.MARGIN, height, drawn, outputs, title)


def _row_svg(row: _Row, top: int) -> tuple[str, int]:
    """Draw one ranking; return its right end too."""
    parts = [drawing.heading(drawing.MARGIN, row.label, top + 17, fill="#1b1b1b")]
    left = drawing.MARGIN + max(_LABEL, 9 * len(row.label))
    first, last = row.brackets
    for rank, grade in enumerate(row.grades[:_MOST]):
        parts.append(_cell(grade, left, top, row.graded, outlined=rank in row.changed))
        if rank in first:
            begun = left
        left += _CELL
        if rank in last:
            box = {"x": begun - 1, "y": top - 2, "width": left - begun + 2, "height": _CELL + 4, "rx": 6}
            parts.append(
                drawing.element("rect", **box, fill="none", stroke="#595959", stroke_dasharray="4 2")
            )
    if len(row.grades) > _MOST:
        parts.append(_note(f"and {len(row.grades) - _MOST} more", left + 6, top))
        left += 80
    if row.missing:
        parts.append(_note("missing", left + _GAP, top))
        left += _GAP + 56
        for grade in row.missing[:_MOST]:
            parts.append(_cell(grade, left, top, row.graded, outlined=False))
            left += _CELL
    return drawing.element("g", "".join(parts)), left


def _cell(grade: Grade, left: int, top: int, graded: bool, *, outlined: bool) -> str:
    box = {"x": left + 1, "y": top + 1, "width": _CELL - 2, "height": _CELL - 2, "rx": 3}
    fill = "#f0f0f0" if grade is None else drawing.GRADES[min(grade, 3)]
    ink = "#ffffff" if (grade or 0) > 1 else "#1b1b1b"
    stroke = {"stroke": "#b3400a", "stroke_width": 2.5} if outlined else {"stroke": "#9a9a9a"}
    letter = drawing.text(
        f"{left + _CELL / 2:g}", top + 16.5, symbol(grade, graded), 13, fill=ink, text_anchor="middle"
    )
    return drawing.element("rect", **box, fill=fill, **stroke) + letter


def _note(words: str, left: int, top: int) -> str:
    return drawing.text(left, top + 16, words, 12, fill="#595959")
