"""The numerical half of the re-check: what a certificate says of n must be so for every n that was tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.checker.prove.arithmetic import arithmetic
from axiometrics.checker.prove.refusal import require

__all__ = ["LEAST_TRIED", "Tried", "agrees"]

LEAST_TRIED = 8
"""Values of n, from the first that a certificate is valid for, with which it is compared at least."""
CLOSE = 1e-8


@dataclass(frozen=True)
class Tried:
    """The cases that were tried: every n, the margins and those of the signed squares, NaN for no value.

    ``scale`` is the largest score of every case; ``measure`` gives a reduction or quantity of every case, such as
    ``ranks[b]@worse``.
    """

    sizes: Any
    margins: Any
    squares: Any
    scale: Any
    measure: Callable[[str], Any]


def agrees(certificate: Mapping[str, Any], tried: Tried) -> int:
    """Compare sums, bounds, reductions and margins with the cases it is valid for; return their number."""
    valid = certificate["valid"]
    here = np.flatnonzero(tried.sizes >= valid)
    sizes = tried.sizes[here]
    require(
        set(range(valid, valid + LEAST_TRIED)) <= set(sizes.tolist()),
        f"too few n from {valid} on were tried to compare the certificate with",
    )
    values = _symbols(certificate, sizes)
    for output, known in certificate["values"].items():
        for name, text in known.items():
            found = np.asarray(tried.measure(f"{name}@{output}"), dtype=float)[here]
            _close(found, arithmetic(text, values), f"{name} in {output}")
    top, bottom = (
        np.broadcast_to(arithmetic(certificate[part], values), sizes.shape)
        for part in ("numerator", "denominator")
    )
    margins, squares, scale = tried.margins[here], tried.squares[here], np.maximum(tried.scale[here], 1.0)
    require(not np.isnan(margins).any(), "a case without a value, where the certificate says there is one")
    compared, unit = (squares, scale**2) if certificate["squared"] else (margins, scale)
    _close(compared / unit, top / bottom / unit, "margin")
    clear = np.abs(squares) > CLOSE * scale**2
    if certificate["squared"]:
        same = np.sign(squares[clear]) == np.sign(margins[clear])
        require(bool(same.all()), "a difference of squares has another sign than the margin")
    return len(sizes)


def _symbols(certificate: Mapping[str, Any], sizes: Any) -> dict[str, Any]:
    """Compute every power and sum for every n, term by term, and check what is said of it."""
    values: dict[str, Any] = {"n": sizes.astype(float)}
    for name, base in certificate["powers"].items():
        values[name] = float(Fraction(base)) ** values["n"]
    for known in certificate["sums"]:
        total = np.array([_summed(known, float(n)) for n in sizes])
        values[known["name"]] = total
        if "value" in known:
            _close(total, arithmetic(known["value"], values), f"closed form of {known['name']}")
        elif "lower" in known:
            low, high = (
                np.broadcast_to(arithmetic(known[side], values), total.shape) for side in ("lower", "upper")
            )
            slack, late = CLOSE * np.abs(total), sizes >= certificate["start"]
            require(
                bool(((low <= total + slack) & (total <= high + slack))[late].all()),
                f"{known['name']} is outside its bounds for some n",
            )
    return values


def _summed(known: Mapping[str, Any], n: float) -> float:
    first, last = (round(float(arithmetic(known[end], {"n": n}))) for end in ("first", "last"))
    index = np.arange(first, last + 1, dtype=float)
    if known["pairs"]:
        upper, lower = np.triu_indices(len(index), 1)
        terms = arithmetic(known["body"], {"n": n, "i": index[upper], "j": index[lower]})
        return float(np.broadcast_to(terms, upper.shape).sum())
    terms = arithmetic(known["body"], {"n": n, "i": index})
    terms = terms * float(Fraction(known["weight"])) ** (index - first)
    if known["logged"] is not None:
        terms = terms * np.log(2.0) / np.log(arithmetic(known["logged"], {"n": n, "i": index}))
    return float(np.broadcast_to(terms, index.shape).sum())


def _close(found: Any, wanted: Any, what: str) -> None:
    found, wanted = np.broadcast_arrays(np.asarray(found, dtype=float), np.asarray(wanted, dtype=float))
    worst = int(np.argmax(np.abs(found - wanted)))
    require(
        bool(np.allclose(found, wanted, rtol=1e-7, atol=1e-12)),
        f"the {what} is {found[worst]} for some n, but the certificate gives {wanted[worst]}",
    )
