"""Demands: what a constraint asks of the scores of a case's outputs, one value of a small closed family.

A demand is about linear forms: sums of the scores of named outputs with whole weights, turned so that more is better.
Those of one case say what its scores must be; the others say of which cases that is asked, and hold one of the former.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from axiometrics.formulas.arithmetics.error_bounds import UNDECIDED

if TYPE_CHECKING:
    from axiometrics.formulas.arithmetics.signs import Sign

Form = Mapping[str, int]
Premise = tuple[Form, Literal["zero", "nonnegative"]]
Word = Literal["positive", "zero", "nonnegative", "definite"]
PAIR: Form = MappingProxyType({"better": 1, "worse": -1})
UNIT = ""
"""The name, in a linear form, of the number 1, whose weight is the form's constant."""
_ABOVE = frozenset({"positive", "nonnegative", "zero"})
_BELOW = frozenset({"negative", "nonpositive", "zero"})
_STRICT = frozenset({"positive", "negative", "zero"})


class Demand:
    """Any demand: what is asked of one case, and of which cases that is asked."""

    quantifier: ClassVar[str] = "every"
    """Of which cases it is asked, as reports say it."""
    given: ClassVar[tuple[str, ...]] = ()
    """Choices of the generator for each of which some case must meet the demand."""
    by_size: ClassVar[bool] = False
    """Whether it is about the values of the one size that the generator asks for."""

    @property
    def of_a_case(self) -> OfACase:
        """What is asked of one case."""
        raise NotImplementedError

    @property
    def premises(self) -> tuple[Premise, ...]:
        """Linear forms that must be zero, or not negative, for the demand to be made of a case."""
        return ()

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the judged outputs, worse before better; those of further forms follow."""
        forms = (*self.of_a_case.named, *(form for form, _ in self.premises))
        named = (name for form in forms for name in sorted(form, key=lambda name: (form[name], name)))
        return tuple(dict.fromkeys(name for name in named if name != UNIT))


@dataclass(frozen=True)
class OfACase(Demand):
    """What the linear form of a case's scores must be.

    Of a ``total`` demand a case in which an output has no value is a counterexample; of others it is left out.
    """

    form: Form = field(default_factory=lambda: PAIR)
    _: KW_ONLY
    total: bool = False

    word: ClassVar[Word] = "positive"
    """What the form must be, as reports say it."""
    sign: ClassVar[Literal["positive", "zero"]] = "positive"
    """The sign of a case that meets it."""
    of_values: ClassVar[bool] = False
    """Whether it is about the values themselves, whatever the metric's orientation."""
    continuous: ClassVar[bool] = False
    """Whether a proof shows also that the metric is continuous along each of its quantities."""

    @property
    def of_a_case(self) -> OfACase:
        """What is asked of one case: this."""
        return self

    @property
    def forms(self) -> tuple[Form, ...]:
        """The linear forms whose signs settle a case."""
        return (self.form,)

    @property
    def named(self) -> tuple[Form, ...]:
        """The linear forms that name outputs, first ones first."""
        return (self.form,)

    def case_sign(self, signs: Sequence[Any]) -> Any:
        """Return the sign of a case from those of the linear forms, numbers or arrays; `UNDECIDED` where one is open.

        1 is a case that meets the demand and -1 one that goes against it; of a demand of zero 0 meets it.
        """
        known = np.asarray(signs)
        return np.where(np.any(known == UNDECIDED, axis=0), UNDECIDED, self._joined(known))

    def _joined(self, known: Any) -> Any:
        return known[0]

    def depth(self, values: Any) -> Any:
        """Return how well cases meet the demand from the forms' values, one a row: below 0 go those against it."""
        return np.min(values, axis=0)

    def proved_sign(self, signs: Sequence[Sign]) -> Sign | None:
        """Return the sign of every case from what is proved of all forms, as `case_sign` has it; None where open."""
        return signs[0]


class Positive(OfACase):
    """The form is above zero; a tie is told apart from a case that goes against it."""


class Zero(OfACase):
    """The form is zero."""

    word = "zero"
    sign = "zero"

    def depth(self, values: Any) -> Any:
        """Return how far the form is from zero, as a number below 0."""
        return -np.abs(values[0])


class _TiesAllowed(OfACase):
    """No form is below zero."""

    def case_sign(self, signs: Sequence[Any]) -> Any:
        """Return -1 where one form is negative, 1 where none is."""
        known = np.asarray(signs)
        unknown = np.any(known == UNDECIDED, axis=0)
        return np.where(np.any(known == -1, axis=0), -1, np.where(unknown, UNDECIDED, 1))

    def proved_sign(self, signs: Sequence[Sign]) -> Sign | None:
        """Return the sign of every case."""
        if set(signs) <= _ABOVE:
            return "positive"
        return "negative" if "negative" in signs else None


@dataclass(frozen=True)
class Nonnegative(_TiesAllowed):
    """The form is not below zero, nor is any of the others."""

    _: KW_ONLY
    others: tuple[Form, ...] = ()

    word = "nonnegative"

    @property
    def forms(self) -> tuple[Form, ...]:
        """All forms."""
        return self.form, *self.others

    @property
    def named(self) -> tuple[Form, ...]:
        """All forms."""
        return self.forms


@dataclass(frozen=True)
class Within(_TiesAllowed):
    """The linear form of the values themselves lies between two bounds, which belong to the range; None is no bound."""

    low: int | None = None
    high: int | None = None
    of_values = True

    @property
    def forms(self) -> tuple[Form, ...]:
        """What the form is inside its bounds."""
        above = () if self.low is None else ({**self.form, UNIT: -self.low},)
        below = {name: -weight for name, weight in self.form.items()}
        return above + (() if self.high is None else ({**below, UNIT: self.high},))


@dataclass(frozen=True)
class SameSign(OfACase):
    """Two linear forms are both positive, both zero, or both negative; where only one is zero the metric is blind.

    With ``strict`` a single zero goes against it, too.
    """

    other: Form = field(default_factory=lambda: PAIR)
    _: KW_ONLY
    strict: bool = False
    continuous: bool = False  # type: ignore[misc]

    @property
    def word(self) -> Word:  # type: ignore[override]
        """What the forms must be, as reports say it."""
        return "definite" if self.strict else "positive"

    @property
    def forms(self) -> tuple[Form, ...]:
        """Both forms."""
        return self.form, self.other

    @property
    def named(self) -> tuple[Form, ...]:
        """Both forms."""
        return self.forms

    def _joined(self, known: Any) -> Any:
        first, second = known
        found = first * second + (abs(first) + abs(second) == 0)
        return 2 * (found > 0) - 1 if self.strict else found

    def depth(self, values: Any) -> Any:
        """Return the smaller of both forms with the sign of their product."""
        return np.sign(values[0] * values[1]) * np.min(np.abs(values), axis=0)

    def proved_sign(self, signs: Sequence[Sign]) -> Sign | None:
        """Return the sign of every case."""
        found = _same(*signs)
        if self.strict:
            return {"positive": "positive", "zero": "negative", "negative": "negative"}.get(found or "")  # type: ignore[return-value]
        return found


def _same(one: Sign, other: Sign) -> Sign | None:
    if {one, other} <= _STRICT:
        return "positive" if one == other else "zero" if "zero" in (one, other) else "negative"
    return "nonnegative" if {one, other} <= _ABOVE or {one, other} <= _BELOW else None


@dataclass(frozen=True)
class Comparable(OfACase):
    """Both outputs have a value: one of them is better, or they tie."""

    total: bool = True

    def case_sign(self, signs: Sequence[Any]) -> Any:
        """Return 1: every case with values meets it."""
        return np.ones_like(np.asarray(signs)[0])


MORE = Positive()
"""The better output scores more."""


@dataclass(frozen=True)
class _OfCases(Demand):
    """A demand that is made of some cases, in a way of its own."""

    then: Demand = MORE

    @property
    def of_a_case(self) -> OfACase:
        """What is asked of one case."""
        return self.then.of_a_case

    @property
    def premises(self) -> tuple[Premise, ...]:
        """The premises of what is asked."""
        return self.then.premises


@dataclass(frozen=True)
class Implies(Demand):
    """A demand that is made where premises hold: linear forms that are zero, or not negative."""

    when: tuple[Premise, ...]
    then: OfACase

    @property
    def of_a_case(self) -> OfACase:
        """What is asked of a case in which the premises hold."""
        return self.then

    @property
    def premises(self) -> tuple[Premise, ...]:
        """The premises."""
        return self.when


@dataclass(frozen=True)
class SomeCase(_OfCases):
    """Some case meets the demand; with ``given``, some case for each of these choices."""

    given: tuple[str, ...] = ()  # type: ignore[misc]
    quantifier = "some case"


@dataclass(frozen=True)
class SomeSize(_OfCases):
    """The demand is met for one value at least of the one size that the generator asks for."""

    quantifier = "some n"
    by_size = True


@dataclass(frozen=True)
class AllSizesFrom(_OfCases):
    """The demand is met for all values, from some one on, of the one size that the generator asks for."""

    quantifier = "all n from n0"
    by_size = True


BETWEEN = Implies(
    (({"high": 1, "judged": -1}, "nonnegative"), ({"judged": 1, "low": -1}, "nonnegative")),
    Nonnegative({"high": 1, "low": -1}),
)
"""Where the judged value lies between the two others."""
LARGEST = Zero({"judged": 1})


@dataclass(frozen=True)
class Between(_OfCases):
    """On the way from the output ``low`` to ``high`` a value that lies between is met: that of ``judged``."""

    then: Demand = BETWEEN
    quantifier = "some between"


@dataclass(frozen=True)
class EqualMaxima(_OfCases):
    """The largest value of the one output is the same whatever it is judged against."""

    then: Demand = LARGEST
    quantifier = "equal maxima"


@dataclass(frozen=True)
class EqualMinima(EqualMaxima):
    """The worst value of the one output is the same whatever it is judged against."""

    quantifier = "equal minima"
