"""Code whose results depend on its arguments alone: builtins, modules of the standard library, libraries by version."""

from __future__ import annotations

import builtins
import hashlib
import sys
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution

__all__ = ["TELLING", "UNKNOWN", "UnpinnedError", "distribution_text", "library", "require_harmless"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TELLING = frozenset({"assessors", "claims", "cli", "files", "lessons", "libraries", "reports", "studies"})
"""Rooms of axiometrics whose sources are in no key: they tell and use verdicts, and no verdict rests on them."""

_CALCULATING = _words(
    "__future__ _collections _functools _operator abc array bisect cmath collections contextlib copy copyreg "
    "dataclasses decimal enum fractions functools heapq itertools math numbers operator re statistics string "
    "textwrap types typing typing_extensions unicodedata"
)
"""Modules of the standard library whose functions depend on their arguments alone."""
_LIBRARIES = {
    "flint": "python-flint",
    "mpmath": "mpmath",
    "networkx": "networkx",
    "numpy": "numpy",
    "scipy": "scipy",
    "sklearn": "scikit-learn",
    "sympy": "sympy",
}
"""Packages that compute, by the name of their distribution."""
_BUILTINS = _words(
    "abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict divmod enumerate filter float "
    "format frozenset hasattr hex int isinstance issubclass iter len list map max min next object oct ord pow print "
    "property range repr reversed round set slice sorted staticmethod str sum super tuple type zip "
    "__build_class__ __debug__"
)
UNKNOWN = _words(
    "DataSource RandomState datasets default_rng fromfile genfromtxt get_state io load loadtxt memmap open_memmap "
    "random readwrite seed set_config urandom __globals__ __dict__ __subclasses__ __loader__ __spec__"
)
"""Names of attributes that lead to files, to random numbers, or anywhere."""


class UnpinnedError(TypeError):
    """A value that no text pins down."""


def require_harmless(name: str) -> None:
    """Raise UnpinnedError for a builtin that may read files, or anything."""
    found = getattr(builtins, name, None)
    known = name in _BUILTINS or (isinstance(found, type) and issubclass(found, BaseException))
    if found is not None and not known:
        raise UnpinnedError(f"the builtin {name!r} may do anything")


@lru_cache(maxsize=512)
def library(module: str) -> str | None:
    """Return the text of the library that a module belongs to, None for anybody's code; or raise UnpinnedError."""
    top, _, rest = module.partition(".")
    if top == "axiometrics" and rest.partition(".")[0] not in TELLING:
        return top
    if top in _LIBRARIES and not UNKNOWN & set(rest.split(".")):
        return distribution_text(_LIBRARIES[top])
    if top in _CALCULATING:
        return top
    if top == "axiometrics" or top in _LIBRARIES or top in sys.stdlib_module_names:
        raise UnpinnedError(f"the module {module!r} may do anything")
    return None


@lru_cache(maxsize=64)
def distribution_text(name: str) -> str:
    """Return the version of an installed distribution, and which files it has installed."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return f"{name} is not installed"
    return f"{name} {found.version} {hashlib.sha256((found.read_text('RECORD') or '').encode()).hexdigest()}"
