"""Verdicts on classification metrics that are known, with their smallest counterexamples, and errors that are found."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
import sympy

from axiometrics import check, explain, matrix
from axiometrics.axioms import constraints
from axiometrics.checker.demands.every_case import stored
from axiometrics.checker.prove import prove
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.recheck.signs import recheck_parts
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.nodes import Ratio
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.classification import ConfusionMatrix
from axiometrics.tasks.classification.cases import Mean, arranged, sweep
from axiometrics.tasks.ordinal.used_classes import resolved
from tests.soundness.grammar import Formula


def cell(key: Any, constraint: str, effort: Any = "quick") -> Any:
    return explain(key, constraint, "classification", effort=effort, cache=False, plugins=False)


PROVED = [
    *((key, name) for key in ("accuracy", "error_rate", "bennett_s", "micro_jaccard") for name in (
        "correction", "added_error", "perfect_output", "label_permutation", "symmetry"
    )),
    ("balanced_accuracy", "correction"), ("balanced_accuracy", "error_direction"),
    ("balanced_accuracy", "replication"), ("balanced_accuracy", "unused_class"),
    ("macro_f", "symmetry"), ("macro_f", "label_permutation"), ("macro_f", "replication"),
    ("cohen_kappa", "symmetry"), ("scott_pi", "replication"), ("mcc", "label_permutation"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "constraint"), PROVED)
def test_a_property_is_proved_for_two_to_four_classes(key: str, constraint: str) -> None:
    """Right items are D of N: a correction adds one, a permutation or a transposition none."""
    found = cell(key, constraint).strict
    assert (found.outcome, found.evidence) == ("holds", "proof")


CONTRADICTED = [
    # d = 0, a = 3 0 1, b = 1 1 2, Q = 5: -5/(16 - 5); then d = 1, b = 2 0 2, Q = 8: (4 - 8)/(16 - 8)
    ("cohen_kappa", "correction", "[0 1 2; 0 0 0; 1 0 0]", "[1 0 2; 0 0 0; 1 0 0]", "-5/11", "-1/2"),
    # (2/3 + 0)/2 before; class 3 is in use after, and is averaged: F is 2/4, 0 and, of one more class, 0
    ("macro_f", "error_direction", "[1 1 0; 1 0 0; 0 0 0]", "[1 0 1; 1 0 0; 0 0 0]", "1/4", "1/6"),
    ("accuracy", "gold_class_scaling", "[2 0; 1 0]", "[1 0; 1 0]", "2/3", "1/2"),
]


@pytest.mark.parametrize(("key", "constraint", "worse", "better", "low", "high"), CONTRADICTED)
def test_the_smallest_counterexample_is_known(
    key: str, constraint: str, worse: str, better: str, low: str, high: str
) -> None:
    found = cell(key, constraint)
    assert found.strict.outcome == "contradicted"
    assert set(found.witness.outputs.values()) == {worse, better}
    assert found.witness.minimal
    for output, value in ((worse, low), (better, high)):
        assert metrics("classification")[key](output) == pytest.approx(float(Fraction(value)))


def test_accuracy_never_sees_whose_error_it_is() -> None:
    found = cell("accuracy", "rare_class_error").strict
    assert (found.outcome, found.always) == ("blind", True)


def test_recall_ties_where_only_other_classes_improve() -> None:
    found = check("recall", "classification", constraints=["correction"], effort="quick", cache=False).cells[
        0
    ]
    assert found.constraint == "correction(classes=2)"
    assert found.strict.outcome == "blind"


@pytest.mark.parametrize("constraint", ["error_direction", "unused_class", "merged_confused_classes"])
def test_a_metric_of_two_classes_is_not_asked_about_three(constraint: str) -> None:
    assert cell("precision", constraint).strict.outcome == "not_applicable"


def test_for_a_symmetric_metric_the_two_halves_of_monotonicity_are_one() -> None:
    """The transpose of a correction is a gold correction; of these none is stored."""
    for key in ("macro_f", "scott_pi", "mcc", "cohen_kappa", "class_balance_accuracy"):
        rows, columns = (cell(key, name) for name in ("correction", "gold_correction"))
        if rows.witness is not None and rows.witness.outputs in stored("classification")["correction"]:
            assert columns.strict.evidence != "proof"
        else:
            assert rows.strict.outcome == columns.strict.outcome


PLANTED = {
    "correction": lambda matrix: matrix.right - matrix.of_system(lambda one: one.system**2) / matrix.items,
    "symmetry": lambda matrix: matrix.of_gold(lambda one: one.right / one.gold),
    "label_permutation": lambda matrix: matrix.right + matrix.of_used(lambda one: one.right * one.number),
    "replication": lambda matrix: matrix.right,
    "unused_class": lambda matrix: matrix.right / matrix.classes,
    "added_success": lambda matrix: matrix.right / matrix.items**2,
    "perfect_output": lambda matrix: matrix.items - matrix.right,
    "error_direction": lambda matrix: matrix.right + matrix.system_classes,
    "gold_class_scaling": lambda matrix: matrix.right / matrix.items,
}


@pytest.mark.parametrize("constraint", PLANTED)
def test_a_planted_error_is_found(constraint: str) -> None:
    planted = build(PLANTED[constraint], task="classification", key="planted")
    assert cell(planted, constraint).strict.outcome == "contradicted"


@pytest.mark.parametrize("key", ["correction", "symmetry", "error_direction"])
def test_a_sweep_has_every_matrix_that_the_statement_allows(key: str) -> None:
    """Counted again by going through all matrices with 2 and 3 classes and up to 3 items."""
    constraint = constraints("classification")[key]
    batch = sweep(constraint.bound_generator, constraint.outputs, 3)
    found = {
        tuple(batch.case(place).outputs[name].notation() for name in constraint.outputs)
        for place in range(len(batch))
        if batch.case(place).outputs[constraint.outputs[0]].classes < 4
    }
    wanted = set()
    for k in (2, 3):
        for counts in product(range(4), repeat=k * k):
            if 0 < sum(counts) < 4:
                wanted |= _cases(key, [list(counts[i * k : i * k + k]) for i in range(k)])
    assert {frozenset(pair) for pair in found} == {frozenset(pair) for pair in wanted}


def _cases(key: str, rows: list[list[int]]) -> set[tuple[str, str]]:
    """Return the pairs of one matrix, written with a row for each gold class."""
    some, first = range(len(rows)), ConfusionMatrix.of_gold_rows(rows).notation()
    if key == "symmetry":
        return {(first, ConfusionMatrix.of_gold_rows(zip(*rows, strict=True)).notation())}
    found = set()
    for i, j, to in product(some, repeat=3):
        allowed = to == i if key == "correction" else to not in (i, j)
        if i != j and allowed and rows[i][j]:
            moved = [[*row] for row in rows]
            moved[i][j] -= 1
            moved[i][to] += 1
            found.add((first, ConfusionMatrix.of_gold_rows(moved).notation()))
    return found


def test_a_drawing_names_gold_and_system() -> None:
    task = get_task("classification")
    drawn = task.drawing({"worse": "[1 2; 0 3]", "better": "[2 1; 0 3]"})
    assert drawn.splitlines()[:2] == ["worse   system  1  2", "gold    1      *1 *2"]
    picture = task.picture({"worse": "[1 2; 0 3]"}, "a matrix")
    assert ">gold<" in str(picture)
    assert ">system<" in str(picture)


def test_a_function_of_scikit_learn_is_judged_by_labels() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    cells = check(
        sklearn.accuracy_score, "classification", reads="labels", constraints=["correction", "rare_class_error"],
        effort="quick", size=3, max_examples=5, cache=False, hunt=0,
    ).cells  # fmt: skip
    assert [each.strict.outcome for each in cells] == ["holds", "blind"]


def test_a_proof_of_choices_that_no_swept_case_has_is_kept_as_what_it_is() -> None:
    """Within the bound of quick effort no case of three classes with items on both sides is left."""
    found = cell("balanced_accuracy", "rare_class_error(support=both)").strict
    assert (found.outcome, found.evidence) == ("holds", "proof")
    assert "third" not in sweep(
        constraints("classification")["rare_class_error"].with_parameters(support="both").bound_generator,
        ("worse", "better"), 4,
    ).sizes  # fmt: skip


def in_the_matrix(key: str, *names: str) -> list[Any]:
    found = matrix(
        "classification", metrics=[key], constraints=list(names), effort="quick", cache=False, hunt=0, jobs=1,
        plugins=False,
    )  # fmt: skip
    return [each.strict for each in found.cells]


def test_a_proof_of_two_classes_is_one_of_all_cases_that_have_a_value() -> None:
    """Cases of three classes are in the sweep, too, and have no value."""
    for verdict in in_the_matrix("f", "replication", "symmetry"):
        assert (verdict.outcome, verdict.evidence) == ("holds", "proof")
        assert verdict.applicable < verdict.cases


FURTHER_PROVED = [
    ("macro_f", "perfect_output"), ("weighted_f", "worst_output"), ("macro_recall", "correction"),
    ("balanced_accuracy", "gold_class_scaling"), ("adjusted_balanced_accuracy", "label_permutation"),
    ("k_measure", "perfect_output"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "constraint"), FURTHER_PROVED)
def test_classes_that_may_be_empty_do_not_stand_in_the_way_of_a_proof(key: str, constraint: str) -> None:
    (verdict,) = in_the_matrix(key, constraint)
    assert (verdict.outcome, verdict.evidence) == ("holds", "proof")


class TestAProofThatIsWrong:
    """That a perfect output has the highest least recall: with all parts, and with some changed."""

    METRIC = metrics("classification")["min_recall"]
    CONSTRAINT = constraints("classification")["perfect_output"]

    def submit(self, change: Any, sign: str = "positive") -> int:
        proof = prove(self.METRIC, self.CONSTRAINT)
        assert proof is not None
        data = proof.certificate.to_dict()
        change(data["parts"])
        batches = sweep_cases(self.CONSTRAINT, 4), larger_cases(self.CONSTRAINT, wide=False)
        return recheck_parts(
            data, sign, *(Concrete.of(self.METRIC, self.CONSTRAINT.margin, batch) for batch in batches)
        )

    def test_as_it_is_it_passes(self) -> None:
        assert self.submit(lambda parts: None) > 0

    def test_without_a_part_whose_cases_have_values_it_is_refused(self) -> None:
        with pytest.raises(CertificateError, match="what no part of the proof speaks of has a value"):
            self.submit(lambda parts: parts.pop())

    def test_with_another_sign_it_is_refused(self) -> None:
        with pytest.raises(CertificateError):
            self.submit(lambda parts: [part.update(sign="zero") for part in parts], "zero")

    def test_a_generator_that_is_not_what_it_is_said_to_be_is_refused(self) -> None:
        """What a generator is measured by is turned round."""

        def turn(parts: Any) -> None:
            for known in parts[0]["generators"]:
                if known["definition"].endswith("@worse") or "q" in known["definition"]:
                    known["definition"] = f"-({known['definition']})"

        with pytest.raises(CertificateError):
            self.submit(turn)


def test_a_random_output_has_as_many_right_items_on_average_as_independent_labels() -> None:
    """The sum over classes of a_i b_i/N, for every class size of 4 items in 3 classes."""
    task, accuracy = get_task("classification"), metrics("classification")["accuracy"]
    sizes = [(a, b, 4 - a - b) for a in range(5) for b in range(5 - a)]
    for gold, system in product(sizes, repeat=2):
        found = task.value(accuracy, arranged(gold, system), exact_algebra(10))
        assert Fraction(str(found)) == Fraction(sum(a * b for a, b in zip(gold, system, strict=True)), 16)


@pytest.mark.parametrize(
    ("key", "constraint", "outcome"),
    [
        ("mcc", "constant_baseline", "holds"), ("cohen_kappa", "constant_baseline", "holds"),
        ("accuracy", "constant_baseline", "contradicted"), ("g_mean", "constant_baseline", "contradicted"),
        # of independent gold and system the recalls are the shares of the system's classes: their sum is 1
        ("informedness", "independent_value", "holds"), ("accuracy", "independent_value", "contradicted"),
        ("balanced_accuracy", "independent_same_gold", "contradicted"),  # a gold of one class: its recall is any
        ("accuracy", "majority_growing", "holds"), ("mcc", "majority_growing", "blind"),
        ("mcc", "above_chance", "holds"),
        ("accuracy", "fixed_minimum", "holds"), ("mcc", "fixed_minimum", "contradicted"),
        ("error_count", "fixed_minimum", "contradicted"),  # all of N items may be wrong
        ("accuracy", "definiteness", "holds"), ("cohen_kappa", "definiteness", "contradicted"),
        ("accuracy", "exchange_additivity", "holds"), ("accuracy", "independence", "holds"),
    ],
)  # fmt: skip
def test_what_is_known_of_chance_and_of_whole_ranges(key: str, constraint: str, outcome: str) -> None:
    (verdict,) = in_the_matrix(key, constraint)
    assert verdict.outcome == outcome


def test_the_witness_of_an_expectation_names_class_sizes_and_arrangements() -> None:
    found = cell("accuracy", "constant_baseline").witness
    assert "gold 1 1 0, system 1 1 0; 2 arrangements" in found.text
    assert found.scores["original"] == "1/2"


def test_two_infinite_odds_ratios_tie() -> None:
    found = cell("diagnostic_odds_ratio", "correction")
    assert found.strict.outcome == "blind"
    assert set(found.witness.scores.values()) == {"oo"}
    assert cell("diagnostic_odds_ratio", "constant_baseline").strict.outcome == "undefined"


def of_the_first(gold: Any, system: Any) -> float:
    return float(gold[0] == system[0])


def test_a_function_that_looks_at_the_order_of_items_is_contradicted() -> None:
    """Only of items in another order: [1 0; 1 0] lists the right one first, or last."""
    found = check(
        of_the_first, "classification", reads="labels", constraints=["item_order"], effort="quick", size=3,
        max_examples=2, cache=False, hunt=0,
    ).cells[0]  # fmt: skip
    assert found.strict.outcome == "contradicted"
    assert set(found.witness.outputs.values()) == {"1*[1 0; 1 0]", "1*[1 0; 1 0] reversed"}


def of(body: str) -> Any:
    return build(Formula.of("matrix", body).function, task="classification")


BEYOND = [
    # a denominator that is zero where a class has a million items, beyond any case that is tried
    ("matrix.all_cells(lambda c: ratio(10**6 - c.gold, 10**6 - c.gold, 0))", "gold_class_scaling", {}),
    ("matrix.of_gold(lambda o: ratio(o.right - 10**6, o.right - 10**6, 1))", "replication", {}),
    ("matrix.of_used(lambda o: guarded(1, 10**6 - o.gold - o.system, 0))", "correction", {}),
    # a rest that is negative where all classes are large
    (
        "matrix.right * matrix.of_used(lambda o: ratio(10**6 - o.gold, 2*o.gold + o.system, 0))",
        "exchange_correction", {"support": "both"},
    ),
    (
        "matrix.right * matrix.of_gold(lambda o: (10**6 - o.gold) / o.gold)", "exchange_correction", {},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("body", "constraint", "given"), BEYOND)
def test_what_is_so_below_a_million_items_alone_is_not_proved(
    body: str, constraint: str, given: dict[str, str]
) -> None:
    assert prove(of(body), constraints("classification")[constraint].with_parameters(**given)) is None


@pytest.mark.parametrize(
    ("body", "constraint"),
    [
        (
            "matrix.right * matrix.of_used(lambda o: ratio(1 - o.gold, 2*o.gold + o.system, 0))",
            "exchange_correction",
        ),
        ("matrix.right * matrix.of_gold(lambda o: (2 - o.gold) / o.gold)", "exchange_correction"),
        ("matrix.all_cells(lambda c: ratio(2 - c.gold, 2 - c.gold, 0))", "gold_class_scaling"),
    ],
)
def test_a_small_size_at_which_a_sign_changes_costs_no_verdict(body: str, constraint: str) -> None:
    found = cell(of(body), constraint).strict
    assert found.outcome in ("contradicted", "blind")


def test_a_convention_is_dropped_only_where_its_denominator_cannot_be_zero() -> None:
    x, y = sympy.symbols("x y", nonnegative=True)
    known = SimpleNamespace(
        plain=lambda quantity: quantity, case=SimpleNamespace(positive=[], nonnegative=[x, y])
    )
    doubtful = Ratio(sympy.S.One, sympy.expand((x + y) * (1000 - x)), sympy.S.Zero)
    assert resolved(doubtful, x + y, known) == doubtful
    assert not resolved(Ratio(sympy.S.One, 2 * x + y, sympy.S.Zero), x + y, known).has(Ratio)


@pytest.mark.parametrize(
    "text",
    ["2*[1 0; 0 1]", "1/2*[1 0; 0 1] + 1/2*[1 0 0; 0 1 0; 0 0 1]", "1/0*[1 0; 0 1]", "1/2/3*[1 0; 0 1]", "x"],
)
def test_a_mean_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="cannot read the mean"):
        Mean.from_notation(text)


def test_of_three_labelings_the_grid_is_what_was_labelled() -> None:
    """Items of two classes 8 kinds, of three 27: up to three items, and one."""
    triangle = constraints("classification")["triangle_inequality"]
    found = sweep(triangle.bound_generator, triangle.outputs, 5)
    assert found.grid == "K 2/3/4, N ≤ 3/1/1"
    assert [int((found.sizes["classes"] == number).sum()) for number in (2, 3, 4)] == [8 + 36 + 120, 27, 64]
    assert cell("accuracy", "triangle_inequality").strict.outcome == "holds"
    few = explain("accuracy", "triangle_inequality", "classification", effort="quick", size=1, cache=False)
    assert few.strict.outcome == "holds"
