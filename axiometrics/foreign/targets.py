"""Loading a metric from ``package.module:function`` or ``path/to/file.py:function``."""

from __future__ import annotations

import atexit
import importlib
import importlib.util
import inspect
import os
import pkgutil
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from axiometrics.errors import TargetError, nearest
from axiometrics.foreign.replies import describe, shown

FORMS = "write package.module:function or path/to/file.py:function"
LOADED = "axiometrics_target_"
"""How the names begin that files are loaded under."""
SINGLE_THREADED = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
MOST_SENT = 10 << 20
"""Bytes of files that go with a function to another machine."""
_RECEIVED: dict[str, Path] = {}
"""Where files are that were sent here, by their paths where they came from."""


@dataclass(frozen=True)
class Target:
    """A function that is not imported here but in the worker that calls it.

    ``swapped`` says that it takes its two arguments the other way round than it is given them; ``options`` are given
    by name with every call. ``name``, ``module``, ``doc`` and ``parameters`` (name, kind, whether it may be left out)
    are what the imported function says of itself.
    """

    target: str
    swapped: bool = False
    options: tuple[tuple[str, Any], ...] = ()
    name: str = ""
    module: str = ""
    doc: str | None = None
    parameters: tuple[tuple[str, int, bool], ...] | None = None

    def __post_init__(self) -> None:
        for place in ("name", "module", "doc"):
            object.__setattr__(self, f"__{place}__", getattr(self, place))
        if self.parameters is not None:
            object.__setattr__(self, "__signature__", _signature(self.parameters))

    @classmethod
    def of(cls, text: str, found: Any) -> Target:
        """Describe a function that was loaded."""
        name = getattr(found, "__name__", type(found).__name__)
        home = getattr(found, "__module__", None) or "__main__"
        return cls(text, False, (), str(name), str(home), getattr(found, "__doc__", None), _parameters(found))

    def turned(self) -> Target:
        """Return the same function, which takes its two arguments the other way round than it is given them."""
        return replace(self, swapped=True)

    def loaded(self) -> Callable[..., object]:
        """Import the function; of a registered metric its definition. Raises TargetError."""
        found = load(self.target)
        function: Callable[..., Any] = getattr(found, "function", found) if _is_metric(found) else found
        if self.swapped or self.options:
            turn, options = -1 if self.swapped else 1, dict(self.options)
            return lambda *arguments: function(*arguments[::turn], **options)
        return function

    def __call__(self, *arguments: Any) -> object:
        """Import the function and call it: what a worker does."""
        return self.loaded()(*arguments)


def _parameters(function: Callable[..., object]) -> tuple[tuple[str, int, bool], ...] | None:
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return tuple((each.name, int(each.kind), each.default is not each.empty) for each in found)


def _signature(parameters: Iterable[tuple[str, int, bool]]) -> inspect.Signature:
    """Return a signature with the given parameters; what the defaults are is not known."""
    return inspect.Signature(
        [
            inspect.Parameter(name, inspect._ParameterKind(kind), **({"default": ...} if known else {}))
            for name, kind, known in parameters
        ]
    )


def _is_metric(found: object) -> bool:
    return hasattr(found, "function") and hasattr(found, "orientation")


def load(target: str, *, classes: bool = False) -> Callable[..., object]:
    """Import what a target names and return the function; a class only where the caller says how to call it.

    After the colon, dotted attributes are followed (``module:instance.method``). A file is imported afresh,
    under a name of its own; its folder (for a module, the working directory) is first on ``sys.path`` during
    the import and, so that imports inside functions work later, last afterwards. Raises TargetError, which
    names the target, what went wrong and what to do, whatever the import raises.

    >>> load("math:hypot")(3, 4)
    5.0
    >>> load("math:hypott")
    Traceback (most recent call last):
        ...
    axiometrics.errors.TargetError: target 'math:hypott': 'math' has no 'hypott'; did you mean 'hypot'?
    """
    if not isinstance(target, str):
        raise TargetError(f"target {target!r} is no text; {FORMS}")
    place, colon, name = target.rpartition(":")
    if not (place and colon and name):
        raise TargetError(f"target {target!r} names no function; {_suggestion(target)}")
    module = _file(target, Path(place)) if place.endswith(".py") else _module(target, place)
    found = _attribute(target, module, place, name)
    return found if classes and inspect.isclass(found) else _checked(target, found)


def _suggestion(target: str) -> str:
    before, dot, after = target.strip(":").rpartition(".")
    if dot and after.isidentifier() and after != "py" and before.replace(".", "").isidentifier():
        return f"did you mean '{before}:{after}'? ({FORMS})"
    return FORMS


def _file(target: str, path: Path) -> ModuleType:
    if not path.is_file() and str(path.resolve()) not in _RECEIVED:
        beside = path.parent.glob("*.py") if path.parent.is_dir() else ()
        hint = _short(path.name, (file.name for file in beside), "check the path")
        raise TargetError(f"target {target!r}: there is no file {path}; {hint}")
    path = path.resolve()
    unique = f"{LOADED}{path.stem}_{sha256(bytes(path)).hexdigest()[:8]}"
    path = _RECEIVED.get(str(path), path)
    spec = importlib.util.spec_from_file_location(unique, path)
    if spec is None or spec.loader is None:
        raise TargetError(f"target {target!r}: {path} cannot be imported; {FORMS}")
    module = importlib.util.module_from_spec(spec)
    with _importing(target, path.parent):
        sys.modules[unique] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[unique]
            raise
    return module


def _module(target: str, name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        hint = f"did you mean '{name}.py'?" if Path(name + ".py").is_file() else FORMS
        raise TargetError(f"target {target!r}: {name!r} is not a module name; {hint}")
    with _importing(target, Path.cwd(), name):
        return importlib.import_module(name)


@contextmanager
def _importing(target: str, folder: Path, name: str = "") -> Iterator[None]:
    """Put a folder first on the path, then last; turn whatever an import raises into a TargetError."""
    entry = str(folder)
    new = entry not in sys.path
    sys.path.insert(0, entry)
    importlib.invalidate_caches()
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name and f"{name}.".startswith(f"{error.name}."):
            raise TargetError(
                f"target {target!r}: there is no module {error.name!r}; {_near_modules(error.name)}"
            ) from error
        raise _raised(target, error) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # all but Ctrl-C is the file's own
        raise _raised(target, error) from error
    finally:
        with suppress(ValueError):  # the import may have changed the path itself
            sys.path.remove(entry)
        if new:
            sys.path.append(entry)


def _raised(target: str, error: BaseException) -> TargetError:
    """Return what to say of an import that raised: what, where, and what to do about it."""
    no_place = {__file__, importlib.__file__}  # of frames: a file that cannot be read has none of its own
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")
    ]
    last = next((frame for frame in reversed(frames) if frame.filename not in no_place), None)
    place = "" if last is None else f" ({last.filename}, line {last.lineno})"
    remedy = "make it importable without side effects"
    if isinstance(error, ModuleNotFoundError):
        remedy = "install what it needs into this environment"
    elif isinstance(error, SyntaxError):
        remedy = "correct that line"
    return TargetError(f"target {target!r}: its import raised {describe(error)}{place}; {remedy}")


def _near_modules(name: str) -> str:
    parent, _, last = name.rpartition(".")
    where = getattr(sys.modules.get(parent), "__path__", None) if parent else sys.path
    found = [module.name for module in pkgutil.iter_modules(where)] if where is not None else []
    return _short(last, found, "install it, or run where it can be imported")


def _short(name: str, allowed: Iterable[str], otherwise: str) -> str:
    """Name the nearest of the allowed names; all of them only when they are few."""
    names = [each for each in allowed if not each.startswith("_")]
    hint = nearest(name, names)
    return hint if names and (len(names) <= 12 or hint.startswith("did you mean")) else otherwise


def _attribute(target: str, module: ModuleType, place: str, name: str) -> object:
    found: object = module
    walked = place
    for part in name.split("."):
        owner = found
        try:
            found = getattr(found, part)
        except AttributeError:
            hint = _short(part, dir(found), "check the name after the colon")
            raise TargetError(f"target {target!r}: {walked!r} has no {part!r}; {hint}") from None
        except Exception as error:  # a module or an object may compute its attributes
            raise TargetError(
                f"target {target!r}: {part!r} raised {describe(error)}; name another function"
            ) from error
        if inspect.isclass(owner) and _needs_instance(inspect.getattr_static(owner, part, None)):
            raise TargetError(
                f"target {target!r}: {part!r} is a method of the class {walked!r}, which needs an instance; name a "
                "function, such as one that makes an instance and calls the method"
            )
        walked = part
    return found


def _needs_instance(found: object) -> bool:
    """Whether a class has a method; its other functions may be called as they are."""
    return inspect.isfunction(found) and [*inspect.signature(found).parameters][:1] == ["self"]


def _checked(target: str, found: object) -> Callable[..., object]:
    if inspect.isclass(found):
        raise TargetError(
            f"target {target!r} is a class; name a function, such as one that makes an instance and calls it"
        )
    if not callable(found):
        raise TargetError(f"target {target!r} is no function but {shown(found)}; name a function")
    return cast(Callable[..., object], found)


def keep_to_one_thread() -> None:
    """Let what is imported from now on compute in one thread: the others would mostly wait, and busily."""
    for name in SINGLE_THREADED:
        os.environ.setdefault(name, "1")


def shipped_files(function: object) -> dict[str, bytes]:
    """Return the file that a user's function stands in and the modules beside it, by path: what another machine needs.

    Nothing for what is installed. Raises TargetError where the modules beside it are too large to be sent.
    """
    home = _home(function)
    if home is None:
        return {}
    files = {str(each): each.read_bytes() for each in sorted({home, *home.parent.glob("*.py")})}
    if sum(map(len, files.values())) > MOST_SENT:
        raise TargetError(
            f"{home} stands beside more than {MOST_SENT >> 20} MB of modules; put it into a folder of its own"
        )
    return files


def _home(function: object) -> Path | None:
    """Return the file of a function that is loaded from one, or from a module in the working directory."""
    if isinstance(function, Target):
        place = function.target.rpartition(":")[0]
        path = Path(place) if place.endswith(".py") else Path.cwd() / f"{place.partition('.')[0]}.py"
    else:
        module = getattr(function, "__module__", None) or ""
        path = Path(getattr(sys.modules.get(module), "__file__", None) or "")
        if not module.startswith(LOADED) and path.parent != Path.cwd():
            return None
    return path.resolve() if path.is_file() else None


def receive_files(files: Mapping[str, bytes]) -> None:
    """Put files of another machine into a folder here; targets that name their paths are loaded from there.

    What was sent from the same places before is forgotten.
    """
    if all(path in _RECEIVED and _RECEIVED[path].read_bytes() == text for path, text in files.items()):
        return
    for folder in {Path(path).parent for path in files}:
        here = Path(tempfile.mkdtemp(prefix="axiometrics_"))
        atexit.register(shutil.rmtree, here, ignore_errors=True)
        for path in [path for path in files if Path(path).parent == folder]:
            _forget(_RECEIVED.pop(path, None))
            (here / Path(path).name).write_bytes(files[path])
            _RECEIVED[path] = here / Path(path).name
        sys.path.append(str(here))


def _forget(path: Path | None) -> None:
    """Forget the modules of a file that was received."""
    for name in [
        name for name, module in sys.modules.items() if getattr(module, "__file__", None) == str(path)
    ]:
        del sys.modules[name]
    if path is not None:
        with suppress(ValueError):
            sys.path.remove(str(path.parent))
