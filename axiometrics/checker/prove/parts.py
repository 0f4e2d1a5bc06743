"""Proofs made of several: a linear form each, or a choice each that cannot be left open, such as of classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from axiometrics.axioms import Constraint
from axiometrics.formulas.arithmetics.signs import Sign, flip

__all__ = ["Forms", "Part", "Parts", "plain_forms", "turned"]


@dataclass(frozen=True)
class Part:
    """The sign that the margin has in the cases with some chosen sizes, or a linear form in every case, and why."""

    kind: Literal["where", "form"]
    about: Mapping[str, int]
    sign: Sign
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
    """The parts of one proof, which together are all cases of its ``scope`` (in words, such as: 2 to 5 classes)."""

    parts: tuple[Part, ...]
    scope: str

    @property
    def margin_latex(self) -> str:
        """The different margins of the parts."""
        shown = dict.fromkeys(part.certificate.margin_latex for part in self.parts)
        return next(iter(shown)) if len(shown) == 1 else r"\ldots"

    @property
    def tactic(self) -> str:
        """The tactics of the parts, and their number."""
        plain = dict.fromkeys(part.tactic.partition(" in ")[0] for part in self.parts)
        return f"{' and '.join(plain)}, in {len(self.parts)} parts"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"scope": self.scope, "parts": [part.to_dict() for part in self.parts]}


@dataclass(frozen=True)
class Forms:
    """The proofs of all linear forms of a constraint."""

    forms: tuple[Part, ...]
    continuity: Any = None
    """The certificate that the metric is continuous along each of its quantities, where that is demanded."""

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
        return {"forms": [form.to_dict() for form in self.forms], **limits, **smooth}


def plain_forms(constraint: Constraint) -> list[Mapping[str, int]]:
    """Return the linear forms without outputs that do not count, and without a constant of 0."""
    return [{name: weight for name, weight in form.items() if weight} for form in constraint.forms]


def turned(sign: Sign, constraint: Constraint, orientation: str) -> Sign:
    """Return the sign of a form of the values themselves where those are bounded, else of the oriented ones."""
    found = flip(sign) if constraint.of_a_case.of_values and orientation == "error" else sign
    return found or sign
