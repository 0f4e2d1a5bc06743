"""Grades and runs: TREC's files, plain or gzipped, and tables with a column of scores for each system.

A line of qrels has topic, iteration (or aspect), document and grade; one of a run topic, Q0, document, rank, score and
tag. A run's order is that of its scores, whatever its ranks say, as in trec_eval. A first line of such names is left
out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import TypeVar

from axiometrics.errors import InputError
from axiometrics.files.delimited import lines_of, open_text
from axiometrics.files.labels import Labels
from axiometrics.numerals import is_plainly_read, plainly, read_real, read_whole

Qrels = dict[str, dict[str, int]]
AspectQrels = dict[str, dict[str, dict[str, int]]]
"""Grades by topic, aspect and document."""
Number = TypeVar("Number", int, float)

BLOCK = 512
"""Lines that are read together: few, so that their fields are still near the processor when they are used."""
HEADER = re.compile(
    r"#?((query_?|topic_?|q)(id|no)?|q0|iter(ation)?|doc(ument)?_?(id|no)?|rank|score|sim(ilarity)?|(run_?)?(tag|name|id)"
    r"|rel(evance)?|grade|label)",
    re.IGNORECASE,
)
"""A word of a first line that names the fields."""
_END = "\x00"
"""Stands between two lines while they are split as one text."""


@dataclass(frozen=True)
class Run:
    """One system's scores by topic and document; ``unsorted`` are the topics whose ranks contradict the scores."""

    name: str
    scores: dict[str, dict[str, float]]
    unsorted: tuple[str, ...]


def read_qrels(paths: Sequence[Path]) -> Qrels:
    """Read grades by topic and document; raises InputError that names the file and the line."""
    found: Qrels = {}
    for path in paths:
        for part in _parts(path, (4,), "topic iteration document grade"):
            form = "a whole number; 0 is not relevant, below 0 not judged"
            grades = part.numbers(3, int, "grade", form, few=True)
            part.add(found, grades, "grades document {} twice")
    return found


def read_aspect_qrels(paths: Sequence[Path]) -> AspectQrels:
    """Read grades by topic, aspect and document; raises InputError that names the file and the line."""
    found: AspectQrels = {}
    for path in paths:
        for part in _parts(path, (4,), "topic aspect document grade"):
            grades = part.numbers(3, int, "grade", "a whole number; 0 is not relevant")
            known = found.setdefault(part.topic, {})
            rows = zip(part.lines, part.columns[1], part.columns[2], grades, strict=True)
            for line, aspect, document, grade in rows:
                by_document = known.setdefault(aspect, {})
                if document in by_document:
                    said = f"topic {part.topic} grades document {document} twice for aspect {aspect}"
                    raise InputError(f"{path}, line {line}: {said}")
                by_document[document] = grade
    return found


def read_aspect_weights(path: Path) -> dict[str, dict[str, str]]:
    """Read weights by topic and aspect, as they are written; raises InputError that names the file and the line."""
    found: dict[str, dict[str, str]] = {}
    for part in _parts(path, (3,), "topic aspect weight"):
        part.numbers(2, float, "weight", "a number above 0")
        found.setdefault(part.topic, {}).update(zip(part.columns[1], part.columns[2], strict=True))
    return found


def read_run(path: Path) -> Run:
    """Read one system's run; raises InputError that names the file and the line."""
    found: dict[str, dict[str, float]] = {}
    ranks: dict[str, Sequence[float]] = {}
    tags: set[str] = set()
    for part in _parts(path, (5, 6), "topic Q0 document rank score tag"):
        scores = part.numbers(4, float, "score", "a finite number")
        part.add(found, scores, "lists document {} twice; list it once")
        ranks[part.topic] = part.ranks(ranks.get(part.topic, range(0)))
        written = part.columns[5]
        tags.update(written[:1] if written.count(written[0]) == len(written) else written)
    tags.discard("")
    name = tags.pop() if len(tags) == 1 else path.name.removesuffix(".gz")
    return Run(name, found, tuple(topic for topic in found if _contradicts(ranks[topic], found[topic])))


def _contradicts(ranks: Sequence[float], by_document: dict[str, float]) -> bool:
    """Whether a document has a higher score than one of a better rank."""
    scores = list(by_document.values())
    if not isinstance(ranks, range) and ranks != sorted(ranks):
        scores = [score for _, score in sorted(zip(ranks, scores, strict=True), key=itemgetter(0))]
    return scores != sorted(scores, reverse=True)


@dataclass(frozen=True)
class _Part:
    """Successive lines of one topic: their fields, place by place, and their numbers in the file."""

    path: Path
    topic: str
    columns: Sequence[list[str]]
    lines: Sequence[int]

    def numbers(
        self, place: int, read: Callable[[str], Number], what: str, form: str, *, few: bool = False
    ) -> list[Number]:
        """Read one field of every line; where only a ``few`` numbers occur, each of them once."""
        texts = self.columns[place]
        once = list(set(texts)) if few else texts
        try:
            found = list(map(read, once))
            if _finite(found) and is_plainly_read("".join(once)):
                return list(map(dict(zip(once, found, strict=True)).__getitem__, texts)) if few else found
        except (ValueError, OverflowError):
            pass
        line, text = next(each for each in zip(self.lines, texts, strict=True) if not _reads(read, each[1]))
        raise InputError(f"{self.path}, line {line}: the {what} {text!r} is not {form}")

    def ranks(self, before: Sequence[float]) -> Sequence[float]:
        """Read the ranks, and put them to those ``before``; most files have 1, 2, 3 and so on in every topic."""
        count = len(before) + len(self.lines)
        if isinstance(before, range) and self.columns[3] == _counting(count)[len(before) : count]:
            return range(1, count + 1)
        known = before if isinstance(before, list) else list(before)
        known += self.numbers(3, float, "rank", "a finite number")
        return known

    def add(self, found: dict[str, dict[str, Number]], values: list[Number], twice: str) -> None:
        """Put the documents' values beside those that are known of the topic."""
        documents = self.columns[2]
        fresh = dict(zip(documents, values, strict=True))
        known = found.setdefault(self.topic, fresh)
        first = known is fresh
        if len(fresh) < len(documents) or not (first or known.keys().isdisjoint(fresh)):
            self._refuse_twice(set() if first else set(known), documents, twice)
        if not first:
            known.update(fresh)

    def _refuse_twice(self, known: set[str], documents: list[str], twice: str) -> None:
        for line, document in zip(self.lines, documents, strict=True):
            if document in known:
                said = f"topic {self.topic} {twice.format(document)}"
                raise InputError(f"{self.path}, line {line}: {said}")
            known.add(document)


def _finite(values: Sequence[float]) -> bool:
    """Whether all numbers are finite, as they are where their sum is."""
    try:
        return math.isfinite(sum(values)) or all(map(math.isfinite, values))
    except OverflowError:
        return all(map(math.isfinite, values))


@lru_cache(maxsize=1)
def _written(size: int) -> list[str]:
    return list(map(str, range(1, size + 1)))


def _counting(most: int) -> list[str]:
    """Return the numbers from 1 on as they are written, up to ``most`` or further."""
    return _written(1 << max(10, most.bit_length()))


def _reads(read: Callable[[str], Number], text: str) -> bool:
    try:
        return math.isfinite(plainly(read, text))
    except (ValueError, OverflowError):
        return False


def _parts(path: Path, widths: tuple[int, ...], form: str) -> Iterator[_Part]:
    """Yield the lines of the file that are not blank, by topic."""
    empty, first = True, 1
    with open_text(path) as text:
        while block := list(islice(text, BLOCK)):
            if first == 1 and all(map(HEADER.fullmatch, block[0].split())):
                block[0] = ""
            lines: Sequence[int] = range(first, first + len(block))
            columns = _split(block, widths)
            if columns is None:
                lines, columns = _split_each(path, block, lines, widths, form)
            empty, first = empty and not lines, first + len(block)
            yield from _by_topic(path, columns, lines)
    if empty:
        raise InputError(f"{path} is empty; every line has: {form}")


def _split(block: Sequence[str], widths: Sequence[int]) -> list[list[str]] | None:
    """Split lines that all have the same number of fields, and no NUL character; None for others."""
    width = len(block[0].split())
    text, ends = f" {_END} ".join(block), [_END] * (len(block) - 1)
    fields = text.split()
    right = width in widths and len(fields) == len(block) * (width + 1) - 1
    if not right or fields[width :: width + 1] != ends or text.count(_END) != len(ends):
        return None
    columns = [fields[place :: width + 1] for place in range(width)]
    return columns + [[""] * len(block)] * (max(widths) - width)


def _split_each(
    path: Path, block: Sequence[str], lines: Sequence[int], widths: Sequence[int], form: str
) -> tuple[list[int], list[list[str]]]:
    """Split lines one by one, and leave blank ones out."""
    kept, rows = [], []
    for line, text in zip(lines, lines_of(path, block, lines[0]), strict=True):
        fields = text.split()
        if fields and len(fields) not in widths:
            said = f"{path}, line {line}: {len(fields)} fields; a line has: {form}"
            raise InputError(said + _meant(text, form))
        if fields:
            kept.append(line)
            rows.append(fields + [""] * (max(widths) - len(fields)))
    return kept, list(map(list, zip(*rows, strict=True)))


def _meant(text: str, form: str) -> str:
    """Say what another line seems to be; aspects are in no tables."""
    if "," in text and "aspect" not in form:
        return "; of a table name the columns, as in --gold-column gold --system-column '*'"
    if text.split()[1:2] == ["Q0"] and "Q0" not in form:
        return "; this seems to be a run, which is a system's"
    return (
        "; these seem to be judgments, which are the gold" if "Q0" in form and len(text.split()) == 4 else ""
    )


def _by_topic(path: Path, columns: Sequence[list[str]], lines: Sequence[int]) -> Iterator[_Part]:
    if lines and columns[0].count(columns[0][0]) == len(lines):
        yield _Part(path, columns[0][0], columns, lines)
        return
    start = 0
    for topic, group in groupby(columns[0] if lines else []):
        end = start + len(list(group))
        yield _Part(path, topic, [column[start:end] for column in columns], lines[start:end])
        start = end


def graded(gold: Labels) -> Qrels:
    """Return the grades by topic (the group) and document (the item); an empty cell is no judgement.

    Raises InputError for a document that occurs twice in a topic and for what is no whole number.
    """
    column = gold.columns.gold or ""
    return _numbers(gold, column, read_whole, "grade", "a whole number; 0 is not relevant, empty not judged")


def scored(system: Labels) -> list[Run]:
    """Return every system's scores by topic and document; a document with an empty cell is not listed.

    A topic in which all cells of a system are empty is missing. Raises InputError as `graded` does.
    """
    found = []
    for name in system.columns.systems:
        scores = _numbers(system, name, read_real, "score", "a finite number; empty is not listed")
        found.append(Run(name, {topic: known for topic, known in scores.items() if known}, ()))
    return found


def _numbers(
    labels: Labels, column: str, read: Callable[[str], Number], what: str, form: str
) -> dict[str, dict[str, Number]]:
    cells = labels.cells[column]
    found: dict[str, dict[str, Number]] = {}
    for topic, rows in labels.groups().items():
        known = found.setdefault(topic, {})
        for item, row in labels.items(rows).items():
            if not (text := cells[row].strip()):
                continue
            try:
                known[str(item)] = read(text)
            except ValueError:
                place = f"{labels.place(row)}, column {column!r}"
                raise InputError(f"{place}: the {what} {text!r} is not {form}") from None
    return found
