"""Proofs about one growing size as text and as LaTeX."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from axiometrics.checker.verdict import Cell, Verdict
from axiometrics.reports.expressions import mathml
from axiometrics.reports.proof import proof_lines, proof_parts
from axiometrics.reports.words import phrase, sentences

SUM = {
    "name": "s1",
    "body": "(i - n)/i",
    "first": "n + 1",
    "last": "2*n",
    "weight": "1",
    "logged": None,
    "pairs": False,
    "tactic": "concave",
    "side": "first",
    "levels": {},
    "lower": "n*(n + 3)/(4*(n + 1))",
    "upper": "n*(n + 1)/(3*n + 1)",
}
CERTIFICATE = {
    "kind": "large n",
    "size": "n",
    "least": 1,
    "valid": 2,
    "start": 3,
    "powers": {},
    "sums": [SUM],
    "values": {"worse": {"R": "n + 1", "ranks[b*c/i]": "s1"}, "better": {"R": "n + 1", "ranks[b*c/i]": "1"}},
    "claims": [],
    "numerator": "1 - s1",
    "denominator": "n + 1",
    "squared": False,
    "sign": "negative",
    "tried": {"positive": "1..2"},
    "words": {"R": "the number of relevant documents"},
}


def told(**changes: Any) -> list[str]:
    return proof_lines({"certificate": {**CERTIFICATE, **changes}})


def test_a_sum_is_told_with_its_bounds_and_the_reason() -> None:
    line = next(line for line in told() if line.startswith("- s₁"))
    assert line.startswith(
        "- s₁ is the sum of (i - n)/i over i from n + 1 to 2 n; it is at least n (n + 3)/(4 (n + 1))"
    )
    assert "concave" in line


def test_quantities_are_told_in_words() -> None:
    assert "- the number of relevant documents: n + 1" in told()
    assert "- Σ_ranks b c/i: s₁ in worse, 1 in better" in told()


def test_the_margin_is_shown_at_both_bounds() -> None:
    """1 - n (n + 3)/(4 (n + 1)) over n + 1, at n = 3 + m: (4 (m + 4) - (m + 3)(m + 6))/(4 (m + 4)^2)."""
    lines = told()
    place = lines.index("With n = 3 + m and s₁ at its lower bound it is")
    assert lines[place + 1].replace(" ", "") == "(-m²-5m-2)/(4m²+32m+64)"
    assert "With n = 3 + m and s₁ at its upper bound it is" in lines


def test_the_n_before_are_told() -> None:
    assert told()[-1] == "Then for the n before 3. Computed exactly, the margin is positive for n = 1..2."
    assert not any("before" in line for line in told(tried={}))


def test_a_size_keeps_its_own_name() -> None:
    assert "- the number of relevant documents: k + 1" in told(size="k")


def test_a_power_and_a_geometric_sum_are_told() -> None:
    known = {
        **SUM,
        "body": "1",
        "weight": "4/5",
        "tactic": "geometric",
        "value": "5 - 5*x1",
        "antidifference": None,
    }
    plain = {name: value for name, value in known.items() if name not in ("lower", "upper")}
    lines = told(
        sums=[plain], powers={"x1": "4/5"}, numerator="5*x1**2 - 5*x1 + 1", denominator="5", sign="positive"
    )
    assert "- x₁ = (4/5)^n, which is positive and falls with n" in lines
    assert any(line.endswith("a geometric one: 5 - 5 x₁") for line in lines)
    assert any("x₁ = (4/5)^3/(1 + t)" in line for line in lines)


def test_what_was_settled_by_trying_every_n_is_told() -> None:
    certificate = {"kind": "every n", "last": 100, "tried": {"positive": "2..98", "zero": "99"}}
    assert proof_lines({"certificate": certificate}) == [
        "n has a last value, 100. Computed exactly, the margin is positive for n = 2..98, zero for n = 99."
    ]


@lru_cache(maxsize=1)
def cells() -> list[Cell]:
    from axiometrics.axioms import CONSTRAINTS
    from axiometrics.checker.demands import build_cell
    from axiometrics.checker.selection import Options
    from axiometrics.checker.sources.trusted import TrustedSource
    from axiometrics.metrics import METRICS

    known, constraint = METRICS.view("ranking"), CONSTRAINTS.view("ranking")["closeness_threshold"]
    chosen = [
        known[key]
        for key in ("average_precision", "dcg", "err", "rbp", "reliability", "kendall_tau_b", "auc")
    ]
    return [build_cell(metric, constraint, TrustedSource(metric), Options("quick")) for metric in chosen]


def _start(cell: Cell) -> int:
    assert cell.proof is not None
    return int(cell.proof["certificate"]["start"])


def test_every_kind_of_proof_can_be_written_and_its_formulas_be_read() -> None:
    assert len({str(cell.proof and cell.proof["tactic"]) for cell in cells()}) == 3
    for cell in cells():
        assert cell.proof is not None
        assert (
            proof_lines(cell.proof)[0] == proof_parts(cell.proof)[0] == f"First for every n ≥ {_start(cell)}."
        )
        for line in proof_parts(cell.proof):
            for formula in line[2:].split("$`")[1:]:
                assert "<code>" not in mathml(formula.partition("`$")[0])
            if line.startswith("$$"):
                assert "<code>" not in mathml(line[2:], display=True)


def test_a_late_start_shows_no_powers_of_numbers() -> None:
    """(999/1000)^6904 has thousands of digits."""
    lines = told(powers={"x1": "999/1000"}, sums=[], numerator="x1**2 - x1 + 1", denominator="1", start=6904)
    assert max(map(len, lines)) < 200


@pytest.mark.parametrize(
    ("outcome", "threshold", "said"),
    [
        ("holds", {"holds_for": "n >= 6"}, "holds for all n >= 6 (proof)"),
        ("holds", {"holds_for": "n = 2..5"}, "holds for n = 2..5 and no other (proof)"),
        ("contradicted", {"holds_for": "no n"}, "contradicted; the margin is positive for no n (proof)"),
        ("blind", {"holds_for": "no n"}, "blind: a tie decides; the margin is positive for no n (proof)"),
        (
            "holds",
            {"holds_for": "n >= 500", "open": "61..499"},
            "holds for all n >= 500 (proof; of n = 61..499 only some were tried)",
        ),
    ],
)
def test_a_settled_set_of_n_is_said_as_such(outcome: Any, threshold: dict[str, str], said: str) -> None:
    verdict = Verdict(outcome, "proof")
    cell = Cell("m", "c", verdict, verdict, threshold=threshold)
    assert phrase(cell) == said
    assert sentences(cell)[0] == f"{said[:1].upper()}{said[1:]}."


def test_what_was_only_tried_is_said_as_such() -> None:
    verdict = Verdict("holds", "sweep", cases=64, size=60)
    cell = Cell("m", "c", verdict, verdict, threshold={"holds_for": "n >= 6"})
    assert phrase(cell) == "holds for n >= 6, as far as tried: every n up to 60, and larger ones"
