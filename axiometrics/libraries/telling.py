"""What an audit found, and on which versions: in words that all reports share, and as the JSON document."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Sequence
from typing import Any

from axiometrics import __version__
from axiometrics.escaping import json_text
from axiometrics.libraries.results import Difference, FunctionAudit, LibraryAudit, Property

__all__ = [
    "COLUMNS",
    "SCHEMA",
    "cells",
    "counts",
    "difference_sentence",
    "document",
    "libraries_json",
    "property_sentence",
    "surroundings",
    "unexpected",
    "unexpected_verdicts",
]

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
    return ", ".join(f"{kind} on {count}" for kind, count in inputs.items()) or found.outcome


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
    return each.name not in ("only a perfect output is best", "every perfect output scores the same")


def unexpected_verdicts(found: FunctionAudit) -> list[tuple[str, str, str]]:
    """Return the constraints on which the function's outcome is not that of the metric that it should equal.

    No value in some case is one outcome, whether the function says so or raises; it is expected of a function that is
    not meant for every input.
    """
    outcomes = found.verdicts.outcomes() if found.verdicts else []
    without = {"error", "undefined"}
    partial = found.adapter.applies != "True"
    return [
        (name, mine, own)
        for name, mine, own in outcomes
        if own is not None
        and mine != own
        and not {mine, own} <= without
        and not (partial and mine in without)
    ]


def difference_sentence(each: Difference) -> str:
    """Say where a function differs, with both values.

    >>> difference_sentence(Difference("defect", "", "{a}", "1.0", "0.0", 6, ""))
    'defect: on {a} it gives 0.0, the definition gives 1.0 (smallest of 6 inputs)'
    """
    why = f" ({each.says})" if each.says else ""
    where = "the only input" if each.inputs == 1 else f"smallest of {each.inputs} inputs"
    return f"{each.kind}{why}: on {each.output} it {_does(each.theirs)}, the definition gives {each.ours} ({where})"


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
        told = [str(outcomes[name]) for name in ("equal", "convention", "defect", "-", "error")]
        rows.append((each.name, each.version or "not installed", str(len(each.functions)), *told))
    return rows


def surroundings() -> dict[str, str]:
    """Return versions by name.

    >>> list(surroundings())
    ['axiometrics', 'Python', 'NumPy']
    """
    import numpy

    return {"axiometrics": __version__, "Python": platform.python_version(), "NumPy": numpy.__version__}


SCHEMA = "axiometrics.libraries/1"


def libraries_json(found: Sequence[LibraryAudit]) -> str:
    """Return the document as text, which ends with a line break."""
    return json_text(document(found))


def document(found: Sequence[LibraryAudit]) -> dict[str, Any]:
    """Return all findings, with the versions of what they were found with."""
    return {
        "schema": SCHEMA,
        "complete": all(each.complete for each in found),
        "versions": surroundings(),
        "libraries": [each.to_dict() for each in found],
    }
