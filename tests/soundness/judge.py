"""The judge: what a verdict claims, and the cases that say otherwise."""

from __future__ import annotations

import builtins
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from random import Random
from typing import Any

import axiometrics as ax
from axiometrics.axioms import CONSTRAINTS
from axiometrics.axioms.demands import Comparable, Nonnegative, Positive, SameSign, Within, Zero
from axiometrics.checker.search import drawn_cases
from axiometrics.errors import AxiometricsError
from axiometrics.parameters import split_key
from axiometrics.tasks import get_task

from .grammar import Formula
from .numbers import Number, digits, mp, number, total
from .world import Case, World

__all__ = ["Judged", "Wrong", "judge", "sign_in"]

SMALL, DRAWN, AIMED, FAR, FURTHEST = 40, 60, 3, (41, 60, 100, 1000), 12
"""Cases of each kind: of the sweeps, random ones of numbers up to 12, and those of each size that is aimed at."""
SWEPT = {
    "quantification": 4,
    "ordinal": 4,
    "organization": 4,
    "classification": 4,
    "multilabel": 4,
    "diversity": 4,
    "probabilistic": 2,
}
"""The size of small cases, where it is not 5."""
SECONDS = 60
INTERNAL = re.compile(
    rf"^({'|'.join(name for name in dir(builtins) if name.endswith('Error'))}|UnknownPrime|Certificate)\b"
    r"|object has no|object at 0x|disagree"
)
"""What an author of a formula cannot understand or mend: the words of somebody else's program."""


@dataclass(frozen=True)
class Wrong:
    """A wrong verdict: what was claimed, and why it is wrong; ``source`` can be pasted."""

    source: str
    constraint: str
    claim: str
    reason: str

    def __str__(self) -> str:
        return f"{self.constraint}: {self.claim}\n    {self.reason}\n{self.source}"


@dataclass(frozen=True)
class Judged:
    """One formula on one constraint: the kind of verdict, its phrase, what is wrong with it, and the forms proved."""

    kind: str
    phrase: str
    wrong: tuple[Wrong, ...] = ()
    error: str = ""
    proved: tuple[str, ...] = ()


class Endless(BaseException):
    """A check that took longer than anybody waits."""


@contextmanager
def _patience() -> Iterator[None]:
    """End what takes more than a minute of the processor; how busy the machine is does not count."""

    def stop(*_: object) -> None:
        raise Endless(f"no verdict after {SECONDS} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def judge(world: World, formula: Formula, constraint: str, *, target: Any = None, **options: Any) -> Judged:
    """Check a formula (or a ``target`` that means the same), and try the verdict on cases far beyond the sweeps."""
    asked = {"effort": "quick", "cache": False, "plugins": False, "jobs": 1} | options
    try:
        with _patience():
            cell = ax.check(target or formula.function, world.key, constraints=[constraint], **asked).cells[0]
    except AxiometricsError as error:
        return _refused(formula, constraint, "refused", f"{type(error).__name__}: {error}")
    except (Exception, Endless) as error:  # whatever else is raised is a crash
        text = f"{type(error).__name__}: {error}"
        return Judged("crash", text, (Wrong(formula.source, constraint, "crash", text),), text)
    if cell.strict.outcome == "error":
        return _refused(formula, constraint, "error cell", cell.error or "")
    forms = {"strict": cell.strict, "weak": cell.weak}
    wrong = [
        Wrong(formula.source, constraint, f"{form.phrase} [{name}]", reason)
        for name, form in forms.items()
        for reason in islice(_objections(world, formula, constraint, cell, name), 1)
    ]
    found = list(_witness_objections(world, formula, constraint, cell))
    wrong += [Wrong(formula.source, constraint, f"witness of {cell.strict.phrase}", why) for why in found]
    evidence = "always" if cell.strict.always else cell.strict.evidence
    proved = tuple(
        name for name, form in forms.items() if (form.outcome, form.evidence) == ("holds", "proof")
    )
    kind = f"{cell.strict.outcome} ({evidence})"
    return Judged(kind, cell.strict.phrase, tuple(wrong), cell.error or "", proved)


def _refused(formula: Formula, constraint: str, kind: str, message: str) -> Judged:
    """A refusal is no verdict, but it must be a reason; that two engines disagree is none."""
    bad = INTERNAL.search(message) or len(message.split()) < 5
    wrong = (Wrong(formula.source, constraint, kind, message),) if bad else ()
    return Judged(kind, message, wrong, message)


# -- what a verdict claims ----------------------------------------------------------------------------------------

ALLOWED = {
    ("strict", "holds"): {"meets"},
    ("weak", "holds"): {"meets", "ties"},
    ("strict", "blind"): {"ties"},
    ("weak", "blind"): {"ties"},
    ("strict", "contradicted"): {"breaks"},
    ("weak", "contradicted"): {"breaks"},
}
"""What a case may do where a verdict speaks of every case."""


def _objections(world: World, formula: Formula, key: str, cell: Any, form: str) -> Iterator[str]:
    verdict = getattr(cell, form)
    allowed = ALLOWED.get((form, verdict.outcome))
    constraint = record(world, key)
    if allowed is None or (form == "weak" and not isinstance(constraint.demand, KNOWS_TIES)):
        return
    for case in cases(world, key, formula.source):
        if not _is_claimed(world, verdict, case):
            continue
        deed = outcome(world, constraint, formula, case)
        if deed in ("outside", None) or deed in allowed:
            continue
        if deed == "undefined" and (verdict.valued or verdict.applicable < verdict.cases):
            continue
        yield f"a case of size {case.size} {deed}: {case.text}; {_scores(world, constraint, formula, case)}"


def _is_claimed(world: World, verdict: Any, case: Case) -> bool:
    """Whether a verdict speaks of a case: a proof of every one, unless of some, a sweep of those of its grid."""
    if verdict.evidence == "proof":
        return verdict.outcome == "holds" or verdict.always
    if verdict.evidence != "sweep":
        return False
    return (case.swept and verdict.size >= _swept(world)) or (not verdict.grid and case.size <= verdict.size)


def _witness_objections(world: World, formula: Formula, key: str, cell: Any) -> Iterator[str]:
    if cell.witness is None or cell.strict.outcome not in ("blind", "contradicted"):
        return
    constraint = record(world, key)
    shown = Case(
        {name: world.read(text) for name, text in cell.witness.outputs.items()}, cell.witness.size, "it"
    )
    deed = outcome(world, constraint, formula, shown)
    said = {"blind": "ties", "contradicted": "breaks"}[cell.strict.outcome]
    if deed is not None and deed != said:
        yield f"the witness {deed}: {cell.witness.outputs}; {_scores(world, constraint, formula, shown)}"
    yield from _score_objections(world, formula, cell.witness, shown)
    smaller = (case for case in cases(world, key, formula.source) if case.size < shown.size)
    for case in smaller if cell.witness.minimal and world.by_size and not cell.strict.grid else ():
        if outcome(world, constraint, formula, case) == said:
            yield f"the witness of size {shown.size} is called minimal, but one of size {case.size} is {case.text}"
            return


def _score_objections(world: World, formula: Formula, witness: Any, shown: Case) -> Iterator[str]:
    names = {"log": mp.log, "sqrt": mp.sqrt, "exp": mp.exp, "tanh": mp.tanh, "oo": mp.inf}
    for name, text in witness.scores.items():
        own = score(world, formula, shown.outputs[name]) if name in shown.outputs else None
        if own is None or own.value is None:
            continue
        try:
            written = eval(re.sub(r"(?<![\w.])(\d+)(?![\w.])", r"mpf('\1')", text), {"mpf": mp.mpf, **names})
        except (SyntaxError, NameError, TypeError):
            continue
        if abs(written - digits(own.value)) > mp.mpf(10) ** -60 * (1 + abs(written)):
            yield f"the score of {name} is written {text[:80]}, but is {own!r}"


KNOWS_TIES = Positive | SameSign
"""Demands of which a tie is neither met nor broken."""

# -- plain arithmetic ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=2000)
def score(world: World, formula: Formula, output: Any) -> Number | None:
    """The score of an output; None where plain arithmetic cannot say."""
    try:
        return number(world.score(formula.plain, output))
    except OverflowError:
        return None
    except (ArithmeticError, LookupError, TypeError, ValueError):  # somebody's code has no value there
        return Number(None)


def _scores(world: World, constraint: Any, formula: Formula, case: Case) -> str:
    return ", ".join(f"{name} {score(world, formula, case.outputs[name])!r}" for name in constraint.outputs)


def sign_in(form: Any, values: dict[str, Number]) -> int | None:
    return total(weight * (values[name] if name else Number(1)) for name, weight in form.items()).sign


def outcome(world: World, constraint: Any, formula: Formula, case: Case) -> str | None:
    """What a case does to a constraint: meets, ties, breaks, undefined, or outside its premises."""
    found = {name: score(world, formula, case.outputs[name]) for name in constraint.outputs}
    values = {name: value for name, value in found.items() if value is not None}
    if len(values) < len(found):
        return None
    demand = constraint.of_a_case
    if formula.error and not isinstance(demand, Within):
        values = {name: -value for name, value in values.items()}
    for form, kind in constraint.premises:
        sign = sign_in(form, values)
        if sign is None or sign < 0 or (sign and kind == "zero"):
            return "outside"
    signs = [sign_in(form, values) for form in constraint.forms]
    if None in signs:
        return "breaks" if demand.total else "undefined"
    if isinstance(demand, Within | Nonnegative):
        return "meets" if min(signs) >= 0 else "breaks"
    if isinstance(demand, Comparable):
        return "meets"
    return _deed(demand, signs[0] if len(signs) == 1 else _agreement(*signs))


def _agreement(one: int, other: int) -> int:
    """Of two margins that must have the same sign: 1 where they do, 0 where only one of them is zero."""
    return 1 if one == other else min(one * other, 0)


def _deed(demand: Any, sign: int) -> str:
    if isinstance(demand, Zero):
        return "breaks" if sign else "meets"
    if sign == 0 and isinstance(demand, KNOWS_TIES) and not getattr(demand, "strict", False):
        return "ties"
    return "meets" if sign > 0 else "breaks"


# -- cases --------------------------------------------------------------------------------------------------------


@cache
def record(world: World, key: str) -> Any:
    base, given = split_key(key)
    return CONSTRAINTS.get(base, world.key).with_parameters(**given)


@cache
def _pool(world: World, key: str) -> tuple[Case, ...]:
    """Small cases and random ones of the constraint's generator, read again from their notation."""
    task, constraint = get_task(world.key), record(world, key)
    drawn = drawn_cases(constraint, DRAWN * 2, 12345, FURTHEST)
    small = task.sweep(constraint.bound_generator, constraint.outputs, _swept(world))
    return (*_read_again(world, small, SMALL, swept=True), *_read_again(world, drawn, DRAWN * 2))


def _swept(world: World) -> int:
    return SWEPT.get(world.key, 5)


def _read_again(world: World, batch: Any, many: int, *, swept: bool = False) -> list[Case]:
    found = []
    for index in Random(5).sample(range(len(batch)), min(many, len(batch))):
        case = batch.case(index)
        _, outputs = get_task(world.key).notation(case.outputs)
        views = {name: world.read(text) for name, text in outputs.items()}
        found.append(Case(views, case.size, str(outputs), swept))
    return found


@cache
def _large(world: World, key: str, size: int) -> tuple[Case, ...]:
    made: Callable[..., Iterator[Case]] | None = world.large
    return tuple(islice(made(key, Random(size), size), AIMED)) if made else ()


def cases(world: World, key: str, source: str) -> Iterator[Case]:
    """Random cases, large ones, and those of the sizes that the formula speaks of."""
    named = {int(found) for found in re.findall(r" - (\d+)[,)]", source) if int(found) > 5}
    pool = _pool(world, key)
    yield from pool[: SMALL + DRAWN]
    yield from (case for case in pool[SMALL + DRAWN :] if named & {case.size - 1, case.size})
    for size in sorted({*FAR, *named}):
        yield from _large(world, key, size)
