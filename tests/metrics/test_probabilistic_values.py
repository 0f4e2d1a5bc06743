"""Values of metrics of forecasts: worked ones of the specification, identities, infinite ones, and refusals."""

import math
import random
import warnings
from fractions import Fraction
from itertools import product

import pytest
from naive_probabilistic import INSTANCES, NAIVE

from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.probabilistic import Forecasts, read

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


def test_clipped_probabilities_cost_no_more_and_no_less_than_the_ends():
    clipped = METRICS["log_loss"].with_parameters(clip="1/10")
    for p, cost in ((0, 0.1), (0.05, 0.1), (0.1, 0.1), (0.3, 0.3), (0.9, 0.9), (0.95, 0.9), (1, 0.9)):
        assert clipped([1], [p]) == pytest.approx(-math.log(cost), rel=1e-14)
    with pytest.raises(InputError, match="clip=1/2 is out of range; give a number with 0 <= clip < 1/2"):
        METRICS["log_loss"].with_parameters(clip="1/2")


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


def drawn(count, classes, bottoms=(2, 3, 4, 10, 100)):
    """Random tables, always the same: forecasts often tied, at edges of bins, or certain."""
    dice = random.Random(7)
    for _ in range(count):
        bottom, items = dice.choice(bottoms), dice.randint(1, 7)
        kinds = []
        for _ in range(dice.randint(1, 4)):
            cuts = sorted(dice.randint(0, bottom) for _ in range(classes - 1))
            parts = [b - a for a, b in zip([0, *cuts], [*cuts, bottom], strict=True)]
            kinds.append(tuple(Fraction(part, bottom) for part in parts))
        yield [(dice.choice(kinds), dice.randint(1, classes)) for _ in range(items)]


TASK = get_task("probabilistic")
NAMED = {key: (METRICS[key], naive) for key, naive in NAIVE.items()} | {
    name: (METRICS[key].with_parameters(**given), naive) for name, (key, given, naive) in INSTANCES.items()
}


def test_every_metric_of_the_package_has_a_naive_definition():
    assert set(NAIVE) == {key for key, record in METRICS.items() if record.origin.startswith("axiometrics.")}


@pytest.mark.parametrize("label", NAMED)
def test_what_is_of_two_classes_refuses_three(label):
    metric, _ = NAMED[label]
    three = Forecasts.from_notation("1/2 1/3 1/6: 1; 1/2 1/3 1/6: 3; 0 1/4 3/4: 2")
    if TASK.is_binary(metric):
        with pytest.raises(InputError, match="is of two classes, and the forecasts have 3"):
            metric(three)
    else:
        assert math.isfinite(metric(three))


@pytest.mark.parametrize("label", NAMED)
@pytest.mark.parametrize("classes", [2, 3])
def test_values_are_those_of_the_definition(label, classes):
    metric, naive = NAMED[label]
    if classes > 2 and TASK.is_binary(metric):
        pytest.skip("of two classes only")
    tables = list(drawn(120, classes))
    batch = TASK.batch([Forecasts.of(table) for table in tables])
    for table, many in zip(tables, TASK.values(metric, batch).tolist(), strict=True):
        expected = naive(table)
        single = metric(Forecasts.of(table))
        if expected is None:
            assert single is None
            assert math.isnan(many)
        else:
            assert single == pytest.approx(float(expected), rel=1e-12, abs=1e-12), table
            assert many == pytest.approx(float(expected), rel=1e-12, abs=1e-12), table


def binary(count):
    for table in drawn(count, 2, bottoms=(3, 7, 10, 100)):
        if len({y for _, y in table}) == 2:
            yield [y - 1 for _, y in table], [float(q[1]) for q, _ in table]


SCIKIT = {
    "brier": "brier_score_loss",
    "auc": "roc_auc_score",
    "average_precision": "average_precision_score",
    "brier_skill": "d2_brier_score",
}


@pytest.mark.parametrize("key", SCIKIT)
def test_agreement_with_scikit_learn(key):
    peer = getattr(pytest.importorskip("sklearn.metrics"), SCIKIT[key], None)
    if peer is None:
        pytest.skip("this release has no such function")
    for gold, system in binary(80):
        assert METRICS[key](gold, system) == pytest.approx(peer(gold, system), abs=1e-12)


def test_agreement_with_the_logarithmic_loss_of_scikit_learn_where_nothing_is_clipped():
    peer = pytest.importorskip("sklearn.metrics").log_loss
    for gold, system in binary(80):
        if all(0 < p < 1 for p in system):
            assert METRICS["log_loss"](gold, system) == pytest.approx(
                peer(gold, system, labels=[0, 1]), abs=1e-12
            )


def test_the_isotonic_fit_is_that_of_scikit_learn():
    isotonic = pytest.importorskip("sklearn.isotonic").IsotonicRegression
    for gold, system in binary(60):
        fit = isotonic().fit_transform(system, gold)
        expected = sum((a - y) ** 2 for a, y in zip(fit, gold, strict=True)) / len(gold)
        assert METRICS["pav_refinement_loss"](gold, system) == pytest.approx(expected, abs=1e-12)


def test_the_ks_statistic_is_that_of_scipy():
    ks_2samp = pytest.importorskip("scipy.stats").ks_2samp
    for gold, system in binary(60):
        sides = [[p for p, y in zip(system, gold, strict=True) if y == side] for side in (1, 0)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # about its p-value
            expected = ks_2samp(*sides).statistic
        assert METRICS["ks"](gold, system) == pytest.approx(expected, abs=1e-12)


def test_certain_forecasts_make_scores_error_rates():
    for table in drawn(60, 3, bottoms=(1,)):
        wrong = sum(q[y - 1] == 0 for q, y in table) / len(table)
        apart = sum(abs(q.index(1) + 1 - y) for q, y in table) / len(table)
        given = Forecasts.of(table)
        assert METRICS["absolute_error"](given) == pytest.approx(wrong)
        assert METRICS["zero_one"](given) == pytest.approx(wrong)
        assert METRICS["rps"](given) == pytest.approx(apart)


def test_a_constant_forecast_does_not_discriminate():
    assert METRICS["auc"]([1, 0, 0, 1], ["1/3"] * 4) == 0.5


def test_the_divergence_of_forecasts_from_outcome_shares_is_the_excess_of_a_score():
    for events, q in product(range(1, 5), (Fraction(1, 3), Fraction(1, 2), Fraction(4, 5))):
        p, gold = Fraction(events, 5), [1] * events + [0] * (5 - events)
        excess = {
            key: METRICS[key](gold, [q] * 5) - METRICS[key](gold, [p] * 5) for key in ("brier", "log_loss")
        }
        assert excess["brier"] == pytest.approx(float((p - q) ** 2))
        divergence = sum(float(a) * math.log(a / b) for a, b in ((p, q), (1 - p, 1 - q)) if a)
        assert excess["log_loss"] == pytest.approx(divergence, abs=1e-12)


def test_the_order_of_items_matters_for_bins_of_equal_mass_where_forecasts_tie():
    metric = METRICS["ece_mass"].with_parameters(bins=2)
    tied = ["1/2"] * 4
    assert metric([1, 1, 0, 0], tied) == 0.5
    assert metric([1, 0, 1, 0], tied) == 0


def test_a_bin_contains_its_right_end_or_its_left_one():
    table = Forecasts.from_notation("1/2 1/2: 1; 2/5 3/5: 2")
    assert METRICS["ece"].with_parameters(bins=2)(table) == pytest.approx(9 / 20)
    assert METRICS["ece"].with_parameters(bins=2, closed="left")(table) == pytest.approx(1 / 20)
