"""Reading users' rankings: qrels and run dicts, grades by rank, notation, many topics at once; clear refusals."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, repeat
from typing import Any, Literal, NamedTuple

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.rows import Floats, Integers, repeated
from axiometrics.tasks.ranking import Grade, Ranking
from axiometrics.tasks.ranking.batch import UNJUDGED, RankingBatch, starts_of
from axiometrics.tasks.ranking.ties import batch_of
from axiometrics.tasks.users_data import listed, require_missing

Missing = Literal["error", "empty"]
Ties = Literal["names", "input", "places"]
"""What becomes of equal scores: the documents are ordered by name, last first, stay in their order, or are tied."""

LIMIT = 2**53
"""Grades up to this one are computed with as they are."""


def read(gold: object, system: object = None, *, missing: Missing = "error", ties: Ties = "names") -> Any:
    """Read a gold and a system output: one ranking, or for dicts of topics one a topic.

    * dicts: gold from document to grade, system from document to score, or the documents in order. Scores are sorted
      from high to low; equal scores by document, last in the alphabet first, as trec_eval does, with ``ties="input"``
      in the order of the dict, and with ``ties="places"`` they are tied. A grade below 0 means not judged, as a
      document that gold leaves out.
    * dicts of such dicts by topic; ``missing="empty"`` takes a topic that the system leaves out as an empty list.
    * lists: gold the grades of all relevant documents (others may be added), system the grades by rank, None for an
      unjudged document.
    * notation, such as ``"r - r | r"`` or ``"(r -) r | r"``, as the only argument.

    Raises InputError. Cost O(documents log documents).

    >>> read({"a": 1, "b": 0, "c": 1}, {"b": 0.2, "a": 0.7}).notation()
    'r - | r'
    """
    require_missing(missing, ("error", "empty"))
    if system is None:
        if isinstance(gold, Ranking):
            return gold
        if isinstance(gold, str):
            return Ranking.from_notation(gold)
        raise InputError("there is no system output; give gold and system, or one ranking in notation")
    if has_topics(gold):
        return {topic.name: read_named(topic, ties) for topic in matched(gold, system, missing)}
    if isinstance(gold, Mapping):
        return read_topic(gold, system, ties)
    if isinstance(system, Mapping):
        raise InputError("gold and system have different forms; give gold as a dict document -> grade")
    return _from_grades(gold, system)


class Topic(NamedTuple):
    """One topic as it was given: grades by document, and scores by document or the documents in order."""

    name: Hashable
    grades: Any
    run: Any


def matched(gold: object, system: object, missing: Missing = "error") -> Iterator[Topic]:
    """Yield the topics of gold; raise InputError where the system has others, or lacks some."""
    if not isinstance(gold, Mapping):
        raise InputError(f"gold is {gold!r}; give a dict topic -> grades by document")
    if not isinstance(system, Mapping):
        raise InputError("gold has topics, so system must be a dict topic -> run")
    require_missing(missing, ("error", "empty"))
    extra = [topic for topic in system if topic not in gold]
    if extra:
        raise InputError(f"gold has no topic {listed(extra)} that system has; leave it out of system")
    absent = [topic for topic in gold if topic not in system]
    if absent and missing == "error":
        raise InputError(
            f'system has no topic {listed(absent)} that gold has; give a run, or pass missing="empty"'
        )
    return (Topic(name, grades, system.get(name, {})) for name, grades in gold.items())


def read_named(topic: Topic, ties: Ties = "names") -> Ranking:
    """Read one topic; its name is in the error."""
    try:
        return read_topic(topic.grades, topic.run, ties)
    except InputError as error:
        raise InputError(f"topic {topic.name!r}: {error}") from error


def has_topics(gold: object) -> bool:
    """Whether gold has grades by topic instead of by document."""
    return isinstance(gold, Mapping) and any(isinstance(value, Mapping) for value in gold.values())


def read_topic(grades: object, run: object, ties: Ties = "names") -> Ranking:
    """Read one topic: grades by document, and scores by document or the documents in order."""
    if not isinstance(grades, Mapping):
        raise InputError(f"the grades are {grades!r}; give a dict document -> grade")
    known = {document: _grade(grade, document) for document, grade in grades.items()}
    documents = in_order(run, ties) if isinstance(run, Mapping) else in_given_order(run)
    places: list[int] = []
    if isinstance(run, Mapping) and ties == "places":
        places = [len(list(group)) for _, group in groupby(documents, key=run.__getitem__)]
    missed = known.keys() - set(documents)
    missing = [grade for document in missed if (grade := known[document]) is not None]
    return Ranking.of([known.get(document) for document in documents], missing, places)


def in_order(run: Mapping[Hashable, Any], ties: Ties = "names") -> list[Hashable]:
    """Sort documents by score, high to low; of equal scores the last document in the alphabet comes first.

    With ``ties="input"`` they stay in their order.
    """
    for document, score in run.items():
        if isinstance(score, bool) or not isinstance(score, numbers.Real) or not _finite(score):
            raise InputError(
                f"system gives document {document!r} the score {score!r}; scores are finite numbers"
            )
    ordered = list(run) if ties == "input" else sorted(run, key=str, reverse=True)
    return sorted(ordered, key=lambda document: run[document], reverse=True)


def _finite(score: Any) -> bool:
    try:
        return math.isfinite(score)
    except OverflowError:
        return False


def in_given_order(run: object) -> list[Hashable]:
    """Return the documents of a list, best first; raises InputError for what is no list, or names one twice."""
    if isinstance(run, str) or not isinstance(run, Sequence):
        raise InputError(f"system is {run!r}; give a dict document -> score, or a list of documents in order")
    seen: set[Hashable] = set()
    for document in run:
        try:
            twice = document in seen
            seen.add(document)
        except TypeError as error:
            raise InputError(
                f"system lists {document!r}, which names no document; give names, best first"
            ) from error
        if twice:
            raise InputError(f"system lists document {document!r} twice; list every document once")
    return list(run)


def _grade(grade: Any, document: Hashable) -> Grade:
    if grade is None:
        return None
    if not _whole(grade):
        raise InputError(
            f"gold gives document {document!r} the grade {grade!r}; grades are whole numbers, 0 for not relevant"
        )
    return int(grade) if grade >= 0 else None


def _whole(grade: Any) -> bool:
    number = isinstance(grade, numbers.Real)
    return number and bool(-LIMIT <= grade <= LIMIT) and float(grade).is_integer()


def _from_grades(gold: object, system: object) -> Ranking:
    ranked, collection = _vector(system, "system"), _vector(gold, "gold")
    return Ranking.from_grades(ranked, [grade for grade in collection if grade is not None])


def _vector(values: object, side: str) -> list[Grade]:
    if hasattr(values, "tolist"):
        values = values.tolist()
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise InputError(f"{side} is {values!r}; give dicts of documents, or lists of grades")
    try:
        return [_grade(value, rank) for rank, value in enumerate(values, 1)]
    except InputError:
        raise InputError(
            f"{side} has the grades {list(values)[:5]!r}; "
            "grades are whole numbers, 0 for not relevant, None for not judged"
        ) from None


_GRADES = frozenset({int, bool, np.int64, np.int32})
_WHOLE = frozenset({int, np.int64, np.int32})
_SCORES = _WHOLE | {float, np.float64, np.float32}
_EXACT = 2.0**53
"""Whole numbers up to this one are floats."""
_ROOM = 16
"""Entries of a table of grades by topic for each document; more different grades are read one by one."""

Dicts = Sequence[dict[Any, Any]]


def joined(gold: Dicts, runs: Dicts) -> RankingBatch | None:
    """Return a batch of topics, or None where a value is no plain number, so that it needs a closer look."""
    scores, grades = _scores(runs), _grades(gold)
    if scores is None or grades is None:
        return None
    found = chain.from_iterable(
        map(each.get, run, repeat(UNJUDGED)) for each, run in zip(gold, runs, strict=True)
    )
    listed = np.maximum(np.fromiter(found, np.int64, len(scores)), UNJUDGED)
    starts, known_starts = starts_of(map(len, runs)), starts_of(map(len, gold))
    listed = listed[_order(scores, starts, runs)]
    missing = _missing(listed, starts, grades, known_starts)
    return None if missing is None else RankingBatch(listed, starts, *missing)


def _values(dicts: Dicts) -> Iterable[Any]:
    return chain.from_iterable(each.values() for each in dicts)


def _scores(runs: Dicts) -> Floats | None:
    types = set(map(type, _values(runs)))
    if not types <= _SCORES:
        return None
    try:
        scores = np.fromiter(_values(runs), float, sum(map(len, runs)))
    except OverflowError:
        return None
    rounded = bool(types & _WHOLE) and np.abs(scores).max(initial=0.0) > _EXACT
    return None if rounded or not np.isfinite(scores).all() else scores


def _grades(gold: Dicts) -> Integers | None:
    if not set(map(type, _values(gold))) <= _GRADES:
        return None
    try:
        return np.maximum(np.fromiter(_values(gold), np.int64, sum(map(len, gold))), UNJUDGED)
    except OverflowError:
        return None


def _order(scores: Floats, starts: Integers, runs: Dicts) -> Integers:
    """Sort every topic's documents by score, high to low, and equal scores by document, last first."""
    parts = np.split(-scores, starts[1:-1])
    order = np.concatenate([np.argsort(part, kind="stable") for part in parts])
    order += np.repeat(starts[:-1], np.diff(starts))
    same = np.diff(scores[order]) == 0
    between = starts[1:-1]
    same[between[(between > 0) & (between < len(scores))] - 1] = False
    tied = np.flatnonzero(same)
    if len(tied):
        names = list(chain.from_iterable(runs))
        for group in np.split(tied, np.flatnonzero(np.diff(tied) > 1) + 1):
            places = slice(group[0], group[-1] + 2)
            order[places] = sorted(order[places].tolist(), key=lambda place: str(names[place]), reverse=True)
    return order


def _missing(
    listed: Integers, starts: Integers, known: Integers, known_starts: Integers
) -> tuple[Integers, Integers] | None:
    """Return the judged grades that no listed document has, topic by topic, and the start of each topic."""
    cases, width = len(starts) - 1, int(known.max(initial=0)) + 1
    if cases * width > _ROOM * (len(known) + cases):
        return None
    left = _tally(known, known_starts, width) - _tally(listed, starts, width)
    grades = np.tile(np.arange(width), cases)
    return np.repeat(grades, left.ravel()), starts_of(left.sum(axis=1))


def _tally(grades: Integers, starts: Integers, width: int) -> Integers:
    """Count the documents of each grade in each topic, shape (topics, grades)."""
    case, _ = repeated(np.diff(starts))
    judged = grades != UNJUDGED
    places = case[judged] * width + grades[judged]
    return np.bincount(places, minlength=(len(starts) - 1) * width).reshape(-1, width)


BLOCK = 1 << 17
"""Documents that are read together: arrays of this length stay near the processor."""


@dataclass(frozen=True)
class Topics:
    """A run on several topics, read once for many metrics.

    >>> from axiometrics.metrics import metrics
    >>> topics = Topics.read({"1": {"a": 1, "b": 0}, "2": {"a": 0, "b": 1}}, {"1": {"a": 2}, "2": {"a": 2, "b": 1}})
    >>> metrics("ranking")["average_precision"](topics), metrics("ranking")["precision"](topics)
    (0.75, 0.75)
    """

    names: tuple[Hashable, ...]
    batches: tuple[RankingBatch, ...]

    @classmethod
    def read(cls, gold: Any, system: Any, *, missing: Missing = "error", ties: Ties = "names") -> Topics:
        """Read dicts by topic; ``missing="empty"`` takes a topic that the system leaves out as an empty list.

        ``ties`` says what becomes of equal scores, as in `read`.

        Raises InputError. Cost O(documents log documents).
        """
        return cls(tuple(gold), tuple(blocks(gold, system, missing=missing, ties=ties)))

    def values(self, score: Callable[[RankingBatch], Any]) -> list[float | None]:
        """Return what a function of batches gives for every topic, None for no value."""
        found = chain.from_iterable(np.asarray(score(batch)).tolist() for batch in self.batches)
        return [value if value == value else None for value in found]


def blocks(
    gold: object, system: object, *, missing: Missing = "error", ties: Ties = "names"
) -> Iterator[RankingBatch]:
    """Yield the topics of gold in order, many at a time; raises InputError."""
    block: list[Topic] = []
    documents = 0
    for topic in matched(gold, system, missing):
        block.append(topic)
        documents += len(topic.run) if isinstance(topic.run, Mapping) else 1
        if documents >= BLOCK:
            yield _batch(block, ties)
            block, documents = [], 0
    if block:
        yield _batch(block, ties)


def _batch(block: Sequence[Topic], ties: Ties) -> RankingBatch:
    gold, runs = [topic.grades for topic in block], [topic.run for topic in block]
    plain = ties == "names" and all(type(each) is dict for each in chain(gold, runs))
    found = joined(gold, runs) if plain else None
    return found or batch_of([read_named(topic, ties) for topic in block])
