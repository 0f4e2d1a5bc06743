"""``axiometrics list`` and ``cite``: what is registered, and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.claims.expanding import claims_of
from axiometrics.claims.files import publications
from axiometrics.cli.app import put
from axiometrics.cli.options import OUTPUT, TARGET, Plugins, complete_task
from axiometrics.cli.output import Output, Records
from axiometrics.cli.parameters import names_argument, near
from axiometrics.errors import UnknownKeyError, nearest
from axiometrics.libraries.adapters import installed_version, libraries
from axiometrics.metrics import METRICS, Metric
from axiometrics.parameters import Parameter, split_key
from axiometrics.reports.bibliography import bibliography
from axiometrics.reports.bibliography import bibtex as entries
from axiometrics.studies import studies
from axiometrics.tasks import get_task, tasks
from axiometrics.writing import write_file

CITED = "`axiometrics cite` shows all references, `axiometrics list metrics` and `... list constraints` the others"
"""Where the names are that can be cited."""


class Kind(StrEnum):
    """What can be listed."""

    tasks = "tasks"
    metrics = "metrics"
    constraints = "constraints"
    aliases = "aliases"
    claims = "claims"
    studies = "studies"
    libraries = "libraries"


def list_records(
    kind: Annotated[Kind, typer.Argument(help="What to list.")],
    output: Output,
    task: Annotated[
        str | None,
        typer.Option(
            metavar="TASK", help="Only this task.", autocompletion=complete_task, rich_help_panel=TARGET
        ),
    ] = None,
    plugins: Plugins = True,
) -> None:
    """List tasks, metrics, constraints, others' names of metrics, claims of the literature, studies or libraries."""
    output.ready()
    listed(kind.value, task, plugins=plugins).write(output)


def cite(
    names: Annotated[
        list[str] | None,
        names_argument(
            metavar="KEY...", help="References, metrics or constraints; all references by default."
        ),
    ] = None,
    bibtex: Annotated[
        bool, typer.Option("--bibtex", help="Show BibTeX entries.", rich_help_panel=OUTPUT)
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write BibTeX entries to a file.", rich_help_panel=OUTPUT),
    ] = None,
) -> None:
    """Show the sources of metrics and constraints, to be cited."""
    keys = sources_of(names) if names else list(bibliography())
    if out is not None:
        write_file(out, entries(keys))
    elif bibtex:
        put(entries(keys))
    else:
        found = [bibliography()[key] for key in keys]
        put(
            "\n".join(
                f"{each.key}\n  {each.text}\n" + (f"  {each.url}\n" if each.url else "") for each in found
            )
        )


def listed(kind: str, task: str | None, *, plugins: bool) -> Records:
    """Return the table of what is registered of a kind, of one task where it is given."""
    if kind == "studies":
        rows = [(each.key, list(each.options), each.summary) for each in studies().values()]
        return Records("studies", ("study", "options", "summary"), rows)
    if kind == "claims":
        return _claims(task)
    if kind == "libraries":
        return _libraries(task)
    chosen = [get_task(task, plugins=plugins).key] if task else list(tasks(plugins=plugins))
    return {"tasks": _tasks, "metrics": _metrics, "constraints": _constraints, "aliases": _aliases}[kind](
        chosen, plugins
    )


def sources_of(names: Sequence[str]) -> list[str]:
    """Return the references that are named, or that the named metrics and constraints cite, each once.

    Raises UnknownKeyError for a name that is none of these, and for a record whose source is not ours to know.
    """
    cited: dict[str, list[str | None]] = {key: [key] for key in bibliography()}
    for registry in (METRICS, CONSTRAINTS):
        for record in registry.view().values():
            cited.setdefault(record.key, []).append(record.cites)
    found: list[str] = []
    for name in names:
        key = split_key(name)[0]
        if key not in cited:
            raise UnknownKeyError(
                f"no reference, metric or constraint is called {key!r}; {near(key, cited, CITED)}"
            )
        known = [each for each in cited[key] if each in bibliography()]
        if not known:
            raise UnknownKeyError(
                f"{key} cites {cited[key][0] or 'nothing'}, which is not in our bibliography"
            )
        found += [each for each in known if each]
    return list(dict.fromkeys(found))


def _tasks(chosen: list[str], plugins: bool) -> Records:
    rows = [
        (
            key,
            len(METRICS.view(key, plugins=plugins)),
            len(CONSTRAINTS.view(key, plugins=plugins)),
            list(get_task(key).reads),
            get_task(key).summary,
        )
        for key in chosen
    ]
    return Records("tasks", ("task", "metrics", "constraints", "reads", "summary"), rows)


def _metrics(chosen: list[str], plugins: bool) -> Records:
    names = ("task", "family", "key", "parameters", "orientation", "kind", "cites", "summary")
    rows = [
        [_shown(each, name) for name in names]
        for key in chosen
        for each in METRICS.view(key, plugins=plugins).values()
    ]
    return Records(_title("metrics", chosen), names, rows, _hidden(chosen, "family", "kind", "cites"))


def _constraints(chosen: list[str], plugins: bool) -> Records:
    names = ("task", "key", "parameters", "primary", "quantifier", "cites", "summary")
    rows = [
        [each.demand.quantifier if name == "quantifier" else _shown(each, name) for name in names]
        for key in chosen
        for each in CONSTRAINTS.view(key, plugins=plugins).values()
    ]
    return Records(_title("constraints", chosen), names, rows, _hidden(chosen, "quantifier", "cites"))


def _aliases(chosen: list[str], plugins: bool) -> Records:
    """List the names that others use, with the keys that they stand for here."""
    rows = [
        (key, alias.replace("{", "").replace("}", ""), _written(each, alias), each.summary)
        for key in chosen
        for each in METRICS.view(key, plugins=plugins).values()
        for alias in each.aliases
    ]
    return Records(_title("aliases", chosen), ("task", "alias", "key", "summary"), rows, _hidden(chosen))


def _written(record: Metric, alias: str) -> str:
    """Return the key with the parameters whose values the alias gives, such as ``ndcg_at(k=k)``."""
    given = [each.name for each in record.parameters if f"{{{each.name}}}" in alias]
    return f"{record.key}({', '.join(f'{name}={name}' for name in given)})" if given else record.key


def _claims(task: str | None) -> Records:
    """List what publications say; claims of one task where it is given, which need not be registered."""
    found = [claim for publication in publications() for claim in claims_of(publication)]
    known = {claim.task for claim in found if claim.task}
    if task is not None and task not in known:
        raise UnknownKeyError(f"there are no claims about {task!r}; {nearest(task, known)}")
    rows = [
        (claim.publication, claim.task, claim.key, claim.place, claim.says)
        for claim in found
        if task in (None, claim.task)
    ]
    return Records(
        "claims", ("publication", "task", "key", "place", "summary"), rows, ("publication", "place")
    )


def _libraries(task: str | None) -> Records:
    """List the libraries that have adapters, of one task where it is given, and which release is installed."""
    if task is not None:
        get_task(task)
    rows = []
    for each in libraries().values():
        about = [adapter.task for adapter in each.adapters if task in (None, adapter.task)]
        if about:
            installed = installed_version(each) or "not installed"
            rows.append((each.name, each.package, installed, len(about), sorted(set(about))))
    return Records("libraries", ("library", "package", "installed", "functions", "tasks"), rows)


def _shown(record: Metric | Constraint, name: str) -> object:
    return _ranges(record.parameters) if name == "parameters" else getattr(record, name)


def _title(kind: str, chosen: list[str]) -> str:
    return f"{kind} of {chosen[0]}" if len(chosen) == 1 else kind


def _hidden(chosen: list[str], *names: str) -> tuple[str, ...]:
    return ("task", *names) if len(chosen) == 1 else names


def _ranges(parameters: tuple[Parameter, ...]) -> dict[str, Any]:
    """Say each parameter's default; of words, all that are allowed, the default first."""
    return {
        each.name: "|".join(dict.fromkeys((str(each.default), *map(str, each.choices))))
        for each in parameters
    }
