"""The values of a library's function on judged outputs, each asked for once, in a worker process."""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from axiometrics.errors import InputError
from axiometrics.foreign import Failure, Reply, Value, Worker
from axiometrics.foreign.replies import FATAL
from axiometrics.libraries.adapters import Adapter
from axiometrics.libraries.calling import Call, condition
from axiometrics.tasks import get_task

__all__ = ["Values", "close", "told"]


class Values:
    """Asks a function for its values; use it in a ``with`` block."""

    def __init__(self, adapter: Adapter, *, timeout: float) -> None:
        self.adapter = adapter
        self.call = Call(adapter)
        self.task = get_task(adapter.task)
        self._applies = condition(adapter.applies)
        self._worker = Worker(self.call, timeout=timeout)
        self._known: dict[bytes, Reply] = {}

    def __enter__(self) -> Values:
        self._worker.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        self._worker.close()

    def applicable(self, outputs: Iterable[Any]) -> list[Any]:
        """Return the outputs that the function is meant for."""
        return [output for output in outputs if self._applies(self.parts(output))]

    def compile(self, outputs: Sequence[Any]) -> None:
        """Call the function here on the smallest and the largest output: what it compiles, its workers inherit."""
        for output in (*outputs[:1], *outputs[-1:]):
            with suppress(Exception):  # what a call raises is told when its value is asked for
                self.call(*self.parts(output))

    def parts(self, output: Any) -> tuple[Any, ...]:
        """Return an output in the form that the function reads."""
        return self.task.arguments(self.adapter.reads, output)

    def of(self, outputs: Sequence[Any]) -> list[Reply]:
        """Return the reply on each output."""
        return self.on([self.parts(output) for output in outputs])

    def on(self, batch: Sequence[tuple[Any, ...]]) -> list[Reply]:
        """Return the reply on each tuple of arguments; what was asked before is remembered."""
        keys = [pickle.dumps(parts) for parts in batch]
        new = {key: parts for key, parts in zip(keys, batch, strict=True) if key not in self._known}
        self._known.update(zip(new, self._worker.call(list(new.values())), strict=True))
        return [self._known[key] for key in keys]

    def require_answers(self, outputs: Sequence[Any]) -> None:
        """Raise InputError where a call does not end within the limits: then nothing can be said of its value."""
        for output, reply in zip(outputs, self.of(outputs), strict=True):
            if isinstance(reply, Failure) and reply.kind in FATAL:
                raise InputError(f"{reply.kind} on {output.notation()} ({reply.message}); give it more time")

    def again(self, batch: Sequence[tuple[Any, ...]]) -> list[Reply]:
        """Ask once more, whatever is remembered."""
        return self._worker.call(batch)

    def known(self, *parts: Any) -> Any:
        """Return a remembered value, or call the function here: what the checker's own worker runs.

        Raises InputError for an input that the function is not meant for.
        """
        if not self._applies(parts):
            raise InputError(f"{self.adapter.name} is not meant for this input")
        found = self._known.get(pickle.dumps(parts))
        return found.value if isinstance(found, Value) else self.call(*parts)


def close(one: float, other: float, digits: int) -> bool:
    """Say whether two values agree up to rounding.

    An infinite value agrees with itself alone.

    >>> close(0.1 + 0.2, 0.3, 9), close(0.3333333, 1 / 3, 9), close(math.inf, 0.3, 9), close(math.inf, math.inf, 9)
    (True, False, False, True)
    """
    if math.isinf(one) or math.isinf(other):
        return one == other
    return abs(one - other) <= 10.0**-digits * max(1.0, abs(one), abs(other))


def told(reply: Reply) -> str:
    """Say what a call gave."""
    if isinstance(reply, Failure):
        return (
            reply.message
            if reply.kind in ("raised", "undefined", "not_finite", "not_a_number")
            else f"{reply.kind}: {reply.message}"
        )
    return repr(round(reply.value, 12))
