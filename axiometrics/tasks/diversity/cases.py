"""What a constraint on lists with aspects asks for, and its cases: all small ones, larger and random ones.

A generator returns a `Template`: outputs of one collection; what one lists and another does not is missed there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import combinations_with_replacement, product
from typing import Any

from axiometrics.tasks import cases, chooser
from axiometrics.tasks.cases import Case, CaseBatch, compositions, require_outputs
from axiometrics.tasks.choosing import GeneratorKey, Impossible, Spread, each_choice, many_tried, of_one_size
from axiometrics.tasks.diversity import AspectList, Document
from axiometrics.tasks.diversity.batch import batch_of
from axiometrics.tasks.registry import get_task

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


def case_of(outputs: Mapping[str, AspectList], chosen: Mapping[str, Any]) -> Case:
    """Return a case; its size is the number of documents of the largest collection."""
    return Case(outputs, dict(chosen), max(each.size for each in outputs.values()))


def _order(case: Case) -> tuple[int, int, int]:
    """Smaller cases first; of one size those of fewer aspects, then of fewer relevant pairs."""
    each = next(iter(case.outputs.values()))
    return case.size, each.aspects, sum(map(_pairs, each.documents)) + sum(map(_pairs, each.missed))


@lru_cache(maxsize=1 << 12)
def _pairs(document: Document) -> int:
    return sum(grade > 0 for grade in document)


batch_of_cases = partial(cases.batch_of_cases, batch=batch_of, order=_order)
"""Returns given cases as a batch, smallest first."""
LESS = 4
"""By how many documents the collections with any of the aspects are smaller than those with one."""
MORE = 2
"""By how many documents the collections are larger, at least, than the smallest of a constraint; see `MOST_LEAST`."""
MOST_LEAST = 4
DEEPER = {(1, 1): 0, (2, 1): 3, (1, 2): 3}
"""The numbers of aspects, with the highest grade, of which larger collections are tried, and by how many less."""


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of some size, with each of the weights in `WEIGHTS`; see `LESS`."""
    made = _made(generator)
    for _, template in made[:1]:
        require_outputs(template.outputs, outputs)
    most = _most(made, size)
    found = [case_of(each, chosen) for chosen, template in made for each in _filled(template, 0, most)]
    settings = dict.fromkeys(template.setting for _, template in made)
    told = [f"weights {', '.join(dict.fromkeys(map(_ratio, settings)))}"]
    told += dict.fromkeys(template.grid for _, template in made if template.grid)
    one = all(setting.weights == ONE for setting in settings) and len(told) == 1
    grid = "" if one else ", ".join([f"size \u2264 {most}", *told])
    return replace(batch_of_cases(outputs, found, complete_up_to=most), grid=grid)


def _ratio(setting: Setting) -> str:
    """Write weights as a ratio, such as 2:1."""
    unit = math.lcm(*(weight.denominator for weight in setting.weights))
    return ":".join(str(weight * unit) for weight in setting.weights)


def larger(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return the larger cases with one or two aspects; see `DEEPER`."""
    made = _made(generator)
    most = _most(made, size)
    found = []
    for chosen, template in made:
        kind = template.setting.aspects, template.setting.top
        if kind in DEEPER and len(set(template.setting.weights)) == 1:
            found += [case_of(each, chosen) for each in _filled(template, most + 1, size - DEEPER[kind])]
    return batch_of_cases(outputs, found)


@lru_cache(maxsize=8)
def _choices(key: GeneratorKey) -> list[tuple[dict[str, Any], Template]]:
    return [(chooser.answers.made, template) for chooser, template in each_choice(key.generator, Chooser)]


def _made(generator: Generator) -> list[tuple[dict[str, Any], Template]]:
    """Return what was chosen and the template of every choice."""
    return _choices(GeneratorKey(generator))


def _most(made: Sequence[tuple[Any, Template]], size: int) -> int:
    """Return up to how many documents all collections are swept."""
    least = min((template.size for _, template in made), default=0)
    return max(size - LESS, min(least + MORE, MOST_LEAST))


def _filled(template: Template, least: int, most: int) -> Iterator[dict[str, AspectList]]:
    """Yield the outputs, with all contents of the contexts and further documents, of so many documents in all."""
    rest = range(max(least - template.size, 0), max(most - template.size, -1) + 1)
    contexts = template.contexts
    kinds = template.setting.documents if template.spare is None else template.spare
    for documents in rest:
        for *lengths, further in compositions(documents, len(contexts) + 1).tolist():
            if further and template.alone:
                continue
            choices = [_contents(context, length) for context, length in zip(contexts, lengths, strict=True)]
            for contents in product(*choices):
                named = {context.name: content for context, content in zip(contexts, contents, strict=True)}
                for spare in combinations_with_replacement(kinds, further):
                    if (found := template.case(named, spare)) is not None:
                        yield found


def _contents(context: Context, length: int) -> list[tuple[Document, ...]]:
    every = product(context.kinds, repeat=length)
    return [each for each in every if context.kept is None or context.kept(each)]


def series(
    generator: Generator, outputs: Sequence[str], values: Sequence[int], ranked: Any = None
) -> CaseBatch:
    """Return one case, with empty contexts, for each value of the generator's one size.

    ``ranked`` is the generator of the same lists as rankings, if they have one aspect.
    """
    made = of_one_size(generator, Chooser, values)
    found = [(chosen, template.case({}, ())) for chosen, template in made]
    known = [case_of(each, chosen) for chosen, each in found if each is not None]
    batch = batch_of_cases(outputs, known, complete_up_to=max(values))
    simpler = None if ranked is None else get_task("ranking").series(ranked, outputs, values)
    return replace(batch, simpler=simpler)


# Random cases: contexts are runs of equal documents

MOST_RUNS, LONGEST_RUN, MOST_SPARE = 2, 4, 2
LONGEST_EMPTY = 200
"""Documents in a row that are relevant to nothing, at most."""
MOST_RELEVANT = 8
"""Relevant documents of a random case, among which the best list is looked for."""


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case, with contexts of up to three runs of equal documents."""
    template = generator(Chooser(answers))
    contents = {context.name: _content(answers, context) for context in template.contexts}
    kinds = template.setting.documents if template.spare is None else template.spare
    count = 0 if template.alone or not kinds else answers.pick(MOST_SPARE + 1)
    found = template.case(contents, [answers.one_of(kinds) for _ in range(count)])
    if found is None or any(_relevant(each) > MOST_RELEVANT for each in found.values()):
        raise Impossible
    return case_of(found, answers.made)


SPARING = 75
"""Of how many random cases that are asked for one is made: each is made by itself."""


def many(generator: Generator, outputs: Sequence[str], count: int, seed: int) -> CaseBatch:
    """Return random cases as a batch."""
    return batch_of_cases(outputs, many_tried(partial(random_case, generator), count // SPARING, seed))


def _relevant(found: AspectList) -> int:
    return sum(map(any, (*found.documents, *found.missed)))


def _content(answers: Spread, context: Context) -> list[Document]:
    found: list[Document] = []
    for _ in range(answers.pick(MOST_RUNS + 1)):
        document = answers.one_of(context.kinds)
        found += [document] * (1 + answers.amount(LONGEST_RUN if any(document) else LONGEST_EMPTY))
    if context.kept is not None and not context.kept(found):
        raise Impossible
    return found
