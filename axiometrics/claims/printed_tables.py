"""What printed tables allow: rank correlations of so many pairs, marks of significance, and correlations of columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from statistics import correlation

from axiometrics.claims.files import Compared, Stated, Tried

__all__ = ["comparisons", "correlated", "marked_ranks"]

_FILTERING = {
    "Accuracy": (0.3, -0.91), "Utility": (0.39, -0.91), "LAM%": (0.38, -0.96), "F": (0.49, -0.92), "R*S": (0.70, -0.78),
}  # fmt: skip
_RANKING = {
    "MAP": (0.55, -0.89), "DCG": (0.60, -0.68), "P@10": (0.3, -0.76), "MRR": (0.4, -0.63), "RBP 0.8": (0.28, -0.92),
    "RBP 0.95": (0.39, -0.65), "R*S W30": (0.35, -0.58), "R*S W800": (0.57, -0.73),
}  # fmt: skip
_NAMED = ("R*S W30", "R*S W800", "DCG")
"""The measures that the text gives as examples."""


def comparisons() -> Iterator[Stated]:
    """Compare the signs of two correlations with what the text says.

    >>> [(each.about.agrees, bool(each.about.favours)) for each in comparisons()]
    [(True, False), (False, True)]
    """
    yield Stated("filtering: correlated", _compared("positive", _FILTERING, tuple(_FILTERING)))
    yield Stated("ranking: traded for each other", _compared("negative", _RANKING, _NAMED))


def _compared(said: str, table: Mapping[str, tuple[float, float]], named: Sequence[str]) -> Compared:
    """Compare the signs over the whole table; in the claim's favour those of the measures that the text names."""
    found = _correlations(list(table.values()))
    told = ", ".join(f"{name} is {value:.2f}" for name, value in found.items())
    if all(_is_said(value, said) for value in found.values()):
        return Compared(said, told, True)
    few = _correlations([table[name] for name in named])
    every = found | {f"{name} of {', '.join(named)}": value for name, value in few.items()}
    tried = tuple(Tried(name, f"{value:.2f}", _is_said(value, said)) for name, value in every.items())
    return Compared(
        said, told, False, favours="; ".join(each.reading for each in tried if each.supports), tried=tried
    )


def _is_said(value: float, said: str) -> bool:
    return value > 0 if said == "positive" else value < 0


def _correlations(rows: Sequence[tuple[float, float]]) -> dict[str, float]:
    robust, strict = zip(*rows, strict=True)
    return {"Pearson's correlation": correlation(robust, strict), "Kendall's tau": _kendall(robust, strict)}


def _kendall(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Kendall's tau; tied pairs count as neither."""
    pairs = list(combinations(range(len(first)), 2))
    signs = [_sign(first[i] - first[j]) * _sign(second[i] - second[j]) for i, j in pairs]
    return sum(signs) / len(pairs)


def _sign(difference: float) -> int:
    return (difference > 0) - (difference < 0)


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
