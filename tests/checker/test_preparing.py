"""What processes share: random cases drawn elsewhere, and what all metrics' proofs have in common."""

from __future__ import annotations

from functools import partial

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.prove import prove
from axiometrics.checker.scheduling.stages import prepared
from axiometrics.checker.search import drawn_cases
from axiometrics.checker.selection import Options
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.choosing import GeneratorKey

OPTIONS = Options(effort="quick", size=3, max_examples=20, seed=11)


@pytest.mark.parametrize(
    ("task", "key"),
    [("ordinal", "nearer_class"), ("quantification", "lump"), ("filtering", "priority_relevant")],
)
def test_cases_drawn_in_another_process_are_those_drawn_here(task: str, key: str) -> None:
    constraint = constraints(task)[key]
    drawn_cases.cache_clear()
    prepared([constraint], OPTIONS, 2, lambda name: None)
    assert drawn_cases.cache_info().currsize == 1
    there = drawn_cases(constraint, 20, 11)
    here = drawn_cases.__wrapped__(constraint, 20, 11)
    notation = get_task(task).notation
    assert len(there) == len(here) >= 20
    for place in range(0, len(here), len(here) // 20):
        assert notation(there.case(place).outputs) == notation(here.case(place).outputs)


@pytest.mark.parametrize(
    ("task", "key", "one", "other"),
    [("ordinal", "single_error", "mae_micro", "cem_ord"), ("quantification", "lump_one_hot", "nvd", "emd")],
)
def test_a_proof_does_not_depend_on_the_proofs_before_it(task: str, key: str, one: str, other: str) -> None:
    constraint = constraints(task)[key]
    known = [prove(metrics(task)[name], constraint) for name in (one, other, one)]
    first, _, again = [found.to_dict() if found else None for found in known]
    assert first is not None
    assert first == again


def test_a_generator_is_the_same_with_the_same_parameters_only() -> None:
    assert GeneratorKey(partial(max, default=1)) == GeneratorKey(partial(max, default=1))
    assert GeneratorKey(partial(max, default=1)) != GeneratorKey(partial(max, default=2))
    assert GeneratorKey(partial(max, default=1)) != GeneratorKey(partial(min, default=1))
    assert GeneratorKey(max) == GeneratorKey(max)
