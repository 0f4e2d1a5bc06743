"""The comparison of a certificate with concrete cases, in any arithmetic: floats with error bounds, or exact numbers.

Every generator has its sign, every reduction the stated value, every case falls into one branch, and the margin is the
stated quotient of polynomials there. A case disagrees where that is certain, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from operator import add, mul, or_
from typing import Any

import numpy as np

from axiometrics.checker.recheck import require
from axiometrics.checker.recheck.cases import ABSENT, OPEN, Cases, Places, infinite
from axiometrics.checker.recheck.reading import Part, evaluated
from axiometrics.formulas.arithmetics.bounded import UNDECIDED, Bounded, exact_sum
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED

Values = dict[str, Any]


def agrees(certificate: Mapping[str, Any], cases: Cases) -> Places:
    """Compare a certificate with cases; return the branch that each is in, or `OPEN`. Raises CertificateError."""
    values, doubtful = facts_hold(certificate, cases)
    if not certificate["branches"]:
        _equal(certificate["values"], cases)
        _in_proportion(certificate, values, cases)
        return np.where(doubtful, OPEN, 0)
    found, possible = np.full(len(cases), OPEN), np.zeros(len(cases), dtype=bool)
    walk = _Walk(values, cases)
    for number, branch in enumerate(certificate["branches"]):
        certain, perhaps, local = walk.entered(branch["path"])
        here = np.flatnonzero(certain & (found == OPEN))
        possible |= perhaps
        if len(here):
            _holds(branch, local, cases, here)
        found[here] = number
    cases.require((found != OPEN) | possible, "no branch speaks of what happens")
    return np.where(doubtful, OPEN, found)


def _holds(branch: Mapping[str, Any], local: Values, cases: Cases, here: Places) -> None:
    """Require what a branch says of the cases that are in it."""
    cases.require(np.full(len(here), branch["sign"] != "impossible"), "a branch is called impossible", here)
    beyond = cases.concrete.metric.is_unbounded
    if "infinite" in branch or (beyond and branch["sign"] != "undefined"):
        _require_infinite(branch.get("infinite", {}), cases, here)
    if "infinite" in branch:
        return
    margin = cases.margin(beyond=beyond)[here]
    wrong = cases.present(margin) if branch["sign"] == "undefined" else cases.absent(margin)
    cases.require(~wrong, "that there is a value, or none, is not so", here)
    if branch["sign"] == "undefined":
        return
    columns = [local[name][here] for name in branch["generators"]]
    top, bottom = (_product(branch[part], columns, cases, len(here)) for part in ("numerator", "denominator"))
    if "outer" in branch:
        squares = _inside(branch["outer"], cases, here)
    else:
        squares = cases.margin(squared=True, beyond=beyond)[here] if branch["squared"] else None
    cases.require_same((margin if squares is None else squares) * bottom, top, "margin", here)
    if "outer" in branch:
        signs = cases.signs(margin), cases.signs(squares)
        known = np.all([each != UNDECIDED for each in signs], axis=0)
        told = "that a difference of squares has the margin's sign is not so"
        cases.require(~known | (signs[0] == signs[1]), told, here)


def _require_infinite(ends: Mapping[str, int], cases: Cases, here: Places) -> None:
    """Require that every output has a value, which is infinite of that sign, or a number where none is told."""
    for output in cases.concrete.form:
        found = cases.value(output)[here]
        cases.require(~cases.absent(found), f"that {output} has a value is not so", here)
        told = f"that {output} is infinite, or is not, is not so"
        cases.require((infinite(found) == ends.get(output, 0)) | ~cases.present(found), told, here)


def _equal(stated: Mapping[str, Mapping[str, str]], cases: Cases) -> None:
    """Every score must be the same in all outputs, or no output has one: `values_hold` looks at the reductions."""
    first, *others = stated
    for other in others:
        cases.require_same(cases.value(first), cases.value(other), "margin of equal reductions")


def _in_proportion(certificate: Mapping[str, Any], values: Values, cases: Cases) -> None:
    """Where outputs are said to be multiples, every quantity must be that, or the same in all of them."""
    scales: Mapping[str, str] = certificate.get("scales", {})
    stated: Mapping[str, Mapping[str, str]] = certificate["values"]
    require(not scales or scales.keys() == stated.keys(), "an output that is said to be no multiple")
    read = {name: cases.filled(evaluated(text, values, cases.arithmetic)) for name, text in scales.items()}
    for name, scale in read.items():
        first = next(iter(read))
        cases.require(cases.signs(scale) == 1, f"the multiple of {name} is not positive")
        for symbol in stated[name]:
            one, other = (cases.measure(f"{symbol}@{output}") for output in (first, name))
            signs = cases.signs(one * scale - other * read[first]), cases.signs(one - other)
            differ = np.all([(each == 1) | (each == -1) for each in signs], axis=0)
            cases.require(~differ, f"that {symbol} is a multiple, or the same, is not so")


def _inside(outer: Mapping[str, Any], cases: Cases, here: Places) -> Any:
    """Return the margins of the squared roots inside a monotone function, which must give the metric's margins."""
    _require_monotone(outer)
    turn = 1 if outer["rising"] else -1
    squares, found = (cases.number(0)[here] for _ in range(2))
    text = str(outer["inner"])
    for output, weight in outer["weights"].items():
        names = {name: cases.measure(f"{name}@{output}")[here] for name in re.findall(r"[A-Za-z_]\w*", text)}
        inner = cases.arithmetic.filled(evaluated(text, names, cases.arithmetic), len(here))
        root = cases.arithmetic.sqrt(inner)
        top, bottom = (_polynomial(outer[part], root, cases, here) for part in ("numerator", "denominator"))
        squares = squares + inner * cases.number(turn * weight)[here]
        ratio = cases.arithmetic.ratio(top, bottom, cases.arithmetic.undefined)
        found = found + ratio * cases.number(weight)[here]
    cases.require_same(cases.margin()[here], found, "margin through the root", here)
    return squares


def _polynomial(coefficients: Sequence[str], at: Any, cases: Cases, here: Places) -> Any:
    """Return the value of a polynomial in one variable, whose highest coefficient comes first."""
    parts = (cases.number(Fraction(value))[here] for value in coefficients)
    return reduce(lambda higher, part: higher * at + part, parts)


def _require_monotone(outer: Mapping[str, Any]) -> None:
    """The derivative's numerator, p'q - pq', must have coefficients of the stated sign, and q constant sign."""
    p, q = ([Fraction(value) for value in outer[part][::-1]] for part in ("numerator", "denominator"))
    slope = [Fraction(0)] * (len(p) + len(q))
    for i, one in enumerate(p):
        for j, other in enumerate(q):
            if i + j:
                slope[i + j - 1] += (i - j) * one * other
    turn = 1 if outer["rising"] else -1
    require(any(slope) and all(turn * value >= 0 for value in slope), "the outer function is not monotone")
    require(q[0] != 0 and all(value * q[0] >= 0 for value in q), "the outer function may have a pole")


def facts_hold(certificate: Mapping[str, Any], cases: Cases) -> tuple[Values, Any]:
    """Compare what a task states with cases: signs of generators, sums that are never zero, values of reductions.

    Returns the generators, and where a sign is not known.
    """
    values, doubtful = generators(certificate, cases)
    for members in certificate.get("facts", ()):
        zero = [cases.signs_of(f"fact on {name}", values[name]) == 0 for name in members]
        cases.require(~np.all(zero, axis=0), f"{', '.join(members)} are all zero")
    values_hold(certificate["values"], values, cases)
    return values, doubtful


def generators(certificate: Mapping[str, Any], cases: Cases) -> tuple[Values, Any]:
    """Compute every generator from its definition, and check its sign; return them, and where a sign is not known."""
    arithmetic = cases.arithmetic
    places = {place: cases.measure(name) for place, name in certificate["measured"].items()}
    found: Values = {"l": cases.filled(arithmetic.log(arithmetic.number(Fraction(2))))}
    doubtful = np.zeros(len(cases), dtype=bool)
    parts: dict[Part, Any] = {}
    for known in certificate["generators"]:
        value = cases.filled(evaluated(known["definition"], places, arithmetic, parts))
        signs, wanted = cases.signs_of(known["name"], value), known["sign"]
        right = {"positive": signs > 0, "nonnegative": signs >= 0, "real": True}[wanted]
        told = f"{known['name']} ({known['meaning']}) is not {wanted}"
        cases.require(right & (signs != ABSENT), told)
        doubtful |= (signs == UNDECIDED) & (wanted != "real")
        found[known["name"]] = value
    return found, doubtful


def values_hold(stated: Mapping[str, Mapping[str, str]], values: Mapping[str, Any], cases: Cases) -> None:
    """Every reduction must have, in each output of each case, the value that the certificate states."""
    known: dict[Part, Any] = {}
    pairs = []
    for output, texts in stated.items():
        for symbol, text in texts.items():
            value = cases.filled(evaluated(text, values, cases.arithmetic, known))
            pairs.append((f"{symbol} in {output}", cases.measure(f"{symbol}@{output}"), value))
    cases.require_all_same(pairs)


Entered = tuple[Any, Any, Values]
"""Cases that certainly are on a path, those that perhaps are, and the values with those that its steps introduce."""


class _Walk:
    """The steps of paths; those that paths have in common are taken once."""

    def __init__(self, values: Values, cases: Cases) -> None:
        self.cases = cases
        everywhere = np.ones(len(cases), dtype=bool)
        self.known: dict[str, Entered] = {"": (everywhere, ~everywhere, values)}

    def entered(self, path: Sequence[Mapping[str, Any]]) -> Entered:
        """Return the cases on a path."""
        place = repr(path) if path else ""
        if place not in self.known:
            certain, perhaps, values = self.entered(path[:-1])
            asked, local, wanted = self._step(path[-1], values)
            signs = self.cases.signs_of(place, asked)
            met, unknown = reduce(or_, (signs == sign for sign in wanted)), signs == UNDECIDED
            on = certain & met, (perhaps & (met | unknown)) | (certain & unknown)
            self.known[place] = (*on, local)
        return self.known[place]

    def _step(self, step: Mapping[str, Any], values: Values) -> tuple[Any, Values, tuple[int, ...]]:
        """Return what a step asks the sign of, the values after it, and the signs with which it is met."""
        cases = self.cases
        if "zero" in step:
            return values[step["zero"]], values, (0,)
        if "positive" in step:
            return values[step["positive"]], values, (1,)
        if "more" in step:
            more, less = (
                cases.filled(evaluated(step[part], values, cases.arithmetic)) for part in ("more", "less")
            )
        else:
            more = values[step["larger"]]
            less = cases.number(Fraction(step["factor"])) * values[step["smaller"]]
        excess = more - less
        return excess, {**values, step["excess"]: excess}, (1,) if step["strict"] else (0, 1)


def _product(factors: Sequence[Mapping[str, Any]], columns: Sequence[Any], cases: Cases, count: int) -> Any:
    """Return the value of a product of powers of polynomials."""
    arithmetic, known = cases.arithmetic, _Powers(columns)
    found = None
    for factor in factors:
        power = _sum(factor["terms"], known, arithmetic) ** int(factor["times"])
        found = power if found is None else found * power
    return arithmetic.filled(arithmetic.number(Fraction(1)) if found is None else found, count)


def _sum(terms: Sequence[tuple[str, Sequence[int]]], known: _Powers, arithmetic: Any) -> Any:
    """Return the value of a polynomial, in one go where floats have all of it exactly."""
    for _, powers in terms:
        require(len(powers) == len(known.columns), "a term has other generators")
    if arithmetic is BOUNDED:
        whole = exact_sum([(_constant(value), powers) for value, powers in terms], known.columns)
        if whole is not None:
            return whole
    parts = [_term(coefficient, powers, known, arithmetic) for coefficient, powers in terms]
    return reduce(add, parts) if parts else arithmetic.number(Fraction(0))


class _Powers(dict[tuple[int, int], Any]):
    """The powers of columns, by place and exponent; each is made once."""

    def __init__(self, columns: Sequence[Any]) -> None:
        super().__init__()
        self.columns = columns

    def __missing__(self, asked: tuple[int, int]) -> Any:
        place, power = asked
        found = self[asked] = self.columns[place] if power == 1 else self.columns[place] ** power
        return found


def _term(coefficient: str, powers: Sequence[int], known: _Powers, arithmetic: Any) -> Any:
    """Return the value of a coefficient times powers."""
    factors = [known[place, power] for place, power in enumerate(powers) if power]
    if coefficient != "1" or not factors:
        factors = [arithmetic.number(_fraction(coefficient)), *factors]
    return reduce(mul, factors)


_fraction = lru_cache(maxsize=1 << 12)(Fraction)
"""The number that a text is; most terms have one of few coefficients."""


@lru_cache(maxsize=1 << 12)
def _constant(text: str) -> Bounded:
    return BOUNDED.number(_fraction(text))
