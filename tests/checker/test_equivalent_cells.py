"""Cells of organizations that are cells of a simpler task: closed forms, proofs and regions found there."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker import check
from axiometrics.checker.cells import compared, equivalent_cases, equivalent_cell
from axiometrics.checker.demands.sizes import series_of
from axiometrics.checker.regions.engine import regions_of
from axiometrics.checker.regions.proving import in_one_letter
from axiometrics.checker.scores import exact_sign
from axiometrics.checker.sweep import sweep_cases
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.parameters import Combined
from axiometrics.tasks.organization import closed_forms
from axiometrics.tasks.organization.cases import from_ranking
from axiometrics.tasks.organization.distribution import SPREAD
from axiometrics.tasks.organization.relations import Shares
from axiometrics.tasks.ranking import Ranking

METRICS, CONSTRAINTS = metrics("organization"), constraints("organization")
SETTINGS = (
    {"tail": "open"},
    {"n": 30, "tail": "closed"},
    {"n": 1, "w": "1/3", "tail": "open"},
    {"tail": "none"},
)
EMBEDDED = (
    "clustering.completeness",
    "overlapping.size_vs_quantity(overlap=focus)",
    "overlapping.remove_occurrence(last=removed)",
    "overlapping.maximal_agreement",
    "filtering.priority_relevant",
    "filtering.priority_irrelevant(bottom=tail)",
    "ranking.priority",
    "ranking.confidence",
    "ranking.closeness_threshold",
)
READ: dict[str, Callable[..., Any]] = {
    "priority_reliability": lambda view, **settings: view.priorities(**settings).reliability,
    "priority_sensitivity": lambda view, **settings: view.priorities(**settings).sensitivity,
    "clustering_reliability": lambda view, **settings: view.groupings(**settings).reliability,
    "clustering_sensitivity": lambda view, **settings: view.groupings(**settings).sensitivity,
    "stated": lambda view, **settings: view.priorities(**settings).stated,
    "demanded": lambda view, **settings: view.priorities(**settings).demanded,
    "listed": lambda view, **settings: (view.priorities(**settings), view.listed)[1],
    "organized": lambda view, **settings: (view.priorities(**settings), view.organized)[1],
}
"""What each share is read by, and no other one with it: each of them takes as long as all do."""


def test_every_share_is_read() -> None:
    assert tuple(READ) == Shares._fields


def constraint(label: str) -> Any:
    key, _, rest = label.partition("(")
    given = dict(part.split("=") for part in rest.rstrip(")").split(",") if part)
    return CONSTRAINTS[key].with_parameters(**given)


@pytest.mark.parametrize("label", EMBEDDED)
@pytest.mark.parametrize("settings", SETTINGS)
def test_closed_forms_have_the_values_of_the_definition(label: str, settings: dict[str, Any]) -> None:
    """Every share by itself, on every swept case: so any formula of the shares has these values."""
    record = constraint(label)
    cases = (
        sweep_cases(record, 6)
        if record.demand.quantifier == "every"
        else series_of(record, (1, 2, 3, 4, 5, 7))
    )
    for name, read in READ.items():
        share = build(lambda view, read=read: read(view, **settings), task="organization", key=name)
        assert equivalent_cell(share, record)[0].task == label.partition(".")[0]
        assert compared(share, record, cases) == sum(len(batch) for batch in cases.outputs.values()) > 9


def test_a_wrong_closed_form_is_an_error_that_nothing_silences(monkeypatch) -> None:
    right = closed_forms.CLOSED_FORMS["clustering"]

    def planted(table: Any, weights: Any, bottom: str) -> Shares:
        found = right(table, weights, bottom)
        return found._replace(clustering_reliability=found.clustering_sensitivity)

    monkeypatch.setattr(closed_forms, "CLOSED_FORMS", {"clustering": planted})
    metric = build(lambda view: view.groupings().reliability, task="organization", key="planted")
    row = check(metric, "organization", constraints=["clustering.homogeneity"], effort="quick", cache=False)
    assert row.cells[0].strict.outcome == "error"
    assert "closed form in clustering" in (row.cells[0].error or "")


def test_graded_rankings_have_no_closed_form() -> None:
    assert (
        equivalent_cell(METRICS["rs_f"], constraint("ranking.priority(grades=graded)"))[0] is METRICS["rs_f"]
    )
    assert equivalent_cell(METRICS["rs_f"], constraint("maximal_agreement"))[0] is METRICS["rs_f"]


def test_the_cases_are_those_that_the_organizations_were_made_of() -> None:
    cases = sweep_cases(CONSTRAINTS["ranking.confidence"], 4)
    found = equivalent_cases(cases)
    made = map(from_ranking, found.outputs["better"].tables())
    assert list(made) == list(cases.outputs["better"].tables())
    assert equivalent_cases(found) is found


@pytest.mark.parametrize(
    ("metric", "label", "outcome"),
    [
        ("rs_clustering_f", "clustering.homogeneity", "holds"),
        ("rs_clustering_f", "clustering.completeness", "holds"),
        ("rs_f", "clustering.rag_bag", "holds"),
        ("rs_f", "clustering.size_vs_quantity", "holds"),
        ("rs_priority_f", "clustering.rag_bag", "blind"),
        ("rs_f", "ranking.deepness_threshold", "holds"),
        ("rs_f", "ranking.closeness_threshold", "contradicted"),
        ("sensitivity_priority", "ranking.deepness_threshold", "contradicted"),
    ],
)
def test_cells_are_proved_in_the_simpler_task(metric: str, label: str, outcome: str) -> None:
    (cell,) = check(metric, "organization", constraints=[label], effort="quick", cache=False).cells
    assert (cell.strict.outcome, cell.strict.evidence) == (outcome, "proof")


def test_n_and_w_matter_only_through_one_number() -> None:
    one = in_one_letter(METRICS["rs_f"])
    assert one is not None
    assert one.values == {"c": Fraction(5, 2), "tail": "open"}
    organization = "[a] [b] [c] | [a c]"
    for n, w in ((10, "4/5"), (3, "1/7"), ("1/2", "1/2")):
        c = Fraction(n) * (1 - Fraction(w)) / Fraction(w)
        assert METRICS["rs_f"].with_parameters(n=n, w=w)(organization) == pytest.approx(
            one.with_parameters(c=c)(organization), rel=1e-12
        )


def test_a_declaration_that_the_formula_does_not_bear_out_counts_for_nothing() -> None:
    parameters = METRICS["rs_f"].parameters
    metric = build(
        lambda view, n, w, tail: view.priorities(n=n, w=w, tail=tail).reliability * w,
        task="organization",
        parameters=parameters,
        combined=SPREAD,
    )
    assert in_one_letter(metric) is None
    product = Combined("q", "n w", of=lambda n, w: n * w, parameter="n", at=(("w", Fraction(1)),))
    other = build(
        lambda view, n, w, tail: view.priorities(n=n, w=w, tail=tail).reliability,
        task="organization",
        parameters=parameters,
        combined=product,
    )
    assert in_one_letter(other) is None


def test_the_region_of_the_closeness_threshold_ends_where_the_margin_changes_its_sign() -> None:
    """The bound is recomputed: just below it no n up to 12 has a positive margin, just above it one has."""
    metric = METRICS["rs_priority_f"].with_parameters(tail="closed")
    record = CONSTRAINTS["ranking.closeness_threshold"]
    (region,) = regions_of(metric, record)
    assert region.parameter == "c"
    (bound,) = region.to_dict()["bounds"]
    value = Fraction(bound["value"] if "value" in bound else bound["text"].split()[0])
    assert region.text.startswith("c > ")
    for step, signs in ((Fraction(-1, 1000), {-1}), (Fraction(1, 1000), {-1, 1})):
        instance = metric.with_parameters(n=value + step, w="1/2")
        cases = series_of(record, tuple(range(2, 13)))
        found = {exact_sign(instance, record, cases.case(place).outputs)[0] for place in range(len(cases))}
        assert found == signs


@pytest.mark.parametrize(("n", "k"), [(10, 5), (30, 14), (100, 44)])
def test_an_open_tail_breaks_priority_for_long_perfect_beginnings_whatever_the_setting(
    n: int, k: int
) -> None:
    """With w = 4/5 and c = n/4: a swap for the better after k relevant documents, k > c/0.56, lowers the score.

    docs/organization.md derives that such a k exists for every c.
    """
    record = constraints("ranking")["priority"]
    texts = {"worse": f"r^{k} - r", "better": f"r^{k + 1} -"}
    outputs = {name: Ranking.from_notation(text) for name, text in texts.items()}
    metric = metrics("ranking")["rs_f"].with_parameters(n=n)
    assert exact_sign(metric, record, outputs)[0] == -1
    assert exact_sign(metric.with_parameters(tail="closed"), record, outputs)[0] == 1
