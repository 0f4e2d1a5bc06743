"""All cases of a constraint up to a size as one batch, shared by every metric."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.rows import Integers
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, columns, compositions, require_outputs
from axiometrics.tasks.choosing import by_size, least, of_one_size
from axiometrics.tasks.ranking import Ranking
from axiometrics.tasks.ranking.batch import RankingBatch
from axiometrics.tasks.ranking.chooser import KIND, TOP_GRADE, Chooser, Context, Generator, Template
from axiometrics.tasks.ranking.ties import TiedBatch, batch_of


@dataclass(frozen=True)
class Block:
    """``lists`` of each output, one row a case; ``missing`` documents of each output, the same in every case.

    ``contexts`` has the ``length@``, the ``relevant@`` documents and the ``gain@`` of every context; ``places`` the
    number of each document's place where some are tied.
    """

    lists: Mapping[str, Integers]
    missing: Mapping[str, tuple[int, ...]]
    contexts: Mapping[str, Any]
    made: Mapping[str, int]
    count: int
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)


def make_blocks(
    template: Template,
    made: Mapping[str, int],
    contents: Mapping[str, Integers],
    spare: Sequence[int],
    count: int,
) -> Iterator[Block]:
    """Put the contents of the contexts, one row each, and spare documents that no list shows, into a template.

    All cases of a block miss the same documents; so those whose contexts differ in that are in blocks of their own.
    """
    found = {
        output: np.concatenate(
            [np.zeros((count, 0), dtype=np.int64), *columns_of(template, output, contents, count)], axis=1
        )
        for output in template.outputs
    }
    kept = np.ones(count, dtype=bool) if template.kept is None else template.kept(found)
    beside = sum(((rows > 0).sum(axis=1) for rows in contents.values()), np.zeros(count, dtype=np.int64))
    documents = sum(rows.shape[1] for rows in contents.values())
    for relevant in np.unique(beside[kept]).tolist() if template.roomy else [0]:
        places = np.flatnonzero(kept & (beside == relevant) if template.roomy else kept)
        missing = {
            output: tuple(
                sorted([*template.lacking(output, relevant, documents - relevant), *spare], reverse=True)
            )
            for output in template.outputs
        }
        if len(places):
            parts = {name: rows[places] for name, rows in contents.items()}
            lists = {output: rows[places] for output, rows in found.items()}
            tied = _tied_places(template, contents)
            yield Block(lists, missing, _known(parts), made, len(places), tied, template.rules)


def _tied_places(template: Template, contents: Mapping[str, Integers]) -> dict[str, Sequence[int]]:
    """Return the number of each document's place, for outputs that have ties in some case."""
    if not template.tied:
        return {}
    lengths = {name: rows.shape[1] for name, rows in contents.items()}
    return {output: template.place_numbers(output, lengths) for output in template.tied}


def _known(contents: Mapping[str, Integers]) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for name, rows in contents.items():
        known |= {f"length@{name}": rows.shape[1], f"gain@{name}": rows.sum(axis=1)}
        known[f"relevant@{name}"] = (rows > 0).sum(axis=1)
    return known


def columns_of(
    template: Template, output: str, contents: Mapping[str, Integers], count: int
) -> Iterator[Integers]:
    """Yield the documents of every segment of an output, one case a row."""
    for part in template.outputs[output]:
        if isinstance(part, Context):
            yield part.documents(contents[part.name])
        else:
            yield np.full((count, int(part.times)), int(part.grade), dtype=np.int64)


@lru_cache(maxsize=64)
def fillings(documents: int, kinds: int) -> Integers:
    """Return every sequence of a length, one a row, of so many kinds of documents at a rank."""
    number = np.arange(kinds**documents)
    places = kinds ** np.arange(documents - 1, -1, -1)
    found: Integers = (number[:, None] // places) % kinds
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
    graded = bool(answers.idle - {KIND}) or any(context.graded for context in template.contexts())
    most = max(size - 4 if graded else size, int(template.size) + max(size - 8, 0))
    if template.roomy:
        most = max(size, 2 * LONGEST)
    if template.kept is not None:
        most = min(size, MOST_APART)
    if template.tied:
        most = min(size, MOST_TIED - len(template.contexts()) // 2)
    return gather(generator, outputs, most)


LONGEST = 5
"""Documents of the lists that are all swept, whatever the size, where the collection has room for each of them."""
MOST_APART = 7
"""Documents of two lists of all kinds."""
MOST_TIED = 9
"""Documents of lists with ties, which have a value for each of their orders; one less for every two contexts."""


def gather(generator: Generator, outputs: Sequence[str], largest_size: int) -> CaseBatch:
    """Return every case of up to ``largest_size`` judged documents. Cost O(cases x documents)."""
    found = gathered(_each_block(generator, outputs, largest_size), outputs, largest_size)
    graded = any(int(batch.grades.max(initial=0)) > 1 for batch in found.outputs.values())
    return replace(found, grid=f"size ≤ {largest_size}, grades ≤ {TOP_GRADE}" if graded else "")


def _each_block(generator: Generator, outputs: Sequence[str], largest_size: int) -> Iterator[Block]:
    for made, template in by_size(generator, Chooser, largest_size):
        check(template, outputs)
        contexts = template.contexts()
        names, kinds = (
            [context.name for context in contexts],
            max((part.kinds for part in contexts), default=2),
        )
        for documents, rest in _filled(template, largest_size - template.size):
            rows = fillings(documents, kinds)
            for lengths in compositions(documents, len(contexts)).tolist():
                contents = split(rows, lengths, names)
                for spare in rest:
                    yield from make_blocks(template, made, contents, spare, len(rows))


def _filled(template: Template, most: int) -> Iterator[tuple[int, Sequence[tuple[int, ...]]]]:
    """Yield how many documents contexts hold, and the further ones of the collection, with so many in all at most."""
    graded = any(context.graded for context in template.contexts())
    shortest = max(template.shortest - min(template.held(name).total() for name in template.outputs), 0)
    alone = template.relevant is not None or template.documents == "complete"
    each = 2 if template.roomy else 1
    for room in range(most + 1):
        for documents in (room,) if alone else range(room // each + 1):
            if documents >= shortest:
                yield documents, further(template, spares(room - each * documents, graded))


def further(template: Template, spare: Sequence[tuple[int, ...]]) -> Sequence[tuple[int, ...]]:
    """Keep the further documents that a template's collection may have: none, or none that are relevant."""
    if template.documents == "complete":
        return [rest for rest in spare if not rest]
    return [rest for rest in spare if not any(rest)] if template.documents == "exact" else spare


def series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> CaseBatch:
    """Return one case, with empty contexts, for each value of the generator's one size."""
    return gathered(_series(generator, outputs, values), outputs, max(values))


def _series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> Iterator[Block]:
    for made, template in of_one_size(generator, Chooser, values):
        check(template, outputs)
        names = [context.name for context in template.contexts()]
        contents = split(fillings(0, 2), (0,) * len(names), names)
        for spare in spares(0, False):
            yield from make_blocks(template, made, contents, spare, 1)


def check(template: Template, outputs: Sequence[str]) -> None:
    """Raise InputError where the lists of a template are no case."""
    require_outputs(template.outputs, outputs)
    held = [[part for part in parts if isinstance(part, Context)] for parts in template.outputs.values()]
    names = [[context.name for context in contexts] for contexts in held]
    if any(each != names[0] for each in names) or len(set(names[0])) < len(names[0]):
        raise InputError(
            "every output of a case must have the same contexts, each once and in the same order"
        )
    if template.relevant is not None and held[0]:
        raise InputError(
            "a case with a stated number of relevant documents has no contexts; leave one of them out"
        )
    for name in () if template.roomy else outputs:
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
        name: np.concatenate([np.broadcast_to(part.contexts.get(name, 0), part.count) for part in found])[
            order
        ]
        for name in dict.fromkeys(each for part in found for each in part.contexts)
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
    found = RankingBatch(grades, _edges(lengths), np.concatenate(rest), _edges(counts))
    if not any(output in block.places for block in blocks):
        return found
    numbers = [
        np.tile(block.places.get(output, range(block.lists[output].shape[1])), block.count).astype(np.int64)
        for block in blocks
    ]
    return TiedBatch.tied(found, np.concatenate(numbers), blocks[0].rules.get(output, ""))


def _edges(lengths: Integers) -> Integers:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case]) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    return cases.batch_of_cases(outputs, given, batch_of)


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
