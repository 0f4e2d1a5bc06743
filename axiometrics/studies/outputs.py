"""Score tables straight from system outputs: registered metrics on every case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from axiometrics.errors import InputError
from axiometrics.studies.missing import Missing, completed
from axiometrics.studies.scores import ScoreTable

__all__ = ["score_outputs"]


def score_outputs(
    task: str,
    metrics: Sequence[str],
    gold: Mapping[str, Any],
    systems: Mapping[str, Mapping[str, Any]],
    *,
    missing: Missing | str = Missing.error,
    **options: Any,
) -> ScoreTable:
    """Score every system's output on every case with registered metrics, named by key, also ``f(alpha=1/3)``.

    ``gold`` and each system hold one output per case, in a form that the task's metrics read; ``options`` are passed
    on to them. A case that a system lacks, and one on which a metric has no value, is a missing cell. Errors count as
    errors. Raises InputError for cases without gold and, unless ``missing`` says otherwise, for missing cells.

    >>> table = score_outputs(
    ...     "clustering", ["purity", "inverse_purity"], {"1": "aab"}, {"one": {"1": "xxx"}, "all": {"1": "xyz"}}
    ... )
    >>> table.values[:, :, 0].round(3).tolist()
    [[0.667, 1.0], [1.0, 0.667]]
    """
    from axiometrics.metrics import METRICS
    from axiometrics.parameters import split_key

    records = []
    for label in metrics:
        key, given = split_key(label)
        records.append(METRICS.get(key, task).with_parameters(**given))
    found: dict[tuple[str, str, str], float] = {}
    for name, outputs in systems.items():
        extra = [case for case in outputs if case not in gold]
        if extra:
            raise InputError(
                f"system {name!r} has an output for case {extra[0]!r}, which has no gold; leave it out"
            )
        for case, judged in gold.items():
            for record in records:
                value = record(judged, outputs[case], **options) if case in outputs else None
                found[name, case, record.label] = float("nan") if value is None else value
    if not found:
        raise InputError("there is nothing to score; give at least one metric, one case and one system")
    table = completed(found, [record.label for record in records], missing)
    return table.with_errors([record.label for record in records if record.orientation == "error"])
