"""Outside the named cases in which a metric fails: a reading of the constraint that leaves them out, and its proof."""

from __future__ import annotations

from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.options import Options
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.concrete import confirm
from axiometrics.checker.sweep import families, sweep_cases
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["proved_outside"]


def proved_outside(
    metric: Metric, constraint: Constraint, names: tuple[str, ...], options: Options
) -> dict[str, Any] | None:
    """Return the variant of a constraint that has no case of the named conditions but all others, if it is proved.

    That its cases are those is compared on the sweeps: none of the named ones, and as many as there are others.
    """
    size = options.sweep_size(metric.trusted, get_task(metric.task).sweep_sizes)
    cases = sweep_cases(constraint, size)
    others = int((~_named(cases, constraint, names)).sum()) if names and len(cases) else 0
    for values in constraint.variants:
        variant = constraint.with_parameters(**values)
        swept = sweep_cases(variant, size)
        if not others or len(swept) != others or _named(swept, constraint, names).any():
            continue
        proof = prove(metric, variant)
        if proof is None or proof.sign != variant.of_a_case.sign:
            continue
        confirm(proof, metric, variant, swept, families(variant, wide=metric.trusted))
        scope = str(proof.certificate.to_dict().get("scope", ""))
        changed = ", ".join(f"{name} = {value}" for name, value in values.items())
        return _told(variant, changed, names, f"{others} of the {len(cases)}", scope)
    return None


def _named(cases: Any, constraint: Constraint, names: tuple[str, ...]) -> Any:
    task = get_task(constraint.task)
    return np.any([task.condition(name, cases) for name in names], axis=0)


def _told(
    variant: Constraint, changed: str, names: tuple[str, ...], share: str, scope: str
) -> dict[str, Any]:
    """Return plain data, in the form of a parameter's region."""
    left = " or ".join(name.replace("_", " ") for name in names)
    return {
        "parameter": changed,
        "text": f"{changed} with {scope}" if scope else changed,
        "proved": True,
        "splits": True,
        "condition": True,
        "bounds": [],
        "argument": [
            f"Proof: {variant.label} holds. Its cases are those without {left}: {share} that were swept."
        ],
    }
