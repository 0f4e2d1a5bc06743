"""Items shared out by kinds of errors: where the shares go, in how many items, and which cases are compared."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker import check, explain
from axiometrics.checker.sweep import sweep_cases
from axiometrics.tasks import get_task
from axiometrics.tasks.choosing import AtRandom, Impossible
from axiometrics.tasks.clustering.partitions.chooser import (
    ErrorShares,
    any_errors,
    few_errors,
    steps,
    tables,
)

CONSTRAINTS = constraints("clustering")
DOM = [f"dom_p{number}" for number in range(1, 8)]


def masses(clusters: int, noise: int, beside: int, *thirtieths: int) -> ErrorShares:
    return ErrorShares(clusters, noise, beside, *(Fraction(count, 30) for count in thirtieths))


def test_two_useful_clusters_take_the_five_categories_in_turn() -> None:
    """Clusters 0 and 1 are matched with categories 0 2 4 and 1 3: a fifth of all items each."""
    found = masses(2, 0, 0, 0, 0, 0).cells()
    assert found == {pair: Fraction(1, 5) for pair in [(0, 0), (1, 1), (0, 2), (1, 3), (0, 4)]}


def test_seven_useful_clusters_share_the_five_categories_in_turn() -> None:
    found = masses(7, 0, 0, 0, 0, 0).cells()
    assert found == {(k, k % 5): Fraction(1, 7) for k in range(7)}


def test_every_kind_of_error_has_its_cells() -> None:
    """e1 = 1/10, e2 = 1/5, e3 = 2/15 leave 17/30 for 5 pairs; 5 others, 1 * 5 of noise clusters, 2 * 3 of noise."""
    found = masses(2, 1, 3, 3, 6, 4).cells()
    useful = [found[pair] for pair in product(range(2), range(5))]
    assert Counter(useful) == {Fraction(17, 150): 5, Fraction(1, 50): 5}
    assert [found[2, j] for j in range(5)] == [Fraction(1, 25)] * 5
    assert [found[pair] for pair in product(range(2), range(5, 8))] == [Fraction(1, 45)] * 6
    assert len(found) == 21
    assert sum(found.values()) == 1


@pytest.mark.parametrize(
    "quantity", ["useful_clusters", "noise_clusters", "noise_categories", "e1", "e2", "e3"]
)
def test_every_table_on_the_grid_has_its_shares_in_about_1000_whole_items(quantity: Any) -> None:
    for each in steps(4, 1, quantity)[::7]:
        both = each, each.after(quantity)
        made = tables(*both)
        items = made[0].items
        assert made[1].items == items
        for one, table in zip(both, made, strict=True):
            assert sum(one.cells().values()) == 1
            assert {(i, j): Fraction(n, items) for i, j, n in table.cells} == one.cells()
        counts = [n for table in made for _, _, n in table.cells]
        fewest = items // math.gcd(*counts)
        assert items == fewest if fewest > 1000 else items <= 1000 < items + fewest


def expected(bound: int, quantity: str) -> int:
    """Count pairs on the grid by hand: every setting, written as plain loops."""
    grid = set()
    for useful, noise, beside in product(range(2, bound + 5), range(bound), range(bound)):
        for one, two, three in product(range(4), repeat=3):
            spared = noise in (2, 4, 5) and beside in (2, 4, 5)
            if (noise > 0) == (two > 0) and (beside > 0) == (three > 0) and not spared:
                grid.add((useful, noise, beside, one, two, three))
    place = ["useful_clusters", "noise_clusters", "noise_categories", "e1", "e2", "e3"].index(quantity)
    return sum((*each[:place], each[place] + 1, *each[place + 1 :]) in grid for each in grid)


@pytest.mark.parametrize(
    ("bound", "quantity"), [(4, "e2"), (5, "noise_clusters"), (7, "useful_clusters"), (7, "e1")]
)
def test_the_grid_is_that_of_plain_loops(bound: int, quantity: Any) -> None:
    assert len(steps(bound, 2, quantity)) == expected(bound, quantity)


def test_a_single_useful_cluster_has_no_pairs_for_the_first_error() -> None:
    alone = [each for each in steps(4, 1, "e2") if each.useful_clusters == 1]
    assert alone
    assert {each.e1 for each in alone} == {0}


@pytest.mark.parametrize("key", DOM)
def test_one_quantity_moves_in_the_stated_direction(key: str) -> None:
    """P1 wants more useful clusters up to five; of everything else the better output has less."""
    cases = sweep_cases(CONSTRAINTS[key], 5)
    assert len(cases) > 10
    moved = {
        "dom_p1": ("clusters", 1), "dom_p2": ("clusters", -1), "dom_p3": ("clusters", -1), "dom_p6": ("categories", -1)
    }.get(key)  # fmt: skip
    for place in range(0, len(cases), 11):
        case = cases.case(place)
        worse, better = case.outputs["worse"], case.outputs["better"]
        assert 500 < worse.items == better.items <= 2000
        for side in ("cluster", "category"):
            sizes = [len(getattr(table, f"{side}_sizes")) for table in (worse, better)]
            wanted = moved[1] if moved and moved[0].startswith(side[:5]) else 0
            assert sizes[1] - sizes[0] == wanted
        if key == "dom_p1":
            assert case.sizes["useful clusters"] < 5
        if key == "dom_p2":
            assert case.sizes["useful clusters"] >= 5


def outcomes(metric: Any, **options: Any) -> list[str]:
    row = check(metric, "clustering", constraints=DOM, effort="quick", cache=False, jobs=1, **options)
    return [cell.strict.outcome for cell in row.cells]


def test_v_measure_meets_all_of_them_as_its_authors_say() -> None:
    assert outcomes("v_measure") == ["holds"] * 7


def test_purity_sees_no_splits() -> None:
    """More useful clusters of one category each, noise clusters with every category: the majorities stay."""
    assert outcomes("purity") == ["holds", "blind", "blind", "holds", "holds", "blind", "holds"]


def test_a_planted_preference_for_noise_is_found() -> None:
    from axiometrics.metrics import metrics

    v_measure = metrics("clustering")["v_measure"]

    def planted(gold: list[Any], system: list[Any]) -> float:
        return v_measure(gold, system) + (len(set(system)) == 7) / 10

    found = outcomes(planted, reads="labels")
    assert found[2] == "contradicted"
    assert found[3] == "holds"


def test_ties_of_large_tables_are_decided_with_primes_that_are_learnt() -> None:
    """211 is above what an arithmetic begins with; doubling all counts of {a^211 b^422} leaves its entropy."""
    from axiometrics.checker.scores import exact_judged, exact_sign
    from axiometrics.metrics import metrics
    from axiometrics.tasks.clustering import Table

    record = CONSTRAINTS["n_invariance"]
    small, large = (Table(((0, 0, 211 * times), (0, 1, 422 * times))) for times in (1, 2))
    entropy = metrics("clustering")["entropy"]
    assert exact_sign(entropy, record, {"original": small, "changed": large})[0] == 0
    other = Table(((0, 0, 211), (0, 1, 424)))
    found = exact_judged(entropy, record, {"original": small, "changed": other})
    assert found.sign != 0
    assert "log(53)" in found.scores["changed"]  # 424 = 8 * 53


def test_exact_numbers_that_nobody_can_read_are_shown_rounded() -> None:
    from axiometrics.checker.scores import LONGEST, exact_judged
    from axiometrics.metrics import metrics
    from axiometrics.tasks.clustering import Table

    record = CONSTRAINTS["n_invariance"]
    table = Table(((0, 0, 100), (0, 1, 7), (1, 1, 93)))
    larger = Table(tuple((i, j, 2 * n) for i, j, n in table.cells))
    ami = metrics("clustering")["ami_max"]
    found = exact_judged(ami, record, {"original": table, "changed": larger})
    assert found.scores["original"].startswith("about 0.")
    assert float(found.scores["original"].split()[1]) == pytest.approx(ami(table))
    assert all(len(text) < LONGEST for text in (*found.scores.values(), found.margin))


def test_no_figure_is_drawn_of_more_items_than_can_be_counted() -> None:
    from axiometrics.reports.figures import figure

    assert figure("clustering", {"worse": "{a^200 b}", "better": "{a^200}{b}"}, "few") is not None
    assert figure("clustering", {"worse": "{a^2000 b}", "better": "{a^2000}{b}"}, "many") is None


@pytest.mark.parametrize(
    "key", ["adjusted_rand", "jaccard", "pair_precision", "hubert_gamma", "edit_distance"]
)
def test_a_handful_of_items_makes_no_metric_blind_to_useful_clusters(key: str) -> None:
    """Five items in singleton categories have no pair at all; a thousand in the same shares have."""
    cell = explain(key, "dom_p1", "clustering", cache=False)
    assert cell.strict.outcome == "holds"


def test_a_table_of_1680_items_shows_that_nmi_max_falls_short_of_p2() -> None:
    """Seven useful clusters: an eighth raises NMI by max, whose value no number of items changes."""
    cell = explain("nmi_max", "dom_p2", "clustering", cache=False)
    assert cell.strict.outcome == "contradicted"
    assert cell.witness is not None
    assert cell.witness.size == 1680


def drawn(key: str, errors: str, count: int) -> list[Any]:
    generator = CONSTRAINTS[key].with_parameters(errors=errors).bound_generator
    chance = random.Random(7)
    found = []
    while len(found) < count:
        try:
            found.append(get_task("clustering").random_case(generator, AtRandom(chance.randrange)))
        except Impossible:
            continue
    return found


def shares_of(sizes: Any) -> ErrorShares:
    """Read what names a case: its numbers, and its shares in thirtieths or in so many parts."""
    parts = sizes.get("parts", 30)
    unit = "parts" if "parts" in sizes else "thirtieths"
    numbers = (sizes[f"{name}"] for name in ("useful clusters", "noise clusters", "noise categories"))
    return ErrorShares(*numbers, *(Fraction(sizes[f"e{k} in {unit}"], parts) for k in (1, 2, 3)))


@pytest.mark.parametrize("key", DOM)
@pytest.mark.parametrize(("errors", "limits"), [("few", few_errors(2)), ("any", any_errors(2))])
def test_drawn_cases_are_those_of_the_shares_that_name_them(key: str, errors: str, limits: Any) -> None:
    for case in drawn(key, errors, 60):
        first = shares_of(case.sizes)
        assert limits.admit(first)
        less, more = ("worse", "better") if key == "dom_p1" else ("better", "worse")
        table = case.outputs[less]
        assert Counter(Fraction(n, table.items) for _, _, n in table.cells) == Counter(first.cells().values())
        assert table.items == case.outputs[more].items


def test_few_errors_are_those_of_the_grid() -> None:
    grid = [each for quantity in ("e1", "e2", "e3") for each in steps(7, 2, quantity)]
    assert all(map(few_errors(2).admit, grid))
    assert max(each.e1 for each in grid) == few_errors(2).e1
    assert not few_errors(2).admit(masses(12, 0, 0, 0, 0, 0))
    assert any_errors(2).admit(masses(12, 1, 0, 9, 20, 0))


def test_errors_without_a_place_are_not_admitted() -> None:
    limits = any_errors(1)
    assert not limits.admit(masses(1, 0, 0, 3, 0, 0))
    assert not limits.admit(masses(2, 0, 0, 0, 3, 0))
    assert not limits.admit(masses(2, 0, 1, 0, 0, 0))
    assert not limits.admit(masses(2, 1, 0, 15, 15, 0))


def test_a_search_finds_what_is_beyond_the_grid() -> None:
    """With half of the items in error, one more useful cluster lowers Jaccard's coefficient; few errors do not."""
    cell = check("jaccard", task="clustering", constraints=["dom_p1(errors=any)"]).cells[0]
    assert cell.strict is not None
    assert cell.strict.outcome == "contradicted"
