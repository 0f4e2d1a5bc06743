"""A formula's function, called on plain numbers, gives what its graph says; one that looks elsewhere is refused."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from time import process_time
from typing import Any

import pytest

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas import UNDEFINED, formula, guarded, log, log_binomial, maximum, ratio, sqrt
from axiometrics.formulas.formula import require_agreement
from axiometrics.formulas.plain import Number, numbers, step, value_of
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task, tasks

SCALE = [1]
CALLS: list[Any] = []
KNOWN: dict[str, Any] = {}


def reads_what_others_change(view: Any) -> Any:
    SCALE[0] += 1
    return view.tp * SCALE[0]


def counts_its_calls(view: Any) -> Any:
    CALLS.append(1)
    return view.tp / (view.items + len(CALLS))


def draws(view: Any) -> Any:
    return view.tp * random.randint(1, 10**9)


def asks_whether_it_is_a_number(view: Any) -> Any:
    return view.tp if isinstance(view.tp, int) else view.fp


def asks_for_the_kind(view: Any) -> Any:
    return view.tp if type(view.tp).__name__ == "Quantity" else view.fp


def asks_for_the_text(view: Any) -> Any:
    return view.tp if repr(view.tp) == "TP" else view.tn


def keeps_the_first(view: Any) -> Any:
    return KNOWN.setdefault("first", view.tp) / view.items


def keeps_a_list(view: Any, seen: list[Any] = []) -> Any:  # noqa: B006
    seen.append(view.tp)
    return seen[0] + view.fp


def swallows_a_refusal(view: Any) -> Any:
    try:
        return 1 if view.items > 10**6 else view.tp
    except NotSymbolicError:
        return view.tp


def swallows_everything(view: Any) -> Any:
    try:
        return {7: 1}[view.tp]
    except Exception:
        return view.fp


def looks_for_an_attribute(view: Any) -> Any:
    return view.tp / view.items if hasattr(view.tp, "node") else view.fp


def asks_whether_it_is_one_thing(view: Any) -> Any:
    KNOWN["second"], before = view.tp, KNOWN.get("second")
    return view.fp if before is None else view.tn


@pytest.mark.parametrize(
    "function",
    [
        reads_what_others_change,
        counts_its_calls,
        draws,
        asks_whether_it_is_a_number,
        asks_for_the_kind,
        asks_for_the_text,
        keeps_the_first,
        keeps_a_list,
        swallows_a_refusal,
        swallows_everything,
        looks_for_an_attribute,
        asks_whether_it_is_one_thing,
    ],
)
def test_a_function_of_more_than_its_view_is_no_formula(function: Any) -> None:
    with pytest.raises(NotSymbolicError):
        _ = build(function, task="filtering").formula


def leaks_a_variable(table: Any) -> Any:
    seen: list[Any] = []
    total = table.cells(lambda n, a, b: seen.append(n) or n**2 / a)
    return total / table.items + seen[0] / 10


def leaks_into_another_body(table: Any) -> Any:
    seen: list[Any] = []
    total = table.cells(lambda n, a, b: seen.append(n) or n**2 / a)
    return total + table.cells(lambda n, a, b: n * seen[0])


def counts_the_bodies(table: Any) -> Any:
    seen: list[Any] = []
    total = table.cells(lambda n, a, b: seen.append(1) or n**2 / a)
    return total / len(seen)


def draws_in_a_body(table: Any) -> Any:
    return table.cells(lambda n, a, b: n * random.random().as_integer_ratio()[0])


@pytest.mark.parametrize(
    "function", [leaks_a_variable, leaks_into_another_body, counts_the_bodies, draws_in_a_body]
)
def test_what_leaks_out_of_a_body_is_no_formula(function: Any) -> None:
    with pytest.raises(NotSymbolicError):
        _ = build(function, task="clustering").formula


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads the code of functions, so that only what they compute can show what they are."""
    monkeypatch.setattr(formula, "require_recordable", lambda function, view: None)


@pytest.mark.usefixtures("unread")
def test_a_refusal_names_the_function_the_output_and_both_values() -> None:
    with pytest.raises(
        NotSymbolicError, match=r"(?s)asks_for_the_kind.*Counts\(.*gives.*function of its view alone"
    ):
        _ = build(asks_for_the_kind, task="filtering").formula


def honest(view: Any) -> Any:
    share = ratio(view.tp, view.selected, UNDEFINED)
    return guarded(maximum(sqrt(share), log(1 + view.fn)) / 3, view.selected, UNDEFINED)


def test_an_honest_function_is_a_formula() -> None:
    assert build(honest, task="filtering").formula is not None


def test_logarithms_of_binomial_coefficients_of_millions_take_no_time() -> None:
    """The last output of the sample has three million items, and one such coefficient some 900,000 digits."""
    start = process_time()
    function = lambda view: log_binomial(view.relevant, view.tp) - log_binomial(view.items, view.selected)  # noqa: E731
    assert build(function, task="filtering").formula is not None
    assert process_time() - start < 5


def memoised(view: Any, known: dict[str, Any] = {}) -> Any:  # noqa: B006
    key = "constants"
    if key not in known:
        known[key] = Fraction(2, 3)
    return view.tp * known[key] / view.items


def test_a_function_that_keeps_nothing_but_constants_is_a_formula() -> None:
    assert build(memoised, task="filtering").formula is not None


@pytest.mark.parametrize("task", tasks(plugins=False))
def test_our_own_functions_agree_with_their_graphs(task: str) -> None:
    for metric in metrics(task).values():
        if metric.reads is None:
            require_agreement(metric.formula, get_task(task).sample())


def test_every_task_has_a_sample() -> None:
    assert all(len(task.samples) >= 7 for task in tasks(plugins=False).values())


LARGE = {
    "clustering": ("items", 1000),
    "overlapping": ("clustered", 40),
    "filtering": ("items", 10**6),
    "ranking": ("listed", 50),
    "diversity": ("listed", 40),
    "classification": ("items", 50_000),
    "ordinal": ("items", 50_000),
    "multilabel": ("items", 50),
    "probabilistic": ("count", 100),
}


@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize(("task", "quantity", "size"), [(task, *known) for task, known in LARGE.items()])
def test_a_function_that_looks_at_the_kind_of_large_numbers_alone_is_found_out(
    task: str, quantity: str, size: int
) -> None:
    """Only what may be many items shows that such a function is not what it was recorded as."""

    def turned(view: Any) -> Any:
        asked = getattr(view, quantity)
        return -asked if type(asked).__name__ == "int" and asked >= size else asked

    with pytest.raises(NotSymbolicError, match="'turned' gives -"):
        build(turned, task=task).formula  # noqa: B018


def test_numbers_have_no_value_where_formulas_have_none() -> None:
    one, zero = Number(1), Number(0)
    with numbers():
        assert all(math.isnan(value_of(found)) for found in (one / zero, log(zero), sqrt(Number(-1))))
        assert value_of(ratio(one, zero, 5)) == 5
        assert math.isnan(value_of(guarded(one, zero, UNDEFINED)))
        assert value_of(sqrt(Number(Fraction(1, 4)))) == Fraction(1, 2)
        assert math.isnan(value_of(maximum(one, zero / 0)))


@pytest.mark.parametrize(
    ("exponent", "value"), [(Fraction(1, 2), 2), (Fraction(3, 2), 8), (3, 64), (-1, Fraction(1, 4))]
)
def test_half_powers_of_numbers_are_powers_of_the_root(exponent: Any, value: Any) -> None:
    assert value_of(step("power", 4, exponent)) == value


FAR = 10**18
CANCELLED = [
    lambda view: view.tp * 10**7 / 3 * view.fp + view.tp - view.fp * view.tp * 10**7 / 3,
    lambda view: ((1 + view.tp / FAR) - 1) * FAR,
    lambda view: (view.tp / 3 + FAR) - FAR,
    lambda view: 1 / ((view.tp / 3 + FAR) - FAR + 1),
    lambda view: sqrt((view.tp / 3 + FAR) - FAR) + log(1 + (view.tp / 7 + FAR) - FAR),
    lambda view: (sqrt(2 + view.tp) * FAR + view.tp) - sqrt(2 + view.tp) * FAR,
    lambda view: (log(2 + view.tp) * FAR + view.tp) - log(2 + view.tp) * FAR,
    lambda view: maximum((view.tp / 3 + FAR) - FAR, view.tp / 4),
    lambda view: ratio(view.tp, (view.tp / 3 + FAR) - FAR, 7),
    lambda view: guarded(view.tp, (view.tp / 3 + FAR) - FAR - view.tp / 3, 7),
    lambda view: sqrt(sqrt(Fraction(2)) ** 2 - 2) + view.tp,
    lambda view: (view.tp ** Fraction(1, 2) + FAR) - FAR,
]
"""What floats lose all digits of, on the sample's outputs or on most of them."""


@pytest.mark.parametrize("function", CANCELLED)
def test_a_formula_of_which_floats_lose_the_digits_is_no_other_one(function: Any) -> None:
    assert build(function, task="filtering").formula is not None


def cancels_in_a_reduction(table: Any) -> Any:
    return table.cells(lambda n, a, b: n * n / a / 3 + FAR) - table.cells(lambda n, a, b: 0 * n + FAR)


def test_terms_that_cancel_in_a_reduction_are_no_other_formula() -> None:
    assert build(cancels_in_a_reduction, task="clustering").formula is not None


def _lost(value: Any, far: int, how: str) -> Any:
    """A value plus what is nothing, though floats may not tell."""
    term = {"a third": value / 3, "a root": sqrt(value + 2), "a logarithm": log(value + 2)}[how] * far
    return (value + term) - term


@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize("how", ["a third", "a root", "a logarithm"])
@pytest.mark.parametrize(("kind", "far"), [("Number", FAR), ("int", 10**9), ("Fraction", 10**9)])
def test_what_cancels_hides_no_branch(how: str, kind: str, far: int) -> None:
    """The branch is taken for one kind of numbers, which its author has no honest way to ask for."""

    def turned(view: Any) -> Any:
        sign = -1 if type(view.tp).__name__ == kind else 1
        return sign * _lost(view.tp, far, how) + _lost(view.fp, FAR, "a third")

    with pytest.raises(NotSymbolicError, match="'turned' gives"):
        build(turned, task="filtering").formula  # noqa: B018
