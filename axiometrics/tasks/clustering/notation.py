"""The papers' notation for a clustering with its gold categories: braces are clusters, words are categories.

``{a a b}{c}`` has three categories: two items of ``a`` share a cluster with one of ``b``, and ``c`` is alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from axiometrics.errors import InputError

__all__ = ["letters", "parse", "write"]

_CLUSTER = re.compile(r"\{([^{}]*)\}")


def parse(text: str) -> list[list[str]]:
    """Return the category of every item, cluster by cluster; empty clusters are dropped.

    >>> parse("{a a b}{c}")
    [['a', 'a', 'b'], ['c']]
    """
    if _CLUSTER.sub("", text).strip():
        raise InputError(
            f"cannot read the clustering {text!r}; write clusters in braces, as in '{{a a b}}{{c}}'"
        )
    clusters = [inside.replace(",", " ").split() for inside in _CLUSTER.findall(text)]
    found = [cluster for cluster in clusters if cluster]
    if not found:
        raise InputError(f"the clustering {text!r} has no items; write at least one, as in '{{a}}'")
    return found


def write(clusters: Iterable[Sequence[str]]) -> str:
    """Write clusters of category names.

    >>> write([["a", "a", "b"], ["c"]])
    '{a a b}{c}'
    """
    return "".join("{" + " ".join(cluster) + "}" for cluster in clusters)


def letters(index: int) -> str:
    """Name the categories a, b, ..., z, a1, b1, ...

    >>> [letters(i) for i in (0, 25, 26)]
    ['a', 'z', 'a1']
    """
    turn, place = divmod(index, 26)
    return chr(ord("a") + place) + (str(turn) if turn else "")
