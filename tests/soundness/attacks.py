"""What tests of hostile formulas ask: is the verdict right, and is a refusal one that the author understands?"""

from __future__ import annotations

import re

from axiometrics.axioms import constraints
from axiometrics.checker.prove.engine import Proof, prove
from axiometrics.metrics.registry import build

from .grammar import Formula
from .judge import Judged, judge
from .worlds import WORLDS

__all__ = ["SILENT", "attacked", "given", "is_explained", "proof_of", "settled"]

SILENT = ("refused", "error cell", "crash")


def given(task: str, body: str) -> Formula:
    """A formula of one expression, or a whole function that is called ``formula``."""
    return Formula(body) if body.startswith("def ") else Formula.of(WORLDS[task].view, body)


def proof_of(task: str, constraint: str, body: str) -> Proof | None:
    """The proof about a formula, which must be one."""
    metric = build(given(task, body).function, task=task)
    assert metric.formula.graph
    return prove(metric, constraints(task)[constraint])


def attacked(task: str, constraint: str, body: str) -> tuple[Judged, str]:
    """The judgement of a formula, and all that is wrong with it."""
    found = judge(WORLDS[task], given(task, body), constraint, max_examples=20)
    return found, "\n".join(map(str, found.wrong))


def settled(task: str, constraint: str, body: str) -> Judged:
    """The judgement of a formula, which must be a verdict that is right."""
    found, wrong = attacked(task, constraint, body)
    assert not wrong, wrong
    assert found.kind not in SILENT, found.phrase
    return found


def is_explained(message: str, formula: Formula, line: str, operation: str) -> bool:
    """Whether a refusal names the author's line, what is done there, and what to do instead."""
    remedies = ("guarded", "maximum", "minimum", "use the view's reductions")
    return (
        formula.place(line) in message
        and re.search(operation, message) is not None
        and any(word in message for word in remedies)
    )
