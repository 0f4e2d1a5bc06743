"""A metric of our own. Importing this module registers it."""

from __future__ import annotations

from typing import Any

import axiometrics as ax


@ax.metric(task="clustering", family="example")
def squared_precision(table: Any) -> Any:
    """Mean, over items, of the squared share of the item's cluster that has its category.

    Range (0, 1], best 1.

    >>> squared_precision(gold="aab", system="xxx")
    0.3333333333333333
    """
    return table.cells(lambda n, a, b: n**3 / a**2) / table.items
