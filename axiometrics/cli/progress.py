"""The progress bar: on stderr, only on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

__all__ = ["Callback", "progress_bar"]

Callback = Callable[[str, int, int], None]


@contextmanager
def progress_bar(title: str, *, wanted: bool = True) -> Iterator[Callback | None]:
    """Give a callback ``(cell, done, total)`` that moves a bar, or None where no bar is shown."""
    console = Console(stderr=True)
    if not (wanted and console.is_terminal):
        yield None
        return
    with _bar(console) as bar:
        line = bar.add_task("", total=None, title=title)

        def move(cell: str, done: int, total: int) -> None:
            bar.update(line, description=escape(cell), completed=done, total=total)

        yield move


def _bar(console: Console) -> Progress:
    columns = (
        TextColumn("{task.fields[title]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", style="bright_black"),
    )
    return Progress(*columns, console=console, transient=True)
