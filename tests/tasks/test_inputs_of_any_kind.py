"""Whatever a metric is called with, it has a value or refuses in words of its own: no error from deep inside."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from axiometrics.errors import AxiometricsError
from axiometrics.metrics import metrics
from axiometrics.tasks import tasks

NAN = float("nan")
GIVEN: tuple[Any, ...] = (
    None, 3, -1, NAN, 10**400, object(), b"ab", range(3), "", "x", "{a}", "tp=1", "r -", "1/0",
    [], [1], [NAN], [None], [10**400], [-1, 2], [1, 0, 1], [[1]], [[1, 0], [0]], [[NAN, 1], [1, 1]], [[["a"]]],
    [{1}], [set()], [(1, [2])], {1, 2}, (0.5, 0.5), ["1/2", "1/2"], ["1/0"], {},
    {1: "a"}, {1: {2}}, {1: {}}, {"q": {"d": 1}},
    {"a": NAN}, {NAN: 1}, np.array([]), np.array([1, 2]), np.zeros((2, 2)), np.array(3),
)  # fmt: skip


@pytest.mark.parametrize("task", tasks(plugins=False))
def test_no_error_comes_from_deep_inside(task: str) -> None:
    metric = list(metrics(task).values())[-1]
    options: dict[str, Any] = {"classes": 3} if task == "ordinal" else {}
    refused = 0
    for arguments in [*((one,) for one in GIVEN), *product(GIVEN, repeat=2)]:
        try:
            metric(*arguments, **options)
        except AxiometricsError:
            refused += 1
    assert refused > len(GIVEN)
