"""A constraint of our own. Importing this module registers it."""

from __future__ import annotations

import axiometrics as ax
from axiometrics.tasks.clustering.chooser import Chooser, Template, cluster


@ax.constraint(task="clustering", latex=r"Q(\{A^n z\}, \ldots) < Q(\{A^n\}\{z\}, \ldots)")
def stranger(choose: Chooser) -> Template:
    """Taking the one item of another category out of a cluster must raise the score.

    The stranger's category has no other item; the rest of the clustering is arbitrary.
    """
    n = choose.size("n", 2)
    rest = choose.context("A")
    return rest.with_clusters(worse=[cluster(A=n, z=1)], better=[cluster(A=n), cluster(z=1)])
