"""What a function keeps is seen; a function that keeps nothing is never said to keep something."""

from __future__ import annotations

from typing import Any

from axiometrics.formulas.questions import kept_by


def half(view: Any) -> Any:
    return view.items / 2


def third(view: Any) -> Any:
    return half(view) - sum(view.sizes) / 3


def difference(view: Any) -> Any:
    return half(view) - third(view)


def counting(view: Any, seen: list[Any] = []) -> Any:  # noqa: B006
    seen.append(view)
    return len(seen)


def test_a_function_of_functions_that_keep_nothing_has_one_picture_whatever_is_made_meanwhile() -> None:
    """Objects come and go between two pictures, and inherit the addresses of others."""
    first = kept_by(difference)
    for number in range(300):
        made = [[] if number % 3 else {} for _ in range(number)]
        assert kept_by(difference) == first
        del made


def test_a_list_that_grows_is_seen() -> None:
    before = kept_by(counting)
    counting(1)
    assert kept_by(counting) != before
