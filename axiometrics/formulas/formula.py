"""A traced formula: as written, in normal form, and compiled for any arithmetic.

Its function is called on plain numbers, too, and must give what its graph says it gives.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from inspect import unwrap
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeVar

import numpy as np
import sympy
from sympy import Expr

from axiometrics.errors import NotSymbolicError, UnknownNameError
from axiometrics.formulas.arithmetics.bounded import Bounded
from axiometrics.formulas.arithmetics.scalars import FLOATS, SCALARS, Rough, rough
from axiometrics.formulas.authored import require_recordable
from axiometrics.formulas.compiled import (
    HIGHEST,
    Algebra,
    Reduction,
    Steps,
    compile_alone,
    compile_at_once,
    compile_formula,
    steps_alone,
)
from axiometrics.formulas.graph import Node, StepError, as_node, line_of, recording, require_guarded, text
from axiometrics.formulas.latex import Signs, formula_latex
from axiometrics.formulas.nodes import Letter, Over
from axiometrics.formulas.normal import Normal, Rules, lowered, normalise
from axiometrics.formulas.plain import Number, Numbers, Sample, evaluated, numbers, value_of
from axiometrics.formulas.questions import is_library, kept_by
from axiometrics.formulas.single_output import few, many

Made = TypeVar("Made")

LONGEST = 20_000
"""Steps of a formula that is written out, which takes SymPy some seconds."""


@dataclass(frozen=True, eq=False)
class Formula:
    """``graph`` is what the author wrote, ``expression`` says the same; ``normal`` is what is evaluated and proved.

    ``globals`` are the symbols of the object's named quantities (for clusterings N, R and K).
    """

    graph: Node
    expression: Expr
    normal: Normal
    globals: tuple[Any, ...]
    variables: tuple[Any, ...]
    _compiled: dict[Any, Any] = field(default_factory=dict, repr=False)
    written: tuple[Callable[..., Any], Any, dict[str, Any]] | None = field(default=None, repr=False)
    """The author's function, the view it was called with, and its parameters."""
    reading: Mapping[str, str] = field(default_factory=dict, repr=False)
    """How outputs are read, where a task has several ways: it is no part of what is written."""
    names: Mapping[Node, str] = field(default_factory=dict, repr=False)
    """The LaTeX of names that the author gave to parts of it."""

    @cached_property
    def atoms(self) -> tuple[Over, ...]:
        """The reductions it needs, in a fixed order."""
        return tuple(self.normal.atoms[symbol] for symbol in self._symbols)

    @cached_property
    def used(self) -> tuple[bool, ...]:
        """Which of the globals stand outside of all reductions."""
        outside = self.normal.expression.free_symbols
        return tuple(symbol in outside for symbol in self.globals)

    def alone(self, sums: frozenset[str]) -> Callable[..., Any]:
        """Return what computes the value of one output in Python's floats: see `axiometrics.formulas.single_output`."""
        if ("alone", sums) not in self._compiled:
            given = {"few": few, "many": partial(many, self), "array": np.ndarray}
            self._compiled["alone", sums] = compile_alone(self.steps, sums, SCALARS, given)
        found: Callable[..., Any] = self._compiled["alone", sums]
        return found

    @property
    def steps(self) -> Steps:
        """What `alone` computes, step by step."""
        reductions = list(map(self.reduction, range(len(self.atoms))))
        return steps_alone(sympy.sympify(self.normal.expression), reductions, self.variables, self.globals)

    def at_once(self, place: int) -> tuple[tuple[str, ...], Callable[..., Any], tuple[int, int] | None]:
        """Return which of an output's columns the body of a place's reduction reads, a function of these, and more."""
        if ("at once", place) not in self._compiled:
            made = compile_at_once(self.reduction(place), self.variables, self.globals, FLOATS)
            self._compiled["at once", place] = made
        found: tuple[tuple[str, ...], Callable[..., Any], Any] = self._compiled["at once", place]
        return found

    def reduction(self, place: int) -> Reduction:
        """Return a reduction by its place among the atoms."""
        return Reduction.of(self._symbols[place], self.atoms[place], self.variables, self.globals)

    def _once(self, place: object, make: Callable[[], Made]) -> Made:
        if place not in self._compiled:
            self._compiled[place] = make()
        found: Made = self._compiled[place]
        return found

    @cached_property
    def _symbols(self) -> tuple[Any, ...]:
        return tuple(sorted(self.normal.atoms, key=str))

    def latex(self, signs: Signs) -> str:
        """Return it as its author wrote it, with the task's ``signs`` of reductions."""
        return formula_latex(self.graph, signs, self.names)

    def plan(self, algebra: Algebra) -> tuple[Callable[..., Any], tuple[tuple[str, Callable[..., Any]], ...]]:
        """Return `compiled` and, for every atom in order, its domain and its `body`."""
        if id(algebra) not in self._compiled:
            parts = tuple((atom.domain, self.body(atom, algebra)) for atom in self.atoms)
            self._compiled[id(algebra)] = algebra, (self.compiled(algebra), parts)
        found: tuple[Callable[..., Any], Any] = self._compiled[id(algebra)][1]
        return found

    def compiled(self, algebra: Algebra) -> Callable[..., Any]:
        """Return a function of the globals' values followed by the atoms' values."""
        return self._function(algebra, self.normal.expression, self.globals + self._symbols)

    def body(self, atom: Over, algebra: Algebra) -> Callable[..., Any]:
        """Return an atom's body as a function of the bound variables followed by the globals."""
        return self._function(algebra, atom.body, self.variables + self.globals)

    def needed(self, atom: Over) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names of the bound variables, and of the globals, that an atom's body uses."""

        def made() -> Any:
            inside, known = atom.body.free_symbols, (self.variables, self.globals)
            return tuple(tuple(symbol.name for symbol in each if symbol in inside) for each in known)

        found: tuple[tuple[str, ...], tuple[str, ...]] = self._once(("needed", atom), made)
        return found

    def is_polynomial(self, atom: Over) -> bool:
        """Whether an atom's body is sums and products alone, which take less time than looking for equal rows."""
        known = self.variables + self.globals
        return self._once(("polynomial", atom), lambda: bool(atom.body.is_polynomial(*known)))

    def _function(self, algebra: Algebra, expression: Expr, symbols: tuple[Any, ...]) -> Callable[..., Any]:
        place = id(algebra), expression, symbols
        return self._once(place, lambda: (algebra, compile_formula(expression, symbols, algebra)))[1]


def trace(function: Callable[..., Any], view: Any, values: dict[str, Any], *, rules: Rules) -> Formula:
    """Call a metric once with a symbolic view; raise NotSymbolicError when it does more than formulas can."""
    graph, names = written_graph(function, view, values)
    try:
        symbols = {str(symbol): symbol for symbol in (*rules.quantities, *rules.variables)}
        written = lowered(graph, symbols, rules.signs)
        normal, known = normalise(written, rules), (rules.quantities, rules.variables)
        made = Formula(graph, written, normal, *known, written=(function, view, values), names=names)
        _require_known_symbols(made)
        made.plan(SCALARS)
    except StepError as error:
        raise _refused_step(function, view, values, error) from None
    except NotSymbolicError as error:
        raise _refused(function, str(error)) from error
    except RecursionError as error:
        why = "its steps are nested too deeply: add up a loop's terms by a reduction"
        raise _refused(function, why) from error
    except Exception as error:  # what SymPy makes of somebody's formula
        raise _refused(function, f"{type(error).__name__}: {error}") from error
    return made


def written_graph(function: Callable[..., Any], view: Any, values: Any) -> tuple[Node, dict[Node, str]]:
    """Return the graph of what a function does, and the names its author gave to steps. Raises NotSymbolicError."""
    try:
        require_recordable(function, view)
        with recording() as names:
            graph = _returned(function(view, **values))
    except NotSymbolicError as error:
        raise _refused(function, str(error)) from error
    except Exception as error:  # the function is somebody's code
        instead = _INSTEAD if isinstance(error, TypeError) and "Quantity" in str(error) else ""
        raise _refused(function, f"{_line(error)}{_told(error)}{instead}") from error
    try:
        require_guarded(graph)
        _require_moderate(graph)
    except StepError as error:
        raise _refused_step(function, view, values, error) from None
    return graph, names


def _told(error: Exception) -> str:
    """Return what went wrong; of a name that a body is not given, what there is."""
    if isinstance(error, UnknownNameError):
        return str(error)
    kind = type(getattr(error, "obj", None))
    if isinstance(error, AttributeError) and kind.__module__.startswith("axiometrics.tasks."):
        offered = ", ".join(name for name in dir(kind) if name[0] != "_" and name not in dir(tuple))
        return f"there is no `{error.name}` in the {kind.__name__.lower()} of a body; allowed: {offered}"
    return f"{type(error).__name__}: {error}"


def _returned(found: object) -> Node:
    """Return what a function returns as a node; that it is none says no line, since the function has ended."""
    try:
        return as_node(found)
    except NotSymbolicError as error:
        raise NotSymbolicError(f"its value is no quantity: {_LINE.sub('', str(error), count=1)}") from error


_INSTEAD = "; calculate with quantities by +, -, *, / and **, and choose by guarded, maximum and minimum"
"""What to do where Python knows no such operation of a quantity."""


def _line(error: Exception) -> str:
    """Return where an exception was raised: the last line of the author's, neither of Python's library nor of ours."""
    steps = extract_tb(error.__traceback__)
    theirs = [step for step in steps if not step.filename.startswith(_OWN) and not is_library(step.filename)]
    return f"{theirs[-1].filename}:{theirs[-1].lineno}: " if theirs else ""


_OWN = str(Path(__file__).parent.parent)


def _refused_step(
    function: Callable[..., Any], view: Any, values: dict[str, Any], error: StepError
) -> NotSymbolicError:
    line = line_of(error.step, lambda: as_node(function(view, **values)))
    return _refused(function, f"{line}: {error}" if line else str(error))


def _refused(function: Callable[..., Any], why: str) -> NotSymbolicError:
    """Return a refusal with the author's line: the one that ``why`` begins with, else where the function begins."""
    code = getattr(unwrap(function), "__code__", None)
    if code is not None and not _LINE.match(why):
        why = f"{code.co_filename}:{code.co_firstlineno}: {why}"
    return NotSymbolicError(
        f"{getattr(function, '__name__', function)!r} is not a formula ({' '.join(why.split())}); mend that, or state "
        "how a function of data reads its input with reads=..."
    )


_LINE = re.compile(r".+?:\d+: ")


def _require_moderate(graph: Node) -> None:
    """Refuse powers of powers so high that no exact value fits in memory, and graphs that nobody could write out."""
    degrees: dict[int, int] = {}
    steps: dict[int, int] = {}
    for step in graph.below():
        known = [degrees[id(part)] for part in step.parts]
        degree = sum(known) if step.kind in ("product", "quotient", "ratio") else max(known, default=0)
        if step.kind in ("quantity", "variable"):
            degree = 1
        if step.kind == "power" and step.parts[1].kind == "number":
            degree = known[0] * int(step.parts[1].value)
        degrees[id(step)] = degree
        steps[id(step)] = 1 + sum(steps[id(part)] for part in step.parts)
        if degree > HIGHEST:
            raise StepError(
                f"it is of a degree above {HIGHEST}: no exact value of it can be written out; take lower powers",
                step,
            )
        if steps[id(step)] > LONGEST:
            raise StepError(
                f"written out, it has more than {LONGEST} steps; add up a loop's terms by a reduction", step
            )


def _require_known_symbols(made: Formula) -> None:
    """The bound variables belong inside reductions, and other symbols nowhere."""
    outside = made.normal.expression.free_symbols - set(made.normal.atoms) - set(made.globals)
    outside = _without_letters(outside)
    if outside:
        raise NotSymbolicError(f"the formula uses {_names(outside)} outside any reduction")
    for atom in made.atoms:
        inside = _without_letters(atom.body.free_symbols - set(made.globals) - set(made.variables))
        if inside:
            raise NotSymbolicError(
                f"the formula uses {_names(inside)} inside a reduction over {atom.domain}; "
                f"allowed there: {_names(made.variables + made.globals)}"
            )


def _without_letters(symbols: Iterable[Any]) -> set[Any]:
    return {symbol for symbol in symbols if not isinstance(symbol, Letter)}


def _names(symbols: Iterable[Any]) -> str:
    return ", ".join(sorted(map(str, symbols)))


ALONE = (
    "a formula is a function of its view alone: it must not read or keep anything else, draw random numbers, or ask "
    "what kind of thing it is given; if it must, state how it reads its input with reads=..."
)
CLOSE = 1e-9
"""Floats that differ by more than this share, and by more than rounding explains, are different."""


def require_agreement(formula: Formula, sample: Sample) -> None:
    """Call the function on the outputs of a sample, and record it again.

    Raises NotSymbolicError where what was recorded gives another number, where its normal form does, where the
    function has become another one, and where it keeps something from one call to the next.
    """
    if formula.written is None or formula.graph.has("letter"):
        return
    found = sample.outputs.bounded(formula)
    values, radius = (np.broadcast_to(part, (len(sample),)).tolist() for part in (found.value, found.radius))
    first: object = None
    for place, (value, spread) in enumerate(zip(values, radius, strict=True)):
        if not math.isinf(spread):
            _require_same(formula, sample, place, (value, spread))
        first = first or kept_by(formula.written[0])
    if kept_by(formula.written[0]) != first:
        raise NotSymbolicError(
            f"{_function_name(formula)!r} keeps something from one call to the next; {ALONE}"
        )
    if text(written_graph(*formula.written)[0]) != text(formula.graph):
        raise NotSymbolicError(
            f"{_function_name(formula)!r} is another formula once it was called before; {ALONE}"
        )


def _require_same(formula: Formula, sample: Sample, place: int, bounded: tuple[float, float]) -> None:
    """Call the function on one output: its own steps give the same number, and so do Python's own numbers, roughly."""
    given = sample.numbers(formula, place)
    plain = _called(formula, given)
    told = plain if isinstance(plain, Exception) or not _is_number(plain) else value_of(plain)
    if not _is_number(told) or not _equal(told, value_of(evaluated(formula.graph, given))):
        raise NotSymbolicError(_refusal(formula, sample, place, told, bounded[0]))
    bare = _called(formula, replace(given, bare=True))
    if not _close(told, *bounded) and not _explained(formula, given, told, bounded):
        raise NotSymbolicError(_refusal(formula, sample, place, told, bounded[0]))
    if _is_number(bare) and not _close(value_of(bare), *bounded):
        exact = _called(formula, replace(given, bare=True), rough)
        rounded = _value(formula, given, partial(rough, exact=False))
        if not (_explained(formula, given, exact, bounded) and rounded.is_near(value_of(bare))):
            raise NotSymbolicError(_refusal(formula, sample, place, value_of(bare), bounded[0]))


def _explained(formula: Formula, given: Numbers, found: object, bounded: tuple[float, float]) -> bool:
    """Whether two values are the graph's one, up to what its roots and logarithms may be off by, and nothing else."""
    expected = _value(formula, given, rough)
    return expected.tells(Rough(Bounded(*bounded))) and _is_number(found) and expected.tells(value_of(found))


def _value(formula: Formula, given: Numbers, steps: Callable[..., Any]) -> Rough:
    """Return what the graph gives on numbers, with how far off it may be where steps are taken in a way."""
    with numbers(steps):
        return Rough.of(value_of(evaluated(formula.graph, given)))


def _called(formula: Formula, given: Numbers, steps: Callable[..., Any] | None = None) -> Any:
    function, view, values = formula.written  # type: ignore[misc]
    try:
        with numbers(steps):
            return function(view.over(given), **values)
    except NotSymbolicError as error:
        raise _refused(function, str(error)) from error
    except Exception as error:  # the function is somebody's code
        return error


def _is_number(found: object) -> bool:
    return isinstance(found, Number | int | float | Fraction)


def _equal(one: Any, other: Any) -> bool:
    """Whether two numbers are the same, or none is one."""
    return bool(one == other or (one != one and other != other))


def _close(plain: Any, value: float, spread: float) -> bool:
    if math.isnan(value) or math.isinf(value):
        return repr(float(plain)) == repr(value)
    apart = abs(float(plain) - value)
    return apart <= CLOSE * max(abs(value), CLOSE) + 1000 * spread + 1e-13


def _refusal(formula: Formula, sample: Sample, place: int, plain: Any, value: float) -> str:
    told = f"{type(plain).__name__}: {plain}" if isinstance(plain, Exception) else repr(plain)
    return (
        f"{_function_name(formula)!r} gives {told} on {sample.outputs.table(place)}, but what it does to its view's "
        f"quantities gives {value!r}; {ALONE}"
    )


def _function_name(formula: Formula) -> str:
    return str(getattr(formula.written and formula.written[0], "__name__", "the function"))
