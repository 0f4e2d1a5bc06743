"""Separated text with a header line, read in one pass, and tables of one side: distributions and organizations.

Text is comma, tab, semicolon or bar separated, plain or gzipped; organizations may also be JSON.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, chain, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from axiometrics.errors import InputError
from axiometrics.numerals import read_real

BLOCK = 512
"""Rows that are read together: few, since the garbage collector looks at all of them again and again."""
NEAR = 1 << 14
"""Characters that are split together."""
_NUL = "\0"
_NOT_PLAIN = ('"', "\r", _NUL)
_BREAK = re.compile("\r\n|\r|\n")
_NAMES = {"comma": ",", "tab": "\t", "semicolon": ";", "bar": "|", "\\t": "\t"}


@dataclass(frozen=True)
class Delimited:
    """An open table: its header, and its rows, which can be read once."""

    path: Path
    header: tuple[str, ...]
    _text: io.TextIOWrapper
    _delimiter: str
    _before: int

    def rows(self, names: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield the line number and the cells of the named columns of every row that is not blank."""
        for lines, columns in self.blocks(names):
            yield from zip(lines, zip(*columns, strict=True), strict=True)

    def blocks(self, names: Sequence[str]) -> Iterator[tuple[Sequence[int], list[list[str]]]]:
        """Yield the line numbers and the named columns of many rows at a time, blank ones left out."""
        places = [self.header.index(name) for name in names]
        before = self._before
        while text := self._text.read(NEAR):
            text += "" if text.endswith("\n") else self._text.readline()
            cells = self._plainly(text)
            if cells is None:
                yield from self._quoted(chain(io.StringIO(text, newline=""), self._text), before, places)
                return
            yield range(before + 1, before + len(cells[0]) + 1), [cells[place] for place in places]
            before += len(cells[0])

    def _plainly(self, text: str) -> list[list[str]] | None:
        """Return the columns of lines without quotes; None where a line is blank, too long, or has other cells."""
        width, between = len(self.header), self._delimiter
        text = text.replace("\r\n", "\n")
        if any(sign in text for sign in _NOT_PLAIN) or len(text) > csv.field_size_limit():
            return None
        cells = text.removesuffix("\n").replace("\n", f"{between}{_NUL}{between}").split(between)
        ends, more = cells[width :: width + 1], len(cells) % (width + 1)
        if more != width or ends.count(_NUL) != len(ends) or text.removesuffix("\n").count("\n") != len(ends):
            return None
        if width == 1 and "" in cells:
            return None
        return [cells[place :: width + 1] for place in range(width)]

    def _quoted(
        self, text: Iterable[str], first: int, places: Sequence[int]
    ) -> Iterator[tuple[Sequence[int], list[list[str]]]]:
        """Yield the same of lines in which anything may stand, ``first`` lines being read before."""
        reader, before = csv.reader(text, delimiter=self._delimiter, strict=True), first
        while rows := list(islice(reader, BLOCK)):
            lines: Sequence[int] = range(before + 1, first + reader.line_num + 1)
            if len(lines) != len(rows):
                lines = list(accumulate(map(_line_count, rows), initial=before))[1:]
            before = first + reader.line_num
            widths = set(map(len, rows))
            if widths != {len(self.header)}:
                filled = [(line, row) for line, row in zip(lines, rows, strict=True) if row]
                lines, rows = [line for line, _ in filled], [row for _, row in filled]
                self._require_width(lines, rows)
            if _NUL in "".join(chain.from_iterable(rows)):
                self._refuse_nul(lines, rows)
            yield lines, [list(map(itemgetter(place), rows)) for place in places]

    def _require_width(self, lines: Sequence[int], rows: Sequence[Sequence[str]]) -> None:
        width = len(self.header)
        for line, row in zip(lines, rows, strict=True):
            if len(row) != width:
                raise InputError(
                    f"{self.path}, line {line}: {len(row)} cells under {width} columns; "
                    "write one cell per column (check delimiter and quotes)"
                )

    def _refuse_nul(self, lines: Sequence[int], rows: Sequence[Sequence[str]]) -> None:
        line = next(line for line, row in zip(lines, rows, strict=True) if any(_NUL in cell for cell in row))
        raise InputError(_with_nul(self.path, line))


@contextmanager
def open_table(path: Path, delimiter: str = "auto") -> Iterator[Delimited]:
    """Open a table; everything that can be wrong with the file becomes an InputError that names it.

    The delimiter is one character, ``comma``, ``tab``, ``semicolon`` or ``bar``, or ``auto``: the one that
    the header line has most of. Gzip is recognised by its first bytes. Text is UTF-8.
    """
    try:
        with open_text(path) as text:
            yield _opened(path, text, delimiter)
    except csv.Error as error:
        reason = "a quote is not closed" if "end of data" in str(error) else error
        raise InputError(
            f"{path} cannot be read as a table ({reason}); check delimiter and quotes"
        ) from error


@contextmanager
def open_text(path: Path) -> Iterator[io.TextIOWrapper]:
    """Open a text file, plain or gzipped; one that is not UTF-8 or damaged becomes an InputError that names it."""
    try:
        with path.open("rb") as raw, _text(raw) as text:
            yield text
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path} is not UTF-8 text ({error.reason}); convert it, or unpack it first"
        ) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{path} is damaged gzip ({error}); copy or download it again") from error


def lines_of(path: Path, text: Iterable[str], first: int = 1) -> Iterator[str]:
    """Yield lines, numbered from ``first`` on; raise InputError for a NUL character, which no text has."""
    for number, line in enumerate(text, first):
        if _NUL in line:
            raise InputError(_with_nul(path, number))
        yield line


def _with_nul(path: Path, line: int) -> str:
    return f"{path}, line {line}: there is a NUL character; write text in UTF-8 without it"


def _line_count(row: Sequence[str]) -> int:
    """The lines of the file that a row takes: quoted cells may have several."""
    return 1 + sum(len(_BREAK.findall(cell)) for cell in row)


def named(name: str, what: str, where: str) -> str:
    """Return a name; raise InputError for one that is empty or blank."""
    if not name.strip():
        raise InputError(f"{where}: {what} has no name; give it one, or leave the row out")
    return name


def _text(raw: io.BufferedReader) -> io.TextIOWrapper:
    packed = raw.peek(2)[:2] == b"\x1f\x8b"
    stream: Any = gzip.GzipFile(fileobj=raw) if packed else raw
    return io.TextIOWrapper(stream, encoding="utf-8-sig", newline="")


def _opened(path: Path, text: io.TextIOWrapper, delimiter: str) -> Delimited:
    first = next(lines_of(path, text), "")
    if not first.strip():
        raise InputError(f"{path} is empty; its first line must name the columns")
    between = _delimiter(delimiter, first)
    reader = csv.reader(chain([first], text), delimiter=between, strict=True)
    return Delimited(path, _header(path, next(reader)), text, between, reader.line_num)


def _delimiter(given: str, first: str) -> str:
    if given == "auto":
        outside = "".join(first.split('"')[::2])
        return max(",\t;|", key=outside.count)
    found = _NAMES.get(given, given)
    if len(found) != 1:
        raise InputError(
            f"delimiter {given!r} is not possible; give one character, {', '.join(_NAMES)} or auto"
        )
    return found


def _header(path: Path, cells: list[str]) -> tuple[str, ...]:
    names = tuple(cell.strip() for cell in cells)
    if all(_is_number(name) for name in names):
        raise InputError(
            f"{path} has no header: its first line is {', '.join(names[:4])}; name the columns there"
        )
    place = next((place for place, name in enumerate(names, 1) if place > 1 and not name), None)
    if place is not None:
        raise InputError(f"{path}: column {place} has no name in the header; give it one, or leave it out")
    twice = next((name for name in names if name and names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"{path} has two columns {twice!r}; give every column a name of its own")
    return names


def _is_number(text: str) -> bool:
    try:
        read_real(text or "0")
    except ValueError:
        return False
    return True


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
