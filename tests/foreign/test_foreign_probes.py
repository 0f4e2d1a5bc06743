"""Each bad manner of a metric is found and named; a good metric passes."""

import itertools
import os
import random
import time

from axiometrics.foreign import Worker, probe

CASES = [(["a", "b"], ["x", "y"]), (["a", "a", "b"], ["x", "y", "y"])]


def permute(args, seed):
    order = list(range(len(args[0])))
    random.Random(seed).shuffle(order)
    return tuple([labels[place] for place in order] for labels in args)


def relabel(args, seed):
    return tuple([f"{seed}{chr(ord('z') - ord(label) + ord('a'))}" for label in labels] for labels in args)


def found(metric, **limits):
    with Worker(metric, **limits) as worker:
        return probe(worker, CASES, permute, relabel)


def pairs(labels):
    return {(i, j) for i, j in itertools.combinations(range(len(labels)), 2) if labels[i] == labels[j]}


def test_the_rand_index_has_no_bad_manner():
    assert found(lambda gold, system: len(pairs(gold) ^ pairs(system)) / len(gold)) is None


def test_a_random_metric_is_non_deterministic():
    line = found(lambda gold, system: random.random())
    assert line.startswith("NonDeterministic: 0.")
    assert line.endswith(" on (['a', 'b'], ['x', 'y'])")
    assert " then 0." in line


def test_a_difference_in_the_last_digit_is_non_deterministic():
    turns = itertools.count()
    assert found(lambda gold, system: 0.3 if next(turns) < 2 else 0.1 + 0.2) == (
        "NonDeterministic: 0.3 then 0.30000000000000004 on (['a', 'b'], ['x', 'y'])"
    )


def test_a_metric_that_fails_now_and_then_is_non_deterministic():
    turns = itertools.count()
    line = found(lambda gold, system: 1 / max(0, 2 - next(turns)))
    assert line.startswith("NonDeterministic: 0.5 then raised (ZeroDivisionError: ")


def test_a_value_that_depends_on_the_call_before_is_non_deterministic():
    last = [0]

    def metric(gold, system):
        before, last[0] = last[0], len(gold)
        return before

    assert found(metric).startswith("NonDeterministic: ")


def test_a_metric_that_sorts_its_input_mutates_it():
    def metric(gold, system):
        system.reverse()
        return 0.5

    assert found(metric) == (
        "MutatesInput: argument 2 was list ['x', 'y'] and became list ['y', 'x'], on (['a', 'b'], ['x', 'y'])"
    )


def test_looking_at_the_first_item_depends_on_item_order():
    line = found(lambda gold, system: system.count(system[0]))
    assert line.startswith("DependsOnItemOrder: 1.0 on (['a', 'a', 'b'], ['x', 'y', 'y']) but 2.0 on (")


def test_comparing_labels_depends_on_label_names():
    line = found(lambda gold, system: float("x" in system))
    assert line.startswith("DependsOnLabelNames: 1.0 on (['a', 'b'], ['x', 'y']) but 0.0 on (['0z', '0y'], ")


def test_rounding_is_no_dependence():
    assert found(lambda gold, system: sum([0.1, 0.2, 0.3] if gold[0] == "a" else [0.3, 0.2, 0.1])) is None


def test_a_metric_that_only_hangs_or_crashes_has_no_manner_to_find():
    assert found(lambda gold, system: time.sleep(60), timeout=0.1) is None
    assert found(lambda gold, system: os._exit(1)) is None


def test_a_metric_that_always_raises_the_same_has_no_bad_manner():
    assert found(lambda gold, system: 1 / 0) is None


def test_long_cases_are_cut():
    with Worker(lambda gold: random.random()) as worker:
        line = probe(worker, [(["a"] * 1000,)])
    assert line.endswith("...")
    assert len(line) < 400
