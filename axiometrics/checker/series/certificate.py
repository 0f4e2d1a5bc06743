"""The certificate of a proof for all large n: plain data that other code can check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from axiometrics.checker.series.asymptotic_signs import GrowingAlgebra
from axiometrics.formulas.arithmetics.signs import Sign
from axiometrics.tasks.asymptotics import Total

__all__ = ["SeriesCertificate"]


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
