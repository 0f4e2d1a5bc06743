"""Which column of a file is the item, the group, the gold label, and which ones are systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from axiometrics.errors import InputError, UnknownKeyError, nearest

__all__ = ["Asked", "Columns"]

_ITEM_NAMES = ("item", "id")


@dataclass(frozen=True)
class Columns:
    """The columns of one file by their role; without an item column, items are told by their place."""

    item: str | None
    group: str | None
    gold: str | None
    systems: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """Every column that is read, once."""
        found = [name for name in (self.item, self.group, self.gold) if name is not None]
        return list(dict.fromkeys([*found, *self.systems]))


@dataclass(frozen=True)
class Asked:
    """What the user says about the columns; ``system`` and ``exclude`` are names or globs."""

    gold: str | None = None
    system: Sequence[str] = ()
    exclude: Sequence[str] = ()
    item: str | None = None
    group: str | None = None

    def columns(self, path: Path, header: Sequence[str], *, with_gold: bool, with_systems: bool) -> Columns:
        """Find the columns in a header; raise UnknownKeyError with the nearest names for missing ones."""
        item = self._named(path, header, "--item-column", self.item)
        item = item or next((name for name in _ITEM_NAMES if name in header), None)
        group = self._named(path, header, "--group-column", self.group)
        rest = [name for name in header if name and name not in (item, group)]
        gold = self._gold(path, rest) if with_gold else None
        return Columns(item, group, gold, self._systems(path, rest, gold) if with_systems else ())

    def _gold(self, path: Path, rest: Sequence[str]) -> str:
        named = self._named(path, rest, "--gold-column", self.gold)
        return named or _only(path, "gold", rest)

    def _systems(self, path: Path, rest: Sequence[str], gold: str | None) -> tuple[str, ...]:
        rest = [name for name in rest if name != gold and not _matches(name, self.exclude)]
        if not self.system:
            return (_only(path, "system", rest),)
        for pattern in self.system:
            if not any(_matches(name, [pattern]) for name in rest):
                raise UnknownKeyError(
                    f"{path} has no column {pattern!r} (--system-column); {_hint(pattern, rest)}"
                )
        return tuple(name for name in rest if _matches(name, self.system))

    @staticmethod
    def _named(path: Path, header: Sequence[str], option: str, name: str | None) -> str | None:
        if name is None or name in header:
            return name
        raise UnknownKeyError(f"{path} has no column {name!r} ({option}); {_hint(name, header)}")


def _only(path: Path, role: str, rest: Sequence[str]) -> str:
    if role in rest:
        return role
    if len(rest) == 1:
        return rest[0]
    shown = ", ".join(rest[:8]) + (", ..." if len(rest) > 8 else "")
    raise InputError(
        f"{path} has no column {role!r}; name one with --{role}-column: {shown or 'none is left'}"
    )


def _matches(name: str, patterns: Sequence[str]) -> bool:
    return name in patterns or any(fnmatchcase(name, pattern) for pattern in patterns)


def _hint(name: str, header: Sequence[str]) -> str:
    hint = nearest(name, [each for each in header if each])
    return hint if len(hint) < 200 else hint[:200].rpartition(",")[0] + ", ..."
