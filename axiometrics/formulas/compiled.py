"""Formulas as Python functions over any arithmetic: floats, arrays, exact numbers, or the prover's polynomials.

The generated function uses only ``+ - * / **`` and the names of an `Algebra`, so one text serves every reading.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import CodeType, MappingProxyType
from typing import Any, NamedTuple, Protocol

import sympy
from sympy import Expr

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.nodes import (
    Beside,
    Guard,
    InverseLog,
    Larger,
    Letter,
    LogBinomial,
    Power,
    Ratio,
    Smaller,
    Undefined,
)

_NAMES = {
    Ratio: "ratio",
    Guard: "guard",
    Larger: "larger",
    Smaller: "smaller",
    LogBinomial: "log_binomial",
    InverseLog: "inverse_log2",
    Power: "power",
    sympy.log: "log",
    sympy.tanh: "tanh",
}


HIGHEST = 1000
"""The highest exponent: exact values with more bits than there is memory for would end the process."""


class Value(Protocol):
    """What a formula is worth in some arithmetic: a number, a column of them, an interval, a quotient of polynomials.

    All that a formula asks of it is sums, products, quotients and powers with whole exponents. Values of different
    arithmetics do not meet.
    """

    def __neg__(self) -> Value: ...
    def __add__(self, other: Any, /) -> Value: ...
    def __radd__(self, other: Any, /) -> Value: ...
    def __sub__(self, other: Any, /) -> Value: ...
    def __rsub__(self, other: Any, /) -> Value: ...
    def __mul__(self, other: Any, /) -> Value: ...
    def __rmul__(self, other: Any, /) -> Value: ...
    def __truediv__(self, other: Any, /) -> Value: ...
    def __rtruediv__(self, other: Any, /) -> Value: ...
    def __pow__(self, exponent: int, /) -> Value: ...


class Algebra(Protocol):
    """The operations a formula may use besides arithmetic; ``tanh`` and ``infinite`` are in some algebras only."""

    def __hash__(self) -> int:
        """An algebra is a key of caches, by its identity."""

    undefined: Any
    """No value: absorbs whatever it meets."""

    def number(self, value: Fraction) -> Any:
        """A rational constant."""

    def ratio(self, numerator: Any, denominator: Any, otherwise: Any) -> Any:
        """Division with a stated value for a zero denominator."""

    def guard(self, value: Any, quantity: Any, otherwise: Any) -> Any:
        """The value, or another one where a quantity is zero."""

    def larger(self, first: Any, second: Any) -> Any:
        """The larger value."""

    def smaller(self, first: Any, second: Any) -> Any:
        """The smaller value."""

    def sqrt(self, value: Any) -> Any:
        """The square root of a non-negative value."""

    def log(self, value: Any) -> Any:
        """The natural logarithm of a positive value."""

    def log_binomial(self, upper: Any, lower: Any) -> Any:
        """The natural logarithm of a binomial coefficient."""

    def inverse_log2(self, value: Any) -> Any:
        """One over the logarithm to base 2."""

    def power(self, base: Any, exponent: Any) -> Any:
        """A power whose exponent is a whole number, known only when it is evaluated."""


class _Writer:
    """Writes an expression as Python source; constants become names so that each algebra supplies its own."""

    def __init__(self, symbols: Mapping[Any, str]) -> None:
        self.symbols = symbols
        self.constants: dict[Fraction, str] = {}
        self.letters: dict[Any, str] = {}

    def constant(self, value: Fraction) -> str:
        return self.constants.setdefault(value, f"k{len(self.constants)}")

    def write(self, node: Expr) -> str:
        if node in self.symbols:
            return self.symbols[node]
        if isinstance(node, Undefined):
            return "undefined"
        if isinstance(node, Letter):
            return self.letters.setdefault(node, f"p{len(self.letters)}")
        if node is sympy.oo:
            return "infinite"
        if node.is_Rational:
            return self.constant(Fraction(int(node.p), int(node.q)))
        if node.is_Add:
            return self.total(node)
        if node.is_Mul:
            return self.product(node)
        if node.is_Pow:
            return self.power(node.base, node.exp)
        if node.func is Beside:
            return f"({', '.join(self.write(part) for part in node.args)})"
        if node.func in _NAMES:
            return f"{_NAMES[node.func]}({', '.join(self.write(part) for part in node.args)})"
        raise NotSymbolicError(
            f"a formula cannot use {node.func.__name__}; use + - * / **, and axiometrics.formulas"
        )

    def total(self, node: Expr) -> str:
        """Write a sum; what is taken away is subtracted, and stands behind something that is not."""
        first, *rest = node.args
        if _is_taken(first) and not _is_taken(rest[0]):  # the same to the last bit
            first, rest[0] = rest[0], first
        others = (f" - {self.write(-part)}" if _is_taken(part) else f" + {self.write(part)}" for part in rest)
        return f"({self.write(first)}{''.join(others)})"

    def product(self, node: Expr) -> str:
        above, below = [], []
        for part in node.args:
            if part.is_Rational and part.q != 1:
                above.append(self.write(part))
            elif part.is_Pow and part.exp.could_extract_minus_sign():
                below.append(self.power(part.base, -part.exp))
            else:
                above.append(self.write(part))
        top = " * ".join(above) or self.constant(Fraction(1))
        return f"({top} / ({' * '.join(below)}))" if below else f"({top})"

    def power(self, base: Any, exponent: Any) -> str:
        if exponent.could_extract_minus_sign():
            return f"({self.constant(Fraction(1))} / {self.power(base, -exponent)})"
        if exponent.is_Rational and int(exponent.q).bit_count() == 1 and exponent.p <= HIGHEST:
            roots = int(exponent.q).bit_length() - 1
            root = "sqrt(" * roots + self.write(base) + ")" * roots
            return root if exponent.p == 1 else f"{root}**{int(exponent.p)}"
        raise NotSymbolicError(
            f"a formula cannot use the exponent {exponent}; use integers up to {HIGHEST} and sqrt"
        )


def _is_taken(part: Expr) -> bool:
    """Whether a part of a sum is the negative of something."""
    return part.is_Mul and part.args[0] is sympy.S.NegativeOne


@lru_cache(maxsize=4096)
def source(
    expression: Expr, symbols: tuple[Any, ...]
) -> tuple[str, tuple[tuple[str, Fraction], ...], tuple[tuple[str, Any], ...]]:
    """Return the text of ``formula(x0, x1, ...)``, the constants it names, and the letters it names."""
    names = {symbol: f"x{index}" for index, symbol in enumerate(symbols)}
    writer = _Writer(names)
    body = writer.write(expression)
    text = f"def formula({', '.join(names.values())}):\n    return {body}\n"
    constants = tuple((name, value) for value, name in writer.constants.items())
    return text, constants, tuple((name, letter) for letter, name in writer.letters.items())


class Reduction(NamedTuple):
    """The symbol that stands for a reduction, its domain, its body and the bound variables that this reads.

    ``whole`` are the degree and the sum of the sizes of the coefficients, where these are whole numbers of a
    polynomial. It is ``loose`` where the sum is the same in any order, and with zeros among the rows, too.
    """

    symbol: Any
    domain: str
    body: Expr
    used: tuple[Any, ...]
    whole: tuple[int, int] | None
    loose: bool

    @classmethod
    def of(cls, symbol: Any, atom: Any, variables: Sequence[Any], quantities: Sequence[Any]) -> Reduction:
        """Return the reduction of an atom."""
        body, whole = atom.body, None
        used = tuple(variable for variable in variables if variable in body.free_symbols)
        if body.is_polynomial(*variables, *quantities):
            made = sympy.Poly(body, *variables, *quantities)
            if all(each.is_Integer for each in made.coeffs()):
                whole = int(made.total_degree()), int(sum(map(abs, made.coeffs())))
        loose = whole is not None and len(used) == 1 and body.subs(used[0], 0) == 0
        return cls(symbol, atom.domain, body, used, whole, loose)

    @property
    def kind(self) -> str:
        """The domain, as the columns are asked for."""
        return f"{{{self.domain}}}" if self.loose else self.domain


class _AloneWriter(_Writer):
    """Writes for Python's own floats: what occurs twice is computed once, a square as a product."""

    def __init__(self, symbols: Mapping[Any, str]) -> None:
        super().__init__(symbols)
        self.named: list[tuple[str, str]] = []
        self.twice: set[Any] = set()

    def outside(self, expression: Expr) -> str:
        """Return the text of what stands outside of all loops; what it says twice is named before."""
        seen: set[Any] = set()
        for node in sympy.preorder_traversal(expression):
            (self.twice if node in seen else seen).add(node)
        return self.write(expression)

    def write(self, node: Expr) -> str:
        if node in self.symbols:
            return self.symbols[node]
        text = self.absolute(node) or super().write(node)
        if node in self.twice and node.args:
            name = f"t{len(self.named)}"
            self.named.append((name, text))
            self.symbols = {**self.symbols, node: name}
            return name
        return text

    def absolute(self, node: Expr) -> str | None:
        """Return the larger of a difference and its negative, which floats have exactly."""
        if node.func is not Larger or node.args[0] != -node.args[1]:
            return None
        return f"abs({self.write(node.args[0])})"

    def constant(self, value: Fraction) -> str:
        return str(value) if value.denominator == 1 and value >= 0 else super().constant(value)

    def power(self, base: Any, exponent: Any) -> str:
        if exponent == 2 and base in self.symbols:
            return f"({self.symbols[base]} * {self.symbols[base]})"
        return super().power(base, exponent)


class Steps(NamedTuple):
    """A formula on a single output, written step by step for Python's floats.

    First the ``quantities`` it reads, by their texts; then its ``sums``, of each reduction its text, the texts of what
    its rows offer and of a row's term; then the ``named`` parts of what stands outside of them, and the ``value``.
    """

    quantities: tuple[tuple[str, str], ...]
    sums: tuple[tuple[Reduction, str, tuple[str, ...], str], ...]
    named: tuple[tuple[str, str], ...]
    value: str
    constants: tuple[tuple[str, Fraction], ...]
    letters: tuple[tuple[str, Any], ...]


def steps_alone(
    expression: Expr, reductions: Sequence[Reduction], variables: Sequence[Any], quantities: Sequence[Any]
) -> Steps:
    """Write a formula step by step."""
    names = {symbol: f"x{index}" for index, symbol in enumerate((*variables, *quantities))}
    names |= {each.symbol: f"y{index}" for index, each in enumerate(reductions)}
    writer = _AloneWriter(names)
    mentioned = set().union(expression.free_symbols, *(each.body.free_symbols for each in reductions))
    known = tuple((names[symbol], symbol.name) for symbol in quantities if symbol in mentioned)
    sums = tuple(
        (each, names[each.symbol], tuple(names[variable] for variable in each.used), writer.write(each.body))
        for each in reductions
    )
    value = writer.outside(expression)
    constants = tuple((name, value) for value, name in writer.constants.items())
    letters = tuple((name, letter) for letter, name in writer.letters.items())
    return Steps(known, sums, tuple(writer.named), value, constants, letters)


def compile_alone(
    steps: Steps, sums: Collection[str], algebra: Algebra, given: Mapping[str, Any]
) -> Callable[..., Any]:
    """Return a function of an `axiometrics.formulas.single_output.Alone` with its loops inside.

    ``sums`` are the domains over which every reduction is a plain sum. Given are ``few``, the column of few rows,
    ``many``, what an output's reduction of a place over more of them is, and ``array``, the type of such columns.
    """
    lines = ["columns = output.columns"]
    lines += [f"{text} = columns[{name!r}]" for text, name in steps.quantities]
    for place, (each, found, used, body) in enumerate(steps.sums):
        terms = f"[{body} for {', '.join(used) or '_'} in %s]"
        over = [f"c{index}" for index, _ in enumerate(used or "_")]
        if each.domain in sums and each.whole is not None and not used:
            lines.append(f"{found} = {body} * len(columns['{each.domain}.'])")
            continue
        if each.domain in sums:
            asked = [f"columns['{each.kind}.{variable.name}']" for variable in each.used] or [
                f"columns['{each.kind}.']"
            ]
            many, fold = "type(c0) is array", f"sum({terms})"
        else:
            lines.append(f"rows = output.plain_rows({each.domain!r})")
            asked = [f"few(rows, {variable.name!r})" for variable in each.used] or ["few(rows)"]
            many, fold = "c0 is None", f"total({terms}, rows)"
        lines += [f"{name} = {column}" for name, column in zip(over, asked, strict=True)]
        taken = f"zip({', '.join(over)})" if len(over) > 1 else over[0]
        lines.append(f"{found} = many(output, {place}) if {many} else {fold % taken}")
    lines += [f"{name} = {text}" for name, text in steps.named]
    text = "def formula(output):\n" + "".join(f"    {line}\n" for line in [*lines, f"return {steps.value}"])
    return _made(text, steps.constants, steps.letters, algebra, given)


def compile_at_once(
    each: Reduction, variables: Sequence[Any], quantities: Sequence[Any], algebra: Algebra
) -> tuple[tuple[str, ...], Callable[..., Any], tuple[int, int] | None]:
    """Return which of an output's columns a reduction's body reads, it as a function of these, and its ``whole``."""
    outer = [symbol for symbol in quantities if symbol in each.body.free_symbols]
    names = (*(f"{each.kind}.{symbol.name}" for symbol in each.used), *(symbol.name for symbol in outer))
    return names, compile_formula(each.body, (*each.used, *outer), algebra), each.whole


def compile_formula(expression: Expr, symbols: Sequence[Any], algebra: Algebra) -> Callable[..., Any]:
    """Return a function of the symbols' values in the given algebra.

    A letter has the value that the algebra's ``letters`` give it, if any; else it has none.
    """
    return _made(*source(sympy.sympify(expression), tuple(symbols)), algebra)


def _made(
    text: str,
    constants: Sequence[tuple[str, Fraction]],
    letters: Sequence[tuple[str, Any]],
    algebra: Algebra,
    given: Mapping[str, Any] = MappingProxyType({}),
) -> Callable[..., Any]:
    operations = (*_NAMES.values(), "sqrt", "undefined", "infinite", "total")
    used = [name for name in operations if name in text]
    for name in used:
        if not hasattr(algebra, name):
            raise NotSymbolicError(f"{type(algebra).__name__} has no {name.replace('_', ' ')}")
    scope: dict[str, Any] = {**given, **{name: getattr(algebra, name) for name in used}}
    scope |= {name: algebra.number(value) for name, value in constants}
    known = getattr(algebra, "letters", {})
    scope |= {name: known.get(letter, algebra.undefined) for name, letter in letters}
    exec(_code(text), scope)  # the text is generated above from a SymPy tree, never from a user's string
    compiled: Callable[..., Any] = scope["formula"]
    return compiled


@lru_cache(maxsize=4096)
def _code(text: str) -> CodeType:
    return compile(text, "<string>", "exec")
