"""How a verdict is reached: replay, proof, sweep and search, and the matrix of verdicts.

* `api`: the public questions; `selection`: who is asked, and how much work that may take; `verdict`: the answer, and
  the metrics and constraints that it is about
* `run`: rows of cells, one after another, by the crews of `scheduling`, or from the `cache` by their `source_digest`
* `isolation`: users' code tried in another process; `sources` and `scores`: values of metrics and signs of margins
* `demands`: one engine for each kind of demand, with `sweep` and its `tally`, `search`, `hunt` and `cells`, some of
  other tasks
* `prove`, `series`, `recheck`: proofs, proofs about large sizes, and their independent check
* `conditions`, `regions`: where a failing metric still meets a demand, and for which values of its parameters
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from axiometrics.checker.verdict import Cell, Matrix, Row, Verdict, Witness

if TYPE_CHECKING:
    from axiometrics.checker.api import Interrupted, check, explain, matrix, plan

__all__ = ["Cell", "Interrupted", "Matrix", "Row", "Verdict", "Witness", "check", "explain", "matrix", "plan"]


def __getattr__(name: str) -> Any:
    """Load the engines when they are first asked for."""
    if name in ("Interrupted", "check", "explain", "matrix", "plan"):
        return getattr(import_module("axiometrics.checker.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
