"""The independent check of certificates, which shares nothing with the prover; everything is read as plain data.

* `signs`: the signs of coefficients, complete case distinctions, and proofs in parts
* `on_cases`: a certificate compared with concrete `cases`, in floats with error bounds and in exact numbers
* `demands`, `lines`: the other kinds of certificates, under premises, about largest values, and along lines
* `reading`: what texts say, as `polynomials` and quotients of them, as intervals, or in any arithmetic
* here: how a certificate is refused, and how the search for a proof is given up
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from axiometrics.errors import UndecidedError

__all__ = ["CertificateError", "UnconfirmedError", "giving_up", "require"]


class CertificateError(AssertionError):
    """A certificate that does not show what its proof claims."""


class UnconfirmedError(CertificateError, UndecidedError):
    """A certificate that no concrete case tells anything about, so that it does not count."""


def require(condition: bool, message: str) -> None:
    """Raise CertificateError with the message unless the condition holds."""
    if not condition:
        raise CertificateError(message)


@contextmanager
def giving_up() -> Iterator[None]:
    """Search for a proof inside: whatever goes wrong there means that none is found, and never stops a cell.

    A certificate that is refused is no such thing: it says that a proof was wrong.

    >>> with giving_up():
    ...     _ = 1 / 0
    """
    try:
        yield
    except CertificateError:
        raise
    except Exception:
        return
