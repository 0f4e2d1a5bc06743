"""Constraints on combining functions: the order that they make, how components trade, and the scale of their values.

(P, R) are the scores of two component metrics, f(P, R) is their combination; with ``components=3`` there is a third
score S. Every constraint has a domain: scores from 0 to 1 (closed), without 0 (open), or without 0 and 1 (interior).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, combinations, permutations
from types import MappingProxyType
from typing import Any

from axiometrics.axioms.demands import (
    Between,
    Comparable,
    Implies,
    Nonnegative,
    Positive,
    SameSign,
    SomeCase,
    Within,
    Zero,
)
from axiometrics.axioms.registry import Constraint, constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.combination.chooser import Chooser, Template, judged, number, scores

DOMAIN = Parameter("domain", default="closed", choices=("closed", "open", "interior"))
OTHERS = [{"domain": "open"}, {"domain": "interior"}]
COMPONENTS = Parameter("components", default=2, choices=(Fraction(2), Fraction(3)))
DEGENERATE = ("zero_score", "both_scores_zero", "full_score", "equal_scores")
LETTERS = "prs"


def demanded(*, components: bool = True, **stated: Any) -> Callable[[Callable[..., Template]], Constraint]:
    """Register a constraint on combining functions: each has a domain, and most are also about three components."""
    parameters = [DOMAIN, COMPONENTS] if components else [DOMAIN]
    common = {"task": "combination", "variants": OTHERS, "preconditions": DEGENERATE}
    return constraint(parameters=parameters, **{**common, **stated})


def point(choose: Chooser, domain: str, components: Fraction, after: str = "") -> tuple[Any, ...]:
    """Return a level for each component, which may be any; their names are letters with something after them."""
    return tuple(choose.level(f"{letter}{after}", domain) for letter in LETTERS[: int(components)])


def dominated(choose: Chooser, domain: str, components: Fraction) -> Template:
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
def connectedness(choose: Chooser, *, domain: str, components: Fraction) -> Template:
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
def transitivity(choose: Chooser, *, domain: str, components: Fraction) -> Template:
    """What is no worse than something that is no worse than a third must be no worse than the third."""
    first, second, third = (scores(*point(choose, domain, components, after)) for after in ("", "2", "3"))
    return judged(first=first, second=second, third=third)


@demanded(
    demand=SameSign({"high": 1, "low": -1}, {"high_beside": 1, "low_beside": -1}),
    cites="amigo2011",
    section="5.1",
    latex=r"f(P, R_1) \ge f(P, R_2) \iff f(P', R_1) \ge f(P', R_2)",
)
def independence(choose: Chooser, *, domain: str, components: Fraction) -> Template:
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
def thomsen(choose: Chooser, *, domain: str) -> Template:
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
def monotonicity_weak(choose: Chooser, *, domain: str, components: Fraction) -> Template:
    """A pair that is nowhere lower and somewhere higher must not get a lower value."""
    return dominated(choose, domain, components)


@demanded(
    cites="amigo2011",
    section="5.1",
    latex=r"P \ge P', R \ge R', (P, R) \ne (P', R') \implies f(P, R) > f(P', R')",
)
def monotonicity(choose: Chooser, *, domain: str, components: Fraction) -> Template:
    """A pair that is nowhere lower and somewhere higher must get a higher value."""
    return dominated(choose, domain, components)


@demanded(
    demand=SomeCase(given=("swap",)),
    cites="amigo2011",
    section="5.1",
    latex=r"\exists P, R, R': f(P, R) \ne f(P, R'); \quad \exists P, P', R: f(P, R) \ne f(P', R)",
)
def essential_components(choose: Chooser, *, domain: str, components: Fraction) -> Template:
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
def restricted_solvability(choose: Chooser, *, domain: str, components: Fraction) -> Template:
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
def archimedean(choose: Chooser, *, domain: str) -> Template:
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
def decreasing_marginal_effectiveness(choose: Chooser, *, domain: str) -> Template:
    """Giving up enough of one component for the same amount of the other must lower the value.

    For either component, from every pair with P > 0, R > 0 and P < 1; both scores stay in the domain, so that n is at
    most 1 - P and R.
    """
    swap = choose.index("swap", 0, 1)
    p, r = choose.level("p", domain), choose.level("r", domain)
    choose.require(p > 0 and r > 0 and p < 1)
    n = choose.share("n", min(r, 1 - p))
    choose.require(domain == "closed" or r - n > 0)
    choose.require(domain != "interior" or p + n < 1)
    return judged(worse=scores(p + n, r - n, swap=swap), better=scores(p, r, swap=swap))


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
def boundedness(choose: Chooser, *, domain: str, components: Fraction) -> Template:
    """The value must lie between the scores."""
    ascending = _ascending(choose, domain, int(components))
    orders = list(permutations(ascending))
    value = scores(*orders[choose.index("swap", 0, len(orders) - 1)])
    if choose.index("above", 0, 1):
        return judged(smaller=value, larger=number(ascending[-1]))
    return judged(smaller=number(ascending[0]), larger=value)


@demanded(demand=Zero(SAME), cites="hardy1952", section="2.2", latex=r"f(P, R) = f(R, P)")
def symmetry(choose: Chooser, *, domain: str, components: Fraction) -> Template:
    """Exchanging two of the scores must not change the value."""
    low, high = choose.levels("low", "high", domain=domain)
    if components == 2:
        return judged(original=scores(low, high), changed=scores(high, low))
    swap, other = choose.index("swap", 0, 2), choose.level("s", domain)
    return judged(original=scores(low, high, other, swap=swap), changed=scores(high, low, other, swap=swap))


@demanded(demand=Zero(SAME), cites="hardy1952", section="2.2", latex=r"f(x, x) = x")
def idempotence(choose: Chooser, *, domain: str, components: Fraction) -> Template:
    """Equal scores must be combined to the same score."""
    level = choose.level("x", domain)
    return judged(original=number(level), changed=scores(*[level] * int(components)))


@demanded(
    demand=Zero(SAME), cites="hardy1952", section="2.2", latex=r"f(tP, tR) = t f(P, R), \quad 0 < t < 1"
)
def homogeneity_of_degree_one(choose: Chooser, *, domain: str, components: Fraction) -> Template:
    """Multiplying all scores by a number must multiply the value by it."""
    levels, t = point(choose, domain, components), choose.factor("t")
    return judged(original=scores(*levels, times=t), changed=scores(*(t * level for level in levels)))


@demanded(
    demand=Nonnegative(),
    cites="amigo2011",
    section="5.2.1",
    latex=r"(P', R') \ge_{\forall} (P, R) \implies f(P', R') \ge f(P, R)",
)
def never_contradicts_unanimity(choose: Chooser, *, domain: str, components: Fraction) -> Template:
    """What improves unanimously, so that no component falls, must not get a lower value; equal scores count too."""
    if choose.index("kept", 0, 1):
        same = scores(*point(choose, domain, components))
        return judged(worse=same, better=same)
    return dominated(choose, domain, components)
