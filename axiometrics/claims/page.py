"""The published page: what each publication says beside what is found, with the smallest witnesses drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from axiometrics.claims.claim import Printed, named
from axiometrics.claims.finding import STATUSES, Audit, Finding
from axiometrics.escaping import code, code_block, markdown
from axiometrics.reports.markdown import cell_text, marks_legend, row
from axiometrics.reports.words import PARTIAL, witness_scores, witness_sentence

__all__ = ["page"]

_INTRODUCTION = (
    "Every claim of the publications below that could be told apart, with what is found. *Printed* is what the "
    "publication says; *found* are the verdicts, one for each reading of its words, or the exact value. Where a claim "
    "is refuted or depends, the smallest case against it is drawn, and what was tried in its favour is said."
)


def page(audit: Audit) -> str:
    """Return the page of an audit as GitHub's markdown."""
    parts = ["# What the literature says", *([] if audit.complete else [f"**{PARTIAL}**"])]
    parts += [_INTRODUCTION, _statuses(), _summary(audit)]
    parts += ["The marks:", "\n".join(marks_legend())]
    for publication, title in audit.titles.items():
        parts += [f"## {publication}", f"{markdown(title)}."]
        for _, members in groupby(audit.of(publication), key=lambda found: found.claim.group):
            parts += _group(list(members))
    return "\n\n".join(parts) + "\n"


def _statuses() -> str:
    return "\n".join(f"- **{status}**: {meaning}" for status, meaning in STATUSES.items())


def _summary(audit: Audit) -> str:
    lines = [row(["publication", "claims", *STATUSES]), row(["---"] + ["---:"] * (len(STATUSES) + 1))]
    for publication in audit.titles:
        counts = audit.counts(publication)
        total = str(sum(counts.values()))
        lines.append(row([f"[{publication}](#{publication})", total, *map(str, counts.values())]))
    return "\n".join(lines)


def _group(members: Sequence[Finding]) -> list[str]:
    """One group of claims: its statement, its table, and the members that are refuted or depend in full."""
    claim = members[0].claim
    parts = [f"### {claim.group}", f"*{markdown(claim.place)}.* {markdown(claim.says)}"]
    if isinstance(claim.about, Printed):
        parts.append(f"Output: {code(claim.about.output)}")
    if all(found.status == "not checkable" and found.evidence == members[0].evidence for found in members):
        return [*parts, f"**{members[0].status}**: {markdown(members[0].evidence)}."]
    parts.append(_table(members))
    for found in members:
        if found.status in ("refuted", "depends") and found.cells:
            parts += _in_full(found)
    return parts


def _table(members: Sequence[Finding]) -> str:
    lines = [row(["", "printed", "found", "status"]), row(["---"] * 4)]
    for found in members:
        status = found.status if found.status == "confirmed" else f"**{found.status}**"
        lines.append(row([markdown(found.claim.subject), markdown(found.expected), _found(found), status]))
    return "\n".join(lines)


def _found(found: Finding) -> str:
    """The verdicts of the readings, those with the same mark together, or the values and reasons."""
    if not found.cells:
        return markdown(found.evidence)
    readings = [reading for reading, _ in found.cells]
    groups: dict[str, list[str]] = {}
    for reading, cell in found.cells:
        groups.setdefault(cell_text(cell), []).append(code(named(reading, readings)))
    return "; ".join(f"{mark} {', '.join(names)}" for mark, names in groups.items())


def _in_full(found: Finding) -> list[str]:
    """What is found of one claim: the verdicts in words, what was tried, and a witness with its scores."""
    tried = f" Tried in its favour: {', '.join(map(code, found.tried))}." if found.tried else ""
    parts = [f"**{markdown(found.claim.subject)}: {found.status}.** {markdown(found.evidence)}.{tried}"]
    shown = found.witnessed
    if shown is None:
        return [*parts, f"Reproduce: {code(found.command)}"]
    reading, cell = shown
    assert cell.witness is not None
    name = code(f"{reading.metric} on {reading.constraint}")
    claimed = ", which fails as claimed" if found.says_fails else ""
    parts.append(f"{name}{claimed}: {markdown(witness_sentence(cell))}")
    parts.append(code_block(cell.witness.text, "text"))
    parts.append("\n".join(f"- {code(line)}" for line in witness_scores(cell.witness)))
    return [*parts, f"Reproduce: {code(found.command)}"]
