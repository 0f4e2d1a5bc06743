"""Constraints on clustering metrics, in the general reading: the rest of the clustering is arbitrary.

``choose.context("A")`` is a rest in which items of category A may occur anywhere; categories that are not named there
occur only in the focal clusters.
"""

from __future__ import annotations

from typing import Any

from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.clustering.chooser import Chooser, Template, cluster, copies, each

DEGENERATE = ("one_category", "all_singleton_categories")
CONTEXT = Parameter("context", default="disjoint", choices=("disjoint", "shared"))


@constraint(
    task="clustering",
    preconditions=DEGENERATE,
    cites="amigo2009",
    section="3.1",
    latex=r"Q(\{A^x B^y\}, \ldots) < Q(\{A^x\}\{B^y\}, \ldots)",
)
def homogeneity(choose: Chooser) -> Template:
    """Splitting a cluster that mixes two categories into its two pure parts must raise the score.

    The cluster holds any part of either category; the rest of the clustering is arbitrary and may hold more of both.
    """
    x, y = choose.size("x"), choose.size("y")
    rest = choose.context("A", "B")
    return rest.with_clusters(worse=[cluster(A=x, B=y)], better=[cluster(A=x), cluster(B=y)])


@constraint(
    task="clustering",
    preconditions=DEGENERATE,
    cites="amigo2009",
    section="3.2",
    latex=r"Q(\{L^s\}\{L^t\}, \ldots) < Q(\{L^{s+t}\}, \ldots)",
)
def completeness(choose: Chooser) -> Template:
    """Joining two clusters that hold only items of one category must raise the score.

    The rest of the clustering is arbitrary and may hold more of the category, also in mixed clusters.
    """
    s, t = choose.size("s"), choose.size("t")
    rest = choose.context("L")
    return rest.with_clusters(worse=[cluster(L=s), cluster(L=t)], better=[cluster(L=s + t)])


@constraint(
    task="clustering",
    parameters=[
        Parameter("size", default="n", choices=("n", "n-1", "n+1", "below", "above")),
        CONTEXT,
        Parameter("newcomer", default="alone", choices=("alone", "shared")),
        Parameter("noise", default="unary", choices=("unary", "shared")),
    ],
    variants=[{"size": "n-1"}, {"context": "shared"}],
    preconditions=DEGENERATE,
    cites="amigo2009",
    section="3.3",
    latex=r"Q(\{A^n z\}\{u_1 \ldots u_m\}, \ldots) < Q(\{A^n\}\{u_1 \ldots u_m z\}, \ldots)",
)
def rag_bag(choose: Chooser, *, size: str, context: str, newcomer: str, noise: str) -> Template:
    """An item of a category of its own does less harm in a cluster of disordered items than in a clean one.

    The clean cluster holds n items of A, the rag bag one item each of m other categories; m is n, or as ``size`` says
    (``below``: any m < n, ``above``: any m > n). With ``context=shared`` more of A may occur elsewhere; likewise
    for the new item's category (``newcomer=shared``) and for those of the rag bag (``noise=shared``).
    """
    n, m = _sizes(choose, size)
    focal = {"A": context, "z": newcomer, "u": noise}
    rest = choose.context(*(name for name, policy in focal.items() if policy == "shared"))
    return rest.with_clusters(
        worse=[cluster(A=n, z=1), cluster(u=each(m))], better=[cluster(A=n), cluster(u=each(m), z=1)]
    )


def _sizes(choose: Chooser, size: str) -> tuple[Any, Any]:
    """The clean cluster's and the rag bag's number of items, both at least 2 unless m = n - 1."""
    if size == "below":
        m = choose.size("m")
        return m + choose.size("k"), m
    if size == "above":
        n = choose.size("n", 2)
        return n, n + choose.size("k")
    n = choose.size("n", 2)
    return n, {"n": n, "n-1": n - 1, "n+1": n + 1}[size]


@constraint(
    task="clustering",
    parameters=[CONTEXT],
    variants=[{"context": "shared"}],
    preconditions=DEGENERATE,
    cites="amigo2009",
    section="3.4",
    latex=r"Q(\{L^{n+1}\}\{p_1\}\{p_1\}\cdots\{p_n\}\{p_n\}, \ldots)"
    r" < Q(\{L^n\}\{L\}\{p_1 p_1\}\cdots\{p_n p_n\}, \ldots)",
)
def size_vs_quantity(choose: Chooser, *, context: str) -> Template:
    """One small error in a big cluster is better than a small error in each of many small clusters.

    A category of n + 1 items and n pairs, n > 2: taking one item out of the big cluster must score more than
    splitting all pairs. With ``context=shared`` more items of these categories may occur elsewhere.
    """
    n = choose.size("n", 3)
    rest = choose.context(*(("L", "p") if context == "shared" else ()))
    return rest.with_clusters(
        worse=[cluster(L=n + 1), copies(n, p=1), copies(n, p=1)],
        better=[cluster(L=n), cluster(L=1), copies(n, p=2)],
    )


@constraint(
    task="clustering",
    preconditions=DEGENERATE,
    primary=False,
    cites="amigo2013",
    section="4",
    latex=r"Q(\{A_1^{x_1} \cdots A_k^{x_k} B_1^{y_1} \cdots\}, \ldots)"
    r" < Q(\{A_1^{x_1} \cdots\}\{B_1^{y_1} \cdots\}, \ldots)",
)
def perfect_split(choose: Chooser) -> Template:
    """Splitting any cluster so that no category is divided must raise the score.

    The wider form of homogeneity: the cluster holds any number of categories, and each goes to one side whole.
    """
    left, right = ({f"{side}{k}": None for k in range(choose.structure(f"{side} parts"))} for side in "AB")
    one = {name: choose.size(name) for name in left}
    other = {name: choose.size(name) for name in right}
    rest = choose.context(*left, *right)
    return rest.with_clusters(worse=[cluster(**one, **other)], better=[cluster(**one), cluster(**other)])
