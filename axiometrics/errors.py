"""What can go wrong, each with one message: what was given, what is allowed, what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches

__all__ = [
    "AxiometricsError",
    "DuplicateKeyError",
    "EngineDisagreementError",
    "InputError",
    "NotSymbolicError",
    "TargetError",
    "UndecidedError",
    "UnknownKeyError",
    "UnknownNameError",
    "UnknownPrimeError",
    "nearest",
]


class AxiometricsError(Exception):
    """Any error that axiometrics raises on purpose."""


class InputError(AxiometricsError, ValueError):
    """A value, a file or an option that cannot be used as given."""


class UnknownKeyError(AxiometricsError, KeyError):
    """A task, metric, constraint or parameter that is not registered."""

    __str__ = Exception.__str__  # a KeyError would show the quoted text


class UnknownNameError(AxiometricsError, AttributeError):
    """A name that what a formula is given does not have."""


class DuplicateKeyError(AxiometricsError, ValueError):
    """A key that is registered already."""


class TargetError(AxiometricsError, ImportError):
    """A target such as ``package.module:function`` that cannot be loaded."""


class NotSymbolicError(AxiometricsError, TypeError):
    """A formula or generator that has no reading over symbols."""


class EngineDisagreementError(AssertionError):
    """A proof that a concrete case contradicts: a defect of axiometrics itself, never silenced."""


class UnknownPrimeError(AxiometricsError):
    """A number has a logarithm with prime factors that an arithmetic does not know; ``knowing`` gives one that does."""

    def __init__(self, primes: Iterable[int]) -> None:
        self.primes = tuple(primes)
        super().__init__(f"logarithms of {', '.join(map(str, self.primes))} are beyond this arithmetic")


class UndecidedError(AxiometricsError, ArithmeticError):
    """An exact comparison that neither an identity nor 2000 digits could settle."""


def nearest(name: str, allowed: Iterable[str]) -> str:
    """Say which allowed names are closest to a mistyped one.

    >>> nearest("purty", ["purity", "rand"])
    "did you mean 'purity'?"
    >>> nearest("x", ["purity", "rand"])
    'allowed: purity, rand'
    """
    names = sorted(allowed)
    close = get_close_matches(name, names, n=3, cutoff=0.6)
    likeness = [SequenceMatcher(None, found, name).ratio() for found in close]
    close = [found for found, like in zip(close, likeness, strict=True) if like > likeness[0] - 0.2]
    if close:
        return "did you mean " + " or ".join(repr(found) for found in close) + "?"
    return "allowed: " + ", ".join(names)
