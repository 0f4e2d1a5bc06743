"""Sums over classes are compared class by class: what is less in some class only is not proved to be less.

The first formulas are proved in this way. Each hostile one is nearly one of them, but has a part that falls, a class
that may be empty, a denominator that may be zero, or a strict claim that some case does not meet.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest
import sympy

from axiometrics.formulas.arithmetics.signs import sum_sign
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller
from axiometrics.recheck.expressions import parsed
from axiometrics.recheck.presence import shown_by_cases

from .attacks import attacked

RECALL = "matrix.of_gold(lambda one: one.right / one.gold)"
PRECISION = "matrix.of_system(lambda one: one.right / one.system)"
BALANCED = "matrix.of_used(lambda one: ratio(one.right, maximum(one.gold, one.system), 0))"
LEAST = "matrix.smallest(lambda cell: cell.items * (1 - cell.wrong) / cell.gold)"
F = "matrix.of_used(lambda one: one.right / (one.gold + one.system))"
PROVED = [
    ("perfect_output", f"{PRECISION} / matrix.used"),
    ("perfect_output", f"{BALANCED} / matrix.used"),
    ("correction", f"{BALANCED} / matrix.used"),
    ("perfect_output", LEAST),
    ("rare_class_error", LEAST),
    ("correction", F),
]
HOSTILE = [
    # numbers of classes in the wrong place, alone, or with other weights
    ("added_success", f"{PRECISION} / matrix.gold_classes"),
    ("correction", f"{PRECISION} / matrix.used + matrix.used / 10**9"),
    ("correction", f"{PRECISION} / (matrix.used + 1) - {RECALL} / 10**9"),
    ("added_success", f"({PRECISION} + Fraction(1, 10**9)) / matrix.used"),
    ("perfect_output", f"{PRECISION} / matrix.system_classes"),
    ("perfect_output", f"{RECALL} - {PRECISION}"),
    ("added_success", RECALL),
    ("added_success", f"{RECALL} / matrix.classes"),
    ("worst_output", f"{PRECISION} - matrix.used / 10**9"),
    # bodies that fall in one count
    ("correction", "matrix.of_used(lambda one: ratio(one.right, maximum(one.gold, 2 * one.system), 0))"),
    ("correction", "matrix.of_used(lambda one: ratio(one.right, maximum(one.gold, one.system) - 1, 1))"),
    ("correction", "matrix.of_used(lambda one: ratio(one.right, one.system, 1))"),
    ("correction", "matrix.of_used(lambda one: guarded(one.right / one.system, one.gold, 0))"),
    ("correction", "matrix.of_used(lambda one: guarded(0, one.right - 1, 1))"),
    ("correction", "matrix.of_system(lambda one: one.right * one.system)"),
    ("added_error", "matrix.of_used(lambda one: ratio(one.right, sqrt(one.gold) * one.system, 0))"),
    ("added_success", "matrix.of_used(lambda one: ratio(one.right, sqrt(one.gold * one.system), 1)) / matrix.used"),
    ("added_error", "matrix.of_used(lambda one: minimum(one.gold, one.system)) / matrix.used"),
    # extremes: strict where some class is untouched, cells without items, a class that comes in
    ("correction", f"{LEAST} * Fraction(1, 10**9)"),
    ("correction", "-matrix.smallest(lambda cell: cell.items * (1 - cell.wrong) / cell.gold)"),
    ("perfect_output", "matrix.smallest(lambda cell: cell.items / cell.gold)"),
    ("correction", "matrix.smallest(lambda cell: cell.gold * (1 - cell.wrong))"),
    ("added_success", "matrix.smallest(lambda cell: cell.items * (1 - cell.wrong))"),
    ("added_error", "matrix.smallest(lambda cell: cell.items * cell.wrong / cell.gold)"),
    ("perfect_output", f"{LEAST} * {PRECISION} / matrix.system_classes"),
    ("rare_class_error", "matrix.smallest(lambda cell: cell.items * (1 - cell.wrong))"),
    ("rare_class_error", f"{PRECISION} / matrix.used"),
    ("rare_class_error", f"{BALANCED} / matrix.used"),
]  # fmt: skip
ORDINAL = [
    ("correction", "-matrix.largest(lambda cell: cell.items * cell.steps)"),
    ("correction", "matrix.largest(lambda cell: cell.items * cell.steps / cell.gold)"),
    ("imbalance", "-matrix.largest(lambda cell: cell.items * cell.steps)"),
    ("single_error", "-matrix.largest(lambda cell: cell.items * cell.steps / cell.gold)"),
    (
        "perfect_output",
        "-matrix.largest(lambda cell: cell.items * cell.steps / cell.gold) + matrix.items / 10**9",
    ),
]


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_rises_in_every_class_is_proved_to_rise(constraint: str, body: str) -> None:
    found, wrong = attacked("classification", constraint, body)
    assert not wrong, wrong
    assert "proof" in found.phrase, found.phrase


@pytest.mark.parametrize(
    ("task", "constraint", "body"),
    [("classification", *each) for each in HOSTILE] + [("ordinal", *each) for each in ORDINAL],
)
def test_what_falls_in_some_class_has_no_wrong_proof(task: str, constraint: str, body: str) -> None:
    _, wrong = attacked(task, constraint, body)
    assert not wrong, wrong


# --- signs of few terms: by the prover and by the stand-alone checker, against all small counts

NAMES = "xyz"
TEXTS = ("x", "x + y", "x + z", "x + y + 1", "y", "y + z", "1", "2*x + y + z", "x + z + 1")


def drawn(random_: random.Random) -> list[tuple[int, str, str]]:
    def term() -> str:
        one, two, three = random_.choices(TEXTS, k=3)
        shape = random_.choice(
            ("{0}", "Ratio({0}, {1}, {3})", "Ratio({0}, Larger({1}, {2}), {3})", "Ratio({0}, sqrt(({1})*({2})), 0)",
             "Guard({0}, {1}, {3})", "Smaller({0}, {1})", "Ratio({0}, {1}, 0)", "1")
        )  # fmt: skip
        return shape.format(one, two, three, random_.choice((0, 1)))

    first = term()
    other = first if random_.random() < 0.3 else term()
    return [(1, random_.choice(TEXTS), first), (-1, random_.choice(TEXTS), other)]


def value(text: str, counts: dict[str, int]) -> float | Fraction:
    def ratio(top: Fraction, bottom: Fraction, otherwise: Fraction) -> float | Fraction:
        return top / bottom if bottom else otherwise

    known = {
        "Ratio": ratio,
        "Guard": lambda one, asked, other: one if asked else other,
        "Larger": max,
        "Smaller": min,
        "sqrt": sqrt,
    }
    return eval(text, {"__builtins__": {}}, known | {name: Fraction(n) for name, n in counts.items()})  # type: ignore[no-any-return]


def total(terms: list[tuple[int, str, str]], counts: dict[str, int]) -> float | Fraction:
    return sum(
        (often * value(step, counts) for often, there, step in terms if value(there, counts)), Fraction(0)
    )


def told(sign: str, least: float) -> bool:
    return {"positive": least > 0, "nonnegative": least > -1e-12, "zero": abs(least) < 1e-12}.get(sign, True)


@pytest.mark.parametrize("seed", range(8))
def test_signs_by_cases_hold_for_all_small_counts(seed: int) -> None:
    random_ = random.Random(seed)
    symbols = {name: sympy.Symbol(name, nonnegative=True) for name in NAMES}
    names = symbols | {
        "Ratio": Ratio,
        "Guard": Guard,
        "Larger": Larger,
        "Smaller": Smaller,
        "sqrt": sympy.sqrt,
    }
    shown = 0
    for _ in range(60):
        terms = drawn(random_)
        sure = random_.choice(("", *NAMES))
        values = [
            float(total(terms, dict(zip(NAMES, counts, strict=True))))
            for counts in product(range(5), repeat=3)
            if not sure or counts[NAMES.index(sure)]
        ]
        read = tuple((o, sympy.sympify(t, names), sympy.sympify(s, names)) for o, t, s in terms)
        known = frozenset(symbols.values())
        proved = sum_sign(read, known, frozenset({symbols[sure]} if sure else ()))
        assert told(proved or "", min(values)), (terms, sure, proved)
        assert told({"negative": "positive", "nonpositive": "nonnegative"}.get(
            proved or "", ""), -max(values)), (terms, sure, proved)  # fmt: skip
        signs = {name: "positive" if name == sure else "nonnegative" for name in NAMES}
        weak, strict = shown_by_cases([(Fraction(o), [parsed(t)], parsed(s)) for o, t, s in terms], signs, [])
        assert not weak or min(values) > -1e-12, (terms, sure)
        assert not strict or min(values) > 0, (terms, sure)
        shown += weak
    assert shown > 5
