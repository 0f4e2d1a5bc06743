"""Constraints on the values of a combining function: means lie between their scores, scale, and follow unanimity."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from axiometrics.axioms.combination_order import DEGENERATE, DOMAIN, OTHERS, dominated
from axiometrics.axioms.registry import constraint
from axiometrics.tasks.combination.scene import Chooser, Scene, judged, number, scores

__all__ = [
    "boundedness",
    "homogeneity_of_degree_one",
    "idempotence",
    "never_contradicts_unanimity",
    "symmetry",
]

SAME = MappingProxyType({"original": 1, "changed": -1})


def _two(choose: Chooser, domain: str) -> tuple[Any, Any]:
    """Two scores, the second not below the first."""
    if choose.index("equal", 0, 1):
        return (choose.level("low", domain),) * 2
    low, high = choose.levels("low", "high", domain=domain)
    return low, high


@constraint(
    task="combination",
    parameters=[DOMAIN],
    variants=OTHERS,
    margin={"larger": 1, "smaller": -1},
    within=(0, None),
    preconditions=DEGENERATE,
    cites="hardy1952",
    section="2.2",
    latex=r"\min(P, R) \le f(P, R) \le \max(P, R)",
)
def boundedness(choose: Chooser, *, domain: str) -> Scene:
    """The value must lie between the two scores."""
    low, high = _two(choose, domain)
    value = scores(low, high, swap=choose.index("swap", 0, 1))
    if choose.index("above", 0, 1):
        return judged(smaller=value, larger=number(high))
    return judged(smaller=number(low), larger=value)


@constraint(
    task="combination",
    parameters=[DOMAIN],
    variants=OTHERS,
    margin=SAME,
    demand="zero",
    preconditions=DEGENERATE,
    cites="hardy1952",
    section="2.2",
    latex=r"f(P, R) = f(R, P)",
)
def symmetry(choose: Chooser, *, domain: str) -> Scene:
    """Exchanging the two scores must not change the value."""
    low, high = choose.levels("low", "high", domain=domain)
    return judged(original=scores(low, high), changed=scores(high, low))


@constraint(
    task="combination",
    parameters=[DOMAIN],
    variants=OTHERS,
    margin=SAME,
    demand="zero",
    preconditions=DEGENERATE,
    cites="hardy1952",
    section="2.2",
    latex=r"f(x, x) = x",
)
def idempotence(choose: Chooser, *, domain: str) -> Scene:
    """Two equal scores must be combined to the same score."""
    level = choose.level("x", domain)
    return judged(original=number(level), changed=scores(level, level))


@constraint(
    task="combination",
    parameters=[DOMAIN],
    variants=OTHERS,
    margin=SAME,
    demand="zero",
    preconditions=DEGENERATE,
    cites="hardy1952",
    section="2.2",
    latex=r"f(tP, tR) = t f(P, R), \quad 0 < t < 1",
)
def homogeneity_of_degree_one(choose: Chooser, *, domain: str) -> Scene:
    """Multiplying both scores by a number must multiply the value by it."""
    p, r, t = choose.level("p", domain), choose.level("r", domain), choose.factor("t")
    return judged(original=scores(p, r, times=t), changed=scores(t * p, t * r))


@constraint(
    task="combination",
    parameters=[DOMAIN],
    variants=OTHERS,
    demand="nonnegative",
    preconditions=DEGENERATE,
    cites="amigo2011",
    section="5.2.1",
    latex=r"(P', R') \ge_{\forall} (P, R) \implies f(P', R') \ge f(P, R)",
)
def never_contradicts_unanimity(choose: Chooser, *, domain: str) -> Scene:
    """What improves unanimously, so that no component falls, must not get a lower value; equal pairs count too."""
    kept = choose.index("kept", 0, 1)
    if kept:
        pair = scores(choose.level("p", domain), choose.level("r", domain))
        return judged(worse=pair, better=pair)
    return dominated(choose, domain)
