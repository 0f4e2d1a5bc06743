"""What a constraint on lists with aspects is about.

A generator asks for the aspects and their weights, for documents, and for contexts, and returns a `Template`: named
outputs, each a sequence of documents and contexts. All outputs are of one collection: what one lists and another does
not is missed there, and further missed documents are the same for all. In every case an aspect has something relevant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from axiometrics.tasks import chooser
from axiometrics.tasks.diversity import AspectList, Document

HALF = (Fraction(1, 2), Fraction(1, 2))
_PAIRS = ((2, 1), (3, 1), (9, 1))
UNEQUAL = tuple((Fraction(one, one + two), Fraction(two, one + two)) for one, two in _PAIRS)
THIRDS = (Fraction(1, 3),) * 3
SIXTHS = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
ONE = (Fraction(1),)
WEIGHTS: Mapping[str, Sequence[tuple[Fraction, ...]]] = {
    "one": (ONE,),
    "any": (ONE, HALF, *UNEQUAL, THIRDS, SIXTHS),
    "few": (ONE, HALF, UNEQUAL[0]),
    "two equal": (HALF, (Fraction(2, 5), Fraction(2, 5), Fraction(1, 5))),
    "first heavier": (*UNEQUAL, SIXTHS),
    "three equal": (THIRDS,),
    "two": (HALF, UNEQUAL[0]),
    "several": (HALF, *UNEQUAL, THIRDS, SIXTHS),
}
"""The weights of the aspects that are tried, by what is asked of them."""
TOP_GRADE = 2
"""The highest grade of graded cases."""


@dataclass(frozen=True)
class Setting:
    """The weights of the aspects of a case, and the highest grade."""

    weights: tuple[Fraction, ...]
    top: int = 1

    @property
    def aspects(self) -> int:
        """How many aspects there are."""
        return len(self.weights)

    @property
    def documents(self) -> tuple[Document, ...]:
        """All documents, those relevant to nothing first."""
        return _documents(self.aspects, self.top)


@lru_cache(maxsize=64)
def _documents(aspects: int, top: int) -> tuple[Document, ...]:
    return tuple(sorted(product(range(top + 1), repeat=aspects), key=lambda each: (sum(each), each)))


@dataclass(frozen=True)
class Context:
    """Any documents of some kinds in any order; ``kept`` says which of them all together."""

    name: str
    kinds: tuple[Document, ...]
    kept: Callable[[Sequence[Document]], bool] | None = None


@dataclass(frozen=True)
class Template:
    """The documents and contexts of each output, which has every context once, and what is known of the collection.

    ``more`` names outputs whose own collection has further documents. With ``alone`` there are no others than those
    that are listed; ``spare`` are the kinds of further ones, ``kept`` says which collections are meant, and ``seen`` is
    how an output shows its aspects: in another order, or one of them several times. ``grid`` says in words what is not
    tried of all cases.
    """

    outputs: Mapping[str, tuple[Context | Document, ...]]
    setting: Setting
    more: Mapping[str, tuple[Document, ...]] = field(default_factory=dict)
    missed: tuple[Document, ...] = ()
    alone: bool = False
    spare: tuple[Document, ...] | None = None
    kept: Callable[[Sequence[Document]], bool] | None = None
    meant: Callable[[Mapping[str, AspectList]], bool] | None = None
    seen: Mapping[str, tuple[Sequence[int], tuple[Fraction, ...]]] = field(default_factory=dict)
    grid: str = ""

    @cached_property
    def contexts(self) -> list[Context]:
        """The contexts, each once."""
        found = (part for parts in self.outputs.values() for part in parts if isinstance(part, Context))
        return list(dict.fromkeys(found))

    @cached_property
    def documents(self) -> list[Document]:
        """The documents that outputs name, and those that are missed."""
        found: Counter[Document] = Counter()
        for parts in self.outputs.values():
            found |= Counter(part for part in parts if isinstance(part, tuple))
        return [*found.elements(), *self.missed]

    @cached_property
    def others(self) -> dict[str, list[Document]]:
        """The documents that an output's own collection has besides those that it lists, all contexts among them."""
        return {
            name: [
                *(
                    Counter(self.documents) - Counter(part for part in parts if isinstance(part, tuple))
                ).elements(),
                *self.more.get(name, ()),
            ]
            for name, parts in self.outputs.items()
        }

    @property
    def size(self) -> int:
        """Documents of the collection besides contexts and further ones."""
        return len(self.documents) + max(map(len, self.more.values()), default=0)

    def case(
        self, contents: Mapping[str, Sequence[Document]], spare: Sequence[Document]
    ) -> dict[str, AspectList] | None:
        """Return the outputs with the contents of contexts and further documents; None where they are not meant."""
        collection = [*self.documents, *(each for content in contents.values() for each in content), *spare]
        if not all(map(any, zip(*collection, strict=True))) or not collection:
            return None
        if self.kept is not None and not self.kept(collection):
            return None
        found = {}
        for name, parts in self.outputs.items():
            listed: list[Document] = []
            for part in parts:
                listed += contents[part.name] if isinstance(part, Context) else (part,)
            missed = sorted((*self.others[name], *spare), reverse=True)
            made = AspectList(tuple(listed), tuple(missed), self.setting.weights)
            found[name] = made.with_aspects(*self.seen[name]) if name in self.seen else made
        return found if self.meant is None or self.meant(found) else None


class Chooser(chooser.Chooser):
    """Where a generator gets aspects, documents and contexts from."""

    reach = 60

    def size(self, name: str, low: int = 1) -> int:
        """Return a number of documents from ``low`` on."""
        found: int = self.answers.number(name, low, reach=self.reach)
        return found

    def aspects(self, of: str = "any", *, top: int = 1) -> Setting:
        """Return aspects whose weights are ``one`` of `WEIGHTS`."""
        return Setting(self.answers.one_of(WEIGHTS["few" if of == "any" and top > 1 else of]), top)

    def one_of(self, documents: Sequence[Document]) -> Document:
        """Return one of some documents."""
        return self.answers.one_of(documents)

    def increase(self, setting: Setting, *, everywhere: bool = False) -> tuple[Document, Document]:
        """Return a document, and one that is more relevant: to some aspect and less to none, or to every aspect."""
        low = self.one_of(setting.documents)
        above = [each for each in setting.documents if _above(each, low, everywhere=everywhere)]
        return low, self.one_of(above)

    def context(
        self,
        name: str,
        setting: Setting,
        kinds: Callable[[Document], bool] = lambda document: True,
        kept: Callable[[Sequence[Document]], bool] | None = None,
    ) -> Context:
        """Return documents of any number, of the kinds that are meant."""
        return Context(name, tuple(filter(kinds, setting.documents)), kept)


def _above(high: Document, low: Document, *, everywhere: bool) -> bool:
    pairs = list(zip(high, low, strict=True))
    if everywhere:
        return all(one > other for one, other in pairs)
    return high != low and all(one >= other for one, other in pairs)


@dataclass(frozen=True)
class Run:
    """Equal documents one after another, whose number is a symbol in proofs."""

    document: Document
    times: Any


Part = Context | Document | Run


def ahead(documents: Sequence[Document]) -> bool:
    """Say whether more documents are relevant to the first aspect than to the second."""
    return sum(each[0] for each in documents) > sum(each[1] for each in documents)


def balanced(documents: Sequence[Document]) -> bool:
    """Say whether the first two aspects have the same grades."""
    return sorted(each[0] for each in documents) == sorted(each[1] for each in documents)


def _told(parts: Sequence[Part]) -> tuple[Any, ...]:
    """Tell runs of known length one by one."""
    found: list[Any] = []
    for part in parts:
        found += (
            [part.document] * part.times if isinstance(part, Run) and isinstance(part.times, int) else [part]
        )
    return tuple(found)


def lists(
    setting: Setting,
    *,
    more: Mapping[str, Sequence[Document]] | None = None,
    missed: Sequence[Document | Run] = (),
    alone: bool = False,
    spare: Sequence[Document] | None = None,
    kept: Callable[[Sequence[Document]], bool] | None = None,
    meant: Callable[[Mapping[str, AspectList]], bool] | None = None,
    seen: Mapping[str, tuple[Sequence[int], tuple[Fraction, ...]]] | None = None,
    grid: str = "",
    **outputs: Sequence[Part],
) -> Template:
    """Return the template of named lists; see `Template`."""
    parts = {name: _told(each) for name, each in outputs.items()}
    others = {name: tuple(each) for name, each in (more or {}).items()}
    rest = None if spare is None else tuple(spare)
    return Template(parts, setting, others, _told(missed), alone, rest, kept, meant, seen or {}, grid)


Generator = Callable[..., Template]
