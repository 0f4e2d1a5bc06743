"""What is kept of a batch is bounded, in entries and in bytes, and is found again where it is kept."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from axiometrics.formulas.arithmetics.budget import Latest, _bytes_of


def made(kept: Latest, place: str, size: int = 1) -> bool:
    """Ask for an array of so many bytes; return whether it had to be made."""
    calls = []
    kept.get(place, lambda: calls.append(place) or np.zeros(size, dtype=np.int8))
    return bool(calls)


def test_what_was_asked_for_last_is_kept() -> None:
    kept = Latest(2)
    assert [made(kept, place) for place in "abacab"] == [True, True, False, True, False, True]


@pytest.mark.parametrize("size", [1, 300, 1000])
def test_bytes_are_bounded_and_the_last_entry_is_always_there(size: int) -> None:
    kept = Latest(100, room=1000)
    for place in map(str, range(50)):
        assert made(kept, place, size)
        assert not made(kept, place, size)
        assert len(kept) * size <= 1000
    assert made(kept, "one larger than the room", 5000)
    assert len(kept) == 1


def test_making_one_may_ask_for_others() -> None:
    kept = Latest(2)
    assert kept.get("sum", lambda: kept.get("a", lambda: 1) + kept.get("b", lambda: 2)) == 3
    assert kept.get("sum", lambda: 0) == 3


@pytest.mark.parametrize("numbers", [[0.5] * 10_000, tuple(range(10_000)), [Fraction(1, 3)] * 10_000])
def test_lists_of_numbers_take_bytes(numbers: list[object]) -> None:
    kept = Latest(100, room=500_000)
    for place in range(5):
        kept.get(place, lambda: numbers)
    assert len(kept) == max(1, 500_000 // _bytes_of(numbers))
    assert 8 + 24 <= _bytes_of(numbers) / len(numbers) <= 8 + 80
