"""A distribution of documents, in levels of clusters, top first, and how much each of its places weighs.

``[d1 {d2 d3}] [{d1 d4}]`` has two levels; braces are clusters, and a document outside braces is a cluster of its own.
A document may occur in several clusters and levels, and a repeated cluster counts twice. What is left out is the tail.

Position i weighs c/((c + i - 1)(c + i)) with c = n(1 - w)/w, so that the first n positions weigh w together; a level
shares the weight of its positions equally among its occurrences. What lies below the lowest level, an unlimited number
of documents, weighs T = c/(c + m) after m positions.

All small distributions, alone or several together, are listed up to the names of documents.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import Any, Literal

from axiometrics.errors import InputError
from axiometrics.formulas import named, ratio
from axiometrics.parameters import Combined, Parameter, bind
from axiometrics.tasks.clustering.partitions.derived_outputs import block_sizes

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


def spread(n: Any, w: Any) -> Any:
    """The constant c of the weights.

    >>> from fractions import Fraction
    >>> spread(30, Fraction(4, 5))
    Fraction(15, 2)
    """
    return n * (1 - w) / w


SPREAD = Combined("c", "n(1 - w)/w", of=spread, parameter="n", at=(("w", Fraction(1, 2)),))
"""The parameters n and w matter only through c; with w = 1/2 it is n."""


def weight(c: Any, rank: Any) -> Any:
    """The weight of a rank."""
    return named(c / ((c + rank - 1) * (c + rank)), "w_{%s}", rank)


def odds(c: Any, rank: Any) -> Any:
    """w(i)/(1 - w(i))."""
    return named(c / ((c + rank - 1) * (c + rank) - c), "v_{%s}", rank)


def predicted(listing: Any, c: Any, tail: str) -> Any:
    """Share of the list's priorities that a gold of one level has, weighted by rank.

    The priorities over what is not listed count in both readings. Those of a listed relevant document over a listed
    non-relevant one, which the gold leaves in its tail, count when the tail is open.
    """
    below = named(c / (c + listing.listed), "T")
    over_tail = listing.ranks(lambda at: at.b * weight(c, at.i)) * ratio(c, listing.listed, 0)
    unlisted = below * listing.ranks(lambda at: at.b * odds(c, at.i)) + over_tail
    if tail == "closed":
        return named(unlisted, _RELIABILITY)
    inside = listing.pairs(
        lambda at, low: (
            at.b * (1 - low.e) * (odds(c, at.i) * weight(c, low.j) + odds(c, low.j) * weight(c, at.i))
        )
    )
    return named(inside + unlisted, _RELIABILITY)


_RELIABILITY = r"\mathrm{rel}"


PARAMETERS = (
    Parameter("n", default=10, above=0),
    Parameter("w", default=Fraction(4, 5), above=0, below=1),
    Parameter("tail", default="open", choices=("open", "closed", "none")),
)
"""The first n positions weigh w together; the tail's reading."""


@dataclass(frozen=True)
class Weighting:
    """The constant c, and the reading of the tail.

    ``open``: an organized document has priority over every one that its side leaves out; ``closed``: only over those
    that both sides leave out; ``none``: the levels are the whole collection, and all occurrences weigh the same.
    """

    c: Any
    tail: Literal["open", "closed", "none"]


def weighting(**given: object) -> Weighting:
    """Return the weighting of parameters n, w and tail; raises InputError for values out of range.

    Parameters that are left open are symbols, and so is c.

    >>> weighting(n=30)
    Weighting(c=Fraction(15, 2), tail='open')
    """
    letters = {name: value for name, value in given.items() if getattr(value, "free_symbols", None)}
    values: dict[str, Any] = {
        **bind("the weighting", PARAMETERS, {name: given[name] for name in given if name not in letters}),
        **letters,
    }
    n, w, tail = (values[each.name] for each in PARAMETERS)
    if isinstance(n, str) or isinstance(w, str):
        raise InputError(f"n={n} and w={w} must be numbers")
    return Weighting(spread(n, w), tail)


Shape = tuple[tuple[int, ...], ...]
"""The sizes of the clusters of each level."""


def tuples(number: int, size: int) -> Iterator[tuple[Distribution, ...]]:
    """Yield every tuple of distributions with ``size`` occurrences together, each with at least one.

    Tuples that differ in the names of documents only are yielded once.

    >>> [[write(part) for part in each] for each in tuples(2, 2)]
    [['[d1]', '[d2]'], ['[d1]', '[d1]']]
    """
    seen: set[Any] = set()
    for sizes in _sums(size, number):
        shapes = product(*(_shapes(each) for each in sizes))
        for chosen in shapes:
            for names in _namings(chosen):
                made = tuple(_filled(chosen, names))
                key = _canonical(made)
                if key not in seen:
                    seen.add(key)
                    yield made


def distributions(size: int) -> Iterator[Distribution]:
    """Yield every distribution with so many occurrences, up to the names of documents.

    >>> [write(each) for each in distributions(2)]
    ['[{d1 d2}]', '[d1 d2]', '[d1 d1]', '[d1] [d2]', '[d1] [d1]']
    """
    return (each for (each,) in tuples(1, size))


def _sums(total: int, parts: int) -> list[list[int]]:
    """Return every way to write a number as a sum of so many others, in order."""
    from axiometrics.tasks.cases import compositions

    found: list[list[int]] = (compositions(total - parts, parts) + 1).tolist()
    return found


@lru_cache(maxsize=64)
def _shapes(size: int) -> tuple[Shape, ...]:
    """Return the sizes of clusters by level: fewer levels first."""
    found = []
    for levels in range(1, size + 1):
        for sizes in _sums(size, levels):
            found += list(product(*map(block_sizes, sizes)))
    return tuple(found)


def _namings(chosen: tuple[Shape, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Yield the documents of every cluster in turn, ascending; new documents take the next number."""
    clusters = [size for shape in chosen for level in shape for size in level]

    def extend(place: int, named: list[tuple[int, ...]], used: int) -> Iterator[list[tuple[int, ...]]]:
        if place == len(clusters):
            yield named
            return
        size = clusters[place]
        for fresh in range(size, -1, -1):
            if size - fresh > used:
                continue
            for old in _choices(used, size - fresh):
                new = tuple(range(used + 1, used + fresh + 1))
                yield from extend(place + 1, [*named, (*old, *new)], used + fresh)

    return extend(0, [], 0)


@lru_cache(maxsize=256)
def _choices(number: int, size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        each for each in combinations_with_replacement(range(1, number + 1), size) if len(set(each)) == size
    )


def _filled(chosen: tuple[Shape, ...], names: list[tuple[int, ...]]) -> Iterator[Distribution]:
    left = iter(names)
    for shape in chosen:
        yield tuple(tuple(tuple(f"d{name}" for name in next(left)) for _ in level) for level in shape)


def _canonical(made: tuple[Distribution, ...]) -> Any:
    """Return the least form of a tuple over all names of its documents."""
    used = sorted({name for part in made for level in part for cluster in level for name in cluster}, key=str)
    return min(
        tuple(
            tuple(
                tuple(sorted(tuple(sorted(renamed[name] for name in cluster)) for cluster in level))
                for level in part
            )
            for part in made
        )
        for order in permutations(range(len(used)))
        for renamed in [dict(zip(used, order, strict=True))]
    )
