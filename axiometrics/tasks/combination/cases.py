"""All cases of a constraint, those on the coarsest grid of scores first, and random ones on finer grids."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial, partialmethod
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Integers, Part, as_column, digits, ratios, take
from axiometrics.tasks.cases import Case, CaseBatch, columns, require_outputs
from axiometrics.tasks.choosing import AtRandom, Impossible, Spread, each_choice, tried
from axiometrics.tasks.combination import LETTERS, Scores
from axiometrics.tasks.combination.chooser import Chooser, Generator, Template
from axiometrics.tasks.shared_tables import Repeated

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Algebra

NOWHERE = Fraction(1, 2)
"""Stands for the scores of a number."""


class ScoresTable(Outputs):
    """Different outputs: the value at some scores times a number, or a number."""

    def __init__(self, different: Sequence[Scores]) -> None:
        self.different = tuple(different)

    def __len__(self) -> int:
        return len(self.different)

    @cached_property
    def count(self) -> int:
        """How many component scores the outputs have; as many as there can be where all are numbers."""
        return max((len(one.components) for one in self.different if one.components), default=len(LETTERS))

    @cached_property
    def quantities(self) -> dict[str, Part]:
        """The component scores, the factor T and the summand C; a number is 0 times a value, and a summand."""
        nowhere = (NOWHERE,) * self.count
        rows = [
            (*nowhere, Fraction(0), one.times)
            if one.components is None
            else (*one.components, one.times, Fraction(0))
            for one in self.different
        ]
        names = (*LETTERS[: self.count], "T", "C")
        return {name: ratios([row[place] for row in rows]) for place, name in enumerate(names)}

    @cached_property
    def is_number(self) -> NDArray[np.bool_]:
        """Which outputs stand for numbers."""
        return ~self.is_scores(lambda scores: True)

    def is_scores(self, test: Callable[[tuple[Fraction, ...]], bool]) -> NDArray[np.bool_]:
        """Return which outputs are component scores that meet a test."""
        found = [one.components is not None and test(one.components) for one in self.different]
        return np.array(found, dtype=bool)

    def table(self, index: int) -> Scores:
        """Return one output."""
        return self.different[index]

    def bounded(self, formula: Formula) -> Any:
        """Return the values of the outputs with their error bounds."""
        with np.errstate(all="ignore"):
            return self._turned(super().bounded(formula), np.arange(len(self)), BOUNDED)

    def read(self, formula: Formula, arithmetic: object, places: Integers | None = None) -> Any:
        """Return the values in an arithmetic, of all outputs or of those at some places."""
        chosen = np.arange(len(self)) if places is None else places
        return self._turned(super().read(formula, arithmetic, chosen), chosen, arithmetic)

    def value(self, formula: Formula, algebra: Algebra, place: int = 0) -> Any:
        """Return one output's value in an arithmetic on single numbers; floats are Python's."""
        if algebra is SCALARS and not self.different[place].plain:
            return float(self.evaluate(formula)[place])
        return super().value(formula, algebra, place)

    def _turned(self, values: Any, places: Integers, arithmetic: Any) -> Any:
        """Multiply the values at the scores of some outputs, and put numbers in their places."""
        found = arithmetic.filled(values, len(places))
        numbers = self.is_number[places]
        times, plus = (self.quantities[name] for name in "TC")
        scaled = np.flatnonzero(~numbers & ((times[0] != 1) | (times[1] != 1))[places])
        if len(scaled):
            factor = as_column(take(times, places[scaled]), arithmetic)
            found = arithmetic.placed(found, scaled, found[scaled] * factor)
        if numbers.any():
            number = as_column(take(plus, places[numbers]), arithmetic)
            found = arithmetic.placed(found, np.flatnonzero(numbers), number)
        return found

    def signature(self, formula: Formula, places: Integers) -> Integers:
        """Return everything the values depend on: the scores, and what they are multiplied by or replaced with."""
        rest = [self.quantities[name][side][places] for name in "TC" for side in (0, 1)]
        return np.concatenate([super().signature(formula, places), *([digits(part)] for part in rest)])


Assignment = tuple[int, dict[str, Any], Template]
"""The denominator of the grid, what was chosen by name, and the template that it makes."""


MOST_LEVELS = 6, 8
"""Scores that are chosen up to which there are grids of thirds, and of halves."""


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of a generator on the grids of scores k/n, for n up to a bound that the size sets."""
    most = _largest(size, _asked(generator))
    return gather(_assignments(generator, range(1, most + 1)), outputs, most, f"k/n, n ≤ {most}")


def _largest(size: int, scores: int) -> int:
    """Return the largest denominator for a number of scores that are chosen: more of them, coarser grids."""
    shares = {1: 1.0, 2: 1.0, 3: 2 / 3, 4: 1 / 2}
    if scores > MOST_LEVELS[0]:
        return 2 if scores <= MOST_LEVELS[1] else 1
    return max(3, int(size * shares.get(scores, 1 / 4)))


def _asked(generator: Generator) -> int:
    """Return how many levels a generator asks for."""
    made = [chooser.answers.made for chooser, _ in samples(generator, [8] * 60, 0)]
    return max(sum(isinstance(value, Fraction) for value in each.values()) for each in made)


def samples(
    generator: Callable[..., Any], denominators: Sequence[int], seed: int
) -> Iterator[tuple[Chooser, Template | None]]:
    """Yield a random choice on each of some grids, with the template that it makes, None where it makes none."""
    random = Random(seed)
    for denominator in denominators:
        chooser = Chooser(AtRandom(random.randrange), denominator)
        yield chooser, tried(generator, chooser)


def _assignments(generator: Generator, denominators: Sequence[int]) -> Iterator[Assignment]:
    """Yield every choice of levels on every grid, in order, with the template that it makes. Cost O(choices)."""
    for denominator in denominators:
        for chooser, template in each_choice(generator, partial(Chooser, denominator=denominator)):
            yield denominator, chooser.answers.made, template


def gather(
    made: Iterable[Assignment], outputs: Sequence[str], complete_up_to: int | None, grid: str = ""
) -> CaseBatch:
    """Return the cases that choices make, each group of outputs once; their size is the denominator of the grid."""
    found: dict[tuple[Scores, ...], tuple[int, Mapping[str, Any]]] = {}
    for denominator, chosen, template in made:
        judged = tuple(_judged(template, outputs))
        found.setdefault(judged, (denominator, chosen))
    return _batch(outputs, list(found), list(found.values()), complete_up_to, grid)


def case_of_template(
    template: Template, outputs: Sequence[str], chosen: Mapping[str, Any], size: int
) -> Case:
    """Return the case that a template is."""
    tables = dict(zip(outputs, _judged(template, outputs), strict=True))
    plain = {name: str(value) if isinstance(value, Fraction) else value for name, value in chosen.items()}
    return Case(tables, plain, size)


def _judged(template: Template, outputs: Sequence[str]) -> Iterable[Scores]:
    """Yield the scores of every output that is asked for."""
    require_outputs(template.outputs, outputs)
    for name in outputs:
        output = template.outputs[name]
        if output.components is not None and not all(0 <= score <= 1 for score in output.components):
            raise InputError(f"the generator makes the scores {output.components}; they must be from 0 to 1")
        yield (
            Scores.number(output.times)
            if output.components is None
            else Scores.of(*output.components, times=output.times)
        )


def batch_of_cases(
    outputs: Sequence[str], given: Sequence[Case], complete_up_to: int | None = None
) -> CaseBatch:
    """Return given cases as a batch, smallest grids first."""
    ordered = sorted(given, key=lambda case: case.size)
    judged = [tuple(case.outputs[name] for name in outputs) for case in ordered]
    return _batch(outputs, judged, [(case.size, case.sizes) for case in ordered], complete_up_to, "")


def _batch(
    outputs: Sequence[str],
    judged: Sequence[tuple[Scores, ...]],
    made: Sequence[tuple[int, Mapping[str, Any]]],
    complete_up_to: int | None,
    grid: str,
) -> CaseBatch:
    places: dict[Scores, int] = {}
    rows = np.array([[places.setdefault(one, len(places)) for one in group] for group in judged])
    rows = rows.reshape(len(judged), len(outputs)).astype(np.int64)
    table = ScoresTable(tuple(places))
    sizes = columns([chosen for _, chosen in made])
    return CaseBatch(
        {name: Repeated(table, rows[:, place]) for place, name in enumerate(outputs)},
        np.array([size for size, _ in made], dtype=np.int64),
        sizes,
        complete_up_to,
        grid,
        finite=[name for name, column in sizes.items() if column.dtype != object],
    )


# --- random cases

_WIDE, _EACH = (7, 9, 13, 16, 20, 27, 36, 60), 30
_NARROW, _FEW = (7, 10), 10
_SEARCHED = (*range(1, 13), 16, 24, 60, 100, 100, 1000, 1000, 10_000, 10_000)
_COARSE = (3, 4, 5, 6)
_NEXT_TO_ZERO = Fraction(1, 1000)


def _repeated(denominators: Sequence[int], times: int) -> list[int]:
    return [denominator for denominator in denominators for _ in range(times)]


def sampled(generator: Generator, *, wide: bool) -> Iterator[Assignment]:
    """Yield random cases on fine grids."""
    grids = _repeated(_WIDE, _EACH) if wide else _repeated(_NARROW, _FEW)
    for chooser, template in samples(generator, grids, 1):
        if template is not None:
            yield chooser.denominator, chooser.answers.made, template


class _Scattered(Chooser):
    """Levels of any order of magnitude, above 0 or below 1."""

    answers: Spread

    def level(self, name: str, domain: str) -> Fraction:
        self.answers.made[name] = found = self._anywhere(domain)
        return found

    factor = partialmethod(level, domain="interior")

    def levels(self, *names: str, domain: str) -> tuple[Fraction, ...]:
        found = tuple(sorted({self._anywhere(domain) for _ in names}))
        if len(found) < len(names):
            raise Impossible
        self.answers.made |= zip(names, found, strict=True)
        return found

    def _anywhere(self, domain: str) -> Fraction:
        low, high = int(domain != "closed"), self.denominator - int(domain == "interior")
        if high < low:
            raise Impossible
        below, away = self.answers.pick(2), self.answers.amount(high - low)
        return Fraction(high - away if below else low + away, self.denominator)


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case on a grid of up to ten thousand parts."""
    chooser = _Scattered(answers, answers.one_of(_SEARCHED))
    template = generator(chooser)
    return case_of_template(template, list(template.outputs), answers.made, chooser.denominator)


def draws(
    generator: Generator, count: int
) -> tuple[tuple[Fraction, Fraction], list[str], list[dict[str, Any]]]:
    """Return the ends of the domain, the levels that are chosen one by one, and draws of everything that is chosen.

    An end that is not in the domain is replaced by a level next to it.
    """
    grids = [_COARSE[number % len(_COARSE)] for number in range(count)]
    choosers = [chooser for chooser, template in samples(generator, grids, 3) if template is not None]
    single = {name: domain for chooser in choosers for name, domain in chooser.single.items()}
    low = Fraction(0) if set(single.values()) == {"closed"} else _NEXT_TO_ZERO
    high = 1 - _NEXT_TO_ZERO if "interior" in single.values() else Fraction(1)
    return (low, high), list(single), [dict(chooser.answers.made) for chooser in choosers]


def placed(
    generator: Generator, outputs: Sequence[str], chosen: Mapping[str, Any], size: int | None = None
) -> Case:
    """Return the case that given choices make; its size is the largest numerator or denominator, or is given."""
    chooser = Chooser(AtRandom(Random(1).randrange))
    case = case_of_template(fixed(generator, chosen)(chooser), outputs, chosen, size or 0)
    if size is not None:
        return case
    return replace(case, size=max(output.denominator for output in case.outputs.values()))


@dataclass
class _Fixed:
    """Answers with the given values by name, and passes all other questions on."""

    chooser: Any
    given: Mapping[str, Any]

    def __getattr__(self, question: str) -> Any:
        asked = getattr(self.chooser, question)

        def answer(name: Any, *others: Any, **options: Any) -> Any:
            return self.given[name] if name in self.given else asked(name, *others, **options)

        return asked if question == "require" else answer


def fixed(generator: Generator, given: Mapping[str, Any], *, of_symbols: bool = False) -> Generator:
    """Return a generator that does not ask for what is given by name: scores, or whole numbers, as symbols need it."""
    known = tuple(given.items())  # which nobody changes later, as may be seen

    def answered(choose: object) -> Template:
        told = dict(known)
        if of_symbols:
            from sympy import Rational

            told = {name: Rational(value) for name, value in known}
        return generator(_Fixed(choose, told))

    return answered
