"""Every case up to a size, one block after another, for one metric beside a proof.

A proof is looked for after the first block, and compared with the cases of every block. Blocks can be swept in any
order and anywhere: what they amount to is joined in the end.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.cells import compared, equivalent_cases, equivalent_cell, prove_equivalent
from axiometrics.checker.prove import Proof
from axiometrics.checker.prove.confirmation import confirm, spoken_of
from axiometrics.checker.prove.parts import Forms, Parts
from axiometrics.checker.scores import Scores, Source
from axiometrics.checker.sweep import Sweep, block_of, blocks_of, clear_signs, families, scored, sweep
from axiometrics.checker.tally import Tally, tally
from axiometrics.errors import UndecidedError
from axiometrics.metrics import Metric
from axiometrics.tasks.cases import CaseBatch

__all__ = [
    "Swept",
    "first_swept",
    "joined",
    "next_tally",
    "swept_up_to",
    "tallied",
    "tally_of",
    "without_proof",
]


@dataclass(frozen=True)
class Swept:
    """What sweeping every case up to a size gave: a proof, which agrees with the cases, and what they amount to.

    ``first`` is None where there is no case.
    """

    proof: Proof | None
    first: Tally | None


def swept_up_to(metric: Metric, constraint: Constraint, source: Source, size: int) -> Swept:
    """Sweep every case up to a size, one block after another."""
    begun = first_swept(metric, constraint, source, size)
    found = _continued(metric, constraint, source, size, begun)
    if found is None:
        begun = without_proof(metric, constraint, source, size)
        found = _continued(metric, constraint, source, size, begun)
    return found or begun


def _continued(
    metric: Metric, constraint: Constraint, source: Source, size: int, begun: Swept
) -> Swept | None:
    count = len(blocks_of(constraint, size))
    parts = [next_tally(metric, constraint, source, size, place, begun) for place in range(1, count)]
    return joined(constraint, begun, parts)


def first_swept(metric: Metric, constraint: Constraint, source: Source, size: int) -> Swept:
    """Look for a proof where no two cases of the first block have different signs, and sweep that block."""
    cases = block_of(constraint, size, 0)
    scores = scored(metric, constraint, source, cases)
    proof = None
    if _uniform(constraint, clear_signs(metric, constraint, scores)):
        proof = prove_equivalent(metric, constraint)
        proof = proof if proof and _confirmed(proof, metric, constraint, cases) else None
    if not len(cases):
        return Swept(proof, None)
    return Swept(proof, tallied(metric, constraint, source, cases, proof, scores=scores))


def without_proof(metric: Metric, constraint: Constraint, source: Source, size: int) -> Swept:
    """Sweep the first block where no proof stands."""
    cases = block_of(constraint, size, 0)
    return Swept(None, tallied(metric, constraint, source, cases, None))


def next_tally(
    metric: Metric, constraint: Constraint, source: Source, size: int, place: int, begun: Swept
) -> Tally | None:
    """Sweep a later block; None where nothing tells whether the proof agrees with it."""
    cases = block_of(constraint, size, place)
    in_parts = isinstance(begun.proof and begun.proof.certificate, Parts | Forms)  # each part needs some case
    if begun.proof and not _confirmed(begun.proof, metric, constraint, cases, larger=in_parts):
        return None
    after = begun.first is not None and begun.first.inverted
    return tallied(metric, constraint, source, cases, begun.proof, after=after)


def joined(constraint: Constraint, begun: Swept, parts: Sequence[Tally | None]) -> Swept | None:
    """Return what all blocks amount to; None where there is a proof that would not have been looked for, or not stand.

    So it is where two cases of all blocks have different signs, or where nothing tells whether it agrees with a block.
    """
    if begun.first is None or not parts:
        return begun
    known = [part for part in parts if part is not None]
    whole = reduce(Tally.then, known, begun.first)
    stands = len(known) == len(parts) and _uniform(constraint, whole.clear)
    return Swept(begun.proof, whole) if begun.proof is None or stands else None


def _uniform(constraint: Constraint, signs: Collection[int]) -> bool:
    """Whether a sign can be that of every case, as far as clear signs tell."""
    return bool(constraint.premises) or not {1, -1} <= set(signs)


def _confirmed(
    proof: Proof, metric: Metric, constraint: Constraint, cases: CaseBatch, *, larger: bool = True
) -> bool:
    """Whether a proof's certificate agrees with concrete cases, and ``larger`` ones; not where nothing tells."""
    batches = (cases, families(constraint, wide=metric.trusted)) if larger else (cases,)
    compared(metric, constraint, *batches)
    inner, inside = equivalent_cell(metric, constraint), [equivalent_cases(batch) for batch in batches]
    try:
        confirm(proof, *inner, *inside)
    except UndecidedError:
        return False
    return True


def tallied(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    cases: CaseBatch,
    proof: Proof | None,
    *,
    scores: Mapping[str, Scores] | None = None,
    after: bool | None = None,
) -> Tally:
    """Sweep a batch of cases beside a proof."""
    settled = proof.sign if proof else None
    part = sweep(metric, constraint, source, cases, settled, scores=scores, after=after)
    return tally_of(part, metric, constraint, proof)


def tally_of(part: Sweep, metric: Metric, constraint: Constraint, proof: Proof | None) -> Tally:
    """Return what a sweep beside a proof amounts to."""
    if proof is None:
        return tally(part, constraint, None, lambda cases: np.ones(len(cases), dtype=bool))
    inner = equivalent_cell(metric, constraint)
    return tally(
        part,
        constraint,
        ALLOWED[proof.sign],
        lambda cases: spoken_of(proof, *inner, equivalent_cases(cases)),
    )


ALLOWED = {"positive": [1], "nonnegative": [0, 1], "zero": [0], "nonpositive": [-1, 0], "negative": [-1]}
