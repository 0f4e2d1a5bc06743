"""The explorer: the matrices of all tasks on one page that needs no network, and a playground that computes.

``explorer.js`` moves it, with the modules that it imports. The data of each task are packed into the page as compressed
JSON, so that the one that is asked for is there first: `matrix_data` makes them, and everything that is shown as HTML,
escaped; what the scripts write themselves they write as text. `playground` writes formulas as JavaScript.
"""

from __future__ import annotations

import base64
import gzip
import json
import posixpath
import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from axiometrics.checker.verdict import Matrix
from axiometrics.reports.explorer.matrix_data import shown_matrix
from axiometrics.reports.explorer.playground import formulas_script, vocabulary_script
from axiometrics.reports.html import environment
from axiometrics.reports.words import task_name

__all__ = ["explorer", "linked"]

_IMPORT = re.compile(r'^import \{ (.+) \} from "(.+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def explorer(matrices: Sequence[Matrix]) -> str:
    """Return the page of several matrices, the same bytes for the same matrices."""
    packed = [
        {"key": matrix.task, "name": task_name(matrix.task), "data": _packed(shown_matrix(matrix))}
        for matrix in matrices
    ]
    style = (files(__name__) / "explorer.css").read_text(encoding="utf-8")
    tasks = [matrix.task for matrix in matrices]
    made = f"{formulas_script(matrices)}\n{vocabulary_script(tasks)}".replace("<", r"\u003c")
    page = environment().get_template("explorer.html.j2")
    return page.render(tasks=packed, script=Markup(f"{made}\n{linked('explorer.js')}"), style=Markup(style))


def _packed(data: Any) -> Markup:
    """Return data as compressed JSON in letters."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
    packed = gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0)
    return Markup(base64.b64encode(packed).decode("ascii"))


def linked(start: str) -> str:
    """Return a module of this folder and all that it imports as one script: each a function of those it imports.

    >>> linked("arithmetic.js").splitlines()[:2]
    ['const modules = {};', 'modules["arithmetic.js"] = (() => {']
    """
    found: dict[str, str] = {}
    _add(start, found)
    return "\n".join(["const modules = {};", *found.values()])


def _add(path: str, found: dict[str, str]) -> None:
    """Add what a module imports, and then the module."""
    text = files(__name__).joinpath(path).read_text(encoding="utf-8")
    for _, imported in _IMPORT.findall(text):
        if (target := _resolved(path, imported)) not in found:
            _add(target, found)
    body = _IMPORT.sub(lambda at: f'const {{ {at[1]} }} = modules["{_resolved(path, at[2])}"];', text)
    names = ", ".join(name for _, name in _EXPORT.findall(text))
    own = _EXPORT.sub(r"\1", body)
    found[path] = f'modules["{path}"] = (() => {{\n{own}return {{ {names} }};\n}})();'


def _resolved(path: str, imported: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), imported))
