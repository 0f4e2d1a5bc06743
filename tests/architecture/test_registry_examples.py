"""Examples in the documentation of metrics and constraints run; --doctest-modules does not find them."""

from __future__ import annotations

import doctest
import inspect
import re
import sys
from typing import Any

import pytest

from axiometrics.axioms import CONSTRAINTS
from axiometrics.metrics import METRICS

METRIC_RECORDS = list(METRICS.view(plugins=False).values())
DEFINITIONS = [(record.key, record.function) for record in METRIC_RECORDS] + [
    (record.key, record.generator) for record in CONSTRAINTS.view(plugins=False).values()
]


def examples(key: str, function: Any) -> doctest.DocTest:
    home = sys.modules[function.__module__]
    text = inspect.getdoc(function) or ""
    name = f"{home.__name__}.{key}"
    return doctest.DocTestParser().get_doctest(text, dict(vars(home)), name, home.__file__, 0)


WITH_EXAMPLES = [(key, function) for key, function in DEFINITIONS if ">>>" in (function.__doc__ or "")]


@pytest.mark.parametrize(("key", "function"), WITH_EXAMPLES, ids=[key for key, _ in WITH_EXAMPLES])
def test_the_examples_run(key: str, function: Any) -> None:
    heard: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(examples(key, function), out=heard.append)
    assert results.attempted
    assert not results.failed, "".join(heard)


@pytest.mark.parametrize("record", METRIC_RECORDS, ids=lambda record: record.key)
def test_every_metric_has_an_example_and_says_what_is_good(record: Any) -> None:
    text = inspect.getdoc(record.function) or ""
    assert ">>>" in text
    assert re.search(r"\b(range|best|better)\b", text, re.IGNORECASE), (
        f"{record.key} does not say what is good"
    )
