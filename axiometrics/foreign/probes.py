"""Whether a metric is repeatable, harmless, and blind to item order and label names."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any, TypeAlias

from axiometrics.foreign.replies import FATAL, Failure, Reply, Value
from axiometrics.foreign.worker import Worker

__all__ = ["disagreement", "probe"]

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
    ``relabel(args, seed)`` differs by more than rounding (1e-9, relative). A reply that is no number counts
    by its kind; cases that hang, crash or exhaust memory are left out. Give small cases first: the first
    offender is named.

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
    return repr(reply.value) if isinstance(reply, Value) else reply.kind


def _close(one: Reply, other: Reply) -> bool:
    if isinstance(one, Value) and isinstance(other, Value):
        return math.isclose(one.value, other.value, rel_tol=1e-9, abs_tol=1e-12)
    return _outcome(one) == _outcome(other)


def _told(reply: Reply) -> str:
    return repr(reply.value) if isinstance(reply, Value) else f"{reply.kind} ({reply.message})"


def _shown(case: Args) -> str:
    text = repr(case)
    return text if len(text) <= LONGEST_CASE else text[: LONGEST_CASE - 3] + "..."
