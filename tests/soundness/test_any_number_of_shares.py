"""A proof by single terms holds for any number of classes: few are told by themselves, and all others alike.

The sweeps of the checker have up to 5 classes, and its random cases up to 7; here are cases of 6 to 12 of them.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy
from naive_quantification import NAIVE

import axiometrics as ax
from axiometrics.axioms.demands import SameSign, Within
from axiometrics.checker.prove.engine import prove
from axiometrics.checker.prove.parts import plain_forms
from axiometrics.checker.scores import orientation_sign
from axiometrics.errors import NotSymbolicError
from axiometrics.tasks.choosing import AtRandom, GeneratorKey, Impossible
from axiometrics.tasks.quantification.chooser import Chooser, Masses, judged
from axiometrics.tasks.quantification.many_classes import ManySymbols, many_parts
from axiometrics.tasks.quantification.whole_distributions import Cuts

from .attacks import attacked, proof_of

APART = "maximum(at.p - at.q, at.q - at.p)"
SUM = f"shares.sum(lambda at: {APART})"
SQUARES = "shares.sum(lambda at: (at.p - at.q) ** 2)"
CUT = "maximum(at.P - at.Q, at.Q - at.P)"
CUTS = f"shares.sum(lambda at: {CUT})"
CUT_SQUARES = "shares.sum(lambda at: (at.P - at.Q) ** 2)"
FAR = "maximum(one.k - other.k, other.k - one.k)"
ERROR = "(other.p - other.q) ** 2"
BY_GOLD, BY_SYSTEM = (
    f"shares.pairs(lambda one, other: guarded({FAR} * {ERROR}, one.{side}, 0))" for side in "qp"
)
WITH_GOLD, WITH_SYSTEM = (f"shares.sum(lambda at: guarded(1, at.{side}, 0))" for side in "qp")
HALF = "shares.sum(lambda at: at.p * log2(guarded(ratio(at.p, (at.p + at.q) / 2, 1), at.p, 1)))"
PROVED = [
    ("identity", f"-1 * {SUM} / shares.classes", "positive"),
    ("identity", f"-1 * sqrt({SQUARES})", "positive"),
    ("monotonicity", f"-1 * ({SUM} + {SQUARES})", "positive"),
    ("cdf_one_hot", f"-1 * {SUM} / (2 - shares.least_gold)", "nonnegative"),
    ("lump", f"-1 * {SQUARES} / (3 - shares.least_gold)", "zero"),
    ("impartiality", f"-1 * {SUM} / shares.classes", "zero"),
    ("absoluteness", f"-1 * {SQUARES} / shares.classes", "zero"),
    ("independence_matched", f"-1 * {SQUARES}", "positive"),
    ("triangle_inequality", f"{SUM} / shares.classes", "positive"),
    ("unused_end_class", f"-1 * ({HALF})", "zero"),
    # what all classes up to one have
    ("identity", f"-1 * sqrt({CUT_SQUARES})", "positive"),
    ("identity", f"-1 * tanh({CUTS})", "positive"),
    ("cdf", f"-1 * ({CUTS} + {CUT_SQUARES})", "positive"),
    ("cdf_one_hot", f"-1 * {CUT_SQUARES}", "positive"),
    ("lump", f"-1 * {CUT_SQUARES} * (1 + shares.classes)", "positive"),
    ("lump_one_hot", f"-1 * sqrt({CUTS})", "positive"),
    ("nearer_class_one_hot", "-1 * shares.sum(lambda at: (2 * at.Q - 2 * at.P) ** 2)", "positive"),
    ("impartiality", f"-1 * {CUT_SQUARES} / shares.classes", "zero"),
    ("absoluteness", f"-1 * sqrt({CUT_SQUARES})", "zero"),
    ("reversal", f"-1 * ({CUTS} + 2 * {CUT_SQUARES}) / (shares.classes - 1)", "zero"),
    ("symmetry", f"-1 * sqrt({CUT_SQUARES})", "zero"),
    ("unused_end_class", f"-1 * {CUT_SQUARES}", "zero"),
    ("triangle_inequality", f"sqrt({CUT_SQUARES})", "positive"),
    ("unit_interval", f"{CUT_SQUARES} / (shares.classes - 1)", "positive"),
    # what is taken as often as a class is far from others
    ("identity", f"-1 * ({BY_GOLD} + 3 * {BY_SYSTEM} / {WITH_SYSTEM})", "positive"),
    ("identity", f"-1 * {BY_GOLD} * (1 + {WITH_GOLD})", "positive"),
    (
        "monotonicity",
        f"-1 * shares.pairs(lambda one, other: {FAR} * maximum(other.p - other.q, other.q - other.p))",
        "positive",
    ),
    ("monotonicity", f"-1 * sqrt({BY_GOLD} / (2 * {WITH_GOLD}))", "positive"),
    ("impartiality", f"-1 * {BY_GOLD} * shares.classes", "zero"),
    ("unit_interval", f"sqrt(({CUTS} + {CUT_SQUARES}) / (2 * shares.classes - 2))", "positive"),
]
HOSTILE = [
    # another formula from some number of classes on
    ("identity", f"-1 * {SUM} * (7 - shares.classes)"),
    ("identity", f"-1 * guarded({SUM}, shares.classes - 6, 0)"),
    ("identity", f"-1 * ratio({SUM}, shares.classes - 9, 1)"),
    ("identity", f"-1 * {SUM} * maximum(7 - shares.classes, 0)"),
    ("identity", f"-1 * {SUM} / (Fraction(13, 2) - shares.classes)"),
    ("monotonicity", f"-1 * {SQUARES} * (15 - 2 * shares.classes)"),
    ("monotonicity", f"-1 * {SUM} * minimum(shares.classes - 1, 6 - shares.classes)"),
    ("cdf_one_hot", f"-1 * guarded({SUM}, shares.classes - 8, 2)"),
    ("lump", f"-1 * {SUM} + shares.sum(lambda at: maximum(at.k - 6, 0) * (at.p - at.q))"),
    ("absoluteness", f"-1 * {SUM} + shares.sum(lambda at: guarded(at.k - at.k, at.k - 7, at.p))"),
    ("impartiality", f"-1 * {SUM} - shares.sum(lambda at: maximum(at.k - 6, 0) * at.p)"),
    ("triangle_inequality", f"{SUM} * (9 - shares.classes)"),
    ("unit_interval", f"-1 * {SUM} * shares.classes / 12"),
    ("unused_end_class", f"-1 * {SUM} * maximum(shares.classes - 7, 0)"),
    ("ordinal_invariance", f"-1 * {SUM} / shares.classes"),
    # the smallest gold share, which others may have
    ("relativity", f"-1 * {SUM} / (1 - shares.least_gold)"),
    ("absoluteness", f"-1 * {SUM} / (1 - shares.least_gold)"),
    ("unused_end_class", f"-1 * {SUM} / (1 - shares.least_gold)"),
    ("monotonicity", f"-1 * {SUM} * shares.least_gold"),
    # what only looks like the sum of the same terms
    ("lump", f"-1 * shares.sum(lambda at: ratio({APART}, at.q, 0))"),
    ("lump", "-1 * shares.sum(lambda at: maximum(at.p - at.q, 0) ** 2 * 2 + (at.p - at.q) ** 2 * at.q)"),
    ("lump", f"-1 * shares.sum(lambda at: {APART} * at.k)"),
    ("lump", f"-1 * ({HALF})"),
    ("absoluteness", f"-1 * shares.sum(lambda at: ratio({APART}, at.q, 0))"),
    ("absoluteness", "-1 * shares.sum(lambda at: (at.p - 2 * at.q) ** 2)"),
    ("symmetry", f"-1 * shares.sum(lambda at: ratio({APART}, at.q, 0))"),
    ("symmetry", f"-1 * ({HALF})"),
    ("impartiality", f"-1 * ({HALF})"),
    ("unused_end_class", "-1 * shares.sum(lambda at: (at.p - at.q) ** 2 + 1)"),
    ("ordinal_invariance", "-1 * shares.sum(lambda at: guarded(0, at.p, 1))"),
    # a detour that is shorter
    ("triangle_inequality", f"{SQUARES}"),
    ("triangle_inequality", f"({SUM} + {SQUARES})"),
    ("triangle_inequality", f"shares.sum(lambda at: ratio({APART}, at.q, 0))"),
    ("triangle_inequality", f"{SUM} * (1 - shares.least_gold)"),
    ("triangle_inequality", "shares.sum(lambda at: maximum(2 * at.p - at.q, at.q - 2 * at.p))"),
    # what only looks like distances of cumulative shares, or is weighted by the number of a class
    ("identity", "-1 * shares.sum(lambda at: maximum(at.P - 2 * at.Q, 2 * at.Q - at.P))"),
    ("identity", "-1 * shares.sum(lambda at: maximum(at.P - at.Q, 0))"),
    ("identity", f"-1 * shares.sum(lambda at: guarded({CUT}, at.q, 0))"),
    ("identity", f"-1 * shares.sum(lambda at: guarded({CUT}, at.k - 7, 0))"),
    ("identity", "-1 * (shares.sum(lambda at: at.P - at.Q)) ** 2"),
    ("identity", f"-1 * {CUTS} * (7 - shares.classes)"),
    ("identity", f"-1 * {CUTS} * shares.least_gold"),
    ("identity", f"-1 * guarded({CUTS}, shares.classes - 6, 0)"),
    ("non_negativity", "-1 * shares.sum(lambda at: at.P * log2(guarded(ratio(at.P, at.Q, 1), at.P, 1)))"),
    ("identity", "-1 * shares.sum(lambda at: at.P * log2(guarded(ratio(at.P, at.Q, 1), at.P, 1)))"),
    ("cdf", "-1 * shares.sum(lambda at: at.P * log2(guarded(ratio(at.P, (at.P + at.Q) / 2, 1), at.P, 1)))"),
    ("cdf", f"-1 * shares.sum(lambda at: {CUT} * maximum(9 - at.k, 0))"),
    ("cdf", f"-1 * ({CUTS} + 3 * {SUM})"),
    ("cdf_one_hot", "-1 * shares.sum(lambda at: maximum(at.P - at.q, at.q - at.P))"),
    ("lump", f"-1 * shares.sum(lambda at: maximum(9 - at.k, 0) * {CUT})"),
    ("lump", f"-1 * shares.sum(lambda at: ratio({CUT}, at.Q, 0)) * (1 - shares.least_gold) ** 2 + {CUTS}"),
    ("lump_one_hot", f"-1 * ({CUTS} - {CUT_SQUARES})"),
    ("nearer_class_one_hot", f"-1 * minimum({CUTS}, 3)"),
    ("monotonicity", f"-1 * {CUTS}"),
    ("monotonicity", f"-1 * ({CUT_SQUARES} + {SQUARES})"),
    ("impartiality", f"-1 * shares.sum(lambda at: ratio({CUT}, at.Q, 0) * at.q)"),
    ("impartiality", "-1 * shares.sum(lambda at: maximum(at.P - at.Q, 0))"),
    ("absoluteness", f"-1 * shares.sum(lambda at: ratio({CUT}, at.Q, 0))"),
    ("absoluteness", f"-1 * {CUTS} / (1 - shares.least_gold)"),
    ("relativity", f"-1 * {CUTS} / (1 - shares.least_gold)"),
    ("reversal", f"-1 * shares.sum(lambda at: at.k * {CUT})"),
    ("reversal", f"-1 * shares.sum(lambda at: ratio({CUT}, at.Q, 0))"),
    ("reversal", "-1 * shares.sum(lambda at: maximum(at.P - at.q, at.q - at.P))"),
    ("reversal", "-1 * shares.sum(lambda at: maximum(at.P - at.Q, 0))"),
    ("symmetry", f"-1 * shares.sum(lambda at: ratio({CUT}, at.Q, 0))"),
    ("unused_end_class", f"-1 * {CUTS} / shares.classes"),
    ("unused_end_class", f"-1 * shares.sum(lambda at: {CUT} + at.Q)"),
    ("ordinal_invariance", f"-1 * {CUTS}"),
    ("independence_matched", f"-1 * {CUTS}"),
    ("triangle_inequality", f"{CUT_SQUARES}"),
    ("triangle_inequality", f"({CUTS} + {CUT_SQUARES})"),
    ("triangle_inequality", f"{CUTS} * (1 - shares.least_gold)"),
    ("triangle_inequality", f"shares.sum(lambda at: ratio({CUT}, at.Q, 0))"),
    ("unit_interval", f"{CUTS}"),
    ("unit_interval", f"{CUTS} / (shares.classes - Fraction(3, 2))"),
    ("unit_interval", f"2 * {CUT_SQUARES} / shares.classes"),
    ("unit_interval", f"{CUTS} / 6"),
    # weights that are zero in more classes, or not the same in both outputs
    ("identity", f"-1 * {BY_GOLD} * ({WITH_GOLD} - 1)"),
    ("identity", f"-1 * {BY_GOLD} * (8 - {WITH_GOLD})"),
    ("identity", f"-1 * {BY_GOLD} * (shares.classes - {WITH_GOLD})"),
    ("identity", f"-1 * {BY_GOLD} * (5 - {WITH_GOLD} / {WITH_SYSTEM})"),
    ("identity", f"-1 * {BY_GOLD} * (7 - shares.classes)"),
    ("identity", f"-1 * {BY_GOLD} * shares.least_gold"),
    ("identity", f"-1 * shares.pairs(lambda one, other: guarded({FAR} * {ERROR}, other.q, 0))"),
    ("identity", f"-1 * shares.pairs(lambda one, other: guarded({FAR} * {ERROR}, one.q - one.p, 0))"),
    ("identity", f"-1 * shares.pairs(lambda one, other: maximum(one.k - other.k, 0) * {ERROR} * one.q)"),
    ("identity", f"-1 * shares.pairs(lambda one, other: (one.k - other.k) * {ERROR})"),
    ("identity", f"-1 * shares.pairs(lambda one, other: maximum({FAR} - 3, 0) * {ERROR})"),
    ("identity", f"-1 * shares.pairs(lambda one, other: guarded(({FAR} - 1) * {ERROR}, one.q, 0))"),
    ("identity", f"-1 * shares.pairs(lambda one, other: {FAR} * (one.p - one.q) * (other.p - other.q))"),
    ("identity", f"-1 * shares.pairs(lambda one, other: {FAR} * (other.p - one.q) ** 2)"),
    ("non_negativity", f"shares.pairs(lambda one, other: {FAR} * (one.p - one.q) * (other.p - other.q)) - {BY_GOLD}"),
    ("monotonicity", f"-1 * {BY_SYSTEM}"),
    ("monotonicity", f"-1 * {BY_GOLD} / {WITH_SYSTEM} ** 3"),
    ("monotonicity", f"-1 * ({BY_GOLD} + {BY_SYSTEM}) / {WITH_SYSTEM}"),
    ("impartiality", f"-1 * {BY_SYSTEM}"),
    ("impartiality", f"-1 * {BY_GOLD} / {WITH_SYSTEM}"),
    ("impartiality", f"-1 * shares.pairs(lambda one, other: {FAR} * maximum(other.p - other.q, 0))"),
    ("absoluteness", f"-1 * {BY_GOLD}"),
    ("relativity", f"-1 * {BY_GOLD}"),
    ("lump", f"-1 * {BY_GOLD}"),
    ("cdf", f"-1 * {BY_GOLD}"),
    ("cdf_one_hot", f"-1 * {BY_GOLD}"),
    ("symmetry", f"-1 * {BY_GOLD}"),
    ("unused_end_class", f"-1 * shares.pairs(lambda one, other: {FAR} * {ERROR})"),
    ("ordinal_invariance", f"-1 * {BY_GOLD}"),
    ("independence_matched", f"-1 * {BY_GOLD}"),
    ("triangle_inequality", f"sqrt({BY_GOLD})"),
    ("triangle_inequality", f"{BY_GOLD}"),
    ("unit_interval", f"{BY_GOLD} / (shares.classes - 1)"),
    # bounds that hold of many classes only, or of few
    ("unit_interval", f"{SUM} * (shares.classes - 1) / (2 * shares.classes - 5)"),
    ("unit_interval", f"{SUM} / (shares.classes - 1)"),
    ("unit_interval", f"{SQUARES}"),
]  # fmt: skip


@pytest.mark.parametrize(("constraint", "body", "sign"), PROVED)
def test_what_few_classes_show_is_proved_for_any_number(constraint, body, sign):
    proof = proof_of("quantification", constraint, body)
    assert proof is not None
    assert not proof.scope
    assert proof.sign == sign


@pytest.mark.parametrize(("constraint", "body"), HOSTILE)
def test_what_is_proved_for_any_number_is_so_in_cases_of_many_classes(constraint, body):
    """No formula of these satisfies its constraint for every number of classes."""
    proof = proof_of("quantification", constraint, body)
    assert proof is None or proof.scope or proof.sign in ("negative", "nonpositive")


@pytest.mark.parametrize(("constraint", "body"), HOSTILE[::5])
def test_no_verdict_about_it_is_wrong(constraint, body):
    found, wrong = attacked("quantification", constraint, body)
    assert not wrong
    assert found.kind not in ("refused", "error cell", "crash"), found.error


class Drawn(Chooser):
    """Answers with whole numbers, many of them zero, all of one total."""

    def __init__(self, chance, number):
        super().__init__(AtRandom(chance.randrange), number)
        self.chance = chance

    def whole(self):
        return 100 * self.number

    def _parts(self, number, total, least):
        parts = [self.chance.choice((0, 0, 1, 2, 7)) + least for _ in range(number)]
        parts[self.chance.randrange(number)] += total - sum(parts)
        if min(parts) < least:
            raise Impossible
        return parts

    def masses(self, name, *, full=False, like=None, low=1, high=0):
        if like is None:
            return Masses(self._parts(self.number, self.whole(), full))
        inside = self._parts(high - low + 1, like.between(low, high).total, 0)
        return Masses([*like.entries[: low - 1], *inside, *like.entries[high:]])

    def amount(self, name, *limits):
        most = min(limits or [self.whole()])
        if most < 1:
            raise Impossible
        return self.chance.choice((1, most, self.chance.randint(1, most)))


KEYS = tuple(key for key, each in ax.constraints("quantification").items() if key != "constant_maximum")
LEAST = {
    "identity": 18, "monotonicity": 14, "independence_matched": 12, "non_negativity": 18, "cdf_one_hot": 10,
    "lump": 7, "impartiality": 11, "relativity": 11, "absoluteness": 11, "reversal": 18, "triangle_inequality": 5,
    "cdf": 2, "perfect_is_zero": 12,
}  # fmt: skip
"""How many of our metrics are proved, at least."""
SIGNS = {
    1: ("positive", "nonnegative"),
    0: ("zero", "nonnegative", "nonpositive"),
    -1: ("negative", "nonpositive"),
}


def outputs_of(record, chance):
    """Outputs of a random case, after as many draws as it takes; None after many."""
    for _ in range(400):
        try:
            return record.bound_generator(Drawn(chance, chance.randrange(6, 13))).outputs
        except Impossible:
            continue
    return None


@pytest.mark.parametrize("support", ["any", "full"])
@pytest.mark.parametrize("key", KEYS)
def test_random_cases_of_many_classes_agree(key, support):
    """Every cell that is proved for any number of classes, on 6 to 12 of them, straight from definitions."""
    chance, record = random.Random(5), ax.constraints("quantification")[key].with_parameters(support=support)
    metrics = ax.metrics("quantification")
    proofs = {name: prove(metrics[name], record) for name in NAIVE}
    proofs = {name: proof for name, proof in proofs.items() if proof and not proof.scope}
    assert len(proofs) >= LEAST.get(key, 0) or (support == "full" and "one_hot" in key)
    made = [each for _ in range(40) if (each := outputs_of(record, chance))]
    assert made or "one_hot" in key or not proofs
    for outputs in made:
        for name, proof in proofs.items():
            scores = {output: NAIVE[name](*map(shares, pair)) for output, pair in outputs.items()}
            if None not in scores.values():
                _agrees(proof.sign, record, scores, orientation_sign(metrics[name]))


def _agrees(said, record, scores, turn):
    signs = [_sign(turn * sum(form.get(o, 0) * scores[o] for o in scores)) for form in plain_forms(record)]
    if None in signs:
        return
    if isinstance(record.demand, SameSign):
        assert signs[0] == signs[1] or (said == "nonnegative" and signs[0] * signs[1] == 0)
    elif isinstance(record.demand, Within) and len(scores) == 1:
        (value,) = scores.values()
        low, high = record.demand.low, record.demand.high
        assert low is None or value >= low
        assert high is None or value <= high + 1e-30
    elif isinstance(record.demand, Within):
        assert turn * signs[0] >= 0
    else:
        assert said in SIGNS[signs[0]], (scores, said)


def _sign(value):
    if value != value:  # neither of two infinite values is larger
        return None
    return 0 if abs(value) <= 1e-30 else 1 if value > 0 else -1


def shares(masses):
    return [Fraction(each, sum(masses)) for each in masses]


def one_way(choose, change):
    k = choose.classes()
    c, d = choose.index("c", 1, k), choose.index("d", 1, k)
    p, q = choose.masses("p"), choose.masses("q")
    return change(choose, k, c, d, p, q)


CHANGES = {
    "the number of a class is looked at": lambda ch, k, c, d, p, q: judged(a=(p, q) if c == 1 else (q, p)),
    "classes are ordered": lambda ch, k, c, d, p, q: judged(a=(p, q) if c < d else (q, p)),
    "classes are the same by their numbers": lambda ch, k, c, d, p, q: judged(a=(p, q) if c == d else (q, p)),
    "a class decides": lambda ch, k, c, d, p, q: judged(a=(p, q) if c else (q, p)),
    "a class in a list": lambda ch, k, c, d, p, q: judged(a=(p, q) if c in [d] else (q, p)),
    "the number of classes decides": lambda ch, k, c, d, p, q: judged(a=(p, q) if k == 7 else (q, p)),
    "classes are gone through": lambda ch, k, c, d, p, q: judged(a=(Masses([*p]), q)),
    "classes up to a number": lambda ch, k, c, d, p, q: judged(a=(Masses(map(p.at, range(1, k))), q)),
    "masses are entries": lambda ch, k, c, d, p, q: judged(a=(Masses(p.entries), q)),
    "masses are compared": lambda ch, k, c, d, p, q: judged(a=(p, q) if p == q else (q, p)),
    "the first class": lambda ch, k, c, d, p, q: judged(a=(p.moved(1, d, p.at(c)), q)),
    "the last class": lambda ch, k, c, d, p, q: judged(a=(p.moved(k, d, p.at(c)), q)),
    "two classes further": lambda ch, k, c, d, p, q: judged(a=(p.moved(c + 2, d, p.at(c)), q)),
    "the class before": lambda ch, k, c, d, p, q: judged(a=(p.moved(c - 1, d, p.at(c)), q)),
    "one side alone is turned round": lambda ch, k, c, d, p, q: judged(a=(p.reversed(), q)),
    "classes are added in other places": lambda ch, k, c, d, p, q: judged(
        a=(p.with_empty(0), q.with_empty(k))
    ),
    "a class is added after a number": lambda ch, k, c, d, p, q: judged(a=(p.with_empty(1), q.with_empty(1))),
    "what changed as a whole is read": lambda ch, k, c, d, p, q: judged(a=(p, q.reversed().moved(c, d, 1))),
    "some classes by number": lambda ch, k, c, d, p, q: judged(a=(p.between(1, 2), q.between(1, 2))),
    "some classes by choice": lambda ch, k, c, d, p, q: judged(a=(p.between(c, d), q.between(c, d))),
    "what is below decides": lambda ch, k, c, d, p, q: judged(a=(p, q) if p.upto(c) > 0 else (q, p)),
    "what is below is moved": lambda ch, k, c, d, p, q: judged(a=(p.moved(c, d, p.upto(c)), q)),
    "what classes have decides": lambda ch, k, c, d, p, q: judged(a=(p, q) if p.at(c) <= q.at(c) else (q, p)),
    "the larger of two masses": lambda ch, k, c, d, p, q: judged(a=(p.moved(c, d, max(p.at(c), q.at(c))), q)),
    "what is below two classes decides": lambda ch, k, c, d, p, q: judged(
        a=(p, q) if p.upto(c) - q.upto(c) > p.upto(d) else (q, p)
    ),
    "a size": lambda ch, k, c, d, p, q: judged(a=(p, q) if ch.size("n") == 1 else (q, p)),
    "one name twice": lambda ch, k, c, d, p, q: judged(a=(p, ch.masses("q"))),
    "neighbours beside others": lambda ch, k, c, d, p, q: judged(a=(p.between(*ch.neighbours(k)), q)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_generator_cannot_say_of_any_number_of_classes_is_not_guessed(change):
    assert many_parts(
        GeneratorKey(lambda choose: one_way(choose, lambda ch, k, c, d, p, q: judged(a=(p, q))))
    )
    for symbols in (ManySymbols, Cuts):
        with pytest.raises((NotSymbolicError, TypeError)):
            many_parts(GeneratorKey(lambda choose: one_way(choose, CHANGES[change])), symbols)


def test_classes_of_which_nothing_is_said_are_the_same_or_others():
    def moved(choose):
        k = choose.classes()
        c, d, e = choose.index("c", 1, k), choose.index("d", 1, k), choose.index("e", 1, k)
        q = choose.masses("q")
        m = choose.amount("m", q.at(c))
        return judged(one=(q.moved(c, d, m), q), other=(q.moved(c, e, m), q))

    about = [part.chooser.about for part in many_parts(GeneratorKey(moved))]
    assert len(about) == 5
    assert {each["d=c"] for each in about} == {0, 1}


def test_a_class_that_is_said_to_be_above_another_one_is_not_that_one_nor_below():
    def apart(choose):
        k = choose.classes()
        c = choose.index("c", 1, k)
        d = choose.index("d", c + 1, k)
        e = choose.index("e", d + 1, k)
        q = choose.masses("q")
        return judged(one=(q.moved(c, d, q.at(c)), q), other=(q.moved(c, e, q.at(c)), q))

    (part,) = many_parts(GeneratorKey(apart))
    assert part.chooser.names == ["c", "d", "e"]


@pytest.mark.parametrize(
    "amount", [lambda p, q, c: p.at(c), lambda p, q, c: p.upto(c), lambda p, q, c: p.upto(c) - q.upto(c), 1]
)
def test_at_cuts_nothing_is_moved_but_an_amount(amount):
    def moved(choose):
        k = choose.classes()
        c, d = choose.index("c", 1, k), choose.index("d", 1, k)
        p, q = choose.masses("p"), choose.masses("q")
        return judged(a=(p.moved(c, d, amount(p, q, c) if callable(amount) else amount), q))

    with pytest.raises((NotSymbolicError, TypeError)):
        many_parts(GeneratorKey(moved), Cuts)


def any_three(choose):
    k = choose.classes()
    c, d, e = choose.index("c", 1, k), choose.index("d", 1, k), choose.index("e", 1, k)
    q = choose.masses("q")
    m = choose.amount("m", q.at(c))
    return judged(one=(q.moved(c, d, m), q), other=(q.moved(c, e, m), q))


def test_at_cuts_all_orders_of_classes_are_cases():
    """Three numbers have 13 orders where some may be the same: 6 of three, 3 + 3 of two, 1 of one."""
    parts = many_parts(GeneratorKey(any_three), Cuts)
    assert len(parts) == len({str(part.chooser.about) for part in parts}) == 13


def test_a_class_is_told_by_what_is_below_its_cuts():
    """At each cut of three classes, and between them, is what the definition says of concrete classes 2, 4 and 6."""
    for part in many_parts(GeneratorKey(any_three), Cuts):
        low = [name for name in part.chooser.places if name in part.chooser.names]
        at = {name: 2 * place for place, name in enumerate(low, 1)}
        about = part.chooser.about
        d, e = (at[next((n for n in at if about.get(f"{each}={n}")), each)] for each in "de")
        for name, target in (("one", d), ("other", e)):
            system, gold = part.shares[name]
            moved = [sympy.expand(p - q) for p, q in zip(system, gold, strict=True)]
            places = [*at.values(), 99]
            places += [1 + at.get(zone.removeprefix("_above_"), 0) for zone in part.chooser.zones]
            m = sympy.Symbol("m")
            wanted = [m * ((cut >= target) - (cut >= at["c"])) for cut in places]
            assert [str(each) for each in moved] == [str(each) for each in wanted]
