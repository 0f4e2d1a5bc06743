"""Constraints on ordinal metrics that demand the same score, or the same winner, of outputs that only look different.

``support=full`` demands it where the original's gold has no empty class.
"""

from __future__ import annotations

from types import MappingProxyType

from axiometrics.axioms.demands import SameSign, Zero
from axiometrics.axioms.ordinal import DEGENERATE, FULL, SUPPORT, ordinal_constraint
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.ordinal.scene import Chooser, Scene, constant, outputs

__all__ = [
    "constant_is_zero",
    "ordinal_invariance",
    "rank_invariance",
    "replication",
    "reversal",
    "symmetry",
    "unused_end_class",
]

SAME = MappingProxyType({"original": 1, "changed": -1})


@constraint(
    task="ordinal",
    demand=Zero(SAME),
    parameters=[*SUPPORT, Parameter("form", default="classes", choices=("classes", "values"))],
    variants=[*FULL, {"form": "values"}],
    preconditions=DEGENERATE,
    cites="amigo2020",
    section="ordinal invariance",
    latex=r"Q(f(s), f(g)) = Q(s, g),\quad f \text{ strictly increasing}",
)
def ordinal_invariance(choose: Chooser, *, support: str, form: str) -> Scene:
    """An unused class between two classes must not change the score.

    So the metric does not take neighbouring classes to be equally far apart. ``form=values`` leaves the classes as they
    are, but lets them stand for any increasing numbers instead of 1 to K.
    """
    classes = choose.classes()
    full = support == "full"
    if form == "values":
        values = [1]
        for place in range(2, classes + 1):
            values.append(values[-1] + choose.size(f"gap {place}"))
        original = choose.matrix(classes, full=full)
        return outputs(original=original, changed=original.valued(values))
    below = choose.index("below", 1, classes - 1)
    original = choose.matrix(classes, full=full)
    return outputs(original=original, changed=original.with_class(below))


@ordinal_constraint(
    demand=SameSign({"first": 1, "second": -1}, {"first_changed": 1, "second_changed": -1}),
    cites="sakai2021",
    section="avoiding equidistance",
    latex=r"\text{sgn}(Q(s, g) - Q(s', g)) = \text{sgn}(Q(f(s), f(g)) - Q(f(s'), f(g)))",
)
def rank_invariance(choose: Chooser, *, support: str) -> Scene:
    """An unused class between two classes must not change which of two outputs on the same gold scores more.

    The order form of ordinal invariance; a tie must stay a tie. Where one of the two comparisons is a tie, the metric
    is blind; where they go opposite ways, it contradicts.
    """
    classes = choose.classes()
    below = choose.index("below", 1, classes - 1)
    first, second = choose.systems(classes, full=support == "full")
    return outputs(
        first=first,
        second=second,
        first_changed=first.with_class(below),
        second_changed=second.with_class(below),
    )


@ordinal_constraint(
    demand=Zero(SAME),
    cites="sakai2021",
    section="Table 7, column (ii)",
    latex=r"Q(C^{T}) = Q(C)",
)
def symmetry(choose: Chooser, *, support: str) -> Scene:
    """Exchanging gold and system must not change the score.

    With ``support=full`` both have items in every class.
    """
    original = choose.matrix(choose.classes(), full=support == "full", full_system=support == "full")
    return outputs(original=original, changed=original.swapped())


@ordinal_constraint(
    demand=Zero(SAME),
    cites="sakai2021",
    section="properties",
    latex=r"Q(t\,C) = Q(C),\quad t > 1",
)
def replication(choose: Chooser, *, support: str) -> Scene:
    """Every item t times instead of once must not change the score."""
    classes = choose.classes()
    times = choose.size("times", 2)
    original = choose.matrix(classes, full=support == "full")
    return outputs(original=original, changed=original.repeated(times))


@ordinal_constraint(
    demand=Zero(SAME),
    cites="sakai2021",
    section="properties",
    latex=r"Q(C') = Q(C),\quad c'_{ij} = c_{K+1-i,\,K+1-j}",
)
def reversal(choose: Chooser, *, support: str) -> Scene:
    """Reversing the order of the classes, in gold and system, must not change the score."""
    original = choose.matrix(choose.classes(), full=support == "full")
    return outputs(original=original, changed=original.reversed())


@ordinal_constraint(
    demand=Zero(SAME),
    cites="sakai2021",
    section="properties",
    latex=r"Q(C \oplus 0) = Q(C) = Q(0 \oplus C)",
)
def unused_end_class(choose: Chooser, *, support: str) -> Scene:
    """A further class without items at one end must not change the score."""
    classes = choose.classes()
    end = choose.index("below", 0, 1) * classes
    original = choose.matrix(classes, full=support == "full")
    return outputs(original=original, changed=original.with_class(end))


@ordinal_constraint(
    demand=Zero({"judged": 1}),
    primary=False,
    cites="sakai2021",
    section="3.1",
    latex=r"Q(\text{all } a) = 0",
)
def constant_is_zero(choose: Chooser, *, support: str) -> Scene:
    """An output that assigns all items to one class must score 0.

    So that a system which says nothing gets what agreement by chance gets, whatever the gold.
    """
    classes = choose.classes()
    one = choose.index("one", 1, classes)
    return outputs(judged=constant(choose.gold(classes, full=support == "full"), one))
