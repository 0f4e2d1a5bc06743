"""Claims about telling rows apart, and about columns in few bytes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from axiometrics.formulas.rows import LONG, Columns, Rows, different, digits, kinds_of, numbered

RANDOM = np.random.default_rng(3)


@pytest.mark.parametrize("most", [2, 50, 2**62])
def test_each_different_row_is_named_by_the_first_that_is_equal_to_it(most: int) -> None:
    columns = RANDOM.integers(-most, most, (3, 4000))
    columns[:, 2000:] = columns[:, RANDOM.integers(0, 2000, 2000)]
    first, number = different(list(columns))
    seen: dict[tuple[int, ...], int] = {}
    expected = [seen.setdefault(row, place) for place, row in enumerate(zip(*columns.tolist(), strict=True))]
    assert first[number].tolist() == expected


def test_of_no_rows_none_are_different() -> None:
    assert [part.tolist() for part in different([np.zeros(0, dtype=np.int64)])] == [[], []]


def test_rows_are_equal_only_where_all_columns_are() -> None:
    one, other = RANDOM.integers(-(2**40), 2**40, (2, 3000)) // 2**36
    found = kinds_of([one, other], 3000)
    assert found is not None
    first, number = found
    assert np.array_equal(one[first][number], one)
    assert np.array_equal(other[first][number], other)
    assert len(first) == len(set(zip(one.tolist(), other.tolist(), strict=True)))


@pytest.mark.parametrize("shared", [None, [], [0], [1, 0, 1]])
def test_rows_of_some_outputs_are_taken_in_their_order(shared: list[int] | None) -> None:
    """Output 0 has the rows 5 and 6, output 1 has 7; shared rows are those of the output that is named."""
    owner, column = np.array([0, 0, 1]), np.array([5, 6, 7])
    of_each = {0: [5, 6], 1: [7]}
    names = range(2) if shared is None else shared
    rows = Rows(
        owner if len(names) else owner[:0],
        Columns({"n": lambda: column if len(names) else column[:0]}),
        shared=None if shared is None else np.array(shared, dtype=np.int64),
    )
    places = np.arange(len(names))[::-1]
    found = rows.taken(places, len(names))
    wanted = [(case, n) for case, place in enumerate(places.tolist()) for n in of_each[names[place]]]
    assert list(zip(found.case.tolist(), np.asarray(found.columns["n"]).tolist(), strict=True)) == wanted


def test_different_numbers_are_numbered() -> None:
    values = RANDOM.integers(0, 9, 500) * 2**55
    known, number = numbered(values)
    assert len(known) == len(set(values.tolist()))
    assert np.array_equal(known[number], values)


@pytest.mark.parametrize("most", [2**15 - 1, 2**15, 2**31 - 1, 2**31, 2**62])
@pytest.mark.parametrize("sign", [1, -1])
def test_columns_in_few_bytes_keep_their_numbers(most: int, sign: int) -> None:
    column = np.full(LONG, sign * most, dtype=np.int64)
    assert (Columns({"n": lambda: column})["n"] == column).all()


def test_what_fits_in_64_bits_is_the_same_beside_larger_numbers() -> None:
    """So that equal cases have equal marks, whatever else stands in their column."""
    some = [0, 5000, -(2**40), 2**62 - 1]
    beside = digits(np.array([*some, 2**70, -(2**70)], dtype=object)).tolist()
    assert beside[:4] == digits(np.array(some)).tolist() == some
    assert len(set(beside)) == 6


def test_columns_in_few_bytes_are_told_apart_beyond_these_bytes() -> None:
    column = np.where(np.arange(LONG) % 2, -(2**15) + 1, 2**15 - 1)
    short = Columns({"n": lambda: column})["n"]
    assert short.dtype == np.int16
    found = kinds_of([short, short], LONG)
    assert found is not None
    assert len(found[0]) == 2


def test_kinds_that_only_hashes_tell_apart_are_not_sought_where_rows_are_not_hashed() -> None:
    near, far = RANDOM.integers(0, 5, 3000), RANDOM.integers(0, 2**30, 3000)
    assert kinds_of([near, far], 3000, hashed=False) is None
    assert kinds_of([near, near], 3000, hashed=False) is not None


@pytest.mark.parametrize(
    "column", [np.array([0.1, 0.2]), np.array([Fraction(1, 2), Fraction(1, 3)])], ids=["floats", "objects"]
)
def test_rows_are_told_apart_by_whole_numbers_alone(column: np.ndarray) -> None:
    with pytest.raises(TypeError, match="whole numbers"):
        different([column])
