"""Notation of overlapping clusterings: braces are sets of items, the system's clusters first, then a bar, the gold.

``{a b}{a c} | {a b}{c}``: the system puts item a into two clusters; the gold has the categories {a b} and {c}.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from axiometrics.errors import InputError

__all__ = ["parse", "parse_family", "write"]

_SET = re.compile(r"\{([^{}]*)\}")


def parse(text: str) -> tuple[list[list[str]], list[list[str]]]:
    """Return the item names of every cluster and of every category.

    >>> parse("{a b}{a c} | {a b}{c}")
    ([['a', 'b'], ['a', 'c']], [['a', 'b'], ['c']])
    """
    system, bar, gold = text.partition("|")
    if not bar or "|" in gold:
        raise InputError(
            f"cannot read {text!r}; write the clusters, a bar, and the gold categories, as in "
            "'{a b}{a c} | {a b}{c}'"
        )
    return parse_family(system), parse_family(gold)


def parse_family(text: str) -> list[list[str]]:
    """Return the item names of every set of one family.

    >>> parse_family("{a b}{a c}")
    [['a', 'b'], ['a', 'c']]
    """
    if _SET.sub("", text).strip():
        raise InputError(
            f"cannot read the sets {text.strip()!r}; write each in braces, as in '{{a b}}{{a c}}'"
        )
    return [inside.replace(",", " ").split() for inside in _SET.findall(text)]


def write(family: Iterable[Sequence[str]]) -> str:
    """Write one family of sets.

    >>> write([["a", "b"], ["a", "c"]])
    '{a b}{a c}'
    """
    return "".join("{" + " ".join(part) + "}" for part in family)
