"""Proofs about few classes among any number of ordered ones hold for each number, and of 6 to 12 too.

Of how far two classes are apart nothing is known but that it is at least 1, and the same in every output.
"""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction
from functools import partial

import pytest
from naive_ordinal import NAIVE, items_of

import axiometrics as ax
from axiometrics.checker.prove.engine import prove
from axiometrics.checker.scores import orientation_sign
from axiometrics.tasks.choosing import AtRandom, Impossible
from axiometrics.tasks.ordinal.any_number import of_any_number
from axiometrics.tasks.ordinal.cases import _DrawnMatrices
from axiometrics.tasks.ordinal.chooser import outputs

from .attacks import proof_of
from .test_any_number_of_classes import SIGNS, correcting

ERROR = "matrix.cells(lambda cell: cell.items * cell.distance)"
RECALL = "matrix.present_classes(lambda one: one.right / one.gold)"


def of_cells(body: str) -> str:
    return f"matrix.cells(lambda cell: cell.items * {body})"


PROVED = [
    ("correction", f"-1 * {ERROR} / matrix.classes"),
    ("correction", "-1 * " + of_cells("cell.steps ** 3")),
    ("correction", "-1 * " + of_cells("cell.distance / cell.gold")),
    ("correction", "-1 * " + of_cells("(cell.distance - 1)")),
    ("perfect_output", "-1 * " + of_cells("cell.distance / cell.gold")),
    ("perfect_output", "-1 * " + of_cells("(cell.distance + cell.wrong)")),
    ("nearer_class", "-1 * " + of_cells("(cell.distance ** 2 + cell.steps)")),
    ("nearer_class", "-1 * " + of_cells("cell.distance / cell.gold")),
    ("single_error", "-1 * " + of_cells("cell.steps ** 3 / matrix.classes")),
    ("imbalance", "-1 * " + of_cells("cell.distance / cell.gold")),
    ("imbalance_equal_distance", "-1 * " + of_cells("cell.distance ** 2 / cell.gold")),
    ("perfect_output", "-1 * matrix.largest(lambda cell: cell.items * cell.distance / cell.gold)"),
]
HOSTILE = [
    # classes that are far apart, or next to each other
    ("correction", "-1 * " + of_cells("cell.steps * (7 - cell.steps)")),
    ("correction", "-1 * " + of_cells("maximum(cell.steps - 1, 0)")),
    ("correction", "-1 * " + of_cells("maximum(cell.steps - 6, 0)")),
    ("correction", "-1 * " + of_cells("maximum(7 - cell.steps, 0)")),
    ("correction", "-1 * " + of_cells("guarded(1, cell.steps - 7, 0)")),
    ("correction", "-1 * " + of_cells("guarded(1, cell.steps - 1, 0)")),
    ("correction", of_cells("(cell.steps - 6) ** 3")),
    ("perfect_output", "-1 * " + of_cells("cell.steps * (7 - cell.steps)")),
    ("perfect_output", "-1 * " + of_cells("cell.steps * (cell.steps - 1)")),
    ("perfect_output", "-1 * " + of_cells("maximum(cell.steps - 1, 0)")),
    ("perfect_output", "-1 * " + of_cells("guarded(1, cell.steps - 7, 0)")),
    ("perfect_output", "-1 * matrix.largest(lambda cell: cell.items * maximum(cell.steps - 1, 0))"),
    ("perfect_output", "-1 * matrix.largest(lambda cell: cell.items * cell.steps * (cell.steps - 1))"),
    ("perfect_output", "-1 * matrix.smallest(lambda cell: cell.items * cell.distance)"),
    ("perfect_output", "-1 * matrix.cells(lambda cell: ratio(cell.distance, cell.items - 10**6, 0))"),
    # classes between two others, and as far from one
    ("nearer_class", "-1 * " + of_cells("cell.steps * (9 - cell.steps)")),
    ("nearer_class", "-1 * " + of_cells("maximum(cell.steps - 2, 0)")),
    ("nearer_class", "-1 * " + of_cells("minimum(cell.steps, 6)")),
    ("nearer_class", "-1 * " + of_cells("(cell.steps - 4) ** 2")),
    ("nearer_class", "-1 * matrix.all_cells(lambda cell: cell.distance * cell.system)"),
    ("nearer_class_past_gold", "-1 * " + of_cells("guarded(1, cell.steps - 1, 0)")),
    ("nearer_class_past_gold", "matrix.present_classes(lambda one: one.system)"),
    ("single_error", "-1 * " + of_cells("(cell.steps - 5) ** 3") + " * (9 - matrix.classes)"),
    ("single_error", "-1 * " + of_cells("minimum(cell.steps, 6)")),
    ("imbalance", of_cells("(7 - cell.distance) / cell.gold") + " * (matrix.classes - 8)"),
    ("imbalance_equal_distance", "-1 * " + of_cells("cell.distance * (5 - cell.distance) / cell.gold")),
    ("imbalance_equal_distance", "-1 * " + of_cells("maximum(cell.steps - 5, 0) / cell.gold")),
    ("imbalance_in_context", "-1 * " + of_cells("cell.items * cell.distance / cell.gold")),
    # the number of classes, their order, and what is between two of them
    ("correction", f"{ERROR} * (2 * matrix.classes - 15)"),
    ("correction", f"guarded(-1 * {ERROR}, matrix.classes - 7, 0)"),
    ("correction", of_cells("cell.true")),
    ("correction", "-1 * " + of_cells("cell.assigned")),
    ("correction", of_cells("cell.near")),
    ("correction", "-1 * matrix.all_cells(lambda cell: cell.distance * cell.gold * cell.system)"),
    ("perfect_output", "-1 * matrix.all_cells(lambda cell: cell.distance * cell.gold * cell.system)"),
    ("perfect_output", f"{RECALL} * (15 - 2 * matrix.classes)"),
    ("perfect_output", f"guarded(-1 * {ERROR}, matrix.classes - 9, 0)"),
    ("perfect_output", "matrix.used"),
]


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_changes_in_few_ordered_classes_is_proved_for_any_number_of_them(constraint, body):
    proof = proof_of("ordinal", constraint, body)
    assert proof is not None
    assert proof.sign == "positive"
    assert not proof.scope


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_what_is_another_one_for_some_distance_or_number_is_not_proved_for_any(constraint, body):
    proof = proof_of("ordinal", constraint, body)
    assert proof is None or proof.scope or proof.sign not in ("positive", "zero")


LOOKS = {
    "above a number": lambda number, true, assigned: number > 7,
    "a number": lambda number, true, assigned: number == 7,
    "every class": lambda number, true, assigned: list(range(1, number + 1)),
    "the first class": lambda number, true, assigned: true == 1,
    "the last class": lambda number, true, assigned: true == number,
    "how far": lambda number, true, assigned: abs(true - assigned),
    "which is first": lambda number, true, assigned: true < assigned,
    "the lower one": lambda number, true, assigned: min(true, assigned),
    "the class after": lambda number, true, assigned: true + 1,
    "the class before": lambda number, true, assigned: true - 1,
    "twice": lambda number, true, assigned: 2 * true,
    "as an index": lambda number, true, assigned: [1, 2, 3, 4][true - 1],
    "as text": lambda number, true, assigned: f"{true}",
    "classes between": lambda number, true, assigned: list(range(true, assigned)),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_generator_that_looks_at_numbers_has_no_case_of_any_number_of_ordered_classes(look):
    formula = ax.metrics("ordinal")["accuracy"].formula
    assert of_any_number(correcting, formula)
    assert not of_any_number(partial(correcting, look=LOOKS[look]), formula)


def with_class_after(choose):
    """A class after all others: how far it is from these is not told."""
    number = choose.classes()
    worse = choose.matrix(number)
    return outputs(worse=worse, better=worse.with_class(number))


def exchanging(choose):
    """Two classes in each other's place: how far others are from these changes."""
    number = choose.classes()
    one = choose.index("one", 1, number)
    other = choose.index("other", 1, number, avoid=(one,))
    worse = choose.matrix(number)
    return outputs(worse=worse, better=worse.exchanged(one, other))


def between_itself(choose):
    """A class between a class and itself."""
    number = choose.classes()
    one = choose.index("one", 1, number)
    near = choose.between("near", one, one)
    worse = choose.matrix(number, least={(near, one): 1})
    return outputs(worse=worse, better=worse.moved(true=one, start=near, to=one))


def between_twice(choose):
    """Two classes between the same two, of which nothing is known."""
    number = choose.classes()
    one = choose.index("one", 1, number)
    other = choose.index("other", 1, number, avoid=(one,))
    near, far = choose.between("near", one, other), choose.between("far", one, other)
    worse = choose.matrix(number, least={(far, one): 1})
    return outputs(worse=worse, better=worse.moved(true=one, start=far, to=near))


def two_off(choose):
    """A class at most two classes off."""
    number = choose.classes()
    one = choose.index("one", 1, number)
    near = choose.beside("near", one, number, 2)
    worse = choose.matrix(number, least={(near, one): 1})
    return outputs(worse=worse, better=worse.moved(true=one, start=near, to=one))


@pytest.mark.parametrize("generator", [with_class_after, exchanging, between_itself, between_twice, two_off])
def test_what_changes_how_far_classes_are_apart_is_not_told(generator):
    assert not of_any_number(generator, ax.metrics("ordinal")["mae_micro"].formula)


KEYS = (
    "correction",
    "perfect_output",
    "nearer_class",
    "nearer_class_past_gold",
    "single_error",
    "imbalance",
    "imbalance_equal_distance",
    "imbalance_in_context",
)


@pytest.mark.parametrize("key", KEYS)
def test_random_cases_of_many_ordered_classes_agree(key):
    """Every published cell that is proved for any number of classes, on 6 to 12 of them, item by item."""
    chance, tried = random.Random(3), 0
    for record in (
        ax.constraints("ordinal")[key],
        ax.constraints("ordinal")[key].with_parameters(support="full"),
    ):
        proofs = {name: prove(ax.metrics("ordinal")[name], record) for name in sorted(NAIVE)}
        proofs = {name: proof for name, proof in proofs.items() if proof and not proof.scope}
        for case in large_cases(record.bound_generator, chance, 30):
            for name, proof in proofs.items():
                scores = {output: score(name, *judged) for output, judged in case.items()}
                if None in scores.values():
                    continue
                turn = orientation_sign(ax.metrics("ordinal")[name])
                found = turn * sum(weight * scores[output] for output, weight in record.margin.items())
                tried += 1
                near = abs(found) <= 1e-9 and not isinstance(found, Fraction)
                assert near or proof.sign in SIGNS[(found > 0) - (found < 0)], (name, case)
    assert tried > 100


def score(name, items, classes):
    with suppress(ZeroDivisionError):
        return NAIVE[name](items, classes)
    return None


def large_cases(generator, chance, count):
    """Random cases of 6 to 12 classes: the pairs of assigned and true class of every item, and how many classes."""
    found = []
    while len(found) < count:
        with suppress(Impossible):
            made = generator(_DrawnMatrices(AtRandom(chance.randrange), range(6, 13))).outputs
            if sum(matrix.items for matrix in made.values()) < 300:
                found.append({output: (items_of(m.rows), m.classes) for output, m in made.items()})
    return found
