"""Distributions that change as a whole, over any number of classes: class by class, each becomes one that is known.

Where system and gold are exchanged, the order of the classes turned round or a class without mass added, every class of
one output is one of the other, and so is every pair of classes. So a sum is the same in both where its term is,
written in what a class of the first offers, and the added class has none.

What all classes up to one have together is told at every cut between neighbouring classes: at the cut above each class
that a generator chooses, and at all cuts between one of these and the next. A mass that is moved passes each cut
between its two classes, and no other one; in the opposite order, each cut has what is above it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NoReturn

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Larger, in_one_way
from axiometrics.tasks.chooser import Untold
from axiometrics.tasks.choosing import Answers, GeneratorKey, Impossible, each_choice
from axiometrics.tasks.ordinal.many_classes import ManyClasses
from axiometrics.tasks.ordinal.whole_matrices import AnyClass, AnyOfMany
from axiometrics.tasks.parametric import CasesOnDemand, GeneratorSign, ParametricCase, measured
from axiometrics.tasks.quantification.chooser import Chooser, Generator, Masses, Template
from axiometrics.tasks.quantification.expanded import folded
from axiometrics.tasks.quantification.many_classes import (
    ABOVE,
    ManyMasses,
    ManySymbols,
    UpTo,
)
from axiometrics.tasks.quantification.symbolic import NOTHING, WHOLE
from axiometrics.tasks.quantification.view import VARIABLES, K, L

Share = Any
"""A share, a number of classes, or what is made of them: a symbol or an expression."""
Offers = Mapping[str, Share]
"""What a class or a pair of classes offers, by the names of the view's variables."""
SHARES, UPTO, NUMBERS = ("pr", "qs"), ("PR", "QS"), "kl"
"""What is of the system and of the gold, of one class and of the other; and the numbers of both."""
KINDS = {"classes": "class", "class_pairs": "cell"}
FIRST, LAST = "first", "last"


class WholeMasses(Untold, Masses):
    """Any distribution, by its ``letter``, and what was done to it, as names of changes."""

    letter: str
    number: Share
    least: Share
    path: tuple[str, ...]

    def __init__(self, letter: str, number: Share, least: Share, path: tuple[str, ...] = ()) -> None:
        self.__dict__ |= {"letter": letter, "number": number, "least": least, "path": path}

    def reversed(self) -> WholeMasses:
        """Return the distribution with the classes in the opposite order."""
        return WholeMasses(self.letter, self.number, self.least, (*self.path, "reversed"))

    def with_empty(self, after: Share) -> WholeMasses:
        """Return the distribution with one more class, without mass, below all others, after them, or somewhere."""
        if isinstance(after, AnyClass):
            how = f"above{after.name}"
        elif isinstance(after, int) and after == 0:
            how = FIRST
        elif isinstance(after, ManyClasses) and after.is_last:
            how = LAST
        else:
            raise NotSymbolicError("a class that is told by its number is swept only")
        if self.is_longer:
            raise NotSymbolicError("several further classes are told of some numbers of them only")
        return WholeMasses(self.letter, self.number + 1, sympy.S.Zero, (*self.path, how))

    @property
    def is_longer(self) -> bool:
        """Whether a class was added."""
        return any(how != "reversed" for how in self.path)


class Wholes(AnyOfMany, Chooser):
    """Makes distributions over any number of classes, of which a generator may change all classes alike."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers, 2)
        self.case = ParametricCase()

    def masses(
        self, name: str, *, full: bool = False, like: Masses | None = None, low: int = 1, high: int = 0
    ) -> Any:
        """Return a distribution of which nothing is known but whether it has a class without mass."""
        if like is not None:
            raise NotSymbolicError(
                "distributions that agree in some classes are told of some numbers of them only"
            )
        letter, fewest = f"x{len(self.made)}", sympy.Integer(self.least)
        number = fewest + self.case.generator("K'", "nonnegative", f"K - {fewest}", None)
        sign: GeneratorSign = "positive" if full else "nonnegative"
        least = self.case.generator(f"least_{letter}", sign, f"the smallest share in {name}", None)
        self.made.append(WholeMasses(letter, number, least))
        return self.made[-1]

    def _refused(self, *_: object, **__: object) -> NoReturn:
        raise NotSymbolicError("what is asked of masses is told of some numbers of classes only")

    one_hot = differ = same = whole = amount = require = size = _refused


class Whole:
    """One choice of a generator: its outputs, and what is known of them whatever the formula."""

    def __init__(self, chooser: Wholes, template: Template) -> None:
        self.case, self.pairs = chooser.case, dict(template.outputs)
        for pair in self.pairs.values():
            kinds = [isinstance(each, WholeMasses) for each in pair]
            if not all(kinds) or pair[0].path != pair[1].path or pair[0].letter == pair[1].letter:
                raise NotSymbolicError("other outputs are told of some numbers of classes only")
        self.case.where = dict(chooser.about)
        self.case.outputs = {name: {K: gold.number, L: gold.least} for name, (_, gold) in self.pairs.items()}
        entries = [
            (value, measured(symbol, name))
            for name, known in self.case.outputs.items()
            for symbol, value in known.items()
        ]
        read = set[Share]().union(*(sympy.sympify(value).free_symbols for value, _ in entries))
        known = self.case.generators.items()
        self.case.generators = {symbol: each for symbol, each in known if symbol in read}
        self.case.define(entries)
        self.case.substituted = True

    def offers(self, output: str, domain: str) -> dict[str, Share]:
        """Return what each class, or pair of classes, offers, in symbols of those that the first output has."""
        pair, kind = self.pairs[output], KINDS[domain]
        number = pair[0].number - int(pair[0].is_longer)
        found = {name: _symbol(kind, name) for name in NUMBERS}
        for side, each in enumerate(pair):
            names = SHARES[side] + UPTO[side]
            found |= {name: _symbol(kind, each.letter, _of_system(name)) for name in names}
        for how in pair[0].path:
            if how == "reversed":
                found |= {name: number + 1 - found[name] for name in NUMBERS}
                for upto, share in zip("PRQS", "prqs", strict=True):
                    found[upto] = 1 - found[upto] + found[share]
            else:
                number += 1
                moved = {FIRST: 1, LAST: 0}.get(how)
                for name in NUMBERS:
                    found[name] = _symbol(kind, how, name) if moved is None else found[name] + moved
        return found

    def added(self, output: str, domain: str) -> list[dict[str, Share]]:
        """Return what an added class offers, or the pairs that it is in."""
        path = self.pairs[output][0].path
        if not self.pairs[output][0].is_longer:
            return []
        names = [str(name) for name in VARIABLES]
        upto = {FIRST: sympy.S.Zero, LAST: sympy.S.One}.get(path[-1])
        nothing = [dict.fromkeys(each, sympy.S.Zero) for each in ("pq", "rs")]
        if upto is not None:
            nothing = [
                none | dict.fromkeys(each, upto) for none, each in zip(nothing, ("PQ", "RS"), strict=True)
            ]
        return [
            {name: _symbol(kind, "x", name) for name in names} | none
            for kind, none in zip(("row", "column"), nothing[: 1 + (domain == "class_pairs")], strict=False)
        ]


def _symbol(*parts: str) -> Share:
    return sympy.Symbol(
        "_".join((parts[0], *(part if part[0] == "x" else f"x{part}" for part in parts[1:]))),
        nonnegative=True,
    )


def _of_system(name: str) -> str:
    """Return which share of a distribution a name tells: the same for the system's and the gold."""
    return {"q": "p", "s": "r", "Q": "P", "S": "R"}.get(name, name)


@lru_cache(maxsize=256)
def _filled(whole: Whole, formula: Formula) -> ParametricCase:
    """Return the case of a formula; raises NotSymbolicError."""
    normal = formula.normal
    if normal.partial or any(
        part.has(sympy.oo) for part in (normal.expression, *(a.body for a in formula.atoms))
    ):
        raise NotSymbolicError("some term may have no value, or an infinite one")
    known = whole.case
    outputs = {name: dict(values) for name, values in known.outputs.items()}
    case = replace(known, generators=dict(known.generators), outputs=outputs)
    sums: dict[tuple[str, Share], Share] = {}
    for name in outputs:
        for symbol, atom in normal.atoms.items():
            if any(_term(atom, each, outputs[name]) != 0 for each in whole.added(name, atom.domain)):
                raise NotSymbolicError(f"a class without mass adds to {symbol}")
            key = atom.domain, _term(atom, whole.offers(name, atom.domain), outputs[name])
            if key not in sums:
                sums[key] = case.unnamed(_sign(atom.body), f"{symbol}", measured(symbol, name))
            outputs[name][symbol] = sums[key]
    case.told = lambda: _told(whole, formula)
    return case


def _term(atom: Any, offers: Offers, wholes: Mapping[Any, Share]) -> Share:
    known = {each: wholes[each] for each in (K, L)}
    found = atom.body.xreplace({**known, **{each: offers[str(each)] for each in VARIABLES}})
    return in_one_way(folded(found).replace(_is_idle, lambda guard: guard.args[0]))


def _is_idle(part: Share) -> bool:
    """Whether a case distinction has the same on both sides."""
    return part.func is Guard and part.args[0] == part.args[2]


def _sign(body: Share) -> GeneratorSign:
    """Return the sign that what a sum has of every class evidently shows."""
    distance = body.func is Larger and sympy.expand(sympy.Add(*body.args)) == 0
    return "nonnegative" if distance or body.is_nonnegative else "real"


def _told(whole: Whole, formula: Formula) -> Mapping[str, Any]:
    """Return the rows of every output as data: what each class, or pair of classes, offers of what is asked for."""
    domains = sorted({atom.domain for atom in formula.atoms})
    asked = {str(name) for atom in formula.atoms for name in atom.body.free_symbols}
    outputs = {}
    for name in whole.pairs:
        rows: dict[str, list[dict[str, Share]]] = {}
        for domain in domains:
            kinds = [(KINDS[domain], whole.offers(name, domain))]
            kinds += [("empty", each) for each in whole.added(name, domain)]
            rows[domain] = [
                {n: value for n, value in offers.items() if n in asked} | {"each": kind}
                for kind, offers in kinds
            ]
        known = {str(symbol): whole.case.outputs[name][symbol] for symbol in (K, L)}
        outputs[name] = {"quantities": known, "rows": rows, "complete": True}
    named = sorted({*re.findall(r"\b(?:cell|class|row|column)_x\w*", f"{outputs}")})
    each = [{"one": name, "all": "", "of": name.partition("_")[0]} for name in named]
    return {"outputs": outputs, "each": each, "counts": dict.fromkeys(named, "of any class")}


def of_whole_distributions(generator: Generator, formula: Formula) -> list[CasesOnDemand]:
    """Return the way to write the cases of any number of classes; none where a generator changes some classes only."""
    key: Any = GeneratorKey(generator)
    try:
        parts = _parts_of(key)
    except NotSymbolicError:
        return []
    return [CasesOnDemand(parts, lambda part: _filled(part, formula))]


@lru_cache(maxsize=64)
def _parts_of(key: GeneratorKey) -> Sequence[Whole]:
    return [Whole(chooser, template) for chooser, template in each_choice(key.generator, Wholes)]


# --- cuts between classes


class Dropped(UpTo):
    """The mass of a class, a limit that is not kept: where it is compared there are more cases than those in order."""

    def __init__(self) -> None:
        super().__init__(lambda: (0, 1))

    def __le__(self, other: object) -> Dropped:
        return self

    __ge__ = __lt__ = __gt__ = __le__


@dataclass(frozen=True, eq=False, repr=False)
class CutMasses(ManyMasses):
    """A distribution by what all classes below a cut have: ``own`` tells that of the cut above a class, or of others.

    A mass that was moved is in what a cut has where the class that it came to is below, and its own was not.
    """

    def at(self, of: object) -> Any:
        """Return what may only limit something."""
        self._unchanged(of)
        return Dropped()

    def upto(self, of: object) -> Any:
        """Return the mass of a class and all lower ones."""
        (name,) = self._unchanged(of)
        return self._below(name)

    def _below(self, place: str) -> Share:
        moved = (amount for name, amount in self.by.items() if self.chooser.is_below(name, place))
        return self.own(place) + sympy.Add(*moved)

    def moved(self, source: object, target: object, amount: Share) -> ManyMasses:
        """Move an amount of mass from one class to another."""
        if amount not in self.chooser.case.generators.keys() - self.chooser.shares.values():
            raise NotSymbolicError("what is moved is told of some numbers of classes only")
        return super().moved(source, target, amount)

    def between(self, low: object, high: object) -> ManyMasses:
        """Refuse some classes alone."""
        raise NotSymbolicError("neighbouring classes alone are told of some numbers of them only")

    def rows(self) -> list[Share]:
        """Return what is below each cut above a class that was chosen or added, above all, and below other cuts."""
        return [value for _, value in self._arranged()]

    @property
    def cuts(self) -> list[Share]:
        """The numbers of the cuts of all rows, from the lowest on."""
        return [sympy.Integer(number) for number, _ in self._arranged()]

    def _arranged(self) -> list[tuple[int, Share]]:
        line = [(place, self._below(place)) for place in self.chooser.places]
        for change, how in enumerate(self.path):
            if how == "reversed":
                line = [(place, WHOLE - value) for place, value in line[::-1]]
            elif how in ("empty first", "empty last"):
                first = how == "empty first"
                line.insert(0 if first else len(line), ("", sympy.S.Zero if first else WHOLE))
            elif change:
                raise NotSymbolicError("a class of what changed as a whole is told of some numbers only")
            else:
                at = self.chooser.places.index(how.removeprefix("empty above "))
                line.insert(at + 1, ("", line[at][1]))
        zones = ("", *self.chooser.zones)
        found = sorted(
            enumerate([*line, ("", WHOLE)]),
            key=lambda each: zones.index(each[1][0]) if each[1][0] in zones else 0,
        )
        return [(number, value) for number, (_, value) in found]


class Cuts(ManySymbols):
    """Answers with classes of unknown number in a known order, and with symbols for what is below cuts."""

    sides = "P", "Q"
    told = "share below the cut above"

    def _one(self, of: str, name: str, old: Sequence[str], above: Sequence[str], under: Sequence[str]) -> str:
        found = super()._one(of, name, old, above, under)
        for each in self.names:
            if each != found and not {(each, found), (found, each)} & self.below:
                first = bool(self.answers.pick(2))
                self.about[f"{each}<{found}"] = int(first)
                self.order({(each, found) if first else (found, each)})
        return found

    @property
    def zones(self) -> tuple[str, ...]:
        """The cuts below all chosen classes, and those between one of them and the next."""
        return "_first", *(f"{ABOVE}{name}" for name in self.names if name not in self.next)

    @property
    def is_possible(self) -> bool:
        """Whether no chosen class is between one and the next."""
        return not any(
            {(one, name), (name, other)} <= self.below
            for one, other in self.next.items()
            for name in self.names
        )

    def neighbours(self, classes: object) -> NoReturn:
        """Refuse some neighbouring classes."""
        raise NotSymbolicError("neighbouring classes alone are told of some numbers of them only")

    def masses(self, name: str, *, full: bool = False, like: Any = None, low: Any = 1, high: Any = 0) -> Any:
        """Return any distribution, of which something is in the lowest class if that is ``full``."""
        if like is not None:
            raise NotSymbolicError("distributions that agree in some classes are told of some numbers only")
        super().masses(name, full=full)
        self.drawn[name] = made = CutMasses(self, self.drawn[name].own, name)
        return made

    def one_hot(self, number: Any) -> Any:
        """Return the distribution with everything in one class."""
        whole, one = self.whole(), super().one_hot(number).one

        def own(place: str) -> Share:
            return whole if self.is_below(one, place) else sympy.S.Zero

        return CutMasses(self, own, one=one)

    def amount(self, name: str, *limits: Any) -> Share:
        """Return a mass; there is none where even all masses at one cut are no more than those at another."""
        for limit in (each for each in limits if not isinstance(each, UpTo)):
            most = sympy.expand(limit)
            for share in self.shares.values():
                most = most.xreplace({share: WHOLE if most.coeff(share) > 0 else sympy.S.Zero})
            if rational_sign(most, [WHOLE], []) in NOTHING:
                raise Impossible
        return super().amount(name, *limits)
