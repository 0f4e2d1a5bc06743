"""The clustering relations of one side of a large organization that the other side has, by weight."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.organization.large.columns import Half, Weighed

__all__ = ["clusters_right"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def clusters_right(own: Half, other: Half, weighed: Weighed) -> float:
    """Return the share of one side's clustering relations that the other side has; those of the tail count."""
    share = weighed.level[own.level] / np.append(own.cluster_sizes, 1)[own.cluster]
    right = np.minimum(own.times, other.times)[own.document] / own.times[own.document]
    once = (own.times == 1) & (other.times <= 1)
    return (
        weighed.tail
        + float((share * right).sum())
        + _singles(own, other, share, once)
        + _several(own, other, share, once)
    )


def _singles(own: Half, other: Half, share: Floats, once: NDArray[np.bool_]) -> float:
    """Pairs of documents that occur once: right where they are in one cluster on both sides."""
    cluster, wanted = own.first(own.cluster, -1), other.first(other.cluster, -1)
    inside = once & (cluster >= 0) & (wanted >= 0)
    weight = np.zeros(len(own.cluster_sizes))
    weight[own.cluster[own.cluster >= 0]] = share[own.cluster >= 0]
    columns = len(other.cluster_sizes) + 1
    cells, number = np.unique(cluster[inside] * columns + wanted[inside], return_counts=True)
    return float((weight[cells // columns] * number * (number - 1)).sum())


def _several(own: Half, other: Half, share: Floats, once: NDArray[np.bool_]) -> float:
    """Pairs with a document that occurs several times, of those that share a cluster on both sides."""
    from scipy.sparse import csr_array

    several = np.flatnonzero((own.times > 0) & ~once)
    if not len(several):
        return 0.0
    ours, theirs = (_incidence(half, np.ones(len(half.level))) for half in (own, other))
    weighed = _incidence(own, share)
    stated = csr_array(ours[several] @ ours.T)
    known = csr_array(theirs[several] @ theirs.T)
    weight = csr_array(weighed[several] @ ours.T)
    inverse = stated.copy()
    inverse.data = 1 / inverse.data
    value = csr_array(stated.minimum(known).multiply(inverse).multiply(weight))
    rows = np.repeat(several, np.diff(value.indptr))
    times = np.where(once[value.indices], 2, np.where(value.indices == rows, 0, 1))
    return float((value.data * times).sum())


def _incidence(half: Half, values: Floats) -> Any:
    """Return the documents' clusters as a sparse matrix."""
    from scipy.sparse import csr_array

    inside = half.cluster >= 0
    shape = half.documents, max(len(half.cluster_sizes), 1)
    return csr_array((values[inside], (half.document[inside], half.cluster[inside])), shape=shape)
