"""Properties that any evaluation function may be asked for, tried on every small input.

Each check returns the first input on which its property fails, and what is seen there, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from axiometrics.foreign import Failure, Reply, Value
from axiometrics.foreign.replies import FATAL
from axiometrics.libraries.calling import Values, close, told
from axiometrics.libraries.definition import Definition
from axiometrics.libraries.results import Property
from axiometrics.tasks.abilities import Enumeration

__all__ = ["properties"]

Failing = tuple[str, str] | None
Valued = Sequence[tuple[Any, float]]
SEEDS = (0, 1, 2)
FIRST, MANNERS = 20, 60
"""Inputs on which calls are repeated and rewritten: the first ones, and some of the others up to so many."""


def properties(
    values: Values, own: Definition | None, outputs: Sequence[Any], enumeration: Enumeration
) -> tuple[Property, ...]:
    """Return every property of a function, and of our definition where it is one of the values alone."""
    replies = values.of(outputs)
    found = [
        Property(name, failing is None, tried, *(failing or ()))
        for name, tried, failing in _manners(values, outputs, replies)
    ]
    valued = [
        (output, reply.value)
        for output, reply in zip(outputs, replies, strict=True)
        if isinstance(reply, Value)
    ]
    mine = [] if own is None else [(output, own.value(output).value) for output in outputs]
    defined = [(output, value) for output, value in mine if value is not None]
    for name, check in _of_values(values, enumeration).items():
        failing = check(valued)
        ours = None if own is None else check(defined) is None
        found.append(Property(name, failing is None, len(valued), *(failing or ("", "")), ours))
    return tuple(found)


def _manners(
    values: Values, outputs: Sequence[Any], replies: Sequence[Reply]
) -> list[tuple[str, int, Failing]]:
    """Return what a call may do wrong besides its value, with the number of inputs tried."""
    step = max(1, -(-(len(outputs) - FIRST) // (MANNERS - FIRST)))
    some, first = ([*part[:FIRST], *part[FIRST::step]] for part in (outputs, replies))
    found = [
        ("has a value", len(outputs), _without_value(outputs, replies)),
        ("leaves its arguments alone", len(outputs), _mutated(outputs, replies)),
        ("repeats itself", len(some), _changing(values, some, first)),
    ]
    for kind, name in (("items", "ignores the order of items"), ("labels", "ignores names")):
        if some and kind in values.task.equivalent_forms(values.adapter.reads, some[0], 0):
            found.append((name, len(some), _dependent(values, some, first, kind)))
    return found


def _without_value(outputs: Sequence[Any], replies: Sequence[Reply]) -> Failing:
    for output, reply in zip(outputs, replies, strict=True):
        if not isinstance(reply, Value) and reply.kind != "mutated":
            return output.notation(), told(reply)
    return None


def _mutated(outputs: Sequence[Any], replies: Sequence[Reply]) -> Failing:
    for output, reply in zip(outputs, replies, strict=True):
        if not isinstance(reply, Value) and reply.kind == "mutated":
            return output.notation(), reply.message
    return None


def _changing(values: Values, outputs: Sequence[Any], replies: Sequence[Reply]) -> Failing:
    again = values.again([values.parts(output) for output in reversed(outputs)])[::-1]
    for output, reply, second in zip(outputs, replies, again, strict=True):
        if _differ(reply, second, values.adapter.digits):
            return output.notation(), f"{told(reply)}, then {told(second)}"
    return None


def _dependent(values: Values, outputs: Sequence[Any], replies: Sequence[Reply], kind: str) -> Failing:
    reads = values.adapter.reads
    for output, reply in zip(outputs, replies, strict=True):
        forms = [values.task.equivalent_forms(reads, output, seed)[kind] for seed in SEEDS]
        for parts, second in zip(forms, values.on(forms), strict=True):
            if _differ(reply, second, values.adapter.digits):
                return (
                    output.notation(),
                    f"{told(reply)}, but {told(second)} on {', '.join(map(repr, parts))}",
                )
    return None


def _differ(one: Reply, other: Reply, digits: int) -> bool:
    """Say whether two replies differ; no answer within the limits is none."""
    if any(isinstance(reply, Failure) and reply.kind in FATAL for reply in (one, other)):
        return False
    if isinstance(one, Value) and isinstance(other, Value):
        return not close(one.value, other.value, digits)
    return isinstance(one, Value) != isinstance(other, Value) or getattr(one, "kind", "") != getattr(
        other, "kind", ""
    )


def _of_values(values: Values, enumeration: Enumeration) -> dict[str, Callable[[Valued], Failing]]:
    digits, turn = values.adapter.digits, -1 if values.adapter.error else 1
    symmetry = (
        {"symmetric": lambda valued: _asymmetric(valued, enumeration, digits)}
        if enumeration.exchangeable
        else {}
    )
    return {
        **symmetry,
        "nothing beats a perfect output": lambda valued: _best(valued, enumeration, digits, turn, ties=False),
        "only a perfect output is best": lambda valued: _best(valued, enumeration, digits, turn, ties=True),
        "every perfect output scores the same": lambda valued: _uneven(valued, enumeration, digits),
    }


def _asymmetric(valued: Valued, enumeration: Enumeration, digits: int) -> Failing:
    known = {enumeration.identity(output): value for output, value in valued}
    for output, value in valued:
        second = known.get(enumeration.identity(enumeration.exchanged(output)))
        if second is not None and not close(value, second, digits):
            return output.notation(), f"{value!r}, exchanged {second!r}"
    return None


def _best(valued: Valued, enumeration: Enumeration, digits: int, turn: int, *, ties: bool) -> Failing:
    """Look for an output that is not perfect and scores more than the perfect one on its gold, or as much."""
    perfect: dict[Any, float] = {}
    for output, value in valued:
        if enumeration.perfect(output):
            known = perfect.get(enumeration.gold(output), value)
            perfect[enumeration.gold(output)] = max(known, value, key=lambda each: each * turn)
    for output, value in valued:
        best = perfect.get(enumeration.gold(output))
        if best is None or enumeration.perfect(output):
            continue
        tied = close(value, best, digits)
        if tied if ties else not tied and (value - best) * turn > 0:
            return output.notation(), f"{value!r}, the perfect output {best!r}"
    return None


def _uneven(valued: Valued, enumeration: Enumeration, digits: int) -> Failing:
    first: tuple[Any, float] | None = None
    for output, value in valued:
        if not enumeration.perfect(output):
            continue
        first = first or (output, value)
        if not close(value, first[1], digits):
            return output.notation(), f"{value!r}, but {first[1]!r} on {first[0].notation()}"
    return None
