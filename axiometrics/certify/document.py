"""A certificate that stands alone: one document, made of a proof, the formula's graph and what its constraint compares.

Whatever cannot be written down so that a reader needs nothing else is said, with the reason, under ``reasons``.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import sympy

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive, SomeCase, SomeSize
from axiometrics.certify.claims import claimed, vanishing
from axiometrics.checker.prove.branching import meet
from axiometrics.checker.scores import orientation_sign
from axiometrics.checker.verdict import proof_digest
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.graph import Node, text
from axiometrics.metrics import Metric
from axiometrics.recheck import NotCoveredError, RefusedError
from axiometrics.recheck.cases import Part
from axiometrics.recheck.expressions import formula_of
from axiometrics.tasks import get_task

__all__ = ["SCHEMA", "standing_alone"]

SCHEMA = "axiometrics.certificate/1"
LINES = ("continuity", "definedness")


def standing_alone(
    metric: Metric,
    constraint: Constraint,
    proof: Mapping[str, Any],
    chosen: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the certificate of a proved cell; ``proof`` is its JSON form.

    ``chosen`` are the choices of its witness, for which alone a demand of some case is refuted.
    """
    inner = get_task(metric.task).inner(metric, constraint)
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
        certificate = proof["certificate"]
        kind = certificate.get("kind")
        smooth = certificate.get("continuity") or (certificate if kind in LINES else None)
        if smooth:
            found["lines"] = _lines(judged, demanded, smooth)
        if kind == "sum of premises":
            found["sum"] = {name: certificate[name] for name in ("form", "premises", "times")}
        elif kind == "elimination":
            found["elimination"] = _elimination(judged, demanded, certificate, found)
        elif kind == "large n":
            found["series"] = _series(judged, demanded, certificate)
            if isinstance(demanded.demand, SomeSize) and found["series"]["sign"] != "positive":
                found["assumes"] = [*found["assumes"], "every n before the start was tried"]
        elif kind not in LINES:
            found["parts"] = list(_parts(judged, demanded, certificate, found))
    except (NotCoveredError, NotSymbolicError, RefusedError) as error:
        found |= {"stands_alone": False, "reasons": [str(error)], "parts": []}
    return found


def _chosen(
    metric: Metric, constraint: Constraint, chosen: Mapping[str, Any]
) -> tuple[Constraint, dict[str, str]]:
    """Return a demand of some case for the choices that are given to it, of which it says what no case meets."""
    given = {name: chosen[name] for name in getattr(constraint.demand, "given", ()) if name in chosen}
    generator = get_task(metric.task).with_choices(constraint.bound_generator, given) if given else None
    if generator is None:
        raise NotCoveredError("what is proved is about one choice, which is not told")
    fixed = replace(constraint.about(Positive(constraint.margin)), generator=generator, values={})
    return fixed, {name: str(value) for name, value in given.items()}


def _series(metric: Metric, constraint: Constraint, certificate: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lists for every n, and the sign of their margin from the start on."""
    turn = orientation_sign(metric)
    told = get_task(metric.task).asymptotic(constraint.bound_generator, metric.formula).told
    if not told:
        raise NotCoveredError("lists for every n are told with binary grades and one collection only")
    return {
        "size": certificate["size"],
        "start": certificate["start"],
        "sign": certificate["sign"],
        "form": {name: weight * turn for name, weight in constraint.margin.items()},
        **told,
    }


def _lines(metric: Metric, constraint: Constraint, certificate: Mapping[str, Any]) -> dict[str, Any]:
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


def _elimination(
    metric: Metric, constraint: Constraint, certificate: Mapping[str, Any], document: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a margin that vanishes with its premises: these in factors, and how often each is taken."""
    (case,) = get_task(metric.task).symbolic(constraint.bound_generator, metric.formula)
    stated = {**certificate, "branches": [], "facts": [], "sign": "zero"}
    formula = formula_of(document["formula"])
    writer = _Writer(case, stated, document)
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
    metric: Metric, constraint: Constraint, certificate: Mapping[str, Any], document: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    turn = orientation_sign(metric)
    plain = (
        {name: weight * turn for name, weight in constraint.margin.items()}
        if "forms" not in certificate
        else {}
    )
    if "kind" in certificate:
        raise NotCoveredError(f"a certificate of the kind {certificate['kind']} is not written out")
    cases = get_task(metric.task).symbolic(constraint.bound_generator, metric.formula)
    known: dict[frozenset[tuple[str, int]], Any] = {}
    rest = iter(cases)
    for form, found in _pieces(certificate, plain, turn):
        where = found.get("where", {})
        while frozenset(where.items()) not in known:
            made = next(rest)
            known[frozenset(made.where.items())] = made
        case = known[frozenset(where.items())]
        yield _Writer(case, found, document).part(where, form, formula_of(document["formula"]))


def _pieces(certificate: Mapping[str, Any], form: Mapping[str, int], turn: int) -> Iterator[tuple[Any, Any]]:
    """Yield the single proofs of a certificate, each with its linear form in the scores."""
    for piece in certificate.get("forms", ()):
        yield from _pieces(piece, {name: weight * turn for name, weight in piece["form"].items()}, turn)
    for piece in certificate.get("parts", ()):
        yield from _pieces({k: v for k, v in piece.items() if k != "form"}, form, turn)
    if "branches" in certificate:
        yield form, certificate


class _Writer:
    """Writes one parametric case; symbols get names that are plain words."""

    def __init__(self, case: Any, certificate: Mapping[str, Any], document: Mapping[str, Any]) -> None:
        self.case, self.certificate, self.document = case, certificate, document
        self.told = case.told()
        names = [str(symbol) for symbol in case.generators]
        names += [each["name"] for each in certificate["generators"]]
        names += sorted(
            {
                step["excess"]
                for branch in certificate["branches"]
                for step in branch["path"]
                if "excess" in step
            }
        )
        self.names: dict[str, str] = {}
        for name in dict.fromkeys(names):
            plain = re.sub(r"\W", "_", name)
            while keyword.iskeyword(plain) or plain in self.names.values():
                plain += "_"
            self.names[name] = plain
        self.words = sorted(self.names, key=len, reverse=True)
        self.pattern = re.compile(
            "|".join(rf"(?<![\w']){re.escape(name)}(?![\w'])" for name in self.words) or r"(?!)"
        )
        self.reductions: dict[str, dict[str, str]] = {}
        self.atoms: dict[str, str] = {}
        self.measured: dict[str, tuple[str, str]] = {}

    def renamed(self, value: Any) -> str:
        """Return an expression as text in plain names."""
        return self.pattern.sub(lambda match: self.names[match.group()], str(value))

    def plain(self, value: Any) -> Any:
        """Return data with texts in plain names."""
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, Mapping):
            return {
                name: each if name in ("category", "group", "comparison", "context") else self.plain(each)
                for name, each in value.items()
            }
        return (
            [self.plain(each) for each in value] if isinstance(value, list | tuple) else self.renamed(value)
        )

    def part(self, where: Mapping[str, int], form: Mapping[str, int], formula: Any) -> dict[str, Any]:
        """Return the case as data, with its claims."""
        outputs = self._outputs()
        data: dict[str, Any] = {
            "where": dict(where),
            "form": dict(form),
            "sign": self.certificate.get("sign") or _sign(self.certificate["branches"]),
            "symbols": self._symbols(outputs),
            "not_all_zero": [[self.names[name] for name in members] for members in self.certificate["facts"]]
            + [[self.names[str(name)] for name in members] for members in self.case.sums],
            **{
                name: self.plain(self.told[name])
                for name in ("categories", "contexts", "collection")
                if name in self.told
            },
            "outputs": outputs,
            "reductions": self.reductions,
            "measured": self.measured,
        }
        data["branches"] = []
        part = Part(self.document, data, formula)
        data["branches"] = [
            claimed(part, self._path(branch), form) for branch in self.certificate["branches"]
        ]
        return data

    def _path(self, branch: Mapping[str, Any]) -> dict[str, Any]:
        path = [
            {
                name: value if name in ("strict", "factor") else self.renamed(value)
                for name, value in step.items()
            }
            for step in branch["path"]
        ]
        return {"path": path, "sign": branch["sign"]}

    def _outputs(self) -> dict[str, Any]:
        found = {}
        known = self.told.get("outputs", {})
        for output, values in self.certificate["values"].items():
            stated = {self._atom(name): self.renamed(value) for name, value in values.items()}
            told = self.plain(known.get(output, {}))
            if "quantities" not in told:
                known_here = self.case.outputs.get(output, {}).items()
                told["quantities"] = (
                    {} if told else {f"{k}": self.renamed(v) for k, v in known_here if "[" not in f"{k}"}
                )
            asked = {node["value"] for node in self.document["formula"] if node["kind"] == "quantity"}
            asked |= {*self.reductions, *"NRKPU"}
            wanted = {m.rpartition("@")[0] for m in self.certificate["measured"].values()} | asked
            told["quantities"] = {k: v for k, v in told["quantities"].items() if k in wanted}
            based = {"clusters", "comparison", "list"} & set(told)
            keep = bool(based or self.reductions or not told["quantities"])
            stated = {k: v for k, v in stated.items() if keep and k in asked}
            if "clusters" in told and stated:
                stated.setdefault("N", "all_items")
            if stated and not based and "rows" not in told:
                raise NotCoveredError(
                    f"what {', '.join(sorted(stated))} of {output} are made of is not written out"
                )
            found[output] = {"complete": False, "rows": {}, **told, "values": stated}
        return found

    def _atom(self, name: str) -> str:
        if "[" not in name:
            return name
        if name not in self.atoms:
            domain, _, body = name.removesuffix("]").partition("[")
            self.atoms[name] = f"A{len(self.atoms)}"
            self.reductions[self.atoms[name]] = {"domain": domain, "body": body}
        return self.atoms[name]

    def _symbols(self, outputs: Mapping[str, Any]) -> list[dict[str, Any]]:
        lemmas = {each["name"]: each for each in self.certificate["lemmas"]}
        told = str(self.plain(self.told) or [each["quantities"] for each in outputs.values()])
        free = {
            name for name, plain in self.names.items() if re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", told)
        }
        known = {each["name"]: dict(each) for each in self.certificate["generators"]}
        for symbol, info in self.case.generators.items():
            if str(symbol) in free and str(symbol) not in known:
                known[str(symbol)] = {
                    "name": str(symbol),
                    "sign": info.sign,
                    "meaning": info.meaning,
                    "definition": "",
                }
        sizes = _sizes(self.case)
        found = []
        for name, each in known.items():
            made = {"name": self.names[name], "sign": each["sign"], "meaning": each["meaning"]}
            measured = re.findall(r"\bq\d+\b", each["definition"])
            alone = not any("@" in self.certificate["measured"][q] for q in measured)
            if name not in free and (not alone or name in lemmas):
                made["definition"] = self._definition(each["definition"], sizes)
                if name in lemmas and lemmas[name]["tactic"] != "counting":
                    statement = self.renamed(lemmas[name]["statement"].removesuffix(" > 0"))
                    made["lemma"] = made["definition"] if self._contexts else statement
                    made["reason"] = f"{lemmas[name]['tactic']}: {lemmas[name]['reason']}"
            found.append(made)
        if any(output["values"].get("N") == "all_items" for output in outputs.values()):
            first = next(iter(outputs))
            self.measured[f"N__{first}"] = ("N", first)
            meant = {"name": "all_items", "sign": "positive", "meaning": "items", "definition": f"N__{first}"}
            found.append(meant)
        return found

    def _definition(self, definition: str, sizes: Mapping[str, str]) -> str:
        def place(match: re.Match[str]) -> str:
            found = self.certificate["measured"][match.group()]
            if (size := self._size_of_context(found, sizes)) is not None:
                return size
            what, _, output = found.rpartition("@")
            if not what:
                name = self.certificate["measured"][match.group()]
                if name not in sizes:
                    raise NotCoveredError(f"what {name} is in terms of the symbols is not told")
                return f"({self.renamed(sizes[name])})"
            if output not in self.certificate["values"]:
                raise NotCoveredError(f"{what} of {output} is not told")
            name = self._atom(what)
            self.measured[f"{name}__{output}"] = (name, output)
            return f"{name}__{output}"

        return re.sub(r"\bq\d+\b", place, definition.replace("log(2)/log(", "InverseLog("))

    def _size_of_context(self, measured: str, sizes: Mapping[str, str]) -> str | None:
        """Return the text of a context's size, or of the ideal gain by a rank; None of anything else."""
        ideal = re.fullmatch(r"ideal_gain\[(.*)\]@\w+", measured)
        if ideal:
            rank = re.sub(r"\w+(@\w+)?", lambda match: self._sized(match.group(), sizes), ideal[1])
            return f"ideal_gain({rank})"
        return self._sized(measured, sizes) if measured.partition("@")[2] in self._contexts else None

    @property
    def _contexts(self) -> Mapping[str, Mapping[str, Any]]:
        known: Mapping[str, Mapping[str, Any]] = self.told.get("contexts", {})
        return known

    def _sized(self, name: str, sizes: Mapping[str, str]) -> str:
        """Return a size in terms of the symbols: one that a generator chose, or that of a context."""
        what, _, context = name.partition("@")
        if not context:
            return f"({self.renamed(sizes[name])})" if name in sizes else name
        known = self._contexts[context]
        parts = [known["relevant"], *([known["nonrelevant"]] if what == "length" else [])]
        return f"({' + '.join(map(self.renamed, parts))})"


def _sign(branches: Any) -> str:
    return meet([branch["sign"] for branch in branches]) or "zero"


def _sizes(case: Any) -> dict[str, str]:
    """Return the sizes that a generator chose in terms of the symbols."""
    found: dict[Any, Any] = {}
    for symbol, known in case.generators.items():
        definition = sympy.sympify(known.definition)
        if definition is None or any("@" in str(part) for part in definition.free_symbols):
            continue
        open_ = [part for part in definition.free_symbols if part not in found]
        if len(open_) == 1 and definition.coeff(open_[0]).is_number and definition.coeff(open_[0]) != 0:
            factor = definition.coeff(open_[0])
            rest = sympy.expand(definition - factor * open_[0]).xreplace(found)
            found[open_[0]] = sympy.expand((symbol - rest) / factor)
    return {str(name): str(value) for name, value in found.items()}


Told = Callable[[], Mapping[str, Any]]
