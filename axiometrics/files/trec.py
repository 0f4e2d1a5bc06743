"""TREC's files, plain or gzipped: qrels and runs, fields separated by blanks.

A line of qrels has topic, iteration, document and grade; one of a run topic, Q0, document, rank, score and tag. A run's
order is that of its scores, whatever its ranks say, as in trec_eval.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from axiometrics.errors import InputError
from axiometrics.files.delimited import open_text

__all__ = ["Run", "read_qrels", "read_run"]

Qrels = dict[str, dict[str, int]]


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
        for number, fields in _lines(path, (4,), "topic iteration document grade"):
            topic, _, document, text = fields
            documents = found.setdefault(topic, {})
            if document in documents:
                raise InputError(f"{path}, line {number}: topic {topic} grades document {document} twice")
            documents[document] = _grade(path, number, text)
    return found


def _grade(path: Path, number: int, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(
            f"{path}, line {number}: the grade {text!r} is not a whole number; 0 is not relevant, below 0 not judged"
        ) from None


def read_run(path: Path) -> Run:
    """Read one system's run; raises InputError that names the file and the line."""
    scores: dict[str, dict[str, float]] = {}
    ranks: dict[str, list[tuple[float, float]]] = {}
    tags: set[str] = set()
    for number, fields in _lines(path, (5, 6), "topic Q0 document rank score tag"):
        topic, _, document, rank, text, *tag = fields
        documents = scores.setdefault(topic, {})
        if document in documents:
            raise InputError(
                f"{path}, line {number}: topic {topic} lists document {document} twice; list it once"
            )
        documents[document] = _number(path, number, text, "score")
        ranks.setdefault(topic, []).append((_number(path, number, rank, "rank"), documents[document]))
        tags.update(tag)
    name = tags.pop() if len(tags) == 1 else path.name.removesuffix(".gz")
    return Run(name, scores, tuple(topic for topic, pairs in ranks.items() if _contradicts(pairs)))


def _contradicts(pairs: list[tuple[float, float]]) -> bool:
    """Whether a document has a higher score than one of a better rank."""
    ordered = [score for _, score in sorted(pairs, key=lambda pair: pair[0])]
    return any(above < below for above, below in pairwise(ordered))


def _number(path: Path, number: int, text: str, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"{path}, line {number}: the {what} {text!r} is not a finite number")
    return value


def _lines(path: Path, widths: tuple[int, ...], form: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the fields of every line that is not blank."""
    empty = True
    with open_text(path) as text:
        for number, line in enumerate(text, 1):
            fields = line.split()
            if fields and len(fields) not in widths:
                raise InputError(f"{path}, line {number}: {len(fields)} fields; a line has: {form}")
            if fields:
                empty = False
                yield number, fields
    if empty:
        raise InputError(f"{path} is empty; every line has: {form}")
