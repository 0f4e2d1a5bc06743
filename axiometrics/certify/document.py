"""A certificate that stands alone: one document, made of a proof, the formula's graph and what its constraint compares.

Whatever cannot be written down so that a reader needs nothing else is said, with the reason, under ``reasons``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import sympy

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive, SomeCase, SomeSize
from axiometrics.certify.claims import vanishing
from axiometrics.certify.parametric import Writer
from axiometrics.checker.prove.parts import of_two
from axiometrics.checker.scores import orientation_sign
from axiometrics.checker.verdict import proof_digest
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.graph import Node, text
from axiometrics.metrics import Metric
from axiometrics.recheck import NotCoveredError, RefusedError
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import formula_of
from axiometrics.tasks import get_task
from axiometrics.tasks.parametric import CasesOnDemand

SCHEMA = "axiometrics.certificate/1"
LINES = ("continuity", "definedness")


def standing_alone(
    metric: Metric, constraint: Constraint, proof: Mapping[str, Any], chosen: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the certificate of a proved cell; ``proof`` is its JSON form.

    ``chosen`` are the choices of its witness, for which alone a demand of some case is refuted.
    """
    inner = get_task(metric.task).in_simpler_task(metric, constraint)
    judged, demanded = inner or (metric, constraint)
    found = {
        "schema": SCHEMA,
        "task": judged.task,
        "metric": metric.label,
        "constraint": constraint.label,
        "statement": constraint.summary,
        "tactic": proof["tactic"],
        "proof": proof_digest(proof),
        "assumes": [] if inner is None else [f"the closed form of {metric.label} in the task {judged.task}"],
        "stands_alone": True,
        "reasons": [],
        "variables": [str(variable) for variable in judged.formula.variables],
        "formula": _nodes(judged.formula.graph),
        "written": text(judged.formula.graph),
        "parts": [],
    }
    try:
        if isinstance(demanded.demand, SomeCase):
            demanded, found["choices"] = _chosen(judged, demanded, chosen or {})
        _prove(found, judged, demanded, proof["certificate"])
    except (NotCoveredError, NotSymbolicError, RefusedError) as error:
        found |= {"stands_alone": False, "reasons": [str(error)], "parts": []}
        found.pop("cases", None)
    return found


def _prove(
    found: dict[str, Any], metric: Metric, constraint: Constraint, certificate: Mapping[str, Any]
) -> None:
    """Add what a certificate of its kind shows; raises NotCoveredError."""
    kind = certificate.get("kind")
    smooth = certificate.get("continuity") or (certificate if kind in LINES else None)
    if smooth:
        found["lines"] = _lines_of(metric, constraint, smooth)
    if kind == "sum of premises":
        found["sum"] = {name: certificate[name] for name in ("form", "premises", "times")}
    elif kind == "elimination":
        found["elimination"] = _elimination_of(metric, constraint, certificate, found)
    elif kind == "large n":
        found["series"] = _series_of(metric, constraint, certificate)
        if isinstance(constraint.demand, SomeSize) and found["series"]["sign"] != "positive":
            found["assumes"] = [*found["assumes"], "every n before the start was tried"]
    elif kind not in LINES:
        if "same" in certificate:
            _add_same(found, metric, constraint, certificate)
            return
        ways = [*_ways(metric, constraint), *_by_terms(metric, constraint, certificate)]
        found["parts"] = list(_parts(metric, constraint, certificate, found, ways))
        found["cases"] = _cases(ways, found["parts"])


def _ways(metric: Metric, constraint: Constraint) -> list[_Way]:
    cases: Any = ()
    with suppress(NotSymbolicError):
        cases = get_task(metric.task).symbolic(constraint.symbolic_generator, metric.formula)
    ways = (*cases.wider, cases, *cases.others) if isinstance(cases, CasesOnDemand) else (cases,)
    return [_Way(iter(each)) for each in ways]


def _by_terms(metric: Metric, constraint: Constraint, certificate: Mapping[str, Any]) -> list[_Way]:
    """Return the ways to write all cases of which single terms show the sign of some forms."""
    told = [piece["terms"]["forms"] for _, piece in _pieces(certificate, {}, 1) if "terms" in piece]
    task, generator = get_task(metric.task), constraint.symbolic_generator
    found = []
    for forms in [each for k, each in enumerate(told) if each not in told[:k]]:
        for wider in (True, False):
            with suppress(NotSymbolicError):
                shown = task.by_terms(generator, metric.formula, forms, wider=wider)
                found.append(_Way(each.case for each in shown))
    return found


def _add_same(
    found: dict[str, Any], metric: Metric, constraint: Constraint, certificate: Mapping[str, Any]
) -> None:
    """Add what shows that two linear forms are the same: differences of two outputs, each in cases of its own."""
    turn = orientation_sign(metric)
    found["same"] = [{name: weight * turn for name, weight in form.items()} for form in certificate["same"]]
    for form in certificate["forms"]:
        alone = of_two(constraint, form["form"])
        ways = [*_ways(metric, alone), *_by_terms(metric, alone, {"forms": [form]})]
        parts = list(_parts(metric, constraint, {"forms": [form]}, found, ways))
        cases = _cases(ways, parts)
        if found.setdefault("cases", cases) != cases:
            raise NotCoveredError("the differences are shown in other cases")
        found["parts"] += parts


def _chosen(
    metric: Metric, constraint: Constraint, chosen: Mapping[str, Any]
) -> tuple[Constraint, dict[str, str]]:
    """Return a demand of some case for the choices that are given to it, of which it says what no case meets."""
    given = {name: chosen[name] for name in getattr(constraint.demand, "given", ()) if name in chosen}
    generator = get_task(metric.task).with_choices(constraint.symbolic_generator, given) if given else None
    if generator is None:
        raise NotCoveredError("what is proved is about one choice, which is not told")
    fixed = replace(constraint.about(Positive(constraint.margin)), generator=generator, values={})
    return fixed, {name: str(value) for name, value in given.items()}


def _nodes(graph: Node) -> list[dict[str, Any]]:
    """Return the steps of a formula, each after those that it works on."""
    steps = graph.below()
    places = {id(step): number for number, step in enumerate(steps)}
    found = []
    for step in steps:
        node: dict[str, Any] = {"kind": step.kind}
        if step.parts:
            node["parts"] = [places[id(part)] for part in step.parts]
        if step.kind in ("quantity", "variable"):
            node["value"] = step.value[0]
        elif step.value is not None:
            node["value"] = str(step.value)
        found.append(node)
    return found


def _parts(
    metric: Metric,
    constraint: Constraint,
    certificate: Mapping[str, Any],
    document: Mapping[str, Any],
    ways: Sequence[_Way],
) -> Iterator[dict[str, Any]]:
    turn = orientation_sign(metric)
    plain = (
        {name: weight * turn for name, weight in constraint.margin.items()}
        if "forms" not in certificate
        else {}
    )
    if "kind" in certificate:
        raise NotCoveredError(f"a certificate of the kind {certificate['kind']} is not written out")
    for form, found in _pieces(certificate, plain, turn):
        where = found.get("where", {})
        known = ways[::-1] if "terms" in found else ways
        fitting = (case for way in known if _fits(case := way.at(where), found))
        yield _first_part(fitting, found, document, where, form)


def _first_part(
    cases: Iterable[Any],
    certificate: Mapping[str, Any],
    document: Mapping[str, Any],
    where: Mapping[str, int],
    form: Mapping[str, int],
) -> dict[str, Any]:
    """Return a part in the first case that tells all that its certificate is about: several may have its symbols."""
    refused = NotCoveredError("the case is written in another way now")
    for case in cases:
        try:
            return Writer(case, certificate, document).part(where, form, formula_of(document["formula"]))
        except NotCoveredError as error:
            refused = error
    raise refused


class _Way:
    """A way to write all cases of a constraint with symbols: those that were made so far, and what each is about."""

    def __init__(self, rest: Iterator[Any]) -> None:
        self.rest = rest
        self.known: dict[frozenset[tuple[str, int]], Any] = {}
        self.about: list[dict[str, int]] = []
        self.whole = True
        """Whether no case was met that cannot be written."""

    def at(self, where: Mapping[str, int]) -> Any:
        """Return the case with some choices; None where it has no parametric case."""
        place = frozenset(where.items())
        while place not in self.known and self._more():
            pass
        return self.known.get(place)

    def every(self) -> list[dict[str, int]] | None:
        """Return what each case is about, in order; None where one cannot be written."""
        while self._more():
            pass
        return self.about if self.whole else None

    def _more(self) -> bool:
        try:
            made = next(self.rest)
        except StopIteration:
            return False
        except NotSymbolicError:  # which ends the iterator, so that nobody learns of it later
            self.whole = False
            return False
        self.about.append(dict(made.where))
        self.known[frozenset(made.where.items())] = made
        return True


def _cases(ways: Sequence[_Way], parts: Sequence[Mapping[str, Any]]) -> list[dict[str, int]]:
    """Return what each case of a constraint is about, whatever there are parts for: in the way in which they are made.

    A task may have several ways to write all cases, each of which leaves none out.
    """
    found = [about for way in ways if (about := way.every()) is not None]
    if not found:
        raise NotCoveredError("not every case can be written with symbols")
    return next((about for about in found if all(part["where"] in about for part in parts)), found[0])


def _fits(case: Any, certificate: Mapping[str, Any]) -> bool:
    """Whether the symbols of a certificate mean what they do in a case; provers may add some of their own.

    What the certificate states values of has one in the case, too.
    """
    if case is None:
        return False
    known = {output: set(map(str, values)) for output, values in case.outputs.items()}
    if any(
        not known.get(output, set()).issuperset(values) for output, values in certificate["values"].items()
    ):
        return False
    meant = {str(symbol): known.meaning for symbol, known in case.generators.items()}
    return all(
        meant.get(each["name"], each["meaning"]) == each["meaning"] for each in certificate["generators"]
    )


def _pieces(certificate: Mapping[str, Any], form: Mapping[str, int], turn: int) -> Iterator[tuple[Any, Any]]:
    """Yield the single proofs of a certificate, each with its linear form in the scores."""
    for piece in certificate.get("forms", ()):
        yield from _pieces(piece, {name: weight * turn for name, weight in piece["form"].items()}, turn)
    for piece in certificate.get("parts", ()):
        yield from _pieces({k: v for k, v in piece.items() if k != "form"}, form, turn)
    if "branches" in certificate:
        yield form, certificate


# --- other kinds than parametric cases


def _series_of(metric: Metric, constraint: Constraint, certificate: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lists for every n, and the sign of their margin from the start on."""
    turn = orientation_sign(metric)
    told = get_task(metric.task).asymptotic(constraint.symbolic_generator, metric.formula).told
    if not told:
        raise NotCoveredError("lists for every n are told with binary grades and one collection only")
    return {
        "size": certificate["size"],
        "start": certificate["start"],
        "sign": certificate["sign"],
        "form": {name: weight * turn for name, weight in constraint.margin.items()},
        **told,
    }


def _lines_of(metric: Metric, constraint: Constraint, certificate: Mapping[str, Any]) -> dict[str, Any]:
    """Return what shares a formula is continuous in, or has a value for, and whether these may be 0 and 1."""
    every = get_task(metric.task).lines(constraint)
    (signs,) = {tuple(line.signs[symbol] for symbol in line.sums[0]) for line in every}
    ends = ("zero", "one")
    places = ["between", *(end for end, sign in zip(ends, signs, strict=True) if sign == "nonnegative")]
    return {
        "kind": certificate["kind"],
        "quantities": [str(symbol) for symbol in metric.formula.globals],
        "places": places,
    }


def _elimination_of(
    metric: Metric, constraint: Constraint, certificate: Mapping[str, Any], document: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a margin that vanishes with its premises: these in factors, and how often each is taken."""
    (case,) = get_task(metric.task).symbolic(constraint.symbolic_generator, metric.formula)
    stated = {**certificate, "branches": [], "facts": [], "sign": "zero"}
    formula = formula_of(document["formula"])
    writer = Writer(case, stated, document)
    data = writer.part({}, certificate["conclusion"]["form"], formula)
    part = Part(document, data, formula)
    *premises, (conclusion, share) = (
        vanishing(part, each["form"], writer.renamed(each["numerator"]))
        for each in (*certificate["premises"], certificate["conclusion"])
    )
    names = {plain: sympy.Symbol(plain) for plain in writer.names.values()}
    factor, multipliers = sympy.Integer(1), [sympy.Integer(0) for _ in premises]
    for step in certificate["steps"]:  # divisions, one after another
        leading, quotient = (
            sympy.sympify(writer.renamed(step[name]), names) for name in ("leading", "quotient")
        )
        factor *= leading ** step["power"]
        multipliers = [each * leading ** step["power"] for each in multipliers]
        multipliers[step["premise"]] += quotient
    taken = zip(multipliers, premises, strict=True)
    return {
        "case": data,
        "premises": [told for told, _ in premises],
        "conclusion": conclusion,
        "factor": str(sympy.expand(factor * share)),
        "multipliers": [str(sympy.expand(each * own)) for each, (_, own) in taken],
    }
