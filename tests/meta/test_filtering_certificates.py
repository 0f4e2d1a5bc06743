"""Certificates with branches that have no margin, with signs of roots, and through a root: each forgery is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import sympy

from axiometrics.axioms import constraints
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.algebra import Undecided
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.prove.lines import composite
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.on_cases import _require_monotone
from axiometrics.checker.sweep import sweep_cases
from axiometrics.metrics import metrics

METRICS, CONSTRAINTS = metrics("filtering"), constraints("filtering")
UNDEFINED = ("precision", "priority_relevant")
ROOTS = ("mcc", "priority_relevant")
LOST = ("mcc", "priority_irrelevant")
THROUGH = ("lam", "priority_relevant")

Data = dict[str, Any]


def certificate(cell: tuple[str, str]) -> tuple[Data, str]:
    proof = prove(METRICS[cell[0]], CONSTRAINTS[cell[1]])
    assert proof is not None
    return copy.deepcopy(proof.certificate.to_dict()), proof.sign


def submit(cell: tuple[str, str], data: Data, sign: str) -> int:
    constraint = CONSTRAINTS[cell[1]]
    forged = SimpleNamespace(sign=sign, certificate=SimpleNamespace(to_dict=lambda: data))
    return confirm(forged, METRICS[cell[0]], constraint, sweep_cases(constraint, 9))  # type: ignore[arg-type]


def branch(data: Data, **wanted: Any) -> Data:
    return next(
        one for one in data["branches"] if all(one.get(name) == value for name, value in wanted.items())
    )


@pytest.mark.parametrize("cell", [UNDEFINED, ROOTS, LOST, THROUGH], ids=str)
def test_the_honest_certificate_passes(cell: tuple[str, str]) -> None:
    data, sign = certificate(cell)
    assert submit(cell, data, sign) == len(sweep_cases(CONSTRAINTS[cell[1]], 9))


def test_the_kinds_of_branches_are_there() -> None:
    assert {one["sign"] for one in certificate(UNDEFINED)[0]["branches"]} >= {"undefined"}
    assert {one["sign"] for one in certificate(LOST)[0]["branches"]} >= {"impossible"}
    assert any("more" in step for one in certificate(ROOTS)[0]["branches"] for step in one["path"])
    assert all("outer" in one for one in certificate(THROUGH)[0]["branches"])


def call_a_valued_branch_undefined(data: Data) -> None:
    branch(data, sign="positive")["sign"] = "undefined"


def call_an_undefined_branch_zero(data: Data) -> None:
    one = branch(data, sign="undefined")
    one |= {"sign": "zero", "numerator": [{"terms": [], "times": 1}], "generators": []}
    one["denominator"] = [{"terms": [["1", []]], "times": 1}]


def call_everything_undefined(data: Data) -> None:
    for one in data["branches"]:
        one["sign"] = "undefined"


def call_a_valued_branch_impossible(data: Data) -> None:
    branch(data, sign="positive")["sign"] = "impossible"


def call_every_branch_impossible_but_one(data: Data) -> None:
    for one in data["branches"][1:]:
        one["sign"] = "impossible"


def drop_the_facts(data: Data) -> None:
    data["facts"] = []
    for one in data["branches"]:
        for step in one["path"]:
            if "more" in step:
                step["less"] += " + 1"


def invent_a_fact(data: Data) -> None:
    data["facts"] = [["tp'"]]
    branch(data, sign="positive")["sign"] = "impossible"


def exchange_the_sides(data: Data) -> None:
    step = next(step for one in data["branches"] for step in one["path"] if "more" in step)
    step["more"], step["less"] = step["less"], step["more"]


def make_both_sides_strict(data: Data) -> None:
    for one in data["branches"]:
        for step in one["path"]:
            if "more" in step:
                step["strict"] = True


def keep_the_solved_generator(data: Data) -> None:
    step = next(step for one in data["branches"] for step in one["path"] if "more" in step)
    step["excess"] = step["solved"]


def let_the_function_fall(data: Data) -> None:
    data["branches"][0]["outer"]["rising"] = False


def bend_the_function(data: Data) -> None:
    data["branches"][0]["outer"]["numerator"] = ["1", "-3", "0"]


def move_its_pole(data: Data) -> None:
    data["branches"][0]["outer"]["denominator"] = ["1", "-1"]


def change_what_is_inside(data: Data) -> None:
    data["branches"][0]["outer"]["inner"] += " + 1"


def exchange_the_weights(data: Data) -> None:
    outer = data["branches"][0]["outer"]
    outer["weights"] = {name: -weight for name, weight in outer["weights"].items()}


FORGERIES: list[tuple[tuple[str, str], Callable[[Data], None]]] = [
    (UNDEFINED, call_a_valued_branch_undefined),
    (UNDEFINED, call_an_undefined_branch_zero),
    (UNDEFINED, call_everything_undefined),
    (UNDEFINED, call_a_valued_branch_impossible),
    (LOST, call_every_branch_impossible_but_one),
    (LOST, drop_the_facts),
    (UNDEFINED, invent_a_fact),
    (ROOTS, exchange_the_sides),
    (ROOTS, make_both_sides_strict),
    (ROOTS, keep_the_solved_generator),
    (THROUGH, let_the_function_fall),
    (THROUGH, bend_the_function),
    (THROUGH, move_its_pole),
    (THROUGH, change_what_is_inside),
    (THROUGH, exchange_the_weights),
]


@pytest.mark.parametrize(("cell", "forge"), FORGERIES, ids=lambda part: getattr(part, "__name__", str(part)))
def test_a_forged_certificate_is_refused(cell: tuple[str, str], forge: Callable[[Data], None]) -> None:
    data, sign = certificate(cell)
    forge(data)
    with pytest.raises((CertificateError, ValueError, KeyError)):
        submit(cell, data, sign)


def test_a_stronger_sign_is_refused() -> None:
    data, sign = certificate(UNDEFINED)
    assert sign == "nonnegative"
    with pytest.raises(CertificateError):
        submit(UNDEFINED, data, "positive")


OUTER = [  # coefficients from the highest power down; whether it rises, and whether it falls, for u >= 0
    (["1", "0"], ["1"], True, False),  # u
    (["-1", "3"], ["1"], False, True),  # 3 - u
    (["1", "0"], ["1", "1"], True, False),  # u / (u + 1): its derivative is 1 / (u + 1)^2
    (["1"], ["2", "1"], False, True),  # 1 / (2 u + 1)
    (["1"], ["-1/2", "-1/3"], True, False),  # -6 / (3 u + 2)
    (["1", "0", "0"], ["1", "0", "1"], True, False),  # u^2 / (u^2 + 1): its derivative is 2 u / (u^2 + 1)^2
    (["1", "-1", "0"], ["1"], False, False),  # u^2 - u falls, then rises
    (["1", "0"], ["1", "0", "1"], False, False),  # u / (u^2 + 1) rises, then falls
    (["2"], ["1"], False, False),  # constant
    (["1", "0"], ["1", "-1"], False, False),  # a pole at 1
    (["1"], ["1", "0"], False, False),  # a pole at 0
]


@pytest.mark.parametrize(("numerator", "denominator", "rises", "falls"), OUTER)
def test_a_function_of_a_root_must_be_monotone_as_it_says(
    numerator: list[str], denominator: list[str], rises: bool, falls: bool
) -> None:
    for rising, so in ((True, rises), (False, falls)):
        outer = {"numerator": numerator, "denominator": denominator, "rising": rising}
        if so:
            _require_monotone(outer)
        else:
            with pytest.raises(CertificateError):
                _require_monotone(outer)


def test_a_function_of_a_root_that_has_no_value_at_zero_is_no_composite() -> None:
    """1/sqrt(x) falls wherever it has a value; but where x may be 0, it may have none."""
    x = sympy.Symbol("x", nonnegative=True)
    with pytest.raises(Undecided, match="not evidently monotone"):
        composite(1 / sympy.sqrt(x), lambda quantity: [False])
    found = composite(1 / (1 + sympy.sqrt(x)), lambda quantity: [False])
    assert (found.numerator, found.denominator, found.rising) == (("1",), ("1", "1"), False)
