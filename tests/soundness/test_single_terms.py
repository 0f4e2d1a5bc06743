"""Sums of divergences and distances of shares, term by term: what only looks like one of them shows nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from mpmath import mp

import axiometrics as ax
from axiometrics.axioms import constraints
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.formulas import INFINITE, UNDEFINED, guarded, log2, maximum, minimum, ratio, sqrt, tanh

KLD = "shares.sum(lambda at: at.p * log2(guarded(ratio(at.p, at.q, INFINITE), at.p, 1)))"
GOLD = "shares.sum(lambda at: at.q * log2(guarded(ratio(at.q, at.p, INFINITE), at.q, 1)))"
HALF = "shares.sum(lambda at: at.p * log2(guarded(ratio(at.p, (at.p + at.q) / 2, 1), at.p, 1)))"
APART = "maximum(at.p - at.q, at.q - at.p)"
PROVED = [
    ("identity", f"-{KLD}"),
    ("identity", f"-tanh({GOLD})"),
    ("identity", f"-{HALF}"),
    ("identity", f"-({KLD} + 2*{GOLD})"),
    ("identity", f"-({KLD} + shares.sum(lambda at: {APART}))"),
    ("identity", f"-guarded(shares.sum(lambda at: ratio({APART}, at.q, 0)), shares.least_gold, INFINITE)"),
    ("monotonicity", f"-{HALF}"),
    ("monotonicity", f"-sqrt({GOLD})"),
    ("relativity", f"-({KLD} + {GOLD})"),
    ("independence_matched", f"-({KLD} + {GOLD})"),
    ("independence_matched", f"-{KLD} / (3 - shares.least_gold)"),
    ("independence_matched", "-sqrt(shares.sum(lambda at: (at.p - at.q)**2)) / shares.classes"),
]
"""Sums of the right kind, of other weights than the known metrics have."""
ATTACKS = [
    # another weight, or one of the other sign
    ("identity", f"-({KLD} - {GOLD} / 2)"),
    ("identity", f"-(2*{HALF} - {KLD})"),
    ("monotonicity", f"-({KLD} - shares.sum(lambda at: {APART}))"),
    # a logarithm of something else, or times something else
    ("identity", "-shares.sum(lambda at: at.p * log2(guarded(ratio(2*at.p, at.q, INFINITE), at.p, 1)))"),
    ("identity", "-shares.sum(lambda at: at.q * log2(guarded(ratio(at.p, at.q, INFINITE), at.p, 1)))"),
    ("identity", "-shares.sum(lambda at: at.p**2 * log2(guarded(ratio(at.p, at.q, INFINITE), at.p, 1)))"),
    ("non_negativity", "-shares.sum(lambda at: at.p * log2(guarded(ratio(at.p, at.p + at.q, 1), at.p, 1)))"),
    ("identity", "-shares.sum(lambda at: (at.p - at.q) * log2(guarded(ratio(at.p, at.q, 1), at.p, 1)))"),
    # a convention that is not infinite, or where the other one is zero
    ("identity", "-shares.sum(lambda at: at.p * log2(guarded(ratio(at.p, at.q, 1), at.p, 1)))"),
    ("monotonicity", "-shares.sum(lambda at: at.q * log2(guarded(ratio(at.q, at.p, 2), at.q, 1)))"),
    ("identity", "-shares.sum(lambda at: at.p * log2(guarded(ratio(at.p, at.q, INFINITE), at.p, 2)))"),
    ("identity", "-shares.sum(lambda at: at.p * log2(guarded(ratio(at.p, at.q, INFINITE), at.q, 1)))"),
    # cumulative shares, which do not add up to 1
    ("monotonicity", "-shares.sum(lambda at: at.P * log2(guarded(ratio(at.P, at.Q, INFINITE), at.P, 1)))"),
    ("non_negativity", "-shares.sum(lambda at: at.P * log2(guarded(ratio(at.P, at.Q, INFINITE), at.P, 1)))"),
    ("identity", f"-shares.sum(lambda at: (1 + at.k) * {APART})"),
    # a divergence of each class times its number
    (
        "monotonicity",
        "-shares.sum(lambda at: at.k * at.p * log2(guarded(ratio(at.p, at.q, INFINITE), at.p, 1)))",
    ),
    (
        "non_negativity",
        "shares.sum(lambda at: at.k * at.p * log2(guarded(ratio(at.p, at.q, INFINITE), at.p, 1)))",
    ),
    # what rises up to some point only, or reads the gold
    ("monotonicity", f"-minimum({HALF}, Fraction(1, 10))"),
    ("identity", f"-maximum({HALF}, Fraction(1, 10))"),
    ("monotonicity", f"-tanh({KLD})"),
    (
        "identity",
        f"-tanh(guarded(shares.sum(lambda at: ratio({APART}, at.q, 0)), shares.least_gold, INFINITE))",
    ),
    (
        "monotonicity",
        f"-tanh(guarded(shares.sum(lambda at: ratio({APART}, at.q, 0)), shares.least_gold, INFINITE))",
    ),
    ("identity", f"-shares.sum(lambda at: ratio({APART}, at.q, 0))"),
    ("monotonicity", f"-shares.sum(lambda at: ratio({APART}, at.q, 0))"),
    ("relativity", f"-{HALF} / (1 + shares.least_gold)"),
    ("relativity", f"-{HALF} * (1 + shares.least_gold)"),
    ("relativity", f"-(1 - shares.least_gold) * {KLD}"),
    ("relativity", f"-shares.sum(lambda at: {APART})"),
    ("identity", f"-{KLD} * (shares.classes - 3)"),
    ("identity", f"-{KLD} * (1 - 3*shares.least_gold)"),
    ("identity", f"-{KLD} * shares.least_gold"),
    ("identity", f"-guarded({HALF}, shares.least_gold, INFINITE)"),
    ("identity", f"-guarded({HALF}, shares.least_gold, 0)"),
    ("identity", f"-guarded({HALF}, 1 - 3*shares.least_gold, INFINITE)"),
    # bounds
    ("unit_interval", f"2*tanh({KLD})"),
    ("unit_interval", f"tanh({KLD}) * shares.classes"),
    ("unit_interval", f"guarded(tanh({KLD}), shares.least_gold, INFINITE)"),
    ("unit_interval", f"3 * {HALF}"),
    ("unit_interval", f"{HALF}"),
    ("unit_interval", "shares.sum(lambda at: (at.p - at.q)**2)"),
    ("unit_interval", f"ratio(shares.sum(lambda at: {APART}), 2 - 3*shares.least_gold, UNDEFINED)"),
    ("unit_interval", f"sqrt(sqrt(shares.sum(lambda at: {APART}) / 2) * 2)"),
    ("unit_interval", f"{KLD}"),
    # a length of something else
    ("triangle_inequality", "-shares.sum(lambda at: (at.p - at.q)**2)"),
    ("triangle_inequality", "sqrt(shares.sum(lambda at: (at.p - 2*at.q)**2))"),
    ("triangle_inequality", "sqrt(shares.sum(lambda at: (at.p - at.q)**2)) * (1 - shares.least_gold)"),
    ("triangle_inequality", "sqrt(sqrt(shares.sum(lambda at: (at.p - at.q)**2)))"),
    ("triangle_inequality", f"sqrt({HALF})"),
    # parts of distributions: other powers, and what reads all classes
    ("independence_matched", f"-({KLD} + shares.sum(lambda at: (at.p - at.q)**2))"),
    ("independence_matched", f"-shares.sum(lambda at: (at.p - at.q)**2 + {APART})"),
    ("independence", f"-({KLD} + {GOLD})"),
    ("independence", f"-{HALF}"),
    ("independence", f"-shares.sum(lambda at: {APART})"),
    ("independence_matched", f"-tanh({KLD})"),
    ("independence_matched", f"-{KLD} * (1 - 3*shares.least_gold)"),
    ("independence_matched", "-shares.sum(lambda at: maximum(at.P - at.Q, at.Q - at.P))"),
    ("independence_matched", f"-shares.sum(lambda at: at.k * {APART})"),
]


WORDS = {
    "ratio": ratio, "guarded": guarded, "maximum": maximum, "minimum": minimum, "log2": log2, "sqrt": sqrt,
    "tanh": tanh, "INFINITE": INFINITE, "UNDEFINED": UNDEFINED,
}  # fmt: skip
PLAIN = {
    "ratio": lambda top, bottom, otherwise: top / bottom if bottom else otherwise,
    "guarded": lambda value, quantity, otherwise: value if quantity else otherwise,
    "maximum": max, "minimum": min, "sqrt": mp.sqrt, "tanh": mp.tanh, "INFINITE": mp.inf, "UNDEFINED": mp.nan,
    "log2": lambda value: mp.log(value) / mp.log(2),
}  # fmt: skip
TINY = mp.mpf(10) ** -30


def function(body: str, words: dict[str, Any]) -> Callable[..., Any]:
    text = f'def formula(shares):\n    """A formula."""\n    return {body}\n'
    scope: dict[str, Any] = {"Fraction": Fraction, "__name__": "somebodys_module", **words}
    exec(compile(text, "somebodys_module.py", "exec"), scope)
    found: Callable[..., Any] = scope["formula"]
    return found


def seen(both: Any) -> SimpleNamespace:
    """What formulas read of two distributions, in fifty digits."""
    sides = [
        [mp.mpf(share.numerator) / share.denominator for share in side] for side in (both.system, both.gold)
    ]
    rows = [
        SimpleNamespace(p=p, q=q, P=sum(sides[0][: k + 1]), Q=sum(sides[1][: k + 1]), k=mp.mpf(k + 1))
        for k, (p, q) in enumerate(zip(*sides, strict=True))
    ]
    return SimpleNamespace(
        sum=lambda body: sum(map(body, rows)), classes=mp.mpf(len(rows)), least_gold=min(sides[1])
    )


def signs(constraint: str, body: str) -> Iterator[int]:
    """The signs of small cases and of some larger ones that have a margin."""
    record, score = constraints("quantification")[constraint], function(body, PLAIN)
    with mp.workdps(50):
        for batch in (sweep_cases(record, 5), larger_cases(record, wide=False)):
            for place in range(0, len(batch), 1 + len(batch) // 400):
                values = {name: score(seen(all_.table(place))) for name, all_ in batch.outputs.items()}
                forms = [
                    sum(weight * (values[name] if name else 1) for name, weight in form.items() if weight)
                    for form in record.forms
                ]
                if not any(mp.isnan(form) for form in forms):
                    plain = [0 if abs(form) < TINY else 1 if form > 0 else -1 for form in forms]
                    yield int(record.of_a_case.case_sign(plain))


def wrong(cell: Any, constraint: str, body: str) -> list[int]:
    """Signs that go against what is proved of a metric of which more is better."""
    found: list[int] = []
    for verdict, low in ((cell.strict, 1), (cell.weak, 0)):
        if (verdict.outcome, verdict.evidence) == ("holds", "proof"):
            found += [sign for sign in signs(constraint, body) if sign < low]
    return found


def cell_of(constraint: str, body: str) -> Any:
    effort = "normal" if constraint == "relativity" else "quick"
    asked = {"constraints": [constraint], "effort": effort, "cache": False, "jobs": 1}
    return ax.check(function(body, WORDS), "quantification", **asked).cells[0]


@pytest.mark.parametrize(("constraint", "body"), ATTACKS)
def test_what_looks_like_a_sum_of_single_terms_has_no_wrong_proof(constraint: str, body: str) -> None:
    cell = cell_of(constraint, body)
    assert "Certificate" not in (cell.error or ""), cell.error
    assert not wrong(cell, constraint, body)


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_sums_of_single_terms_are_proved(constraint: str, body: str) -> None:
    cell = cell_of(constraint, body)
    assert (cell.weak.outcome, cell.weak.evidence) == ("holds", "proof"), cell.error
    assert not wrong(cell, constraint, body)
