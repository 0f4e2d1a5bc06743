"""Proofs about matrices that change as a whole hold for each number of ordered classes, and of 5 to 12 too."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache, partial
from math import isclose

import pytest
from naive_ordinal import NAIVE, items_of

import axiometrics as ax
from axiometrics.checker.prove.engine import prove
from axiometrics.tasks.choosing import AtRandom, Impossible
from axiometrics.tasks.ordinal.cases import _DrawnMatrices
from axiometrics.tasks.ordinal.chooser import Matrix, outputs
from axiometrics.tasks.ordinal.whole_matrices import of_whole_matrices

from .attacks import proof_of

ERROR = "matrix.cells(lambda cell: cell.items * cell.distance)"
ACCURACY = "matrix.present_classes(lambda one: one.right) / matrix.items"
PROVED = [
    ("reversal", f"{ERROR} / matrix.classes"),
    ("reversal", "matrix.largest(lambda cell: cell.items * cell.steps)"),
    (
        "reversal",
        "matrix.items * matrix.cells(lambda cell: cell.items * cell.true * cell.assigned)"
        " - matrix.cells(lambda cell: cell.items * cell.true)"
        " * matrix.cells(lambda cell: cell.items * cell.assigned)",
    ),
    ("symmetry", "matrix.all_cells(lambda cell: cell.distance * cell.gold * cell.system)"),
    ("symmetry", "matrix.cells(lambda cell: cell.items * cell.assigned_rank * cell.true_rank)"),
    ("replication", f"{ERROR} / matrix.items * matrix.classes"),
    ("unused_end_class", "matrix.all_cells(lambda cell: cell.distance * cell.gold * cell.system)"),
    ("ordinal_invariance", "matrix.cells(lambda cell: cell.items * cell.near)"),
    ("rank_invariance", "matrix.cells(lambda cell: cell.items * cell.span)"),
]
HOSTILE = [
    # the order of the classes
    ("reversal", "matrix.cells(lambda cell: cell.items * cell.true)"),
    ("reversal", "matrix.cells(lambda cell: cell.items * cell.true * cell.assigned)"),
    ("reversal", "matrix.cells(lambda cell: cell.items * cell.true * cell.assigned_rank)"),
    ("reversal", "matrix.cells(lambda cell: cell.items * cell.concordant ** 2)"),
    ("reversal", "matrix.cells(lambda cell: cell.items * cell.discordant * cell.true)"),
    ("reversal", "matrix.largest(lambda cell: cell.items * cell.true)"),
    ("reversal", "matrix.present_classes(lambda one: one.number * one.right)"),
    ("reversal", f"guarded({ERROR}, matrix.classes - 7, matrix.cells(lambda cell: cell.items * cell.true))"),
    # gold for system
    ("symmetry", "matrix.present"),
    ("symmetry", "matrix.cells(lambda cell: cell.items * cell.gold)"),
    ("symmetry", "matrix.cells(lambda cell: cell.items * cell.near)"),
    ("symmetry", "matrix.cells(lambda cell: cell.items * cell.assigned_labels * cell.gold)"),
    ("symmetry", "matrix.cells(lambda cell: cell.items * cell.discordant * cell.gold)"),
    ("symmetry", "matrix.cells(lambda cell: cell.items * cell.true_rank ** 2)"),
    ("symmetry", "matrix.cells(lambda cell: cell.items * maximum(cell.true - cell.assigned, 0))"),
    ("symmetry", "matrix.all_cells(lambda cell: cell.distance * cell.gold ** 2 * cell.system)"),
    ("symmetry", "matrix.present_classes(lambda one: one.gold ** 2)"),
    ("symmetry", "matrix.used_classes(lambda one: one.near ** 2)"),
    ("symmetry", "matrix.smallest(lambda cell: cell.items)"),
    ("symmetry", "matrix.largest(lambda cell: cell.items * cell.distance)"),
    # one class more
    ("unused_end_class", "matrix.all_cells(lambda cell: cell.wrong)"),
    ("unused_end_class", "matrix.all_cells(lambda cell: cell.distance * cell.gold)"),
    ("unused_end_class", "matrix.all_cells(lambda cell: cell.distance * cell.true_labels)"),
    ("unused_end_class", "matrix.all_cells(lambda cell: guarded(0, cell.gold, 1))"),
    ("unused_end_class", "matrix.cells(lambda cell: cell.items * cell.true)"),
    ("unused_end_class", f"{ERROR} / matrix.classes"),
    ("unused_end_class", f"{ACCURACY} + maximum(matrix.classes - 8, 0)"),
    ("ordinal_invariance", ERROR),
    ("ordinal_invariance", "matrix.classes"),
    ("ordinal_invariance", "matrix.cells(lambda cell: cell.items * maximum(cell.steps - 6, 0))"),
    ("ordinal_invariance", "matrix.cells(lambda cell: cell.items * cell.true_value)"),
    ("ordinal_invariance", "matrix.present_classes(lambda one: one.right * one.number)"),
    ("rank_invariance", "matrix.cells(lambda cell: cell.items * maximum(cell.steps - 6, 0))"),
    # all items several times
    ("replication", "matrix.cells(lambda cell: cell.items ** 2)"),
    ("replication", "matrix.cells(lambda cell: cell.items * cell.true_rank ** 2) / matrix.items ** 3"),
    ("replication", "matrix.largest(lambda cell: cell.items * cell.distance)"),
    ("replication", "matrix.present_classes(lambda one: ratio(one.right - 10**6, one.right - 10**6, 0))"),
    ("replication", f"{ACCURACY} + maximum(matrix.classes - 7, 0) * matrix.items"),
]


@cache
@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_cells_and_classes_have_alike_is_proved_for_any_number_of_classes(constraint, body):
    proof = proof_of("ordinal", constraint, body)
    assert proof is not None
    assert not proof.scope


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_what_changes_with_the_matrix_is_not_proved_to_be_the_same(constraint, body):
    proof = proof_of("ordinal", constraint, body)
    assert proof is None or proof.scope or proof.sign not in ("positive", "zero")


def changing(choose, look=lambda number, matrix, place: None):
    """A class more somewhere, by a generator that looks at what it should not hang on."""
    number = choose.classes()
    place = choose.index("place", 1, number - 1)
    original = choose.matrix(number)
    look(number, original, place)
    return outputs(original=original, changed=original.with_class(place))


LOOKS = {
    "above a number": lambda number, matrix, place: number > 7,
    "whether it is odd": lambda number, matrix, place: number % 2,
    "every class": lambda number, matrix, place: list(range(1, number + 1)),
    "twice the number": lambda number, matrix, place: 2 * number,
    "the place of a class": lambda number, matrix, place: place == 3,
    "a class as text": lambda number, matrix, place: f"{place}",
    "a class as an index": lambda number, matrix, place: [1, 2, 3][place - 1],
    "two classes on": lambda number, matrix, place: place + 2,
    "rows": lambda number, matrix, place: matrix.rows,
    "items": lambda number, matrix, place: matrix.items == 7,
    "gold": lambda number, matrix, place: matrix.gold[0],
    "classes": lambda number, matrix, place: matrix.classes == 7,
    "as text": lambda number, matrix, place: f"{matrix}",
    "another matrix": lambda number, matrix, place: matrix == matrix.reversed(),
    "a move": lambda number, matrix, place: matrix.moved(true=1, start=1, to=2),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_generator_that_looks_inside_has_no_case_of_any_number_of_classes(look):
    formula = ax.metrics("ordinal")["accuracy"].formula
    assert of_whole_matrices(changing, formula)
    assert not of_whole_matrices(partial(changing, look=LOOKS[look]), formula)


def test_a_matrix_is_told_from_no_other_kind_of_one():
    made = []
    of_whole_matrices(
        partial(changing, look=lambda number, matrix, place: made.append(matrix)),
        ax.metrics("ordinal")["accuracy"].formula,
    )
    assert made
    assert all(isinstance(each, Matrix) for each in made)


CHANGES = ("reversal", "replication", "symmetry", "unused_end_class", "ordinal_invariance", "rank_invariance")


@pytest.mark.parametrize("key", CHANGES)
def test_random_cases_of_many_classes_have_equal_scores(key):
    """Every published tie that is proved for any number of classes, on 5 to 12 of them, item by item."""
    chance, record, tried = random.Random(3), ax.constraints("ordinal")[key], 0
    proofs = {name: prove(ax.metrics("ordinal")[name], record) for name in sorted(NAIVE)}
    ties = [
        name for name, proof in proofs.items() if proof and not proof.scope and proof.sign != "nonnegative"
    ]
    for made in some_cases(record.bound_generator, chance, 4):
        items = {output: (items_of(matrix.rows), matrix.classes) for output, matrix in made.items()}
        pairs = [(a, b) for a, b in (("original", "changed"), ("first", "first_changed")) if a in made]
        for name, (one, other) in ((name, pair) for name in ties for pair in pairs):
            scores = NAIVE[name](*items[one]), NAIVE[name](*items[other])
            tried += 1
            assert scores[0] == scores[1] or isclose(*scores, rel_tol=1e-9, abs_tol=1e-12)
    assert tried >= 40


def some_cases(generator, chance, count):
    """Random cases of 5 to 12 classes, with few items."""
    found = []
    while len(found) < count:
        with suppress(Impossible):
            made = generator(_DrawnMatrices(AtRandom(chance.randrange), range(5, 13))).outputs
            if sum(matrix.items for matrix in made.values()) <= 300:
                found.append(made)
    return found
