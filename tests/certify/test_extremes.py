"""Extremes in the stand-alone checker: what means of their parts show, and that symbols tell no others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from certify.proved import certificate

from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import ends, formula_of, parsed
from axiometrics.recheck.facts.signed_sums import only_extreme
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.presence import items_of
from axiometrics.recheck.values import Point

LEAST = "Smaller(q_1__imperfect, q_2__imperfect)"


def of_shares(
    definition: str,
    sign: str = "positive",
    told: Mapping[str, Any] | None = None,
    task: str = "quantification",
) -> Part:
    """A case with two classes, of which one symbol is defined."""
    document = certificate("quantification", "fourth_powers", "identity") | {"task": task}
    part = document["parts"][0]
    for symbol in part["symbols"]:
        if symbol["name"] == "f1":
            symbol |= {"definition": definition, "sign": sign}
    for output in part["outputs"].values():
        output |= told or {}
    return Part(document, part, formula_of(document["formula"]))


@pytest.mark.parametrize(
    ("definition", "sign"),
    [
        (f"1 - {LEAST}", "positive"),
        (f"1 - 2*{LEAST}", "nonnegative"),
        (f"2 - 3*{LEAST}", "positive"),
        (f"1 - Smaller({LEAST}, q_1__imperfect)", "positive"),
        ("1 - Smaller(q_1__imperfect, q_1__imperfect)", "nonnegative"),
        ("Larger(q_1__imperfect, q_2__imperfect)", "positive"),
        ("2*Larger(q_1__imperfect, q_2__imperfect) - 1", "nonnegative"),
    ],
)
def test_means_bound_extremes(definition: str, sign: str) -> None:
    of_shares(definition, sign).signs_hold()


@pytest.mark.parametrize(
    ("definition", "sign"),
    [
        (f"1 - 2*{LEAST}", "positive"),
        (f"1 - 3*{LEAST}", "nonnegative"),
        (LEAST, "positive"),
        (f"2*{LEAST} - 1", "nonnegative"),
        (f"{LEAST} - 1", "nonnegative"),
        ("1 - Larger(q_1__imperfect, q_2__imperfect)", "nonnegative"),
        ("2*Larger(q_1__imperfect, q_2__imperfect) - 1", "positive"),
        ("3*Larger(q_1__imperfect, q_2__imperfect) - 2", "nonnegative"),
        ("1 - Smaller(q_1__imperfect, q_1__imperfect)", "positive"),
        ("1 - Smaller(p_1__imperfect, q_2__imperfect)", "positive"),
        (f"1 - q_1__imperfect*{LEAST}", "positive"),
        (f"1 - 1/{LEAST}", "positive"),
        (f"1 - {LEAST}**2", "positive"),
    ],
)
def test_they_do_not_bound_more(definition: str, sign: str) -> None:
    with pytest.raises((NotCoveredError, RefusedError)):
        of_shares(definition, sign).signs_hold()


ROWS = [{"p": "p_1", "q": "q_1"}, {"p": "p_2", "q": "q_2"}]


@pytest.mark.parametrize(
    "told",
    [
        {"complete": False},
        {"rows": {"classes": ROWS[:1]}},
        {"rows": {"classes": [*ROWS, ROWS[0]]}},
        {"rows": {"classes": [{**row, "times": "2"} for row in ROWS]}},
        {"rows": {"classes": [{**row, "if": "q_1"} for row in ROWS]}},
        {"rows": {"class_pairs": ROWS}},
        {"rows": {"classes": [{**row, "q": f"{row['q']} - 1"} for row in ROWS]}},
        {"rows": {"classes": []}},
    ],
    ids=str,
)
def test_only_the_shares_of_all_classes_add_up_to_one(told: Mapping[str, Any]) -> None:
    with pytest.raises((NotCoveredError, RefusedError)):
        of_shares(f"1 - {LEAST}", told=told).signs_hold()


def test_nothing_adds_up_to_one_in_another_task() -> None:
    with pytest.raises(NotCoveredError):
        of_shares(f"1 - {LEAST}", task="classification").signs_hold()


def test_a_symbol_tells_its_own_extreme_in_any_order_and_no_other() -> None:
    part = of_shares(f"1 - Smaller(Smaller({LEAST}, p_1__imperfect), q_1__imperfect)")
    point = Point()
    output = Output(part, "imperfect", point)
    told = output.text("1 - f1")
    assert told == output.text("Smaller(p_1, Smaller(q_2, q_1))")
    others = (
        "Smaller(q_1, q_2)",
        "Larger(p_1, Larger(q_2, q_1))",
        "Smaller(q_1, Smaller(Smaller(q_2, p_1), p_2))",
    )
    for other in (*others, "Smaller(2*p_1, Smaller(q_2, q_1))"):
        assert told != output.text(other)


@pytest.mark.parametrize(
    "definition",
    ["Smaller(x, y) - Smaller(x, z)", "x*Smaller(x, y)", "Smaller(x, Larger(y, z))", "x", "1/Smaller(x, y)"],
)
def test_a_sum_with_more_than_one_extreme_tells_none(definition: str) -> None:
    assert only_extreme(parsed(definition)) is None


@pytest.mark.parametrize(
    ("quantities", "found"),
    [
        ({}, [{"a", "b"}]),
        ({"K": "3"}, []),
        ({"K": "k"}, []),
        ({"N": "n"}, []),
        ({"c_1_2": "b - 2*a"}, []),
        ({"c_1_2": "a*b", "c_1_1": "a*b"}, []),
        ({"c_1_2": "1"}, []),
    ],
)
def test_counts_of_all_pairs_are_not_all_zero(quantities: Mapping[str, str], found: list[set[str]]) -> None:
    known = {"K": "2", "N": "m", "c_1_1": "a", "c_1_2": "b", "c_2_1": "0", "c_2_2": "0"} | quantities
    symbols = [{"name": name, "sign": "nonnegative"} for name in "abmn"]
    data = {"symbols": symbols, "outputs": {"judged": {"quantities": known}}}
    assert items_of(data, lambda text: text == "m") == found


def test_squares_are_told_apart_from_other_rests() -> None:
    document = certificate("quantification", "squares_of_pairs", "unit_interval")
    symbol = next(each for part in document["parts"] for each in part["symbols"] if each["name"] == "w1")
    symbol["definition"] = symbol["definition"].replace("**2", "**4")
    with pytest.raises((NotCoveredError, RefusedError)):
        check(document)


def test_larger_sides_of_shares_of_five_classes_are_looked_at_without_multiplying_equal_denominators() -> (
    None
):
    """Sums of four shares with one denominator have it once: else the checker did not end on these proofs."""
    five = " + ".join(
        f"p_{place}/({' + '.join(f'p_{each}' for each in range(1, 6))})" for place in range(1, 5)
    )
    above, below = ends(parsed(five))
    assert (len(above), len(below)) == (4, 5)
    check(certificate("quantification", "emd", "symmetry"))
