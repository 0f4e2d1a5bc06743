"""What a function computes, as text: its code, and every value that this code can reach.

Code of axiometrics is named, since its sources are in every key; libraries that only compute are named with their
version. What reads files, the environment or a clock, draws random numbers, or is compiled code that nobody knows has
no such text.
"""

from __future__ import annotations

import builtins
import dataclasses
import dis
import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property, lru_cache, partial
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


class UnpinnedError(TypeError):
    """A value that no text pins down."""


def require_harmless(name: str) -> None:
    """Raise UnpinnedError for a builtin that may read files, or anything."""
    found = getattr(builtins, name, None)
    known = name in _BUILTINS or (isinstance(found, type) and issubclass(found, BaseException))
    if found is not None and not known:
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
        yield type(value).__name__
        yield from self._written(value, names)

    def _written(self, value: Any, names: frozenset[str] | None) -> Iterator[str]:
        if isinstance(value, ModuleType):
            yield from self._module(value, names)
        elif isinstance(value, CodeType):
            yield from self._code(value)
        elif isinstance(value, FunctionType):
            yield from self._function(value)
        elif isinstance(value, type):
            yield from self._class(value)
        elif isinstance(value, BuiltinFunctionType):
            yield from self._compiled(value)
        elif isinstance(value, CellType):
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
        """Write what the code around asks of a module."""
        yield module.__name__
        vouched = library(module.__name__)
        if vouched is not None:
            yield vouched
            return
        if names is None or hasattr(module, "__getattr__"):
            raise UnpinnedError(f"what is read of the module {module.__name__!r} is not known")
        for name in sorted(names & vars(module).keys()):
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
        vouched = library(home)
        if vouched is not None:
            _require_known(home, function.__name__)
            yield vouched
            if getattr(sys.modules.get(home), function.__name__, None) is function:
                return
        names = frozenset((*_names(function.__code__), *_spelt(function.__code__)))
        yield from self._all((function.__defaults__, function.__kwdefaults__), names)
        yield from self._all(function.__closure__ or (), names)
        yield from self._all((vars(function),), names)
        if vouched is None:
            yield from self._all((function.__code__,))
            yield from self._globals(function, names)

    def _globals(self, function: FunctionType, names: frozenset[str]) -> Iterator[str]:
        """Write the global names that a function reads, and the modules that it imports."""
        unknown = sorted(filter(_is_unknown, _names(function.__code__)))
        if unknown:
            raise UnpinnedError(f"{function.__qualname__} asks for {', '.join(unknown)}")
        for name in sorted(set(_read(function.__code__))):
            yield name
            if name in function.__globals__:
                yield from self.text(function.__globals__[name], names)
            elif hasattr(builtins, name):
                yield from self.text(getattr(builtins, name))
        for name in sorted(set(_imported(function.__code__))):
            if name not in sys.modules:
                raise UnpinnedError(f"{function.__qualname__} imports {name!r}, which is not loaded")
            yield from self.text(sys.modules[name], names)

    def _class(self, value: type) -> Iterator[str]:
        yield value.__qualname__
        if value.__module__ == "builtins":
            require_harmless(value.__name__)
            return
        vouched = library(value.__module__)
        if vouched is not None:
            yield from (value.__module__, vouched)
            return
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
        elif value.__module__ == "builtins":
            require_harmless(value.__name__)
        else:
            _require_known(str(value.__module__), value.__name__)
            yield _required(value)

    def _object(self, value: Any) -> Iterator[str]:
        """Write an instance: of what it is made, or, where a library made it, how that writes it."""
        kind = type(value)
        if isinstance(value, MethodType):
            yield from self._all((value.__func__, value.__self__))
        elif isinstance(value, partial):
            yield from self._all((value.func, value.args, value.keywords))
        elif isinstance(value, property):
            yield from self._all((value.fget, value.fset, value.fdel))
        elif isinstance(value, staticmethod | classmethod):
            yield from self.text(value.__func__)
        elif isinstance(value, cached_property):
            yield from self.text(value.func)
        elif kind.__name__ == "_lru_cache_wrapper":
            yield from self.text(value.__wrapped__)
        elif isinstance(value, re.Pattern):
            yield from self._all((value.pattern, value.flags))
        elif dataclasses.is_dataclass(value):
            parts = [getattr(value, field.name, None) for field in dataclasses.fields(value)]
            yield from self._all((kind, *parts))
        elif isinstance(value, _BASES) or library(kind.__module__) is not None:
            yield from self._reduced(value)
        else:
            slots = [getattr(value, name, None) for each in kind.__mro__ for name in _slots(each)]
            yield from self._all((kind, getattr(value, "__dict__", None), *slots))

    def _reduced(self, value: object) -> Iterator[str]:
        """Write an object of a library as the library pickles it; its parts may be anybody's."""
        found = value.__reduce_ex__(4)
        if isinstance(found, str):
            yield from (type(value).__module__, found)
            return
        if type(value) is object:
            raise UnpinnedError("an object that is nothing but itself has no text")
        makes, arguments, *state = found
        yield from self._all((makes, arguments))
        for part in state:
            yield from self._all((part,) if part is None or isinstance(part, tuple | dict) else (list(part),))


def _require_known(module: str, name: str) -> None:
    """Raise UnpinnedError for what a library's name says of it; ours are in every key."""
    if not module.startswith("axiometrics.") and _is_unknown(name):
        raise UnpinnedError(f"{module}.{name} may read anything")


def _required(value: BuiltinFunctionType) -> str:
    found = library(value.__module__ or "")
    if found is None:
        raise UnpinnedError(f"{value!r} is compiled code of unknown version")
    return found


def _held(cell: CellType) -> tuple[Any, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:  # a name that is not bound yet
        return ()


def _slots(kind: type) -> tuple[str, ...]:
    found = vars(kind).get("__slots__", ())
    return (found,) if isinstance(found, str) else tuple(found)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def _names(code: CodeType) -> Iterator[str]:
    """Yield all names of globals and attributes."""
    for each in _codes(code):
        yield from each.co_names


def _spelt(code: CodeType) -> Iterator[str]:
    """Yield all words in strings: attributes are asked for by these, too, in formats and in patterns of `match`."""
    for each in _codes(code):
        for constant in each.co_consts:
            for part in constant if isinstance(constant, tuple) else (constant,):
                if isinstance(part, str):
                    yield from re.findall(r"[^\W\d]\w*", part)


def _read(code: CodeType) -> Iterator[str]:
    """Yield the global names that are read; raises UnpinnedError where one is set, since calls then differ."""
    for each in _codes(code):
        for step in dis.get_instructions(each):
            if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
                raise UnpinnedError(f"it sets the global {step.argval!r}")
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"):
                yield step.argval


def _imported(code: CodeType) -> Iterator[str]:
    """Yield the modules that a function imports; raises UnpinnedError for a relative import."""
    for each in _codes(code):
        steps = list(dis.get_instructions(each))
        for place, step in enumerate(steps):
            if step.opname == "IMPORT_NAME":
                if steps[place - 2].argval != 0:
                    raise UnpinnedError(f"it imports {step.argval!r} relatively")
                yield step.argval
