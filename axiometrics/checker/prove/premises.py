"""Proofs of demands that are made only where premises hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.certificate import Certificate
from axiometrics.checker.prove.elimination import Elimination, eliminated, numerators
from axiometrics.metrics import Metric

__all__ = ["vanishing"]


def vanishing(
    metric: Metric, constraint: Constraint, case: Any, attempt: Callable[..., Any]
) -> Elimination | None:
    """Show that the margin is zero wherever the premises' forms are, in a parametric case; None where that fails.

    ``attempt`` evaluates the formula in the case's generators. Raises Undecided, or a Split where the formula takes
    conventions at some scores only: then nothing is shown.
    """
    forms = [form for form, _ in constraint.premises]
    found = attempt(metric, constraint, case, even_roots=True)
    values, algebra = found.evaluated()
    *premises, conclusion = numerators(values, [*forms, constraint.margin], algebra)
    steps = eliminated(premises, conclusion, algebra)
    if steps is None:
        return None
    stated = Certificate.build(case, constraint, [], "", found.used).to_dict()
    parts = {name: stated[name] for name in ("generators", "lemmas", "values", "measured", "words")}
    return Elimination(tuple(premises), conclusion, steps, parts)
