"""Closeness in information: classes are as far apart as the items between them make them."""

from __future__ import annotations

from typing import Any

from axiometrics.formulas import log2
from axiometrics.metrics.registry import metric

__all__ = ["cem_ord"]


@metric(task="ordinal", family="closeness", cites="amigo2020")
def cem_ord(matrix: Any) -> Any:
    """Closeness evaluation measure for ordinal classes: information of what is assigned, per that of the gold.

    An item of true class j that is assigned to i counts -log2(h/N), where h is half the gold items of i and all those
    from there to j (i not included): the fewer items are between, the closer. The sum is divided by that of the
    perfect output. Range [0, 1], best 1.

    >>> cem_ord("[0 0; 0 3]"), cem_ord("[0 3; 0 0]")
    (1.0, 0.0)
    """
    found = matrix.cells(lambda cell: cell.items * log2(matrix.items / cell.near))
    best = matrix.present_classes(lambda true: true.gold * log2(matrix.items / true.near))
    return found / best
