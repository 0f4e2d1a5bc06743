"""Registries: dicts of frozen records that decorators fill and entry points extend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Generic, Protocol, TypeVar
from warnings import warn

from axiometrics.errors import DuplicateKeyError, UnknownKeyError, nearest


class PluginWarning(UserWarning):
    """A plug-in that could not be loaded and was skipped."""


class Record(Protocol):
    """What every registered record has."""

    @property
    def key(self) -> str:
        """The registered key, without parameters."""

    @property
    def task(self) -> str:
        """The key of the task it belongs to."""

    @property
    def origin(self) -> str:
        """The module that registered it."""


R = TypeVar("R", bound=Record)

_LOADING: list[list[tuple[Registry[Any], tuple[str, str]]]] = []
"""What each of the plug-ins that are being loaded just now has registered, in whichever registry."""


class View(Mapping[str, R]):
    """Records by key, to be read; a key that is not there has a suggestion."""

    def __init__(self, records: dict[str, R]) -> None:
        self._records = records

    def __getitem__(self, key: str) -> R:
        if key not in self._records:
            raise UnknownKeyError(f"there is no {key!r} here; {nearest(str(key), self._records)}")
        return self._records[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __contains__(self, key: object) -> bool:
        return key in self._records

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._records.values())) or "<nothing registered>"


class Registry(Generic[R]):
    """Records of one kind by task and key; built-in ``modules`` and plug-ins are imported when first asked for.
    The modules of a task are imported when it is asked for, in this order of tasks; all are before any plug-in.

    A task and key can be registered once; the order of registration is kept. The plug-ins of the registry that this
    one comes ``after`` are loaded first: what they add may be needed here.
    """

    def __init__(
        self,
        kind: str,
        *,
        modules: Mapping[str, tuple[str, ...]],
        group: str,
        after: Registry[Any] | None = None,
    ) -> None:
        self.kind = kind
        self._after = after
        self._skipped: set[str] = set()
        self._modules = modules
        self._group = group
        self._records: dict[tuple[str, str], R] = {}
        self._plugged: set[tuple[str, str]] = set()
        self._loaded: set[str] = set()
        self._plugins_loaded = False

    def register(self, record: R) -> R:
        """Add a record; raise DuplicateKeyError when its task has the key already."""
        place = (record.task, record.key)
        known = self._records.get(place)
        if known is not None and known.origin != record.origin:
            raise DuplicateKeyError(
                f"{self.kind} {record.key!r} is already registered by {known.origin}; rename the one in {record.origin}"
            )
        if known is not None and record.origin != "__main__":
            raise DuplicateKeyError(
                f"{self.kind} {record.key!r} is registered twice in {record.origin}; rename one of them"
            )
        self._records[place] = record
        if _LOADING and not record.origin.startswith("axiometrics."):
            self._plugged.add(place)
            _LOADING[-1].append((self, place))
        return record

    def view(self, task: str | None = None, *, plugins: bool = True) -> Mapping[str, R]:
        """Return the records of a task by key (of every task, keyed ``task.key``, when none is given).

        Without ``plugins`` nothing that a plug-in registered is shown, even if it was loaded before.
        """
        shown = self._shown(plugins, task).items()
        if task is None:
            return View({f"{where}.{key}": record for (where, key), record in shown})
        return View({key: record for (where, key), record in shown if where == task})

    def _shown(self, plugins: bool, task: str | None = None) -> Mapping[tuple[str, str], R]:
        self.load(plugins=plugins, task=task)
        ranks = {home: rank for rank, home in enumerate(self._modules)}  # whichever was loaded first
        places = sorted(self._records, key=lambda place: ranks.get(place[0], len(ranks)))
        return {place: self._records[place] for place in places if plugins or place not in self._plugged}

    def find(self, key: str, task: str, *, plugins: bool = True) -> R | None:
        """Return one record, None where there is none."""
        self.load(plugins=plugins, task=task)
        place = (task, key)
        return None if not plugins and place in self._plugged else self._records.get(place)

    def get(self, key: str, task: str, *, plugins: bool = True) -> R:
        """Return one record; raise UnknownKeyError with the nearest keys."""
        known = self.find(key, task, plugins=plugins)
        if known is not None:
            return known
        records = self.view(task, plugins=plugins)
        other = sorted({where for where, name in self._shown(plugins) if name == key})
        if other:
            raise UnknownKeyError(
                f"{self.kind} {key!r} belongs to task {' and '.join(other)}, not to {task}; "
                f"{self.kind}s of {task}: {', '.join(records)}"
            )
        raise UnknownKeyError(
            f"{task} has no {self.kind} {key!r}; {nearest(key, records)} (`axiometrics list {self.kind}s` shows all)"
        )

    def tasks_of(self, key: str, *, plugins: bool = True) -> tuple[str, ...]:
        """Return the tasks that have a record of this key, in order."""
        return tuple(dict.fromkeys(task for task, name in self._shown(plugins) if name == key))

    def load(self, *, plugins: bool = True, task: str | None = None) -> None:
        """Import built-in modules (of a ``task``) and, with ``plugins``, entry points; a broken plug-in is skipped."""
        entries = entry_points(group=self._group) if plugins and not self._plugins_loaded else ()
        for home, modules in (self._modules if entries or task not in self._loaded else {}).items():
            if home not in self._loaded and (entries or task in (None, home)):
                self._loaded.add(home)
                for module in modules:
                    import_module(module)
        if plugins and not self._plugins_loaded:
            if self._after is not None:
                self._after.load()
            self._plugins_loaded = True
            for entry in sorted(entries, key=lambda found: found.name):
                self._load_plugin(entry.name, entry.load, _package_of(entry))

    def _load_plugin(self, name: str, load: Callable[[], object], package: str) -> None:
        made: list[tuple[Registry[Any], tuple[str, str]]] = []
        _LOADING.append(made)
        try:
            load()
        except (Exception, SystemExit) as error:  # somebody's code: whatever it raises must not stop the rest
            for registry, place in made:
                registry._forget(place)
            if self._after is None or package not in self._after._skipped:
                self._tell(name, error)
            self._skipped |= {package} - {""}
        finally:
            _LOADING.pop()

    def _forget(self, place: tuple[str, str]) -> None:
        self._records.pop(place, None)
        self._plugged.discard(place)

    def _tell(self, name: str, error: BaseException) -> None:
        """Say that a plug-in was skipped, once: what rests on a task that was skipped fails with it."""
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        warn(
            f"plug-in {name!r} of {self._group} was skipped: {reason}; "
            "repair it, uninstall it, or run with --no-plugins",
            PluginWarning,
            stacklevel=6,
        )


def _package_of(entry: object) -> str:
    """Return the name of the installed package that an entry point is of, "" where that is not known."""
    package: str = getattr(getattr(entry, "dist", None), "name", "")
    return package
