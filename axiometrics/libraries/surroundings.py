"""What an audit runs on: the versions that its findings may depend on besides the library's own."""

from __future__ import annotations

import platform

__all__ = ["surroundings"]


def surroundings() -> dict[str, str]:
    """Return versions by name.

    >>> list(surroundings())
    ['axiometrics', 'Python', 'NumPy']
    """
    import numpy

    from axiometrics import __version__

    return {"axiometrics": __version__, "Python": platform.python_version(), "NumPy": numpy.__version__}
