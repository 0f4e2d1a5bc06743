"""The cases of a constraint on lists with aspects: all small ones, larger and random ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations_with_replacement, product
from typing import Any

from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, compositions, require_outputs
from axiometrics.tasks.choosing import GeneratorKey, Impossible, Spread, each_choice, many_tried, of_one_size
from axiometrics.tasks.diversity import AspectList, Document
from axiometrics.tasks.diversity.batch import batch_of
from axiometrics.tasks.diversity.chooser import ONE, Chooser, Context, Generator, Setting, Template
from axiometrics.tasks.registry import get_task


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
