"""Two values are the same when every part is."""

import math
import pickle

import pytest

from axiometrics.foreign.evaluator import change, same


class Plain:
    def __init__(self, part):
        self.part = part


class Grumpy:
    def __eq__(self, other):
        raise RuntimeError

    __hash__ = None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (math.nan, float("nan")),
        ([1, (2, {"a": {3}})], [1, (2, {"a": {3}})]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (Plain([1]), Plain([1])),
        (None, None),
    ],
)
def test_same(one, other):
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (1, True),
        ([1], (1,)),
        ([1], [1, 1]),
        ({"a": 1}, {"a": 2}),
        (Plain([1]), Plain([2])),
        ({1}, {2}),
    ],
)
def test_different(one, other):
    assert not same(one, other)


def test_arrays_are_compared_with_type_and_shape():
    np = pytest.importorskip("numpy")
    one = np.array([1.0, np.nan])
    assert same(one, one.copy())
    assert not same(one, one.astype("float32"))
    assert not same(one, one.reshape(2, 1))
    assert same(np.array([["a", None]], dtype=object), np.array([["a", None]], dtype=object))


def test_what_can_no_longer_be_compared_has_changed():
    items = [1]
    before = pickle.dumps((items,), pickle.HIGHEST_PROTOCOL)
    items.append(lambda: 1)
    assert change(before, (items,)).startswith("the arguments can no longer be compared")


def test_an_unlike_object_that_refuses_comparison_has_changed():
    grumpy = Grumpy()
    before = pickle.dumps((grumpy,), pickle.HIGHEST_PROTOCOL)
    grumpy.part = 1
    assert change(before, (grumpy,)).startswith("the arguments can no longer be compared")
