"""Proofs in parts: one certificate for each choice that a proof cannot leave open, such as the number of classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from axiometrics.checker.prove.certificate import Certificate
from axiometrics.formulas.signs import Sign

__all__ = ["Part", "Parts"]


@dataclass(frozen=True)
class Part:
    """The margin's sign in the cases whose chosen sizes are those of ``where``, with its certificate."""

    where: Mapping[str, int]
    sign: Sign
    tactic: str
    certificate: Certificate

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: the certificate's, with the part's place and sign."""
        return {
            "where": dict(self.where),
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
