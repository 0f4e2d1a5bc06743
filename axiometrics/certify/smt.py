"""Certificates as SMT-LIB: every obligation negated in a file of its own, so that ``unsat`` confirms it.

Of each parametric case the files say that the reductions have the stated values (``values``), that the branches leave
nothing out (``coverage``), and of every branch that what has a sign is what the formula has there (``identity``) and
that it has that sign (``signs``). Logarithms and other functions of sizes are unknown numbers, one for each argument.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.recheck.branches import monotone, replayed
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import NotCoveredError, Step, formula_of
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.values import PRIME, Point, Root

__all__ = ["require_parts", "scripts"]

RELATION = {"positive": ">", "nonnegative": ">=", "zero": "=", "nonpositive": "<=", "negative": "<"}


@dataclass(frozen=True)
class Term:
    """A quotient of two terms of a script, and its value at a random point, by which equal terms are known."""

    top: str
    bottom: str
    value: int

    def __eq__(self, other: object) -> bool:
        return self.value == (other.value if isinstance(other, Term) else other)

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return str(self.value)


class Script(Point):
    """A script that grows: every sum and product is defined once."""

    def __init__(self) -> None:
        super().__init__()
        self.declared: dict[str, str] = {}
        self.lines: list[str] = []
        self.random = Point()

    def term(self, top: str, bottom: str, value: int) -> Term:
        """Return a term, defined where it is long."""
        return Term(self._short(top), self._short(bottom), value % PRIME)

    def _short(self, text: str) -> str:
        if len(text) < 40:
            return text
        name = f"t{len(self.lines)}"
        self.lines.append(f"(define-fun {name} () Real {text})")
        return name

    def drawn(self, *place: Any) -> Any:
        """Return an unknown number for a function of some values, the same for the same values."""
        value = self.random.drawn(*place)
        return Term(self.declare(f"u{value % 10**12}", "real"), "1", value)

    def declare(self, name: str, sign: str) -> str:
        """Return a symbol, which is declared with its sign."""
        self.declared.setdefault(name, sign)
        return name

    def named(self, name: str) -> Any:
        """Return a symbol; the logarithm of 2 is one."""
        name = "l" if name == "log:2" else name
        if name not in self.values:
            safe = name if name.isidentifier() else f"u{self.random.drawn('name', name) % 10**12}"
            self.values[name] = Term(self.declare(safe, "real"), "1", self.random.named(name))
        return self.values[name]

    def log(self, value: Any) -> Any:
        """Return a logarithm: that of 2, or an unknown number."""
        if value == 1:
            return self.number(Fraction(0))
        return self.named("l") if value == 2 else self.drawn("log", value)

    def small(self, value: Any) -> int | None:
        """Return a small whole number."""
        return super().small(value.value if isinstance(value, Term) else value)

    def number(self, value: Fraction) -> Term:
        """Return a fraction."""
        return Term(_number(value), "1", self.random.number(value))

    def added(self, one: Term, other: Term) -> Term:
        """Add."""
        one, other = _as_term(one), _as_term(other)
        value = one.value + other.value
        if one.bottom == other.bottom:
            return self.term(f"(+ {one.top} {other.top})", one.bottom, value)
        top = f"(+ {_times(one.top, other.bottom)} {_times(other.top, one.bottom)})"
        return self.term(top, _times(one.bottom, other.bottom), value)

    def multiplied(self, one: Term, other: Term) -> Term:
        """Multiply."""
        one, other = _as_term(one), _as_term(other)
        if 0 in (one.value, other.value):
            return self.number(Fraction(0))
        return self.term(
            _times(one.top, other.top), _times(one.bottom, other.bottom), one.value * other.value
        )

    def inverted(self, value: Term) -> Term:
        """Divide one by it."""
        return Term(value.bottom, value.top, self.random.inverted(value.value))

    def claim(self, claim: Mapping[str, Any]) -> Term:
        """Return a quotient of polynomials."""
        top, bottom = (self.factors(claim[end], claim["symbols"]) for end in ("numerator", "denominator"))
        return Term(top, bottom, 0)

    def factors(self, factors: Sequence[Mapping[str, Any]], symbols: Sequence[str]) -> str:
        """Return a product of polynomials."""
        found = "1"
        for factor in factors:
            terms = [
                _product(
                    [
                        _number(Fraction(value)),
                        *(s for s, p in zip(symbols, powers, strict=True) for _ in range(p)),
                    ]
                )
                for value, powers in factor["terms"]
            ]
            total = self._short(f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0] if terms else "0")
            for _ in range(int(factor["times"])):
                found = _times(found, total)
        return self._short(found)

    def text(self, goals: Sequence[str], about: str, assumed: Sequence[str] = ()) -> str:
        """Return the script that asks whether one of the goals may fail."""
        head = [f"; {about}", "(set-logic QF_NRA)"]
        declared = [f"(declare-const {name} Real)" for name in self.declared]
        signs = [
            f"(assert ({RELATION[sign]} {name} 0))" for name, sign in self.declared.items() if sign != "real"
        ]
        claims = [f"(not {goal})" for goal in goals]
        asked = f"(assert (or {' '.join(claims)}))" if len(claims) > 1 else f"(assert {claims[0]})"
        own = [f"(assert {each})" for each in assumed]
        return "\n".join([*head, *declared, *signs, *self.lines, *own, asked, "(check-sat)", ""])


def _as_term(value: Any) -> Term:
    return value if isinstance(value, Term) else Term(_number(Fraction(value)), "1", value % PRIME)


def _number(value: Fraction) -> str:
    whole = (
        f"{abs(value.numerator)}.0"
        if value.denominator == 1
        else f"(/ {abs(value.numerator)}.0 {value.denominator}.0)"
    )
    return f"(- {whole})" if value < 0 else whole


def _times(one: str, other: str) -> str:
    return other if one in ("1", "1.0") else one if other in ("1", "1.0") else f"(* {one} {other})"


def _product(parts: Sequence[str]) -> str:
    kept = [part for part in parts if part != "1.0"]
    return f"(* {' '.join(kept)})" if len(kept) > 1 else kept[0] if kept else "1.0"


def same(one: Term, other: Term) -> str:
    """Say that two quotients are equal."""
    return f"(= {_times(one.top, other.bottom)} {_times(other.top, one.bottom)})"


class _Stated(Output):
    """An output whose claims are taken as they are, and collected as goals: that they are about the right values."""

    goals: list[str]
    point: Script

    def fits(self, claim: Mapping[str, Any], value: Any) -> bool:
        """Make it a goal that the claim is about this value."""
        self.goals.append(same(_as_term(value), self.point.claim(claim)))
        return True

    def _rooted(self, step: Step, value: Any, place: str) -> Any:
        if value == 0:
            return value
        self.sign(step, value, place)
        claim = self.claims.get(f"{step.number}@{self.name}{place}:root")
        if claim is None:
            return Root(self.point.number(Fraction(1)), value)
        root = self.point.claim(claim)
        squared = Term(_times(root.top, root.top), _times(root.bottom, root.bottom), 0)
        self.goals.append(same(value, squared))
        return Term(root.top, root.bottom, self.point.random.quotient(claim))


def scripts(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names and the texts of all scripts of a certificate. Raises NotCoveredError."""
    require_parts(document)
    if "sum" in document:
        yield "sum", _sum(document)
        return
    formula = formula_of(document["formula"])
    title = f"{document['metric']} and {document['constraint']} ({document['task']})"
    for number, data in enumerate(document["parts"]):
        part = Part(document, data, formula)
        about = f"{title}, case {number}" + (f" {data['where']}" if data["where"] else "")
        yield from ((f"case{number:03}-{name}", text) for name, text in _case(part, data, about))


def require_parts(document: Mapping[str, Any]) -> None:
    """Require a proof by parametric cases, or by a sum of premises. Raises NotCoveredError."""
    if not document["stands_alone"]:
        raise NotCoveredError("; ".join(document["reasons"]))
    for kind, told in (
        ("series", "proofs for every n"), ("lines", "proofs along lines"), ("elimination", "divisions by premises"),
    ):  # fmt: skip
        if kind in document:
            raise NotCoveredError(f"{told} are checked by axiometrics.recheck alone")
    if "sum" not in document and not document["parts"]:
        raise NotCoveredError("there is no case")


def _sum(document: Mapping[str, Any]) -> str:
    """Say that a linear form is not negative where its premises are not; scores are any numbers."""
    script, told = Script(), document["sum"]

    def form(weights: Mapping[str, int]) -> str:
        names = [script.declare(f"q_{name}", "real") for name in weights]
        terms = [f"(* {_number(Fraction(w))} {n})" for n, w in zip(names, weights.values(), strict=True)]
        return f"(>= (+ 0.0 {' '.join(terms)}) 0.0)"

    used = [each for each, times in zip(told["premises"], told["times"], strict=True) if times]
    title = f"{document['metric']} and {document['constraint']} ({document['task']}): a sum of premises"
    return script.text([form(told["form"])], title, [form(each) for each in used])


def _case(part: Part, data: Mapping[str, Any], about: str) -> Iterator[tuple[str, str]]:
    if any(each["values"] for each in data["outputs"].values()):
        yield "values", _values(part, data, f"{about}: the reductions have these values")
    if not data["branches"]:
        yield "equal", _equal(part, data, f"{about}: all outputs have the same value")
        return
    if len(data["branches"]) > 1:
        yield "coverage", _coverage(part, data, f"{about}: the branches leave nothing out")
    for number, branch in enumerate(data["branches"]):
        told = f"{about}, branch {number}"
        if branch["sign"] == "impossible":
            yield f"branch{number:02}-impossible", _impossible(part, branch, f"{told}: there is no such case")
            continue
        goals, script = _identity(part, data, branch)
        if goals:
            yield f"branch{number:02}-identity", script.text(goals, f"{told}: these are the formula's values")
        for place, (key, claim) in enumerate(_claims(branch)):
            yield (
                f"branch{number:02}-sign{place:02}",
                _sign(part, branch, claim, f"{told}: the sign of {key}"),
            )


def _branch_script(part: Part, path: Sequence[Mapping[str, Any]]) -> Script:
    """Return a script with the symbols that are left in a branch; those that are gone are quotients of these."""
    script = Script()
    known, gone, sums = replayed(part, path)
    for name, sign in known.items():
        script.declare(name, sign)
    for members in sums:
        left = [name for name in members if name in known]
        if left:
            script.lines.append(f"(assert (> (+ {' '.join(sorted(left))} 0.0) 0.0))")
    helper = Output(part, next(iter(part.data["outputs"])), script)
    for name, top, bottom in reversed(gone):
        script.values[name] = script.times(helper.text(top), script.inverse(helper.text(bottom)))
    return script


def _identity(part: Part, data: Mapping[str, Any], branch: Mapping[str, Any]) -> tuple[list[str], Script]:
    script = _branch_script(part, branch["path"])
    goals: list[str] = []
    scores = {}
    for name in data["form"]:
        output = _Stated(part, name, script, branch["claims"])
        output.goals = goals
        scores[name] = output.score()
    if "margin" in branch and not branch.get("equal"):
        total: Any = script.number(Fraction(0))
        rise = monotone(scores)
        for name, weight in data["form"].items():
            value = scores[name]
            if rise:
                value = script.times(value.radicand, script.number(Fraction(rise)))
            elif branch["squared"]:
                root = value if isinstance(value, Root) else Root(value, script.number(Fraction(1)))
                side = branch["sides"][name]
                goals.append(same(_as_term(root.factor), script.claim(side)))
                turned = Fraction(-1 if side["sign"] in ("negative", "nonpositive") else 1)
                square = script.times(script.times(root.factor, root.factor), root.radicand)
                value = script.times(square, script.number(turned))
            total = script.plus(total, script.times(value, script.number(Fraction(weight))))
        goals.append(same(total, script.claim(branch["margin"])))
    return list(dict.fromkeys(goals)), script


def _claims(branch: Mapping[str, Any]) -> list[tuple[str, Any]]:
    margin = {"the margin": branch["margin"]} if "margin" in branch else {}
    named = {f"the factor of {name}": side for name, side in branch.get("sides", {}).items()}
    found: dict[str, tuple[str, Any]] = {}
    for key, claim in {**branch["claims"], **named, **margin}.items():
        found.setdefault(repr(claim), (key, claim))
    return list(found.values())


def _sign(part: Part, branch: Mapping[str, Any], claim: Mapping[str, Any], about: str) -> str:
    script = _branch_script(part, branch["path"])
    script.lines = [line for line in script.lines if line.startswith("(assert")]
    found = script.claim(claim)
    return script.text([f"(> {found.bottom} 0.0)", f"({RELATION[claim['sign']]} {found.top} 0.0)"], about)


def _impossible(part: Part, branch: Mapping[str, Any], about: str) -> str:
    """Say that in no case all that the branch assumes holds."""
    script = Script()
    for name, sign in part.signs.items():
        script.declare(name, sign)
    sums = [f"(> (+ {' '.join(sorted(members))} 0.0) 0.0)" for members in part.data["not_all_zero"]]
    conditions = _conditions(part, script, branch["path"], "b")
    return script.text([f"(not (and {' '.join(conditions)}))"], about, sums)


def _coverage(part: Part, data: Mapping[str, Any], about: str) -> str:
    script = Script()
    for name, sign in part.signs.items():
        script.declare(name, sign)
    leaves = [
        f"(and {' '.join(_conditions(part, script, branch['path'], f'b{number}'))})"
        for number, branch in enumerate(data["branches"])
    ]
    return script.text([f"(or {' '.join(leaves)})"], about)


def _conditions(part: Part, script: Script, path: Sequence[Mapping[str, Any]], prefix: str) -> list[str]:
    """Return what the steps of a branch assume of the symbols that were there first; excesses are differences."""
    found = ["true"]
    helper = Output(part, next(iter(part.data["outputs"])), script)
    script.values = {}
    for step in path:
        if "zero" in step or "positive" in step:
            relation, name = ("=", step["zero"]) if "zero" in step else (">", step["positive"])
            found.append(f"({relation} {helper.text(name).top} 0.0)")
            continue
        larger = step.get("more", step.get("larger"))
        smaller = step.get("less") or f"({step['factor']})*({step['smaller']})"
        difference = helper.text(f"{larger} - ({smaller})")
        helper = Output(part, next(iter(part.data["outputs"])), script)
        script.values[step["excess"]] = difference
        found.append(f"({'>' if step['strict'] else '>='} {difference.top} 0.0)")
    return found


def _values(part: Part, data: Mapping[str, Any], about: str) -> str:
    """Say that every stated value is what the rows make of that reduction."""
    script, assumed, goals = Script(), list[str](), list[str]()
    outputs = {name: Output(part, name, script, measured=True) for name in data["outputs"]}
    for each in data["symbols"]:
        if "definition" not in each:
            script.declare(each["name"], each["sign"])
            continue
        for place, (what, output) in data["measured"].items():
            if place in each["definition"] and place not in script.values:
                script.values[place] = part.measured(outputs[output], what)
        script.values[each["name"]] = next(iter(outputs.values())).text(each["definition"])
    for output in outputs.values():
        for what, stated in output.told["values"].items():
            goals.append(same(_as_term(output.text(stated)), _as_term(part.measured(output, what))))
    return script.text(list(dict.fromkeys(goals)), about, assumed)


def _equal(part: Part, data: Mapping[str, Any], about: str) -> str:
    script = Script()
    for name, sign in part.signs.items():
        script.declare(name, sign)
    scores = [Output(part, name, script).score() for name in data["form"]]
    if any(isinstance(score, Root) or score is None for score in scores):
        raise NotCoveredError("equal values with roots")
    return script.text([same(_as_term(scores[0]), _as_term(score)) for score in scores[1:]], about)
