"""How much memory a process may use."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

__all__ = ["limit_memory"]


def limit_memory(extra: int) -> None:
    """Let this process reserve ``extra`` bytes more than it has now; beyond that Python raises MemoryError.

    Systems without such a limit (Windows; macOS accepts but does not enforce it) are left as they are.
    """
    try:
        import resource
    except ImportError:
        return
    with suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = _reserved(resource.getpagesize()) + extra
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_AS, (allowed, hard))


def _reserved(page: int) -> int:
    """Return the bytes of address space in use, 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * page
    except OSError:
        return 0
