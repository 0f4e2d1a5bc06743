"""Random cases of a constraint, the same ones every time: on fine grids, and any for the search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partialmethod
from random import Random
from typing import Any

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import AtRandom, Impossible, Spread
from axiometrics.tasks.combination.cases import Assignment, case_of_template, samples
from axiometrics.tasks.combination.chooser import Chooser, Generator, Template

__all__ = ["draws", "fixed", "placed", "random_case", "sampled"]

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


def fixed(generator: Generator, given: Mapping[str, Any]) -> Generator:
    """Return a generator that does not ask for what is given by name: scores, or whole numbers."""

    def answered(choose: object) -> Template:
        return generator(_Fixed(choose, given))

    return answered
