"""Means over a thousand topics of a thousand documents, from the dicts of dicts that ranx and pytrec_eval take.

Scores are chosen so that they differ as 32-bit numbers too, since trec_eval compares them so. ranx has compiled its
functions before it is timed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.peers import Row

TOPICS, LISTED, MISSED = 1000, 1000, 50
COMPARED = (("average_precision", "map", (0.9, 0.1)), ("ndcg", "ndcg", (0.9, 0.06, 0.04)))
"""Our key, the measure of ranx and pytrec_eval, and the shares of the grades 0, 1, ..."""


def pytrec_eval() -> Iterator[Row]:
    """All topics in one call."""
    from pytrec_eval import RelevanceEvaluator

    from axiometrics.metrics import metrics

    for key, name, grades in COMPARED:
        qrels, run = data(grades)

        def theirs(qrels: Any = qrels, run: Any = run, name: str = name) -> float:
            values = [found[name] for found in RelevanceEvaluator(qrels, {name}).evaluate(run).values()]
            return sum(values) / len(values)

        yield Row(_work(key, grades), partial(metrics("ranking")[key], qrels, run), theirs)


def ranx() -> Iterator[Row]:
    """Its own objects, made of the dicts in every call."""
    import ranx as peer

    from axiometrics.metrics import metrics

    for key, name, grades in COMPARED:
        qrels, run = data(grades)

        def theirs(qrels: Any = qrels, run: Any = run, name: str = name) -> float:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return float(peer.evaluate(peer.Qrels(qrels), peer.Run(run), name))

        yield Row(_work(key, grades), partial(metrics("ranking")[key], qrels, run), theirs)


PEERS = (("pytrec_eval", pytrec_eval), ("ranx", ranx))


def _work(key: str, grades: tuple[float, ...]) -> str:
    kind = "binary" if len(grades) == 2 else "graded"
    return f"{key}, {TOPICS:,} topics of {LISTED:,} documents ({kind}, dicts)"


def data(shares: tuple[float, ...]) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Return random grades, and scores of all but some documents."""
    import numpy as np

    random = np.random.default_rng(0)
    qrels, run = {}, {}
    for topic in range(TOPICS):
        names = [f"doc{number:05d}" for number in random.permutation(LISTED + MISSED)]
        grades = random.choice(len(shares), LISTED + MISSED, p=shares)
        qrels[f"q{topic}"] = dict(zip(names, grades.tolist(), strict=True))
        run[f"q{topic}"] = dict(zip(names, (random.permutation(LISTED) / 1024).tolist(), strict=False))
    return qrels, run
