"""Expressions: the steps of formulas and texts, and sums of products of powers with the sign of their coefficients."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from typing import Any

Flat = dict[tuple[tuple[str, int], ...], Fraction]
"""A sum of products of powers of names, by the names with their exponents; what is no such product is a name too."""


ONE: Flat = {(): Fraction(1)}
"""The number 1."""
GROWING = frozenset({"ratio", "guard", "maximum", "minimum", "root"})
"""Steps that grow in proportion to all that they are made of, or stay."""
TOP = "_top"
"""How the domains end whose rows are of the class with the largest forecast, which may be any of those told."""


HIGHEST = 1000
"""No exponent is above it, nor what powers of powers, and products, come to."""
MOST_TERMS = 10**5
"""So many terms are made of one product; those of published proofs have up to 1,600."""
LONGEST = 500
"""So many characters of a message are told: a document may have texts of any length."""


class RefusedError(ValueError):
    """The document does not show what it claims."""

    def __init__(self, message: str) -> None:
        super().__init__(_clipped(message))


class NotCoveredError(NotImplementedError):
    """The document rests on something that this program cannot derive."""

    def __init__(self, message: str) -> None:
        super().__init__(_clipped(message))


def _clipped(message: str) -> str:
    more = len(message) - LONGEST
    return f"{message[:LONGEST]}... and {more} more characters" if more > 0 else message


def require(holds: object, message: str) -> None:
    """Raise RefusedError unless something holds."""
    if not holds:
        raise RefusedError(message)


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
        kind = "name" if kind in ("quantity", "variable") else kind
        value = Fraction(str(value)) if kind == "number" else value
        places = node.get("parts", ())
        require(all(0 <= place < number for place in places), "a step that works on none before it")
        made.append(Step(kind, tuple(made[place] for place in places), value, number))
    require_low(made[-1])
    return made[-1]


LONGEST_FORMULA = 10**5
"""So many characters a formula's text has at most: one of few steps may have a text of any length."""
JOINED = {"sum": " + ", "product": "*", "quotient": "/", "power": "**"}


def text_of(nodes: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of a formula that a reader is shown.

    >>> text_of([{"kind": "quantity", "value": "N"}, {"kind": "log", "parts": [0]}, {"kind": "sum", "parts": [0, 1]}])
    'N + log(N)'
    """
    texts: list[str] = []
    for node in nodes:
        kind, places = node["kind"], node.get("parts", ())
        inner = [texts[place] for place in places]
        if kind in JOINED:
            loose = [
                kind != "sum" and nodes[place]["kind"] in ("sum", "product", "quotient") for place in places
            ]
            inner = [f"({text})" if wrapped else text for text, wrapped in zip(inner, loose, strict=True)]
            texts.append(JOINED[kind].join(inner))
        elif kind == "reduction" or inner:
            left, right = "[]" if kind == "reduction" else "()"
            texts.append(f"{node['value'] if left == '[' else kind}{left}{', '.join(inner)}{right}")
        else:
            texts.append(str(node["value"]) if "value" in node else kind.upper())
        require(len(texts[-1]) <= LONGEST_FORMULA, "a formula that is too long to be written")
    return texts[-1]


FUNCTIONS = {
    "log": "log", "sqrt": "root", "Larger": "maximum", "Smaller": "minimum", "Ratio": "ratio", "Guard": "guard",
    "LogBinomial": "log_binomial", "InverseLog": "inverse_log2", "Power": "power", "Beside": "beside",
    "present": "present", "tanh": "tanh", "ideal_gain": "ideal_gain",
}  # fmt: skip
PARTS = {"Larger": 2, "Smaller": 2, "LogBinomial": 2, "Power": 2, "Ratio": 3, "Guard": 3, "Beside": None}
"""How many parts a function has where it is not one; None for any number."""
SIGNS = {ast.Add: "sum", ast.Mult: "product", ast.Div: "quotient", ast.Pow: "power"}


@lru_cache(maxsize=1 << 16)
def parsed(text: str) -> Step:
    """Return the arithmetic of a text."""
    try:
        found = _read(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError as error:
        raise RefusedError(f"{text!r} is no arithmetic") from error
    require_low(found)
    return found


def require_low(step: Step) -> None:
    """Require that nothing is of a higher degree than this program computes with: what it makes of it would not end."""
    require(_degree(step, {}) <= HIGHEST, f"an exponent, or a degree, above {HIGHEST}")


def _degree(step: Step, known: dict[int, Fraction]) -> Fraction:
    """Return the degree of a step, where numbers count as names do; beyond the highest one something above it."""
    if id(step) not in known:
        parts = [_degree(part, known) for part in step.parts] or [Fraction(1)]
        high = sum(parts, Fraction(0)) if step.kind in ("product", "quotient") else max(parts)
        if step.kind == "power" and high <= HIGHEST:
            power = flattened(step.parts[1])
            most = max([Fraction(1), *map(abs, power.values())])
            high = parts[0] * most if set(power) <= {()} else max(high, most)
        known[id(step)] = high
    return known[id(step)]


def _read(node: ast.expr) -> Step:
    match node:
        case ast.Constant(value=int() as number):
            return Step("number", value=Fraction(number))
        case ast.Name(id="UNDEFINED" | "NO_VALUE"):
            return Step("undefined")
        case ast.Name(id="oo"):
            return Step("infinite")
        case ast.Name(id=name):
            return Step("name", value=name)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return Step("product", (Step("number", value=Fraction(-1)), _read(inner)))
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return Step("sum", (_read(left), _read(ast.UnaryOp(ast.USub(), right))))
        case ast.BinOp(left, ast.Pow(), ast.UnaryOp(ast.USub(), ast.Constant(int() as number))):
            return Step("power", (_read(left), Step("number", value=Fraction(-number))))
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in SIGNS:
            return Step(SIGNS[type(sign)], (_read(left), _read(right)))
        case ast.Call(func=ast.Name(id=name), args=parts) if name in FUNCTIONS:
            require(PARTS.get(name, 1) in (None, len(parts)), f"{ast.unparse(node)!r} has {len(parts)} parts")
            return Step(FUNCTIONS[name], tuple(map(_read, parts)))
    raise RefusedError(f"{ast.unparse(node)!r} is no arithmetic")


def added(one: Flat, other: Flat, times: Fraction = Fraction(1)) -> Flat:
    """Return one sum plus a multiple of another."""
    found = dict(one)
    for powers, value in other.items():
        found[powers] = found.get(powers, Fraction(0)) + times * value
    return {powers: value for powers, value in found.items() if value}


def multiplied(one: Flat, other: Flat) -> Flat:
    """Return the product of two sums."""
    if len(one) * len(other) > MOST_TERMS:
        raise NotCoveredError("a product with too many terms")
    found: dict[Any, Any] = {}
    for (mine, value), (yours, factor) in product(*map(_whole, (one, other))):
        powers = mine.copy()
        for name, power in yours.items():
            powers[name] = powers.get(name, 0) + power
        place = tuple(sorted(each for each in powers.items() if each[1]))
        found[place] = found.get(place, 0) + value * factor
    return {powers: Fraction(value) for powers, value in found.items() if value}


def _whole(flat: Flat) -> list[tuple[dict[str, int], Any]]:
    """Return the terms of a sum, with Python's whole numbers where these are such: they are multiplied more quickly."""
    return [
        (dict(powers), value.numerator if value.denominator == 1 else value) for powers, value in flat.items()
    ]


def written(flat: Flat) -> str:
    """Return one text for equal sums."""
    return (
        " + ".join(
            f"{value}" + "".join(f"*{name}^{power}" for name, power in powers)
            for powers, value in sorted(flat.items())
        )
        or "0"
    )


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
            require(abs(power) <= HIGHEST, f"an exponent above {HIGHEST}")
            base = parts[0] if power >= 0 else _inverse(parts[0])
            return reduce(multiplied, [base] * abs(int(power)), ONE)
    if step.kind == "log" and len(parts[0]) == 1:
        ((powers, value),) = parts[0].items()
        if value > 0 and all(name.isidentifier() for name, _ in powers):
            logs: Flat = {((f"log:{name}", 1),): Fraction(power) for name, power in powers}
            return reduce(added, (_log_of(value.numerator), _log_of(value.denominator, -1)), logs)
    texts = [written(part) for part in parts]
    return {((f"{step.kind}({', '.join(sorted(texts) if 'imum' in step.kind else texts)})", 1),): Fraction(1)}


def put_in(step: Step, names: Mapping[str, Step]) -> Step:
    """Return a step with others in the place of names."""
    if step.kind == "name":
        return names.get(step.value, step)
    return (
        Step(step.kind, tuple(put_in(part, names) for part in step.parts), step.value) if step.parts else step
    )


def number(value: Fraction | int) -> Step:
    """Return a number as a step."""
    return Step("number", value=Fraction(value))


def total(terms: Sequence[tuple[Fraction, Step]]) -> Step:
    """Return a sum of multiples as one step."""
    parts = [Step("product", (number(times), step)) for times, step in terms]
    return reduce(lambda one, other: Step("sum", (one, other)), parts, number(0))


def _inverse(flat: Flat) -> Flat:
    if len(flat) == 1:
        ((powers, value),) = flat.items()
        return {tuple((name, -power) for name, power in powers): 1 / value}
    first = flat[min(flat)] if flat else Fraction(1)
    alike = {powers: value / first for powers, value in flat.items()}
    return {((f"inverse({written(alike)})", 1),): 1 / first}


def _log_of(number: int, sign: int = 1) -> Flat:
    return {((f"log:{prime}", 1),): Fraction(sign * times) for prime, times in factors_of(number).items()}


LARGEST_PRIME = 10**6
"""Primes up to here are looked for."""


def factors_of(number: int) -> Counter[int]:
    """Return the primes of a small number."""
    found: Counter[int] = Counter()
    prime = 2
    while number > 1:
        if prime > LARGEST_PRIME:
            raise NotCoveredError("the logarithm of a number with a large prime")
        while number % prime == 0:
            found[prime] += 1
            number //= prime
        prime += 1
    return found


def sign_of(flat: Flat, known: Mapping[str, str], sums: Sequence[set[str]] = ()) -> tuple[int, bool]:
    """Return the sign that coefficients show, and whether it is strict. Raises RefusedError where they show none.

    The members of one of the ``sums`` are never all zero: terms of each, with nothing else that may vanish, are strict.
    """
    if not flat:
        return 0, False
    direction = {value > 0 for value in flat.values()}
    used = [[known.get(name, "real") for name, _ in powers] for powers in flat]
    require(len(direction) == 1, "coefficients of both signs")
    require(all({*each} <= {"positive", "nonnegative"} for each in used), "a symbol of unknown sign")
    require(
        all(known[n] == "positive" for powers in flat for n, power in powers if power < 0), "division by zero"
    )
    loose = [{name for name, _ in powers if known[name] != "positive"} for powers in flat]
    alone = {name for each in loose if len(each) == 1 for name in each}
    strict = not all(loose) or any(alone >= members for members in sums if members)
    return (1 if direction == {True} else -1), strict


def at_least(flat: Flat, least: int, known: Mapping[str, str]) -> bool:
    """Whether coefficients show that something is at least a number."""
    try:
        return sign_of(added(flat, {(): Fraction(-least)}), known)[0] >= 0
    except RefusedError:
        return False


def support_of(flat: Flat, signs: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Return the least sets of symbols of which one must be without zeros, so that a sum is not zero; () where open.

    A sum of products of what is never negative, with coefficients of one sign, is zero where all products are: where
    x is, x y is, too, and factors that are positive do not matter.

    >>> signs = {"x": "nonnegative", "y": "nonnegative", "k": "positive"}
    >>> support_of(flattened(parsed("2*x + x*y + k*x")), signs)
    (('x',),)
    >>> support_of(flattened(parsed("x - y")), signs)
    ()
    """
    used = [{name for name, _ in powers} for powers in flat]
    powers_above = all(power > 0 for powers in flat for _, power in powers)
    known = all(signs.get(name) in ("positive", "nonnegative") for names in used for name in names)
    if not powers_above or not known or len({value > 0 for value in flat.values()}) != 1:
        return ()
    open_ = [{name for name in names if signs[name] != "positive"} for names in used]
    least = {tuple(sorted(each)) for each in open_ if not any(other < each for other in open_)}
    return tuple(sorted(least))


def is_there(support: Sequence[tuple[str, ...]], sums: Sequence[set[str]]) -> bool:
    """Whether a sum certainly is not zero: a term is positive, or one of some that are never all zero."""
    alone = {each[0] for each in support if len(each) == 1}
    return () in support or any(members <= alone for members in sums)


def repeats(count: Fraction | int) -> range:
    """Return as many places as a number of times, of a negative one none; few enough to go through."""
    require(count <= HIGHEST, f"something more than {HIGHEST} times")
    return range(max(0, int(count)))


def words_of(name: str) -> set[str]:
    """Return the names that stand in a name of something that is no product of powers."""
    return set(re.findall(r"[A-Za-z_]\w*", name))


def is_infinite(step: Step) -> bool:
    """Whether something in a step may be infinite."""
    return step.kind == "infinite" or any(map(is_infinite, step.parts))


def divisors_of(step: Step) -> list[Step]:
    """Return everything that stands below a fraction bar."""
    found = [divisor for part in step.parts for divisor in divisors_of(part)]
    return [*found, step.parts[1]] if step.kind == "quotient" else found


def ends(step: Step) -> tuple[Flat, Flat]:
    """Return what stands above and below the fraction bar; below equal ones in a sum it stands once.

    >>> ends(parsed("x/(x + y) + y/(x + y)")) == (flattened(parsed("x + y")), flattened(parsed("x + y")))
    True
    """
    if step.kind not in ("sum", "product", "quotient"):
        return flattened(step), ONE
    (top, bottom), (other, under) = map(ends, step.parts)
    if step.kind == "quotient":
        return multiplied(top, under), multiplied(bottom, other)
    if step.kind == "sum" and bottom == under:
        return added(top, other), bottom
    below = multiplied(bottom, under)
    if step.kind == "product":
        return multiplied(top, other), below
    return added(multiplied(top, under), multiplied(other, bottom)), below


def distance_of(step: Step) -> Step | None:
    """Return x of the larger of x and -x, which is its distance from zero; None of any other step."""
    if step.kind != "maximum":
        return None
    one, other = map(flattened, step.parts)
    return None if added(one, other) else step.parts[0]
