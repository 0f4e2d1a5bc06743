"""The constraint on how large an error of distributions can be."""

from __future__ import annotations

from axiometrics.axioms.demands import EqualMaxima
from axiometrics.axioms.quantification import DEGENERATE, FULL, SUPPORT, gold_masses
from axiometrics.axioms.registry import constraint
from axiometrics.tasks.quantification.scene import Chooser, Scene, judged

__all__ = ["constant_maximum"]


@constraint(
    task="quantification",
    demand=EqualMaxima(),
    parameters=[SUPPORT],
    variants=FULL,
    preconditions=DEGENERATE,
    primary=False,
    cites="sebastiani2020",
    section="axiom MAX",
    latex=r"\max_p D(p, q) = \max_p D(p, q')",
)
def constant_maximum(choose: Chooser, *, support: str) -> Scene:
    """The largest error that any estimate can have must be the same for every gold with as many classes.

    Where the error can be infinite there is no largest one. With ``support=full`` golds have no empty class.
    """
    choose.classes()
    return judged(judged=(choose.masses("p"), gold_masses(choose, support)))
