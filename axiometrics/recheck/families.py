"""Overlapping families: what their totals and sums of shares are, by how a family compares with the gold.

In every family the sum over the d companions of an item of 1/d is 1, so that the sum over all pairs of companions is
the number of items; likewise for the pairs in a cluster and the number of occurrences. A sum of shares min(x, g)/x, or
min(x, g)/g, over such pairs is that total where all shares are 1, and else a part of it, above 0; so is a sum of best
cells, which is all occurrences where every set is part of one on the other side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from axiometrics.recheck.expressions import Flat, NotCoveredError, flattened, parsed
from axiometrics.recheck.values import Number, Point

__all__ = ["WHOLES", "measured_of", "signs_of"]

WHOLES = {
    "clustering": {"clusters[1*a^1]": "N", "clusters[1]": "R", "categories[1*b^1]": "N", "categories[1]": "K"},
    "ordinal": {
        "cells[1*c^1]": "N", "all_cells[1*c^1]": "N", "present[1*g^1]": "N", "used[1*g^1]": "N", "used[1*s^1]": "N",
        "present[1]": "P", "used[1]": "U", "all_cells[1]": "K**2", "all_cells[1*g^1*s^1]": "N**2",
    },
    "classification": {
        "cells[1*c^1]": "N", "all_cells[1*c^1]": "N", "present[1*g^1]": "N", "used[1*g^1]": "N", "used[1*s^1]": "N",
        "assigned[1*s^1]": "N", "present[1*c^1]": "D", "assigned[1*c^1]": "D", "used[1*c^1]": "D", "present[1]": "P",
        "assigned[1]": "S", "used[1]": "U", "all_cells[1]": "K**2",
        "all_cells[1*g^1*s^1]": "N**2",
    },
    "ranking": {"ranks[1]": "m", "ideal[1]": "R"},
}  # fmt: skip
"""Reductions that are a quantity of every object of a task."""
COMMON = ("minimum(1*g^1, 1*x^1)", 1)
SHARES = {
    "companions": ("d", "x", "N_C"), "gold_companions": ("h", "g", "N_L"),
    "occurrence_pairs": ("a", "x", "O_C"), "gold_occurrence_pairs": ("b", "g", "O_L"),
}  # fmt: skip
"""By domain: what terms are divided by, what the common sets are a share of, and the total if all shares are 1."""
BEST = {"best_in_cluster": ("O_C", "contained"), "best_in_category": ("O_L", "containing")}
FURTHER = {"w": ("any", "fewer"), "u": ("any", "more"), "v": ("any", "fewer")}
"""Items in no cluster, and further occurrences in clusters and in categories: with which orders there are some."""


def _symbols(name: str, known: Mapping[str, Any], point: Point) -> dict[str, Number]:
    zero = point.number(Fraction(0))
    found = {each: point.named(f"{each} of {name}") for each in "qm"}
    return found | {
        each: point.named(f"{each} of {name}") if known["items"] in orders else zero
        for each, orders in FURTHER.items()
    }


def _totals(name: str, known: Mapping[str, Any], point: Point) -> dict[str, Number]:
    of = _symbols(name, known, point)
    return {
        "N_C": of["q"], "N_L": point.plus(of["q"], of["w"]), "O_C": point.plus(of["m"], of["u"]),
        "O_L": point.plus(of["m"], of["v"]), "common": of["m"],
    }  # fmt: skip


def _share(domain: str, body: str, known: Mapping[str, Any]) -> tuple[Fraction, str, bool]:
    """Return what a reduction is a multiple of, the total, and whether it is all of it."""
    flat = flattened(parsed(body))
    if domain in SHARES:
        size, own, total = SHARES[domain]
        complete = known["pairs"] in ("same", "fewer" if own == "x" else "more")
        return _factor(flat, COMMON, (size, -1), (own, -1)), total, complete
    if domain in BEST:
        return _factor(flat, ("n", 1)), BEST[domain][0], known[BEST[domain][1]]
    if domain == "items":
        return _factor(flat, COMMON), "common", True
    raise NotCoveredError(f"a sum over {domain}")


def _factor(flat: Flat, *powers: tuple[str, int]) -> Fraction:
    found = flat.get(tuple(sorted(powers)), Fraction(0))
    if len(flat) != 1 or found <= 0:
        raise NotCoveredError("a reduction that is no sum of shares")
    return found


def measured_of(name: str, known: Mapping[str, Any], about: Mapping[str, str] | str, point: Point) -> Number:
    """Return a total of an output, or a reduction over its families."""
    totals = _totals(name, known, point)
    if isinstance(about, str):
        return totals[about]
    factor, total, complete = _share(about["domain"], about["body"], known)
    part = totals[total] if complete else point.named(f"share of {about['domain']} of {name}")
    return point.times(point.number(factor), part)


def signs_of(
    name: str, known: Mapping[str, Any], reductions: Mapping[str, Mapping[str, str]], point: Point
) -> Iterator[tuple[Number, str]]:
    """Yield what has a sign in an output, with that sign."""
    totals = _totals(name, known, point)
    yield from ((total, "positive") for total in totals.values())
    for each, value in _symbols(name, known, point).items():
        sure = each in "qm" or (
            each in "uv" and "items" in known["differs"] and known["items"] in FURTHER[each]
        )
        yield value, "positive" if sure else "nonnegative"
    for about in reductions.values():
        _, total, complete = _share(about["domain"], about["body"], known)
        if not complete:
            part = point.named(f"share of {about['domain']} of {name}")
            yield part, "positive"
            short = about["domain"] in SHARES and "pairs" in known["differs"]
            minus = point.times(point.number(Fraction(-1)), part)
            yield point.plus(totals[total], minus), "positive" if short else "nonnegative"
