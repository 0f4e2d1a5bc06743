"""What a function computes, as text: its code, and every value that this code can reach.

Code of axiometrics is named, since its sources are in every key; libraries that only compute are named with their
version. What reads files, the environment or a clock, draws random numbers, or is compiled code that nobody knows has
no such text.
"""

from __future__ import annotations

import builtins
import dataclasses
import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from gc import get_referents
from importlib.metadata import PackageNotFoundError, distribution
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

from axiometrics.formulas.authored import UnpinnedError, imported_in, named_in, read_in, spelt_in
from axiometrics.formulas.questions import is_library


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TELLING = _words("assessors certify claims cli files libraries patterns recheck reports studies")
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
    "DataSource RandomState attrgetter bootstrap datasets default_rng fromfile fromregex genfromtxt get_state "
    "getcontext geterr io load loadtxt localcontext memmap methodcaller open_memmap permutation random readwrite "
    "resample rvs samples seed set_config setcontext shuffle urandom "
    "__getattribute__ __globals__ __dict__ __subclasses__ __loader__ __spec__"
)
"""Names of attributes that lead to files, to random numbers, to what others set, or anywhere."""
_UNKNOWN = re.compile(r"(read|load|fetch|rand)(_|[a-z]*$)|.*random")
"""How names of further functions of libraries begin that read files or draw random numbers."""


def require_harmless(name: str) -> None:
    """Raise UnpinnedError for a builtin that may read files, or anything."""
    found = getattr(builtins, name, None)
    error = isinstance(found, type) and issubclass(found, BaseException)
    if not (found is None or error or name in _BUILTINS):
        raise UnpinnedError(f"the builtin {name!r} may do anything")


def _is_unknown(name: str) -> bool:
    return name in UNKNOWN or _UNKNOWN.match(name) is not None


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
    """Return the version of an installed distribution, and which code it has installed.

    Scripts outside its packages name the environment that they are in, and its own description says how it was
    installed: neither says what the code computes.
    """
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return f"{name} is not installed"
    installed = (found.read_text("RECORD") or "").splitlines()
    code = "\n".join(line for line in installed if not line.startswith("..") and ".dist-info/" not in line)
    return f"{name} {found.version} {hashlib.sha256(code.encode()).hexdigest()}"


_PLAIN = (bool, int, float, complex, str, bytes, Fraction, type(None), type(Ellipsis), type(NotImplemented))
_BASES = (*_PLAIN, bytearray, dict, frozenset, list, range, set, slice, tuple)
"""Types whose instances, and those of classes made of them, are written as they are pickled."""
_OF_CLASSES = (
    "__abstractmethods__ __annotate__ __annotate_func__ __annotations__ __annotations_cache__ __dataclass_fields__ "
    "__dataclass_params__ __dict__ __doc__ __firstlineno__ __module__ __orig_bases__ __parameters__ "
    "__static_attributes__ __type_params__ __weakref__ _abc_impl"
)
"""What classes have besides what their authors wrote."""
_MOST = 5000
"""Values that are looked at; what reaches more is not worth a text."""


def function_digest(function: Callable[..., Any]) -> str:
    """Return a text that differs when the function may differ; raise UnpinnedError when there is no such text.

    >>> def power(exponent):
    ...     return lambda n: n**exponent
    >>> function_digest(power(2)) == function_digest(power(2)), function_digest(power(2)) == function_digest(power(3))
    (True, False)
    """
    return "\0".join(_Walk().text(function))


class _Walk:
    """Writes a value and all it reaches; what is reached twice is written once."""

    def __init__(self) -> None:
        self._seen: dict[Any, tuple[int, Any]] = {}

    def text(self, value: object, names: frozenset[str] | None = None) -> Iterator[str]:
        """Write a value; ``names`` are those by which the code around it asks for attributes."""
        if type(value) in _PLAIN:
            yield repr(value)
            return
        place = id(value), names if isinstance(value, ModuleType) else None
        if place in self._seen:
            yield f"#{self._seen[place][0]}"
            return
        if len(self._seen) >= _MOST:
            raise UnpinnedError(f"it reaches more than {_MOST} values")
        self._seen[place] = len(self._seen), value  # held, so that no other value gets its id
        yield from (type(value).__name__, *self._written(value, names))

    def _written(self, value: Any, names: frozenset[str] | None) -> Iterator[str]:
        """Write a value as its type tells, since an object may say of itself that it is of any class."""
        if issubclass(type(value), ModuleType):
            yield from self._module(value, names)
        elif type(value) is CodeType:
            yield from self._code(value)
        elif type(value) is FunctionType:
            yield from self._function(value)
        elif issubclass(type(value), type):
            yield from self._class(value)
        elif type(value) is BuiltinFunctionType:
            yield from self._compiled(value)
        elif type(value) is CellType:
            yield from self._all(_held(value), names)
        elif type(value) in (dict, MappingProxyType):
            yield from self._all([part for item in value.items() for part in item], names)
        elif type(value) in (set, frozenset):
            yield from sorted("\0".join(self.text(part)) for part in value)
        elif type(value) in (tuple, list):
            yield from self._all(value, names)
            yield str(len(value))
        else:
            yield from self._object(value)

    def _all(self, values: Iterable[Any], names: frozenset[str] | None = None) -> Iterator[str]:
        for value in values:
            yield from self.text(value, names)

    def _module(self, module: ModuleType, names: frozenset[str] | None) -> Iterator[str]:
        """Write what the code around asks of a module; of a library's, only what others have put there."""
        yield module.__name__
        vouched, asked = _library_of(vars(module)), sorted((names or frozenset()) & vars(module).keys())
        if vouched is not None:
            yield vouched
            asked = [name for name in asked if _is_put_there(vars(module)[name])]
        elif names is None or type(module) is not ModuleType or hasattr(module, "__getattr__"):
            raise UnpinnedError(f"what is read of the module {module.__name__!r} is not known")
        for name in asked:
            yield name
            yield from self.text(vars(module)[name], names)

    def _code(self, code: CodeType) -> Iterator[str]:
        yield from (code.co_code.hex(), code.co_exceptiontable.hex(), str(code.co_flags))
        yield f"{code.co_argcount} {code.co_posonlyargcount} {code.co_kwonlyargcount}"
        yield from (*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars)
        yield from self._all(code.co_consts)

    def _function(self, function: FunctionType) -> Iterator[str]:
        home = str(function.__globals__.get("__name__", "__main__"))
        yield from (home, function.__module__ or "", function.__qualname__)
        vouched = _library_of(function.__globals__)
        if vouched is not None:
            _require_known(home, function.__name__)
            yield vouched
            if getattr(sys.modules.get(home), function.__name__, None) is function:
                return
        names = frozenset((*named_in(function.__code__), *spelt_in(function.__code__)))
        yield from self._all((function.__defaults__, function.__kwdefaults__), names)
        yield from self._all(function.__closure__ or (), names)
        yield from self._all((vars(function),), names)
        if vouched is None:
            yield from self._all((function.__code__,))
            yield from self._globals(function, names)

    def _globals(self, function: FunctionType, names: frozenset[str]) -> Iterator[str]:
        """Write the global names that a function reads, and the modules that it imports."""
        unknown = sorted(filter(_is_unknown, named_in(function.__code__)))
        if unknown:
            raise UnpinnedError(f"{function.__qualname__} asks for {', '.join(unknown)}")
        for name in sorted(set(read_in(function.__code__))):
            yield name
            if name in function.__globals__:
                yield from self.text(function.__globals__[name], names)
            elif hasattr(builtins, name):
                yield from self.text(getattr(builtins, name))
        for name in sorted(set(imported_in(function.__code__))):
            if name not in sys.modules:
                raise UnpinnedError(f"{function.__qualname__} imports {name!r}, which is not loaded")
            yield from self.text(sys.modules[name], names)

    def _class(self, value: type) -> Iterator[str]:
        yield value.__qualname__
        if value.__module__ == "builtins" and not _is_made(value):
            require_harmless(value.__name__)
            return
        vouched = _library_of_class(value)
        if vouched is not None:
            yield from (value.__module__, vouched)
            return
        if type(vars(value).get("__dict__")) not in (GetSetDescriptorType, type(None)):
            raise UnpinnedError(f"{value.__qualname__} says itself what its instances hold")
        yield from self._all((type(value), *value.__bases__))
        for name, held in sorted(vars(value).items()):
            if name not in _OF_CLASSES.split() and not isinstance(
                held, MemberDescriptorType | GetSetDescriptorType
            ):
                yield name
                yield from self.text(held)

    def _compiled(self, value: BuiltinFunctionType) -> Iterator[str]:
        """Write a function that is no Python code: one of a module, or a method of a value."""
        yield value.__name__
        owner = value.__self__
        if owner is not None and not isinstance(owner, ModuleType):
            yield from self.text(owner)
            return
        home = str(value.__module__ if owner is None else owner.__name__.removeprefix("_"))
        if home == "builtins":
            require_harmless(value.__name__)
        else:
            _require_known(home, value.__name__)
            if (found := library(home)) is None:
                raise UnpinnedError(f"{value!r} is compiled code of unknown version")
            yield found

    def _object(self, value: Any) -> Iterator[str]:
        """Write an instance: what it holds as one of its type, and what an author's own type adds to that."""
        kind = type(value)
        known = next((parts for base, parts in _PARTS.items() if issubclass(kind, base)), None)
        if known is not None:
            yield from self._all(getattr(value, name, None) for name in known)
        elif kind is type(library):
            yield from self.text(_cached(value))
        elif not dataclasses.is_dataclass(kind) and (
            issubclass(kind, _BASES) or _library_of_class(kind) is not None
        ):
            yield from self._reduced(value)
            return
        if known is None or kind not in _PARTS:
            yield from self._all((kind, *_kept(value)))

    def _reduced(self, value: object) -> Iterator[str]:
        """Write an object of a library as the library pickles it; its parts may be anybody's."""
        _require_pickled_as_it_is(type(value))
        found = value.__reduce_ex__(4)
        if isinstance(found, str):
            yield from (type(value).__module__, found)
            return
        if type(value) is object:  # nothing but itself
            raise UnpinnedError("an object has no text")
        makes, arguments, *state = found
        yield from self._all((makes, arguments))
        for part in state:
            yield from self._all((part,) if part is None or isinstance(part, tuple | dict) else (list(part),))


_PARTS: dict[type, tuple[str, ...]] = {
    MethodType: ("__func__", "__self__"),
    partial: ("func", "args", "keywords", "__dict__"),
    property: ("fget", "fset", "fdel"),
    staticmethod: ("__func__",),
    classmethod: ("__func__",),
    cached_property: ("func",),
    re.Pattern: ("pattern", "flags"),
}
"""Types whose instances are what they hold by these names."""
_MADE, _FIXED = 1 << 9, 1 << 8
"""The flags of types that are made while a program runs, and of those that nobody may change."""


def _is_made(kind: type) -> bool:
    """Whether a class may be somebody's own, so that it may call itself anything."""
    return kind.__flags__ & (_MADE | _FIXED) == _MADE


def _library_of(names: dict[str, Any]) -> str | None:
    """Return the text of the library whose module has these names; None for what only calls itself so."""
    name = str(names.get("__name__", "__main__"))
    vouched, home = library(name), sys.modules.get(name)
    calculates = name.partition(".")[0] in _CALCULATING - {"typing_extensions"}
    shadows = calculates and not is_library(str(names.get("__file__") or "<frozen>"))
    return None if home is None or vars(home) is not names or shadows else vouched


def _library_of_class(kind: type) -> str | None:
    """Return the text of the library that has a class by its name; None for what only calls itself so."""
    found: Any = sys.modules.get(kind.__module__)
    if not _is_made(kind):
        return library(kind.__module__)
    if library(kind.__module__) is None or found is None or _library_of(vars(found)) is None:
        return None
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    return library(kind.__module__) if found is kind else None


def _is_put_there(value: object) -> bool:
    """Whether what a library's module holds is the code of somebody else."""
    return type(value) is FunctionType and _library_of(value.__globals__) is None


def _cached(value: Any) -> Any:
    """Return what a cache calls, which is not what anybody has set as its `__wrapped__`."""
    if not any(value.__wrapped__ is part for part in get_referents(value)):
        raise UnpinnedError("what a cache calls is not what it says")
    return value.__wrapped__


def _kept(value: Any) -> Iterator[Any]:
    """Yield what an object has by names; of our own, its fields alone, since it may remember what it has computed."""
    kind = type(value)
    if dataclasses.is_dataclass(kind):
        yield from (getattr(value, field.name, None) for field in dataclasses.fields(kind))
        if _library_of_class(kind) is not None:
            return
    yield getattr(value, "__dict__", None)
    yield from (getattr(value, name, None) for each in kind.__mro__ for name in _slots(each))


def _require_pickled_as_it_is(kind: type) -> None:
    """Raise UnpinnedError where a class of anybody's says in its own way what its instances hold."""
    for each in kind.__mro__:
        told = [vars(each)[name] for name in _PICKLING & vars(each).keys()]
        own = any(type(part) is not FunctionType or _is_put_there(part) for part in told)
        if own and _is_made(each) and _library_of_class(each) is None:
            raise UnpinnedError(f"{kind.__qualname__} says itself what its instances hold")


_PICKLING = _words("__getnewargs__ __getnewargs_ex__ __getstate__ __iter__ __reduce__ __reduce_ex__ items")
"""Methods that tell what an instance holds."""


def _require_known(module: str, name: str) -> None:
    """Raise UnpinnedError for what a library's name says of it; ours are in every key."""
    if not module.startswith("axiometrics.") and _is_unknown(name):
        raise UnpinnedError(f"{module}.{name} may read anything")


def _held(cell: CellType) -> Iterator[Any]:
    with suppress(ValueError):  # a name that is not bound yet
        yield cell.cell_contents


def _slots(kind: type) -> Iterator[str]:
    found = vars(kind).get("__slots__", ())
    yield from (found,) if isinstance(found, str) else found
