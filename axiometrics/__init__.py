"""Which formal constraints does an evaluation metric satisfy? Proofs, sweeps and smallest counterexamples."""

from __future__ import annotations

from importlib import import_module

from axiometrics.showing import show_with

TYPE_CHECKING = False  # as type checkers know it; importing typing takes longer than all the rest
if TYPE_CHECKING:
    from typing import Any

    from axiometrics.answers import audit, choose, cite, lessons, repair, score
    from axiometrics.axioms import constraint, constraints
    from axiometrics.certify import certify
    from axiometrics.checker.api import check, explain, matrix
    from axiometrics.checker.verdict import Cell, Matrix, Row, Verdict, Witness
    from axiometrics.errors import AxiometricsError
    from axiometrics.foreign import load
    from axiometrics.metrics import metric, metrics
    from axiometrics.parameters import Parameter
    from axiometrics.reports.site import report
    from axiometrics.studies import studies, uir
    from axiometrics.tasks import tasks

__version__ = "0.1.0"

_HOMES = {
    "AxiometricsError": "axiometrics.errors",
    "Cell": "axiometrics.checker.verdict",
    "Matrix": "axiometrics.checker.verdict",
    "Parameter": "axiometrics.parameters",
    "Row": "axiometrics.checker.verdict",
    "Verdict": "axiometrics.checker.verdict",
    "Witness": "axiometrics.checker.verdict",
    "audit": "axiometrics.answers",
    "certify": "axiometrics.certify",
    "check": "axiometrics.checker.api",
    "choose": "axiometrics.answers",
    "cite": "axiometrics.answers",
    "constraint": "axiometrics.axioms",
    "constraints": "axiometrics.axioms",
    "explain": "axiometrics.checker.api",
    "lessons": "axiometrics.answers",
    "load": "axiometrics.foreign",
    "matrix": "axiometrics.checker.api",
    "metric": "axiometrics.metrics",
    "metrics": "axiometrics.metrics",
    "repair": "axiometrics.answers",
    "report": "axiometrics.reports.site",
    "score": "axiometrics.answers",
    "studies": "axiometrics.studies",
    "tasks": "axiometrics.tasks",
    "uir": "axiometrics.studies",
}

__all__ = [
    "AxiometricsError",
    "Cell",
    "Matrix",
    "Parameter",
    "Row",
    "Verdict",
    "Witness",
    "audit",
    "certify",
    "check",
    "choose",
    "cite",
    "constraint",
    "constraints",
    "explain",
    "lessons",
    "load",
    "matrix",
    "metric",
    "metrics",
    "repair",
    "report",
    "score",
    "studies",
    "tasks",
    "uir",
]


@show_with
def _report(result: object, form: str) -> Any:
    return import_module("axiometrics.reports.html").shown(result, form)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: importing axiometrics itself stays light."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(
        f"module 'axiometrics' has no attribute {name!r}; public names are {', '.join(__all__)}"
    )


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
