"""Multi-label metrics: every value on small outputs, the specification's worked values, identities, and packages."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from naive_multilabel import NAIVE, Output, parse

from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.multilabel import Assignment
from axiometrics.tasks.multilabel.enumeration import dags, forests, small_outputs
from axiometrics.tasks.multilabel.hierarchy import Hierarchy, _nearest, bits
from axiometrics.tasks.multilabel.hierarchy import recursion as rows_recursion
from axiometrics.tasks.multilabel.rows import Batch

TASK = get_task("multilabel")
METRICS = metrics("multilabel")
A = "a > a1, a2; b > b1   gold a1 | a1 b1 | a2 | b   system a1 | a2 b1 | a b1 | -"
B = "a; b; c   gold a | a b | -   system a b | a | -"


def drawn(count: int, most_labels: int = 6) -> list[Assignment]:
    draw, found = random.Random(7), []
    for _ in range(count):
        items, labels = draw.randint(1, 5), draw.randint(1, most_labels)
        above = [() if draw.random() < 0.4 or not c else (draw.randrange(c),) for c in range(labels)]
        gold = [draw.randrange(1 << labels) & draw.randrange(1 << labels) for _ in range(items)]
        system = [tuple(draw.sample(range(labels), draw.randint(0, min(3, labels)))) for _ in range(items)]
        found.append(Assignment(Hierarchy.of(above), tuple(gold), tuple(system)))
    return found


SMALL = [*small_outputs(4), *drawn(300)]


@pytest.mark.parametrize("key", METRICS)
def test_every_value_is_that_of_the_definition(key: str) -> None:
    if key == "icm_soft":
        pytest.skip("its own tests are below")
    floats = TASK.values(METRICS[key], Batch(SMALL))
    for output, found in zip(SMALL, floats.tolist(), strict=True):
        expected = NAIVE[key](Output(*parse(output.notation())))
        if expected is None:
            assert found != found, output.notation()
        else:
            assert found == pytest.approx(expected, abs=1e-9), output.notation()


def test_every_metric_has_a_definition_of_its_own() -> None:
    assert set(NAIVE) == set(METRICS) - {"icm_soft"}


WORKED = {
    "hamming_loss": Fraction(3, 10), "subset_accuracy": Fraction(1, 4), "example_precision": Fraction(3, 8),
    "example_precision(empty=1)": Fraction(5, 8), "example_recall": Fraction(3, 8), "example_f1": Fraction(3, 8),
    "example_jaccard": Fraction(1, 3), "micro_precision": Fraction(2, 5), "micro_recall": Fraction(2, 5),
    "micro_f1": Fraction(2, 5), "micro_jaccard": Fraction(1, 4), "macro_precision": Fraction(3, 10),
    "macro_recall": Fraction(3, 10), "macro_f1": Fraction(4, 15), "weighted_f1": Fraction(2, 5),
    "hierarchical_precision": Fraction(2, 3), "hierarchical_recall": Fraction(2, 3),
    "hierarchical_f1": Fraction(2, 3), "hierarchical_f1(average=example)": Fraction(43, 80),
    "closure_hamming": Fraction(3, 10), "h_loss": Fraction(5, 4), "lca_precision": Fraction(13, 24),
    "lca_recall": Fraction(7, 12), "lca_f1": Fraction(47, 84), "graph_induced_accuracy": Fraction(37, 60),
    "sim_gic": 0.402248539433, "remaining_uncertainty": 0.792481250361, "misinformation": 0.89624062518,
    "semantic_distance": 1.19635855428, "icm": -0.731203125901, "icm_norm": 0.291084821171,
    "icm(alpha1=1,alpha2=1,beta=1)": 0.957518749639, "icm(alpha1=1,alpha2=1,beta=3/2)": -0.365601562951,
    "icm(information=recursive)": -0.731203125901, "precision_at": Fraction(1, 4), "precision_at(k=2)": Fraction(1, 4),
    "psp_at": 0.330257930628, "psp_norm_at": 0.241067930672, "example_cosine": Fraction(3, 8),
}  # fmt: skip
WORKED_FLAT = {
    "hamming_loss": Fraction(2, 9), "example_f1": Fraction(4, 9), "example_f1(empty=1)": Fraction(7, 9),
    "example_f1(empty=skip)": Fraction(2, 3), "example_jaccard": Fraction(1, 3),
    "example_jaccard(empty=1)": Fraction(2, 3), "example_precision": Fraction(1, 2),
    "example_precision(empty=1)": Fraction(5, 6), "example_cosine": 2**0.5 / 3, "micro_f1": Fraction(2, 3),
    "macro_f1": Fraction(1, 3), "weighted_f1": Fraction(2, 3), "lca_f1": Fraction(8, 15),
    "graph_induced_accuracy": Fraction(11, 15), "icm": Fraction(-2, 3), "icm_norm": 0.137008771061,
    "precision_at": Fraction(2, 3), "psp_norm_at": 0.99235973604,
}  # fmt: skip


def instance(label: str) -> Any:
    key, _, given = label.rstrip(")").partition("(")
    return METRICS[key].with_parameters(**dict(part.split("=") for part in given.split(",") if part))


@pytest.mark.parametrize(
    ("text", "label", "value"),
    [(text, *item) for text, known in ((A, WORKED), (B, WORKED_FLAT)) for item in known.items()],
)
def test_worked_values(text: str, label: str, value: Any) -> None:
    assert instance(label)(text) == pytest.approx(float(value), abs=2e-12)


def recursion(tree: Hierarchy, counts: tuple[int, ...], order: list[int]) -> dict[int, int]:
    """The published recursion for labels in any order: how often each label's information is added."""
    if not order:
        return {}
    first, *rest = order
    found = {first: 1}
    tops = list(dict.fromkeys(_nearest(tree, counts, first, other) for other in rest))
    for sign, part in ((1, rest), (-1, [top for top in tops if top >= 0])):
        for label, times in recursion(tree, counts, part).items():
            found[label] = found.get(label, 0) + sign * times
    return found


@pytest.mark.parametrize("labels", [3, 4, 5])
def test_the_recursion_adds_every_label_of_a_closure_once_less_its_parent(labels: int) -> None:
    draw = random.Random(labels)
    for tree in forests(labels):
        counts = tuple(range(labels, 0, -1))
        for mask in range(1 << labels):
            closed = dict.fromkeys(bits(tree.closure(mask)), 1)
            for label in bits(tree.closure(mask)):  # IC(c) - IC(parent)
                for parent in tree.parents[label]:
                    closed[parent] -= 1
            expected = {label: times for label, times in closed.items() if times}
            order = draw.sample(bits(mask), len(bits(mask)))
            for found in (rows_recursion(tree, counts, mask), recursion(tree, counts, order)):
                assert {label: times for label, times in found.items() if times} == expected


def test_in_a_graph_the_recursion_may_differ_from_the_closed_form() -> None:
    differing = []
    for tree in dags(4):
        for gold in ((0b1111, 0b0011), (0b1000, 0b0100), (0b1000, 0b0001)):
            output = Assignment(tree, gold, ((3,), (2, 1)))
            one, other = (instance(f"icm(information={way})")(output) for way in ("closed", "recursive"))
            differing.append(abs(one - other) > 1e-9)
    assert any(differing)


def test_identities() -> None:
    for output in SMALL[::7]:
        flat = Assignment(Hierarchy.of([()] * output.hierarchy.labels), output.gold, output.system)
        assert METRICS["hierarchical_f1"](flat) == METRICS["micro_f1"](flat)
        assert METRICS["closure_hamming"](flat) == METRICS["hamming_loss"](flat)
        perfect = output.perfect()
        own = Output(*parse(perfect.notation()))
        best = sum(map(own.information, own.gold)) / own.n
        assert instance("icm(alpha1=3,alpha2=2,beta=1)")(perfect) == pytest.approx(4 * best)


def test_a_label_that_no_gold_item_has_counts_as_one_of_a_single_item() -> None:
    assert METRICS["misinformation"]("a; b   gold a | a   system b | -") == 0.5


def test_given_information_takes_the_place_of_the_gold() -> None:
    found = METRICS["icm"]([{"x"}], [["x"]], labels=["x"], information=({"x": 1}, 8))
    assert found == pytest.approx(3.0)
    assert METRICS["icm"]([{"x"}], [["x"]], labels=["x"]) == 0.0


def test_no_items_have_no_value() -> None:
    assert METRICS["example_f1"]([], [], labels=["x"]) is None


SOFT = ([{"x": 1, "y": 0.25}, {"y": 0.5}, {"x": 0.5}], [{"x": 0.75}, {"x": 0.25, "y": 1}, {}])


def test_soft_information_follows_its_definition() -> None:
    from statistics import NormalDist

    columns = {"x": [1, 0, 0.5], "y": [0.25, 0.5, 0]}

    def alone(label: str, weight: float) -> float:
        from math import log2

        if weight == 0:
            return 0.0
        mean = sum(columns[label]) / 3
        width = sum(abs(value - mean) for value in columns[label]) / 3
        return -log2(1 - NormalDist(mean, width).cdf(weight))

    def whole(item: dict[str, float]) -> float:
        return sum(alone(label, weight) for label, weight in item.items())

    expected = 0.0
    for gold, system in zip(*SOFT, strict=True):
        union = {label: max(gold.get(label, 0), system.get(label, 0)) for label in {*gold, *system}}
        expected += 2 * whole(system) + 2 * whole(gold) - 3 * whole(union)
    assert METRICS["icm_soft"](*SOFT, labels=["x", "y"]) == pytest.approx(expected / 3)


def test_soft_information_has_no_value_where_all_weights_are_alike() -> None:
    assert METRICS["icm_soft"]([{"x": 1}, {"x": 1}], [{"x": 1}, {}], labels=["x"]) is None


AVERAGES = {"samples": "example", "micro": "micro", "macro": "macro", "weighted": "weighted"}


@pytest.mark.parametrize(("average", "prefix"), AVERAGES.items())
@pytest.mark.parametrize("empty", ["0", "1", "skip"])
def test_scikit_learn_gives_the_same(average: str, prefix: str, empty: str) -> None:
    sk = pytest.importorskip("sklearn.metrics")
    functions = {
        "precision": sk.precision_score,
        "recall": sk.recall_score,
        "f1": sk.f1_score,
        "jaccard": sk.jaccard_score,
    }
    for name, function in functions.items():
        if f"{prefix}_{name}" not in METRICS or (prefix != "example" and empty != "0"):
            continue
        if name == "jaccard" and empty == "skip":
            continue  # its zero_division is 0 or 1
        metric = instance(f"{prefix}_{name}" + (f"(empty={empty})" if prefix == "example" else ""))
        for output in SMALL[::11]:
            if output.hierarchy.labels < 2:
                continue  # one column is read as a single class
            gold, system = output.to_indicator()
            zero = {"0": 0, "1": 1, "skip": float("nan")}[empty]
            found, expected = metric(output), function(gold, system, average=average, zero_division=zero)
            assert expected != expected if found is None else found == pytest.approx(expected)


def test_scikit_learn_counts_wrong_labels_alike() -> None:
    sk = pytest.importorskip("sklearn.metrics")
    for output in SMALL[::11]:
        if output.hierarchy.labels > 1:
            sides = output.to_indicator()
            assert METRICS["hamming_loss"](output) == pytest.approx(sk.hamming_loss(*map(np.array, sides)))


def nested(parents: dict[str, list[str]], above: str | None = None) -> Any:
    """A hierarchy as PyEvALL reads it: dicts of what lies below, lists where nothing lies deeper."""
    below = [label for label, own in parents.items() if (own[0] if own else None) == above]
    if above is not None and not any(label in own for label in below for own in parents.values()):
        return below
    return {label: nested(parents, label) for label in below}


@pytest.mark.filterwarnings("ignore")
def test_pyevall_gives_the_same(tmp_path: Any) -> None:
    """Only in an environment of its own, since it pins NumPy; 25 collections agreed there to 1e-15."""
    pyevall = pytest.importorskip(
        "pyevall.evaluation", reason="PyEvALL pins NumPy 1.26: try it in its own environment"
    )
    for output in (each for each in drawn(60, 5) if all(each.gold) and all(each.system)):
        gold, system, parents = output.to_hierarchy()
        best = METRICS["icm_norm"](output)
        for name, side in (("gold", gold), ("system", system)):
            rows = [{"test_case": "t", "id": str(k), "value": list(item)} for k, item in enumerate(side)]
            (tmp_path / f"{name}.json").write_text(json.dumps(rows))
        files = [str(tmp_path / f"{name}.json") for name in ("system", "gold")]
        asked = ["ICM"] if best is None else ["ICM", "ICMNorm"]
        judged = pyevall.PyEvALLEvaluation().evaluate(
            *files, asked, hierarchy=nested(parents), report="embedded", log_level="none"
        )
        for name, value in zip(asked, (METRICS["icm"](output), best), strict=False):
            found = judged.report["metrics"][name]["results"]["average_per_test_case"]
            assert found == pytest.approx(value, abs=1e-9)
