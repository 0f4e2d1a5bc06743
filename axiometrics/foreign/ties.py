"""What ties a process to the one that started it: it ends when that one ends, and leaves its connections alone."""

from __future__ import annotations

import os
import select
import signal
import stat
import sys
import threading
import time
from contextlib import suppress
from typing import ClassVar, NoReturn

__all__ = ["Connections", "descriptors", "end_with", "lead_a_group", "sweep_up"]

GLANCE = 0.2  # seconds between looks at whether another process still lives
PR_SET_PDEATHSIG = 1


class Connections:
    """The descriptors of this process that belong to axiometrics: no metric may write to them."""

    ours: ClassVar[set[int]] = set()

    @classmethod
    def keep_for_us(cls, before: set[int]) -> None:
        """Count every descriptor that was not there ``before`` as ours."""
        cls.ours |= descriptors() - before

    @classmethod
    def detach(cls, kept: int) -> None:
        """Let all of ours but one lead to nowhere in this process, under their numbers; so do sockets and pipes."""
        with open(os.devnull, "r+b") as nowhere:
            here = descriptors() - {kept, nowhere.fileno()}
            for descriptor in {each for each in here if each in cls.ours or _is_connection(each)}:
                os.dup2(nowhere.fileno(), descriptor, inheritable=False)
        cls.ours = {kept}


def descriptors() -> set[int]:
    """Return the open descriptors above those of the standard streams."""
    try:
        listed = {int(name) for name in os.listdir("/dev/fd")}
    except (OSError, ValueError):
        listed = set(range(256))
    return {each for each in listed if each > 2 and _is_open(each)}


def _is_connection(descriptor: int) -> bool:
    kind = os.fstat(descriptor).st_mode
    return stat.S_ISSOCK(kind) or stat.S_ISFIFO(kind)


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def end_with(parent: int, *, at_once: bool = True) -> None:
    """Kill this process, and the group that it leads, when its parent is gone, however that one ended.

    ``at_once`` leaves it to the system where that can be: even a process that does not let its threads run is ended
    then. That system counts the end of the thread that started this process as that of the parent.
    """
    if at_once and sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: int) -> NoReturn:
    while os.getppid() == parent:
        time.sleep(GLANCE)
    _kill_group()
    os._exit(1)


def sweep_up() -> None:
    """Leave a process behind that kills the group which this one leads, once this one is gone.

    It is nobody's child here, so that a metric that waits for all of its own children does not wait for it.
    """
    leader = os.getpid()
    if between := os.fork():
        os.waitpid(between, 0)
        return
    try:
        if not os.fork():
            _sweep(leader)
    finally:
        os._exit(0)


def _sweep(leader: int) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.closerange(0, max(descriptors(), default=2) + 1)
    with suppress(OSError):
        _await_end(leader)
    _kill_group()


def _await_end(process: int) -> None:
    """Wait until a process has ended, even if nobody has asked for its exit code; raises OSError if it had."""
    if hasattr(os, "pidfd_open"):
        select.select([os.pidfd_open(process)], [], [])
        return
    while True:
        os.kill(process, 0)
        time.sleep(GLANCE)


def _kill_group() -> None:
    """Kill all processes of the group of this one, if it is not that of a terminal's command."""
    if hasattr(os, "getpgrp") and os.getpgrp() in _OWN_GROUPS:
        os.killpg(os.getpgrp(), signal.SIGKILL)


_OWN_GROUPS: set[int] = set()


def lead_a_group() -> None:
    """Make this process the head of a group that can be killed whole."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
        _OWN_GROUPS.add(os.getpgrp())
