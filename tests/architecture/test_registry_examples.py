"""Examples in the documentation of metrics and constraints run: the records hide them from --doctest-modules."""

from __future__ import annotations

import doctest
import inspect
import sys
from typing import Any

import pytest

from axiometrics.axioms import CONSTRAINTS
from axiometrics.metrics import METRICS

METRIC_RECORDS = list(METRICS.view("clustering", plugins=False).values())
DEFINITIONS = [(record.key, record.function) for record in METRIC_RECORDS] + [
    (record.key, record.generator) for record in CONSTRAINTS.view("clustering", plugins=False).values()
]


def examples(key: str, function: Any) -> doctest.DocTest:
    home = sys.modules[function.__module__]
    text = inspect.getdoc(function) or ""
    return doctest.DocTestParser().get_doctest(text, dict(vars(home)), f"{home.__name__}.{key}", home.__file__, 0)


WITH_EXAMPLES = [(key, function) for key, function in DEFINITIONS if ">>>" in (function.__doc__ or "")]


@pytest.mark.parametrize(("key", "function"), WITH_EXAMPLES, ids=[key for key, _ in WITH_EXAMPLES])
def test_the_examples_run(key: str, function: Any) -> None:
    heard: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(examples(key, function), out=heard.append)
    assert results.attempted
    assert not results.failed, "".join(heard)


@pytest.mark.parametrize("record", METRIC_RECORDS, ids=lambda record: record.key)
def test_every_metric_has_an_example_and_states_its_range(record: Any) -> None:
    text = inspect.getdoc(record.function) or ""
    assert ">>>" in text
    assert "ange" in text or "est " in text, f"{record.key} does not say its range or best value"
