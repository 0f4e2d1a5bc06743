"""Constraints that make an error of distributions a distance."""

from __future__ import annotations

from axiometrics.axioms.demands import Positive, Within, Zero
from axiometrics.axioms.quantification import (
    gold_masses,
    quantification_constraint,
)
from axiometrics.tasks.quantification.scene import Chooser, Scene, judged

__all__ = ["identity", "non_negativity", "symmetry", "triangle_inequality"]


@quantification_constraint(
    demand=Zero({"forward": 1, "backward": -1}),
    cites="sakai2021",
    section="Table 7 (ii)",
    latex=r"D(p, q) = D(q, p)",
)
def symmetry(choose: Chooser, *, support: str) -> Scene:
    """Exchanging the system's and the gold distribution must not change the error.

    With ``support=full`` neither has an empty class.
    """
    choose.classes()
    p, q = gold_masses(choose, support, "p"), gold_masses(choose, support)
    return judged(forward=(p, q), backward=(q, p))


@quantification_constraint(
    demand=Positive({"perfect": 1, "imperfect": -1}),
    cites="sebastiani2020",
    section="axiom IoI",
    latex=r"D(p, q) > D(q, q), \quad p \ne q",
)
def identity(choose: Chooser, *, support: str) -> Scene:
    """Every estimate that differs from the gold must have a larger error than the gold itself.

    That the error of the gold itself is 0 and no error is negative is said by `non_negativity` and `perfect_is_zero`.
    """
    choose.classes()
    p, q = choose.masses("p"), gold_masses(choose, support)
    choose.require(sum((one != other) * 1 for one, other in zip(p, q, strict=True)) > 0)
    return judged(imperfect=(p, q), perfect=(q, q))


@quantification_constraint(
    demand=Within({"judged": 1}, low=0),
    cites="sebastiani2020",
    section="axiom NN",
    latex=r"D(p, q) \ge 0",
)
def non_negativity(choose: Chooser, *, support: str) -> Scene:
    """No error may be negative."""
    choose.classes()
    return judged(judged=(choose.masses("p"), gold_masses(choose, support)))


@quantification_constraint(
    demand=Within({"first": 1, "second": 1, "direct": -1}, low=0),
    cites="sakai2021",
    section="metric axioms",
    latex=r"D(p, r) \le D(p, q) + D(q, r)",
)
def triangle_inequality(choose: Chooser, *, support: str) -> Scene:
    """A detour must not be shorter: the error of p for r is at most that of p for q plus that of q for r."""
    choose.classes()
    p, q, r = choose.masses("p"), gold_masses(choose, support), gold_masses(choose, support, "r")
    return judged(first=(p, q), second=(q, r), direct=(p, r))
