"""Agreement on whole spans, on tokens, and on the share of spans that is covered."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import axiometrics as ax
from axiometrics.formulas import guarded, ratio


@ax.metric(task="spans", family="whole spans")
def exact_f(line: Any) -> Any:
    """Harmonic mean of the shares of system spans, and of gold spans, that the other side has too.

    Range [0, 1], best 1; 1 where neither side marks anything.

    >>> exact_f(gold="BIOB", system="BIBO")
    0.5
    """
    return ratio(2 * line.matches, line.gold_spans + line.system_spans, 1)


@ax.metric(task="spans", family="tokens")
def token_f(line: Any) -> Any:
    """Harmonic mean of the shares of the system's tokens, and of the gold's, that the other side marks too.

    Range [0, 1], best 1; 1 where neither side marks anything.

    >>> token_f(gold="BIOB", system="BIBO")
    0.6666666666666666
    """
    return ratio(2 * line.each_token(lambda g, s: g * s), line.each_token(lambda g, s: g + s), 1)


@ax.metric(
    task="spans",
    family="coverage",
    parameters=[ax.Parameter("alpha", default=Fraction(1, 2), above=0, below=1)],
)
def coverage_f(line: Any, *, alpha: Any) -> Any:
    """Weighted harmonic mean of how much of a system span gold covers, and of a gold span the system, on average.

    After Johansson and Moschitti (2013), section 4.2. Range [0, 1], best 1; alpha is the weight of the system's spans.
    0 where no spans overlap, but 1 where neither side marks anything.

    >>> coverage_f(gold="BIOB", system="BIIO")
    0.5714285714285714
    """
    precision = line.overlaps(lambda o, a, b: o / a)
    recall = line.overlaps(lambda o, a, b: o / b)
    weighted = alpha * line.system_spans * recall + (1 - alpha) * line.gold_spans * precision
    return ratio(precision * recall, weighted, guarded(0, line.gold_spans + line.system_spans, 1))
