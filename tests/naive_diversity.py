"""Metrics of lists with aspects, written down once more: plain loops over ranks and aspects, ideals by trying all.

A list is (grades of the listed documents, of the missed ones, weights); every aspect has a relevant document.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import log2
from typing import Any

Documents = Sequence[tuple[int, ...]]
HALF = Fraction(1, 2)


def log_discount(rank: int) -> float:
    return 1 / log2(rank + 1)


def novelty(
    documents: Documents, weights: Sequence[Any], discount: Callable[[int], Any], left: Any = HALF
) -> Any:
    """The sum over aspects and ranks of weight, discount and ``left`` to the number of relevant documents above."""
    total: Any = 0
    for aspect, weight in enumerate(weights):
        seen = 0
        for rank, document in enumerate(documents, 1):
            if document[aspect] > 0:
                total += weight * discount(rank) * left**seen
                seen += 1
    return total


def stop(grade: int, gmax: int) -> Fraction:
    return Fraction(2**grade - 1, 2**gmax)


def cascade(documents: Documents, weights: Sequence[Any], discount: Callable[[int], Any], gmax: Any) -> Any:
    total: Any = 0
    for aspect, weight in enumerate(weights):
        still = Fraction(1)
        for rank, document in enumerate(documents, 1):
            chance = stop(document[aspect], gmax)
            total += weight * discount(rank) * still * chance
            still *= 1 - chance
    return total


def best(
    listed: Documents, missed: Documents, value: Callable[[Documents], Any], length: int | None = None
) -> Any:
    relevant = [document for document in (*listed, *missed) if any(document)]
    return max(value(order) for order in permutations(relevant, min(length or len(relevant), len(relevant))))


def covered(documents: Documents, aspects: int) -> int:
    return sum(any(document[aspect] for document in documents) for aspect in range(aspects))


def first_full(listed: Documents, aspects: int) -> int:
    return next((n for n in range(1, len(listed) + 1) if covered(listed[:n], aspects) == aspects), 0)


def cover_size(documents: Documents, aspects: int) -> int:
    return next(
        n
        for n in range(1, len(documents) + 1)
        if any(covered(some, aspects) == aspects for some in combinations(documents, n))
    )


def dcg(gains: Sequence[Any]) -> float:
    return sum(float(gain) * log_discount(rank) for rank, gain in enumerate(gains, 1))


def global_ndcg(listed: Documents, missed: Documents, weights: Sequence[Fraction], k: int = 10**6) -> float:
    def gain(document: tuple[int, ...]) -> Fraction:
        return sum((w * x for w, x in zip(weights, document, strict=True)), Fraction(0))

    ideal = sorted(map(gain, (*listed, *missed)), reverse=True)
    return dcg([gain(document) for document in listed[:k]]) / dcg(ideal[:k])


def by_aspect(
    listed: Documents,
    missed: Documents,
    weights: Sequence[Fraction],
    value: Callable[[list[int], list[int]], Any],
) -> Any:
    columns = [
        ([document[at] for document in listed], [document[at] for document in missed])
        for at in range(len(weights))
    ]
    return sum(weight * value(*column) for weight, column in zip(weights, columns, strict=True))


def average_precision(listed: list[int], missed: list[int]) -> Fraction:
    hits = [rank for rank, grade in enumerate(listed, 1) if grade]
    total = sum((Fraction(n, rank) for n, rank in enumerate(hits, 1)), Fraction(0))
    return total / (len(hits) + sum(map(bool, missed)))


def cpr(listed: Documents, weights: Sequence[Fraction], k: int) -> Fraction:
    padded = [*listed, *[(0,) * len(weights)] * k][:k]
    total = Fraction(0)
    for i in range(1, k + 1):
        nothing = sum(not any(document) for document in padded[:i])
        lacking = sum(
            max(Fraction(0), w * i - sum(document[at] > 0 for document in padded[:i])) ** 2
            for at, w in enumerate(weights)
        )
        worst = sum((w * i) ** 2 for w in weights) + Fraction(i * i, 2)
        total += 1 - (lacking + Fraction(nothing**2, 2)) / worst
    return total / k


def _alpha(given: bool, k: int | None = None) -> Callable[..., Any]:
    def value(listed: Documents, missed: Documents, weights: Sequence[Fraction], gmax: int) -> Any:
        v = weights if given else [1] * len(weights)

        def gain(documents: Documents) -> Any:
            return novelty(documents, v, log_discount)

        return gain(listed[:k]) / best(listed, missed, gain, k)

    return value


def _geometric(base: Fraction) -> Callable[[int], Fraction]:
    return lambda rank: base ** (rank - 1)


P = Fraction(4, 5)


def read_by(p: Fraction, count: int) -> Fraction:
    return sum((p ** (rank - 1) for rank in range(1, count + 1)), Fraction(0))


NAIVE: dict[str, Callable[..., Any]] = {
    "subtopic_recall": lambda L, M, w, g: Fraction(covered(L, len(w)), len(w)),
    "subtopic_recall_at": lambda L, M, w, g: Fraction(covered(L[:5], len(w)), len(w)),
    "subtopic_reciprocal_rank": lambda L, M, w, g: (
        Fraction(1, first_full(L, len(w))) if first_full(L, len(w)) else 0
    ),
    "subtopic_precision": lambda L, M, w, g: (
        Fraction(cover_size((*L, *M), len(w)), first_full(L, len(w))) if first_full(L, len(w)) else 0
    ),
    "alpha_dcg": lambda L, M, w, g: novelty(L, [1] * len(w), log_discount),
    "alpha_dcg(weights=given)": lambda L, M, w, g: novelty(L, w, log_discount),
    "alpha_dcg_at": lambda L, M, w, g: (
        novelty(L[:5], [1] * len(w), log_discount) / novelty([(1,) * len(w)] * 5, [1] * len(w), log_discount)
    ),
    "alpha_ndcg": _alpha(False),
    "alpha_ndcg(weights=given)": _alpha(True),
    "alpha_ndcg_at": _alpha(False, 5),
    "alpha_ndcg_at(k=2)": _alpha(False, 2),
    "err_ia": lambda L, M, w, g: cascade(L, w, lambda i: Fraction(1, i), g),
    "nerr_ia": lambda L, M, w, g: (
        cascade(L, w, lambda i: Fraction(1, i), g)
        / best(L, M, lambda each: cascade(each, w, lambda i: Fraction(1, i), g))
    ),
    "nrbp": lambda L, M, w, g: Fraction(3, 4) / len(w) * novelty(L, [1] * len(w), _geometric(HALF)),
    "nnrbp": lambda L, M, w, g: (
        novelty(L, [1] * len(w), _geometric(HALF))
        / best(L, M, lambda each: novelty(each, [1] * len(w), _geometric(HALF)))
    ),
    "precision_ia_at": lambda L, M, w, g: by_aspect(
        L, M, w, lambda listed, missed: Fraction(sum(map(bool, listed[:5])), 5)
    ),
    "average_precision_ia": lambda L, M, w, g: by_aspect(L, M, w, average_precision),
    "reciprocal_rank_ia": lambda L, M, w, g: by_aspect(
        L,
        M,
        w,
        lambda listed, missed: next((Fraction(1, i) for i, x in enumerate(listed, 1) if x), Fraction(0)),
    ),
    "ndcg_ia": lambda L, M, w, g: by_aspect(
        L, M, w, lambda listed, missed: dcg(listed) / dcg(sorted((*listed, *missed), reverse=True))
    ),
    "rbp_ia": lambda L, M, w, g: by_aspect(
        L, M, w, lambda listed, _: (1 - P) * sum(Fraction(x, g) * P**i for i, x in enumerate(listed))
    ),
    "u_ia": lambda L, M, w, g: by_aspect(
        L,
        M,
        w,
        lambda listed, _: sum(Fraction(x, g) * max(0, 1 - Fraction(i, 20)) for i, x in enumerate(listed, 1)),
    ),
    "d_ndcg": lambda L, M, w, g: global_ndcg(L, M, w),
    "d_ndcg_at": lambda L, M, w, g: global_ndcg(L, M, w, 5),
    "d_sharp_ndcg": lambda L, M, w, g: (covered(L, len(w)) / len(w) + global_ndcg(L, M, w)) / 2,
    "d_sharp_ndcg_at": lambda L, M, w, g: (covered(L[:5], len(w)) / len(w) + global_ndcg(L, M, w, 5)) / 2,
    "expected_utility": lambda L, M, w, g: (
        novelty(L, w, _geometric(P)) - Fraction(1, 20) * read_by(P, len(L))
    ),
    "expected_utility(a=0)": lambda L, M, w, g: novelty(L, w, _geometric(P)),
    "rbu": lambda L, M, w, g: (
        (1 - P) * (cascade(L, w, _geometric(P), g) - Fraction(3, 100) * read_by(P, len(L)))
    ),
    "rbu(e=0)": lambda L, M, w, g: (1 - P) * cascade(L, w, _geometric(P), g),
    "cpr_at": lambda L, M, w, g: cpr(L, w, 5),
}
"""By key: functions of listed and missed documents, weights, and the highest grade of the scale."""
