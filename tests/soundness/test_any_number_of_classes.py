"""A proof for any number of classes holds for each: what changes from some number on is not proved for all of them.

The sweeps and the random cases of the checker have few classes; here are cases of 6 to 12 of them.
"""

from __future__ import annotations

import copy
import random
from contextlib import suppress
from fractions import Fraction
from functools import partial

import pytest
from naive_classification import NAIVE, items_of

import axiometrics as ax
from axiometrics.certify.document import standing_alone
from axiometrics.checker.prove.engine import prove
from axiometrics.checker.scores import orientation_sign
from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.tasks.choosing import AtRandom, Impossible
from axiometrics.tasks.classification.symbolic import of_any_number
from axiometrics.tasks.ordinal.cases import _DrawnMatrices
from axiometrics.tasks.ordinal.chooser import one_of_each, outputs, right_cells

from .attacks import attacked, proof_of

SIGNS = {
    1: {"positive", "nonnegative"},
    0: {"zero", "nonnegative", "nonpositive"},
    -1: {"negative", "nonpositive"},
}
"""What may be said of a margin by its sign."""
ACCURACY = "matrix.right / matrix.items"
RECALL = "matrix.of_gold(lambda one: one.right / one.gold)"
F = "matrix.of_used(lambda one: one.right / (one.gold + one.system))"
PROVED = [
    ("correction", ACCURACY),
    ("correction", f"{F} / matrix.used"),
    ("correction", f"{ACCURACY} / matrix.classes"),
    ("perfect_output", f"{RECALL} / matrix.gold_classes"),
    ("worst_output", f"{F} / matrix.used"),
    ("symmetry", "matrix.all_cells(lambda cell: cell.wrong * cell.gold * cell.system)"),
    ("symmetry", "matrix.cells(lambda cell: cell.items ** 2 * cell.gold * cell.system)"),
    ("unused_class", "matrix.all_cells(lambda cell: cell.wrong * cell.gold * cell.system)"),
    ("label_permutation", "matrix.cells(lambda cell: cell.items ** 2 * cell.gold)"),
    ("rare_class_error", f"{RECALL} / matrix.gold_classes"),
    ("replication", "matrix.cells(lambda cell: cell.items ** 2) / matrix.items ** 2"),
]
HOSTILE = [
    # another formula from some number of classes on
    ("correction", f"guarded({ACCURACY}, matrix.classes - 6, -1 * {ACCURACY})"),
    ("correction", f"guarded({ACCURACY}, matrix.classes - 9, 0)"),
    ("correction", f"ratio({ACCURACY}, matrix.classes - 7, 0)"),
    ("correction", f"ratio({ACCURACY}, 8 - matrix.classes, 1)"),
    ("correction", f"{ACCURACY} * (1 - 2 * maximum(matrix.classes - 6, 0))"),
    ("correction", f"{ACCURACY} * (19 - 2 * matrix.classes)"),
    ("correction", f"{ACCURACY} * minimum(7 - matrix.classes, 5)"),
    ("perfect_output", f"guarded({RECALL}, matrix.classes - 8, 1)"),
    ("unused_class", f"{ACCURACY} + maximum(matrix.classes - 8, 0)"),
    ("unused_class", f"{ACCURACY} + maximum(7, matrix.classes)"),
    ("unused_class", f"guarded({ACCURACY}, matrix.classes - 9, 0)"),
    ("symmetry", f"guarded({ACCURACY}, matrix.classes - 7, {RECALL})"),
    ("replication", f"{ACCURACY} + maximum(matrix.classes - 7, 0) * matrix.items"),
    ("rare_class_error", f"{RECALL} * (15 - 2 * matrix.classes)"),
    ("perfect_output", f"{RECALL} * (matrix.gold_classes - 7)"),
    ("symmetry", "guarded(matrix.gold_classes - matrix.system_classes, matrix.classes - 6, 0)"),
    # classes that are not told change, or there are more of them
    ("correction", "-1 * matrix.cells(lambda cell: cell.items * cell.system)"),
    (
        "correction",
        "matrix.right ** 3 - matrix.all_cells(lambda cell: cell.wrong * cell.system ** 2 * cell.gold)",
    ),
    ("unused_class", "matrix.all_cells(lambda cell: cell.wrong)"),
    ("unused_class", "matrix.all_cells(lambda cell: guarded(0, cell.gold, 1))"),
    ("unused_class", f"{F} / matrix.classes"),
    ("added_success", f"{F} - matrix.used / 10**9"),
    ("worst_output", f"{F} - matrix.used / 10**9"),
    ("perfect_output", f"{RECALL} - matrix.system_classes"),
    ("correction", f"{ACCURACY} - (matrix.classes - matrix.used) / 10**9"),
    # gold and system exchanged, also of two classes that are not told
    ("symmetry", RECALL),
    ("symmetry", "matrix.gold_classes"),
    ("symmetry", "matrix.cells(lambda cell: cell.items * cell.gold)"),
    ("symmetry", "matrix.cells(lambda cell: cell.wrong * cell.items * cell.gold ** 2 * cell.system)"),
    ("symmetry", "matrix.all_cells(lambda cell: cell.wrong * cell.gold ** 2 * cell.system)"),
    ("symmetry", "matrix.all_cells(lambda cell: cell.wrong * cell.gold * cell.gold_of_system)"),
    ("symmetry", "matrix.cells(lambda cell: cell.items * cell.gold_labels * cell.gold)"),
    # classes by their number, and one for the other
    ("label_permutation", "matrix.of_gold(lambda one: one.number * one.right)"),
    ("correction", "matrix.of_gold(lambda one: (one.number - 2) * one.right)"),
    ("label_permutation", f"guarded({ACCURACY}, matrix.classes - 8, matrix.of_gold(lambda one: one.number))"),
    ("error_direction", "matrix.of_used(lambda one: one.system ** 2)"),
    ("class_indifference", RECALL),
    # what no sweep reaches of a class that is not told
    ("replication", "matrix.of_gold(lambda one: ratio(one.right - 10**6, one.right - 10**6, 0))"),
    ("symmetry", "matrix.of_gold(lambda one: ratio(one.gold - 10**6, one.gold - 10**6, 0))"),
    ("unused_class", "matrix.all_cells(lambda cell: ratio(10**6 - cell.gold, 10**6 - cell.gold, 0))"),
    ("gold_class_scaling", "matrix.cells(lambda cell: cell.items ** 2 / cell.system)"),
]


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_changes_in_few_classes_is_proved_for_any_number_of_them(constraint, body):
    proof = proof_of("classification", constraint, body)
    assert proof is not None
    assert not proof.scope


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_what_is_another_one_for_some_number_is_not_proved_for_any(constraint, body):
    proof = proof_of("classification", constraint, body)
    assert proof is None or proof.scope or proof.sign not in ("positive", "zero")


@pytest.mark.parametrize(("constraint", "body"), HOSTILE[::12])
def test_no_verdict_about_it_is_wrong(constraint, body):
    found, wrong = attacked("classification", constraint, body)
    assert not wrong
    assert found.kind not in ("refused", "error cell", "crash"), found.error


def correcting(choose, look=lambda number, gold, system: None):
    """A correction whose generator looks at what it should not hang on."""
    number = choose.classes()
    gold = choose.index("gold", 1, number)
    system = choose.index("system", 1, number, avoid=(gold,))
    look(number, gold, system)
    worse = choose.matrix(number, least={(system, gold): 1})
    return outputs(worse=worse, better=worse.moved(true=gold, start=system, to=gold))


LOOKS = {
    "above a number": lambda number, gold, system: number > 7,
    "at most a number": lambda number, gold, system: number <= 7,
    "a number": lambda number, gold, system: number == 7,
    "every class": lambda number, gold, system: list(range(1, number + 1)),
    "whether it is odd": lambda number, gold, system: number % 2,
    "the place of a class": lambda number, gold, system: gold == 7,
    "a class as a number": lambda number, gold, system: gold > system,
    "a class as an index": lambda number, gold, system: [1, 2, 3, 4][gold - 1],
    "a class as text": lambda number, gold, system: f"{gold}",
    "the last class": lambda number, gold, system: gold == number,
    "two classes further": lambda number, gold, system: gold + 2,
    "a class after the last": lambda number, gold, system: gold + 1,
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_generator_that_looks_at_numbers_has_no_case_of_any_number_of_classes(look):
    formula = ax.metrics("classification")["accuracy"].formula
    assert of_any_number(correcting, formula)
    assert not of_any_number(partial(correcting, look=LOOKS[look]), formula)


def diagonal_of_all(choose):
    """All cells, taken for those of right items."""
    number = choose.classes()
    every = list(one_of_each(number))
    better = choose.matrix(number, any_of=[(i, j) for i in every for j in every])
    return outputs(worse=better.changed({}), better=better)


def class_after_matrix(choose):
    """A class that is chosen when a matrix is there already."""
    number = choose.classes()
    better = choose.matrix(number, any_of=right_cells(number))
    gold = choose.index("gold", 1, number)
    return outputs(worse=better, better=better.changed({(gold, gold): 1}))


def middle_class(choose):
    """A class between two others."""
    number = choose.classes(3)
    first = choose.index("first", 1, number)
    last = choose.index("last", 1, number, avoid=(first,))
    between = choose.index("between", first, last)
    better = choose.matrix(number, least={(between, between): 1})
    return outputs(worse=better, better=better)


@pytest.mark.parametrize("generator", [diagonal_of_all, class_after_matrix, middle_class])
def test_what_a_generator_cannot_say_of_any_number_of_classes_is_not_guessed(generator):
    assert not of_any_number(generator, ax.metrics("classification")["accuracy"].formula)


def test_random_cases_of_many_classes_agree():
    """Every published cell that is proved for any number of classes, on 6 to 12 of them, item by item."""
    chance, tried = random.Random(2), 0
    for key in (
        "correction",
        "added_error",
        "perfect_output",
        "worst_output",
        "symmetry",
        "rare_class_error",
    ):
        record = ax.constraints("classification")[key]
        proofs = {name: prove(ax.metrics("classification")[name], record) for name in sorted(NAIVE)[::3]}
        for case in large_cases(record.bound_generator, chance, 12):
            for name, proof in proofs.items():
                if proof and not proof.scope:
                    scores = {output: NAIVE[name](*judged) for output, judged in case.items()}
                    if None in scores.values():
                        continue
                    turn = orientation_sign(ax.metrics("classification")[name])
                    found = turn * sum(weight * scores[output] for output, weight in record.margin.items())
                    tried += 1
                    near = abs(found) <= 1e-9 and not isinstance(found, Fraction)
                    assert near or proof.sign in SIGNS[(found > 0) - (found < 0)]
    assert tried > 300


def large_cases(generator, chance, count):
    """Random cases of 6 to 12 classes: the pairs of gold and system class of every item, and how many classes."""
    found = []
    while len(found) < count:
        with suppress(Impossible):
            made = generator(_DrawnMatrices(AtRandom(chance.randrange), range(6, 13))).outputs
            if sum(matrix.items for matrix in made.values()) < 400:
                found.append(
                    {
                        output: (items_of([*zip(*matrix.rows, strict=True)]), matrix.classes)
                        for output, matrix in made.items()
                    }
                )
    return found


def test_how_many_classes_count_is_not_made_up():
    """What all classes add up to of what one has is looked at where it shows something."""
    metric, record = (
        ax.metrics("classification")["macro_recall"],
        ax.constraints("classification")["perfect_output"],
    )
    document = standing_alone(metric, record, prove(metric, record).to_dict())
    assert check(document)
    for place, told in enumerate(document["parts"][0]["each"]):
        if "there" in told and told["all"] == document["parts"][0]["outputs"]["better"]["quantities"]["P"]:
            wrong = copy.deepcopy(document)
            wrong["parts"][0]["each"][place]["all"] = "2*x_o_o"
            with pytest.raises((RefusedError, NotCoveredError)):
                check(wrong)
