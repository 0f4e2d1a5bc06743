"""The audit: collect what claims need, compute it in few runs, judge claim by claim; the committed audit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from axiometrics.checker import Interrupted
from axiometrics.claims.cells import Store, satisfies
from axiometrics.claims.expanding import claims_of
from axiometrics.claims.files import Cells, Claim, Family, publications, read
from axiometrics.claims.finding import SCHEMA, Audit
from axiometrics.claims.judging import judged
from axiometrics.claims.kinder import numeric, variants
from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.escaping import json_text

__all__ = ["audit", "audited", "chosen", "differences", "dumps", "read_state"]


def audit(
    *names: str, claims: Sequence[str] | None = None, store: Store | None = None, regions: bool = True
) -> Audit:
    """Audit publications, all by default; ``claims`` are keys or globs of claims, by default all.

    ``regions`` asks, for claims that fail, for which parameter values of the metric they would hold. Raises
    UnknownKeyError for publications and claims that are not there.

    >>> found = audit("sakai2021", claims=["*section7.recommendations"])
    >>> found.findings[0].status
    'not checkable'
    """
    wanted = names or publications()
    titles = {name: read(name).title for name in wanted}
    return replace(audited(chosen(titles, claims), store or Store(), regions=regions), titles=titles)


def chosen(names: Iterable[str], patterns: Sequence[str] | None) -> list[Claim]:
    """Return the claims of publications that match a pattern."""
    known = [claim for name in names for claim in claims_of(name)]
    for pattern in patterns or ():
        if not any(fnmatchcase(claim.key, pattern) for claim in known):
            raise UnknownKeyError(f"no claim matches {pattern!r}; {_nearest(pattern, known)}")
    return [
        claim
        for claim in known
        if not patterns or any(fnmatchcase(claim.key, pattern) for pattern in patterns)
    ]


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
