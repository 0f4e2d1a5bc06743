"""The hunt: an optimiser finds what no drawn case shows, the same each time, and says when it finds nothing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.api import build, check
from axiometrics.checker.hunt import hunt, starting_points
from axiometrics.checker.search import Search, drawn_cases, relative_margins, singly
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import scored
from axiometrics.metrics import Metric, metrics
from axiometrics.tasks import get_task, tasks
from axiometrics.tasks.choosing import At, Impossible, Spread

INVERTED: Callable[[int], bool] = lambda sign: sign < 0  # noqa: E731


def hunted(metric: Metric, constraint: str, *, starts: int = 60, rounds: int = 15, seed: int = 0) -> Search:
    options = Options(max_examples=starts, hunt=rounds, seed=seed)
    found = hunt(metric, constraints(metric.task)[constraint], TrustedSource(metric), INVERTED, options)
    assert found is not None
    return found


def narrow(matrix):  # type: ignore[no-untyped-def]
    """A score that rises with the share x of right items, but where x is within 1/500 of 311/1000."""
    x = matrix.present_classes(lambda true: true.right) / matrix.items - Fraction(311, 1000)
    return 1 + x**3 - x * Fraction(3, 500**2)


def test_an_inversion_in_a_narrow_region_is_found_and_is_exact() -> None:
    """The derivative 3 (x - 0.311)^2 - 3/500^2 is negative from 0.309 to 0.313 alone; a correction raises x by 1/N.

    None of the first 60 cases shows it.
    """
    metric, demanded = build(narrow, task="ordinal"), constraints("ordinal")["correction"]
    source = TrustedSource(metric)
    assert all(source.sign(demanded, case.outputs) >= 0 for case in starting_points(demanded, 60, 0)[1])
    found = hunted(metric, "correction").found
    assert found is not None
    assert source.sign(demanded, found.outputs) == -1


def test_what_is_found_is_made_small() -> None:
    """From x = 4/13 = 0.3077 to 5/16 = 0.3125 and beyond, one item moves x by 1/N: it must fall, so N is above 100.

    With y = x - 0.311 before and y + 1/N after, the score falls where y^2 + y/N + 1/(3 N^2) < 1/500^2, which is never
    so for 1/(12 N^2) >= 1/500^2, N <= 144.
    """
    found = hunted(build(narrow, task="ordinal"), "correction").found
    assert found is not None
    assert 144 < found.size < 400


def test_splitting_a_mixed_cluster_can_lower_the_f_of_purity_of_overlapping_sets() -> None:
    """No case of up to 11 occurrences shows it: the set {a b c e} turns {a} and {b c e}, and two sets lose their best.

    From 12/13 = 2 (12/13)(12/13)/(24/13) the value falls to less, since inverse purity loses more than purity gains.
    """
    cell = check("f_purity", "overlapping", constraints=["homogeneity"], cache=False, jobs=1).cells[0]
    assert cell.strict.outcome == cell.weak.outcome == "contradicted"
    assert cell.witness is not None
    assert Fraction(cell.witness.margin) < 0
    assert not cell.witness.minimal


def test_the_same_seed_hunts_the_same_cases_and_another_one_others() -> None:
    demanded = constraints("ordinal")["nearer_class"]
    first = [case.outputs for case in starting_points(demanded, 20, 0)[1]]
    again = [case.outputs for case in starting_points.__wrapped__(demanded, 20, 0)[1]]
    other = [case.outputs for case in starting_points(demanded, 20, 1)[1]]
    assert first == again != other


def test_a_cell_that_survives_says_how_long_the_hunt_was() -> None:
    asked = {"constraints": ["replication"], "size": 3, "cache": False, "jobs": 1}
    cell = check("spearman", "ordinal", **asked).cells[0]  # type: ignore[arg-type]
    assert cell.strict.outcome == "holds"
    assert "from 200 starts, least relative margin" in cell.strict.hunted
    assert "An optimiser found none that fails" in " ".join(str(cell).split())
    unhunted = check("mae_macro", "ordinal", hunt=0, **asked).cells[0]  # type: ignore[arg-type]
    assert not unhunted.strict.hunted
    assert "hunted" not in unhunted.strict.to_dict()


def test_a_relative_margin_is_a_share_of_the_scores() -> None:
    """Accuracy 0 and 1/2: the margin is all of the scores, 1/2 - 0 of 1/2 + 0."""
    metric, demanded = metrics("ordinal")["accuracy"], constraints("ordinal")["correction"]
    _, cases = starting_points(demanded, 20, 0)
    scores = scored(metric, demanded, TrustedSource(metric), singly(demanded, cases))
    worse, better = scores["worse"].values, scores["better"].values
    found = relative_margins(metric, demanded, scores)
    assert found == pytest.approx((better - worse) / (better + worse))
    assert ((found > 0) & (found <= 1)).all()


def test_a_point_has_one_coordinate_for_every_answer() -> None:
    answers = At([0.0, 0.5, 0.5])
    assert answers.pick(7) == 0
    assert answers.amount(10**6) == 999  # the root of 1,000,001 is 1000 and a half thousandth
    assert answers.amount(10**6, empty=0.5) == 1
    with pytest.raises(Impossible):
        answers.pick(2)


def test_magnitudes_of_numbers_are_evenly_spread() -> None:
    """Of a thousand shares a third makes numbers below 100, up to a million: log 100 / log 10^6."""
    made = np.array([At([share]).amount(10**6) for share in np.linspace(0, 0.999, 1000)])
    assert 300 < (made < 99).sum() < 367


@pytest.mark.parametrize("task", tasks(plugins=False))
def test_cases_are_drawn_of_every_constraint_and_beyond_the_sweep(task: str) -> None:
    """A search that draws nothing, or nothing that is larger than what was swept, finds nothing new."""
    largest = []
    for demanded in constraints(task).values():
        found = drawn_cases(demanded, 60, 0)
        assert len(found), demanded.label
        largest.append(float(np.max(found.size)))
    assert np.median(largest) > 2 * get_task(task).sweep_sizes["thorough"][0]


def test_a_point_picks_what_any_spread_answers_pick() -> None:
    point = [*np.random.default_rng(3).random(50).tolist(), 0.0, 1.0, -0.2, 1.3]
    quick, plain = At(point), At(point)
    for count in range(1, len(point) + 1):
        assert quick.pick(count) == Spread.pick(plain, count)
        assert quick.asked == plain.asked == count
    with pytest.raises(Impossible):
        quick.pick(2)
