"""The branches of a proof: what each one assumes, and the two sides of a case distinction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from axiometrics.checker.prove.algebra import Split
from axiometrics.formulas.signs import Sign

__all__ = ["State", "divided", "met", "replaced_in"]


@dataclass(frozen=True)
class State:
    """One branch: what was assumed on the way, what replaces the generators, and the signs that hold here."""

    path: tuple[dict[str, Any], ...]
    replaced: Mapping[Any, Any]
    positive: frozenset[Any]
    nonnegative: frozenset[Any]
    fresh: int = 0


def divided(state: State, split: Split) -> Iterator[State]:
    """Yield the two branches of a case distinction; together they cover everything."""
    if split.kind == "zero":
        g = split.first
        yield State(
            (*state.path, {"zero": str(g)}),
            {**state.replaced, g: sympy.S.Zero},
            state.positive,
            state.nonnegative - {g},
            state.fresh,
        )
        yield State(
            (*state.path, {"positive": str(g)}),
            state.replaced,
            state.positive | {g},
            state.nonnegative - {g},
            state.fresh,
        )
        return
    g, h, factor = split.first, split.second, sympy.Rational(split.factor.numerator, split.factor.denominator)
    excess = sympy.Symbol(f"e{state.fresh or ''}")
    yield _ordered(state, g, h, factor, excess, strict=g in state.positive)
    yield _ordered(state, h, g, 1 / factor, excess, strict=h in state.positive and g not in state.positive)


def _ordered(state: State, larger: Any, smaller: Any, factor: Any, excess: Any, *, strict: bool) -> State:
    """Assume larger = factor * smaller + excess; a strict excess keeps what was known of the larger one."""
    step = {
        "larger": str(larger),
        "smaller": str(smaller),
        "factor": str(factor),
        "excess": str(excess),
        "strict": strict,
    }
    positive = (state.positive - {larger}) | ({excess} if strict else set())
    nonnegative = (state.nonnegative - {larger}) | (set() if strict else {excess})
    replaced = {**state.replaced, larger: factor * smaller + excess}
    return State((*state.path, step), replaced, positive, nonnegative, state.fresh + 1)


def met(signs: list[Sign]) -> Sign | None:
    """Return the sign that every branch allows, or None."""
    found = set(signs)
    if len(found) == 1:
        return signs[0]
    if found <= {"positive", "nonnegative", "zero"}:
        return "nonnegative"
    if found <= {"negative", "nonpositive", "zero"}:
        return "nonpositive"
    return None


def replaced_in(expression: Any, replaced: Mapping[Any, Any]) -> Any:
    """Return an expression with generators replaced, also those that the replacements bring in."""
    found = sympy.sympify(expression)
    while found.free_symbols & set(replaced):
        found = found.xreplace(dict(replaced))
    return found
