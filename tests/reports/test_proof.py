from __future__ import annotations

from xml.etree import ElementTree

import pytest

from axiometrics.checker.verdict import Matrix
from axiometrics.reports.mathml import mathml
from axiometrics.reports.proof import break_formula, proof_lines, proof_parts


@pytest.fixture
def proof(matrix: Matrix) -> dict[str, object]:
    return dict(matrix.cells[0].proof or {})


def test_symbols_are_told_with_sign_and_meaning(proof: dict[str, object]) -> None:
    assert "- $`x > 0`$: items of the first category" in proof_parts(proof)


def test_each_branch_names_its_assumptions_before_its_margin(proof: dict[str, object]) -> None:
    lines = proof_parts(proof)
    assert lines[lines.index(r"Case $`a \ge b`$:") + 1] == r"$$\frac{2 x y}{N} > 0"


def test_unknown_certificate_keys_are_kept(proof: dict[str, object]) -> None:
    assert proof_parts(proof)[-1] == "- shift: x 1; y 1, 2"
    assert proof_parts({"certificate": {"squared": True}}) == ["- squared: True"]


def test_plain_text_has_no_markup(proof: dict[str, object]) -> None:
    assert not any("$" in line for line in proof_lines(proof))
    assert r"- context_sum \ge 0: the rest" in proof_lines(proof)


def test_long_sums_break_only_outside_brackets() -> None:
    broken = break_formula(" + ".join([r"\left(x + y + z\right)"] * 10))
    assert broken.startswith("\\begin{aligned}\n&")
    assert all(line.count("(") == line.count(")") for line in broken.splitlines())


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{i=1}^{n} x_{i}^2",
        r"\left(\frac{a}{b}\right)^{2} - \sqrt[3]{x}",
        r"\max_{j} n_{ij} \ge 0",
        r"\{a \mid b\}",
    ],
)
def test_known_latex_becomes_well_formed_mathml(latex: str) -> None:
    text = mathml(latex)
    assert text.startswith("<math>")
    ElementTree.fromstring(text)


@pytest.mark.parametrize("latex", [r"\begin{cases}", "{a", "a}", "x^", r"\left(x", r"\mystery"])
def test_latex_that_cannot_be_read_stays_code(latex: str) -> None:
    assert mathml(latex) == f"<code>{latex}</code>"
