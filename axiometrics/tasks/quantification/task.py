"""The task of ordinal quantification: what the rest of the system needs to know about distributions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.errors import InputError
from axiometrics.tasks.quantification import Distributions, Single, SmallDistributions
from axiometrics.tasks.registry import register
from axiometrics.tasks.task import Task, power_of_two

if TYPE_CHECKING:
    from axiometrics.formulas.formula import Formula
    from axiometrics.metrics.registry import Metric
    from axiometrics.tasks.abilities import Generator

_WORDS = MappingProxyType(
    {
        "symbols": "At a class, $p$ is the share that the system estimates, $q$ the gold share, $P$ and $Q$ are the "
        "shares of this class and all lower ones together, $k$ is the number of the class; of another class, $r$, "
        "$s$, $R$, $S$ and $l$ are the same. $K$ is the number of classes, $L$ the smallest gold share.",
        "comparison": "A constraint compares pairs of distributions over ordered classes, $D(p, q)$ of the system's "
        "$p$ and the gold $q$; better is a smaller error.",
        "arbitrary": "distributions",
        "reductions": "classes: the classes\nclass_pairs: ordered pairs of classes\n"
        "p = the system's share of the class\nq = its gold share\nk = its number\n"
        "P = the system's share of it and all lower ones\nQ = their gold share\n"
        "r = the system's share of the second class\ns = its gold share\nl = its number\n"
        "R = the system's share of it and all lower ones\nS = their gold share",
        "K": "the number of classes",
        "L": "the smallest gold share",
    }
)

MOST_KNOWN = 1000
"""Up to which number an arithmetic knows all primes."""


class Quantification(Task):
    """A system estimates how the items are distributed over ordered classes; the gold says how they are."""

    key = "quantification"
    draw = ""
    name = "ordinal quantification"
    summary = "the gold and the system are distributions over ordered classes"
    sweep_sizes = MappingProxyType({"quick": (7, 5), "normal": (10, 6), "thorough": (12, 8)})
    """Largest denominator for two classes, for our own metrics and for foreign functions; with more classes less."""
    output = Distributions
    forms = MappingProxyType({"distributions": Distributions.to_lists})
    files = "shares"
    enumeration = SmallDistributions()
    words = _WORDS
    conditions = MappingProxyType(
        {
            "empty_gold_class": ("a gold class is empty", lambda table: table.used("gold") < table.classes),
            "one_hot_gold": ("one class has all the gold", lambda table: table.used("gold") == 1),
            "mass_outside_gold": (
                "the system gives a share to a class that is empty in the gold",
                lambda table: ((table.gold == 0) & (table.system > 0)).any(axis=1),
            ),
            "empty_system_class": (
                "the system leaves a class empty",
                lambda table: table.used("system") < table.classes,
            ),
            "gold_outside_system": (
                "the system leaves a class empty that is not empty in the gold",
                lambda table: ((table.system == 0) & (table.gold > 0)).any(axis=1),
            ),
            "one_hot_system": (
                "the system gives everything to one class",
                lambda table: table.used("system") == 1,
            ),
            "equal_distributions": (
                "the system and the gold are equal",
                lambda table: (table.system == table.gold).all(axis=1),
            ),
            "two_classes": ("there are two classes", lambda table: table.classes == 2),
        }
    )
    samples = (
        "gold=1/2 1/2 system=1 0",
        "gold=1/2 1/2 system=1/2 1/2",
        "gold=1 0 system=0 1",
        "gold=1/3 2/3 system=1/4 3/4",
        "gold=1/2 1/4 1/4 system=1 0 0",
        "gold=1/6 1/3 1/2 system=1/5 2/5 2/5",
        "gold=1/10 2/10 3/10 4/10 system=1/4 1/4 1/4 1/4",
        "gold=1/1000 499/1000 1/4 1/4 system=1/1000000 249999/1000000 1/2 1/4",
    )

    elsewhere = MappingProxyType(
        {
            "many": "cases:many",
            "by_terms": "terms:by_terms",
            "terms_hold": "batch:terms_hold",
        }
    )

    def batch(self, outputs: Sequence[Distributions]) -> Any:
        """Return single outputs as a batch."""
        return self.part("batch").MassTable.from_tables(outputs)

    def score(self, metric: Any, gold: Any, system: Any = None, **options: Any) -> float | None:
        """Return the value of a metric on users' data, NaN where it has none; of topics the mean.

        ``undefined`` says what becomes of topics without a value: ``"propagate"`` (the mean has none either),
        ``"skip"``, or a number that counts in their place.
        """
        if isinstance(gold, Mapping) and isinstance(system, Mapping):
            return self._mean(metric, gold, system, **options)
        if isinstance(gold, Mapping) or isinstance(system, Mapping):
            raise InputError("gold and system have different forms; give both as dicts topic -> distribution")
        return super().score(metric, gold, system, **options)

    def scorer(self, metric: Metric) -> Callable[..., float | None]:
        """Return `score` for one metric: a formula is asked for its value on one pair at once."""
        if metric.reads is not None:
            return super().scorer(metric)
        value, quickly = metric.formula.alone(Single.sums), self.part("reading").quickly

        def scored(gold: Any, system: Any = None, **options: Any) -> float | None:
            both = None if options else quickly(gold, system)
            if both is not None:
                try:
                    return float(value(both))
                except (ArithmeticError, ValueError):  # no value, or one that Python's floats leave open
                    pass
            return self.score(metric, gold, system, **options)

        return scored

    def _mean(
        self,
        metric: Metric,
        gold: Mapping[Any, Any],
        system: Mapping[Any, Any],
        *,
        undefined: object = "propagate",
        normalise: bool = False,
    ) -> float:
        reading = self.part("reading")
        both = None if metric.reads else reading.stacked(gold, system, normalise=normalise)
        if both is not None:
            return float(reading.mean(self._values_in_floats(metric, *both), undefined))
        topics = reading.read_topics(gold, system, normalise=normalise)
        return float(reading.mean([self.number(metric, one) for one in topics.values()], undefined))

    def _values_in_floats(self, metric: Any, gold: Any, system: Any) -> list[float]:
        """Return the values of many pairs at once; one that floats leave open is computed by itself."""
        import numpy as np

        from axiometrics.formulas.arithmetics.error_bounds import BOUNDED

        table = self.part("batch").ShareTable(system, gold)
        if (plain := table.scores(metric.formula)) is not None:
            found: list[float] = plain.tolist()
            return found
        values = BOUNDED.filled(table.bounded(metric.formula), len(gold))
        found = values.value.tolist()
        for place in np.flatnonzero(np.isinf(np.broadcast_to(values.radius, (len(gold),)))).tolist():
            pair = Distributions(tuple(gold[place].tolist()), tuple(system[place].tolist()))
            found[place] = self.number(metric, pair)
        return found

    def alone(self, output: Distributions) -> Any:
        """Return what writes the classes of one pair as lists."""
        return Single(output.gold, output.system)

    def largest_logarithm(self, output: Distributions) -> int:
        """Return up to which number logarithms can be needed, rounded so that most cases share one arithmetic."""
        return power_of_two(min(2 * output.denominator, MOST_KNOWN))

    def case(self, outputs: Mapping[str, Distributions]) -> Any:
        """Return one case of named outputs, of the size of their denominators."""
        from axiometrics.tasks.cases import Case

        return Case(outputs, {}, lcm(*(pair.denominator for pair in outputs.values())))

    def larger(self, generator: Generator, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return random cases of up to 7 classes (4 if not wide) with denominators up to 100."""
        cases, classes = (60, 7) if wide else (4, 4)
        made = self.part("grids").sampled(generator, outputs, cases=cases, most_classes=classes)
        return self.part("cases").gather(made, outputs, None)

    def judged_against(self, outputs: Any) -> tuple[Any, Any]:
        """Return, for every case of a batch, the number of classes, and a number that is the same for equal golds."""
        table = self.part("batch").MassTable
        return outputs.each(lambda some: some.classes), outputs.each(table.golds)

    def largest(self, metric: Any, output: Distributions) -> Any:
        """Return a bound that the error of no estimate exceeds for the gold of an output; None where none is known."""
        return self.part("bounds").largest(metric.formula, output.gold)

    def estimates(self, metric: Any, output: Distributions) -> Any:
        """Return all estimates for the gold of an output, with intervals of a formula's values on boxes of them."""
        return self.part("bounds").Estimates(metric.formula, output.gold)

    def symbolic(self, generator: Generator, formula: Formula) -> Any:
        """Return the generator's parametric cases for 2 to 5 classes, or any number; raises NotSymbolicError."""
        found = self.part("symbolic").parametric_cases(generator, formula)
        found.wider = self.part("whole_distributions").of_whole_distributions(generator, formula)
        return found

    def counted(self, cases: Any, name: str) -> Any:
        """Return a number of every case; of ``i+1=j`` and ``i<j`` whether classes are so, as 0 or 1."""
        one, order, other = name.partition("<" if "<" in name else "=")
        known = [Task.counted(self, cases, each.removesuffix("+1")) for each in (one, other)]
        if not order or any(each is None for each in known):
            return known[0] if not order else None
        first, second = (at + each.endswith("+1") for at, each in zip(known, (one, other), strict=True))
        return (first == second if order == "=" else first < second) * 1

    def gold_notation(self, outputs: Sequence[Distributions]) -> str:
        """Return the gold distribution, all of them where they differ."""
        return " | ".join(dict.fromkeys(" ".join(map(str, output.gold)) for output in outputs))


TASK = register(Quantification())
