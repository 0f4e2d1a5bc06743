"""Ordinal classification: the system assigns every item to one of K ordered classes.

Here is one output, with its pictures, `batch` many of them, `view` what metrics see, of `quantities`, `reading` what
users give; `chooser` is what constraints ask for, `cases` what they give, on `grids` and at random. Proofs take
parametric cases (`symbolic`) and `facts`, with `used_classes` where classes may be empty, or sums over classes
`class_by_class`. `many_classes` are any number of them: of `any_number` a generator chooses few, and `any_number_facts`
are known of them; `whole_matrices` change in all of them.

Outputs are drawn from their notation, such as ``[2 0 0; 1 1 0; 0 0 3]``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

from axiometrics.errors import InputError
from axiometrics.numerals import is_counting, read_exact
from axiometrics.tasks.abilities import Enumeration, Output
from axiometrics.tasks.drawing import CHANGED, MARGIN, edges, element, svg_document, text
from axiometrics.tasks.users_data import whole_count

_FORM = re.compile(r"\s*\[([^\[\]]*)\]\s*(?:at\s+(.*\S))?\s*")
_EXAMPLE = "write the rows (assigned classes) as in '[2 0 0; 1 1 0; 0 0 3]'"


@dataclass(frozen=True)
class Confusion(Output):
    """``rows[i][j]`` counts the items of true class j + 1 that the system assigns to class i + 1.

    So a row is an assigned class and a column a true one: the transpose of scikit-learn's matrix. ``values`` are the
    numbers that the classes stand for, in ascending order; None for 1, 2, ..., K.

    >>> found = Confusion.from_notation("[2 0 0; 1 1 0; 0 0 3]")
    >>> found.classes, found.items, found.gold, found.system
    (3, 7, (3, 1, 3), (2, 2, 3))
    """

    rows: tuple[tuple[int, ...], ...]
    values: tuple[Fraction, ...] | None = None

    @classmethod
    def of(cls, rows: Iterable[Iterable[Any]], values: Iterable[Any] | None = None) -> Confusion:
        """Build from counts and class values; raises InputError for what is no K x K matrix of counts."""
        found = tuple(map(tuple, rows))
        entries = list(chain.from_iterable(found))
        if set(map(type, entries)) != {int} or min(entries) < 0:
            found = tuple(
                tuple(whole_count(entry, "an entry of the matrix") for entry in row) for row in found
            )
        if {*map(len, found)} - {len(found)}:
            raise InputError(
                f"the matrix has {len(found)} rows and rows of {sorted({len(row) for row in found})} entries; give "
                "one row for each assigned class and one column for each true class"
            )
        if len(found) < 2:
            raise InputError(
                f"the matrix has {len(found)} class{'' if len(found) == 1 else 'es'}; give 2 classes or more"
            )
        if not any(entries):
            raise InputError("there are no items; give at least one, with a gold and a system label")
        return cls.counted(found, values)

    @classmethod
    def counted(cls, rows: tuple[tuple[int, ...], ...], values: Iterable[Any] | None = None) -> Confusion:
        """Build from a square of counts, with class values; raises InputError for values that are none."""
        return cls(rows, None if values is None else _values(values, len(rows)))

    @classmethod
    def from_labels(cls, gold: Sequence[int], system: Sequence[int], classes: int) -> Confusion:
        """Count class numbers from 1 to ``classes``."""
        rows = [[0] * classes for _ in range(classes)]
        for true, assigned in zip(gold, system, strict=True):
            rows[assigned - 1][true - 1] += 1
        return cls.of(rows)

    @classmethod
    def from_notation(cls, text: str) -> Confusion:
        """Read ``[2 0; 1 3]``, or ``[2 0; 1 3] at 1 5/2`` with the classes' values; raises InputError."""
        match = _FORM.fullmatch(text)
        if match is None:
            raise InputError(f"cannot read the matrix {text!r}; {_EXAMPLE}")
        rows = [row.replace(",", " ").split() for row in match[1].split(";")]
        if not all(is_counting(entry) for row in rows for entry in row):
            raise InputError(f"the matrix {text!r} has entries that are no counts; {_EXAMPLE}")
        return cls.of([map(int, row) for row in rows], match[2].split() if match[2] else None)

    @property
    def classes(self) -> int:
        """Number of classes, K."""
        return len(self.rows)

    @cached_property
    def items(self) -> int:
        """Number of items, N."""
        return sum(map(sum, self.rows))

    @property
    def gold(self) -> tuple[int, ...]:
        """Items of each true class."""
        return tuple(map(sum, zip(*self.rows, strict=True)))

    @property
    def system(self) -> tuple[int, ...]:
        """Items assigned to each class."""
        return tuple(map(sum, self.rows))

    @property
    def numbers(self) -> tuple[Fraction, ...]:
        """What each class stands for."""
        return self.values or tuple(map(Fraction, range(1, self.classes + 1)))

    def notation(self) -> str:
        """Write the matrix, rows assigned, columns true.

        >>> Confusion.of([[2, 0], [1, 3]], [1, 2.5]).notation()
        '[2 0; 1 3] at 1 5/2'
        """
        matrix = "[" + "; ".join(" ".join(map(str, row)) for row in self.rows) + "]"
        return matrix if self.values is None else f"{matrix} at {' '.join(map(str, self.values))}"

    def to_labels(self) -> tuple[list[int], list[int]]:
        """Return (gold, system) as lists of class numbers from 1 on: the cells' items one after another."""
        pairs = [
            (true, assigned)
            for assigned, row in enumerate(self.rows, 1)
            for true, count in enumerate(row, 1)
            for _ in range(count)
        ]
        return [true for true, _ in pairs], [assigned for _, assigned in pairs]

    def to_matrix(self) -> list[list[int]]:
        """Return the counts, rows assigned, columns true."""
        return [list(row) for row in self.rows]


def _values(given: Iterable[Any], classes: int) -> tuple[Fraction, ...] | None:
    """Return the classes' values, None where they are 1, 2, ..., K."""
    try:
        found = tuple(read_exact(str(value)) for value in given)
    except ValueError as error:
        raise InputError(f"the class values are no numbers ({error}); give one number a class") from error
    if len(found) != classes or any(one >= other for one, other in pairwise(found)):
        raise InputError(
            f"the class values are {', '.join(map(str, found))}; give {classes} numbers in ascending order"
        )
    return None if found == tuple(range(1, classes + 1)) else found


# --- drawings

Changed = Collection[tuple[int, int]]
_CELL, _HEAD, _SIDE = 34, 56, 30


def outputs_text(outputs: Mapping[str, str], *, down: str = "assigned", across: str = "true") -> str:
    """Draw named outputs one below the other: rows assigned, columns true; * marks what differs.

    ``down`` and ``across`` name what rows and columns are.

    >>> print(outputs_text({"worse": "[1 0; 1 1]", "better": "[2 0; 0 1]"}))
    worse     true  1  2
    assigned  1    *1  0
              2    *1  1
    better    true  1  2
    assigned  1    *2  0
              2    *0  1
    """
    tables, changed = _read(outputs)
    width = max(len(down), *map(len, outputs)) + 2
    lines: list[str] = []
    for name, table in tables.items():
        lines += _lines((name, down, across), table, changed, width)
    return "\n".join(line.rstrip() for line in lines)


def _read(outputs: Mapping[str, str]) -> tuple[dict[str, Confusion], Changed]:
    """Return the matrices, and the cells in which they differ; none where they have different classes."""
    tables = {name: Confusion.from_notation(written) for name, written in outputs.items()}
    first, *others = tables.values()
    if any(other.classes != first.classes for other in others):
        return tables, set()
    places = range(first.classes)
    changed = {
        (i, j)
        for i in places
        for j in places
        if any(other.rows[i][j] != first.rows[i][j] for other in others)
    }
    return tables, changed


def _lines(words: tuple[str, str, str], table: Confusion, changed: Changed, width: int) -> Sequence[str]:
    name, down, across = words
    names = [str(value) for value in table.numbers]
    counts = [
        [("*" if (i, j) in changed else " ") + str(count) for j, count in enumerate(row)]
        for i, row in enumerate(table.rows)
    ]
    wide = max(len(entry) for entry in [*names, *(entry for row in counts for entry in row)]) + 1
    head = max(len(across), *map(len, names))
    lines = [f"{name:<{width}}{across:<{head}}" + "".join(f"{entry:>{wide}}" for entry in names)]
    for place, (own, row) in enumerate(zip(names, counts, strict=True)):
        side = down if place == 0 else ""
        lines.append(f"{side:<{width}}{own:<{head}}" + "".join(f"{entry:>{wide}}" for entry in row))
    return lines


def outputs_svg(
    outputs: Mapping[str, str], *, title: str = "", down: str = "", across: str = "true class"
) -> str:
    """Draw named outputs side by side; a darker cell holds a larger share, and counts that differ are outlined.

    >>> outputs_svg({"worse": "[1 0; 1 1]", "better": "[2 0; 0 1]"}).count("changed")
    4
    """
    tables, changed = _read(outputs)
    *lefts, right = edges(max(_SIDE + table.classes * _CELL, 90) for table in tables.values())
    parts = [
        _panel((name, down, across), table, changed, left)
        for (name, table), left in zip(tables.items(), lefts, strict=True)
    ]
    rows = max(table.classes for table in tables.values())
    return svg_document(right, _HEAD + rows * _CELL + 2 * MARGIN, parts, outputs, title)


def _panel(words: tuple[str, str, str], table: Confusion, changed: Changed, left: int) -> str:
    name, down, across = words
    top = MARGIN + _HEAD
    drawn = [
        _text(left, MARGIN + 12, name, 14, "start", weight=600),
        _text(left + _SIDE, MARGIN + 32, across, 11, "start"),
    ]
    drawn += [_text(left, top - 6, down, 11, "start")] if down else []
    for place, value in enumerate(table.numbers):
        drawn.append(_text(left + _SIDE + place * _CELL + _CELL // 2, top - 6, value, 12, "middle"))
        drawn.append(_text(left + _SIDE - 8, top + place * _CELL + _CELL // 2 + 4, value, 12, "end"))
    for i, row in enumerate(table.rows):
        for j, count in enumerate(row):
            x, y = left + _SIDE + j * _CELL, top + i * _CELL
            drawn.append(_cell(x, y, count, count / table.items, right=i == j, changed=(i, j) in changed))
    return "".join(drawn)


def _cell(x: int, y: int, count: int, share: float, *, right: bool, changed: bool) -> str:
    box = element(
        "rect",
        class_=("right" if right else "wrong") + (" changed" if changed else ""),
        x=x + 2,
        y=y + 2,
        width=_CELL - 4,
        height=_CELL - 4,
        rx=4,
        fill="#0072b2" if right else "#d55e00",
        fill_opacity=f"{min(0.5, share) if count else 0:.2f}",
        **CHANGED if changed else {"stroke": "#c8c8c8", "stroke_width": 1},
    )
    return box + _text(x + _CELL // 2, y + _CELL // 2 + 5, count, 13, "middle")


def _text(x: int, y: int, words: object, size: int, anchor: str, *, weight: int = 400) -> str:
    return text(x, y, words, size, font_weight=weight, text_anchor=anchor)


class SmallMatrices(Enumeration):
    """All matrices of a few items in 2 to 4 ordered classes, also with classes that gold or system leave empty."""

    size = 4
    checked = 2
    form = "matrix"

    def outputs(self, size: int) -> Iterator[Any]:
        """Yield all matrices of up to ``size`` items in 2 classes, one item less with each further class.

        >>> [found.notation() for found in SmallMatrices().outputs(1)]
        ['[1 0; 0 0]', '[0 1; 0 0]', '[0 0; 1 0]', '[0 0; 0 1]']
        """
        from axiometrics.tasks.cases import compositions

        for items in range(1, size + 1):
            for classes in range(2, min(4, size - items + 2) + 1):
                for counts in compositions(items, classes**2)[::-1].tolist():
                    yield self.of_rows(tuple(zip(*[iter(counts)] * classes, strict=True)))

    def of_rows(self, rows: Sequence[Sequence[int]]) -> Any:
        """Return the matrix of rows as they are written."""
        return Confusion(tuple(map(tuple, rows)))

    def exchanged(self, output: Confusion) -> Confusion:
        """Take the system for the gold."""
        return Confusion(tuple(zip(*output.rows, strict=True)), output.values)

    def gold(self, output: Confusion) -> Hashable:
        """Return the items of each true class."""
        return output.gold

    def perfect(self, output: Confusion) -> bool:
        """Say whether every item is assigned right."""
        return sum(output.rows[place][place] for place in range(output.classes)) == output.items
