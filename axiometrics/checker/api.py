"""The public questions: `matrix`, `check` and `explain`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from axiometrics import __version__
from axiometrics.axioms import Constraint
from axiometrics.checker.cache import CellKey, Pair, Stored, cell_keys, stored_cells
from axiometrics.checker.cache import publish as publish_cells
from axiometrics.checker.isolation import harmless_constraint, harmless_metric
from axiometrics.checker.scheduling.planning import Plan, is_large, planned_cells, require_room
from axiometrics.checker.scheduling.processes import processors, seldom_collected
from axiometrics.checker.selection import (
    MOST_PROCESSES,
    Options,
    Progress,
    largest_size,
    select_constraints,
    select_metrics,
    task_of_keys,
)
from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix, MetricInfo, Row
from axiometrics.errors import InputError, NotSymbolicError, UnknownKeyError, nearest
from axiometrics.metrics import METRICS, Metric, key_of
from axiometrics.metrics.reading import called_as, names_of, require_fit
from axiometrics.metrics.registry import build
from axiometrics.parameters import split_key, whole
from axiometrics.tasks import Task, get_task, tasks

__all__ = ["Interrupted", "check", "constraint_info", "explain", "matrix", "metric_info", "plan", "publish"]


class Interrupted(KeyboardInterrupt):
    """A run stopped by the keyboard; ``partial`` holds the constraints, or the metrics, that were finished."""

    def __init__(self, partial: Matrix) -> None:
        super().__init__("interrupted")
        self.partial = partial


def matrix(
    task: str,
    *,
    metrics: Sequence[str | Metric] | str | None = None,
    constraints: Sequence[str | Constraint] | str | None = None,
    variants: bool = False,
    effort: str = "normal",
    size: int | None = None,
    max_examples: int | None = None,
    hunt: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
    timeout: float = 10.0,
    regions: bool = False,
    cache: bool = True,
    recompute: bool = False,
    plugins: bool = True,
    progress: Progress | None = None,
    dask: object = None,
    database: str | None = None,
) -> Matrix:
    """Check every metric of a task (or the chosen ones) against its primary constraints (or the chosen ones).

    ``metrics`` and ``constraints`` are keys or globs, with parameters where wanted: ``"bcubed_f(alpha=1/3)"``, or
    the records themselves. ``variants`` adds the constraints' variants and the further ones. ``regions`` asks for
    which parameter values each constraint holds, which takes longer than the verdicts themselves. ``jobs`` is the
    number of processes, by default one per processor. Verdicts computed before are taken from the ``cache``, and those
    that come with the package; ``recompute`` computes them again. Two runs with the same arguments give equal matrices.
    ``dask`` has the workers of a cluster compute: the address of its scheduler, or a client (``axiometrics[dask]``).
    In the folder ``database`` searches keep the cases that fail, which later runs try first; then nothing is cached.
    Raises UnknownKeyError, InputError; `Interrupted` with what was finished on Ctrl-C.
    """
    options = Options(effort, size, max_examples, seed, timeout, regions, hunt, database)
    get_task(task, plugins=plugins)
    chosen = select_metrics(task, metrics, plugins=plugins)
    demanded = select_constraints(task, constraints, variants=variants, plugins=plugins)
    chosen = [harmless_metric(metric, timeout) for metric in chosen]
    cache = cache and database is None
    how: dict[str, Any] = {"jobs": jobs, "cache": cache, "recompute": recompute, "progress": progress}
    how["dask"] = dask
    found: Matrix = _run(Matrix, task, chosen, demanded, options, **how)
    return found


def plan(
    task: str,
    *,
    metrics: Sequence[str | Metric] | str | None = None,
    constraints: Sequence[str | Constraint] | str | None = None,
    variants: bool = False,
    jobs: int | None = None,
    timeout: float = 10.0,
    cache: bool = True,
    recompute: bool = False,
    plugins: bool = True,
    **effort: Any,
) -> Plan:
    """Return what `matrix` would take with the same arguments, without computing it.

    It rests on what was measured before, of which the cache has the costs, else on a trial of a few seconds.
    """
    options = Options(timeout=timeout, **effort)
    get_task(task, plugins=plugins)
    chosen = select_metrics(task, metrics, plugins=plugins)
    demanded = select_constraints(task, constraints, variants=variants, plugins=plugins)
    demanded = [harmless_constraint(each, timeout) for each in demanded]
    _require_size(options, task)
    jobs = processors() if jobs is None else whole("jobs", jobs, 1, MOST_PROCESSES)
    return planned_cells(task, chosen, demanded, options, jobs, cache=cache and not recompute)


def _require_size(options: Options, task: str) -> None:
    if options.size is not None:
        whole("size", options.size, 1, largest_size(task))


def check(
    target: Metric | Callable[..., Any] | str,
    task: str | None = None,
    *,
    reads: str | None = None,
    error: bool = False,
    undefined_somewhere: bool = False,
    constraints: Sequence[str | Constraint] | str | None = None,
    variants: bool = False,
    effort: str = "normal",
    size: int | None = None,
    max_examples: int | None = None,
    hunt: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
    timeout: float = 10.0,
    regions: bool | None = False,
    cache: bool = True,
    recompute: bool = False,
    plugins: bool = True,
    progress: Progress | None = None,
    dask: object = None,
    database: str | None = None,
) -> Row:
    """Check one metric against the constraints of its task.

    ``target`` is a registered metric, its key, or any function; keys of a metric and of constraints tell the task
    together. A function is taken as a formula over the task's view
    unless ``reads`` names the form of its input (such as ``labels``; each task has its own, see its ``reads``), and the
    order where that is not gold first (``labels:system,gold``); it is then run in a worker process, with ``timeout``
    seconds per batch of calls. ``error=True``: lower is better.
    ``undefined_somewhere=True``: it returns None or NaN where it has no value, and is judged on all other cases.
    ``regions=True``: say for which parameter values, and in which cases, each constraint holds; None says so except
    of verdicts that were published without that. In the folder ``database`` searches keep the cases that fail, which
    later runs try first.

    >>> from axiometrics.metrics import metrics
    >>> row = check(metrics("clustering")["purity"], constraints=["completeness"], effort="quick", cache=False)
    >>> row.cells[0].strict.phrase
    'blind: a proof shows that every case ties'
    """
    options = Options(effort, size, max_examples, seed, timeout, regions is not False, hunt, database)
    if task is None and isinstance(target, str) and constraints is not None:
        asked = [constraints] if isinstance(constraints, str) else constraints
        task = task_of_keys(target, asked, plugins=plugins)
    reading = {"reads": reads, "error": error, "undefined_somewhere": undefined_somewhere}
    subject = harmless_metric(_subject(target, task, reading, plugins), timeout)
    if not isinstance(target, str | Metric):  # a function that nobody has registered
        cache = cache and subject.reads is None
        _require_formula(subject)
    demanded = select_constraints(subject.task, constraints, variants=variants, plugins=plugins)
    cache = cache and database is None
    home = get_task(subject.task)
    demanded = [home.asked_of(subject, constraint) for constraint in demanded]
    how: dict[str, Any] = {"jobs": jobs, "cache": cache, "recompute": recompute, "progress": progress}
    how["dask"] = dask
    how["published_suffices"] = regions is None
    found: Row = _run(Row, subject.task, [subject], demanded, options, **how)
    return found


def explain(
    metric: Metric | Callable[..., Any] | str,
    constraint: Constraint | str,
    task: str | None = None,
    **options: Any,
) -> Cell:
    """Return one cell: the verdict with its proof or its witness, and for which parameters and in which cases it holds.

    Options are those of `check`. Verdicts that were published without these regions are told without; with
    ``regions=True`` they are asked for.
    """
    return check(metric, task, constraints=[constraint], **({"regions": None} | options)).cells[0]


def _subject(
    target: Metric | Callable[..., Any] | str, task: str | None, how: Mapping[str, Any], plugins: bool
) -> Metric:
    if isinstance(target, str):
        return _registered(target, task, plugins)
    if isinstance(target, Metric):
        if task not in (None, target.task):
            raise InputError(
                f"metric {target.key!r} belongs to task {target.task}, not to {task}; leave the task out"
            )
        return target
    if not callable(target):
        raise InputError(f"cannot check {target!r}; give a function, a registered metric, or its key")
    if task is None:
        raise InputError(
            f"which task does {getattr(target, '__name__', 'this function')!r} belong to? "
            f"give task=..., one of {', '.join(tasks())}"
        )
    made = build(target, task=task, trusted=how["reads"] is None, **how)
    home = get_task(task)
    if made.reads is not None and "..." not in home.form_arguments.get(made.reads, ""):
        swapped = getattr(made.function, "swapped", False)
        require_fit(made.function, called_as(made.key, made.reads, swapped, home.form_arguments))
    return made


def _require_formula(metric: Metric) -> None:
    """A function without ``reads`` must be a formula; say what else it can be."""
    try:
        _ = metric.formula
    except NotSymbolicError as error:
        say = f"say how it takes its input: reads={' | '.join(get_task(metric.task).reads)}"
        needed = names_of(metric.function, needed=True)
        if len(needed) > 1:
            said = f"{metric.key}({', '.join(needed)}) looks like a function of data; {say}. As a formula: {error}"
        else:
            said = f"{error}; or is it a plain function? then {say}"
        raise InputError(said) from error


def _registered(key: str, task: str | None, plugins: bool) -> Metric:
    if task is not None:
        get_task(task, plugins=plugins)
    base, given = split_key(key_of(key, task, plugins=plugins))
    homes = (task,) if task else METRICS.tasks_of(base, plugins=plugins)
    if len(homes) > 1:
        raise InputError(f"metric {base!r} belongs to {' and '.join(homes)}; give task={homes[0]!r}")
    if not homes:
        known = {record.key for record in METRICS.view(plugins=plugins).values()}
        raise UnknownKeyError(
            f"there is no metric {base!r}; {nearest(base, known)} (`axiometrics list metrics` shows all)"
        )
    return METRICS.get(base, homes[0], plugins=plugins).with_parameters(**given)


def _run(
    kind: type[Any],
    task: str,
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    options: Options,
    *,
    jobs: int | None,
    cache: bool,
    recompute: bool,
    published_suffices: bool = False,
    progress: Progress | None,
    dask: object,
) -> Any:
    found: dict[Pair, Cell] = {}
    constraints = [harmless_constraint(constraint, options.timeout) for constraint in constraints]
    if jobs is not None:
        whole("jobs", jobs, 1, MOST_PROCESSES)
    _require_size(options, task)
    if dask is None and is_large(task, options):
        cached = cache and not recompute
        require_room(planned_cells(task, metrics, constraints, options, jobs or processors(), cache=cached))
    how = {"recompute": recompute, "published_suffices": published_suffices}
    try:
        with seldom_collected():
            stored = stored_cells(metrics, constraints, options, **how) if cache else Stored()
            found.update(stored.known)
            if progress:
                progress("", len(found), len(metrics) * len(constraints))
            if len(found) < len(metrics) * len(constraints):  # else nothing that computes is loaded
                run = import_module("axiometrics.checker.run")
                who = {"jobs": jobs or processors(), "progress": progress, "dask": dask}
                found.update(run.computed_cells(metrics, constraints, options, stored, **who))
    except KeyboardInterrupt as stop:
        partial = _matrix(Matrix, task, *_finished(metrics, constraints, found), found, options)
        raise Interrupted(replace(partial, complete=False)) from stop
    return _matrix(kind, task, metrics, constraints, found, options)


def _finished(
    metrics: Sequence[Metric], constraints: Sequence[Constraint], found: Collection[Pair]
) -> tuple[Sequence[Metric], Sequence[Constraint]]:
    """Return the constraints that are done for all metrics, or the metrics that are done, whichever have more cells."""
    columns = [each for each in constraints if all((metric, each) in found for metric in metrics)]
    rows = [metric for metric in metrics if all((metric, each) in found for each in constraints)]
    if len(columns) * len(metrics) > len(rows) * len(constraints):
        return metrics, columns
    return rows, constraints


def publish(
    task: str, runs: Iterable[tuple[Matrix, bool]], folder: Path, texts: Mapping[str, str] | None = None
) -> None:
    """Write cells of a task as those that come with the package: of matrices, and whether regions were asked for.

    ``texts`` answer other questions than those of cells.
    """
    cells: dict[CellKey, Cell] = {}
    for found, regions in runs:
        options = Options(found.effort, seed=found.seed, regions=regions)
        metrics = select_metrics(task, [metric.key for metric in found.metrics], plugins=False)
        demanded = select_constraints(task, [each.key for each in found.constraints], plugins=False)
        keys = cell_keys(
            [harmless_metric(metric, options.timeout) for metric in metrics],
            [harmless_constraint(constraint, options.timeout) for constraint in demanded],
            options,
        )
        cells |= {key: found.cell(*key.asked) for key in keys.values()}
    publish_cells(task, cells, texts or {}, folder)


def _matrix(
    kind: type[Any],
    task: str,
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    found: Mapping[Pair, Cell],
    options: Options,
) -> Any:
    return kind(
        task=task,
        metrics=tuple(metric_info(metric) for metric in metrics),
        constraints=tuple(constraint_info(constraint) for constraint in constraints),
        cells=tuple(found[metric, constraint] for metric in metrics for constraint in constraints),
        seed=options.seed,
        effort=options.effort,
        version=__version__,
    )


def metric_info(metric: Metric) -> MetricInfo:
    """Return the description of a metric; its LaTeX is the formula that is evaluated and proved."""
    return MetricInfo(
        key=metric.label,
        name=metric.name,
        family=metric.family,
        parameters={name: str(value) for name, value in metric.values.items()},
        orientation=metric.orientation,
        kind=metric.kind,
        cites=metric.cites,
        latex=partial(_formula_latex, metric),
        summary=metric.summary,
    )


def _formula_latex(metric: Metric) -> str | None:
    try:
        if metric.reads is not None:
            return None
        written: str = metric.formula.latex(get_task(metric.task).reduction_latex)
        return written
    except NotSymbolicError:
        return None


def constraint_info(constraint: Constraint) -> ConstraintInfo:
    """Return the description of a constraint, with its smallest case as the example."""
    task = get_task(constraint.task)
    return ConstraintInfo(
        key=constraint.label,
        name=constraint.name if constraint.label == constraint.key else constraint.label.replace("_", " "),
        cites=constraint.cites,
        quantifier=constraint.demand.quantifier,
        demand=constraint.of_a_case.word,
        statement=constraint.summary,
        latex=constraint.latex,
        illustrated=partial(_example, constraint, task),
        preconditions={name: task.condition_text(name) for name in constraint.preconditions},
    )


def _example(constraint: Constraint, task: Task) -> dict[str, str]:
    """The smallest case; none where somebody's generator is broken, of which the constraint's cells tell."""
    try:
        swept = (task.sweep(constraint.bound_generator, constraint.outputs, size) for size in (1, 2, 3))
        first = next((cases.case(0) for cases in swept if len(cases)), None)
        return dict(task.notation(first.outputs)[1]) if first else {}
    except BaseException as error:
        if constraint.origin.startswith("axiometrics.") or isinstance(error, KeyboardInterrupt):
            raise
        return {}
