"""What generators choose, for all tasks: given again, gone through in order, drawn, or taken at random.

A constraint's generator asks the chooser of its task for sizes, grades, contexts and the like, and the chooser asks its
*answers* for numbers and for one of several options. So one chooser makes the cases of a replay (`Given`), of a sweep
(`Given` in `by_size`, `InOrder` in `each_choice`), of a search (`Drawn`, or `At` a point that an optimiser moves) and
of random samples (`AtRandom`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from math import log2, nextafter
from operator import length_hint
from typing import Any, TypeVar

from axiometrics.errors import InputError

T = TypeVar("T")
Start = Callable[[Any], Any]
"""Makes a task's chooser from its answers."""
Made = tuple[dict[str, Any], Any]
"""What was chosen by name, and the template that it makes."""


class GeneratorKey:
    """A generator that is equal to every other one with the same function and the same parameters.

    A constraint binds its parameters anew each time it is asked for its generator; whatever depends on the generator
    alone can be cached under this.

    >>> GeneratorKey(partial(max, default=1)) == GeneratorKey(partial(max, default=1))
    True
    """

    def __init__(self, generator: Callable[..., Any]) -> None:
        self.generator = generator
        self._identity: tuple[Any, ...] = (generator,)
        if isinstance(generator, partial):
            values = frozenset(generator.keywords.items())
            self._identity = generator.func, generator.args, values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GeneratorKey) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)


class Impossible(Exception):
    """What was chosen so far admits no case."""


class Answers:
    """Where a chooser gets numbers and options from; ``made`` has what was chosen by name, in order."""

    def __init__(self) -> None:
        self.made: dict[str, Any] = {}

    def pick(self, count: int) -> int:
        """Return a place among so many options, at least one."""
        raise NotImplementedError

    def one_of(self, options: Sequence[T]) -> T:
        """Return one of some options; raises Impossible where there is none."""
        if not len(options):
            raise Impossible
        return options[self.pick(len(options))]

    def named(self, name: str, options: Sequence[T]) -> T:
        """Return one of some options, and keep it by name."""
        found: T = self.one_of(options)
        self.made[name] = found
        return found

    def number(self, name: str, low: int, high: int | None = None, *, reach: int, counts: bool = True) -> int:
        """Return a whole number from ``low`` to ``high``; to no end, or as far as is tried, where that is None.

        ``reach`` says how far above the least one a number is drawn. One that ``counts`` makes a larger case where it
        is larger.
        """
        return self.named(name, range(low, (low + reach if high is None else high) + 1))


class Given(Answers):
    """Answers with given numbers by name and with the least where none is given; with the first of all options.

    ``lows`` and ``highs`` are the bounds of every number; ``idle`` are those that do not make a case larger.
    """

    def __init__(self, given: Mapping[str, int] | None = None) -> None:
        super().__init__()
        self.given = given or {}
        self.lows: dict[str, int] = {}
        self.highs: dict[str, int | None] = {}
        self.idle: set[str] = set()

    def pick(self, count: int) -> int:
        """Return the first place."""
        return 0

    def number(self, name: str, low: int, high: int | None = None, *, reach: int, counts: bool = True) -> int:
        """Return the given number, or the least one."""
        self.lows[name], self.highs[name] = low, high
        if not counts:
            self.idle.add(name)
        self.made[name] = found = max(self.given.get(name, low), low)
        return found

    @property
    def possible(self) -> bool:
        """Whether every number is within its bound."""
        return all(high is None or self.made[name] <= high for name, high in self.highs.items())


class InOrder(Answers):
    """Answers with the options at the places of a path, with the first ones after it, and knows the next path.

    A number without an upper bound is the least one and one of ``steps`` more.
    """

    def __init__(self, path: Sequence[int] = (), steps: Sequence[int] = (0,)) -> None:
        super().__init__()
        self.path = path
        self.steps = steps
        self.asked: list[tuple[int, int]] = []

    def pick(self, count: int) -> int:
        """Return the next place of the path."""
        asked = len(self.asked)
        place = self.path[asked] if asked < len(self.path) else 0
        self.asked.append((place, count))
        return place

    def number(self, name: str, low: int, high: int | None = None, *, reach: int, counts: bool = True) -> int:
        """Return a number of the range, or the least one and a step."""
        if high is not None:
            return super().number(name, low, high, reach=reach)
        self.made[name] = found = low + self.one_of(self.steps)
        return found

    def following(self) -> tuple[int, ...] | None:
        """Return the next path: the last place that can be raised is; None after the last path."""
        for last in range(len(self.asked) - 1, -1, -1):
            place, count = self.asked[last]
            if place + 1 < count:
                return (*(each for each, _ in self.asked[:last]), place + 1)
        return None


class Spread(Answers):
    """Answers that are drawn, with numbers of any order of magnitude up to ``furthest``."""

    furthest = 10**9

    def share(self) -> float:
        """Return a number from 0 to below 1, evenly spread."""
        raise NotImplementedError

    def pick(self, count: int) -> int:
        """Return a place, every one as likely."""
        return place if (place := int(self.share() * count)) < count else count - 1

    def amount(self, most: int, *, empty: float = 0.0) -> int:
        """Return a whole number from 0 to ``most``: 0 in a share ``empty`` of the draws, else of any magnitude.

        >>> [At([share]).amount(1000) for share in (0.0, 0.25, 0.5, 0.75, 0.999)]
        [0, 4, 30, 176, 993]
        """
        share, least, most = self.share(), 1 if empty else 0, min(most, self.furthest)
        if share < empty or most < 1:
            return 0
        return int((most - least + 1) ** ((share - empty) / (1 - empty))) - 1 + least

    def number(self, name: str, low: int, high: int | None = None, *, reach: int, counts: bool = True) -> int:
        """Return a number at most ``reach`` above the least one, which may be above ``high``."""
        most = reach if high is None else min(high - low, reach)
        self.made[name] = found = low + self.amount(most)
        return found


class AtRandom(Spread):
    """Answers with random options; ``below`` returns a random whole number below another one."""

    def __init__(self, below: Callable[[int], int]) -> None:
        super().__init__()
        self.below = below

    def share(self) -> float:
        """Return a random number."""
        return self.below(2**30) / 2**30

    def pick(self, count: int) -> int:
        """Return a random place."""
        return self.below(count)


class At(Spread):
    """Answers with what the coordinates of a point of the unit cube stand for; `Impossible` after the last one."""

    def __init__(self, point: Sequence[float]) -> None:
        super().__init__()
        self.point = point
        self._left = iter(point)
        self._amounts: list[tuple[int, int, float]] = []

    @property
    def asked(self) -> int:
        """How many coordinates were asked for."""
        return len(self.point) - length_hint(self._left)

    @property
    def steps(self) -> dict[int, float]:
        """By how much coordinates differ of which one stands for twice the number of the other."""
        ends = ((place, max(min(most, self.furthest), 1), empty) for place, most, empty in self._amounts)
        return {place: (1 - empty) / log2(most + 1) for place, most, empty in ends}

    def share(self) -> float:
        """Return the next coordinate."""
        if (found := next(self._left, None)) is None:
            raise Impossible
        return found if 0 <= found < 1 else min(max(found, 0.0), nextafter(1.0, 0.0))

    def pick(self, count: int) -> int:
        """Return the place that the next coordinate stands for."""
        if (found := next(self._left, None)) is None:
            raise Impossible
        return place if 0 <= (place := int(found * count)) < count else max(0, min(place, count - 1))

    def amount(self, most: int, *, empty: float = 0.0) -> int:
        """Return the number that the next coordinate stands for."""
        self._amounts.append((self.asked, most, empty))
        return super().amount(most, empty=empty)


class Drawn(Spread):
    """Answers with what Hypothesis draws."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        super().__init__()
        self.draw = draw

    def pick(self, count: int) -> int:
        """Return a drawn place."""
        return int(self.draw(_places(count)))

    def share(self) -> float:
        """Return a drawn multiple of a millionth."""
        return int(self.draw(_upto(999_999))) / 1_000_000

    def amount(self, most: int, *, empty: float = 0.0) -> int:
        """Return a drawn whole number: how many digits it has in base 2, then these."""
        most = min(most, self.furthest)
        if most < 1:
            return 0
        digits = most.bit_length()
        nothing = round(digits * empty / (1 - empty))
        length = int(self.draw(_upto(digits + nothing))) - nothing
        return (
            0 if length <= 0 else min((1 << length - 1) + int(self.draw(_upto((1 << length - 1) - 1))), most)
        )


@lru_cache(maxsize=1024)
def _places(count: int) -> Any:
    """Return a strategy of one of so many places; made once, since each one is validated."""
    from hypothesis import strategies as st

    return st.sampled_from(range(count))


@lru_cache(maxsize=1024)
def _upto(most: int) -> Any:
    """Return a strategy of the whole numbers from 0 to one."""
    from hypothesis import strategies as st

    return st.integers(0, most)


def strategy(make: Callable[[Drawn], T]) -> Any:
    """Return a Hypothesis strategy of what is made of drawn answers; raising Impossible leaves a draw out."""
    return _of_made_cases()(make)


@cache
def _of_made_cases() -> Any:
    """Return what makes a strategy of a function of drawn answers; made once, since its source is parsed."""
    from hypothesis import reject
    from hypothesis import strategies as st

    @st.composite
    def cases(draw: Any, make: Callable[[Drawn], Any]) -> Any:
        try:
            return make(Drawn(draw))
        except Impossible:
            reject()

    return cases


def least(generator: Callable[..., T], start: Start) -> tuple[Given, T]:
    """Return the least of everything that a generator asks for, and what it makes of it."""
    answers = Given()
    return answers, generator(start(answers))


def tried(generator: Callable[..., T], chooser: object) -> T | None:
    """Return what a generator makes with a chooser, None where that is impossible."""
    try:
        return generator(chooser)
    except Impossible:
        return None


def many_tried(generator: Callable[[AtRandom], T], count: int, seed: int) -> list[T]:
    """Return what a generator makes of so many runs of random answers, the same for one seed, where it can."""
    draw = random.Random(seed)
    made = (tried(generator, AtRandom(draw.randrange)) for _ in range(count))
    return [each for each in made if each is not None]


def each_choice(
    generator: Callable[..., Any], start: Start, steps: Sequence[int] = (0,)
) -> Iterator[tuple[Any, Any]]:
    """Yield the chooser and the template of every choice of options, in order: the last question's change first."""
    path: Sequence[int] | None = ()
    while path is not None:
        answers = InOrder(path, steps)
        chooser = start(answers)
        template = tried(generator, chooser)
        if template is not None:
            yield chooser, template
        path = answers.following()


def by_size(
    generator: Callable[..., Any],
    start: Start,
    largest_size: int,
    *,
    cap: int | None = None,
    steps: Sequence[int] | None = None,
) -> Iterator[Made]:
    """Yield every choice of numbers whose template has a size of at most ``largest_size``, with that template.

    Each number is raised from its least value; a template that is too large is not raised further, so a case must
    never shrink when a number grows. ``cap`` bounds every single number as well; ``steps`` are the only excesses over
    the least numbers that are tried, if given. Raises InputError for other choices, of which it would try the first.
    """
    pending: list[tuple[dict[str, int], int, int, int]] = [({}, 0, 0, 0)]
    while pending:
        given, first, before, stalls = pending.pop()
        template = generator(start(answers := Given(given)))
        if other := answers.made.keys() - answers.lows.keys():
            raise InputError(f"{min(other)} is no size: give each of its values a constraint")
        if not answers.possible or (cap is not None and max(answers.made.values(), default=0) > cap):
            continue
        stalls = stalls + 1 if given and template.size == before else 0
        if template.size < before or stalls > 1:
            raise InputError(
                f"the generator's outputs keep {template.size} items when one of {', '.join(answers.made)} grows; "
                "every size that it asks for must count items"
            )
        if template.size <= largest_size:
            yield dict(answers.made), template
            for raised, place in _raised(answers, first, steps):
                grew = list(answers.made)[place] not in answers.idle
                pending.append((raised, place, int(template.size) if grew else -1, stalls))


def _raised(answers: Given, first: int, steps: Sequence[int] | None) -> Iterator[tuple[dict[str, int], int]]:
    """Yield the next numbers: one of them raised, those before it kept, those after it left to be least again."""
    names = list(answers.made)
    for place in range(len(names) - 1, first - 1, -1):
        name, kept = names[place], {other: answers.made[other] for other in names[:place]}
        excess = answers.made[name] - answers.lows[name] + 1
        if steps is not None and name not in answers.idle:
            excess = next((step for step in steps if step >= excess), -1)
        if excess > 0:
            yield {**kept, name: answers.lows[name] + excess}, place


def of_one_size(generator: Callable[..., Any], start: Start, values: Sequence[int]) -> Iterator[Made]:
    """Yield the template for each value of a generator's one size within its bounds, ascending.

    This is for constraints on some or all large n. Raises InputError where the generator asks for no size or several.
    """
    first, _ = least(generator, start)
    if len(first.made) != 1:
        raise InputError(
            "a constraint for some n, or for all n from some n0 on, asks for one size; "
            f"this one asks for {', '.join(first.made) or 'none'}"
        )
    (name,) = first.made
    for value in sorted(values):
        answers = Given({name: value})
        template = generator(start(answers))
        if value >= first.made[name] and answers.possible:
            yield dict(answers.made), template
