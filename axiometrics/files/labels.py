"""Label columns of files: which column is what, and per item its group and labels."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.files.delimited import Delimited, named, open_table

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


class Words(Sequence[str]):
    """A column of labels, each different one kept once, in the order of their first rows; blank ones are empty."""

    def __init__(self) -> None:
        self._known = _Numbers()
        self._each = self._known.texts
        self.numbers = array("q")

    def add(self, column: Sequence[str]) -> None:
        """Add rows."""
        found = np.fromiter(map(self._known.__getitem__, column), np.int64, len(column))
        self.numbers.frombytes(found.tobytes())

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return list(map(self._each.__getitem__, self.numbers[row]))
        return self._each[self.numbers[row]]

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[str]:
        return map(self._each.__getitem__, self.numbers)

    def __contains__(self, label: object) -> bool:
        return label in self._known.numbered


class _Numbers(dict[str, int]):
    """The numbers of words, from 0 on in the order in which they are asked for; blank ones are one."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.numbered: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        text = "" if word.isspace() else word
        found = self[word] = self.numbered.setdefault(text, len(self.texts))
        if found == len(self.texts):
            self.texts.append(text)
        return found


@dataclass
class Labels:
    """The rows of files that are parts of the same data, in order."""

    columns: Columns
    cells: dict[str, Words | list[str]]
    lines: array[int] = field(default_factory=lambda: array("q"))
    starts: list[int] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)

    def place(self, row: int) -> str:
        """Say where a row was read."""
        path = self.paths[bisect_right(self.starts, row) - 1]
        return f"{path}, line {self.lines[row]}"

    @property
    def name(self) -> str:
        """The files' names."""
        return ", ".join(map(str, self.paths))

    def spelt_as_missing(self, ignored: Collection[str] = ()) -> str:
        """Say where a label is first spelt as what other programs write for none, and how to say that it is none.

        Nothing is said where no label is, or where only gold labels are that are ``ignored``.
        """
        for name in (self.columns.gold, *self.columns.systems):
            cells, is_gold = self.cells[name] if name is not None else [], name == self.columns.gold
            for word in ("nan", "NaN"):
                if word in cells and not (is_gold and word in ignored):
                    remedy = f"give --gold-ignore {word}" if is_gold else "leave the cell blank"
                    told = f"{name!r} has the label {word!r}, which is read as any other; if it means none, {remedy}"
                    return f"{self.place(cells.index(word))}: {told}"
        return ""

    def groups(self) -> dict[str, Sequence[int]]:
        """Return the rows of each group in order; one group named '' when there is no group column."""
        if self.columns.group is None:
            return {"": range(len(self.lines))}
        found: dict[str, list[int]] = {}
        for row, group in enumerate(self.cells[self.columns.group]):
            found.setdefault(group, []).append(row)
        for group, rows in found.items():
            named(group, "the group", self.place(rows[0]))
        return dict(found)

    def items(self, rows: Sequence[int]) -> dict[str | int, int]:
        """Return the row of each item of a group; raise InputError for an item without name, or that occurs twice."""
        if self.columns.item is None:
            return dict(enumerate(rows))
        column = self.cells[self.columns.item]
        found: dict[str | int, int] = dict(zip(map(column.__getitem__, rows), rows, strict=True))
        if len(found) == len(rows) and "" not in found:
            return found
        found = {}
        for row in rows:
            first = found.setdefault(column[row] or named("", "the item", self.place(row)), row)
            if first != row:
                raise InputError(
                    f"item {column[row]!r} occurs twice: {self.place(first)} and {self.place(row)}; "
                    "keep one row per item (several data sets need --group-column)"
                )
        return found


def read_labels(
    paths: Sequence[Path],
    asked: Asked,
    *,
    delimiter: str = "auto",
    with_gold: bool = False,
    with_systems: bool = False,
) -> Labels:
    """Read the columns that are asked for; all files must have them. Raises InputError, OSError."""
    labels: Labels | None = None
    for path in paths:
        with open_table(path, delimiter) as table:
            columns = asked.columns(path, table.header, with_gold=with_gold, with_systems=with_systems)
            labels = labels or Labels(
                columns, {name: [] if name == columns.item else Words() for name in columns.names}
            )
            if columns != labels.columns:
                raise InputError(
                    f"{path} has other columns than {labels.paths[0]}; {_differing(labels.columns, columns)}"
                )
            _append(labels, table)
    if labels is None:
        raise InputError("no file was given; give at least one")
    return labels


def _append(labels: Labels, table: Delimited) -> None:
    """Add the rows of a table; blank cells become the empty string."""
    labels.paths.append(table.path)
    labels.starts.append(len(labels.lines))
    names = labels.columns.names
    for lines, columns in table.blocks(names):
        numbers = np.arange(lines.start, lines.stop) if isinstance(lines, range) else np.array(lines)
        labels.lines.frombytes(numbers.astype(np.int64).tobytes())
        for name, column in zip(names, columns, strict=True):
            known = labels.cells[name]
            if isinstance(known, Words):
                known.add(column)
            else:
                known += ["" if cell.isspace() else cell for cell in column]
    if labels.starts[-1] == len(labels.lines):
        raise InputError(f"{table.path} has a header but no rows; give at least one item")


def _differing(one: Columns, other: Columns) -> str:
    names = sorted(set(one.names) ^ set(other.names))
    return (
        f"not in both: {', '.join(names[:6])}; name the columns that all files have, or score them one by one"
    )


Memberships = dict[str, dict[str, set[str]]]
"""The labels of every item, by group; one group named '' when there is no group column."""


def read_memberships(
    paths: Sequence[Path], asked: Asked, *, delimiter: str = "auto", gold: bool = False
) -> Memberships:
    """Read files that are parts of one family of sets; ``gold`` says which label column is asked for.

    Raises InputError for a row without item or label, and for an item that has a label twice.
    """
    found: Memberships = {}
    for path in paths:
        with open_table(path, delimiter) as table:
            columns = asked.columns(path, table.header, with_gold=gold, with_systems=not gold)
            label = columns.gold if gold else columns.systems[0]
            if columns.item is None or label is None:
                raise InputError(f"{path} has no column 'item' or 'id'; name one with --item-column")
            names = [columns.item, label, *([columns.group] if columns.group else [])]
            for line, (item, own, *group) in table.rows(names):
                where = f"{path}, line {line}"
                part = named(group[0], "the group", where) if group else ""
                _add(found.setdefault(part, {}), item.strip(), own.strip(), where)
    if not any(found.values()):
        raise InputError(f"{', '.join(map(str, paths))}: there are no rows; give one for each item and label")
    return found


def _add(labels: dict[str, set[str]], item: str, label: str, where: str) -> None:
    if not item or not label:
        told = f"item {item!r} has no label" if item else "a label has no item"
        raise InputError(f"{where}: {told}; write both, or leave the row out")
    own = labels.setdefault(item, set())
    if label in own:
        raise InputError(f"{where}: item {item!r} has the label {label!r} twice; keep one row")
    own.add(label)
