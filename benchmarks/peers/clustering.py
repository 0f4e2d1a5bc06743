"""Single calls on clusterings: 8 labels, a thousand, and up to ten millions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.peers import Row

SMALL = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2]
"""Eight items in three categories and three clusters."""
NOISE = 0.3
"""Share of the items that a system puts anywhere."""


def genieclust() -> Iterator[Row]:
    """Its functions take whole numbers alone; they are compiled, and give no error for what is no label."""
    from genieclust import compare_partitions as peer

    from axiometrics.metrics import metrics

    ours = metrics("clustering")
    pairs = {
        "adjusted_rand": peer.adjusted_rand_score,
        "fowlkes_mallows": peer.fm_score,
        "nmi_arith": peer.normalized_mi_score,
        "ami_arith": peer.adjusted_mi_score,
    }
    quick = list(pairs)[:2]
    for name, (gold, system), keys in (
        ("lists of 8 labels", SMALL, list(pairs)),
        ("arrays of 8 labels", _arrays(SMALL), list(pairs)),
        ("lists of 1,000 labels", tuple(part.tolist() for part in labels(1000, 20)), list(pairs)),
        ("arrays of 1,000 labels", labels(1000, 20), list(pairs)),
        ("arrays of 100,000 labels", labels(10**5, 100), quick),
        ("arrays of 10,000,000 labels", labels(10**7, 100), quick[:1]),
    ):
        for key in keys:
            yield Row(f"{key}, {name}", partial(ours[key], gold, system), partial(pairs[key], gold, system))


def sklearn() -> Iterator[Row]:
    """Words as labels, and tables of a million cells."""
    from sklearn.metrics import adjusted_rand_score, v_measure_score

    from axiometrics.metrics import metrics

    ours = metrics("clustering")
    words = [[f"w{label}" for label in side] for side in SMALL]
    yield Row(
        "v_measure, lists of 8 words", partial(ours["v_measure"], *words), partial(v_measure_score, *words)
    )
    words = [[f"w{label}" for label in side] for side in labels(1000, 20)]
    yield Row(
        "adjusted_rand, lists of 1,000 words",
        partial(ours["adjusted_rand"], *words),
        partial(adjusted_rand_score, *words),
    )
    large = labels(10**7, 10**5)
    yield Row(
        "v_measure, arrays of 10,000,000 labels, 100,000 clusters",
        partial(ours["v_measure"], *large),
        partial(v_measure_score, *large),
    )


def bcubed() -> Iterator[Row]:
    """It compares all pairs of items."""
    import bcubed as peer

    from axiometrics.metrics import metrics

    gold, system = (part.tolist() for part in labels(1000, 50))
    theirs = [{item: {label} for item, label in enumerate(side)} for side in (system, gold)]
    yield Row(
        "bcubed_f, lists of 1,000 labels",
        partial(metrics("clustering")["bcubed_f"], gold, system),
        lambda: peer.fscore(peer.precision(*theirs), peer.recall(*theirs)),
    )


def torchmetrics() -> Iterator[Row]:
    """Tensors."""
    import torch
    from torchmetrics.functional.clustering import adjusted_rand_score

    from axiometrics.metrics import metrics

    ours = metrics("clustering")["adjusted_rand"]
    for name, arrays in (("8", _arrays(SMALL)), ("100,000", labels(10**5, 100))):
        tensors = [torch.from_numpy(side) for side in arrays[::-1]]
        yield Row(
            f"adjusted_rand, arrays of {name} labels",
            partial(ours, *arrays),
            lambda tensors=tensors: float(adjusted_rand_score(*tensors)),  # type: ignore[misc]
            close=1e-3,
        )


PEERS = (("genieclust", genieclust), ("sklearn", sklearn), ("bcubed", bcubed), ("torchmetrics", torchmetrics))


def labels(items: int, clusters: int) -> tuple[Any, Any]:
    """Return random labels, and the same with some of them changed."""
    import numpy as np

    random = np.random.default_rng(0)
    gold = random.integers(0, clusters, items)
    return gold, np.where(random.random(items) < NOISE, random.integers(0, clusters, items), gold)


def _arrays(sides: tuple[list[int], list[int]]) -> tuple[Any, ...]:
    import numpy as np

    return tuple(map(np.array, sides))
