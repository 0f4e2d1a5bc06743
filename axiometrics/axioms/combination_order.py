"""Constraints on the order that a combining function makes of pairs of scores.

(P, R) are the scores of two component metrics, f(P, R) is their combination. Every constraint has a domain: scores from
0 to 1 (closed), without 0 (open), or without 0 and 1 (interior).
"""

from __future__ import annotations

from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.combination.scene import Chooser, Scene, judged, scores

__all__ = [
    "connectedness",
    "dominated",
    "independence",
    "monotonicity",
    "monotonicity_weak",
    "thomsen",
    "transitivity",
]

DOMAIN = Parameter("domain", default="closed", choices=("closed", "open", "interior"))
OTHERS = [{"domain": "open"}, {"domain": "interior"}]
DEGENERATE = ("zero_score", "both_scores_zero", "full_score", "equal_scores")


def dominated(choose: Chooser, domain: str) -> Scene:
    """Return two pairs of which one is better by the first score, by the second, or by both."""
    moved = choose.index("moved", 0, 2)
    p = choose.levels("p", "p2", domain=domain) if moved != 1 else (choose.level("p", domain),) * 2
    r = choose.levels("r", "r2", domain=domain) if moved != 0 else (choose.level("r", domain),) * 2
    return judged(worse=scores(p[0], r[0]), better=scores(p[1], r[1]))


@constraint(
    task="combination",
    parameters=[DOMAIN],
    variants=OTHERS,
    margin={"first": 1, "second": -1},
    same_sign_as={"first": 1, "second": -1},
    total=True,
    preconditions=DEGENERATE,
    cites="amigo2011",
    section="5.1",
    latex=r"f(P, R) \ge f(P', R') \text{ or } f(P', R') \ge f(P, R)",
)
def connectedness(choose: Chooser, *, domain: str) -> Scene:
    """Any two pairs of scores must be comparable: the function has a value everywhere."""
    first = scores(choose.level("p", domain), choose.level("r", domain))
    return judged(first=first, second=scores(choose.level("p2", domain), choose.level("r2", domain)))


@constraint(
    task="combination",
    parameters=[DOMAIN],
    variants=OTHERS,
    margin={"first": 1, "third": -1},
    demand="nonnegative",
    premises=[
        ({"first": 1, "second": -1}, "nonnegative"),
        ({"second": 1, "third": -1}, "nonnegative"),
    ],
    total=True,
    preconditions=DEGENERATE,
    cites="amigo2011",
    section="5.1",
    latex=r"f(x) \ge f(y) \ge f(z) \implies f(x) \ge f(z)",
)
def transitivity(choose: Chooser, *, domain: str) -> Scene:
    """What is no worse than something that is no worse than a third must be no worse than the third."""
    points = [
        scores(choose.level(f"p{name}", domain), choose.level(f"r{name}", domain)) for name in ("", "2", "3")
    ]
    return judged(first=points[0], second=points[1], third=points[2])


@constraint(
    task="combination",
    parameters=[DOMAIN],
    variants=OTHERS,
    margin={"high": 1, "low": -1},
    same_sign_as={"high_beside": 1, "low_beside": -1},
    preconditions=DEGENERATE,
    cites="amigo2011",
    section="5.1",
    latex=r"f(P, R_1) \ge f(P, R_2) \iff f(P', R_1) \ge f(P', R_2)",
)
def independence(choose: Chooser, *, domain: str) -> Scene:
    """Which of two levels of one component is better must not depend on the level of the other component.

    For either component; a tie at one level of the other must be a tie at all of them (single cancellation).
    """
    swap = choose.index("swap", 0, 1)
    p, p2 = choose.levels("p", "p2", domain=domain)
    low, high = choose.levels("r", "r2", domain=domain)
    return judged(
        low=scores(p, low, swap=swap),
        high=scores(p, high, swap=swap),
        low_beside=scores(p2, low, swap=swap),
        high_beside=scores(p2, high, swap=swap),
    )


@constraint(
    task="combination",
    parameters=[DOMAIN],
    variants=OTHERS,
    margin={"p1r1": 1, "p2r2": -1},
    demand="zero",
    premises=[({"p3r1": 1, "p2r3": -1}, "zero"), ({"p1r3": 1, "p3r2": -1}, "zero")],
    preconditions=DEGENERATE,
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


@constraint(
    task="combination",
    parameters=[DOMAIN],
    variants=OTHERS,
    demand="nonnegative",
    preconditions=DEGENERATE,
    cites="amigo2011",
    section="5.1",
    latex=r"P \ge P', R \ge R' \implies f(P, R) \ge f(P', R')",
)
def monotonicity_weak(choose: Chooser, *, domain: str) -> Scene:
    """A pair that is nowhere lower and somewhere higher must not get a lower value."""
    return dominated(choose, domain)


@constraint(
    task="combination",
    parameters=[DOMAIN],
    variants=OTHERS,
    preconditions=DEGENERATE,
    cites="amigo2011",
    section="5.1",
    latex=r"P \ge P', R \ge R', (P, R) \ne (P', R') \implies f(P, R) > f(P', R')",
)
def monotonicity(choose: Chooser, *, domain: str) -> Scene:
    """A pair that is nowhere lower and somewhere higher must get a higher value."""
    return dominated(choose, domain)
