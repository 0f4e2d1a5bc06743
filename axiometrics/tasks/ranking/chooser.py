"""What a ranking constraint is about: lists that differ at a few ranks, with anything before, between and after.

A generator asks a chooser for sizes, grades and contexts, and returns a `Template`: named outputs, each a sequence of
segments. A context holds any documents, the same in every output; a run holds equal documents. Sizes and grades are
integers when cases are made and symbols when they are proved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any, Literal

from axiometrics.tasks import chooser


@dataclass(frozen=True)
class Context:
    """Any documents in any order, none among them; binary grades, or any grades if ``graded``.

    Where ``side`` is 0 or 1 the context is binary and differs between the outputs: it holds pairs of documents, of
    which an output has the first ones or the second ones.
    """

    name: str
    graded: bool = False
    side: int | None = None

    @property
    def kinds(self) -> int:
        """How many documents, or pairs of them, there are to choose from at a rank."""
        return 4 if self.side is not None else TOP_GRADE + 1 if self.graded else 2

    def documents(self, content: Any) -> Any:
        """Return the grades that an output has of a content, an array of grades or of pairs."""
        return content if self.side is None else content // 2 if self.side == 0 else content % 2


@dataclass(frozen=True)
class Run:
    """``times`` documents of one grade, one after another."""

    grade: Any
    times: Any = 1


Segment = Context | Run


TOP_GRADE = 2
"""The highest grade of graded cases."""
KIND = "kind"
"""The name of the one choice among kinds of cases."""


class Chooser(chooser.Chooser):
    """Where a generator gets its sizes, grades and contexts from."""

    reach = 300

    def size(self, name: str, low: int = 1, high: int | None = None) -> Any:
        """Return a number of documents from ``low`` on."""
        return self.answers.number(name, low, high, reach=self.reach)

    def grade(self, name: str, low: Any = 0) -> Any:
        """Return a grade from ``low`` on."""
        return self.answers.number(name, low, TOP_GRADE, reach=TOP_GRADE, counts=False)

    def kind(self, count: int) -> int:
        """Return which of some kinds of cases is made, from 0 on; it is asked first, and once."""
        return self.answers.number(KIND, 0, count - 1, reach=count - 1, counts=False)

    def context(self, name: str, *, graded: bool = False) -> Context:
        """Return documents of any kind and number."""
        return Context(name, graded)

    def sides(self, name: str) -> tuple[Context, Context]:
        """Return documents of any kind and number for one output, and others, just as many, for another."""
        return Context(name, side=0), Context(name, side=1)


def run(grade: object, times: object) -> Run:
    """Say that a list has so many documents of a grade one after another."""
    return Run(grade, times)


Documents = Literal["open", "complete", "enough", "exact"]
"""What a collection holds besides what the lists show.

``open``: any further documents. ``complete``: none, so that a list shows all. ``enough``: of lists of n documents, at
least n relevant and n non-relevant ones, so that every list of n documents could be given; ``exact``: n relevant and at
least n non-relevant ones.
"""


@dataclass(frozen=True)
class Template:
    """The segments of each output, and what the collection holds.

    ``relevant`` is the number of relevant documents of the collection (of each output's, if a mapping), all of grade
    1, with no other non-relevant documents than the lists show. Where it is None, the collection holds every document
    that any output lists, and any number of further documents that none of them lists. ``more`` names outputs whose
    own collection has so many relevant and non-relevant documents more. ``documents`` says what else it holds; lists
    have at least ``shortest`` documents. ``kept`` says of which lists of all outputs, one case a row, a case is made.
    ``tied`` says of outputs which of their segments, from one to before another, are documents of one place; ``rules``
    which have the value of a rule of ties, whichever rule the metric follows.
    """

    outputs: Mapping[str, tuple[Segment, ...]]
    relevant: Any = None
    more: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    documents: Documents = "open"
    shortest: int = 0
    kept: Callable[[Mapping[str, Any]], Any] | None = None
    tied: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)

    def place_numbers(self, output: str, lengths: Mapping[str, int]) -> list[int]:
        """Return the number of each document's place, with contexts of these lengths.

        >>> lists(judged=[1, 1, 0], tied={"judged": (1, 3)}).place_numbers("judged", {})
        [0, 1, 1]
        """
        first, end = self.tied.get(output, (0, 0))
        found: list[int] = []
        tied = False
        for number, part in enumerate(self.outputs[output]):
            for _ in range(lengths[part.name] if isinstance(part, Context) else int(part.times)):
                found.append((found[-1] if found else -1) + (not tied))
                tied = first <= number < end
            tied = tied and number + 1 < end
        return found

    def contexts(self) -> list[Context]:
        """Return the contexts in the order of the first output."""
        return [part for part in next(iter(self.outputs.values())) if isinstance(part, Context)]

    def runs(self, output: str) -> list[Run]:
        """Return the focal documents of an output."""
        return [part for part in self.outputs[output] if isinstance(part, Run)]

    def held(self, output: str) -> Counter[int]:
        """Count the focal documents of an output by grade."""
        found: Counter[int] = Counter()
        for part in self.runs(output):
            found[part.grade] += part.times
        return found

    def shown(self, larger: Callable[[Any, Any], Any] = max) -> Counter[int]:
        """Count, by grade, the most focal documents that any output lists."""
        held = [self.held(name) for name in self.outputs]
        grades = sorted({0, 1}.union(*held))
        return Counter({grade: reduce(larger, (each[grade] for each in held)) for grade in grades})

    def collection(self, output: str, shown: Counter[int]) -> Counter[int]:
        """Count, by grade, the documents of an output's collection, besides arbitrary ones."""
        found = Counter(shown)
        if self.relevant is not None:
            apart = isinstance(self.relevant, Mapping)
            total = self.relevant[output] if apart else self.relevant
            found = Counter({0: (self.held(output) if apart else shown)[0], 1: total})
        relevant, others = self.more.get(output, (0, 0))
        found[0] += others
        found[1] += relevant
        return found

    def missing(self, output: str) -> Counter[int]:
        """Count, by grade, the documents of the collection that an output does not list, besides arbitrary ones."""
        found, held = self.collection(output, self.shown()), self.held(output)
        return Counter({grade: found[grade] - held[grade] for grade in {*found, *held}})

    @cached_property
    def unlisted(self) -> dict[str, tuple[int, ...]]:
        """The grades of those documents, for each output; the sizes must be integers."""
        return {name: tuple(self.missing(name).elements()) for name in self.outputs}

    @property
    def roomy(self) -> bool:
        """Whether the collection has room for every list of the same length."""
        return self.documents in ("enough", "exact")

    def lacking(self, output: str, relevant: int, nonrelevant: int) -> tuple[int, ...]:
        """Return the grades of the documents that an output misses, with so many in its contexts, but for further ones.

        >>> lists(judged=[1, 0, 1], documents="enough").lacking("judged", 0, 0)
        (1, 0, 0)
        """
        if not self.roomy:
            return self.unlisted[output]
        held = self.held(output)
        length = held.total() + relevant + nonrelevant
        return (1,) * (length - held[1] - relevant) + (0,) * (length - held[0] - nonrelevant)

    @property
    def size(self) -> int:
        """Judged documents of the largest collection, besides the contexts and arbitrary further ones."""
        if self.roomy:
            return 2 * max(self.held(name).total() for name in self.outputs)
        return max(self.held(name).total() + self.missing(name).total() for name in self.outputs)


Generator = Callable[..., Template]


def lists(
    *,
    relevant: Any = None,
    more: Mapping[str, tuple[Any, Any]] | None = None,
    documents: Documents = "open",
    shortest: int = 0,
    kept: Callable[[Mapping[str, Any]], Any] | None = None,
    tied: Mapping[str, tuple[int, int]] | None = None,
    rules: Mapping[str, str] | None = None,
    **outputs: Any,
) -> Template:
    """Return the template of named lists; a segment that is a plain grade is one document.

    >>> lists(worse=[0, 1], better=[1, 0]).size
    2
    """
    segments = {name: tuple(map(_segment, parts)) for name, parts in outputs.items()}
    return Template(segments, relevant, more or {}, documents, shortest, kept, tied or {}, rules or {})


def _segment(part: object) -> Segment:
    return part if isinstance(part, Context | Run) else Run(part)
