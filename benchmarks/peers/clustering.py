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
        if len(keys) > 1:
            yield from _several(name, gold, system, {key: (ours[key], pairs[key]) for key in keys})


def _several(name: str, gold: Any, system: Any, metrics: dict[str, tuple[Any, Any]]) -> Iterator[Row]:
    """All of some metrics on the same data: given these one after the other, and what was read of them once."""
    from axiometrics.tasks import get_task

    read = get_task("clustering").read

    def theirs() -> list[float]:
        return [peer(gold, system) for _, peer in metrics.values()]

    def apart() -> list[float]:
        return [ours(gold, system) for ours, _ in metrics.values()]

    def once() -> list[float]:
        data = read(gold, system)
        return [ours(data) for ours, _ in metrics.values()]

    yield Row(f"these {len(metrics)} in separate calls, {name}", apart, theirs)
    yield Row(f"these {len(metrics)} in separate calls, {name}, read once", once, theirs)


def numpy() -> Iterator[Row]:
    """What one writes by hand for whole numbers from 0 on, without a look at what is in them: no Python does less."""
    import numpy as np

    from axiometrics.metrics import metrics

    ours, small, large = metrics("clustering")["adjusted_rand"], SMALL, labels(1000, 20)

    def counted(gold: Any, system: Any) -> float:
        pairs: dict[Any, int] = {}
        sizes: tuple[dict[int, int], dict[int, int]] = {}, {}
        for pair in zip(system, gold):  # noqa: B905
            pairs[pair] = pairs.get(pair, 0) + 1
        for pair, n in pairs.items():
            for side, label in zip(sizes, pair):  # noqa: B905
                side[label] = side.get(label, 0) + n
        found = [sum([n * n for n in counts.values()]) for counts in (pairs, *sizes)]
        return _rand(len(gold), *found)

    def arrays(gold: Any, system: Any) -> float:
        sizes = np.bincount(gold), np.bincount(system)
        key = system * len(sizes[0])
        key += gold
        return _rand(len(gold), *(int(counts @ counts) for counts in (np.bincount(key), *sizes)))

    yield Row("adjusted_rand, lists of 8 labels", partial(ours, *small), partial(counted, *small))
    yield Row("adjusted_rand, arrays of 1,000 labels", partial(ours, *large), partial(arrays, *large))


def _rand(items: int, cells: int, one: int, other: int) -> float:
    """Return the adjusted Rand index from sums of squares."""
    both, first, second = cells - items, one - items, other - items
    expected = first * second / (items * (items - 1))
    return (both - expected) / ((first + second) / 2 - expected)


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


PEERS = (
    ("genieclust", genieclust),
    ("numpy", numpy),
    ("sklearn", sklearn),
    ("bcubed", bcubed),
    ("torchmetrics", torchmetrics),
)


def labels(items: int, clusters: int) -> tuple[Any, Any]:
    """Return random labels, and the same with some of them changed."""
    import numpy as np

    random = np.random.default_rng(0)
    gold = random.integers(0, clusters, items)
    return gold, np.where(random.random(items) < NOISE, random.integers(0, clusters, items), gold)


def _arrays(sides: tuple[list[int], list[int]]) -> tuple[Any, ...]:
    import numpy as np

    return tuple(map(np.array, sides))
