"""Values of metrics of forecasts: worked ones of the specification, identities, infinite ones, and refusals."""

import math
from itertools import product

import pytest

from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.tasks.probabilistic import Forecasts
from axiometrics.tasks.probabilistic.reading import read

METRICS = metrics("probabilistic")
A = [1, 0, 0, 1, 0, 1], ["3/10", "2/5", "1/2", "1/2", "7/10", 1]
B = [0, 1, 0, 1, 1, 1], ["1/5", "1/5", "1/2", "1/2", "1/2", "9/10"]
C = "1/2 1/3 1/6: 1; 1/2 1/3 1/6: 3; 0 1/4 3/4: 2"


def value(key, table, **parameters):
    given = (table,) if isinstance(table, str) else table
    return METRICS[key].with_parameters(**parameters)(*given)


@pytest.mark.parametrize(
    ("key", "parameters", "expected"),
    [
        ("brier", {}, 41 / 150),
        ("log_loss", {}, 0.717510932256),
        ("absolute_error", {}, 7 / 15),
        ("zero_one", {}, 1 / 2),
        ("spherical", {}, 0.672350408978),
        ("pseudo_spherical", {}, 0.575050613267),
        ("focal_loss", {}, 0.268033173054),
        ("brier_skill", {}, -7 / 75),
        ("ece", {}, 3 / 10),
        ("ece_exact", {}, 3 / 10),
        ("ece", {"bins": 2}, 1 / 6),
        ("ece", {"bins": 1}, 1 / 15),
        ("ece_mass", {"bins": 2}, 1 / 15),
        ("ace", {"bins": 2}, 1 / 5),
        ("mce", {"bins": 2}, 7 / 20),
        ("rmsce", {"bins": 2}, 0.211147657655),
        ("ks_calibration", {}, 7 / 60),
        ("ece_top", {"bins": 2}, 1 / 6),
        ("ece_classwise", {"bins": 2}, 1 / 6),
        ("reliability", {}, 19 / 100),
        ("resolution", {}, 1 / 6),
        ("pav_calibration_loss", {}, 11 / 150),
        ("pav_refinement_loss", {}, 1 / 5),
        ("auc", {}, 1 / 2),
        ("average_precision", {}, 2 / 3),
        ("ks", {}, 1 / 3),
        ("calibration_in_the_large", {}, 1 / 15),
    ],
)
def test_worked_values_of_table_a(key, parameters, expected):
    assert value(key, A, **parameters) == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize(
    ("key", "parameters", "expected"),
    [
        ("brier", {}, 6 / 25),
        ("reliability", {}, 41 / 900),
        ("resolution", {}, 1 / 36),
        ("pav_refinement_loss", {}, 7 / 36),
        ("auc", {}, 11 / 16),
        ("average_precision", {}, 19 / 24),
        ("ks", {}, 1 / 4),
        ("brier_skill", {}, -2 / 25),
        ("zero_one", {}, 5 / 12),
        ("zero_one", {"ties": "first"}, 1 / 2),
        ("ece", {}, 1 / 5),
        ("ece", {"bins": 2}, 1 / 5),
        ("ece_top", {"bins": 2}, 1 / 6),
    ],
)
def test_worked_values_of_table_b(key, parameters, expected):
    assert value(key, B, **parameters) == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize(
    ("key", "parameters", "expected"),
    [
        ("brier_multiclass", {}, 185 / 216),
        ("rps", {}, 257 / 432),
        ("rps", {"normalised": "yes"}, 257 / 864),
        ("absolute_error", {}, 25 / 36),
        ("zero_one", {}, 2 / 3),
        ("log_loss", {}, 1.29040033697),
        ("spherical", {}, 0.461757577889),
        ("focal_loss", {}, 0.732451594152),
        ("ece_top", {"bins": 2}, 1 / 4),
        ("ece_classwise", {"bins": 2}, 1 / 6),
        ("ace", {"bins": 2}, 19 / 48),
        ("reliability_multiclass", {}, 113 / 216),
        ("resolution_multiclass", {}, 1 / 3),
    ],
)
def test_worked_values_of_three_classes(key, parameters, expected):
    assert value(key, C, **parameters) == pytest.approx(expected, abs=1e-11)


TABLES = [
    (list(gold), list(system))
    for gold, system in product(product((0, 1), repeat=3), product(("0", "1/4", "1/2", "1"), repeat=3))
]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("brier", lambda t: value("reliability", t) - value("resolution", t) + base(t) * (1 - base(t))),
        ("rps", lambda t: value("brier", t)),
        ("brier_multiclass", lambda t: 2 * value("brier", t)),
        ("reliability_multiclass", lambda t: 2 * value("reliability", t)),
        ("resolution_multiclass", lambda t: 2 * value("resolution", t)),
        ("calibration_in_the_large", lambda t: value("ece", t, bins=1)),
    ],
)
def test_identities_hold_on_all_small_tables(left, right):
    for table in TABLES[::5]:
        assert value(left, table) == pytest.approx(right(table), abs=1e-12)


def base(table):
    return sum(table[0]) / len(table[0])


def test_something_impossible_that_happens_costs_infinitely_much():
    assert value("log_loss", ([1], [0])) == math.inf
    assert value("focal_loss", ([1], [0])) == math.inf


def test_only_one_outcome_leaves_discrimination_without_a_value():
    assert [value(key, ([1, 1], [0, 1])) for key in ("auc", "ks", "brier_skill")] == [None] * 3


@pytest.mark.parametrize(
    ("gold", "system", "said"),
    [
        ([1], [1.5], "row 1 has the probability 1.5"),
        ([0, 1], [[0.5, 0.5], [0.5, 0.4]], "row 2 sum to 0.9"),
        ([2], [[0.5, 0.5]], "row 1 has the outcome 2"),
        ([1, 0], [0.5], "2 outcomes and system has 1"),
        ([], [], "there are no items"),
    ],
)
def test_bad_input_is_refused_with_its_row(gold, system, said):
    with pytest.raises(InputError, match=said):
        read(gold, system)


def test_rounded_rows_are_divided_by_their_sum_and_that_is_told():
    with pytest.warns(UserWarning, match="row 1"):
        found = read([0], [["0.3333333333", "0.6666666666"]])
    assert sum(found.items[0][0]) == 1


def test_notation_is_read_as_it_is_written():
    assert Forecasts.from_notation(C).notation() == C
