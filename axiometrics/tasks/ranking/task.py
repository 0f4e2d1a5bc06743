"""The ranking task: what the rest of the system needs to know about rankings."""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, combinations_with_replacement, pairwise, product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.parameters import Parameter
from axiometrics.tasks.abilities import Enumeration
from axiometrics.tasks.choosing import least
from axiometrics.tasks.ranking import Grade, Ranking, write
from axiometrics.tasks.ranking.chooser import Chooser
from axiometrics.tasks.registry import register
from axiometrics.tasks.snippets import snippet
from axiometrics.tasks.task import Task

if TYPE_CHECKING:
    from axiometrics.metrics.registry import Metric
    from axiometrics.tasks.abilities import Generator

WORDS = MappingProxyType(
    {
        "symbols": "At a rank, $x$ is the grade of the document, $b$ is 1 if it is relevant, $z$ 1 if it is judged "
        "non-relevant, $i$ the rank, $c$ the number of relevant documents so far, $g$ their gain, $h$ the gain that "
        "the ideal list has by then, $d$ the number of judged non-relevant documents above; of a document below, $y$ "
        "is the grade, $e$ and $f$ are what $b$ and $z$ are above, $j$ is the rank. $m$ documents are listed; of the "
        "collection, $R$ documents are relevant, $N$ are judged non-relevant, $G$ is the highest grade, $T$ the "
        "number of pairs with equal grades.",
        "comparison": "A constraint compares lists that differ at a few ranks; what is written as dots is arbitrary "
        "and the same in all of them. $r$ is a relevant document, $\\neg r$ a non-relevant one.",
        "arbitrary": "sizes and the rest of the lists",
        "reductions": "ranks: the ranks of the list\nideal: the ranks of the list of all relevant documents, highest "
        "grades first\nideal_gain: the first ranks of that list\npairs: pairs of listed documents, the first above\n"
        "missed: pairs of a listed and a missed document\ncascade: the ranks where a reader may stop\n"
        "x = the grade at the rank\ni = the rank\nb = 1 where the document is relevant\n"
        "z = 1 where it is judged non-relevant\nc = the number of relevant documents so far\ng = their gain\n"
        "h = the gain that the ideal list has by then\nd = the number of judged non-relevant documents above\n"
        "y = the grade of the second document\ne = 1 where the second document is relevant\n"
        "f = 1 where the second document is judged non-relevant\nj = the rank of the second document",
        "m": "the number of listed documents",
        "R": "the number of relevant documents of the collection",
        "N": "the number of judged non-relevant documents of the collection",
        "G": "the highest grade of the collection",
        "T": "the number of pairs of judged documents with equal grades",
    }
)


TIES = Parameter(
    "ties", default="names", choices=("names", "input", "expected", "best", "worst"), of_reading=True
)
"""How tied documents are read."""
LARGE = 2000
"""From this many listed documents on, arrays are used."""


class ShortLists(Enumeration):
    """All short lists: of grades 0 and 1, and shorter ones with unjudged documents and grade 2, or with ties."""

    size = 5
    checked = 4
    form = "run"
    exchangeable = False

    def outputs(self, size: int) -> Iterator[Ranking]:
        """Yield all lists of at least one document, with what they miss: up to ``size`` documents of grades 0 and 1.

        With grade 2 or unjudged documents, up to two documents less; with ties, of grades 0 and 1, up to one less.

        >>> [found.notation() for found in ShortLists().outputs(1)]
        ['r', '-']
        >>> [found.notation() for found in ShortLists().outputs(3) if found.places][:3]
        ['(r r)', '(r -)', '(- r)']
        """
        for documents in range(1, size + 1):
            yield from _lists(documents, (1, 0), (1, 0))
            if documents <= size - 2:
                for found in _lists(documents, (2, 1, 0, None), (2, 1, 0)):
                    if {2, None} & {*found.grades, *found.missing}:
                        yield found
            if documents < size:
                for found in _lists(documents, (1, 0), (1, 0)):
                    yield from (replace(found, places=places) for places in _places(len(found.grades)))

    def gold(self, output: Ranking) -> Hashable:
        """Return the grades of the judged documents, and how many documents are listed without a grade."""
        judged = sorted(grade for grade in (*output.grades, *output.missing) if grade is not None)
        return tuple(judged), output.grades.count(None)

    def perfect(self, output: Ranking) -> bool:
        """Say whether all relevant documents come first, in order of their grades, and tied with equal ones only."""
        values = [grade or 0 for grade in output.grades]
        ends = accumulate(output.places)
        places = zip(ends, output.places, strict=True)
        together = all(values[end - size] == values[end - 1] for end, size in places)
        return not any(output.missing) and values == sorted(values, reverse=True) and together


def _lists(documents: int, listed: tuple[Grade, ...], missed: tuple[int, ...]) -> Iterator[Ranking]:
    for length in range(documents, 0, -1):
        for grades in product(listed, repeat=length):
            for missing in combinations_with_replacement(missed, documents - length):
                yield Ranking.of(grades, missing)


def _places(length: int) -> Iterator[tuple[int, ...]]:
    """Yield every way in which the documents of a list share places, some of them at least.

    >>> list(_places(3))
    [(3,), (2, 1), (1, 2)]
    """
    for cuts in product((False, True), repeat=length - 1):
        ends = [place for place, cut in enumerate(cuts, 1) if cut]
        if len(ends) < length - 1:
            yield tuple(end - start for start, end in pairwise([0, *ends, length]))


class Rankings(Task):
    """A system lists documents, best first; the gold grades the documents of the collection."""

    key = "ranking"
    draw = "orders"
    name = "ranking"
    summary = "the gold grades documents, the system output lists some of them, best first"
    random_cases = "random_cases"
    missing = ("error", "empty")
    output = Ranking
    forms = MappingProxyType({"relevance": Ranking.to_relevance, "run": Ranking.to_run})
    reductions = MappingProxyType(
        {"ranks": r"\sum_{i=1}^{m}", "cascade": r"\sum_{i=1}^{m}", "pairs": r"\sum_{i<j}"}
    )
    form_arguments = MappingProxyType({"relevance": "grades, ideal"})
    files = "runs"
    reading_parameters = (TIES,)
    enumeration = ShortLists()
    words = WORDS
    conditions_on_gold = True
    conditions = MappingProxyType(
        {
            "nothing_relevant": (
                "no document of the collection is relevant (R = 0)",
                lambda batch: batch.relevant == 0,
            ),
            "one_relevant": (
                "one document of the collection is relevant (R = 1)",
                lambda batch: batch.relevant == 1,
            ),
            "nothing_nonrelevant": (
                "no document is judged non-relevant (N = 0)",
                lambda batch: batch.nonrelevant == 0,
            ),
            "nothing_listed": ("the list is empty", lambda batch: batch.listed == 0),
        }
    )
    samples = (
        "r",
        "-",
        "r - | r",
        "- r",
        "r r -",
        "- - r r",
        "r - r | r",
        "- r - r - | r r",
        "r - r - - r r - - r | r r",
        "2 1 - | 2",
        "- 2 r 1 - | 1 1",
        f"{'r - ' * 30}| r r -",
    )
    sweep_sizes = MappingProxyType({"quick": (9, 6), "normal": (11, 8), "thorough": (13, 9)})
    """Judged documents of the largest swept collection, for our own metrics and for foreign functions."""

    elsewhere = MappingProxyType(
        {
            "from_notation": "ties:read_output",
            "larger": "random_cases:larger",
            "far": "random_cases:with_a_long_run",
            "series": "cases:series",
            "asymptotic": "asymptotics:asymptotic_case",
            "symbolic": "facts:parametric_cases",
            "geometric": "runs:geometric_form",
            "counted": "cases:counted",
        }
    )

    def batch(self, outputs: Sequence[Ranking]) -> Any:
        """Return single outputs as a batch."""
        return self.part("ties").batch_of(outputs)

    def reduction_latex(self, domain: str) -> str:
        """Return the LaTeX of the sign of reductions over a domain, which may be cut off, as ``ranks_10`` is."""
        kind, cut, limit = domain.partition("_")
        if not cut or kind not in ("ranks", "ideal"):
            return super().reduction_latex(domain)
        return rf"\sum_{{i=1}}^{{{limit}}}" if kind == "ranks" else rf"\sum_{{\text{{ideal}}, i \le {limit}}}"

    def score(self, metric: Metric, gold: Any, system: Any = None, **options: Any) -> float | None:
        """Return the value on users' data, None for no value; for topics the mean over those that have a value."""
        from axiometrics.tasks.ranking.reading import Topics, blocks, has_topics, read

        options.setdefault("ties", _order_of(metric))
        topics = isinstance(gold, Topics)
        if not topics and not has_topics(gold):
            ranking: Any = read(gold, system, **options)
            return self._one(metric, ranking)
        batches = gold.batches if topics else blocks(gold, system, **options)
        found = (value for batch in batches for value in self.values(metric, batch).tolist())
        values = [value for value in found if not math.isnan(value)]
        return math.fsum(values) / len(values) if values else None

    def by_topic(
        self, metrics: Sequence[Any], gold: object, system: object, **options: object
    ) -> Iterator[tuple[float | None, ...]]:
        """Yield the values of several metrics on every topic of gold in order, None for no value."""
        orders = dict.fromkeys(_order_of(metric) for metric in metrics)
        read = self.part("reading").Topics.read
        topics = {order: read(gold, system, ties=order, **options) for order in orders}
        columns = [topics[_order_of(metric)].values(partial(self.values, metric)) for metric in metrics]
        return zip(*columns, strict=True)

    def _one(self, metric: Metric, ranking: Ranking) -> float | None:
        if metric.reads is None and len(ranking.grades) >= LARGE:
            value = self.values(metric, self.batch([ranking]))[0]
        else:
            value = self.number(metric, ranking)
        return None if math.isnan(value) else float(value)

    def formula(self, metric: Metric) -> Any:
        """Trace a metric, with the rule by which it reads tied documents."""
        rule = {name: str(metric.values[name]) for name in ("ties",) if name in metric.values}
        return replace(super().formula(metric), reading={**rule, "orientation": metric.orientation})

    def value(self, metric: Any, output: Any, algebra: Any) -> Any:
        """Return the value of a metric on one output; a function of strict lists has that of its rule of ties."""
        if metric.reads is None or metric.reads == "run" or not output.places:
            return super().value(metric, output, algebra)
        rule = str(metric.values.get("ties", ""))
        ties, own = self.part("ties"), super().value
        if rule == "threshold" and not getattr(output, "rule", "") and not self.is_exact(metric, algebra):
            return ties.rounded(metric.exact(output, ties.FRACTIONS, **metric.arguments))
        return ties.value_of_function(output, rule, lambda each: own(metric, each, algebra), algebra)

    def evaluate(self, formula: Any, output: Ranking, algebra: Any) -> Any:
        """Return the value of a formula on one output in an arithmetic."""
        return self.part("ties").single(output).value(formula, algebra)

    def equivalent_forms(self, reads: str, output: Ranking, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return a black-box metric's arguments with the dicts in another order, and with other names of documents.

        The order of documents is that of their scores alone. Grades by rank have no other form. Where documents are
        tied, these forms keep them as they stand, and ``tied items`` and ``tied labels`` do not: a rule of ties decides
        whether they are equivalent.
        """
        if reads == "relevance":
            return {"items": output.to_relevance(), "labels": output.to_relevance()}
        shuffle = random.Random(seed)
        sides = [side["q"] for side in output.to_run()]
        names = sorted({name for side in sides for name in side})
        renamed = dict(
            zip(
                names, shuffle.sample([f"x{number}" for number in range(len(names))], len(names)), strict=True
            )
        )
        moved = [{name: side[name] for name in shuffle.sample(sorted(side), len(side))} for side in sides]
        named = [{renamed[name]: value for name, value in side.items()} for side in sides]
        found = {
            name: tuple({"q": side} for side in sides)
            for name, sides in (("items", moved), ("labels", named))
        }
        if not output.places:
            return found
        return {**_names_in_order(output), **{f"tied {name}": parts for name, parts in found.items()}}

    def algebra(self, output: Ranking) -> Any:
        """Return an exact arithmetic with the discounts this collection can need."""
        return self.part("discounts").discounted_algebra(output.judged + 1)

    def last_size(self, generator: Generator) -> int | None:
        """Return the largest value of a generator's one size; None where it may grow for ever."""
        return next(iter(least(generator, Chooser)[0].highs.values()), None)

    def snippet(self, metric: Metric, outputs: Mapping[str, Any]) -> str:
        """Return Python code that prints the scores; a rule's value is that of the scores of all orders."""
        texts = self.texts(outputs)
        calls = {
            name: output.call("score") if hasattr(output, "call") else f'score("{texts[name]}")'
            for name, output in outputs.items()
        }
        return snippet(metric, texts, reader=self.reader(self.output.__name__), calls=calls)

    def gold_notation(self, outputs: Sequence[Ranking]) -> str:
        """Return the ideal list of all judged documents."""
        return _written(outputs)[0]

    def notation(self, outputs: Mapping[str, Ranking]) -> tuple[str, dict[str, str]]:
        """Return the ideal list of all judged documents, and every output in notation."""
        gold, *texts = _written(list(outputs.values()))
        return gold, dict(zip(outputs, texts, strict=True))


def _names_in_order(output: Ranking) -> Mapping[str, tuple[Any, ...]]:
    """Return the dicts of a list with ties, whose order may matter, and the same with longer names in that order."""
    sides = [side["q"] for side in output.to_run()]
    named = [{f"x{name}": value for name, value in side.items()} for side in sides]
    return {"items": output.to_run(), "labels": tuple({"q": side} for side in named)}


def _written(outputs: Sequence[Ranking]) -> list[str]:
    """Write the ideal list and all outputs, with numbers for grades where one is graded."""
    graded = any((grade or 0) > 1 for part in outputs for grade in (*part.grades, *part.missing))
    ideal = [*outputs[0].ideal, *(0 for _ in range(outputs[0].nonrelevant))]
    return [
        write(ideal, graded=graded),
        *(
            _of_rule(part) + write(part.grades, part.missing, graded=graded, places=part.places)
            for part in outputs
        ),
    ]


def _order_of(metric: Metric) -> str:
    """Return how a metric has equal scores read: in an order of the documents, or as places that they share."""
    rule = str(metric.values.get("ties", "names"))
    return rule if rule in ("names", "input") else "places"


def _of_rule(output: Any) -> str:
    """Return the rule of ties that gives an output its value, if it has one of its own."""
    return f"{output.rule} " if getattr(output, "rule", "") else ""


TASK = register(Rankings())
