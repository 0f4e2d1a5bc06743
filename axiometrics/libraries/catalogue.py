"""Which libraries are known, which of them are installed, and how to get the others."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from axiometrics.errors import UnknownKeyError, nearest
from axiometrics.libraries.adapters import Library
from axiometrics.libraries.reading import read_library

__all__ = ["installed_version", "libraries", "library", "missing"]

_DATA = Path(__file__).parent / "data"


@cache
def libraries() -> dict[str, Library]:
    """Return the known libraries by name, installed or not.

    >>> libraries()["scikit-learn"].module
    'sklearn'
    """
    found = [read_library(path) for path in sorted(_DATA.glob("*.toml"))]
    return {each.name: each for each in sorted(found, key=lambda each: each.name.lower())}


def library(name: str | Path) -> Library:
    """Return a known library, or one that a TOML file describes; raises UnknownKeyError, InputError.

    >>> library("scikit-lern")
    Traceback (most recent call last):
        ...
    axiometrics.errors.UnknownKeyError: there is no library 'scikit-lern'; did you mean 'scikit-learn'?
    """
    if isinstance(name, Path) or name.endswith(".toml"):
        return read_library(Path(name))
    known = {each.lower(): found for each, found in libraries().items()}
    if name.lower() not in known:
        raise UnknownKeyError(f"there is no library {name!r}; {nearest(name, libraries())}")
    return known[name.lower()]


def installed_version(found: Library) -> str | None:
    """Return the version of the installed package, None where it is not installed."""
    try:
        return version(found.package)
    except PackageNotFoundError:
        return "without a version" if _has_module(found.module) else None


def _has_module(name: str) -> bool:
    """Look for the outermost package alone, since to look inside it would import it."""
    try:
        return find_spec(name.partition(".")[0]) is not None
    except (ImportError, ValueError):
        return False


def missing(found: Library) -> str:
    """Say how to install a library.

    >>> missing(libraries()["scikit-learn"])
    'scikit-learn is not installed; run: pip install scikit-learn'
    """
    return f"{found.name} is not installed; run: pip install {found.package}"
