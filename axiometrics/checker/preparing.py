"""The cases of many constraints, made before the metrics are: random ones in other processes meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.apart import forgiven
from axiometrics.checker.cell import prepare_cases
from axiometrics.checker.options import Options
from axiometrics.checker.processors import process_pool
from axiometrics.checker.search import drawn_cases, keep_drawn
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["prepared"]


def prepared(
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    options: Options,
    jobs: int,
    show: Callable[[str], None],
) -> None:
    """Make all cases, and what metrics have in common of them, so that processes forked from this one inherit them.

    What goes wrong with a constraint is left out here: its cells will say what it is.
    """
    drawing = [one for one in constraints if one.quantifier in ("every", "some case")]
    _DRAWING[:] = [(constraint, options.examples, options.seed) for constraint in drawing]
    with process_pool(jobs) as pool:
        waiting = []
        try:
            with forgiven():  # a generator that ends its process breaks the pool
                for place in range(len(_DRAWING)):
                    waiting.append(pool.submit(_drawn_in_process, place))
            for constraint in constraints:
                show(constraint.label)
                with forgiven():
                    _lay(metrics, prepare_cases(constraint, options))
            for asked, future in zip(_DRAWING, waiting, strict=False):
                with forgiven():
                    _lay(metrics, [keep_drawn(*asked, future.result())])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            _DRAWING.clear()


def _lay(metrics: Sequence[Metric], batches: Iterable[Any]) -> None:
    """Compute what several metrics need of the cases, where their task knows of such things."""
    for batch in batches:
        for outputs in batch.outputs.values():
            for metric in metrics:
                lay = getattr(get_task(metric.task), "lay", None)
                if lay is not None:
                    lay(metric, outputs)


_DRAWING: list[tuple[Constraint, int, int]] = []
"""What forked processes draw: generators cannot be sent to them, but are inherited."""


def _drawn_in_process(place: int) -> Any:
    return drawn_cases(*_DRAWING[place])
