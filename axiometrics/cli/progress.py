"""Progress on stderr: a bar on a terminal, else a line now and then, so that a log shows that work goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from axiometrics.cli.guard import say

__all__ = ["Callback", "progress_bar"]

Callback = Callable[[str, int, int], None]

PAUSE = 10.0
"""Seconds between two lines."""


@contextmanager
def progress_bar(title: str, *, wanted: bool = True) -> Iterator[Callback | None]:
    """Give a callback ``(cell, done, total)`` that moves a bar or writes lines, or None where none is wanted."""
    console = Console(stderr=True)
    if not wanted:
        yield None
    elif not console.is_terminal:
        yield _lines(title)
    else:
        with _bar(console) as bar:
            line = bar.add_task("", total=None, title=title)

            def move(cell: str, done: int, total: int) -> None:
                bar.update(line, description=escape(cell), completed=done, total=total)

            yield move


def _lines(title: str) -> Callback:
    """Return a callback that says what is done; nothing about what takes less than a pause."""
    started = spoken = monotonic()

    def move(cell: str, done: int, total: int) -> None:
        nonlocal spoken
        now = monotonic()
        if now - spoken >= PAUSE:
            spoken = now
            say(f"{title}: {done} of {total} done in {now - started:.0f} s")

    return move


def _bar(console: Console) -> Progress:
    columns = (
        TextColumn("{task.fields[title]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", style="bright_black"),
    )
    return Progress(*columns, console=console, transient=True)
