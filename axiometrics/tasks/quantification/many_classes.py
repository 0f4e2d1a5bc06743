"""Distributions over any number of classes: those that a generator chooses one by one, and all others alike.

Which class comes before another one is known as far as a generator says so, and which number one has is not. Where it
leaves open whether two classes are the same, each is a case. Limits of amounts, and of class numbers, may be dropped:
then there are more cases than those that a generator makes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NoReturn

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.chooser import Template, Untold
from axiometrics.tasks.choosing import Answers, GeneratorKey, Impossible, each_choice
from axiometrics.tasks.ordinal.many_classes import ManyClasses
from axiometrics.tasks.parametric import GeneratorSign
from axiometrics.tasks.quantification.symbolic import WHOLE, Symbols

Share = Any
"""A share of a class: an expression in symbols of known sign."""
Asked = Any
"""What a generator says of classes and masses, or is told of them: numbers where it is known, else what is here."""
ABOVE = "_above_"
"""The cuts above a chosen class, but for the one next to it, and below the next chosen one."""
OTHERS, INSIDE, OUTSIDE = "_others", "_inside", "_outside"
"""The classes that are not chosen: all of them, or those in which outputs differ, and the rest."""


class Chosen(Untold):
    """A class that a generator chose, or one that is so many further; two names are two classes."""

    def __init__(self, chooser: ManySymbols, name: str, further: int = 0) -> None:
        self.chooser, self.name, self.further = chooser, name, further

    def __add__(self, further: int) -> Chosen:
        if not isinstance(further, int):
            self._refused()
        return Chosen(self.chooser, self.name, self.further + further)

    def __sub__(self, fewer: int) -> Chosen:
        return self + -fewer

    @property
    def itself(self) -> str:
        """The name of the class, which may be the one after a class that was chosen."""
        if self.further not in (0, 1):
            raise NotSymbolicError("a class that is told by its number is told of some numbers of them only")
        return self.chooser.after(self.name) if self.further else self.name


class UpTo(Untold):
    """What a class and all lower ones have, or a difference of such: ``between`` so many times the whole.

    That hangs on the order of the classes, of which more is known once all are chosen.
    """

    def __init__(self, between: Callable[[], tuple[int, int]]) -> None:
        self.between = between

    def __sub__(self, other: UpTo) -> UpTo:
        if not isinstance(other, UpTo):
            self._refused()

        def between() -> tuple[int, int]:
            (low, high), (less, more) = self.between(), other.between()
            return low - more, high - less

        return UpTo(between)


@dataclass(frozen=True, eq=False, repr=False)
class ManyMasses(Untold):
    """A distribution: its ``own`` mass of a chosen class, or of each one of the others, and what was done to it.

    ``by`` has what was moved into a class since, ``path`` the changes of all classes alike. ``zones`` are the others
    that are told, if not all are; ``one`` is the class that has everything, and ``name`` says what is drawn.
    """

    chooser: ManySymbols
    own: Callable[[str], Share]
    name: str = ""
    one: str = ""
    by: Mapping[str, Share] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()

    def _unchanged(self, *of: object) -> list[str]:
        if self.path or self.zones:
            raise NotSymbolicError("classes of what changed as a whole are told of some numbers of them only")
        return [_name(each) for each in of]

    def at(self, of: object) -> Share:
        """Return the mass of a class."""
        (name,) = self._unchanged(of)
        return self.own(name) + self.by.get(name, 0)

    def upto(self, of: object) -> UpTo:
        """Return the mass of a class and all lower ones, as far as it is known."""
        (name,) = self._unchanged(of)
        if self.by:
            raise NotSymbolicError("what changed classes have together is told of some numbers of them only")
        below = self.chooser.below

        def between() -> tuple[int, int]:
            full = bool(self.one) and (self.one == name or (self.one, name) in below)
            return int(full), int((name, self.one) not in below)

        return UpTo(between)

    def moved(self, source: object, target: object, amount: Share) -> ManyMasses:
        """Move an amount of mass from one class to another."""
        by = dict(self.by)
        for name, more in zip(self._unchanged(source, target), (-amount, amount), strict=True):
            by[name] = by.get(name, 0) + more
        return replace(self, by=by)

    def reversed(self) -> ManyMasses:
        """Read the classes from the highest to the lowest."""
        return self._anew("reversed")

    def with_empty(self, after: Asked) -> ManyMasses:
        """Insert a class without mass: before all others, after them, or somewhere."""
        if isinstance(after, int) and after == 0:
            return self._anew("empty first")
        if isinstance(after, ManyClasses) and after.is_last:
            return self._anew("empty last")
        return self._anew(f"empty above {_name(after)}")

    def _anew(self, how: str) -> ManyMasses:
        if self.zones:
            raise NotSymbolicError("parts that change as a whole are told of some numbers of classes only")
        return replace(self, path=(*self.path, how))

    def between(self, low: object, high: object) -> ManyMasses:
        """Return the neighbouring classes that were chosen alone."""
        if self.path or self.zones or self.one or self.by or not self.chooser.are_ends(low, high):
            raise NotSymbolicError("some neighbouring classes are told of some numbers of them only")
        return replace(self, zones=(INSIDE,))

    cuts: ClassVar[Any] = ()
    """The numbers of the cuts between classes that rows are of, if they are."""

    @property
    def total(self) -> Share:
        """The mass of the neighbouring classes that were chosen."""
        if self.zones != (INSIDE,):
            raise NotSymbolicError("the mass of all classes is told of some numbers of them only")
        return self.chooser.share(self.name, "_total", "nonnegative")

    def rows(self) -> list[Share]:
        """Return the masses of the chosen classes, of those that were added, and of each one of the others."""
        empty = [sympy.S.Zero] * sum(how != "reversed" for how in self.path)
        few = [self.own(name) + self.by.get(name, 0) for name in self.chooser.names]
        return [*few, *empty, *map(self.own, self.zones or self.chooser.zones)]


def _name(of: object) -> str:
    if not isinstance(of, Chosen):
        raise NotSymbolicError("a class that is told by its number is told of some numbers of them only")
    return of.itself


class ManySymbols(Symbols):
    """Answers with classes of unknown number, and with symbols for the masses of those that are chosen.

    ``names`` are the chosen classes, ``below`` has pairs of them in order, ``about`` what was chosen, also which
    classes are the same.
    """

    sides = "p", "q"
    """What the rows of an output tell of the system and of the gold."""
    told = "share of"

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers, 0, of_shares=True)
        self.names: list[str] = []
        self.below: set[tuple[str, str]] = set()
        self.about: dict[str, int] = {}
        self.next: dict[str, str] = {}
        self.drawn: dict[str, ManyMasses] = {}
        self.shares: dict[tuple[str, str], Share] = {}
        self.ends: tuple[Untold, ...] = ()
        self.limits: list[UpTo] = []
        self.equal: dict[Share, Share] = {}
        self.least = 2

    def classes(self, low: int = 2) -> Asked:
        """Return the number of classes, K."""
        self.least = max(self.least, low)
        return ManyClasses(self)

    def size(self, name: str, low: int = 1) -> NoReturn:
        """Refuse a number from ``low`` on, of which only the least would be told."""
        raise NotSymbolicError("what hangs on a size is swept only")

    @property
    def zones(self) -> tuple[str, ...]:
        """The classes that are not chosen."""
        return (INSIDE, OUTSIDE) if self.ends else (OTHERS,)

    def index(self, name: str, low: Asked, high: Asked, *, avoid: Sequence[Asked] = ()) -> Asked:
        """Return one of a few numbers, or a class: one that was chosen before, or another one."""
        if isinstance(low, int) and isinstance(high, int):
            self.about[name] = found = super().index(name, low, high, avoid=avoid)
            return found
        known = isinstance(low, Chosen) or (isinstance(low, int) and low >= 1)
        if self.ends or not known or not isinstance(high, ManyClasses | Chosen) or high.further > 0:
            raise NotSymbolicError("classes that are chosen by number are told of some numbers of them only")
        above = [low.name] if isinstance(low, Chosen) and low.further >= 0 else []
        under = [high.name] if isinstance(high, Chosen) else []
        apart = [
            each.name
            for each, far in ((low, 1), (high, -1))
            if isinstance(each, Chosen) and each.further * far > 0
        ]
        others = {*map(_name, avoid), *apart}
        others |= {a for a, b in self.below if b in above} | {b for a, b in self.below if a in under}
        old = [each for each in self.names if each not in others]
        return Chosen(self, self._one(name, name, old, above, under))

    def _one(self, of: str, name: str, old: Sequence[str], above: Sequence[str], under: Sequence[str]) -> str:
        """Return one of the old classes, or another one of this name, above and under others."""
        place = self.answers.pick(len(old) + 1)
        self.about |= {f"{of}={each}": int(place == k) for k, each in enumerate(old)}
        found = (*old, name)[place]
        if place == len(old):
            if name in self.names or not name.removesuffix("+1").isalnum():
                raise NotSymbolicError(f"two classes that are called {name} are told of some numbers only")
            self.names.append(name)
        self.order({*((each, found) for each in above), *((found, each) for each in under)})
        return found

    def order(self, pairs: Set[tuple[str, str]]) -> None:
        """Keep pairs of classes in order, where they are not the same, and what follows from all pairs."""
        self.below |= {(one, other) for one, other in pairs if one != other}
        while more := {(a, d) for a, b in self.below for c, d in self.below if b == c} - self.below:
            self.below |= more
        if any(one == other for one, other in self.below):
            raise Impossible

    def is_below(self, name: str, place: str) -> bool:
        """Whether a chosen class is below the cut above another one, or below others that follow that one."""
        last = place.removeprefix(ABOVE)
        return name == last or (name, last) in self.below

    @property
    def places(self) -> list[str]:
        """The cuts above chosen classes, and those between, from the lowest on."""
        low = sorted(self.names, key=lambda name: sum(pair[1] == name for pair in self.below))
        found = [self.zones[0], *(each for name in low for each in (name, f"{ABOVE}{name}"))]
        return [each for each in found if each in (*low, *self.zones)]

    def after(self, name: str) -> str:
        """Return the class after another one, which may have been chosen before."""
        if name not in self.next:
            old = [each for each in self.names if each != name and (each, name) not in self.below]
            self.next[name] = self._one(f"{name}+1", f"{name}+1", old, [name], [])
        return self.next[name]

    def neighbours(self, classes: Asked) -> tuple[Asked, Asked]:
        """Return what stands for the ends of some neighbouring classes, which are not all."""
        if self.names or self.ends or self.drawn:
            raise NotSymbolicError("neighbouring classes beside others are told of some numbers of them only")
        self.ends = Untold(), Untold()
        return self.ends

    def are_ends(self, low: object, high: object) -> bool:
        """Whether these are the ends of the neighbouring classes that were chosen."""
        return bool(self.ends) and low is self.ends[0] and high is self.ends[1]

    def share(self, name: str, place: str, sign: GeneratorSign) -> Share:
        """Return the symbol for what a class, or each one of the others, has of a distribution."""
        if (name, place) not in self.shares:
            called = self.case.named_once(f"{name}_{place.replace('+1', '_next')}")
            meaning = f"{self.told} {place.removeprefix('_')} in {name}"
            self.shares[name, place] = self.case.generator(called, sign, meaning, None)
        return self.shares[name, place]

    def masses(
        self, name: str, *, full: bool = False, like: Asked = None, low: Asked = 1, high: Asked = 0
    ) -> Any:
        """Return a distribution, or one that is like another one outside of some neighbouring classes."""
        if name in self.drawn or not name.isalnum():
            raise NotSymbolicError(f"two distributions that are called {name} are told of some numbers only")
        sign: GeneratorSign = "positive" if full else "nonnegative"

        def own(place: str) -> Share:
            return self.share(name, place, sign)

        made = ManyMasses(self, own, name)
        if like is not None:
            if not self.are_ends(low, high) or all(like is not each for each in self.drawn.values()):
                raise NotSymbolicError(
                    "distributions that agree in some classes are told of some numbers only"
                )
            made = replace(like, own=lambda place: (own if place == INSIDE else like.own)(place))
        self.drawn[name] = made
        return made

    def same(self, one: Share, other: Share) -> None:
        """Require that the masses of the neighbouring classes are equal in two distributions."""
        self.equal[other] = one

    def one_hot(self, number: Asked) -> Asked:
        """Return the distribution with everything in one class."""
        name, whole = _name(number), self.whole()
        return ManyMasses(self, lambda place: whole if place == name else sympy.S.Zero, one=name)

    @property
    def is_possible(self) -> bool:
        """Whether no amount, which is more than zero, has a limit that is not."""
        return all(limit.between()[1] > 0 for limit in self.limits)

    def amount(self, name: str, *limits: Asked) -> Share:
        """Return a mass; limits that are sums over an unknown number of classes are dropped."""
        self.limits += [limit for limit in limits if isinstance(limit, UpTo)]
        known = [limit for limit in limits if not isinstance(limit, UpTo)]
        if name == str(WHOLE):
            raise NotSymbolicError(
                "an amount that is called as the whole is told of some numbers of classes only"
            )
        if known or not limits:
            return super().amount(name, *known)
        return self.case.generator(self.case.named_once(name), "positive", f"the mass {name}", None)


class ManyPart:
    """One choice of a generator: its outputs class by class, of the chosen classes and then of each of the others."""

    scope = ""

    def __init__(self, chooser: ManySymbols, template: Template) -> None:
        self.chooser, self.outputs = chooser, template.outputs
        chooser.case.where = dict(chooser.about)
        for pair in self.outputs.values():
            alike = all(isinstance(each, ManyMasses) for each in pair) and pair[0].path == pair[1].path
            if not alike or pair[0].zones != pair[1].zones:
                raise NotSymbolicError("other outputs are told of some numbers of classes only")
        self.shares = {name: self._sides(pair) for name, pair in self.outputs.items()}
        self.apart = [list(zip(*self._sides(pair), strict=True)) for pair in chooser.apart]

    def _sides(self, pair: Sequence[Asked]) -> tuple[list[Share], list[Share]]:
        system, gold = (self._side(each) for each in pair)
        return system, gold

    def _side(self, masses: ManyMasses) -> list[Share]:
        below = self._written(masses.total) if masses.zones else sympy.S.One
        return [self._written(each) / below for each in masses.rows()]

    def _written(self, mass: Share) -> Share:
        """Write a mass by its parts, and the whole by all shares of a distribution."""
        chooser = self.chooser
        found = chooser.unsplit(chooser.equal.get(mass, mass))
        if WHOLE in chooser.split:
            return found
        return sympy.expand(found.xreplace({WHOLE: self._whole}))

    @cached_property
    def _whole(self) -> Share:
        """All shares of the first distribution that has not everything in one class."""
        drawn = [each for each in self.chooser.drawn.values() if not self.chooser.ends]
        if not drawn or self.chooser.sides != ManySymbols.sides:
            return sympy.S.One
        rest = self.chooser.share(drawn[0].name, "_all_others", "nonnegative")
        return self.chooser.unsplit(sympy.Add(rest, *map(drawn[0].own, self.chooser.names)))

    def others(self, output: str) -> int:
        """Return how many rows of an output, the last ones, are of each one of the other classes."""
        system, _ = self.outputs[output]
        return len(system.zones or self.chooser.zones)

    def told(self, formula: Formula) -> dict[str, Any]:
        """Return the outputs as data: what each chosen class, and each one of the others, has."""
        outputs = {}
        for name, (system, gold) in self.shares.items():
            first = len(gold) - self.others(name)
            pairs = zip(system, gold, strict=True)
            rows: list[dict[str, Any]] = [dict(zip(self.chooser.sides, pair, strict=True)) for pair in pairs]
            rows = [*rows[:first], *(row | {"each": "one"} for row in rows[first:])]
            numbers, places = self.outputs[name][0].cuts, map(sympy.Integer, range(len(rows)))
            if numbers or any(atom.domain == "class_pairs" for atom in formula.atoms):
                told = zip(rows, numbers or places, strict=True)
                rows = [row | {"cut" if numbers else "at": number} for row, number in told]
            outputs[name] = {"quantities": {}, "rows": {"classes": rows}, "complete": True}
        return {"outputs": outputs, **({"differ": self.apart} if self.apart else {})}


@lru_cache(maxsize=64)
def many_parts(key: GeneratorKey, symbols: type[ManySymbols] = ManySymbols) -> tuple[ManyPart, ...]:
    """Return every choice of a generator for any number of classes; raises NotSymbolicError."""
    made = each_choice(key.generator, symbols)
    return tuple(ManyPart(chooser, template) for chooser, template in made if chooser.is_possible)
