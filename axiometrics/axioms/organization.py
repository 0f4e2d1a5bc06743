"""Constraints on metrics of organizations: those of the simpler tasks, whose outputs are organizations too.

Every case of a simpler task's constraint is written as organizations and demanded of the metric as it is there; key
and named conditions begin with that task's name. Constraints that judge something else than single outputs (means over
several, the ways to write one, shares of items) are not embedded. See
`axiometrics.tasks.organization.cases` for how it is written.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import axiometrics.axioms.clustering
import axiometrics.axioms.filtering
import axiometrics.axioms.overlapping
import axiometrics.axioms.ranking  # noqa: F401
from axiometrics.axioms.registry import CONSTRAINTS, Constraint, constraint
from axiometrics.parameters import Parameter, bind
from axiometrics.tasks.organization import Chooser, Embedded, Template, outputs
from axiometrics.tasks.organization.distribution import same

EMBEDDED = ("clustering", "overlapping", "filtering", "ranking")
"""The tasks whose constraints are embedded, in the order of the reports."""

BOTTOM = Parameter("bottom", default="level", choices=("level", "tail"))
"""Whether what a filter leaves out, and what is not relevant, is the lower of two levels, or is left to the tail."""

_WRITTEN = {
    "clustering": "Clusters and categories are those of the one level that output and gold have.",
    "overlapping": "Clusters and categories, which may hold the same items, are those of the one level that output and "
    "gold have; an item in no cluster is left to the tail.",
    "filtering": "Selected items are above the others, and in the gold relevant ones above the others: "
    "``bottom=level`` puts the others in a second level, ``tail`` leaves them to the tail.",
    "ranking": "Every listed document is a level; in the gold every grade is one, and what is not relevant is left to "
    "the tail.",
}


def embedded(inner: Constraint) -> Constraint:
    """Return a constraint of a simpler task as one of organizations; its generator is handed on, not copied.

    >>> embedded(CONSTRAINTS.get("priority", "ranking")).label
    'ranking.priority'
    """
    filtering = inner.task == "filtering"
    parameters = (*inner.parameters, *((BOTTOM,) if filtering else ()))
    label = f"constraint {inner.task + '.' + inner.key!r}"
    variants = tuple(bind(label, parameters, dict(each)) for each in inner.variants)
    if filtering:
        variants = (*variants, bind(label, parameters, {"bottom": "tail"}))
    return replace(
        inner,
        key=f"{inner.task}.{inner.key}",
        task="organization",
        generator=_handed_on(inner.task, inner.generator),
        parameters=parameters,
        values=bind(label, parameters, {}),
        variants=variants,
        preconditions=tuple(f"{inner.task}.{name}" for name in inner.preconditions),
        origin=__name__,
    )


def _handed_on(task: str, generator: Callable[..., Any]) -> Callable[..., Embedded]:
    """Return a generator of organizations that hands on one of a simpler task, with its documentation."""

    def handed_on(choose: Chooser, *, bottom: str = "level", **values: object) -> Embedded:
        return choose.embedded(task, partial(generator, **values), bottom=bottom)

    handed_on.__doc__ = f"{inspect.getdoc(generator)}\n\n{_WRITTEN[task]}"
    return handed_on


for _task in EMBEDDED:
    for _inner in CONSTRAINTS.view(_task, plugins=False).values():
        if _inner.judging == "outputs":
            CONSTRAINTS.register(embedded(_inner))


@constraint(task="organization", primary=False, cites="amigo2013", section="5", latex=r"Q(X, G) < Q(G, G)")
def maximal_agreement(choose: Chooser) -> Template | None:
    """The gold itself must score more than any other organization of documents.

    Any gold and any other output, with several occurrences of documents; the output is the gold where both have the
    same levels of the same clusters.
    """
    gold, system = choose.distributions("gold", "system")
    if same(gold, system):
        return None
    return outputs(gold, worse=system, better=gold)
