"""Rankings whose documents have aspects: the gold grades every document for every aspect, which have weights.

Here is one judged list with its notation and pictures, `batch` many of them; `view` is what metrics see, ideal lists
and smallest covers too, `reading` what users give; `chooser` is what constraints ask for, `cases` what they get, random
ones too. `facts` are what proofs rest on, `one_aspect` says which cases are those of rankings.

``a:2/3 b:1/3 | a ab - b | b2 a`` lists a document relevant to a, one relevant to both aspects, one relevant to nothing
and one relevant to b; it misses one of grade 2 for b, and one relevant to a. Aspects are letters in order. Weights in
front are left out where they are equal. ``a:1 |`` is an empty list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from string import ascii_lowercase
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks import drawing
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.users_data import in_runs

Document = tuple[int, ...]
"""The grades of a document, one for each aspect; 0 is not relevant."""

_DOCUMENT = re.compile(r"(-|(?:[a-z]\d*)+)(?:\^(\d+))?", re.ASCII)
_WEIGHT = re.compile(r"([a-z]):(\d+(?:/\d+)?)", re.ASCII)


def scaled(weights: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return weights with the sum 1; raises InputError where one is not positive.

    >>> list(map(str, scaled([Fraction(1), Fraction(3)])))
    ['1/4', '3/4']
    """
    if any(weight <= 0 for weight in weights):
        raise InputError(
            f"the weights are {', '.join(map(str, weights))}; give every aspect a weight above 0"
        )
    total = sum(weights, Fraction(0))
    return tuple(weight / total for weight in weights)


def symbol(document: Document) -> str:
    """Write one document.

    >>> symbol((1, 0, 2)), symbol((0, 0))
    ('ac2', '-')
    """
    found = (
        f"{_letter(place)}{'' if grade == 1 else grade}" for place, grade in enumerate(document) if grade
    )
    return "".join(found) or "-"


def _letter(place: int) -> str:
    if place >= len(ascii_lowercase):
        raise InputError(f"aspect {place + 1} has no letter; the notation has room for 26 aspects")
    return ascii_lowercase[place]


@dataclass(frozen=True)
class AspectList(Output):
    """The listed documents' grades by rank and aspect, those of the missed ones, and the weights of the aspects.

    >>> found = AspectList.from_notation("a:2/3 b:1/3 | a ab - b2 | a")
    >>> found.documents, found.missed, found.aspects
    (((1, 0), (1, 1), (0, 0), (0, 2)), ((1, 0),), 2)
    """

    documents: tuple[Document, ...]
    missed: tuple[Document, ...]
    weights: tuple[Fraction, ...]

    def __hash__(self) -> int:
        return hash((self.documents, self.missed))

    @classmethod
    def of(
        cls,
        documents: Iterable[Sequence[int]],
        missed: Iterable[Sequence[int]] = (),
        weights: Sequence[Any] | None = None,
    ) -> AspectList:
        """Build a list; the missed documents are put in order, weights are scaled, and equal if there are none."""
        listed, rest = tuple(map(tuple, documents)), sorted(map(tuple, missed), reverse=True)
        aspects = max((len(each) for each in (*listed, *rest)), default=0)
        given = [Fraction(1)] * aspects if weights is None else [Fraction(each) for each in weights]
        if any(len(each) != len(given) for each in (*listed, *rest)):
            raise InputError(
                f"some documents do not have a grade for each of {len(given)} aspects; give one, 0 for not relevant"
            )
        return cls(listed, tuple(rest), scaled(given) if given else ())

    @classmethod
    def from_notation(cls, text: str) -> AspectList:
        """Read the notation, such as ``a ab - b | a``; raises InputError."""
        first, *parts = text.split("|")
        weights: dict[str, Fraction] | None = None
        if ":" in first:
            weights = _weights(first, text)
            if not parts:
                raise InputError(f"the list {text!r} has weights alone; write documents after a bar")
            first, *parts = parts
        if len(parts) > 1:
            raise InputError(f"the list {text!r} has too many bars; write 'a ab - b | a', weights in front")
        listed, missed = _documents(first, text), _documents(parts[0] if parts else "", text)
        used = sorted({letter for document in (*listed, *missed) for letter in document})
        letters = list(weights) if weights else list(ascii_lowercase[: _place(used[-1]) + 1] if used else "")
        if weights and set(used) - set(letters):
            raise InputError(
                f"the list {text!r} gives the aspect {used[-1]!r} no weight; give every aspect one"
            )
        listed_rows, missed_rows = (
            [tuple(each.get(letter, 0) for letter in letters) for each in part] for part in (listed, missed)
        )
        weighed = [weights[letter] for letter in letters] if weights else [1] * len(letters)
        return cls.of(listed_rows, missed_rows, weighed)

    @property
    def aspects(self) -> int:
        """Number of aspects, also those without a relevant document."""
        return len(self.weights)

    @property
    def size(self) -> int:
        """Listed and missed documents."""
        return len(self.documents) + len(self.missed)

    @cached_property
    def used(self) -> AspectList:
        """The same list without the aspects that no document is relevant to, and with the other weights scaled.

        >>> AspectList.from_notation("a:1/2 b:1/4 c:1/4 | c a").used.notation()
        'a:2/3 b:1/3 | b a'
        """
        kept = [place for place, grades in enumerate(self._columns()) if any(grades)]
        return self if len(kept) == self.aspects else self.with_aspects(kept)

    def _columns(self) -> Iterable[Iterable[int]]:
        every = (*self.documents, *self.missed)
        return zip(*every, strict=True) if every else [()] * self.aspects

    def with_aspects(self, places: Sequence[int], weights: Sequence[Fraction] | None = None) -> AspectList:
        """Return the list with some of the aspects, in this order, and their weights scaled, or with other weights."""
        listed, missed = (
            [tuple(each[place] for place in places) for each in part]
            for part in (self.documents, self.missed)
        )
        return AspectList.of(
            listed, missed, [self.weights[at] for at in places] if weights is None else weights
        )

    def notation(self) -> str:
        """Write the notation: weights only where they differ, or where they say of how many aspects there are.

        >>> AspectList.of([(1, 0), (0, 0)], [(0, 2)], [2, 1]).notation()
        'a:2/3 b:1/3 | a - | b2'
        """
        every = (*self.documents, *self.missed)
        last = any(each[-1] for each in every) if self.aspects else True
        weighed = len(set(self.weights)) > 1 or not last or not every
        front = " ".join(f"{_letter(place)}:{weight}" for place, weight in enumerate(self.weights))
        parts = [front] if weighed and front else []
        parts.append(_written(self.documents))
        if self.missed:
            parts.append(_written(self.missed))
        return " | ".join(parts).replace("|  |", "| |").strip() or "|"

    def to_aspects(self) -> tuple[list[Document], list[Document], list[float]]:
        """Return (grades of the listed documents, of the missed ones, weights)."""
        return list(self.documents), list(self.missed), [float(weight) for weight in self.weights]

    def to_run(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return (judgments, run) of one topic ``q``: grades by aspect and document, and scores by document.

        >>> AspectList.from_notation("a - | b").to_run()
        ({'q': {'a': {'d1': 1, 'd2': 0, 'm1': 0}, 'b': {'d1': 0, 'd2': 0, 'm1': 1}}}, {'q': {'d1': 2.0, 'd2': 1.0}})
        """
        names = [f"d{rank}" for rank in range(1, len(self.documents) + 1)]
        known = dict(zip(names, self.documents, strict=True))
        known |= {f"m{place}": document for place, document in enumerate(self.missed, 1)}
        judged = {
            _letter(at): {name: grades[at] for name, grades in known.items()} for at in range(self.aspects)
        }
        run = {name: float(len(names) - place) for place, name in enumerate(names)}
        return {"q": judged}, {"q": run}


def _written(documents: Sequence[Document]) -> str:
    return " ".join(in_runs(map(symbol, documents)))


def _place(letter: str) -> int:
    return ascii_lowercase.index(letter)


def _weights(part: str, text: str) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for token in part.split():
        match = _WEIGHT.fullmatch(token)
        if match is None or match[1] in found or match[2].endswith("/0"):
            raise InputError(
                f"cannot read the weight {token!r} in the list {text!r}; write one for each aspect, as in "
                "'a:2/3 b:1/3 | a b'"
            )
        found[match[1]] = Fraction(match[2])
    if list(found) != sorted(found):
        raise InputError(
            f"the weights in the list {text!r} are not in order of their aspects; write a: before b:"
        )
    return found


def _documents(part: str, text: str) -> list[dict[str, int]]:
    found: list[dict[str, int]] = []
    for token in part.split():
        match = _DOCUMENT.fullmatch(token)
        aspects = re.findall(r"([a-z])(\d*)", match[1]) if match else []
        grades = {letter: int(grade or 1) for letter, grade in aspects}
        if match is None or len(grades) < len(aspects):
            raise InputError(
                f"cannot read the document {token!r} in the list {text!r}; write its aspects with their grades, as in "
                "'a', 'ab2', or '-' for none"
            )
        found += [grades] * int(match[2] or 1)
    return found


MOST = 40
"""Ranks that are drawn."""
_CELL, _SIDE, _HEAD = 24, 50, 24


def outputs_text(outputs: Mapping[str, str]) -> str:
    """Draw lists one a line, ranks at which they differ marked ``*``, with the weights of the aspects.

    >>> print(outputs_text({"worse": "a a | b", "better": "a b | a"}))
    worse    a *a  | b
    better   a *b  | a
    """
    read = {name: AspectList.from_notation(written) for name, written in outputs.items()}
    changed = drawing.differing([each.documents for each in read.values()])
    lines = {}
    for name, found in read.items():
        marked = (("*" if at in changed else " ") + symbol(each) for at, each in enumerate(found.documents))
        missed = "  | " + " ".join(map(symbol, found.missed)) if found.missed else ""
        weights = "  weights " + " ".join(map(str, found.weights)) if len(set(found.weights)) > 1 else ""
        lines[name] = " ".join(marked) + missed + weights
    return drawing.named_lines(lines)


def outputs_svg(outputs: Mapping[str, str], *, title: str = "") -> str:
    """Draw named lists one below the other, a row for each aspect and a column for each rank.

    Raises InputError for lists that are too long.

    >>> outputs_svg({"worse": "a a | b", "better": "a b | a"}).count("<rect")
    13
    """
    read = {name: AspectList.from_notation(written) for name, written in outputs.items()}
    changed = drawing.differing([each.documents for each in read.values()])
    parts, top, right = [], drawing.MARGIN, 0
    for name, found in read.items():
        if found.size > MOST:
            raise InputError(f"a list of {found.size} documents is too long to be drawn; {MOST} are possible")
        parts.append(drawing.heading(drawing.MARGIN, name, top + 12))
        top += _HEAD
        for aspect, weight in enumerate(found.weights):
            letter = symbol(tuple(int(at == aspect) for at in range(found.aspects)))
            parts.append(drawing.text(drawing.MARGIN, top + 16, f"{letter} {weight}", 12))
            left = drawing.MARGIN + _SIDE
            for at, document in enumerate(found.documents):
                parts.append(_cell(document[aspect], left, top, outlined=at in changed))
                left += _CELL
            left += _CELL // 2
            for document in found.missed:
                parts.append(_cell(document[aspect], left, top, outlined=False, missed=True))
                left += _CELL
            right, top = max(right, left), top + _CELL
        top += drawing.MARGIN
    return drawing.svg_document(right + drawing.MARGIN, top, parts, outputs, title)


def _cell(grade: int, left: int, top: int, *, outlined: bool, missed: bool = False) -> str:
    dashed = {"stroke_dasharray": "3 2"} if missed else {}
    stroke = drawing.CHANGED if outlined else {"stroke": "#9a9a9a", **dashed}
    box = {"x": left + 1, "y": top + 1, "width": _CELL - 2, "height": _CELL - 2, "rx": 3}
    ink = "#ffffff" if grade > 1 else "#1b1b1b"
    written = drawing.text(
        left + _CELL // 2, top + 16, str(grade) if grade else "·", 12, fill=ink, text_anchor="middle"
    )
    return drawing.element("rect", **box, fill=drawing.GRADES[min(grade, 3)], **stroke) + written
