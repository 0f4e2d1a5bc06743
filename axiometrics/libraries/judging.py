"""One function of a library: values beside our definition, properties and verdicts, on every small input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from axiometrics.checker.api import check
from axiometrics.checker.verdict import Row
from axiometrics.errors import AxiometricsError
from axiometrics.foreign import Failure, Reply, Value
from axiometrics.foreign.replies import describe
from axiometrics.libraries.adapters import Adapter
from axiometrics.libraries.calling import Values, close, code, condition, told
from axiometrics.libraries.properties import Definition, Own, definition, properties
from axiometrics.libraries.results import Difference, FunctionAudit, Kind, Verdicts
from axiometrics.metrics.registry import build
from axiometrics.tasks.registry import enumeration, small_outputs

__all__ = ["Asked", "Owned", "judged", "keep_row", "own_row"]

Owned = tuple[str, str]
"""A registered metric that some function should equal: its task and its key."""

_KEPT: dict[tuple[Owned, Asked], Row] = {}


@dataclass(frozen=True)
class Asked:
    """How far functions are audited: see `axiometrics.libraries.audit_libraries`."""

    size: int | None
    constraints: bool
    timeout: float

    def reach(self, task: str) -> int:
        """Return the size of the largest inputs on which values are compared."""
        return self.size or enumeration(task).size

    def checked(self, task: str) -> int:
        """Return the size up to which the constraints are swept."""
        return min(enumeration(task).checked, self.reach(task))


def judged(adapter: Adapter, asked: Asked, loaded: Callable[[], None] = lambda: None) -> FunctionAudit:
    """Return what is found of one function; ``loaded`` is called when everything that it needs is imported.

    What goes wrong is told in the result.
    """
    try:
        return _judged(adapter, asked, loaded)
    except AxiometricsError as error:
        return FunctionAudit(adapter, error=f"{type(error).__name__.removesuffix('Error')}: {error}")
    except Exception as error:  # a library may raise anything from wherever it is touched
        return FunctionAudit(adapter, error=describe(error))


def _judged(adapter: Adapter, asked: Asked, loaded: Callable[[], None]) -> FunctionAudit:
    own = definition(adapter.task, adapter.equals) if adapter.equals else None
    values = Values(adapter, timeout=asked.timeout)
    outputs = values.applicable(small_outputs(adapter.task, asked.reach(adapter.task)))
    if adapter.compiles:
        values.compile(outputs)
    with values:
        loaded()
        values.require_answers(outputs)
        return FunctionAudit(
            adapter,
            compared=len(outputs),
            size=asked.reach(adapter.task),
            differences=differences(values, own, outputs) if own else (),
            properties=properties(values, own, outputs, enumeration(adapter.task)),
            verdicts=_verdicts(values, asked) if asked.constraints else None,
        )


def _verdicts(values: Values, asked: Asked) -> Verdicts:
    """Check a function, and the metric that it should equal, with the checker, both as code that can only be run.

    Values that are known already are not asked for again.
    """
    adapter = values.adapter
    row = _row(adapter.task, adapter.reads, adapter.error, adapter.name, values.known, asked)
    return Verdicts(row, own_row((adapter.task, adapter.equals), asked) if adapter.equals else None)


def own_row(owned: Owned, asked: Asked) -> Row:
    """Return the verdicts of a registered metric on the same cases, computed once."""
    if (owned, asked) not in _KEPT:
        task, key = owned
        metric = definition(task, key).metric
        error = metric.orientation == "error"
        keep_row(owned, asked, _row(task, enumeration(task).form, error, key, metric.__call__, asked))
    return _KEPT[owned, asked]


def keep_row(owned: Owned, asked: Asked, row: Row) -> None:
    """Take verdicts that another process has found for what `own_row` returns."""
    _KEPT[owned, asked] = row


def _row(task: str, reads: str, error: bool, key: str, function: Callable[..., Any], asked: Asked) -> Row:
    record = build(function, task=task, reads=reads, error=error, key=key, trusted=False)
    return check(record, size=asked.checked(task), max_examples=0, jobs=1, timeout=asked.timeout, cache=False)


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
        about: tuple[Kind, str] = ("defect", "") if says is None else ("convention", says)
        found.setdefault(about, []).append((output, mine, reply))
    defects_first = sorted(found.items(), key=lambda item: item[0][0] != "defect")
    return tuple(_difference(values, kind, says, met) for (kind, says), met in defects_first)


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
