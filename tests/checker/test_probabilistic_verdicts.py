"""Verdicts on forecasts, derived again from the statements of the constraints on small tables, by naive values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import inf, isinf
from typing import Any

import naive_probabilistic
import pytest
from naive_probabilistic import NAIVE, Shares, Table, mp, number

import axiometrics as ax
from axiometrics.axioms import constraints
from axiometrics.metrics import metric, metrics
from axiometrics.parameters import Parameter
from axiometrics.tasks import get_task
from axiometrics.tasks.probabilistic import Forecasts

ZERO = mp.mpf(10) ** -30
Case = Mapping[str, Table]


def grid(finest: int) -> list[Shares]:
    """All forecasts of two classes whose denominators are at most one."""
    shares = sorted({Fraction(top, bottom) for bottom in range(1, finest + 1) for top in range(bottom + 1)})
    return [(1 - p, p) for p in shares]


def items(finest: int) -> list[tuple[Shares, int]]:
    return [(q, y) for q in grid(finest) for y in (1, 2)]


def tables(most: int, finest: int) -> Iterator[Table]:
    for size in range(1, most + 1):
        yield from map(list, combinations_with_replacement(items(finest), size))


def contexts() -> list[Table]:
    return [[], *([each] for each in items(2))]


def counts(most: int) -> list[tuple[int, int]]:
    return [(a, b) for a, b in product(range(most + 1), repeat=2) if 0 < a + b <= most]


def shares(found: tuple[int, int]) -> Shares:
    total = sum(found)
    return Fraction(found[0], total), Fraction(found[1], total)


def group(q: Shares, found: tuple[int, int]) -> Table:
    return [(q, 1)] * found[0] + [(q, 2)] * found[1]


def own_shares(table: Table) -> dict[Shares, Shares]:
    found = {}
    for q, _ in table:
        happened = [y for other, y in table if other == q]
        found[q] = shares((happened.count(1), happened.count(2)))
    return found


def is_calibrated(table: Table) -> bool:
    return all(q == f for q, f in own_shares(table).items())


def propriety() -> Iterator[Case]:
    for n in counts(4):
        yield from ({"worse": group(q, n), "better": group(shares(n), n)} for q in grid(4) if q != shares(n))


def nearer_forecast() -> Iterator[Case]:
    for n, q in product(counts(4), grid(4)):
        p = shares(n)
        if q != p:
            middle = (q[0] + p[0]) / 2, (q[1] + p[1]) / 2
            yield {"worse": group(q, n), "better": group(middle, n)}


def raising_truth() -> Iterator[Case]:
    for q, y, rest in product(grid(4), (1, 2), contexts()):
        lost = q[2 - y]
        for moved in {lost, lost / 2} - {0}:
            raised = (q[0] + moved, q[1] - moved) if y == 1 else (q[0] - moved, q[1] + moved)
            yield {"worse": [(q, y), *rest], "better": [(raised, y), *rest]}


def recalibration() -> Iterator[Case]:
    for table in tables(3, 2):
        if not is_calibrated(table):
            known = own_shares(table)
            yield {"worse": table, "better": [(known[q], y) for q, y in table]}


def refinement() -> Iterator[Case]:
    for a, b in product(counts(3), repeat=2):
        if shares(a) != shares(b):
            pooled = shares((a[0] + b[0], a[1] + b[1]))
            yield {
                "worse": group(pooled, a) + group(pooled, b),
                "better": group(shares(a), a) + group(shares(b), b),
            }


def calibrated_zero() -> Iterator[Case]:
    yield from ({"judged": table} for table in tables(4, 2) if is_calibrated(table))
    yield from (
        {"judged": group(shares(a), a) + group(shares(b), b)} for a, b in product(counts(3), repeat=2)
    )


def miscalibrated_positive() -> Iterator[Case]:
    yield from ({"judged": table} for table in tables(3, 3) if not is_calibrated(table))


def pair_swap() -> Iterator[Case]:
    for q, r, rest in product(grid(4), grid(4), contexts()):
        if q[1] < r[1]:
            yield {"worse": [(q, 2), (r, 1), *rest], "better": [(r, 2), (q, 1), *rest]}


def averaging() -> Iterator[Case]:
    for q, r, y, rest in product(grid(4), grid(4), (1, 2), contexts()):
        if q < r:
            middle = (q[0] + r[0]) / 2, (q[1] + r[1]) / 2
            yield {"first": [(q, y), *rest], "second": [(r, y), *rest], "mean": [(middle, y), *rest]}


DERIVED: dict[str, Callable[[], Iterator[Case]]] = {
    each.__name__: each
    for each in (
        propriety, nearer_forecast, raising_truth, recalibration, refinement, calibrated_zero, miscalibrated_positive,
        pair_swap, averaging,
    )
}  # fmt: skip
FORMS = {
    "calibrated_zero": {"judged": 1},
    "miscalibrated_positive": {"judged": -1},
    "averaging": {"mean": 2, "first": -1, "second": -1},
}
"""What must be positive (or zero), in scores of which more is better."""


@cache
def cases(key: str) -> list[Case]:
    return list(DERIVED[key]())


def margin(metric: str, constraint: str, case: Case) -> Any:
    """The linear form in scores of which more is better; None without a value, or with infinity on both sides."""
    turned = -1 if metrics("probabilistic")[metric].orientation == "error" else 1
    total, infinite = mp.mpf(0), set()
    for name, weight in FORMS.get(constraint, {"better": 1, "worse": -1}).items():
        value = NAIVE[metric](case[name])
        if value is None:
            return None
        if isinf(value):
            infinite.add(turned * weight > 0)
        else:
            total += turned * weight * number(value)
    if infinite:
        return None if len(infinite) > 1 else inf if infinite == {True} else -inf
    return total


def sign(value: Any) -> int:
    return 0 if abs(value) < ZERO else 1 if value > 0 else -1


@cache
def verdicts() -> Any:
    return ax.matrix(
        "probabilistic", constraints=list(DERIVED), max_examples=20, hunt=0, recompute=True, jobs=1
    )


@pytest.mark.parametrize("metric", NAIVE)
def test_no_verdict_overlooks_a_small_case(metric: str) -> None:
    for constraint in DERIVED:
        cell = verdicts().cell(metric, constraint)
        if cell.strict.outcome == "not_applicable":
            continue
        found = [margin(metric, constraint, case) for case in cases(constraint)]
        signs = {sign(value) for value in found if value is not None}
        if constraint == "calibrated_zero":
            signs = {-1 if each else 1 for each in signs}
        if -1 in signs:
            assert cell.strict.outcome == "contradicted", constraint
        elif 0 in signs:
            assert cell.strict.outcome in ("blind", "contradicted"), constraint
        else:
            assert signs == {1}, constraint


@pytest.mark.parametrize("metric", NAIVE)
def test_every_witness_is_one_by_naive_values_and_no_smaller_case_is(metric: str) -> None:
    for constraint in DERIVED:
        cell = verdicts().cell(metric, constraint)
        if cell.witness is None:
            continue
        case = {name: Forecasts.from_notation(text).items for name, text in cell.witness.outputs.items()}
        wanted = sign(margin(metric, constraint, case))
        outcome = cell.strict.outcome
        assert wanted != 0 if constraint == "calibrated_zero" else wanted == (0 if outcome == "blind" else -1)
        if cell.witness.minimal:
            alike = [
                each
                for each in cases(constraint)
                if (value := margin(metric, constraint, each)) is not None
                and (sign(value) == wanted if constraint != "calibrated_zero" else sign(value) != 0)
            ]
            least = min((max(map(len, each.values())) for each in alike), default=cell.witness.size)
            assert cell.witness.size <= least, constraint


def test_the_smallest_inversion_within_one_bin_is_found() -> None:
    cell = verdicts().cell("ece", "miscalibrated_positive")
    assert cell.strict.outcome == "blind"
    assert NAIVE["ece"](Forecasts.from_notation(cell.witness.outputs["judged"]).items) == 0


def test_every_constraint_has_a_metric_that_satisfies_it_and_one_that_does_not() -> None:
    for constraint in DERIVED:
        outcomes = {verdicts().cell(key, constraint).strict.outcome for key in NAIVE}
        assert "holds" in outcomes, constraint
        assert outcomes & {"blind", "contradicted"}, constraint


FAILING = {
    "locality": ("brier_multiclass", "log_loss"),
    "continuity": ("zero_one", "brier"),
    "distance_sensitivity": ("brier_multiclass", "rps"),
    "label_invariance": ("average_precision", "brier"),
    "monotone_transformation": ("brier", "auc"),
    "mean_additivity": ("auc", "log_loss"),
    "replication": (None, "ece_exact"),
    "item_order": ("ece_mass(bins=2)", "ece"),
    "null_class": ("ece_classwise", "brier_multiclass"),
    "climatology_constant": ("brier", "brier_skill"),
    "certain_correct_item": ("resolution", "brier"),
    "unit_interval": ("log_loss", "brier"),
    "propriety(context=any)": ("ece", "log_loss"),
    "refinement(context=any)": ("auc", "brier"),
    "calibrated_zero(notion=top)": ("reliability", "ece_top"),
    "calibrated_zero(notion=classwise)": (None, "ece_classwise"),
    "label_invariance(classes=3)": ("rps", "brier_multiclass"),
    "label_invariance(classes=3,group=reversal)": ("zero_one(ties=first)", "rps"),
    "raising_truth(from=zero)": ("resolution", "log_loss"),
    "null_class(position=any)": ("rps", "brier_multiclass"),
}
"""A metric that fails each further constraint or variant, and one that does not."""


LARGER = ("item_order", "calibrated_zero(notion=top)")
"""Constraints that no table of two items fails."""


@pytest.mark.parametrize("constraint", FAILING)
def test_further_constraints(constraint: str) -> None:
    failing, holding = FAILING[constraint]
    names = [name for name in (failing, holding) if name]
    found = ax.matrix(
        "probabilistic",
        metrics=names,
        constraints=[constraint],
        size=3 if constraint in LARGER else 2,
        max_examples=10,
        hunt=0,
        recompute=True,
        jobs=1,
    )
    if failing:
        assert found.cell(failing, constraint).strict.outcome in ("blind", "contradicted")
    if holding:
        assert found.cell(holding, constraint).strict.outcome == "holds"


BINNED = ("ece", "ece_top", "ece_classwise", "mce", "rmsce")
OTHER = {"bin_count": {"bins": 20}, "bin_edge": {"closed": "left"}}


@pytest.mark.parametrize("constraint", OTHER)
@pytest.mark.parametrize("key", BINNED)
def test_another_number_of_bins_or_another_end_shows_where_naive_values_differ(
    key: str, constraint: str
) -> None:
    naive = getattr(naive_probabilistic, key)
    differs = any(
        abs(number(naive(table)) - number(naive(table, **OTHER[constraint]))) > ZERO for table in tables(2, 6)
    )
    cell = ax.check(key, "probabilistic", constraints=[constraint], effort="quick", recompute=True).cells[0]
    assert (cell.strict.outcome == "contradicted") is differs
    assert differs or (key, constraint) == ("ece_classwise", "bin_edge"), "one class's edges are the other's"


def cancelled(items: int, lower: int = 0) -> Table:
    """Return a table of which all is calibrated but two neighbours, whose errors add up to nothing."""
    third = Fraction(1, 3)
    pair = [((1 - third, third), 2), ((third, 1 - third), 1)]
    zeros, ones = ((Fraction(1), Fraction(0)), 1), ((Fraction(0), Fraction(1)), 2)
    return [zeros] * lower + pair + [ones] * (items - lower - 2)


@pytest.mark.parametrize("bins", range(1, 21))
@pytest.mark.parametrize("key", ["ace", "ece_mass"])
def test_runs_of_two_items_hide_errors_that_cancel(key: str, bins: int) -> None:
    """With more items than bins some run has several; whatever the bins, a table of up to 30 items shows it."""
    mirrored = [cancelled(2 * lower + 2, lower) for lower in (0, *range(2, 15, 2))]
    tried = mirrored if key == "ace" else [cancelled(21)]
    assert any(getattr(naive_probabilistic, key)(table, bins) == 0 for table in [*tried, cancelled(4)])
    if bins not in (1, 2, 10, 11, 20):
        return
    judged = f"{key}(bins={bins})"
    asked = {"constraints": ["miscalibrated_positive"], "effort": "quick", "recompute": True}
    cell = ax.check(judged, "probabilistic", **asked).cells[0]
    assert (cell.strict.outcome, cell.weak.outcome) == ("blind", "holds")


def test_who_has_no_bins_is_not_asked_about_them() -> None:
    found = ax.matrix(
        "probabilistic",
        metrics=["brier", "ece_mass", "ece(bins=501)", "ece(bins=1)"],
        constraints=list(OTHER),
        effort="quick",
        recompute=True,
    )
    outcomes = {cell.metric: found.cell(cell.metric, "bin_count").strict.outcome for cell in found.cells}
    assert outcomes == {
        "brier": "not_applicable",
        "ece_mass": "contradicted",
        "ece(bins=501)": "not_applicable",
        "ece(bins=1)": "contradicted",
    }
    assert found.cell("ece(bins=1)", "bin_edge").strict.outcome == "holds"
    assert found.cell("ece_mass", "bin_edge").strict.outcome == "not_applicable"


def test_a_users_metric_is_compared_with_itself_at_other_parameters() -> None:
    @metric(task="probabilistic", family="planted", error=True, parameters=[Parameter("bins", default=3)])
    def nearly_constant(table: Any, *, bins: Any) -> Any:
        """Does not look at its bins but where one item is alone."""
        return table.items(lambda t, s, m, h, f, p, y: p) / (table.count + bins * (table.count - 1))

    cell = ax.check(nearly_constant, "probabilistic", constraints=["bin_count"]).cells[0]
    assert cell.strict.outcome == "contradicted"
    assert cell.witness.size == 2


def test_each_case_of_a_sweep_stands_once() -> None:
    for constraint in DERIVED:
        record = constraints("probabilistic")[constraint]
        batch = get_task("probabilistic").sweep(record.bound_generator, record.outputs, 2)
        told = {tuple(each.notation() for each in batch.case(k).outputs.values()) for k in range(len(batch))}
        assert len(told) == len(batch) > 0


def test_a_planted_metric_is_caught_by_the_sweep() -> None:
    @metric(task="probabilistic", family="planted", error=True)
    def nearly_brier(table: Any) -> Any:
        """The Brier score, but for an event whose probability is a third."""
        return table.items(lambda t, s, m, h, f, p, y: (p - y) ** 2 * (3 * p - 1) ** 2) / table.count

    found = ax.check(
        nearly_brier, "probabilistic", constraints=["propriety", "raising_truth"], max_examples=0
    )
    assert {cell.strict.outcome for cell in found.cells} == {"contradicted"}
