"""A constraint on what an ordinal metric may score an output that assigns all items to one class."""

from __future__ import annotations

from axiometrics.axioms.demands import Zero
from axiometrics.axioms.ordinal import DEGENERATE, FULL, SUPPORT
from axiometrics.axioms.registry import constraint
from axiometrics.tasks.ordinal.scene import Chooser, Scene, constant, outputs

__all__ = ["constant_is_zero"]


@constraint(
    task="ordinal",
    demand=Zero({"judged": 1}),
    parameters=SUPPORT,
    variants=FULL,
    primary=False,
    preconditions=DEGENERATE,
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
