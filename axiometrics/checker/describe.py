"""What reports say about metrics and constraints, taken from the registry's records."""

from __future__ import annotations

from functools import partial

from axiometrics.axioms import Constraint
from axiometrics.checker.verdict import ConstraintInfo, MetricInfo
from axiometrics.errors import NotSymbolicError
from axiometrics.metrics import Metric
from axiometrics.tasks import Task, get_task

__all__ = ["constraint_info", "metric_info"]


def metric_info(metric: Metric) -> MetricInfo:
    """Return the description of a metric; its LaTeX is the formula that is evaluated and proved."""
    return MetricInfo(
        key=metric.label,
        name=metric.name,
        family=metric.family,
        parameters={name: str(value) for name, value in metric.values.items()},
        orientation=metric.orientation,
        kind=metric.kind,
        cites=metric.cites,
        latex=_latex(metric),
        summary=metric.summary,
    )


def _latex(metric: Metric) -> str | None:
    from axiometrics.formulas.latex import formula_latex

    try:
        return (
            formula_latex(metric.formula.expression, get_task(metric.task).reduction_latex)
            if metric.reads is None
            else None
        )
    except NotSymbolicError:
        return None


def constraint_info(constraint: Constraint) -> ConstraintInfo:
    """Return the description of a constraint, with its smallest case as the example."""
    task = get_task(constraint.task)
    return ConstraintInfo(
        key=constraint.label,
        name=constraint.name if constraint.label == constraint.key else constraint.label.replace("_", " "),
        cites=constraint.cites,
        quantifier=constraint.demand.quantifier,
        demand=constraint.of_a_case.word,
        statement=constraint.summary,
        latex=constraint.latex,
        illustrated=partial(_example, constraint, task),
        preconditions={name: task.condition_text(name) for name in constraint.preconditions},
    )


def _example(constraint: Constraint, task: Task) -> dict[str, str]:
    """The smallest case; none where somebody's generator is broken, of which the constraint's cells tell."""
    try:
        cases = task.sweep(constraint.bound_generator, constraint.outputs, 3)
        return dict(task.notation(cases.case(0).outputs)[1]) if len(cases) else {}
    except BaseException as error:
        if constraint.origin.startswith("axiometrics.") or isinstance(error, KeyboardInterrupt):
            raise
        return {}
