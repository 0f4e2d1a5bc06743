"""What TARGET means: a registered metric, or a function in a module or file."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.isolation import described
from axiometrics.cli.app import say
from axiometrics.cli.options import Computing, Reading
from axiometrics.cli.parameters import near, require_one, split_target
from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.foreign import Failure, Worker, load
from axiometrics.foreign import Target as Foreign
from axiometrics.metrics import METRICS, Metric, key_of
from axiometrics.metrics.reading import called_as, names_of, order_of, sounds_like_error
from axiometrics.parameters import split_key
from axiometrics.registry import Registry
from axiometrics.tasks import get_task, tasks

WELL_READ, MOST_SHOWN = 50, 120
"""Characters of an example of a function's input: what is best, and up to which it is shown at all."""


@dataclass(frozen=True)
class Target:
    """What is checked, its task, and the checker's further arguments."""

    subject: Metric | Callable[..., object]
    task: str
    arguments: dict[str, Any]

    @property
    def built_in(self) -> bool:
        """Whether it is one of our metrics, about which publications may say something."""
        return getattr(self.subject, "built_in", False) is True


def resolve(target: str, task: str | None, reading: Reading, computing: Computing) -> Target:
    """Find a target; plain functions need a task and a form of input, registered metrics bring theirs.

    What a file or a module defines is loaded in another process; a formula here, too, when that went well.
    """
    if task is not None:
        get_task(task, plugins=computing.plugins)
    if not is_path(target):
        return _metric(registered(target, task, plugins=computing.plugins), target, task, reading)
    require_function(target)
    target, given = split_target(target)
    found = described(target, computing.timeout)
    if isinstance(found.found, Metric):
        metric: Any = load(target) if found.found.reads is None else found.found
        return _metric(metric.with_parameters(**given), target, task, reading, swapped=found.swapped)
    if given:
        raise InputError(f"{target} is a plain function; write --with {next(iter(given))}=... beside it")
    return _function(load(target) if reading.reads is None else found.found, target, task, reading)


def is_path(target: str) -> bool:
    """Whether a target names a function in a module or file, and not a key."""
    return ":" in target or "." in target.partition("(")[0]


def require_function(target: str) -> None:
    """Raise InputError for a file alone, with the functions that it has; nothing of it is run."""
    path = Path(target)
    if path.is_file() and path.suffix != ".py":
        raise InputError(
            f"{target} is a file, no metric; name metrics by their keys or as path/to/file.py:function, and outputs to "
            f"be scored as in `axiometrics score METRIC --gold {target}`"
        )
    if path.suffix != ".py" or not path.is_file():
        return
    names: list[str] = []
    with suppress(OSError, SyntaxError, ValueError):
        body = ast.parse(path.read_bytes()).body
        names = [each.name for each in body if isinstance(each, ast.FunctionDef) and each.name[0] != "_"]
    if names:
        others = f"; it also has {', '.join(names[1:])}" if names[1:] else ""
        raise InputError(f"which function of {target} is meant? write {target}:{names[0]}{others}")


def key_meant(name: str, task: str | None, *, plugins: bool) -> str:
    """Return the key that a name stands for, and say it where others use the name: they may define it otherwise."""
    key = key_of(name, task, plugins=plugins)
    if key != name:
        say(f"note: {name} is {key} here")
    return key


def registered(key: str, task: str | None, *, plugins: bool) -> Metric:
    """Return a registered metric with the parameters that the key gives; the task may tell itself."""
    records = METRICS.view(None, plugins=plugins)
    require_one("metric", key, [each.key for each in records.values() if task in (None, each.task)])
    base, given = split_key(key_meant(key, task, plugins=plugins))
    homes = [record.task for record in records.values() if record.key == base]
    known = {record.key for record in records.values() if task in (None, record.task)}
    if not homes:
        raise UnknownKeyError(_no_metric(base, task, known, plugins=plugins))
    if task is None and len(homes) > 1:
        raise InputError(
            f"metric {base!r} belongs to {' and '.join(homes)}; add one of them, as in --task {homes[0]}"
        )
    if task is not None and task not in homes:
        hint = nearest(base, known)
        hint = f"; {hint}" if hint.endswith("?") else ""
        raise UnknownKeyError(f"metric {base!r} belongs to {' and '.join(homes)}, not to {task}{hint}")
    return records[f"{task or homes[0]}.{base}"].with_parameters(**given)


def _no_metric(name: str, task: str | None, known: Iterable[str], *, plugins: bool) -> str:
    """Say what a name is that is no metric: a constraint, a task, or nearly a metric."""
    if name in tasks(plugins=plugins):
        return f"{name} is a task, no metric; `axiometrics list metrics --task {name}` shows its metrics"
    if name in keys_of(CONSTRAINTS, plugins):
        return (
            f"{name} is a constraint, no metric; name the metric that is held against it, as in "
            f"`axiometrics explain METRIC {name}` (`axiometrics list metrics` shows all)"
        )
    where, listed = (f"{task} has", f"list metrics --task {task}") if task else ("there is", "list metrics")
    written = "a function is written package.module:function or path/to/file.py:function"
    return f"{where} no metric {name!r}; {near(name, known, f'`axiometrics {listed}` shows all; {written}')}"


def keys_of(registry: Registry[Any], plugins: bool) -> set[str]:
    """Return the keys of a registry, of whatever task."""
    return {record.key for record in registry.view(None, plugins=plugins).values()}


def _metric(
    metric: Metric, target: str, task: str | None, reading: Reading, *, swapped: bool = False
) -> Target:
    if task not in (None, metric.task):
        raise InputError(f"{target} is a metric of task {metric.task}, not of {task}; leave out --task")
    if replace(reading, given=reading.given or None) != Reading():
        raise InputError(
            f"{target} is a registered metric and says itself how it reads, which way is better and where it has no "
            "value; leave out --reads, --error and --undefined-somewhere; parameters are written as in 'rbp(p=0.8)', "
            "not with --with"
        )
    if metric.reads is not None and not metric.built_in:
        _tell(metric.key, metric.reads, swapped or getattr(metric.function, "swapped", False), metric.task)
    return Target(metric, metric.task, {})


def _function(function: Callable[..., object], target: str, task: str | None, reading: Reading) -> Target:
    if task is None:
        raise InputError(
            f"{target} is a plain function; say of which task (--task {'|'.join(tasks())}), "
            "and unless it is a formula how it takes its input (--reads FORM), as in --task clustering --reads labels"
        )
    forms = get_task(task).reads
    if reading.reads is not None:
        name = getattr(function, "__name__", type(function).__name__)
        form, swapped = order_of(name, names_of(function), reading.reads, get_task(task).pairs)
        if form not in forms:
            raise InputError(f"--reads {form} is not a form of {task}; {nearest(form, forms)}")
        _tell(name, form, swapped, task)
        if not reading.error and sounds_like_error(name):
            say(f"note: higher values of {name} count as better; add --error if lower ones are")
    how = asdict(reading)
    options = keywords(how.pop("given") or ())
    if not options:
        return Target(function, task, how)
    if not isinstance(function, Foreign):
        raise InputError("--with is for plain functions, which are called: add --reads FORM")
    return Target(_called_with(function, options, form, get_task(task)), task, how)


def keywords(given: Iterable[str]) -> dict[str, Any]:
    """Read ``name=value`` pairs: values are Python literals, all others are text. Raises InputError.

    >>> keywords(["average=macro", "beta=2.0", "labels=[1, 2]"])
    {'average': 'macro', 'beta': 2.0, 'labels': [1, 2]}
    """
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (equals and value and name.isidentifier()):
            raise InputError(f"--with {text}: write a keyword argument, as in --with average=macro")
        if name in found:
            raise InputError(f"--with gives {name} twice; give it once")
        try:
            found[name] = ast.literal_eval(value)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            found[name] = value
    return found


def _called_with(function: Foreign, options: Mapping[str, Any], form: str, task: Any) -> Foreign:
    """Return a function that is called with keyword arguments, which it must know and take on some sample output."""
    known = inspect.signature(function).parameters.values() if function.parameters is not None else ()
    names = [each.name for each in known if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    open_ = function.parameters is None or any(each.kind is each.VAR_KEYWORD for each in known)
    for name in options:
        if name not in names and not open_:
            raise InputError(f"--with {name}=...: {function.name} takes no {name!r}; {nearest(name, names)}")
    said = ",".join(f"{name}={value}" for name, value in options.items())
    left = function.parameters and tuple(each for each in function.parameters if each[0] not in options)
    name = f"{function.name}({said})"
    called = replace(function, options=tuple(options.items()), name=name, parameters=left)
    with Worker(called) as worker:
        replies = worker.call(sample_inputs(form, task))
    failed = [reply for reply in replies if isinstance(reply, Failure)]
    if len(failed) == len(replies):
        raise InputError(f"--with {said}: {function.name} fails with it: {failed[-1].message}")
    return called


def sample_inputs(form: str, task: Any) -> list[tuple[Any, ...]]:
    """Return the arguments of the task's samples, but for those that the form cannot tell."""
    found = []
    for sample in task.samples:
        with suppress(InputError):
            found.append(task.arguments(form, task.from_notation(sample)))
    return found


def _tell(name: str, form: str, swapped: bool, task: str) -> None:
    """Say how a plain function is called, and with what: a wrong order gives the verdicts of another metric."""
    home = get_task(task)
    inputs = [each[::-1] if swapped else each for each in sample_inputs(form, home)]
    shown = [", ".join(map(repr, each)) for each in inputs]
    fitting = [each for each in shown if len(each) <= MOST_SHOWN]
    example = min(fitting, key=lambda text: abs(len(text) - WELL_READ), default="")
    example = example and f", for instance {name}({example})"
    say(f"called as {called_as(name, form, swapped, home.form_arguments)}{example}")
