"""(f) Mean values over a thousand topics of a thousand documents, against ranx and pytrec_eval.

All get the same dicts. ranx has compiled its functions before. What it keeps between calls, documents in arrays, is
compared with topics that are read once.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from benchmarks.measuring import Result, seconds

TOPICS, LISTED, MISSED, TIMES = 1000, 1000, 50, 5
COMPARED = (("average_precision", "map", (0.9, 0.1)), ("ndcg", "ndcg", (0.9, 0.06, 0.04)))
"""Our key, the measure of ranx and pytrec_eval, and the shares of the grades 0, 1, ..."""


def measure() -> list[Result]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [result for compared in COMPARED for result in _compared(*compared)]


def _compared(key: str, name: str, shares: tuple[float, ...]) -> list[Result]:
    import ranx

    from axiometrics.metrics import metrics
    from axiometrics.tasks.ranking.reading import Topics

    metric, (qrels, run) = metrics("ranking")[key], data(shares)
    value = ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), name)
    assert max(abs(other(qrels, run, name) - value) for other in (_by_topic, _at_once)) < 1e-12
    assert abs(metric(qrels, run) - value) < 1e-12
    ours = seconds(lambda: metric(qrels, run), TIMES)
    kind = "binary" if len(shares) == 2 else "graded"
    what = f"{key} on {TOPICS:,} topics of {LISTED:,} documents ({kind}, dicts)"
    kept, topics = (ranx.Qrels(qrels), ranx.Run(run)), []
    read_once = seconds(
        lambda: metric(topics.pop()), TIMES, prepare=lambda: topics.append(Topics.read(qrels, run))
    )
    others = (
        (f"{what}, against ranx", ours, lambda: ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), name), 0.5),
        ("the same, read before on both sides", read_once, lambda: ranx.evaluate(*kept, name), 0.5),
        (
            "the same from dicts, against pytrec_eval topic by topic",
            ours,
            lambda: _by_topic(qrels, run, name),
            1,
        ),
        ("the same, against one call of pytrec_eval", ours, lambda: _at_once(qrels, run, name), None),
    )
    return [_row(*other) for other in others]


def _row(claim: str, ours: float, other: Callable[[], Any], target: float | None) -> Result:
    theirs = seconds(other, TIMES)
    return Result(claim, f"{ours:.2f} s", f"{theirs:.2f} s", theirs / ours, "x", target)


def _by_topic(qrels: Any, run: Any, name: str) -> float:
    from pytrec_eval import RelevanceEvaluator

    values = [
        RelevanceEvaluator({topic: grades}, {name}).evaluate({topic: run[topic]})[topic][name]
        for topic, grades in qrels.items()
    ]
    return sum(values) / len(values)


def _at_once(qrels: Any, run: Any, name: str) -> float:
    from pytrec_eval import RelevanceEvaluator

    values = [found[name] for found in RelevanceEvaluator(qrels, {name}).evaluate(run).values()]
    return sum(values) / len(values)


def data(shares: tuple[float, ...]) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Return random grades, and scores of all but some documents that differ as 32-bit numbers too."""
    import numpy as np

    random = np.random.default_rng(0)
    qrels, run = {}, {}
    for topic in range(TOPICS):
        names = [f"doc{number:05d}" for number in random.permutation(LISTED + MISSED)]
        grades = random.choice(len(shares), LISTED + MISSED, p=shares)
        qrels[f"q{topic}"] = dict(zip(names, grades.tolist(), strict=True))
        run[f"q{topic}"] = dict(zip(names, (random.permutation(LISTED) / 1024).tolist(), strict=False))
    return qrels, run
