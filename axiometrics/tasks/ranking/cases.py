"""All cases of a constraint up to a size as one batch, shared by every metric."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.rows import Integers
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, columns, compositions, require_outputs
from axiometrics.tasks.choosing import by_size, least, of_one_size
from axiometrics.tasks.ranking.batch import RankingBatch
from axiometrics.tasks.ranking.chooser import TOP_GRADE, Chooser, Context, Generator, Template
from axiometrics.tasks.ranking.ranking import Ranking

__all__ = [
    "RELEVANCE",
    "Block",
    "Case",
    "CaseBatch",
    "batch_of_cases",
    "case_of",
    "check",
    "counted",
    "fillings",
    "gather",
    "gathered",
    "make_block",
    "rank_of",
    "series",
    "spares",
    "split",
    "sweep",
]


@dataclass(frozen=True)
class Block:
    """``lists`` of each output, one row a case; ``missing`` documents of each output, the same in every case.

    ``contexts`` has the ``length@``, the ``relevant@`` documents and the ``gain@`` of every context.
    """

    lists: Mapping[str, Integers]
    missing: Mapping[str, tuple[int, ...]]
    contexts: Mapping[str, Any]
    made: Mapping[str, int]
    count: int


def make_block(
    template: Template,
    made: Mapping[str, int],
    contents: Mapping[str, Integers],
    spare: Sequence[int],
    count: int,
) -> Block:
    """Put the contents of the contexts, one row each, and spare documents that no list shows, into a template."""
    found = {
        output: np.concatenate(
            [np.zeros((count, 0), dtype=np.int64), *_columns(template, output, contents, count)], axis=1
        )
        for output in template.outputs
    }
    missing = {
        output: tuple(sorted([*rest, *spare], reverse=True)) for output, rest in template.unlisted.items()
    }
    known: dict[str, Any] = {}
    for name, rows in contents.items():
        known |= {f"length@{name}": rows.shape[1], f"gain@{name}": rows.sum(axis=1)}
        known[f"relevant@{name}"] = (rows > 0).sum(axis=1)
    return Block(found, missing, known, made, count)


def _columns(
    template: Template, output: str, contents: Mapping[str, Integers], count: int
) -> Iterator[Integers]:
    for part in template.outputs[output]:
        if isinstance(part, Context):
            yield contents[part.name]
        else:
            yield np.full((count, int(part.times)), int(part.grade), dtype=np.int64)


@lru_cache(maxsize=64)
def fillings(documents: int, graded: bool) -> Integers:
    """Return every sequence of grades of a length, one a row."""
    grades = TOP_GRADE + 1 if graded else 2
    number = np.arange(grades**documents)
    places = grades ** np.arange(documents - 1, -1, -1)
    found: Integers = (number[:, None] // places) % grades
    return found


@lru_cache(maxsize=256)
def spares(total: int, graded: bool) -> tuple[tuple[int, ...], ...]:
    """Return every multiset of grades of a number of documents that no list shows, highest first."""
    grades = range(TOP_GRADE if graded else 1, -1, -1)
    return tuple(
        tuple(grade for grade, times in zip(grades, tally, strict=True) for _ in range(times))
        for tally in compositions(total, len(grades)).tolist()
    )


def split(rows: Integers, lengths: Sequence[int], names: Sequence[str]) -> dict[str, Any]:
    """Cut the columns into the contexts' own."""
    edges = np.cumsum([0, *lengths])
    return {name: rows[:, start:stop] for name, start, stop in zip(names, edges[:-1], edges[1:], strict=True)}


def case_of(outputs: Mapping[str, Ranking], sizes: Mapping[str, int]) -> Case:
    """Return a case; its size is the number of judged documents of the largest collection."""
    return Case(outputs, sizes, max(ranking.judged for ranking in outputs.values()))


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of a generator, smallest first: all lists in all collections of so many judged documents.

    With graded lists the sweep stops 4 documents earlier; a generator with a large smallest case is swept up to
    that case and ``size - 8`` documents more, so that its contexts get room too.
    """
    answers, template = least(generator, Chooser)
    graded = bool(answers.idle) or any(context.graded for context in template.contexts())
    most = max(size - 4 if graded else size, int(template.size) + max(size - 8, 0))
    return gather(generator, outputs, most)


def gather(generator: Generator, outputs: Sequence[str], largest_size: int) -> CaseBatch:
    """Return every case of up to ``largest_size`` judged documents. Cost O(cases x documents)."""
    found = gathered(_each_block(generator, outputs, largest_size), outputs, largest_size)
    graded = any(int(batch.grades.max(initial=0)) > 1 for batch in found.outputs.values())
    return replace(found, grid=f"size ≤ {largest_size}, grades ≤ {TOP_GRADE}" if graded else "")


def _each_block(generator: Generator, outputs: Sequence[str], largest_size: int) -> Iterator[Block]:
    for made, template in by_size(generator, Chooser, largest_size):
        check(template, outputs)
        contexts = template.contexts()
        graded = any(context.graded for context in contexts)
        for room in range(largest_size - template.size + 1):
            for documents in range(room + 1) if template.relevant is None else (room,):
                rest = spares(room - documents, graded)
                for lengths in compositions(documents, len(contexts)).tolist():
                    contents = split(
                        fillings(documents, graded), lengths, [context.name for context in contexts]
                    )
                    count = len(fillings(documents, graded))
                    yield from (make_block(template, made, contents, spare, count) for spare in rest)


def series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> CaseBatch:
    """Return one case, with empty contexts, for each value of the generator's one size."""
    return gathered(_series(generator, outputs, values), outputs, max(values))


def _series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> Iterator[Block]:
    for made, template in of_one_size(generator, Chooser, values):
        check(template, outputs)
        names = [context.name for context in template.contexts()]
        contents = split(fillings(0, False), (0,) * len(names), names)
        yield from (make_block(template, made, contents, spare, 1) for spare in spares(0, False))


def check(template: Template, outputs: Sequence[str]) -> None:
    """Raise InputError where the lists of a template are no case."""
    require_outputs(template.outputs, outputs)
    held = [[part for part in parts if isinstance(part, Context)] for parts in template.outputs.values()]
    if any(contexts != held[0] for contexts in held) or len(set(held[0])) < len(held[0]):
        raise InputError(
            "every output of a case must have the same contexts, each once and in the same order"
        )
    if template.relevant is not None and held[0]:
        raise InputError(
            "a case with a stated number of relevant documents has no contexts; leave one of them out"
        )
    for name in outputs:
        lacking = [grade for grade, count in template.missing(name).items() if count < 0]
        if lacking:
            raise InputError(f"{name} lists more documents of grade {lacking[0]} than the collection has")


def gathered(blocks: Iterable[Block], outputs: Sequence[str], complete_up_to: int | None) -> CaseBatch:
    """Put blocks together: cases in order of size (judged documents of the largest collection), then longest list, then
    relevant documents, then generation.
    """
    found = list(blocks)
    if not found:
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, complete_up_to)
    plain = {name: _flat(found, name) for name in outputs}
    size = np.max([batch.judged for batch in plain.values()], axis=0)
    length = np.max([batch.listed for batch in plain.values()], axis=0)
    relevant = np.max([batch.relevant for batch in plain.values()], axis=0)
    order = np.lexsort((np.arange(len(size)), relevant, length, size))
    made = columns([block.made for block in found], [block.count for block in found])
    sizes = {name: values[order] for name, values in made.items()}
    contexts = {
        name: np.concatenate([np.broadcast_to(part.contexts[name], part.count) for part in found])[order]
        for name in found[0].contexts
    }
    return CaseBatch(
        {name: batch.taken(order) for name, batch in plain.items()},
        size[order],
        sizes,
        complete_up_to,
        counted=contexts,
    )


def _flat(blocks: Sequence[Block], output: str) -> RankingBatch:
    grades = np.concatenate([block.lists[output].ravel() for block in blocks])
    lengths = np.concatenate([np.full(block.count, block.lists[output].shape[1]) for block in blocks])
    rest = [np.tile(np.array(block.missing[output], dtype=np.int64), block.count) for block in blocks]
    counts = np.concatenate([np.full(block.count, len(block.missing[output])) for block in blocks])
    return RankingBatch(grades, _edges(lengths), np.concatenate(rest), _edges(counts))


def _edges(lengths: Integers) -> Integers:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case]) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    return cases.batch_of_cases(outputs, given, RankingBatch.from_rankings)


RELEVANCE = "relevance"
"""What is measured of a grade: 1 where it is positive, else 0."""

_TERM = re.compile(r"\s*([+-]?)\s*(?:(\d+)\*)?([A-Za-z_][\w@]*|\d+)\s*")


def counted(cases: Any, name: str) -> Any:
    """Return a size, a size of a context, a relevance or an ideal gain of every case, if it is one."""
    if name in cases.sizes:
        return cases.sizes[name]
    what, _, output = name.rpartition("@")
    if what == RELEVANCE:
        return (cases.sizes[output] > 0).astype(int)
    if what.startswith("ideal_gain["):
        rank = rank_of(what[len("ideal_gain[") : -1], lambda each: counted(cases, each))
        return cases.outputs[output].ideal_gain(rank)
    return cases.counted.get(name)


def rank_of(text: str, measure: Callable[[str], Any]) -> Any:
    """Return a sum of whole multiples of measured quantities.

    >>> rank_of("length@head + 2*z - 1", {"length@head": 3, "z": 5}.__getitem__)
    12
    """
    total: Any = 0
    place = 0
    while place < len(text):
        match = _TERM.match(text, place)
        if match is None:
            raise ValueError(f"{text!r} is no sum of measured quantities")
        sign, times, name = match.groups()
        value = int(name) if name.isdecimal() else measure(name)
        total = total + (-1 if sign == "-" else 1) * int(times or 1) * value
        place = match.end()
    return total
