"""Tables that hold one side: distributions of topics, and organizations, also in JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from axiometrics.errors import InputError
from axiometrics.files.delimited import Delimited, named, open_table, open_text

__all__ = ["read_organization", "read_organizations", "read_shares"]

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


NAMES = ("document", "level", "cluster")


def read_organization(path: str | Path, *, delimiter: str = "auto") -> Any:
    """Read one side of an organization, to be given to a metric.

    ``.json``: a list of levels, top first, each a list of clusters and documents, or an object with the columns; else
    a table with the columns ``document``, ``level`` (1 is best) and, where documents are grouped, ``cluster``, which
    is empty for a document alone. Both may be gzipped. Raises InputError.
    """
    return read_organizations(path, delimiter=delimiter)[""]


def read_organizations(
    path: str | Path,
    *,
    document_column: str | None = None,
    group_column: str | None = None,
    delimiter: str = "auto",
) -> dict[str, Any]:
    """Read one side of several organizations by the group column of a table; one, under '', where there is none."""
    place = Path(path)
    if ".json" in place.suffixes:
        if group_column is not None:
            raise InputError(f"{place} is JSON, which has no column {group_column!r}; give a table of groups")
        return {"": _json(place)}
    columns = {"document": document_column or "document", "level": "level", "cluster": "cluster"}
    with open_table(place, delimiter) as table:
        return _grouped(table, columns, group_column)


def _json(place: Path) -> Any:
    with open_text(place) as text:
        try:
            return json.load(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{place} is no JSON ({error}); give a list of levels") from error


def _grouped(table: Delimited, columns: dict[str, str], group: str | None) -> dict[str, Any]:
    needed = [columns["document"], columns["level"], *([group] if group else [])]
    lacking = next((name for name in needed if name not in table.header), None)
    if lacking is not None:
        raise InputError(
            f"{table.path} has no column {lacking!r} but {', '.join(table.header)}; "
            "give document, level and, if there are any, cluster"
        )
    names = [name for name in NAMES if columns[name] in table.header]
    found: dict[str, Any] = {} if group else {"": {name: [] for name in names}}
    asked = [columns[name] for name in names] + ([group] if group else [])
    for line, cells in table.rows(asked):
        part = named(cells[-1], "the group", f"{table.path}, line {line}") if group else ""
        side = found.setdefault(part, {name: [] for name in names})
        for name, cell in zip(names, cells, strict=False):
            side[name].append(cell)
    return found
