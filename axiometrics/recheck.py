"""Check a certificate from its document alone: ``python -m axiometrics.recheck FILE``, standard library only.

A certificate (``axiometrics.certificate/1``) holds a formula, the outputs that are compared, what its reductions come to
there, and the branches of a proof. Nothing of it is believed but what it says the compared outputs are: that the values
are those of the formula's reductions, that every symbol has its sign, that the branches leave nothing out, and that the
margin has the sign that is claimed, all this is derived again here. Signs are read off coefficients. Identities are
checked at random points modulo a prime of 127 bits, where logarithms and other functions are unknown functions of their
arguments: two different expressions agree there with a probability below 1e-30.

Exit code 0: confirmed, 1: refused, with the step; 2: unreadable, or not covered by what this program knows.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import re
import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from pathlib import Path
from typing import Any

__all__ = ["NotCoveredError", "RefusedError", "check", "main"]

PRIME = 2**127 - 1
POINTS = 2
"""Random points at which every identity is checked."""
Flat = dict[tuple[tuple[str, int], ...], Fraction]
"""A sum of products of powers of names, by the names with their exponents; what is no such product is a name too."""


class RefusedError(ValueError):
    """The document does not show what it claims."""


class NotCoveredError(NotImplementedError):
    """The document rests on something that this program cannot derive."""


def require(holds: object, message: str) -> None:
    """Raise RefusedError unless something holds."""
    if not holds:
        raise RefusedError(message)


# --- expressions: the steps of the formula, and texts -------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Step:
    """A step of a formula or of a text: its kind, what it works on, and a number or a name; formulas number theirs."""

    kind: str
    parts: tuple[Step, ...] = ()
    value: Any = None
    number: int = -1


def formula_of(nodes: Sequence[Mapping[str, Any]]) -> Step:
    """Return the last of the steps of a formula."""
    made: list[Step] = []
    for number, node in enumerate(nodes):
        kind, value = node["kind"], node.get("value")
        if kind in ("quantity", "variable"):
            kind = "name"
        if kind == "number":
            value = Fraction(value)
        made.append(Step(kind, tuple(made[part] for part in node.get("parts", ())), value, number))
    return made[-1]


FUNCTIONS = {
    "log": "log", "sqrt": "root", "Larger": "maximum", "Smaller": "minimum", "Ratio": "ratio", "Guard": "guard",
    "LogBinomial": "log_binomial", "InverseLog": "inverse_log2", "Power": "power", "Beside": "beside",
    "present": "present", "tanh": "tanh",
}  # fmt: skip
SIGNS = {ast.Add: "sum", ast.Mult: "product", ast.Div: "quotient", ast.Pow: "power"}


@lru_cache(maxsize=1 << 16)
def parsed(text: str) -> Step:
    """Return the arithmetic of a text."""
    try:
        return _read(ast.parse(text, mode="eval").body)
    except SyntaxError as error:
        raise RefusedError(f"{text!r} is no arithmetic") from error


def _read(node: ast.expr) -> Step:
    match node:
        case ast.Constant(value=int() as number):
            return Step("number", value=Fraction(number))
        case ast.Name(id="UNDEFINED" | "NO_VALUE"):
            return Step("undefined")
        case ast.Name(id=name):
            return Step("name", value=name)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return Step("product", (Step("number", value=Fraction(-1)), _read(inner)))
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return Step("sum", (_read(left), _read(ast.UnaryOp(ast.USub(), right))))
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in SIGNS:
            return Step(SIGNS[type(sign)], (_read(left), _read(right)))
        case ast.Call(func=ast.Name(id=name), args=parts) if name in FUNCTIONS:
            return Step(FUNCTIONS[name], tuple(map(_read, parts)))
    raise RefusedError(f"{ast.unparse(node)!r} is no arithmetic")


# --- sums of products of powers -------------------------------------------------------------------------------------


def added(one: Flat, other: Flat, times: Fraction = Fraction(1)) -> Flat:
    """Return one sum plus a multiple of another."""
    found = dict(one)
    for powers, value in other.items():
        found[powers] = found.get(powers, Fraction(0)) + times * value
    return {powers: value for powers, value in found.items() if value}


def multiplied(one: Flat, other: Flat) -> Flat:
    """Return the product of two sums."""
    found: Flat = {}
    for (mine, value), (yours, factor) in product(one.items(), other.items()):
        powers: Counter[str] = Counter(dict(mine))
        for name, power in yours:
            powers[name] += power
        place = tuple(sorted((name, power) for name, power in powers.items() if power))
        found[place] = found.get(place, Fraction(0)) + value * factor
    return {powers: value for powers, value in found.items() if value}


def written(flat: Flat) -> str:
    """Return one text for equal sums."""
    return " + ".join(
        f"{value}" + "".join(f"*{name}^{power}" for name, power in powers)
        for powers, value in sorted(flat.items())
    ) or "0"


def flattened(step: Step, names: Mapping[str, Flat] | None = None) -> Flat:
    """Multiply out a step; the logarithm of a product is the sum of its factors' (all names are positive there)."""
    known = names or {}
    if step.kind == "number":
        return {(): step.value} if step.value else {}
    if step.kind == "name":
        return known.get(step.value, {((step.value, 1),): Fraction(1)})
    parts = [flattened(part, known) for part in step.parts]
    if step.kind == "sum":
        return reduce(added, parts)
    if step.kind == "product":
        return reduce(multiplied, parts)
    if step.kind == "quotient":
        return multiplied(parts[0], _inverse(parts[1]))
    if step.kind == "power" and set(parts[1]) <= {()}:
        power = parts[1].get((), Fraction(0))
        if power.denominator == 1:
            base = parts[0] if power >= 0 else _inverse(parts[0])
            return reduce(multiplied, [base] * abs(int(power)), {(): Fraction(1)})
    if step.kind == "log" and len(parts[0]) == 1:
        ((powers, value),) = parts[0].items()
        if value > 0 and all(name.isidentifier() for name, _ in powers):
            logs: Flat = {((f"log:{name}", 1),): Fraction(power) for name, power in powers}
            return reduce(added, (_log_of(value.numerator), _log_of(value.denominator, -1)), logs)
    texts = [written(part) for part in parts]
    return {((f"{step.kind}({', '.join(sorted(texts) if 'imum' in step.kind else texts)})", 1),): Fraction(1)}


def _inverse(flat: Flat) -> Flat:
    if len(flat) == 1:
        ((powers, value),) = flat.items()
        return {tuple((name, -power) for name, power in powers): 1 / value}
    return {((f"inverse({written(flat)})", 1),): Fraction(1)}


def _log_of(number: int, sign: int = 1) -> Flat:
    return {((f"log:{prime}", 1),): Fraction(sign * times) for prime, times in factors_of(number).items()}


def factors_of(number: int) -> Counter[int]:
    """Return the primes of a small number."""
    found: Counter[int] = Counter()
    prime = 2
    while number > 1:
        while number % prime == 0:
            found[prime] += 1
            number //= prime
        prime += 1
    return found


def sign_of(flat: Flat, known: Mapping[str, str]) -> tuple[int, bool]:
    """Return the sign that the coefficients show, and whether it is strict. Raises RefusedError where they show none."""
    if not flat:
        return 0, False
    direction = {value > 0 for value in flat.values()}
    used = [[known.get(name, "real") for name, _ in powers] for powers in flat]
    require(len(direction) == 1, "coefficients of both signs")
    require(all({*each} <= {"positive", "nonnegative"} for each in used), "a symbol of unknown sign")
    require(all(known[n] == "positive" for powers in flat for n, power in powers if power < 0), "division by zero")
    return (1 if direction == {True} else -1), any({*each} <= {"positive"} for each in used)


def at_least(flat: Flat, least: int, known: Mapping[str, str]) -> bool:
    """Whether coefficients show that something is at least a number."""
    try:
        return sign_of(added(flat, {(): Fraction(-least)}), known)[0] >= 0
    except RefusedError:
        return False


# --- values at a random point ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Root:
    """A factor times a square root that is not taken."""

    factor: Any
    radicand: Any


class Point:
    """Random values of names and functions modulo the prime; ``values`` are those that were computed."""

    def __init__(self) -> None:
        self.salt = secrets.token_bytes(16)
        self.values: dict[str, int] = {}

    def drawn(self, *place: object) -> int:
        """Return the value of a name, or of an unknown function of some values."""
        return int.from_bytes(hashlib.blake2b(repr(place).encode(), key=self.salt).digest()[:24]) % PRIME

    def named(self, name: str) -> int:
        """Return a name's value."""
        if name not in self.values:
            self.values[name] = self.log(int(name[4:])) if re.fullmatch(r"log:\d+", name) else self.drawn("name", name)
        return self.values[name]

    def log(self, value: int) -> int:
        """Return the logarithm: a sum over the primes of a small number, else an unknown."""
        if not 0 < value < 10**6:
            return self.drawn("log", value)
        return sum(times * self._log_of_prime(prime) for prime, times in factors_of(value).items()) % PRIME

    def _log_of_prime(self, prime: int) -> int:
        return self.named("l") if prime == 2 else self.drawn("log", prime)

    def number(self, value: Fraction) -> Any:
        """Return a fraction modulo the prime."""
        return value.numerator * pow(value.denominator, -1, PRIME) % PRIME

    def added(self, one: Any, other: Any) -> Any:
        """Add two plain values."""
        return (one + other) % PRIME

    def multiplied(self, one: Any, other: Any) -> Any:
        """Multiply two plain values."""
        return one * other % PRIME

    def inverted(self, value: Any) -> Any:
        """Return one over a plain value."""
        require(value % PRIME, "a division by zero")
        return pow(value, -1, PRIME)

    def plus(self, one: Any, other: Any) -> Any:
        """Add two values, of which None is none."""
        if one is None or other is None:
            return None
        if not isinstance(one, Root) and not isinstance(other, Root):
            return self.added(one, other)
        if one == 0 or other == 0:
            return other if one == 0 else one
        if isinstance(one, Root) and isinstance(other, Root) and one.radicand == other.radicand:
            return Root(self.added(one.factor, other.factor), one.radicand)
        raise NotCoveredError("a sum with a root in it")

    def times(self, one: Any, other: Any) -> Any:
        """Multiply two values."""
        if one is None or other is None:
            return None
        if not isinstance(one, Root) and not isinstance(other, Root):
            return self.multiplied(one, other)
        left, right = (each if isinstance(each, Root) else Root(each, 1) for each in (one, other))
        factor = self.multiplied(left.factor, right.factor)
        if left.radicand == right.radicand:
            return self.multiplied(factor, left.radicand)
        return Root(factor, self.multiplied(left.radicand, right.radicand))

    def inverse(self, value: Any) -> Any:
        """Return one over a value."""
        if isinstance(value, Root):
            return Root(self.inverted(self.multiplied(value.factor, value.radicand)), value.radicand)
        return None if value is None else self.inverted(value)

    def raised(self, value: Any, power: int) -> Any:
        """Return a whole power."""
        return reduce(self.times, [value if power > 0 else self.inverse(value)] * abs(power), self.number(Fraction(1)))

    def polynomial(self, factors: Sequence[Mapping[str, Any]], names: Sequence[str]) -> int:
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

    def quotient(self, claim: Mapping[str, Any]) -> int:
        """Return the value of a quotient of polynomials."""
        top, bottom = (self.polynomial(claim[end], claim["symbols"]) for end in ("numerator", "denominator"))
        return self.multiplied(top, self.inverted(bottom))


def plain(value: Any) -> Any:
    """Return a value that is no root."""
    if value is None or isinstance(value, Root):
        raise NotCoveredError("a root, or nothing, where a plain number is needed")
    return value


# --- one output: its quantities, its reductions, its score ----------------------------------------------------------

EXTREMES = frozenset({"best_in_cluster", "best_in_category", "expected", "largest", "smallest", "cascade"})
WHOLES = {
    "clustering": {"clusters[1*a^1]": "N", "clusters[1]": "R", "categories[1*b^1]": "N", "categories[1]": "K"},
    "ordinal": {
        "cells[1*c^1]": "N", "all_cells[1*c^1]": "N", "present[1*g^1]": "N", "used[1*g^1]": "N", "used[1*s^1]": "N",
        "present[1]": "P", "used[1]": "U", "all_cells[1]": "K**2", "all_cells[1*g^1*s^1]": "N**2",
    },
    "ranking": {"ranks[1]": "m", "ideal[1]": "R"},
}  # fmt: skip
"""Reductions that are a quantity of every object of a task."""
MEANING = {
    "positive": (1, True), "nonnegative": (1, False), "zero": (0, False), "nonpositive": (-1, False),
    "negative": (-1, True),
}  # fmt: skip
Row = Mapping[str, str]


class Output:
    """One output at a random point: the values of its quantities and reductions, and of the formula.

    Without ``claims`` whatever hangs on a sign is an unknown function; with them every such sign must be claimed.
    With ``measured`` the reductions are those of the rows; else they have the values that the document states.
    """

    def __init__(self, part: Part, name: str, point: Point, claims: Any = None, *, measured: bool = False) -> None:
        self.part, self.name, self.point, self.claims, self.measured = part, name, point, claims, measured
        self.told = part.data["outputs"][name]
        self.known: dict[tuple[int, str], Any] = {}

    def score(self) -> Any:
        """Return the formula's value, or what the output is a multiple of it, or a number."""
        if "times" not in self.told:
            return self.value(self.part.formula)
        factor, further = self.text(self.told["times"]), self.text(self.told["plus"])
        return further if factor == 0 else self.point.plus(self.point.times(self.value(self.part.formula), factor), further)

    def text(self, text: str) -> Any:
        """Return the value of a text in the symbols of the case."""
        return plain(self.value(parsed(text), None, "symbols"))

    def value(self, step: Step, row: Row | None = None, place: str = "") -> Any:
        """Return a step's value: a number, a root, or None for none; ``place`` says in which row, or in what."""
        key = id(step), place
        if key not in self.known:
            self.known[key] = self._value(step, row, place)
        return self.known[key]

    def _value(self, step: Step, row: Row | None, place: str) -> Any:
        if step.kind == "number":
            return self.point.number(step.value)
        if step.kind == "name":
            return self.point.named(step.value) if place == "symbols" else self.named(step.value, row)
        if step.kind in ("undefined", "infinite"):
            return None
        if step.kind == "reduction":
            return self._reduction(step)
        whole = self._whole_of(step) if not place and self.told["values"] else ""
        if whole:
            found = self.stated(whole)
            return found if step.kind == "power" else self.point.times(found, self.point.inverse(self.value(step.parts[0])))
        parts = [self.value(part, row, place) for part in step.parts]
        if step.kind in ("ratio", "guard"):
            return self._guarded(step, parts, place)
        return None if None in parts else self._computed(step, parts, place)

    def _computed(self, step: Step, parts: list[Any], place: str) -> Any:
        decided, point = self.claims is not None and place != "symbols", self.point
        minus = point.number(Fraction(-1))
        match step.kind:
            case "sum":
                return point.plus(*parts)
            case "product":
                return point.times(*parts)
            case "quotient":
                if decided and step.parts[1].kind != "number":
                    require(all(self.sign(step, parts[1], place)), f"step {step.number} may divide by zero")
                return point.times(parts[0], point.inverse(parts[1]))
            case "power" if step.parts[1].kind == "number":
                return point.raised(parts[0], int(step.parts[1].value))
            case "log":
                return point.log(plain(parts[0]))
            case "present":
                return point.drawn("present", parts[0]) if parts[0] != 0 else parts[0]
            case "maximum" | "minimum" if decided:
                first = self.sign(step, point.plus(parts[0], point.times(minus, parts[1])), place)[0] >= 0
                return parts[0] if first == (step.kind == "maximum") else parts[1]
            case "root" if decided:
                return self._rooted(step, plain(parts[0]), place)
        ordered = sorted(map(plain, parts)) if step.kind in ("maximum", "minimum") else parts
        return self.point.drawn(step.kind, *ordered)

    def _whole_of(self, step: Step) -> str:
        """Return the reduction over the whole that is a power or, times N, a logarithm of a quantity."""
        if step.kind == "power":
            return self._whole(step.parts[0].value, f"^{step.parts[1].value}")
        return self._whole(step.parts[0].value, f"^1*log:{step.parts[0].value}^1") if step.kind == "log" else ""

    def _whole(self, name: Any, rest: str) -> str:
        return self.part.atoms.get(f"whole[1*{name}{rest}]", "") if isinstance(name, str) else ""

    def named(self, name: str, row: Row | None = None) -> Any:
        """Return the value of a column of a row, or of a quantity."""
        if row and name in row:
            return self.text(row[name])
        if self.measured and "clusters" in self.told and name in "NRK":
            return self.over({"N": "cells", "R": "clusters", "K": "categories"}[name], "n" if name == "N" else "1")
        if not self.measured and name in self.told["values"]:
            return self.stated(name)
        if name in self.told["quantities"]:
            return self.text(self.told["quantities"][name])
        raise NotCoveredError(f"{name} is not told of {self.name}")

    def stated(self, name: str) -> Any:
        """Return the value that the document states."""
        if name not in self.told["values"]:
            raise NotCoveredError(f"{name} has no value in {self.name}")
        return self.text(self.told["values"][name])

    def _guarded(self, step: Step, parts: list[Any], place: str) -> Any:
        value, quantity, otherwise = parts
        if quantity is None:
            return None
        if self.claims is None:
            return self.point.drawn(step.kind, *parts)
        fixed = step.parts[1].kind == "number"
        direction, strict = (quantity != 0,) * 2 if fixed else self.sign(step, quantity, place)
        require(strict or not direction, f"step {step.number} may be 0/0 in {self.name}")
        if not direction:
            return otherwise
        return value if step.kind == "guard" else self.point.times(value, self.point.inverse(quantity))

    def sign(self, step: Step, value: Any, place: str) -> tuple[int, bool]:
        """Return the sign that is claimed of a value, where the claim is about that value; of a root, its square."""
        if isinstance(value, Root):
            require(value.factor == 1, "the sign of a root with a factor")
            value = value.radicand
        claim = self.claims.get(f"{step.number}@{self.name}{place}")
        if claim is None:
            raise NotCoveredError(f"nothing is said of the sign at step {step.number} of {self.name}{place}")
        require(self.fits(claim, plain(value)), f"the sign at step {step.number} is claimed of another value")
        return MEANING[claim["sign"]]

    def fits(self, claim: Mapping[str, Any], value: int) -> bool:
        """Whether a quotient of polynomials has a value here."""
        return plain(self.point.quotient(claim)) == value

    def _rooted(self, step: Step, value: Any, place: str) -> Any:
        if value == 0:
            return value
        require(self.sign(step, value, place)[0] >= 0, "the root of a negative number")
        claim = self.claims.get(f"{step.number}@{self.name}{place}:root")
        if claim is None:
            return Root(1, value)
        found = self.point.quotient(claim)
        require(found * found % PRIME == value and MEANING[claim["sign"]][0] >= 0, "a root that is none")
        return found

    def _reduction(self, step: Step) -> Any:
        rows = self.told.get("rows", {}).get(step.value)
        if rows is not None and not self.told["values"]:
            terms = [self.value(step.parts[0], row, f"#{number}") for number, row in enumerate(rows)]
            return reduce(self.point.plus, terms)
        terms = self.part.normal(step.value, [flattened(part) for part in step.parts])
        return reduce(self.point.plus, [self.point.times(self._outside(out), self.atom(key)) for out, key in terms])

    def _outside(self, flat: Flat) -> Any:
        """Return the value of what stands outside of the reductions; log N is (N log N)/N."""
        total, point = self.point.number(Fraction(0)), self.point
        for powers, value in flat.items():
            term = point.number(value)
            for name, power in powers:
                base = name.removeprefix("log:")
                whole = self._whole(base, f"^1*log:{base}^1" if base != name else f"^{power}")
                if whole and power == 1 and base != name:
                    found = point.times(self.stated(whole), point.inverse(self.named(base)))
                elif whole and power > 1:
                    found = self.stated(whole)
                else:
                    found = point.raised(point.named(name) if base.isdecimal() else self.named(name), power)
                term = point.times(term, found)
            total = point.plus(total, term)
        return total

    def atom(self, key: str) -> Any:
        """Return the value of a reduction in normal form."""
        whole = WHOLES.get(self.part.task, {}).get(key)
        if whole:
            return plain(self.value(parsed(whole)))
        name = self.part.atoms.get(key, key)
        if not self.measured:
            return self.stated(name)
        about = self.part.data["reductions"][name]
        return self.over(about["domain"], about["body"])

    def over(self, domain: str, body: str) -> int:
        """Return what the rows add up to, and a symbol for those that are not told, the same in every output."""
        rows = rows_of(self.part.data, self.told, domain)
        if rows is None:
            raise NotCoveredError(f"the rows of {domain} are not told")
        step, rest = parsed(body), 0
        if not self.told["complete"] and domain != "whole":
            rest = self.point.named(f"rest of {domain}[{written(flattened(step))}]")
        if domain.startswith("best"):
            options = {self.text(pick) for pick in self.part.picks(domain, body, self.name)}
            found = options.pop() + rest if len(options) == 1 else self.point.drawn(domain, body, sorted(options))
            return found % PRIME
        if domain == "expected":
            sides = [sorted((self.text(r[c]), self.text(r["times"])) for r in rows_of(self.part.data, self.told, side) or ())
                     for side, c in (("clusters", "a"), ("categories", "b"))]  # fmt: skip
            return self.point.drawn(domain, body, sides)
        groups: Counter[str] = Counter()
        for number, row in enumerate(rows):
            count = self.text(row.get("times", "1")) * self._presence(row, step) % PRIME
            groups[row.get("group", "")] += count * plain(self.value(step, row, f"{domain}#{number}")) if count else 0
        if domain in ("largest", "smallest"):
            return self.point.drawn(domain, body, sorted(total % PRIME for total in groups.values()))
        return (sum(groups.values()) + rest) % PRIME

    def _presence(self, row: Row, step: Step) -> int:
        """Return what a row counts that is there only where something is not zero: 1 where it would add nothing else."""
        if "if" not in row or self.part.is_positive(row["if"]):
            return 1
        if self.text(row["if"]) == 0:
            return 0
        divisors = [name for powers in flattened(step) for name, power in powers if power < 0]
        if row["if"] == row.get("c") and all(name in row and self.part.is_positive(row[name]) for name in divisors):
            if plain(self.value(step, {**row, "c": "0"}, f"without {row}")) == 0:
                return 1
        return self.point.drawn("present", self.text(row["if"]))


def rows_of(data: Mapping[str, Any], told: Mapping[str, Any], domain: str) -> list[Row] | None:
    """Return the rows that an output tells of a domain; cells and categories are those of its clusters."""
    if "clusters" not in told:
        return told["rows"].get(domain)
    if domain == "whole":
        return [{}]
    sizes, cells = data["categories"], []
    clusters: list[Row] = []
    for number, cluster in enumerate(told["clusters"]):
        size = " + ".join(f"({part['count']})*({part['members']})" for part in cluster["parts"])
        clusters.append({"a": size, "times": cluster["times"]})
        for part in cluster["parts"]:
            known = {"n": part["count"], "a": size, "members": part["members"], "clusters": cluster["times"]}
            own = sizes[part["category"]]["size"]
            cells.append({**known, "group": f"{number}", "category": part["category"], **({"b": own} if own else {})})
    if domain == "clusters":
        return clusters
    if domain == "categories":
        return [{"times": each["members"], **({"b": each["size"]} if each["size"] else {})} for each in sizes.values()]
    if domain == "best_in_cluster":
        return [{**cell, "times": cell["clusters"]} for cell in cells]
    if domain == "best_in_category":
        found = [{**c, "group": c["category"], "times": sizes[c["category"]]["members"]} for c in cells]
        shared = [name for name, each in sizes.items() if each["shared"]]
        return found + [{"group": name, "elsewhere": name} for name in shared]
    return [{**c, "group": f"{k}", "times": f"({c['members']})*({c['clusters']})"} for k, c in enumerate(cells)]


# --- one parametric case --------------------------------------------------------------------------------------------

PLACES = {"cells": "n", "clusters": "a", "categories": "b", "whole": "N"}


class Part:
    """One parametric case: its symbols with their signs, its outputs, and the branches of its proof."""

    def __init__(self, document: Mapping[str, Any], data: Mapping[str, Any], formula: Step) -> None:
        self.task, self.data, self.formula = document["task"], data, formula
        self.variables = frozenset(document["variables"])
        self.signs = {each["name"]: each["sign"] for each in data["symbols"]} | {"l": "positive"}
        self.atoms: dict[str, str] = {}
        self.options: dict[str, list[str]] = {}
        for name, about in data["reductions"].items():
            step = parsed(about["body"])
            bodies = [flattened(each) for each in (step.parts if step.kind == "beside" else (step,))]
            self.atoms[self._key(about["domain"], bodies)] = name
        self.points = [self._point() for _ in range(POINTS)]

    def _key(self, domain: str, bodies: Sequence[Flat]) -> str:
        return f"{domain}[{', '.join(map(written, bodies))}]"

    def normal(self, domain: str, bodies: Sequence[Flat]) -> Iterator[tuple[Flat, str]]:
        """Yield factors and reductions in normal form, which add up to a reduction."""
        if len(bodies) > 1 or (domain in EXTREMES and len(bodies[0]) > 1):
            shared = set.intersection(*(set(powers) for body in bodies for powers in body)) if len(bodies) == 1 else set()
            shared = {pair for pair in shared if not self.variables & words_of(pair[0])}
            core = [{tuple(p for p in powers if p not in shared): v for powers, v in body.items()} for body in bodies]
            yield {tuple(sorted(shared)): Fraction(1)}, self._key(domain, core)
            return
        for powers, value in bodies[0].items():
            bound = {pair for pair in powers if self.variables & words_of(pair[0])}
            outside: Flat = {tuple(pair for pair in powers if pair not in bound): value}
            core = dict(pair for pair in powers if pair in bound)
            place = domain
            if self.task == "clustering" and domain == "cells" and core.get("n") == 1:
                seen = words_of(" ".join(name for name in core if name != "n"))
                place = "cells" if "n" in seen or {"a", "b"} <= seen else "categories" if "b" in seen else "clusters"
                if place != "cells":
                    own = PLACES[place]
                    core = dict(Counter(core) + Counter({own: 1})) if core.get(own, 0) >= 0 else {**core, own: core[own] + 1}
                    core = {name: power for name, power in core.items() if power and name != "n"}
            yield outside, self._key(place, [{tuple(sorted(core.items())): Fraction(1)}])

    # --- what the symbols are

    def _point(self) -> tuple[Point, dict[str, Output]]:
        """Return a random case: sizes are random, and what is defined by the rows has that value."""
        point = Point()
        outputs = {name: Output(self, name, point, measured=True) for name in self.data["outputs"]}
        for each in self.data["symbols"]:
            if "definition" in each:
                for place, (what, output) in self.data["measured"].items():
                    if place in each["definition"] and place not in point.values:
                        point.values[place] = self._measured(outputs[output], what)
                point.values[each["name"]] = next(iter(outputs.values())).text(each["definition"])
        return point, outputs

    def _measured(self, output: Output, what: str) -> int:
        return output.atom(what) if what in self.data["reductions"] else output.named(what)

    def values_hold(self) -> None:
        """Require that every value that is stated is what the rows make of that reduction or quantity."""
        for _, outputs in self.points:
            for name, output in outputs.items():
                told = "clusters" in output.told or bool(output.told["rows"])
                require(told or not any("definition" in each for each in self.data["symbols"]), "no rows are told")
                for what, stated in output.told["values"].items() if told else ():
                    require(output.text(stated) == self._measured(output, what), f"{what} of {name} is not {stated}")

    def signs_hold(self) -> None:
        """Require that every symbol that is defined has the sign that is claimed of it."""
        for each in self.data["symbols"]:
            if "definition" in each and each["sign"] != "real":
                found = set(self._shown(each))
                enough = {"positive"} if each["sign"] == "positive" else {"positive", "nonnegative"}
                if not found & enough:
                    raise NotCoveredError(f"no rule shows that {each['name']} ({each['meaning']}) is {each['sign']}")

    def _same(self, name: str, value: Any) -> bool:
        return all(point.values[name] == value(outputs) for point, outputs in self.points)

    def _shown(self, each: Mapping[str, Any]) -> Iterator[str]:
        """Yield the signs of a symbol that some rule shows."""
        name = each["name"]
        if "lemma" in each and self._same(name, lambda outputs: next(iter(outputs.values())).text(each["lemma"])):
            if lemma_holds(terms_of(each["lemma"]), self.signs) or self.is_positive(each["lemma"]):
                yield "positive"
        yield from self._expanded(each)
        for key, atom in self.data["reductions"].items():
            if not body_is_positive(atom["body"]):
                continue
            rest = f"rest of {atom['domain']}[{written(flattened(parsed(atom['body'])))}]"
            if all(point.values[name] == point.named(rest) for point, _ in self.points):
                yield "nonnegative"
            for output in self.data["outputs"]:
                if self._same(name, lambda outputs, o=output, k=key: self._measured(outputs[o], k)):
                    yield "positive" if rows_of(self.data, self.data["outputs"][output], atom["domain"]) else "nonnegative"
            if atom["domain"].startswith("best"):
                yield from self._gain(name, key, atom)
        if self.task == "clustering":
            yield from self._gap(name)

    def _expanded(self, each: Mapping[str, Any]) -> Iterator[str]:
        """Write what is measured as polynomials in the sizes and in what the rest adds up to."""
        known = dict(self.signs)
        try:
            names = {
                place: self._polynomial(what, output, known)
                for place, (what, output) in self.data["measured"].items()
                if place in each["definition"]
            }
            direction, strict = sign_of(flattened(parsed(each["definition"]), names), known)
        except (RefusedError, NotCoveredError):
            return
        if direction >= 0:
            yield "positive" if strict and direction else "nonnegative"

    def _polynomial(self, what: str, output: str, known: dict[str, str]) -> Flat:
        told = self.data["outputs"][output]
        about = self.data["reductions"].get(what) or {"N": {"domain": "cells", "body": "n"}, "R": {"domain": "clusters", "body": "1"}, "K": {"domain": "categories", "body": "1"}}.get(what)
        if "clusters" not in told or about is None:
            if what in told["quantities"]:
                found = flattened(parsed(told["quantities"][what]))
                known.update({name: "nonnegative" for powers in found for name, _ in powers if name.startswith("present(")})
                if any(self.is_positive(text) for text in re.findall(r"present\(([^()]*)\)", told["quantities"][what])):
                    return {(): Fraction(1)}
                return found
            raise NotCoveredError(what)
        total: Flat = {}
        for row in rows_of(self.data, told, about["domain"]) or ():
            columns = {name: flattened(parsed(text)) for name, text in row.items() if name in "nab"}
            total = added(total, multiplied(flattened(parsed(row.get("times", "1"))), flattened(parsed(about["body"]), columns)))
        rest = f"rest of {about['domain']}[{written(flattened(parsed(about['body'])))}]"
        known[rest] = "nonnegative" if body_is_positive(about["body"]) else "real"
        return added(total, {((rest, 1),): Fraction(1)})

    def is_positive(self, text: str) -> bool:
        """Whether something is evidently positive: by coefficients, or as a sum that is stated never to be zero."""
        flat = flattened(parsed(text))
        try:
            direction, strict = sign_of(flat, self.signs)
        except RefusedError:
            return False
        alone = {powers[0][0] for powers in flat if len(powers) == 1}
        return direction == 1 and (strict or any(alone >= set(members) for members in self.data["not_all_zero"]))

    def _gap(self, name: str) -> Iterator[str]:
        """Clusters and categories are unions of cells, for t log t and for t^2; and mutual information is not negative."""
        for shape in ("{0}*log({0})", "{0}**2"):
            for output, told in self.data["outputs"].items():
                for gap, weights in GAPS.items():
                    def value(outputs: Any, shape: str = shape, weights: Any = weights, output: str = output) -> int:
                        sums = {d: outputs[output].over(d, shape.format(x)) for d, x in PLACES.items()}
                        start = outputs[output].named("N") if weights == GAPS["c"] and "**" in shape else 0
                        return (sum(times * sums[d] for d, times in weights.items()) - start) % PRIME

                    if self._same(name, value):
                        yield "positive" if self._evident(gap, told) else "nonnegative"

    def _evident(self, gap: str, told: Mapping[str, Any]) -> bool:
        """Whether the focal parts alone show that a gap is not zero."""
        def two(text: str) -> bool:
            return at_least(flattened(parsed(text)), 2, self.signs)

        parts = [(part, cluster) for cluster in told["clusters"] for part in cluster["parts"]]
        if gap == "c":
            return any(two(part["count"]) for part, _ in parts)
        if gap == "s":
            return any(len(cluster["parts"]) > 1 or two(part["members"]) for part, cluster in parts)
        categories = self.data["categories"]
        if gap == "t":
            found = {name: [c["times"] for part, c in parts if part["category"] == name] for name in categories}
            return any(times and two("+".join(f"({each})" for each in times)) for times in found.values())
        pieces: list[set[str]] = []
        for cluster in told["clusters"]:
            names = {"shared" if categories[p["category"]]["shared"] else p["category"] for p in cluster["parts"]}
            pieces = [*(each for each in pieces if not each & names), names.union(*(e for e in pieces if e & names))]
        alone = [each for each in pieces if len(each) == 1 and "shared" not in each and two(categories[min(each)]["members"])]
        apart = all(part["members"] in ("1", "1/2") for part, _ in parts if {part["category"]} in alone)
        return len(pieces) >= 2 or bool(alone and apart)

    def _gain(self, name: str, key: str, atom: Mapping[str, str]) -> Iterator[str]:
        """What one output's best rows add up to, less another's, where each choice there is met by one here."""
        for small, large in product(self.data["outputs"], repeat=2):
            for amount in (0, 1):
                def gain(outputs: Any, s: str = small, b: str = large, a: int = amount) -> int:
                    return (outputs[b].atom(key) - outputs[s].atom(key) - a) % PRIME

                if small != large and self._same(name, gain):
                    here, there = ([parsed(t) for t in self.picks(atom["domain"], atom["body"], o)] for o in (large, small))
                    found = [[e for e in (self._excess(h, t, amount) for h in here) if e] for t in there]
                    if all(found):
                        yield "positive" if all("positive" in each for each in found) else "nonnegative"

    def picks(self, domain: str, body: str, output: str) -> list[str]:
        """Return what the best rows may add up to: one for each way to pick a row of every group that may be best."""
        key = f"{domain} {body} {output}"
        if key not in self.options:
            groups: dict[str, tuple[str, list[str]]] = {}
            for row in rows_of(self.data, self.data["outputs"][output], domain) or ():
                worth = re.sub(r"\b[nab]\b", lambda found, row=row: f"({row.get(found.group(), found.group())})", body)
                worth = f"elsewhere_{row['elsewhere']}" if "elsewhere" in row else worth
                _, known = groups.setdefault(row["group"], (row.get("times", "1"), []))
                if not any(self._excess(parsed(other), parsed(worth), 0) for other in known):
                    known[:] = [other for other in known if not self._excess(parsed(worth), parsed(other), 0)]
                    known.append(worth)
            picked = product(*([f"({times})*({each})" for each in known] for times, known in groups.values()))
            self.options[key] = [" + ".join(pick) for pick in picked]
        return self.options[key]

    def _excess(self, large: Step, small: Step, amount: int) -> str:
        known = self.signs | {f"elsewhere_{name}": "nonnegative" for name in self.data["categories"]}
        (top, bottom), (less, under) = ends(large), ends(small)
        try:
            difference = added(multiplied(top, under), multiplied(added(less, under, Fraction(amount)), bottom), Fraction(-1))
            if sign_of(multiplied(bottom, under), known) != (1, True):
                return ""
            direction, strict = sign_of(difference, known)
        except RefusedError:
            return ""
        return "" if direction < 0 else "positive" if strict else "nonnegative"


GAPS = {
    "c": {"cells": 1}, "s": {"clusters": 1, "cells": -1}, "t": {"categories": 1, "cells": -1},
    "m": {"whole": 1, "clusters": -1, "categories": -1, "cells": 1},
}  # fmt: skip


def words_of(name: str) -> set[str]:
    """Return the names that stand in a name of something that is no product of powers."""
    return set(re.findall(r"[A-Za-z_]\w*", name))


def ends(step: Step) -> tuple[Flat, Flat]:
    """Return what stands above and below the fraction bar."""
    if step.kind not in ("sum", "product", "quotient"):
        return flattened(step), {(): Fraction(1)}
    (top, bottom), (other, under) = map(ends, step.parts)
    if step.kind == "quotient":
        return multiplied(top, under), multiplied(bottom, other)
    below = multiplied(bottom, under)
    if step.kind == "product":
        return multiplied(top, other), below
    return added(multiplied(top, under), multiplied(other, bottom)), below


def body_is_positive(body: str) -> bool:
    """Whether a reduction's terms are never negative: sums of products of counts, their logarithms and discounts."""
    flat = flattened(parsed(body))
    known = ("log:", "log_binomial(", "inverse_log2(", "inverse(")
    names = [name for powers in flat for name, _ in powers if not name.isidentifier()]
    return all(value > 0 for value in flat.values()) and all(n.startswith(known) and "-" not in n for n in names)


Term = tuple[Flat, Flat, Flat]
"""Of a term c t log t: t, c and c t."""


def terms_of(text: str) -> list[Term] | None:
    """Return the terms of a sum of c t log t; None for any other sum."""
    found: list[Term] = []

    def collect(step: Step) -> bool:
        if step.kind == "sum":
            return all(map(collect, step.parts))
        logs, factor, open_ = [], {(): Fraction(1)}, [step]
        while open_:
            each = open_.pop()
            if each.kind == "product":
                open_.extend(each.parts)
            elif each.kind == "log":
                logs.append(flattened(each.parts[0]))
            else:
                factor = multiplied(factor, flattened(each))
        if len(logs) != 1 or not factor or not logs[0]:
            return False
        t = logs[0]
        place = max(t)
        times = multiplied(factor, {(): 1 / t[()]}) if set(t) <= {()} else {(): factor.get(place, Fraction(0)) / t[place]}
        found.append((t, times, factor))
        return multiplied(t, times) == factor

    return found if collect(parsed(text)) else None


def lemma_holds(terms: list[Term] | None, signs: Mapping[str, str]) -> bool:
    """Whether a sum of terms c t log t is positive: t log t is strictly convex, 0 at 1, and grows from there."""
    if not terms:
        return False
    counts = [value.get((), Fraction(0)) for _, value, _ in terms]
    if any(set(value) > {()} or count.denominator > 1 or abs(count) > 4 for (_, value, _), count in zip(terms, counts, strict=True)):
        return _grows(terms, signs)
    more = [t for (t, _, _), count in zip(terms, counts, strict=True) for _ in range(max(0, int(count)))]
    less = [t for (t, _, _), count in zip(terms, counts, strict=True) for _ in range(max(0, -int(count)))]
    spare = added(reduce(added, more, Flat()), reduce(added, less, Flat()), Fraction(-1))
    if all(at_least(t, 1, signs) for t in (*more, *less)):
        ones = spare.get((), Fraction(0)) if set(spare) <= {()} else Fraction(-1)
        if len(more) == 1 and ones >= 0 and ones.denominator == 1 and len(less) + ones >= 2:
            return True
        inside = [big for big in more if all(_above(added(big, t, Fraction(-1)), signs) for t in less)]
        if len(more) == len(less) == 2 and not spare and inside:
            return True
    return _grows(terms, signs)


def _above(flat: Flat, signs: Mapping[str, str]) -> bool:
    try:
        return sign_of(flat, signs) == (1, True)
    except RefusedError:
        return False


def _grows(terms: list[Term], signs: Mapping[str, str]) -> bool:
    """Whether a sum in one size is positive at its least value, with a derivative that is a logarithm above 0."""
    names = {name for term in terms for flat in term for powers in flat for name, _ in powers}
    if len(names) != 1 or any(signs.get(name) not in ("positive", "nonnegative") for name in names):
        return False
    first = ((min(names), 1),)
    start, end, slope = Fraction(1), Fraction(1), Flat()
    above, under = {(): Fraction(1)}, {(): Fraction(1)}
    for t, value, both in terms:
        least, fixed, power = t.get((), Fraction(0)), both.get((), Fraction(0)), both.get(first, Fraction(0))
        if not {*t, *both} <= {(), first} or least < 1 or any(each.denominator > 1 for each in (least, fixed, power)):
            return False
        start, end = start * least ** max(0, int(fixed)), end * least ** max(0, -int(fixed))
        slope = added(slope, value, t.get(first, Fraction(0)))
        above = multiplied(above, reduce(multiplied, [t] * max(0, int(power)), {(): Fraction(1)}))
        under = multiplied(under, reduce(multiplied, [t] * max(0, -int(power)), {(): Fraction(1)}))
    return start > end and not slope and at_least(added(above, under, Fraction(-1)), 0, signs)


# --- the branches ---------------------------------------------------------------------------------------------------


def replayed(part: Part, path: Sequence[Mapping[str, Any]]) -> tuple[dict[str, str], list[Any], list[set[str]]]:
    """Return the signs after all steps, what replaces each symbol that is gone, and sums that are never zero."""
    known, gone = dict(part.signs), []
    sums = [set(members) for members in part.data["not_all_zero"]]
    for step in path:
        order = "positive" if step.get("strict") else "nonnegative"
        if "zero" in step or "positive" in step:
            name = step.get("zero") or step["positive"]
            require(known.get(name) == "nonnegative", f"{name} is divided on zero though it is {known.get(name)}")
            known[name] = "positive"
            if "zero" in step:
                gone.append((name, "0", "1"))
                del known[name]
            continue
        require(step["excess"] not in known, f"{step['excess']} is introduced twice")
        if "larger" in step:
            large, small = step["larger"], step["smaller"]
            require({known.get(large), known.get(small)} <= {"positive", "nonnegative"}, "an order without signs")
            require(Fraction(step["factor"]) > 0, "an order with a factor that is not positive")
            require(known[large] == "nonnegative" or step["strict"] or known[small] == "positive", "a strict sign is lost")
            gone.append((large, f"({step['factor']})*{small} + {step['excess']}", "1"))
            del known[large]
        else:
            solved = step["solved"]
            factor = flattened(parsed(step["more"]), {solved: {(): Fraction(1)}})
            whole, less = flattened(parsed(step["more"])), flattened(parsed(step["less"]))
            require(multiplied(factor, {((solved, 1),): Fraction(1)}) == whole, f"{solved} is no factor")
            require(all(solved != name for powers in less for name, _ in powers), f"{solved} is on both sides")
            require(sign_of(factor, known) == (1, True), f"what is solved for {solved} may divide by zero")
            require(not less or sign_of(less, known)[0] >= 0, "a side of a distinction without a sign")
            if known.pop(solved) == "positive" and not step["strict"]:
                sums += [{step["excess"], *pick} for pick in product(*([n for n, _ in powers] for powers in less))]
            gone.append((solved, f"({step['less']}) + {step['excess']}", written_text(factor)))
        known[step["excess"]] = order
    return known, gone, sums


def written_text(flat: Flat) -> str:
    """Return a sum as a text that can be read again."""
    return " + ".join("*".join([f"({v})", *(f"{n}**{p}" for n, p in powers)]) for powers, v in flat.items()) or "0"


def covered(branches: Sequence[Mapping[str, Any]], depth: int = 0) -> None:
    """Require that branches are the leaves of a tree in which every distinction has both of its sides."""
    if len(branches) == 1 and len(branches[0]["path"]) == depth:
        return
    sides: dict[str, list[Mapping[str, Any]]] = {}
    for branch in branches:
        require(len(branch["path"]) > depth, "a branch beside those that go on from it")
        sides.setdefault(json.dumps(branch["path"][depth], sort_keys=True), []).append(branch)
    require(len(sides) == 2, "a side of a case distinction is missing")
    one, other = map(json.loads, sides)
    require(opposite(one, other) or opposite(other, one), f"{one} and {other} are not the two sides of one distinction")
    for side in sides.values():
        covered(side, depth + 1)


def opposite(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two steps are all that can be: zero or positive, one order or the other."""
    if "zero" in one:
        return other == {"positive": one["zero"]}
    if one.get("strict") and other.get("strict"):
        return False
    if "more" in one:
        return "more" in other and (one["more"], one["less"]) == (other["less"], other["more"])
    return (
        "larger" in one and "larger" in other
        and (one["larger"], one["smaller"]) == (other["smaller"], other["larger"])
        and Fraction(one["factor"]) * Fraction(other["factor"]) == 1
    )  # fmt: skip


def branch_holds(part: Part, branch: Mapping[str, Any], form: Mapping[str, int]) -> None:
    """Require that a branch's claims are about the formula's own values, and that coefficients show their signs."""
    known, gone, sums = replayed(part, branch["path"])
    if branch["sign"] == "impossible":
        zero = {name for name, text, _ in gone if text == "0"}
        require(any(members <= zero for members in sums), "nothing forbids an impossible branch")
        return
    margin = branch.get("margin")
    sides = {f"the factor of {name}": side for name, side in branch.get("sides", {}).items()}
    for key, claim in {**branch["claims"], **sides, **({"the margin": margin} if margin else {})}.items():
        require(sign_shown(claim, known) == MEANING[claim["sign"]] or weaker(claim, known), f"{key} is not {claim['sign']}")
    for _ in range(POINTS):
        point = Point()
        for name, top, bottom in reversed(gone):
            helper = Output(part, next(iter(part.data["outputs"])), point)
            point.values[name] = point.times(helper.text(top), point.inverse(helper.text(bottom)))
        scores = {name: Output(part, name, point, branch["claims"]).score() for name in form}
        if branch["sign"] == "undefined":
            require(None in scores.values(), "every output has a value in an undefined branch")
            continue
        require(None not in scores.values(), "some output has no value")
        require(margin and plain(point.quotient(margin)) == combined(point, scores, form, branch), "the margin is another one")


def combined(point: Point, scores: Mapping[str, Any], form: Mapping[str, int], branch: Mapping[str, Any]) -> int:
    """Return the margin; of roots that of their squares with signs, which grow with them."""
    if branch.get("equal"):
        require(len(set(map(str, scores.values()))) == 1 and sum(form.values()) == 0, "the values are not equal")
        return 0
    if not branch["squared"]:
        return sum(weight * plain(scores[name]) for name, weight in form.items()) % PRIME
    require(sorted(form.values()) == [-1, 1], "squares compare two outputs")
    total = 0
    for name, weight in form.items():
        root = scores[name] if isinstance(scores[name], Root) else Root(scores[name], 1)
        side = branch["sides"][name]
        require(plain(point.quotient(side)) == root.factor, "the sign of a root's factor is that of another value")
        total += weight * (1 if MEANING[side["sign"]][0] >= 0 else -1) * root.factor * root.factor * root.radicand
    return total % PRIME


def sign_shown(claim: Mapping[str, Any], known: Mapping[str, str]) -> tuple[int, bool]:
    """Return the sign that the coefficients of a quotient show; its denominator must not vanish."""
    direction, strict = 1, True
    for end in ("numerator", "denominator"):
        for factor in claim[end]:
            flat: Flat = {}
            for value, powers in factor["terms"]:
                place = tuple(sorted((n, p) for n, p in zip(claim["symbols"], powers, strict=True) if p))
                flat[place] = flat.get(place, Fraction(0)) + Fraction(value)
            one, sure = sign_of({place: value for place, value in flat.items() if value}, known)
            require(end == "numerator" or (one and sure), "a denominator that may vanish")
            direction, strict = direction * one ** int(factor["times"]), strict and sure
    return direction, strict and direction != 0


def weaker(claim: Mapping[str, Any], known: Mapping[str, str]) -> bool:
    """Whether what is shown is more than what is claimed."""
    direction, _ = sign_shown(claim, known)
    want, strict = MEANING[claim["sign"]]
    return not strict and want != 0 and direction in (want, 0)


ALLOWED = {
    "positive": {"positive"}, "negative": {"negative"}, "zero": {"zero"},
    "nonnegative": {"positive", "nonnegative", "zero"}, "nonpositive": {"negative", "nonpositive", "zero"},
}  # fmt: skip


def part_holds(document: Mapping[str, Any], data: Mapping[str, Any], formula: Step) -> None:
    """Check one parametric case."""
    part = Part(document, data, formula)
    part.values_hold()
    part.signs_hold()
    if not data["branches"]:
        require(data["sign"] == "zero" and sum(data["form"].values()) == 0, "equal values show a zero margin only")
        for _ in range(POINTS):
            point = Point()
            require(len({str(Output(part, name, point).score()) for name in data["form"]}) == 1, "the values are not equal")
        return
    covered(data["branches"])
    shown = {branch["sign"] for branch in data["branches"]} - {"undefined", "impossible"}
    require(shown and shown <= ALLOWED[data["sign"]], f"the branches show {sorted(shown)}, not {data['sign']}")
    for branch in data["branches"]:
        branch_holds(part, branch, data["form"])


def check(document: Mapping[str, Any]) -> str:
    """Check a certificate; return what is confirmed. Raises RefusedError and NotCoveredError."""
    require(document.get("schema") == "axiometrics.certificate/1", "this is no axiometrics.certificate/1")
    if not document["stands_alone"]:
        raise NotCoveredError("; ".join(document["reasons"]))
    formula = formula_of(document["formula"])
    claims: Counter[str] = Counter()
    places = [json.dumps([part["where"], part["form"]], sort_keys=True) for part in document["parts"]]
    require(places and len(set(places)) == len(places), "parts that are about the same, or none")
    for data in document["parts"]:
        for form in data["form"].items():
            require(form[0] in data["outputs"], f"{form[0]} is no output")
        part_holds(document, data, formula)
        claims[f"{told_form(data['form'])} is {data['sign']}"] += 1
    told = "; ".join(f"{text} ({times} cases)" if times > 1 else text for text, times in claims.items())
    return f"{document['metric']} and {document['constraint']}: {told}"


def told_form(form: Mapping[str, int]) -> str:
    """Write a linear form in scores."""
    return " ".join(f"{'-' if weight < 0 else '+'} {abs(weight) if abs(weight) > 1 else ''}Q({name})" for name, weight in form.items())


def main(arguments: Sequence[str]) -> int:
    """Check the files that are named; tell what was found."""
    if not arguments:
        print("usage: python -m axiometrics.recheck FILE ...", file=sys.stderr)
        return 2
    worst = 0
    for name in arguments:
        try:
            raw = Path(name).read_bytes()
            text = f"confirmed: {check(json.loads(gzip.decompress(raw) if name.endswith('.gz') else raw))}"
            code = 0
        except RefusedError as error:
            text, code = f"refused: {error}", 1
        except NotCoveredError as error:
            text, code = f"not covered: {error}", 2
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            text, code = f"unreadable: {type(error).__name__}: {error}", 2
        print(f"{name}: {text}")
        worst = code if code == 1 or worst == 0 else worst
    return worst


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
