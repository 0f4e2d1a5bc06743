"""The organization task: what the rest of the system needs to know about organizations of documents."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from axiometrics.tasks.organization import Organization
from axiometrics.tasks.organization.distribution import Distribution, write
from axiometrics.tasks.registry import get_task, register
from axiometrics.tasks.task import Task, named_items

if TYPE_CHECKING:
    pass

_FORMS: dict[str, Callable[[Organization], tuple[Any, ...]]] = {
    "levels": Organization.to_levels,
    "occurrences": Organization.to_occurrences,
    "json": Organization.to_json,
}

_WORDS = MappingProxyType(
    {
        "symbols": "$R_{\\prec}$ is the share of the output's priority relations that the gold has, weighted as the "
        "parameters say, $S_{\\prec}$ that of the gold's which the output has, $R_{\\sim}$ and $S_{\\sim}$ those of "
        "the relations of documents in one cluster; $x$ and $g$ count the levels of the output and of the gold that "
        "have something below them, $m$ and $M$ the occurrences of documents in the output and in the gold.",
        "comparison": "A constraint compares outputs of a simpler task, written as organizations: levels in brackets, "
        "most important first, clusters in braces, then a bar and the gold's levels. What no level names belongs to "
        "the unlimited tail below.",
        "arbitrary": "organizations",
        "reductions": "Shares run over the weighted relations of the output, or of the gold.",
    }
)


class Organizations(Task):
    """Output and gold distribute documents over levels of clusters, above an unlimited tail."""

    key = "organization"
    name = "document organization"
    summary = "output and gold distribute documents over levels of clusters, above an unlimited tail"
    sweep_sizes = MappingProxyType({"quick": (6, 5), "normal": (8, 6), "thorough": (10, 7)})
    """Items of the largest swept case of a simpler task, for formulas and for foreign functions."""
    output = Organization
    forms = _FORMS
    files = "organizations"
    words = _WORDS
    samples = (
        "| [a]",
        "[a] | [a]",
        "[a] [b] | [b] [a]",
        "[{a b}] | [a b]",
        "[d1 d3] | [d1 d2]",
        "[a] [c] | [a b]",
        "[{a b} c] [d] | [a {b c}] [{d e}]",
        "[d1 {d3 d4}] [{d4 d5} {d6 d7}] | [d1 {d2 d3 d4}] [{d4 d5} {d6 d7}]",
        f"[{{{named_items(0, 8)}}} {named_items(9, 11)}] [{named_items(12, 19)}] | "
        f"[{{{named_items(0, 6)}}} {named_items(9, 13)}] [{{{named_items(14, 19)}}}]",
    )

    elsewhere = MappingProxyType(
        {
            "larger": "cases:larger",
            "series": "cases:series",
            "in_simpler_task": "closed_forms:in_simpler_task",
        }
    )

    def batch(self, outputs: Sequence[Organization]) -> Any:
        """Return single outputs as a batch."""
        return self.part("view").OrganizationBatch(outputs)

    def of_output(self, metric: Any, output: Any) -> float:
        """Return the value of a metric on users' data, NaN where it has none; see `reading.read`."""
        if metric.reads is None:
            return float(self.part("reading").large(output).value(metric.formula))
        return self.number(metric, output.named)

    def equivalent_forms(self, reads: str, output: Organization, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return the organization with clusters and documents in another order, or with other names of documents."""
        own, draw = output, random.Random(seed)
        documents = {name: None for side in (own.gold, own.system) for name in _names(side)}
        names = [f"x{number}" for number in range(len(documents))]
        draw.shuffle(names)
        new = dict(zip(documents, names, strict=True))
        moved = Organization(_shuffled(own.gold, draw), _shuffled(own.system, draw))
        renamed = Organization(_renamed(own.gold, new), _renamed(own.system, new))
        return {"items": moved.read_as(reads), "labels": renamed.read_as(reads)}

    def condition(self, name: str, cases: Any) -> Any:
        """Return which cases of a simpler task meet one of its named conditions, shape (cases,)."""
        import numpy as np

        task, _, inner = name.partition(".")
        if cases.simpler is None:
            return np.zeros(len(cases), dtype=bool)
        return get_task(task).condition(inner, cases.simpler)

    def condition_text(self, name: str) -> str:
        """Return a named condition of a simpler task in words."""
        return get_task(name.partition(".")[0]).condition_text(name.partition(".")[2])

    def gold_notation(self, outputs: Sequence[Organization]) -> str:
        """Return the gold of the first output."""
        return write(outputs[0].gold)


def _names(levels: Distribution) -> list[Any]:
    return [name for level in levels for cluster in level for name in cluster]


def _shuffled(levels: Distribution, draw: random.Random) -> Distribution:
    """Give clusters and documents another order; that of the levels means something."""
    return tuple(
        tuple(tuple(draw.sample(cluster, len(cluster))) for cluster in draw.sample(level, len(level)))
        for level in levels
    )


def _renamed(levels: Distribution, new: Mapping[Any, str]) -> Distribution:
    return tuple(tuple(tuple(new[name] for name in cluster) for cluster in level) for level in levels)


TASK = register(Organizations())
