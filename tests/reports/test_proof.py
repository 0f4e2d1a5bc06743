from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
import sympy

from axiometrics.checker.api import check
from axiometrics.checker.verdict import Matrix
from axiometrics.errors import InputError
from axiometrics.formulas.nodes import (
    Beside,
    Guard,
    InverseLog,
    Larger,
    LogBinomial,
    Over,
    Power,
    Ratio,
    Smaller,
)
from axiometrics.reports.expressions import fraction, mathml, parse
from axiometrics.reports.markdown import break_formula
from axiometrics.reports.proof import proof_lines, proof_parts
from axiometrics.reports.scripts import Latex, Plain, meanings, short_names


@pytest.fixture
def proof(matrix: Matrix) -> dict[str, Any]:
    return dict(matrix.cells[0].proof or {})


def test_a_size_is_told_by_its_least_value(proof: dict[str, Any]) -> None:
    assert "- x' = x - 1 ≥ 0" in proof_lines(proof)
    assert r"- $`x' = x - 1 \ge 0`$" in proof_parts(proof)


def test_a_reduction_gets_a_short_name_and_is_written_out_once(proof: dict[str, Any]) -> None:
    assert "- S₁ > 0: Σ_cells n²/b, the same in every output" in proof_lines(proof)
    assert not any("cells[" in line for line in [*proof_lines(proof), *proof_parts(proof)])


def test_a_symbol_named_like_a_size_is_told_apart_from_it(proof: dict[str, Any]) -> None:
    assert "- x_gap = N - Σ_cells 1 ≥ 0: what is left of it" in proof_lines(proof)
    assert "- the number of items: x² + x_gap in worse, d + x² + x_gap in better" in proof_lines(proof)


def test_a_lemma_is_told_with_its_reason(proof: dict[str, Any]) -> None:
    assert "- d = 2 x > 0, by growth: 2 x grows" in proof_lines(proof)


def test_quantities_that_do_not_change_are_left_out(proof: dict[str, Any]) -> None:
    assert not any(line.startswith("- Σ_cells n²/b") for line in proof_lines(proof))


def test_each_case_shows_its_margin_and_why_it_has_its_sign(proof: dict[str, Any]) -> None:
    lines = proof_lines(proof)
    start = lines.index("Case 1: x_gap = 0. The margin is")
    assert lines[start + 1 :] == [
        "    2 S₁ (x' + 1)/(3 d)",
        "which is positive, since the expanded numerator has the term 2 S₁, which is never zero.",
        "Case 2: x_gap > 0. The margin is",
        "    0",
        "which is zero.",
        "So in every case the margin is positive or zero.",
    ]
    assert r"$$\frac{2 S_{1} \left(x' + 1\right)}{3 d}" in proof_parts(proof)


def test_equal_quantities_need_no_symbols(proof: dict[str, Any]) -> None:
    certificate = proof["certificate"] | {"branches": []}
    lines = proof_lines(proof | {"certificate": certificate})
    assert lines[0] == "The formula looks only at quantities that have the same value in worse and better:"
    assert lines[1:3] == ["- the number of items", "- Σ_cells n²/b"]


def test_the_order_of_two_symbols_is_told_with_what_the_larger_has_more(proof: dict[str, Any]) -> None:
    step = {"larger": "d", "smaller": "x", "factor": "1/2", "excess": "e1", "strict": True}
    first, second = proof["certificate"]["branches"]
    branches = [first | {"path": [step]}, second]
    lines = proof_lines(proof | {"certificate": proof["certificate"] | {"branches": branches}})
    assert "Case 1: d = e₁ + x_gap/2 with e₁ > 0. The margin is" in lines


def test_plain_text_has_no_markup(proof: dict[str, Any]) -> None:
    assert not any("$" in line or "\\" in line for line in proof_lines(proof))


def test_factors_with_terms_of_both_signs_are_multiplied_out() -> None:
    cubes = {"terms": [["1", [3, 0]], ["1", [0, 3]]], "times": 1}
    one = {"terms": [["1", [0, 0]]], "times": 1}
    branch = {"generators": ["p", "q"], "numerator": [cubes], "denominator": [one]}
    assert str(fraction(branch)[0]) == "p**3 + q**3"


def test_a_text_that_is_no_arithmetic_is_refused() -> None:
    with pytest.raises(InputError, match="no arithmetic"):
        parse("[x for x in y]", ["x"])


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
        r"\mathbb{E} n'^{2}",
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


@pytest.mark.parametrize(
    ("constraint", "said"),
    [
        ("transitivity", "sum"),
        ("restricted_solvability", "continuous"),
    ],
)
def test_a_proof_without_quantities_is_told(constraint: str, said: str) -> None:
    row = check("arithmetic_mean", "combination", constraints=[constraint], effort="quick", cache=False)
    proof = row.cells[0].proof
    assert proof is not None
    assert said in " ".join(proof_lines(proof))
    assert proof_parts(proof)


NODES = [Larger, Smaller, Ratio, Guard, Beside, Power, InverseLog, LogBinomial]


@pytest.mark.parametrize("script", [Plain, Latex])
@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__name__)
def test_functions_of_formulas_are_written_as_mathematics(node: Any, script: Any) -> None:
    letters = sympy.symbols("x y z")[: node.nargs.args[0]]
    told = script({}).math(parse(str(node(*letters)), [str(each) for each in letters]))
    assert node.__name__ not in told


def test_every_function_of_formulas_is_among_these() -> None:
    assert {node.__name__ for node in Larger.__mro__[1].__subclasses__()} == {
        node.__name__ for node in (*NODES, Over)
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Larger(x, -x)", "|x|"),
        ("2**Larger(x - 1, 0)*y", "2^max(x - 1, 0) y"),
        ("Ratio(x, x + y, 0)**2", "(x/(x + y), or 0 where x + y = 0)²"),
        ("Ratio(x*y, x*y, NO_VALUE)", "x y/(x y)"),
        ("Guard(x, y, 1)", "(x, or 1 where y = 0)"),
    ],
)
def test_conventions_of_formulas_are_told_with_them(text: str, told: str) -> None:
    assert Plain({}).math(parse(text, ["x", "y"])) == told


def test_what_a_symbol_equals_is_told_once() -> None:
    known = {
        "name": "v1",
        "sign": "nonnegative",
        "definition": "q0 - q1",
        "meaning": "N@worse - D@worse, class by class",
    }
    certificate = {
        "generators": [known],
        "lemmas": [],
        "measured": {"q0": "N@worse", "q1": "D@worse"},
    }
    script = Plain(short_names(certificate), {"N": "the number of items"})
    assert list(meanings(certificate, script)) == ["S₁ = N - D ≥ 0, class by class: N is the number of items"]
