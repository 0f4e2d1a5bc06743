"""A logarithm is positive where what is above its bar is evidently more than what is below it, and nowhere else.

The first formulas divide by a sum of such logarithms, so that they have a value everywhere, and tie. Each hostile one
is nearly one of them, but divides by what is zero for some matrices, or where classes are empty, or is no tie.
"""

from __future__ import annotations

import numpy as np
import pytest
import sympy

from axiometrics.formulas.existence import Existence
from axiometrics.tasks.ordinal.quantities import Single
from axiometrics.tasks.ordinal.view import RULES, VARIABLES, N

from .attacks import attacked

NEAR = "matrix.cells(lambda cell: cell.items * log2(matrix.items / cell.near))"
BEST = "matrix.present_classes(lambda one: one.gold * log2(matrix.items / one.near))"
WHOLE = "matrix.present_classes(lambda one: one.gold * log2(matrix.items / one.gold))"
PROVED = [
    ("reversal", f"{NEAR} / {BEST}"),
    ("unused_end_class", f"1 / {BEST}"),
    ("ordinal_invariance", "1 / matrix.present_classes(lambda one: log2(2 * matrix.items / one.near))"),
    ("replication", f"matrix.items / {BEST}"),
]
HOSTILE = [
    ("reversal", f"{NEAR} / {WHOLE}"),
    ("reversal", f"{NEAR} / ({BEST} - matrix.items)"),
    ("reversal", "1 / matrix.present_classes(lambda one: one.gold * log2(matrix.items / (2 * one.near)))"),
    ("reversal", "1 / matrix.present_classes(lambda one: log2(matrix.items / (3 * one.near)))"),
    ("reversal", f"1 / {NEAR}"),
    ("reversal", "1 / matrix.used_classes(lambda one: one.gold * log2(matrix.items / one.near))"),
    ("reversal", "1 / matrix.cells(lambda cell: cell.wrong * log2(2 * matrix.items / cell.near))"),
    ("reversal", "1 / matrix.present_classes(lambda one: one.right * log2(matrix.items / one.near))"),
    ("unused_end_class", f"{NEAR} / ({BEST} + matrix.classes / 10**9)"),
    ("unused_end_class", f"{NEAR} / {WHOLE}"),
    ("replication", f"{NEAR} / ({BEST} + Fraction(1, 10**9))"),
    ("replication", f"1 / {BEST}"),
    ("ordinal_invariance", f"matrix.classes / {BEST}"),
    ("rank_invariance", f"{NEAR} / ({WHOLE} - matrix.classes)"),
]


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_is_divided_by_a_sum_of_such_logarithms_ties_by_proof(constraint: str, body: str) -> None:
    found, wrong = attacked("ordinal", constraint, body)
    assert not wrong, wrong
    assert found.kind == "holds (proof)", found.phrase


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_what_may_be_divided_by_zero_or_is_no_tie_has_no_proof(constraint: str, body: str) -> None:
    found, wrong = attacked("ordinal", constraint, body)
    assert not wrong, wrong
    assert found.kind != "holds (proof)", found.phrase


@pytest.mark.parametrize("domain", RULES.signs.least)
def test_quantities_are_at_least_what_is_said_on_random_matrices(domain: str) -> None:
    (near,) = (symbol for symbol in VARIABLES if str(symbol) == "h")
    random, tried = np.random.default_rng(17), 0
    for _ in range(300):
        many = int(random.integers(2, 7))
        counts = random.integers(0, 10 ** int(random.integers(1, 6)), (many, many))
        counts *= random.random((many, many)) < random.random()
        if not counts.any():
            continue
        matrix = Single(tuple(tuple(int(each) for each in row) for row in counts))
        for value in matrix.plain_rows(domain).column("h"):
            for quantity, least in RULES.signs.least[domain].items():
                assert quantity == N
                assert matrix.items >= least.subs(near, sympy.Rational(value))
                tried += 1
    assert tried > 500


def test_of_a_domain_without_bounds_no_logarithm_of_a_quotient_has_a_sign() -> None:
    (near,) = (symbol for symbol in VARIABLES if str(symbol) == "h")
    signs = {
        domain: Existence(RULES.signs).stand_in(sympy.log(N / near), domain) for domain in RULES.signs.filled
    }
    assert {domain for domain, found in signs.items() if found.is_positive} == {"present"}
    assert {domain for domain, found in signs.items() if found.is_nonnegative} == {"present", "cells"}
