"""Constraints on the order that a combining function makes of pairs of scores.

(P, R) are the scores of two component metrics, f(P, R) is their combination; with ``components=3`` there is a third
score S. Every constraint has a domain: scores from 0 to 1 (closed), without 0 (open), or without 0 and 1 (interior).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

from axiometrics.axioms.demands import Comparable, Implies, Nonnegative, SameSign, Zero
from axiometrics.axioms.registry import Constraint, constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.combination.scene import Chooser, Scene, judged, scores

__all__ = [
    "connectedness",
    "demanded",
    "dominated",
    "independence",
    "monotonicity",
    "monotonicity_weak",
    "point",
    "thomsen",
    "transitivity",
]

DOMAIN = Parameter("domain", default="closed", choices=("closed", "open", "interior"))
OTHERS = [{"domain": "open"}, {"domain": "interior"}]
COMPONENTS = Parameter("components", default=2, choices=(Fraction(2), Fraction(3)))
DEGENERATE = ("zero_score", "both_scores_zero", "full_score", "equal_scores")
LETTERS = "prs"


def demanded(*, components: bool = True, **stated: Any) -> Callable[[Callable[..., Scene]], Constraint]:
    """Register a constraint on combining functions: each has a domain, and most are also about three components."""
    parameters = [DOMAIN, COMPONENTS] if components else [DOMAIN]
    common = {"task": "combination", "variants": OTHERS, "preconditions": DEGENERATE}
    return constraint(parameters=parameters, **{**common, **stated})


def point(choose: Chooser, domain: str, components: Any, after: str = "") -> tuple[Any, ...]:
    """Return a level for each component, which may be any; their names are letters with something after them."""
    return tuple(choose.level(f"{letter}{after}", domain) for letter in LETTERS[: int(components)])


def dominated(choose: Chooser, domain: str, components: Any) -> Scene:
    """Return two outputs of which one is better by one score, or by several, and worse by none."""
    places = range(int(components))
    subsets = [chosen for count in places for chosen in combinations(places, count + 1)]
    moved = subsets[choose.index("moved", 0, len(subsets) - 1)]
    ends = [
        choose.levels(letter, f"{letter}2", domain=domain)
        if place in moved
        else (choose.level(letter, domain),) * 2
        for place, letter in zip(places, LETTERS, strict=False)
    ]
    worse, better = zip(*ends, strict=True)
    return judged(worse=scores(*worse), better=scores(*better))


@demanded(
    demand=Comparable({"first": 1, "second": -1}),
    cites="amigo2011",
    section="5.1",
    latex=r"f(P, R) \ge f(P', R') \text{ or } f(P', R') \ge f(P, R)",
)
def connectedness(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """Any two pairs of scores must be comparable: the function has a value everywhere."""
    first, second = (scores(*point(choose, domain, components, after)) for after in ("", "2"))
    return judged(first=first, second=second)


@demanded(
    demand=Implies(
        (({"first": 1, "second": -1}, "nonnegative"), ({"second": 1, "third": -1}, "nonnegative")),
        Nonnegative({"first": 1, "third": -1}, total=True),
    ),
    cites="amigo2011",
    section="5.1",
    latex=r"f(x) \ge f(y) \ge f(z) \implies f(x) \ge f(z)",
)
def transitivity(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """What is no worse than something that is no worse than a third must be no worse than the third."""
    first, second, third = (scores(*point(choose, domain, components, after)) for after in ("", "2", "3"))
    return judged(first=first, second=second, third=third)


@demanded(
    demand=SameSign({"high": 1, "low": -1}, {"high_beside": 1, "low_beside": -1}),
    cites="amigo2011",
    section="5.1",
    latex=r"f(P, R_1) \ge f(P, R_2) \iff f(P', R_1) \ge f(P', R_2)",
)
def independence(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """Which of two levels of one component is better must not depend on the levels of the others.

    For each component; a tie at one level of the others must be a tie at all of them (single cancellation).
    """
    swap = choose.index("swap", 0, int(components) - 1)
    first, second = choose.levels("p", "p2", domain=domain)
    low, high = choose.levels("r", "r2", domain=domain)
    others = [[choose.level(name, domain) for name in ("s", "s2")]] if components > 2 else []
    one, two = (first, *(pair[0] for pair in others)), (second, *(pair[1] for pair in others))
    return judged(
        low=scores(*one, low, swap=swap),
        high=scores(*one, high, swap=swap),
        low_beside=scores(*two, low, swap=swap),
        high_beside=scores(*two, high, swap=swap),
    )


@demanded(
    demand=Implies(
        (({"p3r1": 1, "p2r3": -1}, "zero"), ({"p1r3": 1, "p3r2": -1}, "zero")), Zero({"p1r1": 1, "p2r2": -1})
    ),
    components=False,
    cites="amigo2011",
    section="5.1",
    latex=r"f(P_3, R_1) = f(P_2, R_3),\ f(P_1, R_3) = f(P_3, R_2) \implies f(P_1, R_1) = f(P_2, R_2)",
)
def thomsen(choose: Chooser, *, domain: str) -> Scene:
    """Two trades between the components that share a middle level must add up to one (the Thomsen condition)."""
    p, r = ([choose.level(f"{name}{place}", domain) for place in (1, 2, 3)] for name in "pr")
    return judged(
        p3r1=scores(p[2], r[0]),
        p2r3=scores(p[1], r[2]),
        p1r3=scores(p[0], r[2]),
        p3r2=scores(p[2], r[1]),
        p1r1=scores(p[0], r[0]),
        p2r2=scores(p[1], r[1]),
    )


@demanded(
    demand=Nonnegative(),
    cites="amigo2011",
    section="5.1",
    latex=r"P \ge P', R \ge R' \implies f(P, R) \ge f(P', R')",
)
def monotonicity_weak(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """A pair that is nowhere lower and somewhere higher must not get a lower value."""
    return dominated(choose, domain, components)


@demanded(
    cites="amigo2011",
    section="5.1",
    latex=r"P \ge P', R \ge R', (P, R) \ne (P', R') \implies f(P, R) > f(P', R')",
)
def monotonicity(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """A pair that is nowhere lower and somewhere higher must get a higher value."""
    return dominated(choose, domain, components)
