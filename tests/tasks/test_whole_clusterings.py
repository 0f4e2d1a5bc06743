"""Cases made of whole clusterings: all of them are tried, each change is what it says, and proofs fit them."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker import check
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.sweep import sweep_cases
from axiometrics.metrics import metrics
from axiometrics.tasks.clustering import Table
from axiometrics.tasks.clustering.partitions.cases import _triples
from axiometrics.tasks.clustering.partitions.chooser import Whole
from axiometrics.tasks.clustering.partitions.symbolic import _Reading

CONSTRAINTS = constraints("clustering")
METRICS = metrics("clustering")


def whole(text: str) -> Whole:
    return Whole(Table.from_notation(text))


def same(found: Whole, text: str) -> bool:
    return found.table.canonical() == Table.from_notation(text).canonical()


def test_every_clustering_of_every_gold_is_tried() -> None:
    """Tables up to permutation: 1, 4, 10, 33, 91 for 1 to 5 items (OEIS A007716)."""
    counts = Counter(sweep_cases(CONSTRAINTS["symmetry"], 7).size.tolist())
    assert counts == {1: 1, 2: 4, 3: 10, 4: 33, 5: 91}


@pytest.mark.parametrize("key", ["symmetry", "triangle_inequality", "dom_p1", "dom_p7", "join_improvement"])
def test_a_sweep_that_leaves_sizes_out_says_up_to_which_it_goes(key: str) -> None:
    """The ladders of the seven dominance properties end at 2000 items; the others leave no size out."""
    grid = sweep_cases(CONSTRAINTS[key], 3).grid
    shares = "e_1 ≤ 1/10 by 1/30, e_2 and e_3 ≤ 1/5 by 1/15"
    assert grid == (f"K_u ≤ 7, K_n and C_n ≤ 2, {shares}, N ≤ 2000" if key.startswith("dom_p") else "")


def test_no_output_is_larger_than_the_bound() -> None:
    """Up to 5 items only the 1 + 4 tables of 1 and 2 items can be doubled, and those of 1 be tripled and more."""
    cases = sweep_cases(CONSTRAINTS["n_invariance"], 7)
    assert sorted(zip(cases.size.tolist(), cases.sizes["times"].tolist(), strict=True)) == [
        (2, 2), (3, 3), (4, 2), (4, 2), (4, 2), (4, 2), (4, 4), (5, 5)
    ]  # fmt: skip


@pytest.mark.parametrize("items", [1, 2, 3, 4])
def test_every_three_partitions_of_the_same_items_are_tried(items: int) -> None:
    """Compared by how many items each combination of parts has, up to the names of parts."""

    def form(counts: Any) -> Any:
        parts = [sorted({place[side] for place in counts}) for side in range(3)]
        return min(
            tuple(
                sorted(
                    (tuple(names[s][place[s]] for s in range(3)), count) for place, count in counts.items()
                )
            )
            for names in product(
                *([dict(zip(own, order, strict=True)) for order in orders(len(own))] for own in parts)
            )
        )

    def orders(count: int) -> Any:
        from itertools import permutations

        return permutations(range(count))

    labels = list(product(range(items), repeat=3))
    wanted = {form(Counter(chosen)) for chosen in combinations_with_repetition(labels, items)}
    found = {form(each.counts) for each in _triples(items) if sum(each.counts.values()) == items}
    assert found == wanted


def combinations_with_repetition(labels: list[Any], items: int) -> Any:
    from itertools import combinations_with_replacement

    return combinations_with_replacement(labels, items) if items < 4 else grown(items)


def grown(items: int) -> Any:
    """Label vectors in which a new label is the next number: enough up to names, and far fewer."""

    def vectors(left: int) -> list[tuple[int, ...]]:
        if left == 0:
            return [()]
        return [(*v, k) for v in vectors(left - 1) for k in range(max(v, default=-1) + 2)]

    return (zip(*three, strict=True) for three in product(vectors(items), repeat=3))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (whole("{a a b}{b}").exchanged(), "{a a}{a b}"),
        (whole("{a a b}{b}").repeated(2), "{a a a a b b}{b b}"),
        (whole("{a a b}{b}").perfect(), "{a a}{b b}"),
        (whole("{a a b}{b}").refined(), "{a a}{b}{b}"),
        (whole("{a b}").beside(whole("{a}{a}")), "{a b}{c}{c}"),
        (whole("{a b c}{a}").split(0, [1]), "{a c}{b}{a}"),
        (whole("{a}{a b}{c}").merged(0, 1), "{a a b}{c}"),
    ],
)
def test_a_changed_clustering_is_what_it_says(found: Whole, expected: str) -> None:
    assert same(found, expected)


@pytest.mark.parametrize(("text", "perfect", "pure"), [("{a a}{b}", 1, 1), ("{a}{a}", 0, 1), ("{a b}", 0, 0)])
def test_perfect_and_pure_clusterings_are_told(text: str, perfect: int, pure: int) -> None:
    assert (whole(text).is_perfect, whole(text).is_pure) == (bool(perfect), bool(pure))


def outcome(metric: str, constraint: str) -> tuple[str, str | None]:
    verdict = (
        check(metric, "clustering", constraints=[constraint], effort="quick", cache=False, jobs=1)
        .cells[0]
        .strict
    )
    return verdict.outcome, verdict.evidence


@pytest.mark.parametrize("constraint", ["symmetry", "n_invariance", "collinearity"])
def test_variation_of_information_provably_has_the_equalities_of_its_paper(constraint: str) -> None:
    assert outcome("variation_of_information", constraint) == ("holds", "proof")


@pytest.mark.parametrize(
    "constraint", ["triangle_inequality", "convex_additivity", "locality", "join_improvement"]
)
def test_variation_of_information_has_its_other_properties_in_every_small_case(constraint: str) -> None:
    assert outcome("variation_of_information", constraint)[0] == "holds"


@pytest.mark.parametrize(
    ("metric", "constraint"),
    [
        # {a b}: purity 1/2; {a}{a}: purity 1
        ("purity", "symmetry"),
        # {a b}: no pair of the one is right, 0; doubled {a a b b}: 2 of 6 pairs are
        ("rand", "n_invariance"),
        # {a a}{b b} with aa cut: pairs bb right, aa lost: 1/2 lacks; {a a}{b}{c} with aa cut: all lacks
        ("jaccard", "locality"),
        # adjusted for chance: equal halves are more surprising together
        ("adjusted_rand", "convex_additivity"),
        # {a a b}{c} : f_purity mixes both ways
        ("f_purity", "collinearity"),
    ],
)
def test_metrics_that_lack_a_property_are_contradicted(metric: str, constraint: str) -> None:
    assert outcome(metric, constraint)[0] == "contradicted"


def test_metrics_that_score_splits_as_gold_are_blind_to_the_maximum() -> None:
    """Every pure clustering has purity 1, as the gold has."""
    assert outcome("purity", "maximal_agreement")[0] == "blind"
    assert outcome("bcubed_f", "maximal_agreement")[0] == "holds"


def test_an_error_is_as_near_as_its_value_and_a_score_as_what_it_lacks() -> None:
    """Mirkin's distance is a metric; the share of agreeing pairs, its mirror image, has the property too."""
    assert outcome("mirkin", "triangle_inequality")[0] == "holds"
    assert outcome("rand", "triangle_inequality")[0] == "holds"


def test_a_wrong_reading_of_a_changed_clustering_is_found_by_the_cases(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record, metric = CONSTRAINTS["symmetry"], METRICS["purity"]
    monkeypatch.setattr(_Reading, "exchanged", lambda self: self)
    proof = prove(metric, record)
    assert proof is not None
    assert proof.sign == "zero"
    with pytest.raises(CertificateError):
        confirm(proof, metric, record, sweep_cases(record, 6))


def test_a_metric_with_no_symmetry_is_not_proved_to_have_it() -> None:
    for key, metric in METRICS.items():
        if metric.reads is None:
            proof = prove(metric, CONSTRAINTS["symmetry"])
            values = metric(["a", "a", "b"], ["x", "x", "x"]), metric(["x", "x", "x"], ["a", "a", "b"])
            assert proof is None or values[0] == pytest.approx(values[1]), key
