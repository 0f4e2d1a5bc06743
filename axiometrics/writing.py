"""Writing files whole or not at all: what stood there before stays until all that is new has been written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

Content = str | bytes


def write_file(path: Path, content: Content, *, synced: bool = True) -> Path:
    """Write one file and return its path; raises OSError, with the path in its message, and then changes nothing."""
    return write_files(path.parent, {path.name: content}, synced=synced)[0]


def write_files(folder: Path, files: Mapping[str, Content], *, synced: bool = True) -> list[Path]:
    """Write files, named relative to a folder that is made if needed, and return their paths in order.

    All of them are written beside their places first and then put there, so that a full disk or an interrupt
    leaves what was there before. Text is UTF-8; what it cannot hold (lone surrogates) is written as an escape. A
    device or pipe is written to as it is. What can be computed again, and tells when it is damaged, need not be
    ``synced``: written to the disk before this returns. Raises OSError, which names the file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as home:
    ...     [path.name for path in write_files(Path(home, "new"), {"b.txt": "b", "sub/a.txt": "a"})]
    ['b.txt', 'a.txt']
    """
    staged: dict[Path, Path] = {}
    made: list[Path] = []
    try:
        for name, content in files.items():
            path = folder / name
            with _named(path):
                if path.exists() and not path.is_file():
                    path.write_bytes(_bytes(content))
                    continue
                target = Path(os.path.realpath(path))
                _make(target.parent, made)
                _stage(target, _bytes(content), staged, synced)
        for target in list(staged):
            with _named(target):
                os.replace(staged[target], target)
            del staged[target]
    except BaseException:
        _clear(staged.values(), reversed(made))
        raise
    return [folder / name for name in files]


def _bytes(content: Content) -> bytes:
    return content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")


def _make(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it, and remember which were not there."""
    lacking = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    made += lacking[::-1]


def _stage(target: Path, content: bytes, staged: dict[Path, Path], synced: bool) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:80]}.", suffix=".part")
    staged[target] = Path(name)
    with open(handle, "wb") as file:
        file.write(content)
        if synced:
            file.flush()
            os.fsync(file.fileno())
    os.chmod(name, _mode(target))


def _mode(target: Path) -> int:
    """Return the permissions of the file that is replaced, or those that a new file gets."""
    with suppress(OSError):
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name the file that was meant in an error about the one beside it."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise OSError(error.errno, f"{reason}; it was not written", str(path)) from error


def _clear(parts: Iterable[Path], made: Iterable[Path]) -> None:
    for part in parts:
        with suppress(OSError):
            part.unlink()
    for folder in made:
        with suppress(OSError):
            folder.rmdir()
