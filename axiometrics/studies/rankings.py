"""Ranking metrics on lists of one length for one collection: how top-heavy they are, and how even their steps.

Quantities, not constraints: no value is demanded. The balancing index is that of Ferrante, Ferro and Maistro (2015).
Steps are those between successive values a metric takes: Ferrante, Ferro and Fuhr (2021) replace values by their ranks,
which makes an interval scale of any metric; Moffat (2022) disputes that equal steps are needed. The recall valence of a
list is what its last relevant document is worth (Diaz, Ekstrand and Mitra 2023).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

from axiometrics.errors import AxiometricsError
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.studies.findings import Findings, Table
from axiometrics.tasks import get_task

LENGTH = 10


def _values(metric: Metric, lists: Sequence[tuple[int, ...]], relevant: int) -> tuple[Any, list[Any]]:
    """Return an exact arithmetic and the values of lists in a collection; None where there is none."""
    task = get_task("ranking")
    length = len(lists[0])
    found = []
    for grades in lists:
        missing = (1,) * (relevant - sum(grades)) + (0,) * (length - grades.count(0))
        found.append(task.output(tuple(grades), missing))
    arithmetic = task.algebra(found[0])
    values = [task.value(metric, each, arithmetic) for each in found]
    return arithmetic, [None if absent(value) else value for value in values]


def _sign(arithmetic: Any, one: Any, other: Any) -> int:
    return int(arithmetic.sign_of_sum([(1, one), (-1, other)]))


def balancing(metrics: Sequence[Metric], length: int = LENGTH) -> Findings:
    """How far down a list all documents must be relevant to weigh less than one relevant document at rank 1.

    The index is the largest b such that a relevant document at rank 1 alone scores no more than relevant ones at all
    ranks from b on: 1 is the least, and more is less top-heavy. Exact; for a collection of ``length`` relevant
    documents. Cost O(length) values of each metric.

    >>> from axiometrics.metrics import metrics
    >>> known = metrics("ranking")  # of rbp: 1 < 0.64 + 0.512 + 0.4096 from rank 3 on, but not from rank 4 on
    >>> found = balancing([known["precision"], known["rbp"], known["reciprocal_rank"]], length=5)
    >>> [row[:2] for row in found.table("balancing").rows]
    [('precision', 5), ('rbp', 3), ('reciprocal_rank', 1)]
    """
    rows = tuple((metric.label, *_balance(metric, length)) for metric in metrics)
    note = (
        "The last rank from which on relevant documents, down to the end, score as much as one at rank 1 alone; more "
        "is less top-heavy."
    )
    table = Table("balancing", "Balancing index", ("metric", "index", "share of the list"), rows, (note,))
    words = (f"Lists of {length} documents in a collection with {length} relevant ones.",)
    return Findings("balancing", "Balancing index of ranking metrics", words, (table,), {"length": length})


def _balance(metric: Metric, length: int) -> tuple[int | None, float | None]:
    first = (1, *(0,) * (length - 1))
    below = [(0,) * (start - 1) + (1,) * (length - start + 1) for start in range(1, length + 1)]
    try:
        arithmetic, (top, *found) = _values(metric, [first, *below], length)
        turn = -1 if metric.orientation == "error" else 1
        met = [start for start, value in enumerate(found, 1) if turn * _sign(arithmetic, value, top) >= 0]
    except (AxiometricsError, ArithmeticError, TypeError):
        return None, None
    return max(met, default=1), max(met, default=1) / length


def intervals(metrics: Sequence[Metric], length: int = LENGTH) -> Findings:
    """How even the steps between successive values of a metric are, over all binary lists of one length.

    The largest step over the smallest one between different values: 1 is an interval scale on the metric's own order.
    Different values are told apart exactly. Cost O(2^length) values of each metric.

    >>> from axiometrics.metrics import metrics
    >>> known = metrics("ranking")
    >>> found = intervals([known["precision"], known["rbp"].with_parameters(p="1/2")], length=4)
    >>> [row[:2] + row[4:] for row in found.table("intervals").rows]
    [('precision', 5, 1.0), ('rbp(p=1/2)', 16, 1.0)]
    """
    rows = tuple((metric.label, *_steps(metric, length)) for metric in metrics)
    columns = ("metric", "different values", "smallest step", "largest step", "largest / smallest")
    notes = (
        "Values replaced by their ranks have equal steps (ferrante2021); whether they must is disputed (moffat2022).",
    )
    table = Table("intervals", "Steps between successive values", columns, rows, notes)
    words = (f"All binary lists of {length} documents in a collection with {length} relevant ones.",)
    return Findings("intervals", "Steps of ranking metrics", words, (table,), {"length": length})


def _steps(metric: Metric, length: int) -> tuple[Any, ...]:
    lists = [tuple(int(bit) for bit in f"{number:0{length}b}") for number in range(2**length)]
    try:
        arithmetic, found = _values(metric, lists, length)
        known = sorted(
            {str(value): value for value in found}.values(),
            key=cmp_to_key(lambda one, other: _sign(arithmetic, one, other)),
        )
        apart = [
            float(arithmetic.expression(high - low))
            for low, high in pairwise(known)
            if _sign(arithmetic, low, high)
        ]
    except (AxiometricsError, ArithmeticError, TypeError, AttributeError):
        return None, None, None, None
    if not apart:
        return 1, None, None, None
    return len(apart) + 1, min(apart), max(apart), max(apart) / min(apart)


def recall_valence(metrics: Sequence[Metric], length: int = LENGTH) -> Findings:
    """What the last relevant document is worth at each rank, against the same document at the end of the list.

    The lists have a relevant document at rank 1 and the last one at rank p; the value less that of the list with the
    last one moved to the end. Cost O(length) values of each metric.

    >>> from axiometrics.metrics import metrics
    >>> found = recall_valence([metrics("ranking")["reciprocal_rank"], metrics("ranking")["precision"]], length=4)
    >>> found.table("recall_valence").rows
    (('reciprocal_rank', 0.0, 0.0, 0.0), ('precision', 0.0, 0.0, 0.0))
    """
    ranks = range(2, length + 1)
    lists = [tuple(int(rank in (1, last)) for rank in range(1, length + 1)) for last in ranks]
    rows = []
    for metric in metrics:
        try:
            arithmetic, found = _values(metric, lists, 2)
            worth = tuple(float(arithmetic.expression(value - found[-1])) for value in found)
        except (AxiometricsError, ArithmeticError, TypeError, AttributeError):
            worth = (None,) * len(ranks)  # type: ignore[assignment]
        rows.append((metric.label, *worth))
    columns = ("metric", *(f"rank {rank}" for rank in ranks))
    table = Table("recall_valence", "Recall valence", columns, tuple(rows))
    words = (f"Lists of {length} documents, the two relevant ones of the collection among them.",)
    return Findings(
        "recall_valence", "Recall valence of ranking metrics", words, (table,), {"length": length}
    )
