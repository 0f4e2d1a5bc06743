"""All cases of a constraint as one batch of counts, smallest first: shared by every metric."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from axiometrics.errors import InputError
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, require_outputs
from axiometrics.tasks.choosing import Given
from axiometrics.tasks.filtering.batch import CountsBatch
from axiometrics.tasks.filtering.counts import Counts
from axiometrics.tasks.filtering.scene import Chooser, Generator, Scene

__all__ = ["batch_of_cases", "case_of", "gather", "ladders"]


def case_of(outputs: Mapping[str, Counts], sizes: Mapping[str, int]) -> Case:
    """Return a case; its size is the number of items."""
    return Case(outputs, sizes, next(iter(outputs.values())).items)


def ladders(generator: Generator, steps: Sequence[int]) -> Iterator[tuple[dict[str, int], Scene]]:
    """Yield the scenes in which every size is its least value plus one of the steps."""
    least = Given()
    generator(Chooser(least))
    for chosen in product(steps, repeat=len(least.made)):
        answers = Given(
            {name: low + step for (name, low), step in zip(least.lows.items(), chosen, strict=True)}
        )
        scene = generator(Chooser(answers))
        yield answers.made, scene


def gather(
    made: Iterable[tuple[dict[str, int], Scene]], outputs: Sequence[str], bound: int | None
) -> CaseBatch:
    """Return the cases that sizes make, each pair of outputs once."""
    found: dict[tuple[Counts, ...], Case] = {}
    for sizes, scene in made:
        tables = {name: Counts(*scene.outputs[name]) for name in _checked(scene, outputs)}
        found.setdefault(tuple(tables.values()), case_of(tables, sizes))
    return batch_of_cases(outputs, list(found.values()), bound)


def _checked(scene: Scene, outputs: Sequence[str]) -> Sequence[str]:
    """Every output of a scene must judge the same collection, with items of both classes."""
    require_outputs(scene.outputs, outputs)
    golds = []
    for name in outputs:
        tp, fp, fn, tn = scene.outputs[name]
        if min(tp, fp, fn, tn) < 0:
            raise InputError(f"the generator makes a negative count: {name} is {(tp, fp, fn, tn)}")
        golds.append((tp + fn, fp + tn))
    if len(set(golds)) > 1:
        raise InputError(
            f"the generator changes the gold: relevant and irrelevant items are {golds}; all outputs of a case must "
            "judge the same items"
        )
    if not all(golds[0]):
        raise InputError(
            f"the generator makes a collection of {golds[0][0]} relevant and {golds[0][1]} irrelevant items; "
            "both classes must have some"
        )
    return outputs


def batch_of_cases(outputs: Sequence[str], given: Iterable[Case], bound: int | None = None) -> CaseBatch:
    """Return given cases as a batch, by items, then relevant items, then the counts."""
    ordered = sorted(given, key=lambda case: _order(outputs, case))
    return cases.batch_of_cases(outputs, ordered, CountsBatch.from_tables, bound)


def _order(outputs: Sequence[str], case: Case) -> tuple[object, ...]:
    first = case.outputs[outputs[0]]
    return (case.size, first.relevant, *(case.outputs[name].to_tuple() for name in outputs))
