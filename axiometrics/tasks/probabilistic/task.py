"""The task of probability forecasts: what the rest of the system needs to know about them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.errors import InputError
from axiometrics.tasks.abilities import Enumeration, of_each
from axiometrics.tasks.probabilistic import Forecasts
from axiometrics.tasks.registry import register
from axiometrics.tasks.task import Task

if TYPE_CHECKING:
    from axiometrics.axioms.registry import Constraint
    from axiometrics.metrics.registry import Metric

BINARY = frozenset({"groups", "largest", "blocks"})
"""What runs over forecasts of the event, as bins of the event do: metrics of them are of two classes."""

_WORDS = MappingProxyType(
    {
        "symbols": "At an item, $t$ is the probability of what happened, $s$ the sum of the squares of its "
        "probabilities, $m$ how many classes share the largest one, $h$ whether what happened is one of them and $f$ "
        "whether it is the first, $p$ the probability of the event and $y$ whether it happened. At a class, $q$ is its "
        "probability and $o$ whether it happened, $Q$ and $O$ are of it and all lower classes. Of items with one "
        "forecast, $n$ is their number and $e$ how many have the event (or the class, which happens $b$ times in "
        "all), $A$ and $B$ are the items and the events at that forecast or above, $c$ the sum of forecasts less "
        "events up to there. In a bin, $n$ is the number of items, $d$ the sum of forecasts less outcomes, $r$ how "
        "many bins are not empty. $N$ is the number of items, $K$ of classes, $E$ of events.",
        "comparison": "A constraint compares tables: items with a forecast, a probability for each class, and the "
        "class that happened. Items are in a fixed order, which matters for bins of equal mass alone.",
        "arbitrary": "forecasts",
        "N": "the number of items",
        "K": "the number of classes",
        "E": "the number of events",
    }
)


class SmallTables(Enumeration):
    """All tables of two classes of few items whose probabilities have small denominators."""

    size = 3
    checked = 2
    form = "probabilities"
    exchangeable = False

    def outputs(self, size: int) -> Iterator[Forecasts]:
        """Yield all tables of up to so many items, smallest first.

        >>> [table.notation() for table in SmallTables().outputs(1)][:2]
        ['1 0: 1', '1 0: 2']
        """
        from axiometrics.tasks.probabilistic.chooser import multisets

        for items in range(1, size + 1):
            for table in multisets(2, items):
                yield Forecasts.of((forecast, outcome) for forecast, outcome, _ in table)

    def gold(self, output: Forecasts) -> Hashable:
        """Return what happened."""
        return output.outcomes

    def perfect(self, output: Forecasts) -> bool:
        """Say whether every forecast is certain of what happened."""
        return all(forecast[outcome - 1] == 1 for forecast, outcome in output.items)


def _edge(table: Forecasts) -> bool:
    return any(10 * part % q.bottom == 0 for q, _ in table.items for part in q.top)


class Probabilistic(Task):
    """Forecasts: every item gets a probability for each of K classes, and one of them happens."""

    key = "probabilistic"
    draw = reading = ""
    name = "probability forecasts"
    summary = "every item gets a probability for each of K classes, and one of them happens"
    sweep_sizes = MappingProxyType({"quick": (2, 2), "normal": (3, 2), "thorough": (4, 3)})
    """The most items of a table; groups with one forecast have up to 6 items."""
    files = "axiometrics.cli.scoring.items:scored_forecasts"
    output = Forecasts
    forms = MappingProxyType({"probabilities": Forecasts.to_probabilities, "binary": Forecasts.to_binary})
    enumeration = SmallTables()
    words = _WORDS
    conditions = MappingProxyType(
        {
            "zero_forecast": (
                "what happened had the probability 0",
                of_each(lambda table: any(q.top[k - 1] == 0 for q, k in table.items)),
            ),
            "certain_forecast": (
                "a forecast is certain",
                of_each(lambda table: any(q.bottom == 1 for q, _ in table.items)),
            ),
            "tied_forecasts": (
                "two items have the same forecast",
                of_each(lambda table: len({q for q, _ in table.items}) < len(table.items)),
            ),
            "tied_maximum": (
                "two classes share the largest probability",
                of_each(lambda table: any(q.top.count(max(q.top)) > 1 for q, _ in table.items)),
            ),
            "bin_edge": ("a probability is at an edge of ten bins", of_each(_edge)),
            "single_outcome": (
                "one class never happens",
                of_each(lambda table: len(set(table.outcomes)) < table.classes),
            ),
            "fewer_items_than_bins": ("there are fewer than ten items", lambda batch: batch.count < 10),
            "one_row": (
                "all items have one forecast",
                of_each(lambda table: len({q for q, _ in table.items}) == 1),
            ),
        }
    )
    samples = (
        "1/2 1/2: 2",
        "1 0: 1; 0 1: 2",
        "1 0: 2; 0 1: 1",
        "7/10 3/10: 2; 3/5 2/5: 1; 1/2 1/2: 1; 1/2 1/2: 2; 3/10 7/10: 1; 0 1: 2",
        "4/5 1/5: 1; 4/5 1/5: 2; 1/2 1/2: 1; 2 x 1/2 1/2: 2; 1/10 9/10: 2",
        "1/2 1/3 1/6: 1; 1/2 1/3 1/6: 3; 0 1/4 3/4: 2",
        "1/3 1/3 1/3: 1; 1/4 1/4 1/2: 2; 1 0 0: 1; 1/5 2/5 2/5: 3",
        "1/4 1/4 1/4 1/4: 4; 1/10 1/5 3/10 2/5: 3",
        "40 x 1/2 1/2: 2; 25 x 1/10 9/10: 2; 3/10 7/10: 1; 60 x 4/5 1/5: 1; 9 x 4/5 1/5: 2",
    )

    elsewhere = MappingProxyType(
        {"larger": "cases:larger", "many": "cases:many", "symbolic": "symbolic:parametric_cases"}
    )

    def batch(self, outputs: Sequence[Forecasts]) -> Any:
        """Return single outputs as a batch."""
        return self.part("view").ForecastsBatch(outputs)

    def counted(self, cases: Any, name: str) -> Any:
        """Return also forecasts and outcomes of single items, which certificates name."""
        known = super().counted(cases, name)
        return self.part("cases").counted(cases, name) if known is None else known

    def of_output(self, metric: Metric, output: Any) -> float | None:
        """Return the value of a metric on data that were read; raises InputError where it judges two classes only."""
        if output.classes != 2 and self.is_binary(metric):
            raise InputError(
                f"{metric.label} is of two classes, and the forecasts have {output.classes}; choose a metric of any "
                "number of classes, such as brier_multiclass, log_loss or ece_top, or make one class the event"
            )
        return super().of_output(metric, output)

    def is_binary(self, metric: Metric) -> bool:
        """Whether a metric is of two classes only."""
        if metric.reads is not None:
            return metric.reads == "binary"
        nodes = list(metric.formula.graph.walk())
        domains = {node.value for node in nodes if node.kind == "reduction"}
        names = {node.value[0] for node in nodes if node.kind in ("quantity", "variable")}
        event = any(domain in BINARY or domain.endswith("_event") for domain in domains)
        return event or bool(names & {"p", "y", "E"})

    def suited(self, metric: Metric, constraint: Constraint) -> Any:
        """Return the metric; None for one of two classes where the constraint has more."""
        several = self.part("cases").classes_of(constraint.bound_generator) > 2
        return None if several and self.is_binary(metric) else metric

    def gold_notation(self, outputs: Sequence[Forecasts]) -> str:
        """Return what happened, in the order of the items."""
        return " ".join(map(str, outputs[0].outcomes))


TASK = register(Probabilistic())
