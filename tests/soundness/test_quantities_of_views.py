"""What every quantity of a view is, alone and with another one: in floats, exactly, and by its definition."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from axiometrics.checker.search import drawn_cases
from axiometrics.formulas.undefined import absent
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task

from .grammar import Formula, readings
from .judge import record, score
from .numbers import digits, mp
from .worlds import WORLDS

READ = {(key, name): bodies for key, world in WORLDS.items() for name, bodies in readings(world).items()}


MANY = 30


@cache
def outputs_of(key: str) -> dict[str, Any]:
    """Outputs of some random cases of every constraint, by their notation: about `MANY` of them."""
    found: dict[str, Any] = {}
    for constraint in WORLDS[key].constraints:
        batch = drawn_cases(record(WORLDS[key], constraint), 4, 1)
        for case in map(batch.case, range(len(batch))):
            names, texts = case.outputs, get_task(key).notation(case.outputs)[1]
            found |= {texts[name]: output for name, output in names.items()}
    return dict(list(found.items())[:: -(-len(found) // MANY)])


@pytest.mark.parametrize(("key", "name"), READ, ids=map("-".join, READ))
def test_a_quantity_has_its_defined_value_in_every_arithmetic(key: str, name: str) -> None:
    task, world, outputs = get_task(key), WORLDS[key], outputs_of(key)
    for body in READ[key, name]:
        formula = Formula.of(world.view, body)
        metric = build(formula.function, task=key)
        floats = np.broadcast_to(task.values(metric, task.batch(list(outputs.values()))), (len(outputs),))
        for (text, output), rounded in zip(outputs.items(), floats.tolist(), strict=True):
            known = score(world, formula, world.read(text))
            if known is None:  # too large to be worked out by hand
                continue
            wanted, arithmetic = known.value, task.algebra(output)
            exact = task.value(metric, output, arithmetic)
            assert absent(exact) == (wanted is None) == np.isnan(rounded), (body, text)
            if wanted is not None:
                found = mp.mpf(str(arithmetic.expression(exact).evalf(60)))
                assert abs(found - digits(wanted)) < 1e-40 * (1 + abs(found)), (body, text)
                assert rounded == pytest.approx(float(wanted), rel=1e-9, abs=1e-9), (body, text)
