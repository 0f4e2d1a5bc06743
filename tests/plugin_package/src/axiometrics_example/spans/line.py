"""A line of tokens with the spans that gold and system mark, and every form in which it is given or handed out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from axiometrics.errors import InputError

Span = tuple[int, int]
"""The first token, from 0 on, and the one after the last."""

_NOTATION = re.compile(r"\s*gold=(\S+)\s+system=(\S+)\s*")


@dataclass(frozen=True)
class Line:
    """What both sides mark, in tags: B begins a span, I is inside it, O is outside of all.

    >>> Line.from_notation("gold=BIOB system=BIIO").to_spans()
    ([(0, 2), (3, 4)], [(0, 3)])
    """

    gold: str
    system: str

    @classmethod
    def of(cls, gold: Sequence[Any], system: Sequence[Any]) -> Line:
        """Read two sequences of tags; raises InputError for what are none."""
        sides = [_tags(tags, side) for side, tags in (("gold", gold), ("system", system))]
        if not sides[0] or len(sides[0]) != len(sides[1]):
            raise InputError(
                "gold and system tag other numbers of tokens, or none; give a tag for every token"
            )
        return cls(*sides)

    @classmethod
    def from_notation(cls, text: str) -> Line:
        """Read ``gold=BIO system=OBI``; raises InputError."""
        found = _NOTATION.fullmatch(text)
        if found is None:
            raise InputError(
                f"cannot read the line {text!r}; write both sides, as in 'gold=BIIO system=BIOB'"
            )
        return cls.of(*found.groups())

    @property
    def tokens(self) -> int:
        """Number of tokens."""
        return len(self.gold)

    def notation(self) -> str:
        """Write the line."""
        return f"gold={self.gold} system={self.system}"

    def to_tags(self) -> tuple[list[str], list[str]]:
        """Return (gold tags, system tags), one for each token."""
        return list(self.gold), list(self.system)

    def to_spans(self) -> tuple[list[Span], list[Span]]:
        """Return (gold spans, system spans)."""
        return list(spans_of(self.gold)), list(spans_of(self.system))

    def read_as(self, reads: str) -> tuple[Any, ...]:
        """Return the line in the form that a black-box metric reads: tags or spans."""
        return {"tags": self.to_tags, "spans": self.to_spans}[reads]()


@lru_cache(maxsize=1 << 14)
def spans_of(tags: str) -> tuple[Span, ...]:
    """Return the spans that tags mark.

    >>> spans_of("BIOBB")
    ((0, 2), (3, 4), (4, 5))
    """
    return tuple(match.span() for match in re.finditer("BI*", tags))


def _tags(given: Sequence[Any], side: str) -> str:
    tags = [str(tag).strip() for tag in given]
    strange = next((place for place, tag in enumerate(tags) if tag not in ("B", "I", "O")), None)
    if strange is not None:
        raise InputError(f"{side} tags token {strange + 1} with {given[strange]!r}; a tag is B, I or O")
    found = "".join(tags)
    if found.startswith("I") or "OI" in found:
        place = found.find("OI") + 2 if "OI" in found else 1
        raise InputError(f"{side} has a tag I at token {place}, where no span was begun; begin it with B")
    return found
