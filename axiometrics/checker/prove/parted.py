"""The independent check of a proof in parts: each part by itself on its own cases, and that no case is in none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from axiometrics.checker.prove.agreement import Measure
from axiometrics.checker.prove.recheck import recheck
from axiometrics.checker.prove.refusal import CertificateError, require

__all__ = ["first_inside", "inside", "recheck_parts", "restricted"]

_ALLOWED = {
    "positive": {"positive"},
    "negative": {"negative"},
    "zero": {"zero"},
    "nonnegative": {"positive", "nonnegative", "zero"},
    "nonpositive": {"negative", "nonpositive", "zero"},
}


Concrete = tuple[Measure, Any, Any]
"""Concrete cases: how to measure them, the metric's margins, and the differences of signed squares of its scores."""


def recheck_parts(
    certificate: Mapping[str, Any], sign: str, batches: Sequence[Concrete], outputs: Sequence[str]
) -> int:
    """Check a certificate, whole or in parts, as `recheck` does; return how many cases were compared.

    A part speaks of the cases whose chosen sizes are those of its place. Every case of the first batch must be in a
    part, each part must have cases in some batch, and what the parts show must give the claim. Raises CertificateError.
    """
    if "parts" not in certificate:
        return recheck(certificate, sign, *batches[0], outputs)
    require(bool(certificate["parts"]), "a proof in parts has no part")
    done = np.zeros(len(batches[0][1]), dtype=bool)
    compared = 0
    for part in certificate["parts"]:
        require(part["sign"] in _ALLOWED[sign], f"a part shows {part['sign']}, not {sign}")
        place, here = first_inside(part["where"], batches)
        done |= here if place == 0 else False
        measure, margins, squares = batches[place]
        chosen = restricted(measure, here), margins[here], squares[here]
        compared += recheck(part, part["sign"], *chosen, outputs)
    require(bool(done.all()), "a concrete case is in no part of the proof")
    return compared


def first_inside(where: Mapping[str, int], batches: Sequence[Concrete]) -> tuple[int, Any]:
    """Return the first batch with cases of a part, and which cases they are."""
    for place, (measure, margins, _) in enumerate(batches):
        here = inside(where, measure, len(margins))
        if here.any():
            return place, here
    told = ", ".join(f"{name} = {value}" for name, value in where.items())
    raise CertificateError(f"no concrete case confirms the part with {told}")


def inside(where: Mapping[str, int], measure: Measure, count: int) -> Any:
    """Return which cases have the chosen sizes of a place."""
    here = np.ones(count, dtype=bool)
    for name, value in where.items():
        here &= np.broadcast_to(np.asarray(measure(name)), (count,)) == value
    return here


def restricted(measure: Measure, here: Any) -> Measure:
    """Return how to measure some of the cases alone."""

    def chosen(name: str) -> Any:
        return np.broadcast_to(np.asarray(measure(name)), here.shape)[here]

    return chosen
