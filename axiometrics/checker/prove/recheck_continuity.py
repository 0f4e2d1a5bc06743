"""The independent check of continuity: the denominators' coefficients, and that their pieces are all there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from axiometrics.checker.prove.recheck_elimination import polynomial, strict
from axiometrics.checker.prove.refusal import require

__all__ = ["recheck_continuity"]


def recheck_continuity(certificate: Mapping[str, Any]) -> int:
    """Check every denominator of every line; return 1. Raises CertificateError."""
    require(bool(certificate["lines"]), "no line is looked at")
    for line in certificate["lines"]:
        for bottom in line["denominators"]:
            if not bottom["zero"]:
                _never_zero(bottom["pieces"], line["signs"], line["sums"])
    return 1


def _never_zero(
    pieces: Sequence[Mapping[str, Any]], signs: Mapping[str, str], sums: Sequence[Sequence[str]]
) -> None:
    """Every piece has a strict sign, and whatever is zero among the generators is in one of them."""
    for piece in pieces:
        known = {name: sign for name, sign in signs.items() if name not in piece["vanish"]}
        require(
            all(signs[name] in ("positive", "nonnegative") for name in piece["positive"]), "a sign is made up"
        )
        known |= dict.fromkeys(piece["positive"], "positive")
        for part in ("top", "bottom"):
            require(strict(polynomial(piece[part]), known), "a denominator may vanish")
    loose = sorted(name for name, sign in signs.items() if sign == "nonnegative")
    for zero in product((True, False), repeat=len(loose)):
        gone = {name for name, is_zero in zip(loose, zero, strict=True) if is_zero}
        if any(gone.issuperset(members) for members in sums):
            continue
        inside = any(gone >= set(piece["vanish"]) and not gone & set(piece["positive"]) for piece in pieces)
        require(inside, "a part of the line is in no piece")
