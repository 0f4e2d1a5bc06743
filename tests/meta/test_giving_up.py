"""The search for a proof gives up where it fails, whatever the failure; only a refused certificate is an error."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.api import check
from axiometrics.checker.prove import engine, prove
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.cases import Cases
from axiometrics.errors import InputError, UndecidedError
from axiometrics.formulas import guarded, maximum, minimum, ratio, sqrt
from axiometrics.formulas.arithmetics.budget import BudgetError, budget
from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.metrics import metrics

PRIORITY = "priority_relevant"


def phi(c: Any) -> Any:
    return ratio(
        c.tp * c.tn - c.fp * c.fn, sqrt((c.tp + c.fp) * (c.tp + c.fn) * (c.tn + c.fp) * (c.tn + c.fn)), 0
    )


FORMULAS = {
    "larger of a correlation and 1/2": lambda c: maximum(phi(c), 1 / (2 + 0 * c.tp)),
    "smaller of a correlation and recall": lambda c: minimum(phi(c), ratio(c.tp, c.tp + c.fn, 0)),
    "root of the larger of a correlation and 0": lambda c: sqrt(maximum(phi(c), 0)),
    "sum of two roots": lambda c: sqrt(c.tp) + sqrt(c.tn),
    "one over a sum of roots": lambda c: 1 / (1 + sqrt(c.tp) + sqrt(c.fp)),
    "larger of two sums of roots": lambda c: maximum(sqrt(c.tp) + 1, sqrt(c.tn) + sqrt(c.fn)),
    "a condition on a sum of roots": lambda c: guarded(c.tp, sqrt(c.tp) + sqrt(c.fn), 1),
    "a root of a root": lambda c: sqrt(1 + sqrt(c.tp)) - sqrt(c.fp),
    "a power of a sum of roots": lambda c: (sqrt(c.tp) + sqrt(c.tn) - sqrt(c.fn)) ** 3,
    "a quotient of sums of roots": lambda c: (sqrt(c.tp) + sqrt(c.fn)) / (1 + sqrt(c.fp) + sqrt(c.tn)),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_no_formula_with_roots_makes_an_error_of_a_cell(name: str) -> None:
    row = check(FORMULAS[name], "filtering", effort="quick", cache=False)
    assert [cell.error for cell in row.cells] == [None] * len(row.cells)


@pytest.mark.parametrize("failure", [AttributeError, RecursionError, IndexError, MemoryError, UndecidedError])
def test_any_failure_of_the_search_means_that_there_is_no_proof(
    monkeypatch: pytest.MonkeyPatch, failure: type[Exception]
) -> None:
    def fails(*_: Any) -> Any:
        raise failure("in the search")

    record, constraint = metrics("filtering")["accuracy"], constraints("filtering")[PRIORITY]
    assert prove(record, constraint) is not None
    for place in (engine.Attempt, "run"), (engine, "_proved"):
        with monkeypatch.context() as patch:
            patch.setattr(*place, fails)
            assert prove(record, constraint) is None


def test_a_refused_certificate_is_never_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: Any) -> Any:
        raise CertificateError("refused")

    monkeypatch.setattr(engine.Attempt, "run", refuses)
    with pytest.raises(CertificateError, match="refused"):
        prove(metrics("filtering")["accuracy"], constraints("filtering")[PRIORITY])


def test_values_that_would_use_up_the_memory_are_undecided() -> None:
    algebra = exact_algebra(30)
    logs = sum((algebra.log(algebra.number(k)) for k in (2, 3, 5, 7, 11, 13)), algebra.zero)
    for base, exponent in ((algebra.number(3), 10**12), (logs, 1000)):
        with pytest.raises(UndecidedError, match="is not carried out"):
            algebra.power(base, algebra.number(exponent))


def test_an_exponent_beyond_all_use_is_refused_in_words() -> None:
    with pytest.raises(InputError, match="of a degree above 1000"):
        check(lambda c: (c.tp + 1) ** (10**12), "filtering", effort="quick", cache=False)


def test_signs_of_long_sums_of_logarithms_are_work() -> None:
    algebra = exact_algebra(30)
    logs = sum((algebra.log(algebra.number(k)) for k in (2, 3, 5, 7, 11, 13)), algebra.zero)
    long = algebra.power(logs, algebra.number(6))
    with budget(10**6) as meter:
        assert algebra.counted_sign(long) == 1
    assert meter.spent >= 100
    with budget(1000), pytest.raises(BudgetError):
        algebra.counted_sign(long)


def test_what_takes_too_much_work_is_not_taken_for_the_same() -> None:
    class Algebra:
        def counted_sign(self, value: object) -> int:
            raise BudgetError("too much")

    cases = object.__new__(Cases)
    object.__setattr__(cases, "arithmetic", SimpleNamespace(algebra=Algebra()))
    with pytest.raises(BudgetError):
        cases._sign(1)
