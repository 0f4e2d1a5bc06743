"""Symbols that are 1 where something is there, and else 0: which signs they have, and what they tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from certify.proved import certificate

from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import formula_of, parsed
from axiometrics.recheck.facts.any_number import _with_distances
from axiometrics.recheck.facts.signed_sums import there_of
from axiometrics.recheck.ranks import names_of

REFUSED = (NotCoveredError, RefusedError)


def symbol(part: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in part["symbols"] if each["name"] == name)
    return found


def of_three(constraint: str = "identity") -> tuple[dict[str, Any], dict[str, Any]]:
    """The case of three classes."""
    document = certificate("quantification", "by_squared_distance", constraint)
    return document, next(part for part in document["parts"] if part["where"] == {"classes": 3})


def signs_hold(document: dict[str, Any], part: dict[str, Any]) -> None:
    Part(document, part, formula_of(document["formula"])).signs_hold()


@pytest.mark.parametrize(
    "text", ["Guard(2, x, 0)", "Guard(1, x, 1)", "Ratio(1, x, 0)", "x", "-Guard(1, x, 0)"]
)
def test_nothing_else_says_whether_something_is_there(text: str) -> None:
    assert there_of(parsed("Guard(1, x, 0)")) is not None
    assert there_of(parsed(text)) is None


@pytest.mark.parametrize(
    ("definition", "sign"),
    [
        ("Guard(1, q_1__imperfect, 0)", "positive"),
        ("Guard(1, q_1__imperfect - p_1__imperfect, 0)", "nonnegative"),
        ("Guard(1, 1/q_1__imperfect, 0)", "nonnegative"),
        ("Guard(-1, q_1__imperfect, 0)", "nonnegative"),
        ("Guard(1, q_1__imperfect, -1)", "nonnegative"),
    ],
)
def test_what_is_there_need_not_be(definition: str, sign: str) -> None:
    document, part = of_three()
    signs_hold(document, part)
    symbol(part, "h1").update(definition=definition, sign=sign)
    with pytest.raises(REFUSED):
        signs_hold(document, part)


@pytest.mark.parametrize(
    ("first", "members"),
    [
        ("Guard(1, q_1__imperfect, 0)", ["h1"]),
        ("Guard(1, q_1__imperfect, 0)", ["h1", "h2"]),
        ("Guard(1, p_1__imperfect, 0)", ["h1", "h2", "h3"]),
        ("Guard(1, q_2__imperfect, 0)", ["h1", "h2", "h3"]),
        ("Guard(1, q_1__imperfect*p_1__imperfect, 0)", ["h1", "h2", "h3"]),
    ],
)
def test_of_one_whole_distribution_alone_some_class_is_there(first: str, members: list[str]) -> None:
    document, part = of_three()
    part["not_all_zero"] = [["p_1", "p_2", "p_3"], ["q_1", "q_2", "q_3"]]
    signs_hold(document, part)
    symbol(part, "h1")["definition"] = first
    part["not_all_zero"].append(members)
    with pytest.raises(REFUSED):
        signs_hold(document, part)


@pytest.mark.parametrize(("members", "shown"), [(["a1", "a2"], True), (["a2", "a3"], True), (["a3"], False)])
def test_distributions_that_differ_do_so_in_two_classes(members: list[str], shown: bool) -> None:
    """Shares of both add up to 1: where all errors but one are 0, so is that one; two may be what is left of one."""
    document, part = of_three()
    part["not_all_zero"] = [["p_1", "p_2", "p_3"], ["q_1", "q_2", "q_3"], members]
    if shown:
        signs_hold(document, part)
    else:
        with pytest.raises(REFUSED):
            signs_hold(document, part)


def exchanged(part: dict[str, Any]) -> None:
    one, other = symbol(part, "h1"), symbol(part, "h2")
    one["definition"], other["definition"] = other["definition"], one["definition"]


def asked_of_the_system(part: dict[str, Any]) -> None:
    for k in (1, 2, 3):
        symbol(part, f"h{k}")["definition"] = f"Guard(1, p_{k}__imperfect, 0)"


def nothing_is_said_of_a_class(part: dict[str, Any]) -> None:
    symbol(part, "h1")["definition"] = "Guard(1, q_1__imperfect*q_1__imperfect, 0)"


def a_class_further_away(part: dict[str, Any]) -> None:
    for row in part["outputs"]["imperfect"]["rows"]["class_pairs"]:
        row["k"] = f"2*{row['k']}"


@pytest.mark.parametrize(
    "change", [exchanged, asked_of_the_system, nothing_is_said_of_a_class, a_class_further_away]
)
def test_a_symbol_tells_of_its_own_class_alone(change: Callable[[dict[str, Any]], None]) -> None:
    document, part = of_three()
    document |= {"parts": [part], "cases": [{"classes": 3}]}
    assert "is positive" in check(document)
    change(part)
    with pytest.raises(REFUSED):
        check(document)


def test_what_counts_the_classes_that_are_there_must_not_be_zero() -> None:
    document, part = of_three("non_negativity")
    document |= {"parts": [part], "cases": [{"classes": 3}]}
    assert "is nonpositive" in check(document)
    part["not_all_zero"] = [members for members in part["not_all_zero"] if "h1" not in members]
    with pytest.raises(REFUSED):
        check(document)


@pytest.mark.parametrize(("other", "names"), [("1 + a", 1), ("1 + b", 2), ("2 * b + a", 2)])
def test_how_far_classes_are_apart_is_one_number_only_where_it_is_told_so(other: str, names: int) -> None:
    assert len(names_of(_with_distances(parsed("d - t"), {"d": "1 + a", "t": other}))) == names
