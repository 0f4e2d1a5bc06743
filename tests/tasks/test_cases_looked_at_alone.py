"""Some cases of a batch by themselves are those cases, in the order of their places, and numbered, in every task."""

from __future__ import annotations

import pickle
from copy import deepcopy

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.search import drawn_cases
from axiometrics.checker.sweep import sweep_cases
from axiometrics.tasks import get_task, tasks

SMALL = 3


@pytest.mark.parametrize("key", tasks(plugins=False))
def test_cases_alone_are_those_at_their_places(key: str) -> None:
    task, random = get_task(key), np.random.default_rng(0)
    compared = 0
    for constraint in constraints(key).values():
        cases = sweep_cases(constraint, SMALL)
        if len(cases) < SMALL:
            continue
        places = np.sort(random.choice(len(cases), min(len(cases), 12), replace=False))
        alone = cases.alone(places, task.batch_of_cases)
        assert alone.places.tolist() == places.tolist()
        for number, place in enumerate(places.tolist()):
            written = {
                name: task.notation({name: batch.table(number)}) for name, batch in alone.outputs.items()
            }
            stated = {
                name: task.notation({name: batch.table(place)}) for name, batch in cases.outputs.items()
            }
            assert written == stated, constraint.label
            compared += 1
    assert compared > SMALL


@pytest.mark.parametrize("key", tasks(plugins=False))
def test_outputs_have_one_number_where_they_are_equal(key: str) -> None:
    for constraint in constraints(key).values():
        for batch in sweep_cases(constraint, SMALL).outputs.values():
            places = np.arange(len(batch))[::-1][:30]
            tables = [batch.table(place) for place in places.tolist()]
            numbers = batch.numbered(places).tolist()
            pairs = set(zip(numbers, map(tables.index, tables), strict=True))
            assert len(pairs) == len(set(numbers)) == len({place for _, place in pairs}), constraint.label


@pytest.mark.parametrize("key", tasks(plugins=False))
def test_a_batch_is_copied_and_pickled_without_what_was_computed_of_it(key: str) -> None:
    constraint = next(iter(constraints(key).values()))
    cases = drawn_cases(constraint, 5, 0, None)
    cases.once("a place", lambda: 1)
    for copied in (pickle.loads(pickle.dumps(cases)), deepcopy(cases)):
        assert [copied.case(place) for place in range(len(cases))] == [
            cases.case(place) for place in range(len(cases))
        ]
        assert copied.once("a place", lambda: 2) == 2
