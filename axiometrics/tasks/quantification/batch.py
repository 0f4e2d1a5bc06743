"""Many pairs of distributions as whole masses in arrays: the rows that formulas run over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from operator import add, mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.arithmetics.bounded import STEP, Bounded
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.arithmetics.scalars import FLOATS
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Columns, Floats, Integers, Part, Rows, as_column
from axiometrics.tasks.quantification import Distributions
from axiometrics.tasks.quantification.view import AT, OTHER
from axiometrics.tasks.shared_tables import padded, places_of

MOST = 2**62
"""Whole masses from this total on are Python's numbers."""


class MassTable(Outputs):
    """Different pairs of distributions as masses of shape (pairs, most classes), padded with zeros."""

    remembered = 200

    def __init__(self, system: NDArray[Any], gold: NDArray[Any], classes: Integers) -> None:
        self.system, self.gold, self.classes = system, gold, classes

    @classmethod
    def from_tables(cls, outputs: Sequence[Distributions]) -> MassTable:
        """Build from single pairs."""
        pairs = [output.masses() for output in outputs]
        classes = [len(gold) for _, gold in pairs]
        kind: Any = np.int64 if all(sum(side) < MOST for pair in pairs for side in pair) else object
        masses = np.zeros((2, len(outputs), max(classes, default=1)), dtype=kind)
        for row, pair in enumerate(pairs):
            for side, found in zip(masses, pair, strict=True):
                side[row, : len(found)] = found
        return cls(masses[0], masses[1], np.array(classes, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.classes)

    def table(self, index: int) -> Distributions:
        """Return one pair."""
        classes = int(self.classes[index])
        system, gold = (masses[index, :classes].tolist() for masses in (self.system, self.gold))
        return Distributions.from_masses(system, gold)

    @cached_property
    def quantities(self) -> dict[str, Part]:
        """The classes of each pair, and its smallest gold share."""
        largest = self.gold.max(axis=1, keepdims=True)
        least = np.where(self._inside, self.gold, largest).min(axis=1)
        return {"K": self.classes, "L": _lowest(least, self.gold.sum(axis=1))}

    def measured(self, formula: Formula, name: str, arithmetic: object = BOUNDED) -> Any:
        """Return a share (``p_2`` is the system's of class 2, ``q_2`` the gold's), the value, or its square.

        Shares beyond the last class are 0.
        """
        if name in ("value", "value_squared"):
            value = self.filled(formula) if arithmetic is BOUNDED else self.read(formula, arithmetic)
            return value if name == "value" else value * value
        side, _, number = name.partition("_")
        if not number.isdecimal():
            return super().measured(formula, name, arithmetic)
        if arithmetic is BOUNDED:
            return self.kept(name, lambda: as_column(self._of_class(side, int(number)), arithmetic))
        return as_column(self._of_class(side, int(number)), arithmetic)

    def _of_class(self, side: str, number: int) -> Part:
        top, bottom = (part[:, number - 1 : number] for part in self._shares[side])
        return (top[:, 0], bottom[:, 0]) if top.size else np.zeros(len(self), dtype=np.int64)

    @cached_property
    def _inside(self) -> NDArray[np.bool_]:
        return np.arange(self.gold.shape[1]) < self.classes[:, None]

    def used(self, side: str) -> Integers:
        """Return how many classes are not empty in the ``gold`` or the ``system`` of each pair."""
        return np.asarray((getattr(self, side) > 0).sum(axis=1))

    def golds(self) -> Integers:
        """Return a number for every pair, the same where the gold shares are."""
        least = self.gold // np.gcd.reduce(self.gold, axis=1, keepdims=True)
        whole = np.hstack([self.classes[:, None], least])
        numbers: Integers = np.unique(whole, axis=0, return_inverse=True)[1].reshape(-1)
        return numbers

    def rows(self, domain: str) -> Rows:
        """Return the classes, or the pairs of classes, of every pair of distributions."""
        if domain == "classes":
            case, k = places_of(self._inside)
            return Rows(case, self._at(AT, case, k))
        case, k, other = places_of(self._inside[:, :, None] & self._inside[:, None, :])
        return Rows(case, self._at(AT, case, k) | self._at(OTHER, case, other))

    def _taken(self, domain: str, places: Integers | None) -> Rows:
        if places is None or self.lasting:
            return super()._taken(domain, places)
        return MassTable(self.system[places], self.gold[places], self.classes[places]).rows(domain)

    def _at(self, names: Sequence[Any], case: Integers, k: Integers) -> Columns:
        """Return what one class of each case offers."""
        shares = {
            name.name: partial(self._share, side, case, k) for name, side in zip(names, "pqPQ", strict=False)
        }
        return Columns(shares | {names[-1].name: lambda: k + 1})

    def _share(self, side: str, case: Integers, k: Integers) -> Part:
        at = case * self.gold.shape[1] + k  # one place is found in a fifth of the time that two take
        top, bottom = self._shares[side]
        return top.take(at), bottom.take(at)

    @cached_property
    def _shares(self) -> Columns:
        """The shares of every class, by what the view calls them, each of shape (pairs, most classes)."""
        sides = {"p": self.system, "q": self.gold}
        single = {name: partial(_shares_of, masses) for name, masses in sides.items()}
        return Columns(single | {name.upper(): partial(_summed, masses) for name, masses in sides.items()})


class ShareTable(MassTable):
    """Pairs of distributions over equally many classes in floats, of shape (pairs, classes), as users give them.

    What is read from it are floats with an error bound: `evaluate` and `bounded`.
    """

    def __init__(self, system: Floats, gold: Floats) -> None:
        super().__init__(system, gold, np.full(len(gold), gold.shape[1]))

    @cached_property
    def quantities(self) -> Columns:  # type: ignore[override]
        """The classes of each pair, and its smallest gold share."""
        classes, shares = self.classes, self._shares  # not self: what refers to itself is not freed at once
        return Columns({"K": lambda: classes, "L": lambda: _least(shares["q"])})

    def rows(self, domain: str) -> Rows:
        """Return the classes, all of every pair, or the pairs of classes."""
        if domain != "classes":
            return super().rows(domain)
        (pairs, classes), shares = self.gold.shape, self._shares
        columns: dict[str, Any] = {name: lambda name=name: shares[name].row_by_row() for name in "pqPQ"}
        columns["k"] = lambda: np.tile(np.arange(1, classes + 1), pairs)
        return Rows(np.repeat(np.arange(pairs), classes), Columns(columns))

    def scores(self, formula: Formula) -> Floats | None:
        """Return the values in plain floats, of sums over classes from whole tables; None where these cannot tell."""
        if any(atom.domain != "classes" for atom in formula.atoms):
            return super().scores(formula)
        try:
            with FLOATS.strict():
                sums = [self._sums(formula, atom) for atom in formula.atoms]
                outside = [as_column(part, FLOATS) for part in self._outside(formula)]
                return np.asarray(FLOATS.filled(formula.compiled(FLOATS)(*outside, *sums), len(self)))
        except ArithmeticError:
            return None

    def _sums(self, formula: Formula, atom: Any) -> Floats:
        names, quantities = formula.needed(atom)
        given: dict[str, Any] = {name: self._shares[name].values for name in names if name != "k"}
        given |= {name: as_column(self.quantities[name], FLOATS)[:, None] for name in quantities}
        given["k"] = np.arange(1.0, self.gold.shape[1] + 1)
        symbols = (*formula.variables, *formula.globals)
        terms = formula.body(atom, FLOATS)(*(given.get(symbol.name) for symbol in symbols))
        summed: Floats = np.broadcast_to(terms, self.gold.shape) @ np.ones(self.gold.shape[1])
        return summed

    def _share(self, side: str, case: Integers, k: Integers) -> Part:
        return self._shares[side][case, k]

    @cached_property
    def _shares(self) -> Columns:
        sides = {"p": self.system, "q": self.gold}
        single = {name: partial(_measured, shares) for name, shares in sides.items()}
        return Columns(
            single | {name.upper(): partial(_measured_sums, shares) for name, shares in sides.items()}
        )


@dataclass(frozen=True)
class Measured:
    """A column of shares in floats, and what computes how far each may be off."""

    values: Floats
    radius: Callable[[], Floats]

    @property
    def ndim(self) -> int:
        """As of an array."""
        return self.values.ndim

    @property
    def parts(self) -> tuple[Floats]:
        """The floats."""
        return (self.values,)

    def __getitem__(self, places: Any) -> Measured:
        return Measured(self.values[places], lambda: self.radius()[places])

    def row_by_row(self) -> Measured:
        """Return a table as one column."""
        return Measured(self.values.ravel(), lambda: self.radius().ravel())

    def column_in(self, arithmetic: object) -> Any:
        """Return the shares, with their error bounds in the arithmetic that has such; there are no exact ones."""
        return Bounded(self.values, self.radius()) if arithmetic is BOUNDED else self.values


def _least(gold: Measured) -> Measured:
    return gold[np.arange(len(gold.values)), gold.values.argmin(axis=1)]


def _measured(shares: Floats) -> Measured:
    """Divide by the total: a sum of positive floats is off by half a unit for each of them, the quotient by one."""
    values = shares / (shares @ np.ones(shares.shape[1]))[:, None]
    return Measured(values, lambda: values * ((shares.shape[1] + 2) * STEP))


def _measured_sums(shares: Floats) -> Measured:
    """Return the shares of every class and all lower ones; of all classes it is exactly 1."""
    below = shares.cumsum(axis=1)
    values = below / below[:, -1:]
    spread = (shares.shape[1] + 2) * STEP
    return Measured(
        values, lambda: np.where(np.arange(shares.shape[1]) < shares.shape[1] - 1, values * spread, 0.0)
    )


def _shares_of(masses: Integers) -> Part:
    return _lowest(masses, masses.sum(axis=1, keepdims=True))


def _summed(masses: Integers) -> Part:
    """Return the shares of every class and all lower ones."""
    below = masses.cumsum(axis=1)
    return _lowest(below, below[:, -1:])


def _lowest(top: Any, bottom: Any) -> Part:
    """Return fractions in lowest terms, so that equal ones are equal numbers."""
    common = np.gcd(top, bottom)
    return top // common, bottom // common


# --- what rules about single terms ask for


def terms_hold(
    rule: str, forms: Sequence[Mapping[str, int]], outputs: Mapping[str, Any]
) -> NDArray[np.bool_]:
    """Return in which cases the outputs are what a rule of `terms` asks for, in whole numbers. Cost O(masses).

    A rule that is called cumulative is about what all classes up to one have, a weighted one about the same gold.
    """
    kind = rule.partition(" ")[0]
    rule = rule.removeprefix("cumulative ").removeprefix("weighted ")
    by_weight = [sorted(filter(None, form), key=form.__getitem__, reverse=True) for form in forms]
    if rule in ("least", "most"):
        return np.ones(len(outputs[by_weight[0][0]]), dtype=bool)
    known = {name: _in_wholes(outputs[name]) for names in by_weight for name in names}
    if rule == "same order":
        whole, part = ([known[name] for name in names] for names in by_weight)
        return _are_parts(whole, part) | _are_parts(part, whole)
    found = _of_one_total(*(known[name] for name in by_weight[0]))
    if kind == "weighted":
        return _differ_by_class(*found)
    if kind == "cumulative":
        found = [(system.cumsum(axis=1), gold.cumsum(axis=1), classes) for system, gold, classes in found]
    if rule == "same":
        return _have_same_errors(*found)
    if rule == "nearer":
        return _is_nearer(*found) | _is_nearer(*found[::-1])
    return _is_detour(found, forms[0])


Wholes = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]
"""Of every case the system's and the gold's masses, of one total both, and the number of classes."""
LARGEST = 2**12
"""Totals up to which products of four of them are whole numbers of 64 bits, with room for a sum."""


def _in_wholes(outputs: Any) -> Wholes:
    system, gold = (outputs.each(lambda some, side=side: getattr(some, side)) for side in ("system", "gold"))
    if max(side.sum(axis=1).max(initial=0) for side in (system, gold)) > LARGEST:
        system, gold = system.astype(object), gold.astype(object)
    totals = [side.sum(axis=1, keepdims=True) for side in (system, gold)]
    return system * totals[1], gold * totals[0], outputs.each(lambda some: some.classes)


def _of_one_total(*outputs: Wholes) -> list[Wholes]:
    """Return masses of equally many classes that have one total in all outputs."""
    most = max(gold.shape[1] for _, gold, _ in outputs)
    totals = [gold.sum(axis=1, keepdims=True) for _, gold, _ in outputs]
    if max(total.max(initial=0) for total in totals) > LARGEST:
        totals = [total.astype(object) for total in totals]
    found = []
    for place, (system, gold, classes) in enumerate(outputs):
        times = reduce(mul, (total for k, total in enumerate(totals) if k != place))
        found.append((padded(system, most) * times, padded(gold, most) * times, classes))
    return found


def _is_nearer(far: Wholes, near: Wholes) -> NDArray[np.bool_]:
    """Return where each class is as near to its gold, or nearer, in the second output; see `terms`."""
    (p, q, number), (r, s, other) = far, near
    between = (q == s) & (((p <= r) & (r <= q)) | ((p >= r) & (r >= q)))
    perfect = (p == q) & (r == s)
    more_gold = (p - q == r - s) & (q <= s)
    empty = (q == 0) & (s == 0)
    less = np.where(empty, p - r, 0).sum(axis=1) >= 0
    found = ((p == r) & (q == s)) | between | perfect | more_gold
    return np.asarray((number == other) & (found | (empty & less[:, None])).all(axis=1), dtype=bool)


def _have_same_errors(one: Wholes, other: Wholes) -> NDArray[np.bool_]:
    """Return where p is as far from q, or there are the same pairs of both, in one order or another."""
    p, q, r, s = (side for each in (one, other) for side in each[:2])
    errors, others = (np.sort(abs(system - gold), axis=1) for system, gold in ((p, q), (r, s)))
    return np.asarray((errors == others).all(axis=1), dtype=bool)


def _differ_by_class(one: Wholes, other: Wholes) -> NDArray[np.bool_]:
    """Return where the gold is the same, and one output is in each class as far from it, or as near or nearer."""
    (p, q, number), (r, s, another) = one, other
    errors, others = abs(p - q), abs(r - s)
    found = (errors <= others).all(axis=1) | (errors >= others).all(axis=1)
    return np.asarray((number == another) & (q == s).all(axis=1) & found, dtype=bool)


def _is_detour(outputs: Sequence[Wholes], form: Mapping[str, int]) -> NDArray[np.bool_]:
    """Return where the errors of two outputs add up to those of the third one, which has another weight."""
    errors = [system - gold for system, gold, _ in outputs]
    signs = sorted(form.values(), reverse=True)
    total = reduce(
        add, (error * (1 if sign == signs[1] else -1) for error, sign in zip(errors, signs, strict=True))
    )
    return np.asarray((total == 0).all(axis=1), dtype=bool)


def _are_parts(whole: Sequence[Wholes], part: Sequence[Wholes]) -> NDArray[np.bool_]:
    """Return where two outputs agree outside of some classes, and two others are these classes alone."""
    (p, q, classes), (r, s, _) = _of_one_total(*whole)
    (t, u, number), (v, w, other) = part
    found, places = np.zeros(len(classes), dtype=bool), np.arange(p.shape[1])
    fits = (q == s).all(axis=1) & (number == other)
    for few in np.unique(number).tolist():
        for first in range(max(p.shape[1] - few + 1, 0)):
            last = first + few
            here = np.flatnonzero(fits & ~found & (number == few) & (last <= classes))
            inside = (places >= first) & (places < last)
            here = here[((p[here] == r[here]) | inside).all(axis=1)]
            here = here[p[here, first:last].sum(axis=1) == r[here, first:last].sum(axis=1)]
            for large, small in ((p, t), (r, v), (q, u), (s, w)):
                here = here[_is_block(large[here, first:last], small[here, :few])]
            found[here] = True
    return found


def _is_block(some: NDArray[Any], alone: NDArray[Any]) -> Any:
    """Return where masses are others, divided by what they add up to."""
    if max(some.max(initial=0), alone.max(initial=0)) > LARGEST**2:
        some, alone = some.astype(object), alone.astype(object)
    totals = [side.sum(axis=1, keepdims=True) for side in (some, alone)]
    return (some * totals[1] == alone * totals[0]).all(axis=1)
