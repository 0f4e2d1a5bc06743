"""Equal values that may be infinite, or that are none: what the checkers confirm of them, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from certify.proved import certificate

from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.cases import Cases
from axiometrics.checker.recheck.on_cases import _equal
from axiometrics.checker.recheck.reading import evaluated
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, Bounded
from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.recheck.expressions import text_of

Change = Callable[[dict[str, Any]], None]


def rows_of(part: dict[str, Any]) -> Any:
    return part["outputs"]["changed"]["rows"]["classes"]


def swapped(part: dict[str, Any]) -> None:
    for row in rows_of(part):
        row["p"], row["q"] = row["q"], row["p"]


def one_system_share_moved(part: dict[str, Any]) -> None:
    first, *_, last = rows_of(part)
    first["p"], last["p"] = last["p"], first["p"]


def one_class_twice(part: dict[str, Any]) -> None:
    rows_of(part).append(dict(rows_of(part)[0]))


@pytest.mark.parametrize("change", [swapped, one_system_share_moved, one_class_twice])
def test_values_that_may_be_infinite_are_compared_nevertheless(change: Change) -> None:
    """Where only one class is infinite, so is the sum: what the others add up to must be compared all the same."""
    document = certificate("quantification", "weighted_divergence", "reversal")
    assert "is zero" in check(document)
    change(document["parts"][0])
    with pytest.raises(RefusedError):
        check(document)


@pytest.mark.parametrize("kind", ["infinite", "undefined"])
def test_no_number_is_no_other_one(kind: str) -> None:
    """Twice an infinite value in one output, or a value that is none, is not taken for the same in the other."""
    document = certificate("quantification", "weighted_divergence", "reversal")
    for node in document["formula"]:
        if node["kind"] == "infinite":
            node["kind"] = kind
    document["written"] = text_of(document["formula"])
    assert "is zero" in check(document)
    for row in rows_of(document["parts"][0]):
        row["q"] = f"2*({row['q']})"
    with pytest.raises(RefusedError):
        check(document)


def test_a_convention_that_hangs_on_what_may_be_infinite_is_not_looked_at() -> None:
    document = certificate("quantification", "weighted_divergence", "reversal")
    nodes = document["formula"]
    infinite = next(place for place, node in enumerate(nodes) if node["kind"] == "infinite")
    guard = next(node for node in nodes if node["kind"] == "guard")
    guard["parts"][1] = infinite
    document["written"] = text_of(nodes)
    with pytest.raises((RefusedError, NotCoveredError)):
        check(document)


def test_a_convention_whose_sides_are_equal_is_either() -> None:
    """Pairs of one class have the distance 0, so that it does not matter whether that class is there."""
    document = certificate("quantification", "od", "unused_end_class")
    assert "is zero" in check(document)
    for row in document["parts"][0]["outputs"]["changed"]["rows"]["class_pairs"]:
        row["l"] = f"{row['l']} + 1"
    with pytest.raises((RefusedError, NotCoveredError)):
        check(document)


class Known:
    """Scores of one case."""

    arithmetic, alone = BOUNDED, None

    def __init__(self, **values: float) -> None:
        self.values = values

    def __len__(self) -> int:
        return 1

    def score(self, output: str) -> Bounded:
        return Bounded(np.array([self.values[output]]), 0.0)


def scores(first: float, second: float) -> Cases:
    """Two outputs of one case, of which only the scores are looked at."""
    concrete = SimpleNamespace(told=lambda _: "a case", metric=SimpleNamespace(label="m"))
    return Cases(concrete, Known(a=first, b=second), np.arange(1))  # type: ignore[arg-type]


def test_an_infinite_score_is_equal_to_an_infinite_one_alone() -> None:
    with np.errstate(invalid="ignore"):
        _equal({"a": {}, "b": {}}, scores(np.inf, np.inf))
    for other in (1.0, -np.inf, np.nan):
        with pytest.raises(CertificateError), np.errstate(invalid="ignore"):
            _equal({"a": {}, "b": {}}, scores(np.inf, other))


def test_a_margin_with_an_infinite_score_is_refused() -> None:
    with pytest.raises(CertificateError, match="infinite"):
        scores(np.inf, 1.0).score("a")


def test_certificates_have_words_for_what_is_no_number() -> None:
    known = {"x": Bounded(np.array([0.0, 2.0]), 0.0)}
    found = evaluated("Ratio(1, x, oo)", known, BOUNDED)
    assert found.value.tolist() == [np.inf, 0.5]
    assert np.isnan(evaluated("Guard(1, x, NO_VALUE)", known, BOUNDED).value).tolist() == [True, False]
    with pytest.raises(ValueError, match="no arithmetic"):
        evaluated("1 + infinity", known, BOUNDED)
