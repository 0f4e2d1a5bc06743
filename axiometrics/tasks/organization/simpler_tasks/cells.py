"""Cells that are cells of a simpler task: the metric by the closed forms of its shares, the constraint as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from axiometrics.formulas.graph import Quantity, as_node
from axiometrics.tasks.organization.cases import scene_of, simpler
from axiometrics.tasks.organization.scene import Embedded
from axiometrics.tasks.organization.simpler_tasks.closed_forms import CLOSED_FORMS
from axiometrics.tasks.organization.view import OrganizationView
from axiometrics.tasks.organization.weighting import Weighting

__all__ = ["inner"]

SMALL = 4
"""Up to which size cases are looked at for grades."""


def inner(metric: Any, constraint: Any) -> tuple[Any, Any] | None:
    """Return the metric and the constraint of the simpler task, None where there is none or no closed form is known.

    Both have the same margins in every case.
    """
    found = _inner_constraint(constraint)
    if metric.reads is not None or found is None:
        return None
    scene, record = found
    return _inner_metric(metric, scene.task, scene.bottom), record


@lru_cache(maxsize=256)
def _inner_metric(metric: Any, task: str, bottom: str) -> Any:
    return replace(metric, task=task, function=_Restricted(metric.function, task, bottom))


@lru_cache(maxsize=256)
def _inner_constraint(constraint: Any) -> tuple[Embedded, Any] | None:
    scene = scene_of(constraint.bound_generator)
    if not isinstance(scene, Embedded) or scene.task not in CLOSED_FORMS:
        return None
    record = replace(
        constraint,
        key=constraint.label,
        task=scene.task,
        generator=scene.generator,
        parameters=(),
        values={},
        variants=(),
        scored_by_of=(lambda: constraint.scored_by) if constraint.scored_by else None,
    )
    return None if scene.task == "ranking" and _is_graded(scene, record) else (scene, record)


def _is_graded(scene: Embedded, record: Any) -> bool:
    """Whether some small case has a grade above 1."""
    task = simpler(scene)
    make: Callable[..., Any] = partial(task.sweep, size=SMALL)
    if record.demand.by_size:
        make = partial(task.series, values=range(1, SMALL + 1))
    cases = make(scene.generator, record.outputs)
    outputs = (output for batch in cases.outputs.values() for output in batch.tables())
    return any(grade > 1 for output in outputs for grade in output.ideal)


class _Restricted:
    """A metric's function over the view of a simpler task."""

    def __init__(self, function: Callable[..., Any], task: str, bottom: str) -> None:
        self.function, self.task, self.bottom = function, task, bottom
        self.__doc__ = function.__doc__

    def __call__(self, view: Any, **values: Any) -> Any:
        shares = CLOSED_FORMS[self.task]
        return self.function(
            OrganizationView(lambda weights: shares(view, _recorded(weights), self.bottom)), **values
        )


def _recorded(weights: Weighting) -> Weighting:
    """Return a weighting whose constant can be computed with while a formula is recorded."""
    plain = isinstance(weights.c, int | Fraction)
    return weights if plain else replace(weights, c=Quantity(as_node(weights.c)))
