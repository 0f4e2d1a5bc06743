"""Who computes the pieces of a run: processes forked from this one, or the workers of a dask cluster.

Both take the same pieces by the same few calls. What a crew loses with a process is done again, and no piece is
handed on twice.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, as_completed
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from importlib import import_module
from threading import Lock
from typing import Any, Literal, Protocol, TypeAlias

from axiometrics.checker.cache import Pair, computing_digest
from axiometrics.checker.cells import failed_cell
from axiometrics.checker.demands import forget_cases
from axiometrics.checker.scheduling.processes import (
    Cost,
    process_pool,
    seldom_collected,
    untouched_by_collection,
)
from axiometrics.checker.selection import Options
from axiometrics.checker.tally import Swept
from axiometrics.checker.verdict import Cell
from axiometrics.errors import InputError
from axiometrics.foreign import LOADED, receive_files, shipped_files

Piece = tuple[Pair, ...]
"""What one process computes at a time: the cells of some metrics on a constraint, or of one function of somebody."""
Done: TypeAlias = tuple[list[Any], list[Cost]]
"""The cells of a piece, or what its stage finds of each, and what each of them has cost."""


@dataclass(frozen=True)
class Work:
    """A piece with all that is needed to compute it.

    ``begun`` are cells that lack regions alone; ``forgetting`` says that no other piece needs the same cases. Before
    the cells of a constraint with many cases come two other stages: its first block, and then all others, each by
    its ``place``; ``swept`` is what the stages before have found.
    """

    piece: Piece
    begun: Mapping[Pair, Cell]
    options: Options
    forgetting: bool = False
    stage: Literal["first block", "block", "cells"] = "cells"
    place: int = 0
    swept: Mapping[Pair, Swept] = field(default_factory=dict)

    def only(self, index: int) -> Work:
        """Return the work on one cell of the piece."""
        return replace(self, piece=self.piece[index : index + 1])

    def alone(self) -> Work:
        """Return the work with what belongs to its own piece."""
        begun = {pair: cell for pair, cell in self.begun.items() if pair in self.piece}
        swept = {pair: found for pair, found in self.swept.items() if pair in self.piece}
        return replace(self, begun=begun, swept=swept)


Compute = Callable[[Work], Done]


class Crew(Protocol):
    """Computes pieces, which are named by their places in the list that it was made with."""

    lost: tuple[type[BaseException], ...]
    """What is raised when a process that computed something has ended."""

    def __enter__(self) -> Crew: ...

    def __exit__(self, *exception: object) -> None: ...

    def submit(self, place: int) -> Future[Done]:
        """Have a piece computed."""

    def alone(self, place: int, index: int) -> Done:
        """Have one cell of a piece computed by itself; raises what says that its process has ended."""

    def cancel(self) -> None:
        """Leave what has not begun undone."""


def computed_by(crew: Crew, works: Sequence[Work]) -> Iterator[tuple[Work, Done]]:
    """Yield every piece once, as it is finished.

    Where a process is lost, each cell of its piece is computed alone: the one that ends its process again is an error.
    """
    with crew:
        waiting = {crew.submit(place): place for place in range(len(works))}
        try:
            for future in as_completed(waiting):
                place = waiting.pop(future)
                yield works[place], _done(crew, future, place, works[place])
        except BaseException:
            crew.cancel()
            raise


def _done(crew: Crew, future: Future[Done], place: int, work: Work) -> Done:
    try:
        return future.result()
    except CancelledError as error:
        raise InputError(
            "the cluster is gone; what was finished is stored, and the next run goes on from there"
        ) from error
    except crew.lost:
        cells, costs = zip(
            *(_alone(crew, place, index, pair, work) for index, pair in enumerate(work.piece)), strict=True
        )
        return list(cells), [cost for each in costs for cost in each]


def _alone(crew: Crew, place: int, index: int, pair: Pair, work: Work) -> tuple[Any, list[Cost]]:
    try:
        (cell,), costs = crew.alone(place, index)
        return cell, costs
    except crew.lost:
        if work.stage != "cells":  # the stage of the cells will do it again, and say what is wrong
            return None, []
        return failed_cell(*pair, "crashed: the process that computed the cell has ended"), []


_WORKS: list[Work] = []
"""What forked processes work on: functions cannot be sent to them, but are inherited."""


class ForkedCrew:
    """Processes forked from this one, which have all that it has."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, works: Sequence[Work], compute: Compute, count: int) -> None:
        self.works, self.compute, self.count = works, compute, count
        self._stack = ExitStack()

    def __enter__(self) -> ForkedCrew:
        _WORKS[:] = self.works
        self._stack.callback(_WORKS.clear)
        self._stack.enter_context(untouched_by_collection())
        self.pool = self._stack.enter_context(process_pool(min(self.count, len(self.works))))
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    def submit(self, place: int) -> Future[Done]:
        """Have a piece computed; by nobody where the pool has broken."""
        try:
            return self.pool.submit(_inherited, self.compute, place)
        except BrokenExecutor as error:
            lost: Future[Done] = Future()
            lost.set_exception(error)
            return lost

    def alone(self, place: int, index: int) -> Done:
        """Have one cell computed in a process of its own."""
        with process_pool(1) as own:
            return own.submit(_inherited, self.compute, place, index).result()

    def cancel(self) -> None:
        """Leave what has not begun undone."""
        self.pool.shutdown(wait=False, cancel_futures=True)


def _inherited(compute: Compute, place: int, index: int | None = None) -> Done:
    work = _WORKS[place]
    return compute(work if index is None else work.only(index))


class DaskCrew:
    """The workers of a dask cluster, to which pieces are sent by key; dask gives those of a lost worker to others.

    Our own metrics and constraints are sent by name, functions of users as they are, and their files with them.
    Workers must have the same sources of axiometrics and the same versions: each piece says with which it was cut.
    """

    def __init__(self, client: Any, works: Sequence[Work], compute: Compute, *, close: bool) -> None:
        self.client, self.works, self.compute, self._own = client, works, compute, close
        self.lost: tuple[type[BaseException], ...] = (import_module("distributed").KilledWorker,)

    def __enter__(self) -> DaskCrew:
        self.executor = self.client.get_executor()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._own:
            self.client.close()

    def submit(self, place: int) -> Future[Done]:
        """Send a piece."""
        return self._sent(self.works[place])

    def alone(self, place: int, index: int) -> Done:
        """Send one cell of a piece."""
        return self._sent(self.works[place].only(index)).result()

    def cancel(self) -> None:
        """Have the cluster drop what is not finished."""
        self.executor.shutdown(wait=False)

    def _sent(self, work: Work) -> Future[Done]:
        told = (
            pickled((self.compute, work.alone()), work.piece),
            _files(work.piece),
            computing_digest(),
        )
        key = f"axiometrics-{hashlib.sha256(pickle.dumps(told)).hexdigest()}"
        sent: Future[Done] = self.executor.submit(_received, *told, key=key)
        return sent


def connected(address: object) -> tuple[Any, bool]:
    """Return a client of a cluster, and whether it was made here. Raises InputError where there is none."""
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise InputError("a cluster needs dask; install axiometrics[dask]") from error
    if isinstance(address, distributed.Client):
        return address, False
    try:
        return distributed.Client(address, timeout="10s", set_as_default=False), True
    except (OSError, ValueError, TypeError) as error:
        raise InputError(
            f"no dask scheduler answers at {address!r} ({error}); give the address that `dask scheduler` prints, "
            "such as tcp://127.0.0.1:8786"
        ) from error


def pickled(what: object, piece: Piece) -> bytes:
    """Pickle with the functions of users by value: their files are no modules of the workers."""
    cloudpickle = import_module("cloudpickle")
    for name in [name for name in sys.modules if name.startswith(LOADED)]:
        cloudpickle.register_pickle_by_value(sys.modules[name])
    try:
        found: bytes = cloudpickle.dumps(what)
    except (TypeError, ValueError, AttributeError, pickle.PicklingError) as error:
        metric, constraint = piece[0]
        raise InputError(
            f"{metric.label} x {constraint.label} cannot be sent to a cluster ({error}); run it with --jobs"
        ) from error
    return found


def _files(piece: Piece) -> dict[str, bytes]:
    """Return the files of users that a piece needs, by path."""
    functions = {one for metric, constraint in piece for one in (metric.function, constraint.generator)}
    return {path: text for function in functions for path, text in shipped_files(function).items()}


_ONE = Lock()
"""One piece at a time in each worker process: what is computed on the way is shared by all of it."""


def _received(told: bytes, files: Mapping[str, bytes], digest: str) -> Done:
    """Compute a piece in a worker of a cluster."""
    if digest != computing_digest():
        raise InputError(
            "a dask worker has other sources of axiometrics, or other versions of Python or of the libraries; "
            "install the same on all workers"
        )
    with _ONE, seldom_collected():
        process: Any = multiprocessing.current_process()
        process.daemon, before = (
            False,
            process.daemon,
        )  # else it could start no processes for functions of users
        try:
            receive_files(files)
            compute, work = pickle.loads(told)
            _forget_others(work.piece)
            done: Done = compute(work)
            return done
        finally:
            process.daemon = before


_HELD: set[tuple[str, str]] = set()
"""The constraints whose cases this worker keeps: those of its last piece."""


def _forget_others(piece: Piece) -> None:
    """Let the cases of other constraints go: a worker keeps those of one piece at a time."""
    asked = {(constraint.task, constraint.label) for _, constraint in piece}
    if not asked <= _HELD:
        forget_cases()
        _HELD.clear()
    _HELD.update(asked)
