"""A proof about distributions that change as a whole holds for each number of classes.

The sweeps and the random cases of the checker have few classes; here are cases of 6 to 12 of them.
"""

from __future__ import annotations

from functools import partial

import pytest

import axiometrics as ax
from axiometrics.certify.document import standing_alone
from axiometrics.checker.prove.engine import prove
from axiometrics.recheck import NotCoveredError, RefusedError, check
from axiometrics.tasks.quantification.chooser import Masses, judged
from axiometrics.tasks.quantification.whole_distributions import of_whole_distributions

from .attacks import attacked, proof_of

APART = "maximum(at.p - at.q, at.q - at.p)"
PROVED = [
    ("symmetry", f"shares.sum(lambda at: {APART})"),
    ("symmetry", f"shares.sum(lambda at: {APART}) / shares.classes"),
    ("symmetry", "shares.sum(lambda at: (at.P - at.Q) ** 4)"),
    ("symmetry", "shares.sum(lambda at: at.p * at.q * at.k)"),
    ("symmetry", "shares.sum(lambda at: guarded(at.p * at.q, at.p + at.q, 1))"),
    ("reversal", f"shares.sum(lambda at: {APART}) * shares.least_gold"),
    ("reversal", "shares.sum(lambda at: ratio(at.p, at.q, 0))"),
    ("reversal", "shares.pairs(lambda at, to: at.p * to.q * (at.k - to.k) ** 2)"),
    ("reversal", "shares.sum(lambda at: at.p ** 2) * (shares.classes - 7)"),
    ("unused_end_class", "shares.sum(lambda at: (at.p - at.q) ** 2)"),
    ("unused_end_class", "shares.pairs(lambda at, to: at.p * to.q * (at.k - to.k) ** 2)"),
    ("unused_end_class", "shares.sum(lambda at: (at.P - at.Q) ** 2)"),
    ("unused_end_class", "shares.sum(lambda at: at.P * at.q)"),
    ("ordinal_invariance", "shares.sum(lambda at: ratio(at.p ** 2, at.q, 0))"),
    ("ordinal_invariance", "shares.pairs(lambda at, to: at.p * to.q * (at.p - to.q))"),
]
HOSTILE = [
    # one number of classes is another one
    ("unused_end_class", f"shares.sum(lambda at: {APART}) / shares.classes"),
    ("unused_end_class", f"guarded(shares.sum(lambda at: {APART}), shares.classes - 7, 0)"),
    ("unused_end_class", f"shares.sum(lambda at: {APART}) + maximum(shares.classes - 8, 0)"),
    ("ordinal_invariance", f"shares.sum(lambda at: {APART}) * minimum(shares.classes, 7)"),
    ("ordinal_invariance", f"ratio(shares.sum(lambda at: {APART}), shares.classes - 6, 0)"),
    # what only one of the sides has
    ("symmetry", "shares.sum(lambda at: at.p ** 2)"),
    ("symmetry", "shares.sum(lambda at: at.p * at.Q)"),
    ("symmetry", "shares.sum(lambda at: guarded(1, at.q, 0))"),
    ("symmetry", "shares.sum(lambda at: guarded(at.p * at.q, at.q, 1))"),
    ("symmetry", "shares.sum(lambda at: ratio(at.q * at.p, at.q, 1))"),
    ("symmetry", f"shares.sum(lambda at: {APART}) / (1 + shares.least_gold)"),
    ("symmetry", "shares.pairs(lambda at, to: at.p * to.q * at.k)"),
    ("symmetry", "shares.pairs(lambda at, to: at.p * to.q * (at.k - to.k))"),
    ("symmetry", "shares.pairs(lambda at, to: at.p * to.p ** 2 * at.q)"),
    ("symmetry", "shares.sum(lambda at: guarded(at.p - at.q, shares.classes - 6, at.p * at.q))**1 * shares.least_gold"),
    # the order of the classes, and what is on one end
    ("reversal", "shares.sum(lambda at: at.k * at.p)"),
    ("reversal", "shares.sum(lambda at: at.P * at.q)"),
    ("reversal", "shares.sum(lambda at: at.P ** 2)"),
    ("reversal", "shares.sum(lambda at: (at.P - at.Q) ** 2 * at.k)"),
    ("reversal", "shares.sum(lambda at: at.p ** 2 * maximum(at.k - 7, 0))"),
    ("reversal", "shares.pairs(lambda at, to: at.p * to.q * maximum(at.k - to.k, 0))"),
    ("reversal", "shares.pairs(lambda at, to: at.P * to.q)"),
    ("reversal", "shares.sum(lambda at: guarded(at.p ** 2, at.Q, 1))"),
    # a class without mass that counts
    ("unused_end_class", "shares.sum(lambda at: (1 - at.p) * (1 - at.q))"),
    ("unused_end_class", "shares.sum(lambda at: guarded(0, at.p, 1))"),
    ("unused_end_class", "shares.sum(lambda at: at.P * at.Q)"),
    ("unused_end_class", "shares.sum(lambda at: ratio(at.p, at.q, 1))"),
    ("unused_end_class", "shares.sum(lambda at: at.k * at.p)"),
    ("unused_end_class", "shares.pairs(lambda at, to: at.p * (to.p - to.q + 1))"),
    ("unused_end_class", "shares.pairs(lambda at, to: at.q * maximum(at.k - to.k, to.k - at.k))"),
    ("unused_end_class", f"shares.sum(lambda at: {APART}) + shares.least_gold"),
    ("ordinal_invariance", "shares.sum(lambda at: (at.P - at.Q) ** 2)"),
    ("ordinal_invariance", "shares.sum(lambda at: at.k * at.p)"),
    ("ordinal_invariance", "shares.pairs(lambda at, to: at.p * to.q * (at.k - to.k) ** 2)"),
    ("ordinal_invariance", "shares.sum(lambda at: at.p * maximum(at.k - 9, 0))"),
    # what no sweep reaches
    ("symmetry", "shares.sum(lambda at: guarded(0, at.p - at.q / 10**6, 1))"),
    ("reversal", "shares.sum(lambda at: guarded(0, at.P - at.p / 10**6 - 1, 1))"),
    ("unused_end_class", "shares.sum(lambda at: guarded(0, at.P, 1))"),
]  # fmt: skip


@pytest.mark.parametrize(("constraint", "body"), PROVED)
def test_what_each_class_has_alike_is_the_same_for_any_number_of_them(constraint, body):
    proof = proof_of("quantification", constraint, body)
    assert proof is not None
    assert not proof.scope
    assert proof.sign == "zero"


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_what_is_another_one_for_some_number_is_not_the_same_for_any(constraint, body):
    proof = proof_of("quantification", constraint, body)
    assert proof is None or proof.scope or proof.sign != "zero"


@pytest.mark.parametrize(("constraint", "body"), HOSTILE[::8])
def test_no_verdict_about_it_is_wrong(constraint, body):
    found, wrong = attacked("quantification", constraint, body)
    assert not wrong
    assert found.kind not in ("refused", "error cell", "crash"), found.error


def changing(choose, look=lambda number, masses, place: None):
    """A class more somewhere, by a generator that looks at what it should not hang on."""
    number = choose.classes()
    place = choose.index("place", 1, number - 1)
    system, gold = choose.masses("system"), choose.masses("gold")
    look(number, gold, place)
    return judged(original=(system, gold), changed=(system.with_empty(place), gold.with_empty(place)))


LOOKS = {
    "above a number": lambda number, masses, place: number > 7,
    "the place of a class": lambda number, masses, place: place == 3,
    "a class as an index": lambda number, masses, place: [1, 2, 3][place - 1],
    "how many masses": lambda number, masses, place: len(masses),
    "every mass": lambda number, masses, place: list(masses),
    "one mass": lambda number, masses, place: masses.at(1),
    "masses up to a class": lambda number, masses, place: masses.upto(2),
    "all mass": lambda number, masses, place: masses.total == 1,
    "the masses as they are": lambda number, masses, place: masses.entries,
    "other masses": lambda number, masses, place: masses == masses.reversed(),
    "as text": lambda number, masses, place: f"{masses}",
    "a move": lambda number, masses, place: masses.moved(1, 2, 1),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_generator_that_looks_at_masses_has_no_case_of_any_number_of_classes(look):
    formula = ax.metrics("quantification")["ae"].formula
    assert of_whole_distributions(changing, formula)
    assert not of_whole_distributions(partial(changing, look=LOOKS[look]), formula)


def test_masses_of_any_number_of_classes_are_told_from_no_others():
    made = []
    formula = ax.metrics("quantification")["ae"].formula
    of_whole_distributions(partial(changing, look=lambda number, masses, place: made.append(masses)), formula)
    assert made
    assert all(isinstance(each, Masses) for each in made)


def one_way(choose, change):
    choose.classes()
    p, q = choose.masses("p"), choose.masses("q")
    return judged(original=(p, q), changed=change(choose, p, q))


CHANGES = {
    "one side alone is turned round": lambda choose, p, q: (p.reversed(), q),
    "the gold is compared with itself": lambda choose, p, q: (q, q),
    "classes are added in other places": lambda choose, p, q: (
        p.with_empty(0),
        q.with_empty(choose.classes()),
    ),
    "two classes are added": lambda choose, p, q: (
        p.with_empty(0).with_empty(0),
        q.with_empty(0).with_empty(0),
    ),
    "a class is told by its number": lambda choose, p, q: (p.with_empty(1), q.with_empty(1)),
    "mass is moved": lambda choose, p, q: (p.moved(1, 2, 1), q),
    "a mass is looked at": lambda choose, p, q: (p, q) if p.at(1) else (q, p),
    "the classes are counted": lambda choose, p, q: (p, q) if len(p) > 7 else (q, p),
    "the classes are gone through": lambda choose, p, q: (Masses([*p]), q),
    "the number is compared": lambda choose, p, q: (p, q) if choose.classes() == 7 else (q, p),
    "distributions are compared": lambda choose, p, q: (p, q) if p == q else (q, p),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_generator_cannot_say_of_any_number_of_classes_is_not_guessed(change):
    formula = ax.metrics("quantification")["nvd"].formula
    assert of_whole_distributions(lambda choose: one_way(choose, lambda _, p, q: (q, p)), formula)
    assert not of_whole_distributions(lambda choose: one_way(choose, CHANGES[change]), formula)


WRONG = {
    "another share": ("symmetry", "nvd", "forward", ("rows", "classes", 0, "p"), "class_x1_xP"),
    "the same side twice": ("symmetry", "ae", "forward", ("rows", "classes", 0, "p"), "class_x1_xp"),
    "an empty class with mass": ("ordinal_invariance", "se", "changed", ("rows", "classes", 1, "p"), "1/2"),
    "an empty class that is all": ("unused_end_class", "emd", "changed", ("rows", "classes", 1, "P"), "1/2"),
    "one class more": ("unused_end_class", "ae", "original", ("quantities", "K"), "v0 + 3"),
    "a pair of other classes": ("reversal", "od", "changed", ("rows", "class_pairs", 0, "l"), "cell_xl"),
    "a class for a pair": ("reversal", "od", "changed", ("rows", "class_pairs", 0, "each"), "class"),
    "a class that may not count": ("reversal", "se", "changed", ("rows", "classes", 0, "if"), "class_x0_xp"),
    "some classes": ("reversal", "se", "changed", ("complete",), False),
}


@pytest.mark.parametrize("planted", WRONG)
def test_a_wrong_certificate_of_whole_distributions_is_not_confirmed(planted):
    constraint, name, output, path, value = WRONG[planted]
    metric, record = ax.metrics("quantification")[name], ax.constraints("quantification")[constraint]
    document = standing_alone(metric, record, prove(metric, record).to_dict())
    assert check(document)
    place = document["parts"][0]["outputs"][output]
    for step in path[:-1]:
        place = place[step]
    assert place.get(path[-1]) != value
    place[path[-1]] = value
    with pytest.raises((RefusedError, NotCoveredError)):
        check(document)
