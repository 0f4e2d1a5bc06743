"""What a cell keeps of a proof over n: the certificate for large n, and the signs of the finitely many n before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from axiometrics.checker.series.engine import SeriesProof

__all__ = ["ranges", "series_proof"]

_SIGNS = {"positive": 1, "zero": 0, "negative": -1}


def ranges(values: Sequence[int]) -> str:
    """Write a set of integers.

    >>> ranges([2, 3, 4, 7])
    '2..4, 7'
    """
    parts: list[list[int]] = []
    for value in values:
        if parts and value == parts[-1][-1] + 1:
            parts[-1].append(value)
        else:
            parts.append([value])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}..{part[-1]}" for part in parts)


def series_proof(
    proof: SeriesProof | None, signs: Mapping[int, int], last: int | None, words: Mapping[str, str]
) -> dict[str, Any]:
    """Return the JSON form; ``tried`` are the exact signs of all n before the proof's start, or of all there are.

    ``words`` is what the task calls its quantities.
    """
    before = [n for n in signs if proof is None or n < proof.start]
    tried = {name: ranges([n for n in before if signs[n] == sign]) for name, sign in _SIGNS.items()}
    shown = {name: found for name, found in tried.items() if found}
    if proof is None:
        certificate = {"kind": "every n", "last": last, "tried": shown}
        return {"tactic": "trying every n", "margin_latex": "", "certificate": certificate}
    used = {name for known in proof.certificate.values.values() for name in known}
    called = {name: text for name, text in words.items() if name in used}
    certificate = {"kind": "large n", **proof.certificate.to_dict(), "tried": shown, "words": called}
    return {"tactic": proof.tactic, "margin_latex": proof.margin_latex, "certificate": certificate}
