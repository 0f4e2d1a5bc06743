"""Demands that no metric at all can meet together: cases as linear inequalities, a solver, and what it found as a sum.

The scores of the outputs are unknown numbers, and each case says what linear forms of them must be, often in one of
several ways. A solver (z3, of the extra ``certify``) looks for numbers that meet all cases. Where there are none, few
cases are kept of which each is needed, and for every choice of ways, multipliers of the inequalities are given whose
sum is 0 > 0. That is checked again by `Impossibility.is_checked`, in fractions and without the solver.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from importlib.util import find_spec
from itertools import product
from math import lcm, prod
from typing import Any, Literal

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Form, Nonnegative, OfACase, Positive, SameSign, Zero
from axiometrics.checker.selection import select_constraints
from axiometrics.checker.sweep import sweep_cases
from axiometrics.errors import InputError
from axiometrics.patterns.implications import same_output

MOST_CASES = 400
"""With more cases than this, larger ones are not given to the solver."""
MOST_WAYS = 243
"""Proofs with more choices of ways are not looked for."""

Relation = Literal[">", ">=", "="]


@dataclass(frozen=True)
class Inequality:
    """What a linear form of the outputs' scores, turned so that more is better, must be beside zero."""

    weights: tuple[tuple[Any, Fraction], ...]
    relation: Relation

    def turned(self, relation: Relation) -> Inequality:
        """Return what the form with the opposite sign must be."""
        return Inequality(tuple((output, -weight) for output, weight in self.weights), relation)


Way = tuple[Inequality, ...]


@dataclass(frozen=True)
class Asked:
    """One case of a constraint, and the ways in which scores may meet it; ``place`` is its place among the cases."""

    constraint: str
    place: int
    size: int
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class Impossibility:
    """Cases that no scores meet, each of which is needed; ``sums`` has multipliers for every choice of ways, in order.

    A choice takes one way of each case; its multipliers belong to the inequalities of these ways, one after another.
    """

    cases: tuple[Asked, ...]
    sums: tuple[tuple[Fraction, ...], ...]

    @property
    def choices(self) -> Iterator[Way]:
        """The inequalities of each choice of ways."""
        for chosen in product(*(case.ways for case in self.cases)):
            yield tuple(inequality for way in chosen for inequality in way)

    @property
    def is_checked(self) -> bool:
        """Whether every choice's sum is 0 > 0: no output is left in it, and a strict inequality is part of it.

        >>> more = Inequality((("x", Fraction(1)), ("y", Fraction(-1))), ">")
        >>> both = (Asked("c", 0, 1, ((more,),)), Asked("d", 0, 1, ((more.turned(">="),),)))
        >>> one = Fraction(1)
        >>> Impossibility(both, ((one, one),)).is_checked, Impossibility(both, ((one, one * 2),)).is_checked
        (True, False)
        """
        choices = list(self.choices)
        return len(choices) == len(self.sums) and all(map(_is_zero_above_zero, choices, self.sums))


def _is_zero_above_zero(inequalities: Way, multipliers: Sequence[Fraction]) -> bool:
    if len(inequalities) != len(multipliers):
        return False
    total: dict[Any, Fraction] = {}
    strict = False
    for each, times in zip(inequalities, multipliers, strict=True):
        if times < 0 and each.relation != "=":
            return False
        strict |= times > 0 and each.relation == ">"
        for output, weight in each.weights:
            total[output] = total.get(output, Fraction(0)) + times * weight
    return strict and not any(total.values())


def solver_is_there() -> bool:
    """Whether z3 is installed."""
    return find_spec("z3") is not None


def asked(constraint: Constraint, size: int, places: Sequence[int] | None = None) -> Iterator[Asked]:
    """Yield what a constraint asks of scores, in its cases up to a size; nothing where that is no linear demand.

    Left out are demands on the values themselves, on some case among many, on what another metric scores, and those
    that depend on what a metric states of itself. Outputs are compared up to the names of labels.
    """
    if not _is_linear(constraint):
        return
    cases = sweep_cases(constraint, size)
    for place in range(len(cases)) if places is None else places:
        outputs, means = cases.case(place).outputs, constraint.judging == "means"
        ways = tuple(_ways(constraint, outputs, means=means))
        yield Asked(constraint.label, place, int(cases.size[place]), ways)


def _is_linear(constraint: Constraint) -> bool:
    demand = constraint.of_a_case
    return (
        constraint.judging in ("outputs", "means")
        and not constraint.scored_by
        and constraint.demand_of_metric is None
        and constraint.demand.quantifier == "every"
        and type(demand) in (Positive, Zero, Nonnegative, SameSign)
    )


def _ways(constraint: Constraint, outputs: Mapping[str, Any], *, means: bool) -> Iterator[Way]:
    """Yield what meets a case: a premise that does not hold, or the demand."""

    def of(form: Form, relation: Relation) -> Inequality:
        return Inequality(_weights(form, outputs, means=means), relation)

    for form, kind in constraint.premises:
        yield (of(form, ">").turned(">"),)
        if kind == "zero":
            yield (of(form, ">"),)
    yield from _of_demand(constraint.of_a_case, of)


def _of_demand(demand: OfACase, of: Any) -> Iterator[Way]:
    if isinstance(demand, SameSign):
        one, other = (of(form, ">") for form in demand.forms)
        yield one, other
        yield one.turned(">"), other.turned(">")
        yield tuple(of(form, "=") for form in demand.forms)
        return
    yield (of(demand.form, {Positive: ">", Zero: "=", Nonnegative: ">="}[type(demand)]),)


def _weights(form: Form, outputs: Mapping[str, Any], *, means: bool) -> tuple[tuple[Any, Fraction], ...]:
    """Return the weight of every output in a form; a mean is what its outputs score, by their shares."""
    found: dict[Any, Fraction] = {}
    for name, weight in form.items():
        parts = outputs[name].parts if means else ((Fraction(1), outputs[name]),)
        for share, output in parts:
            known = same_output(output)
            found[known] = found.get(known, Fraction(0)) + weight * share
    return tuple((output, weight) for output, weight in found.items() if weight)


def impossible(constraints: Sequence[Constraint], size: int) -> Impossibility | None:
    """Return cases of the constraints, up to a size, that no scores meet; None where there are none, or too many cases.

    Small cases are tried first. Raises InputError where z3 is not installed.
    """
    if not solver_is_there():
        raise InputError("no solver is installed; install z3 with: pip install 'axiometrics[certify]'")
    linear = [constraint for constraint in constraints if _is_linear(constraint)]
    sizes = [np.asarray(sweep_cases(constraint, size).size) for constraint in linear]
    for most in np.unique(np.concatenate([np.zeros(0, dtype=int), *sizes])).tolist():
        if sum(int((held <= most).sum()) for held in sizes) > MOST_CASES:
            return None
        cases = [
            case
            for constraint, held in zip(linear, sizes, strict=True)
            for case in asked(constraint, size, np.flatnonzero(held <= most).tolist())
        ]
        kept = _needed(sorted(cases, key=lambda case: case.size))
        if kept is not None:
            return _proved(kept)
    return None


def _needed(cases: Sequence[Asked]) -> list[Asked] | None:
    """Return cases that no scores meet, of which each is needed; None where some scores meet all."""
    core = _core(cases)
    if core is None:
        return None
    kept = [case for place, case in enumerate(cases) if place in core]
    for case in reversed(list(kept)):
        rest = [each for each in kept if each is not case]
        less = _core(rest)
        if less is not None:
            kept = [each for place, each in enumerate(rest) if place in less]
    return kept


def _core(cases: Sequence[Asked]) -> set[int] | None:
    """Return the places of cases that no scores meet, as the solver names them; None where it finds no such cases."""
    import z3

    solver, numbers = z3.Solver(), _Numbers()
    for place, case in enumerate(cases):
        ways = [z3.And(*(numbers.said(each) for each in way)) for way in case.ways]
        solver.assert_and_track(z3.Or(*ways), f"case{place}")
    if str(solver.check()) != "unsat":
        return None
    return {int(str(name).removeprefix("case")) for name in solver.unsat_core()}


class _Numbers:
    """The solver's unknown numbers, one for each output."""

    def __init__(self) -> None:
        self.known: dict[Any, Any] = {}

    def said(self, inequality: Inequality) -> Any:
        """Return an inequality in the solver's words."""
        import z3

        terms = [
            z3.Q(weight.numerator, weight.denominator)
            * self.known.setdefault(output, z3.Real(f"output{len(self.known)}"))
            for output, weight in inequality.weights
        ]
        total = z3.Sum(*terms) if terms else z3.RealVal(0)
        return {">": total > 0, ">=": total >= 0, "=": total == 0}[inequality.relation]


def _proved(cases: Sequence[Asked]) -> Impossibility | None:
    if prod(len(case.ways) for case in cases) > MOST_WAYS:
        return None
    choices = Impossibility(tuple(cases), ()).choices
    sums = [_multipliers(choice) for choice in choices]
    found = Impossibility(tuple(cases), tuple(each for each in sums if each is not None))
    return found if found.is_checked else None


def _multipliers(choice: Way) -> tuple[Fraction, ...] | None:
    """Return whole multipliers of inequalities whose sum is 0 > 0 (Farkas); small ones are wanted, not promised."""
    import z3

    solver, times = z3.Optimize(), [z3.Real(f"times{place}") for place in range(len(choice))]
    total: dict[Any, Any] = {}
    for each, factor in zip(choice, times, strict=True):
        if each.relation != "=":
            solver.add(factor >= 0)
        for output, weight in each.weights:
            total[output] = total.get(output, 0) + factor * z3.Q(weight.numerator, weight.denominator)
    solver.add(*(value == 0 for value in total.values()))
    solver.add(
        z3.Sum(*(factor for each, factor in zip(choice, times, strict=True) if each.relation == ">")) == 1
    )
    if str(solver.check()) != "sat":
        return None
    values = [solver.model().eval(factor, model_completion=True).as_fraction() for factor in times]
    found = [Fraction(value.numerator, value.denominator) for value in values]
    whole = lcm(*(value.denominator for value in found))
    return tuple(value * whole for value in found)


def restored(stored: Sequence[Any], constraints: Sequence[Constraint], size: int) -> Impossibility | None:
    """Return the proof of stored places and multipliers, its cases made again; None where it does not stand."""
    if not stored:
        return None
    records = {constraint.label: constraint for constraint in constraints}
    places, sums = stored
    cases = tuple(next(asked(records[label], size, [place])) for label, place in places)
    found = Impossibility(cases, tuple(tuple(map(Fraction, each)) for each in sums))
    return found if found.is_checked else None


def stored(found: Impossibility | None) -> list[Any]:
    """Return a proof as plain data: constraint and place of every case, and the multipliers; empty for none."""
    if found is None:
        return []
    places = [[case.constraint, case.place] for case in found.cases]
    return [places, [[str(factor) for factor in each] for each in found.sums]]


@dataclass(frozen=True)
class Theorem:
    """What a publication says no metric can satisfy together, in constraints of here; cases up to ``size`` show it."""

    says: str
    cites: str
    section: str
    size: int
    records: tuple[Constraint, ...]


def theorems(task: str) -> tuple[Theorem, ...]:
    """Return the theorems of ``theorems.toml`` about a task.

    >>> [each.cites for each in theorems("classification")]
    ['gosgens2021b']
    """
    told = tomllib.loads(files("axiometrics.patterns").joinpath("theorems.toml").read_text("utf-8"))[
        "theorem"
    ]
    return tuple(
        Theorem(
            each["says"],
            each["cites"],
            each["section"],
            each["size"],
            tuple(select_constraints(task, each["constraints"], plugins=False)),
        )
        for each in told
        if each["task"] == task
    )
