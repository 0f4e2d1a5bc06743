"""What the literature says, as data: one file per publication, and the audit that puts our verdicts beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axiometrics.claims.claim import Claim
from axiometrics.claims.files import publications

if TYPE_CHECKING:
    from axiometrics.claims.auditing import audit
    from axiometrics.claims.finding import Audit, Finding

__all__ = ["Audit", "Claim", "Finding", "audit", "publications"]


def __getattr__(name: str) -> Any:
    """Load the audit when it is first asked for."""
    if name == "audit":
        from axiometrics.claims.auditing import audit

        return audit
    if name in ("Audit", "Finding"):
        from axiometrics.claims import finding

        return getattr(finding, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
