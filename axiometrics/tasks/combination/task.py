"""The task of metric combination: what the rest of the system needs to know about pairs of component scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.errors import InputError
from axiometrics.tasks.combination import Scores
from axiometrics.tasks.registry import register
from axiometrics.tasks.snippets import snippet
from axiometrics.tasks.task import Task

if TYPE_CHECKING:
    from axiometrics.axioms.registry import Constraint
    from axiometrics.metrics.registry import Metric
    from axiometrics.tasks.abilities import Generator

_WORDS = MappingProxyType(
    {
        "symbols": "$P$ and $R$ are the scores of the two component metrics, such as precision and recall, from 0 to "
        "1; $P$ is the first.",
        "comparison": "A constraint compares values of a combining function at pairs (or triples) of component scores. "
        "Its domain says which scores are meant: *closed* is from 0 to 1, *open* leaves out 0, *interior* leaves out 0 "
        "and 1.",
        "arbitrary": "scores",
        "P": "the first component score",
        "R": "the second component score",
        "S": "the third component score",
        "T": "what the function's value is multiplied by (0 for a number)",
        "C": "a number that stands by itself",
    }
)


def _of_scores(test: Callable[[tuple[Any, ...]], bool]) -> Callable[[Any], Any]:
    """Return whether component scores meet a test, of every output of a batch; numbers do not."""
    return lambda table: table.is_scores(test)


class Combination(Task):
    """A system has a score from each of two component metrics, and a function makes one score of them."""

    key = "combination"
    reading = draw = ""
    name = "metric combination"
    summary = "a function of the scores of two component metrics, such as precision and recall"
    sweep_sizes = MappingProxyType({"quick": (8, 6), "normal": (12, 8), "thorough": (18, 10)})
    """Largest denominator for two scores, for our own metrics and for foreign functions; with more scores less."""
    output = Scores
    forms = MappingProxyType({"scores": Scores.to_floats, "relation": Scores.to_fractions})
    form_arguments = MappingProxyType({"scores": "scores...", "relation": "one, other"})
    words = _WORDS
    conditions = MappingProxyType(
        {
            "zero_score": ("a component score is 0", _of_scores(lambda scores: 0 in scores)),
            "both_scores_zero": ("all component scores are 0", _of_scores(lambda scores: {*scores} == {0})),
            "full_score": ("a component score is 1", _of_scores(lambda scores: 1 in scores)),
            "equal_scores": (
                "the component scores are equal",
                _of_scores(lambda scores: len({*scores}) == 1),
            ),
        }
    )
    samples = (
        "P=0 R=0 S=0",
        "P=1 R=1 S=1",
        "P=1 R=0 S=1/2",
        "P=0 R=1 S=1",
        "P=1/2 R=1/2 S=1/2",
        "P=1/3 R=2/3 S=1/5",
        "P=3/4 R=1/4 S=1",
        "P=9/10 R=1/1000 S=1/7",
        "P=999/1000 R=998/1000 S=1/2",
        "P=1/1000000 R=1/2 S=1/3",
    )

    elsewhere = MappingProxyType(
        {
            "asked_of": "view:asked_of",
            "symbolic": "symbolic:parametric_cases",
            "draws": "cases:draws",
            "placed": "cases:placed",
        }
    )

    def batch(self, outputs: Sequence[Scores]) -> Any:
        """Return single outputs as a batch."""
        return self.part("cases").ScoresTable(outputs)

    def suited(self, metric: Metric, constraint: Constraint) -> Any:
        """Return the metric as it judges a constraint's outputs, which have two or three scores; None if it cannot."""
        return self.part("view").suited(metric, int(constraint.values.get("components", 2)))

    def read(self, gold: object, system: object = None, **options: object) -> Scores:
        """Return the two component scores, given in place of gold and system."""
        if options:
            raise InputError(
                f"combining functions have no option {next(iter(options))!r}; give two scores alone"
            )
        found: Scores = super().read(gold, system)
        return found

    def value(self, metric: Any, output: Scores, algebra: Any) -> Any:
        """Return the value on one output: formulas in any arithmetic, functions in theirs."""
        if metric.reads is None:
            own = (
                metric
                if output.components is None
                else self.part("view").of_components(metric, len(output.components))
            )
            return self.batch([output]).value(own.formula, algebra)
        if output.components is None:
            return algebra.number(output.times)
        times = algebra.number(output.times) if self.is_exact(metric, algebra) else float(output.times)
        return super().value(metric, output, algebra) * times

    def largest_logarithm(self, output: Scores) -> int:
        """Return up to which number the scores can need logarithms."""
        return min(output.denominator, _MOST_PRIMES)

    def case(self, outputs: Mapping[str, Scores]) -> Any:
        """Return one case of named outputs, of the size of their denominators."""
        from axiometrics.tasks.cases import Case

        return Case(outputs, {}, max(one.denominator for one in outputs.values()))

    def larger(self, generator: Generator, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return random cases on finer grids, up to thousandths (tenths if not wide)."""
        made = self.part("cases").sampled(generator, wide=wide)
        return self.part("cases").gather(made, outputs, None)

    def with_choices(self, generator: Generator, choices: Mapping[str, Any]) -> Any:
        """Return the generator with some of its choices made; scores as exact numbers."""
        return self.part("cases").fixed(
            generator, {name: Fraction(value) for name, value in choices.items()}, of_symbols=True
        )

    def lines(self, constraint: Constraint) -> Any:
        """Return the lines on which one score moves and the other stays, for the constraint's domain."""
        values = constraint.values
        return self.part("symbolic").lines(
            str(values.get("domain", "closed")), int(values.get("components", 2))
        )

    def middle(self, low: Scores, high: Scores) -> Scores | None:
        """Return the means of two pairs of scores, None where these are no other floats."""
        if low.components is None or high.components is None:
            raise InputError("there is nothing between numbers; give two pairs of scores")
        pairs = zip(low.components, high.components, strict=True)
        found = Scores.of(*((one + other) / 2 for one, other in pairs))
        return None if found.to_floats() in (low.to_floats(), high.to_floats()) else found

    def ends(self, low: Scores, high: Scores) -> tuple[Scores, Scores]:
        """Return the first and the last of all scores on the line through two of them."""
        pairs = [*zip(low.components or (), high.components or (), strict=True)]
        first, last = ([one if one == other else end for one, other in pairs] for end in (0, 1))
        return Scores.of(*first), Scores.of(*last)

    def enclosed(self, metric: Any, first: Scores, last: Scores) -> Sequence[Any]:
        """Return intervals that together contain the values of a formula at all scores between two."""
        from axiometrics.formulas.arithmetics.intervals import between, sides

        own = self.part("view").of_components(metric, len(first.components or ()))
        pairs = zip(first.components or (), last.components or (), strict=True)
        given = [between(*sorted(pair)) for pair in pairs]
        return [*sides(lambda algebra: own.formula.compiled(algebra)(*given))]

    def along(self, metric: Any, first: Scores, last: Scores, algebra: Any) -> Any:
        """Return a formula's value on the line on which one score goes from 0 to 1, which a letter stands for."""
        pairs = [*zip(first.components or (), last.components or (), strict=True)]
        if [pair for pair in pairs if pair[0] != pair[1]] != [(Fraction(0), Fraction(1))]:
            raise InputError("a letter stands for one score from 0 to 1; let the others be the same")
        own = self.part("view").of_components(metric, len(pairs))
        letter = algebra.letters[algebra.letter]
        return own.formula.compiled(algebra)(
            *(algebra.number(one) if one == other else letter for one, other in pairs)
        )

    def gold_notation(self, outputs: Sequence[Scores]) -> str:
        """Return nothing: this task has no gold."""
        return ""

    def snippet(self, metric: Metric, outputs: Mapping[str, Scores]) -> str:
        """Return Python code that prints the scores of the outputs."""
        plain = {
            name: Scores(output.components).notation()
            for name, output in outputs.items()
            if output.components
        }
        return snippet(metric, plain, reader=self.reader("Scores"))


_MOST_PRIMES = 100
"""Up to which number an arithmetic knows all primes."""


TASK = register(Combination())
