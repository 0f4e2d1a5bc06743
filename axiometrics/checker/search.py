"""The search: Hypothesis draws cases of any size, once for all metrics, and shrinks what fails for one of them.

Draws depend on their seed alone. Hypothesis now and then draws a constant that it has read in the modules of the
running program; what is loaded, and from where, differs between a check, a report and an installed package.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import lru_cache
from threading import RLock
from typing import TYPE_CHECKING, Any
from unittest import SkipTest

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import UNIT, Positive
from axiometrics.checker.scheduling.processes import making
from axiometrics.checker.scores import NO_MARGIN, Scores, Source, bounded_signs, orientation_sign
from axiometrics.checker.sweep import scored
from axiometrics.errors import AxiometricsError
from axiometrics.formulas.arithmetics.bounded import UNDECIDED
from axiometrics.formulas.rows import Floats
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Case, CaseBatch

if TYPE_CHECKING:
    import hypothesis


@dataclass(frozen=True)
class Search:
    """How many cases were tried, how many had scores, and a shrunken failing one, if any.

    ``hunted`` says in words what an optimiser has found where no case fails.
    """

    cases: int
    applicable: int
    found: Any | None
    hunted: str = ""


AT_ONCE = 150
"""How many times as many cases are drawn where a task makes many at once."""

NEAR = 12
"""Numbers up to which cases are drawn for a function that is called: it may take long on hundreds of items."""

_KEPT: dict[tuple[Constraint, int, int], Any] = {}
"""Batches that another process has drawn, until they are asked for."""


@lru_cache(maxsize=128)
@making
def drawn_cases(constraint: Constraint, examples: int, seed: int, furthest: int | None = None) -> Any:
    """Return random cases as a batch, drawn once for all metrics, or with numbers up to ``furthest``."""
    kept = _KEPT.pop((constraint, examples, seed), None) if furthest is None else None
    return _drawn(constraint, examples, seed, furthest) if kept is None else kept


def furthest_for(metric: Metric) -> int | None:
    """Return the number up to which cases are drawn for a metric; None for a formula, which costs no call."""
    return None if metric.reads is None else NEAR


def keep_drawn(constraint: Constraint, examples: int, seed: int, batch: CaseBatch) -> Any:
    """Take a batch that another process has drawn for what `drawn_cases` returns, and return that."""
    _KEPT[constraint, examples, seed] = batch
    return drawn_cases(constraint, examples, seed)


def _drawn(constraint: Constraint, examples: int, seed: int, furthest: int | None) -> Any:
    at_once = get_task(constraint.task).many(
        constraint.bound_generator, constraint.outputs, AT_ONCE * examples, seed
    )
    return _one_by_one(constraint, examples, seed, furthest) if at_once is None else at_once


def _one_by_one(constraint: Constraint, examples: int, seed: int, furthest: int | None) -> Any:
    import hypothesis  # which takes long

    found: list[Any] = []
    task = get_task(constraint.task)

    @hypothesis.seed(seed)
    @_settings(max(examples, 1), "generate")
    @hypothesis.given(task.strategy(constraint.bound_generator, furthest))
    def collect(case: Case) -> None:
        found.append(case)

    if examples:
        with seed_alone(), _seeded_once(), suppress(hypothesis.errors.Unsatisfiable):  # there may be no case
            collect()
    return task.batch_of_cases(constraint.outputs, found)


def search(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    fails: Callable[[int], bool],
    examples: int,
    seed: int,
    database: str | None = None,
    phases: Sequence[str] = ("reuse", "generate", "target", "shrink"),
) -> Search:
    """Draw cases until a margin's sign ``fails``, and shrink that case; the same seed draws the same cases.

    Hypothesis aims at small margins of formulas, of which a value does not cost a call. In the folder ``database`` it
    keeps what fails, which the phase ``reuse`` draws again, by the same answers: if the constraint is another one now,
    so is the case.
    """
    import hypothesis

    if examples == 0 and database is None:
        return Search(0, 0, None)
    counts = {"cases": 0, "applicable": 0}

    def failing(case: Case) -> bool:
        counts["cases"] += 1
        try:
            if not _applies(constraint, source, case):
                return False
            sign, margin = _judged(metric, constraint, source, case)
            if np.isfinite(margin):
                hypothesis.target(-margin)
        except (AxiometricsError, ArithmeticError):
            return False
        counts["applicable"] += 1
        return fails(sign)

    try:
        ours = metric.trusted and constraint.origin.startswith("axiometrics.")
        with seed_alone(), _seeded_once() if ours else nullcontext():
            found = _first(
                get_task(constraint.task).strategy(constraint.bound_generator, furthest_for(metric)),
                failing,
                _settings(max(examples, 1), *phases, database=database),
                seed,
                f"{constraint.task}/{metric.label}/{constraint.label}",
            )
    except (hypothesis.errors.NoSuchExample, SkipTest):  # the latter where nothing is kept to draw again
        return Search(counts["cases"], counts["applicable"], None)
    return Search(counts["cases"], counts["applicable"], found)


def _first(strategy: Any, failing: Callable[[Any], bool], settings: Any, seed: int, key: str) -> Case:
    """Return the least case that fails, as `hypothesis.find` does, but with a seed and a database, which that has not.

    Raises NoSuchExample.
    """
    import hypothesis

    last: list[Case] = []

    @hypothesis.settings(settings, report_multiple_bugs=False)
    @hypothesis.seed(random.Random(seed).getrandbits(64))
    @hypothesis.given(strategy)
    def look(case: Case) -> None:
        if failing(case):
            last[:] = [case]
            raise hypothesis.errors.Found

    look._hypothesis_internal_database_key = key.encode()
    with suppress(hypothesis.errors.Found):
        look()
    if not last:
        raise hypothesis.errors.NoSuchExample(key)
    return last[0]


def _settings(examples: int, *phases: str, database: str | None = None) -> hypothesis.settings:
    """Return how Hypothesis goes about it: by nothing but a seed and a folder, without limits or checks of its own."""
    from hypothesis import HealthCheck, Phase, settings
    from hypothesis.database import DirectoryBasedExampleDatabase

    return settings(
        max_examples=examples,
        database=None if database is None else DirectoryBasedExampleDatabase(database),
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
        phases=[Phase[name] for name in phases],
    )


def _judged(metric: Metric, constraint: Constraint, source: Source, case: Case) -> tuple[int, float]:
    """Return the sign of a case, exact where floats leave it open, and the relative margin of a formula, else NaN."""
    if metric.reads is not None:
        return source.quick(constraint, case.outputs), np.nan
    scores = scored(metric, constraint, source, singly(constraint, [case]))
    sign = int(bounded_signs(metric, constraint, scores)[0])
    if sign in (UNDECIDED, NO_MARGIN) or constraint.scored_by:
        sign = source.sign(constraint, case.outputs)
    return sign, float(relative_margins(metric, constraint, scores)[0])


def singly(constraint: Constraint, cases: Sequence[Case]) -> CaseBatch:
    """Return cases in the given order as a batch of which only the outputs count."""
    task = get_task(constraint.task)
    outputs = {name: task.batch([case.outputs[name] for case in cases]) for name in constraint.outputs}
    return CaseBatch(outputs, np.array([case.size for case in cases]), {}, None)


def relative_margins(metric: Metric, constraint: Constraint, scores: Mapping[str, Scores]) -> Floats:
    """Return how well cases meet the demand: what its forms are of the sizes of their scores; NaN without values."""
    turned = 1 if constraint.of_a_case.of_values else orientation_sign(metric)
    found = []
    with np.errstate(all="ignore"):
        for form in constraint.forms:
            parts = [weight * (1.0 if name == UNIT else scores[name].values) for name, weight in form.items()]
            scale = np.sum(np.abs(np.broadcast_arrays(*parts)), axis=0)
            found.append(
                turned * np.sum(np.broadcast_arrays(*parts), axis=0) / np.where(scale > 0, scale, 1.0)
            )
        return np.asarray(constraint.of_a_case.depth(np.array(found)))


def _applies(constraint: Constraint, source: Source, case: Case) -> bool:
    """Whether every premise holds in a case."""
    signs = (
        (source.sign(constraint.about(Positive(form)), case.outputs), kind)
        for form, kind in constraint.premises
    )
    return all(sign == 0 or (sign > 0 and kind == "nonnegative") for sign, kind in signs)


@contextmanager
def seed_alone() -> Iterator[None]:
    """Give a context in which Hypothesis draws no constants from loaded modules (older versions never do).

    One thread is in it at a time, since it is about all of Hypothesis.
    """
    from hypothesis.internal.conjecture.providers import HypothesisProvider

    name = "_maybe_draw_constant"
    with _ALONE:
        own = getattr(HypothesisProvider, name, None)
        if own is not None:
            setattr(HypothesisProvider, name, lambda *_, **__: None)
        try:
            yield
        finally:
            if own is not None:
                setattr(HypothesisProvider, name, own)


_ALONE = RLock()


@contextmanager
def _seeded_once() -> Iterator[None]:
    """Give a context in which Hypothesis seeds all random numbers once, and not again for every case.

    That takes a sixth of its time, and nothing of ours asks for any; a user's generator may, and is then to be drawn
    again, to be made smaller.
    """
    from hypothesis import core

    name = "deterministic_PRNG"
    own = getattr(core, name, None)
    if own is None:
        yield
        return
    with own():
        setattr(core, name, nullcontext)
        try:
            yield
        finally:
            setattr(core, name, own)
