"""Users' code, tried in another process before anything of it runs in this one: it may loop, or end its process."""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import update_wrapper, wraps
from importlib import import_module
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any, NoReturn

from axiometrics.axioms import Constraint
from axiometrics.checker.sources.foreign import patience
from axiometrics.errors import InputError, NotSymbolicError, TargetError
from axiometrics.foreign import Failure, Reply, Said, Target, Worker, load
from axiometrics.metrics import Metric

MEMORY = 8 << 30
"""Bytes that it may reserve: big libraries reserve far more address space than they use."""


@dataclass(frozen=True)
class Described:
    """What a target names: a registered metric, whose function is not loaded here, or a function.

    ``swapped`` says that the metric takes the system's output first.
    """

    found: Metric | Target
    swapped: bool = False


def described(target: str, timeout: float) -> Described:
    """Say what a target names, without importing it here. Raises TargetError when it cannot be loaded in time."""
    place, colon, name = target.rpartition(":")
    if place.endswith(".py"):
        with suppress(OSError, ValueError):  # what is no path is refused where it is loaded
            place = str(Path(place).resolve()) if Path(place).is_file() else place
    reply = _reply(lambda: Said(data=pickle.dumps(_described(f"{place}{colon}{name}"))), timeout)
    found = pickle.loads(reply.data) if isinstance(reply, Said) else _why(reply, timeout, "its import")
    if isinstance(found, str):
        told = found if found.startswith("target ") else f"target {target!r} cannot be loaded: {found}"
        raise TargetError(told)
    description: Described = found
    return description


def _described(target: str) -> Described | str:
    try:
        found = load(target)
    except TargetError as error:
        return str(error)
    if isinstance(found, Metric):
        plain = replace(found, values=dict(found.values), exact=None, combined=None)
        swapped = getattr(found.function, "swapped", False) is True
        return Described(replace(plain, function=Target.of(target, found.function)), swapped)
    return Described(Target.of(target, found))


def harmless_metric(metric: Metric, timeout: float) -> Metric:
    """Return a metric whose formula can be made here: of somebody's formula that cannot, one that says why."""
    if metric.built_in or metric.reads is not None:
        return metric
    why = _fails(lambda: metric.formula, timeout, f"the formula of {metric.key}")
    return replace(metric, function=_refusing(metric.function, NotSymbolicError(why))) if why else metric


def harmless_constraint(constraint: Constraint, timeout: float) -> Constraint:
    """Return a constraint whose first cases can be made here: of somebody's that cannot, one that says why."""
    if constraint.origin.startswith("axiometrics."):
        return constraint
    why = _fails(lambda: _first_cases(constraint), timeout, f"the first cases of {constraint.key}")
    own = constraint.generator
    return replace(constraint, generator=_refusing(own, InputError(why)) if why else Timed(own, timeout))


def _first_cases(constraint: Constraint) -> object:
    """Make the first cases, with engines that take long to import."""
    return import_module("axiometrics.checker.demands").first_cases(constraint)


class Timed:
    """A function that may not take longer than some seconds for one call, where signals can end it."""

    def __init__(self, function: Callable[..., Any], seconds: float) -> None:
        self.function = function
        self.seconds = seconds
        update_wrapper(self, function)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call the function. Raises InputError when the time is over."""
        if current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
            return self.function(*arguments, **options)
        before = signal.signal(signal.SIGALRM, self._over)
        rest, _ = signal.setitimer(signal.ITIMER_REAL, self.seconds)
        try:
            return self.function(*arguments, **options)
        finally:
            signal.setitimer(signal.ITIMER_REAL, rest)
            signal.signal(signal.SIGALRM, before)

    def _over(self, *_: object) -> NoReturn:
        name = getattr(self.function, "__name__", "the generator")
        raise InputError(
            f"{name} took longer than {self.seconds:g} s to make one case; a larger timeout gives it more"
        )


@contextmanager
def forgiven() -> Iterator[None]:
    """Let users' code inside raise whatever it likes; Ctrl-C alone is raised."""
    try:
        yield
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise


def _refusing(function: Callable[..., Any], error: Exception) -> Callable[..., Any]:
    @wraps(function)
    def refuse(*arguments: object, **options: object) -> NoReturn:
        raise error

    return refuse


def _fails(trial: Callable[[], object], timeout: float, what: str) -> str | None:
    """Say why something of users' code cannot be done here; None when it can, or just raises an exception."""

    def tried() -> float:
        with suppress(Exception):
            trial()
        return 1.0

    reply = _reply(tried, timeout)
    return _why(reply, timeout, what) if isinstance(reply, Failure) else None


def _why(reply: Reply, timeout: float, what: str) -> str:
    if not isinstance(reply, Failure):
        return f"{what} gave no description"
    if reply.kind == "timed_out":
        return f"{what} took longer than {patience(timeout):g} s; a larger timeout gives it more"
    if reply.kind == "raised":
        return f"{what} failed with {reply.message}"
    return (
        f"{what}: {reply.message}" if reply.message.startswith("the process") else f"{what} {reply.message}"
    )


def _reply(trial: Callable[[], object], timeout: float) -> Reply:
    with Worker(trial, timeout=patience(timeout), memory=MEMORY) as worker:
        return worker.call([()])[0]
