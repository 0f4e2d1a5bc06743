"""What comes before cells: making their cases, or, where these are many, sweeping them block by block for all metrics.

Of many cases every metric is first swept on the first block, and a proof is looked for; then the other blocks are
pieces of work, in any order and anywhere. What they give is joined in the order of the blocks, each of which counts
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Implies, OfACase, SomeCase
from axiometrics.checker.cache import Pair
from axiometrics.checker.demands import block_count, prepare_cases
from axiometrics.checker.isolation import forgiven
from axiometrics.checker.scheduling.crews import Done, Piece, Work
from axiometrics.checker.scheduling.processes import Cost, metered, peak_memory, process_pool
from axiometrics.checker.search import drawn_cases, keep_drawn
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.relations import RELATION
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.tally import Swept, first_swept, joined, next_tally
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

Run = Callable[[Sequence[Work]], Iterator[tuple[Work, Done]]]
"""Has pieces of work done, and yields each once."""


@dataclass
class Stages:
    """What the stages before the cells have found, and what they have cost."""

    swept: dict[Pair, Swept] = field(default_factory=dict)
    costs: dict[tuple[str, str], list[Cost]] = field(default_factory=dict)

    def with_costs(self, costs: Sequence[Cost]) -> list[Cost]:
        """Return the costs of cells with those of what came before them."""
        return [self._whole(cost) for cost in costs]

    def _whole(self, cost: Cost) -> Cost:
        parts = [cost, *self.costs.get((cost.metric, cost.constraint), ())]
        return replace(
            cost,
            seconds=sum(part.seconds for part in parts),
            making=sum(part.making for part in parts),
            memory=max(part.memory for part in parts),
        )

    def _spent(self, costs: Sequence[Cost]) -> None:
        for cost in costs:
            self.costs.setdefault((cost.metric, cost.constraint), []).append(cost)


def swept_in_stages(
    pieces: Sequence[Piece], options: Options, cut: Callable[[list[Piece]], Sequence[Piece]], run: Run
) -> Stages:
    """Sweep the pieces of which there are several blocks; ``cut`` cuts them by their metrics for the first block."""
    found = Stages()
    counts = {pair: _blocks(pair, options) for piece in pieces for pair in piece}
    large = [tuple(pair for pair in piece if counts[pair] > 1) for piece in pieces]
    large = [piece for piece in large if piece]
    if not large:
        return found
    begun: dict[Pair, Swept] = {}
    for work, (results, costs) in run(
        [Work(piece, {}, options, stage="first block") for piece in cut(large)]
    ):
        found._spent(costs)
        begun |= {pair: swept for pair, swept in zip(work.piece, results, strict=True) if swept is not None}
    later: dict[Pair, dict[int, Any]] = {pair: {} for pair in begun}
    for work, (results, costs) in run(list(_later(large, counts, begun, options))):
        found._spent(costs)
        for pair, tally in zip(work.piece, results, strict=True):
            later[pair][work.place] = tally
    for pair, swept in begun.items():
        parts = [later[pair].get(place) for place in range(1, counts[pair])]
        judged = _judged(pair)
        whole = joined(judged[1], swept, parts) if judged and (swept.proof or None not in parts) else None
        if whole is not None:
            found.swept[pair] = whole
    return found


def _later(
    pieces: Sequence[Piece], counts: Mapping[Pair, int], begun: Mapping[Pair, Swept], options: Options
) -> Iterator[Work]:
    """Yield the other blocks, the largest cases first, since those take longest."""
    for piece in pieces:
        for place in range(max(counts[pair] for pair in piece) - 1, 0, -1):
            here = tuple(pair for pair in piece if pair in begun and place < counts[pair])
            if here:
                swept = {pair: begun[pair] for pair in here}
                yield Work(here, {}, options, stage="block", place=place, swept=swept)


def _judged(pair: Pair) -> tuple[Metric, Constraint] | None:
    """Return who is judged by what, for metrics of ours and formulas; None for others."""
    metric, constraint = pair
    if not metric.trusted or metric.reads == RELATION:
        return None
    own = get_task(metric.task).suited(metric, constraint)
    asked = None if own is None else constraint.asked_of(own)
    return None if own is None or asked is None else (own, asked)


def _blocks(pair: Pair, options: Options) -> int:
    """Return how many blocks there are; one where a generator fails, of which its cells will tell."""
    with forgiven():
        judged = _judged(pair)
        return 1 if judged is None else block_count(judged[1], options)
    return 1


def staged(work: Work) -> Done:
    """Return what a stage finds of each pair; None where something goes wrong, of which the cells will tell."""
    results: list[Any] = []
    costs: list[Cost] = []
    for pair in work.piece:
        found = None
        with metered() as meter, forgiven():
            found = _found(pair, work)
        results.append(found)
        seconds, cases = meter.seconds - meter.making, 0
        costs.append(
            Cost(pair[0].task, pair[0].label, pair[1].label, seconds, meter.making, peak_memory(), cases)
        )
    return results, costs


def _found(pair: Pair, work: Work) -> Any:
    judged = _judged(pair)
    if judged is None:
        return None
    metric, constraint = judged
    source, size = TrustedSource(metric), work.options.sweep_size(True, get_task(metric.task).sweep_sizes)
    if work.stage == "first block":
        return first_swept(metric, constraint, source, size)
    return next_tally(metric, constraint, source, size, work.place, work.swept[pair])


def prepared(
    constraints: Sequence[Constraint],
    options: Options,
    jobs: int,
    show: Callable[[str], None],
) -> dict[str, float]:
    """Make all cases, so that processes forked from this one inherit them; return the seconds that each took.

    What goes wrong with a constraint is left out here: its cells will say what it is.
    """
    drawing = [one for one in constraints if isinstance(one.demand, OfACase | Implies | SomeCase)]
    _DRAWING[:] = [(constraint, options.examples, options.seed) for constraint in drawing]
    made: dict[str, float] = {}
    with process_pool(jobs) as pool:
        waiting = []
        try:
            with forgiven():  # a generator that ends its process breaks the pool
                for place in range(len(_DRAWING)):
                    waiting.append(pool.submit(_drawn_in_process, place))
            for constraint in constraints:
                show(constraint.label)
                with forgiven(), metered() as meter:
                    prepare_cases(constraint, options)
                made[constraint.label] = meter.seconds
            for asked, future in zip(_DRAWING, waiting, strict=False):
                with forgiven():
                    keep_drawn(*asked, future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            _DRAWING.clear()
    return made


_DRAWING: list[tuple[Constraint, int, int]] = []
"""What forked processes draw: generators cannot be sent to them, but are inherited."""


def _drawn_in_process(place: int) -> Any:
    return drawn_cases(*_DRAWING[place])
