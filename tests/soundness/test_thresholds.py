"""Demands on some n, or on all n from some n0 on: what a cell says of n is what plain arithmetic finds, up to 1000."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.tasks import get_task

from .attacks import given
from .judge import record, score, sign_in
from .worlds import WORLDS

BODIES = (
    "at.b / at.i",
    "at.b / at.i**2",
    "at.b * inverse_log2(at.i + 1)",
    "at.b * inverse_log2(at.i + {k})",
    "at.x * power(Fraction(1, 2), at.i)",
    "at.x * power(Fraction(9, 10), at.i - 1)",
    "at.b * at.c / at.i",
    "at.d * at.b / (at.i + 1)",
    "at.b / (at.i + {k})",
    "at.b / (at.i * (at.i + 1))",
    "at.b * (1 / at.i - 1 / (at.i + {k}))",
    "at.b * (at.i + {k}) / at.i",
    "at.b * maximum({k} - at.i, 0)",
    "at.b * maximum({k} - at.i, 1)",
    "at.b / maximum(at.i, {k})",
    "minimum(at.c, {k}) * at.b / at.i",
    "at.b * guarded(1 / at.i, at.i - {k}, 0)",
    "at.b / sqrt(at.i)",
)
WHOLE = (
    "{r}",
    "{r}",
    "{r} / run.relevant",
    "{r} - {s} / {k}",
    "{r} + run.listed / {k}",
    "{r} - run.listed * run.listed / {k}000",
    "{r} - run.nonrelevant / {k}00",
    "maximum({r}, {s})",
    "minimum({r}, {s})",
    "guarded({r}, run.listed - {k}, {s})",
    "guarded({r}, run.relevant - {k}, 0)",
    "{r} * {s}",
    "{r} / (1 + {s})",
    "ratio({r}, {s}, 0)",
    "({r}) ** 2 - {s}",
    "sqrt({r})",
    "log2(1 + {r})",
)
SIZES = (2, 3, 5, 7, 10, 20, 41, 100, 1000)
TRIED, FAR = 40, (61, 99, 151, 333, 500, 1000)
"""Every n up to the first is tried at quick effort; the others are those that a proof speaks of."""


def formulas(seed: int, many: int) -> Iterator[tuple[str, str]]:
    random = Random(seed)

    def reduction() -> str:
        body = random.choice(BODIES).format(k=random.choice(SIZES))
        limit = random.choice(("", "", "", ", run.relevant", ", 5", ", 20"))
        return f"run.{random.choice(('ranks', 'ranks', 'ranks', 'ideal'))}(lambda at: {body}{limit})"

    for _ in range(many):
        whole = random.choice(WHOLE).format(r=reduction(), s=reduction(), k=random.choice(SIZES))
        yield random.choice(("deepness_threshold", "closeness_threshold")), whole


def is_in(n: int, told: str) -> bool:
    """Whether n is in a set as it is told, such as ``n = 1..4, 7 and n >= 9``."""
    for first, last, least, alone in re.findall(r"(\d+)\.\.(\d+)|>= (\d+)|(\d+)", told):
        if (
            (first and int(first) <= n <= int(last))
            or (least and n >= int(least))
            or (alone and n == int(alone))
        ):
            return True
    return False


def objections(constraint: str, body: str, cell: Any) -> Iterator[str]:
    """The n for which a cell says what is not so."""
    world, formula, asked = WORLDS["ranking"], given("ranking", body), record(WORLDS["ranking"], constraint)
    told, open_ = cell.threshold["holds_for"], cell.threshold.get("open", "")
    numbers = [*range(2, TRIED + 1), *(FAR if cell.strict.evidence == "proof" else ())]
    cases = get_task("ranking").series(asked.bound_generator, asked.outputs, tuple(numbers))
    for place, n in enumerate(numbers):
        _, outputs = get_task("ranking").notation(cases.case(place).outputs)
        values = {name: score(world, formula, world.read(text)) for name, text in outputs.items()}
        known = {
            name: value for name, value in values.items() if value is not None and value.value is not None
        }
        if len(known) < len(values) or is_in(n, open_):
            continue
        sign = sign_in(asked.margin, known)
        if sign is not None and (sign > 0) != is_in(n, told):
            yield f"{constraint}: {body}\nholds for {told}, it says, but for n = {n} the margin's sign is {sign}"


@pytest.mark.parametrize(("constraint", "body"), list(formulas(seed=0, many=16)))
def test_the_n_for_which_a_random_formula_holds_are_those_that_plain_arithmetic_finds(
    constraint: str, body: str
) -> None:
    options: dict[str, Any] = {"effort": "quick", "cache": False, "plugins": False, "jobs": 1}
    cell = ax.check(given("ranking", body).function, "ranking", constraints=[constraint], **options).cells[0]
    assert cell.strict.outcome != "error" or "is not known" in (cell.error or ""), cell.error
    found = list(objections(constraint, body, cell)) if cell.threshold else []
    assert not found, found[0]
