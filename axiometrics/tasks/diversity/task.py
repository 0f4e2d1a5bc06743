"""The task of lists with aspects: what the rest of the system needs to know about them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, pairwise, product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.tasks.abilities import Enumeration
from axiometrics.tasks.diversity import AspectList
from axiometrics.tasks.registry import register
from axiometrics.tasks.task import Task

if TYPE_CHECKING:
    from axiometrics.metrics.registry import Metric
    from axiometrics.tasks.abilities import Generator

_WORDS = MappingProxyType(
    {
        "symbols": "At a rank $i$ and an aspect, $x$ is the grade of the document, $b$ is 1 if it is relevant, $c$ the "
        "number of relevant documents of the aspect so far, $w$ the weight of the aspect, $r$ its relevant documents "
        "in the collection and $h$ their highest grade, $q$ and $e$ the discounted gain of its own ideal list, $s$ the "
        "probability that the document satisfies a reader and $p$ that none above did. At a rank, $g$ is the gain, $u$ "
        "the number of documents so far that are relevant to nothing, $o$ is 1 where the last aspect is covered. $m$ "
        "is the number of aspects, $n$ of listed documents, $R$ of relevant ones in the collection, $G$ the highest "
        "grade, $V$ the size of the smallest set of documents that covers every aspect.",
        "comparison": "A constraint compares lists of documents from one collection; what is written as dots is "
        "arbitrary and the same in all of them. A document is written as the aspects that it is relevant to, $-$ is "
        "one relevant to nothing.",
        "arbitrary": "documents, aspects and weights",
        "reductions": "Sums run over ranks and aspects, over ranks, or over aspects; the best list of the collection "
        "is the one whose sum is highest.",
        "m": "the number of aspects",
        "n": "the number of listed documents",
        "R": "the number of relevant documents of the collection",
        "G": "the highest grade of the collection",
        "V": "the size of the smallest set of documents that covers every aspect",
    }
)


KINDS = ((1, 1), (1, 0), (0, 1), (0, 0))
"""What documents of a small list are relevant to, of two aspects."""


class ShortLists(Enumeration):
    """All short lists of documents that are relevant to some of two aspects, and what they miss."""

    size = 4
    checked = 3
    form = "run"
    exchangeable = False

    def outputs(self, size: int) -> Iterator[AspectList]:
        """Yield all lists of at least one document, with what they miss: up to ``size`` documents.

        >>> [found.notation() for found in ShortLists().outputs(1)][:3]
        ['ab', 'a:1/2 b:1/2 | a', 'b']
        """
        for documents in range(1, size + 1):
            for length in range(documents, 0, -1):
                for listed in product(KINDS, repeat=length):
                    for missed in combinations_with_replacement(KINDS[:-1], documents - length):
                        yield AspectList.of(listed, missed)

    def gold(self, output: AspectList) -> Hashable:
        """Return the documents of the collection, in order."""
        return tuple(sorted((*output.documents, *output.missed)))

    def perfect(self, output: AspectList) -> bool:
        """Say whether all relevant documents are listed, each after those that are relevant to what it is and more."""
        pairs = pairwise(output.documents)
        return not output.missed and all(
            all(x >= y for x, y in zip(one, other, strict=True)) for one, other in pairs
        )


class Diversity(Task):
    """A system lists documents, best first; the gold grades each of them for every aspect of the topic."""

    key = "diversity"
    draw = ""
    name = "diversity"
    summary = "the gold grades documents for each of several weighted aspects, the system output lists some, best first"
    missing = ("error", "empty")
    enumeration = ShortLists()
    output = AspectList
    forms = MappingProxyType({"aspects": AspectList.to_aspects, "run": AspectList.to_run})
    form_arguments = MappingProxyType({"aspects": "listed, missed, weights"})
    reductions = MappingProxyType(
        {
            "pairs": r"\sum_{i=1}^{n} \sum_{\text{aspects}}",
            "padded": r"\sum_{\text{ranks}} \sum_{\text{aspects}}",
            "seen": r"\sum_{i=1}^{n} \sum_{\text{aspects}}",
            "ranks": r"\sum_{i=1}^{n}",
            "paddedranks": r"\sum_{\text{ranks}}",
            "aspects": r"\sum_{\text{aspects}}",
            "ideal": r"\sum_{\text{ideal list}}",
        }
    )
    files = "axiometrics.cli.scoring.items:scored_aspects"
    words = _WORDS
    conditions = MappingProxyType(
        {
            "empty_aspect": ("an aspect has no relevant document", lambda batch: batch.has_empty_aspect),
            "beyond_cutoff": ("a list has more than 5 documents", lambda batch: batch.listed > 5),
        }
    )
    samples = (
        *("a", "- | a", "a b", "a ab - b | a", "a:2/3 b:1/3 | a - b | ab"),
        "a:1/2 b:1/3 c:1/6 | a b c a | b ac",
        *("ab a - b a | ab", "- - ab c | c", "a a a b b | c", f"{'a b ab - ' * 12}| ab a"),
    )
    sweep_sizes = MappingProxyType({"quick": (6, 5), "normal": (8, 6), "thorough": (9, 7)})
    """Documents of the largest swept collection with one aspect; see `axiometrics.tasks.diversity.cases`."""

    elsewhere = MappingProxyType(
        {
            "many": "cases:many",
            "in_simpler_task": "one_aspect:in_simpler_task",
            "symbolic": "facts:parametric_cases",
        }
    )

    def reduction_latex(self, domain: str) -> str:
        """Return the LaTeX of the sign of reductions over a domain, which may be cut off."""
        kind, _, limit = domain.rpartition("_")
        kind, _, choices = (kind or domain).partition("_")
        if kind == "best":
            name = r"\mathrm{greedy}" if choices.startswith("greedy") else r"\max_{\text{lists}}"
            return rf"{name} \sum_{{i \le {limit}}}" if limit.isdecimal() else rf"{name} \sum_{{i}}"
        found = super().reduction_latex(kind)
        return (
            found.replace("n}", f"{limit}}}").replace("ranks}}", f"$i \\le {limit}$}}}}")
            if limit.isdecimal()
            else found
        )

    def score(self, metric: Metric, gold: Any, system: Any = None, **options: Any) -> float | None:
        """Return the value on users' data, None for no value; for topics the mean over those that have a value."""
        found = self.read(gold, system, **options)
        if not isinstance(found, Mapping):
            return _known(self.number(metric, found))
        values = [
            value for each in found.values() if (value := _known(self.number(metric, each))) is not None
        ]
        return math.fsum(values) / len(values) if values else None

    def by_topic(
        self, metrics: Sequence[Any], gold: object, system: object, **options: object
    ) -> Iterator[tuple[float | None, ...]]:
        """Yield the values of several metrics on every topic of gold in order, None for no value."""
        for _, found in self.part("reading").topics(gold, system, **options):
            yield tuple(_known(self.number(metric, found)) for metric in metrics)

    def algebra(self, output: AspectList) -> Any:
        """Return an exact arithmetic with the discounts this collection can need."""
        from axiometrics.tasks.ranking.discounts import discounted_algebra

        return discounted_algebra(output.size + 8)

    def batch(self, outputs: Sequence[AspectList]) -> Any:
        """Return single outputs as a batch."""
        return self.part("batch").AspectBatch(list(outputs))

    def series(self, generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> Any:
        """Return one case for each value of a generator's one size, ascending."""
        ranked = self.part("one_aspect").ranking_generator(generator)
        return self.part("cases").series(generator, outputs, values, ranked)

    def larger(self, generator: Generator, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return larger cases with one or two aspects."""
        size = self.sweep_sizes["normal" if wide else "quick"][0]
        return self.part("cases").larger(generator, outputs, size)

    def gold_notation(self, outputs: Sequence[AspectList]) -> str:
        """Return the documents of the first output's collection."""
        first = outputs[0]
        relevant = [each for each in (*first.documents, *first.missed) if any(each)]
        return AspectList.of((), relevant, first.weights).notation()


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


TASK = register(Diversity())
