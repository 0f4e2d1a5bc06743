"""Long tables of memberships: one row for every item and each of its labels, so that items may have several."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from axiometrics.errors import InputError
from axiometrics.files.columns import Asked
from axiometrics.files.delimited import named, open_table

__all__ = ["Memberships", "read_memberships"]

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
