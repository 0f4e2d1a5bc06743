"""All cases of a constraint up to a size as one batch, shared by every metric."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, columns, compositions, require_outputs
from axiometrics.tasks.choosing import growing, of_one_size
from axiometrics.tasks.ranking.batch import RankingBatch
from axiometrics.tasks.ranking.blocks import Block, fillings, make_block, spares, split
from axiometrics.tasks.ranking.ranking import Ranking
from axiometrics.tasks.ranking.scene import Chooser, Context, Generator, Scene

__all__ = ["Case", "CaseBatch", "batch_of_cases", "case_of", "check", "gather", "gathered", "series"]

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class CaseBatch(cases.CaseBatch):
    """Many cases by judged documents, listed or not, of the largest collection.

    ``contexts`` holds, for every context, the number of its documents, of its relevant ones, and its gain.
    """

    contexts: Mapping[str, Integers] = field(default_factory=dict)


def case_of(outputs: Mapping[str, Ranking], sizes: Mapping[str, int]) -> Case:
    """Return a case; its size is the number of judged documents of the largest collection."""
    return Case(outputs, sizes, max(ranking.judged for ranking in outputs.values()))


def gather(generator: Generator, outputs: Sequence[str], bound: int) -> CaseBatch:
    """Return every case of up to ``bound`` judged documents. Cost O(cases x documents)."""
    return gathered(_every(generator, outputs, bound), outputs, bound)


def _every(generator: Generator, outputs: Sequence[str], bound: int) -> Iterator[Block]:
    for made, scene in growing(generator, Chooser, bound):
        check(scene, outputs)
        contexts = scene.contexts()
        graded = any(context.graded for context in contexts)
        for room in range(bound - scene.size + 1):
            for documents in range(room + 1) if scene.relevant is None else (room,):
                rest = spares(room - documents, graded)
                for lengths in compositions(documents, len(contexts)).tolist():
                    contents = split(
                        fillings(documents, graded), lengths, [context.name for context in contexts]
                    )
                    count = len(fillings(documents, graded))
                    yield from (make_block(scene, made, contents, spare, count) for spare in rest)


def series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> CaseBatch:
    """Return one case, with empty contexts, for each value of the generator's one size."""
    return gathered(_series(generator, outputs, values), outputs, max(values))


def _series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> Iterator[Block]:
    for made, scene in of_one_size(generator, Chooser, values):
        check(scene, outputs)
        names = [context.name for context in scene.contexts()]
        contents = split(fillings(0, False), (0,) * len(names), names)
        yield from (make_block(scene, made, contents, spare, 1) for spare in spares(0, False))


def check(scene: Scene, outputs: Sequence[str]) -> None:
    """Raise InputError where the lists of a scene are no case."""
    require_outputs(scene.outputs, outputs)
    held = [[part for part in parts if isinstance(part, Context)] for parts in scene.outputs.values()]
    if any(contexts != held[0] for contexts in held) or len(set(held[0])) < len(held[0]):
        raise InputError(
            "every output of a case must have the same contexts, each once and in the same order"
        )
    if scene.relevant is not None and held[0]:
        raise InputError(
            "a case with a stated number of relevant documents has no contexts; leave one of them out"
        )
    for name in outputs:
        lacking = [grade for grade, count in scene.missing(name).items() if count < 0]
        if lacking:
            raise InputError(f"{name} lists more documents of grade {lacking[0]} than the collection has")


def gathered(blocks: Iterable[Block], outputs: Sequence[str], bound: int | None) -> CaseBatch:
    """Put blocks together: cases in order of size, then longest list, then relevant documents, then generation."""
    found = list(blocks)
    if not found:
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, bound)
    plain = {name: _flat(found, name) for name in outputs}
    size = np.max([batch.judged for batch in plain.values()], axis=0)
    length = np.max([batch.listed for batch in plain.values()], axis=0)
    relevant = np.max([batch.relevant for batch in plain.values()], axis=0)
    order = np.lexsort((np.arange(len(size)), relevant, length, size))
    made = columns([block.made for block in found], [block.count for block in found])
    sizes = {name: values[order] for name, values in made.items()}
    contexts = {
        name: np.concatenate([part.contexts[name] for part in found])[order] for name in found[0].contexts
    }
    return CaseBatch(
        {name: batch.taken(order) for name, batch in plain.items()},
        size[order],
        sizes,
        bound,
        contexts=contexts,
    )


def _flat(blocks: Sequence[Block], output: str) -> RankingBatch:
    grades = np.concatenate([block.lists[output].ravel() for block in blocks])
    lengths = np.concatenate([np.full(block.count, block.lists[output].shape[1]) for block in blocks])
    rest = [np.tile(np.array(block.missing[output], dtype=np.int64), block.count) for block in blocks]
    counts = np.concatenate([np.full(block.count, len(block.missing[output])) for block in blocks])
    return RankingBatch(grades, _edges(lengths), np.concatenate(rest), _edges(counts))


def _edges(lengths: Integers) -> Integers:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case]) -> cases.CaseBatch:
    """Return given cases as a batch, smallest first."""
    return cases.batch_of_cases(outputs, given, RankingBatch.from_rankings)
