"""How a certificate is refused."""

from __future__ import annotations

__all__ = ["CertificateError", "require"]


class CertificateError(AssertionError):
    """A certificate that does not show what its proof claims."""


def require(condition: bool, message: str) -> None:
    """Raise CertificateError with the message unless the condition holds."""
    if not condition:
        raise CertificateError(message)
