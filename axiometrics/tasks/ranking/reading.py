"""Reading users' rankings: qrels and run dicts, grades by rank, notation; clear refusals."""

from __future__ import annotations

import math
import numbers
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from axiometrics.errors import InputError
from axiometrics.tasks.given import listed, require_missing
from axiometrics.tasks.ranking.notation import Grade
from axiometrics.tasks.ranking.ranking import Ranking

__all__ = ["Missing", "Topic", "has_topics", "in_order", "matched", "read", "read_named", "read_topic"]

Missing = Literal["error", "empty"]

LIMIT = 2**53
"""Grades up to this one are computed with as they are."""


def read(gold: Any, system: Any = None, *, missing: Missing = "error") -> Ranking | dict[Hashable, Ranking]:
    """Read a gold and a system output: one ranking, or for dicts of topics one a topic.

    * dicts: gold from document to grade, system from document to score, or the documents in order. Scores are sorted
      from high to low; equal scores by document, last in the alphabet first, as trec_eval does. A grade below 0 means
      not judged, as a document that gold leaves out.
    * dicts of such dicts by topic; ``missing="empty"`` takes a topic that the system leaves out as an empty list.
    * lists: gold the grades of all relevant documents (others may be added), system the grades by rank, None for an
      unjudged document.
    * notation, such as ``"r - r | r"``, as the only argument.

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
        return {topic.name: read_named(topic) for topic in matched(gold, system, missing)}
    if isinstance(gold, Mapping):
        return read_topic(gold, system)
    if isinstance(system, Mapping):
        raise InputError("gold and system have different forms; give gold as a dict document -> grade")
    return _from_grades(gold, system)


class Topic(NamedTuple):
    """One topic as it was given: grades by document, and scores by document or the documents in order."""

    name: Hashable
    grades: Any
    run: Any


def matched(gold: Any, system: Any, missing: Missing = "error") -> Iterator[Topic]:
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


def read_named(topic: Topic) -> Ranking:
    """Read one topic; its name is in the error."""
    try:
        return read_topic(topic.grades, topic.run)
    except InputError as error:
        raise InputError(f"topic {topic.name!r}: {error}") from error


def has_topics(gold: Any) -> bool:
    """Whether gold has grades by topic instead of by document."""
    return isinstance(gold, Mapping) and any(isinstance(value, Mapping) for value in gold.values())


def read_topic(grades: Any, run: Any) -> Ranking:
    """Read one topic: grades by document, and scores by document or the documents in order."""
    if not isinstance(grades, Mapping):
        raise InputError(f"the grades are {grades!r}; give a dict document -> grade")
    known = {document: _grade(grade, document) for document, grade in grades.items()}
    listed = in_order(run) if isinstance(run, Mapping) else _documents(run)
    missed = known.keys() - set(listed)
    missing = [grade for document in missed if (grade := known[document]) is not None]
    return Ranking.of([known.get(document) for document in listed], missing)


def in_order(run: Mapping[Hashable, Any]) -> list[Hashable]:
    """Sort documents by score, high to low; of equal scores the last document in the alphabet comes first."""
    for document, score in run.items():
        if isinstance(score, bool) or not isinstance(score, numbers.Real) or not _finite(score):
            raise InputError(
                f"system gives document {document!r} the score {score!r}; scores are finite numbers"
            )
    ordered = sorted(run, key=str, reverse=True)
    return sorted(ordered, key=lambda document: run[document], reverse=True)


def _finite(score: Any) -> bool:
    try:
        return math.isfinite(score)
    except OverflowError:
        return False


def _documents(run: Any) -> list[Hashable]:
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


def _from_grades(gold: Any, system: Any) -> Ranking:
    listed, collection = _vector(system, "system"), _vector(gold, "gold")
    return Ranking.from_grades(listed, [grade for grade in collection if grade is not None])


def _vector(values: Any, side: str) -> list[Grade]:
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
