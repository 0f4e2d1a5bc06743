"""What an audit found, and on which versions: in words, in the terminal, in markdown and as the JSON document."""

from __future__ import annotations

import platform
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy
from rich import box
from rich.table import Table
from rich.text import Text

from axiometrics import __version__
from axiometrics.axioms import constraints as registered
from axiometrics.axioms.demands import Zero
from axiometrics.escaping import code, code_block, json_text, markdown, markdown_table
from axiometrics.libraries.adapters import DIGITS
from axiometrics.libraries.results import KINDS, Difference, FunctionAudit, LibraryAudit, Property, changes

COLUMNS = ("function", "should equal", "inputs", "values", "unexpected properties", "verdicts that differ")


def cells(found: FunctionAudit) -> tuple[str, ...]:
    """Return one function's row of the table."""
    differing = "; ".join(f"{name}: {outcome}" for name, outcome, _ in unexpected_verdicts(found))
    equals = f"{found.adapter.task} {found.adapter.equals}" if found.adapter.equals else found.adapter.task
    return (
        found.adapter.name,
        equals,
        str(found.compared),
        _values(found),
        "; ".join(f"not: {each.name}" for each in unexpected(found)) or ("-" if found.error else "none"),
        differing or ("-" if found.verdicts is None else "none"),
    )


def _values(found: FunctionAudit) -> str:
    inputs = Counter[str]()
    for each in found.differences:
        inputs[each.kind] += each.inputs
    return ", ".join(f"{KINDS.get(kind, kind)} on {count}" for kind, count in inputs.items()) or found.outcome


def unexpected(found: FunctionAudit) -> list[Property]:
    """Return the properties that fail although our definition has them, or that are claimed.

    Where there is no definition to compare with, those that every evaluation function should have.
    """
    return [each for each in found.properties if not each.holds and _is_unexpected(each, found)]


def _is_unexpected(each: Property, found: FunctionAudit) -> bool:
    if each.name == "symmetric":
        return found.adapter.symmetric
    if each.name == "has a value":
        return False  # where a value is missing is told by the differences
    if each.ours is not None:
        return each.ours
    return each.name not in (
        "only a perfect output is best",
        "every perfect output scores the same",
        "ignores names of what is tied",
    )


def unexpected_verdicts(found: FunctionAudit) -> list[tuple[str, str, str]]:
    """Return the constraints on which the function's outcome is not that of the metric that it should equal.

    No value in some case is one outcome, whether the function says so or raises; it is expected of a function that is
    not meant for every input. Where the metric is infinite in some case there is no outcome to compare with, and where
    few digits are compared a difference beyond them is none.
    """
    outcomes = found.verdicts.outcomes() if found.verdicts else []
    without = {"error", "undefined"}
    partial = found.adapter.applies != "True"
    return [
        (name, mine, own)
        for name, mine, own in outcomes
        if own not in (None, "error")
        and mine != own
        and not {mine, own} <= without
        and not (partial and mine in without)
        and not _is_rounding(found, name)
    ]


def _is_rounding(found: FunctionAudit, constraint: str) -> bool:
    """Say whether an outcome is shown by scores that the few digits of a function cannot tell apart."""
    witness = _cell(found, constraint).witness
    scores = [float(score) for score in witness.scores.values()] if witness else []
    few = found.adapter.digits < DIGITS
    return few and bool(scores) and max(scores) - min(scores) <= 10.0**-found.adapter.digits


def _cell(found: FunctionAudit, constraint: str) -> Any:
    rows = found.verdicts.row.cells if found.verdicts else ()
    return next(each for each in rows if each.constraint == constraint)


def difference_sentence(each: Difference) -> str:
    """Say where a function differs, with both values.

    >>> difference_sentence(Difference("defect", "", "{a}", "1.0", "0.0", 6, ""))
    'defect: on {a} it gives 0.0, the definition gives 1.0 (smallest of 6 inputs)'
    """
    why = f" ({each.says})" if each.says else ""
    where = "the only input" if each.inputs == 1 else f"smallest of {each.inputs} inputs"
    kind = KINDS.get(each.kind, each.kind)
    return (
        f"{kind}{why}: on {each.output} it {_does(each.theirs)}, the definition gives {each.ours} ({where})"
    )


def _does(told: str) -> str:
    """Say what a call did: gave a number, or something else."""
    try:
        float(told)
    except ValueError:
        return told if told.startswith("returned") else f"fails ({told})"
    return f"gives {told}"


def property_sentence(each: Property) -> str:
    """Say where a property fails, and what is seen there.

    >>> property_sentence(Property("symmetric", False, 9, "{a}{a}", "1.0, exchanged 0.0"))
    'not: symmetric; on {a}{a}: 1.0, exchanged 0.0'
    """
    return f"not: {each.name}; on {each.output}: {each.seen}"


def counts(found: Sequence[LibraryAudit]) -> list[tuple[str, ...]]:
    """Return a row for each library: its version, its functions, and how many of them have each outcome."""
    rows = []
    for each in found:
        outcomes = Counter(function.outcome for function in each.functions)
        told = [str(outcomes[name]) for name in ("equal", "convention", "misnamed", "defect", "-", "error")]
        rows.append((each.name, each.version or "not installed", str(len(each.functions)), *told))
    return rows


def surroundings() -> dict[str, str]:
    """Return versions by name.

    >>> list(surroundings())
    ['axiometrics', 'Python', 'NumPy']
    """
    return {"axiometrics": __version__, "Python": platform.python_version(), "NumPy": numpy.__version__}


def _versions(found: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in found.items())


SCHEMA = "axiometrics.libraries/1"


def libraries_json(found: Sequence[LibraryAudit], *, values: bool = False) -> str:
    """Return the document as text, which ends with a line break."""
    return json_text(document(found, values=values))


def document(found: Sequence[LibraryAudit], *, values: bool = False) -> dict[str, Any]:
    """Return all findings, with the versions of what they were found with; ``values`` are those on every input."""
    return {
        "schema": SCHEMA,
        "complete": all(each.complete for each in found),
        "versions": surroundings(),
        "libraries": [each.to_dict(values=values) for each in found],
    }


_STYLES = {"equal": "green", "convention": "yellow", "misnamed": "red", "defect": "red", "error": "red"}


def tables(found: Sequence[LibraryAudit]) -> Iterator[Any]:
    """Yield a table for each library, and below it every difference with its smallest input."""
    for each in found:
        if each.missing:
            yield Text(each.missing, style="yellow")
            continue
        yield Text(f"{each.name} {each.version}", style="italic")
        yield _rich_table(each)
        for function in each.functions:
            yield from (Text(line) for line in _lines(function))


def _rich_table(found: LibraryAudit) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for name in COLUMNS:
        table.add_column(name)
    for function in found.functions:
        shown = [Text(text) for text in cells(function)]
        shown[3].stylize(_STYLES.get(function.outcome, ""))
        table.add_row(*shown)
    return table


def _lines(found: FunctionAudit) -> Iterator[str]:
    told = [difference_sentence(each) for each in found.differences]
    told += [property_sentence(each) for each in unexpected(found)]
    told += [f"error: {found.error}"] if found.error else []
    if told:
        yield found.adapter.name
        yield from (f"  {line}" for line in told)


_INTRODUCTION = """# What libraries compute

Every function below was called on every small input (up to a size, each once up to names), and beside it stands our
definition of the metric that it should equal. *equal*: the same value on every input. *convention*: another value only
where our definition has none or is 0/0, or where the library documents what it does instead. *misnamed*: what is
documented is not what the function is called. *defect*: another value although both definitions have one and no
convention explains it. An *unexpected property* fails on some small input although our definition has it, or the
library's documentation claims it. The *verdicts* are those of the task's constraints, by `axiometrics.check` on small
cases (not of those with more than 20,000 outputs); listed are those that are not the verdict of our definition.
"""

_PARTIAL = "**Partial: the audit was interrupted, and functions that were not judged are missing.**\n"


def to_markdown(found: Sequence[LibraryAudit], command: str = "") -> str:
    """Write the whole report; ``command`` is the one that it says it was written by."""
    outcomes = ["equal", "convention", "misnamed", "defect", "no definition", "error"]
    summary = _table(["library", "version", "functions", *outcomes], counts(found))
    partial = [] if all(each.complete for each in found) else [_PARTIAL]
    parts = [_INTRODUCTION, *partial, _origin(command), summary]
    for each in found:
        parts.append("\n".join(_library(each)))
    return "\n".join(parts).rstrip() + "\n"


def _origin(command: str) -> str:
    """Say what wrote the report, and with which versions."""
    versions = _versions(surroundings())
    return f"Written by {code(command)}, with {versions}.\n" if command else f"Written with {versions}.\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return markdown_table(map(markdown, head), (map(markdown, row) for row in rows)) + "\n"


def _library(found: LibraryAudit) -> Iterator[str]:
    yield f"## {markdown(found.name)} {found.version}".rstrip() + "\n"
    if found.missing:
        yield f"{markdown(found.missing)}\n"
    if found.note:
        yield f"{markdown(found.note)}\n"
    if found.functions:
        yield _table(COLUMNS, [cells(each) for each in found.functions])
    for function in found.functions:
        yield from _function(function)


def _function(found: FunctionAudit) -> Iterator[str]:
    told = unexpected(found)
    if not (found.differences or told or found.error or unexpected_verdicts(found)):
        return
    yield f"### {markdown(found.adapter.name)}\n"
    if found.source:
        grave = f"; severity: {severity(found)}" if found.outcome in ("defect", "misnamed") else ""
        yield f"{code(found.adapter.function)}: {markdown(found.source)}{grave}\n"
    if found.error:
        yield f"It could not be judged: {markdown(found.error)}\n"
    for each in found.differences:
        yield f"- {markdown(difference_sentence(each))}\n"
        yield "\n".join(f"  {line}" for line in code_block(each.code.rstrip("\n"), "python").splitlines())
        yield ""
    for failing in told:
        yield f"- {markdown(property_sentence(failing))}"
    yield from (f"- {told}" for told in _verdicts_told(found))
    yield ""


def _verdicts_told(found: FunctionAudit, outcomes: Sequence[str] = ()) -> Iterator[str]:
    for name, outcome, own in unexpected_verdicts(found):
        if outcome in (outcomes or (outcome,)):
            yield f"{name}: {outcome}, the definition: {own}{_witness(found, name)}"


def _witness(found: FunctionAudit, constraint: str) -> str:
    cell = _cell(found, constraint)
    if cell.witness is None:
        return f" ({markdown(cell.error)})" if cell.error else ""
    shown = ", ".join(f"{name} {text}" for name, text in cell.witness.outputs.items())
    scores = ", ".join(f"{name} {value}" for name, value in cell.witness.scores.items())
    return f"; {markdown(shown)}: scores {scores}"


_CHANGES = """# What changed between releases

The same audit, of the same functions on the same small inputs, in each release. A function is listed where a value, a
property or, if they were checked, the verdict of a constraint is not the same in all of them, with the smallest input
on which values differ.
"""


def changes_to_markdown(documents: Sequence[Mapping[str, Any]], command: str = "") -> str:
    """Write what changed between several documents of audits, library by library."""
    used = [_versions(each["versions"]) for each in documents]
    parts = [_CHANGES, f"Written by {code(command)}, from audits with {'; '.join(dict.fromkeys(used))}.\n"]
    for name in dict.fromkeys(each["library"] for one in documents for each in one["libraries"]):
        found = [each for one in documents for each in one["libraries"] if each["library"] == name]
        judged = [each for each in found if not each["missing"]]
        if judged:
            parts.append(f"## {markdown(name)} {', '.join(each['version'] for each in judged)}\n")
            parts.append(_changes(judged))
    return "\n".join(parts).rstrip() + "\n"


def _changes(found: Sequence[Mapping[str, Any]]) -> str:
    if len(found) == 1:
        return "In one of the documents alone.\n"
    head = ("function", "what", *(each["version"] for each in found))
    rows = changes(found)
    return _table(head, rows) if rows else f"No function changed, of {len(found[0]['functions'])}.\n"


def upstream(found: Sequence[LibraryAudit]) -> dict[str, str]:
    """Return, by file name, an issue that a library can be told, for each function that is wrong or can be gamed.

    The latter are those that lack a property or let a worse output win, and for which the adapter names a change.
    """
    return {
        f"{_file_name(each.name)}-{_file_name(function.adapter.name)}.md": _issue(each, function)
        for each in found
        for function in each.functions
        if function.outcome in ("defect", "misnamed")
        or (function.adapter.patch and (unexpected(function) or severity(function) == "high"))
    }


def _file_name(name: str) -> str:
    """Return a name with a hyphen for each stretch of other signs than letters and digits.

    >>> _file_name("nmi(norm_type='max')")
    'nmi-norm-type-max'
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")


def severity(found: FunctionAudit) -> str:
    """Return how much a defect matters: high where a worse output wins or the best one is wrong, else by its inputs."""
    lost = {"nothing beats a perfect output", "every perfect output scores the same", "repeats itself"}
    known = registered(found.adapter.task)
    against = [name for name, outcome, _ in unexpected_verdicts(found) if outcome == "contradicted"]
    worse = any(not isinstance(known[name].of_a_case, Zero) for name in against if name in known)
    if worse or any(each.name in lost for each in unexpected(found)):
        return "high"
    wrong = sum(each.inputs for each in found.differences if each.kind != "convention")
    return "medium" if 2 * wrong >= found.compared else "low"


_WRONG = {"defect": "not what its definition says", "misnamed": "documented, but not what it is called"}
_OTHERWISE = ("not what a score has to be", "decided by a convention")


def _issue(library: LibraryAudit, found: FunctionAudit) -> str:
    """Write one issue: what happens and what should, code to run, the definition, a change if known, and versions."""
    adapter, tried = found.adapter, f"{found.compared} inputs up to size {found.size}, each once up to names"
    title = _WRONG.get(found.outcome, _OTHERWISE[bool(found.differences)])
    parts = [f"# {library.name}: `{adapter.name}` is {title}", f"Severity: {severity(found)}."]
    conventions = found.outcome == "convention"
    for each in (each for each in found.differences if conventions or each.kind != "convention"):
        why = f" ({markdown(each.says)})" if each.says else ""
        said = f"It {markdown(_does(each.theirs))}; by definition it is {each.ours}{why}."
        shown = f"Of {tried}, {each.inputs} have another value; this is the smallest."
        parts += [code_block(each.code.rstrip("\n"), "python"), f"{said} {shown}"]
    for lack in unexpected(found):
        parts += [] if found.differences else [code_block(found.code_on(lack.output), "python")]
        parts.append(f"This property fails: *{lack.name}*. On {markdown(f'{lack.output}: {lack.seen}')}.")
    parts += [f"Also, {told}." for told in _verdicts_told(found, outcomes=("contradicted",))]
    parts.append(f"Function: {code(adapter.function)} ({found.source or 'no source at hand'}).")
    if adapter.equals:
        parts.append(f"Definition: {adapter.task} {code(adapter.equals)}: {markdown(adapter.definition)}")
    parts += [f"Suggested change. {adapter.patch.strip()}"] if adapter.patch else []
    parts.append(f"Versions: {_versions({library.name: library.version} | surroundings())}.\n")
    return "\n\n".join(parts)
