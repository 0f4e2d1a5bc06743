"""Values of the similarity of two rankings: worked ones, definitions, bounds, orders of ties, and a package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import log, nan, sqrt

import pytest

from axiometrics.checker import check
from axiometrics.errors import InputError
from axiometrics.formulas import power
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.parameters import Parameter
from axiometrics.tasks.rank_similarity import Lists

METRICS = metrics("rank_similarity")
P = Fraction(9, 10)
RBO = METRICS["rbo"]
WORKED = "gold=b a d system=a b c"


def lists_of(length: int, pool: str) -> Iterator[tuple[str, ...]]:
    return permutations(pool, length)


PAIRS = [
    (gold, system)
    for long, short in [(1, 1), (2, 2), (3, 3), (4, 4), (3, 1), (4, 2), (2, 4)]
    for gold in [tuple("abcd")[:long]]
    for system in lists_of(short, "abcdef"[: long + 1 + (long < 4)])
]


def overlap(gold: Sequence[str], system: Sequence[str], depth: int) -> int:
    return len({*gold[:depth]} & {*system[:depth]})


def truncated(gold: Sequence[str], system: Sequence[str], p: Fraction, depth: int) -> Fraction:
    """The sum of the definition down to a depth, with what both lists have there."""
    terms = (p ** (d - 1) * Fraction(overlap(gold, system, d), d) for d in range(1, depth + 1))
    return (1 - p) * sum(terms, Fraction(0))


def extrapolated(gold: Sequence[str], system: Sequence[str], p: Fraction) -> Fraction:
    """Equation 32 of Webber, Moffat and Zobel, as it is printed."""
    s, l = sorted((len(gold), len(system)))
    x = {d: overlap(gold, system, d) for d in (s, l)}
    first = sum((Fraction(overlap(gold, system, d), d) * p**d for d in range(1, l + 1)), Fraction(0))
    second = sum((Fraction(x[s] * (d - s), s * d) * p**d for d in range(s + 1, l + 1)), Fraction(0))
    last = Fraction(x[l] - x[s], l) + Fraction(x[s], s)
    return (1 - p) / p * (first + second) + last * p**l


def value(key: str, gold: Sequence[str], system: Sequence[str], **values: object) -> float:
    return METRICS[key].with_parameters(**values)([*gold], [*system])  # type: ignore[return-value]


def test_the_worked_values_of_rank_biased_overlap() -> None:
    assert RBO(WORKED) == pytest.approx(0.63, abs=1e-15)
    assert RBO.with_parameters(form="truncated")(WORKED) == pytest.approx(0.144, abs=1e-15)
    assert Lists.from_notation(WORKED).depth_rows("a")[1][1] == 2


@pytest.mark.parametrize("p", [Fraction(1, 2), P, Fraction(99, 100)])
def test_overlap_is_what_its_definition_says(p: Fraction) -> None:
    for gold, system in PAIRS:
        depth = min(len(gold), len(system))
        assert value("rbo", gold, system, p=p) == pytest.approx(
            float(extrapolated(gold, system, p)), abs=1e-13
        )
        short = truncated(gold, system, p, depth)
        assert value("rbo", gold, system, p=p, form="truncated") == pytest.approx(float(short), abs=1e-13)
        mean = sum(Fraction(overlap(gold, system, d), d) for d in range(1, depth + 1)) / depth
        assert value("average_overlap", gold, system) == pytest.approx(float(mean), abs=1e-13)


def test_lists_of_one_length_are_extrapolated_as_the_page_says() -> None:
    for gold, system in PAIRS:
        if len(gold) == len(system):
            k = len(gold)
            by_hand = Fraction(overlap(gold, system, k), k) * P**k + truncated(gold, system, P, k)
            assert extrapolated(gold, system, P) == by_hand


FAR = 150


def continued(gold: Sequence[str], system: Sequence[str], *, best: bool) -> tuple[list[str], list[str]]:
    """Both lists with as many shared items as early as possible, or with none."""
    found = [*gold], [*system]
    for depth in range(1, FAR + 1):
        for side, more in enumerate(found):
            if len(more) < depth:
                other = found[1 - side]
                missed = [item for item in other[:depth] if item not in more] if best else []
                new = f"new{depth}" if best else f"{side}new{depth}"
                more.append(missed[0] if missed else new)
    return found


@pytest.mark.parametrize("p", [Fraction(1, 2), P])
def test_the_bounds_are_those_of_the_worst_and_the_best_continuation(p: Fraction) -> None:
    for gold, system in PAIRS[::29]:
        ends = {}
        for best in (False, True):
            further = continued(gold, system, best=best)
            rest = float(p) ** FAR
            ends[best] = float(truncated(*further, p, FAR)) + (rest if best else 0)
        least = value("rbo", gold, system, p=p, form="min")
        assert least == pytest.approx(ends[False], abs=1e-5)
        width = value("rbo", gold, system, p=p, form="residual")
        assert width == pytest.approx(ends[True] - ends[False], abs=1e-5)
        assert least - 1e-12 <= value("rbo", gold, system, p=p) <= least + width + 1e-12


def test_the_lower_bound_is_the_printed_formula() -> None:
    for gold, system in PAIRS:
        if len(gold) == len(system):
            k, p = len(gold), float(P)
            x = [overlap(gold, system, d) for d in range(k + 1)]
            summed = sum((x[d] - x[k]) * p**d / d for d in range(1, k + 1))
            assert value("rbo", gold, system, form="min") == pytest.approx(
                (1 - p) / p * (summed - x[k] * log(1 - p)), abs=1e-12
            )


TIED = [
    "gold=(a b) c system=c a b",
    "gold=(a b c) system=(c d)",
    "gold=a (b c) d system=(a b) (d e)",
    "gold=(a b) system=(a b)",
    "gold=(a b c d) system=d (a b c)",
]


def orders(groups: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    parts = product(*(permutations(group) for group in groups))
    return [tuple(item for part in parts_ for item in part) for parts_ in parts]


@pytest.mark.parametrize("text", TIED)
@pytest.mark.parametrize(
    "label",
    [
        "rbo",
        "rbo(form=truncated)",
        "rbo(form=min)",
        "rbo(form=residual)",
        "average_overlap",
        "rank_tau",
        "rank_tau_ap",
    ],
)
def test_ties_give_the_mean_over_their_orders(text: str, label: str) -> None:
    key, _, form = label.rstrip(")").partition("(form=")
    metric = METRICS[key].with_parameters(**({"form": form} if form else {}))
    lists = Lists.from_notation(text)
    strict = [metric([*one], [*other]) for one in orders(lists.gold) for other in orders(lists.system)]
    expected = sum(nan if each is None else each for each in strict) / len(strict)
    found = metric(text)
    assert (nan if found is None else found) == pytest.approx(expected, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("ties", ["b", "w"])
@pytest.mark.parametrize("groups", ["(a b)", "a (b c d) e", "(a b) (c d)"])
def test_a_list_with_ties_equals_itself(ties: str, groups: str) -> None:
    assert RBO.with_parameters(ties=ties)(f"gold={groups} system={groups}") == pytest.approx(1, abs=1e-14)
    assert RBO(f"gold={groups} system={groups}") < 1


def test_shares_of_tied_items_by_hand() -> None:
    """At depth 1 each of (a b) is there by half, so that a beside it counts 1/2, and by its own measure 1/sqrt(1/2)."""
    first = {ties: Lists.from_notation("gold=(a b) system=a b").depth_rows(ties)[0] for ties in "abw"}  # type: ignore[arg-type]
    assert first["a"][1] == Fraction(1, 2)
    assert first["b"][1] / sqrt(first["b"][3] * first["b"][4]) == pytest.approx(sqrt(1 / 2))
    assert 2 * first["w"][1] / (first["w"][3] + first["w"][4]) == Fraction(2, 3)


def test_orders_of_pairs_are_what_their_definitions_say() -> None:
    for k in (2, 3, 4):
        gold = tuple("abcd")[:k]
        for system in permutations(gold):
            pairs = list(combinations(range(k), 2))
            agree = sum(gold.index(system[i]) < gold.index(system[j]) for i, j in pairs)
            assert value("rank_tau", gold, system) == pytest.approx((2 * agree - len(pairs)) / len(pairs))
            above = [
                sum(gold.index(system[j]) < gold.index(system[i]) for j in range(i)) / i for i in range(1, k)
            ]
            assert value("rank_tau_ap", gold, system) == pytest.approx(2 * sum(above) / (k - 1) - 1)


@pytest.mark.parametrize("text", ["gold=a system=a", "gold=a b system=a c", "gold=a b system=a"])
@pytest.mark.parametrize("key", ["rank_tau", "rank_tau_ap"])
def test_orders_of_pairs_need_the_same_items_and_a_pair(key: str, text: str) -> None:
    found = METRICS[key](text)
    assert found is None or found != found


def test_the_package_rbo_says_the_same() -> None:
    package = pytest.importorskip("rbo")
    for gold, system in PAIRS:
        judge = package.RankingSimilarity([*gold], [*system])
        assert value("rbo", gold, system) == pytest.approx(judge.rbo_ext(p=0.9), abs=1e-12)
        short = judge.rbo(p=0.9)
        assert value("rbo", gold, system, form="truncated") == pytest.approx(short, abs=1e-12)


@pytest.mark.parametrize("slip", ["exponent", "depth"])
def test_a_planted_slip_is_no_rank_biased_overlap(slip: str) -> None:
    def wrong(lists, *, p):  # type: ignore[no-untyped-def]
        if slip == "exponent":
            return (1 - p) * lists.shared_depths(lambda d, x, z, g, h, e: power(p, d) * x / d)
        return (1 - p) * lists.shared_depths(lambda d, x, z, g, h, e: power(p, d - 1) * x / (d + 1))

    planted = build(wrong, task="rank_similarity", parameters=RBO.parameters[:1])
    assert planted("gold=a b system=a b") != pytest.approx(float(truncated("ab", "ab", P, 2)))


@pytest.mark.parametrize(
    ("metric", "constraint", "outcome", "size"),
    [
        ("rbo", "self_similarity(lists=tied)", "contradicted", 2),
        ("rbo", "prefix_monotonicity", "contradicted", 2),
        ("average_overlap", "prefix_monotonicity", "contradicted", 2),
        ("rank_tau", "top_weightedness_of_swaps", "blind", 3),
        ("rank_tau_ap", "symmetry", "contradicted", 3),
        ("rank_tau_ap", "triangle_inequality", "contradicted", 3),
        ("rbo(form=truncated)", "self_similarity", "contradicted", 1),
        ("rbo(form=residual)", "self_is_most_similar", "contradicted", 1),
        ("rbo(form=residual)", "disjoint_is_zero", "contradicted", 1),
        ("rbo(ties=b)", "tie_average", "contradicted", 2),
    ],
)
def test_smallest_counterexamples(metric: str, constraint: str, outcome: str, size: int) -> None:
    """Each size is the smallest at which the demand can fail, found by hand."""
    (cell,) = check(metric, task="rank_similarity", constraints=[constraint], effort="quick").cells
    assert (cell.strict.outcome, cell.witness.size) == (outcome, size)


@pytest.mark.parametrize(
    "constraint",
    [
        "self_similarity",
        "self_is_most_similar",
        "symmetry",
        "disjoint_is_zero",
        "extension_bounds",
        "tie_average",
    ],
)
def test_rank_biased_overlap_meets_what_it_was_made_for(constraint: str) -> None:
    (cell,) = check("rbo", task="rank_similarity", constraints=[constraint], effort="quick").cells
    assert cell.strict.outcome == "holds"


def test_bounds_are_tried_on_several_further_ranks() -> None:
    """One more rank of both lists adds at most two shared items, so a residual of 2 fails after two ranks alone."""

    def shared(lists, *, form):
        return 2 if form == "residual" else lists.common

    forms = Parameter("form", default="shared", choices=("shared", "min", "residual"))
    metric = build(shared, task="rank_similarity", parameters=[forms])
    (cell,) = check(metric, task="rank_similarity", constraints=["extension_bounds"], effort="quick").cells
    assert cell.strict.outcome == "contradicted"
    assert (cell.witness.size, cell.witness.scores) == (3, {"least": "0", "continued": "3", "width": "2"})
    assert cell.witness.outputs["least"] == "gold=i1 system=i2"


@pytest.mark.parametrize(
    ("gold", "system", "words"),
    [
        (["a", "a"], ["b"], "gold lists the item 'a' twice"),
        ([], ["b"], "gold lists no item"),
        ("ab", ["b"], "gold is 'ab'; give a list"),
        ({"a": nan}, {"a": 1}, "gives the item 'a' the score nan"),
        ({"a", "b"}, ["a"], "give a list of items, best first"),
        ([nan], ["a"], "gold lists the item nan"),
        ([("d1", 0.9), ("d2", 0.5)], ["d1"], "scores a dict item -> score"),
        ("gold=a (b system=c", None, "cannot read the lists"),
    ],
)
def test_bad_lists_are_refused_with_what_is_allowed(gold: object, system: object, words: str) -> None:
    with pytest.raises(InputError, match=words.replace("(", r"\(")):
        RBO(gold, system) if system is not None else RBO(gold)


def test_items_are_compared_as_text_whatever_stands_in_their_names() -> None:
    assert RBO([1.0, 2.0], [1, 2]) == RBO(["Paris (France)", "b"], ["Paris (France)", "b"]) == 1.0


@pytest.mark.parametrize("gold", ["a (b c)", "a (b c d e f g h)"])
def test_ties_beyond_the_end_of_the_shorter_list_add_nothing_to_what_is_alike(gold: str) -> None:
    """At rank 1 both lists agree; further items of the shorter one are taken to be shared, and no share exceeds 1."""
    assert RBO.with_parameters(ties="b")(f"gold={gold} system=a") == pytest.approx(1.0)


def test_a_group_of_a_thousand_items_shares_with_itself_what_its_orders_share() -> None:
    """At depth d every item is there in a share d/n of the orders of each list: n (d/n)^2 of d items are shared."""
    n, p = 1000, 0.9
    tied = [{f"d{place}" for place in range(n)}]
    expected = (1 - p) * sum(p ** (d - 1) * d / n for d in range(1, n + 1))
    assert RBO.with_parameters(form="truncated")(tied, tied) == pytest.approx(expected)


def test_lists_that_differ_in_names_are_one_output() -> None:
    one, other = (
        Lists.from_notation(text) for text in ("gold=x (z y) system=w x", "gold=b (c d) system=e b")
    )
    assert one.canonical() == other.canonical()
    assert isinstance(one.canonical(), Lists)


def test_for_which_p_a_list_with_ties_equals_itself_is_told() -> None:
    (cell,) = check(
        "rbo",
        task="rank_similarity",
        constraints=["self_similarity(lists=tied)"],
        effort="quick",
        regions=True,
    ).cells
    assert cell.region is not None
    assert "no p" in str(cell.region)
