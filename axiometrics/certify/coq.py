"""Certificates as Coq theorems, from the metric's definition over the parametric case to the sign of its margin.

Of each parametric case a module says that the reductions have the stated values, that the branches leave nothing out,
and for each branch which sign the difference of the scores has there. Divisions are Coq's own, and a quotient with a
convention is a case distinction. The few tactics and lemmas that the files use stand at their beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from axiometrics.certify.smt import require_parts
from axiometrics.certify.terms import Rooted, Term, Terms, shown
from axiometrics.recheck.branches import replayed, sign_shown, told_signs_fit, told_values_fit
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import NotCoveredError, Step, formula_of
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.values import MEANING, Outer, plain

__all__ = ["theorems"]

RELATION = {
    "positive": "0 < {}", "nonnegative": "0 <= {}", "zero": "{} = 0", "nonpositive": "{} <= 0", "negative": "{} < 0",
}  # fmt: skip
LIBRARY = Path(__file__).with_name("signs.v")
LONGEST = 60_000
"""Characters of a theorem up to which it is written: `field` takes long on more."""


class _Defined(Output):
    """An output whose score is a term of the definition; what decides its steps is proved in the theorem."""

    point: Terms
    steps: dict[str, str]
    taken: dict[str, str]

    def fits(self, claim: Mapping[str, Any], value: Any) -> bool:
        """Prove a claim as a step of its own: that a value is not zero, that it is, or that it is no less."""
        top, bottom = (self.point.polynomials(claim, end) for end in ("numerator", "denominator"))
        text = self.point.term_of(value).top
        if claim["sign"] == "zero":
            self.steps[f"{text} = 0"] = "settled; first [ring | field; conditions]"
        else:
            goal = RELATION[claim["sign"]].format(text)
            how = "[ first [ring | field; conditions] | quotient_sign ]"
            proof = f"settled; apply (sign_by_{claim['sign']} (({top}) / ({bottom}))); {how}"
            self.steps[goal] = proof
        return True

    def near(self, known: Sequence[tuple[Any, Any]], apart: Term) -> Term | None:
        """Refuse: a symbol that is a distance has no theorem yet."""
        raise NotCoveredError("theorems on distances are not written")

    def _guarded(self, step: Step, parts: list[Any], place: str) -> Any:
        found = super()._guarded(step, parts, place)
        value, _, otherwise = parts
        if found is None or value is None or otherwise is None:
            return found
        text = f"({step.kind} {' '.join(map(shown, parts))})"
        if isinstance(found, Rooted):
            return replace(found, text=text)
        return Term(text, "1", plain(found).value)

    def _rooted(self, step: Step, value: Any, place: str) -> Any:
        """Say of a root that it is no root, or what its square is; both are steps of the theorem."""
        if value == 0:
            return value
        self.sign(step, value, place)
        text, claim = plain(value).top, self.claims.get(f"{step.number}@{self.name}{place}:root")
        if claim is None:
            return Rooted(self.point.number(Fraction(1)), value, f"(sqrt {text})", (text,))
        top, bottom = (self.point.polynomials(claim, end) for end in ("numerator", "denominator"))
        self.taken[f"sqrt {text} = ({top}) / ({bottom})"] = (
            "settled; apply sqrt_is; [ quotient_sign | first [ring | field; conditions] ]"
        )
        return Term(f"(sqrt {text})", "1", self.point.random.quotient(claim))

    def _computed(self, step: Step, parts: list[Any], place: str) -> Any:
        if step.kind in ("maximum", "minimum") and self.claims is not None and place != "symbols":
            found = super()._computed(step, parts, place)
            name = "Rmax" if step.kind == "maximum" else "Rmin"
            return Term(f"({name} {plain(parts[0]).top} {plain(parts[1]).top})", "1", found.value)
        return super()._computed(step, parts, place)


def theorems(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of a file with theorems on every parametric case. Raises NotCoveredError."""
    require_parts(document)
    if "sum" in document:
        yield "sum.v", "Require Import Reals Lra.\nOpen Scope R_scope.\n" + _sum(document["sum"])
        return
    formula = formula_of(document["formula"])
    texts = [LIBRARY.read_text("utf-8")]
    for number, data in enumerate(document["parts"]):
        cases = "\n".join(_case(Part(document, data, formula), data))
        texts.append(
            f"(* case {number} {data['where'] or ''} *)\nModule case{number:03}.\n{cases}\nEnd case{number:03}.\n"
        )
    yield "theorems.v", f"(* {document['metric']} and {document['constraint']} *)\n" + "\n".join(texts)


def _sum(told: Mapping[str, Any]) -> str:
    """Say that a linear form is not negative where its premises are not; scores are any numbers."""
    forms = [*told["premises"], told["form"]]
    names = " ".join(f"q_{name}" for name in sorted({name for form in forms for name in form}))
    texts = (" + ".join(f"({weight}) * q_{name}" for name, weight in form.items()) for form in forms)
    goal = " -> ".join(f"0 <= {text}" for text in texts)
    return f"Theorem sum : forall {names} : R, {goal}.\nProof. intros; lra. Qed.\n"


def _case(part: Part, data: Mapping[str, Any]) -> Iterator[str]:
    if any(each["values"] for each in data["outputs"].values()):
        yield _values(part, data)
    if data["branches"]:
        told_signs_fit(data)
    else:
        yield _equal(part, data)
    if any(branch["path"] for branch in data["branches"]):
        yield _coverage(part, data["branches"])
    for number, branch in enumerate(data["branches"]):
        if branch["sign"] != "impossible" and (text := _branch(part, data, branch, f"branch{number}")):
            yield text


def _theorem(name: str, script: Terms, goal: str, proof: str) -> str:
    names = list(script.declared)
    bound = f"forall {' '.join(names)} : R,\n  " if names else ""
    signs = [f"{RELATION[sign].format(each)} ->" for each, sign in script.declared.items() if sign != "real"]
    signs += [f"0 < {' + '.join(members)} ->" for members in script.sums if {*members} <= {*names}]
    text = f"Theorem {name} : {bound}{' '.join(signs)}\n  {goal}.\nProof.\n  {proof}\nQed.\n"
    if len(text) > LONGEST:
        raise NotCoveredError(f"a theorem of {len(text)} characters is not written")
    return text


def _symbols(part: Part, path: Sequence[Mapping[str, Any]]) -> Terms:
    script = Terms()
    known, gone, _ = replayed(part, path)
    for name, sign in known.items():
        script.declare(name, sign)
    helper = Output(part, next(iter(part.data["outputs"])), script)
    for name, top, bottom in reversed(gone):
        above, below = helper.text(top), helper.text(bottom)
        script.values[name] = above if bottom == "1" else script.multiplied(above, script.inverted(below))
    return script


def _branch(part: Part, data: Mapping[str, Any], branch: Mapping[str, Any], name: str) -> str:
    script = _symbols(part, branch["path"])
    steps: dict[str, str] = {}
    taken: dict[str, str] = {}
    scores: dict[str, Any] = {"": script.number(Fraction(1))} if "" in data["form"] else {}
    for output in filter(None, data["form"]):
        defined = _Defined(part, output, script, branch["claims"])
        defined.steps, defined.taken = steps, taken
        scores[output] = defined.score()
    told_values_fit(branch, scores)
    if branch["sign"] == "undefined":
        return ""
    if any(isinstance(score, Outer) for score in scores.values()):
        raise NotCoveredError("theorems on functions of square roots are not written")
    if branch["squared"]:
        goal, proof = _squared(script, data["form"], branch, scores, taken)
    elif branch.get("equal"):
        goal, proof = _same_roots(data["form"], scores)
    else:
        total = script.number(Fraction(0))
        for output, weight in data["form"].items():
            times = script.number(Fraction(weight))
            total = script.added(total, script.multiplied(times, plain(scores[output])))
        goal, proof = (
            RELATION[branch["sign"]].format(f"({total.top})"),
            f"settled.\n  {_signed(script, branch)}",
        )
    known = "".join(f"assert ({claim}) by ({how}).\n  " for claim, how in steps.items())
    known += _taken(taken, put_in=not branch["squared"])
    return _theorem(name, script, goal, f"intros.\n  {known}{proof}.")


def _taken(taken: Mapping[str, str], *, put_in: bool) -> str:
    """Say of every square root what it is, and put that in its place."""
    told = "assert (taken{0} : {1}) by ({2}).\n  "
    told += "rewrite ?taken{0} in *.\n  " if put_in else ""
    return "".join(told.format(number, *each) for number, each in enumerate(taken.items()))


def _signed(script: Terms, branch: Mapping[str, Any]) -> str:
    """Prove the sign of the goal by that of the margin. Raises NotCoveredError where it hangs on a sum."""
    if MEANING[branch["sign"]][1] and not sign_shown(branch["margin"], script.declared)[1]:
        raise NotCoveredError("theorems on sums that are never zero are not written")
    top, bottom = (script.polynomials(branch["margin"], end) for end in ("numerator", "denominator"))
    return (
        f"apply (sign_by_{branch['sign']} (({top}) / ({bottom}))); "
        "[ first [ring | field; conditions] | quotient_sign ]"
    )


def _squared(
    script: Terms, form: Mapping[str, int], branch: Mapping[str, Any], scores: Mapping[str, Any], taken: Any
) -> tuple[str, str]:
    """Compare two scores, or one and 0, by their squares with signs, each a factor times square roots."""
    lines, squares = [], []
    for name in sorted(form, key=lambda name: -form[name]):
        score, side = scores[name], branch["sides"][name]
        top, bottom = (script.polynomials(side, end) for end in ("numerator", "denominator"))
        factor, turned = f"(({top}) / ({bottom}))", side["sign"] in ("negative", "nonpositive")
        roots = list(dict.fromkeys(score.roots)) if isinstance(score, Rooted) else []
        product = " * ".join(f"sqrt {root}" for root in roots) or "1"
        radicand = " * ".join(roots) or "1"
        square = f"{'- ' if turned else ''}({factor} * {factor} * ({radicand}))"
        squares.append((shown(score), square))
        sign = f"{factor} <= 0" if turned else f"0 <= {factor}"
        lines.append(f"assert ({sign}) by (first [lra | quotient_sign | apply Rlt_le; quotient_sign]).")
        lines.append(
            f"assert ({shown(score)} = {factor} * ({product})) by (taken; settled; rooted; conditions)."
        )
        lines.append(
            f"assert (signed_square ({shown(score)}) = {square}) by "
            f"(eapply square_{'below' if turned else 'above'}; "
            "[ eassumption | assumption | roots_there | roots_squared ])."
        )
    if len(form) == 1:
        lines.append("assert (signed_square 0 = 0) by exact square_of_zero.")
        squares.insert(1 if min(form.values()) > 0 else 0, ("0", "0"))
    (one, first), (other, second) = squares
    lines.append(f"apply (squares_{branch['sign']} _ _ ({first}) ({second})); [ assumption | assumption | ].")
    return (
        RELATION[branch["sign"]].format(f"({one} - {other})"),
        "\n  ".join([*lines, f"settled.\n  {_signed(script, branch)}"]),
    )


def _same_roots(form: Mapping[str, int], scores: Mapping[str, Any]) -> tuple[str, str]:
    """Say that scores are the same, with square roots of the same in them."""
    first, *others = (shown(scores[name]) for name in form)
    goal = " /\\ ".join(f"{first} = {other}" for other in others)
    return goal, "settled; repeat split; same"


def _equal(part: Part, data: Mapping[str, Any]) -> str:
    script = Terms()
    for name, sign in part.signs.items():
        script.declare(name, sign)
    scores = [Output(part, name, script).score() for name in data["form"]]
    if None in scores:
        raise NotCoveredError("equal values that are none")
    texts = [shown(score) for score in scores]
    return _theorem(
        "equal",
        script,
        " /\\ ".join(f"{texts[0]} = {each}" for each in texts[1:]),
        "intros; repeat split; same.",
    )


def _values(part: Part, data: Mapping[str, Any]) -> str:
    """Say that every stated value is what the rows make of that reduction."""
    script = Terms()
    script.sums = data["not_all_zero"]
    outputs = {name: Output(part, name, script, measured=True) for name in data["outputs"]}
    for each in data["symbols"]:
        if "definition" not in each:
            script.declare(each["name"], each["sign"])
    for each in data["symbols"]:
        if "definition" not in each:
            continue
        for place, (what, output) in data["measured"].items():
            if place in each["definition"] and place not in script.values:
                script.values[place] = part.measured(outputs[output], what)
        script.values[each["name"]] = next(iter(outputs.values())).text(each["definition"])
    goals = [
        f"({plain(output.text(stated)).top} = {plain(part.measured(output, what)).top})"
        for output in outputs.values()
        for what, stated in output.told["values"].items()
    ]
    return _theorem(
        "values",
        script,
        " /\\\n  ".join(dict.fromkeys(goals)),
        "equal_values.",
    )


def _coverage(part: Part, branches: Sequence[Mapping[str, Any]]) -> str:
    """Say that of every case some branch is true: its proof follows the tree of distinctions."""
    script = Terms()
    for name, sign in part.signs.items():
        script.declare(name, sign)
    leaves = [_conditions(part, script, branch["path"]) for branch in branches]
    both, either = " /\\ ", " \\/\n  "
    goal = either.join(f"({both.join(leaf)})" for leaf in leaves)
    return _theorem("coverage", script, goal, f"intros.\n  {_tree(leaves, 0)}")


def _tree(leaves: Sequence[Sequence[str]], depth: int) -> str:
    """Return the proof below some distinctions: both sides of the next one, or the branch that is left."""
    if any(len(leaf) == depth for leaf in leaves):
        return "decided."
    one, other = dict.fromkeys(leaf[depth] for leaf in leaves)
    return (
        f"assert ({one} \\/ {other}) as [? | ?] by sides.\n  "
        f"{{ {_tree([leaf for leaf in leaves if leaf[depth] == one], depth + 1)} }}\n  "
        f"{{ {_tree([leaf for leaf in leaves if leaf[depth] == other], depth + 1)} }}"
    )


def _conditions(part: Part, script: Terms, path: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what the steps of a branch assume of the symbols that were there first; excesses are differences."""
    found = []
    script.values = {}
    for step in path:
        helper = Output(part, next(iter(part.data["outputs"])), script)
        if "zero" in step or "positive" in step:
            relation = "{} = 0" if "zero" in step else "0 < {}"
            found.append(relation.format(helper.text(step.get("zero") or step["positive"]).top))
            continue
        larger, smaller = (
            step.get("more", step.get("larger")),
            step.get("less") or f"({step['factor']})*({step['smaller']})",
        )
        difference = helper.text(f"{larger} - ({smaller})")
        script.values[step["excess"]] = difference
        found.append(("0 < {}" if step["strict"] else "0 <= {}").format(difference.top))
    return found
