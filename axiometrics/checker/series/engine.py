"""The prover for one growing size: a formula on runs of symbolic length, and its margin's sign for large n, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Expr

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.comparing import margin_of
from axiometrics.checker.recheck import giving_up
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.scores import orientation_sign
from axiometrics.checker.series.asymptotic_signs import GrowingAlgebra
from axiometrics.checker.series.recheck import recheck_series
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.budget import budget
from axiometrics.formulas.arithmetics.quotients import degrees
from axiometrics.formulas.arithmetics.signs import SIZE, Sign, product
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.asymptotics import AsymptoticCase, Total


@dataclass(frozen=True)
class SeriesCertificate:
    """What is claimed of n, the sums and powers that are used, the values of the reductions, and the margin.

    The values and the margin are right for every n from ``valid`` on, the margin has its sign from ``start`` on.
    ``margin`` is a fraction of polynomials in n, powers and bounded sums; ``claims`` are the signs that settle
    the conventions and comparisons on the way.
    """

    size: str
    least: int
    valid: int
    start: int
    powers: dict[str, str]
    sums: tuple[dict[str, Any], ...]
    values: dict[str, dict[str, str]]
    claims: tuple[dict[str, str], ...]
    numerator: str
    denominator: str
    squared: bool
    sign: Sign

    @classmethod
    def build(
        cls,
        algebra: GrowingAlgebra,
        used: Sequence[Any],
        margin: tuple[Any, Any],
        sign: Sign,
        *,
        valid: int,
        squared: bool,
    ) -> SeriesCertificate:
        """Write everything as text; only sums and powers that occur are kept."""
        case = algebra.case
        values = {
            output: {str(symbol): sympy.sympify(known[symbol]) for symbol in used}
            for output, known in case.outputs.items()
        }
        top, bottom = map(algebra.space.expression, margin)
        claims = list(
            dict.fromkeys((sympy.sympify(claim.expression), claim.sign) for claim in case.growth.claims)
        )
        inside = _symbols([top, bottom, *(part for found in values.values() for part in found.values())])
        sums = tuple(
            _sum(str(symbol), total, algebra) for symbol, total in case.totals.items() if symbol in inside
        )
        return cls(
            case.size,
            case.least,
            valid,
            case.growth.start,
            {str(symbol): str(base) for symbol, base in case.powers.items()},
            sums,
            {output: {name: str(value) for name, value in found.items()} for output, found in values.items()},
            tuple(
                {"expression": str(expression), "sign": found}
                for expression, found in claims
                if expression.free_symbols
            ),
            str(top),
            str(bottom),
            squared,
            sign,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "size": self.size,
            "least": self.least,
            "valid": self.valid,
            "start": self.start,
            "powers": dict(self.powers),
            "sums": [dict(known) for known in self.sums],
            "values": {output: dict(found) for output, found in self.values.items()},
            "claims": [dict(claim) for claim in self.claims],
            "numerator": self.numerator,
            "denominator": self.denominator,
            "squared": self.squared,
            "sign": self.sign,
        }


def _symbols(expressions: Iterable[Any]) -> set[Any]:
    return {symbol for expression in expressions for symbol in expression.free_symbols}


def _sum(name: str, total: Total, algebra: GrowingAlgebra) -> dict[str, Any]:
    """Write a sum with what is known of it: its closed form, its bounds, or nothing."""
    found: dict[str, Any] = {
        "name": name,
        "body": str(total.body),
        "first": str(total.first),
        "last": str(total.last),
        "weight": str(total.weight),
        "logged": None if total.logged is None else str(total.logged),
        "pairs": total.opaque,
    }
    closed = algebra.closed.get(sympy.Symbol(name))
    if closed is not None:
        form = closed.antidifference
        return found | {
            "tactic": closed.tactic,
            "value": str(closed.value),
            "antidifference": None if form is None else str(form),
        }
    known = algebra.bounded(sympy.Symbol(name), algebra.growth.start)
    if known is None:
        return found | {"tactic": "none"}
    bound = known[0]
    return found | {
        "tactic": bound.tactic,
        "side": bound.side,
        "levels": dict(bound.levels),
        "lower": str(bound.lower),
        "upper": str(bound.upper),
    }


MOST_WORK = 500_000
"""Products of terms that one proof may take."""
HIGHEST_DEGREE = 10
"""The highest degree of what a reduction folds, above and below the fraction bar."""


@dataclass(frozen=True)
class SeriesProof:
    """The sign of the margin for every n from ``start`` on, with its certificate."""

    sign: Sign
    start: int
    certificate: SeriesCertificate
    margin_latex: str
    items: Any

    def effort(self, values: Iterable[int]) -> int:
        """Return how many items the cases of some n have."""
        return sum(int(self.items.xreplace({SIZE: sympy.Integer(n)})) for n in values)

    @property
    def tactic(self) -> str:
        """How the sign was found, in words."""
        tactics = {known["tactic"] for known in self.certificate.sums}
        if tactics - {"telescoping", "geometric", "none"}:
            return "bounds of sums"
        return "closed forms" if tactics - {"none"} else "coefficient signs"


def prove_series(metric: Metric, constraint: Constraint) -> SeriesProof | None:
    """Return a proof of the margin's sign for all large n, or None. Cost: some hundredths of a second."""
    if metric.reads is not None or not constraint.demand.by_size:
        return None
    with giving_up(), budget(MOST_WORK):
        return _proved(metric, constraint)
    return None


def _proved(metric: Metric, constraint: Constraint) -> SeriesProof | None:
    formula = metric.formula
    if any(max(degrees(atom.body)) > HIGHEST_DEGREE for atom in formula.atoms):
        return None
    case = get_task(metric.task).asymptotic(constraint.symbolic_generator, formula)
    expression, constants = _without_logarithms(formula.normal.expression, case)
    algebra = GrowingAlgebra(case)
    symbols = (*formula.globals, *formula.normal.atoms)
    evaluate = compile_formula(expression, (*symbols, *constants), algebra)
    scores = {
        output: evaluate(
            *(algebra.value(values[symbol]) for symbol in symbols), *map(algebra.value, constants.values())
        )
        for output, values in case.outputs.items()
    }
    if absent(*scores.values()):
        return None
    weights = {output: weight * orientation_sign(metric) for output, weight in constraint.margin.items()}
    top, bottom, squared = margin_of({name: scores[name] for name in weights}, weights, algebra)
    valid = case.growth.start
    sign = product(*(algebra.polynomial(part) for part in (top, bottom)))
    if sign not in ("positive", "negative", "zero"):
        return None
    if not algebra.still_holds():
        return None
    used = [symbol for symbol in symbols if formula.normal.expression.has(symbol)]
    certificate = SeriesCertificate.build(algebra, used, (top, bottom), sign, valid=valid, squared=squared)
    return SeriesProof(sign, case.growth.start, certificate, algebra.latex(top, bottom), case.items)


def _without_logarithms(expression: Expr, case: AsymptoticCase) -> tuple[Any, dict[Any, Any]]:
    """Write the logarithms of numbers in units of log 2, as symbols; return also what these are in terms of sums."""
    found = sorted(expression.atoms(sympy.log), key=str)
    inside = [node.args[0] for node in found]
    if not all(value.is_Integer and value >= 2 for value in inside):
        raise NotSymbolicError("a logarithm outside the reductions has no symbolic reading")
    known = {node: sympy.Symbol(f"log2({node.args[0]})") for node in found if node.args[0] != 2}
    replaced = expression.xreplace({node: symbol * sympy.log(2) for node, symbol in known.items()})
    if replaced.has(sympy.log):
        raise NotSymbolicError("the natural logarithm of 2 has no symbolic reading")
    return replaced, {symbol: 1 / case.inverse_log2(node.args[0]) for node, symbol in known.items()}


_SIGNS = {"positive": 1, "zero": 0, "negative": -1}


def ranges(values: Sequence[int]) -> str:
    """Write a set of integers.

    >>> ranges([2, 3, 4, 7])
    '2..4, 7'
    """
    parts: list[list[int]] = []
    for value in values:
        if parts and value == parts[-1][-1] + 1:
            parts[-1].append(value)
        else:
            parts.append([value])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}..{part[-1]}" for part in parts)


def series_proof(
    proof: SeriesProof | None, signs: Mapping[int, int], last: int | None, words: Mapping[str, str]
) -> dict[str, Any]:
    """Return the JSON form; ``tried`` are the exact signs of all n before the proof's start, or of all there are.

    ``words`` is what the task calls its quantities.
    """
    before = [n for n in signs if proof is None or n < proof.start]
    tried = {name: ranges([n for n in before if signs[n] == sign]) for name, sign in _SIGNS.items()}
    shown = {name: found for name, found in tried.items() if found}
    if proof is None:
        certificate = {"kind": "every n", "last": last, "tried": shown}
        return {"tactic": "trying every n", "margin_latex": "", "certificate": certificate}
    used = {name for known in proof.certificate.values.values() for name in known}
    called = {name: text for name, text in words.items() if name in used}
    certificate = {"kind": "large n", **proof.certificate.to_dict(), "tried": shown, "words": called}
    return {"tactic": proof.tactic, "margin_latex": proof.margin_latex, "certificate": certificate}


def confirm_series(proof: SeriesProof, metric: Metric, constraint: Constraint, cases: object) -> int:
    """Re-check a proof's certificate on the cases of a series; return how many count. Raises CertificateError."""
    return recheck_series(proof.certificate.to_dict(), Concrete.of(metric, constraint.margin, cases))
