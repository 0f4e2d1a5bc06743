"""Infinite scores are above all numbers and tie with one another: verdicts are tried on every small case.

Every formula is computed once more in plain Python, on fractions and ``math.inf``, and every proof is compared with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.axioms import constraints
from axiometrics.axioms.demands import Zero
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.formulas import INFINITE, UNDEFINED, guarded, maximum, ratio

WORDS = {"ratio": ratio, "guarded": guarded, "maximum": maximum, "INFINITE": INFINITE, "UNDEFINED": UNDEFINED}
ODDS = "ratio(matrix.right, matrix.items - matrix.right, INFINITE)"
SIDES = "ratio(matrix.tp, matrix.fn, INFINITE)", "ratio(matrix.tn, matrix.fp, INFINITE)"
PROVED = [
    ("correction", ODDS),
    ("perfect_output", ODDS),
    ("added_error", ODDS),
    ("correction", f"{ODDS} + matrix.right"),
    ("symmetry", f"1 + 2 * {ODDS}"),
    ("replication", ODDS),
    ("replication", f"{ODDS} / matrix.classes"),
    ("correction", "-ratio(matrix.items - matrix.right, matrix.right, INFINITE)"),
    ("correction", "guarded(1 - ratio(1, matrix.right, INFINITE), matrix.items - 1, -1)"),
]
HOSTILE = [
    ("correction", f"-{ODDS}"),
    ("perfect_output", f"-{ODDS}"),
    ("perfect_output", "ratio(1, matrix.right, INFINITE)"),
    ("correction", "ratio(-1, matrix.items - matrix.right, INFINITE)"),
    ("correction", f"guarded({ODDS}, matrix.right - 1, 0)"),
    ("added_error", "guarded(0, maximum(0, 1 - matrix.items + matrix.right), INFINITE)"),
    ("correction", f"{ODDS} - {ODDS}"),
    ("correction", f"guarded(0, maximum(0, 1 - matrix.right), INFINITE) - matrix.items * {ODDS}"),
    ("correction", f"ratio(1, {ODDS}, 1)"),
    ("symmetry", "ratio(1, matrix.of_gold(lambda one: one.gold - one.right), INFINITE) + matrix.gold_classes"),
    ("worst_output", "guarded(1, matrix.right, INFINITE)"),
    ("correction", SIDES[0]),
    ("label_permutation", SIDES[0]),
    ("correction", f"{SIDES[0]} * {SIDES[1]}"),
    ("correction", f"{SIDES[0]} - {SIDES[1]}"),
    ("added_success", f"maximum({SIDES[0]}, {SIDES[1]})"),
    ("triangle_inequality", ODDS),
    ("replication", "ratio(1, matrix.items - matrix.right, INFINITE)"),
    ("replication", "ratio(1, maximum(0, matrix.items - 2), INFINITE)"),
    ("replication", "guarded(0, maximum(0, 3 - matrix.items), INFINITE)"),
    ("replication", f"{ODDS} + guarded(matrix.items, matrix.items - matrix.right, 0)"),
    ("replication", "ratio(matrix.right, matrix.items - matrix.right, matrix.items)"),
]  # fmt: skip


def function(body: str, words: dict[str, Any]) -> Callable[..., Any]:
    text = f'def formula(matrix):\n    """A formula."""\n    return {body}\n'
    scope: dict[str, Any] = {"Fraction": Fraction, "__name__": "somebodys_module", **words}
    exec(compile(text, "somebodys_module.py", "exec"), scope)
    found: Callable[..., Any] = scope["formula"]
    return found


def plain_ratio(top: Any, bottom: Any, otherwise: Any) -> Any:
    return quotient(top, bottom) if bottom != 0 else otherwise


def quotient(top: Any, bottom: Any) -> Any:
    return float(top) / float(bottom) if math.inf in (abs(top), abs(bottom)) else Fraction(top) / bottom


PLAIN = {
    "ratio": plain_ratio,
    "guarded": lambda value, quantity, otherwise: value if quantity != 0 else otherwise,
    "maximum": lambda one, other: math.nan if one != one or other != other else max(one, other),
    "INFINITE": math.inf,
    "UNDEFINED": math.nan,
}


def seen(rows: Any) -> SimpleNamespace:
    """What formulas read of a matrix of counts with a row for each gold class."""
    places = range(len(rows))
    gold, right = [sum(row) for row in rows], [rows[k][k] for k in places]
    items = sum(gold)
    classes = [SimpleNamespace(gold=Fraction(gold[k]), right=Fraction(right[k])) for k in places if gold[k]]
    return SimpleNamespace(
        items=Fraction(items),
        right=Fraction(sum(right)),
        classes=Fraction(len(rows)),
        gold_classes=Fraction(len(classes)),
        of_gold=lambda body: sum(map(body, classes), Fraction(0)),
        tp=Fraction(rows[0][0]),
        fn=Fraction(gold[0] - rows[0][0]),
        fp=Fraction(sum(row[0] for row in rows[1:])),
        tn=Fraction(sum(map(sum, rows[1:])) - sum(row[0] for row in rows[1:])),
    )


def margins(constraint: str, body: str) -> Iterator[float]:
    """The margins of all small cases and of some larger ones, those of two infinite values as 0."""
    record, score = constraints("classification")[constraint], function(body, PLAIN)
    for batch in (sweep_cases(record, 5), larger_cases(record, wide=False)):
        for place in range(0, len(batch), 1 + len(batch) // 4000):
            values = {
                name: score(seen(outputs.table(place).to_matrix())) for name, outputs in batch.outputs.items()
            }
            ends = [values[name] for name in record.margin]
            if len(ends) == 2 and ends[0] == ends[1]:
                yield 0.0
            else:
                yield float(sum(weight * values[name] for name, weight in record.margin.items()))


def wrong(cell: Any, constraint: str, body: str) -> list[float]:
    """Margins that go against what is proved of a metric of which more is better."""
    known = [margin for margin in margins(constraint, body) if margin == margin]
    equal = isinstance(constraints("classification")[constraint].demand, Zero)
    found: list[float] = []
    if (cell.strict.outcome, cell.strict.evidence) == ("holds", "proof"):
        found += [margin for margin in known if (margin != 0 if equal else margin <= 0)]
    if (cell.weak.outcome, cell.weak.evidence) == ("holds", "proof"):
        found += [margin for margin in known if (margin != 0 if equal else margin < 0)]
    if cell.strict.always:
        found += [margin for margin in known if (margin > 0 if not equal else margin == 0)]
    return found


def cell_of(constraint: str, body: str) -> Any:
    asked = {"constraints": [constraint], "effort": "quick", "cache": False, "jobs": 1}
    return ax.check(function(body, WORDS), "classification", **asked).cells[0]


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_is_ordered_with_infinite_values_is_proved(constraint: str, body: str) -> None:
    cell = cell_of(constraint, body)
    assert (cell.weak.outcome, cell.weak.evidence) == ("holds", "proof"), cell.error
    assert not wrong(cell, constraint, body)


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_infinite_values_in_the_wrong_place_have_no_wrong_proof(constraint: str, body: str) -> None:
    cell = cell_of(constraint, body)
    assert "Certificate" not in (cell.error or ""), cell.error
    assert not wrong(cell, constraint, body)


def test_the_margins_that_judge_see_infinite_values() -> None:
    """Of all small corrections some make the odds infinite, and some leave them so."""
    found = list(margins("correction", ODDS))
    assert math.inf in found
    assert min(found) > 0
    assert 0.0 in margins("perfect_output", SIDES[0])
