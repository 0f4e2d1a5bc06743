"""Constraints on how the components of a combination trade against each other."""

from __future__ import annotations

from typing import Any

from axiometrics.axioms.combination_order import demanded, point
from axiometrics.axioms.demands import Between, Positive, SameSign, SomeCase
from axiometrics.tasks.combination.scene import Chooser, Scene, judged, scores

__all__ = [
    "archimedean",
    "decreasing_marginal_effectiveness",
    "essential_components",
    "restricted_solvability",
]


@demanded(
    demand=SomeCase(given=("swap",)),
    cites="amigo2011",
    section="5.1",
    latex=r"\exists P, R, R': f(P, R) \ne f(P, R'); \quad \exists P, P', R: f(P, R) \ne f(P', R)",
)
def essential_components(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """Each component must count somewhere: some change of it alone changes the value."""
    swap, turned = choose.index("swap", 0, int(components) - 1), choose.index("turned", 0, 1)
    kept = tuple(choose.level(name, domain) for name in ("p", "s")[: int(components) - 1])
    moved = choose.levels("r", "r2", domain=domain)
    worse, better = (scores(*kept, each, swap=swap) for each in (moved[::-1] if turned else moved))
    return judged(worse=worse, better=better)


@demanded(
    demand=Between(),
    cites="amigo2011",
    section="5.1",
    latex=r"f(P', R_1) \ge f(P, R) \ge f(P', R_2) \implies \exists R': f(P', R') = f(P, R)",
)
def restricted_solvability(choose: Chooser, *, domain: str, components: Any) -> Scene:
    """A value between those of two levels of one component must be the value of some level of it.

    For each component, the other ones staying as they are.
    """
    swap, turned = choose.index("swap", 0, int(components) - 1), choose.index("turned", 0, 1)
    *others, level = point(choose, domain, components)
    target = scores(*others, level, swap=swap)
    kept = tuple(choose.level(name, domain) for name in ("p2", "s2")[: int(components) - 1])
    moved = choose.levels("r1", "r2", domain=domain)
    low, high = (scores(*kept, each, swap=swap) for each in (moved[::-1] if turned else moved))
    return judged(low=low, judged=target, high=high)


@demanded(
    demand=SameSign(
        {"high": 1, "low": -1}, {"high_beside": 1, "low_beside": -1}, strict=True, continuous=True
    ),
    components=False,
    cites="krantz1971",
    section="6.2",
    latex=r"(p, R_i) \sim (q, R_{i+1}),\ p \not\sim q,\ R_- < R_i < R_+ \implies i \text{ is bounded}",
)
def archimedean(choose: Chooser, *, domain: str) -> Scene:
    """A bounded sequence of equal steps must end: no step may shrink to nothing within the domain.

    In a standard sequence the step from one level of a component to another, p to q, is made up for again and again by
    the other component. What is checked is that the step has the same strict sign at all levels R of the domain.

    For a function that is continuous in each component this is enough. Let f(q, R) > f(p, R) for all R, and let R_i be
    a sequence without end between two levels of the domain (with the other sign, the argument is the same with all
    signs turned). Then f(q, R_{i+1}) = f(p, R_i) < f(q, R_i), so f(q, R_i) falls. Some R_i tend to a level R* between
    the two bounds, which is in the domain, since the domain is an interval and the bounds are in it. By continuity
    f(q, R_i) tends to f(q, R*), and so does f(p, R_i) = f(q, R_{i+1}); but f(p, R_i) tends to f(p, R*) along the same
    R_i. So f(p, R*) = f(q, R*), against the sign. The values at the ends of an open domain do not occur in this.
    Monotonicity is not used, and the bounds are numbers; where single cancellation holds, bounds in the order that the
    function makes of the levels do as well (``docs/combination.md``).

    Where the step vanishes at a level inside, the sequence that stays there never ends; where it vanishes at an end of
    the domain, a sequence that tends to this end does not either, if the function rises from there (so steps from 0 at
    level 0 and to 1 at level 1 do not count as cases). The proof contains the continuity, and leaves out no step.
    """
    swap = choose.index("swap", 0, 1)
    step = choose.levels("p", "q", domain=domain)
    beside = choose.levels("r", "r2", domain=domain)
    choose.require(not (step[0] == 0 and beside[0] == 0) and not (step[1] == 1 and beside[1] == 1))
    made = {
        name + after: scores(level, other, swap=swap)
        for after, other in zip(("", "_beside"), beside, strict=True)
        for name, level in zip(("low", "high"), step, strict=True)
    }
    return judged(**made)


@demanded(
    demand=SomeCase(Positive(total=True), given=("swap", "p", "r")),
    components=False,
    cites="vanrijsbergen1979",
    section="7",
    latex=r"\forall P, R > 0\ \exists n > 0: f(P + n, R - n) < f(P, R)",
)
def decreasing_marginal_effectiveness(choose: Chooser, *, domain: str) -> Scene:
    """Giving up enough of one component for the same amount of the other must lower the value.

    For either component, from every pair with P > 0, R > 0 and P < 1; both scores stay in the domain, so that n is at
    most 1 - P and R.
    """
    swap = choose.index("swap", 0, 1)
    p, r = choose.level("p", domain), choose.level("r", domain)
    choose.require(p > 0 and r > 0 and p < 1)
    n = choose.share("n") * min(r, 1 - p)
    choose.require(domain == "closed" or r - n > 0)
    choose.require(domain != "interior" or p + n < 1)
    return judged(worse=scores(p + n, r - n, swap=swap), better=scores(p, r, swap=swap))
