"""Lists with aspects: notation, reading, best lists and covers, and the cases that constraints make."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from axiometrics.axioms import constraints
from axiometrics.errors import InputError
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.diversity import AspectList
from axiometrics.tasks.diversity.cases import sweep
from axiometrics.tasks.diversity.facts import _deep
from axiometrics.tasks.diversity.reading import read
from axiometrics.tasks.diversity.view import Cover, best_lists, greedy_list, smallest_cover

NOTATIONS = (
    "a",
    "a ab - b | b2 a",
    "a:2/3 b:1/3 | a - | b",
    "a:1/2 b:1/2 | a -",
    "a:1 | - -",
    "- | a",
    "a^7 -",
    "a:1/2 b:1/3 c:1/6 | a b2c a2 | b ac2",
)


@pytest.mark.parametrize("text", NOTATIONS)
def test_what_is_written_is_read_again(text: str) -> None:
    found = AspectList.from_notation(text)
    assert AspectList.from_notation(found.notation()) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a x1y! b", "cannot read the document"),
        ("aa", "cannot read the document"),
        ("a:2/3 | a b", "gives the aspect 'b' no weight"),
        ("a:0 | a", "give every aspect a weight above 0"),
        ("a:1/0 | a", "cannot read the weight"),
        ("b:1 a:1 | a b", "not in order"),
        ("a | b | c", "too many bars"),
        ("a:1", "weights alone"),
    ],
)
def test_bad_notation_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        AspectList.from_notation(text)


def test_judgments_by_aspect_and_a_run_are_read() -> None:
    gold = {"x": {"d1": 1, "d3": 2}, "y": {"d2": 1, "d4": -1}}
    found = read(gold, {"d2": 1.0, "d9": 3.0, "d1": 2.0}, weights={"x": 3, "y": 1})
    assert found.notation() == "a:3/4 b:1/4 | - a b | a2"


def test_equal_scores_are_ordered_by_name() -> None:
    gold = {"x": {"d1": 1}, "y": {"d2": 1}}
    assert read(gold, {"d1": 1.0, "d2": 1.0}).notation() == "b a"
    assert read(gold, {"d1": 1.0, "d2": 1.0}, ties="input").notation() == "a b"


@pytest.mark.parametrize(
    ("gold", "system", "weights", "said"),
    [
        ({"x": 3}, ["d"], None, "aspect -> grades"),
        ({"x": {"d": 1.5}}, ["d"], None, "grades are whole numbers"),
        ({"x": {"d": 1}}, ["d", "d"], None, "twice"),
        ({"x": {"d": 1}}, "d", None, "give a dict document -> score"),
        ({"x": {"d": 1}}, ["d"], {"y": 1}, "has no weight"),
        ({"x": {"d": 1}}, ["d"], {"x": 0}, "above 0"),
    ],
)
def test_bad_data_are_refused(gold: object, system: object, weights: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(gold, system, weights=weights)  # type: ignore[arg-type]


ALPHA = Cover((Fraction(1), Fraction(1, 2)), (Fraction(1),) * 4, (Fraction(0), Fraction(1)))
TRAP = ((1, 1, 0, 0), (1, 0, 1, 0), (0, 1, 0, 1))


def gains(order: tuple[tuple[int, ...], ...]) -> tuple[Fraction, ...]:
    """What a list gains at every rank, by definition."""
    return tuple(
        sum(
            (Fraction(x, 2 ** sum(above[at] for above in order[:rank])) for at, x in enumerate(each)),
            Fraction(0),
        )
        for rank, each in enumerate(order)
    )


def test_the_best_lists_are_those_that_no_other_is_ahead_of() -> None:
    every = {gains(order) for order in permutations(TRAP)}
    sums = {each: [sum(each[: rank + 1]) for rank in range(3)] for each in every}
    ahead = {
        each
        for each in every
        if not any(
            other != each and all(x >= y for x, y in zip(sums[other], sums[each], strict=True))
            for other in every
        )
    }
    assert set(best_lists(TRAP, ALPHA, None)) == ahead


def test_the_greedy_list_takes_the_greatest_tuple_of_equal_gain_and_loses() -> None:
    assert greedy_list(TRAP, ALPHA, None) == gains(TRAP)
    assert sum(greedy_list(TRAP, ALPHA, 2)) < max(sum(each) for each in best_lists(TRAP, ALPHA, 2))


def test_a_cover_is_smallest() -> None:
    assert smallest_cover(TRAP) == 2
    assert smallest_cover(((1, 0, 0), (0, 1, 0))) == 0


def test_a_sweep_has_every_case_of_two_documents() -> None:
    """Lists of one or two documents, in collections of two: of one aspect 3 (r -, - r, r r), each cut at 1 or 2."""
    made = sweep(constraints("diversity")["append_monotonicity"].bound_generator, ("worse", "better"), 2)
    texts = {
        (case.outputs["worse"].notation(), case.outputs["better"].notation())
        for case in map(made.case, range(len(made)))
    }
    one = {pair for pair in texts if not {"b", "c"} & set("".join(pair)) and ":" not in pair[1]}
    assert {("a | a", "a a"), ("a | -", "a -"), ("- | a", "- a"), ("| a", "a")} <= one
    assert ("a", "a a") not in one


def test_every_swept_case_is_of_one_collection_in_which_every_aspect_has_something() -> None:
    for key, record in constraints("diversity").items():
        if key in ("localization", "aspect_split", "aspect_label_invariance") or record.demand.by_size:
            continue
        made = sweep(record.bound_generator, record.outputs, 4)
        assert len(made), key
        for place in range(0, len(made), max(len(made) // 50, 1)):
            lists = list(made.case(place).outputs.values())
            collections = {tuple(sorted((*each.documents, *each.missed))) for each in lists}
            assert len(collections) == 1, key
            assert all(map(any, zip(*collections.pop(), strict=True))), key


@pytest.mark.parametrize(("text", "value"), [("a:1/2 b:1/2 | - -", "0"), ("a ab | -", "7/2")])
def test_an_ideal_list_without_gains_adds_nothing(text: str, value: str) -> None:
    metric = build(lambda listing: listing.ideal(lambda rank: 1 + rank.g), task="diversity")
    output = AspectList.from_notation(text)
    task = get_task("diversity")
    algebra = task.algebra(output)
    assert algebra.text(task.value(metric, output, algebra)) == value


@pytest.mark.parametrize(
    ("moved", "deep"),
    [
        ([1, 0, -1, 0], True),
        ([0, 1, -1, 0], True),
        ([1, 0, -1], False),
        ([1, 0, 0], False),
        ([1, -1, 1, -1, 0], False),
    ],
)
def test_a_pair_that_is_exchanged_above_what_is_exchanged_below_loses_nothing(
    moved: list[int], deep: bool
) -> None:
    """``moved`` is how many more documents the better list has down to each rank; at its end it must have as many."""
    assert _deep(moved) is deep
