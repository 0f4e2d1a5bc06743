"""What single terms of shares show, as statements for other programs.

A sum over the classes is that over the chosen ones, term by term, and what each row of further classes adds up to, of
which nothing is known but what holds of each of them. So there are a statement on each such row (``further``), one on
the sums (``sums``), and one that the score rises with them (``rises``). Where two distributions differ in some class,
that class shows the sign (``differs``); where a value is at most 1, each class has a bound (``each``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from axiometrics.certify.terms import RELATION, Script, Terms, number_text
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import NotCoveredError, Step, number, parsed, put_in
from axiometrics.recheck.facts.single_terms import by_cut, few_of

WEAK = {
    "positive": "nonnegative", "nonnegative": "nonnegative", "zero": "zero",
    "nonpositive": "nonpositive", "negative": "nonpositive",
}  # fmt: skip
"""What holds of each of the further classes, of which there may be none."""
NUMBERS = (
    ("nonnegative", parsed("K - 2")), ("nonnegative", parsed("L")), ("nonnegative", parsed("1 - 2*L")),
)  # fmt: skip
"""There are two classes or more, and the smallest of their shares is at most a half."""


@dataclass(frozen=True)
class Statement:
    """That something has a sign for all values of some symbols with signs, where premises have theirs."""

    name: str
    symbols: Mapping[str, str]
    premises: Sequence[tuple[str, Step]]
    sign: str
    about: Step
    times: Step | None = None
    """What the sum of the premise is multiplied by, where that is what it is about."""


def statements(part: Part) -> Iterator[Statement]:
    """Yield the statements on a part with single terms. Raises NotCoveredError where there are none."""
    data, form = part.data, part.data["form"]
    if len(data["terms"]["forms"]) > 1:
        raise _not_written("two forms")
    if data["sign"] not in WEAK:
        raise _not_written("infinite values")
    compared = "nearer" if data["sign"] != "zero" else "same"
    rule = "most" if "" in form else {1: "least", 2: compared, 3: "detour"}.get(len(form))
    told, cumulative = data["terms"]["rule"], data["terms"]["rule"].startswith("cumulative ")
    if told.removeprefix("cumulative ") != rule:
        raise _not_written(f"signs by {told}")
    if rule == "detour" and part.formula.kind == "root":
        raise _not_written("roots of sums on a detour")
    body = _body(_inside(by_cut(part.formula)[0] if cumulative else part.formula))
    yield from _bounded(part, body) if "" in form else _compared(part, body)


def _not_written(what: str) -> NotCoveredError:
    return NotCoveredError(f"single terms: {what} are compared by axiometrics.recheck alone")


def _compared(part: Part, body: Step) -> Iterator[Statement]:
    data, form, few = part.data, part.data["form"], _few(part)
    signs, weak = {each["name"]: each["sign"] for each in data["symbols"]}, WEAK[data["sign"]]
    rows = {name: data["outputs"][name]["rows"]["classes"] for name in form}
    terms = {
        name: [
            put_in(body, {side: parsed(row.get(side, row.get(side.upper()))) for side in "pq"})
            for row in told
        ]
        for name, told in rows.items()
    }
    sums = {name: terms[name][: few[name]] for name in form}
    premises = []
    for place in range(len(rows[(first := next(iter(form)))]) - few[first]):
        of_each = {name: terms[name][few[name] + place] for name in form}
        yield Statement(f"further{place}", signs, (), weak, _weighted(form, of_each))
        added = {name: Step("name", value=f"further{place}_{name}") for name in form}
        premises.append((weak, _weighted(form, added)))
        for name, each in added.items():
            sums[name].append(each)
    if "differ" in data and weak != data["sign"]:
        yield from _differing(part, terms)
    else:
        known = {str(each.value): "real" for _, step in premises for each in _names(step)}
        if signs.keys() & known.keys():
            raise _not_written("shares that are called like sums")
        wholes = {name: _sum(each) for name, each in sums.items()}
        yield Statement("sums", signs | known, premises, data["sign"], _weighted(form, wholes))
    whole = {name: Step("name", value=f"sum_{name}") for name in form}
    yield _rising(part, whole, [(data["sign"], _weighted(form, whole))])


def _few(part: Part) -> dict[str, int]:
    """Return how many classes of each output are told one by one; the numbers that a formula reads are the same."""
    outputs = {name: part.data["outputs"][name]["rows"]["classes"] for name in part.data["form"]}
    few = {name: few_of(part, name) for name in outputs}
    further = {len(rows) - few[name] for name, rows in outputs.items()}
    if len(further) > 1 or (len({*few.values()}) > 1 and _reads(part.formula, "KL")):
        raise _not_written("outputs of other numbers of classes")
    if (
        _reads(part.formula, "L")
        and len({tuple(sorted(r["q"] for r in rows)) for rows in outputs.values()}) > 1
    ):
        raise _not_written("smallest shares of other golds")
    return few


def _differing(part: Part, terms: Mapping[str, Sequence[Step]]) -> Iterator[Statement]:
    """Yield that a class in which some distributions differ shows the sign, whichever has more there."""
    data, form = part.data, part.data["form"]
    far = max(form, key=lambda name: form[name])
    rows = data["outputs"][far]["rows"]["classes"]
    told = [tuple(row.get(side, row.get(side.upper())) for side in "pq") for row in rows]
    if told not in [[tuple(pair) for pair in each] for each in data["differ"]]:
        raise _not_written("other shares that differ somewhere")
    signs = {each["name"]: each["sign"] for each in data["symbols"]}
    for place, (p, q) in enumerate(told):
        about = _weighted(form, {name: terms[name][place] for name in form})
        for name, one, other in (("more", p, q), ("less", q, p)):
            premise = "positive", parsed(f"{one} - ({other})")
            yield Statement(f"differs{place}_{name}", signs, [premise], data["sign"], about)


def _bounded(part: Part, body: Step) -> Iterator[Statement]:
    """Yield that no value is over 1: a term is at most p + q, which all classes together have twice the whole of.

    At a cut between classes it is at most 1, and there is one cut less than there are classes.
    """
    data, form = part.data, part.data["form"]
    (name,) = (each for each in form if each)
    if data["sign"] != ("nonpositive" if form[name] > 0 else "nonnegative") or form[""] != -form[name]:
        raise _not_written("other bounds")
    if _reads(part.formula, "L"):
        raise _not_written("bounds by the smallest share")
    cumulative = data["terms"]["rule"].startswith("cumulative ")
    limits = [("nonnegative", parsed(f"1 - {side}")) for side in "pq"]
    shares = dict.fromkeys("pq", "nonnegative")
    limit = parsed("1" if cumulative else "p + q")
    yield Statement("each", shares, limits, data["sign"], _weighted(form, {"": limit, name: body}))
    whole = Step("name", value="sum")
    most = data["sign"], _weighted(form, {"": parsed("K - 1" if cumulative else "2"), name: whole})
    yield _rising(part, {name: whole}, [most])


def _rising(part: Part, sums: Mapping[str, Step], premises: Sequence[tuple[str, Step]]) -> Statement:
    """Return that the score rises with the sum, as premises say of sums; a root is the number with that square."""
    formula, form = part.formula, part.data["form"]
    used = [name for name in "KL" if _reads(formula, name)]
    told = [each for each in NUMBERS if {str(name.value) for name in _names(each[1])} <= {*used}]
    scores = {name: _score(_inside(formula), whole) for name, whole in sums.items()}
    if formula.kind == "root":
        roots = {name: Step("name", value=f"root_{name}") for name in sums}
        for name, root in roots.items():
            square = _weighted(
                {"square": 1, "of": -1}, {"square": Step("product", (root, root)), "of": scores[name]}
            )
            told += [("nonnegative", root), ("zero", square)]
        scores = roots
    told += premises
    names = {str(each.value): "real" for _, step in told for each in _names(step)}
    alone = formula.kind != "root" and "" not in form
    about = _weighted(form, scores | ({"": number(1)} if "" in form else {}))
    factor = _score(formula, number(1)) if alone else None
    return Statement("rises", names, told, part.data["sign"], about, factor)


def _inside(formula: Step) -> Step:
    return formula.parts[0] if formula.kind == "root" else formula


def _body(formula: Step) -> Step:
    """Return the term of the one sum that a formula is a multiple of. Raises NotCoveredError for any other formula."""
    if formula.kind == "reduction" and formula.value == "classes":
        return formula.parts[0]
    first, *others = formula.parts or (formula,)
    beside = {"product": 1, "quotient": 1, "ratio": 2}.get(formula.kind)
    plain = not any(map(_has_sum, others)) and len(others) == beside
    there = (
        formula.kind != "ratio"
        or others[1].kind == "undefined"
        or (others[0].kind == "number" and others[0].value)
    )
    if not plain or not there:
        raise _not_written("what is no multiple of one sum")
    return _body(first)


def _has_sum(step: Step) -> bool:
    return step.kind == "reduction" or any(map(_has_sum, step.parts))


def _names(step: Step) -> Iterator[Step]:
    if step.kind == "name":
        yield step
    for part in step.parts:
        yield from _names(part)


def _reads(formula: Step, names: str) -> bool:
    return any(str(each.value) in names for each in _names(formula))


def _score(formula: Step, whole: Step) -> Step:
    """Return a formula with its sum told; what has no value where a denominator is zero is a quotient."""
    if formula.kind == "reduction":
        return whole
    first, second = _score(formula.parts[0], whole), formula.parts[1]
    return Step("quotient" if formula.kind == "ratio" else formula.kind, (first, second))


def _weighted(form: Mapping[str, Any], steps: Mapping[str, Step]) -> Step:
    return _sum([Step("product", (number(weight), steps[name])) for name, weight in form.items()])


def _sum(steps: Sequence[Step]) -> Step:
    return reduce(lambda one, other: Step("sum", (one, other)), steps) if steps else number(0)


OPERATORS = {
    "coq": {
        "sum": "({} + {})", "product": "({} * {})", "quotient": "({} / {})", "maximum": "(Rmax {} {})",
        "minimum": "(Rmin {} {})", "ratio": "(ratio {} {} {})", "guard": "(guard {} {} {})",
    },
    "smt": {
        "sum": "(+ {} {})", "product": "(* {} {})", "quotient": "(/ {} {})",
        "maximum": "(ite (>= {0} {1}) {0} {1})", "minimum": "(ite (<= {0} {1}) {0} {1})",
        "ratio": "(ite (= {1} 0.0) {2} (/ {0} {1}))", "guard": "(ite (= {1} 0.0) {2} {0})",
    },
}  # fmt: skip


def written(step: Step, form: str) -> str:
    """Return a step in Coq's or in SMT-LIB's words. Raises NotCoveredError for what has none there.

    >>> written(parsed("Larger(p - q, 2) / 3"), "coq"), written(parsed("p**2"), "smt")
    ('((Rmax (p + ((- 1) * q)) 2) / 3)', '(* p p)')
    """
    if step.kind == "name":
        return str(step.value)
    if step.kind == "number":
        value = Fraction(step.value)
        return Terms().number(value).top if form == "coq" else number_text(value)
    if step.kind == "power" and step.parts[1].kind == "number" and step.parts[1].value in (2, 3, 4):
        found = written(step.parts[0], form)
        text = found
        for _ in range(int(step.parts[1].value) - 1):
            text = OPERATORS[form]["product"].format(text, found)
        return text
    known = OPERATORS[form].get(step.kind)
    if known is None:
        raise _not_written(f"those with a {step.kind}")
    parts = [written(part, form) for part in step.parts]
    while step.kind in ("sum", "product") and len(parts) > 2:
        parts[:2] = [known.format(*parts[:2])]
    return known.format(*parts)


def script_of(told: Statement, about: str) -> str:
    """Return the script that asks whether a statement may fail."""
    script = Script(told.symbols)
    *premises, goal = (
        f"({RELATION[sign]} {written(step, 'smt')} 0.0)"
        for sign, step in (*told.premises, (told.sign, told.about))
    )
    return script.text([goal], about, premises)
