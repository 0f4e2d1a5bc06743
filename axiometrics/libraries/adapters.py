"""The known libraries: what is known of the functions of each, read from TOML, and which are installed."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from axiometrics.errors import AxiometricsError, InputError, UnknownKeyError, nearest
from axiometrics.metrics import METRICS
from axiometrics.parameters import split_key
from axiometrics.tasks import get_task

DIGITS = 9
"""Digits that are compared where an adapter does not say how many."""


@dataclass(frozen=True)
class Convention:
    """What a library's documentation says of certain inputs: ``when`` is a condition on the arguments, in Python.

    It is ``misnamed`` where what is documented is not what the function's name, or its promised range, says.
    """

    when: str
    says: str
    misnamed: bool = False


@dataclass(frozen=True)
class Adapter:
    """One function of a library.

    ``function`` is its import path (``module:name``), ``reads`` the form of a judged output that it is given, and
    ``call`` the call in Python: of ``function`` and of the form's parts, ``gold`` and ``system`` where there are two,
    ``output`` where there is one, ``parts`` for all of them; ``uses`` gives further names as import paths.
    ``equals`` is the registered metric, with parameters, that it should equal. ``applies`` is a condition on the
    arguments outside which the function is not meant to be called; ``digits`` are those that are compared, for
    functions that compute in few. ``symmetric`` is the claim that gold and system may be exchanged, and ``compiles``
    that the first call takes long since it compiles code or imports more: then it is made once, before worker
    processes are.
    ``patch`` is what the library could change, in words or as a diff.
    """

    name: str
    function: str
    task: str
    reads: str
    call: str = "function(gold, system)"
    equals: str | None = None
    error: bool = False
    symmetric: bool = False
    compiles: bool = False
    applies: str = "True"
    digits: int = DIGITS
    uses: dict[str, str] = field(default_factory=dict)
    conventions: tuple[Convention, ...] = ()
    patch: str = ""

    @property
    def definition(self) -> str:
        """What the metric that it should equal means, in a line; empty where there is none."""
        if not self.equals:
            return ""
        base, given = split_key(self.equals)
        return METRICS.get(base, self.task).with_parameters(**given).summary


@dataclass(frozen=True)
class Library:
    """A library: the package to install, the module to import, and its functions."""

    name: str
    package: str
    module: str
    adapters: tuple[Adapter, ...]
    note: str = ""


MOST_DIGITS = 15
"""Significant digits that every float holds."""

_LIBRARY = {"name": str, "package": str, "module": str, "note": str, "function": list, "defaults": dict}
_ADAPTER = {
    "name": str, "function": str, "task": str, "reads": str, "call": str, "equals": str, "error": bool,
    "symmetric": bool, "compiles": bool, "applies": str, "digits": int, "uses": dict, "convention": list,
    "patch": str,
}  # fmt: skip
_CONVENTION = {"when": str, "says": str, "misnamed": bool}
_PARTS = ("parts", "output", "gold", "system")
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_FUNCTION = re.compile(rf"(.+\.py|{_MODULE.pattern}):{_MODULE.pattern}")


def read_library(path: Path) -> Library:
    """Read one library's file; raises InputError with file and line.

    The tables ``[[function]]`` have the keys of `Adapter`, and ``[[function.convention]]`` those of `Convention`;
    ``[defaults]`` gives what all functions of the file share.
    """
    text = _text(path)
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: {error}; write TOML") from error
    places = _Places(path, text)
    places.check(found, _LIBRARY, 0)
    shared = found.get("defaults", {})
    places.check(shared, _ADAPTER, 0)
    adapters = [
        _adapter(table, shared, places, number) for number, table in enumerate(found.get("function", []), 1)
    ]
    lacking = [key for key in ("name", "package", "module", "function") if not found.get(key)]
    if lacking:
        raise InputError(
            f"{path}: there is no {lacking[0]}; a library has name, package, module and functions"
        )
    if _MODULE.fullmatch(found["module"]) is None:
        raise InputError(f"{places.at(0, 'module')}: module is {found['module']!r}; write package.module")
    names = [adapter.name for adapter in adapters]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise InputError(f"{path}: two functions are called {twice!r}; give each a name of its own")
    return Library(found["name"], found["package"], found["module"], tuple(adapters), found.get("note", ""))


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give a file that can be read") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: {error}; write it in UTF-8") from error


def _adapter(table: Mapping[str, Any], shared: Mapping[str, Any], places: _Places, number: int) -> Adapter:
    places.check(table, _ADAPTER, number)
    given = {**shared, **table}
    given["uses"] = {**shared.get("uses", {}), **table.get("uses", {})}
    conventions = []
    for each in given.pop("convention", []):
        places.check(each, _CONVENTION, number)
        if not {"when", "says"} <= each.keys():
            raise InputError(f"{places.at(number, 'convention')}: a convention has both when and says")
        conventions.append(Convention(**each))
    if "function" in given:
        given.setdefault("name", given["function"].rpartition(":")[2])
    needed = [
        each.name for each in fields(Adapter) if each.default is MISSING and each.default_factory is MISSING
    ]
    lacking = [key for key in needed if key not in given]
    if lacking:
        raise InputError(
            f"{places.at(number)}: the function has no {lacking[0]}; give {', '.join(needed[1:])}"
        )
    adapter = Adapter(**given, conventions=tuple(conventions))
    places.knows(adapter, number)
    if not 1 <= adapter.digits <= MOST_DIGITS:
        raise InputError(
            f"{places.at(number, 'digits')}: digits is {adapter.digits}; give 1 to {MOST_DIGITS}"
        )
    places.imports(adapter, number)
    places.evaluates(adapter.call, number, {*_PARTS, "function", *adapter.uses})
    for text in (adapter.applies, *(each.when for each in conventions)):
        places.evaluates(text, number, _PARTS)
    return adapter


class _Places:
    """Finds the lines of a file that its errors are about."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.lines = text.splitlines()
        self.starts = [0] + [place for place, line in enumerate(self.lines) if line.strip() == "[[function]]"]

    def at(self, number: int, key: str = "") -> str:
        """Return the file and the line of a key, in the function of that number (0: before all of them)."""
        start = self.starts[number] if number < len(self.starts) else 0
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.lines)
        for place in range(start + (number > 0), end):  # below [[function]]
            if key and re.search(rf"\b{re.escape(key)}\b\s*(=|\]\])", self.lines[place]):
                return f"{self.path}, line {place + 1}"
        return f"{self.path}, line {start + 1}"

    def check(self, table: Mapping[str, Any], allowed: Mapping[str, type], number: int) -> None:
        """Raise InputError for a key that is not allowed, or a value of another type."""
        if not isinstance(table, Mapping):
            raise InputError(
                f"{self.at(number)}: {table!r} is no table; write [[function]] or [[function.convention]] "
                "above its keys"
            )
        for key, value in table.items():
            if key not in allowed:
                raise InputError(f"{self.at(number, key)}: unknown key {key!r}; {nearest(key, allowed)}")
            if isinstance(value, str) and key != "note" and not value.strip():
                raise InputError(f"{self.at(number, key)}: {key} is empty; write it, or leave it out")
            if type(value) is not allowed[key]:
                raise InputError(
                    f"{self.at(number, key)}: {key} is {value!r}; it must be of type {allowed[key].__name__}"
                )

    def knows(self, adapter: Adapter, number: int) -> None:
        """Raise InputError for a task, a form or a metric that is not registered."""
        try:
            key = "task"
            forms = get_task(adapter.task).reads
            key = "reads"
            if adapter.reads not in forms:
                raise UnknownKeyError(
                    f"{adapter.task} has no form {adapter.reads!r}; {nearest(adapter.reads, forms)}"
                )
            key = "equals"
            if adapter.equals:
                base, given = split_key(adapter.equals)
                METRICS.get(base, adapter.task).with_parameters(**given)
        except AxiometricsError as error:
            raise InputError(f"{self.at(number, key)}: {error}") from error

    def imports(self, adapter: Adapter, number: int) -> None:
        """Raise InputError for what is no import path."""
        if _FUNCTION.fullmatch(adapter.function) is None:
            raise InputError(
                f"{self.at(number, 'function')}: function is {adapter.function!r}; write package.module:function or "
                "path/to/file.py:function"
            )
        for name, path in adapter.uses.items():
            good = isinstance(path, str) and (_FUNCTION.fullmatch(path) or _MODULE.fullmatch(path))
            if not (good and name.isidentifier()):
                raise InputError(
                    f"{self.at(number, 'uses')}: uses gives {name!r} {path!r}; give each name an import path, such as "
                    "'numpy' or 'numpy:array'"
                )

    def evaluates(self, text: str, number: int, known: Collection[str]) -> None:
        """Raise InputError for what is no Python expression of known names."""
        try:
            tree = ast.parse(text, str(self.path), "eval")
            compile(tree, str(self.path), "eval")
        except (SyntaxError, ValueError) as error:
            raise InputError(f"{self.at(number)}: {text!r} is no Python expression ({error})") from error
        names = [each for each in ast.walk(tree) if isinstance(each, ast.Name)]
        own = {each.id for each in names if not isinstance(each.ctx, ast.Load)}
        own |= {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
        for name in (each.id for each in names):
            if name not in {*own, *known, *dir(builtins)}:
                hint = f"{', '.join(sorted(known))} and those that uses gives"
                raise InputError(
                    f"{self.at(number)}: {text!r} has the unknown name {name!r}; known are {hint}"
                )


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
    """Return a known library by its name or what Python imports, or one that a TOML file describes.

    Raises UnknownKeyError, InputError.

    >>> library("sklearn").name
    'scikit-learn'
    >>> library("scikit-lern")
    Traceback (most recent call last):
        ...
    axiometrics.errors.UnknownKeyError: there is no library 'scikit-lern'; did you mean 'scikit-learn'?
    """
    if isinstance(name, Path) or name.endswith(".toml"):
        return read_library(Path(name))
    known = {found.module.lower(): found for found in libraries().values()}
    known |= {each.lower(): found for each, found in libraries().items()}
    found = known.get(name.lower())
    if found is None:
        package = known.get(name.lower().partition(".")[0])
        hint = f"did you mean {package.name!r}?" if package else nearest(name, libraries())
        raise UnknownKeyError(f"there is no library {name!r}; {hint}")
    return found


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


def source_line(function: Callable[..., Any]) -> str:
    """Say in which file and line a function or class begins, from its package on; empty where Python does not know.

    >>> source_line(source_line).partition(", ")[0], source_line(len)
    ('axiometrics/libraries/adapters.py', '')
    """
    try:
        found = inspect.unwrap(function)
        line, path = inspect.getsourcelines(found)[1], Path(inspect.getfile(found))
    except (TypeError, OSError, ValueError):
        return ""
    depth = found.__module__.count(".") + 1 + (path.name == "__init__.py")
    return f"{Path(*path.parts[-depth:]).as_posix()}, line {line}"


def missing(found: Library) -> str:
    """Say how to install a library.

    >>> missing(libraries()["scikit-learn"])
    'scikit-learn is not installed; run: pip install scikit-learn'
    """
    return f"{found.name} is not installed; run: pip install {found.package}"
