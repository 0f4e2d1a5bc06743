"""Verdicts on metrics of distributions, each with the reason for which it must be so."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from own_tests import in_tables

from axiometrics.axioms import constraints
from axiometrics.axioms.demands import Positive
from axiometrics.checker.api import check, explain, matrix
from axiometrics.checker.demands import every_case
from axiometrics.checker.search import Search
from axiometrics.metrics import metrics
from axiometrics.tasks.quantification import Distributions

METRICS = metrics("quantification")
KEYS = [
    "nearer_class_one_hot",
    "lump_one_hot",
    "cdf_one_hot",
    "lump",
    "cdf",
    "symmetry",
    "identity",
    "non_negativity",
    "triangle_inequality",
    "monotonicity",
    "impartiality",
    "relativity",
    "absoluteness",
    "independence",
    "independence_matched",
    "reversal",
    "unused_end_class",
    "ordinal_invariance",
    "unit_interval",
]


CHOSEN = ["nmd", "emd", "nvd", "rnss", "rnod", "rsnod", "kld", "nkld", "rae"]


class Verdicts:
    """Cells that are computed when they are asked for: each test process asks for few of them."""

    @cache  # noqa: B019
    def cell(self, metric: str, constraint: str) -> Any:
        asked = {"effort": "quick", "max_examples": 20, "jobs": 1, "cache": False}
        return check(metric, "quantification", constraints=[constraint], **asked).cells[0]


@pytest.fixture(scope="module")
def found() -> Verdicts:
    return Verdicts()


def test_the_primary_constraints_come_in_their_order() -> None:
    assert in_tables(key for key, each in constraints("quantification").items() if each.primary) == KEYS


def outcome(found: Any, metric: str, constraint: str) -> str:
    return str(found.cell(metric, constraint).strict.outcome)


HOLDS = [
    ("nmd", "cdf"),  # exactly one summand |P - Q| gets smaller
    ("nmd", "symmetry"),
    ("nmd", "triangle_inequality"),  # a norm of the differences of cumulative shares
    ("nvd", "ordinal_invariance"),  # an unused class adds |0 - 0|
    ("nvd", "triangle_inequality"),
    ("rnss", "triangle_inequality"),
    ("rsnod", "symmetry"),
    ("nmd", "unit_interval"),
    ("nkld", "unit_interval"),  # 1 where the divergence is infinite
    ("kld", "non_negativity"),
    ("nvd", "monotonicity"),  # both moved classes get farther from the gold
    ("nvd", "absoluteness"),  # the error is the mass itself
]
FAILS = [
    ("nvd", "lump", "blind"),  # the misplaced mass counts, not where it is
    ("rnss", "nearer_class_one_hot", "blind"),
    ("nmd", "ordinal_invariance", "contradicted"),  # mass has to cross one boundary more
    ("emd", "unit_interval", "contradicted"),  # 2 from the first class to the third
    ("kld", "unit_interval", "contradicted"),  # infinite
    ("rnod", "symmetry", "contradicted"),
    ("nmd", "monotonicity", "contradicted"),  # mass may move nearer in order and yet to the wrong class
    ("nvd", "relativity", "blind"),  # relativity and absoluteness exclude each other
    ("nmd", "unused_end_class", "contradicted"),  # K - 1 grows
    ("kld", "nearer_class_one_hot", "undefined"),  # infinity on both sides: no margin in any case
]


@pytest.mark.parametrize(("metric", "constraint"), HOLDS)
def test_holds(found: Any, metric: str, constraint: str) -> None:
    assert outcome(found, metric, constraint) == "holds"


@pytest.mark.parametrize(("metric", "constraint", "expected"), FAILS)
def test_fails(found: Any, metric: str, constraint: str, expected: str) -> None:
    assert outcome(found, metric, constraint) == expected


@pytest.mark.parametrize("metric", ["rnod", "rsnod"])
def test_shares_of_any_order_of_magnitude_find_what_no_grid_has(metric: str) -> None:
    """Little gold mass far away from all else makes an error above 1, for five classes and more."""
    cell = check(metric, "quantification", constraints=["unit_interval"], effort="normal", cache=False).cells[
        0
    ]
    assert cell.strict.outcome == "contradicted"
    assert not cell.witness.minimal


def test_a_case_that_fails_is_never_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither where the search, which looks for a smaller one, meets none that fails."""
    monkeypatch.setattr(every_case, "search", lambda *asked: Search(0, 0, None))
    cell = check("rnod", "quantification", constraints=["unit_interval"], effort="normal", cache=False).cells[
        0
    ]
    assert cell.strict.outcome == "contradicted"


@pytest.mark.parametrize(
    ("constraint", "scope"),
    [
        ("symmetry", None),
        ("reversal", None),
        ("lump", ""),
        ("impartiality", ""),
        ("identity", ""),
    ],
)
def test_what_the_formula_shows_is_proved_for_any_number_of_classes(
    found: Any, constraint: str, scope: str | None
) -> None:
    cell = found.cell("rnss", constraint)
    assert cell.strict.evidence == "proof"
    assert cell.proof["certificate"].get("scope") == scope


def test_a_sweep_says_which_grid_it_went_through(found: Any) -> None:
    verdict = found.cell("sqrt_jsd", "triangle_inequality").strict
    assert verdict.evidence == "sweep"
    assert verdict.grid == "K 2/3/4/5, den ≤ 5/2/1/1"
    assert found.cell("sod", "identity").strict.grid == "K 2/3/4/5, den ≤ 7/5/3/2"


def test_the_witness_of_the_range_is_the_smallest(found: Any) -> None:
    witness = found.cell("emd", "unit_interval").witness
    assert witness.outputs["judged"] in ("gold=1 0 0 system=0 0 1", "gold=0 0 1 system=1 0 0")
    assert (witness.minimal, witness.size) == (True, 1)
    assert witness.margin == "2 and -1"


def test_infinite_errors_are_written_as_such(found: Any) -> None:
    witness = found.cell("kld", "unit_interval").witness
    assert witness.scores["judged"] == "oo"
    assert METRICS["kld"](witness.outputs["judged"]) == float("inf")


SHOWN = ["nearer_class_one_hot", "lump", "monotonicity", "relativity", "absoluteness", "independence"]


def test_witnesses_show_what_they_claim(found: Any) -> None:
    shown = 0
    for cell in (found.cell(metric, key) for metric in CHOSEN for key in SHOWN):
        if cell.strict.outcome not in ("blind", "contradicted") or cell.witness is None:
            continue
        values = {
            name: METRICS[cell.metric](Distributions.from_notation(text))
            for name, text in cell.witness.outputs.items()
        }
        record = constraints("quantification")[cell.constraint]
        if isinstance(record.demand, Positive):
            margin = -sum(weight * values[name] for name, weight in record.margin.items())
            assert margin < 0 if cell.strict.outcome == "contradicted" else abs(margin) < 1e-9
            shown += 1
    assert shown > 20


def test_no_metric_satisfies_relativity_and_absoluteness(found: Any) -> None:
    for metric in CHOSEN:
        both = {outcome(found, metric, key) for key in ("relativity", "absoluteness")}
        assert both != {"holds"}


def test_a_narrow_form_without_cases_on_full_support_holds_nothing() -> None:
    whole = matrix(
        "quantification",
        metrics=["nmd"],
        constraints=["lump_one_hot(support=full)", "lump(support=full)"],
        effort="quick",
        jobs=1,
        cache=False,
    )
    assert [cell.strict.outcome for cell in whole.cells] == ["not_applicable", "holds"]


def test_ratios_of_roots_tie_exactly() -> None:
    # rnss is sqrt(2) times smaller than the Euclidean distance: collinear masses 0, 1/3, 1 add up
    cell = matrix(
        "quantification",
        metrics=["rnss"],
        constraints=["triangle_inequality"],
        effort="quick",
        jobs=1,
        cache=False,
    ).cells[0]
    assert cell.strict.outcome == "holds"
    p, q, r = ([Fraction(k, 3), 1 - Fraction(k, 3)] for k in (0, 1, 3))
    assert METRICS["rnss"](r, p) == pytest.approx(METRICS["rnss"](q, p) + METRICS["rnss"](r, q))


def test_a_witness_names_both_classes_and_the_grid_its_first_number() -> None:
    """Relativity moves mass between two different classes; more distributions go through a coarser grid."""
    moved = explain("ae", "relativity", "quantification", cache=False)
    assert moved.witness is not None
    assert moved.witness.parameters["c1"] != moved.witness.parameters["c2"]
    assert moved.strict.grid.endswith(f"den ≤ {moved.strict.size}/8/6/5")
    coarse = explain("jsd", "independence", "quantification", cache=False).strict
    assert f"den ≤ {coarse.size}/" in coarse.grid


def test_far_classes_of_little_mass_weigh_much_for_golds_without_empty_classes_too() -> None:
    """Of 7 classes the system uses the second and, hardly, the last two, which are far from all that is amiss."""
    error = METRICS["rsnod"](
        gold="69/70 1/420 1/420 1/420 1/420 1/420 1/420", system="0 209/210 0 0 0 1/420 1/420"
    )
    assert error > 1
    asked = {"effort": "quick", "max_examples": 20, "jobs": 1, "cache": False}
    cell = check("rsnod", "quantification", constraints=["unit_interval(support=full)"], **asked).cells[0]
    assert (cell.strict.outcome, cell.witness.size) == ("contradicted", 420)
