"""A distribution of documents: levels, top first, of clusters of documents; what it leaves out is its tail.

``[d1 {d2 d3}] [{d1 d4}]`` has two levels; braces are clusters, and a document outside braces is a cluster of its own.
A document may occur in several clusters and levels, and a repeated cluster counts twice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

from axiometrics.errors import InputError

__all__ = [
    "Cluster",
    "Distribution",
    "Level",
    "distribution",
    "is_nothing",
    "occurrences",
    "parse",
    "same",
    "write",
]

Cluster = tuple[Hashable, ...]
Level = tuple[Cluster, ...]
Distribution = tuple[Level, ...]

_TOKEN = re.compile(r"[\[\]{}]|[^\s\[\]{}|]+")
_HOW = "write levels in brackets and clusters in braces, as in '[d1 {d2 d3}] [{d1 d4}]'"


def distribution(levels: Iterable[Iterable[Any]]) -> Distribution:
    """Build a distribution from levels of clusters; a document that stands alone in a level is a cluster of its own.

    Empty levels hold nothing and are left out. Raises InputError for an empty cluster, and for one that names a
    document twice.

    >>> distribution([["d1", {"d2"}], [["d3", "d4"]]])
    ((('d1',), ('d2',)), (('d3', 'd4'),))
    """
    found = (tuple(_cluster(part) for part in level) for level in levels)
    return tuple(level for level in found if level)


def _cluster(part: object) -> Cluster:
    if not isinstance(part, list | tuple | set | frozenset):
        return (_document(part),)
    documents = [_document(each) for each in part]
    if not documents:
        raise InputError("a cluster is empty; leave it out, or name its documents")
    if len(set(documents)) < len(documents):
        twice = next(each for place, each in enumerate(documents) if each in documents[:place])
        raise InputError(
            f"a cluster names document {twice!r} twice; a cluster is a set, name every document once"
        )
    return tuple(sorted(documents, key=_order))


def _order(document: Hashable) -> tuple[Any, ...]:
    """Sort documents as people count: d2 before d10."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in _parts(document))


def _parts(document: Hashable) -> Iterator[str]:
    return (part for part in re.split(r"(\d+)", str(document)) if part)


def _document(document: object) -> Hashable:
    if isinstance(document, dict) or getattr(document, "__hash__", None) is None or is_nothing(document):
        raise InputError(f"{document!r} is no document; name documents by words or numbers")
    name: Hashable = document
    return name


def is_nothing(name: object) -> bool:
    """Whether a name is missing: None, NaN or an empty text; one with a NUL character is none either."""
    return name is None or name != name or (isinstance(name, str) and (not name.strip() or "\0" in name))


def occurrences(levels: Distribution) -> int:
    """Return how many occurrences of documents a distribution has."""
    return sum(len(cluster) for level in levels for cluster in level)


def parse(text: str) -> Distribution:
    """Read the notation.

    >>> parse("[d1 {d2 d3}] [{d1 d4}]")
    ((('d1',), ('d2', 'd3')), (('d1', 'd4'),))
    """
    levels: list[list[Any]] = []
    level: list[Any] | None = None
    cluster: list[str] | None = None
    for token in _tokens(text):
        if token == "[" and level is None:
            level = []
        elif token == "]" and level is not None and cluster is None:
            levels.append(level)
            level = None
        elif token == "{" and level is not None and cluster is None:
            cluster = []
        elif token == "}" and level is not None and cluster is not None:
            level.append(cluster)
            cluster = None
        elif token not in "[]{}" and level is not None:
            (level if cluster is None else cluster).append(token)
        else:
            raise InputError(f"{token!r} is out of place in the organization {text!r}; {_HOW}")
    if level is not None:
        raise InputError(f"a level is not closed in the organization {text!r}; {_HOW}")
    try:
        return distribution(levels)
    except InputError as error:
        raise InputError(f"{error} (in {text!r})") from error


def _tokens(text: str) -> list[str]:
    found = _TOKEN.findall(text.replace(",", " "))
    if "".join(found) != "".join(text.replace(",", " ").split()):
        raise InputError(f"cannot read the organization {text!r}; {_HOW}")
    return found


def write(levels: Sequence[Level]) -> str:
    """Write the notation.

    >>> write(((("d1",), ("d2", "d3")), (("d1", "d4"),)))
    '[d1 {d2 d3}] [{d1 d4}]'
    """
    return " ".join("[" + " ".join(map(_written, level)) + "]" for level in levels)


def _written(cluster: Cluster) -> str:
    names = " ".join(map(str, cluster))
    return names if len(cluster) == 1 else "{" + names + "}"


def same(one: Distribution, other: Distribution) -> bool:
    """Say whether two distributions have the same levels of the same clusters, in whatever order these are written.

    >>> same(parse("[d1 {d2 d3}]"), parse("[{d3 d2} d1]")), same(parse("[d1 d2]"), parse("[d1] [d2]"))
    (True, False)
    """
    return [Counter(map(frozenset, level)) for level in one] == [
        Counter(map(frozenset, level)) for level in other
    ]
