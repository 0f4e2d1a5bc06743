"""Proofs made of several: a linear form each, or a choice each that cannot be left open, such as of classes.

Two linear forms have one sign where they are the same number. So they are where what they take of one output they take
of another one that always has the same score: where both are differences, the order of two outputs stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import UNIT, Positive, SameSign
from axiometrics.checker.prove.algebra import meet
from axiometrics.checker.prove.certificate import Certificate, PartSign
from axiometrics.checker.scores import orientation_sign
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import Sign, flip
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.choosing import GeneratorKey


@dataclass(frozen=True)
class Part:
    """The sign that the margin has in the cases with some chosen sizes, or a linear form in every case, and why.

    In a part that is "undefined" no case has a margin.
    """

    kind: Literal["where", "form"]
    about: Mapping[str, int]
    sign: PartSign
    tactic: str
    certificate: Any

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: the certificate's, with what it is about and its sign."""
        return {
            self.kind: dict(self.about),
            "sign": self.sign,
            "tactic": self.tactic,
            **self.certificate.to_dict(),
        }


@dataclass(frozen=True)
class Parts:
    """The parts of one proof, which together are all cases of its ``scope`` (in words, such as: 2 to 5 classes).

    Where ``total`` is wrong they are all of these that have a margin.
    """

    parts: tuple[Part, ...]
    scope: str
    total: bool = True

    @property
    def margin_latex(self) -> str:
        """The margin that all parts have, or dots."""
        first, *others = self.parts
        shown: str = first.certificate.margin_latex
        return shown if all(part.certificate.margin_latex == shown for part in others) else r"\ldots"

    @property
    def tactic(self) -> str:
        """The tactics of the parts, and their number where there is more than one."""
        plain = " and ".join(dict.fromkeys(part.tactic.partition(" in ")[0] for part in self.parts))
        return plain if len(self.parts) == 1 else f"{plain}, in {len(self.parts)} parts"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        valued = {} if self.total else {"valued": True}
        return {"scope": self.scope, **valued, "parts": [part.to_dict() for part in self.parts]}


@dataclass(frozen=True)
class Forms:
    """The proofs of all linear forms of a constraint."""

    forms: tuple[Part, ...]
    continuity: Any = None
    """The certificate that the metric is continuous along each of its quantities, where that is demanded."""
    same: tuple[Mapping[str, int], ...] = ()
    """Two linear forms that are the same number, since their difference is the sum of these, which are all zero."""

    @property
    def margin_latex(self) -> str:
        """The margins of the forms."""
        return r"\quad\text{and}\quad ".join(form.certificate.margin_latex for form in self.forms)

    @property
    def parts(self) -> list[Parts]:
        """The proofs of forms that are in parts themselves, each of some cases."""
        return [form.certificate for form in self.forms if isinstance(form.certificate, Parts)]

    @property
    def scope(self) -> str:
        """The cases that all forms are proved for, where that is not every one."""
        return " and ".join(dict.fromkeys(each.scope for each in self.parts if each.scope))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, with the scope that all forms are proved for where that is not every case."""
        smooth = {"continuity": self.continuity.to_dict()} if self.continuity else {}
        limits = {"scope": self.scope} if self.scope else {}
        same = {"same": [dict(form) for form in self.same]} if self.same else {}
        return {"forms": [form.to_dict() for form in self.forms], **limits, **smooth, **same}


@dataclass(frozen=True)
class ByTerms:
    """What the terms that a formula sums show of a case, by a rule of the task, about these linear forms."""

    certificate: Certificate
    rule: str
    forms: tuple[Mapping[str, int], ...]
    margin_latex = r"\ldots"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        told = {"rule": self.rule, "forms": [dict(form) for form in self.forms]}
        return {**self.certificate.to_dict(), "terms": told}


def by_terms(
    metric: Metric, constraint: Constraint, forms: Sequence[Mapping[str, int]], *, wider: bool
) -> tuple[Sign, Parts] | None:
    """Return the sign of a linear form, or that of two, that the single terms of a formula show, and why.

    ``wider`` says that the cases are those of any number of parts, else of some numbers.
    """
    turn, shown = orientation_sign(metric), []
    raw = tuple({name: weight * turn for name, weight in form.items()} for form in forms)
    if constraint.scored_by:  # the terms are those of one metric
        return None
    with suppress(NotSymbolicError):
        task = get_task(metric.task)
        shown = task.by_terms(constraint.symbolic_generator, metric.formula, raw, wider=wider)
    sign = meet([each.sign for each in shown])
    if not sign:
        return None
    parts = []
    for each in shown:
        told = ByTerms(Certificate.build(each.case, constraint, [], each.told, []), each.rule, raw)
        parts.append(Part("where", each.case.where, each.sign, f"terms: {each.rule}", told))
    return sign, Parts(tuple(parts), shown[0].case.scope, all(each.total for each in shown))


def cases_of(certificate: Any) -> str:
    """Return which cases the parts of a proof are about; nothing where one is about all."""
    about = [each.about for each in certificate.parts] if isinstance(certificate, Parts) else [{}]
    return f"{about}" if about != [{}] else ""


def plain_forms(constraint: Constraint) -> list[Mapping[str, int]]:
    """Return the linear forms without outputs that do not count, and without a constant of 0."""
    return [{name: weight for name, weight in form.items() if weight} for form in constraint.forms]


def turned(sign: Sign, constraint: Constraint, orientation: str) -> Sign:
    """Return the sign of a form of the values themselves where those are bounded, else of the oriented ones."""
    found = flip(sign) if constraint.of_a_case.of_values and orientation == "error" else sign
    return found or sign


def same_forms(constraint: Constraint) -> tuple[Mapping[str, int], ...]:
    """Return the two forms of which it is enough that they are the same number; nothing where that is not asked."""
    demand = constraint.demand
    plain = isinstance(demand, SameSign) and not demand.strict and not demand.continuous
    return tuple(plain_forms(constraint)) if plain else ()


def alike(one: Mapping[str, int], other: Mapping[str, int]) -> list[Mapping[str, int]]:
    """Return differences of two outputs that add up to the difference of two forms; none where these are no pairs.

    >>> alike({"a": 1, "b": -1}, {"c": 1, "d": -1})
    [{'a': 1, 'c': -1}, {'b': -1, 'd': 1}]
    """
    pairs: list[Mapping[str, int]] = []
    left = dict(other)
    for name, weight in one.items():
        partner = next((each for each, own in left.items() if own == weight and each not in one), None)
        if partner is None or UNIT in (name, partner):
            return []
        del left[partner]
        pairs.append({name: weight, partner: -weight})
    return [] if left else pairs


def adds_up(parts: Sequence[Mapping[str, int]], one: Mapping[str, int], other: Mapping[str, int]) -> bool:
    """Whether linear forms add up to the difference of two others."""
    total: Counter[str] = Counter()
    for form, times in [*((part, 1) for part in parts), (one, -1), (other, 1)]:
        for name, weight in form.items():
            total[name] += times * weight
    return not any(total.values())


@dataclass(frozen=True)
class _Some:
    """Makes the cases of a generator with some of their outputs alone."""

    key: GeneratorKey
    names: tuple[str, ...]

    def __call__(self, choose: Any) -> Any:
        made = self.key.generator(choose)
        outputs = getattr(made, "outputs", None)
        if not isinstance(outputs, Mapping):
            raise NotSymbolicError("outputs that are no mapping are compared together only")
        return replace(made, outputs={name: outputs[name] for name in self.names})


def of_two(constraint: Constraint, form: Mapping[str, int]) -> Constraint:
    """Return a constraint on the same cases about one linear form, and on the outputs of that form alone.

    Raises NotSymbolicError where the generator is not to be read over symbols.
    """
    generator: Any = _Some(GeneratorKey(constraint.symbolic_generator), tuple(form))
    about = constraint.about(Positive(form))
    return replace(about, generator=generator, values={}, parameters=(), origin="axiometrics.checker")
