"""Which parts of an expression may have no value, so that rewriting never makes a value of what has none.

SymPy simplifies what it is given: x - x becomes 0, also where x has no value. Where a part that may have none falls out
of a sum or a product, what is made is guarded by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy
from sympy import Expr

from axiometrics.formulas.nodes import (
    Guard,
    InverseLog,
    Larger,
    Letter,
    LogBinomial,
    NoValue,
    Over,
    Power,
    Ratio,
    Smaller,
    Undefined,
    over,
)

NOWHERE = Guard(sympy.S.Zero, sympy.S.Zero, NoValue())
"""What has no value anywhere."""


@dataclass(frozen=True)
class Signs:
    """What a task knows of its quantities: which are never negative, which positive, and what is never empty.

    ``positive`` has, for each domain and for "" (outside of all), expressions that are positive there; ``filled`` are
    the domains that are never empty; ``implied`` has, for a domain, quantities with what is positive where these are
    not zero; ``least`` has, for a domain, quantities with what they are at least there.
    """

    nonnegative: frozenset[Any] = frozenset()
    positive: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    filled: frozenset[str] = frozenset()
    implied: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    least: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)


class Existence:
    """Knows the signs of a task's quantities; ``atoms`` are reductions that have been given a symbol.

    A *stand-in* is a symbol with the evident sign of an expression. With ``bounded`` it is known, too, that a tanh is
    between -1 and 1; else quotients by what that shows to be positive stay whole, as they are written.
    """

    def __init__(
        self, signs: Signs, atoms: Mapping[Any, Over] | None = None, *, bounded: bool = False
    ) -> None:
        self.signs = signs
        self.bounded = bounded
        self.atoms = {} if atoms is None else atoms
        self._stand_ins: dict[tuple[Any, str], Any] = {}

    def kept(self, made: Expr, parts: Iterable[Expr], domain: str = "") -> Expr:
        """Guard what arithmetic made of some parts by those in them that may have no value and fell out of it."""
        open_ = dict.fromkeys(each for part in parts for each in self.partial(part, domain))
        if open_:
            left = self._demanded(made)
            for each in open_:
                if each not in left:
                    made = Guard(made, _witnessed(each), NoValue())
        return made

    def rooted(self, made: Expr, radicand: Expr, domain: str) -> Expr:
        """Return a root of which SymPy has taken factors out: it is 0 with one of these, whatever is left inside."""
        if not made.is_Mul or not self.partial(made, domain):
            return made
        out = [part for part in made.args if not self.partial(part, domain)]
        sure = all(self.stand_in(part, domain).is_nonzero for part in out)
        return made if sure else Guard(made, radicand, sympy.S.Zero)

    def partial(self, expression: Expr, domain: str) -> list[Any]:
        """Return the outermost parts of an expression that may have no value."""
        if isinstance(expression, Ratio | Guard | Over):
            open_ = expression.has(Undefined, sympy.oo) or self._anywhere(expression)
            return [expression] if open_ else []
        if expression in self.atoms:
            return [expression] if self.partial(self.atoms[expression], domain) else []
        if self._is_partial(expression, domain):
            return [expression]
        return [each for part in expression.args for each in self.partial(part, domain)]

    def is_full(self, reduction: Over) -> bool:
        """Whether every term has a value though quotients without convention are in it.

        What these divide by is positive, as bounds show, or where the quantity of a guard around them is not zero.
        """
        known = self.signs.implied.get(reduction.domain, {})
        bounds = Existence(self.signs, self.atoms, bounded=True)

        def settled(value: Expr, quantity: Expr, otherwise: Expr) -> Expr:
            sure = known.get(quantity)
            return Guard(
                value if sure is None else value.replace(Ratio, divided_by(sure)), quantity, otherwise
            )

        def divided_by(sure: Expr) -> Callable[..., Expr]:
            def divided(top: Expr, bottom: Expr, otherwise: Expr) -> Expr:
                same = isinstance(otherwise, Undefined) and sympy.expand(bottom - sure) == 0
                return top if same else Ratio(top, bottom, otherwise)

            return divided

        def bounded(top: Expr, bottom: Expr, otherwise: Expr) -> Expr:
            sure = bounds.stand_in(bottom, reduction.domain).is_nonzero
            return top if sure and isinstance(otherwise, Undefined) else Ratio(top, bottom, otherwise)

        body = reduction.body.replace(Guard, settled).replace(Ratio, bounded)
        return not self.partial(over(reduction.domain, body), "")

    def is_stated(self, expression: Expr, domain: str = "") -> bool:
        """Whether an expression has a value wherever its stated conventions leave one."""
        if expression in self.atoms:
            return self.is_stated(self.atoms[expression], domain)
        if expression == sympy.oo or self._is_partial(expression, domain):
            return False
        inside = expression.domain if isinstance(expression, Over) else domain
        return all(self.is_stated(part, inside) for part in expression.args)

    def is_stated_beyond(self, expression: Expr) -> bool:
        """Whether an expression has a value, or is infinite, wherever its stated conventions leave one or the other.

        Infinity is neither less itself, nor times zero, nor below a fraction bar, nor what a convention hangs on.
        """
        opened = expression.xreplace(dict(self.atoms))
        if not self._rises(opened, ""):
            return False
        finite = opened.xreplace({sympy.oo: sympy.pi}).replace(Ratio, self._with_its_sign)
        return self.is_stated(finite)

    def _with_its_sign(self, value: Expr, quantity: Expr, otherwise: Expr) -> Expr:
        """Return what has the sign of a ratio: where what is never negative divides, that of the value."""
        kind = Guard if self.stand_in(quantity, "").is_nonnegative else Ratio
        return kind(value, quantity, otherwise)

    def _rises(self, expression: Expr, domain: str) -> bool:
        """Whether an expression is infinite, and nothing else, wherever something that it needs is."""
        if not expression.has(sympy.oo) or expression == sympy.oo:
            return True
        if isinstance(expression, Over):
            return self._rises(expression.body, expression.domain)
        if isinstance(expression, Ratio | Guard):
            value, quantity, otherwise = expression.args
            divided = isinstance(expression, Ratio) and value.has(sympy.oo)
            plain = not quantity.has(sympy.oo) and not divided
            return plain and self._rises(value, domain) and self._rises(otherwise, domain)
        if expression.is_Mul:
            infinite = [part for part in expression.args if part.has(sympy.oo)]
            others = sympy.Mul(*(part for part in expression.args if not part.has(sympy.oo)))
            known = self._where_infinite(infinite[0], domain)
            positive = bool(known.stand_in(others, domain).is_positive)
            return len(infinite) == 1 and positive and self._rises(infinite[0], domain)
        rising = expression.is_Add or isinstance(expression, sympy.log | sympy.tanh | Larger)
        return rising and all(self._rises(part, domain) for part in expression.args)

    def _where_infinite(self, expression: Expr, domain: str) -> Existence:
        """Return what is known where an expression is infinite: what a guard asks about is not zero there."""
        if isinstance(expression, Guard) and not expression.args[2].has(sympy.oo):
            sure = self.stand_in(expression.args[1], domain).is_nonnegative
            return self.where_positive(expression.args[1], domain) if sure else self
        open_ = [part for part in expression.args if part.has(sympy.oo)]
        return self._where_infinite(open_[0], domain) if len(open_) == 1 else self

    def without(self, rewrite: Callable[[Any], Any], expression: Expr, domain: str) -> Expr:
        """Rewrite an expression whose partial parts are left alone; None where one of them falls out."""
        names = {each: sympy.Dummy(real=True) for each in self.partial(expression, domain)}
        found = rewrite(expression.xreplace(names))
        if not set(names.values()) <= found.free_symbols:
            return None
        return found.xreplace({name: each for each, name in names.items()})

    def _demanded(self, expression: Expr) -> set[Any]:
        """Return the parts without whose value an expression has none."""
        found, open_ = set(), [expression]
        while open_:
            each = open_.pop()
            if each not in found:
                found.add(each)
                open_.extend(self._demands(each))
        return found

    def _demands(self, expression: Expr) -> tuple[Any, ...]:
        if isinstance(expression, Ratio | Guard):
            value, quantity, otherwise = expression.args
            return (value, quantity) if isinstance(otherwise, Undefined) else (quantity,)
        if isinstance(expression, Over):
            return (expression.body,) if expression.domain in self.signs.filled else ()
        found: tuple[Any, ...] = expression.args
        return found

    def _anywhere(self, expression: Expr) -> bool:
        """Whether something inside may have no value, wherever that counts."""
        domain = expression.domain if isinstance(expression, Over) else ""
        return any(self._is_partial(part, domain) for part in sympy.preorder_traversal(expression))

    def _is_partial(self, expression: Expr, domain: str) -> bool:
        def known(part: Expr) -> Expr:
            return self.stand_in(part, domain)

        if expression.is_Pow:
            return not (expression.exp.is_Integer or known(expression.base).is_nonnegative)
        if isinstance(expression, Power):
            base, exponent = map(known, expression.args)
            return not (exponent.is_nonnegative or base.is_nonzero)
        if isinstance(expression, LogBinomial):
            upper, lower = (self._from_one(part, domain) for part in expression.args)
            return not (known(lower).is_nonnegative and known(upper - lower).is_nonnegative)
        if isinstance(expression, InverseLog):
            return not self._exceeds_one(expression.args[0], domain)
        return isinstance(expression, sympy.log) and not known(expression.args[0]).is_positive

    def _exceeds_one(self, expression: Expr, domain: str) -> bool:
        if isinstance(expression, Larger | Smaller):
            enough = any if isinstance(expression, Larger) else all
            return enough(self._exceeds_one(part, domain) for part in expression.args)
        return bool(self.stand_in(expression - 1, domain).is_positive)

    def _from_one(self, expression: Expr, domain: str) -> Expr:
        """Write whole numbers that are positive as 1 and more: binomial coefficients have no others."""
        whole = [symbol for symbol in expression.free_symbols if self.stand_in(symbol, domain).is_positive]
        return expression.xreplace(
            {symbol: 1 + sympy.Symbol(f"more_{symbol}", nonnegative=True) for symbol in whole}
        )

    def stand_in(self, expression: Expr, domain: str) -> Expr:
        """Return an expression with every quantity and node as a symbol of its evident sign."""
        place = expression, domain
        if place not in self._stand_ins:
            self._stand_ins[place] = self._made(expression, domain)
        return self._stand_ins[place]

    def _made(self, expression: Expr, domain: str) -> Expr:
        if any(
            expression == known for inside in {"", domain} for known in self.signs.positive.get(inside, ())
        ):
            return sympy.Dummy(positive=True)
        if expression in self.atoms:
            return self.stand_in(self.atoms[expression], domain)
        if expression in self.signs.nonnegative:
            return sympy.Dummy(nonnegative=True)
        if expression.is_Symbol and not isinstance(expression, Letter):
            least = expression.is_nonnegative
            return sympy.Dummy(nonnegative=True) if least else sympy.Dummy(real=True)
        if isinstance(expression, Over):
            return self._reduced(expression)
        if self.bounded and expression.is_Add and (sign := self._beside_tanh(expression)):
            return sympy.Dummy(positive=True) if sign > 0 else sympy.Dummy(negative=True)
        if isinstance(expression, sympy.log) and self.signs.least.get(domain):
            return self._beyond_one(expression, domain)
        parts = [self.stand_in(part, domain) for part in expression.args]
        if isinstance(expression, Guard) and parts[1].is_nonnegative:
            parts[0] = self.where_positive(expression.args[1], domain).stand_in(expression.args[0], domain)
        if isinstance(expression, Ratio | Guard | Larger | Smaller):
            return self._chosen(expression, parts, domain)
        return expression.func(*parts) if parts else expression

    def _beyond_one(self, expression: Expr, domain: str) -> Expr:
        """Return the sign of the logarithm of a quotient: that of what is above its bar less what is below it."""
        inside = expression.args[0]
        above, below = sympy.fraction(sympy.together(inside))
        if self.stand_in(below, domain).is_positive:
            least = self.signs.least[domain].items()
            larger = {each: low + sympy.Symbol(f"more_{each}", nonnegative=True) for each, low in least}
            beyond = self.stand_in(sympy.expand((above - below).xreplace(larger)), domain)
            if beyond.is_nonnegative:
                return sympy.Dummy(positive=True) if beyond.is_positive else sympy.Dummy(nonnegative=True)
        return sympy.log(self.stand_in(inside, domain))

    def divides_safely(self, expression: Expr) -> bool:
        """Whether outside of reductions nothing is divided by what may be zero, conventions aside."""
        if isinstance(expression, Over):
            return True
        divides = expression.is_Pow and expression.exp.could_extract_minus_sign()
        if divides and not self.stand_in(expression.base, "").is_nonzero:
            return False
        return all(map(self.divides_safely, expression.args))

    def _beside_tanh(self, expression: Expr) -> int:
        """Return the sign of a number and a multiple of a tanh, which is between -1 and 1; 0 of any other sum."""
        number, rest = expression.as_coeff_Add()
        times, inner = rest.as_coeff_Mul()
        bounded = isinstance(inner, sympy.tanh) and not inner.xreplace(dict(self.atoms)).has(sympy.oo)
        plain = bool(number.is_Rational and times.is_Rational)
        return int(sympy.sign(number)) if bounded and plain and abs(times) <= abs(number) else 0

    def _mean(self, expression: Expr, domain: str) -> Expr:
        """Return what the larger of two values is at least."""
        return self.stand_in(sympy.expand(sum(expression.args)), domain)

    def where_positive(self, quantity: Expr, domain: str) -> Existence:
        """Return what is known where a quantity is positive."""
        positive = dict(self.signs.positive)
        positive[domain] = (*positive.get(domain, ()), quantity)
        return Existence(replace(self.signs, positive=positive), self.atoms, bounded=self.bounded)

    def _reduced(self, expression: Over) -> Expr:
        body = self.stand_in(expression.body, expression.domain)
        if body.is_positive and expression.domain in self.signs.filled:
            return sympy.Dummy(positive=True)
        return sympy.Dummy(nonnegative=True) if body.is_nonnegative else sympy.Dummy(real=True)

    def _chosen(self, expression: Expr, parts: list[Any], domain: str) -> Expr:
        """Return the sign that all values have between which a node chooses."""
        values = parts
        if isinstance(expression, Ratio | Guard):
            first = parts[0] * parts[1] if isinstance(expression, Ratio) else parts[0]
            values = [first] if isinstance(expression.args[2], Undefined) else [first, parts[2]]
        if isinstance(expression, Larger) and any(value.is_positive for value in values):
            return sympy.Dummy(positive=True)
        zero_or_more = isinstance(expression, Larger) and (
            any(value.is_nonnegative for value in values) or self._mean(expression, domain).is_nonnegative
        )
        if all(value.is_positive for value in values):
            return sympy.Dummy(positive=True)
        return (
            sympy.Dummy(nonnegative=True)
            if zero_or_more or all(v.is_nonnegative for v in values)
            else sympy.Dummy(real=True)
        )


def _witnessed(expression: Expr) -> Expr:
    """Return what is not zero where an expression has a finite value; SymPy must not simplify the expression away."""
    if expression.is_Pow:  # a root, whose square is its radicand
        return 1 + expression
    return 1 / (1 + expression**2) if expression.has(sympy.oo) else 1 + expression**2
