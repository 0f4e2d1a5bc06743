"""The independent check of a proof in parts: each part by itself on its own cases, and that no case is in none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from axiometrics.checker.prove.agreement import agrees
from axiometrics.checker.prove.cases import Concrete, compare
from axiometrics.checker.prove.recheck import claim_holds, recheck
from axiometrics.checker.prove.refusal import CertificateError, require

__all__ = ["parts_of", "recheck_parts"]

_ALLOWED = {
    "positive": {"positive"},
    "negative": {"negative"},
    "zero": {"zero"},
    "nonnegative": {"positive", "nonnegative", "zero"},
    "nonpositive": {"negative", "nonpositive", "zero"},
}


def recheck_parts(certificate: Mapping[str, Any], sign: str, *batches: Concrete) -> int:
    """Check a certificate, whole or in parts, as `recheck` does; return how many cases were compared.

    A part speaks of the cases whose chosen sizes are those of its place. Every case must be in a part, each part must
    have cases, and what the parts show must give the claim. Raises CertificateError.
    """
    if "parts" not in certificate:
        return recheck(certificate, sign, *batches)
    jobs = []
    for part, inside in parts_of(certificate["parts"], batches):
        require(part["sign"] in _ALLOWED[sign], f"a part shows {part['sign']}, not {sign}")
        claim_holds(part, part["sign"], *inside)
        jobs += [(concrete, partial(agrees, part)) for concrete in inside]
    return compare(jobs)


def parts_of(
    parts: Sequence[Mapping[str, Any]], batches: Sequence[Concrete]
) -> Iterator[tuple[Mapping[str, Any], list[Concrete]]]:
    """Yield every part with its cases. Raises CertificateError where it has none, or a case is in no part."""
    require(bool(parts), "a proof in parts has no part")
    done = [np.zeros(len(concrete), dtype=bool) for concrete in batches]
    for part in parts:
        here = [concrete.inside(part["where"]) for concrete in batches]
        if not any(chosen.any() for chosen in here):
            told = ", ".join(f"{name} = {value}" for name, value in part["where"].items())
            raise CertificateError(f"no concrete case confirms the part with {told}")
        yield (
            part,
            [
                concrete.restricted(chosen)
                for concrete, chosen in zip(batches, here, strict=True)
                if chosen.any()
            ],
        )
        done = [known | chosen for known, chosen in zip(done, here, strict=True)]
    require(all(known.all() for known in done[:1]), "a concrete case is in no part of the proof")
