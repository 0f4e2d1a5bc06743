"""Case distinctions: what is assumed in a branch of a proof, how it is divided, and what the branches show together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy
from sympy import Expr

from axiometrics.checker.prove.algebra import Split
from axiometrics.checker.prove.certificate import BranchSign
from axiometrics.formulas.arithmetics.signs import Sign

__all__ = ["State", "divided", "excluded", "left_of", "meet", "replaced", "undivided"]


@dataclass(frozen=True)
class State:
    """One branch: what was assumed on the way, what replaces the generators, and the signs that hold here.

    The members of one of the ``sums`` are never all zero.
    """

    path: tuple[dict[str, Any], ...]
    replaced: Mapping[Any, Any]
    positive: frozenset[Any]
    nonnegative: frozenset[Any]
    fresh: int = 0
    sums: tuple[tuple[Any, ...], ...] = ()


def replaced(expression: Expr, by: Mapping[Any, Any]) -> Expr:
    """Write an expression without the generators that a branch has replaced."""
    found = sympy.sympify(expression)
    while found.free_symbols & set(by):
        found = found.xreplace(dict(by))
    return found


def divided(state: State, split: Split) -> Iterator[State]:
    """The two branches of a case distinction; together they cover everything."""
    if split.kind == "sign":
        yield from split.divide(state)
        return
    if split.kind == "zero":
        g = split.first
        rest = state.nonnegative - {g}
        zero, positive = ({name: str(g)} for name in ("zero", "positive"))
        yield replace(
            state, path=(*state.path, zero), replaced={**state.replaced, g: sympy.S.Zero}, nonnegative=rest
        )
        yield replace(state, path=(*state.path, positive), positive=state.positive | {g}, nonnegative=rest)
        return
    g, h, factor = split.first, split.second, sympy.Rational(split.factor.numerator, split.factor.denominator)
    excess = sympy.Symbol(f"e{state.fresh or ''}")
    yield _ordered(state, g, h, factor, excess, strict=g in state.positive)
    yield _ordered(state, h, g, 1 / factor, excess, strict=h in state.positive and g not in state.positive)


def _ordered(state: State, larger: Expr, smaller: Expr, factor: Expr, excess: Expr, *, strict: bool) -> State:
    """Assume larger = factor * smaller + excess; a strict excess keeps what was known of the larger one."""
    step = {
        "larger": str(larger),
        "smaller": str(smaller),
        "factor": str(factor),
        "excess": str(excess),
        "strict": strict,
    }
    return replace(
        state,
        path=(*state.path, step),
        replaced={**state.replaced, larger: factor * smaller + excess},
        positive=(state.positive - {larger}) | ({excess} if strict else set()),
        nonnegative=(state.nonnegative - {larger}) | (set() if strict else {excess}),
        fresh=state.fresh + 1,
    )


def excluded(state: State) -> bool:
    """Say whether a branch assumes that all members of a positive sum are zero, which no case does."""
    return any(all(state.replaced.get(part) == 0 for part in members) for members in state.sums)


def left_of(state: State) -> list[set[Any]]:
    """Return of every positive sum the members that are not zero here; none of a sum with a member that is replaced."""
    found = [{part for part in members if state.replaced.get(part) != 0} for members in state.sums]
    return [members for members in found if members and not members & set(state.replaced)]


def undivided(state: State) -> Split | None:
    """Return the distinction that tells which member of a positive sum is not zero; None where that is known."""
    for members in state.sums:
        open_ = [part for part in members if part in state.nonnegative]
        if open_ and not any(part in state.positive for part in members):
            return Split("zero", open_[0])
    return None


def meet(signs: Sequence[BranchSign]) -> Sign | None:
    """Return the sign of the margin wherever there is one; None when there is none or the signs disagree."""
    found: set[Any] = set(signs) - {"undefined", "impossible"}
    if len(found) == 1:
        return next(iter(found))
    if found and found <= {"positive", "nonnegative", "zero"}:
        return "nonnegative"
    if found and found <= {"negative", "nonpositive", "zero"}:
        return "nonpositive"
    return None
