"""What reductions run over: tables of rows, with a column for each variable, in the order of their outputs.

Equal rows are found once, so that every kind of row is evaluated once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.arithmetics.budget import Latest
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Part = Any
"""A column: an array of whole numbers, a number for all, or a pair of such as numerator and denominator.

Or an object with ``parts`` (arrays of whole numbers, or of floats, whose rows are not compared), ``[places]``, and
``column_in(arithmetic)``.
"""


class Columns(Mapping[str, Part]):
    """Columns by name, each made when it is first asked for."""

    def __init__(self, makers: Mapping[str, Callable[[], Part]]) -> None:
        self._makers = makers
        self._known: dict[str, Part] = {}

    def __getitem__(self, name: str) -> Part:
        if name not in self._known:
            self._known[name] = shortened(self._makers[name]())
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __or__(self, other: Columns) -> Columns:
        return Columns({**self._makers, **other._makers})

    @classmethod
    def at(cls, columns: Mapping[str, Part], places: Integers) -> Columns:
        """Return columns at some places."""
        return cls({name: (lambda name=name: take(columns[name], places)) for name in columns})  # type: ignore[misc]


LONG = 1 << 12
"""Rows from which on a column is kept in as few bytes as its numbers need."""


def shortened(part: Part) -> Part:
    """Return a long column in as few bytes as its numbers need."""
    if isinstance(part, tuple):
        return tuple(map(shortened, part))
    if not isinstance(part, np.ndarray) or part.dtype != np.int64 or part.size < LONG:
        return part
    most = max(-int(part.min()), int(part.max()))
    return part.astype(np.int16 if most < 1 << 15 else np.int32 if most < 1 << 31 else np.int64, copy=False)


KINDS = 40
"""Ways to number the kinds of rows that are kept of a table."""


@dataclass(frozen=True, eq=False)
class Rows:
    """One row for every term of a reduction over a domain: the output it belongs to, and what its body is given.

    ``fold`` says how terms become a value: their ``sum``; the sum, over groups, of each one's ``best`` term; the
    ``largest`` or the ``smallest`` of the groups' sums; or ``cascade``, the expected value for a reader who stops at a
    row with the probability that a second body gives. ``times`` is how often each row counts. Rows are in the order of
    their outputs, and of their groups within these. Where many outputs have the same rows, ``case`` numbers the
    different ones, and ``shared`` says which of them each output has.
    """

    case: Integers
    columns: Mapping[str, Part]
    fold: str = "sum"
    group: Integers | None = None
    times: Part = None
    shared: Integers | None = None
    _known: Latest = field(default_factory=lambda: Latest(KINDS, room=None), repr=False)

    def __post_init__(self) -> None:
        for name in ("case", "group", "times", "shared"):
            object.__setattr__(self, name, shortened(getattr(self, name)))
        if not isinstance(self.columns, Columns):
            object.__setattr__(
                self, "columns", {name: shortened(part) for name, part in self.columns.items()}
            )

    def taken(self, places: Integers, count: int) -> Rows:
        """Return the rows of some of so many outputs, numbered in the order of the places."""
        if self.shared is not None:
            places, count = self.shared[places], int(self.shared.max(initial=-1)) + 1
        starts, lengths = self.stretches(count)
        owner, within = repeated(lengths[places])
        rows = starts[places][owner] + within
        apart = (
            0 if self.group is None else int(self.group.max(initial=0)) + 1
        )  # an output may be taken twice
        group = None if self.group is None else self.group[rows] + owner * apart
        return Rows(owner, Columns.at(self.columns, rows), self.fold, group, take(self.times, rows))

    @property
    def nbytes(self) -> int:
        """About how much memory the rows take, with what will be known of them."""
        return 32 * len(self.case)

    def stretches(self, count: int) -> tuple[Integers, Integers]:
        """Return where the rows of each of so many outputs begin, and how many there are."""
        return self._known.get(count, lambda: stretches(self.case, count))

    def kinds(self, names: tuple[str, ...], *, hashed: bool = True) -> tuple[Integers, Integers] | None:
        """Return a row of each kind that some columns tell apart, and the kind of every row: see `kinds_of`."""

        def made() -> tuple[Integers, Integers] | None:
            return kinds_of(flat([self.columns[name] for name in names]), len(self.case), hashed=hashed)

        return self._known.get((names, hashed), made)

    def numbers(self, name: str) -> list[Any]:
        """Return a column as Python's numbers."""
        return self._known.get(("numbers", name), lambda: numbers_of(self.columns[name], len(self.case)))


def take(part: Part, places: object) -> Part:
    """Return a column at some places."""
    if isinstance(part, tuple):
        return tuple(take(each, places) for each in part)
    return part[places] if np.ndim(part) else part


def stretches(owner: Integers, count: int) -> tuple[Integers, Integers]:
    """Return where the rows of each owner begin, and how many there are; rows are in the order of their owners."""
    lengths = np.bincount(owner, minlength=count)
    return before(lengths), lengths


def lengths(starts: Integers, rows: int) -> Integers:
    """Return how long the stretches are that begin at some rows, the last up to the end."""
    return np.array([rows]) if len(starts) == 1 else np.diff(starts, append=rows)


def owners(lengths: Integers) -> Integers:
    """Return, for every row of consecutive stretches, the number of its stretch."""
    count = len(lengths)
    return np.zeros(int(lengths[0]), dtype=np.int64) if count == 1 else np.repeat(np.arange(count), lengths)


def before(lengths: Integers) -> Integers:
    """Return how much lies before each of consecutive stretches."""
    found: Integers = np.cumsum(lengths) - lengths
    return found


def repeated(times: Integers) -> tuple[Integers, Integers]:
    """Return every place as often as it is said, with 0, 1, ... beside its repetitions.

    >>> [part.tolist() for part in repeated(np.array([2, 0, 1]))]
    [[0, 0, 2], [0, 1, 0]]
    """
    place = np.repeat(np.arange(len(times)), times)
    return place, np.arange(len(place)) - np.repeat(before(times), times)


def joined(group: Integers, groups: int) -> tuple[Integers, Integers]:
    """Return all ordered pairs of rows in the same group; the groups' numbers ascend.

    >>> [part.tolist() for part in joined(np.array([0, 0, 2]), 3)]
    [[0, 0, 1, 1, 2], [0, 1, 0, 1, 2]]
    """
    first, sizes = stretches(group, groups)
    one, within = repeated(sizes[group])
    return one, first[group][one] + within


def flat(parts: Sequence[Part]) -> list[Integers]:
    """Return the arrays of whole numbers that columns consist of."""
    found = [
        each
        for part in parts
        for each in getattr(part, "parts", part if isinstance(part, tuple) else (part,))
    ]
    return [each for each in found if np.ndim(each)]


SPARSE = 8
"""Combinations of values are counted in an array where there are at most so many for each row, else hashed."""
WIDEST, WHOLE = 1 << 31, 1 << 62
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""An odd number whose bits look random."""


def kinds_of(
    columns: Sequence[Integers], rows: int, *, hashed: bool = True
) -> tuple[Integers, Integers] | None:
    """Return one row of each kind, and the kind of every row; None where numbers have any size, or are floats.

    None, too, where only hashes of whole rows tell kinds apart, and rows may not be ``hashed``.
    """
    if not rows or not columns:
        return (np.zeros(min(rows, 1), dtype=np.int64), np.zeros(rows, dtype=np.int64))
    if any(column.dtype.kind in "Of" for column in columns):
        return None
    key, most = _narrow(columns[0])
    for column in columns[1:]:
        other, width = _narrow(column)
        if not hashed and max(most * width / WIDEST, most / (SPARSE * rows)) > 1:
            return None
        key, most = _narrow(key * width + other)
    if most > SPARSE * rows:
        return different([key]) if hashed else None
    some = np.zeros(most, dtype=np.int64)
    some[key] = np.arange(1, rows + 1)
    present = some > 0
    number = np.cumsum(present) - 1
    return some[present] - 1, number[key]


def different(columns: Sequence[Integers]) -> tuple[Integers, Integers]:
    """Return where each different row of some columns is first, and which of these every row is equal to.

    Rows that fall into one slot of a table of hashes are compared with the first of them; others try another slot.
    """
    columns = _packed(columns)
    rows = len(columns[0])
    key = np.zeros(rows, dtype=np.uint64)
    slots = np.zeros(2 << rows.bit_length(), dtype=np.int64)
    first, left = np.zeros(rows, dtype=np.int64), np.arange(rows)
    for column in columns:
        key = _mixed(key * GOLDEN + column.astype(np.uint64))
    while len(left):
        slot = (key & np.uint64(len(slots) - 1)).view(np.int64)
        slots[slot[::-1]] = left[::-1]
        found = slots[slot]
        same = np.ones(len(left), dtype=bool)
        for column in columns:
            same &= column[found] == column[left]
        first[left[same]] = found[same]
        left, key = left[~same], _mixed(key[~same] + GOLDEN)
    new = first == np.arange(rows)
    return np.flatnonzero(new), (np.cumsum(new) - 1)[first]


def _packed(columns: Sequence[Integers]) -> list[Integers]:
    """Return fewer columns that tell the same rows apart: small numbers become digits of larger ones."""
    found: list[Integers] = []
    most = WHOLE
    for column in columns:
        if column.dtype.kind not in "biu":
            raise TypeError(f"rows are told apart by whole numbers, not by {column.dtype}")
        least = int(column.min(initial=0))
        width = int(column.max(initial=0)) - least + 1
        digit = column.astype(np.int64, copy=False) - least if width < WHOLE else column
        if most * width < WHOLE:
            found[-1], most = found[-1] * width + digit, most * width
        else:
            found.append(digit)
            most = width
    return found


def numbered(values: Integers) -> tuple[Integers, Integers]:
    """Return the different ones of whole numbers, and which of them each is."""
    found = kinds_of([values], len(values))
    if found is None:
        raise TypeError("numbers of any size are not numbered")
    return values[found[0]], found[1]


def whole(values: Sequence[int]) -> Any:
    """Return whole numbers as a column: of 64 bits where they fit, else Python's."""
    return np.array(values, dtype=np.int64 if max(map(abs, values), default=0) < 2**62 else object)


def _narrow(column: Integers) -> tuple[Integers, int]:
    """Return numbers from 0 on, equal where those of a column are, and by how much they stay below 2^31."""
    column = column.astype(np.int64, copy=False)
    least = int(column.min())
    width = int(column.max()) - least + 1
    if width <= WIDEST:
        return column - least, width
    first, number = different([column])
    return number, len(first)


def ratios(values: Sequence[Fraction]) -> tuple[Any, Any]:
    """Return fractions as a column."""
    return whole([value.numerator for value in values]), whole([value.denominator for value in values])


def as_column(part: Part, arithmetic: Any) -> Any:
    """Return a column as values of an arithmetic."""
    if hasattr(part, "column_in"):
        return part.column_in(arithmetic)
    return arithmetic.column(*part) if isinstance(part, tuple) else arithmetic.column(part)


def numbers_of(part: Part, count: int) -> list[Any]:
    """Return a column as Python's numbers."""
    if hasattr(part, "column_in"):
        found: list[Any] = part.column_in(BOUNDED).value.tolist()
        return found
    if isinstance(part, tuple):
        return [top / bottom for top, bottom in zip(*(numbers_of(side, count) for side in part), strict=True)]
    return part.tolist() if np.ndim(part) else [part] * count


def marks(columns: Sequence[Integers], rows: Rows, count: int, seed: int) -> Integers:
    """Return a number for the rows of each output that does not depend on their order, or on that of their groups."""
    mark = np.full(len(rows.case), seed, dtype=np.uint64)
    for column in columns:
        mark = _mixed(mark * GOLDEN + digits(column).view(np.uint64))
    owner = rows.case
    if rows.fold == "cascade":
        starts, lengths = rows.stretches(count)
        mark = _mixed(mark + (np.arange(len(owner)) - np.repeat(starts, lengths)).astype(np.uint64))
    if rows.group is not None:
        starts = changes(rows.group)
        mark, owner = _mixed(np.add.reduceat(mark, starts)) if len(starts) else mark, owner[starts]
    if rows.shared is not None:
        count = int(rows.shared.max(initial=-1)) + 1
    starts, lengths = stretches(owner, count)
    found = np.zeros(count, dtype=np.uint64)
    some = lengths > 0
    if some.any():
        found[some] = np.add.reduceat(mark, starts[some])
    return (found if rows.shared is None else found[rows.shared]).view(np.int64)


def digits(column: Any) -> Integers:
    """Return whole numbers in 64 bits: larger ones as a pseudo-random number of all their digits."""
    if column.dtype != object:
        found: Integers = column.astype(np.int64)
        return found
    return np.array(
        [_digest(each) if abs(each) >= 2**62 else each for each in column.tolist()], dtype=np.int64
    )


def _digest(value: int) -> int:
    return int.from_bytes(blake2b(str(value).encode(), digest_size=8).digest(), signed=True)


def _mixed(mark: Any) -> Any:
    """Spread every bit of 64-bit numbers over all others."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mark = mark ^ (mark >> np.uint64(shift))
        mark *= np.uint64(factor)
    return mark ^ (mark >> np.uint64(31))


def changes(group: Any) -> Integers:
    """Return where each group begins."""
    return (
        np.flatnonzero(np.diff(group, prepend=group[:1] - 1)) if len(group) else np.zeros(0, dtype=np.int64)
    )


def compact(array: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Number the integers of an array from 0 without gaps, smallest first, and count each."""
    low, high = int(array.min()), int(array.max())
    if high - low > 4 * len(array):
        _, inverse, sizes = np.unique(array, return_inverse=True, return_counts=True)
        return inverse.astype(np.int64), sizes
    if array.dtype == np.uint64:
        array = (array - np.uint64(low)).astype(np.int64)
    elif low:
        array = np.subtract(array, low, dtype=np.int64)
    sizes = np.bincount(array)
    used = sizes > 0
    return (array, sizes) if used.all() else ((np.cumsum(used) - 1)[array], sizes[used])


def counted(key: NDArray[Any], places: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the values of a key from 0 below ``places`` in order, and how often each occurs; may reorder the key."""
    if places <= 4 * len(key):
        counts = np.bincount(key)
        present = np.flatnonzero(counts)
        return present, counts[present]
    ordered = key if places > 2**32 else key.astype(np.uint32)
    ordered.sort()
    new = np.concatenate([[True], ordered[1:] != ordered[:-1]])[: len(key)]
    first = np.flatnonzero(new)
    return ordered[first].astype(np.int64), np.diff(first, append=len(key))
