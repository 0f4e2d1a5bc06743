"""The ranking task: what the rest of the system needs to know about rankings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, NamedTuple

from axiometrics.errors import UnknownKeyError, nearest
from axiometrics.formulas.view import symbolic_values
from axiometrics.tasks.ranking.ranking import Ranking
from axiometrics.tasks.ranking.words import WORDS

__all__ = ["TASK", "Rankings"]

_FORMS: dict[str, Callable[[Ranking], tuple[Any, ...]]] = {
    "relevance": Ranking.to_relevance,
    "run": Ranking.to_run,
}

LARGE = 2000
"""From this many listed documents on, arrays are used."""


class _Tools(NamedTuple):
    """What a single call needs, imported with the first one: SymPy takes its time."""

    read: Callable[..., Any]
    has_topics: Callable[[Any], bool]
    topics: Any
    blocks: Callable[..., Any]
    single: Callable[..., Any]
    batch: Any
    scalars: Any


@lru_cache(maxsize=1)
def _tools() -> _Tools:
    from axiometrics.formulas.floats import SCALARS
    from axiometrics.tasks.ranking.batch import RankingBatch, single
    from axiometrics.tasks.ranking.reading import has_topics, read
    from axiometrics.tasks.ranking.topics import Topics, blocks

    return _Tools(read, has_topics, Topics, blocks, single, RankingBatch, SCALARS)


class Rankings:
    """A system lists documents, best first; the gold grades the documents of the collection."""

    key = "ranking"
    name = "ranking"
    summary = "the gold grades documents, the system output lists some of them, best first"
    reads = tuple(_FORMS)
    missing = ("error", "empty")
    named_labels = True
    words = WORDS
    sweep_sizes = MappingProxyType({"quick": (9, 6), "normal": (11, 8), "thorough": (13, 9)})
    """Judged documents of the largest swept collection, for our own metrics and for foreign functions."""

    def formula(self, metric: Any) -> Any:
        """Trace a formula metric over the symbolic list."""
        from axiometrics.tasks.ranking.view import formula

        return formula(metric.function, symbolic_values(metric.values))

    def score(self, metric: Any, gold: Any, system: Any, **options: Any) -> float | None:
        """Return the value on users' data, None for no value; for topics the mean over those that have a value."""
        tools = _tools()
        topics = isinstance(gold, tools.topics)
        if not topics and not tools.has_topics(gold):
            return self._one(metric, tools.read(gold, system, **options))
        batches = gold.batches if topics else tools.blocks(gold, system, **options)
        found = (value for batch in batches for value in self.values(metric, batch).tolist())
        values = [value for value in found if not math.isnan(value)]
        return math.fsum(values) / len(values) if values else None

    def by_topic(
        self, metrics: Sequence[Any], gold: Any, system: Any, **options: Any
    ) -> Iterator[tuple[float | None, ...]]:
        """Yield the values of several metrics on every topic of gold in order, None for no value."""
        topics = _tools().topics.read(gold, system, **options)
        columns = [topics.values(partial(self.values, metric)) for metric in metrics]
        return zip(*columns, strict=True)

    def _one(self, metric: Any, ranking: Ranking) -> float | None:
        tools = _tools()
        large = metric.reads is None and len(ranking.grades) >= LARGE
        if large:
            value = self.values(metric, tools.batch.from_rankings([ranking]))[0]
        else:
            value = self.value(metric, ranking, tools.scalars)
        return None if value is None or math.isnan(value) else float(value)

    def value(self, metric: Any, output: Ranking, algebra: Any) -> Any:
        """Return the value on one ranking: formulas in any arithmetic, functions in theirs."""
        tools = _tools()
        if metric.reads is None:
            return tools.single(output).value(metric.formula, algebra)
        if algebra is not tools.scalars and metric.exact is not None:
            return metric.exact(output, algebra)
        value = metric.function(*self.arguments(metric.reads, output), **metric.values)
        return math.nan if value is None else value

    def values(self, metric: Any, outputs: Any) -> Any:
        """Return the values on a batch of rankings; functions are called once per distinct ranking."""
        import numpy as np

        if metric.reads is None:
            return outputs.evaluate(metric.formula)
        known: dict[Ranking, float] = {}
        found = np.empty(len(outputs))
        for index, ranking in enumerate(outputs.tables()):
            if ranking not in known:
                known[ranking] = self.value(metric, ranking, _tools().scalars)
            found[index] = known[ranking]
        return found

    def arguments(self, reads: str, output: Ranking) -> tuple[Any, ...]:
        """Return one ranking in the form a black-box metric reads."""
        if reads not in _FORMS:
            raise UnknownKeyError(f"ranking has no form {reads!r}; {nearest(reads, _FORMS)}")
        return _FORMS[reads](output)

    def algebra(self, output: Ranking) -> Any:
        """Return an exact arithmetic with the discounts this collection can need."""
        from axiometrics.tasks.ranking.exact import discounted_algebra

        return discounted_algebra(output.judged + 1)

    def batch(self, outputs: Sequence[Ranking]) -> Any:
        """Return single outputs as a batch."""
        return _tools().batch.from_rankings(outputs)

    def sweep(self, generator: Any, outputs: Sequence[str], size: int) -> Any:
        """Return every case of a generator, smallest first: all lists in all collections of so many judged documents.

        With graded lists the sweep stops 4 documents earlier; a generator with a large smallest case is swept up to
        that case and ``size - 8`` documents more, so that its contexts get room too.
        """
        from axiometrics.tasks.choosing import Given
        from axiometrics.tasks.ranking.cases import gather
        from axiometrics.tasks.ranking.scene import Chooser

        answers = Given()
        scene = generator(Chooser(answers))
        graded = bool(answers.idle) or any(context.graded for context in scene.contexts())
        least = int(scene.size)
        return gather(generator, outputs, max(size - 4 if graded else size, least + max(size - 8, 0)))

    def families(self, generator: Any, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return longer cases: contexts that are runs of equal documents, and sizes up to dozens."""
        from axiometrics.tasks.ranking.families import structured

        return structured(generator, outputs, wide=wide)

    def series(self, generator: Any, outputs: Sequence[str], values: Sequence[int]) -> Any:
        """Return one case for each value of a generator's one size, ascending."""
        from axiometrics.tasks.ranking.cases import series

        return series(generator, outputs, values)

    def largest(self, generator: Any) -> int | None:
        """Return the largest value of a generator's one size; None where it may grow for ever."""
        from axiometrics.tasks.choosing import Given
        from axiometrics.tasks.ranking.scene import Chooser

        answers = Given()
        generator(Chooser(answers))
        return next(iter(answers.highs.values()), None)

    def growing(self, generator: Any, formula: Any) -> Any:
        """Return the values of a formula's symbols for all large values of a generator's one size."""
        from axiometrics.tasks.ranking.growing import growing_case

        return growing_case(generator, formula)

    def symbolic(self, generator: Any, formula: Any) -> Sequence[Any]:
        """Return the generator's parametric case with the values of a formula's symbols; raises NotSymbolicError."""
        from axiometrics.tasks.ranking.facts import parametric_case

        return (parametric_case(generator, formula),)

    def geometric(self, generator: Any, formula: Any) -> Any:
        """Return a generator of one size n in closed form, with u = p^n for an open p; raises NotSymbolicError."""
        from axiometrics.tasks.ranking.geometric import growing

        return growing(generator, formula)

    def strategy(self, generator: Any) -> Any:
        """Return a Hypothesis strategy of the generator's cases."""
        from axiometrics.tasks.choosing import strategy
        from axiometrics.tasks.ranking.drawn import drawn

        return strategy(lambda answers: drawn(generator, answers))

    def batch_of(self, outputs: Sequence[str], records: Sequence[Mapping[str, str]]) -> Any:
        """Return cases given in notation as a batch."""
        from axiometrics.tasks.ranking.cases import batch_of

        return batch_of(outputs, records)

    def batch_of_cases(self, outputs: Sequence[str], cases: Sequence[Any]) -> Any:
        """Return single cases as a batch."""
        from axiometrics.tasks.ranking.cases import batch_of_cases

        return batch_of_cases(outputs, cases)

    def reshuffled(self, reads: str, output: Ranking, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return the same ranking with its dicts in another order, or with other names of documents."""
        from axiometrics.tasks.ranking.reshuffling import reshuffled

        return reshuffled(reads, output, seed)

    def drawing(self, outputs: Mapping[str, str]) -> str:
        """Return a text drawing of outputs given in notation."""
        from axiometrics.tasks.ranking.draw import outputs_text

        return outputs_text(outputs)

    def measure(self, metric: Any, cases: Any, name: str) -> Any:
        """Return a measured quantity of every case: a size, one of a context, ``reduction@output``, or the ideal gain.

        ``ideal_gain[rank]@output`` is that of the ideal list by a rank, which is arithmetic on sizes and contexts, and
        ``relevance@grade`` is 1 where that is positive, else 0.
        """
        from axiometrics.tasks.ranking.measuring import RELEVANCE, arithmetic

        if name in cases.sizes:
            return cases.sizes[name]
        what, _, output = name.rpartition("@")
        if what == RELEVANCE:
            return (cases.sizes[output] > 0).astype(int)
        if output in cases.contexts:
            return cases.contexts[output][:, ("length", "relevant", "gain").index(what)]
        if what.startswith("ideal_gain["):
            rank = arithmetic(what[len("ideal_gain[") : -1], lambda each: self.measure(metric, cases, each))
            return cases.outputs[output].ideal_gain(rank)
        return cases.outputs[output].measured(metric.formula, what).value

    def condition(self, name: str, cases: Any) -> Any:
        """Return which cases meet a named degenerate condition on the gold, shape (cases,)."""
        return _CONDITIONS[name][1](next(iter(cases.outputs.values())))

    def condition_text(self, name: str) -> str:
        """Return a named condition in words."""
        return _CONDITIONS[name][0]

    def notation(self, outputs: Mapping[str, Ranking]) -> tuple[str, dict[str, str]]:
        """Return the ideal list of all judged documents, and every output in notation."""
        from axiometrics.tasks.ranking.notation import write

        first = next(iter(outputs.values()))
        rankings = outputs.values()
        graded = any((grade or 0) > 1 for part in rankings for grade in (*part.grades, *part.missing))
        gold = write([*first.ideal, *(0 for _ in range(first.nonrelevant))], graded=graded)
        return gold, {name: write(part.grades, part.missing, graded=graded) for name, part in outputs.items()}

    def snippet(self, metric: Any, outputs: Mapping[str, Ranking]) -> str:
        """Return Python code that prints the scores of the outputs."""
        from axiometrics.tasks.snippets import snippet

        texts = {name: ranking.notation() for name, ranking in outputs.items()}
        return snippet(metric, texts, reader="axiometrics.tasks.ranking:Ranking")


_CONDITIONS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "nothing_relevant": (
        "no document of the collection is relevant (R = 0)",
        lambda batch: batch.relevant == 0,
    ),
    "one_relevant": ("one document of the collection is relevant (R = 1)", lambda batch: batch.relevant == 1),
    "nothing_nonrelevant": (
        "no document is judged non-relevant (N = 0)",
        lambda batch: batch.nonrelevant == 0,
    ),
    "nothing_listed": ("the list is empty", lambda batch: batch.listed == 0),
}

TASK = Rankings()
