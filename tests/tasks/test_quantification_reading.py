"""Reading distributions: exact and floating-point shares, counts when asked, topics, and what is refused."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pytest

from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.tasks.quantification import Distributions, Single
from axiometrics.tasks.quantification.reading import quickly, read

NMD = metrics("quantification")["nmd"]
NRAE = metrics("quantification")["nrae"]
THIRD = Fraction(1, 3)


@pytest.mark.parametrize(
    "given",
    [
        ["1/3", "1/3", "1/3"],
        "1/3 1/3 1/3",
        "1/3, 1/3, 1/3",
        [THIRD, THIRD, THIRD],
        ("1/3", THIRD, "1/3"),
    ],
)
def test_exact_shares_stay_exact(given: Any) -> None:
    assert read(given, [1, 0, 0]).gold == (THIRD, THIRD, THIRD)


@pytest.mark.parametrize("given", [[0.1] * 10, np.full(10, 0.1), tuple([0.1] * 10)])
def test_floats_may_miss_a_sum_of_one_by_rounding(given: Any) -> None:
    assert reduce(add, [0.1] * 10) != 1
    assert read(given, given).classes == 10


def test_notation_is_read_back() -> None:
    both = Distributions.from_masses([2, 0, 0], [2, 1, 1])
    assert both.notation() == "gold=1/2 1/4 1/4 system=1 0 0"
    assert Distributions.from_notation(both.notation()) == both
    assert NMD(both) == NMD(both.notation()) == NMD(both.gold, both.system)


def test_counts_are_divided_by_their_sum_when_asked() -> None:
    assert read([3, 1], [2, 2], normalise=True) == read(["3/4", "1/4"], ["1/2", "1/2"])


REFUSED: list[tuple[Any, Any, str]] = [
    ([0.5, 0.4], [0.5, 0.5], "gold add up to 0.9; .* normalise=True"),
    ([3, 1], [0.5, 0.5], "gold add up to 4; .* normalise=True"),
    (["1/3", "1/3"], [0.5, 0.5], "gold add up to 2/3"),
    ([1.5, -0.5], [0.5, 0.5], "gold has the share -0.5; shares are numbers from 0 to 1"),
    ([0.5, 0.5], [0.5, 0.25, 0.25], "gold has 2 classes and system has 3"),
    ([], [], "gold has no classes"),
    ("", "1 0", "gold has no classes"),
    ([0.5, float("nan")], [1, 0], "share nan"),
    ([0.5, float("inf")], [1, 0], "share inf"),
    ([0.5, None], [1, 0], "share None"),
    (["a", "b"], [1, 0], "share 'a'"),
    ([True, False], [1, 0], "share True"),
    (np.eye(2), [1, 0], "2 dimensions"),
    ({0.5, 0.25}, [1, 0], "is a set"),
    (0.5, [1, 0], "give a list of shares"),
    ([1, 0], None, "no system distribution"),
]


@pytest.mark.parametrize(("gold", "system", "message"), REFUSED, ids=[message for *_, message in REFUSED])
def test_what_is_no_distribution_is_refused(gold: Any, system: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        NMD(gold, system)


def test_counts_that_are_all_zero_cannot_be_divided() -> None:
    with pytest.raises(InputError, match="all counts of gold are 0"):
        NMD([0, 0], [1, 0], normalise=True)


@pytest.mark.parametrize("text", ["1/2 1/2", "gold=1/2 1/2", "gold=1 0 gold=1 0", "system=1 0"])
def test_notation_needs_both_sides(text: str) -> None:
    with pytest.raises(InputError, match="write both"):
        NMD(text)


TOPICS = {"a": [1, 0], "b": [1]}
SYSTEM = {"a": [0, 1], "b": [1]}


@pytest.mark.parametrize(("policy", "value"), [("skip", 1.0), ("propagate", None), (0, 0.5), (1, 1.0)])
def test_a_topic_without_value_counts_as_the_policy_says(policy: Any, value: float | None) -> None:
    assert NMD(TOPICS, SYSTEM, undefined=policy) == value  # b has one class, where nmd has no value


def test_without_a_policy_a_missing_value_is_not_hidden() -> None:
    assert NMD(TOPICS, SYSTEM) is None


def test_topics_must_be_the_same_on_both_sides() -> None:
    with pytest.raises(InputError, match="system has no distribution for topic 'b'"):
        NMD(TOPICS, {"a": [0, 1]})
    with pytest.raises(InputError, match="undefined='drop' is not possible"):
        NMD(TOPICS, SYSTEM, undefined="drop")


@pytest.mark.parametrize("key", metrics("quantification"))
def test_topics_in_arrays_have_the_values_that_they_have_one_by_one(key: str) -> None:
    """All at once in floats, or alone where an error bound leaves a convention open, as with equal shares."""
    metric = metrics("quantification")[key]
    drawn = np.random.default_rng(7)
    gold = [*drawn.dirichlet(np.ones(4), 20), *drawn.multinomial(6, [0.25] * 4, 30) / 6.0]
    system = [*drawn.dirichlet(np.ones(4), 10), *gold[10:15], *drawn.multinomial(6, [0.25] * 4, 35) / 6.0]
    values = [metric(*pair) for pair in zip(gold, system, strict=True)]
    expected = [math.nan if value is None else value for value in values]
    for policy in ("skip", 0):
        found = metric(dict(enumerate(gold)), dict(enumerate(system)), undefined=policy)
        known = [0 if value != value else value for value in expected if value == value or policy == 0]
        assert found == pytest.approx(sum(known) / len(known), rel=1e-12), policy


@pytest.mark.parametrize(
    ("gold", "system", "message"),
    [
        ([[0.5, 0.5], [0.5, 0.4]], [[0.5, 0.5], [0.5, 0.5]], "gold add up to 0.9"),
        ([[0.5, 0.5], [1.5, -0.5]], [[0.5, 0.5], [0.5, 0.5]], "gold has the share -0.5"),
        ([[0.5, 0.5], [np.nan, 0.5]], [[0.5, 0.5], [0.5, 0.5]], "gold has the share nan"),
        ([[0.5, 0.5]], [[0.5, 0.25, 0.25]], "gold has 2 classes and system has 3"),
        ([[]], [[]], "gold has no classes"),
    ],
)
def test_topics_in_arrays_are_refused_as_they_are_one_by_one(gold: Any, system: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        NMD(
            *(
                {topic: np.array(one, dtype=float) for topic, one in enumerate(side)}
                for side in (gold, system)
            )
        )


def test_a_black_box_gets_gold_first() -> None:
    assert Distributions.from_masses([1, 0], [1, 3]).read_as("distributions") == ([0.25, 0.75], [1.0, 0.0])


def test_floats_are_divided_as_exact_numbers_are_to_the_last_bit() -> None:
    drawn, compared = np.random.default_rng(5), 0
    for turn in range(2000):
        shares = drawn.dirichlet(np.ones(drawn.integers(2, 9))).tolist()
        if turn % 2:
            shares = [round(share, 2) for share in shares[:-1]]
            shares.append(1 - sum(shares))
        pair = quickly(np.array(shares), shares)
        if pair is None:  # where floats leave it open
            continue
        compared += 1
        exact = Single(tuple(shares), tuple(shares))
        for name in ("classes.p", "classes.q", "classes.P", "L", "K"):
            assert repr(pair[name]) == repr(exact[name]), shares
    assert compared > 1800


@pytest.mark.parametrize(
    "given", [[0.5, -0.5, 1.0], [0.5, float("nan")], [0.5, 0.6], [float("inf"), 0.5], [], [0.5, True], [1, 0]]
)
def test_what_is_no_vector_of_plain_shares_is_looked_at_one_by_one(given: list[float]) -> None:
    assert quickly([0.5, 0.5], given) is None
    assert quickly(given, [0.5, 0.5]) is None
