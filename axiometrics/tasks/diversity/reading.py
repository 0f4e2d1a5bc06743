"""Reading users' data: judgments by topic, aspect and document, and a run; clear refusals."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from axiometrics.errors import InputError
from axiometrics.tasks.diversity import AspectList
from axiometrics.tasks.ranking.reading import in_given_order, in_order, matched
from axiometrics.tasks.users_data import require_missing


def read(
    gold: object,
    system: object = None,
    *,
    weights: Mapping[Any, Any] | None = None,
    missing: Literal["error", "empty"] = "error",
    ties: Literal["names", "input"] = "names",
) -> Any:
    """Read one topic, or for dicts of topics one list a topic.

    * gold from aspect to grades by document, system from document to score, or the documents in order; ``weights``
      from aspect to weight, which are scaled to the sum 1. Documents without a judgment are relevant to nothing, a
      grade below 0 is 0. Equal scores are ordered by document, last in the alphabet first, or as in the dict with
      ``ties="input"``;
    * dicts of such dicts by topic, weights too;
    * notation, such as ``"a ab - b | a"``, or `AspectList`, as the only argument.

    Raises InputError.

    >>> read({"x": {"d1": 1, "d3": 2}, "y": {"d2": 1}}, {"d1": 3.0, "d2": 2.0}).notation()
    'a b | a2'
    """
    require_missing(missing, ("error", "empty"))
    if system is None:
        if isinstance(gold, AspectList):
            return gold
        if isinstance(gold, str):
            return AspectList.from_notation(gold)
        raise InputError("there is no system output; give gold and system, or one list in notation")
    if has_topics(gold):
        return dict(topics(gold, system, weights=weights, missing=missing, ties=ties))
    return _topic(gold, system, weights, ties)


def has_topics(gold: object) -> bool:
    """Whether gold has aspects by topic instead of documents by aspect."""
    return isinstance(gold, Mapping) and any(
        isinstance(grades, Mapping)
        for aspects in gold.values()
        if isinstance(aspects, Mapping)
        for grades in aspects.values()
    )


def topics(
    gold: Any,
    system: Any,
    *,
    weights: Mapping[Any, Any] | None = None,
    missing: Any = "error",
    ties: Any = "names",
) -> Iterator[tuple[Hashable, AspectList]]:
    """Yield the topics of gold in order with their lists; an error names the topic."""
    if weights is not None and not isinstance(weights, Mapping):
        raise InputError(f"the weights are {weights!r}; give a dict topic -> weights by aspect")
    for topic in matched(gold, system, missing):
        try:
            yield topic.name, _topic(topic.grades, topic.run, (weights or {}).get(topic.name), ties)
        except InputError as error:
            raise InputError(f"topic {topic.name!r}: {error}") from error


def _topic(gold: Any, run: Any, weights: Any, ties: Any) -> AspectList:
    if not isinstance(gold, Mapping) or not all(isinstance(each, Mapping) for each in gold.values()):
        raise InputError(f"the judgments are {gold!r}; give a dict aspect -> grades by document")
    aspects = sorted(gold, key=str)
    weighed = _weights(aspects, weights)
    documents = in_order(run, ties) if isinstance(run, Mapping) else in_given_order(run)
    known = {document for grades in gold.values() for document in grades}
    rows = {
        document: tuple(_grade(gold[at].get(document, 0), at, document) for at in aspects)
        for document in known
    }
    nothing = (0,) * len(aspects)
    place = {document: at for at, document in enumerate(documents)}
    missed = [row for document, row in rows.items() if document not in place and any(row)]
    return AspectList.of([rows.get(document, nothing) for document in documents], missed, weighed)


def _weights(aspects: Sequence[Any], weights: Any) -> list[Fraction]:
    if weights is None:
        return [Fraction(1)] * len(aspects)
    absent = [aspect for aspect in aspects if aspect not in weights]
    if absent:
        raise InputError(f"the aspect {absent[0]!r} has no weight; give every aspect one, or none")
    try:
        found = [Fraction(str(weights[aspect])) for aspect in aspects]
    except (ValueError, ZeroDivisionError) as error:
        raise InputError(f"a weight is no number ({error}); give numbers above 0") from error
    if any(weight <= 0 for weight in found):
        at = next(aspect for aspect, weight in zip(aspects, found, strict=True) if weight <= 0)
        raise InputError(f"the aspect {at!r} has the weight {weights[at]}; give numbers above 0")
    return found


def _grade(grade: Any, aspect: Any, document: Any) -> int:
    if isinstance(grade, bool | int) or (hasattr(grade, "__index__")):
        return max(int(grade), 0)
    if isinstance(grade, float) and grade.is_integer():
        return max(int(grade), 0)
    raise InputError(
        f"gold gives document {document!r} the grade {grade!r} for aspect {aspect!r}; grades are whole numbers, 0 for "
        "not relevant"
    )
