"""Whether a cell shows what a claim expects, and in what sense it would if the claim is read kindly."""

from __future__ import annotations

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Implies, OfACase
from axiometrics.checker.verdict import Cell
from axiometrics.claims.claim import Expects

__all__ = ["conditions", "is_settled", "satisfies", "weakly_holds"]

_FAILED = ("blind", "contradicted")


def satisfies(cell: Cell, expects: Expects, for_n: str | None = None) -> bool | None:
    """Whether the strict verdict is what is expected; None where the cell has no verdict.

    >>> from axiometrics.checker.verdict import Verdict
    >>> cell = Cell("m", "c", Verdict("blind", "witness"), Verdict("holds", "proof"))
    >>> satisfies(cell, "holds"), satisfies(cell, "fails"), satisfies(cell, "ties")
    (False, True, False)
    """
    if for_n is not None:
        return None if cell.threshold is None else cell.threshold["holds_for"] == for_n
    if cell.strict.outcome not in ("holds", *_FAILED):
        return None
    if expects == "ties":
        return always_ties(cell)
    return (cell.strict.outcome == "holds") == (expects == "holds")


def always_ties(cell: Cell) -> bool:
    """Whether every case ties, by a proof or as far as every case was tried."""
    return cell.strict.outcome == "blind" and (cell.strict.always or cell.strict.evidence == "sweep")


def weakly_holds(cell: Cell, constraint: Constraint) -> bool:
    """Whether the metric satisfies the demand if ties are allowed, and does not tie in every case."""
    ties = cell.strict.outcome == "blind" and not always_ties(cell)
    return isinstance(constraint.demand, OfACase | Implies) and ties and cell.weak.outcome == "holds"


def conditions(cell: Cell) -> list[str]:
    """Say under which conditions on cases or parameters a cell that fails would hold."""
    if cell.strict.outcome not in _FAILED:
        return []
    told = [f"except when {' or '.join(name.replace('_', ' ') for name in cell.except_when)}"]
    return (told if cell.except_when else []) + _region(cell)


def _region(cell: Cell) -> list[str]:
    return [f"for {cell.region}"] if cell.region and not cell.region.startswith("no ") else []


def is_settled(cell: Cell) -> bool:
    """Whether the verdict rests on a proof or on a case, so that no case beyond those tried can change it."""
    return cell.strict.evidence in ("proof", "witness") or cell.strict.outcome in _FAILED
