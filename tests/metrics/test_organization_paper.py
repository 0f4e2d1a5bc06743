"""What the 2013 paper prints about organizations: Table 9, the cut point, and the column of R*S in Table 6."""

from __future__ import annotations

from fractions import Fraction

import pytest
from exact_shares import shares

from axiometrics.checker import check
from axiometrics.metrics import metrics
from axiometrics.tasks.organization import Organization
from axiometrics.tasks.organization.cases import placed
from axiometrics.tasks.organization.distribution import weighting
from axiometrics.tasks.ranking import Ranking

GOLD = "[d1 {d2 d3 d4}] [{d4 d5} {d6 d7}] [{d6 d7}]"
SYSTEMS = {
    "gold": GOLD,
    "system 1": "[d1 {d2 d3 d4}] [{d4 d5} {d6 d7}] [d6 d7]",
    "system 2": "[d1 {d2 d3} d4] [{d4 d5} {d6 d7}] [{d6 d7}]",
    "system 3": "[d1 {d3 d4}] [{d4 d5} {d6 d7}] [{d6 d7}]",
    "system 4": "[d1 {d3 d4}] [{d4 d5} {d6 d7}] [{d6 d7 d8}]",
    "system 5": "[{d6 d7}] [{d4 d5} {d6 d7}] [d1 {d2 d3 d4}]",
}
PRINTED = {
    "gold": ("1", "1", "1", "1"),
    "system 1": ("1", "1", "1", ".97"),
    "system 2": ("1", "1", "1", ".8"),
    "system 3": ("1", ".86", "1", ".74"),
    "system 4": (".95", ".85", ".96", ".74"),
    "system 5": (".64", ".59", "1", "1"),
}
"""R and S of priorities, R and S of clusters."""
DIFFERENT = {("system 3", 1): ".78", ("system 4", 0): ".99", ("system 4", 1): ".78"}
"""Three of the 24 numbers are not those of the definition, in no reading of the tail; the computed ones."""


def computed(name: str, tail: str) -> tuple[Fraction, ...]:
    found = shares(Organization.from_notation(f"{SYSTEMS[name]} | {GOLD}").placements, weighting(tail=tail))
    return tuple(found[:4])


def rounded(value: Fraction, text: str) -> Fraction:
    """Round to as many digits as are printed."""
    digits = len(text.partition(".")[2])
    return Fraction(round(value * 10**digits), 10**digits)


@pytest.mark.parametrize("name", SYSTEMS)
def test_table_9(name: str) -> None:
    for place, value in enumerate(computed(name, "open")):
        expected = DIFFERENT.get((name, place), PRINTED[name][place])
        assert rounded(value, expected) == Fraction(expected), (name, place, float(value))


def test_no_reading_of_the_tail_gives_the_three_numbers() -> None:
    for (name, place), _ in DIFFERENT.items():
        text = PRINTED[name][place]
        assert all(
            rounded(computed(name, tail)[place], text) != Fraction(text)
            for tail in ("open", "closed", "none")
        )


def sign_of_threshold(n: int, tail: str, **parameters: object) -> int:
    """One relevant document at rank 1 of 2n against n relevant ones after n others; n + 1 are relevant."""
    metric = metrics("organization")["rs_priority_f"].with_parameters(tail=tail, n=30, **parameters)
    texts = f"r -^{2 * n - 1} | r^{n}", f"-^{n} r^{n} | r"
    one, many = (metric(placed("ranking", Ranking.from_notation(text))) for text in texts)
    return (one > many) - (one < many)


def test_with_the_first_30_ranks_weighing_four_fifths_the_cut_point_is_20() -> None:
    """Below n = 20 several later documents are better, from 20 on one at the top is; so it is printed."""
    signs = {n: sign_of_threshold(n, "open") for n in (2, 10, 19, 20, 21, 40)}
    assert signs == {2: -1, 10: -1, 19: -1, 20: 1, 21: 1, 40: 1}


def test_the_closed_reading_has_no_cut_point_up_to_40() -> None:
    assert {sign_of_threshold(n, "closed") for n in range(2, 41)} == {-1}


NINE = (
    *(
        "clustering.homogeneity",
        "clustering.completeness",
        "clustering.rag_bag",
        "clustering.size_vs_quantity",
    ),
    *("ranking.priority", "ranking.deepness", "ranking.deepness_threshold", "ranking.closeness_threshold"),
    "ranking.confidence",
)


def failing(key: str) -> set[str]:
    row = check(key, "organization", constraints=list(NINE), effort="quick", max_examples=20, cache=False)
    return {cell.constraint for cell in row.cells if cell.strict.outcome != "holds"}


def test_the_closed_reading_with_30_ranks_has_all_nine_columns_of_table_6() -> None:
    assert failing("rs_f(n=30,tail=closed)") == set()


def test_not_every_setting_has_all_nine() -> None:
    assert failing("rs_f(tail=closed)") == {"ranking.closeness_threshold"}
    assert failing("rs_f") >= {"ranking.closeness_threshold", "ranking.priority"}


def test_an_open_tail_prefers_an_error_below_many_relevant_documents() -> None:
    """The pair that docs/organization.md shows, n = 10: a swap for the better lowers the score of priorities."""
    metric = metrics("organization")["rs_priority_f"]
    gold = "[r1 r2 r3 r4]"
    assert metric(gold, "[r1] [r2] [r3] [n1] [r4]") > metric(gold, "[r1] [r2] [r3] [r4] [n1]")  # type: ignore[operator]


FIGURES = {
    17: ("{1 2 4 5} {1 2 3} {6 7} {1 2 3}", "41/54", "1"),
    18: ("{1 2 4 5} {1 2 3} {6 7} {1 2 3} {1 2 3}", "11/18", "1"),
    19: ("{4 5} {1 2 3} {6 7}", "1", "35/54"),
    20: ("{1 2} {4 5} {1 2 3} {6 7}", "1", "7/9"),
    21: ("{1 2 3 4 5} {6 7}", "31/35", "47/54"),
}
"""Output, reliability and sensitivity of clusters."""


@pytest.mark.parametrize("figure", FIGURES)
def test_figures_16_to_21_of_2009_have_these_values_by_definition(figure: int) -> None:
    """The outputs of figures 17 to 21 against the gold of 16; the naive average over occurrences says the same."""
    gold = [[1, 2, 4, 5], [1, 2, 3], [6, 7]]
    text, reliability, sensitivity = FIGURES[figure]
    system = [[int(item) for item in part.strip("{ ").split()] for part in text.split("}") if part]
    found = shares(Organization.of([gold], [system]).placements, weighting(tail="none"))
    assert found[2:4] == (Fraction(reliability), Fraction(sensitivity))
    for own, other, share in ((system, gold, found[2]), (gold, system, found[3])):
        terms = [
            sum((right(a, b, own, other) for b in cluster), Fraction(0)) / len(cluster)
            for cluster in own
            for a in cluster
        ]
        assert share == sum(terms) / len(terms)


def right(a: int, b: int, own: list[list[int]], other: list[list[int]]) -> Fraction:
    """The share of the clusters of one side that hold two items which the other side has too."""
    stated, known = (sum({a, b} <= set(each) for each in side) for side in (own, other))
    return Fraction(min(stated, known), stated)
