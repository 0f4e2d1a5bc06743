"""What a proof on one side of a bound rests on, as plain data: margin and score in every branch, and a multiplier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from axiometrics.checker.prove.certificate import Branch, Certificate, terms_of

if TYPE_CHECKING:
    from flint import fmpq_mpoly

    from axiometrics.checker.prove.algebra import SignedAlgebra
    from axiometrics.formulas.arithmetics.signs import Sign


@dataclass(frozen=True)
class BoundBranch:
    """One branch: the margin is positive where the score is beyond ``bound``.

    The margin's numerator is a positive factor times another one. ``multiplier`` times the latter is ``remainder``,
    which is never negative, plus what the score's numerator exceeds the bound times its denominator by (where the score
    must be less: falls short).
    """

    margin: Branch
    score: Branch
    remainder: Branch
    multiplier: Fraction
    bound: Fraction
    sign: str = "positive"


@dataclass(frozen=True)
class BoundPart:
    """The branches of one parametric case, and the bound beyond which all of them are positive.

    ``bound`` is None where no case has a margin.
    """

    where: Mapping[str, int]
    branches: tuple[BoundBranch | Branch, ...]
    bound: Fraction | None
    frame: Certificate

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: the certificates of margin and score, and what joins them."""
        return {
            "where": dict(self.where),
            "bound": None if self.bound is None else str(self.bound),
            "margin": self._certificate("margin"),
            "score": self._certificate("score"),
            "joined": [
                None
                if isinstance(branch, Branch)
                else {
                    "multiplier": str(branch.multiplier),
                    "bound": str(branch.bound),
                    "remainder": branch.remainder.to_dict(),
                }
                for branch in self.branches
            ],
        }

    def _certificate(self, part: str) -> dict[str, Any]:
        branches = tuple(
            branch if isinstance(branch, Branch) else getattr(branch, part) for branch in self.branches
        )
        return replace(self.frame, branches=branches).to_dict()


@dataclass(frozen=True)
class BoundProof:
    """The demand is met wherever the score of ``output`` is more than the bound (or less, if not ``more``)."""

    output: str
    more: bool
    bound: Fraction
    parts: tuple[BoundPart, ...]
    scope: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "output": self.output,
            "more": self.more,
            "bound": str(self.bound),
            "scope": self.scope,
            "parts": [part.to_dict() for part in self.parts],
        }


def plain_branch(
    path: Any, algebra: SignedAlgebra, tops: Sequence[Any], bottom: fmpq_mpoly, sign: Sign
) -> Branch:
    """Write polynomials, the factors of a numerator and a denominator, as terms."""
    parts = [*tops, bottom]
    used = [
        at
        for at, powers in enumerate(zip(*(part.degrees() for part in parts), strict=True))
        if max(powers) > 0
    ]
    names = tuple(map(str, algebra.symbols))
    *numerator, denominator = ((terms_of(part, used), 1) for part in parts)
    return Branch(
        tuple(path),
        tuple(names[at] for at in used),
        tuple(names[at] for at in used if at in algebra.positive),
        tuple(names[at] for at in used if at in algebra.signed - algebra.positive),
        tuple(numerator),
        (denominator,),
        sign,
        squared=False,
        shown=False,
    )
