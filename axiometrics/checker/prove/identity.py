"""The exact half of the re-check: what a certificate says is so on concrete cases, to the last digit.

Every generator is computed from its definition and has the stated sign; every reduction has the stated value; and the
margin is the stated quotient of polynomials. No float and no tolerance is involved.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.agreement import Measure, measure_of
from axiometrics.checker.prove.arithmetic import parsed
from axiometrics.checker.prove.refusal import CertificateError
from axiometrics.checker.scores import direction
from axiometrics.errors import UndecidedError, UnknownPrimeError
from axiometrics.formulas.elementwise import elementwise
from axiometrics.formulas.rows import ratios
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["identical"]

_REDUCTION = re.compile(r"(?!ideal_gain)\w+\[")
MOST = 24
"""Cases of a batch that are compared."""


def identical(
    certificate: Mapping[str, Any], metric: Metric, constraint: Constraint, batches: Sequence[Any]
) -> int:
    """Compare a certificate, whole or in parts, with some cases of every batch; return how many.

    Raises CertificateError. The cases are the smallest ones and others spread over the batch. Those whose
    equality is not decided do not count.
    """
    compared = 0
    for batch in batches:
        if len(batch):
            spread = np.linspace(0, len(batch) - 1, min(MOST, len(batch)))
            places = np.unique(spread.astype(np.int64))
            compared += _compared(certificate, metric, constraint, batch, places)
    return compared


def _compared(
    certificate: Mapping[str, Any], metric: Metric, constraint: Constraint, whole: Any, places: Any
) -> int:
    task = get_task(metric.task)
    cases = [whole.case(int(place)) for place in places]
    algebras = [task.algebra(output) for case in cases for output in case.outputs.values()]
    algebra = max(algebras, key=lambda each: getattr(each, "bound", 0))
    batch = task.batch_of_cases(tuple(cases[0].outputs), cases)
    while True:
        try:
            return _on_cases(
                certificate, _Measured(metric, constraint, batch, algebra, measure_of(metric, whole), places)
            )
        except UnknownPrimeError as error:
            algebra = algebra.knowing(error.primes)


def _on_cases(certificate: Mapping[str, Any], known: _Measured) -> int:
    compared = 0
    for place in range(len(known.batch)):
        for part in certificate.get("parts", [certificate]):
            if all(known.size(name, place) == value for name, value in part.get("where", {}).items()):
                compared += _agrees(part, known, place)
    return compared


class _Measured:
    """Named quantities of cases in exact numbers."""

    def __init__(
        self, metric: Metric, constraint: Constraint, batch: Any, algebra: Any, measure: Measure, places: Any
    ) -> None:
        self.measure = measure
        self.places = places
        self.cases = [batch.case(place) for place in range(len(batch))]
        self.symbols = {str(symbol) for symbol in (*metric.formula.globals, *metric.formula.normal.atoms)}
        self.metric = metric
        self.constraint = constraint
        self.batch = batch
        self.algebra = algebra
        self.known: dict[str, Any] = {}

    def size(self, name: str, place: int) -> Any:
        """Return what a case was made with."""
        chosen = getattr(self.cases[place], "sizes", {})
        if name in chosen:
            return chosen[name]
        found = np.asarray(self.measure(name))
        value = (found[self.places] if found.ndim else np.broadcast_to(found, self.places.shape)).tolist()[
            place
        ]
        if not float(value).is_integer():
            raise UndecidedError(f"{name} is a float, {value}")
        return int(value)

    def number(self, name: str, place: int) -> Any:
        """Return a size, or a quantity or reduction of an output, such as ``cells[n**2]@better``."""
        if name not in self.known:
            self.known[name] = self._column(name)
        return self.known[name][place]

    def _column(self, name: str) -> Any:
        what, _, output = name.rpartition("@")
        arithmetic = elementwise(self.algebra)
        outputs = self.batch.outputs.get(output)
        if outputs is not None and (what in self.symbols or _REDUCTION.match(what)):
            found = outputs.measured(self.metric.formula, what, arithmetic)
        else:
            sizes = [Fraction(self.size(name, place)) for place in range(len(self.batch))]
            found = arithmetic.column(*ratios(sizes))
        return np.broadcast_to(found, (len(self.batch),))

    def scores(self, place: int) -> dict[str, Any]:
        """Return the exact scores of a case."""
        if "" not in self.known:
            self.known[""] = {
                name: np.broadcast_to(
                    outputs.read(self.metric.formula, elementwise(self.algebra)), (len(self.batch),)
                )
                for name, outputs in self.batch.outputs.items()
            }
        return {name: self.known[""][name][place] for name in self.constraint.margin}


def _agrees(certificate: Mapping[str, Any], known: _Measured, place: int) -> int:
    """Compare one case; 0 where something cannot be decided."""
    try:
        values = _generators(certificate, known, place)
        for output, stated in certificate["values"].items():
            for symbol, text in stated.items():
                found = known.number(f"{symbol}@{output}", place)
                _same(found, exactly(text, values, known.algebra), known, f"{symbol} in {output}", place)
        if certificate["branches"]:
            _margin(certificate, values, known, place)
        return 1
    except UndecidedError:
        return 0


def _same(found: Any, stated: Any, known: _Measured, what: str, place: int) -> None:
    fits = absent(found) == absent(stated) and (absent(found) or known.algebra.compare(found, stated) == 0)
    _require(fits, f"the {what} is not what the certificate says", known, place)


def _require(holds: bool, message: str, known: _Measured, place: int) -> None:
    if not holds:
        raise CertificateError(f"{message} on {_told(known, place)}")


def _told(known: _Measured, place: int) -> str:
    outputs = {name: batch.table(place) for name, batch in known.batch.outputs.items()}
    return str(get_task(known.metric.task).notation(outputs)[1])


def _generators(certificate: Mapping[str, Any], known: _Measured, place: int) -> dict[str, Any]:
    places = {short: known.number(name, place) for short, name in certificate["measured"].items()}
    values = (
        {"l": known.algebra.log(known.algebra.number(Fraction(2)))} if hasattr(known.algebra, "log") else {}
    )
    for generator in certificate["generators"]:
        value = exactly(generator["definition"], places, known.algebra)
        sign = 0 if generator["sign"] == "real" else known.algebra.sign(value)
        fits = {"positive": sign > 0, "nonnegative": sign >= 0, "real": True}[generator["sign"]]
        _require(
            fits, f"{generator['name']} ({generator['meaning']}) is not {generator['sign']}", known, place
        )
        values[generator["name"]] = value
    return values


def _margin(certificate: Mapping[str, Any], values: Mapping[str, Any], known: _Measured, place: int) -> None:
    scores = known.scores(place)
    for branch in certificate["branches"]:
        local = _entered(branch["path"], values, known.algebra)
        if local is None:
            continue
        _require(branch["sign"] != "impossible", "a branch is called impossible, but not", known, place)
        none = absent(*scores.values())
        _require(
            none == (branch["sign"] == "undefined"), "that there is a value, or none, is not so", known, place
        )
        if not none and "outer" not in branch:
            top, bottom = (
                _product(branch[part], branch["generators"], local, known.algebra)
                for part in ("numerator", "denominator")
            )
            _same(_weighed(scores, known, squared=branch["squared"]) * bottom, top, known, "margin", place)
        return
    _require(False, "no branch speaks of what happens", known, place)


def _weighed(scores: Mapping[str, Any], known: _Measured, *, squared: bool) -> Any:
    """Return the margin, or that of the signed squares of the scores."""
    total = known.algebra.number(Fraction(0))
    for name, weight in known.constraint.margin.items():
        score = scores[name]
        part = score * score * known.algebra.sign(score) if squared else score
        total = total + part * (weight * direction(known.metric))
    return total


def _entered(
    path: Sequence[Mapping[str, Any]], values: Mapping[str, Any], algebra: Any
) -> dict[str, Any] | None:
    """Return the values with those that the steps of a path introduce; None where the case is not on it."""
    local = dict(values)
    for step in path:
        if "zero" in step or "positive" in step:
            sign = algebra.sign(local[step.get("zero", step.get("positive"))])
            if sign != (0 if "zero" in step else 1):
                return None
            continue
        if "more" in step:
            excess = exactly(step["more"], local, algebra) - exactly(step["less"], local, algebra)
        else:
            excess = local[step["larger"]] - algebra.number(Fraction(step["factor"])) * local[step["smaller"]]
        if algebra.sign(excess) < (1 if step["strict"] else 0):
            return None
        local[step["excess"]] = excess
    return local


def _product(
    factors: Sequence[Mapping[str, Any]], names: Sequence[str], values: Mapping[str, Any], algebra: Any
) -> Any:
    """Return the value of a product of powers of polynomials."""
    found = algebra.number(Fraction(1))
    for factor in factors:
        total = algebra.number(Fraction(0))
        for coefficient, powers in factor["terms"]:
            term = algebra.number(Fraction(coefficient))
            for name, power in zip(names, powers, strict=True):
                for _ in range(power):
                    term = term * values[name]
            total = total + term
        for _ in range(int(factor["times"])):
            found = found * total
    return found


def exactly(text: str, values: Mapping[str, Any], algebra: Any) -> Any:
    """Evaluate the arithmetic of a certificate in exact numbers."""
    tree, names = parsed(text, tuple(sorted(values, key=len, reverse=True)))
    return _exact(tree, {place: values[name] for place, name in names.items()}, algebra)


def _exact(node: ast.expr, values: Mapping[str, Any], algebra: Any) -> Any:
    match node:
        case ast.Constant(value=int() as number):
            return algebra.number(Fraction(number))
        case ast.Name(id=name) if name in values:
            return values[name]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_exact(inner, values, algebra)
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int() as times)):
            return _exact(base, values, algebra) ** times
        case ast.BinOp(left=left, op=sign, right=right):
            one, other = (_exact(part, values, algebra) for part in (left, right))
            if isinstance(sign, ast.Add | ast.Sub):
                return one + other if isinstance(sign, ast.Add) else one - other
            if isinstance(sign, ast.Mult):
                return one * other
            if isinstance(sign, ast.Div):
                return algebra.ratio(one, other, algebra.undefined)
        case ast.Call(func=ast.Name(id="log" | "sqrt" as name), args=[inner]):
            return getattr(algebra, name)(_exact(inner, values, algebra))
    raise UndecidedError(f"{ast.unparse(node)} has no exact value")
