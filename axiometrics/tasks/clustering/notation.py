"""The papers' notation for a clustering with its gold categories: braces are clusters, words are categories.

``{a a b}{c}`` has three categories: two items of ``a`` share a cluster with one of ``b``, and ``c`` is alone. Of many
items ``a^40`` stands for 40.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from axiometrics.errors import InputError
from axiometrics.numerals import is_counting

__all__ = ["letters", "parse", "write"]

LONG = 100
"""Items up to which each one is written."""

_CLUSTER = re.compile(r"\{([^{}]*)\}")


def parse(text: str) -> list[list[str]]:
    """Return the category of every item, cluster by cluster; empty clusters are dropped.

    >>> parse("{a a b}{c}"), parse("{a^3 b}")
    ([['a', 'a', 'b'], ['c']], [['a', 'a', 'a', 'b']])
    """
    if _CLUSTER.sub("", text).strip():
        raise InputError(
            f"cannot read the clustering {text!r}; write clusters in braces, as in '{{a a b}}{{c}}'"
        )
    clusters = [list(_items(inside.replace(",", " ").split())) for inside in _CLUSTER.findall(text)]
    found = [cluster for cluster in clusters if cluster]
    if not found:
        raise InputError(f"the clustering {text!r} has no items; write at least one, as in '{{a}}'")
    return found


def write(clusters: Iterable[Sequence[str]]) -> str:
    """Write clusters of category names.

    >>> write([["a", "a", "b"], ["c"]])
    '{a a b}{c}'
    """
    known = list(clusters)
    short = sum(map(len, known)) <= LONG
    words = [cluster if short else _counted(cluster) for cluster in known]
    return "".join("{" + " ".join(cluster) + "}" for cluster in words)


def _items(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        name, _, count = word.partition("^")
        yield from [name] * int(count) if name and is_counting(count) else [word]


def _counted(cluster: Sequence[str]) -> list[str]:
    runs = [(name, len(list(same))) for name, same in groupby(cluster)]
    return [name if count == 1 else f"{name}^{count}" for name, count in runs]


def letters(index: int) -> str:
    """Name the categories a, b, ..., z, a1, b1, ...

    >>> [letters(i) for i in (0, 25, 26)]
    ['a', 'z', 'a1']
    """
    turn, place = divmod(index, 26)
    return chr(ord("a") + place) + (str(turn) if turn else "")
