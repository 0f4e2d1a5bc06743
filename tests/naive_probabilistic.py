"""The metrics of forecasts a second time, item by item from the definitions, in fractions and numbers of 40 digits.

A table is a list of (forecast, outcome): fractions that sum to 1, and the number of the class that happened, from 1 on.
None means no value, and `inf` is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, inf
from typing import Any

from mpmath import MPContext

mp = MPContext()
mp.dps = 40
Shares = tuple[Fraction, ...]
Table = Sequence[tuple[Shares, int]]
Pair = tuple[Fraction, int]


def number(value: Any) -> Any:
    """Any value of this module as a number of 40 digits."""
    return mp.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mp.mpf(value)


def mean(values: Sequence[Any]) -> Any:
    return (
        sum(values) / Fraction(len(values))
        if isinstance(values[0], Fraction | int)
        else mp.fsum(values) / len(values)
    )


def binary(table: Table) -> list[Pair]:
    """(probability of the event, 1 if it happened) of every item."""
    return [(q[1], int(y == 2)) for q, y in table]


def base_rate(table: Table) -> Fraction:
    return Fraction(sum(y for _, y in binary(table)), len(table))


def log_loss(table: Table) -> Any:
    return focal_loss(table, 0)


def focal_loss(table: Table, gamma: int = 2) -> Any:
    if any(q[y - 1] == 0 for q, y in table):
        return inf
    return mean([-number((1 - q[y - 1]) ** gamma) * mp.log(number(q[y - 1])) for q, y in table])


def brier(table: Table) -> Fraction:
    return mean([(p - y) ** 2 for p, y in binary(table)])


def brier_multiclass(table: Table) -> Fraction:
    return mean([sum((share - (k == y)) ** 2 for k, share in enumerate(q, 1)) for q, y in table])


def spherical(table: Table) -> Any:
    return pseudo_spherical(table, 2)


def pseudo_spherical(table: Table, a: int = 3) -> Any:
    def one(q: Shares, y: int) -> Any:
        return number(q[y - 1]) ** (a - 1) / mp.root(number(sum(share**a for share in q)), a) ** (a - 1)

    return mean([one(q, y) for q, y in table])


def rps(table: Table) -> Fraction:
    return mean([sum((sum(q[:k]) - (y <= k)) ** 2 for k in range(1, len(q))) for q, y in table])


def rps_normalised(table: Table) -> Fraction:
    return rps(table) / (len(table[0][0]) - 1)


def absolute_error(table: Table) -> Fraction:
    return mean([1 - q[y - 1] for q, y in table])


def zero_one(table: Table) -> Fraction:
    def one(q: Shares, y: int) -> Fraction:
        best = [k for k, share in enumerate(q, 1) if share == max(q)]
        return 1 - Fraction(int(y in best), len(best))

    return mean([one(q, y) for q, y in table])


def zero_one_first(table: Table) -> Fraction:
    return mean([Fraction(int(q.index(max(q)) + 1 != y)) for q, y in table])


# -- calibration --------------------------------------------------------------------------------------------------


def width(pairs: Sequence[Pair], bins: int, closed: str) -> list[list[Pair]]:
    """The bins (b/M, (b+1)/M], the first with 0, or [b/M, (b+1)/M), the last with 1; without the empty ones."""

    def place(p: Fraction) -> int:
        return max(ceil(p * bins) - 1, 0) if closed == "right" else min(floor(p * bins), bins - 1)

    return [found for b in range(bins) if (found := [pair for pair in pairs if place(pair[0]) == b])]


def mass(pairs: Sequence[Pair], bins: int) -> list[list[Pair]]:
    """Runs of the sorted items whose sizes differ by at most one, longer ones first."""
    ordered, runs = sorted(pairs, key=lambda pair: pair[0]), []
    for b in range(bins):
        size = len(ordered) // bins + (b < len(ordered) % bins)
        start = sum(len(run) for run in runs)
        runs.append(ordered[start : start + size])
    return [run for run in runs if run]


def exact(pairs: Sequence[Pair]) -> list[list[Pair]]:
    return [[pair for pair in pairs if pair[0] == p] for p in sorted({p for p, _ in pairs})]


def gap(group: Sequence[Pair]) -> Fraction:
    return abs(sum(p - y for p, y in group) / Fraction(len(group)))


def weighted(groups: Sequence[Sequence[Pair]], power: int = 1) -> Fraction:
    total = sum(len(group) for group in groups)
    return sum((Fraction(len(group), total) * gap(group) ** power for group in groups), Fraction(0))


def series(table: Table) -> Iterator[list[Pair]]:
    """Class by class, its probability and whether it happened."""
    for k in range(len(table[0][0])):
        yield [(q[k], int(y == k + 1)) for q, y in table]


def top(table: Table) -> list[Pair]:
    return [(max(q), int(q.index(max(q)) + 1 == y)) for q, y in table]


def ece(table: Table, bins: int = 10, closed: str = "right") -> Fraction:
    return weighted(width(binary(table), bins, closed))


def ece_mass(table: Table, bins: int = 10) -> Fraction:
    return weighted(mass(binary(table), bins))


def ece_exact(table: Table) -> Fraction:
    return weighted(exact(binary(table)))


def ece_top(table: Table, bins: int = 10, closed: str = "right") -> Fraction:
    return weighted(width(top(table), bins, closed))


def ece_classwise(table: Table, bins: int = 10, closed: str = "right") -> Fraction:
    return mean([weighted(width(each, bins, closed)) for each in series(table)])


def ace(table: Table, bins: int = 10) -> Fraction:
    return mean([mean([gap(run) for run in mass(each, bins)]) for each in series(table)])


def mce(table: Table, bins: int = 10, closed: str = "right") -> Fraction:
    return max(gap(group) for group in width(binary(table), bins, closed))


def rmsce(table: Table, bins: int = 10, closed: str = "right") -> Any:
    return mp.sqrt(number(weighted(width(binary(table), bins, closed), 2)))


def calibration_in_the_large(table: Table) -> Fraction:
    return abs(mean([p for p, _ in binary(table)]) - base_rate(table))


def ks_calibration(table: Table) -> Fraction:
    pairs = binary(table)
    return max(abs(sum((p - y for p, y in pairs if p <= t), Fraction(0))) for t, _ in pairs) / len(pairs)


def reliability(table: Table) -> Fraction:
    return weighted(exact(binary(table)), 2)


def resolution(table: Table) -> Fraction:
    b = base_rate(table)
    groups = exact(binary(table))
    return sum(
        (Fraction(len(g), len(table)) * (Fraction(sum(y for _, y in g), len(g)) - b) ** 2 for g in groups),
        Fraction(0),
    )


def rows(table: Table) -> Iterator[tuple[Shares, int, list[Fraction]]]:
    """Every different forecast, its items, and the shares of the outcomes among them."""
    for forecast in {q for q, _ in table}:
        own = [y for q, y in table if q == forecast]
        yield forecast, len(own), [Fraction(own.count(k), len(own)) for k in range(1, len(forecast) + 1)]


def reliability_multiclass(table: Table) -> Fraction:
    return sum(
        (
            Fraction(n, len(table)) * sum((a - b) ** 2 for a, b in zip(q, f, strict=True))
            for q, n, f in rows(table)
        ),
        Fraction(0),
    )


def resolution_multiclass(table: Table) -> Fraction:
    base = [Fraction(sum(y == k for _, y in table), len(table)) for k in range(1, len(table[0][0]) + 1)]
    return sum(
        (
            Fraction(n, len(table)) * sum((a - b) ** 2 for a, b in zip(f, base, strict=True))
            for _, n, f in rows(table)
        ),
        Fraction(0),
    )


def pav_refinement_loss(table: Table) -> Fraction:
    """The least mean square of any fit that grows with the forecast, by its minimax form at each distinct forecast."""
    groups = exact(binary(table))

    def share(first: int, last: int) -> Fraction:
        own = [y for group in groups[first : last + 1] for _, y in group]
        return Fraction(sum(own), len(own))

    fit = [
        max(min(share(a, b) for b in range(at, len(groups))) for a in range(at + 1))
        for at in range(len(groups))
    ]
    return mean([(value - y) ** 2 for value, group in zip(fit, groups, strict=True) for _, y in group])


def pav_calibration_loss(table: Table) -> Fraction:
    return brier(table) - pav_refinement_loss(table)


# -- discrimination -----------------------------------------------------------------------------------------------


def sides(table: Table) -> tuple[list[Fraction], list[Fraction]]:
    pairs = binary(table)
    return [p for p, y in pairs if y], [p for p, y in pairs if not y]


def auc(table: Table) -> Fraction | None:
    events, others = sides(table)
    if not events or not others:
        return None
    won = sum(Fraction(int(a > b)) + Fraction(int(a == b), 2) for a in events for b in others)
    return won / (len(events) * len(others))


def average_precision(table: Table) -> Fraction | None:
    events, others = sides(table)
    if not events:
        return None
    return mean([Fraction(sum(e >= p for e in events), sum(e >= p for e in events + others)) for p in events])


def ks(table: Table) -> Fraction | None:
    events, others = sides(table)
    if not events or not others:
        return None
    return max(
        abs(
            Fraction(sum(e >= t for e in events), len(events))
            - Fraction(sum(o >= t for o in others), len(others))
        )
        for t in events + others
    )


def brier_skill(table: Table) -> Fraction | None:
    b = base_rate(table)
    return None if b in (0, 1) else 1 - brier(table) / (b * (1 - b))


NAIVE: dict[str, Callable[[Table], Any]] = {
    each.__name__: each
    for each in (
        log_loss, brier, brier_multiclass, spherical, pseudo_spherical, rps, absolute_error, zero_one, focal_loss, ece,
        ece_mass, ece_exact, ece_top, ece_classwise, ace, mce, rmsce, calibration_in_the_large, ks_calibration,
        reliability, resolution, reliability_multiclass, resolution_multiclass, pav_refinement_loss,
        pav_calibration_loss, auc, average_precision, ks, brier_skill,
    )
}  # fmt: skip
INSTANCES: dict[str, tuple[str, dict[str, Any], Callable[[Table], Any]]] = {
    "zero-one, the first": ("zero_one", {"ties": "first"}, zero_one_first),
    "rps, normalised": ("rps", {"normalised": "yes"}, rps_normalised),
    "focal, gamma 1": ("focal_loss", {"gamma": 1}, lambda table: focal_loss(table, 1)),
    "pseudo-spherical, a = 2": ("pseudo_spherical", {"a": 2}, spherical),
    "ece, 2": ("ece", {"bins": 2}, lambda table: ece(table, 2)),
    "ece, 3, left": ("ece", {"bins": 3, "closed": "left"}, lambda table: ece(table, 3, "left")),
    "ece_mass, 2": ("ece_mass", {"bins": 2}, lambda table: ece_mass(table, 2)),
    "ece_top, 2": ("ece_top", {"bins": 2}, lambda table: ece_top(table, 2)),
    "ece_top, 4, left": ("ece_top", {"bins": 4, "closed": "left"}, lambda table: ece_top(table, 4, "left")),
    "ece_classwise, 3": ("ece_classwise", {"bins": 3}, lambda table: ece_classwise(table, 3)),
    "ace, 2": ("ace", {"bins": 2}, lambda table: ace(table, 2)),
    "mce, 2, left": ("mce", {"bins": 2, "closed": "left"}, lambda table: mce(table, 2, "left")),
    "rmsce, 2": ("rmsce", {"bins": 2}, lambda table: rmsce(table, 2)),
}
"""Instances with other parameters: the key, the parameters, and the definition."""
