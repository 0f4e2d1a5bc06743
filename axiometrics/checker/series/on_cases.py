"""The comparison of a certificate about all large n with the n that were tried, in any arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.checker.recheck.arithmetic import evaluated
from axiometrics.checker.recheck.cases import Cases, Places
from axiometrics.checker.recheck.reading import polynomial
from axiometrics.checker.recheck.refusal import require

__all__ = ["LEAST_TRIED", "agrees", "sizes_of"]

LEAST_TRIED = 8
"""Values of n, from the first that a certificate is valid for, with which it is compared at least."""


def agrees(certificate: Mapping[str, Any], cases: Cases) -> Places:
    """Compare sums, bounds, reductions and margins with the cases that a certificate is valid for."""
    values = _symbols(certificate, cases)
    for output, known in certificate["values"].items():
        for name, text in known.items():
            value = cases.filled(evaluated(text, values, cases.arithmetic))
            cases.require_same(cases.measure(f"{name}@{output}"), value, f"{name} in {output}")
    top, bottom = (
        cases.filled(evaluated(certificate[part], values, cases.arithmetic))
        for part in ("numerator", "denominator")
    )
    margin = cases.margin()
    cases.require(~cases.absent(margin), "that there is a value is not so")
    compared = cases.margin(squared=True) if certificate["squared"] else margin
    cases.require_same(compared * bottom, top, "margin")
    return np.zeros(len(cases), dtype=np.int64)


def sizes_of(certificate: Mapping[str, Any], batch: Any, places: Places) -> Any:
    """Return the n of the cases at some places."""
    return np.asarray(batch.sizes[certificate["size"]])[places]


def _symbols(certificate: Mapping[str, Any], cases: Cases) -> dict[str, Any]:
    """Compute every power and sum for every n, term by term, and check what is said of it."""
    arithmetic, sizes = cases.arithmetic, sizes_of(certificate, cases.concrete.batch, cases.places)
    values: dict[str, Any] = {"n": arithmetic.column(sizes)}
    for name, base in certificate["powers"].items():
        values[name] = arithmetic.power(cases.number(Fraction(base)), values["n"])
    late = sizes >= certificate["start"]
    for known in certificate["sums"]:
        total = cases.number(0)
        for places in np.array_split(np.arange(len(sizes)), len(sizes) if known["pairs"] else 1):
            total = arithmetic.placed(total, places, _summed(known, sizes[places], arithmetic))
        values[known["name"]] = total
        stated = {
            side: cases.filled(evaluated(known[side], values, arithmetic))
            for side in ("value", "lower", "upper")
            if side in known
        }
        if "value" in stated:
            cases.require_same(total, stated["value"], f"closed form of {known['name']}")
        elif "lower" in stated:
            outside = [cases.signs(gap) for gap in (total - stated["lower"], stated["upper"] - total)]
            told = f"{known['name']} is outside its bounds"
            cases.require(~late | ~np.any([gap == -1 for gap in outside], axis=0), told)
    return values


def _summed(known: Mapping[str, Any], sizes: Any, arithmetic: Any) -> Any:
    """Return a sum for some n: those of pairs one after the other, which are many."""
    spans = [[_at(known[end], n) for end in ("first", "last")] for n in sizes.tolist()]
    ranges = [np.arange(first, last + 1) for first, last in spans]
    index = [
        np.stack(np.triu_indices(len(each), 1)) + each[:1] if known["pairs"] else each for each in ranges
    ]
    lengths = np.array([each.shape[-1] for each in index])
    rows = np.concatenate(index, axis=-1)
    names = {"n": arithmetic.column(np.repeat(sizes, lengths))}
    names |= dict(zip("ij", map(arithmetic.column, rows if known["pairs"] else [rows]), strict=False))
    terms = evaluated(known["body"], names, arithmetic)
    if known["weight"] != "1":
        weight, first = arithmetic.number(Fraction(known["weight"])), np.array(spans)[:, 0]
        terms = terms * arithmetic.power(weight, arithmetic.column(rows - np.repeat(first, lengths)))
    if known["logged"] is not None:
        terms = terms * arithmetic.inverse_log2(evaluated(known["logged"], names, arithmetic))
    starts = np.cumsum(lengths) - lengths
    return arithmetic.total(arithmetic.filled(terms, int(lengths.sum())), starts, lengths)


def _at(text: str, n: int) -> int:
    """Return the value of a whole linear form in n."""
    found = sum(
        (value * n ** dict(powers).get("n", 0) for powers, value in polynomial(text).items()), Fraction(0)
    )
    require(found.denominator == 1, f"{text} is no whole number for n = {n}")
    return int(found)
