"""Certificates as SMT-LIB: every obligation negated in a file of its own, so that ``unsat`` confirms it.

Of each parametric case the files say that the reductions have the stated values (``values``), that the branches leave
nothing out (``coverage``), and of every branch that what has a sign is what the formula has there (``identity``) and
that it has that sign (``signs``). Logarithms and other functions of sizes are unknown numbers, one for each argument.
What an outside checker says against a proof is a case: the symbols of its model, and the outputs that they make.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from axiometrics.certify.single_terms import script_of, statements
from axiometrics.certify.terms import RELATION, Script, Term, as_term, number_form, number_text, times_text
from axiometrics.recheck import every_case_has_a_part
from axiometrics.recheck.branches import beyond, monotone, replayed, told_signs_fit, told_values_fit
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import (
    Flat,
    NotCoveredError,
    RefusedError,
    Step,
    flattened,
    formula_of,
    parsed,
    require,
)
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.values import INFINITE, Root


class _Stated(Output):
    """An output whose claims are taken as they are, and collected as goals: that they are about the right values."""

    goals: list[str]
    point: Script

    def fits(self, claim: Mapping[str, Any], value: Any) -> bool:
        """Make it a goal that the claim is about this value."""
        self.goals.append(self.point.same(as_term(value), self.point.claim(claim)))
        return True

    def near(self, known: Sequence[tuple[Any, Any]], apart: Term) -> Term | None:
        """Make it a goal that a difference is what a symbol is the distance of, or that the other way round."""
        found = super().near(known, apart)
        for own, symbol in known:
            if symbol is found:
                self.goals.append(self.point.same(as_term(apart), own if apart == own else self.less(own)))
        return found

    def _rooted(self, step: Step, value: Any, place: str) -> Any:
        if value == 0:
            return value
        self.sign(step, value, place)
        claim = self.claims.get(f"{step.number}@{self.name}{place}:root")
        if claim is None:
            return Root(self.point.number(Fraction(1)), value)
        root = self.point.claim(claim)
        squared = Term(times_text(root.top, root.top), times_text(root.bottom, root.bottom), 0)
        self.goals.append(self.point.same(value, squared))
        return Term(root.top, root.bottom, self.point.random.quotient(claim))


class _Rows(Script):
    """A script on rows, some of which are there only where they have items: their quotients count there alone.

    Whether one is there is 1 or 0. One over what may be zero is a number of its own, any number where it is zero: so
    nothing over nothing adds nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self.inverses: dict[str, str] = {}

    def drawn(self, *place: Any) -> Any:
        """Return an unknown number; of one that says whether something is there, what it is."""
        found, (kind, known, *_) = super().drawn(*place), place
        if kind == "present":
            self.functions.pop(found.top, None)
            top = self.some(known).top
            single = isinstance(known, tuple) and all(len(each) == 1 for each in known)
            parts = [self.named(*each).top for each in known] if single else [top]
            nothing = " ".join(f"(= {part} 0.0)" for part in parts)  # none is negative
            there = f"(and (= {found.top} 1.0) (not (= {top} 0.0)))"
            self.assumed[found.top] = f"(or {there} (and (= {found.top} 0.0) {nothing}))"
        return found

    def inverted(self, value: Term) -> Term:
        """Divide one by it."""
        form = self.linear.get(value.top) or number_form(value.top) or {"": Fraction(-1)}
        signs = {self.declared[name] if name else "positive" for name in form}
        if min(form.values()) > 0 and signs in ({"positive"}, {"positive", "nonnegative"}):
            return super().inverted(value)
        known = {top: name for name, top in self.inverses.items()}
        name = known.get(value.top, f"q{len(known)}")
        self.inverses[self.declare(name, "real")] = value.top
        self.functions[name] = ("inverse", value)
        self.assumed[name] = f"(or (= {value.top} 0.0) (= (* {name} {value.top}) 1.0))"
        return Term(times_text(name, value.bottom), "1", self.random.inverted(value.value))


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
    if any("scales" in part for part in document["parts"]):
        raise NotCoveredError("counts in proportion are checked by axiometrics.recheck alone")
    outputs = [output for part in document["parts"] for output in part["outputs"].values()]
    if any("oo" in output["values"].values() for output in outputs):
        raise NotCoveredError("infinite sums are compared by axiometrics.recheck alone")
    if "sum" not in document:
        every_case_has_a_part(document)


def _sum(document: Mapping[str, Any]) -> str:
    """Say that a linear form is not negative where its premises are not; scores are any numbers."""
    script, told = Script(), document["sum"]

    def form(weights: Mapping[str, int]) -> str:
        names = [script.declare(f"q_{name}", "real") for name in weights]
        terms = [f"(* {number_text(Fraction(w))} {n})" for n, w in zip(names, weights.values(), strict=True)]
        return f"(>= (+ 0.0 {' '.join(terms)}) 0.0)"

    used = [form(each) for each, times in zip(told["premises"], told["times"], strict=True) if times]
    title = f"{document['metric']} and {document['constraint']} ({document['task']}): a sum of premises"
    return script.text([form(told["form"])], title, used)


def _case(part: Part, data: Mapping[str, Any], about: str) -> Iterator[tuple[str, str]]:
    if "terms" in data:
        yield from ((each.name, script_of(each, f"{about}, {each.name}")) for each in statements(part))
        return
    if any(each["values"] for each in data["outputs"].values()):
        yield "values", _values(part, data, f"{about}: the reductions have these values")
    if not data["branches"]:
        yield "equal", _equal(part, data, f"{about}: all outputs have the same value")
        return
    told_signs_fit(data)
    if any(branch["path"] for branch in data["branches"]):
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
    known, gone, sums = replayed(part, path)
    script = Script(known)
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
    scores: dict[str, Any] = {"": script.number(Fraction(1))} if "" in data["form"] else {}
    for name in filter(None, data["form"]):
        output = _Stated(part, name, script, branch["claims"])
        output.goals = goals
        scores[name] = output.score()
    told_values_fit(branch, scores)
    if INFINITE in scores.values() and branch["sign"] != "undefined":
        require(
            branch["sign"] == beyond(part.task, scores, data["form"]), "infinite values show another sign"
        )
        return list(dict.fromkeys(goals)), script
    require("margin" in branch or branch["sign"] == "undefined", "a branch without a margin")
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
                goals.append(script.same(as_term(root.factor), script.claim(side)))
                turned = Fraction(-1 if side["sign"] in ("negative", "nonpositive") else 1)
                square = script.times(script.times(root.factor, root.factor), root.radicand)
                value = script.times(square, script.number(turned))
            total = script.plus(total, script.times(value, script.number(Fraction(weight))))
        goals.append(script.same(total, script.claim(branch["margin"])))
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
    script.forget_terms()
    found = script.claim(claim)
    return script.text([f"(> {found.bottom} 0.0)", f"({RELATION[claim['sign']]} {found.top} 0.0)"], about)


def _impossible(part: Part, branch: Mapping[str, Any], about: str) -> str:
    """Say that in no case all that the branch assumes holds."""
    script = Script(part.signs)
    sums = [f"(> (+ {' '.join(sorted(members))} 0.0) 0.0)" for members in part.data["not_all_zero"]]
    assumed = " ".join(["true", *conditions(part, script, branch["path"], ASSUMED)])
    return script.text([f"(not (and {assumed}))"], about, sums)


def _coverage(part: Part, data: Mapping[str, Any], about: str) -> str:
    script = Script(part.signs)
    leaves = [["true", *conditions(part, script, each["path"], ASSUMED)] for each in data["branches"]]
    whole = " ".join(f"(and {' '.join(leaf)})" for leaf in leaves)
    return script.text([f"(or {whole})"], about)


ASSUMED = {"zero": "(= {} 0.0)", "positive": "(> {} 0.0)", "nonnegative": "(>= {} 0.0)"}


def conditions(
    part: Part, script: Script, path: Sequence[Mapping[str, Any]], relation: Mapping[str, str]
) -> list[str]:
    """Return what the steps of a branch assume of the symbols that were there first; excesses are differences."""
    found = []
    script.values = {}
    for step in path:
        helper = Output(part, next(iter(part.data["outputs"])), script)
        if "zero" in step or "positive" in step:
            kind = "zero" if "zero" in step else "positive"
            found.append(relation[kind].format(helper.text(step[kind]).top))
            continue
        larger = step.get("more", step.get("larger"))
        smaller = step.get("less") or f"({step['factor']})*({step['smaller']})"
        difference = helper.text(f"{larger} - ({smaller})")
        script.values[step["excess"]] = difference
        found.append(relation["positive" if step["strict"] else "nonnegative"].format(difference.top))
    return found


def _values(part: Part, data: Mapping[str, Any], about: str) -> str:
    """Say that every stated value is what the rows make of that reduction.

    Where that is no identity, as it hangs on which rows are there, the script is one on `_Rows`.
    """
    script = Script()
    pairs = stated(part, data, script)
    if any(one != other for one, other in pairs):
        script = _Rows()
        pairs = stated(part, data, script)
    some = [members for members in data["not_all_zero"] if script.declared.keys() >= set(members)]
    sums = [f"(> (+ {' '.join(sorted(members))} 0.0) 0.0)" for members in some]
    goals = [script.same(one, other) for one, other in pairs]
    return script.text(list(dict.fromkeys(goals)), about, sums if isinstance(script, _Rows) else ())


def stated(part: Part, data: Mapping[str, Any], script: Script) -> list[tuple[Term, Term]]:
    """Return the stated values, each with what the rows make of that reduction."""
    outputs = {name: Output(part, name, script, measured=True) for name in data["outputs"]}
    for each in data["symbols"]:
        if "definition" not in each:
            script.declare(each["name"], each["sign"])
    for each in (each for each in data["symbols"] if "definition" in each):
        for place, (what, output) in data["measured"].items():
            if place in each["definition"] and place not in script.values:
                script.values[place] = part.measured(outputs[output], what)
        script.values[each["name"]] = next(iter(outputs.values())).text(each["definition"])
    pairs = [
        (output.text(stated), part.measured(output, what))
        for output in outputs.values()
        for what, stated in output.told["values"].items()
    ]
    if any(INFINITE in pair for pair in pairs):
        raise NotCoveredError("infinite sums are compared by axiometrics.recheck alone")
    return [(as_term(one), as_term(other)) for one, other in pairs]


def _equal(part: Part, data: Mapping[str, Any], about: str) -> str:
    script = Script(part.signs)
    scores = [Output(part, name, script).score() for name in data["form"]]
    if any(isinstance(score, Root) or score is None for score in scores):
        raise NotCoveredError("equal values with roots")
    goals = [script.same(as_term(scores[0]), as_term(score)) for score in scores[1:]]
    return script.text(goals, about, list(script.congruences()))


DEFINED = re.compile(r"\(define-fun\s+(\S+)\s+\(\)\s+Real\s+((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")


def values_of(model: str) -> dict[str, Fraction]:
    """Return the values that a model gives to symbols; those that are no fractions are left out.

    >>> values_of("((define-fun x () Real 2.0) (define-fun y () Real (- (/ 1.0 2.0))))")
    {'x': Fraction(2, 1), 'y': Fraction(-1, 2)}
    """
    numbers = ((name, _number(text.strip())) for name, text in DEFINED.findall(model))
    return {name: value for name, value in numbers if value is not None}


def _number(text: str) -> Fraction | None:
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return Fraction(text)
    if match := re.fullmatch(r"\(- (.*)\)", text):
        inner = _number(match[1].strip())
        return None if inner is None else -inner
    if match := re.fullmatch(r"\(/ (\S+|\(- \S+\)) (\S+)\)", text):
        top, bottom = _number(match[1]), _number(match[2])
        return top / bottom if top is not None and bottom else None
    return None


def counterexample(document: Mapping[str, Any], file: str, model: str) -> list[str]:
    """Return the case of a model of one of the scripts of a certificate, as lines: its symbols, and every output."""
    named = re.match(r"case(\d+)-(?:branch(\d+))?", file)
    if not named:
        return [f"{name} = {value}" for name, value in values_of(model).items()]
    data = document["parts"][int(named[1])]
    known: dict[str, Flat] = {name: {(): value} if value else {} for name, value in values_of(model).items()}
    if named[2]:
        part = Part(document, data, formula_of(document["formula"]))
        _, gone, _ = replayed(part, data["branches"][int(named[2])]["path"])
        for name, top, bottom in reversed(gone):
            known[name] = flattened(parsed(f"({top})/({bottom})"), known)
    meant = {each["name"]: each["meaning"] for each in data["symbols"]}
    told = [f"{name} = {_told(name, known)} ({meant[name]})" for name in meant if name in known]
    return [*told, *_outputs(data, known)]


def _outputs(data: Mapping[str, Any], known: Mapping[str, Flat]) -> Iterator[str]:
    """Yield what each output is: its focal clusters or list, its quantities, and what is measured there."""
    for output, about in data["outputs"].items():
        parts = [
            f"{name} = {_told(text, known)}"
            for kind in ("quantities", "values")
            for name, text in about[kind].items()
        ]
        for cluster in about.get("clusters", ()):
            counts = ", ".join(
                f"{_told(each['count'], known)} of {each['category']}" for each in cluster["parts"]
            )
            parts.append(f"a cluster with {counts}")
        for row in about.get("list", ()):
            parts.append(" ".join(f"{name} {_told(text, known)}" for name, text in row.items()))
        yield f"{output}: {'; '.join(dict.fromkeys(parts))}"


def _told(text: str, known: Mapping[str, Flat]) -> str:
    """Return the value of a text, or the text where the model does not settle it."""
    try:
        found = flattened(parsed(text), known)
    except (RefusedError, ZeroDivisionError):
        return text
    return str(found.get((), Fraction(0))) if set(found) <= {()} else text
