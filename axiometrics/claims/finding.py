"""What an audit finds: for every claim a status and the evidence in words, and the published page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from itertools import groupby
from typing import Any, Literal

from axiometrics.checker.verdict import Cell
from axiometrics.claims.cells import metric_of
from axiometrics.claims.files import Cells, Claim, Family, Printed, Reading, Tried, named
from axiometrics.escaping import Told, code, code_block, markdown, markdown_table
from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.undefined import absent
from axiometrics.reports.markdown import cell_text, marks_legend
from axiometrics.reports.words import PARTIAL, witness_scores, witness_sentence
from axiometrics.tasks import get_task

_INTRODUCTION = (
    "Every claim of the publications below that could be told apart, with what is found. *Printed* is what the "
    "publication says; *found* are the verdicts, one for each reading of its words, or the exact value. Where a claim "
    "is refuted or depends, the smallest case against it is drawn, and every reading that was tried is listed with "
    "what is found in it."
)


def page(audit: Audit) -> str:
    """Return the page of an audit as GitHub's markdown."""
    parts = ["# What the literature says", *([] if audit.complete else [f"**{PARTIAL}**"])]
    parts += [_INTRODUCTION, _statuses(), _summary(audit)]
    parts += ["The marks:", "\n".join(marks_legend())]
    for publication in _with_claims(audit):
        parts += [f"## {publication}", f"{markdown(audit.titles[publication])}."]
        for _, members in groupby(audit.of(publication), key=lambda found: found.claim.group):
            parts += _group(list(members))
    return "\n\n".join(parts) + "\n"


def _with_claims(audit: Audit) -> list[str]:
    """Return the publications of which a claim was asked for, or all where there is none."""
    return [name for name in audit.titles if audit.of(name)] or list(audit.titles)


def _statuses() -> str:
    return "\n".join(f"- **{status}**: {meaning}" for status, meaning in STATUSES.items())


def _summary(audit: Audit) -> str:
    rows = []
    for publication in _with_claims(audit):
        counts = audit.counts(publication).values()
        rows.append([f"[{publication}](#{publication})", str(sum(counts)), *map(str, counts)])
    numeric = [False] + [True] * (len(STATUSES) + 1)
    return markdown_table(["publication", "claims", *STATUSES], rows, numeric=numeric)


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
        if found.status in ("refuted", "depends", "rounding") and (found.cells or found.tried):
            parts += _in_full(found)
    return parts


def _table(members: Sequence[Finding]) -> str:
    rows = []
    for found in members:
        status = found.status if found.status == "confirmed" else f"**{found.status}**"
        rows.append([markdown(found.claim.subject), markdown(found.expected), _found(found), status])
    return markdown_table(["", "printed", "found", "status"], rows)


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
    parts = [f"**{markdown(found.claim.subject)}: {found.status}.** {markdown(found.evidence)}."]
    if found.tried:
        rows = [
            [markdown(each.reading), markdown(each.found), "yes" if each.supports else "no"]
            for each in found.tried
        ]
        parts.append(markdown_table(["tried in its favour", "found", "speaks for it"], rows))
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


SCHEMA = "axiometrics.audit/1"
Status = Literal["confirmed", "refuted", "depends", "rounding", "not checkable"]
STATUSES: Mapping[Status, str] = {
    "refuted": "every reading goes against it, also the kinder ones that were tried",
    "depends": "some readings, parameters or conditions support it and others do not",
    "rounding": "two printed numbers differ by a unit of the last digit, as when one is rounded and one is cut",
    "confirmed": "every reading supports it, with the evidence stated",
    "not checkable": "nothing at hand decides it; the reason is stated",
}


@dataclass(frozen=True)
class Finding:
    """The status of one claim, and why.

    ``cells`` are the readings of the claim itself; ``favours`` the kinder senses in which it is right, ``tried`` all
    that were tried, and ``supporting`` the variants' cells among them that support it; ``deciding`` are the cells of
    the members that decide about a family; ``values`` the printed value beside ours, one for each reading of the name.
    """

    claim: Claim
    status: Status
    evidence: str
    cells: tuple[tuple[Reading, Cell], ...] = ()
    favours: tuple[str, ...] = ()
    tried: tuple[Tried, ...] = ()
    supporting: tuple[tuple[Reading, Cell], ...] = ()
    deciding: tuple[tuple[Reading, Cell], ...] = ()
    values: tuple[Beside, ...] = ()

    @property
    def expected(self) -> str:
        """What the claim expects, in a word or as the printed value."""
        about = self.claim.about
        if isinstance(about, Cells):
            return f"holds for {about.for_n}" if about.for_n else about.expects
        if isinstance(about, Family):
            expects = about.members[0].expects
            return f"{expects} for {'some' if about.some else 'all'}"
        return str(getattr(about, "printed", ""))

    @property
    def says_fails(self) -> bool:
        """Whether the claim is that a metric does not satisfy a constraint, so that a witness speaks for it."""
        about = self.claim.about
        first = about.members[0] if isinstance(about, Family) else about
        return isinstance(first, Cells) and first.expects != "holds"

    @property
    def witnessed(self) -> tuple[Reading, Cell] | None:
        """The cell whose witness says most: an inversion before a tie, smaller before larger.

        Against a claim that a constraint holds, or for one that it fails; None where that is refuted by a proof.
        """
        if self.says_fails and self.status == "refuted":
            return None
        known = (*(self.deciding or self.cells), *(self.supporting if self.says_fails else ()))
        failing = [
            (cell.strict.outcome != "contradicted", cell.witness.size, place)
            for place, (_, cell) in enumerate(known)
            if cell.witness is not None and cell.strict.outcome != "holds"
        ]
        return known[min(failing)[2]] if failing else None

    @property
    def command(self) -> str:
        """One command that shows what this finding rests on."""
        if self.cells:
            holding = [pair for pair in self.cells if pair[1].strict.outcome == "holds"]
            reading, _ = self.witnessed or next(iter(holding or self.cells))
            names = f"'{reading.metric}' '{reading.constraint}'"
            return f"axiometrics explain {names} --task {reading.task}"
        return f"axiometrics audit {self.claim.publication} --claims '{self.claim.key}'"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data without what is empty: every cell's outcome and evidence, and witnesses in notation."""
        about = self.claim.about
        plain = {
            "key": self.claim.key,
            "place": self.claim.place,
            "says": self.claim.says,
            "expected": self.expected,
            "status": self.status,
            "evidence": self.evidence,
            "readings": [_plain(reading, cell) for reading, cell in self.cells],
            "favours": list(self.favours),
            "tried": list(map(str, self.tried)),
            "output": about.output if isinstance(about, Printed) else None,
            "values": [
                {"metric": each.metric, "printed": each.printed, "exact": each.exact, "agrees": each.agrees}
                for each in self.values
            ],
        }
        return {name: value for name, value in plain.items() if value not in ([], "", None)}


def _plain(reading: Reading, cell: Cell) -> dict[str, Any]:
    witness = cell.witness
    plain = {
        "task": reading.task,
        "metric": reading.metric,
        "constraint": reading.constraint,
        "outcome": cell.strict.outcome,
        "evidence": cell.strict.evidence,
        "always": cell.strict.always,
        "weak": cell.weak.outcome,
        "witness": dict(witness.outputs) if witness else None,
        "margin": witness.margin if witness else None,
    }
    return {name: value for name, value in plain.items() if value not in (None, False)}


@dataclass(frozen=True, repr=False)
class Audit(Told):
    """The findings of some publications in the order of their claims, and the publications' titles.

    An interrupted audit is not ``complete``: it has the claims that were decided by then. One that is ``published``
    came with the package.
    """

    titles: Mapping[str, str]
    findings: tuple[Finding, ...]
    complete: bool = True
    published: bool = field(default=False, compare=False)

    def __repr__(self) -> str:
        counts = ", ".join(f"{number} {status}" for status, number in self.counts().items() if number)
        return f"<claims of {', '.join(self.titles) or 'no publication'}: {counts or 'none'}>"

    def of(self, publication: str) -> tuple[Finding, ...]:
        """Return the findings of one publication."""
        return tuple(found for found in self.findings if found.claim.publication == publication)

    def counts(self, publication: str | None = None) -> dict[Status, int]:
        """Return how many claims have each status, of one publication or of all."""
        chosen = self.findings if publication is None else self.of(publication)
        number = Counter(found.status for found in chosen)
        return {status: number[status] for status in STATUSES}

    def to_dict(self) -> dict[str, Any]:
        """Return an ``axiometrics.audit/1`` document."""
        return {
            "schema": SCHEMA,
            "complete": self.complete,
            "publications": [
                {
                    "key": key,
                    "title": title,
                    "counts": self.counts(key),
                    "claims": [found.to_dict() for found in self.of(key)],
                }
                for key, title in self.titles.items()
            ],
        }

    def to_markdown(self) -> str:
        """Return the page that ``axiometrics audit`` publishes."""

        return page(self)


@dataclass(frozen=True)
class Beside:
    """A printed value and ours: exact as text (None where the metric has no value), and as a float.

    ``agrees`` says how they agree: "rounded", "cut", "fewer digits", or "" when they do not.
    """

    metric: str
    printed: str
    exact: str | None
    value: float | None
    agrees: str


def beside(about: Printed, label: str) -> Beside:
    """Compute what is printed for one reading of the metric's name."""
    value, arithmetic = _evaluated(about.task, label, about.output)
    if value is None:
        return Beside(label, about.printed, None, None, "")
    return _compared(about, label, arithmetic, -value if about.negated else value)


def further(about: Printed, label: str) -> Iterator[Beside]:
    """Compute what is printed in readings that no registered metric has, by the function that the claim names."""
    if not about.further:
        return
    module, _, name = about.further.partition(":")
    tools = exact_algebra(2)
    for reading, value in getattr(import_module(module), name)(label, about.output):
        yield _compared(about, reading, tools, tools.number(-value if about.negated else value))


def scored(task: str, label: str, output: str) -> Any:
    """Return the exact score of an output as a SymPy number; not a number where the metric has no value."""
    import sympy

    value, arithmetic = _evaluated(task, label, output)
    return sympy.nan if value is None else arithmetic.expression(value)


def _evaluated(task: str, label: str, output: str) -> tuple[Any, Any]:
    """Return the value of a metric, None where there is none, and the arithmetic that it belongs to."""
    home = get_task(task)
    judged = home.batch_of(["judged"], [{"judged": output}]).outputs["judged"].table(0)
    arithmetic = home.algebra(judged)
    value = home.value(metric_of(task, label), judged, arithmetic)
    if value is None or absent(value) or value != value:
        return None, arithmetic
    return arithmetic.number(Fraction(value)) if isinstance(value, float) else value, arithmetic


def _compared(about: Printed, label: str, arithmetic: Any, value: Any) -> Beside:
    shown = arithmetic.text(value), float(arithmetic.expression(value))
    return Beside(label, about.printed, *shown, how_printed(about.printed, about.digits, arithmetic, value))


def how_printed(printed: str, digits: int, arithmetic: Any, value: object) -> str:
    """Say how a value agrees with a printed one, decided exactly: "rounded" or "cut" to the table's digits, or "".

    A value printed with fewer digits than the table has may be one with zeros left out, or one with "fewer digits". A
    value printed without decimals, where the table has none, must be it exactly.

    >>> from axiometrics.formulas.arithmetics.exact import exact_algebra
    >>> tools = exact_algebra(2)
    >>> [how_printed("0.66", 2, tools, tools.number(Fraction(number))) for number in ("2/3", "0.664", "0.65")]
    ['cut', 'rounded', '']
    >>> [how_printed("0.7", 2, tools, tools.number(Fraction(number))) for number in ("0.704", "0.72")]
    ['rounded', 'fewer digits']
    """
    target, shown = Fraction(printed), len(printed.partition(".")[2])

    def within(low: Fraction, high: Fraction) -> bool:
        least, most = (int(arithmetic.compare(value, arithmetic.number(bound))) for bound in (low, high))
        return least >= 0 and most <= 0

    unit = Fraction(1, 10**digits) if digits else Fraction(0)
    if within(target - unit / 2, target + unit / 2):
        return "rounded"
    sign = -1 if printed.startswith("-") else 1
    beyond = target + sign * unit
    if within(min(target, beyond), max(target, beyond)) and arithmetic.compare(
        value, arithmetic.number(beyond)
    ):
        return "cut"
    coarse = Fraction(1, 10**shown) if 0 < shown < digits else Fraction(0)
    return "fewer digits" if within(target - coarse / 2, target + coarse / 2) else ""
