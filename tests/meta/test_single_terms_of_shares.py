"""What proofs take for granted of divergences and distances of shares, on random shares in fifty digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
import sympy
from mpmath import mp

from axiometrics.axioms import CONSTRAINTS, constraints
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.quantification import Distributions
from axiometrics.tasks.quantification.batch import MassTable, terms_hold
from axiometrics.tasks.quantification.view import Term, reading

TASK = get_task("quantification")
TIMES = 300
ZERO, ONE = sympy.S.Zero, sympy.S.One


def divergences(chance: Random) -> Iterator[Term]:
    """Random divergences, some of which are infinite where a share is 0, and one that is always 0."""
    yield Term(ONE, (ONE, ZERO), (ZERO, ONE))
    yield Term(ONE, (ZERO, ONE), (ONE, ZERO))
    yield Term(ONE, (ONE, ONE), (ONE, ONE))
    for _ in range(6):
        whole = chance.randint(1, 5)
        one, other = chance.randint(0, whole), chance.randint(0, whole)
        yield Term(ONE, *((sympy.Integer(part), sympy.Integer(whole - part)) for part in (one, other)))


def value(term: Term, p: Any, q: Any) -> Any:
    """The term of one class, as the formulas of metrics have it."""
    if term.power:
        apart = abs(p - q) ** term.power
        return apart / q if term.divided and q else mp.mpf(0) if term.divided else apart
    above, below = (int(form[0]) * p + int(form[1]) * q for form in (term.upper, term.lower))
    return mp.mpf(0) if not above else mp.inf if not below else above * mp.log(above / below)


def tangent(term: Term) -> Any:
    """By how much a divergence grows with p where p = q."""
    if term.power:
        return mp.mpf(0)
    whole = int(sum(term.upper))
    return mp.mpf(int(term.upper[0]) - int(term.lower[0]) * whole / mp.mpf(int(sum(term.lower))))


def drawn(chance: Random) -> Any:
    """A share, often 0 or a very small one."""
    return mp.mpf(chance.choice([0, 1, 10**-9, chance.random(), chance.random() ** 9]))


TERMS = [
    *divergences(Random(1)),
    *(Term(ONE, power=power, divided=divided) for power in (1, 2) for divided in (False, True)),
]
SLACK = mp.mpf(10) ** -40


@pytest.mark.parametrize("term", TERMS, ids=str)
def test_a_term_falls_as_p_comes_nearer_to_q(term: Term) -> None:
    chance = Random(2)
    with mp.workdps(60):
        for _ in range(TIMES):
            q, near, far = drawn(chance), drawn(chance), drawn(chance)
            p, r = q + near + far, q + near
            if chance.random() < 0.5:
                q, r, p = p, q + near, q
            one, other = (value(term, x, q) - tangent(term) * (x - q) for x in (p, r))
            assert one >= other - SLACK
            sure = term.is_strict and not (term.divided and not q) and min(p, r, q) >= 10**-6
            if sure and abs(p - r) > 10**-6 and other != mp.inf:
                assert one > other


@pytest.mark.parametrize("term", [term for term in TERMS if not term.power], ids=str)
def test_a_divergence_falls_as_the_gold_grows_under_the_same_error(term: Term) -> None:
    chance = Random(3)
    with mp.workdps(60):
        for _ in range(TIMES):
            q, more, error = drawn(chance), drawn(chance), drawn(chance)
            m = error if chance.random() < 0.5 else -min(error, q)
            one, other = value(term, q + m, q), value(term, q + more + m, q + more)
            assert one >= other - SLACK
            if term.is_strict and min(abs(m), more, q, q + m) > 10**-6:
                assert one > other


@pytest.mark.parametrize("term", TERMS, ids=str)
def test_terms_grow_by_their_power(term: Term) -> None:
    chance = Random(4)
    with mp.workdps(60):
        for _ in range(TIMES):
            p, q, times = drawn(chance), drawn(chance), mp.mpf(chance.random() + 0.1)
            one, other = value(term, times * p, times * q), times**term.degree * value(term, p, q)
            assert one == other or abs(one - other) < SLACK * (1 + abs(one))
            if not q:
                assert (
                    term.power
                    or value(term, times * p, q) in (mp.inf, times * value(term, p, q))
                    or (abs(value(term, times * p, q) - times * value(term, p, q)) < SLACK)
                )


@pytest.mark.parametrize("term", TERMS, ids=str)
def test_sums_over_all_classes_are_bounded(term: Term) -> None:
    """Never negative, and no more than with everything in one class that has nothing of the other side."""
    chance = Random(5)
    with mp.workdps(60):
        for _ in range(TIMES):
            sides = [[drawn(chance) for _ in range(4)] for _ in "pq"]
            if not all(map(sum, sides)):
                continue
            p, q = ([share / sum(side) for share in side] for side in sides)
            total = sum(value(term, *pair) for pair in zip(p, q, strict=True))
            assert total >= -SLACK
            if not term.power:
                assert total <= value(term, mp.mpf(1), mp.mpf(0)) + value(term, mp.mpf(0), mp.mpf(1)) + SLACK
            elif not term.divided:
                assert total <= 2 * (1 - min(q)) ** term.power + SLACK


def test_errors_of_a_detour_are_no_shorter() -> None:
    chance = Random(6)
    with mp.workdps(60):
        for _ in range(TIMES):
            one, other = ([mp.mpf(chance.random() - 0.5) for _ in range(4)] for _ in "pq")
            ways = [mp.sqrt(sum(x**2 for x in side)) for side in (one, other)]
            direct = mp.sqrt(sum((x + y) ** 2 for x, y in zip(one, other, strict=True)))
            assert direct <= sum(ways) + SLACK


@pytest.mark.parametrize("key", ["kld", "jsd", "kld_gold", "nvd", "rnss", "ae", "se", "rae"])
def test_formulas_are_read_as_the_sums_that_they_are(key: str) -> None:
    """At random shares each reduction is the sum of the terms that are read of it."""
    formula, chance = metrics("quantification")[key].formula, Random(7)
    with mp.workdps(30):
        for symbol, terms in reading(formula).parts.items():
            for p, q in ((chance.random(), chance.random()) for _ in range(20)):
                put = {"p": sympy.Float(p, 30), "q": sympy.Float(q, 30)}
                body = _plain(formula.normal.atoms[symbol].body)
                found = sympy.N(body.subs({name: put[str(name)] for name in body.free_symbols}), 30)
                told = sum(
                    mp.mpf(str(sympy.N(term.weight, 30)))
                    * value(_whole(term), mp.mpf(p), mp.mpf(q))
                    / _times(term)
                    for term in terms
                )
                assert abs(mp.mpf(str(found)) - told) < mp.mpf(10) ** -20


def _times(term: Term) -> int:
    return 1 if term.power else 2


def _whole(term: Term) -> Term:
    """Twice a divergence, whose forms may have halves."""
    upper, lower = (tuple(_times(term) * each for each in form) for form in (term.upper, term.lower))
    return term._replace(upper=upper, lower=lower)


def _plain(body: Any) -> Any:
    if not body.args:
        return body
    args = [_plain(part) for part in body.args]
    kinds = {"Ratio": lambda: args[0] / args[1], "Guard": lambda: args[0], "Larger": lambda: sympy.Max(*args)}
    return kinds.get(body.func.__name__, lambda: body.func(*args))()


PROVED = [
    ("kld", "monotonicity"), ("nkld", "relativity"), ("kld_gold", "cdf_one_hot"), ("rnss", "triangle_inequality"),
    ("kld", "independence"), ("ae", "independence_matched"), ("sqrt_jsd", "identity"),
]  # fmt: skip


@pytest.mark.parametrize(("metric", "constraint"), PROVED, ids=str)
def test_rules_hold_on_swept_and_larger_cases_and_elsewhere_they_do_not(metric: str, constraint: str) -> None:
    """Outputs that are exchanged, or of other cases, are none that a rule asks for."""
    record = constraints("quantification")[constraint]
    proof = prove(metrics("quantification")[metric], record)
    assert proof is not None
    assert "terms" in proof.tactic
    written = proof.certificate.to_dict()
    told = written.get("forms", [written])[0]["parts"][0]["terms"]
    for batch in (sweep_cases(record, 7), larger_cases(record, wide=True)):
        held = TASK.terms_hold(told["rule"], told["forms"], batch.outputs)
        assert held.all()
    moved = {
        name: _next(outputs) if not k else outputs for k, (name, outputs) in enumerate(batch.outputs.items())
    }
    assert not TASK.terms_hold(told["rule"], told["forms"], moved).all()


def _next(outputs: Any) -> Any:
    return type(outputs)(outputs.shared, np.roll(outputs.which, 1))


def test_a_proof_of_other_forms_is_refused() -> None:
    metric, record = metrics("quantification")["kld"], CONSTRAINTS.view("quantification")["monotonicity"]
    proof = prove(metric, record)
    parts = proof.certificate.parts
    wrong = replace(parts[0].certificate, forms=({"better": 1, "worse": -1},))
    bent = replace(proof.certificate, parts=(replace(parts[0], certificate=wrong), *parts[1:]))
    with pytest.raises(CertificateError, match="other forms"):
        confirm(replace(proof, certificate=bent), metric, record, sweep_cases(record, 5))


def are_part(whole: list[Any], part: list[Any]) -> bool:
    """Whether two outputs agree outside of some neighbouring classes, and two others are these alone."""
    (p, q), (r, s) = ((pair.system, pair.gold) for pair in whole)
    few = part[0].classes
    return any(
        q == s
        and part[1].classes == few
        and (p[:first], p[first + few :]) == (r[:first], r[first + few :])
        and sum(p[first : first + few]) == sum(r[first : first + few])
        and all(
            [sum(block) * share for share in alone] == list(block)
            for large, small in zip(whole, part, strict=True)
            for side, alone in ((large.system, small.system), (large.gold, small.gold))
            for block in [side[first : first + few]]
        )
        for first in range(len(p) - few + 1)
    )


def test_parts_are_found_as_they_are_case_by_case() -> None:
    chance, cases = Random(3), []
    while len(cases) < TIMES:
        classes, few = chance.randint(2, 4), chance.randint(1, 3)
        first = chance.randint(0, max(classes - few, 0))
        p, q, other = ([chance.randint(0, 3) for _ in range(classes)] for _ in range(3))
        block = slice(first, first + few) if chance.random() < 0.9 else slice(0, few)
        r = p[:first] + chance.choice([p[block], p[block][::-1], other[block]]) + p[first + few :]
        sides = p, q, r, chance.choice([q, q, q, other])
        alone = [[2 * mass for mass in side[block]] for side in sides]
        if chance.random() < 0.1:
            alone[2] = alone[2][::-1]
        if all(map(any, (*sides, *alone))):
            p, q, r, s = (
                Distributions.from_masses(*pair) for pair in (sides[:2], sides[2:], alone[:2], alone[2:])
            )
            cases.append([p, q, r, s] if chance.random() < 0.8 else [r, s, p, q])
    outputs = {
        name: MassTable.from_tables(each) for name, each in zip("abcd", zip(*cases, strict=True), strict=True)
    }
    held = terms_hold("same order", [{"a": 1, "b": -1}, {"c": 1, "d": -1}], outputs)
    known = [are_part(case[:2], case[2:]) or are_part(case[2:], case[:2]) for case in cases]
    assert held.tolist() == known
    assert 30 < sum(known) < TIMES - 30
