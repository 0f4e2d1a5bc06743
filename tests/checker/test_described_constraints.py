"""What matrices know of their constraints."""

import pickle

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.api import constraint_info


@pytest.mark.parametrize(
    ("task", "key"), [("clustering", "homogeneity"), ("organization", "overlapping.split_cluster")]
)
def test_the_example_is_made_when_asked_for_and_survives_pickling(task, key):
    info = constraint_info(constraints(task)[key])
    assert "example" not in vars(info)
    copied = pickle.loads(pickle.dumps(info))
    assert copied == info
    assert copied.example == info.example != {}
