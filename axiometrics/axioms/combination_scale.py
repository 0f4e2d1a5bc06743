"""Constraints on the values of a combining function: means lie between their scores, scale, and follow unanimity."""

from __future__ import annotations

from itertools import accumulate, permutations
from types import MappingProxyType
from typing import Any

from axiometrics.axioms.combination_order import demanded, dominated, point
from axiometrics.axioms.demands import Nonnegative, Within, Zero
from axiometrics.tasks.combination.scene import Chooser, Scene, judged, number, scores

__all__ = [
    "boundedness",
    "homogeneity_of_degree_one",
    "idempotence",
    "never_contradicts_unanimity",
    "symmetry",
]

SAME = MappingProxyType({"original": 1, "changed": -1})


def _ascending(choose: Chooser, domain: str, count: int) -> tuple[Any, ...]:
    """Scores none of which is below the one before; which are equal is chosen."""
    equal = choose.index("equal", 0, 2 ** (count - 1) - 1)
    places = list(accumulate((1 - (equal >> step & 1) for step in range(count - 1)), initial=0))
    names = ("low", "high", "top")[: places[-1] + 1]
    different = choose.levels(*names, domain=domain) if len(names) > 1 else (choose.level(names[0], domain),)
    return tuple(different[place] for place in places)


@demanded(
    demand=Within({"larger": 1, "smaller": -1}, low=0),
    cites="hardy1952",
    section="2.2",
    latex=r"\min(P, R) \le f(P, R) \le \max(P, R)",
)
def boundedness(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """The value must lie between the scores."""
    ascending = _ascending(choose, domain, int(components))
    orders = list(permutations(ascending))
    value = scores(*orders[choose.index("swap", 0, len(orders) - 1)])
    if choose.index("above", 0, 1):
        return judged(smaller=value, larger=number(ascending[-1]))
    return judged(smaller=number(ascending[0]), larger=value)


@demanded(
    demand=Zero(SAME),
    cites="hardy1952",
    section="2.2",
    latex=r"f(P, R) = f(R, P)",
)
def symmetry(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """Exchanging two of the scores must not change the value."""
    low, high = choose.levels("low", "high", domain=domain)
    if components == 2:
        return judged(original=scores(low, high), changed=scores(high, low))
    swap, other = choose.index("swap", 0, 2), choose.level("s", domain)
    return judged(original=scores(low, high, other, swap=swap), changed=scores(high, low, other, swap=swap))


@demanded(
    demand=Zero(SAME),
    cites="hardy1952",
    section="2.2",
    latex=r"f(x, x) = x",
)
def idempotence(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """Equal scores must be combined to the same score."""
    level = choose.level("x", domain)
    return judged(original=number(level), changed=scores(*[level] * int(components)))


@demanded(
    demand=Zero(SAME),
    cites="hardy1952",
    section="2.2",
    latex=r"f(tP, tR) = t f(P, R), \quad 0 < t < 1",
)
def homogeneity_of_degree_one(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """Multiplying all scores by a number must multiply the value by it."""
    levels, t = point(choose, domain, components), choose.factor("t")
    return judged(original=scores(*levels, times=t), changed=scores(*(t * level for level in levels)))


@demanded(
    demand=Nonnegative(),
    cites="amigo2011",
    section="5.2.1",
    latex=r"(P', R') \ge_{\forall} (P, R) \implies f(P', R') \ge f(P, R)",
)
def never_contradicts_unanimity(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """What improves unanimously, so that no component falls, must not get a lower value; equal scores count too."""
    if choose.index("kept", 0, 1):
        same = scores(*point(choose, domain, components))
        return judged(worse=same, better=same)
    return dominated(choose, domain, components)
