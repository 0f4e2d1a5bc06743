"""Distributions of topics in delimited text: one row a topic, one column a class, in order."""

from __future__ import annotations

from pathlib import Path

from axiometrics.errors import InputError
from axiometrics.files.delimited import named, open_table

__all__ = ["read_shares"]

_TOPIC = ("topic", "item", "id")


def read_shares(
    path: Path, *, topic_column: str | None = None, delimiter: str = "auto"
) -> tuple[tuple[str, ...], dict[str, list[str]]]:
    """Return the names of the classes, lowest first, and the shares of every topic as text.

    The topic's column is the one given, else ``topic``, ``item`` or ``id``, else the first; every other column is a
    class. Raises InputError.
    """
    with open_table(path, delimiter) as table:
        topic = topic_column or next((name for name in _TOPIC if name in table.header), table.header[0])
        if topic not in table.header:
            raise InputError(f"{path} has no column {topic!r}; its columns are {', '.join(table.header)}")
        classes = tuple(name for name in table.header if name != topic)
        if not classes:
            raise InputError(f"{path} has no column besides {topic!r}; give one column for every class")
        found: dict[str, list[str]] = {}
        for line, (name, *shares) in table.rows([topic, *classes]):
            if named(name, "the topic", f"{path}, line {line}") in found:
                raise InputError(
                    f"{path}, line {line}: topic {name!r} occurs again; give every topic one row"
                )
            found[name] = shares
    if not found:
        raise InputError(f"{path} has no topics; give one row a topic")
    return classes, found
