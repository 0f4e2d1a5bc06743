"""One function of a library: values beside our definition, properties and verdicts, on every small input."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.axioms import constraints as registered
from axiometrics.checker.api import check
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.checker.verdict import Row
from axiometrics.errors import AxiometricsError
from axiometrics.foreign import Failure, Inside, Reply, Value
from axiometrics.foreign.replies import FATAL, describe
from axiometrics.libraries.adapters import Adapter
from axiometrics.libraries.calling import (
    Definition,
    Own,
    Values,
    called,
    close,
    code,
    condition,
    definition,
    told,
)
from axiometrics.libraries.results import Difference, FunctionAudit, Kind, Property, Verdicts
from axiometrics.metrics import Metric
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.abilities import Enumeration, plain_parts
from axiometrics.tasks.registry import enumeration, small_outputs

Failing = tuple[str, str] | None
Valued = Sequence[tuple[Any, float]]
SEEDS = (0, 1, 2)
TIED = {"tied items": "ignores the order of what is tied", "tied labels": "ignores names of what is tied"}
FIRST, MANNERS = 20, 60
"""Inputs on which calls are repeated and rewritten: the first ones, and some of the others up to so many."""


def properties(
    values: Values, own: Definition | None, outputs: Sequence[Any], enumeration: Enumeration
) -> tuple[Property, ...]:
    """Return every property of a function, and of our definition where it is one of the values alone."""
    replies = values.of(outputs)
    manners = _manners(values, outputs, replies)
    found = [Property(name, failing is None, tried, *(failing or ())) for name, tried, failing in manners]
    found += _of_ties(values, own, outputs)
    said = zip(outputs, replies, strict=True)
    valued = [(output, reply.value) for output, reply in said if isinstance(reply, Value)]
    mine = [] if own is None else [(output, own.value(output).value) for output in outputs]
    defined = [(output, value) for output, value in mine if value is not None]
    for name, of_values in _of_values(values, enumeration).items():
        failing = of_values(valued)
        ours = None if own is None else of_values(defined) is None
        found.append(Property(name, failing is None, len(valued), *(failing or ("", "")), ours))
    return tuple(found)


def _manners(
    values: Values, outputs: Sequence[Any], replies: Sequence[Reply]
) -> list[tuple[str, int, Failing]]:
    """Return what a call may do wrong besides its value, with the number of inputs tried."""
    some, first = _some(outputs), _some(replies)
    found = [
        ("has a value", len(outputs), _without_value(outputs, replies)),
        ("leaves its arguments alone", len(outputs), _mutated(outputs, replies)),
        ("repeats itself", len(some), _changing(values, some, first)),
    ]
    for kind, name in (("items", "ignores the order of items"), ("labels", "ignores names")):
        if some and kind in values.task.equivalent_forms(values.adapter.reads, some[0], 0):
            found.append((name, len(some), _dependent(values, some, first, kind)))
    return found


def _some(found: Sequence[Any]) -> list[Any]:
    step = max(1, -(-(len(found) - FIRST) // (MANNERS - FIRST)))
    return [*found[:FIRST], *found[FIRST::step]]


def _of_ties(values: Values, own: Definition | None, outputs: Sequence[Any]) -> list[Property]:
    """Return whether the value depends on the order or on names of what is tied, and whether ours does."""
    found = []
    for kind, name in TIED.items():
        forms, reads = values.task.equivalent_forms, values.adapter.reads
        tied = _some([each for each in outputs if kind in forms(reads, each, 0)])
        if tied:
            failing = _dependent(values, tied, values.of(tied), kind)
            ours = None if own is None else all(_ignores(own, kind, values, each) for each in tied)
            found.append(Property(name, failing is None, len(tied), *(failing or ("", "")), ours))
    return found


def _ignores(own: Definition, kind: str, values: Values, output: Any) -> bool:
    """Say whether our value stays the same on the forms of one kind."""
    forms = [values.task.equivalent_forms(values.adapter.reads, output, seed)[kind] for seed in SEEDS]
    return len({called(own.metric)(*form) for form in (values.parts(output), *forms)}) == 1


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
    again = values.worker.again([values.parts(output) for output in reversed(outputs)])[::-1]
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
                seen = f"{told(reply)}, but {told(second)} on {', '.join(map(repr, parts))}"
                return output.notation(), seen
    return None


def _differ(one: Reply, other: Reply, digits: int) -> bool:
    """Say whether two replies differ; no answer within the limits is none."""
    if any(isinstance(reply, Failure) and reply.kind in FATAL for reply in (one, other)):
        return False
    if isinstance(one, Value) and isinstance(other, Value):
        return not close(one.value, other.value, digits)
    return not (isinstance(one, Failure) and isinstance(other, Failure) and one.kind == other.kind)


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
        if own:
            own.know(outputs)
        return FunctionAudit(
            adapter,
            source=values.call.source,
            compared=len(outputs),
            size=asked.reach(adapter.task),
            differences=differences(values, own, outputs) if own else (),
            properties=properties(values, own, outputs, enumeration(adapter.task)),
            verdicts=_verdicts(values, asked) if asked.constraints else None,
            values=tuple(
                (each.notation(), told(reply))
                for each, reply in zip(outputs, values.of(outputs), strict=True)
            ),
        )


def _verdicts(values: Values, asked: Asked) -> Verdicts:
    """Check a function, and the metric that it should equal, with the checker, both as code that can only be run.

    Values that are known already are not asked for again.
    """
    adapter = values.adapter
    row = _row(adapter.task, adapter.reads, adapter.error, adapter.name, values.worker, asked)
    return Verdicts(row, own_row((adapter.task, adapter.equals), asked) if adapter.equals else None)


def own_row(owned: Owned, asked: Asked) -> Row:
    """Return the verdicts of a registered metric on the same cases, computed once."""
    if (owned, asked) not in _KEPT:
        task, key = owned
        metric = definition(task, key).metric
        error = metric.orientation == "error"
        function = _known_before(metric, asked.checked(task))
        keep_row(owned, asked, _row(task, enumeration(task).form, error, key, function, asked))
    return _KEPT[owned, asked]


def _known_before(metric: Metric, size: int) -> Inside:
    """Return a metric as a function of its task's form that knows its values on the swept cases, computed together."""
    forms, batch = _swept(metric.task, size)
    known = dict(zip(forms, map(float, get_task(metric.task).values(metric, batch)), strict=True))
    alone = called(metric)

    def function(*parts: Any) -> float | None:
        found = known.get(pickle.dumps(parts))
        return alone(*parts) if found is None else found

    return Inside(function)


@lru_cache(maxsize=32)
def _swept(task: str, size: int) -> tuple[list[bytes], Any]:
    """Return the outputs of a task's swept cases, as a function is given them and as one batch."""
    home, form = get_task(task), enumeration(task).form
    asked = _asked_of(task, size)
    cases = [sweep_cases(each, size) for each in asked] + [larger_cases(each, wide=False) for each in asked]
    outputs = [outputs for each in cases if len(each) for outputs in each.outputs.values()]
    shown = dict.fromkeys(table for each in outputs for table in each.tables())
    single = dict.fromkeys(part for table in shown for part in plain_parts(table))
    found = {
        pickle.dumps(home.arguments(form, each)): each for each in single if isinstance(each, home.output)
    }
    return list(found), home.batch(list(found.values()))


def keep_row(owned: Owned, asked: Asked, row: Row) -> None:
    """Take verdicts that another process has found for what `own_row` returns."""
    _KEPT[owned, asked] = row


def _row(task: str, reads: str, error: bool, key: str, function: Callable[..., Any], asked: Asked) -> Row:
    record = build(function, task=task, reads=reads, error=error, key=key, trusted=False)
    return check(
        record,
        constraints=_asked_of(task, asked.checked(task)),
        size=asked.checked(task),
        max_examples=0,
        jobs=1,
        timeout=asked.timeout,
        cache=False,
    )


MOST_ASKED = 20_000
"""Outputs of one constraint's swept cases that a function is asked for."""


@lru_cache(maxsize=32)
def _asked_of(task: str, size: int) -> list[Constraint]:
    """Return the primary constraints, and those about ties where rules read them, but none with too many outputs."""
    rules = get_task(task).reading_parameters
    found = [
        each for each in registered(task).values() if each.primary or (rules and each.judging == "forms")
    ]
    shown = {each.label: sweep_cases(each, size).outputs.values() for each in found}
    asked = {name: {table for batch in some for table in batch.tables()} for name, some in shown.items()}
    return [each for each in found if len(asked[each.label]) <= MOST_ASKED]


CONVENTION = "our definition is 0/0 there, so a convention decides"
UNDEFINED = "our definition has no value there"
READING = "a rule decides how ties are read"


def differences(values: Values, own: Definition, outputs: Sequence[Any]) -> tuple[Difference, ...]:
    """Return each way to differ with its smallest input, defects first.

    An input on which ours is 0/0 or has no value, or that a documented convention is about, is a matter of
    convention; any other difference is a defect.
    """
    found: dict[tuple[Kind, str], list[tuple[Any, Own, Reply]]] = {}
    documented = [(condition(each.when), each) for each in values.adapter.conventions]
    for output, reply in zip(outputs, values.of(outputs), strict=True):
        mine = own.value(output)
        if _agree(mine, reply, values.adapter.digits):
            continue
        parts = values.parts(output)
        stated = next((each for holds, each in documented if holds(parts)), None)
        about: tuple[Kind, str] = ("defect", "")
        if stated is not None:
            about = ("misnamed" if stated.misnamed else "convention", stated.says)
        elif mine.convention:
            about = ("convention", UNDEFINED if mine.value is None else CONVENTION)
        elif _is_reading(mine, reply, values.adapter.digits):
            about = ("convention", READING)
        found.setdefault(about, []).append((output, mine, reply))
    order = ("defect", "misnamed", "convention")
    defects_first = sorted(found.items(), key=lambda item: order.index(item[0][0]))
    return tuple(_difference(values, kind, says, met) for (kind, says), met in defects_first)


def _is_reading(mine: Own, reply: Reply, digits: int) -> bool:
    """Say whether a value is between those that rules of reading give."""
    if not mine.readings or not isinstance(reply, Value):
        return False
    least, largest = mine.readings
    return least <= reply.value <= largest or any(close(reply.value, end, digits) for end in mine.readings)


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
