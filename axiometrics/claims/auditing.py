"""The audit of claims: each one judged by the matrices' cells, and what was found told and kept.

The audit of all comes with the package, as one compressed file beside the published cells. It counts as nothing where
the installed sources are others, those of the rooms that word the findings among them, where it was edited, and with
``AXIOMETRICS_PUBLISHED=0``.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import Any

from axiometrics.checker import Interrupted
from axiometrics.checker.cache import PUBLISHED, own_sources
from axiometrics.checker.verdict import Cell
from axiometrics.claims.cells import Store, favours, is_settled, missing, numeric, satisfies, variants
from axiometrics.claims.expanding import claims_of
from axiometrics.claims.files import (
    Cells,
    Claim,
    Compared,
    Expects,
    Family,
    Printed,
    Reading,
    Tried,
    Unchecked,
    named,
    publications,
    read,
)
from axiometrics.claims.finding import SCHEMA, Audit, Beside, Finding, Status, beside, further
from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.escaping import json_text
from axiometrics.reports.words import phrase


def audit(
    *names: str, claims: Sequence[str] | None = None, store: Store | None = None, regions: bool = True
) -> Audit:
    """Audit publications, all by default; ``claims`` are keys or globs of claims, by default all.

    ``regions`` asks, for claims that fail, for which parameter values of the metric they would hold. Findings that come
    with the package are taken as they are, unless the store's options ask for others. Raises UnknownKeyError for
    publications and claims that are not there.

    >>> found = audit("sakai2021", claims=["*section7.recommendations"])
    >>> found.findings[0].status
    'not checkable'
    """
    wanted, store = names or publications(), store or Store()
    kept = published(wanted) if regions and store.takes_published else None
    if kept is not None:
        asked = {claim.key for claim in _matching([each.claim for each in kept.findings], claims)}
        return replace(kept, findings=tuple(each for each in kept.findings if each.claim.key in asked))
    titles = {name: read(name).title for name in wanted}
    return replace(audited(chosen(titles, claims), store, regions=regions), titles=titles)


def chosen(names: Iterable[str], patterns: Sequence[str] | None) -> list[Claim]:
    """Return the claims of publications that match a pattern."""
    return _matching([claim for name in names for claim in claims_of(name)], patterns)


def _matching(known: Sequence[Claim], patterns: Sequence[str] | None) -> list[Claim]:
    if not patterns:
        return list(known)
    for pattern in patterns:
        if not any(fnmatchcase(claim.key, pattern) for claim in known):
            raise UnknownKeyError(f"no claim matches {pattern!r}; {_nearest(pattern, known)}")
    return [claim for claim in known if any(fnmatchcase(claim.key, pattern) for pattern in patterns)]


def _nearest(pattern: str, known: Sequence[Claim]) -> str:
    """Say which claims are close to a pattern; there are too many to name them all."""
    said = nearest(pattern, [claim.key for claim in known])
    homes = ", ".join(dict.fromkeys(f"{claim.key.partition('.')[0]}.*" for claim in known))
    every = "`axiometrics list claims` shows all"
    return f"{every}, here those of {homes}" if said.startswith("allowed") else f"{said} ({every})"


def audited(claims: Sequence[Claim], store: Store, *, regions: bool = True) -> Audit:
    """Judge claims; the store computes the cells, and for those that fail the kinder readings.

    After an interrupt only the claims are judged that need no cell that is not there.
    """
    try:
        _fetch([claim.about for claim in claims if isinstance(claim.about, Cells | Family)], store, regions)
    except Interrupted:
        decided = [claim for claim in claims if _is_decided(claim, store)]
        return Audit({}, tuple(judged(claim, store) for claim in decided), complete=False)
    return Audit({}, tuple(judged(claim, store) for claim in claims))


def _fetch(about: Sequence[Cells | Family], store: Store, regions: bool) -> None:
    """Compute what claims are about, and what could speak for those that fail."""
    store.fetch(reading for each in about for reading in each.readings)
    failing = [cells for each in about for cells in _unsupported(each, store)]
    readings = [reading for each in failing for reading in each.readings if store.cell(reading)]
    store.fetch(other for reading in readings for other in variants(reading))
    if regions:
        demanded = [reading for each in failing if each.expects == "holds" for reading in each.readings]
        store.fetch((each for each in demanded if store.cell(each) and numeric(each)), regions=True)


def _is_decided(claim: Claim, store: Store) -> bool:
    """Whether what is computed supports a claim, so that no kinder reading of it is asked for."""
    about = claim.about
    if not isinstance(about, Cells | Family):
        return True
    return all(map(store.is_known, about.readings)) and not _unsupported(about, store)


def _unsupported(about: Cells | Family, store: Store) -> list[Cells]:
    """Return the cells of a claim that no reading supports; none of a family that is claimed of some member only."""
    members = about.members if isinstance(about, Family) else (about,)
    missing = [each for each in members if not _is_supported(each, store)]
    claimed_of_some = isinstance(about, Family) and about.some
    return [] if claimed_of_some and len(missing) < len(members) else missing


def _is_supported(about: Cells, store: Store) -> bool:
    """Whether some reading shows what the claim expects."""
    cells = [cell for reading in about.readings if (cell := store.cell(reading)) is not None]
    return any(satisfies(cell, about.expects, about.for_n) for cell in cells)


def dumps(audit: Audit) -> str:
    """Write an audit as JSON."""
    return json_text(audit.to_dict())


def read_state(path: Path) -> dict[str, str]:
    """Return the status of every claim in a committed audit; InputError where there is none to read."""
    try:
        document = json.loads(path.read_text("utf-8"))
        listed = [claim for part in document["publications"] for claim in part["claims"]]
        return {claim["key"]: claim["status"] for claim in listed}
    except OSError as error:
        raise InputError(
            f"there is no committed audit {path} ({error.strerror}); write one with `axiometrics audit --out {path}`, "
            "or name one with --state"
        ) from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(
            f"{path} is no {SCHEMA} document; write it anew with `axiometrics audit --out {path}`"
        ) from error


def differences(committed: Mapping[str, str], found: Audit, *, whole: bool = True) -> list[str]:
    """Say for which claims the status is another one than the committed, one line each.

    ``whole`` says that the audit has every claim of its publications, so that committed ones may not be missing.
    """
    now = {each.claim.key: each.status for each in found.findings}
    lines = [
        f"{key}: {committed[key]} in the committed audit, {status} now"
        if key in committed
        else f"{key}: not in the committed audit, {status} now"
        for key, status in now.items()
        if committed.get(key) != status
    ]
    gone = [key for key in committed if key.partition(".")[0] in found.titles and key not in now]
    return lines + [f"{key}: {committed[key]} in the committed audit, no claim now" for key in gone if whole]


_OF_SOME: tuple[Status, ...] = ("confirmed", "depends", "not checkable", "refuted")
_OF_EVERY: tuple[Status, ...] = ("refuted", "depends", "not checkable", "confirmed")
"""Which status of a member decides that of its family, the first that occurs."""

_WAYS = {"cut": "cut and not rounded", "fewer digits": "printed with fewer digits than the others"}
"""How a printed value can agree, other than by rounding."""


def judged(claim: Claim, store: Store) -> Finding:
    """Return the finding of one claim; the cells that it needs are in the store."""
    about = claim.about
    if isinstance(about, Unchecked):
        return Finding(claim, "not checkable", about.why)
    if isinstance(about, Compared):
        return _compared(claim, about)
    if isinstance(about, Printed):
        return _printed(claim, about)
    if isinstance(about, Family):
        return _family(claim, about, store)
    return _cells(claim, about, store)


def _compared(claim: Claim, about: Compared) -> Finding:
    if about.undecided:
        return Finding(claim, "not checkable", about.undecided)
    if about.agrees:
        return Finding(claim, "confirmed", f"computed: {about.computed}")
    why = f": {about.explanation}" if about.explanation else ""
    told = f"computed: {about.computed}{why}"
    if about.favours:
        words = f"{told}; so it is for {about.favours}"
        return Finding(claim, "depends", words, favours=(about.favours,), tried=about.tried)
    return Finding(claim, "rounding" if about.near else "refuted", told, tried=about.tried)


def _printed(claim: Claim, about: Printed) -> Finding:
    lacking = missing(about.task, about.metrics)
    if lacking:
        return Finding(claim, "not checkable", lacking)
    values = tuple(beside(about, metric) for metric in about.metrics)
    told = "; ".join(f"{each.metric} is {_value(each.exact, each.value)}" for each in values)
    agreeing = [each.metric for each in values if each.agrees]
    if len(agreeing) == len(values):
        return Finding(claim, "confirmed", ", ".join([told, *_ways(values)]), values=values)
    if agreeing:
        return Finding(claim, "depends", f"printed is {' or '.join(agreeing)}: {told}", values=values)
    return _differing(claim, about, values, told)


def _ways(values: Sequence[Beside]) -> list[str]:
    return list(dict.fromkeys(_WAYS[each.agrees] for each in values if each.agrees in _WAYS))


def _differing(claim: Claim, about: Printed, values: tuple[Beside, ...], told: str) -> Finding:
    """No registered reading has the printed value: look at the further ones, and at how far it is."""
    others = [each for metric in about.metrics for each in further(about, metric)]
    tried = tuple(
        dict.fromkeys(
            Tried(each.metric, ", ".join([_value(each.exact, each.value), *_ways([each])]), bool(each.agrees))
            for each in others
        )
    )
    if right := [each.reading for each in tried if each.supports]:
        words = f"{told}; so it is for {', '.join(right)}"
        return Finding(claim, "depends", words, favours=tuple(right), tried=tried, values=values)
    if about.given:
        return Finding(claim, "not checkable", f"{about.given}; there {told}", tried=tried, values=values)
    return Finding(claim, "refuted", told, tried=tried, values=values)


def _value(exact: str | None, value: float | None) -> str:
    if exact is None or value is None:
        return "without value"
    return exact if exact.lstrip("-").isdigit() else f"{exact} ≈ {value:.4f}"


def _family(claim: Claim, about: Family, store: Store) -> Finding:
    """Judge every member: one that is refuted refutes what is claimed of all, one confirmed confirms it of some."""
    found = [_cells(claim, member, store) for member in about.members]
    status = _of_family(about, [each.status for each in found])
    cells = tuple(pair for each in found for pair in each.cells)
    if not cells:
        return replace(found[0], status=status)
    deciding = [each for each in found if each.status == status]
    decisive = tuple(pair for each in deciding for pair in each.cells)
    told = _told(decisive, about.readings)
    names = tuple(dict.fromkeys(name for each in deciding for name in each.favours))
    tried = tuple(dict.fromkeys(each for member in deciding for each in member.tried))
    kinder = _kinder(about.members[0].expects, names)
    supporting = tuple(pair for each in deciding for pair in each.supporting)
    return Finding(claim, status, f"{told}{kinder}", cells, names, tried, supporting, decisive)


def _of_family(about: Family, statuses: Sequence[Status]) -> Status:
    """Return the status of what is claimed of every member, or of some: the best that so many members have."""
    if not about.some:
        return min(statuses, key=_OF_EVERY.index)
    return sorted(statuses, key=_OF_SOME.index)[about.least - 1]


def _kinder(expects: Expects, names: Sequence[str]) -> str:
    """Say in which kinder senses a claim is right."""
    so = "so it is for" if expects == "holds" else "not so for"
    return f"; {so} {', '.join(names)}" if names else ""


def _cells(claim: Claim, about: Cells, store: Store) -> Finding:
    cells = tuple((reading, cell) for reading in about.readings if (cell := store.cell(reading)) is not None)
    if len(cells) < len(about.readings):
        absent = next(each for each in about.readings if store.cell(each) is None)
        return Finding(
            claim, "not checkable", missing(absent.task, [absent.metric], [absent.constraint]), cells
        )
    shown = [satisfies(cell, about.expects, about.for_n) for _, cell in cells]
    supporting = [pair for pair, each in zip(cells, shown, strict=True) if each]
    if all(shown):
        return Finding(claim, "confirmed", _told(supporting, about.readings), cells)
    if supporting:
        against = [pair for pair, each in zip(cells, shown, strict=True) if not each]
        told = f"{_told(supporting, about.readings)}; but {_told(against, about.readings)}"
        return Finding(claim, "depends", told, cells)
    return _without_support(claim, about, cells, shown, store)


def _without_support(
    claim: Claim,
    about: Cells,
    cells: tuple[tuple[Reading, Cell], ...],
    shown: Sequence[bool | None],
    store: Store,
) -> Finding:
    """No reading supports the claim: look for a kinder one, and for a verdict that is final."""
    kinder = favours(about, store)
    told, tried = _told(cells, about.readings), kinder.tried
    if kinder.found:
        words = f"{told}{_kinder(about.expects, kinder.found)}"
        return Finding(claim, "depends", words, cells, kinder.found, tried, kinder.cells)
    if all(each is None for each in shown):
        return Finding(claim, "not checkable", told, cells, tried=tried)
    against = [cell for (_, cell), each in zip(cells, shown, strict=True) if each is False]
    if not all(map(is_settled, against)):
        reason = f"nothing tried goes against the metric, and nothing proves that nothing does: {told}"
        return Finding(claim, "not checkable", reason, cells, tried=tried)
    return Finding(claim, "refuted", told, cells, tried=tried)


def _told(cells: Sequence[tuple[Reading, Cell]], among: Sequence[Reading]) -> str:
    """Say the verdicts, cells with the same one together."""
    groups: dict[str, list[str]] = {}
    for reading, cell in cells:
        groups.setdefault(phrase(cell), []).append(named(reading, among))
    return "; ".join(f"{', '.join(names)}: {verdict}" for verdict, names in groups.items())


_FILE = "audit.json.gz"
_ROOMS = ("claims", "reports", "studies")
"""Rooms that word findings or calculate for them, besides those that verdicts rest on."""
_KINDS: Mapping[str, Callable[..., Any]] = {
    kind.__name__: kind
    for kind in (Beside, Cells, Claim, Compared, Family, Finding, Printed, Reading, Tried, Unchecked)
}
_UNREADABLE = (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, AttributeError)


def publish(audit: Audit, folder: Path = PUBLISHED) -> None:
    """Write an audit as the one that comes with the package."""
    cells: dict[str, int] = {}
    findings = [_plain(found, cells) for found in audit.findings]
    known = {"titles": dict(audit.titles), "findings": findings, "cells": list(map(json.loads, cells))}
    text = json.dumps(known, sort_keys=True)
    stored = {"sources": own_sources(*_ROOMS), "checksum": _checksum(text), "text": text}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _FILE).write_bytes(gzip.compress(json.dumps(stored, sort_keys=True).encode(), mtime=0))


def published(names: Iterable[str], folder: Path = PUBLISHED) -> Audit | None:
    """Return the published audit of some publications; None where it has not all of them, or was not found here."""
    if os.environ.get("AXIOMETRICS_PUBLISHED") == "0":
        return None
    try:
        stored = json.loads(gzip.decompress((folder / _FILE).read_bytes()))
        if (stored["sources"], stored["checksum"]) != (own_sources(*_ROOMS), _checksum(stored["text"])):
            return None
        document = json.loads(stored["text"])
        titles = {name: document["titles"][name] for name in names}
        by_name: dict[str, list[Any]] = {name: [] for name in titles}
        for found in document["findings"]:
            by_name.get(found["claim"]["publication"], []).append(found)
        chosen = [_restored(found, document["cells"]) for each in by_name.values() for found in each]
    except _UNREADABLE:
        return None
    return Audit(titles, tuple(chosen), published=True)


def _checksum(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _plain(value: Any, cells: dict[str, int]) -> Any:
    """Return plain data: records as their fields that differ from the default, cells as their place among all."""
    if isinstance(value, Cell):
        text = json.dumps(value.to_dict() | {"regions": list(value.regions)}, sort_keys=True)
        return {"cell": cells.setdefault(text, len(cells))}
    if is_dataclass(value):
        given = {item.name: getattr(value, item.name) for item in fields(value)}
        usual = {item.name: item.default for item in fields(value) if item.default is not MISSING}
        told = {name: each for name, each in given.items() if name not in usual or each != usual[name]}
        return {"is": type(value).__name__} | {name: _plain(each, cells) for name, each in told.items()}
    return [_plain(each, cells) for each in value] if isinstance(value, tuple) else value


def _restored(plain: Any, cells: Sequence[Mapping[str, Any]]) -> Any:
    if isinstance(plain, list):
        return tuple(_restored(each, cells) for each in plain)
    if isinstance(plain, dict) and "cell" in plain:
        return Cell.from_dict(cells[plain["cell"]])
    if isinstance(plain, dict):
        parts = {name: _restored(each, cells) for name, each in plain.items() if name != "is"}
        return _KINDS[plain["is"]](**parts)
    return plain
