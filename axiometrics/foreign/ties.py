"""What ties a process to the one that started it: it ends when that one ends, and leaves its connections alone."""

from __future__ import annotations

import os
import signal
import socket
import stat
import sys
import threading
import time
from contextlib import suppress
from typing import ClassVar, NoReturn

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


class Sweeper:
    """A small process that has the groups of workers killed once their leaders are gone, however this process ends.

    For each worker it forks a child into the worker's group: a fork of this process could take a tenth of a second. No
    such child is one of the worker's, so that a metric that waits for all of its own children does not wait for it.
    """

    _link: ClassVar[socket.socket | None] = None
    _lock: ClassVar[threading.Lock] = threading.Lock()

    @classmethod
    def watch(cls, leader: int) -> None:
        """Have the group of a process killed when that process is gone."""
        if not hasattr(os, "posix_spawn"):
            return
        with cls._lock:
            if cls._link is None or not cls._asked(cls._link, leader):
                cls.forget()
                cls._link = cls._started()
                cls._asked(cls._link, leader)

    @classmethod
    def forget(cls) -> None:
        """Let go of the small process, which ends when nobody holds on to it."""
        if cls._link is not None:
            Connections.ours.discard(cls._link.fileno())
            cls._link.close()
        cls._link = None

    @classmethod
    def after_fork(cls) -> None:
        """Leave the small process to the parent, whose other threads may have been asking it."""
        cls._lock = threading.Lock()
        cls.forget()

    @staticmethod
    def _asked(link: socket.socket, leader: int) -> bool:
        """Ask, and wait until it is done; say whether there was an answer."""
        with suppress(OSError):
            link.sendall(b"%d\n" % leader)
            return bool(link.recv(1))
        return False

    @staticmethod
    def _started() -> socket.socket:
        link, theirs = socket.socketpair()
        nowhere = [(os.POSIX_SPAWN_OPEN, each, os.devnull, os.O_RDWR, 0) for each in (1, 2)]
        given = [(os.POSIX_SPAWN_DUP2, theirs.fileno(), 0), *nowhere]
        command = [sys.executable, "-I", "-S", "-c", _SWEEPING]
        with theirs:
            os.posix_spawn(sys.executable, command, os.environ, file_actions=given)
        Connections.ours.add(link.fileno())
        return link


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=Sweeper.after_fork)

_SWEEPING = f"""
import os, select, signal, time

def sweep(leader):
    os.close(0)
    os.setpgid(0, leader)
    try:
        if hasattr(os, "pidfd_open"):
            select.select([os.pidfd_open(leader)], [], [])
        else:
            while True:
                os.kill(leader, 0)
                time.sleep({GLANCE})
    except OSError:
        pass
    os.killpg(0, signal.SIGKILL)

for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
    signal.signal(each, signal.SIG_IGN)
with open(0, "rb", closefd=False) as asked:
    for line in asked:
        child = os.fork()
        if not child:
            try:
                sweep(int(line))
            finally:
                os._exit(0)
        try:
            os.setpgid(child, int(line))
        except OSError:
            pass
        os.write(0, b".")
"""
"""The program of the small process."""


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
