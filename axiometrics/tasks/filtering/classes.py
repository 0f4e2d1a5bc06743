"""Classes of filtering metrics that two verdicts tell apart together."""

from __future__ import annotations

from axiometrics.tasks.classes import Classes

__all__ = ["CLASSES"]

_NON_INFORMATIVE = Classes(
    title="Outputs that say nothing",
    text="An output that selects the same share $s$ of the relevant and of the irrelevant items says nothing about any "
    "item. What a metric makes of such outputs is a choice, and two verdicts tell it: *constant*, the same score for "
    "all of them; *growing*, the more the more is selected; *neither*, otherwise: less for more selected, or up or "
    "down with the share of relevant items, with parameters or with $s$. A star means: except in cases that the cell "
    "names, such as nothing selected.",
    constraints=("non_informative_constant", "non_informative_growing"),
    names={
        ("holds", "blind"): "constant",
        ("contradicted", "holds"): "growing",
        ("contradicted", "blind"): "growing, with ties",
        ("contradicted", "contradicted"): "neither",
    },
)

CLASSES = (_NON_INFORMATIVE,)
