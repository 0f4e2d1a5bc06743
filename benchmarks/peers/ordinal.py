"""Ordered labels: errors, agreement and correlation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.peers import Row

CLASSES = 5


def numpy() -> Iterator[Row]:
    """Two lines that one writes by hand for arrays, without a look at what is in them."""
    import numpy as np

    for items in (8, 1000, 10**6):
        gold, system = arrays(items)

        def macro(gold: Any = gold, system: Any = system) -> float:
            off = np.bincount(gold, np.abs(gold - system))
            many = np.bincount(gold)
            return float((off[many > 0] / many[many > 0]).mean())

        def micro(gold: Any = gold, system: Any = system) -> float:
            return float(np.abs(gold - system).mean())

        for key, theirs in (("mae_macro", macro), ("mae_micro", micro)):
            yield Row(f"{key}, arrays of {items:,} labels", _ours(key, gold, system), theirs)


def krippendorff() -> Iterator[Row]:
    """Alpha of two coders."""
    from krippendorff import alpha

    for items in (8, 1000):
        both = arrays(items)
        theirs = partial(
            alpha, reliability_data=both, level_of_measurement="ordinal", value_domain=range(1, CLASSES + 1)
        )
        yield Row(f"alpha_ordinal, arrays of {items:,} labels", _ours("alpha_ordinal", *both), theirs)


def sklearn() -> Iterator[Row]:
    """Kappa, and the confusion matrix that ten metrics need."""
    from sklearn.metrics import cohen_kappa_score

    for items in (1000, 10**6):
        both = arrays(items)
        theirs = partial(cohen_kappa_score, *both, weights="quadratic")
        yield Row(f"kappa_quadratic, arrays of {items:,} labels", _ours("kappa_quadratic", *both), theirs)


def scipy() -> Iterator[Row]:
    """Correlation of ranks with many ties."""
    from scipy.stats import kendalltau, spearmanr

    for items in (8, 1000, 10**5):
        both = arrays(items)
        for key, peer in (("spearman", spearmanr), ("kendall_tau_b", kendalltau)):
            yield Row(
                f"{key}, arrays of {items:,} labels",
                _ours(key, *both),
                lambda peer=peer, both=both: peer(*both).statistic,
            )


PEERS = (("numpy", numpy), ("krippendorff", krippendorff), ("sklearn", sklearn), ("scipy", scipy))


def _ours(key: str, gold: Any, system: Any) -> Any:
    from axiometrics.metrics import metrics

    return partial(metrics("ordinal")[key], gold, system, classes=CLASSES)


def arrays(items: int) -> Any:
    """Return gold and system labels from 1 to 5, one row each; half of the system's are the gold's."""
    import numpy as np

    random = np.random.default_rng(1)
    gold, other = random.integers(1, CLASSES + 1, (2, items))
    return np.array([gold, np.where(random.random(items) < 0.5, gold, other)])
