"""Parametric cases in which something may be lacking: a case of its own for all that may be there together.

A class without items has no row, and counts for nothing. Its items are a sum of symbols that are never negative: it is
lacking where all of these are zero, and there where they are not all zero. Every choice of what is lacking is looked
at, except those that contradict what is never zero; in each of them no condition is left. Where that would be too
many cases, a term under a condition has the sign of what it is where the condition holds.

Of few terms in counts all is settled case by case (`shown_by_cases`): conditions, conventions, and which side of an
extreme it is, where of counts x and y one is the other one and more.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

from axiometrics.recheck.expressions import (
    ONE,
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    added,
    divisors_of,
    ends,
    flattened,
    multiplied,
    number,
    parsed,
    put_in,
    require,
    sign_of,
    support_of,
    total,
)
from axiometrics.recheck.terms import Counted, OpenSignError

MOST = 12
"""Conditions up to which all choices are looked at."""
CONDITIONS = {"present": 0, "Guard": 1, "Ratio": 1}
"""Which argument must not be zero."""


def cases_of(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the case for every choice of what is lacking, none where there is no condition.

    Raises NotCoveredError where conditions are no such sums, or too many.
    """
    free = {each["name"]: each["sign"] for each in data["symbols"] if "definition" not in each}
    measured = counts_of(data)
    sets = list(dict.fromkeys(filter(None, (_members(text, free, measured) for text in _conditions(data)))))
    if not sets:
        return
    if len(sets) > MOST:
        raise NotCoveredError(f"{len(sets)} conditions are too many to look at every choice")
    require(all(data["not_all_zero"]), "a sum of nothing is said never to be zero")
    known = _Texts(free, measured)
    for there in product((True, False), repeat=len(sets)):
        lacking = frozenset[str]().union(*(each for each, sure in zip(sets, there, strict=True) if not sure))
        never = [frozenset(members) - lacking for members in data["not_all_zero"]]
        never += [each - lacking for each, sure in zip(sets, there, strict=True) if sure]
        if all(never):
            yield _Choice(known, lacking).of(data) | {"not_all_zero": [*map(sorted, dict.fromkeys(never))]}


def counts_of(data: Mapping[str, Any]) -> dict[str, Flat]:
    """Return counts that are measured in some output, in terms of the symbols."""
    told = {
        place: data["outputs"][output].get("quantities", {}).get(what, "present()")
        for place, (what, output) in data["measured"].items()
    }
    return {place: flattened(parsed(text)) for place, text in told.items() if "present(" not in text}


def items_of(data: Mapping[str, Any], is_positive: Callable[[str], bool]) -> list[set[str]]:
    """Return the symbols of each matrix that are not all zero, since the counts of all pairs of classes add up to N."""
    found = []
    free = {each["name"]: each["sign"] for each in data["symbols"] if "definition" not in each}
    for told in data["outputs"].values():
        known = told.get("quantities", {})
        many = range(1, int(known["K"]) + 1) if known.get("K", "").isdecimal() else ()
        names = [f"c_{one}_{other}" for one, other in product(many, repeat=2)]
        if names and {*names} <= known.keys() and is_positive(known.get("N", "0")):
            least = support_of(reduce(added, (flattened(parsed(known[name])) for name in names)), free)
            if least and all(len(each) == 1 for each in least):
                found.append({each[0] for each in least})
    return found


def numerator(step: Step, signs: Mapping[str, str], sign: Callable[[Flat], str]) -> Flat:
    """Return what stands above the bar of a fraction that is evidently not negative; nothing of any other.

    A fraction under a condition, and else 0, is positive where what stands above its bar is, if the condition holds
    wherever that is not zero; and what stands below the bar needs to be positive only where the condition holds.
    """
    there = None
    if step.kind in ("guard", "ratio") and not flattened(step.parts[2]):
        there = flattened(step.parts[1])
        step = step.parts[0] if step.kind == "guard" else Step("quotient", step.parts[:2])
    try:
        top, _ = ends(step)
        below = [flattened(each) for each in divisors_of(step)]
        if there is not None:
            below = [each for each in below if not follows(each, there, signs)]
        sure = there is None or follows(there, top, signs)
        shown = sure and all(sign(each) == "positive" for each in below) and sign_of(top, signs)[0] > 0
        return top if shown else {}
    except RefusedError:
        return {}


@dataclass
class Conditional:
    """Writes terms under conditions as plain ones: a symbol is 1 where a condition holds, another 1/x, or 0 where x is.

    ``signs`` are those of all symbols, to which these are added; ``sign`` shows that of a sum.
    """

    signs: dict[str, str]
    sign: Callable[[Flat, Mapping[str, str]], str]
    least: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)

    def there(self, count: Flat) -> Flat:
        """Return what is 1 where a count is not zero, and else 0. Raises RefusedError where it may be negative."""
        if self._is_positive(count):
            return ONE
        least = support_of(count, self.signs)
        require(bool(least) and min(count.values()) > 0, "a condition on what may be negative")
        name = f"present{least}"
        self.signs[name], self.least[name] = "nonnegative", least
        return {((name, 1),): Fraction(1)}

    def terms(self, step: Step, names: Mapping[str, Flat], within: Flat | None = None) -> Flat:
        """Return a step's terms, where a count, if any, is not zero; raises RefusedError where it may divide by 0."""
        if step.kind in ("guard", "ratio") and not flattened(step.parts[2]):
            count = flattened(step.parts[1], names)
            value = step.parts[0] if step.kind == "guard" else Step("quotient", step.parts[:2])
            return self.times(self.there(count), self.terms(value, names, count))
        if step.kind in ("sum", "product"):
            parts = [self.terms(part, names, within) for part in step.parts]
            return reduce(added if step.kind == "sum" else multiplied, parts)
        for divisor in divisors_of(step):
            below = flattened(divisor, names)
            sure = self._is_positive(below)
            known = sure or (within is not None and follows(below, within, self.signs))
            require(known, "what may divide by zero")
            for powers in flattened(Step("quotient", (Step("number", value=Fraction(1)), divisor)), names):
                for name, power in powers:
                    if power > 0 and name.startswith("inverse("):
                        self.signs[name] = "positive" if sure else "nonnegative"
        return flattened(step, names)

    def times(self, there: Flat, terms: Flat) -> Flat:
        """Return terms where a condition holds, which is left out where they are zero without it."""
        found: Flat = {}
        for powers, value in multiplied(there, terms).items():
            names = {name for name, power in powers if power > 0}
            kept = tuple(
                (name, power)
                for name, power in powers
                if not any(names >= {*each} for each in self.least.get(name, ()))
            )
            found = added(found, {kept: value})
        return found

    def _is_positive(self, flat: Flat) -> bool:
        try:
            return self.sign(flat, self.signs) == "positive"
        except RefusedError:
            return False


def follows(sure: Flat, other: Flat, signs: Mapping[str, str]) -> bool:
    """Whether a sum of what is never negative is not zero wherever another one is not.

    >>> signs = dict.fromkeys("xyz", "nonnegative")
    >>> small, large = (flattened(parsed(text)) for text in ("x*z + y", "x + 2*y"))
    >>> follows(large, small, signs), follows(small, large, signs)
    (True, False)
    """
    least, wanted = support_of(other, signs), support_of(sure, signs)
    return bool(least and wanted) and all(any({*each} <= {*some} for each in wanted) for some in least)


def _conditions(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what must not be zero for a row, a class or a term to be there."""
    for told in data["outputs"].values():
        for domain, rows in told.get("rows", {}).items():
            rows = [row for row in rows if "each" not in row]  # one may lack what others have
            yield from (row["if"] for row in rows if "if" in row)
            bodies = [each["body"] for each in data["reductions"].values() if each["domain"] == domain]
            for text in (text for body in bodies for text in _asked(body)):
                for row in rows:
                    columns = {name: f"({column})" for name, column in row.items() if len(name) == 1}
                    yield ast.unparse(_Names(columns).visit(ast.parse(text, mode="eval")))
        for name in _needed(data) & set(told.get("quantities", {})):
            yield from _asked(told["quantities"][name])
    for each in data["symbols"]:
        yield from _asked(each.get("definition", "0"))


def _needed(data: Mapping[str, Any]) -> set[str]:
    """Return the quantities that values are stated of, and those that are measured."""
    stated = {name for told in data["outputs"].values() for name in told["values"]}
    return stated | {what for what, _ in data["measured"].values()}


def _asked(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text.strip(), mode="eval")):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CONDITIONS:
            yield ast.unparse(node.args[CONDITIONS[node.func.id]])


def _members(text: str, free: Mapping[str, str], measured: Mapping[str, Flat]) -> frozenset[str]:
    """Return the symbols that are all zero where a sum is; none where it never is, or always."""
    flat = flattened(parsed(text), measured)
    least = support_of(flat, free)
    if flat and (not least or min(flat.values()) < 0 or any(len(each) > 1 for each in least)):
        raise NotCoveredError(f"whether {text} is zero is not told by its terms")
    return frozenset(name for each in least for name in each)


class _Names(ast.NodeTransformer):
    """Writes other texts for names."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def visit_Name(self, node: ast.Name) -> ast.AST:
        text = self.texts.get(node.id)
        return node if text is None else ast.parse(text, mode="eval").body


class _Texts:
    """What sums in texts are zero by, and texts without conditions, each found once for all choices of a case."""

    def __init__(self, free: Mapping[str, str], measured: Mapping[str, Flat]) -> None:
        self.free, self.measured = free, measured
        self.sums: dict[str, tuple[bool, frozenset[str]]] = {}
        self.names: dict[str, frozenset[str]] = {}
        self.plain: dict[tuple[str, frozenset[str]], str] = {}

    def sum(self, text: str) -> tuple[bool, frozenset[str]]:
        """Return whether a sum is anything at all, and the symbols that are all zero where it is."""
        if text not in self.sums:
            members = _members(text, self.free, self.measured)
            self.sums[text] = bool(flattened(parsed(text), self.measured)), members
        return self.sums[text]

    def about(self, text: str) -> frozenset[str]:
        """Return all symbols that a text may depend on: those it names, and those that counts in it are made of."""
        if text not in self.names:
            named = {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
            counts = (self.measured[name] for name in named & self.measured.keys())
            inner = {name for count in counts for powers in count for name, _ in powers}
            self.names[text] = frozenset(named | inner)
        return self.names[text]


class _Choice(_Names):
    """Decides all conditions by the symbols that are zero."""

    def __init__(self, known: _Texts, lacking: frozenset[str]) -> None:
        super().__init__(dict.fromkeys(lacking, "0"))
        self.known, self.lacking = known, lacking
        self.unnamed = frozenset(name for name in lacking if not name.isidentifier())

    def holds(self, text: str) -> bool:
        """Whether a sum is not zero."""
        anything, members = self.known.sum(text)
        return anything and not (members and members <= self.lacking)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in CONDITIONS:
            return self.generic_visit(node)
        there = self.holds(ast.unparse(node.args[CONDITIONS[name]]))
        if name == "present":
            return ast.Constant(int(there))
        value: ast.expr = node.args[0] if there else node.args[2]
        if name == "Ratio" and there:
            value = ast.BinOp(value, ast.Div(), node.args[1])
        return ast.parse(self.text(ast.unparse(value)), mode="eval").body

    def text(self, text: str) -> str:
        """Return a text without conditions."""
        plain = text.strip()
        place = plain, (self.lacking & self.known.about(plain)) | self.unnamed
        if place not in self.known.plain:
            found = self.visit(ast.parse(plain, mode="eval"))
            self.known.plain[place] = ast.unparse(ast.fix_missing_locations(found))
        return self.known.plain[place]

    def of(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the case without conditions; what is lacking is a symbol of value 0."""
        wanted = _needed(data)
        outputs = {
            name: told
            | {
                "quantities": {
                    key: self.text(text) for key, text in told["quantities"].items() if key in wanted
                },
                "rows": {domain: self.rows(rows) for domain, rows in told.get("rows", {}).items()},
            }
            for name, told in data["outputs"].items()
        }
        symbols = [
            each | ({"definition": "0"} if each["name"] in self.lacking else {})
            | ({"definition": self.text(each["definition"])} if "definition" in each else {})
            for each in data["symbols"]
        ]  # fmt: skip
        return {**data, "outputs": outputs, "symbols": symbols}

    def rows(self, rows: list[Mapping[str, str]]) -> list[dict[str, str]]:
        """Return the rows that are there."""
        return [
            {
                name: text if name in ("group", "each") else self.text(text)
                for name, text in row.items()
                if name != "if" or "each" in row
            }
            for row in rows
            if "if" not in row or "each" in row or self.holds(row["if"])
        ]


Term = tuple[Fraction, Sequence[Step], Step]
"""How often something is added, what must not be zero for it to count, and the step."""
DEEPEST = 24
"""Cases inside each other, at most."""


def shown_by_cases(
    terms: Sequence[Term], signs: Mapping[str, str], never: Sequence[set[str]], depth: int = 0
) -> tuple[bool, bool]:
    """Return whether terms in whole numbers that are never negative add up to what is not negative, or even positive.

    >>> one, share = parsed("1"), parsed("Ratio(x, Larger(x + y, x + z), 0)")
    >>> terms = [(Fraction(1), [parsed("x + y")], one), (Fraction(-1), [parsed("x + y")], share)]
    >>> shown_by_cases(terms, dict.fromkeys("xyz", "nonnegative"), [])
    (True, False)
    """
    if not all(never):
        return True, True  # there is no such case
    require(depth <= DEEPEST, "too many cases inside each other")
    try:
        direction, strict = Counted(signs, never).total(terms)
    except RefusedError:
        return False, False
    except OpenSignError as open_:
        found = [shown_by_cases(*each, depth + 1) for each in _divided(open_, terms, signs, never)]
        return all(weak for weak, _ in found), all(sure for _, sure in found)
    return direction >= 0, direction > 0 and strict


def _divided(
    open_: OpenSignError, terms: Sequence[Term], signs: Mapping[str, str], never: Sequence[set[str]]
) -> Iterator[tuple[Sequence[Term], Mapping[str, str], list[set[str]]]]:
    """Yield the terms in either case, with the signs, and with what is not all zero."""
    if open_.order is None:
        zero = dict.fromkeys(open_.members, number(0))
        yield _put(terms, zero), signs, [members - open_.members for members in never]
        sure = dict.fromkeys(open_.members, "positive") if len(open_.members) == 1 else {}
        yield terms, {**signs, **sure}, [*never, set(open_.members)]
        return
    x, y, beyond = open_.order
    if not (x and y):  # one count, and 1: it is 0, or more by 1 than what takes its name
        (one,) = {x, y} - {""}
        left = [members for members in never if one not in members]
        yield _put(terms, {one: number(0)}), signs, [members - {one} for members in never]
        more = total([(Fraction(1), Step("name", value=one)), (Fraction(1), number(1))])
        yield _put(terms, {one: more}), {**signs, one: "nonnegative"}, left
        return
    for large, small, least in ((x, y, -beyond), (y, x, beyond)):
        told = [(Fraction(1), Step("name", value=each)) for each in (small, large)]
        by = total(
            [*told, (Fraction(max(least, 0)), number(1))]
        )  # what is beyond takes the name of the larger one
        left = [members for members in never if large not in members]
        if least <= 0:  # else the larger one is positive in any case
            left += [members | {small} for members in never if large in members]
            left += [{small, large}] if signs[large] == "positive" else []
        yield _put(terms, {large: by}), {**signs, large: "nonnegative"}, left


def _put(terms: Sequence[Term], by: Mapping[str, Step]) -> list[Term]:
    return [(often, [put_in(each, by) for each in there], put_in(step, by)) for often, there, step in terms]
