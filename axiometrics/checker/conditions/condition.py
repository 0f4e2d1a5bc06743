"""A condition on a case under which a metric meets a demand that it fails elsewhere, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.checker.conditions.certificate import BoundProof
from axiometrics.checker.conditions.trying import Side

__all__ = ["Condition"]


@dataclass(frozen=True)
class Condition:
    """The demand is met wherever an output scores beyond a bound: proved, or as far as cases were tried.

    ``nearest`` is the exact score of the failing case that is nearest to the bound, or beyond which none fails, with
    the case in notation. ``met`` of the ``applicable`` cases that were tried and have a margin are beyond the bound.
    """

    side: Side
    nearest: str
    notation: str
    met: int
    proof: BoundProof | None = None

    @property
    def quantity(self) -> str:
        """What is bounded."""
        return f"Q({self.side.output})"

    @property
    def text(self) -> str:
        """The condition in words that never overstate.

        >>> from axiometrics.checker.conditions.trying import Side
        >>> Condition(Side("worse", 1, 0.5, None, 3, 4), "1/2", "worse [1]", 3).text
        'Q(worse) > 1/2, as far as tried'
        """
        if self.proof is None:
            return f"{self._beyond(self.nearest)}, as far as tried"
        return self._beyond(self.proof.bound) + (f" with {self.proof.scope}" if self.proof.scope else "")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, in the form of a parameter's region."""
        return {
            "parameter": self.quantity,
            "text": self.text,
            "proved": self.proof is not None,
            "condition": True,
            "splits": True,
            "bounds": [{"text": self.nearest if self.proof is None else str(self.proof.bound)}],
            "argument": list(self._argument()),
        }

    def _beyond(self, bound: object) -> str:
        return f"{self.quantity} {'>' if self.side.turn > 0 else '<'} {bound}"

    def _argument(self) -> Iterator[str]:
        if self.proof is not None:
            yield from self._proved(self.proof)
        yield f"It is so in {self.met} of the {self.side.applicable} cases with a margin that were tried."
        furthest = "largest" if self.side.turn > 0 else "smallest"
        yield f"The {furthest} {self.quantity} of a failing case among them is {self.nearest}: {self.notation}."

    def _proved(self, proof: BoundProof) -> Iterator[str]:
        excess = "exceeds" if proof.more else "falls short of"
        where = f"in each of {len(proof.parts)} parts, " if len(proof.parts) > 1 else ""
        yield (
            f"Proof: {where}a positive multiple of the margin is what {self.quantity} {excess} the bound by, "
            "times a positive quantity, plus a sum without negative terms."
        )
        yield from self._by_size(proof)

    def _by_size(self, proof: BoundProof) -> Iterator[str]:
        """Tell the bounds of the parts, by their first size, where they differ."""
        found: dict[str, list[Fraction]] = {}
        for part in proof.parts:
            for name, value in list(part.where.items())[:1]:
                if part.bound is not None:
                    found.setdefault(f"{name} = {value}", []).append(part.bound)
        best = {
            place: max(bounds, key=lambda bound: self.side.turn * bound) for place, bounds in found.items()
        }
        if len(set(best.values())) > 1:
            told = (f"{self._beyond(bound)} is enough for {place}" for place, bound in best.items())
            yield f"{'; '.join(told)}."
