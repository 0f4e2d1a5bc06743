"""Correlations between printed columns: robustness and strictness in tables 7 and 8 of 2013."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import correlation

from axiometrics.claims.files import Compared, Stated, Tried

__all__ = ["comparisons"]

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
