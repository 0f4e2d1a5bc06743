"""Formulas as JavaScript: every kind of step is written, and a name is never code."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

import axiometrics.reports.explorer
from axiometrics.formulas.graph import Node, StepError, node
from axiometrics.formulas.nodes import Letter
from axiometrics.reports.explorer.playground import formula_javascript

ARITHMETIC = (
    Path(axiometrics.reports.explorer.__file__).with_name("arithmetic.js").read_text(encoding="utf-8")
)
ALL_KINDS = re.findall(r"``(\w+)``", Node.__doc__ or "")


def example(kind: str) -> Node:
    """A step of a kind, of two quantities."""
    x, y = (node("quantity", value=(name, True)) for name in "xy")
    values: dict[str, Node] = {
        "number": node("number", value=Fraction(1, 3)),
        "quantity": x,
        "variable": node("variable", value=("x", True)),
        "letter": node("letter", value=Letter("alpha", positive=True)),
        "reduction": node("reduction", x, value="cells"),
    }
    parts = {"ratio": (x, y, x), "guard": (x, y, x), "undefined": (), "infinite": ()}
    single = ("root", "log", "tanh", "inverse_log2")
    return values.get(kind) or node(kind, *parts.get(kind, (x,) if kind in single else (x, y)))


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_kind_of_step_is_written_and_the_page_has_it(kind: str) -> None:
    text = formula_javascript(example(kind))
    for name in re.findall(r"A\.(\w+)", text):
        assert re.search(rf"export (function|const) {name}\b", ARITHMETIC), name


def test_a_step_that_is_used_twice_is_computed_once() -> None:
    x = node("quantity", value=("x", True))
    root = node("root", x)
    assert formula_javascript(node("sum", root, root)).count("A.root") == 1


def test_a_name_is_a_string_and_no_code() -> None:
    """Quotes and line ends are escaped, so that a name cannot end the string it stands in."""
    found = formula_javascript(node("quantity", value=('"]; alert(1)\n//', True)))
    assert r'o.quantities["\"]; alert(1)\n//"]' in found


def test_a_parameter_that_is_more_than_a_letter_is_refused() -> None:
    with pytest.raises(StepError, match="has no value in a page"):
        formula_javascript(node("letter", value=Letter("alpha", positive=True) + 1))
