"""Distributions: one pair, and the mean over 2,000 pairs that are given as arrays, by topic or as one table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.peers import Row

TOPICS, CLASSES = 2000, 5


def quapy() -> Iterator[Row]:
    """Its functions take one pair, or tables with a pair in each row."""
    from quapy import error

    for key, single, mean in (("ae", error.ae, error.mae), ("nmd", error.nmd, error.nmd)):
        ours, (gold, system) = _metric(key), shares()
        yield Row(
            f"{key}, one pair (arrays)",
            partial(ours, gold[0], system[0]),
            partial(single, gold[0], system[0]),
        )
        topics = [{str(topic): row for topic, row in enumerate(side)} for side in (gold, system)]
        yield Row(
            f"{key}, {TOPICS:,} pairs (dicts of arrays)",
            partial(ours, *topics),
            lambda mean=mean, topics=topics: mean(*(list(side.values()) for side in topics)),
        )


def numpy() -> Iterator[Row]:
    """What one writes by hand for dicts of arrays, without a look at what is in them."""
    import numpy as np

    gold, system = ({str(topic): row for topic, row in enumerate(side)} for side in shares())

    def ae() -> float:
        one, other = (np.array(list(side.values())) for side in (gold, system))
        return float(np.abs(one - other).mean())

    def nmd() -> float:
        one, other = (np.array(list(side.values())) for side in (gold, system))
        return float(np.abs((one - other).cumsum(axis=1))[:, :-1].sum(axis=1).mean() / (CLASSES - 1))

    for key, theirs in (("ae", ae), ("nmd", nmd)):
        yield Row(f"{key}, {TOPICS:,} pairs (dicts of arrays)", partial(_metric(key), gold, system), theirs)


PEERS = (("quapy", quapy), ("numpy", numpy))


def _metric(key: str) -> Any:
    from axiometrics.metrics import metrics

    return metrics("quantification")[key]


def shares() -> Any:
    """Return gold and system shares, a row for each pair."""
    import numpy as np

    return np.random.default_rng(0).dirichlet(np.ones(CLASSES), (2, TOPICS))
