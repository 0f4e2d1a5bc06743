"""Matrices that change as a whole, of any number of ordered classes: cell by cell, each becomes one that is known.

Where gold and system are exchanged, all items repeated, the order of the classes turned round or a class without items
added, every cell of one output is one of the other, and so is every class. So a reduction is the same in both if its
term is, written in what a cell of the first offers, and as many times as much if the term is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import rational_sign
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import in_one_way
from axiometrics.tasks.chooser import Untold
from axiometrics.tasks.choosing import Answers, GeneratorKey, each_choice
from axiometrics.tasks.ordinal import symbolic
from axiometrics.tasks.ordinal.chooser import Generator, Matrix, Template, Wanted
from axiometrics.tasks.ordinal.many_classes import Count, ManyClasses
from axiometrics.tasks.ordinal.view import DEGREES, VARIABLES, K, N, P, U
from axiometrics.tasks.parametric import CasesOnDemand, GeneratorSign, ParametricCase, degree, measured

Offers = Mapping[str, Count]
"""What a cell or class offers, by the names of the view's variables."""
OF_CLASSES = "cjygs"
"""What a class offers, beside half of its gold items."""
SIDES = {"present": "g", "used": "gs"}
"""The totals of which one is not zero for the classes that a domain runs over."""
EXTREMES = ("largest", "smallest")
COUNTS, HALVES, RANKS, NUMBERS = "cgsabuvlm", "ho", "pq", "ijxy"
TURNED = dict(zip("ijxygsabpqlm", "jiyxsgbaqpml", strict=True))
"""What is exchanged with gold and system; with ``c``, ``d``, ``t``, ``e``, ``o`` and ``u`` nothing is."""
ROW, COLUMN = dict.fromkeys("csal", 0), dict.fromkeys("cgbm", 0)
"""What cells that are assigned to an empty class, or are of it, have none of."""


class AnyClass(Untold):
    """A class of which nothing is known, not even whether it is another one."""

    def __init__(self, name: str) -> None:
        self.name = name


class AnyOfMany:
    """Answers how many classes there are, and which one is chosen, where every class changes alike.

    It goes before the chooser of a task, which answers what is asked of a few numbers.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.least = 2
        self.about: dict[str, int] = {}
        self.called: list[str] = []
        self.made: list[Any] = []

    def classes(self, low: int = 2) -> Count:
        """Return the number of classes, K."""
        if self.made:
            raise NotSymbolicError("classes counted after an output are told of some numbers of them only")
        self.least = max(self.least, low)
        return ManyClasses(self)

    def index(self, name: str, low: Count, high: Count, *, avoid: Sequence[Count] = ()) -> Count:
        """Return one of a few numbers, or some class."""
        if isinstance(low, int) and isinstance(high, int):
            few: Any = super()
            self.about[name] = found = few.index(name, low, high, avoid=avoid)
            return found
        plain = re.sub(r"[\W_]", "", name)
        if not isinstance(low, int) or not isinstance(high, ManyClasses) or plain in self.called:
            raise NotSymbolicError("classes that are chosen by others are told of some numbers of them only")
        self.called.append(plain)
        return AnyClass(plain)


class WholeMatrix(Untold, Matrix):
    """Any matrix, by what each cell and each class offers, in symbols of the matrix that it is made of.

    ``whole`` is the number of items, ``number`` that of the classes, ``counted`` that of those that gold, the system or
    either uses; ``side`` has the groups of extremes. ``added`` says that the cells of an empty class are there beside.
    What a change makes of a cell is told by the changes so far, its ``path``, where nothing more is known of it.
    """

    letter: str
    cell: Offers
    one: Offers
    whole: Count
    number: Count
    counted: Mapping[str, Count]
    side: str
    added: bool
    path: tuple[str, ...]

    def __init__(self, **told: Any) -> None:
        self.__dict__ |= {"side": "gold", "added": False, "path": (), "cell": {}, "one": {}, **told}

    def anew(self, how: str, of_cell: Offers, of_one: Offers, **other: Any) -> WholeMatrix:
        """Return another matrix; what None stands for is told by the name of the change."""
        made = WholeMatrix(**self.__dict__ | other | {"path": (*self.path, how) if how else ()})
        cell, one = ({**old, **new} for old, new in ((self.cell, of_cell), (self.one, of_one)))
        made.__dict__ |= {
            "cell": {
                name: made.symbol("cell", name) if each is None else each for name, each in cell.items()
            },
            "one": {name: made.symbol("class", name) if each is None else each for name, each in one.items()},
        }
        return made

    def symbol(self, kind: str, name: str) -> Count:
        """Return what a cell or class offers, of which nothing is known."""
        return sympy.Symbol("_".join((kind, self.letter, *self.path, name)), nonnegative=True)

    def repeated(self, times: object) -> WholeMatrix:
        """Return the matrix with every item so many times."""
        half, often = sympy.Rational(1, 2), sympy.sympify(times)
        if often.has(sympy.Float) or rational_sign(often, (), often.free_symbols) != "positive":
            raise NotSymbolicError("items that are there less than once are swept only")
        cell = {name: often * self.cell[name] for name in COUNTS + HALVES}
        cell |= {name: often * (self.cell[name] - half) + half for name in RANKS}
        one = {name: often * self.one[name] for name in "cgs"}
        return self.anew("repeated", cell, one, whole=often * self.whole)

    def reversed(self) -> WholeMatrix:
        """Return the matrix with the classes in the opposite order."""
        cell = {name: self.number + 1 - self.cell[name] for name in NUMBERS}
        cell |= {name: self.whole + 1 - self.cell[name] for name in RANKS} | dict.fromkeys("uv")
        one = {name: self.number + 1 - self.one[name] for name in "jy"}
        return self.anew("reversed", cell, one)

    def swapped(self) -> WholeMatrix:
        """Return the matrix with gold and system exchanged."""
        cell = {name: self.cell[other] for name, other in TURNED.items()} | dict.fromkeys("hv")
        one = {name: self.one[other] for name, other in zip("gs", "sg", strict=True)}
        counted = {**self.counted, "P": self.counted["S"], "S": self.counted["P"]}
        side = {"gold": "system", "system": "gold"}[self.side]
        return self.anew("swapped", cell, one, counted=counted, side=side)

    def with_class(self, below: Count) -> WholeMatrix:
        """Return the matrix with one more class, without items, below all others, after them, or somewhere."""
        moved: Offers = {}
        name = "last"
        if isinstance(below, AnyClass):
            name, moved = f"above{below.name}", dict.fromkeys(NUMBERS + "dt")
        elif isinstance(below, int) and below == 0:
            name, moved = "first", {each: self.cell[each] + 1 for each in NUMBERS}
        elif not isinstance(below, ManyClasses) or not below.is_last:
            raise NotSymbolicError("a class that is told by its number is swept only")
        if self.added:
            raise NotSymbolicError("several further classes are told of some numbers of them only")
        one = {n: None if moved[n] is None else self.one[n] + 1 for n in "jy" if n in moved}
        return self.anew(name, moved, one, number=self.number + 1, added=True)

    def offers(self, domain: str) -> Offers:
        """Return what each row of a domain offers."""
        return {**self.one, "h": self.one["g"] / 2} if domain in SIDES else self.cell

    def there(self, domain: str) -> Count:
        """Return what is not zero where a row of a domain is there; None where all are."""
        if domain == "all_cells":
            return None
        return sympy.Add(*(self.offers(domain)[name] for name in SIDES.get(domain, "c")))

    def support(self, domain: str) -> frozenset[Count] | None:
        """Return what is not all zero where a row is there, without what it is there several times by."""
        if domain == "all_cells":
            return None
        own = (each for each in self.there(domain).free_symbols if str(each).startswith(("cell_", "class_")))
        return frozenset(own)

    def told_rows(self, domain: str, asked: Collection[str]) -> Iterator[dict[str, Count]]:
        """Yield what each row of a domain offers of what is asked for, as data."""
        there = {} if domain == "all_cells" else {"if": self.there(domain)}
        kind = "class" if domain in SIDES else "cell"
        group = {"group": self.side} if domain in EXTREMES else {}
        for offers in (self.offers(domain), *(self.of_added() if domain == "all_cells" else ())):
            yield {n: value for n, value in offers.items() if n in asked} | there | group | {"each": kind}
            kind = "empty"

    def of_added(self) -> list[Offers]:
        """Return what the cells of an empty class that is added offer: those assigned to it, and those of it."""
        names = (self.symbol("row", "{}"), self.symbol("column", "{}")) if self.added else ()
        return [
            {name: sympy.Symbol(str(each).format(name), nonnegative=True) for name in self.cell} | none
            for each, none in zip(names, (ROW, COLUMN), strict=False)
        ]


class Wholes(AnyOfMany, symbolic.Symbols):
    """Makes matrices of any number of classes, of which a generator may change all cells alike."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers, (2,))

    def matrix_of(self, classes: Count, wanted: Wanted, letter: str = "x") -> Any:
        """Return a matrix of which nothing is known but whether gold and system use every class."""
        only = Wanted(full=wanted.full, full_system=wanted.full_system, imperfect=wanted.imperfect)
        if not isinstance(classes, ManyClasses) or classes.further or wanted != only:
            raise NotSymbolicError("matrices with some items are told of some numbers of classes only")
        return self._whole(wanted)

    def systems(self, classes: Count, *, apart: bool = False, **full: Any) -> Any:
        """Return two outputs on the same gold."""
        if apart:
            raise NotSymbolicError("outputs without right items are told of some numbers of classes only")
        first: Any = self.matrix(classes, **full)
        return first, self._whole(Wanted(**full), first)

    def gold_of(self, classes: Count, wanted: Wanted) -> Any:
        """Refuse: golds alone."""
        raise NotSymbolicError("golds are told of some numbers of classes only")

    labelings = gold_of  # type: ignore[assignment]

    def _whole(self, wanted: Wanted, like: WholeMatrix | None = None) -> WholeMatrix:
        letter, least = f"x{len(self.made)}", sympy.Integer(self.least)
        number = least + self.case.generator("K'", "nonnegative", f"K - {least}", None)
        whole = self._positive(f"items_{letter}", "items") if like is None else like.whole
        full = {"P": wanted.full, "S": wanted.full_system, "U": wanted.full or wanted.full_system}
        used = {
            name: number if all_ else self._positive(f"used_{letter}_{name}", "classes that are used")
            for name, all_ in full.items()
        }
        if like is not None:
            used["P"] = like.counted["P"]
        found = WholeMatrix(letter=letter, whole=whole, number=number, counted=used)
        made = found.anew("", dict.fromkeys(map(str, VARIABLES)), dict.fromkeys(OF_CLASSES))
        self.made.append(made)
        return made

    def _positive(self, name: str, meaning: str) -> Count:
        return self.case.generator(name, "positive", meaning, None)


class Whole:
    """One choice of a generator: its outputs, and what is known of them whatever the formula."""

    def __init__(self, chooser: Wholes, template: Template) -> None:
        self.matrices: Mapping[str, WholeMatrix] = template.outputs
        self.case, self.made = chooser.case, chooser.made
        if not all(isinstance(matrix, WholeMatrix) for matrix in self.matrices.values()):
            raise NotSymbolicError("other outputs are told of some numbers of classes only")
        self.case.where = dict(chooser.about)
        self.case.outputs = {
            name: {N: each.whole, K: each.number, P: each.counted["P"], U: each.counted["U"]}
            for name, each in self.matrices.items()
        }
        entries = [
            (value, measured(symbol, name))
            for name, known in self.case.outputs.items()
            for symbol, value in known.items()
        ]
        self.case.define_read(entries)
        self.case.substituted = True

    @property
    def scales(self) -> dict[str, Count]:
        """How often every output has each item of the first; nothing where they are no multiples."""
        first, *others = self.matrices.values()
        known = {first.path, *(each.path for each in others)}
        same = {each.letter for each in self.matrices.values()} == {first.letter}
        if not others or not same or first.path or {*sum(known, ())} != {"repeated"}:
            return {}
        return {name: sympy.cancel(each.whole / first.whole) for name, each in self.matrices.items()}

    def filled(self, formula: Formula) -> ParametricCase:
        """Return the case of a formula; raises NotSymbolicError."""
        return _Filled(self, formula).case


class _Filled:
    """Fills a case with the reductions of every output, by what their terms are in what cells and classes offer."""

    def __init__(self, whole: Whole, formula: Formula) -> None:
        self.whole, self.formula = whole, formula
        known = whole.case
        outputs = {name: dict(values) for name, values in known.outputs.items()}
        self.case = replace(known, generators=dict(known.generators), outputs=outputs)
        self.case.told = self._told
        self.sums: dict[Any, Count] = {}
        for made in whole.made:
            for offers, names in ((made.cell, "c"), (made.one, "gs")):
                for name in names:
                    own = offers[name]
                    self.sums |= {(there, own): made.whole for there in (None, frozenset({own}))}
            self.sums |= {(frozenset(map(made.one.get, "gs")), made.one[name]): made.whole for name in "gs"}
        self.scales = whole.scales
        self.degrees = DEGREES | dict.fromkeys((K, P, U), 0) | {N: 1}
        self.case.scales, self.case.degrees = self.scales, self.degrees
        if formula.normal.partial:
            raise NotSymbolicError("some term may have no value")
        for name in outputs:  # all of one, so that what others make of it is known
            for symbol, atom in formula.normal.atoms.items():
                self.case.outputs[name][symbol] = self._value(name, symbol, atom)

    def _value(self, output: str, symbol: Count, atom: Any) -> Count:
        """Return a reduction of one output in those of others, or as a generator of its own."""
        first = next(iter(self.whole.matrices))
        if self.scales and output != first:
            with suppress(NotSymbolicError):
                power = degree(atom.body, self.degrees) or 0
                return self.scales[output] ** power * self.case.outputs[first][symbol]
        matrix, domain = self.whole.matrices[output], atom.domain
        term, there = self._term(output, atom, matrix.offers(domain)), matrix.support(domain)
        if domain in EXTREMES:
            key = domain, matrix.side, there, term
            if key not in self.sums:
                self.sums[key] = self._generator(symbol, atom, output)
            return self.sums[key]
        if domain == "all_cells" and any(self._term(output, atom, each) != 0 for each in matrix.of_added()):
            raise NotSymbolicError(f"a class without items adds to {symbol}")
        cores = _cores(term)
        unknown = [core for core in cores if (there, core) not in self.sums]
        if not unknown:
            return sympy.Add(*(times * self.sums[there, core] for core, times in cores.items()))
        made = self._generator(symbol, atom, output)
        if len(unknown) == 1 and self._is_positive(cores[unknown[0]]):
            others = (times * self.sums[there, core] for core, times in cores.items() if core != unknown[0])
            self.sums[there, unknown[0]] = (made - sympy.Add(*others)) / cores[unknown[0]]
        return made

    def _term(self, output: str, atom: Any, offers: Offers) -> Count:
        read = atom.body.free_symbols & {*VARIABLES}
        wholes = {each: self.case.outputs[output][each] for each in (N, K, P, U)}
        return in_one_way(atom.body.xreplace({**wholes, **{each: offers[str(each)] for each in read}}))

    def _is_positive(self, times: Count) -> bool:
        return rational_sign(times, self.case.positive, self.case.nonnegative) == "positive"

    def _generator(self, symbol: Count, atom: Any, output: str) -> Count:
        sign: GeneratorSign = "nonnegative" if atom.body.is_nonnegative else "real"
        return self.case.unnamed(sign, f"{symbol}", measured(symbol, output))

    def _told(self) -> Mapping[str, Any]:
        """Return the rows of every output as data: what each cell or class offers of what is asked for."""
        domains = sorted({atom.domain for atom in self.formula.atoms})
        asked = {str(name) for atom in self.formula.atoms for name in atom.body.free_symbols}
        outputs = {}
        for name, matrix in self.whole.matrices.items():
            known = {str(symbol): self.case.outputs[name][symbol] for symbol in (N, K, P, U)}
            rows = {domain: list(matrix.told_rows(domain, asked)) for domain in domains}
            outputs[name] = {"quantities": known, "rows": rows, "complete": True}
        named = sorted({*re.findall(r"\b(?:cell|class|row|column)_x\w*", f"{outputs}")})
        known = {
            str(offers[name]): str(made.whole)
            for made in self.whole.made
            for offers, names in ((made.cell, "c"), (made.one, "gs"))
            for name in names
        }
        each = [{"one": name, "all": known.get(name, ""), "of": name.partition("_")[0]} for name in named]
        return {
            "outputs": outputs, "each": each,
            "counts": dict.fromkeys(named, "of any cell or class"),
        }  # fmt: skip


def _cores(term: Count) -> dict[Count, Count]:
    """Return what a term is a sum of multiples of, each with its multiple, which is the same in every cell."""
    found: dict[Count, Count] = {}
    inside = [each for each in term.free_symbols if str(each).startswith(("cell_", "class_"))]
    for part in sympy.Add.make_args(sympy.expand(term)):
        times, core = part.as_independent(*inside, as_Add=False)
        found[core] = found.get(core, sympy.S.Zero) + times
    return {core: times for core, times in found.items() if times != 0}


def of_whole_matrices(generator: Generator, formula: Formula) -> list[CasesOnDemand]:
    """Return the way to write the cases of any number of classes; none where a generator changes some classes only."""
    key: Any = GeneratorKey(generator)
    try:
        parts = _parts_of(key)
    except NotSymbolicError:
        return []
    return [CasesOnDemand(parts, lambda part: part.filled(formula))]


@lru_cache(maxsize=64)
def _parts_of(key: GeneratorKey) -> Sequence[Whole]:
    return [Whole(chooser, template) for chooser, template in each_choice(key.generator, Wholes)]
