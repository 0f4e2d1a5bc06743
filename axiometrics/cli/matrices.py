"""Computing the matrices of one or several tasks, and what is left of them after an interrupt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from axiometrics.cli.options import Computing, Selecting
from axiometrics.cli.progress import progress_bar
from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.parameters import split_key

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Matrix

__all__ = ["Part", "Run", "compute", "planned"]


@dataclass(frozen=True)
class Part:
    """What is asked of one task; None means everything."""

    task: str
    metrics: Sequence[str] | None = None
    constraints: Sequence[str] | None = None


@dataclass
class Run:
    """The finished matrices; the last one is partial, perhaps without cells, when the run was interrupted."""

    matrices: list[Matrix] = field(default_factory=list)
    interrupted: bool = False

    @property
    def cells(self) -> int:
        """The number of finished cells."""
        return sum(len(matrix.cells) for matrix in self.matrices)


def compute(
    parts: Iterable[Part], selecting: Selecting, computing: Computing, *, regions: bool = False
) -> Run:
    """Return a matrix per part, with regions of parameters if wanted; after Ctrl-C what was finished until then.

    Cells say which claims of the literature they go against.
    """
    from axiometrics.checker import Interrupted, matrix
    from axiometrics.claims.expanding import marked

    run = Run()
    arguments = selecting.arguments | computing.arguments | ({"regions": True} if regions else {})
    for part in parts:
        chosen = {"metrics": part.metrics, "constraints": part.constraints}
        try:
            with progress_bar(part.task, wanted=computing.progress) as progress:
                run.matrices.append(matrix(part.task, **{**arguments, **chosen, "progress": progress}))
        except Interrupted as stop:
            run.interrupted = True
            if stop.partial.cells or run.matrices:
                run.matrices.append(stop.partial)
            break
    run.matrices = [marked(each) for each in run.matrices]
    return run


def planned(
    tasks: Sequence[str] | None,
    metrics: Sequence[str] | None,
    constraints: Sequence[str] | None,
    *,
    plugins: bool,
) -> list[Part]:
    """Give every task (all when none is named) the keys and globs that mean something there.

    A pattern that no task knows is refused. With one task the checker judges the patterns.
    """
    from axiometrics.axioms import CONSTRAINTS
    from axiometrics.metrics import METRICS
    from axiometrics.tasks import get_task
    from axiometrics.tasks import tasks as all_tasks

    chosen = list(dict.fromkeys(tasks or all_tasks(plugins=plugins)))
    for task in chosen:
        get_task(task, plugins=plugins)
    if len(chosen) == 1:
        return [Part(chosen[0], metrics or None, constraints or None)]
    shares = [
        _shares(record.kind, patterns, {task: record.view(task, plugins=plugins) for task in chosen})
        for record, patterns in ((METRICS, metrics), (CONSTRAINTS, constraints))
    ]
    parts = [Part(task, *(share[task] for share in shares)) for task in chosen]
    parts = [part for part in parts if part.metrics != [] and part.constraints != []]
    if not parts:
        raise InputError("no task has both one of these metrics and one of these constraints; name the task")
    return parts


def _shares(
    kind: str, patterns: Sequence[str] | None, known: Mapping[str, Mapping[str, Any]]
) -> dict[str, list[str] | None]:
    if not patterns:
        return dict.fromkeys(known)
    shares: dict[str, list[str] | None] = {
        task: [pattern for pattern in patterns if _matches(pattern, records)]
        for task, records in known.items()
    }
    for pattern in patterns:
        if not any(pattern in (share or ()) for share in shares.values()):
            keys = {key for task in known for key in known[task]}
            raise UnknownKeyError(f"no task has a {kind} {pattern!r}; {nearest(pattern, keys)}")
    return shares


def _matches(pattern: str, records: Mapping[str, Any]) -> bool:
    """Whether a key or glob means something; values in a glob are for what has such parameters."""
    base, bracket, values = pattern.partition("(")
    base = base.strip()
    needed: Iterable[str] = ()
    if bracket and any(sign in base for sign in "*?["):
        needed = split_key(f"any({values}")[1]
    return any(
        fnmatchcase(key, base) and set(needed) <= {each.name for each in record.parameters}
        for key, record in records.items()
    )
