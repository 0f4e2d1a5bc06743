"""Printed rank correlations and marks of significance, beside what numbers of pairs and ranks allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from axiometrics.claims.files import Compared, Stated, Tried

__all__ = ["correlated", "marked_ranks"]


def correlated(printed: str, pairs: int) -> Compared:
    """Compare a printed Kendall's tau with (P - 2D)/P for a whole number D of the P pairs.

    A ranking with ties allows every whole number in place of P - 2D.

    >>> correlated("0.818", 66).computed, correlated("0.825", 66).agrees, correlated("0.833", 66).favours
    ('54/66, with 6 pairs turned', False, 'rankings with a tied pair')
    """
    target = Fraction(printed)
    slack = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    turned = round((1 - target) * pairs / 2)
    agrees = abs(Fraction(pairs - 2 * turned, pairs) - target) <= slack
    told = f"{pairs - 2 * turned}/{pairs}, with {turned} pairs turned"
    if agrees:
        return Compared(printed, told, True)
    whole = round(target * pairs)
    tied = abs(Fraction(whole, pairs) - target) <= slack
    sense = "rankings with a tied pair"
    tried = (Tried(sense, f"{whole}/{pairs}", tied),)
    return Compared(printed, f"nearest is {told}", False, favours=sense if tied else "", tried=tried)


def marked_ranks(rows: Sequence[Sequence[str]]) -> Iterator[Stated]:
    """Compare ranks and marks: rows of a name, the printed mean, and how many of the worst it is said to beat.

    Tukey's test has one critical difference: whatever is significant differs by more than what is not.

    >>> [each.about.agrees for each in marked_ranks([["a", "0.9", "2"], ["b", "0.8", "1"], ["c", "0.5", "0"]])]
    [True, True, True]
    """
    means = [Fraction(mean) for _, mean, _ in rows]
    marks = [int(mark) for *_, mark in rows]
    ordered = means == sorted(means, reverse=True)
    yield Stated("means in order", Compared("ordered", " >= ".join(mean for _, mean, _ in rows), ordered))
    below = [len(rows) - place - 1 for place in range(len(rows))]
    fits = all(mark <= count for mark, count in zip(marks, below, strict=True))
    fits = fits and marks == sorted(marks, reverse=True)
    told = ", ".join(f"{name} {mark} of {count}" for (name, _, mark), count in zip(rows, below, strict=True))
    yield Stated("marks against ranks", Compared("possible", told, fits))
    yield Stated("one critical difference", _critical(rows, means, marks))


def _critical(rows: Sequence[Sequence[str]], means: Sequence[Fraction], marks: Sequence[int]) -> Compared:
    unit = Fraction(1, 10 ** len(rows[0][1].partition(".")[2]))
    pairs = list(combinations(range(len(rows)), 2))
    apart = {pair: pair[1] >= len(rows) - marks[pair[0]] for pair in pairs}
    differences = {pair: means[pair[0]] - means[pair[1]] for pair in pairs}
    least = min((differences[pair] for pair in pairs if apart[pair]), default=Fraction(1))
    most = max((differences[pair] for pair in pairs if not apart[pair]), default=Fraction(0))
    told = f"marked from {float(least):.3f} on, not marked up to {float(most):.3f}"
    agrees = most <= least + 2 * unit
    return Compared("marked differences are the larger ones", told, agrees)
