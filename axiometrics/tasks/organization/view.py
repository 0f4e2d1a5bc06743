"""What a metric of organizations sees: shares of relations, and how many there are to share, in many outputs at once.

Metrics are traced over symbols; the same formula is then evaluated on one organization, on a batch, or exactly: a batch
has the shares of its different organizations for each weighting, in any arithmetic. Equal fractions have equal residues
modulo a prime, and others hardly ever: so different shares are found quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.bounded import STEP, Bounded
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.arithmetics.scalars import FRACTIONS, elementwise
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.graph import Quantity, recorded
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Integers, numbered, ratios
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.organization import Organization
from axiometrics.tasks.organization.distribution import Weighting, weighting
from axiometrics.tasks.organization.relations import (
    Chunk,
    Layout,
    Shares,
    chunks,
    counts,
    share,
)
from axiometrics.tasks.shared_tables import Repeated

NAMES = (r"R_{\prec}", r"S_{\prec}", r"R_{\sim}", r"S_{\sim}", "x", "g", "m", "M")
QUANTITIES = Shares(*sympy.symbols(NAMES, real=True))


class Relations(NamedTuple):
    """One kind of relation: its reliability and sensitivity, and whether each side states any (0 if it does not)."""

    reliability: Quantity
    sensitivity: Quantity
    stated: Quantity
    demanded: Quantity


_WHOLE = frozenset("xgmM")


def _recorded(weights: Weighting) -> Shares:
    return Shares(*(recorded(name, whole=name in _WHOLE) for name in NAMES))


def _numbers(source: Any) -> Shares:
    return Shares(*(source.quantity(name, whole=name in _WHOLE) for name in NAMES))


class OrganizationView:
    """The organization as a metric author sees it; all relations of a formula are weighted alike.

    ``shares`` gives the shares under a weighting, as formulas of another task's view where those are known.
    """

    def __init__(
        self, shares: Callable[[Weighting], Shares] = _recorded, weights: Weighting | None = None
    ) -> None:
        self._shares = shares
        self.weighting = weights

    def over(self, source: Any) -> OrganizationView:
        """Return the view of one output of a sample."""
        return OrganizationView(lambda weights: _numbers(source), source.sample.outputs.weights)

    @property
    def listed(self) -> Quantity:
        """Occurrences of documents in the system output."""
        found: Quantity = self._shares(weighting()).listed
        return found

    @property
    def organized(self) -> Quantity:
        """Occurrences of documents in the gold."""
        found: Quantity = self._shares(weighting()).organized
        return found

    def priorities(self, **weights: object) -> Relations:
        """The priorities of documents over documents of lower levels and over the tail.

        ``stated`` and ``demanded`` count the levels of the system and of the gold that have something below them.
        """
        q = self._shares(self._weigh(weights))
        return Relations(q.priority_reliability, q.priority_sensitivity, q.stated, q.demanded)

    def groupings(self, **weights: object) -> Relations:
        """The relations of documents in one cluster, each with itself too; that the tail has none counts as one.

        ``stated`` and ``demanded`` count the occurrences of the system and of the gold, and the tail.
        """
        asked = self._weigh(weights)
        q, tail = self._shares(asked), int(asked.tail != "none")
        shares = q.clustering_reliability, q.clustering_sensitivity
        return Relations(*shares, q.listed + tail, q.organized + tail)

    def _weigh(self, given: Mapping[str, Any]) -> Weighting:
        asked = weighting(**{name: _plain(value) for name, value in given.items()})
        if self.weighting not in (None, asked):
            raise NotSymbolicError(
                "a formula of organizations weighs all its relations alike; use one weighting"
            )
        self.weighting = asked
        return asked


def _plain(value: object) -> Any:
    """Return an open parameter as the symbol that it is."""
    return value.node.value if isinstance(value, Quantity) and value.node.kind == "letter" else value


@dataclass(frozen=True, eq=False)
class WeightedFormula(Formula):
    """A formula of the shares under one weighting."""

    weighting: Weighting = field(default_factory=weighting)


RULES = Rules(QUANTITIES, signs=Signs(frozenset(QUANTITIES)))


def formula(function: Callable[..., Any], values: dict[str, Any]) -> WeightedFormula:
    """Trace a metric."""
    view = OrganizationView()
    found = trace(function, view, values, rules=RULES)
    weights = view.weighting or weighting()
    return WeightedFormula(
        found.graph,
        found.expression,
        found.normal,
        found.globals,
        found.variables,
        written=found.written,
        weighting=weights,
    )


class OrganizationBatch(Repeated):
    """Organizations in order; what formulas need of the different ones is computed once for each weighting.

    ``layout`` is that of the organizations, where it is known.
    """

    def __init__(self, organizations: Sequence[Organization], layout: Layout | None = None) -> None:
        self._tables = organizations
        found = Layout.of([each.placements for each in organizations]) if layout is None else layout.merged()
        self._layout, self.which = found.different()
        self._weighed: dict[Weighting, Weighed] = {}

    numbered = Outputs.numbered  # ``which`` does not tell apart names and orders that a function may read

    def table(self, index: int) -> Organization:
        """Return one organization."""
        return self._tables[index]

    def tables(self) -> Iterator[Organization]:
        """Yield every organization."""
        return iter(self._tables)

    def seen_as(self, task: str) -> Any:
        """Return the outputs as a batch of another task."""
        return TableBatch.from_tables([table.seen_as(task) for table in self.tables()])

    def different(self, formula: Any) -> Weighed:
        """Return the different organizations, weighed as a formula says."""
        return self.weighed(formula.weighting)

    def weighed(self, weights: Weighting) -> Weighed:
        """Return the different organizations under a weighting."""
        if weights not in self._weighed:
            self._weighed[weights] = Weighed(self._layout, weights, self._chunks)
        return self._weighed[weights]

    @cached_property
    def _chunks(self) -> tuple[Chunk, ...]:
        return tuple(chunks(self._layout))


class Weighed(Outputs):
    """Organizations under one weighting."""

    def __init__(self, layout: Layout, weights: Weighting, parts: Sequence[Chunk] | None = None) -> None:
        self.layout = layout
        self.weights = weights
        self.parts = tuple(chunks(layout)) if parts is None else parts

    def __len__(self) -> int:
        return self.layout.outputs

    @cached_property
    def quantities(self) -> dict[str, Any]:
        """The four shares, computed in the arithmetic that asks for them, and the four numbers."""
        names = zip(NAMES, Shares._fields, strict=True)
        return {name: _Share(self, field) if "{" in name else self._counts(field) for name, field in names}

    def _counts(self, name: str) -> Integers:
        found: Integers = _joined([counts(name, part, self.weights) for part in self.parts])
        return found

    def read(self, formula: Formula, arithmetic: object, places: Integers | None = None) -> Any:
        """Return the values in an arithmetic, of all organizations or of those at some places."""
        if places is not None and len(places) < len(self):
            return Weighed(self.layout.taken(places), self.weights).read(formula, arithmetic)
        return super().read(formula, arithmetic, places)


class _Share:
    """One of the shares of some organizations as a column: floats with error bounds, fractions, or residues."""

    ndim = 1

    def __init__(self, owner: Weighed, name: str, places: Any = slice(None)) -> None:
        self.owner, self.name, self.places = owner, name, places

    def __getitem__(self, places: Any) -> _Share:
        return _Share(self.owner, self.name, np.arange(len(self.owner))[self.places][places])

    @property
    def parts(self) -> tuple[Integers, ...]:
        """Whole numbers, the same for equal shares and for no others."""
        return self._known("residues", self._residues)

    def column_in(self, arithmetic: Any) -> Any:
        """Return the shares as values of an arithmetic."""
        if arithmetic is BOUNDED:
            return Bounded(*self._known("floats", self._floats))
        if getattr(self.owner.weights.c, "free_symbols", ()):
            raise NotSymbolicError("the shares are made with the number that the weights depend on")
        return arithmetic.column(*self._known("fractions", self._fractions))

    def _residues(self) -> tuple[Any, ...]:
        return tuple(_joined([part.values for part in self._of(prime)]) for prime in PRIMES)

    def _fractions(self) -> tuple[Any, ...]:
        return ratios(_joined(self._of(elementwise(FRACTIONS))).tolist())

    def _of(self, arithmetic: object) -> list[Any]:
        return [share(self.name, part, self.owner.weights, arithmetic) for part in self.owner.parts]

    def _floats(self) -> tuple[Any, ...]:
        with np.errstate(all="ignore"):
            found = [bounded_share(self.name, part, self.owner.weights) for part in self.owner.parts]
        return _joined([part.value for part in found]), _joined([part.radius for part in found])

    def _known(self, kind: str, make: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
        """Return columns at the places, computed once for all organizations."""
        return tuple(part[self.places] for part in self.owner.kept((kind, self.name), make))


def _joined(parts: Sequence[Any]) -> Any:
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts]) if len(parts) != 1 else parts[0]


ROUNDINGS = 32
"""At least the roundings on the way to one term of a share (20), and from the sums of terms to the share (2)."""


def bounded_share(name: str, chunk: Chunk, weights: Weighting) -> Bounded:
    """Return one of the shares in floats with their error bounds.

    It is made of whole numbers and the constant c by sums, products and quotients of what is never negative; so the
    relative errors of operands add up, and each operation adds at most 2^-53. A sum of so many terms is as many
    operations; an output with k places has at most k + k^2 of them. With a c from 10^-30 to 10^30, as its parameters
    allow, nothing leaves the range of floats on the way.
    """
    side = chunk.gold if name.endswith("sensitivity") else chunk.system
    places = np.bincount(chunk.output[side.kind], minlength=chunk.outputs).astype(float)
    value = share(name, chunk, weights, _Plain())
    return Bounded.rounded(value, value * (ROUNDINGS + places + places**2) * STEP)


class _Plain:
    """Floats without error bounds as an arithmetic of columns."""

    number = float

    def column(self, top: Any, bottom: Any = None) -> Any:
        return np.asarray(top, dtype=float) if bottom is None else np.divide(top, bottom)

    def total(self, values: Any, starts: Integers, lengths: Integers) -> Any:
        found, some = np.zeros(len(starts)), lengths > 0
        found[some] = np.add.reduceat(values, starts[some]) if len(values) else 0.0
        return found


class Residues:
    """Numbers from 0 to a prime less 1, with arithmetic; what is divided by a multiple of the prime becomes 0."""

    __slots__ = ("prime", "values")

    def __init__(self, values: Any, prime: int) -> None:
        self.values = values % prime
        self.prime = prime

    def __add__(self, other: Residues) -> Residues:
        return Residues(self.values + other.values, self.prime)

    def __mul__(self, other: Residues) -> Residues:
        return Residues(self.values * other.values, self.prime)

    def __truediv__(self, other: Residues) -> Residues:
        return self * other.inverse()

    def __getitem__(self, places: Any) -> Residues:
        return Residues(self.values[places], self.prime)

    def inverse(self) -> Residues:
        """Return what gives 1 when it is multiplied: the power with the prime less 2, by squaring.

        Of many numbers few are different, as sizes of levels are: each is inverted once.
        """
        values = np.ravel(self.values)
        some, which = np.unique(values, return_inverse=True) if values.dtype == object else numbered(values)
        found, square, exponent = (
            Residues(np.int64(1), self.prime),
            Residues(some, self.prime),
            self.prime - 2,
        )
        while exponent:
            found = found * square if exponent & 1 else found
            square, exponent = square * square, exponent >> 1
        return Residues(found.values[which].reshape(np.shape(self.values)), self.prime)


class Modulo:
    """The arithmetic of columns modulo a prime below 2^31."""

    def __init__(self, prime: int) -> None:
        self.prime = prime

    def number(self, value: Fraction) -> Residues:
        """Return a constant."""
        return self.column(value.numerator % self.prime, value.denominator % self.prime)

    def column(self, top: Any, bottom: Any = None) -> Residues:
        """Return whole numbers, or quotients of them."""
        numbers = np.asarray(top)
        found = Residues(
            numbers if numbers.dtype == object else numbers.astype(np.int64, copy=False), self.prime
        )
        return found if bottom is None else found / self.column(bottom)

    def total(self, values: Residues, starts: Integers, lengths: Integers) -> Residues:
        """Return the sums of consecutive stretches of values, 0 for an empty one."""
        found, some = np.zeros(len(starts), dtype=np.int64), lengths > 0
        if some.any():
            found[some] = np.add.reduceat(values.values, starts[some])
        return Residues(found, self.prime)


PRIMES = Modulo(2**31 - 1), Modulo(2147483629), Modulo(2147483587)
"""Different fractions have the same residue modulo all of them with a chance of about 2^-93."""
