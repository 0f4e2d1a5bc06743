"""The page's modules as one script: every module becomes a function of those it imports, so that no names meet."""

from __future__ import annotations

import posixpath
import re
from importlib.resources import files

__all__ = ["linked"]

_IMPORT = re.compile(r'^import \{ (.+) \} from "(.+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def linked(start: str) -> str:
    """Return a module of this folder and all that it imports as one script.

    >>> linked("arithmetic.js").splitlines()[:2]
    ['const modules = {};', 'modules["arithmetic.js"] = (() => {']
    """
    found: dict[str, str] = {}
    _add(start, found)
    return "\n".join(["const modules = {};", *found.values()])


def _add(path: str, found: dict[str, str]) -> None:
    """Add what a module imports, and then the module."""
    text = files(__name__.rpartition(".")[0]).joinpath(path).read_text(encoding="utf-8")
    for _, imported in _IMPORT.findall(text):
        if (target := _resolved(path, imported)) not in found:
            _add(target, found)
    body = _IMPORT.sub(lambda at: f'const {{ {at[1]} }} = modules["{_resolved(path, at[2])}"];', text)
    names = ", ".join(name for _, name in _EXPORT.findall(text))
    own = _EXPORT.sub(r"\1", body)
    found[path] = f'modules["{path}"] = (() => {{\n{own}return {{ {names} }};\n}})();'


def _resolved(path: str, imported: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), imported))
