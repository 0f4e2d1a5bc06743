"""(f) A ranking of a million documents as an organization, and overlapping clusters of a hundred thousand."""

from __future__ import annotations

from typing import Any

from benchmarks.measuring import RUNS, Result, durations, of_runs

__all__ = ["measure"]

Sides = tuple[dict[str, Any], dict[str, Any]]


def ranking(documents: int) -> Sides:
    """A tenth of the documents are relevant, in one level of the gold; every listed one has a level of its own."""
    import numpy as np

    draw = np.random.default_rng(0)
    relevant = np.flatnonzero(draw.random(documents) < 0.1)
    gold = {"document": relevant, "level": np.ones(len(relevant))}
    return gold, {"document": draw.permutation(documents), "level": np.arange(1, documents + 1)}


def overlapping(documents: int, share: float) -> Sides:
    """Ten levels of clusters of about ten documents, of which a share occurs twice."""
    import numpy as np

    draw = np.random.default_rng(0)

    def side() -> dict[str, Any]:
        again = draw.choice(documents, int(share * documents), replace=False)
        document = np.concatenate([np.arange(documents), again])
        cluster = draw.integers(0, documents // 10, len(document))
        _, first = np.unique(np.stack([document, cluster]), axis=1, return_index=True)
        return {"document": document[first], "level": cluster[first] % 10 + 1, "cluster": cluster[first]}

    return side(), side()


def measure() -> list[Result]:
    """Time the F of priorities on the ranking, and the F of everything on the overlapping clusters."""
    from axiometrics.metrics import metrics

    metric = metrics("organization")
    list_, clusters = ranking(10**6), overlapping(10**5, 0.05)
    metric["rs_f"](*ranking(1000))
    one = durations(lambda: metric["rs_priority_f"](*list_), RUNS)
    two = durations(lambda: metric["rs_f"](*clusters), RUNS)
    return [
        of_runs("rs_priority_f of a ranking of 1,000,000 documents", one, "s", 1),
        of_runs("rs_f of 100,000 documents in ten levels, 5 % twice", two, "s"),
    ]
