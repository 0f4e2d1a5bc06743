"""Random cases of lists with aspects: contexts that are runs of equal documents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from axiometrics.tasks.cases import Case, CaseBatch
from axiometrics.tasks.choosing import Impossible, Spread, many_tried
from axiometrics.tasks.diversity.cases import Chooser, Context, Generator, batch_of_cases, case_of
from axiometrics.tasks.diversity.documents import AspectList, Document

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
