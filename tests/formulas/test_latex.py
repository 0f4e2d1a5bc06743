"""Formulas are shown as their authors wrote them: what is read there is what is evaluated."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from axiometrics.checker.api import metric_info
from axiometrics.formulas import guarded, log2, log_binomial, maximum, minimum, named, ratio, sqrt
from axiometrics.formulas.graph import Quantity, as_node, node, recorded, recording, reduction, variable
from axiometrics.formulas.latex import formula_latex, in_reductions_latex
from axiometrics.metrics import METRICS
from axiometrics.metrics.registry import build
from axiometrics.tasks import tasks

x, y, z = map(recorded, "xyz")
VALUES = {"x": Fraction(3), "y": Fraction(-5, 7), "z": Fraction(2, 11)}


@pytest.mark.parametrize(
    ("quantity", "latex"),
    [
        (ratio(x, y, 1), r"\frac{x}{y}"),
        (guarded(x, y, 1), "x"),
        (maximum(x, y), r"\max\left(x, y\right)"),
        (maximum(maximum(x, y), 0), r"\max\left(x, y, 0\right)"),
        (minimum(x, y), r"\min\left(x, y\right)"),
        (maximum(x - y, y - x), r"\left|x - y\right|"),
        (maximum(x - y, x), r"\max\left(x - y, x\right)"),
        (x * x * x, "x^{3}"),
        (x - (y - z), r"x - \left(y - z\right)"),
        (3 * x - 2 * y + 0 * z, "3 x - 2 y"),
        (x / Fraction(1), "x"),
        (Fraction(1, 2) / x, r"\frac{1}{2 x}"),
        (x * log2(y / z), r"x \log_2 \frac{y}{z}"),
        (log2(x) * y, r"y \log_2 x"),
        (log2(x + 1) * y, r"\log_2\left(x + 1\right) y"),
        (log_binomial(x, y), r"\log_2 \binom{x}{y}"),
        (sqrt(x) ** 2, r"\sqrt{x}^{2}"),
        ((x + y) * (x - 1) / 2, r"\frac{\left(x + y\right) \left(x - 1\right)}{2}"),
    ],
    ids=repr,
)
def test_a_step_is_written_as_people_write_it(quantity: Quantity, latex: str) -> None:
    assert formula_latex(quantity.node) == latex


def test_a_sum_takes_in_what_follows_it() -> None:
    first = reduction("cells", lambda: variable("n") + 1)
    second = reduction("clusters", lambda: variable("a"))
    assert formula_latex((first * second).node) == (
        r"\left(\sum_{\text{cells}} \left(n + 1\right)\right) \sum_{\text{clusters}} a"
    )
    assert formula_latex((second / x).node) == r"\frac{1}{x} \sum_{\text{clusters}} a"


def test_named_parts_stand_in_a_legend_below() -> None:
    with recording() as names:
        inner = named(x * y + 17, "A")
        outer = named(inner / (z + 23), "B")
    assert formula_latex((outer + inner).node, names=names) == (
        "\\begin{aligned}\n&B + A \\\\\n&B = \\frac{A}{z + 23} \\\\\n&A = x y + 17\n\\end{aligned}"
    )
    assert formula_latex(outer.node, names=names).startswith("\\begin{aligned}\n&\\frac{A}{z + 23}")


def test_names_of_sums_are_held_together() -> None:
    with recording() as names:
        difference = named(x * 19 - y, "C - D")
    assert formula_latex((difference * z).node, names=names).splitlines()[1] == r"&\left(C - D\right) z \\"


def test_a_plain_number_needs_no_name() -> None:
    with recording() as names:
        assert named(3, "t") == 3
        half = named(Fraction(1, 2) + 0 * x, "t") + x
    assert formula_latex(half.node, names=names).count("=") == 1


def test_a_name_is_known_in_its_own_formula_only() -> None:
    def with_a_name(table: Any) -> Any:
        return named(table.items + 17, "M") / 2

    def without(table: Any) -> Any:
        return (table.items + 17) * 3

    first, second = (build(function, task="clustering") for function in (with_a_name, without))
    assert "M = N + 17" in (metric_info(first).latex or "")
    assert metric_info(second).latex == r"3 \left(N + 17\right)"


LEAVES = st.one_of(
    st.sampled_from([x, y, z]),
    st.integers(-3, 3),
    st.fractions(-2, 2, max_denominator=4),
)


def _combined(parts: Any) -> Any:
    return st.one_of(
        st.tuples(st.sampled_from("+-*/"), parts, parts),
        st.tuples(st.just("^"), parts, st.integers(0, 3)),
        st.tuples(st.sampled_from(["max", "min"]), parts, parts),
    )


def _made(tree: Any, leaf: Any) -> Any:
    """Build what a tree says of leaves."""
    if not isinstance(tree, tuple):
        return leaf(tree)
    sign, one, other = tree
    first = _made(one, leaf)
    if sign == "^":
        return leaf.power(first, other)
    second = _made(other, leaf)
    return leaf.of(sign, first, second)


class Graph:
    """Trees as quantities."""

    def __call__(self, value: Any) -> Quantity:
        return Quantity(as_node(value))

    def power(self, base: Quantity, exponent: int) -> Quantity:
        return base**exponent

    def of(self, sign: str, one: Quantity, other: Quantity) -> Quantity:
        if sign in ("max", "min"):
            return (maximum if sign == "max" else minimum)(one, other)
        return {"+": one + other, "-": one - other, "*": one * other, "/": ratio(one, other, 0)}[sign]


class Number:
    """Trees as fractions; a quotient by zero is no number."""

    def __call__(self, value: Any) -> Fraction:
        return VALUES[value.node.value[0]] if isinstance(value, Quantity) else Fraction(value)

    def power(self, base: Fraction, exponent: int) -> Fraction:
        return base**exponent

    def of(self, sign: str, one: Fraction, other: Fraction) -> Fraction:
        if sign in ("max", "min"):
            return (max if sign == "max" else min)(one, other)
        if sign == "/":
            return one / other
        return {"+": one + other, "-": one - other, "*": one * other}[sign]


TOKEN = re.compile(r"\\left[(|]|\\right[)|]|\\[a-z]+|\d+|[a-z]|[-+^{},()]")


class Reader:
    """Reads LaTeX by its usual rules: juxtaposition is a product, a power holds tighter, then products, then sums."""

    def __init__(self, latex: str) -> None:
        self.tokens = [*TOKEN.findall(latex), ""]

    def take(self, expected: str = "") -> str:
        token = self.tokens.pop(0)
        assert not expected or token == expected
        return token

    def sum(self) -> Fraction:
        total = self.product()
        while self.tokens[0] in ("+", "-"):
            total += self.product() if self.take() == "+" else -self.product()
        return total

    def product(self) -> Fraction:
        if self.tokens[0] == "-":
            self.take()
            return -self.product()
        total = self.power()
        while self.tokens[0] not in ("", "+", "-", "}", ",", r"\right)", r"\right|"):
            total *= self.power()
        return total

    def power(self) -> Fraction:
        base = self.atom()
        while self.tokens[0] == "^":
            self.take()
            base **= self.group()
        return base

    def group(self) -> Any:
        self.take("{")
        found = self.sum()
        self.take("}")
        return found

    def atom(self) -> Fraction:
        token = self.take()
        if token == r"\frac":
            return self.group() / self.group()
        if token in (r"\max", r"\min"):
            self.take(r"\left(")
            values = [self.sum()]
            while self.take() == ",":
                values.append(self.sum())
            return (max if token == r"\max" else min)(values)
        if token in (r"\left(", r"\left|"):
            found = self.sum()
            self.take()
            return abs(found) if token == r"\left|" else found
        return VALUES[token] if token in VALUES else Fraction(token)


@given(st.recursive(LEAVES, _combined, max_leaves=8))
def test_what_is_written_is_what_is_computed(tree: Any) -> None:
    graph = _made(tree, Graph())
    try:
        value = _made(tree, Number())
    except ZeroDivisionError:
        return
    reader = Reader(formula_latex(graph.node))
    try:
        assert reader.sum() == value
    except ZeroDivisionError:
        pytest.fail(f"{formula_latex(graph.node)} divides by zero")
    assert reader.tokens == [""]


FORMULAS = [
    pytest.param(record, id=f"{task}-{key}")
    for task in tasks(plugins=False)
    for key, record in METRICS.view(task, plugins=False).items()
    if record.kind == "formula"
]


@pytest.mark.parametrize("record", FORMULAS)
def test_every_formula_is_written_with_balanced_braces(record: Any) -> None:
    text = metric_info(record).latex
    assert text
    assert text.count("{") == text.count("}")
    assert text.count(r"\left") == text.count(r"\right")
    assert not re.search(r"Over|Ratio|Guard|None|<|\b0 ", text.replace("i<j", "").replace("k<i", ""))


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("Ratio(n, a, 0)**2", r"\left(\frac{n}{a}\right)^{2}"),
        ("Larger(n, a)**3", r"\left(\max\left(n, a\right)\right)^{3}"),
        ("Power(n + a, b)", r"\left(n + a\right)^{b}"),
    ],
)
def test_powers_in_certificates_keep_their_exponents(body: str, written: str) -> None:
    assert (
        in_reductions_latex(sympy.Symbol(f"cells[{body}]"))
        .replace("a + n", "n + a")
        .endswith(f"{written}\\right)")
    )


def test_steps_are_shared_so_that_names_are_found_again() -> None:
    assert node("number", value=Fraction(7)) is node("number", value=Fraction(7))
