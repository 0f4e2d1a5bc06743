"""What is kept of a batch is bounded, in entries and in bytes, and is found again where it is kept."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

from axiometrics.formulas.arithmetics.budget import Latest, Room, _bytes_of


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
    kept = Latest(100, room=Room(1000))
    for place in map(str, range(50)):
        assert made(kept, place, size)
        assert not made(kept, place, size)
        assert len(kept) * size <= 1000
    assert made(kept, "one larger than the room", 5000)
    assert len(kept) == 1


def test_a_room_is_shared_and_what_is_gone_leaves_it() -> None:
    room = Room(1000)
    large, small = Latest(100, room), Latest(100, room)
    assert made(small, "a", 100)
    assert all(made(large, place, 300) for place in "abcd")
    assert made(large, "a", 300), "what was asked for long ago gave way"
    assert not made(small, "a", 100)
    assert len(large) == 3
    del large
    assert all(made(small, place, 300) for place in "bcd")
    assert not made(small, "a", 100), "nothing else needs the room"


def test_what_was_asked_for_longest_ago_goes_wherever_it_is() -> None:
    room = Room(1000)
    one, other = Latest(100, room), Latest(100, room)
    for kept, place in ((one, "a"), (other, "b"), (one, "c"), (other, "d"), (one, "a")):
        made(kept, place, 240)
    assert made(other, "e", 240)
    assert not made(one, "a", 240)
    assert made(other, "b", 240), "which was older than all others"


def test_each_keeps_its_last_entry_however_full_the_room_is() -> None:
    room = Room(10)
    one, other = Latest(100, room), Latest(100, room)
    for kept in (one, other, one):
        made(kept, "a", 1000)
    assert [made(kept, "a", 1000) for kept in (one, other)] == [False, False]
    assert made(one, "b", 1000)
    assert len(one) == 1


def test_threads_may_share_what_is_kept() -> None:
    kept, other = Latest(3, room := Room(2000)), Latest(3, room)
    asked = [(each, str(place % 7)) for place in range(2000) for each in (kept, other)]
    with ThreadPoolExecutor(8) as threads:
        found = list(
            threads.map(lambda each: each[0].get(each[1], lambda: np.full(400, int(each[1]))), asked)
        )
    assert all((array == int(place)).all() for array, (_, place) in zip(found, asked, strict=True))
    assert len(kept) <= 3
    assert kept.nbytes + other.nbytes == 3200 * (len(kept) + len(other))


def test_making_one_may_ask_for_others() -> None:
    kept = Latest(2)
    assert kept.get("sum", lambda: kept.get("a", lambda: 1) + kept.get("b", lambda: 2)) == 3
    assert kept.get("sum", lambda: 0) == 3


@pytest.mark.parametrize("numbers", [[0.5] * 10_000, tuple(range(10_000)), [Fraction(1, 3)] * 10_000])
def test_lists_of_numbers_take_bytes(numbers: list[object]) -> None:
    kept = Latest(100, room=Room(500_000))
    for place in range(5):
        kept.get(place, lambda: numbers)
    assert len(kept) == max(1, 500_000 // _bytes_of(numbers))
    assert 8 + 24 <= _bytes_of(numbers) / len(numbers) <= 8 + 80
