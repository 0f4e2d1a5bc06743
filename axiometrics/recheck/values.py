"""Values at a random point modulo a prime, where functions, extremes too, are unknown functions of their arguments."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import Any

from axiometrics.recheck.expressions import (
    NotCoveredError,
    RefusedError,
    Step,
    factors_of,
    flattened,
    number,
    parsed,
    require,
    sign_of,
    total,
)

PRIME = 2**127 - 1
POINTS = 2
"""Random points at which every identity is checked."""
Number = Any
"""A plain value: modulo the prime, or whatever else is computed with, such as quotients of polynomials."""
Value = Any
"""A number, a `Root`, an `Outer` function of one, or None where there is no value."""

MEANING = {
    "positive": (1, True), "nonnegative": (1, False), "zero": (0, False), "nonpositive": (-1, False),
    "negative": (-1, True),
}  # fmt: skip


@dataclass(frozen=True)
class Root:
    """A factor times a square root that is not taken."""

    factor: Number
    radicand: Number


@dataclass(frozen=True)
class Outer:
    """(a + b u)/(c + d u) with whole numbers, where u is a square root that is not taken."""

    top: tuple[int, int]
    bottom: tuple[int, int]
    radicand: Number

    @property
    def positive(self) -> bool:
        """Whether neither end vanishes for any root."""
        return all(each[0] > 0 and each[1] >= 0 for each in (self.top, self.bottom))

    @property
    def rise(self) -> int:
        """1 where it rises with the root, -1 where it falls; 0 where neither is evident."""
        (a, b), (c, d) = self.top, self.bottom
        slope = b * c - a * d
        return (slope > 0) - (slope < 0) if c > 0 and d >= 0 else 0


class Infinite:
    """A value beyond all numbers, with which little is computed."""

    def _refused(self, *_: object) -> Any:
        raise NotCoveredError("arithmetic with what is infinite")

    __add__ = __radd__ = __mul__ = __rmul__ = __mod__ = __lt__ = __gt__ = _refused


INFINITE = Infinite()
ROOTED = (Root, Outer)


class Point:
    """Random values of names and functions modulo the prime; ``values`` are those that were computed."""

    def __init__(self) -> None:
        self.salt = secrets.token_bytes(16)
        self.values: dict[str, Number] = {}

    def drawn(self, *place: object) -> int:
        """Return the value of a name, or of an unknown function of some values."""
        return int.from_bytes(hashlib.blake2b(repr(place).encode(), key=self.salt).digest()[:24]) % PRIME

    def named(self, name: str) -> Number:
        """Return a name's value."""
        if name not in self.values:
            self.values[name] = (
                self.log(int(name[4:])) if re.fullmatch(r"log:\d+", name) else self.drawn("name", name)
            )
        return self.values[name]

    def log(self, value: Number) -> Number:
        """Return the logarithm: a sum over the primes of a small number, else an unknown."""
        if not 0 < value < 10**6:
            return self.drawn("log", value)
        logs = {
            prime: self.named("l") if prime == 2 else self.drawn("log", prime) for prime in factors_of(value)
        }
        return sum(n * logs[prime] for prime, n in factors_of(value).items()) % PRIME

    def number(self, value: Fraction) -> Number:
        """Return a fraction modulo the prime."""
        return value.numerator * pow(value.denominator, -1, PRIME) % PRIME

    def added(self, one: Number, other: Number) -> Number:
        """Add two plain values."""
        return (one + other) % PRIME

    def multiplied(self, one: Number, other: Number) -> Number:
        """Multiply two plain values."""
        return one * other % PRIME

    def inverted(self, value: Number) -> Number:
        """Return one over a plain value."""
        require(value % PRIME, "a division by zero")
        return pow(value, -1, PRIME)

    def plus(self, one: Value, other: Value) -> Value:
        """Add two values, of which None is none."""
        if one is None or other is None:
            return None
        if INFINITE in (one, other):
            return INFINITE
        if not isinstance(one, ROOTED) and not isinstance(other, ROOTED):
            return self.added(one, other)
        if one == 0 or other == 0:
            return other if one == 0 else one
        if not isinstance(one, ROOTED) or not isinstance(other, ROOTED):
            root, number = (one, other) if isinstance(one, ROOTED) else (other, one)
            outer, times = self._outer(root), self._whole(number)
            top = outer.top[0] + times * outer.bottom[0], outer.top[1] + times * outer.bottom[1]
            return Outer(top, outer.bottom, outer.radicand)
        if isinstance(one, Root) and isinstance(other, Root) and one.radicand == other.radicand:
            return Root(self.added(one.factor, other.factor), one.radicand)
        raise NotCoveredError("a sum with a root in it")

    def times(self, one: Value, other: Value) -> Value:
        """Multiply two values."""
        if one is None or other is None:
            return None
        if INFINITE in (one, other) and all(
            each is INFINITE or (self.small(each) or 0) > 0 for each in (one, other)
        ):
            return INFINITE
        if not isinstance(one, ROOTED) and not isinstance(other, ROOTED):
            return self.multiplied(one, other)
        if isinstance(one, Outer) or isinstance(other, Outer):
            return self._outers(one, other)
        left, right = (each if isinstance(each, Root) else Root(each, 1) for each in (one, other))
        factor = self.multiplied(left.factor, right.factor)
        if left.radicand == right.radicand:
            return self.multiplied(factor, left.radicand)
        return Root(factor, self.multiplied(left.radicand, right.radicand))

    def _whole(self, value: Value) -> int:
        found = self.small(value)
        if found is None:
            raise NotCoveredError("a sum with a root in it")
        return found

    def _outer(self, value: Value) -> Outer:
        if isinstance(value, Root):
            return Outer((0, self._whole(value.factor)), (1, 0), value.radicand)
        if not isinstance(value, Outer):
            raise NotCoveredError("a product with a function of a root")
        return value

    def _outers(self, one: Value, other: Value) -> Outer:
        """Multiply two functions of one root, of which one's denominator is the other's numerator."""
        left, right = self._outer(one), self._outer(other)
        if left.radicand == right.radicand and left.bottom == right.top:
            return Outer(left.top, right.bottom, left.radicand)
        if left.radicand == right.radicand and right.bottom == left.top:
            return Outer(right.top, left.bottom, left.radicand)
        raise NotCoveredError("a product of functions of roots")

    def inverse(self, value: Value) -> Value:
        """Return one over a value."""
        if isinstance(value, Outer):
            return Outer(value.bottom, value.top, value.radicand)
        if isinstance(value, Root):
            return Root(self.inverted(self.multiplied(value.factor, value.radicand)), value.radicand)
        return None if value is None else self.inverted(value)

    def raised(self, value: Value, power: int) -> Value:
        """Return a whole power."""
        return reduce(
            self.times, [value if power > 0 else self.inverse(value)] * abs(power), self.number(Fraction(1))
        )

    def small(self, value: Value) -> int | None:
        """Return a small whole number, which no random value is; None for any other."""
        if not isinstance(value, int) or 1 << 40 < value < PRIME - (1 << 40):
            return None
        return value if value <= 1 << 40 else value - PRIME

    def polynomial(self, factors: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Number:
        """Return the value of a product of polynomials."""
        found = 1
        for factor in factors:
            total = 0
            for value, powers in factor["terms"]:
                term = self.number(Fraction(value))
                for name, power in zip(names, powers, strict=True):
                    term = term * pow(self.named(name), power, PRIME) % PRIME
                total += term
            found = found * pow(total, int(factor["times"]), PRIME) % PRIME
        return found

    def quotient(self, claim: Mapping[str, Any]) -> Number:
        """Return the value of a quotient of polynomials."""
        top, bottom = (self.polynomial(claim[end], claim["symbols"]) for end in ("numerator", "denominator"))
        return self.multiplied(top, self.inverted(bottom))


def plain(value: Value) -> Number:
    """Return a value that is no root."""
    if value is None or isinstance(value, (*ROOTED, Infinite)):
        raise NotCoveredError("a root, infinity, or nothing, where a plain number is needed")
    return value


_CELLS = ("cells", "largest", "smallest")
FROM_ONE: Mapping[str, Mapping[str, str]] = {
    "classification": {"": "NKPSU", "present": "g", "assigned": "s"} | dict.fromkeys(_CELLS[::2], "cgsab"),
    "clustering": {"": "NRKnab"}, "combination": {}, "diversity": {"": "i"}, "filtering": {},
    "multilabel": {"": "NLTabnmi"}, "ordinal": {"": "NKPUij", "present": "g"} | dict.fromkeys(_CELLS, "cgsab"),
    "organization": {}, "overlapping": {
        "": "nabdh", "companions": "x", "occurrence_pairs": "x", "gold_companions": "g", "gold_occurrence_pairs": "g",
    }, "probabilistic": {"": "NKnmr"}, "quantification": {"": "Kkl"}, "ranking": {"": "ij"},
    "rank_similarity": {"": "slFd"},
}  # fmt: skip
"""Whole numbers from 1 on, wherever they stand (""), or in the rows that a reduction of a domain runs over."""
ABOVE_ZERO: Mapping[str, Mapping[str, str]] = {
    "diversity": {"": "wrhqe"}, "ordinal": {"": "pq", **dict.fromkeys((*_CELLS, "present"), "h")},
    "probabilistic": {"": "s"}, "rank_similarity": {"": "gh"}}  # fmt: skip
"""What is above zero there, and need not be a whole number."""
LEAST = {"ordinal": {"present": {"N": "2*h"}, "cells": {"N": "h"}}}
"""What a quantity is at least there: half a class's items are no more than half of all."""
ANY_SIGN = {"probabilistic": "cd", "ordinal": "xy", "rank_similarity": "t"}
ALWAYS = {"number", "name", "reduction", "sum", "product", "maximum", "minimum", "ratio", "guard", "tanh",
          "undefined", "infinite"}  # fmt: skip
"""Steps that have a value where their parts have one; no value, or an infinite one, is a convention that is stated."""


COMMON, EITHER = "common", "either"
"""The information of an item's labels, sums of log(T/n) >= 0, in both closures and in either."""
LABELS = {"a": parsed("u*log(T) - common"), "b": parsed("(v + w - u)*log(T) - either")}
"""The logarithms of the products of their frequencies."""


def informed(step: Step) -> Step:
    """Write the logarithms of products of frequencies by information.

    >>> flattened(informed(parsed("(v + w - u)*log(T) - log(b)"))) == flattened(parsed("either"))
    True
    """
    inside = f"{step.parts[0].value}" if step.kind == "log" else ""
    return LABELS.get(inside) or Step(step.kind, tuple(map(informed, step.parts)), step.value, step.number)


@dataclass(frozen=True)
class Place:
    """Where a step stands: in the rows of a domain, or outside; names not told of here are never negative."""

    task: str
    domain: str = ""
    positive: frozenset[str] = frozenset()

    def _told(self, table: Mapping[str, Mapping[str, str]]) -> set[str]:
        known = table.get(self.task, {})
        return {*known.get("", ""), *known.get(self.domain, "")}

    def where(self, quantity: Step) -> Place:
        """Return the place where a quantity that is never negative is not zero."""
        flat = flattened(quantity)
        sure = next(iter(flat)) if len(flat) == 1 and self.sign(quantity) >= 0 else ()
        return replace(self, positive=self.positive | {name for name, power in sure if power > 0})

    def sign(self, step: Step) -> int:
        """Return 1 where a step that has a value is positive, 0 where it is not negative, -1 where that is open."""
        found = max(self._by_coefficients(step), self._by_information(step), _beside_tanh(step))
        return found if found > 0 else max(found, self._by_parts(step))

    def _by_information(self, step: Step) -> int:
        """Look at the information of closures, which is not zero where not all items have some label of either."""
        if (self.task, self.domain) != ("multilabel", "contents"):
            return -1
        known = dict.fromkeys((*"uvw", "log:T", COMMON, EITHER), "nonnegative")
        known |= {EITHER: "positive"} if "c" in self.positive else {}
        try:
            direction, strict = sign_of(flattened(informed(step)), known)
        except RefusedError:
            return -1
        return int(strict) if direction >= 0 else -1

    def _by_coefficients(self, step: Step) -> int:
        least = dict.fromkeys(self._told(FROM_ONE), "1")
        more = LEAST.get(self.task, {}).get(self.domain)
        return max(self._from(each, step) for each in ([least, least | more] if more else [least]))

    def _from(self, least: Mapping[str, str], step: Step) -> int:
        """Return the sign that coefficients show where some names are what they are at least, and more."""
        flat = flattened(step, {name: flattened(parsed(f"{low} + {name}")) for name, low in least.items()})
        names = {name for powers in flat for name, _ in powers if name.isidentifier()}
        known = dict.fromkeys(names, "nonnegative" if self.task in FROM_ONE else "real")
        known |= dict.fromkeys(names & {*self._told(ABOVE_ZERO), *self.positive} - {*least}, "positive")
        known |= dict.fromkeys(names & {*ANY_SIGN.get(self.task, "")}, "real")
        some = {"g", "s"} if self.domain == "used" else set()  # of gold or system
        try:
            direction, strict = sign_of(flat, known, [some])
        except RefusedError:
            return -1
        return int(strict) if direction >= 0 else -1

    def _by_parts(self, step: Step) -> int:
        match step.kind:
            case "maximum":  # which is no less than the mean
                return max(*map(self.sign, step.parts), self._by_coefficients(Step("sum", step.parts[:2])))
            case "sum":
                signs = [self.sign(part) for part in step.parts]
                return max(signs) if min(signs) >= 0 else -1
            case "product" | "minimum":
                return min(map(self.sign, step.parts))
            case "quotient":
                return self.sign(step.parts[0]) if self.sign(step.parts[1]) > 0 else -1
            case "power" if step.parts[1].kind == "number" and step.parts[1].value % 2 == 0:
                return max(0, self.sign(step.parts[0]))
            case "power" | "root" | "tanh" | "log":
                return self.sign(_less(step.parts[0], 1) if step.kind == "log" else step.parts[0])
            case "ratio" | "guard":
                value, quantity, otherwise = step.parts
                known = step.kind == "guard" or self.sign(quantity) >= 0
                found = self.where(quantity).sign(value) if known else -1
                return found if otherwise.kind == "undefined" else min(found, self.sign(otherwise))
        return {"inverse_log2": 1, "infinite": 1, "log_binomial": 0}.get(step.kind, -1)

    def require(self, step: Step) -> None:
        """Require that a step has a value. Raises NotCoveredError."""
        if not self._has_value(step):
            raise NotCoveredError(f"whether a {step.kind} has a value wherever it is asked for")
        inside = replace(self, domain=step.value) if step.kind == "reduction" else self
        for place, part in enumerate(step.parts):
            convention = step.kind in ("ratio", "guard") and not place
            (inside.where(step.parts[1]) if convention else inside).require(part)

    def _has_value(self, step: Step) -> bool:
        match step.kind:
            case "quotient" | "root":  # outside of reductions their signs are claimed
                return not self.domain or self.sign(step.parts[-1]) >= int(step.kind == "quotient")
            case "log":
                return self.sign(step.parts[0]) > 0
            case "inverse_log2":
                some = step.parts[0].parts if step.parts[0].kind == "maximum" else step.parts
                return any(self.sign(_less(part, 1)) > 0 for part in some)
            case "power":
                base, (kind, value) = self.sign(step.parts[0]), (step.parts[1].kind, step.parts[1].value)
                whole = kind == "number" and value.denominator == 1 and value >= 0
                return whole or base > 0 or (not base and self.sign(step.parts[1]) >= 0)
            case "log_binomial":
                return self._counts(step.parts[1]) and self._counts(_less(*step.parts))
        return step.kind in ALWAYS

    def _counts(self, step: Step) -> bool:
        """Whether a step is a whole number from 0 on."""
        flat = flattened(step)
        known = self._told(FROM_ONE)
        names = all(name in known and power > 0 for powers in flat for name, power in powers)
        return names and all(each.denominator == 1 for each in flat.values()) and self.sign(step) >= 0


def _beside_tanh(step: Step) -> int:
    """Return 1 for a number and no more than so many times a tanh, which is between -1 and 1; -1 for all others."""
    flat = dict(flattened(step))
    least = flat.pop((), Fraction(0)) - sum(map(abs, flat.values()))
    plain = all(
        len(powers) == 1 and powers[0][1] == 1 and powers[0][0].startswith("tanh(") for powers in flat
    )
    return 1 if plain and flat and least >= 0 else -1


def _less(step: Step, other: Step | int) -> Step:
    return total([(Fraction(1), step), (Fraction(-1), number(other) if isinstance(other, int) else other)])


def require_values(task: str, formula: Step, positive: Collection[str] = ()) -> None:
    """Require that a formula has a value wherever its conventions leave one. Raises NotCoveredError."""
    Place(task, "", frozenset(positive)).require(formula)
