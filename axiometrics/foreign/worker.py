"""A process that calls a metric of users under limits, and the probes of its manners."""

from __future__ import annotations

import math
import multiprocessing
import pickle
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any, Self, TypeAlias

from axiometrics.errors import InputError, TargetError
from axiometrics.foreign.process import CONFUSED, Lost, Process
from axiometrics.foreign.replies import FATAL, Failure, Reply, Value, describe, from_line, judge, shown
from axiometrics.foreign.targets import Target

BLOCK = 1000  # calls sent at once
ENOUGH = 3  # processes that one batch may cost
MEMORY = 3 << 29  # allocators such as pyarrow's reserve 1 GiB when they are first asked, and need some more


class Worker:
    """Calls a function in another process, so that no accident of its hurts this one; it is no sandbox.

    The function is a callable or a target that the other process loads (see `axiometrics.foreign.load`).
    Callables are handed over by fork, closures included; where there is no fork they must be picklable.
    ``timeout`` is in seconds and counts for each `call`, ``memory`` is in bytes beyond what the process has
    when the metric is loaded, ``startup`` limits the import of a target. Prints and warnings of the function
    go nowhere. Each new process seeds the global random generators once, with the number of processes lost
    before it, so that runs can be repeated.

    The process starts with the ``with`` block or the first call. Raises InputError for a function that cannot
    be run or limits that are not positive, and TargetError, on starting, for a target that cannot be loaded.

    >>> with Worker(lambda gold, system: 1 / (len(gold) - len(system))) as worker:
    ...     worker.call([("ab", "a"), ("a", "a")])
    [Value(value=1.0), Failure(kind='raised', message='ZeroDivisionError: division by zero', value=None)]
    """

    sparing = False
    """Whether only those calls are wanted that verdicts and their witnesses hang on."""
    repeats = 1000
    """Calls that are made once more, in another process, before what is said of all of them is believed."""

    def __init__(
        self,
        function: Callable[..., object] | str,
        *,
        timeout: float = 10.0,
        memory: int = MEMORY,
        startup: float = 60.0,
        start_method: str | None = None,
    ) -> None:
        function = Target(function) if isinstance(function, str) else function
        if isinstance(function, type) or not callable(function):
            raise InputError(
                f"cannot call {shown(function)} as a metric; give a function or a target 'module:function'"
            )
        for name, limit in (("timeout", timeout), ("memory", memory), ("startup", startup)):
            if not limit > 0:
                raise InputError(
                    f"{name}={limit!r} is not positive; give {'bytes' if name == 'memory' else 'seconds'}"
                )
        self.timeout = timeout
        self.losses = 0
        """How many processes the function has cost so far."""
        self._function: Callable[..., object] = function
        self._settings: dict[str, Any] = {
            "memory": memory,
            "startup": startup,
            "start_method": start_method or _default_method(),
        }
        self._process: Process | None = None
        self._started = False
        self._closed = False

    def another(self) -> Worker:
        """Return a worker for the same function under the same limits, which knows nothing of the calls so far."""
        return Worker(self._function, timeout=self.timeout, **self._settings)

    def __call__(self, *args: Any) -> object:
        """Call the function in this process, without limits."""
        return self._function(*args)

    def __enter__(self) -> Self:
        self._running()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process; a closed worker takes no more calls. Closing again does nothing."""
        self._closed = True
        self._discard()

    @property
    def pid(self) -> int | None:
        """The id of the present process, if there is one."""
        return self._process.pid if self._process is not None else None

    def call(self, batch: Sequence[tuple[Any, ...]]) -> list[Reply]:
        """Return what ``function(*args)`` gives for each tuple of the batch, in order, one reply per tuple.

        A call that hangs, crashes or exhausts memory ends the process; the calls after it are tried in a
        fresh one with a fresh time limit. A batch that has cost three processes is given up: the rest of it
        fails with the same kind. Arguments are copied, so no call sees what another did to them. Raises
        InputError when arguments cannot be pickled. Ctrl-C ends the process and is raised here; the worker
        stays usable.
        """
        items = [_packed(position, args) for position, args in enumerate(batch)]
        replies: list[Reply] = []
        losses = 0
        while len(replies) < len(items):
            if losses == ENOUGH:
                return replies + [_untried(replies[-1])] * (len(items) - len(replies))
            failure = self._attempt(items, replies)
            if failure is not None:
                losses += 1
                self.losses += 1
                replies.append(failure)
        return replies

    def _attempt(self, items: list[bytes], replies: list[Reply]) -> Failure | None:
        """Extend the replies until all are there, or return the failure that ended the process."""
        try:
            process = self._running()
            deadline = time.monotonic() + self.timeout
            while len(replies) < len(items):
                _exchange(process, items[len(replies) : len(replies) + BLOCK], replies, deadline)
        except Lost as lost:
            self._discard()
            late = (
                f"no answer within {self.timeout:g} s, after {len(replies)} of the batch's {len(items)} calls"
            )
            return Failure(lost.kind, late if lost.kind == "timed_out" else lost.message)
        except BaseException:
            self._discard()
            raise
        return None

    def _running(self) -> Process:
        if self._closed:
            raise InputError("this worker is closed; make another one")
        if self._process is not None and not self._process.alive:
            self._discard()  # it died between two batches, which no call is to blame for
        if self._process is None:
            try:
                self._process = Process(self._function, **self._settings, seed=self.losses)
            except TargetError as error:
                if not self._started:
                    raise
                raise Lost("crashed", f"the process could not be started again: {error}") from None
            self._started = True
        return self._process

    def _discard(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


class Remembering(Worker):
    """A worker that makes each call once, whoever asks for it; a process that was closed starts again for new calls.

    >>> import random
    >>> with Remembering(lambda: random.random()) as worker:
    ...     worker.call([()]) == worker.call([()]), worker.again([()]) == worker.call([()])
    (True, False)
    """

    sparing = True
    repeats = 60

    def __init__(self, function: Callable[..., object] | str, **limits: Any) -> None:
        super().__init__(function, **limits)
        self._known: dict[bytes, Reply] = {}

    def call(self, batch: Sequence[tuple[Any, ...]]) -> list[Reply]:
        """Return the replies, those that are known without another call."""
        items = [_packed(position, args) for position, args in enumerate(batch)]
        new = {item: args for item, args in zip(items, batch, strict=True) if item not in self._known}
        self._known.update(zip(new, self.again(list(new.values())), strict=True))
        return [self._known[item] for item in items]

    def again(self, batch: Sequence[tuple[Any, ...]]) -> list[Reply]:
        """Call once more, whatever is known."""
        return super().call(batch)

    def close(self) -> None:
        """End the process."""
        self._discard()


class Inside(Worker):
    """Calls a function of ours in this process: nothing of what a worker keeps away is to be feared of it.

    >>> Inside(lambda n: 1 / n).call([(2,), (0,)])
    [Value(value=0.5), Failure(kind='raised', message='ZeroDivisionError: division by zero', value=None)]
    """

    sparing = True

    def __enter__(self) -> Self:
        return self

    def another(self) -> Worker:
        """Return itself."""
        return self

    def call(self, batch: Sequence[tuple[Any, ...]]) -> list[Reply]:
        """Return what the function gives for each tuple of the batch."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [self._reply(args) for args in batch]

    def _reply(self, args: tuple[Any, ...]) -> Reply:
        try:
            return judge(self(*args))
        except Exception as error:
            return Failure("raised", describe(error))


def _exchange(process: Process, block: list[bytes], replies: list[Reply], deadline: float) -> None:
    """Send one block and add its replies as they come; raise Lost."""
    process.send(block, deadline)
    for _ in block:
        reply = _read(process.receive(deadline))
        if isinstance(reply, Failure) and reply.kind in FATAL:
            raise Lost(reply.kind, reply.message)
        replies.append(reply)


def _read(line: bytes) -> Reply:
    try:
        return from_line(line)
    except ValueError:
        raise Lost("crashed", CONFUSED) from None


def _packed(position: int, args: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps(tuple(args), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # a user's object may raise anything while it is pickled
        raise InputError(
            f"item {position} of the batch cannot be sent to a process ({describe(error)}); give plain data"
        ) from None


def _untried(last: Reply) -> Failure:
    kind = last.kind if isinstance(last, Failure) else "crashed"
    return Failure(
        kind, f"not tried: earlier calls of the batch ended the process {ENOUGH} times, the last one {kind}"
    )


def _default_method() -> str:
    return "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"


Args: TypeAlias = tuple[Any, ...]
Rewriting: TypeAlias = Callable[[Args, int], Args]

LONGEST_CASE = 200


def probe(
    worker: Worker,
    cases: Sequence[Args],
    permute: Rewriting | None = None,
    relabel: Rewriting | None = None,
    *,
    fresh: Worker | None = None,
    seeds: Sequence[int] = (0, 1, 2),
) -> str | None:
    """Return one line about the first bad manner found, or None.

    ``MutatesInput``: a call changes its arguments. ``NonDeterministic``: two calls on the same case differ in
    any digit (the second round runs backwards, and so does a third one in ``fresh``, another worker for the same
    function that has been asked nothing yet: so a value that depends on earlier calls is found too).
    ``DependsOnItemOrder`` and ``DependsOnLabelNames``: the same case after ``permute(args, seed)`` or
    ``relabel(args, seed)`` differs by more than rounding (1e-9, relative), or at all where the numbers are whole ones
    or fractions. A reply that is no number counts by its kind; cases that hang, crash or exhaust memory are left out.
    Give small cases first: the first offender is named.

    >>> with Worker(lambda gold, system: float(gold[0] == system[0])) as worker:
    ...     probe(worker, [("aab", "xyy")], lambda args, seed: tuple(text[::-1] for text in args))
    >>> with Worker(lambda gold, system: gold.index("a")) as worker:
    ...     probe(worker, [("aab", "xyy")], lambda args, seed: tuple(text[::-1] for text in args))
    "DependsOnItemOrder: 0.0 on ('aab', 'xyy') but 1.0 on ('baa', 'yyx')"
    """
    first = worker.call(cases)
    rounds = [(case, reply) for case, reply in zip(cases, first, strict=True) if not _fatal(reply)]
    complaint = _mutation(rounds) or disagreement(worker, rounds)
    if complaint is None:
        with nullcontext(fresh) if fresh else worker.another() as other:
            complaint = disagreement(other, rounds)
    for name, rewrite in (("DependsOnItemOrder", permute), ("DependsOnLabelNames", relabel)):
        if rewrite is not None:
            complaint = complaint or _dependence(name, worker, rounds, rewrite, seeds)
    return complaint


def _mutation(rounds: list[tuple[Args, Reply]]) -> str | None:
    for case, reply in rounds:
        if isinstance(reply, Failure) and reply.kind == "mutated":
            return f"MutatesInput: {reply.message}, on {_shown(case)}"
    return None


def disagreement(
    worker: Worker, rounds: Sequence[tuple[Args, Reply]], *, lost_too: bool = False
) -> str | None:
    """Ask for replies that are known once more, backwards, and tell of the first that is another one.

    Calls that hang, crash or exhaust memory now are left out, unless they are to count as another reply.
    """
    again = worker.call([case for case, _ in reversed(rounds)])[::-1]
    for (case, reply), second in zip(rounds, again, strict=True):
        if (lost_too or not _fatal(second)) and _outcome(reply) != _outcome(second):
            return f"NonDeterministic: {_told(reply)} then {_told(second)} on {_shown(case)}"
    return None


def _dependence(
    name: str, worker: Worker, rounds: list[tuple[Args, Reply]], rewrite: Rewriting, seeds: Sequence[int]
) -> str | None:
    pairs = [(case, reply, rewrite(case, seed)) for seed in seeds for case, reply in rounds]
    again = worker.call([other for _, _, other in pairs])
    for (case, reply, other), second in zip(pairs, again, strict=True):
        if not _fatal(second) and not _close(reply, second):
            return f"{name}: {_told(reply)} on {_shown(case)} but {_told(second)} on {_shown(other)}"
    return None


def _fatal(reply: Reply) -> bool:
    return isinstance(reply, Failure) and reply.kind in FATAL


def _outcome(reply: Reply) -> str:
    if isinstance(reply, Value):
        return (
            repr(reply.value)
            if reply.number is None
            else "{:x}/{:x}".format(*reply.number.as_integer_ratio())
        )
    return reply.kind


def _close(one: Reply, other: Reply) -> bool:
    if isinstance(one, Value) and isinstance(other, Value):
        if one.is_exact and other.is_exact:
            return one.told == other.told
        return math.isclose(one.value, other.value, rel_tol=1e-9, abs_tol=1e-12)
    return _outcome(one) == _outcome(other)


def _told(reply: Reply) -> str:
    if isinstance(reply, Value):
        return reply.shown if reply.is_cut else repr(reply.value)
    return f"{reply.kind} ({reply.message})"


def _shown(case: Args) -> str:
    text = repr(case)
    return text if len(text) <= LONGEST_CASE else text[: LONGEST_CASE - 3] + "..."
