"""What notations have in common: names, sets of them in braces, and two sides with a bar between."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from axiometrics.errors import InputError

__all__ = ["in_braces", "letters", "sets", "sides"]

_SET = re.compile(r"\{([^{}]*)\}")


def sets(text: str, refusal: str) -> list[list[str]]:
    """Return the names in every pair of braces; raises InputError with a refusal for anything outside of them.

    >>> sets("{a b}{a, c}", "write sets in braces")
    [['a', 'b'], ['a', 'c']]
    """
    if _SET.sub("", text).strip():
        raise InputError(refusal)
    return [inside.replace(",", " ").split() for inside in _SET.findall(text)]


def in_braces(parts: Iterable[Sequence[str]]) -> str:
    """Write sets of names.

    >>> in_braces([["a", "b"], ["a", "c"]])
    '{a b}{a c}'
    """
    return "".join("{" + " ".join(part) + "}" for part in parts)


def sides(text: str, refusal: str) -> tuple[str, str]:
    """Return what stands before the one bar, the system's, and after it, the gold's; raises InputError with a refusal.

    >>> sides("{a b} | {a}{b}", "write a bar")
    ('{a b} ', ' {a}{b}')
    """
    system, bar, gold = text.partition("|")
    if not bar or "|" in gold:
        raise InputError(refusal)
    return system, gold


def letters(index: int) -> str:
    """Name things a, b, ..., z, a1, b1, ...

    >>> [letters(i) for i in (0, 25, 26)]
    ['a', 'z', 'a1']
    """
    round_, place = divmod(index, 26)
    return chr(ord("a") + place) + (str(round_) if round_ else "")
