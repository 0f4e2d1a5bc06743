"""Cases beyond the sweep: templates within random lists, and longer lists with a simple structure.

Some violations live only among dozens of documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import Any

import numpy as np

from axiometrics.formulas.rows import Integers
from axiometrics.tasks.cases import Case, CaseBatch
from axiometrics.tasks.choosing import Given, Impossible, Spread, by_size, least
from axiometrics.tasks.ranking import Ranking
from axiometrics.tasks.ranking.cases import Block, case_of, check, columns_of, further, gathered, make_blocks
from axiometrics.tasks.ranking.chooser import KIND, TOP_GRADE, Chooser, Context, Generator, Run, Template
from axiometrics.tasks.ranking.orders import Ruled, order_count

MOST_RUNS = 5
LONGEST_RUN = 100
MOST_SPARE = 4
MOST_ORDERS = 1000
"""Orders of tied documents of a larger case, each of which is evaluated."""


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case, with contexts of up to 5 runs of equal documents."""
    template = generator(Chooser(answers))
    contents = {context.name: _content(answers, context) for context in template.contexts()}
    top = TOP_GRADE if any(context.graded for context in template.contexts()) else 1
    spare = answers.pick(MOST_SPARE + 1) if template.relevant is None else 0
    rest = tuple(answers.pick(top + 1) for _ in range(spare))
    found = {
        name: _ranking(template, name, contents, rest if further(template, [rest]) else ())
        for name in template.outputs
    }
    if any(len(each.grades) < template.shortest for each in found.values()) or not _kept(template, found):
        raise Impossible
    return case_of(found, answers.made)


def _kept(template: Template, found: dict[str, Any]) -> bool:
    rows = {name: np.array([each.grades], dtype=np.int64) for name, each in found.items()}
    return template.kept is None or bool(template.kept(rows).all())


def _content(answers: Spread, context: Context) -> list[int]:
    found: list[int] = []
    for _ in range(answers.pick(MOST_RUNS + 1)):
        grade = answers.pick(context.kinds)
        found += [grade] * (1 + answers.amount(LONGEST_RUN))
    if context.side is not None:  # both sides have as many relevant documents
        surplus = found.count(2) - found.count(1)
        found += [1] * surplus if surplus > 0 else [2] * -surplus
    return found


def _ranking(template: Template, output: str, contents: dict[str, list[int]], spare: Sequence[int]) -> Any:
    grades: list[int] = []
    for part in template.outputs[output]:
        grades += (
            [part.grade] * part.times
            if isinstance(part, Run)
            else part.documents(np.array(contents[part.name], dtype=np.int64)).tolist()
        )
    documents = [grade for content in contents.values() for grade in content]
    relevant = sum(grade > 0 for grade in documents)
    missing = [*template.lacking(output, relevant, len(documents) - relevant), *spare]
    if output not in template.tied:
        return Ranking.of(grades, missing)
    numbers = template.place_numbers(output, {name: len(content) for name, content in contents.items()})
    places = [len(list(tied)) for _, tied in groupby(numbers)]
    if order_count(tuple(grades), tuple(places)) > MOST_ORDERS:
        raise Impossible
    found, rule = Ranking.of(grades, missing, places), template.rules.get(output, "")
    return Ruled(found, rule) if rule else found


Pattern = tuple[tuple[int, int], ...]
"""Runs of (grade, times)."""

LONGEST = 90
"""Judged documents of a structured case."""


@dataclass(frozen=True)
class _Plan:
    """How long runs are at the beginning (in one run, in each of two) and later, and which excesses sizes have."""

    single: Sequence[int]
    double: Sequence[int]
    later: Sequence[int]
    spare: Sequence[tuple[int, ...]]
    steps: Sequence[int]


_SPARE = ((), (1,), (1,) * 10, (0,) * 5, (1,) * 3 + (0,) * 3)
_WIDE = _Plan((1, 2, 3, 5, 8, 13, 21, 34, 55), (1, 3, 8, 21), (1, 2, 5, 13, 34), _SPARE, (0, 1, 3, 9, 21))
_MANY = _Plan((1, 2, 5, 13, 34), (2, 13), (1, 5, 13), _SPARE, (0, 1, 5, 21))
_GRADED = _Plan((1, 3, 13, 34), (13,), (1, 13), ((), (1,), (2, 1, 0)), (0, 1, 9))
_FEW = _Plan((1, 2, 4, 9, 13, 19, 34), (2, 13), (1, 13), ((), (1,), (0, 0)), (0, 1, 5, 21))
_NARROW = _Plan((1, 5, 13), (), (2, 8), ((), (1, 0)), (0, 2, 9))


def larger(generator: Generator, outputs: Sequence[str], *, wide: bool) -> CaseBatch:
    """Return cases whose contexts are runs of equal documents, one or two at the beginning and one later on.

    Where a case is made by one size alone, every excess of it up to 60 is tried instead.
    """
    return gathered(_blocks(generator, outputs, wide), outputs, None)


def _blocks(generator: Generator, outputs: Sequence[str], wide: bool) -> Iterator[Block]:
    for made, template in by_size(generator, Chooser, 10**6, steps=_steps(generator)):
        check(template, outputs)
        contexts = template.contexts()
        graded = any(context.graded for context in contexts)
        few = (
            _NARROW
            if template.tied
            else _FEW
            if KIND in made or template.roomy
            else _MANY
            if len(contexts) > 2
            else _WIDE
        )
        plan = (_GRADED if graded else few) if wide else _NARROW
        choices = [_patterns(plan, context.kinds, first=not at) for at, context in enumerate(contexts)]
        spare = further(template, plan.spare if template.relevant is None else ((),))
        for chosen in product(*choices):
            length = sum(times for pattern in chosen for _, times in pattern)
            if contexts and not template.shortest <= length + template.size <= LONGEST:
                continue
            contents = {part.name: _row(pattern) for part, pattern in zip(contexts, chosen, strict=True)}
            if not _few_orders(template, contents):
                continue
            for rest in spare:
                yield from make_blocks(template, made, contents, rest, 1)


def _few_orders(template: Template, contents: dict[str, Integers]) -> bool:
    """Whether no list with ties has more orders than are evaluated."""
    lengths = {name: rows.shape[1] for name, rows in contents.items()}
    for output in template.tied:
        numbers = template.place_numbers(output, lengths)
        parts = [np.zeros((1, 0), dtype=np.int64), *columns_of(template, output, contents, 1)]
        grades = tuple(np.concatenate(parts, axis=1)[0].tolist())
        if order_count(grades, tuple(len(list(tied)) for _, tied in groupby(numbers))) > MOST_ORDERS:
            return False
    return True


LONG_RUNS = (300, 3000)
"""How many equal documents a long run has."""


def with_a_long_run(generator: Generator, outputs: Sequence[str]) -> CaseBatch:
    """Return the least case of a generator in which one context is a long run and the others are empty.

    Some violations need a list that is longer than a parameter is large.
    """
    return gathered(_long_runs(generator), outputs, None)


def _long_runs(generator: Generator) -> Iterator[Block]:
    for answers, template in _least_of_each_kind(generator):
        names = [] if template.tied else [context.name for context in template.contexts()]
        for times, long, grade in product(LONG_RUNS, names, (1, 0)):
            contents = {**dict.fromkeys(names, _row(())), long: _row(((grade, times),))}
            yield from make_blocks(template, answers.made, contents, (), 1)


def _least_of_each_kind(generator: Generator) -> Iterator[tuple[Given, Template]]:
    first, template = least(generator, Chooser)
    yield first, template
    for kind in range(1, (first.highs.get(KIND) or 0) + 1):
        answers = Given({KIND: kind})
        yield answers, generator(Chooser(answers))


def _steps(generator: Generator) -> Sequence[int]:
    """Return the excesses to try: all where a case is made by one size alone, else a few."""
    answers, template = least(generator, Chooser)
    return _WIDE.steps if template.contexts() or len(answers.made) > 1 else range(61)


def _patterns(plan: _Plan, kinds: int, *, first: bool) -> list[Pattern]:
    found: list[Pattern] = [()]
    found += [((grade, times),) for times in (plan.single if first else plan.later) for grade in range(kinds)]
    if first:
        pairs = product(product(range(kinds), plan.double), repeat=2)
        found += [(one, other) for one, other in pairs if one[0] != other[0]]
    return found


def _row(pattern: Pattern) -> Integers:
    return np.array([[grade for grade, times in pattern for _ in range(times)]], dtype=np.int64)
