"""The metrics of rankings a second time, straight from their definitions, one list at a time, in fractions or mpmath.

A list is (grades by rank, grades of the judged documents that are missed). None means that there is no value.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, log
from typing import Any

Grades = tuple[int, ...]


def relevant(grades: Grades, missing: Grades) -> int:
    return sum(grade > 0 for grade in grades + missing)


def nonrelevant(grades: Grades, missing: Grades) -> int:
    return sum(grade == 0 for grade in grades + missing)


def hits(grades: Grades, upto: int | None = None) -> int:
    return sum(grade > 0 for grade in grades[:upto])


def ideal(grades: Grades, missing: Grades) -> Grades:
    return tuple(sorted((grade for grade in grades + missing if grade > 0), reverse=True))


def over_relevant(metric: Callable[[Grades, Grades], Any]) -> Callable[[Grades, Grades], Any]:
    """Undefined where nothing is relevant."""
    return lambda grades, missing: metric(grades, missing) if relevant(grades, missing) else None


def precision(grades: Grades, missing: Grades) -> Any:
    return Fraction(hits(grades), len(grades)) if grades else None


@over_relevant
def average_precision(grades: Grades, missing: Grades) -> Any:
    found = [Fraction(hits(grades, rank), rank) for rank, grade in enumerate(grades, 1) if grade]
    return sum(found, Fraction(0)) / relevant(grades, missing)


@over_relevant
def eleven_point(grades: Grades, missing: Grades) -> Any:
    total = Fraction(0)
    for tenths in range(11):
        reached = [
            Fraction(hits(grades, rank), rank)
            for rank in range(1, len(grades) + 1)
            if Fraction(hits(grades, rank), relevant(grades, missing)) >= Fraction(tenths, 10)
        ]
        total += max(reached, default=Fraction(0))
    return total / 11


@over_relevant
def bpref(grades: Grades, missing: Grades) -> Any:
    r, n = relevant(grades, missing), nonrelevant(grades, missing)
    total = Fraction(0)
    for rank, grade in enumerate(grades):
        above = sum(other == 0 for other in grades[:rank])
        if grade:
            total += 1 if above == 0 else 1 - Fraction(min(above, r), min(r, n))
    return total / r


def gains(grades: Grades, upto: int | None = None) -> float:
    return sum(grade / (log(rank + 1) / log(2)) for rank, grade in enumerate(grades[:upto], 1))


def dcg_jk(grades: Grades, missing: Grades) -> float:
    return float(sum(grade / (1 if rank < 2 else log(rank) / log(2)) for rank, grade in enumerate(grades, 1)))


@over_relevant
def q_measure(grades: Grades, missing: Grades) -> Any:
    best = ideal(grades, missing)
    blended = [
        Fraction(hits(grades, rank) + sum(grades[:rank]), rank + sum(best[:rank]))
        for rank, grade in enumerate(grades, 1)
        if grade
    ]
    return sum(blended, Fraction(0)) / relevant(grades, missing)


def reciprocal_rank(grades: Grades, missing: Grades) -> Any:
    return next((Fraction(1, rank) for rank, grade in enumerate(grades, 1) if grade), Fraction(0))


def err(grades: Grades, missing: Grades) -> Any:
    if max(grades + missing, default=0) > 1:
        return None
    total, reading = Fraction(0), Fraction(1)
    for rank, grade in enumerate(grades, 1):
        stop = Fraction(2**grade - 1, 2)
        total += reading * stop / rank
        reading *= 1 - stop
    return total


def rbp(grades: Grades, missing: Grades) -> Any:
    return Fraction(1, 5) * sum(
        (grade * Fraction(4, 5) ** rank for rank, grade in enumerate(grades)), Fraction(0)
    )


def time_biased_gain(grades: Grades, missing: Grades) -> Any:
    return sum((grade * Fraction(9, 10) ** rank for rank, grade in enumerate(grades)), Fraction(0))


def auc(grades: Grades, missing: Grades) -> Any:
    places = [*enumerate(grades), *((len(grades), grade) for grade in missing)]
    good, bad = ([place for place, grade in places if (grade > 0) == side] for side in (True, False))
    if not good or not bad:
        return None
    won = sum(Fraction(int(one < other)) + Fraction(int(one == other), 2) for one in good for other in bad)
    return won / (len(good) * len(bad))


def agreement(grades: Grades, missing: Grades) -> tuple[int, int, int, int]:
    """Concordant less discordant pairs, all pairs, pairs tied in the grades, pairs tied in the list."""
    places = [*enumerate(grades), *((len(grades), grade) for grade in missing)]
    balance = equal = 0
    for at, (place, grade) in enumerate(places):
        for other, lower in places[at + 1 :]:
            equal += grade == lower
            if place != other and grade != lower:
                balance += 1 if (place < other) == (grade > lower) else -1
    return balance, comb(len(places), 2), equal, comb(len(missing), 2)


def kendall_tau_a(grades: Grades, missing: Grades) -> Any:
    balance, pairs, _, _ = agreement(grades, missing)
    return Fraction(balance, pairs) if pairs else None


def kendall_tau_b(grades: Grades, missing: Grades) -> Any:
    balance, pairs, equal, tied = agreement(grades, missing)
    room = (pairs - equal) * (pairs - tied)
    return balance / room**0.5 if room else None


C = Fraction(5, 2)


def weight(rank: int) -> Fraction:
    """c/((c + i - 1)(c + i)) with c = 10 (1 - 4/5)/(4/5)."""
    return C / ((C + rank - 1) * (C + rank))


def reliability(grades: Grades, missing: Grades, tail: str = "open") -> Any:
    """The general definition: levels of one document, the gold's relations by who is above whom."""
    if not grades:
        return None
    size = len(grades)
    below = C / (C + size)
    total = Fraction(0)
    for one in range(size):
        inner = Fraction(0)
        for other in range(size):
            upper, lower = min(one, other), max(one, other)
            in_gold = grades[upper] > 0 and grades[lower] == 0 and tail == "open"
            if one != other and in_gold:
                inner += weight(other + 1)
        inner += below * (grades[one] > 0)
        total += weight(one + 1) / (1 - weight(one + 1)) * inner
        total += (grades[one] > 0) * weight(one + 1) * below / (1 - below)
    return total


def rs_f(grades: Grades, missing: Grades, tail: str = "open") -> Any:
    if not relevant(grades, missing):
        return None
    if not hits(grades):
        return Fraction(0)
    share = Fraction(hits(grades), relevant(grades, missing))
    trust = reliability(grades, missing, tail)
    return 2 * trust * share / (trust + share)


@over_relevant
def recall(grades: Grades, missing: Grades) -> Any:
    return Fraction(hits(grades), relevant(grades, missing))


def linear_discount(grades: Grades, missing: Grades) -> Any:
    """Of ranks that weigh m, m - 1, ..., 1, the share of the weight that relevant documents have."""
    weights = range(len(grades), 0, -1)
    found = sum(weight for weight, grade in zip(weights, grades, strict=True) if grade > 0)
    return Fraction(found, sum(weights)) if grades else None


@over_relevant
def last_relevant(grades: Grades, missing: Grades) -> Any:
    """The list and what it misses, relevant documents last: one over the last rank with a relevant document."""
    whole = [*grades, *sorted(missing, key=lambda grade: grade > 0)]
    return Fraction(1, max(rank for rank, grade in enumerate(whole, 1) if grade > 0))


DEFINITIONS: dict[str, Callable[[Grades, Grades], Any]] = {
    "precision_at": lambda grades, missing: Fraction(hits(grades, 10), 10),
    "precision": precision,
    "recall": recall,
    "recall_at": over_relevant(lambda grades, missing: Fraction(hits(grades, 10), relevant(grades, missing))),
    "r_precision": over_relevant(
        lambda grades, missing: Fraction(hits(grades, relevant(grades, missing)), relevant(grades, missing))
    ),
    "average_precision": average_precision,
    "eleven_point_precision": eleven_point,
    "bpref": bpref,
    "q_measure": q_measure,
    "dcg": lambda grades, missing: gains(grades),
    "ndcg": over_relevant(lambda grades, missing: gains(grades) / gains(ideal(grades, missing))),
    "ndcg_at": over_relevant(lambda grades, missing: gains(grades, 5) / gains(ideal(grades, missing), 5)),
    "dcg_jk": dcg_jk,
    "linear_discount": linear_discount,
    "last_relevant": last_relevant,
    "reciprocal_rank": reciprocal_rank,
    "err": err,
    "rbp": rbp,
    "time_biased_gain": time_biased_gain,
    "auc": auc,
    "kendall_tau_a": kendall_tau_a,
    "kendall_tau_b": kendall_tau_b,
    "reliability": reliability,
    "sensitivity": recall,
    "rs_f": rs_f,
}
