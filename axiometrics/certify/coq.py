"""Certificates as Coq theorems, from the metric's definition over the parametric case to the sign of its margin.

Of each parametric case a module says that the reductions have the stated values, that the branches leave nothing out,
and for each branch which sign the difference of the scores has there. Divisions are Coq's own, and a quotient with a
convention is a case distinction. The few tactics and lemmas that the files use stand at their beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

from axiometrics.certify.single_terms import Statement, statements, written
from axiometrics.certify.smt import conditions, require_parts, stated
from axiometrics.certify.terms import Rooted, Term, Terms, shown
from axiometrics.recheck.branches import beyond, replayed, told_signs_fit, told_values_fit
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import NotCoveredError, RefusedError, Step, formula_of, require
from axiometrics.recheck.facts.extremes import by_distance
from axiometrics.recheck.outputs import Output
from axiometrics.recheck.values import INFINITE, PRIME, Outer, plain

RELATION = {
    "positive": "0 < {}", "nonnegative": "0 <= {}", "zero": "{} = 0", "nonpositive": "{} <= 0", "negative": "{} < 0",
}  # fmt: skip
EXTREME = {"maximum": "Rmax", "minimum": "Rmin"}
LIBRARY = Path(__file__).with_name("signs.v")
LONGEST = 200_000
"""Characters of a theorem up to which it is written: `field` takes long on more."""


class _Defined(Output):
    """An output whose score is a term of the definition; what decides its steps is proved in the theorem."""

    point: Terms
    steps: dict[str, str]
    taken: dict[str, str]
    premises: dict[str, None]
    """What symbols tell: premises, such as that one is the distance of a difference."""
    found: tuple[str, Term, Term]
    infinite: str = ""
    """The convention by which a score is infinite."""

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

    def near(self, known: Sequence[tuple[Term, Term]], apart: Term) -> Term | None:
        """Take what a symbol tells of a difference as a premise: that it is its distance, its square, or is there."""
        both = apart, self.less(apart)
        match = next((each for each in known if each[0] in both), None)
        if match is None:
            return None
        own, found = match
        distances, squares, *_ = self.told_apart
        form = "Rabs {}" if known is distances else "{0} * {0}" if known is squares else "present {}"
        self.premises[f"{form.format(own.top)} = {found.top}"] = None
        self.found = ("square_told" if known is squares else ""), own, found
        return found

    def _by_symbol(self, text: str, lemma: str, apart: Term, value: Term) -> None:
        """Make it a step that something is what a symbol tells of it, which is about a multiple of a difference."""
        own_lemma, own, symbol = self.found
        point = self.point.random
        times = next(
            k for k in (1, -1, 2, -2) if point.number(Fraction(k)) * own.value % PRIME == apart.value
        )
        self.steps[f"by_symbol {text} {value.top}"] = (
            f"apply ({own_lemma or lemma} ({times}) {abs(times)} {own.top} {symbol.top}); "
            "[ assumption | value | lra | lra | value ]"
        )

    def _guarded(self, step: Step, parts: list[Any], place: str) -> Any:
        found = super()._guarded(step, parts, place)
        value, quantity, otherwise = parts
        if found is None or value is None or otherwise is None:
            return found
        if otherwise is INFINITE and step.kind == "ratio" and value is not INFINITE:
            self.infinite = f"(ratio_or_infinite {shown(value)} {shown(quantity)})"
            return found if found is INFINITE else Term(f"(finite {self.infinite})", "1", plain(found).value)
        text = f"({step.kind} {' '.join(map(shown, parts))})"
        if (
            self.part.there
            and step.kind == "guard"
            and f"{step.number}@{self.name}{place}" not in self.claims
        ):
            self._by_symbol(text, "guard_by_symbol", plain(quantity), plain(found))
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
        """Write extremes and powers as the definition has them; what symbols tell of them is a step."""
        if INFINITE in parts:
            raise NotCoveredError("theorems on what is made of infinite values are not written")
        if self.claims is None or place == "symbols" or step.kind not in ("maximum", "minimum", "power"):
            return super()._computed(step, parts, place)
        by_symbol = by_distance(self, step, parts)
        found = super()._computed(step, parts, place)
        if step.kind == "power":
            if by_symbol is None:
                return found
            text = self.point.raised(parts[0], int(step.parts[1].value)).top
            lemma, apart = "square_by_symbol", plain(parts[0])
        else:
            text = f"({EXTREME[step.kind]} {plain(parts[0]).top} {plain(parts[1]).top})"
            lemma = "larger_by_symbol" if step.kind == "maximum" else "smaller_by_symbol"
            apart = self.point.plus(plain(parts[0]), self.less(plain(parts[1])))
        if by_symbol is not None:
            self._by_symbol(text, lemma, apart, found)
        return Term(text, "1", found.value)


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
    if "terms" in data:
        yield from map(_statement, statements(part))
        return
    if any(each["values"] for each in data["outputs"].values()):
        yield _values(part, data)
    if data["branches"]:
        told_signs_fit(data)
    else:
        yield _equal(part, data)
    if any(branch["path"] for branch in data["branches"]):
        yield _coverage(part, data["branches"])
    for number, branch in enumerate(data["branches"]):
        write = _impossible if branch["sign"] == "impossible" else _branch
        if text := write(part, data, branch, f"branch{number}"):
            yield text


def _statement(told: Statement) -> str:
    script = Terms(told.symbols)
    premises = [RELATION[sign].format(written(step, "coq")) for sign, step in told.premises]
    proof = "intros; terms."
    if told.times is not None:
        product = f"{written(told.premises[-1][1], 'coq')} * {written(told.times, 'coq')}"
        proof = f"intros; apply (sign_by_{told.sign} ({product})); [ field; conditions | rising ]."
    return _theorem(
        told.name, script, RELATION[told.sign].format(written(told.about, "coq")), proof, premises
    )


def _theorem(name: str, script: Terms, goal: str, proof: str, told: Iterable[str] = ()) -> str:
    names = list(script.declared)
    bound = f"forall {' '.join(names)} : R,\n  " if names else ""
    signs = [f"{RELATION[sign].format(each)} ->" for each, sign in script.declared.items() if sign != "real"]
    signs += [f"0 < {' + '.join(members)} ->" for members in script.sums if {*members} <= {*names}]
    signs += [f"{premise} ->" for premise in told]
    text = f"Theorem {name} : {bound}{' '.join(signs)}\n  {goal}.\nProof.\n  {proof}\nQed.\n"
    if len(text) > LONGEST:
        raise NotCoveredError(f"a theorem of {len(text)} characters is not written")
    return text


def _symbols(part: Part, path: Sequence[Mapping[str, Any]]) -> Terms:
    known, gone, sums = replayed(part, path)
    script = Terms(known)
    script.sums = [sorted(left) for members in sums if (left := members & {*known})]
    helper = Output(part, next(iter(part.data["outputs"])), script)
    for name, top, bottom in reversed(gone):
        above, below = helper.text(top), helper.text(bottom)
        script.values[name] = above if bottom == "1" else script.multiplied(above, script.inverted(below))
    return script


def _products(script: Terms) -> str:
    """Say that the products of sums that are not zero are not: denominators are written out."""
    sums = [f"({' + '.join(members)})" for members in script.sums if {*members} <= {*script.declared}]
    products = [" * ".join(some) for count in (2, 3) for some in combinations(sums, count)]
    return "".join(f"assert (0 < {each}) by positive.\n  " for each in products)


def _branch(part: Part, data: Mapping[str, Any], branch: Mapping[str, Any], name: str) -> str:
    script = _symbols(part, branch["path"])
    steps: dict[str, str] = {}
    taken: dict[str, str] = {}
    premises: dict[str, None] = {}
    infinite: dict[str, str] = {}
    scores: dict[str, Any] = {"": script.number(Fraction(1))} if "" in data["form"] else {}
    for output in filter(None, data["form"]):
        defined = _Defined(part, output, script, branch["claims"])
        defined.steps, defined.taken, defined.premises = steps, taken, premises
        scores[output] = defined.score()
        infinite[output] = defined.infinite if scores[output] is INFINITE else ""
    told_values_fit(branch, scores)
    if branch["sign"] == "undefined":
        return ""
    if any(isinstance(score, Outer) for score in scores.values()):
        raise NotCoveredError("theorems on functions of square roots are not written")
    if any(infinite.values()):
        goal, proof = _beyond(part, data["form"], branch, scores, infinite)
    elif "margin" not in branch:
        raise RefusedError("a branch without a margin")
    elif branch["squared"]:
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
    return _theorem(name, script, goal, f"intros.\n  {_products(script)}{known}{proof}.", premises)


def _taken(taken: Mapping[str, str], *, put_in: bool) -> str:
    """Say of every square root what it is, and put that in its place."""
    told = "assert (taken{0} : {1}) by ({2}).\n  "
    told += "rewrite ?taken{0} in *.\n  " if put_in else ""
    return "".join(told.format(number, *each) for number, each in enumerate(taken.items()))


def _signed(script: Terms, branch: Mapping[str, Any]) -> str:
    """Prove the sign of the goal by that of the margin."""
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


def _beyond(
    part: Part,
    form: Mapping[str, int],
    branch: Mapping[str, Any],
    scores: Mapping[str, Any],
    told: Mapping[str, str],
) -> tuple[str, str]:
    """Say which of two scores is infinite, or that both are, in terms of their conventions."""
    require(branch["sign"] == beyond(part.task, scores, form), "infinite values show another sign")
    if sorted(form.values()) != [-1, 1] or "" in form:
        raise NotCoveredError("theorems on more than two infinite values are not written")
    first, second = (
        told[name] or f"(Some {shown(scores[name])})" for name in sorted(form, key=lambda name: -form[name])
    )
    goals = {
        "positive": f"above {first} {second}",
        "negative": f"above {second} {first}",
        "zero": f"{first} = {second}",
    }
    return goals[
        branch["sign"]
    ], "rewrite ?ratio_is_infinite by (assumption || lra); first [exact I | reflexivity]"


def _same_roots(form: Mapping[str, int], scores: Mapping[str, Any]) -> tuple[str, str]:
    """Say that scores are the same, with square roots of the same in them."""
    first, *others = (shown(scores[name]) for name in form)
    goal = " /\\ ".join(f"{first} = {other}" for other in others)
    return goal, "settled; repeat split; same"


def _equal(part: Part, data: Mapping[str, Any]) -> str:
    script = Terms(part.signs)
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
    goals = [f"({one.top} = {other.top})" for one, other in stated(part, data, script)]
    return _theorem("values", script, " /\\\n  ".join(dict.fromkeys(goals)), "equal_values.")


def _impossible(part: Part, data: Mapping[str, Any], branch: Mapping[str, Any], name: str) -> str:
    """Say that in no case all that the branch assumes holds."""
    script = Terms(part.signs)
    script.sums = data["not_all_zero"]
    return _theorem(name, script, "False", "impossible.", conditions(part, script, branch["path"], RELATION))


def _coverage(part: Part, branches: Sequence[Mapping[str, Any]]) -> str:
    """Say that of every case some branch is true: its proof follows the tree of distinctions."""
    script = Terms(part.signs)
    leaves = [conditions(part, script, branch["path"], RELATION) for branch in branches]
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
