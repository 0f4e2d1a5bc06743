"""The parametric case of a proof: what is the same for every task.

A task's symbolic chooser answers a generator with expressions in *generators*, symbols of known sign; the formula's
symbols then have values in these, in each output.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, Literal

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.lemmas import Lemma
from axiometrics.formulas.nodes import Guard, InverseLog, Larger, Over, Power, Ratio, Smaller, Undefined

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    from axiometrics.formulas.formula import Formula

GeneratorSign = Literal["positive", "nonnegative", "real"]


@dataclass(frozen=True)
class Known:
    """What is known of a generator: its sign, its meaning in words, and its value in terms of a concrete case."""

    sign: GeneratorSign
    meaning: str
    definition: Expr
    rest: bool = False


@dataclass(frozen=True)
class Line:
    """Outputs in which one quantity moves and all others stay: the quantities in generators of known sign.

    ``where`` says in words which lines they are; the members of one of the ``sums`` are never all zero; ``means`` says
    what a generator is in terms of the quantities.
    """

    moving: Expr
    where: str
    values: dict[Any, Any]
    signs: dict[Any, Any]
    sums: tuple[tuple[Any, ...], ...] = ()
    means: dict[Any, Any] = field(default_factory=dict)


@dataclass
class ParametricCase:
    """Values of the formula's symbols in each output, as expressions in generators of known sign.

    The members of one of the ``sums`` are never all zero; the two sides of each of the ``equations``, a generator and
    what it is in others, are equal in every case. Where one parametric case cannot stand for all cases, as for
    any number of classes, each of several says by ``where`` which cases it stands for (those with these chosen sizes),
    may have a ``formula`` of its own, and all state the ``scope`` that they cover together. ``substituted`` says that
    the quantities in the bodies of reductions are written out, for each output its own. Where every output has the
    same items as the others, each so many times, ``scales`` says how many times, and ``degrees`` by which power of that
    quantities and what bodies read grow. ``by_sums`` says that signs are sought with the ``sums`` at once. All terms of
    reductions that are ``there`` have a value in these cases, whatever may be in others.
    """

    generators: dict[Any, Known] = field(default_factory=dict)
    outputs: dict[str, dict[Any, Any]] = field(default_factory=dict)
    lemmas: dict[Any, Lemma] = field(default_factory=dict)
    sums: list[tuple[Any, ...]] = field(default_factory=list)
    equations: list[tuple[Any, Any]] = field(default_factory=list)
    formula: Formula | None = None
    where: dict[str, int] = field(default_factory=dict)
    scope: str = ""
    substituted: bool = False
    scales: Mapping[str, Any] = field(default_factory=dict)
    degrees: Mapping[Any, int] = field(default_factory=dict)
    by_sums: bool = False
    there: set[Any] = field(default_factory=set)
    told: Callable[[], Mapping[str, Any]] = dict
    """What the outputs are, for certificates that stand alone: see `axiometrics.certify`."""

    def generator(
        self, name: str, sign: GeneratorSign, meaning: str, definition: Expr, *, rest: bool = False
    ) -> Expr:
        """Return the symbol of a generator; ``rest`` says that it stands for one reduction of the rest alone.

        One that is known may be told by another output. Raises NotSymbolicError where it has another sign then.
        """
        symbol, known = sympy.Symbol(name), Known(sign, meaning, definition, rest)
        if self.generators.setdefault(symbol, known).sign != sign:
            raise NotSymbolicError(f"two numbers that are called {name} are swept only")
        return symbol

    def named_once(self, name: str) -> str:
        """Return a name that no generator has. Raises NotSymbolicError: what is drawn anew is not the same again."""
        if sympy.Symbol(name) in self.generators:
            raise NotSymbolicError(f"two numbers that are called {name} are swept only")
        return name

    def unnamed(self, sign: GeneratorSign, meaning: str, definition: Any, *, rest: bool = False) -> Any:
        """Return the symbol of a new generator that has no name in the constraint."""
        return self.generator(self._new_name, sign, meaning, definition, rest=rest)

    @property
    def _new_name(self) -> str:
        """A name that no generator has; some may be gone, so that their number may be in use."""
        names = map("v{}".format, count(len(self.generators)))
        return next(name for name in names if sympy.Symbol(name) not in self.generators)

    def rest_of(
        self, reduction: Any, shown: Any, output: str, sign: GeneratorSign, meaning: str, *, name: str = ""
    ) -> Any:
        """Return the symbol of a generator for what a quantity or reduction of an output has beyond what is shown."""
        name = name or self._new_name
        definition = measured(reduction, output) - self.measured(shown)
        return self.generator(name, sign, meaning, definition, rest=True)

    def measured(self, expression: Any) -> Any:
        """Write an expression in generators in terms of a concrete case."""
        known = {symbol: info.definition for symbol, info in self.generators.items()}
        return sympy.sympify(expression).xreplace(known)

    def raised(self, name: str, low: Expr) -> Expr:
        """Return a size that is ``low`` plus a generator that is never negative; low may have generators itself."""
        least = str(low) if isinstance(low, int) else f"({low})"
        definition = sympy.Symbol(name) - self.measured(low)
        return low + self.generator(f"{name}'", "nonnegative", f"{name} - {least}", definition)

    def known(self, sign: GeneratorSign, meaning: str, definition: Expr) -> Known:
        """Return what is known of a generator that a prover adds."""
        return Known(sign, meaning, definition)

    def define(self, entries: Sequence[tuple[Any, Any]]) -> None:
        """Define every generator that is open by the simplest entry that has no other open one, whose value is known.

        Raises NotSymbolicError where no entry shows some generator alone.
        """
        while open_ := {symbol for symbol, known in self.generators.items() if known.definition is None}:
            before = len(open_)
            for entry, value in sorted(entries, key=lambda pair: len(pair[0].free_symbols)):
                alone = list(entry.free_symbols & open_)
                if len(alone) == 1 and entry.coeff(alone[0]) == 1:
                    definition = value - self.measured(entry - alone[0])
                    self.generators[alone[0]] = replace(self.generators[alone[0]], definition=definition)
                    open_.remove(alone[0])
            if len(open_) == before:
                raise NotSymbolicError(f"no output shows {min(map(str, open_))} alone")

    def define_read(self, entries: Sequence[tuple[Any, Any]]) -> set[Any]:
        """Leave out open generators that no entry reads, and define the others; return what entries read."""
        read = set[Any]().union(*(sympy.sympify(entry).free_symbols for entry, _ in entries))
        known = self.generators.items()
        self.generators = {name: each for name, each in known if name in read or each.definition is not None}
        self.define(entries)
        return read

    def require_same(self, formula: Formula) -> None:
        """Refuse a symbol for a part of a reduction in all outputs where its body reads what differs between them.

        Nor may it stand for terms of which some may have no value. This is asked of every proof, whatever facts the
        case rests on. Raises NotSymbolicError.
        """
        for symbol in formula.normal.partial - self.there:
            if self._stands_for(symbol):
                raise NotSymbolicError(f"some term of {symbol} may have no value")
        if self.substituted:
            return
        for symbol, atom in formula.normal.atoms.items():
            read = sorted(atom.body.free_symbols & set(formula.globals), key=str)
            changing = [
                name for name in read if len({_expanded(known[name]) for known in self.outputs.values()}) > 1
            ]
            if changing and self._stands_for(symbol):
                raise NotSymbolicError(
                    f"the terms of {symbol} depend on {changing[0]}, which is not the same in every output"
                )

    def _stands_for(self, symbol: Symbol) -> bool:
        """Whether a generator in the values of a reduction is defined by that reduction."""
        used = set().union(*(sympy.sympify(known[symbol]).free_symbols for known in self.outputs.values()))
        names = {str(measured(symbol, output)) for output in self.outputs}
        return any(
            str(part) in names
            for generator in used & set(self.generators)
            for part in sympy.sympify(self.generators[generator].definition).free_symbols
        )

    @property
    def rests(self) -> list[Any]:
        """Generators that stand for one reduction of the rest, and occur nowhere else."""
        return [symbol for symbol, known in self.generators.items() if known.rest]

    @property
    def positive(self) -> list[Any]:
        """Generators that are never zero."""
        return [symbol for symbol, known in self.generators.items() if known.sign == "positive"]

    @property
    def nonnegative(self) -> list[Any]:
        """Generators that are never negative but may be zero."""
        return [symbol for symbol, known in self.generators.items() if known.sign == "nonnegative"]


@dataclass(frozen=True)
class ShownByTerms:
    """What terms that a formula sums show of a parametric case: a sign, and the rule that they show it by.

    ``told`` says it in words. Where ``total`` is wrong some cases may have no margin.
    """

    case: ParametricCase
    sign: Any
    rule: str
    told: str
    total: bool


class CasesOnDemand(Sequence[ParametricCase]):
    """Parametric cases, each made when it is asked for: the first that is not proved is the last.

    ``others`` are further ways to write all of them, which may show more; of a ``last`` one no stricter sign is hoped
    for where another one shows one.
    """

    last = False
    wider: Sequence[CasesOnDemand] = ()
    """Ways to write more cases than these, such as those of any number of classes, which are tried first."""

    def __init__(
        self,
        parts: Sequence[Any],
        made: Callable[[Any], ParametricCase],
        others: Sequence[CasesOnDemand] = (),
    ) -> None:
        self.parts = parts
        self.made = made
        self.others = others

    def __len__(self) -> int:
        return len(self.parts)

    def __getitem__(self, place: Any) -> Any:
        return self.made(self.parts[place])


def class_scope(numbers: Collection[int]) -> str:
    """Say which numbers of classes are covered together.

    >>> class_scope([3, 2, 4])
    '2 to 4 classes'
    """
    low, high = min(numbers, default=0), max(numbers, default=0)
    return f"{low} to {high} classes" if low < high else f"{low} classes" if low else ""


def _expanded(value: Expr) -> Expr:
    return sympy.expand(sympy.sympify(value))


def degree(body: Any, degrees: Mapping[Any, int]) -> Any:
    """Return the power of t that a body grows by where each symbol of degree k grows by t^k, for every t > 0.

    Zero, infinity and what is no value have every degree, for which None stands. Raises NotSymbolicError where there
    is no such power.

    >>> c, g = sympy.symbols("c g")
    >>> degree(c**2 / g + 3 * c, {c: 1, g: 1}), degree(Ratio(c, g, sympy.S.Zero), {c: 1, g: 1})
    (1, 0)
    >>> degree(c * sympy.log(c / g), {c: 1, g: 1})
    1
    """
    if body.is_number and body.is_finite:
        return None if body == 0 else 0
    if body in (sympy.oo, -sympy.oo) or isinstance(body, Undefined):
        return None
    if body in degrees:
        return degrees[body]
    if body.is_Mul:
        factors = [degree(part, degrees) for part in body.args]
        return None if None in factors else sum(factors)
    if body.is_Pow and body.exp.is_Rational:
        base = degree(body.base, degrees)
        return None if base is None else base * body.exp
    if isinstance(body, Over):
        return degree(body.body, degrees)
    if isinstance(body, sympy.log | sympy.tanh | InverseLog):
        return _one_degree(body, [0, *(int(degree(part, degrees) != 0) for part in body.args)])
    if isinstance(body, Ratio | Guard):
        value, quantity, otherwise = (degree(part, degrees) for part in body.args)
        ratio = isinstance(body, Ratio) and None not in (value, quantity)
        return _one_degree(body, [value - quantity if ratio else value, otherwise])
    if body.is_Add or isinstance(body, Larger | Smaller):
        return _one_degree(body, [degree(part, degrees) for part in body.args])
    raise NotSymbolicError(f"{body} is not homogeneous")


def _one_degree(body: Any, found: Sequence[Any]) -> Any:
    known = {each for each in found if each is not None}
    if len(known) > 1:
        raise NotSymbolicError(f"{body} is not homogeneous")
    return known.pop() if known else None


def coefficients(body: Expr, variable: Expr) -> dict[int, Expr]:
    """Return what the powers of a variable have as factors in a polynomial. Raises NotSymbolicError for others.

    >>> x, d = sympy.symbols("x d")
    >>> coefficients(x * (d - x) + x / d, x) == {0: 0, 1: d + 1 / d, 2: -1}
    True
    """
    found: dict[int, Expr] = {0: sympy.S.Zero}
    for term in sympy.Add.make_args(sympy.expand(body)) if body else ():
        factor, own = term.as_independent(variable, as_Add=False)
        base, times = (variable, sympy.S.Zero) if own == 1 else own.as_base_exp()
        if base != variable or not (times.is_Integer and times >= 0):
            raise NotSymbolicError(f"a term that is no polynomial in {variable} is swept only")
        found[int(times)] = found.get(int(times), sympy.S.Zero) + factor
    return found


def product_sign(term: Expr, positive: Expr) -> int:
    """Return the sign of a number times powers of what is positive, and powers of positive numbers by that; else 0.

    >>> d = sympy.Symbol("d")
    >>> product_sign(-2 * Power(sympy.Rational(9, 10), d - 1) / d, d), product_sign(d + 1, d)
    (-1, 0)
    """
    number, rest = term.as_coeff_Mul()
    for part in sympy.Mul.make_args(rest):
        base, power = part.args if isinstance(part, Power) else part.as_base_exp()
        known = base == positive or (isinstance(part, Power) and base.is_Rational and base > 0) or part == 1
        if not known or not power.free_symbols <= {positive}:
            return 0
    return int(sympy.sign(number))


def measured(what: object, output: str) -> Any:
    """Return the symbol for the value of a quantity or reduction in one output of a concrete case."""
    return sympy.Symbol(f"{what}@{output}")


@lru_cache(maxsize=1 << 14)
def text_of(expression: Expr) -> str:
    """Write an expression; outputs, parts and metrics have many in common, and SymPy takes its time."""
    return str(expression)


class _UnreadError(NotSymbolicError, TypeError):
    """Says that a generator looks at items that are not written out; ``list`` takes a TypeError for no length."""

    def __init__(self, *_: object) -> None:
        super().__init__("a generator that reads or changes the other items is swept only")


class Unread:
    """Stands in a table for items that a generator may only put into outputs."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __iter__(self) -> Iterator[Any]:
        """Refuse."""
        raise _UnreadError

    def __hash__(self) -> int:
        """Refuse."""
        raise _UnreadError

    def __eq__(self, other: object) -> bool:
        """Refuse."""
        raise _UnreadError

    __getitem__ = __lt__ = __eq__


class UnreadTable(list[Any]):
    """A table of such items, of which a generator may not even know the length."""

    def __init__(self, kind: str) -> None:
        super().__init__([Unread(kind)])

    def __len__(self) -> int:
        """Refuse."""
        raise _UnreadError

    def __getitem__(self, place: Any) -> Any:
        """Refuse."""
        raise _UnreadError

    def __mul__(self, times: Any) -> Any:
        """Refuse."""
        raise _UnreadError


def unread(table: Sequence[Any]) -> list[Any]:
    """Return what stands in a table for items that are not written out."""
    return [entry for entry in table if isinstance(entry, Unread)]
