"""The cases of many constraints, made before the metrics are: random ones in other processes meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Implies, OfACase, SomeCase
from axiometrics.checker.apart import forgiven
from axiometrics.checker.demands import prepare_cases
from axiometrics.checker.options import Options
from axiometrics.checker.processors import process_pool
from axiometrics.checker.search import drawn_cases, keep_drawn

__all__ = ["prepared"]


def prepared(
    constraints: Sequence[Constraint],
    options: Options,
    jobs: int,
    show: Callable[[str], None],
) -> None:
    """Make all cases, so that processes forked from this one inherit them.

    What goes wrong with a constraint is left out here: its cells will say what it is.
    """
    drawing = [one for one in constraints if isinstance(one.demand, OfACase | Implies | SomeCase)]
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
                    prepare_cases(constraint, options)
            for asked, future in zip(_DRAWING, waiting, strict=False):
                with forgiven():
                    keep_drawn(*asked, future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            _DRAWING.clear()


_DRAWING: list[tuple[Constraint, int, int]] = []
"""What forked processes draw: generators cannot be sent to them, but are inherited."""


def _drawn_in_process(place: int) -> Any:
    return drawn_cases(*_DRAWING[place])
