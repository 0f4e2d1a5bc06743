"""The case of one growing size n, for all n at once: values of reductions as rational functions of n, powers and sums.

A *total* is a sum over a range of ranks or items whose ends are expressions in n. It is a symbol of its own, and so is
a power q^n; both are explained by the case.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import INDEX, SIZE, Growth
from axiometrics.formulas.nodes import Guard, InverseLog, Larger, Power, Ratio, Smaller, Undefined

if TYPE_CHECKING:
    from sympy import Expr


@dataclass(frozen=True)
class Total:
    """The sum, for i from ``first`` to ``last``, of ``body`` times ``weight**(i - first)`` over ``log2(logged)``.

    ``body`` is a rational function of i and n; ``logged`` is None where there is no logarithm. A sum over pairs of one
    range is ``opaque``: nothing is known of it but that equal ones are equal.
    """

    body: Expr
    first: Expr
    last: Expr
    weight: Expr = sympy.S.One
    logged: Any = None
    opaque: bool = False

    @property
    def count(self) -> Expr:
        """The number of terms."""
        return sympy.expand(self.last - self.first + 1)


class Crossing(NotSymbolicError):
    """Which of two values is larger changes inside a range, after the index ``last``."""

    def __init__(self, last: Expr) -> None:
        self.last = last
        super().__init__(f"the order of two values changes after {last}")


@dataclass
class AsymptoticCase:
    """Values of the formula's symbols in each output, valid for every n from ``growth.start`` on.

    ``size`` is what the constraint calls n; it has cases from ``least`` to ``most``, to no end where that is None.
    ``items`` is how many items the outputs of a case have together.
    """

    size: str
    least: int
    most: int | None
    growth: Growth
    outputs: dict[str, dict[Any, Any]] = field(default_factory=dict)
    totals: dict[Any, Total] = field(default_factory=dict)
    powers: dict[Any, Any] = field(default_factory=dict)
    items: Expr = sympy.S.Zero
    told: dict[str, Any] = field(default_factory=dict)
    """What the outputs are, for certificates that stand alone: see `axiometrics.certify`."""

    def power(self, base: Any, exponent: Any) -> Any:
        """Return a power of a number between 0 and 1 whose exponent grows with n, in terms of q^n."""
        exponent = sympy.expand(exponent)
        slope, rest = exponent.coeff(SIZE, 1), exponent.coeff(SIZE, 0)
        if sympy.expand(exponent - slope * SIZE - rest) != 0 or not (slope.is_Integer and rest.is_Integer):
            raise NotSymbolicError(f"the exponent {exponent} is no whole multiple of n")
        if slope == 0:
            return base**rest
        if not 0 < base < 1:
            raise NotSymbolicError(f"the power {base}**({exponent}) is not bounded")
        known = {value: symbol for symbol, value in self.powers.items()}
        symbol = known.get(base) or sympy.Symbol(f"x{len(self.powers) + 1}")
        self.powers[symbol] = base
        return symbol**slope * base**rest

    def total(self, total: Total) -> Expr:
        """Return the symbol of a sum, the same for equal ones."""
        for symbol, known in self.totals.items():
            if known == total:
                return symbol
        symbol = sympy.Symbol(f"s{len(self.totals) + 1}")
        self.totals[symbol] = total
        return symbol

    def added(self, body: Expr, first: Expr, last: Expr) -> Expr:
        """Return the sum of a body over a range of at least one index, in n, powers and sums.

        The body may hold extremes and conventions that are settled along the whole range; where an order changes
        inside it, a Crossing is raised. Raises NotSymbolicError.
        """
        if body == 0:
            return sympy.S.Zero
        if first == last:
            body = sympy.sympify(body).xreplace({INDEX: first})
        found = self._resolved(body, first, last)
        factors = sympy.Mul.make_args(found)
        logs = [part for part in factors if isinstance(part, InverseLog)]
        grown = [part for part in factors if isinstance(part, Power)]
        plain = sympy.Mul(*(part for part in factors if not isinstance(part, InverseLog | Power)))
        if len(logs) > 1 or plain.has(InverseLog, Power) or (logs and grown):
            raise NotSymbolicError(f"the terms {found} have no reading as a sum")
        weight, outer = self._weighted(grown, first)
        constant, core = plain.as_independent(INDEX, as_Add=False)
        if not core.has(INDEX):
            constant, core = constant * core, sympy.S.One
        logged = sympy.expand(logs[0].args[0]) if logs else None
        if logged is not None and not logged.has(INDEX):
            constant, logged = constant * self.inverse_log2(logged), None
        total = Total(sympy.factor(core), first, last, weight, logged)
        if logged is None and weight == 1 and core == 1:
            return constant * outer * total.count
        if logged is None and first == last:
            return constant * outer * core
        return constant * outer * self.total(total)

    def inverse_log2(self, value: Expr) -> Expr:
        """Return 1/log2 of a value without index: a sum of one term, where it is not 1."""
        if value == 2:
            return sympy.S.One
        one = sympy.S.One
        return self.total(Total(one, one, one, logged=sympy.expand(INDEX + value - 1)))

    def _weighted(self, grown: list[Any], first: Expr) -> tuple[Any, Any]:
        """Return the factor from one index to the next, and what stands before the sum."""
        if not grown:
            return sympy.S.One, sympy.S.One
        weight = outer = sympy.S.One
        for each in grown:
            base, exponent = each.args
            slope = sympy.expand(exponent).coeff(INDEX, 1)
            start = sympy.expand(exponent.xreplace({INDEX: first}))
            if slope not in (0, 1) or not base.is_Rational:
                raise NotSymbolicError(f"the power {each} is no weight by index")
            weight, outer = weight * base**slope, outer * self.power(base, start)
        return weight, outer

    def _resolved(self, body: Expr, first: Expr, last: Expr) -> Expr:
        """Settle the extremes and conventions of a body along a range."""
        if isinstance(body, Undefined):
            raise NotSymbolicError("a term has no value")
        if not body.args:
            return body
        parts = [
            part if isinstance(part, Undefined) else self._resolved(part, first, last) for part in body.args
        ]
        if isinstance(body, Larger | Smaller):
            return self._extreme(body, parts[0], parts[1], (first, last))
        if isinstance(body, Ratio | Guard):
            sign = self.growth.along(parts[1], first, last)
            if sign not in ("positive", "negative", "zero"):
                raise NotSymbolicError(f"whether {parts[1]} vanishes is open")
            if sign == "zero":
                return self._resolved(parts[2], first, last)
            return parts[0] / parts[1] if isinstance(body, Ratio) else parts[0]
        found = body.func(*parts)
        if isinstance(found, Power) and all(part.is_Rational for part in found.args):
            return found.args[0] ** found.args[1]
        return found

    def _extreme(self, node: Expr, one: Expr, other: Expr, ends: tuple[Any, Any]) -> Expr:
        difference = sympy.expand(one - other)
        sign = self.growth.along(difference, *ends)
        if sign is None:
            slope, rest = difference.coeff(INDEX, 1), difference.coeff(INDEX, 0)
            place = sympy.expand(-rest / slope) if slope.is_Rational and slope != 0 else None
            if place is None or sympy.expand(difference - slope * INDEX - rest) != 0:
                raise NotSymbolicError(f"which of {one} and {other} is larger is open")
            raise Crossing(place)
        return one if (sign in ("positive", "nonnegative", "zero")) == isinstance(node, Larger) else other
