"""Formulas that have a value, or are infinite, wherever their conventions leave one or the other, and others."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.checker.api import build
from axiometrics.formulas import INFINITE, UNDEFINED, guarded, log, maximum, ratio, sqrt, tanh
from axiometrics.metrics import metrics


def beyond(function: Any) -> tuple[bool, bool]:
    normal = build(function, task="quantification", error=True).formula.normal
    return normal.stated, normal.beyond


def least(both: Any) -> Any:
    return ratio(1, both.least_gold, INFINITE)


INFINITE_SOMEWHERE = {
    "a quotient": least,
    "a sum": lambda both: least(both) + both.sum(lambda at: (at.p - at.q) ** 2),
    "a multiple": lambda both: 3 * least(both),
    "the larger one": lambda both: maximum(least(both), 2),
    "a bounded one": lambda both: tanh(least(both)),
    "a sum of terms": lambda both: both.sum(lambda at: ratio(at.p, at.q, INFINITE)),
    "what is there": lambda both: both.sum(
        lambda at: at.p * log(guarded(ratio(at.p, at.q, INFINITE), at.p, 1))
    ),
}


@pytest.mark.parametrize("name", INFINITE_SOMEWHERE)
def test_infinity_is_told_from_no_value(name: str) -> None:
    assert beyond(INFINITE_SOMEWHERE[name]) == (False, True)


NO_VALUE_SOMEWHERE = {
    "infinity less itself": lambda both: least(both) - both.sum(lambda at: ratio(1, at.q, INFINITE)),
    "less infinity": lambda both: 1 - least(both),
    "times what may be zero": lambda both: both.least_gold * least(both),
    "times what may be zero in a term": lambda both: both.sum(
        lambda at: at.p * log(guarded(ratio(at.p, at.q, INFINITE), at.q, 1))
    ),
    "infinity times itself": lambda both: least(both) * least(both),
    "below a fraction bar": lambda both: both.least_gold / least(both),
    "divided once more": lambda both: ratio(least(both), both.least_gold, 0),
    "asked by a convention": lambda both: guarded(1, least(both), 0),
    "a logarithm of zero": lambda both: log(both.least_gold) + least(both),
    "a root of what may be negative": lambda both: sqrt(both.least_gold - 1) + least(both),
}


@pytest.mark.parametrize("name", NO_VALUE_SOMEWHERE)
def test_what_infinity_has_no_value_with_is_not_called_a_value(name: str) -> None:
    assert beyond(NO_VALUE_SOMEWHERE[name])[1] is False


def test_what_has_a_value_everywhere_has_one_or_is_infinite() -> None:
    for key, metric in metrics("quantification").items():
        if metric.reads is None:
            assert metric.formula.normal.beyond >= metric.formula.normal.stated, key


def test_a_convention_of_no_value_is_left_to_the_author() -> None:
    """As with finite formulas: who writes UNDEFINED says that there is no value there."""
    assert beyond(lambda both: ratio(1, both.least_gold, UNDEFINED)) == (True, True)
