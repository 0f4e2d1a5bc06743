"""The hunt: an optimiser moves what a generator is answered until a margin is as small as it gets.

Every answer is a coordinate of the unit cube (`axiometrics.tasks.choosing.At`), so that what is moved are magnitudes of
sizes and masses, and every point is an exact case. What goes against a constraint is then made as small as possible in
the task's order, one answer after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.checker.scheduling.processes import making
from axiometrics.checker.scores import NO_MARGIN, Scores, Source, bounded_signs
from axiometrics.checker.search import Search, relative_margins, singly
from axiometrics.checker.selection import Options
from axiometrics.checker.sweep import scored
from axiometrics.errors import AxiometricsError
from axiometrics.formulas.arithmetics.bounded import UNDECIDED
from axiometrics.formulas.rows import Floats
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Case, CaseBatch
from axiometrics.tasks.choosing import At, Impossible

NOWHERE = 2.0
"""Stands for the relative margin of a point that is no case, or of one without a margin: more than any can be."""
FEWEST, POPULATION = 8, 40
"""Starts, at least, and the points that are moved together: those of all starts with the least margins."""
MOST_DRAWS = 8
"""How many times as many points are drawn as there are starts, since not every point is a case."""
PROBED, MOST_ANSWERS = 30, 300
"""Points on which the answers are counted that a generator asks for, and how many can be moved."""
MORE = 10
"""How many times as many starts as a hunt has are tried where what is told of failing cases could be refuted."""
MOST_OPEN = 8
"""So many of these are decided exactly."""


Among = Callable[[CaseBatch, Mapping[str, Scores]], NDArray[np.bool_]]
"""Says which cases are looked at, by these and their scores."""


class _Quarry:
    """Cases that points of the unit cube stand for, and how well they meet a constraint.

    It keeps count, the least margin, and the points that fail. Only cases ``among`` those looked at can fail.
    """

    def __init__(
        self,
        metric: Metric,
        constraint: Constraint,
        source: Source,
        fails: Callable[[int], bool],
        among: Among | None,
    ) -> None:
        self.metric, self.constraint, self.source, self.fails = metric, constraint, source, fails
        self.among = among
        self.task = get_task(constraint.task)
        self.made = _made(constraint)
        self.cases = self.applicable = 0
        self.least = NOWHERE
        self.failing: list[Floats] = []
        self.open: list[tuple[Case, Floats]] = []

    def case(self, point: Sequence[float]) -> Case | None:
        """Return the case of a point; None where its answers admit none."""
        return self.made(At(point))

    def margins(self, points: Floats) -> Floats:
        """Return the relative margins of points, one a column."""
        made = [self.case(point) for point in points.T.tolist()]
        places = [place for place, case in enumerate(made) if case is not None]
        found = np.full(len(made), NOWHERE)
        if places:
            cases = [case for case in made if case is not None]
            found[places] = self.of_cases(cases, points.T[places], singly(self.constraint, cases))
        return found

    def of_cases(self, cases: Sequence[Case], points: Floats, batch: CaseBatch) -> Floats:
        """Return the relative margins of cases, also as a batch, with the points that they are at, one a row."""
        scores = scored(self.metric, self.constraint, self.source, batch)
        signs = bounded_signs(self.metric, self.constraint, scores)
        margins = relative_margins(self.metric, self.constraint, scores)
        there = np.isfinite(margins) & (signs != NO_MARGIN)
        if self.among is not None:
            there &= self.among(batch, scores)
        margins = np.where((signs == 0) | (signs == UNDECIDED), 0.0, margins)  # rounding is no margin
        margins = np.where(there, margins, NOWHERE)
        self.cases += len(cases)
        self.applicable += int(there.sum())
        self.least = min(self.least, float(margins.min()))
        for place in np.flatnonzero(there).tolist():
            if signs[place] == UNDECIDED:
                self.open.append((cases[place], points[place]))
            elif self.fails(int(signs[place])):
                self.failing.append(points[place])
        return margins

    def goes_against(self, case: Case, *, exactly: bool = False) -> bool:
        """Whether a case fails, decided exactly where floats do not tell, or without asking them."""
        decide = self.source.sign if exactly else self.source.quick
        try:
            return self.fails(decide(self.constraint, case.outputs))
        except (AxiometricsError, ArithmeticError):
            return False

    def caught(self) -> Floats | None:
        """Return a point that fails: of those that floats show the first, else the smallest that exact numbers do."""
        if self.failing:
            return self.failing[0]
        ordered = sorted(self.open, key=lambda each: each[0].size)[:MOST_OPEN]
        return next((point for case, point in ordered if self.goes_against(case, exactly=True)), None)

    def smaller(self, one: Case, other: Case) -> bool:
        """Whether a case comes before another in the task's order."""
        first = self.task.batch_of_cases(self.constraint.outputs, [other, one]).case(0)
        return dict(first.outputs) != dict(other.outputs)

    def shrunk(self, point: Floats) -> Case | None:
        """Return the smallest failing case that smaller answers lead to: all of them, or one, until none helps."""
        best, after = self.case(point.tolist()), 0
        while best is not None:
            answers = At(point.tolist())
            self.made(answers)
            for place, tried in enumerate(_nearer(point, answers.steps)):
                case = self.case(tried.tolist()) if place >= after else None
                if case is not None and self.smaller(case, best) and self.goes_against(case):
                    point, best, after = tried, case, place
                    break
            else:
                if not after:
                    break
                after = 0
        return best


FACTORS = 0.5, 0.7, 0.8, 0.9, 0.95, 0.98
"""What numbers are multiplied by, all together, to make a case smaller."""
SHARES = 0.0, 0.5, 0.8, 0.95, 0.99
"""What single coordinates are multiplied by."""


def _nearer(point: Floats, steps: Mapping[int, float]) -> Iterator[Floats]:
    """Yield points that may stand for smaller cases: numbers in the same proportions, then a single one less."""
    doubled = np.array([steps.get(place, 0.0) for place in range(len(point))])
    for factor in FACTORS:
        yield np.maximum(point + doubled * np.log2(factor), 0.0)
    for place, share in product(np.flatnonzero(point), SHARES):
        tried = np.array(point)
        tried[place] *= share
        yield tried


def _made(constraint: Constraint) -> Callable[[At], Case | None]:
    """Return what makes a constraint's case of answers; None where they admit none."""
    generator, random_case = constraint.bound_generator, get_task(constraint.task).random_case

    def made(answers: At) -> Case | None:
        try:
            found: Case = random_case(generator, answers)
        except Impossible:
            return None
        return found

    return made


@lru_cache(maxsize=128)
@making
def starting_points(constraint: Constraint, starts: int, seed: int) -> tuple[Floats, Sequence[Case]]:
    """Return random points that are cases, one a row, with these: the same ones for all metrics."""
    random, case = np.random.default_rng(abs(seed)), _made(constraint)
    probes = [At(random.random(MOST_ANSWERS).tolist()) for _ in range(PROBED)]
    for answers in probes:
        case(answers)
    dimensions = max(answers.asked for answers in probes)
    found: list[tuple[Floats, Case]] = []
    for _ in range(MOST_DRAWS):
        points = random.random((starts, dimensions))
        points[::2] *= random.random(points[::2].shape) > 1 / 3  # corners and faces
        made = [(point, case(At(given))) for point, given in zip(points, points.tolist(), strict=True)]
        found += [(point, each) for point, each in made if each is not None]
        if len(found) >= starts:
            break
    kept = found[:starts]
    return np.array([point for point, _ in kept]).reshape(len(kept), dimensions), [each for _, each in kept]


@lru_cache(maxsize=128)
def starting_cases(constraint: Constraint, starts: int, seed: int) -> CaseBatch:
    """Return the cases of `starting_points` as a batch, whose reductions all metrics share."""
    return singly(constraint, starting_points(constraint, starts, seed)[1])


def forget_starts() -> None:
    """Let all starting points go, with everything that was computed of their cases."""
    starting_points.cache_clear()
    starting_cases.cache_clear()


def hunt(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    fails: Callable[[int], bool],
    options: Options,
    *,
    times: int = 1,
    among: Among | None = None,
    smallest: bool = True,
) -> Search | None:
    """Move the best of some random points until a case fails; the same seed tries the same cases.

    There are ``times`` as many points as examples, and as many moves as the options have rounds. ``among`` says which
    cases are looked at; one of these fails, but what is returned may be a smaller one, unless the ``smallest`` is not
    asked for. None where nothing is looked at: without rounds, of a function, of which each value costs a call, and
    where premises make random cases few.
    """
    if metric.reads is not None or constraint.premises or not options.rounds:
        return None
    from scipy.optimize import differential_evolution  # which takes long to import

    quarry = _Quarry(metric, constraint, source, fails, among)
    drawn = constraint, max(times * options.examples, FEWEST), options.seed
    points, cases = starting_points(*drawn)
    margins = quarry.of_cases(cases, points, starting_cases(*drawn)) if cases else np.zeros(0)
    if not quarry.failing and (margins < NOWHERE).sum() >= FEWEST:
        best = np.argsort(margins, kind="stable")[:POPULATION]
        differential_evolution(
            quarry.margins,
            [(0, 1)] * points.shape[1],
            init=points[best],
            maxiter=options.rounds,
            tol=0,
            atol=-1,  # many cases that tie are no reason to stop
            polish=False,
            updating="deferred",
            vectorized=True,
            seed=abs(options.seed),
            callback=lambda *_, **__: bool(quarry.failing),
        )
    caught = quarry.caught()
    found = None if caught is None else quarry.shrunk(caught) if smallest else quarry.case(caught.tolist())
    told = _told(len(cases), quarry) if found is None and quarry.applicable else ""
    return Search(quarry.cases, quarry.applicable, found, told)


def _told(starts: int, quarry: _Quarry) -> str:
    """Say how long the hunt was, and how near it came."""
    least = f"{quarry.least:.1e}" if quarry.least else "0"
    return f"{quarry.applicable} cases from {starts} starts, least relative margin {least}"
