"""Certificates: what a proof rests on, as plain data that other code can check.

Generators with their signs, meanings and definitions; the lemmas that name positive changes; and for every branch of
the case distinction the margin's numerator and denominator as integer polynomials.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from axiometrics.axioms import Constraint
from axiometrics.formulas.signs import Sign

__all__ = ["Branch", "Certificate"]

Terms = tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Branch:
    """One branch: the steps that lead to it, its generators, and the margin there as numerator over denominator."""

    path: tuple[dict[str, Any], ...]
    generators: tuple[str, ...]
    positive: tuple[str, ...]
    nonnegative: tuple[str, ...]
    numerator: Terms
    denominator: Terms
    factored: str
    sign: Sign
    squared: bool

    @classmethod
    def build(cls, path: Any, algebra: Any, top: Any, bottom: Any, sign: Sign, squared: bool) -> Branch:
        """Write polynomials as terms with integer coefficients; the denominator is made positive."""
        if any(algebra.polynomial(bottom) == name for name in ("negative", "nonpositive")):
            top, bottom = -top, -bottom
        names = tuple(map(str, algebra.symbols))
        factored = sympy.latex(_named(sympy.factor(top.as_expr()) / sympy.factor(bottom.as_expr())))
        return cls(
            tuple(path), names,
            tuple(names[place] for place in sorted(algebra.positive)),
            tuple(names[place] for place in sorted(algebra.signed - algebra.positive)),
            _terms(top), _terms(bottom), factored, sign, squared,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "assumptions": [_step_text(step) for step in self.path],
            "path": [dict(step) for step in self.path],
            "generators": list(self.generators),
            "positive": list(self.positive),
            "nonnegative": list(self.nonnegative),
            "numerator": [[value, list(powers)] for value, powers in self.numerator],
            "denominator": [[value, list(powers)] for value, powers in self.denominator],
            "margin": self.factored,
            "squared": self.squared,
            "sign": self.sign,
        }


@dataclass(frozen=True)
class Certificate:
    """The whole argument; ``values`` are the formula's symbols in each output, in terms of the generators."""

    generators: tuple[dict[str, str], ...]
    lemmas: tuple[dict[str, str], ...]
    values: dict[str, dict[str, str]]
    branches: tuple[Branch, ...]
    note: str
    margin_latex: str

    @classmethod
    def build(cls, case: Any, constraint: Constraint, branches: Sequence[Branch], note: str, used: Sequence[Any]) -> Certificate:
        """Collect the parts that the branches use."""
        values = {output: {str(symbol): str(known[symbol]) for symbol in used} for output, known in case.outputs.items()}
        needed = {symbol for known in case.outputs.values() for name in used for symbol in sympy.sympify(known[name]).free_symbols}
        generators = tuple(
            {"name": str(symbol), "sign": known.sign, "meaning": known.meaning, "definition": str(known.definition)}
            for symbol, known in case.generators.items()
            if symbol in needed
        )
        lemmas = tuple(
            {"name": str(symbol), "statement": f"{lemma.form} > 0", "tactic": lemma.tactic, "reason": lemma.reason}
            for symbol, lemma in case.lemmas.items()
            if symbol in needed
        )
        latex = "0" if not branches else r"\quad\text{or}\quad ".join(dict.fromkeys(branch.factored for branch in branches))
        return cls(generators, lemmas, values, tuple(branches), note, latex)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "generators": list(self.generators),
            "lemmas": list(self.lemmas),
            "values": self.values,
            "branches": [branch.to_dict() for branch in self.branches],
            "note": self.note,
        }


def _terms(polynomial: Any) -> Terms:
    if polynomial == 0:
        return ()
    return tuple((str(value), tuple(powers)) for powers, value in polynomial.terms())


def _named(expression: Any) -> Any:
    return expression.xreplace({sympy.Symbol("l"): sympy.log(2)})


def _step_text(step: dict[str, Any]) -> str:
    if "zero" in step:
        return f"{step['zero']} = 0"
    if "positive" in step:
        return f"{step['positive']} > 0"
    return f"{step['larger']} = {step['smaller']} + {step['excess']}, {step['excess']} {'>' if step['strict'] else '>='} 0"
