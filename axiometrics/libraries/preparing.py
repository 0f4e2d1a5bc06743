"""What all functions are held against, made once before their processes are: inputs, cases, and our own verdicts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context

from axiometrics.errors import AxiometricsError
from axiometrics.libraries.adapters import Adapter
from axiometrics.libraries.judging import Asked, Owned, keep_row, own_row
from axiometrics.tasks.every import small_outputs

__all__ = ["prepare"]


def prepare(adapters: Sequence[Adapter], asked: Asked, jobs: int, show: Callable[[str], None]) -> None:
    """Make them, so that processes forked from this one have them; where there is no fork they make their own.

    The first metric of a task makes the cases of its constraints here, the others are shared out. Functions of a task
    that lists no inputs are left out; what is wrong is told where they are judged.
    """
    if "fork" not in get_all_start_methods():
        return
    listed = set()
    for task in dict.fromkeys(adapter.task for adapter in adapters):
        show(f"inputs of {task}")
        with suppress(AxiometricsError):
            small_outputs(task, asked.reach(task))
            listed.add(task)
    if not asked.constraints:
        return
    adapters = [each for each in adapters if each.task in listed]
    owned = list(dict.fromkeys((each.task, each.equals) for each in adapters if each.equals))
    first = {task: (task, key) for task, key in reversed(owned)}.values()
    for each in first:
        show(f"cases of {each[0]}")
        own_row(each, asked)
    _shared_out([each for each in owned if each not in first], asked, jobs, show)


def _shared_out(owned: Sequence[Owned], asked: Asked, jobs: int, show: Callable[[str], None]) -> None:
    """Find the verdicts of our metrics in several processes, and keep them."""
    from concurrent.futures import ProcessPoolExecutor

    if jobs == 1 or len(owned) < 2:
        return
    with ProcessPoolExecutor(max_workers=min(jobs, len(owned)), mp_context=get_context("fork")) as pool:
        try:
            waiting = [pool.submit(own_row, each, asked) for each in owned]
            for each, future in zip(owned, waiting, strict=True):
                show(f"verdicts of {each[1]}")
                keep_row(each, asked, future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
