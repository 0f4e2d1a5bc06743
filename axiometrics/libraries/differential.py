"""A library's function beside our definition on every small input: where they differ, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axiometrics.foreign import Failure, Reply, Value
from axiometrics.libraries.calling import code, condition
from axiometrics.libraries.definition import Definition, Own
from axiometrics.libraries.results import Difference, Kind
from axiometrics.libraries.values import Values, close, told

__all__ = ["CONVENTION", "differences"]

CONVENTION = "our definition is 0/0 there, so a convention decides"
UNDEFINED = "our definition has no value there"


def differences(values: Values, own: Definition, outputs: Sequence[Any]) -> tuple[Difference, ...]:
    """Return each way to differ with its smallest input, defects first.

    An input on which ours is 0/0 or has no value, or that a documented convention is about, is a matter of
    convention; any other difference is a defect.
    """
    found: dict[tuple[Kind, str], list[tuple[Any, Own, Reply]]] = {}
    documented = [(condition(each.when), each.says) for each in values.adapter.conventions]
    for output, reply in zip(outputs, values.of(outputs), strict=True):
        mine = own.value(output)
        if _agree(mine, reply, values.adapter.digits):
            continue
        parts = values.parts(output)
        says = next((says for holds, says in documented if holds(parts)), None)
        if says is None and mine.convention:
            says = UNDEFINED if mine.value is None else CONVENTION
        found.setdefault(("defect", "") if says is None else ("convention", says), []).append(
            (output, mine, reply)
        )
    ordered = sorted(found.items(), key=lambda item: item[0][0] != "defect")
    return tuple(_difference(values, kind, says, met) for (kind, says), met in ordered)


def _agree(mine: Own, reply: Reply, digits: int) -> bool:
    if isinstance(reply, Value):
        return mine.value is not None and close(mine.value, reply.value, digits)
    if reply.kind == "not_finite":
        return mine.value is not None and reply.value == mine.value
    return mine.value is None and reply.kind in ("undefined", "raised")


def _difference(values: Values, kind: Kind, says: str, met: list[tuple[Any, Own, Reply]]) -> Difference:
    output, mine, reply = met[0]
    ours = "no value" if mine.value is None else repr(round(mine.value, 12))
    theirs = told(reply)
    if isinstance(reply, Failure) and reply.kind == "mutated":
        theirs = f"{reply.value!r} ({theirs})"
    return Difference(
        kind, says, output.notation(), ours, theirs, len(met), code(values.adapter, values.parts(output))
    )
