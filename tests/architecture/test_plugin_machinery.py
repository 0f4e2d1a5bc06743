"""Plug-ins are loaded on demand; a broken one is reported and skipped, whatever is wrong with it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import Any

import pytest

from axiometrics import registry as machinery
from axiometrics.errors import DuplicateKeyError, UnknownKeyError
from axiometrics.registry import PluginWarning, Registry

GROUP = "axiometrics.things"


@dataclass(frozen=True)
class Thing:
    key: str
    task: str = "clustering"
    origin: str = "axiometrics.built_in"


class Entry:
    """An installed entry point whose loading does what a test wants."""

    def __init__(self, name: str, load: Callable[[], object], package: str | None = None) -> None:
        self.name = name
        self.load = load
        if package is not None:
            self.dist = SimpleNamespace(name=package)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Registry[Thing]]:
    """A registry with one built-in thing, and these entry points."""

    def make(*entries: Any) -> Registry[Thing]:
        things: Registry[Thing] = Registry("thing", modules={}, group=GROUP)
        things.register(Thing("ours"))
        asked: list[str] = []

        def entry_points(*, group: str) -> list[Any]:
            asked.append(group)
            return [entry(things) if callable(entry) else entry for entry in entries]

        monkeypatch.setattr(machinery, "entry_points", entry_points)
        things.asked = asked  # type: ignore[attr-defined]
        return things

    return make


def adding(name: str, *keys: str, origin: str | None = None, then: BaseException | None = None) -> Any:
    """An entry point that registers keys, and then may raise."""

    def entry(things: Registry[Thing]) -> Entry:
        def load() -> None:
            for key in keys:
                things.register(Thing(key, origin=origin or name))
            if then is not None:
                raise then

        return Entry(name, load)

    return entry


def test_a_plugin_is_loaded_when_the_registry_is_first_asked(installed: Any) -> None:
    things = installed(adding("theirs", "new"))
    assert things.asked == []
    assert list(things.view("clustering")) == ["ours", "new"]
    assert list(things.view("clustering")) == ["ours", "new"]
    assert things.asked == [GROUP], "entry points are read once"


def test_plugins_are_loaded_in_the_order_of_their_names(installed: Any) -> None:
    things = installed(adding("zebra", "last"), adding("ant", "first"))
    assert list(things.view("clustering")) == ["ours", "first", "last"]


@pytest.mark.parametrize(
    "error",
    [
        ImportError("no module named 'missing'"),
        SyntaxError("invalid syntax"),
        RuntimeError("at import"),
        KeyError("setting"),
        AttributeError("module has no attribute"),
        SystemExit(2),
        RecursionError("too deep"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_broken_plugin_is_reported_and_skipped_and_the_others_are_loaded(
    installed: Any, error: BaseException
) -> None:
    things = installed(adding("bad", then=error), adding("good", "new"))
    with pytest.warns(
        PluginWarning, match=rf"'bad' of {GROUP} was skipped: {type(error).__name__}"
    ) as caught:
        assert list(things.view("clustering")) == ["ours", "new"]
    assert len(caught) == 1
    assert "--no-plugins" in str(caught[0].message)
    assert "\n" not in str(caught[0].message)


def test_what_a_broken_plugin_registered_before_it_broke_is_taken_back(installed: Any) -> None:
    things = installed(adding("bad", "half", then=RuntimeError("then broke")), adding("good", "new"))
    with pytest.warns(PluginWarning, match="then broke"):
        assert list(things.view("clustering")) == ["ours", "new"]


def failing(error: Exception) -> Callable[[], None]:
    def load() -> None:
        raise error

    return load


@pytest.mark.parametrize(("package", "told"), [("spans", 1), ("another", 2)])
def test_what_rests_on_a_task_that_was_skipped_is_not_reported_again(
    monkeypatch: pytest.MonkeyPatch, package: str, told: int
) -> None:
    groups = {
        "g.tasks": [Entry("spans", failing(ImportError("no module named 'x'")), "spans")],
        "g.metrics": [
            Entry("spans", failing(LookupError("there is no task 'spans'")), package),
            Entry("well", lambda: second.register(Thing("new")), "well"),
        ],
    }
    monkeypatch.setattr(machinery, "entry_points", lambda *, group: groups[group])
    first: Registry[Thing] = Registry("task", modules={}, group="g.tasks")
    second: Registry[Thing] = Registry("metric", modules={}, group="g.metrics", after=first)
    with pytest.warns(PluginWarning, match="was skipped") as caught:
        assert list(second.view("clustering")) == ["new"]
    assert len(caught) == told
    assert "'spans' of g.tasks was skipped: ImportError" in str(caught[0].message)


def test_what_a_broken_plugin_registered_in_other_registries_is_taken_back_too(installed: Any) -> None:
    others: Registry[Thing] = Registry("other", modules={}, group=GROUP)
    others._plugins_loaded = True

    def load() -> None:
        others.register(Thing("half", origin="bad"))
        raise RuntimeError("then broke")

    things = installed(Entry("bad", load))
    with pytest.warns(PluginWarning, match="then broke"):
        assert list(things.view("clustering")) == ["ours"]
    assert list(others.view("clustering")) == []


def test_an_interrupt_while_a_plugin_loads_is_no_broken_plugin(installed: Any) -> None:
    things = installed(adding("slow", then=KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        things.view("clustering")


def test_a_missing_module_is_reported_as_what_it_is(installed: Any) -> None:
    things = installed(EntryPoint("gone", "no_such_package.metrics", GROUP))
    with pytest.warns(PluginWarning, match="ModuleNotFoundError: No module named 'no_such_package'"):
        assert list(things.view("clustering")) == ["ours"]


def test_a_plugin_that_takes_our_key_is_skipped_and_both_sides_are_named(installed: Any) -> None:
    things = installed(adding("theirs", "ours", origin="theirs.metrics"))
    with pytest.warns(
        PluginWarning, match=r"thing 'ours' is already registered by axiometrics\.built_in"
    ) as caught:
        found = things.view("clustering")
    assert "rename the one in theirs.metrics" in str(caught[0].message)
    assert found["ours"].origin == "axiometrics.built_in"


def test_two_plugins_with_one_key_name_both_sides(installed: Any) -> None:
    things = installed(adding("one", "new", origin="one.metrics"), adding("two", "new", origin="two.metrics"))
    with pytest.warns(PluginWarning, match=r"registered by one\.metrics; rename the one in two\.metrics"):
        assert things.view("clustering")["new"].origin == "one.metrics"


def test_the_same_key_in_another_task_is_no_duplicate(installed: Any) -> None:
    things = installed()
    things.register(Thing("ours", task="ranking"))
    assert things.tasks_of("ours") == ("clustering", "ranking")
    with pytest.raises(DuplicateKeyError, match="is registered twice"):
        things.register(Thing("ours"))


def test_plugins_are_left_out_where_nobody_wants_them(installed: Any) -> None:
    things = installed(adding("theirs", "new"))
    assert list(things.view("clustering", plugins=False)) == ["ours"]
    assert things.asked == []


def test_plugins_are_left_out_also_after_somebody_wanted_them(installed: Any) -> None:
    things = installed(adding("theirs", "new"))
    assert list(things.view("clustering")) == ["ours", "new"]
    assert list(things.view("clustering", plugins=False)) == ["ours"]
    assert list(things.view("clustering")) == ["ours", "new"]


def test_what_a_plugin_of_one_group_registers_elsewhere_is_left_out_too(installed: Any) -> None:
    """One module often holds metrics and constraints."""
    others: Registry[Thing] = Registry("other", modules={}, group=GROUP)
    others.register(Thing("ours"))
    things = installed(Entry("theirs", lambda: others.register(Thing("theirs", origin="theirs.module"))))
    assert things.view("clustering")
    others._plugins_loaded = True
    assert list(others.view("clustering")) == ["ours", "theirs"]
    assert list(others.view("clustering", plugins=False)) == ["ours"]


def test_a_hidden_record_is_unknown(installed: Any) -> None:
    things = installed(adding("theirs", "new"))
    assert things.get("new", "clustering").origin == "theirs"
    assert things.tasks_of("new", plugins=False) == ()
    with pytest.raises(UnknownKeyError, match="clustering has no thing 'new'"):
        things.get("new", "clustering", plugins=False)


def test_the_options_of_a_check_leave_plugins_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of a plug-in is even imported."""
    code = (
        "from axiometrics import registry\n"
        "def entry_points(group): raise AssertionError('plug-ins were looked for')\n"
        "registry.entry_points = entry_points\n"
        "from axiometrics.checker.api import check, matrix\n"
        "ask = dict(constraints=['completeness'], effort='quick', cache=False, plugins=False, jobs=1)\n"
        "assert check('purity', 'clustering', **ask).cells\n"
        "assert matrix('clustering', metrics=['purity'], **ask).cells\n"
        "import sys\n"
        "from axiometrics.cli import main\n"
        "sys.argv = 'axiometrics list metrics --task clustering --no-plugins --format json'.split()\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "purity" in done.stdout


def test_importing_axiometrics_looks_for_no_plugins() -> None:
    code = (
        "import importlib.metadata as m\n"
        "def refuse(*a, **k): raise AssertionError('looked for plug-ins at import')\n"
        "m.entry_points = refuse\n"
        "import axiometrics, axiometrics.metrics, axiometrics.axioms, axiometrics.checker.api\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
