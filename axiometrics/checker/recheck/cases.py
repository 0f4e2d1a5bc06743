"""Concrete cases that a certificate is compared with: all of them in floats with error bounds, a sample exactly.

Both are one comparison, made in two arithmetics. What the error bounds leave open is no disagreement: it is looked at
in exact numbers, with the first and the last case of every branch, the smallest and the largest ones, and random ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms.demands import UNIT
from axiometrics.checker.recheck import CertificateError, require
from axiometrics.checker.scores import orientation_sign
from axiometrics.checker.sources.trusted import MOST_WORK
from axiometrics.errors import NotSymbolicError, UndecidedError, UnknownPrimeError
from axiometrics.formulas.arithmetics.bounded import UNDECIDED
from axiometrics.formulas.arithmetics.budget import BudgetError, budget
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, Bounded
from axiometrics.formulas.arithmetics.exact import most_knowing
from axiometrics.formulas.arithmetics.scalars import elementwise
from axiometrics.formulas.undefined import Infinity, absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Subset

Places = NDArray[np.int64]
ABSENT = 3
"""Stands for the sign of what has no value."""
OPEN = -1
"""Stands for the branch of a case of which it is not known in which one it is."""
FIRST, LAST, DRAWN, DOUBTFUL, FEW = 4, 2, 4, 6, 4
"""Smallest cases, largest ones, random ones, and ones that error bounds leave open, that are compared exactly; parts of
a certificate up to which so many are compared with each of them: of more parts, fewer with each."""


class Readings:
    """Quantities and scores in one arithmetic, each read once: of a whole batch, or of some cases by themselves."""

    def __init__(self, concrete: Concrete, arithmetic: Any, alone: Subset | None = None) -> None:
        self.concrete = concrete
        self.arithmetic = arithmetic
        self.alone = alone
        self._known = concrete.read if alone is None else {}

    def __len__(self) -> int:
        return len(self.concrete.batch) if self.alone is None else len(self.alone.places)

    def measure(self, name: str) -> Any:
        """Return a named quantity of every case."""
        return self._read(name, lambda: self.concrete.measure(name, self))

    def score(self, output: str) -> Any:
        """Return the metric's value of an output of every case."""
        return self._read(f"score of {output}", lambda: self.concrete.score(output, self))

    def _read(self, place: str, read: Callable[[], Any]) -> Any:
        if place not in self._known:
            self._known[place] = self.arithmetic.filled(read(), len(self))
        return self._known[place]


class Cases:
    """Cases in one arithmetic: named quantities, margins, and the signs of what is computed from these.

    They are those at some places of what was read. Where they are a sample of cases whose signs were sought
    ``earlier``, of which they are the ``chosen`` ones, only signs that are not known are sought again.
    """

    def __init__(
        self,
        concrete: Concrete,
        readings: Readings,
        within: Places,
        earlier: Cases | None = None,
        chosen: Places | None = None,
    ) -> None:
        self.concrete = concrete
        self.readings = readings
        self.arithmetic = readings.arithmetic
        self.within = within
        self._all = np.array_equal(within, np.arange(len(readings)))
        self.places = within if readings.alone is None else readings.alone.places[within]
        self.earlier = earlier
        self.chosen = chosen
        self.unknown = False
        """Whether something was compared of which it is not known whether it has a value."""
        self._known: dict[str, Any] = {}
        self._signs: dict[str, Any] = {}

    def __len__(self) -> int:
        return len(self.within)

    def about(self, form: Mapping[str, int]) -> Cases:
        """Return the same cases with another linear form."""
        return Cases(self.concrete.about(form, self.concrete.turn), self.readings, self.within)

    def beside(self, other: Concrete) -> Cases:
        """Return the same cases as they are in another batch."""
        alone = self.readings.alone and other.alone(self.readings.alone.places)
        return Cases(other, Readings(other, self.arithmetic, alone), self.within)

    def number(self, value: Fraction | int) -> Any:
        """Return a number as a column."""
        return self.filled(self.arithmetic.number(Fraction(value)))

    def filled(self, values: Any) -> Any:
        """Return values with one entry for each case."""
        return self.arithmetic.filled(values, len(self))

    def measure(self, name: str) -> Any:
        """Return a named quantity of every case, such as ``cells[n**2]@better``."""
        if name not in self._known:
            self._known[name] = self._here(self.readings.measure(name))
        return self._known[name]

    def score(self, output: str) -> Any:
        """Return the metric's value of an output. Raises CertificateError where it is infinite."""
        found = self.value(output)
        require(not np.any(infinite(found)), f"{self.concrete.metric.label} is infinite in some case")
        return found

    def value(self, output: str) -> Any:
        """Return the metric's value of an output, which may be infinite."""
        if output == UNIT:
            return self.number(1)
        return self._known.setdefault(f"score of {output}", self._here(self.readings.score(output)))

    def _here(self, values: Any) -> Any:
        return values if self._all else values[self.within]

    def margin(self, *, squared: bool = False, beyond: bool = False) -> Any:
        """Return the linear form in the scores, or in their signed squares; ``beyond`` allows of infinite scores."""
        place = f"margin squared {squared} beyond {beyond}"
        if place not in self._known:
            scores = [self.value(name) if beyond else self.score(name) for name in self.concrete.form]
            if squared:
                scores = [score * self.arithmetic.larger(score, -score) for score in scores]
            self._known[place] = reduce(add, map(self._weighted, scores, self.concrete.form.values()))
        return self._known[place]

    def _weighted(self, values: object, weight: int) -> Any:
        turned = weight * self.concrete.turn
        if isinstance(values, Bounded) and abs(turned) == 1:
            return values if turned == 1 else -values
        return values * self.number(turned)

    def signs_of(self, name: str, values: Any) -> Any:
        """Return the signs of what has a name; they are sought where they are not known yet."""
        if self.earlier is None or self.chosen is None:
            self._signs[name] = self.signs(values)
            return self._signs[name]
        found = self.earlier._signs[name][self.chosen]
        left = np.flatnonzero(found == UNDECIDED)
        found[left] = self.signs(values[left])
        return found

    def signs(self, values: Any) -> Any:
        """Return the sign of every value, or `UNDECIDED`, or `ABSENT` where there certainly is no value."""
        if isinstance(values, Bounded):
            return values.signs if values.unit else np.where(self.absent(values), ABSENT, values.signs)
        return np.array([self._sign(value) for value in values.tolist()], dtype=int)

    def _sign(self, value: Any) -> int:
        try:
            return ABSENT if absent(value) else int(self.arithmetic.algebra.counted_sign(value))
        except BudgetError:  # what takes too much work is not compared, and not taken for the same
            raise
        except UndecidedError:
            return UNDECIDED

    def absent(self, values: Any) -> Any:
        """Return where there certainly is no value."""
        if isinstance(values, Bounded):
            return np.isnan(values.value) & np.isfinite(values.radius)
        return np.array([absent(value) for value in values.tolist()], dtype=bool)

    def present(self, values: object) -> Any:
        """Return where there certainly is a value."""
        if isinstance(values, Bounded):
            return ~np.isnan(values.value) & np.isfinite(values.radius)
        return ~self.absent(values)

    def require(self, holds: Any, message: str, here: Places | None = None) -> None:
        """Raise CertificateError, with the first case for which it is so, unless something holds everywhere."""
        if not np.all(holds):
            first = int(np.flatnonzero(~np.asarray(holds))[0])
            place = self.places[first if here is None else here[first]]
            raise CertificateError(f"{message} on {self.concrete.told(int(place))}")

    def require_same(self, found: object, stated: object, what: str, here: Places | None = None) -> None:
        """Raise CertificateError where two values certainly are not the same, or only one of them is there."""
        self.require(self._fits(found, stated), f"the {what} is not what the certificate says", here)

    def require_all_same(self, pairs: Sequence[tuple[str, Any, Any]]) -> None:
        """Do what `require_same` does for pairs of values with their names, in one go."""
        if not pairs:
            return
        found, stated = (self.arithmetic.joined([pair[side] for pair in pairs]) for side in (1, 2))
        if not np.all(self._fits(found, stated)):
            for what, one, other in pairs:
                self.require_same(one, other, what)

    def _fits(self, found: Any, stated: Any) -> Any:
        """Return where two values may be the same, or may both not be there."""
        signs = self.signs(found - stated)
        fits = (signs != 1) & (signs != -1)
        if isinstance(found, Bounded) and found.is_finite and stated.is_finite:
            return fits
        absent, present = ([part(value) for value in (found, stated)] for part in (self.absent, self.present))
        self.unknown |= not all(np.all(no | yes) for no, yes in zip(absent, present, strict=True))
        return fits & ~(absent[0] & present[1]) & ~(absent[1] & present[0])


def infinite(values: Any) -> Any:
    """Return the signs of infinite values, and 0 for all others."""
    if isinstance(values, Bounded):
        return np.where(np.isinf(values.value) & (values.radius == 0), np.sign(values.value), 0)
    return np.array([value.sign if isinstance(value, Infinity) else 0 for value in values.tolist()])


Check = Callable[[Cases], Places]
"""Compares cases with a certificate; raises CertificateError, or returns which branch every case is in, or `OPEN`."""


@dataclass(frozen=True)
class Concrete:
    """Some of the cases of a batch, and the linear form in the scores of a metric that a certificate is about.

    ``named`` is the metric whose reductions the certificate names, ``given`` are named numbers that no case has: those
    of an open parameter. ``read`` is what was read of the whole batch in floats.
    """

    metric: Metric
    batch: Any
    form: Mapping[str, int]
    turn: int
    places: Places
    named: Metric
    given: Mapping[str, Fraction] = field(default_factory=dict)
    read: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(
        cls,
        metric: Metric,
        form: Mapping[str, int],
        batch: Any,
        *,
        named: Metric | None = None,
        given: Mapping[str, Fraction] | None = None,
    ) -> Concrete:
        """Return all cases of a batch, with a linear form that is turned so that more is better."""
        sign, everywhere = orientation_sign(metric), np.arange(len(batch))
        return cls(metric, batch, dict(form), sign, everywhere, named or metric, given or {})

    def __len__(self) -> int:
        return len(self.places)

    def about(self, form: Mapping[str, int], turn: int) -> Concrete:
        """Return the same cases with another linear form."""
        return replace(self, form=form, turn=turn)

    def restricted(self, here: Any) -> Concrete:
        """Return some of the cases."""
        return replace(self, places=self.places[here])

    def inside(self, where: Mapping[str, int]) -> Any:
        """Return which cases have the chosen sizes of a place; none, where no case has anything of such a name."""
        cases, here, task = self.floats(), np.ones(len(self), dtype=bool), get_task(self.metric.task)
        for name, value in where.items():
            if "@" not in name and name not in self.given and task.counted(self.batch, name) is None:
                return here & False
            found = cases.measure(name)
            here &= (found.value == value) & (found.radius == 0)  # what was chosen is a whole number
        return here

    def floats(self) -> Cases:
        """Return all of the cases in floats with error bounds."""
        return Cases(self, Readings(self, BOUNDED), self.places)

    def measure(self, name: str, readings: Readings) -> Any:
        """Return a named quantity of every case of the batch, or of those that are read."""
        what = name.partition("@")[0]
        if what in self.given:
            return readings.arithmetic.number(self.given[what])
        measure = get_task(self.metric.task).measure
        return measure(self.named, self.batch, name, readings.arithmetic, readings.alone)

    def score(self, output: str, readings: Readings) -> Any:
        """Return the metric's values of an output, of every case of the batch, or of those that are read."""
        if readings.alone is None:
            return self.batch.outputs[output].filled(self.metric.formula)
        return readings.alone.outputs[output].read(self.metric.formula, readings.arithmetic)

    def alone(self, places: Places) -> Subset:
        """Return some cases of the batch by themselves, in the order of their places, whatever order a task has."""
        cases = [replace(self.batch.case(int(place)), size=number) for number, place in enumerate(places)]
        batch = get_task(self.metric.task).batch_of_cases(tuple(cases[0].outputs), cases)
        return Subset(places, batch.outputs)

    def algebra(self, alone: Subset) -> Any:
        """Return an exact arithmetic large enough for some cases."""
        tables = [table for outputs in alone.outputs.values() for table in outputs.tables()]
        return most_knowing(map(get_task(self.metric.task).algebra, tables))

    def told(self, place: int) -> str:
        """Return a case in notation."""
        return str(get_task(self.metric.task).notation(self.batch.case(place).outputs)[1])

    def compared(self, check: Check, smallest: int | None = None) -> int:
        """Compare the cases as `compare` does; return how many there are."""
        return compare([(self, check)], smallest)


def compare(jobs: Iterable[tuple[Concrete, Check]], smallest: int | None = None) -> int:
    """Compare all cases in floats with error bounds and a sample of each job exactly; return how many there are.

    Where exact numbers grow with size, the sample is of the ``smallest`` ones. Cases of a batch are read together.
    """
    batches: dict[int, list[_Job]] = {}
    parts = list(jobs)
    for concrete, check in parts:
        floats = concrete.floats()
        with np.errstate(all="ignore"):
            sample = _sample(check(floats)[:smallest], max(1.0, len(parts) / FEW))
        batches.setdefault(id(concrete.batch), []).append(_Job(concrete, check, floats, sample))
    for known in batches.values():
        with budget(2 * MOST_WORK):
            decided = _exactly(known)
        if any(job.floats.unknown and not some for job, some in zip(known, decided, strict=True)):
            raise UndecidedError("neither floats nor exact numbers tell whether a certificate is right")
    return sum(len(concrete) for concrete, _ in parts)


@dataclass(frozen=True)
class _Job:
    """Some of the cases of a batch that are compared with a part of a certificate, and the sample among them."""

    concrete: Concrete
    check: Check
    floats: Cases
    sample: Places


def _exactly(jobs: Sequence[_Job]) -> list[int]:
    """Compare the samples exactly, together or each by itself; return for how many cases of each it can be decided."""
    try:
        _together(jobs)
        return [len(job.sample) for job in jobs]
    except (UndecidedError, NotSymbolicError):
        if len(jobs) > 1:
            return [_exactly([job])[0] for job in jobs]
        (job,) = jobs
        singles = np.split(job.sample, len(job.sample)) if len(job.sample) > 1 else ()
        return [sum(_exactly([replace(job, sample=single)])[0] for single in singles)]


def _together(jobs: Sequence[_Job]) -> None:
    """Compare samples of one batch in an arithmetic that knows every prime they need."""
    own, concrete = [job.concrete.places[job.sample] for job in jobs], jobs[0].concrete
    places = np.unique(np.concatenate(own))
    alone = concrete.alone(places)
    algebra, done = concrete.algebra(alone), 0
    readings = Readings(concrete, elementwise(algebra), alone)
    while done < len(jobs):
        job = jobs[done]
        within = np.searchsorted(places, own[done])
        try:
            with budget(MOST_WORK), np.errstate(all="ignore"):
                job.check(Cases(job.concrete, readings, within, job.floats, job.sample))
            done += 1
        except UnknownPrimeError as error:
            algebra = algebra.knowing(error.primes)
            readings = Readings(concrete, elementwise(algebra), alone)


def _sample(branches: Places, thinned: float = 1.0) -> Places:
    """Return which cases are compared exactly; the cases are in the order of their sizes.

    Of every branch the first and the last one; of the others only a share, one over ``thinned``, and one at least.
    """
    count, drawn = len(branches), np.random.default_rng(len(branches))
    smallest, largest, random, open_ = (math.ceil(most / thinned) for most in (FIRST, LAST, DRAWN, DOUBTFUL))
    first, last = (np.unique(each, return_index=True)[1] for each in (branches, branches[::-1]))
    doubtful = np.flatnonzero(branches == OPEN)
    ends = np.arange(count)[:smallest], np.arange(count)[-largest:], first, count - 1 - last
    others = drawn.integers(0, max(count, 1), random)[:count]
    some = doubtful[np.linspace(0, len(doubtful) - 1, min(open_, len(doubtful))).astype(int)]
    require(count > 0, "there is no case to compare a certificate with")
    return np.unique(np.concatenate([*ends, others, some]))
